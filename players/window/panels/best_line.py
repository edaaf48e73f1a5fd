"""The best line above the tabs, values, hints and the analysis switch."""

from othello.notation import move_name
from players.move_values import MoveValues
from players.window.drawing.frame import BestLine, paint_line
from players.window.drawing.scene import Part, Target
from players.window.game.judgements import BookValues, discs_text, is_proven
from players.window.panels.panel import ANALYSIS, Command, Panel, View
from players.window.state import State
from players.window.thinking.analysis import review_progress
from players.window.thinking.exercises import Exercise, find_exercises
from players.window.translation import N_, _, ngettext

MOST_SHOWN = 16
"""Most moves shown of the best line."""


def show(view: View) -> Part | None:
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
    elif state.practice.exercises is None and _requested_values(state) is not None:
        targets = [Target(place, None, "best_line")]
    return Part(place, content._replace(leads=bool(targets)), paint_line, tuple(targets))


def _shows_review(state: State) -> bool:
    """True if the result of a review replaces the best line."""
    if state.practice.exercises is not None or state.editor:
        return False
    if _is_requested(state) and not state.live.here.over:
        return False
    return state.analysis.review and review_progress(state.live, state.analysis.limit) == 1


def _is_requested(state: State) -> bool:
    """True if the best line from here is to be shown."""
    analysis = state.analysis
    return analysis.values or analysis.hint == state.live.here


def _requested_values(state: State) -> MoveValues | None:
    """Return the values from here if they are requested and known."""
    here = state.live.here
    requested = _is_requested(state) and not (state.editor or here.over)
    return state.live.search_values.get(here.position) if requested else None


def _worst(state: State) -> Exercise | None:
    """Return the worst mistake; None if there was none."""
    return next(iter(find_exercises(state.live, state.settings.both_sides)), None)


def click(state: State, step: int | None, right: bool) -> None:
    """Go to the worst mistake and open the coach; without it, play the best line or take it back.

    The line is shown on the board, move by move.
    """
    values, here = _requested_values(state), state.live.here
    if step is not None:
        state.go_to(step)
        state.ui.tab = "tab_coach"
    elif state.ui.playback is not None:
        state.ui.playback = None
    elif values is not None:
        state.ui.play_line(here.position, here.black_to_move, values.best.line[:MOST_SHOWN])


def _best_line_words(state: State) -> tuple[str, str]:
    here = state.live.here
    if state.editor:
        return _("Best line"), ""
    if here.over or _shows_review(state):
        return _after_game(state)
    if state.practice.asking:
        return _("Best line"), _("appears after your try")
    if state.practice.answer is None and not _is_requested(state):
        return _("Best line"), _("V: value of every move. T: a hint.")
    values = state.practice.answer or state.live.search_values.get(here.position)
    if values is None:
        return _("Best line"), _("thinking …") if state.engine.thread.ready else ""
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
        reviews = state.analysis.review
        return _("Game over"), _("N: new game") if reviews else _("R: review, N: new game")
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
        state.analysis.open = True
        return
    if state.live.tree.over:
        state.notify(_("The analysis stays on after the game."))
        return
    if state.analysis.values:
        toggle_values(state)
    state.stop_review()
    state.analysis.open, state.ui.tab = False, "tab_moves"


PANELS = {
    "best_line": Panel(
        show=show,
        click=click,
        commands=(
            Command(
                "analyse",
                "ctrl+a",
                N_("Analyse: evaluation, graph, tabs"),
                toggle_analysis,
                ANALYSIS,
            ),
            Command("hint", "t", N_("Hint"), toggle_hint, ANALYSIS),
            Command("values", "v", N_("Value of every move"), toggle_values, ANALYSIS),
        ),
    )
}
