"""Samples of a recipe in numbered files, so that a stopped learner resumes where it was."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation, fingerprint
from othello.evaluation.tables import load_arrays, npz_bytes
from othello.files import replace_file
from players.workers.choice import Jobs, pool_of
from players.workers.interrupts import first_done


class Batches(NamedTuple):
    """Samples in batches: `make(recipe, number, size)` returns the arrays of one, by name.

    contents: plural noun, which also begins the file names. size: samples in a full batch.
    modules: modules besides the playing code that decide the samples. unit: what progress counts.
    """

    contents: str
    size: int
    make: Callable[[Any, int, int], Mapping[str, Any]]
    modules: tuple[str, ...]
    unit: str = "games"

    def collect(
        self, recipe: Any, total: int, folder: Path, jobs: Jobs, progress: Callable[[int], None]
    ) -> list[Path]:
        """Return the files that hold `total` samples; make those that `folder` lacks.

        OSError if the disk fails, BrokenExecutor if a batch kills two workers.
        """
        folder.mkdir(parents=True, exist_ok=True)
        key = digest_of_recipe(recipe, *self.modules)
        paths, missing, ready = [], [], 0
        for number, first in enumerate(range(0, total, self.size)):
            size = min(self.size, total - first)
            suffix = f"-{size}" if size < self.size else ""
            paths.append(folder / f"{self.contents}-{key}-{number:06d}{suffix}.npz")
            if paths[-1].exists():
                ready += size
            else:
                remove_partials(paths[-1])
                missing.append((paths[-1], number, size))
        progress(ready)
        if not missing:
            return paths
        with pool_of(min(jobs, len(missing)) if isinstance(jobs, int) else jobs) as workers:
            waiting = {
                workers.submit(self.make, recipe, number, size): (path, size)
                for path, number, size in missing
            }
            try:
                while waiting:
                    for future in first_done(waiting):
                        path, size = waiting.pop(future)
                        replace_file(path, npz_bytes(future.result()))
                        ready += size
                        progress(ready)
            finally:
                for future in waiting:
                    future.cancel()
        return paths

    def digest_of_first(self, recipe: Any, size: int) -> str:
        """Return the digest of the first `size` samples, made now: anyone can compare theirs."""
        return digest_of(*self.make(recipe, 0, size).values())


def remove_partials(path: Path) -> None:
    """Remove what a run that was killed while it wrote `path` has left."""
    for partial in path.parent.glob(f".{path.name}.*.partial"):
        partial.unlink(missing_ok=True)


def digest_of_recipe(recipe: Any, *modules: str) -> str:
    """Return a digest of all that decides samples: the recipe, code, weights and learned files.

    recipe: a named tuple with an `evaluator`. modules: modules besides the playing code.
    """
    code, learned = fingerprint.version(*modules), fingerprint.learned_files()
    parts = [recipe._asdict(), digest_of_evaluator(recipe.evaluator), code, learned]
    return fingerprint.digest(json.dumps(parts))


def join(paths: Sequence[Path], *names: str) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the concatenated arrays of some batches, and the batch number of each first row.

    UserError names a damaged file.
    """
    parts = [load_arrays(path, dict.fromkeys(names)) for path in paths]
    columns = [np.concatenate([part[name] for part in parts]) for name in names]
    sizes = [len(part[names[0]]) for part in parts]
    return columns, np.repeat(np.arange(len(parts)), sizes)


def digest_of(*arrays: Any) -> str:
    """Return a hexadecimal digest of the contents of arrays."""
    content = b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)
    return hashlib.sha256(content).hexdigest()


def digest_of_evaluator(name: str) -> str:
    """Return the digest of an evaluator's numbers."""
    return digest_of(*_leaves(evaluation.named(name)))


def _leaves(part: Any) -> Iterator[Any]:
    if isinstance(part, tuple):
        for inner in part:
            yield from _leaves(inner)
    else:
        yield part
