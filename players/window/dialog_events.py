"""Keys and clicks for an open dialog: a list or a text prompt."""

from players.window.dialogs import Chooser, Prompt
from players.window.drawing.scene import ListScene, PromptScene, Scene
from players.window.game.library import GameChooser
from players.window.state import State


def click(state: State, scene: Scene, point: tuple[int, int]) -> None:
    """Choose a row or accept a text; a click outside the box closes the dialog."""
    shown, dialog = scene.dialog, state.ui.dialog
    if shown is None or not shown.box.contains(point) or shown.close.contains(point):
        state.ui.dialog = None
    elif isinstance(dialog, Chooser) and isinstance(shown, ListScene):
        for column, (_, head) in enumerate(shown.heads):
            if head.contains(point) and isinstance(dialog, GameChooser):
                dialog.sort(column)
        if not scroll(dialog, shown, point) and select_row(dialog, shown, point):
            _choose_row(state, dialog)
    elif (
        isinstance(dialog, Prompt)
        and isinstance(shown, PromptScene)
        and shown.accept.contains(point)
    ):
        _accept(state, dialog)


def scroll(chooser: Chooser, shown: object, point: tuple[int, int]) -> bool:
    """Scroll to a point of the scroll bar; False if the point is elsewhere."""
    if not isinstance(shown, ListScene) or not shown.track.contains(point):
        return False
    chooser.scroll_to((point[1] - shown.track.y) / shown.track.height, shown.visible)
    return True


def select_row(chooser: Chooser, shown: object, point: tuple[int, int]) -> bool:
    """Select the row at a point; False if no row is there."""
    rows = shown.rows if isinstance(shown, ListScene) else ()
    for number, (place, _row) in enumerate(rows):
        if place.contains(point) and not _row.heading:
            chooser.selected = chooser.top + number
            return True
    return False


def press_key(state: State, scene: Scene, key: str, typed: str) -> None:
    """Pass a key to the open dialog."""
    dialog = state.ui.dialog
    if isinstance(dialog, Chooser):
        page = scene.dialog.visible if isinstance(scene.dialog, ListScene) else 1
        _chooser_key(state, dialog, key, typed, page)
    elif isinstance(dialog, Prompt):
        if key in ("return", "enter"):
            _accept(state, dialog)
        else:
            _edit(state, dialog, key, typed)


def _chooser_key(state: State, chooser: Chooser, key: str, typed: str, page: int) -> None:
    steps = {"up": -1, "down": 1, "page up": -page, "page down": page, "tab": 1, "shift+tab": -1}
    if chooser.heads or not chooser.query:
        steps |= {"home": -(10**9), "end": 10**9}
    if key in steps:
        chooser.scroll(steps[key])
    elif key in ("return", "enter"):
        _choose_row(state, chooser)
    else:
        _edit(state, chooser, key, typed)


def _choose_row(state: State, chooser: Chooser) -> None:
    row = chooser.selected_row
    if row is None:
        return
    if not chooser.stays:
        state.ui.dialog = None
    chooser.choose(row)
    if chooser.stays and state.ui.dialog is chooser:
        chooser.refresh()


def _accept(state: State, prompt: Prompt) -> None:
    """Accept the typed text, or show the error and stay open."""
    fault = prompt.accept(prompt.text)
    if fault is not None:
        prompt.error = fault
    elif state.ui.dialog is prompt:  # accept may have opened another dialog
        state.ui.dialog = None


def _edit(state: State, dialog: Chooser | Prompt, key: str, typed: str) -> None:
    """Type, paste, or edit the typed text."""
    if key in ("ctrl+v", "shift+insert"):
        dialog.type(next(filter(str.strip, state.clipboard.get().splitlines()), ""))
    elif typed and typed.isprintable() and not key.startswith("ctrl"):
        dialog.type(typed)
    else:
        dialog.press(key)
