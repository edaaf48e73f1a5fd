"""The best line above the tabs, values, hints and the analysis switch."""

from othello.notation import move_name
from players.move_values import MoveValues
from players.window.drawing.frame import paint_line
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part, Target
from players.window.game.judgements import BookValues, discs_text, is_proven
from players.window.panels.panel import ANALYSIS, Command, Panel, View
from players.window.state import State
from players.window.thinking.analysis import review_progress
from players.window.thinking.exercises import find_exercises
from players.window.translation import N_, _, ngettext

MOST_SHOWN = 16
"""Most moves shown of the best line."""
Shown = tuple[str, str, tuple[Target, ...]]
"""A title, the line below it, and the targets of clicks."""


def show(view: View) -> Part | None:
    """Return the best line and its title; after a review, the worst mistake."""
    place, state = view.layout.line, view.state
    if place is None:
        return None
    ended = state.live.ended and not _is_requested(state)
    after = not state.live.editor and (ended or _shows_review(state))
    title, line, targets = _after_game(state, place) if after else _best_line(state, place)
    return Part(place, (title, line), paint_line, targets)


def _shows_review(state: State) -> bool:
    """True if the result of a review replaces the best line."""
    if state.practice.exercises is not None or state.live.editor or _is_requested(state):
        return False
    return state.analysis.review and review_progress(state.live, state.analysis.limit) == 1


def _is_requested(state: State) -> bool:
    """True if the best line from here is to be shown."""
    here = state.live.here
    return not here.over and (state.analysis.values or state.analysis.hint == here)


def click(state: State, step: int | None, right: bool) -> None:
    """Go to the worst mistake and open the coach; without it, play the best line or take it back.

    The line is shown on the board, move by move.
    """
    here = state.live.here
    values = state.live.search_values.get(here.position)
    if step is not None:
        state.go_to(step)
        state.ui.tab = "tab_coach"
    elif state.ui.playback is not None:
        state.ui.playback = None
    elif values is not None:
        state.ui.play_line(here.position, here.black_to_move, values.best.line[:MOST_SHOWN])


def _best_line(state: State, place: Rect) -> Shown:
    """Return the title, the best line, and the target of a click on it."""
    title = _("Best line")
    if state.live.editor:
        return title, "", ()
    if state.practice.asking:
        return title, _("appears after your try"), ()
    if state.practice.answer is None and not _is_requested(state):
        return title, _("V: value of every move. T: a hint."), ()
    values = state.practice.answer or state.live.search_values.get(state.live.here.position)
    if values is None:
        return title, _("thinking …") if state.engine.thread.ready else "", ()
    best = values.best
    moves = "  ".join(move_name(move) for move in best.line[:MOST_SHOWN])
    title = f"{title}   {discs_text(best.score, best.exact)}   {_depth(values)}"
    targets = (Target(place, None, "best_line"),) if state.practice.exercises is None else ()
    return title, moves, targets


def _depth(values: MoveValues) -> str:
    solved = sum(value.exact for value in values.moves)
    if solved and not values.exact:
        return _("{count} of {all} moves proven").format(count=solved, all=len(values.moves))
    if isinstance(values, BookValues):
        return _("from the book")
    if is_proven(values):
        return _("to the end")
    return ngettext("{count} ply", "{count} plies", values.depth).format(count=values.depth)


def _after_game(state: State, place: Rect) -> Shown:
    """Return what to do after the game; after a review, its worst mistake."""
    upper, lower = place.halves()
    fresh = Target(lower, "new")
    if not _shows_review(state):
        if state.analysis.review:
            return _("Game over"), _("N: new game"), (fresh,)
        return _("R: review"), _("N: new game"), (Target(upper, "review"), fresh)
    worst = next(iter(find_exercises(state.live, state.settings.both_sides)), None)
    if worst is None or worst.step.move is None:
        if not state.live.ended:
            return _("No mistakes found"), "", ()
        return _("No mistakes found"), _("N: new game"), (fresh,)
    title = _("Worst mistake: {number} {move}, {lost}").format(
        number=worst.number + 1,
        move=move_name(worst.step.move),
        lost=discs_text(-worst.lost, worst.exact),
    )
    targets = Target(upper, worst.number, "best_line"), Target(lower, "exercises")
    return title, _("Shift+R: practise your mistakes"), targets


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
        state.analysis.open = True
        return
    if state.live.tree.over:
        state.notify(_("The analysis stays on after the game."))
        return
    if state.analysis.values:
        toggle_values(state)
    state.stop_review()
    state.analysis.open, state.ui.tab = False, "tab_moves"


PANELS = {"best_line": Panel(show, click)}
COMMANDS = (
    Command("analyse", "ctrl+a", N_("Analyse: evaluation, graph, tabs"), toggle_analysis, ANALYSIS),
    Command("hint", "t", N_("Hint"), toggle_hint, ANALYSIS),
    Command("values", "v", N_("Value of every move"), toggle_values, ANALYSIS),
)
