"""Where the engine may cut: how far a shallower search is to be trusted.

`players.learning.selectivity` fits it to values of positions by searches of every depth.

Source: Buro 1997, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
Othello".
"""

import functools
from pathlib import Path

import numpy as np

from othello.cli.errors import UserError
from othello.evaluation.tables import load_arrays
from othello.files import data_file
from players.engine.midgame_memory import CUT_SEARCHES, CUTS, DEPTH_ROWS, EMPTIES

SELECTIVITY_FILE = "selectivity.npz"


def read_cuts(path: Path) -> dict[str, np.ndarray]:
    """The arrays of `midgame_memory.CUTS` in a file; UserError, in one line, for a bad one."""
    arrays = load_arrays(path, dict.fromkeys(CUTS, (EMPTIES, DEPTH_ROWS, CUT_SEARCHES)))
    if any(arrays[name].dtype != np.int16 for name in CUTS):
        raise UserError(f"{path}: its numbers are not those of cuts, int16")
    return arrays


@functools.cache
def shipped_cuts() -> dict[str, np.ndarray]:
    """The shipped arrays of `midgame_memory.CUTS`, int16."""
    with data_file(SELECTIVITY_FILE) as path:
        return read_cuts(path)
