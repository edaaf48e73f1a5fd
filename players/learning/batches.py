"""Batches of sampled games in a working folder, so that a stopped run goes on where it was."""

import io
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello.files import replace_file
from othello.formats.wthor import LONGEST
from players.forward.census import BINS, MOVERS, STAGES, Tally
from players.learning.edge_cost_samples import Recipe, Sample, deep_search, joined, sample
from players.learning.recipes import keep_recipe

BATCH = 10
"""Games in one file: what a kill can cost."""
TALLIES = ("edges", "passes")
REST = ("moves", "searches", "discs", "errors")


class Batch(NamedTuple):
    """Games `first` and on, so many."""

    first: int
    games: int


def batches(games: int) -> list[Batch]:
    """The batches that `games` games are played in; only the last may be smaller than others."""
    return [Batch(first, min(BATCH, games - first)) for first in range(0, games, BATCH)]


def _file(folder: Path, batch: Batch) -> Path:
    """Where a batch is kept."""
    return folder / f"games-{batch.first:06d}-{batch.first + batch.games - 1:06d}.npz"


def _flat(found: Sample) -> dict[str, Any]:
    """The arrays of a sample by name."""
    arrays = {name: getattr(found, name) for name in REST}
    for kind in TALLIES:
        tally: Tally = getattr(found, kind)
        arrays.update({f"{kind}_{name}": array for name, array in tally._asdict().items()})
    return arrays


def _raised(arrays: Mapping[str, np.ndarray]) -> Sample:
    """The sample of which these are the arrays by name."""
    edges, passes = (
        Tally(*(arrays[f"{kind}_{name}"] for name in Tally._fields)) for kind in TALLIES
    )
    moves, searches, discs, errors = (arrays[name] for name in REST)
    return Sample(moves, searches, edges, passes, discs, errors)


def _sample_to_file(recipe: Recipe, batch: Batch, folder: Path) -> int:
    """Play a batch, keep it, and give the number of its games."""
    content = io.BytesIO()
    np.savez_compressed(content, **_flat(sample(recipe, *batch)))
    replace_file(_file(folder, batch), content.getvalue())
    return batch.games


def read_batch(path: Path, games: int, deepest: int) -> Sample:
    """A kept batch of so many games; ValueError names a damaged file."""
    try:
        with open(path, "rb") as stream, np.load(stream, allow_pickle=False) as archive:
            found = _raised(dict(archive))
    except Exception as error:  # numpy and zipfile raise half a dozen kinds for a damaged file
        raise ValueError(f"{path}: not a batch of games ({error})") from None
    shapes = found.moves.shape, found.errors.shape, found.edges.histogram.shape
    if shapes != ((games, LONGEST), (found.discs.size, deepest + 1), (MOVERS, STAGES, BINS)):
        raise ValueError(f"{path}: not a batch of {games} games")
    return found


def _begin() -> None:
    """Leave it to the process in front what Ctrl-C means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def sample_games(
    recipe: Recipe, games: int, folder: Path, jobs: int, progress: Callable[[int], None]
) -> Sample:
    """What games 0 to `games` - 1 of a recipe give, from `folder` or played now.

    `folder` is for one recipe and one code, ValueError otherwise; what it holds already is
    not played again. `progress` is told how many games there are. OSError if
    the disk fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    keep_recipe(recipe, folder, "games", sample.__module__, deep_search.__module__)
    wanted = batches(games)
    missing = [batch for batch in wanted if not _file(folder, batch).exists()]
    played = games - sum(batch.games for batch in missing)
    progress(played)
    if missing:
        context = get_context("spawn")
        with ProcessPoolExecutor(min(jobs, len(missing)), context, initializer=_begin) as pool:
            waiting = [pool.submit(_sample_to_file, recipe, batch, folder) for batch in missing]
            try:
                for done in as_completed(waiting):
                    played += done.result()
                    progress(played)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
    return joined(read_batch(_file(folder, batch), batch.games, recipe.deepest) for batch in wanted)
