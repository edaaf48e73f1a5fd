"""The pipeline of all learners: options, recipe, samples in numbered files, fit, output file.

A stopped learner resumes: it computes only the samples that its work folder lacks.
"""

import hashlib
import importlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np
from scipy.optimize import minimize

from othello import evaluation, fingerprint
from othello.cli.command import available_cores, exit_with
from othello.cli.output import Display
from othello.cli.parser import Parser, common, natural, whole
from othello.evaluation.tables import load_arrays, npz_bytes, save
from othello.files import check_writable, is_shipped, replace_file
from players.workers.choice import EXECUTOR_OPTION, Jobs, jobs_of, pool_of
from players.workers.interrupts import first_done, run_stoppable
from players.workers.pool import Pool

PACKAGE = "players.learning"
DEFAULT = "(default: %(default)s)"
"""End of an option's help."""
any_seed = whole(-(2**62))
"""Parse a seed of games, which may be negative."""


class Run(NamedTuple):
    """One run of a learner: `total` samples of a recipe, kept in the folder `work`.

    recipe: a named tuple with an `evaluator`.
    """

    recipe: Any
    total: int
    work: Path
    jobs: Jobs


class Batches(NamedTuple):
    """Samples in batches: `make(recipe, number, size)` returns the arrays of one, by name.

    contents: plural noun, which begins the file names. size: samples in a full batch. unit: what
    progress counts.
    """

    contents: str
    size: int
    make: Callable[[Any, int, int], Mapping[str, Any]]
    unit: str = "games"

    def collect(self, run: Run) -> list[Path]:
        """Return the files of all samples of a run; make those that its folder lacks.

        OSError if the disk fails, BrokenExecutor if a batch kills two workers.
        """
        run.work.mkdir(parents=True, exist_ok=True)
        batches = self._files(run)
        missing = {path: call for path, call in batches.items() if not path.exists()}
        ready = run.total - sum(size for _, _, size in missing.values())
        with Display(sys.stderr, self.unit) as display:
            display.begin("learning", 0, run.total, quick=True)
            display.update(ready)
            if missing:
                jobs = min(run.jobs, len(missing)) if isinstance(run.jobs, int) else run.jobs
                with pool_of(jobs) as workers:
                    for path, arrays in results(workers, self.make, missing):
                        write_batch(path, npz_bytes(arrays))
                        ready += missing[path][-1]
                        display.update(ready)
        return list(batches)

    def _files(self, run: Run) -> dict[Path, tuple[Any, int, int]]:
        """Return the arguments of `make` for every file; part of a batch has a file of its own."""
        prefix = f"{self.contents}-{digest_of_recipe(run.recipe, self.make.__module__)}"
        files = {}
        for number, first in enumerate(range(0, run.total, self.size)):
            size = min(self.size, run.total - first)
            suffix = f"-{size}" if size < self.size else ""
            files[run.work / f"{prefix}-{number:06d}{suffix}.npz"] = run.recipe, number, size
        return files

    def digest_of_first(self, recipe: Any, size: int) -> str:
        """Return the digest of the first `size` samples, made now: anyone can compare theirs."""
        return digest_of(*self.make(recipe, 0, size).values())


def results(
    workers: Pool, task: Callable[..., Any], calls: Mapping[Any, tuple[Any, ...]]
) -> Iterator[tuple[Any, Any]]:
    """Yield the key and the result of each call of `task`, as they finish."""
    waiting = {workers.submit(task, *arguments): key for key, arguments in calls.items()}
    try:
        while waiting:
            for future in first_done(waiting):
                yield waiting.pop(future), future.result()
    finally:
        for future in waiting:
            future.cancel()


def write_batch(path: Path, content: bytes) -> None:
    """Write a file of samples; remove what a run that was killed while it wrote it has left."""
    for partial in path.parent.glob(f".{path.name}.*.partial"):
        partial.unlink(missing_ok=True)
    replace_file(path, content)


def digest_of_recipe(recipe: Any, module: str) -> str:
    """Return a digest of all that decides samples: the recipe, code, weights and learned files.

    module: makes the samples; the playing code and the games' module count too.
    """
    code = fingerprint.version(module, f"{PACKAGE}.self_play")
    weights = digest_of_evaluator(recipe.evaluator)
    parts = [recipe._asdict(), weights, code, fingerprint.learned_files()]
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

    def leaves(part: Any) -> list[Any]:
        return sum(map(leaves, part), []) if isinstance(part, tuple) else [part]

    return digest_of(*leaves(evaluation.named(name)))


def minimum(cost: Callable[[np.ndarray], tuple[float, np.ndarray]], size: int) -> np.ndarray:
    """Return where a smooth convex `cost` is least: float64[size].

    `cost` returns a value and its gradient.
    """
    precise = {"ftol": 0.0, "gtol": 1e-9, "maxcor": 50}
    found = minimize(cost, np.zeros(size), jac=True, method="L-BFGS-B", options=precise)
    return np.asarray(found.x)


class Learner:
    """Something that is learned, as a command: `python -m players.learning.NAME`.

    total: name of the option with the number of samples. recipe: a class of named tuples; an option
    that is called like a field has its default. learn: returns what was learned, which `save`
    writes, and notes about it; the command is named after its module. out: default output file.
    examples: for the help; {command} stands for the command.
    """

    def __init__(
        self,
        total: str,
        recipe: type[Any],
        learn: Callable[[Run], tuple[Any, dict[str, Any]]],
        out: str,
        summary: str,
        examples: str,
        save: Callable[[Path, Mapping[str, Any], Any], None] = save,
    ) -> None:
        self._total, self._recipe, self._learn, self._save = total, recipe, learn, save
        self._command = f"python -m {learn.__module__}"
        file = {"default": Path(out), "help": "output file, replaced (%(default)s)"}
        self.parser = Parser(
            prog=self._command,
            description=summary,
            examples=examples.format(command=self._command),
            parents=[common(jobs={"type": natural}, out=file, executor=EXECUTOR_OPTION)],
        )
        self.parser.set_defaults(**recipe()._asdict())
        if "seed" in recipe._fields:
            self.parser.add_argument("--seed", type=any_seed, help=f"seed of the games {DEFAULT}")
        text = "folder of finished batches, which are not computed again (default: next to --out)"
        self.parser.add_argument("--work", type=Path, help=text)

    def main(self, arguments: list[str] | None = None) -> int:
        """Run the command; return an exit code."""
        typed = sys.argv[1:] if arguments is None else arguments
        return run_stoppable(self._command, lambda: self._act(typed))

    def _act(self, typed: Sequence[str]) -> int:
        options = self.parser.parse_args(typed)
        if options.out == self.parser.get_default("out") and is_shipped(options.out):
            raise ValueError(f"{options.out.name} is a file of the project here: name --out")
        check_writable(options.out)
        recipe = self._recipe(*(getattr(options, field) for field in self._recipe._fields))
        work = options.work or options.out.with_suffix(".work")
        total = getattr(options, self._total)
        run = Run(recipe, total, work, jobs_of(options) or available_cores())
        self.write(run, options.out, " ".join([self._command, *typed]))
        print(f"{options.out}: from {total:,} {self._total}")
        return 0

    def write(self, run: Run, out: Path, typed: str) -> None:
        """Learn, and write the result with notes about it."""
        evaluation.named(run.recipe.evaluator)  # reports an unknown one before any work
        learned, notes = self._learn(run)
        about = {"command": typed, "recipe": run.recipe._asdict(), self._total: run.total}
        self._save(out, {**about, **notes}, learned)


def run_as_program(name: str) -> NoReturn:
    """Run a learner as a program, imported by its name.

    numba caches no kernel of `__main__`, and workers find no task there.
    """
    exit_with(importlib.import_module(f"{PACKAGE}.{name}").main)
