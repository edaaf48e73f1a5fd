"""Events: what keys, the mouse and dropped files change in the state."""

from pathlib import Path

import pygame

from players.window.drawing.describe_library import first_reply, reply_at
from players.window.drawing.describe_lines import line_at, lines_scene
from players.window.drawing.describe_moves import list_of
from players.window.drawing.layout import (
    Layout,
    button_at,
    graph_plot,
    square_at,
    step_at,
)
from players.window.drawing.overlay_layout import (
    help_box,
    list_box,
    list_heads,
    list_row_at,
    list_rows,
    prompt_box,
)
from players.window.drawing.turning import beside
from players.window.game.editor import BLACK_DISC, EMPTY, WHITE_DISC
from players.window.game.judgements import axis_length
from players.window.game.variations import MovePath
from players.window.input import commands, lines, menus, players
from players.window.overlays import Chooser, Help, Prompt
from players.window.state import State
from players.window.thinking.analysis import review_progress

LEFT, RIGHT = 1, 3
"""Buttons of the mouse."""
_ARROWS = {"left": -1, "right": 1, "up": -8, "down": 8}
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


def handle(state: State, layout: Layout, event: pygame.event.Event) -> None:
    """Change the state as an event asks for."""
    if event.type == pygame.QUIT:
        state.quit = True
    elif event.type == pygame.KEYDOWN:
        _press_key(state, layout, event)
    elif event.type == pygame.MOUSEMOTION:
        _hover(state, layout, event)
    elif event.type == pygame.MOUSEBUTTONDOWN:
        _press(state, layout, event)
    elif event.type == pygame.MOUSEBUTTONUP:
        state.pressed = None
    elif event.type == pygame.MOUSEWHEEL:
        _wheel(state, layout, event.y)
    elif event.type == pygame.DROPFILE:
        state.overlay = None
        menus.open_file(state, Path(event.file))
    elif event.type == pygame.WINDOWLEAVE:
        state.hover = None


def _hover(state: State, layout: Layout, event: pygame.event.Event) -> None:
    """Note the square under the mouse, select the row, or drag along the graph."""
    state.pointer = event.pos
    state.hover = None if state.overlay else square_at(layout, event.pos)
    if isinstance(state.overlay, Chooser):
        row = list_row_at(layout, state.overlay.total, event.pos, bool(state.overlay.heads))
        if row is not None and row < len(state.overlay.rows) - state.overlay.top:
            state.overlay.selected = state.overlay.top + row
    elif event.buttons[0] and state.overlay is None and state.editor is None:
        _graph_click(state, layout, event.pos)


def _press(state: State, layout: Layout, event: pygame.event.Event) -> None:
    """Take a click: on an overlay, a square, a button, the graph or the panel."""
    if event.button not in (LEFT, RIGHT):
        return
    if state.overlay is not None:
        _overlay_click(state, layout, event.pos)
        return
    square = square_at(layout, event.pos)
    name = button_at(layout, event.pos, editing=state.editor is not None)
    if square is not None:
        _square_click(state, square, event.button)
    elif name is not None:
        state.pressed = name
        if name in TOOLS:
            _editor_key(state, TOOLS[name], layout)
        else:
            commands.run(state, name)
    elif state.editor is None and not _graph_click(state, layout, event.pos):
        clicked = _move_at(state, layout, event.pos)
        _panel_click(state, layout, event.pos)
        if event.button == RIGHT and clicked:
            commands.open_move(state)


def _square_click(state: State, square: int, button: int) -> None:
    if state.editor is not None:
        state.editor.cursor = square
        state.editor.paint(square, {RIGHT: WHITE_DISC}.get(button))
    elif button == LEFT:
        state.cursor = None
        state.play_by_hand(square)


def _graph_click(state: State, layout: Layout, point: tuple[int, int]) -> bool:
    """Go to the position under a point of the graph; whether there is one."""
    if layout.graph is None or not layout.graph.contains(point) or not state.analysis.graph:
        return False
    plot = graph_plot(layout.graph, layout.unit)
    step = step_at(plot, point[0], axis_length(len(state.live.steps)))
    if step != state.live.step:
        state.go_to(min(step, len(state.live.steps) - 1))
    return True


def _panel_click(state: State, layout: Layout, point: tuple[int, int]) -> None:
    for side, card in enumerate(layout.cards):
        if card.contains(point):
            players.open_player(state, side)
            return
    if (reply := reply_at(state, layout, point)) is not None:
        state.play_by_hand(reply)
        return
    if state.tab == "tab_lines" and (number := line_at(state, layout, point)) is not None:
        lines.take_up(state, number)
    if state.exercises is not None and layout.body is not None and layout.body.contains(point):
        if not state.asking and state.tab == "tab_moves":
            state.step_exercise(1)
        return
    path = _move_at(state, layout, point)
    if path is not None:
        state.go_to_path(path)


def _move_at(state: State, layout: Layout, point: tuple[int, int]) -> MovePath | None:
    """The move of the list under a point, by its path; None where there is none."""
    if state.tab != "tab_moves" or state.exercises is not None:
        return None
    listed = list_of(state, layout)
    return listed.path_at(point) if listed is not None else None


def _overlay_click(state: State, layout: Layout, point: tuple[int, int]) -> None:
    """Choose a row; beside the box, close."""
    overlay = state.overlay
    if isinstance(overlay, Chooser):
        place = list_box(layout, overlay.total)
    else:
        help_lines = overlay.lines if isinstance(overlay, Help) else ()
        place = help_box(layout, len(help_lines)) if help_lines else prompt_box(layout)
    if not place.contains(point):
        state.overlay = None
    elif isinstance(state.overlay, Chooser):
        chooser = state.overlay
        heads = list_heads(layout, chooser.total, len(chooser.heads)) if chooser.heads else ()
        for column, head in enumerate(heads):
            if head.contains(point):
                chooser.sort(column)
        row = list_row_at(layout, chooser.total, point, bool(chooser.heads))
        if row is not None and state.overlay.top + row < len(state.overlay.rows):
            state.overlay.selected = state.overlay.top + row
            _choose_row(state, state.overlay)


def _wheel(state: State, layout: Layout, up: int) -> None:
    """Scroll what is open or the list under the mouse, or else step through the game."""
    if isinstance(state.overlay, Prompt):
        return
    if state.overlay is not None:
        state.overlay.scroll(-up * 2)
    elif layout.body is not None and layout.body.contains(state.pointer) and not state.editor:
        _scroll_list(state, layout, -1 if up > 0 else 1 if up < 0 else 0)
    elif state.editor is None and state.exercises is None:
        state.go_to(state.live.step - (1 if up > 0 else -1 if up < 0 else 0))


def _scroll_list(state: State, layout: Layout, rows: int) -> None:
    """Scroll the moves or the library's replies, as far as there are any."""

    def first() -> object:
        listed = list_of(state, layout) if state.tab == "tab_moves" else None
        return listed.first_row if listed is not None else first_reply(state, layout)

    before = first()
    state.scrolled += rows
    if first() == before:
        state.scrolled -= rows


def _key_text(event: pygame.event.Event) -> str:
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


def _press_key(state: State, layout: Layout, event: pygame.event.Event) -> None:
    """Take a key: for the overlay, the editor, a square, the cursor or a command."""
    key = _key_text(event)
    if commands.BY_KEY.get(key) is commands.BY_NAME["quit"]:
        state.quit = True
    elif state.overlay is not None:
        _overlay_key(state, key, getattr(event, "unicode", ""), layout)
    elif not (_editor_key(state, key, layout) if state.editor else _game_key(state, key, layout)):
        command = commands.BY_KEY.get(key)
        if command is not None:
            commands.carry_out(state, command)


def _game_key(state: State, key: str, layout: Layout) -> bool:
    """Keys of the game that are no commands; whether it was one of them."""
    if key == "escape":
        _escape(state)
        return True
    return (
        _square_key(state, key) or _cursor_key(state, key, layout) or _line_key(state, key, layout)
    )


def _escape(state: State) -> None:
    """End the exercises, or else the hint, the cursor, full screen and a review under way."""
    if state.exercises is not None:
        state.end_exercises()
        return
    if state.analysis.review and review_progress(state.live, state.analysis.limit) < 1:
        state.stop_review()
    state.analysis.hint = state.cursor = None
    state.fullscreen = False
    state.typed = ""


def _square_key(state: State, key: str) -> bool:
    """Take a letter a to h and the digit after it as a square; whether the key was one."""
    if state.typed and key in "12345678" and len(key) == 1:
        square = 8 * (int(key) - 1) + "abcdefgh".index(state.typed)
        state.typed = ""
        state.play_by_hand(square)
        return True
    state.typed = key if len(key) == 1 and key in "abcdefgh" else ""
    return bool(state.typed)


def _line_key(state: State, key: str, layout: Layout) -> bool:
    """Take up one of the best lines with its digit, where they are shown; whether the key did."""
    if state.tab != "tab_lines" or len(key) != 1 or key not in "123456789":
        return False
    if int(key) <= len(lines_scene(state, layout)):
        lines.take_up(state, int(key) - 1)
    return True


def _cursor_key(state: State, key: str, layout: Layout) -> bool:
    """Move the cursor with shift and an arrow; whether the key did."""
    shift, plus, arrow = key.partition("+")
    if shift != "shift" or not plus or arrow not in _ARROWS:
        return False
    state.cursor = 27 if state.cursor is None else beside(state.cursor, _ARROWS[arrow], layout.view)
    return True


def _editor_key(state: State, key: str, layout: Layout) -> bool:
    """Keys of the editor; whether it was one of them."""
    editor = state.editor
    assert editor is not None
    discs = {"x": BLACK_DISC, "o": WHITE_DISC, "space": EMPTY, "backspace": EMPTY}
    if key in _ARROWS or key.removeprefix("shift+") in _ARROWS:
        by = _ARROWS[key.removeprefix("shift+")]
        editor.cursor = beside(editor.cursor, by, layout.view)
    elif key.removeprefix("brush ") in discs and key.startswith("brush "):
        editor.brush = discs[key.removeprefix("brush ")]
    elif key in discs:
        editor.put(editor.cursor, discs[key])
        editor.brush = discs[key]
    elif key == "t":
        editor.change_turn()
    elif key == "s":
        editor.start_position()
    elif key == "delete":
        editor.clear()
    elif key == "i":
        editor.invert()
    elif key in ("return", "enter"):
        commands.finish_editing(state)
    elif key == "escape":
        state.drop_board()
    else:
        return False
    return True


def _overlay_key(state: State, key: str, typed: str, layout: Layout) -> None:
    """Keys while something lies over the board."""
    overlay = state.overlay
    if key == "escape":
        state.overlay = None
    elif isinstance(overlay, Chooser):
        page = list_rows(layout, overlay.total, bool(overlay.heads))
        _chooser_key(state, overlay, key, typed, page)
    elif isinstance(overlay, Prompt):
        _prompt_key(state, overlay, key, typed)
    elif overlay is not None:
        steps = {"up": -1, "down": 1, "page up": -8, "page down": 8, "home": -999}
        if key in steps:
            overlay.scroll(steps[key])
        else:
            state.overlay = None


def _chooser_key(state: State, chooser: Chooser, key: str, typed: str, page: int) -> None:
    steps = {"up": -1, "down": 1, "page up": -page, "page down": page}
    steps |= {"home": -(10**9), "end": 10**9, "tab": 1, "shift+tab": -1}
    if key in steps:
        chooser.move(steps[key])
    elif key in ("return", "enter"):
        _choose_row(state, chooser)
    elif key == "backspace":
        chooser.erase()
    elif key in ("left", "right"):
        chooser.sort_beside(1 if key == "right" else -1)
    elif key in ("shift+left", "shift+right") and chooser.order is not None:
        chooser.sort(chooser.order[0])
    elif typed and typed.isprintable() and not key.startswith("ctrl"):
        chooser.type(typed)


def _choose_row(state: State, chooser: Chooser) -> None:
    """Choose the selected row of a list and close the list, unless it stays open."""
    row = chooser.selected_row
    if row is None:
        return
    if not chooser.stays:
        state.overlay = None
    chooser.choose(row)
    if chooser.stays and state.overlay is chooser:
        chooser.refresh()


def _prompt_key(state: State, prompt: Prompt, key: str, typed: str) -> None:
    if key in ("return", "enter"):
        fault = prompt.accept(prompt.text)
        if fault is not None:
            prompt.error = fault
        elif state.overlay is prompt:  # it may have opened another one
            state.overlay = None
    elif key == "backspace":
        prompt.erase()
    elif key == "ctrl+backspace":
        prompt.text = prompt.text.rpartition("/")[0] and prompt.text.rpartition("/")[0] + "/"
    elif key == "ctrl+v":
        prompt.type(next(iter(state.clipboard.get().splitlines()), ""))
    elif typed and typed.isprintable() and not key.startswith("ctrl"):
        prompt.type(typed)
