"""The coach: accuracy, mistakes, reasons for a mistake and the hint; mistakes as exercises."""

from othello.game import Game
from othello.notation import move_name
from othello.position import PASS
from othello.rules import SCORE_SCALE
from players.move_values import MoveValue, MoveValues
from players.study.coach.accuracy import BEST, GOOD, INACCURATE, LIMITS, RATINGS, rating
from players.study.coach.mistakes import JudgedMove, mistakes, play_of_side
from players.study.coach.summary import summary
from players.study.coach.words import MOST_SAID
from players.window.coach_text import (
    NO_FACT_TITLE,
    ShownReason,
    current_mistake,
    hint_reasons,
    merits,
    moves_judged,
    open_strategy,
    reason_rows,
    reasons,
)
from players.window.drawing.board import SMALL_CAPTION, SmallBoard, paint_small_boards
from players.window.drawing.canvas import wrapped
from players.window.drawing.frame import TEXT, TextRow, notice, paragraph, rows_part, text_width
from players.window.drawing.layout import Layout, Rect, split
from players.window.drawing.scene import Part, Target
from players.window.game.clocks import BLACK
from players.window.game.judgements import discs_text, value_of
from players.window.panels.panel import ANALYSIS, Command, Panel, View, tab_command, unlisted
from players.window.player_names import SIDES
from players.window.state import State
from players.window.thinking.analysis import REVIEW_SOLVED, review_progress
from players.window.thinking.exercises import Exercises, sides_to_teach
from players.window.translation import N_, _, percent

SUMMARY_SHARES = (1, 1.15, 1.25, 1, 1)
"""Shares of the width: side, accuracy, and the number of moves of each rating."""
MISTAKE_SHARES = (0.45, 1, 0.8, 0.65, 3)
"""Shares of the width: number, move, loss, best move, reason."""
MISTAKE_HEADS = (N_("No."), N_("Move"), N_("Loss"), N_("Better"), N_("Why"))
NOTHING = N_("R: review the game for its mistakes and the reasons. T: a hint and its reason.")
COACH_HIDDEN = N_("The coach comments after your try.")


def show(view: View) -> Part | None:
    """Return the visible rows, or a hint how to get some."""
    body, layout, state = view.body_of("coach"), view.layout, view.state
    if body is None:
        return None
    if state.ui.explaining:
        return notice(body, "…")
    if _pictured(state) is not None:
        body = body._replace(height=body.height - _picture_height(body, layout))
    rows = _rows(state, text_width(layout, body), layout.size(TEXT))
    if not rows:
        return notice(body, _(COACH_HIDDEN if state.practice.asking else NOTHING))
    return rows_part("coach", layout, body, rows, state.ui.scrolled)


def _picture_height(body: Rect, layout: Layout) -> int:
    """Height of two boards side by side: half of the panel's; 0 below 60 design pixels."""
    height = min(body.height, body.width) // 2
    return height if height >= layout.size(60) else 0


def _pictured(state: State) -> ShownReason | None:
    """Return the reason for the position shown that both lines show; None once the list scrolls."""
    found = [] if state.ui.scrolled or state.ui.explaining else _current_reasons(state)
    return next((reason for reason in found if reason.marks), None)


def _current_reasons(state: State) -> list[ShownReason]:
    """Return the reasons for the hint, or for the mistake shown."""
    mistake = current_mistake(state)
    return hint_reasons(state) or (reasons(mistake.facts, mistake) if mistake is not None else [])


def show_lines(view: View) -> Part | None:
    """Return two boards: where the line played and the best one first differ for good.

    While one of the lines is played on the board, both follow it.
    """
    body, layout, state = view.body_of("coach"), view.layout, view.state
    reason = _pictured(state)
    if body is None or reason is None or not (height := _picture_height(body, layout)):
        return None
    shown = state.ui.playback
    lower = body._replace(y=body.bottom - height, height=height)
    side = min(height, lower.width // 2 - layout.size(SMALL_CAPTION)) // 8 * 8
    boards, targets = [], []
    for index, half in enumerate(split(lower, (1, 1))):
        squares = [move for move in reason.lines[index] if move != PASS]
        made = len(squares)
        if shown is not None and shown.moves in reason.lines:
            made = min(made, shown.step)
        game = Game(reason.position, black_to_move=reason.black)
        game.play_all(squares[:made])
        black, white = map(int, game.position if game.black_to_move else game.position.passed())
        place = Rect(half.right - side, lower.bottom - side, side, side)
        marked = reason.marks[index] if made == len(squares) else tuple(squares[made - 1 : made])
        title = _("after {move}").format(move=move_name(squares[0]))
        boards.append(
            SmallBoard(place, half._replace(width=half.width - side), title, black, white, marked)
        )
        targets.append(Target(place, (reason, index), "compared"))
    return Part(lower, tuple(boards), paint_small_boards, tuple(targets))


def play_beside(state: State, meaning: tuple[ShownReason, int], right: bool) -> None:
    """Play both lines of a reason, one of them on the large board too."""
    reason, index = meaning
    state.ui.play_line(reason.position, reason.black, reason.lines[index])


def _rows(state: State, width: int, size: int) -> list[TextRow]:
    """Return the table, with the words for the position shown below its mistake."""
    judged, mistake = moves_judged(state), current_mistake(state)
    words = [
        line for reason in _current_reasons(state) for line in reason_rows(reason, width, size)
    ]
    if not judged:
        return words
    table = [_head(), *(_side(judged, black) for black in (True, False))]
    for text in _summary(state, judged):
        table += paragraph(text, width, size)
    bad = mistakes(judged)
    if not bad:
        return [*table, TextRow((_("No mistakes found"),)), *words]
    table.append(TextRow(tuple(map(_, MISTAKE_HEADS)), MISTAKE_SHARES, head=True))
    if mistake not in bad:
        table += words
    for move in bad:
        table += _mistake(move, move == mistake, width, size)
        if move == mistake:
            table += words
    return table


def _summary(state: State, judged: list[JudgedMove]) -> list[str]:
    """Return the summary of a finished game; nothing until every move is judged."""
    steps = state.live.steps
    if not state.analysis.review or not steps[-1].over or len(judged) < len(steps) - 1:
        return []
    taught = sides_to_teach(state.live, state.settings.both_sides)
    person = None if state.live.person is None else state.live.person == BLACK
    found = summary(judged, state.live.best_values.get, _, taught, person)
    return list(filter(None, (*found.sentences, found.praise)))


def _head() -> TextRow:
    """Return the headings of the counts, each with its threshold."""
    limits = (limit // SCORE_SCALE for limit in LIMITS[GOOD:])
    names = (_(name) for name in RATINGS[INACCURATE:])
    counted = (f"{name} > {limit}" for name, limit in zip(names, limits, strict=True))
    return TextRow(("", _("Accuracy"), *counted), SUMMARY_SHARES, head=True)


def _side(judged: list[JudgedMove], black: bool) -> TextRow:
    """Return a side's accuracy and the number of its moves of each rating."""
    play = play_of_side(judged, black)
    accuracy = "" if play.accuracy is None else percent(play.accuracy / 100)
    counts = play.counts[INACCURATE:]
    cells = (_(SIDES[not black]), accuracy, *map(str, counts))
    colours = (rank if count else None for rank, count in enumerate(counts, INACCURATE))
    return TextRow(cells, SUMMARY_SHARES, ratings=(None, None, *colours))


def _mistake(move: JudgedMove, current: bool, width: int, size: int) -> list[TextRow]:
    """Return the rows of a mistake: more than one if the title of its first reason is long."""
    title = _(move.facts[0].reason.title if move.facts else NO_FACT_TITLE)
    room = int(width * MISTAKE_SHARES[-1] / sum(MISTAKE_SHARES)) - size // 2
    lines = wrapped(title, size, room, 3)
    played, best = move_name(move.played.move), move_name(move.best.move)
    cells = (str(move.number), played, discs_text(-move.lost, move.exact), best, lines[0])
    first = TextRow(cells, MISTAKE_SHARES, move.number - 1, current=current)
    first = first._replace(ratings=(None, None, move.rating, None, None), black=move.black)
    more = TextRow((), MISTAKE_SHARES, move.number - 1, joined=True)
    return [first, *(more._replace(cells=("", "", "", "", line)) for line in lines[1:])]


def click(state: State, meaning: ShownReason | int | str, right: bool) -> None:
    """Go to a mistake, open a term, or play a reason's line.

    A second click plays the reason's other line, or takes the line back.
    """
    if isinstance(meaning, int):
        state.go_to(meaning)
    elif isinstance(meaning, str):
        open_strategy(state, meaning)
    else:
        shown = state.ui.playback.moves if state.ui.playback is not None else ()
        index = meaning.lines.index(shown) + 1 if shown in meaning.lines else 0
        state.ui.animation = state.ui.playback = None
        if index < len(meaning.lines):
            state.ui.play_line(meaning.position, meaning.black, meaning.lines[index])


def to_mistake(state: State, by: int = 1) -> None:
    """Go to the next or previous mistake; the first follows the last."""
    if state.practice.asking:
        state.notify(_(COACH_HIDDEN))
        return
    state.ui.tab = "tab_coach"
    sides = sides_to_teach(state.live, state.settings.both_sides)
    judged = mistakes(moves_judged(state))
    steps = [move.number - 1 for move in judged if move.black in sides]
    if not steps:
        reviewed = state.analysis.review
        state.notify(_("No mistakes found") if reviewed else _("Review the game first (R)"))
        return
    now = state.live.step
    onward = [step for step in steps if (step - now) * by > 0]
    state.go_to((onward or steps)[0 if by > 0 else -1])


def show_exercise(view: View) -> Part | None:
    """Return the question or the reasons; a click below them leads to the next exercise."""
    body, layout, state = view.body_of("moves"), view.layout, view.state
    if body is None or state.practice.exercises is None or state.practice.teaches:
        return None
    width, size = text_width(layout, body), layout.size(TEXT)
    found, rows = state.practice.tried, list[TextRow]()
    if found is None:
        click = _("Click your move or type its name. This won't change your game.")
        rows = paragraph(click, width, size)
    else:
        shown = _reasons(state.practice.exercises, *found)
        if state.practice.asking:
            best, name = found[0].best.move, move_name(found[1].move)
            shown = [_without(reason, best, name) for reason in shown]
        for reason in {reason.text: reason for reason in shown if reason.text}.values():
            rows += reason_rows(reason, width, size)
    rows += paragraph(_keys(state), width, size, head=True)
    part = rows_part("coach", layout, body, rows, state.ui.scrolled)
    if state.practice.asking:
        return part
    return part._replace(targets=(*part.targets, Target(body, 1, "review")))


def _keys(state: State) -> str:
    if not state.practice.asking:
        return _("Enter: next. Backspace: retry. Escape: quit.")
    if state.practice.tried is not None:
        return _("Enter: solution. Backspace: try again. Escape: quit.")
    if state.practice.training:
        return _("Right: next exercise. Escape: quit.")
    return _("Right, left: next, previous exercise. Escape: quit.")


def _without(reason: ShownReason, best: int, tried: str) -> ShownReason:
    """Return a reason that does not show the best move: its title if the sentence names it."""
    text = reason.text
    if move_name(best) in text:
        text = f"{tried}: {reason.title}" if reason.title else ""
    return reason._replace(text=text, lines=tuple(x for x in reason.lines if best not in x))


def _reasons(exercises: Exercises, values: MoveValues, tried: MoveValue) -> list[ShownReason]:
    """Return reasons against the move tried; if it is best, for it and against the one played."""
    best, step = values.best, exercises.current.step
    other = value_of(values, step.move) if tried.move == best.move else tried
    found = merits(step, values)[:1] if tried.move == best.move else []
    found = [reason for reason in found if reason.short]  # it has a fact
    if other is not None and rating(best.score - other.score) != BEST:
        mistake = JudgedMove(0, step.black_to_move, step.position, other, best, False)
        found += reasons(mistake.facts, mistake)
    return found[:MOST_SAID]


def find_mistakes(state: State) -> None:
    """Review the game and show the person's mistakes as exercises, or end the exercises."""
    if state.practice.exercises is not None:
        state.drop_pending()
    elif state.live.editor is None:
        if not state.analysis.review:
            state.start_review()
        state.practice.wanted = True
        if review_progress(state.live, state.analysis.limit) < 1:
            state.notify(_("Reviewing the game first …"))


def toggle_review(state: State) -> None:
    """Start or stop the review: compare all moves of the game with the best ones."""
    if state.analysis.review:
        state.stop_review()
        return
    state.start_review()
    text = _("Comparing every move with the best: {limit} each, the last {count} exactly")
    state.notify(text.format(limit=_(state.settings.review), count=REVIEW_SOLVED))


PANELS = {
    "coach": Panel(show, click),
    "compared": Panel(show_lines, play_beside),
    "review": Panel(show_exercise, lambda state, by, right: state.practice.step(by)),
}
COMMANDS = (
    unlisted("next_mistake", "w", N_("Next mistake, and why"), to_mistake, ANALYSIS),
    unlisted(
        "mistake_before", "shift+w", N_("Previous mistake"), lambda s: to_mistake(s, -1), ANALYSIS
    ),
    tab_command("coach", N_("Coach: accuracy, mistakes, reasons")),
    Command("review", "r", N_("Review the game"), toggle_review, ANALYSIS),
    Command("exercises", "shift+r", N_("Practise your mistakes"), find_mistakes, ANALYSIS),
)
