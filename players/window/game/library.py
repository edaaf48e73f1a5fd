"""The library: many games, read and counted by a thread, searched by text and by position."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from othello.formats.entry import Entry
from othello.formats.reading import FormatError
from othello.notation import transcript_text
from othello.position import Position
from players.window.dialogs import Chooser, Row, TextField
from players.window.timed_files import give_back_memory, start_thread
from players.window.translation import N_, _, ngettext

if TYPE_CHECKING:  # compiles at its import, which is for the thread
    from othello.library.blocks import Block
    from othello.library.search import Replies

MOST_GAMES = 2**20
"""The most games of a library; each takes some 700 bytes of memory."""
COUNT_SECONDS = 0.5
"""The time between two counts of the replies at a position while games are read."""
MANY_BYTES = 2**18
"""A file of more bytes is opened as a library."""
HINT = N_("Search: name, opening, 1998, 1990-1999, draw, b+, w+10, 40-24, f5d6c3, here")
HEADS = (N_("Black"), N_("White"), N_("Score"), N_("Year"), N_("Opening"), N_("Event"))
"""The columns of the list, numbered as the sort keys of `othello.library.search`."""
FALLING = (2, 3)
"""The columns whose first sort is descending: score and year."""


def is_library(path: Path) -> bool:
    """True for a folder or a large file, which are read in the background."""
    try:
        return path.is_dir() or path.stat().st_size > MANY_BYTES
    except OSError:
        return False


class Library:
    """The games of a file or of all files below a folder, available as soon as they are read.

    `blocks` are the games so far, `file` is being read now; `reading` is false at the end.
    `errors` are the games left out. `failure` is the reason, in one line, why there is no game or
    why reading ended early.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.file, self.failure = path, "", ""
        self.blocks: tuple[Block, ...] = ()
        self.names: Any = None
        self.games = 0
        self.errors: list[FormatError] = []
        self.reading = True
        self.query = ""
        self._replies: dict[Position, tuple[int, Replies]] = {}
        self._position: Position | None = None
        self._wake, self._closed = threading.Event(), False
        self._counted_at = 0.0
        self.thread = start_thread(self._run, "library")

    def close(self) -> None:
        """Stop reading and counting."""
        self._closed = True
        self._wake.set()

    def _run(self) -> None:
        """Read all games, then count replies on request; runs in the thread."""
        try:
            self._read()
        except Exception as error:  # the window shows it: nobody sees a thread end
            self.failure = f"{type(error).__name__}: {error}"
        if not (self.games or self.failure):
            none = _("{file}: no games found").format(file=self.path.name)
            self.failure = str(self.errors[-1]) if self.errors else none
        self.reading = False
        give_back_memory()
        while not self._closed:
            self._wake.wait()
            self._wake.clear()
            self._count()

    def _read(self) -> None:
        from othello.library import reading
        from othello.library.blocks import Names

        self.names = Names()
        for progress in reading.read(self.path, self.names, self.errors.append):
            self.file = progress.file
            if progress.block is not None:
                self.blocks = (*self.blocks, progress.block)
                self.games += len(progress.block)
            if self.games >= MOST_GAMES:
                self.failure = _("only the first {count} games").format(count=f"{self.games:,}")
                return
            if time.monotonic() - self._counted_at > COUNT_SECONDS:
                self._count()
            if self._closed:
                return

    def _count(self) -> None:
        """Count the replies at the requested position, unless they are counted."""
        from othello.library.search import replies

        position, blocks = self._position, self.blocks
        if position is None or self._replies.get(position, (0,))[0] == len(blocks):
            return
        counted = len(blocks), replies(blocks, position)
        self._counted_at = time.monotonic()
        self._replies[position] = counted

    def ask(self, position: Position) -> None:
        """Request the replies at a position."""
        if self._replies.get(position, (0,))[0] != len(self.blocks):
            self._position = position
            self._wake.set()

    def replies(self, position: Position) -> Replies | None:
        """The replies at a position in the games counted so far; None before the first count."""
        return self._replies.get(position, (0, None))[1]

    def entry(self, number: int) -> Entry:
        """A game by its number, from 0 in the order of reading."""
        from othello.library.blocks import entry_of

        block, place = self._place(number)
        return entry_of(block, place, self.names)

    def step_sought(self, number: int, here: Position) -> int | None:
        """The step of a game with the position of the query; None for a query without one.

        The word "here" in a query means the position `here`.
        """
        from othello.library.search import discs_sought

        discs = discs_sought(self.query, here)
        block, place = self._place(number)
        return None if discs is None else discs - 4 - int(block.first[place])

    def row(self, number: int) -> Row:
        """The row of a game in a list."""
        from othello.library.blocks import OPENINGS

        entry = self.entry(number)
        block, place = self._place(number)
        opening = OPENINGS[block.openings[place]] or transcript_text(entry.moves[:6])
        year = str(block.years[place]) if block.years[place] else ""
        cells = (entry.black, entry.white, entry.score, year, opening, entry.place)
        return Row("", value=number, cells=cells)

    def _place(self, number: int) -> tuple[Block, int]:
        """The block of a game and its index there."""
        for block in self.blocks:
            if number < len(block):
                return block, number
            number -= len(block)
        raise IndexError(number)


class LazyRows(Sequence[Row]):
    """The rows of some games of a library, made on access."""

    def __init__(self, library: Library, numbers: Any) -> None:
        self._library, self._numbers = library, numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self._library.row(int(number)) for number in self._numbers[place]]
        return self._library.row(int(self._numbers[place]))


class GameChooser(Chooser):
    """A list of a library's games, which grows while they are read, with a query as its filter.

    The word "here" in a query means the position `here`.
    """

    follows, heads = True, HEADS

    def __init__(self, library: Library, here: Position, choose: Callable[[Row], None]) -> None:
        self._library, self._here = library, here
        self._searched: object = None
        query = library.query  # it comes back
        super().__init__("", tuple, choose, hint=_(HINT))
        self.field = TextField(query)
        self._narrow()

    def _narrow(self) -> None:
        """Search again if more games are read, or for another query or order."""
        library = self._library
        library.query = self.field.text
        blocks = library.blocks
        if self._searched != (len(blocks), library.query, self.order):
            self._searched = len(blocks), library.query, self.order
            self.rows = LazyRows(library, self._search(blocks) if blocks else ())
            self.selected = min(self.selected, max(0, len(self.rows) - 1))
        self.title = self._title()

    def sort(self, column: int) -> None:
        """Sort by a column, in the opposite order if the list is sorted by it."""
        if self.order is not None and self.order[0] == column:
            self.order = column, not self.order[1]
        else:
            self.order = column, column in FALLING
        self.selected = self.top = 0
        self._narrow()

    def _search(self, blocks: tuple[Block, ...]) -> Any:
        from othello.library.search import matching_games, ordered

        names = self._library.names
        games = matching_games(blocks, self.field.text, names, self._here)
        return games if self.order is None else ordered(games, blocks, names, *self.order)

    def _title(self) -> str:
        """The number of games shown and in all, and the file being read."""
        library = self._library
        games = ngettext("{count} game", "{count} games", library.games)
        if self.field.text.strip():
            games = ngettext("{found} of {count} game", "{found} of {count} games", library.games)
        parts = [games.format(found=f"{len(self.rows):,}", count=f"{library.games:,}")]
        if library.reading:
            parts.append(_("reading {file}").format(file=library.file))
        elif library.failure:
            parts.append(library.failure)
        elif library.errors:
            parts.append(_("{count} skipped").format(count=len(library.errors)))
        return _("Library: {games}").format(games=", ".join(parts))

    @property
    def total(self) -> int:
        """A number large enough to give the list its full height."""
        return MOST_GAMES
