"""The pipeline of all learners: options, recipe, samples in numbered files, fit, output file.

A stopped learner resumes: it computes only the samples that its work folder lacks. Games and labels
of the user's own take the place of games that the program plays against itself.
"""

import hashlib
import importlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import numpy as np
from scipy.optimize import minimize

from othello import arrays, evaluation, fingerprint
from othello.cli.command import available_cores, exit_with
from othello.cli.output import Display
from othello.cli.parser import Parser, common, natural, whole
from othello.evaluation.tables import load_arrays, npz_bytes, save
from othello.files import check_writable, is_shipped, replace_file
from othello.formats.reading import read_and_report
from othello.rules import SCORE_SCALE
from players.protocol import MAX_SCORE
from players.workers.choice import EXECUTOR_OPTION, Jobs, jobs_of, pool_of
from players.workers.interrupts import run_stoppable

PACKAGE = "players.learning"
DEFAULT = "(default: %(default)s)"
"""End of an option's help."""
FORMATS = "PGN, GGF, SGF, WTHOR, transcripts"
LABELS_HELP = """learn from this .npz file instead: own and opp, uint64[n], the discs of the side to
move and of the other side, and values[n] for the side to move, in hundredths of a disc"""
BLOCKS = 20
"""Labels of a file are held out in blocks, since neighbours are alike."""
any_seed = whole(-(2**62))
"""Parse a seed of games, which may be negative."""


class Run(NamedTuple):
    """One run of a learner: `total` samples of a recipe, kept in the folder `work`.

    recipe: a named tuple with an `evaluator`. games, labels: the user's own, if any.
    """

    recipe: Any
    total: int
    work: Path
    jobs: Jobs
    games: arrays.Positions | None = None
    labels: arrays.Positions | None = None

    def own_games(self, first: int, size: int) -> tuple[arrays.Positions, ...]:
        """Return the positions of the user's games from `first` on, or () without such games."""
        if self.games is None:
            return ()
        ends = np.searchsorted(self.games.game, [first, first + size])
        return (self.games.chosen(slice(*ends)),)


class Batches(NamedTuple):
    """Samples in batches: `make(recipe, number, size, *own)` returns the arrays of one, by name.

    own: positions of the user's games, if any. contents: plural noun, which begins the file names.
    size: samples in a full batch. unit: what progress counts.
    """

    contents: str
    size: int
    make: Callable[..., Mapping[str, Any]]
    unit: str = "games"

    def collect(self, run: Run) -> list[Path]:
        """Return the files of all samples of a run; make those that its folder lacks.

        OSError if the disk fails, BrokenExecutor if a batch kills two workers.
        """
        run.work.mkdir(parents=True, exist_ok=True)
        batches = self._files(run)
        missing = {path: call for path, call in batches.items() if not path.exists()}
        ready = run.total - sum(call[2] for call in missing.values())
        with Display(sys.stderr, self.unit) as display:
            display.begin("learning", 0, run.total)
            display.update(ready)
            if missing:
                with pool_of(run.jobs, len(missing)) as workers:
                    for path, arrays in workers.results(self.make, missing):
                        write_batch(path, npz_bytes(arrays))
                        ready += missing[path][2]
                        display.update(ready)
        return list(batches)

    def _files(self, run: Run) -> dict[Path, tuple[Any, ...]]:
        """Return the arguments of `make` for every file; part of a batch has a file of its own."""
        prefix = f"{self.contents}-{digest_of_recipe(run.recipe, self.make.__module__)}"
        files = {}
        for number, first in enumerate(range(0, run.total, self.size)):
            size = min(self.size, run.total - first)
            suffix = f"-{size}" if size < self.size else ""
            own = run.own_games(first, size)
            suffix += "".join(f"-{digest_of(*games)[:16]}" for games in own)
            files[run.work / f"{prefix}-{number:06d}{suffix}.npz"] = run.recipe, number, size, *own
        return files

    def digest_of_first(self, run: Run, size: int) -> str:
        """Return the digest of the first `size` samples, made now, or of the user's own data."""
        return digest_of(*(run.games or run.labels or self.make(run.recipe, 0, size).values()))


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


def read_labels(path: Path) -> arrays.Positions:
    """Return the positions of a file of labels, in BLOCKS games; ValueError for impossible ones."""
    columns = load_arrays(path, dict.fromkeys(("own", "opp", "values"), ("positions",)))
    own, opp, values = (columns[name] for name in ("own", "opp", "values"))
    right = own.dtype == opp.dtype == np.uint64 and len(own) >= BLOCKS
    right = right and not (own & opp).any() and bool((own | opp).all())
    if not right or np.abs(values).max() > MAX_SCORE:
        needed = f"{BLOCKS} or more boards, uint64, with discs and without common squares"
        raise ValueError(f"{path}: own and opp need {needed}, values are at most {MAX_SCORE}")
    unused, blocks = np.zeros((3, len(own)), np.int8), np.arange(len(own)) * BLOCKS // len(own)
    fields: list[Any] = [own, opp, *unused, (values / SCORE_SCALE).astype(np.float32), blocks]
    return arrays.Positions(*fields)


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

    def add_total(self, least: int, default: int, text: str) -> None:
        """Add the option with the number of samples."""
        text += f" {DEFAULT}"
        self.parser.add_argument(f"--{self._total}", type=whole(least), default=default, help=text)

    def add_games(self, least: int, default: int, text: str, labels: bool = True) -> None:
        """Add the option --games, for a number or files, and --labels if the learner reads them."""
        add, number = self.parser.add_mutually_exclusive_group().add_argument, whole(least)
        text += f" {DEFAULT}; or files and folders of games: {FORMATS}"
        kind: Any = {"type": lambda text: number(text) if text.isdigit() else text, "nargs": "+"}
        add("--games", default=default, metavar="N|FILE", help=text, **kind)
        if labels:
            add("--labels", type=Path, metavar="FILE", help=LABELS_HELP)

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
        run = Run(recipe, 0, work, jobs_of(options) or available_cores())
        match getattr(options, "labels", None), getattr(options, self._total):
            case Path() as path, _:
                run = run._replace(labels=read_labels(path))
            case _, int(total) | [int(total)]:
                run = run._replace(total=total)
            case _, files:
                paths = list(map(str, files))
                [games] = read_and_report(self._command, lambda add: [arrays.dataset(paths, add)])
                run = run._replace(games=games, total=int(games.game.max(initial=-1)) + 1)
        self.write(run, options.out, " ".join([self._command, *typed]))
        source = options.labels if run.labels else f"{run.total:,} {self._total}"
        print(f"{options.out}: from {source}")
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
    exit_with(importlib.import_module(f"{PACKAGE}.{name}").LEARNER.main)
