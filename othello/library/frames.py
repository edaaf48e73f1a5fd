"""Games of files as a pandas frame; pandas is an extra and imported on demand."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from othello.files import FilePath
from othello.formats.reading import OnError
from othello.formats.wthor import MOST_MOVES
from othello.library.blocks import OPENINGS, Block, Names
from othello.library.reading import read
from othello.moves import square_name

if TYPE_CHECKING:
    import pandas

_NAMES = np.array([*map(square_name, range(64)), *[""] * 192], "S2")
"""Names of squares, and "" for other bytes."""


def games_frame(path: FilePath, on_error: OnError | None = None) -> "pandas.DataFrame":
    """Games of a file, or of all files below a folder, as a frame.

    `black`, `white`, `place` and `opening` are categories; `year` is 0 if unknown; `result` is
    black's disc difference, NaN if unknown; `plies` is the number of moves in `transcript`, without
    passes. Bad games are left out, and `on_error` is called with the error of each. ImportError
    without pandas, OSError for a missing path.
    """
    try:
        import pandas
    except ImportError:
        raise ImportError("a frame of games needs pandas: install the extra 'pandas'") from None
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
    """Arrays concatenated with a dtype."""
    return np.concatenate([np.zeros(0, kind), *parts]).astype(kind)


def _transcripts(block: Block) -> NDArray[np.str_]:
    """Moves of each game as a transcript."""
    played = np.arange(block.moves.shape[1]) < block.lengths[:, None]
    letters = _NAMES[np.where(played, block.moves, 255)]
    return np.ascontiguousarray(letters).view(f"S{2 * block.moves.shape[1]}")[:, 0].astype(str)
