"""The best line from here; the values of moves and a hint, which tell it."""

from othello.notation import move_name
from players.move_values import MoveValues
from players.window.drawing.frame import BestLine, paint_line
from players.window.drawing.scene import Part
from players.window.game.judgements import discs_text, is_proven
from players.window.panels.panel import UNDERSTAND, Named, Panel, View, commands_of
from players.window.state import State
from players.window.thinking.analysis import (
    review_progress,
)
from players.window.thinking.exercises import (
    find_exercises,
)
from players.window.translation import N_, _, ngettext

MOST_SHOWN = 16


def show(view: View) -> Part | None:
    """The best line, and what is said above it."""
    place = view.layout.line
    return Part(place, BestLine(*_line(view.state)), paint_line) if place is not None else None


def _line(state: State) -> tuple[str, str]:
    here = state.live.here
    requested = state.analysis.values or state.analysis.lines or state.analysis.hint == here
    if state.editor:
        return _("Best line"), ""
    if here.over:
        return after_game(state)
    if state.asking:
        return _("Best line"), _("shown after your try")
    if state.answer is None and not requested:
        return _("Best line"), _("V shows the value of every move, T a hint")
    values = state.answer or state.live.known.get(here.position)
    if values is None:
        return _("Best line"), _("thinking …") if state.engine.ready else ""
    return _best_line(values)


def _best_line(values: MoveValues) -> tuple[str, str]:
    """The best line of a position, and what is said above it."""
    best = values.best
    solved = sum(value.exact for value in values.moves)
    if solved and not values.exact:
        depth = _("{count} of {all} moves proven").format(count=solved, all=len(values.moves))
    elif is_proven(values):
        depth = _("to the end")
    else:
        depth = ngettext("{count} ply", "{count} plies", values.depth).format(count=values.depth)
    title = f"{_('Best line')}   {discs_text(best.score, best.exact)}   {depth}"
    return title, "  ".join(move_name(move) for move in best.line[:MOST_SHOWN])


def after_game(state: State) -> tuple[str, str]:
    """What one can do when the game is over; after a review, the worst mistake above it."""
    reviewed = state.analysis.review and review_progress(state.live, state.analysis.limit) == 1
    if not reviewed:
        return _("The game is over"), _("R reviews it, N begins a new one")
    worst = max(find_exercises(state.live), key=lambda found: found.lost, default=None)
    if worst is None or worst.step.move is None:
        return _("No mistake found"), _("N begins a new game")
    title = _("Worst mistake: {number} {move}, {lost}").format(
        number=worst.number + 1,
        move=move_name(worst.step.move),
        lost=discs_text(-worst.lost, worst.exact),
    )
    return title, _("Shift+R: mistakes as exercises")


def toggle_values(state: State) -> None:
    """Show the value of every move, or hide it."""
    state.change(values=not state.analysis.values)


def toggle_hint(state: State) -> None:
    """Ask for the best move here, or put the hint away."""
    here = state.live.here
    state.analysis.hint = None if state.analysis.hint == here else here


PANEL = Panel(
    show=show,
    commands=commands_of(
        UNDERSTAND,
        ("hint", ("t",), N_("Hint: the best move"), toggle_hint),
        ("values", ("v",), N_("Value of every move"), toggle_values),
    ),
    lines=(
        Named(UNDERSTAND, "hint"),
        Named(UNDERSTAND, "values/tab_lines", N_("Value of every move, best lines")),
    ),
)
