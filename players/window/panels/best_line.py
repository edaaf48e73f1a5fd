"""The best line from here; the values of moves and a hint, which tell it."""

from othello.notation import move_name
from players.move_values import MoveValues
from players.window.drawing.frame import BestLine, paint_line
from players.window.drawing.scene import Part, Target
from players.window.game.judgements import BookValues, discs_text, is_proven
from players.window.panels.panel import UNDERSTAND, Named, Panel, View, commands_of
from players.window.state import State
from players.window.thinking.analysis import review_progress
from players.window.thinking.exercises import Exercise, find_exercises
from players.window.translation import N_, _, ngettext

MOST_SHOWN = 16


def show(view: View) -> Part | None:
    """The best line, and what is said above it."""
    place, state = view.layout.line, view.state
    if place is None:
        return None
    upper, lower = place.halves()
    worst = _worst(state) if _tells_of_review(state) else None
    content, targets = BestLine(*_line(state)), []
    if worst is not None:
        targets = [Target(upper, worst.number, "best_line"), Target(lower, "exercises")]
    elif state.live.here.over and not state.analysis.review:
        targets = [Target(place, "review")]
    return Part(place, content._replace(leads=bool(targets)), paint_line, tuple(targets))


def _tells_of_review(state: State) -> bool:
    """Whether the review is done, and its worst mistake stands in the place of a best line."""
    shows_line = state.answer is not None or _is_requested(state)
    if state.exercises is not None or state.editor or (shows_line and not state.live.here.over):
        return False
    return state.analysis.review and review_progress(state.live, state.analysis.limit) == 1


def _is_requested(state: State) -> bool:
    """Whether the best line from here is asked for."""
    analysis = state.analysis
    return analysis.values or analysis.lines or analysis.hint == state.live.here


def _worst(state: State) -> Exercise | None:
    """The move that lost most; None if there was no mistake."""
    return max(find_exercises(state.live), key=lambda found: found.lost, default=None)


def click(state: State, step: int, right: bool) -> None:
    """Go to the worst mistake, of which the coach speaks."""
    state.go_to(step)
    state.tab = "tab_coach"


def _line(state: State) -> tuple[str, str]:
    here = state.live.here
    if state.editor:
        return _("Best line"), ""
    if here.over or _tells_of_review(state):
        return _after_game(state)
    if state.asking:
        return _("Best line"), _("shown after your try")
    if state.answer is None and not _is_requested(state):
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
    elif isinstance(values, BookValues):
        depth = _("from the book")
    elif is_proven(values):
        depth = _("to the end")
    else:
        depth = ngettext("{count} ply", "{count} plies", values.depth).format(count=values.depth)
    title = f"{_('Best line')}   {discs_text(best.score, best.exact)}   {depth}"
    return title, "  ".join(move_name(move) for move in best.line[:MOST_SHOWN])


def _after_game(state: State) -> tuple[str, str]:
    """What one can do when the game is over; after a review, the worst mistake above it."""
    if not _tells_of_review(state):
        return _("The game is over"), _("R reviews it, N begins a new one")
    worst = _worst(state)
    if worst is None or worst.step.move is None:
        begins = _("N begins a new game") if state.live.here.over else ""
        return _("No mistake found"), begins
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
    click=click,
    tip=lambda step: _("Go there: the coach says why"),
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
