"""Events and commands: the effect of keys, the mouse and dropped files on the state.

The scene maps points to targets. Commands come from the panels, by name and by key, and so does
the help.
"""

from itertools import groupby
from pathlib import Path

import pygame

from players.window.coach_text import open_strategy
from players.window.dialogs import Chooser, Dialog, Prompt, Row
from players.window.drawing.scene import COMMAND, DialogScene, Scene, Target
from players.window.focus import focused, move_cursor
from players.window.game.library import GameChooser
from players.window.open_games import open_file
from players.window.panels.board import BUTTONS
from players.window.panels.panel import (
    COMMAND_GROUPS,
    WINDOW,
    Command,
    command_row,
    commands,
    key_text,
    panels,
    unlisted,
)
from players.window.panels.settings import open_settings
from players.window.setting_rows import TITLES, setting_row
from players.window.state import State
from players.window.thinking.analysis import review_progress
from players.window.translation import N_, _

LEFT, RIGHT = 1, 3
"""Buttons of the mouse."""
SIGNS = "?0123456789"
"""Characters that mean the same on any key, with Shift or without."""
MOUSE = (
    (N_("Play; in list and graph: go there"), N_("Click")),
    (N_("Choose who plays that side"), N_("Click a player")),
    (N_("Comment, delete"), N_("Right click a move")),
    (N_("Go through the game"), N_("Wheel")),
    (N_("Open it"), N_("Drop a file")),
)
CURSOR = (
    (N_("Next, previous part of the window"), N_("Tab  Shift+Tab")),
    (N_("Move in it"), N_("Arrow keys")),
    (N_("Click, right click, leave"), N_("Return  Shift+Return  Escape")),
)
"""Effects of the mouse, and of the keys of the keyboard's cursor."""
CLICKS = {"return": False, "enter": False, "space": False, "shift+return": True}
"""Keys that click the target under the cursor; True with the right button."""


def open_menu(state: State) -> None:
    """List the commands; typing also finds the rarer ones and the settings."""
    available = [command for command in COMMANDS if state.live.editor is None or command.in_editor]
    rows: list[Row] = []
    for group, members in groupby(available, lambda command: command.group):
        rows.append(Row(_(group), heading=True))
        rows += [command_row(command, not command.listed) for command in members]
    rows += [setting_row(state, name)._replace(hidden=True) for name in TITLES]
    _list_commands(state, _("Menu"), rows)


def show_help(state: State) -> None:
    """List all keys and gestures of the mouse; choosing a command carries it out."""
    rows = [Row(_("Play on a square"), "a1 … h8")]
    for group, members in groupby(COMMANDS, lambda command: command.group):
        rows.append(Row(_(group), heading=True))
        rows += [command_row(command) for command in members if command.keys]
    for heading, lines in ((N_("Mouse"), MOUSE), (N_("Keyboard cursor"), CURSOR)):
        rows.append(Row(_(heading), heading=True))
        rows += [Row(_(words), _(keys)) for words, keys in lines]
    rows += [Row(_("In the editor"), heading=True), Row(_("Draw, erase"), _("Drag  Right click"))]
    rows += [Row(_(words), key_text(key)) for key, words in BUTTONS.items()]
    _list_commands(state, _("Help"), rows)


def _list_commands(state: State, title: str, rows: list[Row]) -> None:
    """List commands and names of settings to choose from."""

    def choose(row: Row) -> None:
        if isinstance(row.value, Command):
            carry_out(state, row.value)
        elif row.value is not None:
            open_settings(state, row.value)

    hint = _("Type to find a command or a setting")
    state.ui.dialog = Chooser(title, lambda: rows, choose, hint=hint)


def close(state: State) -> None:
    """Close the window."""
    state.ui.quit = True


OWN = (
    unlisted("menu", "ctrl+k", N_("Menu"), open_menu, WINDOW, in_editor=True),
    Command("help", "? f1", N_("Help"), show_help, WINDOW, in_editor=True),
    unlisted("strategy", "shift+f1", N_("Strategy"), open_strategy, WINDOW, in_editor=True),
    Command("quit", "ctrl+q", N_("Quit"), close, WINDOW, in_editor=True),
)
"""Commands about all other commands, and the end."""
COMMANDS = sorted((*commands(), *OWN), key=lambda command: COMMAND_GROUPS.index(command.group))
BY_NAME = {command.name: command for command in COMMANDS}
BY_KEY = {key: command for command in COMMANDS for key in command.keys.split()}
# as in other programs; the help has room for one
BY_KEY["ctrl+shift+z"] = BY_NAME["redo"]


def carry_out(state: State, command: Command) -> None:
    """Run a command; in the editor only commands that do not change the game unseen."""
    if state.live.editor is None or command.in_editor:
        command.run(state)
    else:
        state.notify(_("Not available in the editor. Press Return or Escape first."))


def handle(state: State, scene: Scene, event: pygame.event.Event) -> None:
    """Change the state as an event demands; `scene` is on the screen."""
    if isinstance(state.ui.dialog, Chooser) and scene.dialog is not None:
        state.ui.dialog.top, state.ui.dialog.room = scene.dialog.above, scene.dialog.visible
    if event.type == pygame.QUIT:
        state.ui.quit = True
    elif event.type == pygame.KEYDOWN:
        _press_key(state, scene, event)
        state.ui.key_sign = getattr(event, "unicode", "")
    elif event.type == pygame.TEXTINPUT:
        if state.ui.dialog is not None and event.text != state.ui.key_sign:
            state.ui.dialog.type(event.text)  # of an input method; SDL repeats that of a key
        state.ui.key_sign = ""
    elif event.type == pygame.MOUSEMOTION:
        _hover(state, scene, event)
    elif event.type == pygame.MOUSEBUTTONDOWN:
        _press(state, scene, event)
    elif event.type == pygame.MOUSEBUTTONUP:
        if state.live.editor is not None:
            state.live.editor.stroke = None
    elif event.type == pygame.MOUSEWHEEL:
        _wheel(state, scene, event.y)
    elif event.type == pygame.DROPFILE:
        state.ui.dialog = None
        open_file(state, Path(event.file))
    elif event.type == pygame.WINDOWLEAVE:
        state.ui.hover = None


def _hover(state: State, scene: Scene, event: pygame.event.Event) -> None:
    """Note the square under the mouse, select the row, or drag a disc or a scroll bar."""
    state.ui.pointer = event.pos
    target = scene.target_at(event.pos) if state.ui.dialog is None else None
    state.ui.hover = target.meaning if target is not None and target.panel == "board" else None
    if isinstance(state.ui.dialog, Chooser) and scene.dialog is not None:
        _point_at(state.ui.dialog, scene.dialog, event.pos, event.buttons[0])
    elif state.live.editor is not None and state.ui.hover is not None:
        if event.buttons[0] or event.buttons[2]:
            state.live.editor.drag(state.ui.hover)
    elif event.buttons[0] and state.ui.dialog is None:
        _scroll_to(state, scene, event.pos)


def _press(state: State, scene: Scene, event: pygame.event.Event) -> None:
    """Handle a mouse button: on the dialog, on a scroll bar, or on a target of the scene."""
    if event.button not in (LEFT, RIGHT):
        return
    state.ui.focus = ""
    if state.ui.dialog is not None:
        _click_dialog(state, scene, event.pos)
    elif not _scroll_to(state, scene, event.pos) and (target := scene.target_at(event.pos)):
        _click(state, target, event.button == RIGHT)


def _scroll_to(state: State, scene: Scene, point: tuple[int, int]) -> bool:
    """Scroll a list to a point of its bar; False if the point is elsewhere."""
    part = scene.part_at(point)
    if part is None or not part.track.contains(point):
        return False
    state.ui.scrolled = part.scrolled_at(point[1])
    return True


def _click(state: State, target: Target, right: bool) -> None:
    if target.panel == COMMAND:
        carry_out(state, BY_NAME[target.meaning])
    elif (click := panels()[target.panel].click) is not None:
        click(state, target.meaning, right)


def _wheel(state: State, scene: Scene, up: int) -> None:
    """Scroll the dialog or the list under the mouse, or else step through the game."""
    if not up or isinstance(state.ui.dialog, Prompt):  # 0 for a sideways wheel
        return
    rows = -2 * up
    if state.ui.dialog is not None:
        state.ui.dialog.scroll(rows)
        return
    if state.live.editor is not None:
        return
    part = scene.part_at(state.ui.pointer)
    if part is not None and part.scrolling is not None:
        state.ui.scrolled = part.scrolled_by(state.ui.scrolled, rows)
    elif state.practice.exercises is None:
        carry_out(state, BY_NAME["forward" if rows > 0 else "back"])


def _key_text(event: pygame.event.Event) -> str:
    """Return a key with its modifiers: "ctrl+shift+c", "tab", "?"; the Mac's Command is ctrl."""
    typed = getattr(event, "unicode", "")
    held = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
    right_alt = event.mod & pygame.KMOD_RALT  # Windows reports AltGr as Ctrl too
    if typed.strip() and ((typed in SIGNS and not held) or (typed.isprintable() and right_alt)):
        return typed
    shift = "shift+" if event.mod & pygame.KMOD_SHIFT else ""
    return f"{'ctrl+' if held else ''}{shift}{pygame.key.name(event.key)}"


def _press_key(state: State, scene: Scene, event: pygame.event.Event) -> None:
    key = _key_text(event)
    command = BY_KEY.get(key)
    if command in (BY_NAME["quit"], BY_NAME["strategy"]):
        command.run(state)
    elif key == "escape" and state.ui.dialog is not None:
        state.ui.dialog = state.ui.dialog.back
    elif (dialog := state.ui.dialog) is not None:
        _press_in_dialog(state, dialog, key, getattr(event, "unicode", ""))
    elif state.ui.typed and key in ("escape", "backspace"):
        state.ui.typed = ""
    elif move_cursor(state.ui, scene.parts, key) or _click_focused(state, scene, key):
        pass
    elif key == "escape" and state.live.editor is None:
        _escape(state)
    elif any(panel.key(state, key, scene) for panel in panels().values() if panel.key):
        pass
    elif command is not None:
        carry_out(state, command)


def _click_focused(state: State, scene: Scene, key: str) -> bool:
    """Click the target under the cursor; False if the key is an exercise's or the editor's."""
    target = focused(state.ui, scene.parts)
    answered = state.practice.answer is not None and key != "space"
    elsewhere = state.ui.focus == "board" and (answered or state.live.editor is not None)
    if target is None or key not in CLICKS or elsewhere:
        return False
    _click(state, target, CLICKS[key])
    return True


def _escape(state: State) -> None:
    """Leave the exercises or a line, or else drop hint, record, full screen and searches."""
    if state.practice.exercises is not None:
        state.practice.close()
        return
    if state.practice.take_back():
        return
    if state.analysis.review and review_progress(state.live, state.analysis.limit) < 1:
        state.stop_review()
    state.analysis.hint = None
    if state.calm:
        state.ui.tab = "tab_moves"
    state.ui.fullscreen = False


def _click_dialog(state: State, scene: Scene, point: tuple[int, int]) -> None:
    """Choose a row or accept a text; a click outside the box closes the dialog."""
    shown, dialog = scene.dialog, state.ui.dialog
    if shown is None or dialog is None:
        return
    if not shown.box.contains(point) or shown.close.contains(point):
        state.ui.dialog = dialog.back
    elif shown.accept.contains(point):
        _accept(state, dialog)
    elif isinstance(dialog, Chooser):
        for column, (_, head) in enumerate(shown.heads):
            if head.contains(point) and isinstance(dialog, GameChooser):
                dialog.sort(column)
        if _point_at(dialog, shown, point, True):
            _accept(state, dialog)


def _point_at(chooser: Chooser, shown: DialogScene, point: tuple[int, int], pressed: bool) -> bool:
    """Select the row at a point, or scroll if the bar is `pressed` there; True for a row."""
    if pressed and shown.track.contains(point):
        chooser.scroll_to((point[1] - shown.track.y) / shown.track.height)
        return False
    for number, (place, row) in enumerate(shown.rows):
        if place.contains(point) and not row.heading:
            chooser.selected = chooser.top + number
            return True
    return False


def _press_in_dialog(state: State, dialog: Dialog, key: str, typed: str) -> None:
    """Select a row, accept the dialog, or type, paste or edit its text."""
    if key in ("return", "enter"):
        _accept(state, dialog)
    elif key in ("ctrl+v", "shift+insert"):
        dialog.type(next(filter(str.strip, state.clipboard.get().splitlines()), ""))
    elif typed and typed.isprintable() and not key.startswith("ctrl"):
        dialog.type(typed)
    else:
        dialog.press(key)


def _accept(state: State, dialog: Dialog) -> None:
    """Choose the selected row, or accept the typed text or show its error."""
    if isinstance(dialog, Prompt):
        fault = dialog.accept(dialog.field.text)
        if fault is not None:
            dialog.error = fault
        elif state.ui.dialog is dialog:  # accept may have opened another dialog
            state.ui.dialog = dialog.back
    elif dialog.rows:
        row = dialog.rows[dialog.selected]
        if not dialog.stays:
            state.ui.dialog = None
        dialog.choose(row)
        if dialog.stays and state.ui.dialog is dialog:
            dialog.refresh()
