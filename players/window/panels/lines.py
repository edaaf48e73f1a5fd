"""The best lines from here, the line above the tabs, values, hints and the analysis switch."""

from typing import NamedTuple

from othello.notation import move_name
from players.coach.accuracy import BEST, rating
from players.move_values import MoveValues
from players.window.drawing.board import rating_colour
from players.window.drawing.canvas import Canvas
from players.window.drawing.fonts import font
from players.window.drawing.frame import BestLine, Notice, paint_line, paint_notice
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part, Scene, Target, targets_of
from players.window.game.judgements import BookValues, discs_text, is_proven, proof_text
from players.window.panels.panel import (
    ANALYSIS,
    BOARD,
    Keys,
    Named,
    Panel,
    View,
    commands_of,
    tab_command,
)
from players.window.state import State
from players.window.thinking.analysis import review_progress
from players.window.thinking.exercises import Exercise, find_exercises
from players.window.translation import N_, _, ngettext
from players.window.wording import waiting_text

LINE_HEIGHT = 37
"""Height of a line with its values, in design pixels."""
KEYS = 9
"""Number of lines with a key."""
MOST_ADDED = 16
"""Most moves of a best line that are added to the tree."""


class LineRow(NamedTuple):
    """One of the best lines: its number (also its key), first move, value, loss and the rest.

    `proof` and `rating` as in Mark.
    """

    place: Rect
    number: int
    name: str
    value: str
    proof: str
    lost: str
    rating: int
    text: str


def show(view: View) -> Part | None:
    """Return the visible lines, or the reason for an empty tab."""
    body = view.body_of("lines")
    if body is None:
        return None
    rows = _rows(view, body)
    if not rows:
        return Part(body, Notice(_no_lines_text(view.state)), paint_notice)
    targets = targets_of("lines", [(row.place, row.number - 1) for row in rows])
    return Part(body, rows, paint, targets)


def _no_lines_text(state: State) -> str:
    if waiting := waiting_text(state):
        return waiting
    return _("The best lines appear after your try.") if state.asking else _("thinking …")


def _places(view: View, body: Rect, count: int) -> list[Rect]:
    """Return the places of `count` lines, or of as many as fit."""
    inside = body.inset(view.layout.size(4), view.layout.size(5))
    height = min(view.layout.size(LINE_HEIGHT), inside.height)
    shown = min(count, KEYS, inside.height // max(1, height))
    return [inside.row(number, height) for number in range(shown)]


def _rows(view: View, body: Rect) -> tuple[LineRow, ...]:
    """Return the lines; none before values are known, or while an exercise asks."""
    state, live = view.state, view.state.live
    values = live.search_values.get(live.here.position)
    if values is None or live.here.over or state.asking:
        return ()
    best, proven = values.best, is_proven(values)
    rows = []
    places = _places(view, body, len(values.moves))
    for number, (place, value) in enumerate(zip(places, values.moves, strict=False), start=1):
        lost = best.score - value.score
        lost_text = discs_text(-lost, proven and value.exact) if lost else ""
        follows = "  ".join(move_name(move) for move in value.line[1:])
        texts = move_name(value.move), discs_text(value.score, value.exact), proof_text(value)
        rows.append(LineRow(place, number, *texts, lost_text, rating(lost), follows))
    return tuple(rows)


def paint(canvas: Canvas, part: Part) -> None:
    """Paint the visible lines."""
    for row in part.content:
        _line(canvas, row)


def _line(canvas: Canvas, row: LineRow) -> None:
    """Paint one line in its frame."""
    theme = canvas.theme
    canvas.box(row.place.inset(1), theme.panel, canvas.size(6), theme.border)
    inside = row.place.inset(canvas.size(8), canvas.size(3))
    usual, small = canvas.size(15), canvas.size(13)
    upper, lower = inside.halves()

    def column(text: str, widest: str, size: int, ink: tuple[int, int, int], bold: bool) -> None:
        nonlocal upper
        canvas.write(text, upper, size, ink, bold=bold)
        width = font(size, bold).size(widest)[0] + canvas.size(8)
        upper = upper.right_of(upper.x + width)

    column(str(row.number), "9", small, theme.muted, False)
    indent = upper.x - inside.x
    column(row.name, "g8", usual, theme.text, True)
    losing = row.rating == BEST and row.value.startswith("\N{MINUS SIGN}")
    worth = theme.text if losing else rating_colour(theme, row.rating)
    column(row.value, "+00.0", usual, worth, True)
    column(row.proof, row.proof, small, theme.muted, False)
    if row.lost:
        colour = rating_colour(theme, row.rating)
        canvas.write(row.lost, upper, small, colour, align="right")
    canvas.write(row.text, lower.right_of(lower.x + indent), small, theme.muted)


def add_best_line(state: State, number: int) -> None:
    """Add one of the best lines from here to the tree, and go to its first move."""
    live = state.live
    values = live.search_values.get(live.here.position)
    if state.training or values is None or not 0 <= number < len(values.moves):
        return
    line = values.moves[number].line[:MOST_ADDED]
    live.add_line(line)
    state.drop_pending()
    added = _("Added the line of {move} to the moves. Ctrl+Z removes it.")
    state.notify(added.format(move=move_name(line[0])))


def press_key(state: State, key: str, scene: Scene) -> bool:
    """Add the line of a digit while the tab is open."""
    if state.editor or state.tab != "tab_lines" or len(key) != 1 or key not in "123456789":
        return False
    rows = scene.content("lines")
    if not isinstance(rows, Notice | None) and int(key) <= len(rows):
        add_best_line(state, int(key) - 1)
    return True


MOST_SHOWN = 16


def _show_best_line(view: View) -> Part | None:
    """Return the best line and its title; after a review, the worst mistake."""
    place, state = view.layout.line, view.state
    if place is None:
        return None
    upper, lower = place.halves()
    worst = _worst(state) if _shows_review(state) else None
    content, targets = BestLine(*_best_line_words(state)), []
    if worst is not None:
        targets = [Target(upper, worst.number, "best_line"), Target(lower, "exercises")]
    elif state.live.here.over and not state.analysis.review:
        targets = [Target(place, "review")]
    return Part(place, content._replace(leads=bool(targets)), paint_line, tuple(targets))


def _shows_review(state: State) -> bool:
    """True if the result of a review replaces the best line."""
    shows_line = state.answer is not None or _is_requested(state)
    if state.exercises is not None or state.editor or (shows_line and not state.live.here.over):
        return False
    return state.analysis.review and review_progress(state.live, state.analysis.limit) == 1


def _is_requested(state: State) -> bool:
    """True if the best line from here is to be shown."""
    analysis = state.analysis
    return analysis.values or analysis.lines or analysis.hint == state.live.here


def _worst(state: State) -> Exercise | None:
    """Return the worst mistake; None if there was none."""
    found = find_exercises(state.live, state.settings.both_sides)
    return max(found, key=lambda exercise: exercise.lost, default=None)


def _to_worst(state: State, step: int, right: bool) -> None:
    """Go to the worst mistake and open the coach."""
    state.go_to(step)
    state.tab = "tab_coach"


def _best_line_words(state: State) -> tuple[str, str]:
    here = state.live.here
    if state.editor:
        return _("Best line"), ""
    if here.over or _shows_review(state):
        return _after_game(state)
    if state.asking:
        return _("Best line"), _("appears after your try")
    if state.answer is None and not _is_requested(state):
        return _("Best line"), _("V: value of every move. T: a hint.")
    values = state.answer or state.live.search_values.get(here.position)
    if values is None:
        return _("Best line"), _("thinking …") if state.engine.ready else ""
    return _best_line(values)


def _best_line(values: MoveValues) -> tuple[str, str]:
    """Return the best line of a position and its title."""
    best = values.best
    solved = sum(value.exact for value in values.moves)
    if solved and not values.exact:
        depth = _("{count} of {all} moves proven").format(count=solved, all=len(values.moves))
    elif isinstance(values, BookValues):
        depth = _("from the book")
    elif is_proven(values):
        depth = _("to the end")
    else:
        depth = ngettext("{count} ply", "{count} plies", values.depth).format(count=values.depth)
    title = f"{_('Best line')}   {discs_text(best.score, best.exact)}   {depth}"
    return title, "  ".join(move_name(move) for move in best.line[:MOST_SHOWN])


def _after_game(state: State) -> tuple[str, str]:
    """Return what to do after the game; after a review, its worst mistake."""
    if not _shows_review(state):
        return _("Game over"), _("R: review, N: new game")
    worst = _worst(state)
    if worst is None or worst.step.move is None:
        new_game = _("N: new game") if state.live.here.over else ""
        return _("No mistakes found"), new_game
    title = _("Worst mistake: {number} {move}, {lost}").format(
        number=worst.number + 1,
        move=move_name(worst.step.move),
        lost=discs_text(-worst.lost, worst.exact),
    )
    return title, _("Shift+R: practise your mistakes")


def toggle_values(state: State) -> None:
    """Show or hide the value of every move."""
    state.change(values=not state.analysis.values)


def toggle_hint(state: State) -> None:
    """Show or hide a hint: the best move here."""
    here = state.live.here
    state.analysis.hint = None if state.analysis.hint == here else here


def toggle_analysis(state: State) -> None:
    """Show evaluation, graph and tabs during a game, or hide them again."""
    if state.calm:
        state.analysing = True
        return
    if state.live.tree.over:
        state.notify(_("The analysis stays on after the game."))
        return
    if state.analysis.values:
        toggle_values(state)
    state.stop_review()
    state.analysing, state.tab = False, "tab_moves"


PANELS = {
    "lines": Panel(
        show=show,
        click=lambda state, number, right: add_best_line(state, number),
        key=press_key,
        commands=(tab_command("lines", N_("Best lines"), "shift+v"),),
        lines=(Keys(BOARD, "1 … 9", N_("Play out best line 1–9")),),
    ),
    "best_line": Panel(
        show=_show_best_line,
        click=_to_worst,
        tip=lambda step: _("Go there: the coach explains"),
        commands=commands_of(
            ANALYSIS,
            ("analyse", ("ctrl+a",), N_("Analyse: evaluation, graph, tabs"), toggle_analysis),
            ("hint", ("t",), N_("Hint"), toggle_hint),
            ("values", ("v",), N_("Value of every move"), toggle_values),
        ),
        lines=(
            Named(ANALYSIS, "analyse hint"),
            Named(ANALYSIS, "values/tab_lines", N_("Value of every move, best lines")),
        ),
    ),
}
