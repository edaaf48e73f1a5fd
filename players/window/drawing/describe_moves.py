"""What the list of moves shows: each move with what it lost, side lines and comments."""

from othello.notation import move_name
from players.window.drawing.layout import Layout, Rect
from players.window.drawing.move_list import Item, MoveList, move_list
from players.window.drawing.scene import Cell, MovesScene, Remark
from players.window.game.judgements import Known, discs_text, loss, loss_is_exact, rating
from players.window.game.steps import Step
from players.window.game.variations import MovePath, main_line
from players.window.state import State


def list_of(state: State, layout: Layout) -> MoveList | None:
    """The list of moves as it stands in a window; None where there is no room for one."""
    if layout.body is None:
        return None
    live = state.live
    return move_list(layout.body, layout.unit, live.listing, live.path, state.scrolled)


def moves_scene(state: State, layout: Layout) -> MovesScene:
    """The part of the list that is in sight."""
    listed = list_of(state, layout)
    if listed is None:
        return MovesScene()
    here, main = state.live.path, main_line(state.live.tree)
    shown = listed.shown()
    return MovesScene(
        tuple(_cell(state, item, place, here, main) for item, place in shown if item.node),
        tuple(Remark(place, item.text, item.path == here) for item, place in shown if item.text),
        tuple(listed.guides()),
    )


def _cell(state: State, item: Item, place: Rect, here: MovePath, main: MovePath) -> Cell:
    """A move of the list."""
    node, path, known = item.node, item.path, state.live.judged
    assert node is not None
    rated = state.analysis.review or state.analysis.values
    lost = loss(node.step, known) if rated else None
    return Cell(
        place,
        len(path),
        move_name(node.move),
        node.black,
        None if lost is None else rating(lost),
        lost_text(node.step, lost, known),
        path == here,
        here[: len(path)] != path,
        main[: len(path)] == path,
    )


def lost_text(step: Step, lost: int | None, known: Known) -> str:
    """What a move lost, in whole discs where that is exact; nothing for one of the best."""
    if not lost or rating(lost) == 0:
        return ""
    return discs_text(-lost, loss_is_exact(step, known))
