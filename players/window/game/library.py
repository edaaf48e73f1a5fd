"""The library: many games, read and counted by a thread, searched by words and by position.

The one before stays while it is not known whether there is a game in one opened anew.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from othello.formats.collection import Entry
from othello.formats.reading import FormatError
from othello.notation import transcript_text
from othello.position import Position
from players.window.disk import give_back_memory
from players.window.overlays import Chooser, Row
from players.window.translation import N_, _, ngettext

if TYPE_CHECKING:  # compiles at its import, which is for the thread
    from othello.library.blocks import Block
    from othello.library.search import Replies

MOST_GAMES = 2**20
"""A library takes no more: some 700 bytes of memory for each."""
COUNT_SECONDS = 0.5
"""While games are read, the replies at a position are counted anew after so long a time."""
KEPT_REPLIES = 1000
MANY_BYTES = 2**18
"""A file of more bytes is opened as a library."""
HINT = N_("Search: name, opening, 1998, 1990-1999, draw, b+, w+10, 40-24, f5d6c3, here")
HEADS = (N_("Black"), N_("White"), N_("Score"), N_("Year"), N_("Opening"), N_("Event"))
"""The columns of the list, as `othello.library.search` numbers what games are sorted by."""
FALLING = (2, 3)
"""The columns that are sorted from the largest at first: score and year."""


def is_library(path: Path) -> bool:
    """Whether a path holds so much that it is read in the background: a folder, a large file."""
    try:
        return path.is_dir() or path.stat().st_size > MANY_BYTES
    except OSError:
        return False


class Library:
    """The games of a file or of all files below a folder; they are there as soon as they are read.

    `blocks` are those read so far, `file` is the name of the one that is read now, `reading` says
    whether there are more, `errors` why some were left out, `failure` why reading ended early.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.file, self.failure = path, "", ""
        self.blocks: tuple[Block, ...] = ()
        self.names: Any = None
        self.games = 0
        self.errors: list[FormatError] = []
        self.reading = True
        self.query = ""
        self.order: tuple[int, bool] | None = None
        self._replies: dict[Position, tuple[int, Replies]] = {}
        self._asked: Position | None = None
        self._wake, self._closed = threading.Event(), False
        self._counted_at = 0.0
        self.thread = threading.Thread(target=self._run, name="library", daemon=True)
        self.thread.start()

    def close(self) -> None:
        """Stop reading and counting."""
        self._closed = True
        self._wake.set()

    def _run(self) -> None:
        """Read all games, then count what is asked for; for the thread."""
        from othello.jit import ignore_overflow

        ignore_overflow()  # before what computes at its import
        try:
            self._read()
        except Exception as error:  # said in the window: there, nobody sees the thread's end
            self.failure = f"{type(error).__name__}: {error}"
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
        """Count the replies at the position that was asked for, unless that is done."""
        from othello.library.search import replies

        asked, blocks = self._asked, self.blocks
        if asked is None or self._replies.get(asked, (0,))[0] == len(blocks):
            return
        answer = len(blocks), replies(blocks, asked)
        self._counted_at = time.monotonic()
        if len(self._replies) >= KEPT_REPLIES:
            self._replies.clear()
        self._replies[asked] = answer

    def ask(self, position: Position) -> None:
        """Let the replies at a position be counted, if they are not known."""
        if self._replies.get(position, (0,))[0] != len(self.blocks):
            self._asked = position
            self._wake.set()

    def replies(self, position: Position) -> Replies | None:
        """What was played at a position, as far as it is counted; None if it is not yet."""
        return self._replies.get(position, (0, None))[1]

    def entry(self, number: int) -> Entry:
        """A game, counted from 0 in the order of reading."""
        from othello.library.blocks import entry_of

        block, place = self._place(number)
        return entry_of(block, place, self.names)

    def step_sought(self, number: int, here: Position) -> int | None:
        """The step of a game with the position that the query asks for; None if it asks for none.

        `here` is the position that the word "here" means.
        """
        from othello.library.search import discs_sought

        discs = discs_sought(self.query, here)
        block, place = self._place(number)
        return None if discs is None else discs - 4 - int(block.first[place])

    def row(self, number: int) -> Row:
        """A line that tells a game from the others."""
        from othello.library.blocks import OPENINGS

        entry = self.entry(number)
        block, place = self._place(number)
        label = f"{entry.black or '?'} \N{EN DASH} {entry.white or '?'}"
        opening = OPENINGS[block.openings[place]] or transcript_text(entry.moves[:6])
        detail = filter(None, (entry.score, entry.date, opening, entry.place))
        year = str(block.years[place]) if block.years[place] else ""
        cells = (entry.black, entry.white, entry.score, year, opening, entry.place)
        return Row(label, "  ".join(detail), number, cells=cells)

    def _place(self, number: int) -> tuple[Block, int]:
        """The block of a game and its number there."""
        for block in self.blocks:
            if number < len(block):
                return block, number
            number -= len(block)
        raise IndexError(number)


class LibrarySlot:
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
            self._refused(why or _("{file}: no games found").format(file=library.path.name))
        if library is not None:
            library.close()

    def close(self) -> None:
        """Stop reading."""
        for library in (self.library, self._before):
            if library is not None:
                library.close()


class LazyRows(Sequence[Row]):
    """The rows of some games of a library, made when they are looked at."""

    def __init__(self, library: Library, numbers: Any) -> None:
        self._library, self._numbers = library, numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self._library.row(int(number)) for number in self._numbers[place]]
        return self._library.row(int(self._numbers[place]))


class GameChooser(Chooser):
    """The games of a library; what is typed is a query, and the list grows while it is read.

    `here` is the position that the word "here" means.
    """

    heads, falling = HEADS, FALLING

    def __init__(self, library: Library, here: Position, choose: Callable[[Row], None]) -> None:
        self._library, self._here = library, here
        self._searched: object = None
        query = library.query  # what was typed last is there again, and its order
        self.order = library.order
        super().__init__("", tuple, choose, hint=_(HINT), follows=True)
        self.query = query
        self._narrow()

    def _select_current(self) -> None:
        """No-op: the first game is selected, and none is looked at."""

    def refresh(self) -> None:
        """Search again if more games have been read."""
        self._narrow()

    def _narrow(self) -> None:
        library = self._library
        library.query = self.query
        blocks = library.blocks
        library.order = self.order
        if self._searched != (len(blocks), self.query, self.order):
            self._searched = len(blocks), self.query, self.order
            self._shown = LazyRows(library, self._found(blocks))
            self.selected = min(self.selected, max(0, len(self._shown) - 1))
        self.title = self._title()

    def _found(self, blocks: tuple[Block, ...]) -> Any:
        if not blocks:
            return ()
        from othello.library.search import found, ordered

        names = self._library.names
        games = found(blocks, self.query, names, self._here)
        return games if self.order is None else ordered(games, blocks, names, *self.order)

    def _title(self) -> str:
        """How many games are shown, of how many, and what is read."""
        library = self._library
        games = ngettext("{count} game", "{count} games", library.games)
        if self.query.strip():
            games = ngettext("{found} of {count} game", "{found} of {count} games", library.games)
        parts = [games.format(found=f"{len(self._shown):,}", count=f"{library.games:,}")]
        if library.reading:
            parts.append(_("reading {file}").format(file=library.file))
        elif library.failure:
            parts.append(library.failure)
        elif library.errors:
            parts.append(_("{count} skipped").format(count=len(library.errors)))
        return _("Library: {games}").format(games=", ".join(parts))

    @property
    def total(self) -> int:
        """A number that gives the list its full height, however many are found."""
        return MOST_GAMES
