"""Files and folders of games read block by block, or as a pandas frame.

pandas is an extra and imported on demand.
"""

import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from othello.files import FilePath
from othello.formats import collection, wthor
from othello.formats.entry import Entry
from othello.formats.reading import GAMES, OnError, collect_errors
from othello.formats.wthor import MOST_MOVES
from othello.library.blocks import OPENINGS, Block, Names, entries_block, wthor_block
from othello.position import square_name

if TYPE_CHECKING:
    import pandas

MOST_IN_BLOCK = 8192
BLOCK_SECONDS = 0.25
"""Seconds after which a block of games of text files is closed, so that it can be shown."""
WORK_SECONDS, REST_SECONDS = 0.003, 0.001
"""Reading pauses regularly: the window needs the interpreter too."""
_NAMES = np.array([*map(square_name, range(64)), *[""] * 192], "S2")
"""Names of squares, and "" for other bytes."""


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


def pandas_module() -> Any:
    """Import pandas; ImportError that names the extra if it is not installed."""
    try:
        import pandas
    except ImportError:
        raise ImportError("a frame of games needs pandas: install the extra 'pandas'") from None
    return pandas


def games_frame(path: FilePath, on_error: OnError | None = None) -> "pandas.DataFrame":
    """Games of a file, or of all files below a folder, as a frame.

    `black`, `white`, `place` and `opening` are categories; `year` is 0 if unknown; `result` is
    black's disc difference, NaN if unknown; `plies` is the number of moves in `transcript`, without
    passes. Bad games are left out, and `on_error` is called with the error of each. ImportError
    without pandas, OSError for a missing path.
    """
    pandas = pandas_module()
    path = Path(path)
    path.stat()
    names = Names()
    blocks = [
        progress.block
        for progress in read(path, names, on_error or (lambda error: None))
        if progress.block is not None
    ]

    def categories(field: str, texts: Iterable[str]) -> Any:
        codes = _joined([getattr(block, field) for block in blocks], np.int32)
        values = pandas.Categorical.from_codes(codes, categories=list(texts))
        return values.remove_unused_categories()

    return pandas.DataFrame(
        {
            "black": categories("black", names.texts),
            "white": categories("white", names.texts),
            "place": categories("place", names.texts),
            "year": _joined([block.years for block in blocks], np.int32),
            "result": _joined([block.results for block in blocks], np.float32),
            "opening": categories("openings", OPENINGS),
            "plies": _joined([block.lengths for block in blocks], np.uint8),
            "transcript": _joined([_transcripts(block) for block in blocks], f"U{2 * MOST_MOVES}"),
        }
    )


def _joined(parts: list[NDArray[Any]], kind: Any) -> NDArray[Any]:
    return np.concatenate([np.zeros(0, kind), *parts]).astype(kind)


def _transcripts(block: Block) -> NDArray[np.str_]:
    """Moves of each game as a transcript."""
    played = np.arange(block.moves.shape[1]) < block.lengths[:, None]
    letters = _NAMES[np.where(played, block.moves, 255)]
    return np.ascontiguousarray(letters).view(f"S{2 * block.moves.shape[1]}")[:, 0].astype(str)
