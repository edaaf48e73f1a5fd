"""Events: what a key, a click or a dropped file does to the desk."""

from pathlib import Path

import pygame

from othello.window import file_menus
from othello.window.desk import Desk
from othello.window.keys import press_key
from othello.window.layout import Layout
from othello.window.mouse import hover, press, wheel


def handle(desk: Desk, layout: Layout, event: pygame.event.Event) -> None:
    """Let an event do what it does."""
    if event.type == pygame.QUIT:
        desk.quit = True
    elif event.type == pygame.KEYDOWN:
        press_key(desk, layout, event)
    elif event.type == pygame.MOUSEMOTION:
        hover(desk, layout, event)
    elif event.type == pygame.MOUSEBUTTONDOWN:
        press(desk, layout, event)
    elif event.type == pygame.MOUSEBUTTONUP:
        desk.pressed = None
    elif event.type == pygame.MOUSEWHEEL:
        wheel(desk, event.y)
    elif event.type == pygame.DROPFILE:
        desk.overlay = None
        file_menus.open_file(desk, Path(event.file))
    elif event.type == pygame.WINDOWLEAVE:
        desk.hover = None
