"""The coach: accuracy and mistakes of both sides, reasons for a mistake and for the hint."""

from othello.notation import move_name
from othello.rules import SCORE_SCALE
from players.study.coach.accuracy import GOOD, INACCURATE, LIMITS, RATINGS
from players.study.coach.mistakes import JudgedMove, mistakes, play_of_side
from players.study.coach.summary import summary
from players.window.coach_text import (
    NO_FACT_TITLE,
    ShownReason,
    current_mistake,
    hint_reasons,
    moves_judged,
    open_strategy,
    reason_rows,
    reasons,
)
from players.window.drawing.canvas import wrapped
from players.window.drawing.frame import Notice, paint_notice
from players.window.drawing.rows import TEXT, TextRow, rows_part, text_width
from players.window.drawing.scene import Part
from players.window.game.judgements import discs_text
from players.window.panels.panel import ANALYSIS, Panel, View, tab_command, unlisted
from players.window.player_names import SIDES
from players.window.state import State
from players.window.thinking.exercises import sides_to_teach
from players.window.translation import N_, _, percent

SUMMARY_SHARES = (1, 1.15, 1.25, 1, 1)
"""Shares of the width: side, accuracy, and the number of moves of each rating."""
MISTAKE_SHARES = (0.5, 0.9, 0.8, 0.7, 3)
"""Shares of the width: number, move, loss, best move, reason."""
MISTAKE_HEADS = (N_("No."), N_("Move"), N_("Loss"), N_("Better"), N_("Why"))
NOTHING = N_("R: review the game for its mistakes and the reasons. T: a hint and its reason.")
COACH_HIDDEN = N_("The coach comments after your try.")


def show(view: View) -> Part | None:
    """Return the visible rows, or a hint how to get some."""
    body = view.body_of("coach")
    if body is None:
        return None
    width, size = text_width(view.layout, body), view.layout.size(TEXT)
    rows = _rows(view.state, width, size)
    if not rows:
        return Part(
            body, Notice(_(COACH_HIDDEN if view.state.practice.asking else NOTHING)), paint_notice
        )
    return rows_part("coach", view.layout, body, rows, view.state.ui.scrolled)


def _rows(state: State, width: int, size: int) -> list[TextRow]:
    """Return the table, with the words for the position shown below its mistake."""
    judged, mistake = moves_judged(state), current_mistake(state)
    found = hint_reasons(state) or (reasons(mistake.facts, mistake) if mistake is not None else [])
    words = [line for reason in found for line in reason_rows(reason, width, size)]
    if not judged:
        return words
    table = [_head(), *(_side(judged, black) for black in (True, False))]
    table += [TextRow((line,)) for line in _summary(state, judged, width, size)]
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


def _summary(state: State, judged: list[JudgedMove], width: int, size: int) -> list[str]:
    """Return the lines of the summary of a finished game; none until every move is judged."""
    steps, values = state.live.steps, state.live.best_values
    if not state.analysis.review or not steps[-1].over or len(judged) < len(steps) - 1:
        return []
    taught = sides_to_teach(state.live, state.settings.both_sides)
    found = summary(judged, values.get, _, taught)
    sentences = filter(None, (*found.sentences, found.praise))
    return [line for text in sentences for line in wrapped(text, size, width, 99)]


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
    ratings = range(INACCURATE, len(RATINGS))
    counts = tuple(play.counts[rank] for rank in ratings)
    cells = (_(SIDES[not black]), accuracy, *map(str, counts))
    colours = (rank if count else None for rank, count in zip(ratings, counts, strict=True))
    return TextRow(cells, SUMMARY_SHARES, ratings=(None, None, *colours))


def _mistake(move: JudgedMove, current: bool, width: int, size: int) -> list[TextRow]:
    """Return the rows of a mistake: one, or two if the title of its first reason is long."""
    title = _(move.facts[0].reason.title if move.facts else NO_FACT_TITLE)
    room = int(width * MISTAKE_SHARES[-1] / sum(MISTAKE_SHARES)) - size // 2
    lines = wrapped(title, size, room, 2)
    played, best = move_name(move.played.move), move_name(move.best.move)
    cells = (str(move.number), played, discs_text(-move.lost, move.exact), best, lines[0])
    first = TextRow(cells, MISTAKE_SHARES, move.number - 1, current=current)
    first = first._replace(ratings=(None, None, move.rating, None, None), black=move.black)
    more = TextRow((), MISTAKE_SHARES, move.number - 1, joined=True)
    return [first, *(more._replace(cells=("", "", "", "", line)) for line in lines[1:])]


def click(state: State, meaning: ShownReason | int | str, right: bool) -> None:
    """Go to a mistake, play a reason's line, or open its term."""
    if isinstance(meaning, ShownReason):
        play_line(state, meaning)
    elif isinstance(meaning, str):
        open_strategy(state, meaning)
    else:
        state.go_to(meaning)


def play_line(state: State, reason: ShownReason) -> None:
    """Play the line of a reason on the board; then its other line; then take it back."""
    shown = state.ui.playback.moves if state.ui.playback is not None else ()
    index = reason.lines.index(shown) + 1 if shown in reason.lines else 0
    state.ui.animation = state.ui.playback = None
    if index < len(reason.lines):
        state.ui.play_line(reason.position, reason.black, reason.lines[index])


def to_mistake(state: State, by: int) -> None:
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


PANELS = {
    "coach": Panel(
        show=show,
        click=click,
        commands=(
            unlisted(
                "next_mistake",
                "w",
                N_("Next mistake, and why"),
                lambda s: to_mistake(s, 1),
                ANALYSIS,
            ),
            unlisted(
                "mistake_before",
                "shift+w",
                N_("Previous mistake"),
                lambda s: to_mistake(s, -1),
                ANALYSIS,
            ),
            tab_command("coach", N_("Coach: accuracy, mistakes, reasons")),
        ),
    )
}
