"""The clipboard, if the machine has one."""

from contextlib import suppress

import pygame

from othello.formats.reading import without_bom


class Clipboard:
    """The system's clipboard, or a text of the program's own without one."""

    def __init__(self) -> None:
        self._own = ""

    def put(self, text: str) -> None:
        """Copy a text to the clipboard."""
        self._own = text
        with suppress(pygame.error, NotImplementedError):
            pygame.scrap.put_text(text)

    def get(self) -> str:
        """The text on the clipboard."""
        with suppress(pygame.error, NotImplementedError):
            return without_bom(pygame.scrap.get_text()) or self._own
        return without_bom(self._own)
