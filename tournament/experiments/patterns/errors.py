"""How far values are from exact results of unseen positions, and from results of human games.

The error is the value less the result. Slope and intercept are those of the least squares
line of results on values: 1 and 0 for values on the scale of results.
"""

import functools
import math
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from othello import evaluation
from othello.display import display_for
from othello.formats import wthor
from othello.game import Game
from othello.parser import whole
from othello.position import Position
from players.engine.endgame import Solver
from players.learning.bill.fit import positions_of
from players.registry import make
from tournament.contests.contest import RequestError, readable
from tournament.experiments.patterns.evaluators import (
    Compared,
    compared,
    values_in_discs,
)
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, plots
from tournament.experiments.runner.arguments import evaluators_option, of_trials, option
from tournament.experiments.runner.output import grouped, measured_ratio, values_of

PLAYER = "alphabeta:depth=2,evaluator=bill,solve=0"
FEWEST_RANDOM, MOST_RANDOM = 10, 20
"""How many first moves of a game are random, both ends included."""
ERROR_TABLE_MEGABYTES = 32
DISCS = tuple(range(12, 53, 4))
"""The discs on the board at which values are compared with results of human games."""
MOST_EMPTIES = 60 - MOST_RANDOM
SOLVED_EMPTIES = "of the positions solved (default: %(default)s)"
NEAR_ALONE = "positions alone of at most N discs, by the mean of the values (default: %(default)s)"
SIDES = ("own", "opp")
MEASURED = (
    "positions {positions:,d} | squared error {squared_error:.1f} | % of first {ratio:.1f}"
    " | +- {ratio_error:.1f} | bias {bias:+.2f} | slope {slope:.3f} | intercept {intercept:+.2f}"
)
CAPTION = (
    "squared error: mean, in discs squared; +-: standard error of its share of the first"
    " evaluator's; bias: mean of value - result; slope, intercept: of results on values"
)


class Unseen(NamedTuple):
    """What decides a position apart from its seed: empty squares left, and who plays up to there.

    Chance is drawn from these and the seed by another generator than that of learning.
    """

    empties: int
    player: str = PLAYER
    fewest: int = FEWEST_RANDOM
    most: int = MOST_RANDOM


_player = functools.lru_cache(maxsize=1)(make)


@functools.lru_cache(maxsize=1)
def _solver() -> Solver:
    """A solver; what it knows of earlier positions changes no result."""
    return Solver(megabytes=ERROR_TABLE_MEGABYTES)


def position_of(settings: Unseen, seed: int) -> Position:
    """The position of a game of its own in which the side to move has a move."""
    chance = random.Random(f"pattern-errors {tuple(settings)} {seed}")
    while True:
        game, drawn = Game(), chance.randint(settings.fewest, settings.most)
        while not game.over and game.position.plies_left() > settings.empties:
            if game.position.plies_left() > 60 - drawn:
                game.play(chance.choice(game.legal()))
            else:
                move = _player(settings.player).choose(game.position).move
                assert move is not None  # the game is not over
                game.play(move)
        if not game.over:
            return game.position


def exact(settings: Unseen, seed: int) -> dict[str, Any]:
    """A position, both sides' discs in hexadecimal, and its exact result in discs."""
    position = position_of(settings, seed)
    score = _solver().solve(position).score
    return {"own": f"{int(position.own):016x}", "opp": f"{int(position.opp):016x}", "score": score}


class Sample(NamedTuple):
    """Positions and what they led to, in discs for the side to move.

    own, opp: uint64[n]; result: float64[n].
    """

    own: np.ndarray
    opp: np.ndarray
    result: np.ndarray


def row_of(values: np.ndarray, result: np.ndarray, first: np.ndarray) -> dict[str, Any]:
    """What a table shows of values; `first`: those of the first evaluator; ratios in percent."""
    squared, squared_first = (values - result) ** 2, (first - result) ** 2
    ratio = measured_ratio(squared, squared_first)
    slope = correlation = math.nan
    if values.size > 1 and values.std() > 0:
        slope = float(np.polyfit(values, result, 1)[0])
        if result.std() > 0:
            correlation = float(np.corrcoef(values, result)[0, 1])
    return {
        "positions": int(values.size),
        "squared_error": float(squared.mean()),
        "ratio": 100 * ratio.mean,
        "ratio_error": 100 * ratio.standard_error,
        "bias": float((values - result).mean()),
        "slope": slope,
        "intercept": float(result.mean() - slope * values.mean()),
        "correlation": correlation,
    }


def rows_of(names: Sequence[Compared], samples: Mapping[int, Sample]) -> list[dict[str, Any]]:
    """A row for each evaluator and stage of the game; stages without a position are left out."""
    rows = []
    first: dict[int, np.ndarray] = {}
    for name in names:
        evaluator = evaluation.named(name.name)
        for stage, sample in samples.items():
            if sample.result.size:
                values = values_in_discs(evaluator, sample.own, sample.opp)
                told = row_of(values, sample.result, first.setdefault(stage, values))
                rows.append({"evaluator": name.name, "label": name.label, "stage": stage, **told})
    return rows


def solved_samples(run: Runner, numbers: Iterable[int]) -> dict[int, Sample]:
    """Positions of unseen games with so many empty squares, by that number, with exact results."""
    samples = {}
    for empties in numbers:
        title = f"{empties} empties"
        found = run.trials(exact, Unseen(empties), title=title, kind="pattern-errors")
        own, opp = (np.array([int(one[key], 16) for one in found], np.uint64) for key in SIDES)
        samples[empties] = Sample(own, opp, values_of(found, "score"))
    return samples


def close(names: Sequence[Compared], sample: Sample, near: int) -> Sample:
    """The positions whose values, the mean of all evaluators', are at most `near` discs."""
    values = [values_in_discs(evaluation.named(one.name), *sample[:2]) for one in names]
    chosen = np.abs(np.mean(values, axis=0)) <= near
    return Sample(*(part[chosen] for part in sample))


def human_samples(paths: Sequence[Path]) -> tuple[int, dict[int, Sample]]:
    """How many complete games WTHOR files hold, and their positions by discs on the board.

    RequestError, one line, for files that are not WTHOR.
    """
    parts: dict[int, list[Sample]] = {discs: [] for discs in DISCS}
    games = 0
    with display_for(sys.stderr, "files") as display:
        display.begin("human games", 0, len(paths))
        for number, path in enumerate(paths, start=1):
            with readable():
                moves = wthor.moves_array(path)
            if len(moves):
                found = positions_of(moves, np.zeros(len(moves), np.int64))
                games += int(np.unique(found.game[found.complete]).size)
                for discs, samples in parts.items():
                    chosen = found.complete & (found.discs == discs)
                    own, opp, result = found.own[chosen], found.opp[chosen], found.result[chosen]
                    samples.append(Sample(own, opp, result))
            display.update(number)
    joined = {
        discs: Sample(*map(np.concatenate, zip(*found, strict=True)))
        for discs, found in parts.items()
    }
    return games, joined


def draw(found: Found) -> list[plots.Panel]:
    """The roots of mean squared errors against the stage: exact results, and human games if any."""
    shown, panels = {"root": "root of the mean squared error, discs"}, []
    axes = {"rows": "empty squares, exact results", "human": "discs on the board, human games"}
    for kind in filter(found.get, axes):
        rows = [{**row, "root": math.sqrt(row["squared_error"])} for row in found[kind]]
        panels += plots.panels_of(rows, "label", "stage", shown, 0.0, xlabel=axes[kind])
    return panels


def tables(found: Found) -> list[Table]:
    """A table for each evaluator and kind of results, the caption below the last."""
    exact_results = "exact results of positions of unseen games"
    human = f"results of {found['games']:,} human games"
    shown = []
    for kind, columns, words in (
        ("rows", f"empties {{stage:d}} | {MEASURED}", exact_results),
        ("human", f"discs {{stage:d}} | {MEASURED} | correlation {{correlation:.3f}}", human),
    ):
        for label, own in grouped(found[kind], "label").items():
            shown.append(Table(columns, f"{label} against {words}", rows=own))
    return [*shown[:-1], shown[-1]._replace(caption=CAPTION)]


def measure(run: Runner) -> dict[str, Any]:
    """The errors of each evaluator."""
    options = run.options
    names = compared(options.evaluators)
    games, human = human_samples(options.wthor) if options.wthor else (0, {})
    rows = [
        rows_of(names, {at: close(names, one, options.near) for at, one in samples.items()})
        for samples in (solved_samples(run, sorted(set(options.empties))), human)
    ]
    if not any(rows):
        raise RequestError(f"no position is within {options.near} discs of balance")
    return {"games": games, "rows": rows[0], "human": rows[1]}


EXPERIMENT = Experiment(
    name="pattern-errors",
    summary="errors of evaluations against exact results and results of human games",
    size=Size(1, 5, "--empties 12 14 --trials 20", measured=True),
    examples="--plot pattern-errors.png; --trials 50 --empties 12 14;"
    " --wthor WTH_2018.wtb WTH_2019.wtb; --json",
    options=(
        evaluators_option(),
        option("--empties N...", SOLVED_EMPTIES, whole(1, MOST_EMPTIES), range(12, 23, 2)),
        option("--near N", NEAR_ALONE, whole(0, 64), 64),
        option("--wthor FILE...", "human games (.wtb)", Path, ()),
        of_trials(100),
    ),
    measure=measure,
    tables=tables,
    asked=("trials", "seed", "near"),
    draw=draw,
)
