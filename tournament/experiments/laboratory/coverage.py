"""How often 95 % intervals hold the truth, and how often sequential tests err, by simulation.

A's disc difference in a game is normal, rounded to even: what A is worth, what all openings of
a class have in common, with colours changed too, what a class gives to black, and what is left
to one game. Where players have no chance in them and play symmetric openings alike, nothing is
left. Classes are drawn anew for each simulated match, as openings of the same kind.

Sequential tests are simulated twice: pairs of endlessly many classes go to the test itself,
since there is nothing to judge in order or to leave out; rounds over the same openings, in
which games mostly follow an opening's usual line, go through the judge of stored games.
"""

import math
import random
from collections.abc import Sequence
from itertools import count, product
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from othello.openings import four_move_openings
from othello.parser import natural
from tournament.contests.judging import Prefix, judge
from tournament.experiments.runner import Experiment, Runner, Size, Table
from tournament.experiments.runner.arguments import option
from tournament.experiments.runner.output import values_of
from tournament.experiments.runner.trials import Trial
from tournament.games.play import FINISHED, GameRecord, Games, Side
from tournament.games.schedule import CLASSES, Fixture, chosen_openings, spread_openings
from tournament.games.tournament import Tournament
from tournament.options import add_results
from tournament.statistics import sequential
from tournament.statistics.pairs import DISC_BOUNDS, Pair, class_bootstrap, elo
from tournament.statistics.pentanomial import pentanomial, pentanomial_statistics

SPREAD = 14.0
"""Standard deviation, in discs, of a game's result."""

PARTS = {
    "copies": (0.7, 0.3, 0.0),
    "without chance": (0.4, 0.3, 0.3),
    "with chance": (0.1, 0.2, 0.7),
}
"""Of the variance: A's in a class, black's in a class, and what is left to a game, by players."""

AHEAD = (0.0, 12.0)
OPENINGS = (244, 20, 8, 5, 3)
SIMULATION_RESAMPLES = 1000

WITHIN_PAIRS = (0.0159, 0.2189, 0.5303, 0.2189, 0.0159)
"""How often pairs between equals give A 0, 1/2, 1, 3/2 and 2 points.

Source: Van den Bergh, github.com/vdbergh/pentanomial, of long games of chess."""

HYPOTHESES = sequential.Hypotheses(0, 30)

APART = 0.2
"""By how much A's share of the points in deviations is above that in usual lines."""
ROUNDS = 10
RESULTS = {0.0: (-2, 2), 0.25: (-2, 0), 0.5: (2, 2), 0.75: (2, 0), 1.0: (2, -2)}
"""Results of the two games of a pair, black's, by A's share of its points."""
DIAGONAL = "a1h8"
DEVIATIONS = [f"{file}{rank}h8" for file in "bc" for rank in range(1, 9)]
"""The moves of an opening's usual line, and of a deviation in each round."""


class Setting(NamedTuple):
    """A match that is simulated: who plays, by how many discs A is ahead, and the openings."""

    players: str
    ahead: float
    openings: int


def truths(setting: Setting) -> tuple[float, float]:
    """The expected share of the game points, and the expected disc difference."""
    drawn = NormalDist(setting.ahead, SPREAD)
    return (2 - drawn.cdf(-1.0) - drawn.cdf(1.0)) / 2, setting.ahead


def simulated(setting: Setting, seed: int) -> tuple[list[Pair], list[int]]:
    """The pairs of a match, and the classes of their openings."""
    chance = np.random.default_rng([seed, setting.openings, round(setting.ahead)])
    openings = four_move_openings()
    classes = [openings[number].board_class for number in spread_openings(setting.openings)]
    ours, blacks, rest = (SPREAD * math.sqrt(part) for part in PARTS[setting.players])
    names, draw = sorted(set(classes)), chance.normal
    of_class = {name: (setting.ahead + ours * draw(), blacks * draw()) for name in names}
    pairs = []
    for number, (worth, black) in enumerate(map(of_class.__getitem__, classes)):
        results = [2 * round((worth + side * black + rest * draw()) / 2) for side in (1, -1)]
        pairs.append(Pair(number, results[0], -results[1]))
    return pairs, classes


def trial(setting: Setting, seed: int) -> dict[str, Any]:
    """Whether the intervals of a simulated match hold the truth: 1 or 0."""
    pairs, classes = simulated(setting, seed)
    share, margin = truths(setting)
    shares, margins = [pair.points / 2 for pair in pairs], [pair.margin for pair in pairs]
    points = class_bootstrap(shares, classes, SIMULATION_RESAMPLES)
    discs = class_bootstrap(margins, classes, SIMULATION_RESAMPLES, bounds=DISC_BOUNDS)
    alone = pentanomial_statistics(pentanomial(pairs)).interval
    judged = {"points": (points, share), "discs": (discs, margin), "alone": (alone, share)}
    held = {name: int(ends.low <= truth <= ends.high) for name, (ends, truth) in judged.items()}
    return {**held, "width": points.high - points.low}


class SimulatedTest(NamedTuple):
    """A sequential test that is simulated: A's Elo, and how many pairs come from one class.

    Those of a class are copies of each other.
    """

    elo: float
    copies: int


def sequential_trial(test: SimulatedTest, seed: int) -> dict[str, Any]:
    """Whether elo1 was accepted, 1 or 0, and after how many pairs."""
    chance = random.Random(f"{seed} {test}")
    frequencies = sequential.likeliest(WITHIN_PAIRS, test.elo)
    judged, numbers = sequential.SequentialTest(HYPOTHESES), count()
    while judged.accepted is None:
        (share,), number = chance.choices(sequential.PAIR_SHARES, frequencies), next(numbers)
        for _ in range(test.copies):
            judged.add(share, number)
    return {"elo1": int(judged.accepted == sequential.ELO1), "pairs": judged.pairs}


class LineTest(NamedTuple):
    """A sequential test with chance: A's Elo, and the part of pairs that are a usual line."""

    elo: float
    usual: float


def line_trial(test: LineTest, seed: int) -> dict[str, Any]:
    """Whether elo0 and elo1 were accepted in ROUNDS at most, 1 or 0, and after how many pairs."""
    chance = random.Random(f"{seed} {test}")
    usual, deviations = (  # how often pairs give A each share
        sequential.likeliest(WITHIN_PAIRS, elo(sequential.expected_share(test.elo) + apart))
        for apart in (-(1 - test.usual) * APART, test.usual * APART)
    )
    openings = chosen_openings(CLASSES)
    lines = dict(
        zip(openings, chance.choices(sequential.PAIR_SHARES, usual, k=len(openings)), strict=True)
    )

    def games_of(tournament: Tournament, prefix: Prefix) -> Games | None:
        games, side = {}, Side(moves=1)
        for opening in openings if tournament.round < ROUNDS else ():
            share, moves = lines[opening], DIAGONAL
            if chance.random() >= test.usual:
                (share,) = chance.choices(sequential.PAIR_SHARES, deviations)
                moves = DEVIATIONS[tournament.round]
            for a_black, result in zip((True, False), RESULTS[share], strict=True):
                games[Fixture(opening, a_black)] = GameRecord(result, moves, FINISHED, side, side)
        return games or None

    asked = Tournament("random", "random:seed=1", openings)
    judged = judge(asked, HYPOTHESES, games_of).test
    accepted = {name: int(judged.accepted == name) for name in (sequential.ELO0, sequential.ELO1)}
    return {**accepted, "pairs": judged.pairs}


RATES = ("points", "discs", "alone", sequential.ELO0, sequential.ELO1)
"""Which results of trials are 0 or 1."""
BOTH_ELO = (HYPOTHESES.elo0, HYPOTHESES.elo1)
SETTINGS = [Setting(one[0], one[2], one[1]) for one in product(PARTS, OPENINGS, AHEAD)]
TESTS = [SimulatedTest(elo, 1) for elo in (BOTH_ELO[0], 15.0, BOTH_ELO[1])]
TESTS += [SimulatedTest(elo, 3) for elo in (0.0, 30.0)]
LINE_TESTS = [LineTest(elo, usual) for usual, elo in product((0.0, 0.7), BOTH_ELO)]


def rows_of(run: Runner, made: Trial, asked: Sequence[Any], kind: str) -> list[dict[str, Any]]:
    """What was simulated, and the mean of each value, in percent of those that are 0 or 1."""
    rows = []
    for one in asked:
        results, row = run.trials(made, one, kind=kind), one._asdict()
        for name in results[0]:
            mean = float(values_of(results, name).mean())
            row[name] = 100 * mean if name in RATES else mean
        rows.append(row)
    return rows


def expected(test: SimulatedTest) -> float:
    """After how many pairs the test is expected to end."""
    _, variance = sequential.mean_and_variance(sequential.likeliest(WITHIN_PAIRS, test.elo))
    return test.copies * sequential.expected_pairs(HYPOTHESES, test.elo, variance)


def measure(run: Runner) -> dict[str, Any]:
    """How intervals and both kinds of sequential tests fare."""
    rows = rows_of(run, trial, SETTINGS, "coverage")
    tests = rows_of(run, sequential_trial, TESTS, "coverage-sprt")
    lines = rows_of(run, line_trial, LINE_TESTS, "coverage-lines")
    tests = [{**row, "expected": expected(one)} for row, one in zip(tests, TESTS, strict=True)]
    lines = [{**row, "usual": 100 * row["usual"]} for row in lines]
    return {"rows": rows, "tests": tests, "lines": lines}


EXPERIMENT = Experiment(
    name="coverage",
    summary="how often intervals hold the truth and sequential tests err, by simulation",
    size=Size(1.5, 5, "--trials 100"),
    examples="--trials 100; --json",
    options=(
        option("--trials N", "of each kind (%(default)s)", natural, 2000),
        option("--seed N", "of the first trial (%(default)s)", natural, 1),
        add_results,
    ),
    measure=measure,
    tables=(
        Table(
            "players {players} | openings {openings} | A ahead {ahead:g} | points\n% {points:.1f}"
            " | discs\n% {discs:.1f} | without\nclasses % {alone:.1f}"
            " | width of\npoints {width:.3f}",
            "{summary}",
            "how often the 95 % intervals held the truth in {trials} simulated matches;"
            " without classes: every pair taken for independent",
        ),
        Table(
            "Elo of A {elo:g} | copies {copies} | elo1 accepted % {elo1:.1f} | pairs {pairs:.0f}"
            " | expected {expected:.0f}",
            "sequential tests",
            f"elo0 {HYPOTHESES.elo0:g} against elo1 {HYPOTHESES.elo1:g}, errors of 5 %;"
            " copies: pairs alike in a class",
            "tests",
        ),
        Table(
            "Elo of A {elo:g} | usual lines % {usual:.0f} | elo0 accepted % {elo0:.1f}"
            " | elo1 accepted % {elo1:.1f} | pairs {pairs:.0f}",
            f"sequential tests with chance, {ROUNDS} rounds over 60 openings",
            "usual lines: pairs that repeat those of other rounds",
            "lines",
        ),
    ),
)
