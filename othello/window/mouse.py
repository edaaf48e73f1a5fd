"""What the mouse does to the desk."""

import pygame

from othello.window import commands, menus
from othello.window.desk import Desk
from othello.window.editor import WHITE_DISC
from othello.window.judgement import axis_length
from othello.window.keys import TOOLS, editor_key, take
from othello.window.layout import Layout, button_at, square_at
from othello.window.overlays import Chooser, Prompt
from othello.window.panel_layout import graph_plot, move_grid, step_at, tool_at
from othello.window.places import help_box, list_box, list_row_at, prompt_box

LEFT, RIGHT = 1, 3


def hover(desk: Desk, layout: Layout, event: pygame.event.Event) -> None:
    """Note the square under the mouse, select the row, or drag along the graph."""
    desk.hover = None if desk.overlay else square_at(layout, event.pos)
    if isinstance(desk.overlay, Chooser):
        row = list_row_at(layout, desk.overlay.total, event.pos)
        if row is not None and row < len(desk.overlay.rows) - desk.overlay.top:
            desk.overlay.selected = desk.overlay.top + row
    elif event.buttons[0] and desk.overlay is None:
        _graph_click(desk, layout, event.pos)


def press(desk: Desk, layout: Layout, event: pygame.event.Event) -> None:
    """Do what a click does where it falls."""
    if event.button not in (LEFT, RIGHT):
        return
    if desk.overlay is not None:
        _overlay_click(desk, layout, event.pos)
        return
    square = square_at(layout, event.pos)
    name = (tool_at if desk.editor else button_at)(layout, event.pos)
    if square is not None:
        _square_click(desk, square, event.button)
    elif name is not None:
        desk.pressed = name
        if name in TOOLS:
            editor_key(desk, TOOLS[name])
        else:
            commands.run(desk, name)
    elif desk.editor is None and not _graph_click(desk, layout, event.pos):
        _panel_click(desk, layout, event.pos)


def _square_click(desk: Desk, square: int, button: int) -> None:
    if desk.editor is not None:
        desk.editor.cursor = square
        desk.editor.paint(square, {RIGHT: WHITE_DISC}.get(button))
    elif button == LEFT:
        desk.cursor = None
        desk.play_by_hand(square)


def _graph_click(desk: Desk, layout: Layout, point: tuple[int, int]) -> bool:
    """Go to the position under a point of the graph; whether there is one."""
    if layout.graph is None or not layout.graph.contains(point) or not desk.interests.graph:
        return False
    plot = graph_plot(layout.graph, layout.unit)
    step = step_at(plot, point[0], axis_length(len(desk.session.steps)))
    if step != desk.session.step:
        desk.go_to(min(step, len(desk.session.steps) - 1))
    return True


def _panel_click(desk: Desk, layout: Layout, point: tuple[int, int]) -> None:
    for side, card in enumerate(layout.cards):
        if card.contains(point):
            menus.open_player(desk, side)
            return
    if layout.body is not None and desk.tab == "tab_moves":
        moves = len(desk.session.steps) - 1
        index = move_grid(layout.body, layout.unit, moves, desk.session.step).index_at(point)
        if index is not None and index < moves:
            desk.go_to(index + 1)


def _overlay_click(desk: Desk, layout: Layout, point: tuple[int, int]) -> None:
    """Choose a row; beside the box, close."""
    overlay = desk.overlay
    if isinstance(overlay, Chooser):
        place = list_box(layout, overlay.total)
    else:
        place = prompt_box(layout) if isinstance(overlay, Prompt) else help_box(layout)
    if not place.contains(point):
        desk.overlay = None
    elif isinstance(desk.overlay, Chooser):
        row = list_row_at(layout, desk.overlay.total, point)
        if row is not None and desk.overlay.top + row < len(desk.overlay.rows):
            desk.overlay.selected = desk.overlay.top + row
            take(desk, desk.overlay)


def wheel(desk: Desk, up: int) -> None:
    """Scroll what is open, or step through the game."""
    if isinstance(desk.overlay, Prompt):
        return
    if desk.overlay is not None:
        desk.overlay.scroll(-up * 2)
    elif desk.editor is None:
        desk.go_to(desk.session.step - (1 if up > 0 else -1 if up < 0 else 0))
