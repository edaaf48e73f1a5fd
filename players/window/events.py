"""Events and commands: what keys, the mouse and dropped files change in the state.

What lies where is asked of the scene. The commands are made of the panels', by name and by key,
and so is the help.
"""

import math
from pathlib import Path

import pygame

from players.window import overlay_events
from players.window.drawing.scene import COMMAND, HelpScene, ListScene, Scene, Target
from players.window.opening import open_file
from players.window.overlays import Chooser, Help, Prompt
from players.window.panels.panel import (
    COMMAND_GROUPS,
    HEADINGS,
    WINDOW,
    Command,
    Keys,
    Named,
    command_list,
    key_text,
    panels,
)
from players.window.state import State
from players.window.thinking.analysis import review_progress
from players.window.translation import N_, _

LEFT, RIGHT = 1, 3
"""Buttons of the mouse."""
SIGNS = "?+-=123456789"
"""What means the same on whichever keys it stands, with Shift or without."""
WELCOME = (
    (N_("Click a dot"), N_("Play there; you are black and begin")),
    ("L", N_("Choose how strong the engine is")),
    ("V  T", N_("See what every move is worth, or a hint")),
    (N_("Left  Right"), N_("Go through the game, R reviews it")),
    (N_("?  Ctrl+K"), N_("All keys, all commands by name")),
)
"""What a person sees at the first start."""


def welcome(state: State) -> None:
    """Show the few things that one has to know."""
    lines = tuple((_(keys), _(words)) for keys, words in WELCOME)
    state.overlay = Help(lines, _("Othello"), beside=True)


def open_menu(state: State) -> None:
    """All commands, in the editor those that do the same there."""
    shown = [command for command in COMMANDS if state.editor is None or command.in_editor]
    state.overlay = command_list(shown, lambda command: carry_out(state, command))


def show_help(state: State) -> None:
    """Show the keys."""
    state.overlay = Help(help_lines(), _("Help"))


def close(state: State) -> None:
    """Close the window."""
    state.quit = True


OWN = (
    Command("menu", ("ctrl+k", "u"), N_("All commands"), open_menu, WINDOW, True, listed=False),
    Command("help", ("?", "f1"), N_("Help"), show_help, WINDOW, in_editor=True),
    Command("quit", ("ctrl+q",), N_("Quit"), close, WINDOW, in_editor=True),
)
"""The commands that are about the table itself, and the end."""
COMMANDS = tuple(
    sorted(
        (*(command for panel in panels().values() for command in panel.commands), *OWN),
        key=lambda command: COMMAND_GROUPS.index(command.group),
    )
)
BY_NAME = {command.name: command for command in COMMANDS}
BY_KEY = {key: command for command in COMMANDS for key in command.keys}
# as other programs and keyboards have it; the help has room for one
BY_KEY |= {"ctrl+shift+z": BY_NAME["redo"], "ctrl+shift+=": BY_NAME["larger"]}


def carry_out(state: State, command: Command) -> None:
    """Carry out a command, unless it would change the game below the editor unseen."""
    if state.editor is None or command.in_editor:
        command.run(state)
    else:
        nothing = _("{command}: not in the editor, Return or Escape leaves it")
        state.notify(nothing.format(command=_(command.title)))


def run_command(state: State, name: str) -> None:
    """Carry out the command `name`."""
    carry_out(state, BY_NAME[name])


def help_lines() -> tuple[tuple[str, str], ...]:
    """Keys with what they do, under headings, which have none; what panels share is said once."""
    told: dict[str, dict[tuple[str, str], None]] = {heading: {} for heading in HEADINGS}
    for panel in panels().values():
        for line in panel.lines:
            told[line.heading] |= dict.fromkeys(_lines(line))
        for line in panel.help() if panel.help is not None else ():
            told[line.heading][line.keys, line.words] = None
    told[WINDOW] |= dict.fromkeys(_lines(Named(WINDOW, "menu help quit")))
    return tuple(line for heading, lines in told.items() for line in (("", _(heading)), *lines))


def _lines(line: Keys | Named) -> list[tuple[str, str]]:
    """What the help says for a line of a panel's, in the language of the window."""
    if isinstance(line, Keys):
        return [(_(line.keys), _(line.words))]
    found = []
    for names in line.names.split():
        commands = [BY_NAME[name] for name in names.split("/")]
        keys = "  ".join(key_text(key) for command in commands for key in command.keys)
        found.append((keys, _(line.words or commands[0].title)))
    return found


def handle(state: State, scene: Scene, event: pygame.event.Event) -> None:
    """Change the state, of which `scene` is shown, as an event asks for."""
    _keep_scrolled(state, scene)
    if event.type == pygame.QUIT:
        state.quit = True
    elif event.type == pygame.KEYDOWN:
        _press_key(state, scene, event)
        state.key_sign = getattr(event, "unicode", "")
    elif event.type == pygame.TEXTINPUT:
        _take_text(state, event.text)
    elif event.type == pygame.MOUSEMOTION:
        _hover(state, scene, event)
    elif event.type == pygame.MOUSEBUTTONDOWN:
        _press(state, scene, event)
    elif event.type == pygame.MOUSEBUTTONUP:
        state.pressed = None
        if state.editor is not None:
            state.editor.end_stroke()
    elif event.type == pygame.MOUSEWHEEL:
        _wheel(state, scene, event.y)
    elif event.type == pygame.DROPFILE:
        state.overlay = None
        open_file(state, Path(event.file))
    elif event.type == pygame.WINDOWLEAVE:
        state.hover = None


def _keep_scrolled(state: State, scene: Scene) -> None:
    """Go on from the rows that are in sight."""
    if isinstance(state.overlay, Chooser) and isinstance(scene.overlay, ListScene):
        state.overlay.top = scene.overlay.above
    elif isinstance(state.overlay, Help) and isinstance(scene.overlay, HelpScene):
        state.overlay.top = scene.overlay.top


def _hover(state: State, scene: Scene, event: pygame.event.Event) -> None:
    """Note the square under the mouse, select the row, or drag along the graph."""
    state.pointer, state.rests_since = event.pos, state.now
    target = scene.target_at(event.pos) if state.overlay is None else None
    panel = panels().get(target.panel) if target is not None else None
    state.hover = target.meaning if target is not None and target.panel == "board" else None
    if event.buttons[0] and overlay_events.point_at_text(state, scene, event.pos, drag=True):
        return
    if isinstance(state.overlay, Chooser):
        pointed = state.overlay, scene.overlay, event.pos
        if not event.buttons[0] or not overlay_events.scroll(*pointed):
            overlay_events.select_row(*pointed)
    elif state.editor is not None and state.hover is not None:
        if event.buttons[0] or event.buttons[2]:
            state.editor.drag(state.hover)
    elif event.buttons[0] and state.overlay is None and _scroll_to(state, scene, event.pos):
        pass
    elif event.buttons[0] and target is not None and panel is not None and panel.drags:
        _click(state, target, right=False)


def _press(state: State, scene: Scene, event: pygame.event.Event) -> None:
    """Take a click: on what is open over the window, or on what the scene says is there."""
    if event.button not in (LEFT, RIGHT):
        return
    state.rests_since = math.inf
    if not _lets_through(state, scene, event.pos):
        overlay_events.click(state, scene, event.pos)
    elif _scroll_to(state, scene, event.pos):
        pass
    elif (target := scene.target_at(event.pos)) is not None:
        _click(state, target, event.button == RIGHT)


def _scroll_to(state: State, scene: Scene, point: tuple[int, int]) -> bool:
    """Scroll a list to a point of its bar; whether there is one."""
    part = scene.part_at(point)
    if part is None or not part.track.contains(point):
        return False
    state.scrolled = part.scrolled_at(point[1])
    return True


def _click(state: State, target: Target, right: bool) -> None:
    if target.panel == COMMAND:
        state.pressed = target.meaning
        run_command(state, target.meaning)
    elif (click := panels()[target.panel].click) is not None:
        click(state, target.meaning, right)


def _lets_through(state: State, scene: Scene, point: tuple[int, int] | None = None) -> bool:
    """Whether what is done is for the window; a card beside the board is closed by it."""
    over = scene.overlay is not None and point is not None and scene.overlay.box.contains(point)
    if isinstance(state.overlay, Help) and state.overlay.beside and not over:
        state.overlay = None
    return state.overlay is None


def _wheel(state: State, scene: Scene, up: int) -> None:
    """Scroll what is open or the list under the mouse, or else step through the game."""
    if not up or isinstance(state.overlay, Prompt):  # 0 is for a wheel that goes sideways
        return
    if state.overlay is not None:
        state.overlay.scroll(-up * 2)
        return
    if state.editor is not None:
        return
    rows = (up < 0) - (up > 0)
    part = scene.part_at(state.pointer)
    if part is not None and part.scrolling is not None:
        least, most = part.scrolling
        now = min(max(state.scrolled, least), most)
        if min(max(state.scrolled + rows, least), most) != now:
            state.scrolled += rows
    elif state.exercises is None:
        state.go_to(state.live.step + rows)


def _key_text(event: pygame.event.Event) -> str:
    """A key with what is held: "ctrl+shift+c", "tab", "?"; the Mac's command key counts as ctrl."""
    typed = getattr(event, "unicode", "")
    held = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
    right_alt = event.mod & pygame.KMOD_RALT  # Windows says of AltGr that Ctrl is held as well
    if typed.strip() and ((typed in SIGNS and not held) or (typed.isprintable() and right_alt)):
        return typed
    shift = "shift+" if event.mod & pygame.KMOD_SHIFT else ""
    return f"{'ctrl+' if held else ''}{shift}{pygame.key.name(event.key)}"


def _press_key(state: State, scene: Scene, event: pygame.event.Event) -> None:
    key = _key_text(event)
    command = BY_KEY.get(key)
    if command is BY_NAME["quit"]:
        state.quit = True
    elif key == "escape" and state.overlay is not None:
        state.overlay = None
    elif not _lets_through(state, scene):
        overlay_events.press_key(state, scene, key, getattr(event, "unicode", ""))
    elif key == "escape" and state.editor is None:
        _escape(state)
    elif any(panel.key(state, key, scene) for panel in panels().values() if panel.key):
        pass
    elif command is not None:
        carry_out(state, command)


def _take_text(state: State, text: str) -> None:
    """Type what an input method sends; what a key has typed comes a second time."""
    if isinstance(state.overlay, Chooser | Prompt) and text != state.key_sign:
        state.overlay.type(text)
    state.key_sign = ""


def _escape(state: State) -> None:
    """End the exercises, or else the hint, the cursor, full screen and searches under way."""
    if state.exercises is not None:
        state.leave_exercises()
        return
    if state.analysis.review and review_progress(state.live, state.analysis.limit) < 1:
        state.stop_review()
    state.analysis.hint = state.cursor = None
    state.fullscreen = False
    state.typed = ""
