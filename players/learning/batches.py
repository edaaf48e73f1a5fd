"""Batches of work in a folder, each a file, so that a stopped run goes on where it was."""

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation, fingerprint
from othello.evaluation.tables import load_arrays, npz_bytes
from othello.files import replace_file
from players.engine.thread_data import PROBCUT_ARRAYS, shipped_probcuts
from players.workers.choice import Jobs, pool_of
from players.workers.pool import Pool

NOTE = "recipe.json"
CODE = "code"
"""The entry of a note that holds the digest of the code that made the batches."""
FIRST_GAMES = 10
"""Those that a digest of games is of."""


class Batch(NamedTuple):
    """A file and what its content comes from: `make(*arguments)`, which other processes can call.

    The content is bytes, or arrays by name, which are kept as .npz. games: how many it counts as.
    """

    path: Path
    make: Callable[..., bytes | Mapping[str, Any]]
    arguments: tuple[Any, ...]
    games: int


class Batches(NamedTuple):
    """The batches of a recipe: `make(recipe, number)` gives the content of each.

    what: the contents, such as "games", after which files are named. ending: of their names. size:
    how many a batch counts as, what a kill can cost. modules: those that decide what is in a
    batch, beside the code that plays. unit: what is counted. cut: whether the last batch is of no
    more than are wanted, `make(recipe, number, size)`. searched: whether the engine looks ahead
    for it, with the shipped cuts. places: fields of a recipe that say where a thing lies, not what
    it is.
    """

    what: str
    ending: str
    size: int
    make: Callable[..., Any]
    modules: tuple[str, ...]
    unit: str = "games"
    cut: bool = False
    searched: bool = False
    places: tuple[str, ...] = ()

    def total(self, wanted: int) -> int:
        """How many there are in the batches that hold at least `wanted`."""
        return wanted if self.cut else -(-wanted // self.size) * self.size

    def collect(
        self, recipe: Any, wanted: int, folder: Path, jobs: Jobs, progress: Callable[[int], None]
    ) -> list[Path]:
        """The files of the batches that hold at least `wanted`, from `folder` or made now.

        `folder` is for one recipe, ValueError otherwise; what it holds already is not made again.
        `progress` is told how many there are. OSError if the disk fails, BrokenExecutor if a
        batch kills two workers.
        """
        searched, places = self.searched, self.places
        keep_recipe(recipe, folder, self.what, *self.modules, searched=searched, places=places)
        batches = []
        for number, first in enumerate(range(0, wanted, self.size)):
            size = min(self.size, self.total(wanted) - first)
            part = f"-{size}" if size < self.size else ""
            path = folder / f"{self.what}-{number:06d}{part}{self.ending}"
            arguments = (recipe, number, size) if self.cut else (recipe, number)
            batches.append(Batch(path, self.make, arguments, size))
        fill(batches, jobs, progress)
        return [batch.path for batch in batches]

    def digest_of_first(self, recipe: Any, size: int) -> str:
        """A digest of the first `size` of a recipe, made now, for anyone to check theirs by."""
        return digest_of(*self.make(recipe, 0, size).values())


def joined(
    paths: Sequence[Path], shapes: Mapping[str, tuple[int | str, ...]]
) -> tuple[list[np.ndarray], np.ndarray]:
    """The arrays of kept batches, those of a name as one, and the batch of each row of the first.

    shapes: by name, as `load_arrays` takes them; ValueError names a damaged file.
    """
    parts = [load_arrays(path, shapes) for path in paths]
    columns = [np.concatenate([part[name] for part in parts]) for name in shapes]
    sizes = [len(part[next(iter(shapes))]) for part in parts]
    return columns, np.repeat(np.arange(len(parts)), sizes)


def digest_of(*arrays: Any) -> str:
    """Hexadecimal digits that change with the content of arrays: so anyone can compare theirs."""
    content = b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)
    return hashlib.sha256(content).hexdigest()


def digest_of_evaluator(name: str) -> str:
    """The digest of the numbers of which an evaluator is made."""
    return digest_of(*_numbers(evaluation.named(name)))


def _numbers(part: Any) -> Iterator[Any]:
    if isinstance(part, tuple):
        for inner in part:
            yield from _numbers(inner)
    else:
        yield part


def digest_of_games(moves: np.ndarray) -> str:
    """The digest of the first games."""
    return digest_of(moves[:FIRST_GAMES])


def digest_of_cuts() -> str:
    """The digest of the shipped cuts, by which the engine searches."""
    return digest_of(*map(shipped_probcuts().__getitem__, PROBCUT_ARRAYS))


def keep_recipe(
    recipe: Any,
    folder: Path,
    what: str,
    *modules: str,
    searched: bool = False,
    places: Collection[str] = (),
) -> None:
    """Note in `folder`, made if need be, whose batches it holds; ValueError if another's.

    recipe: a named tuple with the name of an `evaluator`. what: the contents of a batch, such as
    "games". modules: those that make a batch, beside the code that plays. searched: whether the
    engine does, so that its cuts belong to the recipe. places: fields that do not count.
    """
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / NOTE
    said = {
        **{name: value for name, value in recipe._asdict().items() if name not in places},
        "evaluator_sha256": digest_of_evaluator(recipe.evaluator),
        CODE: fingerprint.version(*modules),
    }
    if searched:
        said["cuts_sha256"] = digest_of_cuts()
    asked = json.loads(json.dumps(said))  # as a file gives it back
    if not note.exists():
        replace_file(note, json.dumps(asked, indent=1).encode())
        return
    try:
        kept = json.loads(note.read_text("utf-8"))
    except (ValueError, RecursionError):
        kept = None
    if kept == asked:
        return
    if isinstance(kept, dict) and {**kept, CODE: asked[CODE]} == asked:
        raise ValueError(f"{folder} holds {what} made by other code; name another folder")
    raise ValueError(f"{folder} holds {what} of another recipe; see {note}")


def fill_with(workers: Pool, batches: Sequence[Batch], progress: Callable[[int], None]) -> None:
    """Make the batches that are not there yet; `progress` is told how many games there are.

    The workers need no disk in common: they give back what this process keeps.
    OSError if the disk fails, BrokenExecutor if a batch kills two workers; what was made stays.
    """
    missing = [batch for batch in batches if not batch.path.exists()]
    there = sum(batch.games for batch in batches) - sum(batch.games for batch in missing)
    progress(there)
    waiting = {workers.submit(batch.make, *batch.arguments): batch for batch in missing}
    try:
        for done in as_completed(waiting):
            batch = waiting.pop(done)
            content = done.result()
            replace_file(batch.path, content if isinstance(content, bytes) else npz_bytes(content))
            there += batch.games
            progress(there)
    except BaseException:
        for future in waiting:
            future.cancel()
        raise


def fill(batches: Sequence[Batch], jobs: Jobs, progress: Callable[[int], None]) -> None:
    """As `fill_with`, by workers of its own, no more than batches, none if nothing is to do."""
    missing = sum(not batch.path.exists() for batch in batches)
    if not missing:
        progress(sum(batch.games for batch in batches))
        return
    with pool_of(min(jobs, missing) if isinstance(jobs, int) else jobs) as workers:
        fill_with(workers, batches, progress)
