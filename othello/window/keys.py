"""What keys do to the desk."""

import pygame

from othello.window import actions, commands
from othello.window.desk import Desk
from othello.window.editor import BLACK_DISC, EMPTY, WHITE_DISC
from othello.window.layout import (
    Layout,
)
from othello.window.overlays import Chooser, Prompt
from othello.window.places import list_rows

LEFT, MIDDLE, RIGHT = 1, 2, 3


TOOLS = {
    "brush_black": "brush x",
    "brush_white": "brush o",
    "brush_empty": "brush space",
    "edit_turn": "t",
    "edit_start": "s",
    "edit_clear": "delete",
    "edit_invert": "i",
    "edit_drop": "escape",
    "edit_done": "return",
}
"""The editor's buttons and the keys that do the same; a brush is only taken up."""


_ARROWS = {"left": -1, "right": 1, "up": -8, "down": 8}


def key_text(event: pygame.event.Event) -> str:
    """A key with what is held: "ctrl+shift+c", "tab", "?"; the Mac's command key counts as ctrl."""
    typed = getattr(event, "unicode", "")
    held = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
    if typed in ("?", "+", "-", "=") and not held and typed:
        return typed
    name = pygame.key.name(event.key)
    parts = ["ctrl"] if held else []
    if event.mod & pygame.KMOD_SHIFT:
        parts.append("shift")
    return "+".join([*parts, name])


def press_key(desk: Desk, layout: Layout, event: pygame.event.Event) -> None:
    """Do what a key does: over what is open, in the editor, or at the board."""
    key = key_text(event)
    if desk.overlay is not None:
        _overlay_key(desk, key, getattr(event, "unicode", ""), layout)
    elif desk.editor is not None and editor_key(desk, key):
        pass
    elif key == "escape":
        _escape(desk)
    elif not _square_key(desk, key) and not _cursor_key(desk, key):
        command = commands.BY_KEY.get(key)
        if command is not None:
            command.run(desk)


def _escape(desk: Desk) -> None:
    """Put away what is in the way: a hint, the cursor, full screen."""
    desk.interests.hint = desk.cursor = None
    desk.fullscreen = False
    desk.typed = ""


def _square_key(desk: Desk, key: str) -> bool:
    """Take a letter a to h and the digit after it as a square; whether the key was one."""
    if desk.typed and key in "12345678" and len(key) == 1:
        square = 8 * (int(key) - 1) + "abcdefgh".index(desk.typed)
        desk.typed = ""
        desk.play_by_hand(square)
        return True
    desk.typed = key if len(key) == 1 and key in "abcdefgh" else ""
    return bool(desk.typed)


def _moved(square: int, by: int) -> int:
    """The square beside another; the same at the board's rim."""
    column, row = square % 8 + (by if abs(by) == 1 else 0), square // 8 + by // 8 * (abs(by) == 8)
    return 8 * row + column if 0 <= column < 8 and 0 <= row < 8 else square


def _cursor_key(desk: Desk, key: str) -> bool:
    """Move the cursor with shift and an arrow; whether the key did."""
    shift, plus, arrow = key.partition("+")
    if shift != "shift" or not plus or arrow not in _ARROWS:
        return False
    desk.cursor = 27 if desk.cursor is None else _moved(desk.cursor, _ARROWS[arrow])
    return True


def editor_key(desk: Desk, key: str) -> bool:
    """Keys of the editor; whether it was one of them. Commands with ctrl work as ever."""
    editor = desk.editor
    assert editor is not None
    discs = {"x": BLACK_DISC, "o": WHITE_DISC, "space": EMPTY, "backspace": EMPTY}
    if key in _ARROWS or key.removeprefix("shift+") in _ARROWS:
        editor.cursor = _moved(editor.cursor, _ARROWS[key.removeprefix("shift+")])
    elif key.removeprefix("brush ") in discs and key.startswith("brush "):
        editor.brush = discs[key.removeprefix("brush ")]
    elif key in discs:
        editor.put(editor.cursor, discs[key])
        editor.brush = discs[key]
    elif key == "t":
        editor.black_to_move = not editor.black_to_move
    elif key == "s":
        editor.start_position()
    elif key == "delete":
        editor.clear()
    elif key == "i":
        editor.invert()
    elif key in ("return", "enter"):
        actions.finish_editing(desk)
    elif key == "escape":
        desk.editor = None
    else:
        return len(key) == 1 and key.isalpha()  # else a slip would start a new game
    return True


def _overlay_key(desk: Desk, key: str, typed: str, layout: Layout) -> None:
    """Keys while something lies over the board."""
    overlay = desk.overlay
    if key == "escape":
        desk.overlay = None
    elif isinstance(overlay, Chooser):
        _chooser_key(desk, overlay, key, typed, list_rows(layout, overlay.total))
    elif isinstance(overlay, Prompt):
        _prompt_key(desk, overlay, key, typed)
    elif overlay is not None:
        steps = {"up": -1, "down": 1, "page up": -8, "page down": 8, "home": -999}
        if key in steps:
            overlay.scroll(steps[key])
        else:
            desk.overlay = None


def _chooser_key(desk: Desk, chooser: Chooser, key: str, typed: str, page: int) -> None:
    steps = {"up": -1, "down": 1, "page up": -page, "page down": page}
    steps |= {"home": -(10**9), "end": 10**9, "tab": 1, "shift+tab": -1}
    if key in steps:
        chooser.move(steps[key])
    elif key in ("return", "enter"):
        take(desk, chooser)
    elif key == "backspace":
        chooser.erase()
    elif typed and typed.isprintable() and not key.startswith("ctrl"):
        chooser.type(typed)


def take(desk: Desk, chooser: Chooser) -> None:
    """Do what the selected row stands for."""
    row = chooser.take()
    if row is None:
        return
    if not chooser.stays:
        desk.overlay = None
    chooser.choose(row)
    if chooser.stays:
        chooser.refresh()


def _prompt_key(desk: Desk, prompt: Prompt, key: str, typed: str) -> None:
    if key in ("return", "enter"):
        fault = prompt.accept(prompt.text)
        if fault is None:
            desk.overlay = None
        else:
            prompt.error = fault
    elif key == "backspace":
        prompt.erase()
    elif key == "ctrl+backspace":
        prompt.text = prompt.text.rpartition("/")[0] and prompt.text.rpartition("/")[0] + "/"
    elif key == "ctrl+v":
        prompt.type(next(iter(desk.clipboard.get().splitlines()), ""))
    elif typed and typed.isprintable() and not key.startswith("ctrl"):
        prompt.type(typed)
