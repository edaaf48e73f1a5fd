"""A contest that ends as soon as a sequential test decides between two hypotheses."""

import argparse
import json
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from othello.cli.errors import UserError
from players import registry
from tournament.contests.contest import Contest, Progress
from tournament.contests.sprt_run import SprtRun
from tournament.games.match import Match, digest
from tournament.options import (
    A_AND_B,
    limit_options,
    match_of_options,
    option,
    probability,
    rating,
    seed_option,
    together,
)
from tournament.results import match_result
from tournament.running.contest_runner import ContestRunner
from tournament.statistics.sequential import Hypotheses
from tournament.storage.store import Store

TESTED = (
    ("elo0 E", rating, "Elo difference of the null hypothesis, no gain"),
    ("elo1 E", rating, "Elo difference of the alternative hypothesis, enough gain"),
    ("alpha P", probability, "probability of accepting elo1 if elo0 is true"),
    ("beta P", probability, "probability of accepting elo0 if elo1 is true"),
)
"""The options of the fields of Hypotheses, with parsers and help."""


def shuffle_openings(match: Match, seed: int) -> Match:
    """Return the same match with its openings in an order that depends only on the seed."""
    openings = list(match.openings)
    Random(f"order {seed}").shuffle(openings)
    return replace(match, openings=tuple(openings))


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

    options = (
        A_AND_B,
        together(
            *(
                option(f"--{name}", f"{words} (default: %(default)g)", kind, default)
                for (name, kind, words), default in zip(TESTED, Hypotheses(), strict=False)
            ),
            title="the test",
        ),
        seed_option("order of the openings"),
        limit_options(),
    )

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
