"""Rounds of learning: games, then labels and weights from the end of the game to its start.

In a round the evaluation of the round before plays games. Then stage by stage, the last one
first, positions of the games are labelled, exactly near the end and elsewhere by searches that
end in stages whose weights are learned already, and the stage's weights are fitted to the
labels, from what the round before has learned. At last each stage is fitted once more, together
with its neighbours' nearest positions.

Searches that end in estimates find the results a little too small, and the next stage's searches
those of theirs: so each stage is put to scale, by deeper searches, or solutions, of positions
of games that the fit has not seen.

A working folder keeps everything: each file is whole or not there, and what is there is
not made again, so that a stopped run goes on where it was and ends with the same weights.
Memory is bounded by the positions of one stage and of its neighbours, 250 bytes for each.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello.display import display_for
from othello.evaluation.patterns.places import ENTRIES_OF, columns, row_numbers
from othello.files import replace_file
from players.learning.batches import Batch, fill_with, keep_recipe, npy_bytes
from players.learning.patterns import fit
from players.learning.patterns.plan import Plan, bounds_of_stage
from players.learning.patterns.samples import (
    Teacher,
    games_batch,
    judged_batch,
    labels_batch,
    positions,
)
from players.workers.pool import Pool

Progress = Callable[[str, float], None]
"""What is being made, and how much is done in all, in estimated seconds of one core."""

MODULES = tuple(
    f"players.learning.patterns.{name}" for name in ("kernels", "samples", "fit", "plan", "rounds")
)
"""The modules that decide what is learned, beside those that play."""
HELD_OUT = 20
"""One game in so many is kept from the fit."""
JUDGED_BATCH = 100
"""How many of the positions that put a stage to scale are in a file."""
JUDGED_DEPTH, JUDGED_EXACT = 8, 44
"""They are searched so many plies deep, or solved in stages that begin with so many discs."""
CERTAINTY = 10 * 1000**2
"""A scale of 1 counts as ten positions of ten discs, which a stage of few positions needs."""
NEIGHBOURS = 2
"""How many discs beyond a stage the fit takes positions from."""


class LabelledPositions(NamedTuple):
    """Positions, uint64[n, 2], with labels in hundredths of a disc, and which are held out."""

    positions: np.ndarray
    labels: np.ndarray
    held_out: np.ndarray


def scale_of(said: np.ndarray, worth: np.ndarray) -> float:
    """The slope through 0 of what positions are worth on what is said of them, nearer 1 for few.

    In hundredths of a disc; whole numbers, so that every machine has the same sums.
    """
    said, worth = np.round(said).astype(np.int64), worth.astype(np.int64)
    return float((said @ worth + CERTAINTY) / (said @ said + CERTAINTY))


class Rounds:
    """Carries a plan out in a working folder; workers make games and labels."""

    def __init__(self, plan: Plan, folder: Path, workers: Pool, progress: Progress) -> None:
        self._plan, self._folder, self._workers = plan, folder, workers
        self._progress = progress
        column_of, self._added = columns(), row_numbers()
        self._distinct = int(column_of.max()) + 1
        self._left_out = [np.unique(column_of[ENTRIES_OF[name]]) for name in plan.without]
        merged = np.arange(self._distinct, dtype=np.int32)
        for same in self._left_out:
            merged[same] = same[0]
        self._column_of = merged[column_of]
        self._done = 0.0

    def run(self) -> np.ndarray:
        """int16[stages, distinct weights]: those of the last round, in hundredths of a disc."""
        teacher = Teacher(self._plan.evaluator)
        weights = np.zeros((len(self._plan.first_discs), self._distinct), np.float32)
        for number in range(len(self._plan.rounds)):
            weights = self._round(number, teacher, weights)
            teacher = self._teacher(weights)
        return fit.rounded(weights)

    def _teacher(self, weights: np.ndarray) -> Teacher:
        return Teacher("patterns", npy_bytes(fit.rounded(weights)), self._plan.first_discs)

    def _round(self, number: int, teacher: Teacher, earlier: np.ndarray) -> np.ndarray:
        """float32[stages, distinct weights]: what a round learns, `earlier` being the last one's.

        The first round has nothing to start from but the stage behind, and gets zeros.
        """
        folder = self.folder_of(number)
        folder.mkdir(parents=True, exist_ok=True)
        self._games(number, teacher)
        swept, scales = self._swept(number, teacher, earlier)
        final = np.zeros_like(swept)
        for stage in range(len(swept)):
            path = folder / f"final-{stage:02d}.npy"
            before, behind = bounds_of_stage(self._plan.first_discs, stage)
            ends = before - NEIGHBOURS, behind + NEIGHBOURS
            prior = swept[stage] / scales[stage]  # what is drawn towards it is put to scale as well
            final[stage] = self._fitted(path, number, ends, prior) * scales[stage]
        return final

    def folder_of(self, number: int) -> Path:
        """Where a round's files lie."""
        return self._folder / f"round-{number}"

    def _swept(
        self, number: int, teacher: Teacher, earlier: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Weights learned stage by stage from the end, and the scale that each has been put to.

        float32[stages, distinct weights] and float32[stages]; the rest as `_round` takes it.
        """
        stages = len(self._plan.first_discs)
        weights = np.zeros((stages, self._distinct), np.float32)
        scales = np.ones(stages, np.float32)
        for stage in reversed(range(stages)):
            if self._plan.swept:
                teacher = self._teacher(weights)
            self._labels(number, stage, teacher)
            before, behind = bounds_of_stage(self._plan.first_discs, stage)
            path = self.folder_of(number) / f"swept-{stage:02d}.npy"
            prior = earlier[stage] if earlier[stage].any() else weights[stage]
            guess = scales[min(stage + 1, stages - 1)]  # of its scale, in which `prior` is already
            found = self._fitted(path, number, (before, behind + NEIGHBOURS), prior / guess)
            scales[stage] = self._scale(number, stage, found, teacher)
            weights[: stage + 1] = found * scales[stage]  # the earlier ones: until they are learned
        return weights, scales

    def _scale(self, number: int, stage: int, found: np.ndarray, teacher: Teacher) -> float:
        """By what a stage's weights are to be multiplied; 1 where all labels are results.

        The slope, through 0, of what the judged positions are worth on what is said of them.
        """
        recipe = self._plan.recipe(number, stage)
        if recipe.first >= recipe.exact:
            return 1.0
        sample = self.sample(number, stage)
        judged = np.ascontiguousarray(sample.positions[sample.held_out][: self._plan.judged])
        batches = [
            Batch(
                self.folder_of(number) / f"judged-{stage:02d}-{part:05d}.npy",
                judged_batch,
                (npy_bytes(judged[start : start + JUDGED_BATCH]), teacher,
                 recipe.last + 1, JUDGED_DEPTH, recipe.first >= JUDGED_EXACT),
                len(judged[start : start + JUDGED_BATCH]),
            )
            for part, start in enumerate(range(0, len(judged), JUDGED_BATCH))
        ]  # fmt: skip
        if not batches:
            return 1.0
        what = f"round {number + 1}, scale from {recipe.first} discs on"
        self._fill(what, batches, self._plan.scale_seconds(number, stage))
        features = fit.table_of_features(judged, self._column_of, self._added)
        said = fit.predictions(features, found)
        return scale_of(said, np.concatenate([_read(batch.path) for batch in batches]))

    def _games(self, number: int, teacher: Teacher) -> None:
        play = self._plan.rounds[number].play
        batches = [
            Batch(path, games_batch, (teacher, play, self._seed(number), batch), play.batch)
            for batch, path in enumerate(self._games_paths(number))
        ]
        self._fill("games", batches, self._plan.games_seconds(number))

    def _fill(self, what: str, batches: list[Batch], seconds: float) -> None:
        """Make the batches that are not there yet, expected to cost `seconds` in all."""
        total = sum(batch.games for batch in batches)

        def told(done: int) -> None:
            self._progress(what, self._done + seconds * done / total)

        fill_with(self._workers, batches, told)
        self._done += seconds

    def _games_paths(self, number: int) -> list[Path]:
        plan = self._plan.rounds[number]
        count = -(-plan.games // plan.play.batch)
        return [self.folder_of(number) / f"games-{batch:05d}.npy" for batch in range(count)]

    def _labels_path(self, number: int, stage: int, batch: int) -> Path:
        return self.folder_of(number) / f"labels-{stage:02d}-{batch:05d}.npy"

    def _seed(self, number: int) -> int:
        return 1000 * self._plan.seed + number

    def _labels(self, number: int, stage: int, teacher: Teacher) -> None:
        recipe, seed = self._plan.recipe(number, stage), self._seed(number)
        if recipe.first >= recipe.exact:
            teacher = Teacher("")
        size = self._plan.rounds[number].play.batch * recipe.each
        batches = [
            Batch(
                self._labels_path(number, stage, batch),
                labels_batch,
                (path.read_bytes(), teacher, recipe, seed, batch),
                size,
            )
            for batch, path in enumerate(self._games_paths(number))
        ]
        what = f"round {number + 1}, labels from {recipe.first} discs on"
        self._fill(what, batches, self._plan.labels_seconds(number, stage))

    def sample(self, number: int, stage: int) -> LabelledPositions:
        """The labelled positions of a stage in a round."""
        recipe = self._plan.recipe(number, stage)
        parts = []
        for batch, path in enumerate(self._games_paths(number)):
            drawn = positions(_read(path), recipe, self._seed(number), batch)
            labels = _read(self._labels_path(number, stage, batch))
            held_out = np.arange(len(drawn)) // recipe.each % HELD_OUT == 0
            there = drawn.any(axis=1)
            parts.append((drawn[there], labels[there], held_out[there]))
        return LabelledPositions(*(np.concatenate(part) for part in zip(*parts, strict=True)))

    def _fitted(
        self, path: Path, number: int, discs: tuple[int, int], prior: np.ndarray
    ) -> np.ndarray:
        """float32[distinct weights]: fitted to what has `discs[0]` to less than `discs[1]` discs.

        What `path` holds, if it is there; kept there otherwise.
        """
        seconds = self._plan.fit_seconds(number)
        if not path.exists():
            what = f"round {number + 1}, weights from {max(discs[0], 0)} discs on"
            self._progress(what, self._done)
            features, labels = self._rows(number, discs)
            plan = self._plan
            found = fit.fit(features, labels, prior, plan.ridge, plan.iterations)
            for same in self._left_out:  # all states are worth the same: a constant
                found[same] = found[same[0]]
            replace_file(path, npy_bytes(found.astype(np.float32)))
        self._done += seconds
        return _read(path)

    def _rows(self, number: int, discs: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
        """What `fit` takes, of positions of `discs[0]` to less than `discs[1]` discs."""
        features, labels = [], []
        for stage in range(len(self._plan.first_discs)):
            first, behind = bounds_of_stage(self._plan.first_discs, stage)
            if behind <= discs[0] or first >= discs[1]:
                continue
            sample = self.sample(number, stage)
            count = np.bitwise_count(sample.positions[:, 0] | sample.positions[:, 1])
            used = (count >= discs[0]) & (count < discs[1]) & ~sample.held_out
            taken = np.ascontiguousarray(sample.positions[used])
            features.append(fit.table_of_features(taken, self._column_of, self._added))
            labels.append(sample.labels[used].astype(np.float32))
        return np.concatenate(features), np.concatenate(labels)


def keep_plan(plan: Plan, work: Path) -> None:
    """Note in the folder, made if need be, what is made there; ValueError if it is another's."""
    keep_recipe(plan, work, "games and labels", *MODULES)


def learn(plan: Plan, work: Path, workers: Pool, title: str) -> tuple[Rounds, np.ndarray]:
    """Who carried a plan out in the folder, and the weights; it is shown how far that is."""
    with display_for(sys.stderr, "seconds of one core, by estimate") as display:
        display.begin(title, 0, round(plan.seconds()), quick=True)
        rounds = Rounds(plan, work, workers, lambda what, done: display.update(round(done), what))
        return rounds, rounds.run()


def _read(path: Path) -> Any:
    """The array in a file; ValueError, in one line, for a damaged one."""
    try:
        return np.load(path, allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise ValueError(f"{path}: damaged ({error}); remove it") from None
