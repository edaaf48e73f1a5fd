"""Files and folders of games, read block by block."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from othello.formats import collection, wthor
from othello.formats.entry import Entry
from othello.formats.reading import GAMES, Refused, refusing
from othello.library.blocks import Block, Names, entries_block, wthor_block

MOST_IN_BLOCK = 8192
BLOCK_SECONDS = 0.25
"""A block of games of other files than WTHOR's is closed after so many seconds, to be shown."""
WORK_SECONDS, REST_SECONDS = 0.003, 0.001
"""After so long a time of reading text there is a rest: a window needs the interpreter too."""


NamesBeside = dict[Path, tuple[list[str], ...]]
"""The names of players and places in a folder of WTHOR files."""


class Progress(NamedTuple):
    """Games that have been read, if there are some, and the file that is read now."""

    block: Block | None
    file: str


def read(path: Path, names: Names, refused: Refused) -> Iterator[Progress]:
    """The games of a file or of all files below a folder.

    A file that cannot be read is left out, as are odd games; `refused` is called with the error.
    """
    waiting: list[Entry] = []
    beside: NamesBeside = {}
    began = time.monotonic()
    for file in collection.files_below(path, GAMES):
        yield Progress(None, file.name)
        with refusing(file, refused):
            if file.suffix.lower() == ".wtb":
                for block in _wthor_blocks(file, names, beside, refused):
                    yield Progress(block, file.name)
                continue
            for entry in _rested(collection.entries_of_file(file, refused)):
                waiting.append(entry)
                late = time.monotonic() - began > BLOCK_SECONDS
                if len(waiting) == MOST_IN_BLOCK or late:
                    yield Progress(entries_block(waiting, names), file.name)
                    waiting, began = [], time.monotonic()
    if waiting:
        yield Progress(entries_block(waiting, names), "")


def _wthor_blocks(
    path: Path, names: Names, beside: NamesBeside, refused: Refused
) -> Iterator[Block]:
    """All games of a `.wtb` file; `beside` keeps the names, which are read once for a folder."""
    if path.parent not in beside:
        found = (collection.names_beside(path, suffix) for suffix in (".jou", ".trn"))
        beside.clear()
        beside[path.parent] = tuple(found)
    players, places = beside[path.parent]
    records, header, _ = wthor.read_records(path, refused)
    for start in range(0, len(records), MOST_IN_BLOCK):
        yield wthor_block(
            records[start : start + MOST_IN_BLOCK], header.game_year, players, places, names
        )


def _rested(entries: Iterator[Entry]) -> Iterator[Entry]:
    began = time.monotonic()
    for entry in entries:
        yield entry
        if time.monotonic() - began > WORK_SECONDS:
            time.sleep(REST_SECONDS)
            began = time.monotonic()
