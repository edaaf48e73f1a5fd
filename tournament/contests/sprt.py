"""A contest that ends as soon as a sequential test decides between two hypotheses."""

import argparse
import json
from collections.abc import Mapping
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
from tournament.page import sentences
from tournament.page.contents import FACT, Cell, PageTable, Plot, Section, number
from tournament.page.measures import costs_of_two, result_table
from tournament.page.plots import Axes, PageCurve, Point, draw
from tournament.results import match_result
from tournament.running.contest_runner import ContestRunner
from tournament.statistics.sequential import ELO0, ELO1, Hypotheses
from tournament.storage.store import Store

MOST_POINTS = 600
"""The most points of a drawn path."""
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


def _path_plot(ratios: list[float], bounds: tuple[float, float]) -> Plot:
    step = len(ratios) // MOST_POINTS + 1
    places = [*range(0, len(ratios), step), len(ratios) - 1]
    points = [Point(0, 0), *(Point(place + 1, ratios[place]) for place in dict.fromkeys(places))]
    low, high = bounds
    end = max(1, len(ratios))
    curves = [
        PageCurve("log likelihood ratio", points, "a", mark=0),
        PageCurve(f"{ELO1} accepted", [Point(0, high), Point(end, high)], "paper", "7 4", mark=0),
        PageCurve(f"{ELO0} accepted", [Point(0, low), Point(end, low)], "b", "7 4", mark=0),
    ]
    axes = Axes("Path of the test", "pairs judged", "log likelihood ratio", level=0, whole_x=True)
    axes = axes._replace(x_ends=(0, end))
    caption = "The logarithm of the likelihood ratio after every pair, between the test's bounds."
    return Plot(draw(axes, curves), caption)


def _verdict(data: Mapping[str, Any], run: SprtRun) -> str:
    hypotheses = data["hypotheses"]
    accepted, pairs = data["accepted"], sentences.count_of(data["pairs_judged"], "pair")
    if accepted is None:
        why = "the openings are exhausted" if run.exhausted else "it is not finished"
        return f"The test is undecided after {pairs}: {why}."
    other, error = (ELO0, "alpha") if accepted == ELO1 else (ELO1, "beta")
    ours, theirs = (number(hypotheses[name], "+g").text for name in (accepted, other))
    return (
        f"Decided after {pairs}: A is {ours} rather than {theirs} Elo stronger than B;"
        f" if {theirs} is true, {100 * hypotheses[error]:g} % of tests still say so."
    )


def _test_table(data: Mapping[str, Any]) -> PageTable:
    hypotheses, (low, high) = data["hypotheses"], data["bounds"]
    rows = [
        ("elo0, elo1", f"{hypotheses['elo0']:g}, {hypotheses['elo1']:g}"),
        ("error rates alpha, beta", f"{hypotheses['alpha']:g}, {hypotheses['beta']:g}"),
        ("log likelihood ratio", f"{data['log_likelihood_ratio']:+.3f}"),
        ("its bounds", f"{low:+.3f}, {high:+.3f}"),
        ("design effect, by which it is divided", f"{data['design_effect']:.2f}"),
        ("pairs judged", f"{data['pairs_judged']:,}"),
    ]
    cells = tuple((Cell(name), Cell(text.replace("-", "−"))) for name, text in rows)
    return PageTable("The test.", (FACT, "value"), cells)


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

    def section(self, store: Store) -> Section:
        """Return the decision, the path of the likelihood ratio, and the judged pairs."""
        run, data = self.judge(store), self.data(store)
        judged = data["judged"]
        path = [_path_plot(run.ratios, self.hypotheses.bounds)] if run.pairs else []
        return Section(
            f"Sequential test: {self.template.a} against {self.template.b}",
            (("A", self.template.a), ("B", self.template.b)),
            _verdict(data, run),
            sentences.prose(
                "Pairs were judged one after the other in a fixed order until one of two hypotheses"
                f" was accepted. {sentences.limits_text(self.template)}",
                f"The judged pairs give A {sentences.elo_text(judged)}; a test that ends where the"
                " result is clear tends to make differences too large."
                if judged["pairs"]
                else "",
                sentences.repeats(judged) if judged["games"] else "",
                sentences.cost(judged),
                sentences.faults([judged]),
            ),
            (_test_table(data), result_table(judged), costs_of_two(judged)),
            tuple(path),
            (("all games", self.template),),
        )
