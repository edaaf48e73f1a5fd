"""How far deeper searches lie from shallower ones, on disk, and ProbCut with margins from it.

Source: Buro 1995, "ProbCut: an effective selective extension of the alpha-beta algorithm", where
one line of regression says it of each pair of depths; here quantiles do, by stage of the game.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from othello import evaluation
from othello.evaluation.tables import DataError, load_arrays, save
from othello.files import data_file, data_name_for
from othello.position import STAGES
from players.forward import edge_costs
from players.forward.census import PROBABILITIES
from players.forward.probcut import ProbCut, plan_of

SHIPPED_ERRORS = "depth_errors.npz"
MOST_PLIES_BEFORE = 6
"""The deepest search that others are compared with."""
MEDIAN = PROBABILITIES.index(0.5)


def write(path: Path, about: Mapping[str, Any], errors: np.ndarray) -> None:
    """Write quantiles, at PROBABILITIES, of what each depth says more than 1, 2, ... plies.

    errors: int32[STAGES, depths, MOST_PLIES_BEFORE, grid]. Whole or not at all.
    """
    save(path, about, {"errors": errors})


def read(path: Path) -> np.ndarray:
    """The quantiles in a file; DataError, in one line, for a bad one."""
    errors = load_arrays(path, {"errors": None})["errors"]
    grid = len(PROBABILITIES)
    wanted = errors.ndim == 4 and errors.shape[::2] == (STAGES, MOST_PLIES_BEFORE)
    if not wanted or errors.shape[-1] != grid or errors.dtype != np.int32:
        form = f"int32[{STAGES}, depths, {MOST_PLIES_BEFORE}, {grid}]"
        raise DataError(f"{path}: not a file of errors by depth: 'errors' is not {form}")
    if (np.abs(errors.astype(np.int64)) > edge_costs.LARGEST_DIFFERENCE).any():
        raise DataError(f"{path}: not a file of errors by depth: they are beyond any score")
    return errors


def probcut(evaluator: str, quantile: float, plies: int, several: bool, gated: bool) -> ProbCut:
    """ProbCut with margins at this quantile, as in `EdgeCosts.margins`, for searches of `plies`.

    Or of fewer, where the parity or the depth of a node asks for it; with `several` all of these,
    the shallowest first. ValueError, in one line, for an evaluator of which nothing is shipped.
    """
    costs = edge_costs.load(evaluator=evaluator)
    with data_file(data_name_for(SHIPPED_ERRORS, evaluation.kind_of(evaluator))) as path:
        more = read(path)
    depths = min(more.shape[1], costs.deep_errors.shape[1])
    errors = np.concatenate((costs.deep_errors[:, :depths, None], more[:, :depths]), axis=2)
    margins = costs._replace(deep_errors=errors).margins(quantile)
    leads = np.ascontiguousarray(errors[:, : MOST_PLIES_BEFORE + 1, 0, MEDIAN])
    plan = plan_of(depths - 1, plies, several)
    return ProbCut(plan, margins.falls, margins.rises, leads, int(gated))
