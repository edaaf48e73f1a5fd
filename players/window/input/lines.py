"""What a person does with the lines of a game: undo, go from one to another, promote, comment."""

from othello.notation import move_name
from players.window.game import variations
from players.window.overlays import Prompt
from players.window.state import State
from players.window.translation import _

LINE_LENGTH = 16
"""The most moves of a best line that are added to the tree."""


def undo(state: State) -> None:
    """Bring back what was before the last action."""
    if state.editor is None:
        state.undo()
    elif not state.editor.undo():
        state.notify(_("The board is as the editor found it"))


def redo(state: State) -> None:
    """Do again what was undone, in the editor what was undone there."""
    if state.editor is None:
        state.redo()
    elif not state.editor.redo():
        state.notify(_("There is nothing to do again"))


def _to_side_line(state: State, by: int) -> None:
    """Go to the move so many places beside this one, or beside the one that its line began with."""
    live = state.live
    for length in range(len(live.path), 0, -1):
        path = variations.beside(live.tree, live.path[:length], by)
        if path is not None:
            state.go_to_path(path)
            return
    above = by < 0
    state.notify(_("There is no other line above") if above else _("There is no other line below"))


def line_above(state: State) -> None:
    """Go to the move that stands above, in the line that this one left."""
    _to_side_line(state, -1)


def line_below(state: State) -> None:
    """Go to the move that was tried in place of this one."""
    _to_side_line(state, 1)


def promote(state: State) -> None:
    """Let this side line become the main line, or go up by one."""
    if not state.live.promote():
        state.notify(_("This is the main line"))


def delete(state: State) -> None:
    """Take this move and all that follows it away."""
    live = state.live
    if not live.path:
        state.notify(_("There is no move to delete here"))
        return
    name = move_name(live.path[-1])
    live.delete()
    state.drop_pending()
    deleted = _("{move} and what followed is deleted: Ctrl+Z brings it back")
    state.notify(deleted.format(move=name))


def take_up(state: State, number: int) -> None:
    """Add one of the best lines from here to the tree, and go to its first move."""
    live = state.live
    values = live.known.get(live.here.position)
    if values is None or not 0 <= number < len(values.moves):
        return
    line = values.moves[number].line[:LINE_LENGTH]
    live.add_line(line)
    state.drop_pending()
    added = _("{move} and its line are in the list of moves: Ctrl+Z undoes it")
    state.notify(added.format(move=move_name(line[0])))


def open_comment(state: State) -> None:
    """A line to write what there is to say of the position shown."""
    live = state.live
    path = live.path

    def accept(text: str) -> str | None:
        try:
            live.set_comment(path, text)
        except KeyError:
            return _("The move is not there any more")
        return None

    title = _("Comment on the start")
    if path:
        title = _("Comment on move {number}, {move}")
        title = title.format(number=len(path), move=move_name(path[-1]))
    hint = _("An empty line takes the comment away")
    state.overlay = Prompt(title, live.comment, accept, hint)
