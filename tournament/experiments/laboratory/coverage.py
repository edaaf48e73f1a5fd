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
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from othello.openings import four_move_openings
from othello.parser import natural
from tournament.contests.judging import Prefix, judge
from tournament.experiments.runner import Experiment, Runner, Size, Table
from tournament.experiments.runner.arguments import option
from tournament.experiments.runner.output import values_of
from tournament.games.play import FINISHED, GameRecord, Games, Side
from tournament.games.schedule import CLASSES, Fixture, chosen_openings, evenly_spread
from tournament.games.tournament import Tournament
from tournament.options import add_results
from tournament.statistics.pairs import DISC_BOUNDS, Pair, class_bootstrap, elo
from tournament.statistics.pentanomial import pentanomial, pentanomial_statistics
from tournament.statistics.sequential import (
    ELO0,
    ELO1,
    PAIR_SHARES,
    Hypotheses,
    SequentialTest,
    expected_pairs,
    expected_share,
    likeliest,
    mean_and_variance,
)

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

HYPOTHESES = Hypotheses(0, 30)

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
    classes = [openings[number].board_class for number in evenly_spread(setting.openings)]
    ours, blacks, rest = (SPREAD * math.sqrt(part) for part in PARTS[setting.players])
    of_class = {
        name: (setting.ahead + ours * chance.normal(), blacks * chance.normal())
        for name in sorted(set(classes))
    }
    pairs = []
    for number, name in enumerate(classes):
        worth, black = of_class[name]
        first, second = (
            2 * round((worth + side * black + rest * chance.normal()) / 2) for side in (1, -1)
        )
        pairs.append(Pair(number, first, -second))
    return pairs, classes


def trial(setting: Any, seed: int) -> dict[str, Any]:
    """Whether the intervals of a simulated match hold the truth: 1 or 0."""
    setting = Setting(*setting)
    pairs, classes = simulated(setting, seed)
    share, margin = truths(setting)
    shares, margins = [pair.points / 2 for pair in pairs], [pair.margin for pair in pairs]
    low, high = class_bootstrap(shares, classes, SIMULATION_RESAMPLES)
    least, most = class_bootstrap(margins, classes, SIMULATION_RESAMPLES, bounds=DISC_BOUNDS)
    alone = pentanomial_statistics(pentanomial(pairs)).interval
    return {
        "points": int(low <= share <= high),
        "discs": int(least <= margin <= most),
        "alone": int(alone.low <= share <= alone.high),
        "width": high - low,
    }


class SimulatedTest(NamedTuple):
    """A sequential test that is simulated: A's Elo, and how many pairs come from one class.

    Those of a class are copies of each other.
    """

    elo: float
    copies: int


def sequential_trial(test: Any, seed: int) -> dict[str, Any]:
    """Whether elo1 was accepted, 1 or 0, and after how many pairs."""
    test = SimulatedTest(*test)
    chance = random.Random(f"{seed} {test}")
    frequencies = likeliest(WITHIN_PAIRS, test.elo)
    judged = SequentialTest(HYPOTHESES)
    number = 0
    while judged.accepted is None:
        (share,) = chance.choices(PAIR_SHARES, frequencies)
        for _ in range(test.copies):
            judged.add(share, number)
        number += 1
    return {"elo1": int(judged.accepted == ELO1), "pairs": judged.pairs}


class LineTest(NamedTuple):
    """A sequential test with chance: A's Elo, and the part of pairs that are a usual line."""

    elo: float
    usual: float


def line_trial(test: Any, seed: int) -> dict[str, Any]:
    """Whether elo0 and elo1 were accepted in ROUNDS at most, 1 or 0, and after how many pairs."""
    test = LineTest(*test)
    chance = random.Random(f"{seed} {test}")
    usual, deviations = (  # how often pairs give A each share
        likeliest(WITHIN_PAIRS, elo(expected_share(test.elo) + apart))
        for apart in (-(1 - test.usual) * APART, test.usual * APART)
    )
    openings = chosen_openings(CLASSES)
    lines = dict(zip(openings, chance.choices(PAIR_SHARES, usual, k=len(openings)), strict=True))

    def games_of(tournament: Tournament, prefix: Prefix) -> Games | None:
        games = {}
        for opening in openings if tournament.round < ROUNDS else ():
            share, moves = lines[opening], DIAGONAL
            if chance.random() >= test.usual:
                (share,) = chance.choices(PAIR_SHARES, deviations)
                moves = DEVIATIONS[tournament.round]
            for a_black, result in zip((True, False), RESULTS[share], strict=True):
                side = Side(moves=1)
                games[Fixture(opening, a_black)] = GameRecord(result, moves, FINISHED, side, side)
        return games or None

    asked = Tournament("random", "random:seed=1", openings)
    judged = judge(asked, HYPOTHESES, games_of).test
    accepted = {name: int(judged.accepted == name) for name in (ELO0, ELO1)}
    return {**accepted, "pairs": judged.pairs}


RATES = ("points", "discs", "alone", ELO0, ELO1)
"""Which results of trials are 0 or 1."""
SETTINGS = [
    Setting(players, ahead, openings)
    for players in PARTS
    for openings in OPENINGS
    for ahead in AHEAD
]
TESTS = [
    SimulatedTest(elo, copies)
    for elo, copies in ((HYPOTHESES.elo0, 1), (15.0, 1), (HYPOTHESES.elo1, 1), (0.0, 3), (30.0, 3))
]
LINE_TESTS = [
    LineTest(elo, usual) for usual in (0.0, 0.7) for elo in (HYPOTHESES.elo0, HYPOTHESES.elo1)
]


def row_of(asked: Any, results: list[dict[str, Any]]) -> dict[str, Any]:
    """What was simulated, and the mean of each value, in percent of those that are 0 or 1."""
    means = {name: float(values_of(results, name).mean()) for name in results[0]}
    told = {name: 100 * mean if name in RATES else mean for name, mean in means.items()}
    return {**asked._asdict(), **told}


def expected(test: SimulatedTest) -> float:
    """After how many pairs the test is expected to end."""
    _, variance = mean_and_variance(likeliest(WITHIN_PAIRS, test.elo))
    return test.copies * expected_pairs(HYPOTHESES, test.elo, variance)


def measure(run: Runner) -> dict[str, Any]:
    """How intervals and both kinds of sequential tests fare."""
    tests = ((one, run.trials(sequential_trial, one, kind="coverage-sprt")) for one in TESTS)
    lines = ((one, run.trials(line_trial, one, kind="coverage-lines")) for one in LINE_TESTS)
    return {
        "rows": [row_of(one, run.trials(trial, one)) for one in SETTINGS],
        "tests": [{**row_of(one, found), "expected": expected(one)} for one, found in tests],
        "lines": [{**row_of(one, found), "usual": 100 * one.usual} for one, found in lines],
    }


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
            " | discs\n% {discs:.1f} | without\nclasses % {alone:.1f} | width of\npoints"
            " {width:.3f}",
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
