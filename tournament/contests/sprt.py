"""A contest that ends as soon as a sequential test decides between two hypotheses.

The stored games are its only state: a test resumes by judging them again.
"""

import argparse
import json
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from othello.cli.errors import UserError
from othello.cli.parser import number, seconds
from players import registry
from tournament.contests.contest import (
    Contest,
    Progress,
    add_a_and_b,
    add_limits,
    add_seed,
    match_of_options,
)
from tournament.games.match import Match, check_values, digest
from tournament.games.openings import GameKey, board_class
from tournament.games.play import GameResult, Games
from tournament.results import match_result
from tournament.running.contest_runner import ContestRunner
from tournament.statistics.pairs import Pair
from tournament.statistics.sequential import Hypotheses, SequentialTest
from tournament.storage.store import Store

MOST_ELO = 1000.0


def probability(text: str) -> float:
    """Parse an error probability, more than 0 and less than 0.5."""
    value = seconds(text)
    if value >= 0.5:
        raise argparse.ArgumentTypeError(f"{text} is not less than 0.5")
    return value


def rating(text: str) -> float:
    """Parse a difference of ratings, at most MOST_ELO."""
    value = number(text)
    if not abs(value) <= MOST_ELO:
        raise argparse.ArgumentTypeError(f"{text} is beyond {MOST_ELO:g}")
    return value


TESTED = (
    ("elo0", "E", rating, "Elo difference of the null hypothesis, no gain"),
    ("elo1", "E", rating, "Elo difference of the alternative hypothesis, enough gain"),
    ("alpha", "P", probability, "probability of accepting elo1 if elo0 is true"),
    ("beta", "P", probability, "probability of accepting elo0 if elo1 is true"),
)
"""The options of the fields of Hypotheses, with parsers and help."""


def shuffle_openings(match: Match, seed: int) -> Match:
    """Return the same match with its openings in an order that depends only on the seed."""
    openings = list(match.openings)
    Random(f"order {seed}").shuffle(openings)
    return replace(match, openings=tuple(openings))


class SprtRun:
    """The judged `pairs` of a test with their `games`, and its `ratios` after each of them.

    A pair waits for all pairs ahead of it in a fixed order of the openings, so that games which
    finish early cannot bias the test. Pairs of one class of openings, such as copies, are a cluster
    of the test. `enough` and `text` are callbacks of `ContestRunner.play_match`.
    """

    def __init__(self, match: Match, hypotheses: Hypotheses) -> None:
        self.test = SequentialTest(hypotheses)
        self.games: list[tuple[GameKey, GameResult]] = []
        self.pairs: list[Pair] = []
        self.ratios: list[float] = []
        self._openings = match.openings

    @property
    def exhausted(self) -> bool:
        """True if all openings are judged, and the test is undecided."""
        return self.test.accepted is None and len(self.pairs) == len(self._openings)

    @property
    def decided(self) -> bool:
        """True if the test has ended, with or without a decision."""
        return self.test.accepted is not None or self.exhausted

    def enough(self, games: Games) -> bool:
        """Judge the pairs that are complete, up to the first that is not."""
        while not self.decided:
            opening = self._openings[len(self.pairs)]
            both = [
                (at, games[at])
                for at in (GameKey(opening, True), GameKey(opening, False))
                if at in games
            ]
            if len(both) < 2:
                return False
            pair = Pair(opening, *(record.result for _, record in both))
            self.test.add(pair.points / 2, board_class(opening))
            self.pairs.append(pair)
            self.ratios.append(self.test.ratio)
            self.games += both
        return self.test.accepted is not None

    def text(self) -> str:
        """Return the ratio and its bounds."""
        low, high = self.test.hypotheses.bounds
        return (
            f"LLR {self.test.ratio:+.2f} in {low:.2f} to {high:.2f} after {self.test.pairs} pairs"
        )


@dataclass(frozen=True)
class Sprt(Contest):
    """A sequential test; the template has the openings in the fixed order."""

    hypotheses: Hypotheses

    kind = "sprt"
    summary = "a match that ends once the stronger player is decided"
    description = """\
Plays pairs of games until A is found elo0 or elo1 stronger than B: until the logarithm
of the ratio of their likelihoods (LLR) reaches a bound. Pairs are judged in a fixed
order, even if others finish first. Openings that are symmetric to each other form
one class, whose pairs may vary together. --seed changes the order of the openings only."""
    examples = """
  python -m tournament sprt alphabeta:depth=2 alphabeta:depth=1 --elo0 0 --elo1 100
  python -m tournament sprt forward alphabeta --nodes 2000 --openings random:count=2000
  python -m tournament sprt random:seed=1 random:seed=2 --elo0 -20 --elo1 20"""

    @staticmethod
    def add_options(parser: argparse.ArgumentParser) -> None:
        """Add players, openings, hypotheses, seed and limits."""
        add_a_and_b(parser)
        group = parser.add_argument_group("the test")
        for (name, value, kind, words), default in zip(TESTED, Hypotheses(), strict=False):
            words = f"{words} (default: {default:g})"
            group.add_argument(f"--{name}", metavar=value, type=kind, default=default, help=words)
        add_seed(parser, "order of the openings")
        add_limits(parser)

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> "Sprt":
        """Return the test of the options."""
        tested = Hypotheses(*(getattr(options, name) for name in Hypotheses._fields))
        if not tested.elo0 < tested.elo1:
            raise UserError(f"elo0 {tested.elo0:g} is not less than elo1 {tested.elo1:g}")
        match = match_of_options(options, options.a, options.b)
        return cls(shuffle_openings(replace(match, round=0), options.seed), tested)

    @classmethod
    def from_text(cls, text: str) -> "Sprt":
        """Parse the text of `as_text`."""
        read = json.loads(text)
        tested = Hypotheses(**read["hypotheses"])
        check_values("hypotheses", tested, int, float)
        if not tested.elo0 < tested.elo1 or not 0 < min(tested[2:4]) <= max(tested[2:4]) < 0.5:
            raise ValueError("its hypotheses cannot be tested")
        return cls(Match.from_text(read["tournament"]), tested)

    def as_text(self) -> str:
        """Return this test as JSON."""
        return json.dumps(
            {"tournament": self.template.as_text(), "hypotheses": self.hypotheses._asdict()}
        )

    @cached_property
    def id(self) -> str:
        """The digest that identifies this test."""
        return digest(["sprt", self.template.id, self.hypotheses])

    def play(self, runner: ContestRunner) -> None:
        """Play until the test is decided, or the openings are exhausted."""
        run = SprtRun(self.template, self.hypotheses)
        runner.play_match(self.template, enough=run.enough, text=run.text)

    def judge(self, store: Store) -> SprtRun:
        """Judge the stored games."""
        registry.load()
        run = SprtRun(self.template, self.hypotheses)
        run.enough(store.games(self.template.id, details=False))
        return run

    def progress(self, store: Store) -> Progress:
        """Return how many pairs are judged, and the accepted hypothesis."""
        run, played = self.judge(store), store.game_count(self.template.id)
        accepted = "" if run.test.accepted is None else f", {run.test.accepted} accepted"
        judged = f"{run.test.pairs} pairs judged of {played} games{accepted}"
        return Progress([self.template], run.decided, judged)

    def data(self, store: Store) -> dict[str, Any]:
        """Return the result as plain data."""
        run = self.judge(store)
        return {
            "sprt": self.id,
            "complete": run.decided,
            "hypotheses": self.hypotheses._asdict(),
            "bounds": list(self.hypotheses.bounds),
            "log_likelihood_ratio": run.test.ratio,
            "design_effect": run.test.design_effect,
            "accepted": run.test.accepted,
            "exhausted": run.exhausted,
            "pairs_judged": run.test.pairs,
            "judged": match_result(self.template, run.pairs, run.games),
        }
