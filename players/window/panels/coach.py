"""The coach: accuracy and mistakes of both sides, reasons for a mistake and for the hint."""

from functools import partial
from typing import NamedTuple

from othello.notation import move_name
from othello.rules import SCORE_SCALE
from players.coach.accuracy import GOOD, HALF_LOSS, INACCURATE, LIMITS, RATINGS
from players.coach.mistakes import JudgedMove, mistakes, play_of_side
from players.coach.summary import summary
from players.coach.words import title_of
from players.window.drawing.board import rating_colour, side_sign
from players.window.drawing.canvas import Canvas, wrapped
from players.window.drawing.fonts import font
from players.window.drawing.frame import LEADS, Notice, paint_notice
from players.window.drawing.layout import Rect, split
from players.window.drawing.scene import Part, targets_of
from players.window.explaining import (
    NO_FACT_TITLE,
    Reason,
    hint_reasons,
    mistake_shown,
    moves_judged,
    reasons,
)
from players.window.game.judgements import discs_text
from players.window.game.shown_line import ShownLine
from players.window.panels.panel import (
    ANALYSIS,
    Named,
    Panel,
    View,
    commands_of,
    tab_command,
)
from players.window.state import State
from players.window.strategy import open_strategy
from players.window.thinking.exercises import sides_to_teach
from players.window.translation import N_, _
from players.window.wording import SIDES

ROW, TEXT, SMALL, PADDING = 22, 14, 12, 4
"""Height of a row, two text sizes, and padding of rows and cells, in design pixels."""
SUMMARY_SHARES, NARROW_SHARES = (0.9, 0.9, 1.25, 1, 1), (1.15, 1.35, 1.2, 0.9, 0.9)
"""Shares of the width: side, accuracy, and the number of moves of each rating."""
NARROW = 28
"""Width of a panel in text heights below which NARROW_SHARES apply."""
MISTAKE_SHARES = (0.5, 0.9, 0.8, 0.7, 3)
"""Shares of the width: number, move, loss, best move, reason."""
MISTAKE_HEADS = (N_("No."), N_("Move"), N_("Loss"), N_("Better"), N_("Why"))
WORD_ROWS = 3
"""Rows kept visible below the mistake shown, for its reason."""
NOTHING = N_("R: review the game for its mistakes and the reasons. T: a hint and its reason.")
COACH_HIDDEN = N_("The coach comments after your try.")
HOW = N_("100 % for a best move, halved by every {discs} discs lost; forced moves don't count")


class CoachRow(NamedTuple):
    """A row of the panel: cells in columns, or one cell with a line of words.

    `black` selects the disc shown before the second cell, None for none. `ratings` colour the
    cells, None for the usual colour. `step` is the target of a click, "" for none. A row of words
    belongs to a `reason`, whose term may be its second cell.
    """

    place: Rect
    cells: tuple[str, ...]
    shares: tuple[float, ...] = (1,)
    ratings: tuple[int | None, ...] = ()
    black: bool | None = None
    head: bool = False
    current: bool = False
    step: int | str = ""
    reason: Reason | None = None


def show(view: View) -> Part | None:
    """Return the visible rows, or a hint how to get some."""
    body = view.body_of("coach")
    if body is None:
        return None
    inside = body.inset(view.layout.size(8), view.layout.size(5))
    words_width = max(1, inside.width - 3 * view.layout.size(PADDING))
    rows, words, place = _rows(view.state, words_width, view.layout.size(TEXT))
    lines = [*rows[:place], *words, *rows[place:]]
    if not lines:
        return Part(body, Notice(_(COACH_HIDDEN if view.state.asking else NOTHING)), paint_notice)
    height = max(1, min(view.layout.size(ROW), inside.height))
    room = inside.height // height
    last = max(0, len(lines) - room)
    current = next((number for number, row in enumerate(rows) if row.current), None)
    first = min(last, _first(current, room)) if current is not None else 0
    top = min(max(first + view.state.scrolled, 0), last)
    shown: list[CoachRow] = []
    targets: list[tuple[Rect, object]] = []
    for number, row in enumerate(lines[top : top + room]):
        shown.append(row._replace(place=inside.row(number, height)))
        below_words = current is not None and top + number >= place + len(words)
        index = top + number - len(words) * below_words
        if row.reason is not None:
            if len(row.cells) > 1:
                term = split(shown[-1].place, row.shares, sum(row.shares))[1]
                targets.append((term, row.reason.term))
            targets.append((shown[-1].place, row.reason))
        meaning: object = row.step
        if isinstance(row.step, int):  # the row keeps its place unless its words need the room
            meaning = row.step, max(0, index - number - _first(index, room))
        targets += [(shown[-1].place, meaning)] * (row.step != "")
    scrolling = -first, last - first
    return Part(body, tuple(shown), paint, targets_of("coach", targets), scrolling, room)


def _first(index: int, room: int) -> int:
    """Return the least first visible row that leaves room for words below row `index`."""
    return max(0, min(index, index + 1 + WORD_ROWS - room))


def _rows(state: State, width: int, size: int) -> tuple[list[CoachRow], list[CoachRow], int]:
    """Return the table, the words for the position shown, and the row before which they stand."""
    judged, row = moves_judged(state), partial(CoachRow, Rect(0, 0, 0, 0))
    mistake = mistake_shown(state)
    found = hint_reasons(state) or (reasons(mistake.facts, mistake) if mistake is not None else [])
    words = [line for reason in found for line in _words(row, reason, width, size)]
    if not judged:
        return [], words, 0
    shares = NARROW_SHARES if width < NARROW * size else SUMMARY_SHARES
    summed = partial(row, shares=shares)
    table = [_head(summed), *(_side(summed, judged, black) for black in (True, False))]
    bad = mistakes(judged)
    if not bad:
        return [*table, row((_("No mistakes found"),))], words, len(table)
    table += _summary(row, state, judged, width, size)
    table.append(row(tuple(map(_, MISTAKE_HEADS)), MISTAKE_SHARES, head=True))
    place = len(table)
    for move in bad:
        table += _mistake(row, move, move == mistake, width, size)
        if move == mistake:
            place = len(table)
    return table, words, place


def _summary(
    row: partial[CoachRow], state: State, judged: list[JudgedMove], width: int, size: int
) -> list[CoachRow]:
    """Return the lines of the summary of a finished game; none until every move is judged."""
    steps = state.live.steps
    if not state.analysis.review or not steps[-1].over or len(judged) < len(steps) - 1:
        return []
    sentences = summary(judged, translate=_).sentences
    return [row((line,)) for text in sentences for line in wrapped(text, size, width, 99)]


def _words(row: partial[CoachRow], reason: Reason, width: int, size: int) -> list[CoachRow]:
    """Return the lines of a reason; its term follows the last one, or has a line of its own."""
    lines = list(wrapped(reason.text, size, width, 99))
    term = f"{_(reason.term)} {LEADS}" if reason.term else ""
    taken = font(size, text=lines[-1]).size(f"{lines[-1]} ")[0]
    if term and taken + font(size, True, term).size(term)[0] > width:
        lines, taken = [*lines, ""], 0
    words = [row((line,), reason=reason) for line in lines]
    if term:
        words[-1] = row((lines[-1], term), (taken, width - taken), reason=reason)
    return words


def _head(row: partial[CoachRow]) -> CoachRow:
    """Return the headings of the counts, each with its threshold."""
    limits = (limit // SCORE_SCALE for limit in LIMITS[GOOD:])
    names = (_(name) for name in RATINGS[INACCURATE:])
    counted = (f"{name} > {limit}" for name, limit in zip(names, limits, strict=True))
    return row(("", _("Accuracy"), *counted), head=True, step="accuracy")


def _side(row: partial[CoachRow], judged: list[JudgedMove], black: bool) -> CoachRow:
    """Return a side's accuracy and the number of its moves of each rating."""
    play = play_of_side(judged, black)
    accuracy = "" if play.accuracy is None else f"{play.accuracy:.0f} %"
    ratings = range(INACCURATE, len(RATINGS))
    counts = tuple(play.counts[rank] for rank in ratings)
    cells = (_(SIDES[not black]), accuracy, *map(str, counts))
    colours = (rank if count else None for rank, count in zip(ratings, counts, strict=True))
    return row(cells, ratings=(None, None, *colours))


def _mistake(
    row: partial[CoachRow], move: JudgedMove, current: bool, width: int, size: int
) -> list[CoachRow]:
    """Return the rows of a mistake: one, or two if the title of its first reason is long."""
    title = _(title_of(move.facts[0].kind) if move.facts else NO_FACT_TITLE)
    room = int(width * MISTAKE_SHARES[-1] / sum(MISTAKE_SHARES)) - size // 2
    lines = wrapped(title, size, room, 2)
    names = move_name(move.played.move), move_name(move.best.move)
    cells = (str(move.number), names[0], discs_text(-move.lost, move.exact), names[1], lines[0])
    colours = None, None, move.rating, None, None
    step = move.number - 1
    first = row(cells, MISTAKE_SHARES, colours, move.black, current=current, step=step)
    return [first, *(row(("", "", "", "", line), MISTAKE_SHARES) for line in lines[1:])]


def paint(canvas: Canvas, part: Part) -> None:
    """Paint the visible rows."""
    theme = canvas.theme
    for row in part.content:
        if row.current:
            canvas.box(row.place, theme.raised, canvas.size(5), theme.accent)
        inside = row.place.inset(canvas.size(PADDING), 0)
        places = split(inside, row.shares, sum(row.shares))
        ratings = row.ratings or (None,) * len(places)
        size = canvas.size(SMALL if row.head else TEXT)
        for column, (place, text) in enumerate(zip(places, row.cells, strict=True)):
            rank = ratings[column]
            ink = theme.muted if row.head else theme.text
            if row.reason is not None:
                ink = theme.accent if column else theme.text
            if rank is not None:
                ink = rating_colour(theme, rank)
            if column == 1 and row.black is not None:
                sign = canvas.size(14)
                side_sign(canvas, (place.x + sign // 2, place.centre[1]), sign, row.black)
                place = place.right_of(place.x + sign + canvas.size(PADDING))
            if row.reason is None:
                place = place._replace(width=max(0, place.width - canvas.size(PADDING)))
            if row.head and font(size, text=text).size(text)[0] > place.width:
                text = text[max(0, text.find(">")) :]  # the threshold alone
            canvas.write(text, place, size, ink, bold=column == 1 and not row.head)


def click(state: State, meaning: Reason | tuple[int, int] | str, right: bool) -> None:
    """Go to a mistake, play a reason's line, open its term, or explain the accuracy."""
    if isinstance(meaning, Reason):
        play_line(state, meaning)
        return
    if meaning == "accuracy":
        state.notify(tip(meaning))
        return
    if isinstance(meaning, str):
        open_strategy(state, meaning)
        return
    step, scrolled = meaning
    state.go_to(step)
    state.scrolled = scrolled


def play_line(state: State, reason: Reason) -> None:
    """Play the line of a reason on the board; then its other line; then take it back."""
    shown = state.line.moves if state.line is not None else ()
    index = reason.lines.index(shown) + 1 if shown in reason.lines else 0
    state.animation = state.line = None
    if index < len(reason.lines):
        state.line = ShownLine(reason.position, reason.black, reason.lines[index], state.now)


def tip(meaning: Reason | tuple[int, int] | str) -> str:
    """Return the effect of a click; "" for a mistake, whose row says all."""
    if isinstance(meaning, Reason):
        return _("Play this line on the board")
    if meaning == "accuracy":
        return _(HOW).format(discs=HALF_LOSS // SCORE_SCALE)
    return _("Strategy") if isinstance(meaning, str) else ""


def to_mistake(state: State, by: int) -> None:
    """Go to the next or previous mistake; the first follows the last."""
    if state.asking:
        state.notify(_(COACH_HIDDEN))
        return
    state.tab = "tab_coach"
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
        tip=tip,
        commands=(
            *commands_of(
                ANALYSIS,
                ("next_mistake", ("w",), N_("Next mistake, and why"), lambda s: to_mistake(s, 1)),
                (
                    "mistake_before",
                    ("shift+w",),
                    N_("Previous mistake"),
                    lambda s: to_mistake(s, -1),
                ),
                listed=False,
            ),
            tab_command("coach", N_("Coach: accuracy, mistakes, reasons")),
        ),
        lines=(
            Named(ANALYSIS, "next_mistake/mistake_before", N_("Next, previous mistake, and why")),
        ),
    )
}
