"""Files and folders of games read block by block."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from othello.formats import collection, wthor
from othello.formats.entry import Entry
from othello.formats.reading import GAMES, OnError, collect_errors
from othello.library.blocks import Block, Names, entries_block, wthor_block

MOST_IN_BLOCK = 8192
BLOCK_SECONDS = 0.25
"""Seconds after which a block of games of text files is closed, so that it can be shown."""
WORK_SECONDS, REST_SECONDS = 0.003, 0.001
"""Reading pauses regularly: the window needs the interpreter too."""


class Progress(NamedTuple):
    """Games that have been read, or None, and the name of the current file."""

    block: Block | None
    file: str


def read(path: Path, names: Names, on_error: OnError) -> Iterator[Progress]:
    """Games of a file or of all files below a folder.

    Bad files and games are left out, and `on_error` is called with the error of each.
    """
    waiting: list[Entry] = []
    folder_names: dict[Path, tuple[list[str], ...]] = {}
    began = time.monotonic()
    for file in collection.files_below(path, GAMES):
        yield Progress(None, file.name)
        with collect_errors(file, on_error):
            if file.suffix.lower() == ".wtb":
                if waiting:  # the order of the games is that of the files
                    yield Progress(entries_block(waiting, names), file.name)
                    waiting = []
                for block in _wthor_blocks(file, names, folder_names, on_error):
                    yield Progress(block, file.name)
                continue
            for entry in _with_pauses(collection.entries_of_file(file, on_error)):
                waiting.append(entry)
                is_due = time.monotonic() - began > BLOCK_SECONDS
                if len(waiting) == MOST_IN_BLOCK or is_due:
                    yield Progress(entries_block(waiting, names), file.name)
                    waiting, began = [], time.monotonic()
    if waiting:
        yield Progress(entries_block(waiting, names), "")


def _wthor_blocks(
    path: Path,
    names: Names,
    folder_names: dict[Path, tuple[list[str], ...]],
    on_error: OnError,
) -> Iterator[Block]:
    """Games of a `.wtb` file; `folder_names` caches the names of the folder."""
    if path.parent not in folder_names:
        folder_names.clear()
        lists = (collection.names_in_folder(path, suffix) for suffix in (".jou", ".trn"))
        folder_names[path.parent] = tuple(lists)
    players, places = folder_names[path.parent]
    records, header, _ = wthor.read_records(path, on_error)
    for start in range(0, len(records), MOST_IN_BLOCK):
        yield wthor_block(
            records[start : start + MOST_IN_BLOCK], header.game_year, players, places, names
        )


def _with_pauses(entries: Iterator[Entry]) -> Iterator[Entry]:
    """Entries with pauses for other threads."""
    began = time.monotonic()
    for entry in entries:
        yield entry
        if time.monotonic() - began > WORK_SECONDS:
            time.sleep(REST_SECONDS)
            began = time.monotonic()
