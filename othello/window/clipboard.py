"""The system's clipboard; where there is none, the program's own."""

import warnings
from typing import Any

import pygame

_TYPE = "text/plain;charset=utf-8"


class Clipboard:
    """Text that other programs can take and give; falls back to what was put here last."""

    def __init__(self) -> None:
        self._own = ""

    def put(self, text: str) -> None:
        """Offer a text."""
        self._own = text
        self._system("put", text)

    def get(self) -> str:
        """The text that is offered, by whomever."""
        found = self._system("get", None)
        return found if isinstance(found, str) and found else self._own

    @staticmethod
    def _system(action: str, text: str | None) -> Any:
        """Put or get by whichever way this pygame has; None where the system has no clipboard."""
        scrap: Any = pygame.scrap
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # pygame-ce calls the way of pygame 2.6 old
                if not scrap.get_init():
                    scrap.init()
                if hasattr(scrap, "put_text"):
                    return scrap.put_text(text) if action == "put" else scrap.get_text()
                if action == "put":
                    return scrap.put(_TYPE, (text or "").encode())
                content = scrap.get(_TYPE) or scrap.get(pygame.SCRAP_TEXT)
                return content.decode("utf-8", "replace").rstrip("\0") if content else None
        except (pygame.error, AttributeError, NotImplementedError):
            return None
