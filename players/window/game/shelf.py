"""The library that is open, and the one before while it is not known whether there is a game."""

from collections.abc import Callable
from pathlib import Path

from players.window.game.library import Library
from players.window.translation import _


class Shelf:
    """Holds the library opened last; one in which no game is found gives way to the one before."""

    def __init__(self) -> None:
        self.library: Library | None = None
        self._before: Library | None = None
        self._settled = True
        self._opened: Callable[[], object] = lambda: None
        self._refused: Callable[[str], object] = lambda why: None

    def open(
        self, path: Path, opened: Callable[[], object], refused: Callable[[str], object]
    ) -> None:
        """Begin to read a library.

        `opened` is called as soon as there is a game, `refused`, with what is wrong, in a line, if
        none is found.
        """
        self._opened, self._refused = opened, refused
        if self._settled:
            self._before = self.library
        elif self.library is not None:
            self.library.close()
        self.library, self._settled = Library(path), False

    def settle(self) -> None:
        """Keep the library opened last if it has a game, else the one before; once a frame."""
        library = self.library
        if self._settled or library is None or (library.reading and not library.games):
            return
        self._settled = True
        before, self._before = self._before, None
        if library.games:
            self._opened()
            library = before
        else:
            self.library = before
            why = library.failure or next(map(str, reversed(library.errors)), "")
            self._refused(why or _("{file}: no game in it").format(file=library.path.name))
        if library is not None:
            library.close()

    def close(self) -> None:
        """Stop reading."""
        for library in (self.library, self._before):
            if library is not None:
                library.close()
