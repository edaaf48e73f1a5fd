"""A match that ends as soon as a sequential test has decided between two hypotheses."""

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from rich.table import Table

from othello.cli.errors import UserError
from players import registry
from tournament.contests.contest import Contest, State
from tournament.contests.judging import SprtRun, judge
from tournament.games.play import Games
from tournament.games.tournament import Tournament, digest
from tournament.options import (
    A_AND_B,
    flag,
    limit_options,
    option,
    probability,
    rating,
    seed_option,
    together,
    tournament_of_options,
)
from tournament.page import sentences
from tournament.page.contents import FACT, Cell, PageTable, Plot, Section, number
from tournament.page.measures import result_table, spending_of_two
from tournament.page.plots import Axes, PageCurve, Point, draw
from tournament.results.standings import Standing, standing_data, standing_of
from tournament.results.tables import match_table
from tournament.running.session import ONLY, Part, Session
from tournament.statistics.pentanomial import pentanomial_statistics
from tournament.statistics.sequential import ELO0, ELO1, Hypotheses, expected_pairs
from tournament.storage.rows import totals_of_games
from tournament.storage.store import Store

MOST_POINTS = 600
"""A longer path is drawn at so many of its places."""
TESTED = (
    ("elo0 E", rating, "what A is stronger by if nothing was gained"),
    ("elo1 E", rating, "what it is stronger by if enough was gained"),
    ("alpha P", probability, "how often elo1 may be accepted where elo0 holds"),
    ("beta P", probability, "how often elo0 may be accepted where elo1 holds"),
)
"""The options of the first fields of Hypotheses, how each is read and what it is."""


def in_fixed_order(tournament: Tournament, seed: int) -> Tournament:
    """The same tournament, its openings in an order that depends on the seed alone."""
    openings = list(tournament.openings)
    Random(f"order {seed}").shuffle(openings)
    return replace(tournament, openings=tuple(openings))


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


def _unit(hypotheses: Mapping[str, Any]) -> str:
    return "normalised Elo" if hypotheses["normalised"] else "Elo"


def _verdict(data: Mapping[str, Any], prefix: SprtRun) -> str:
    hypotheses, unit = data["hypotheses"], _unit(data["hypotheses"])
    accepted, pairs = data["accepted"], sentences.count_of(data["pairs_judged"], "pair")
    if accepted is None:
        why = prefix.end if prefix.exhausted else "it is not finished"
        return f"The test is undecided after {pairs}: {why}."
    other, error = (ELO0, "alpha") if accepted == ELO1 else (ELO1, "beta")
    ours, theirs = (number(hypotheses[name], "+g").text for name in (accepted, other))
    return (
        f"Decided after {pairs}: A is rather {ours} than {theirs} {unit} stronger than B;"
        f" {100 * hypotheses[error]:g} % of tests say so although {theirs} is true."
    )


def _test_table(data: Mapping[str, Any]) -> PageTable:
    hypotheses, (low, high) = data["hypotheses"], data["bounds"]
    rows = [
        (f"elo0, elo1 in {_unit(hypotheses)}", f"{hypotheses['elo0']:g}, {hypotheses['elo1']:g}"),
        ("error rates alpha, beta", f"{hypotheses['alpha']:g}, {hypotheses['beta']:g}"),
        ("log likelihood ratio", f"{data['log_likelihood_ratio']:+.3f}"),
        ("its bounds", f"{low:+.3f}, {high:+.3f}"),
        ("design effect, by which it is divided", f"{data['design_effect']:.2f}"),
        ("pairs judged", f"{data['pairs_judged']:,}"),
        ("pairs that repeat others, left out", f"{data['pairs_repeated']:,}"),
    ]
    for name, pairs in (data["expected_pairs"] or {}).items():
        where = "between both" if name not in (ELO0, ELO1) else f"at {name}"
        rows.append((f"pairs that it takes on average {where}", number(pairs).text))
    cells = tuple((Cell(name), Cell(text.replace("-", "−"))) for name, text in rows)
    return PageTable("The test.", (FACT, "value"), cells)


@dataclass(frozen=True)
class Sprt(Contest):
    """A sequential test; the openings of the `model`, its first round, stand in the fixed order."""

    hypotheses: Hypotheses

    kind = "sprt"
    summary = "a match that ends once it is decided who is stronger"
    description = """\
Pairs of games are played until it is decided whether A is elo0 or elo1 stronger
than B: when the logarithm of the ratio of their likelihoods (LLR) reaches a bound.
Pairs are judged in a fixed order, whichever of them are finished first; those of
openings that are the same but for a symmetry count together as what they weigh.
Where a player has chance in it, the openings are played again with other seeds, which
follow from the round. --seed changes the order of the openings alone."""
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
            flag("--normalised", "both are normalised Elo"),
            title="the test",
        ),
        seed_option("order of openings, and of nothing else"),
        limit_options(),
    )

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> "Sprt":
        """The test that options ask for."""
        tested = Hypotheses(*(getattr(options, name) for name in Hypotheses._fields))
        if not tested.elo0 < tested.elo1:
            raise UserError(f"elo0 {tested.elo0:g} is not less than elo1 {tested.elo1:g}")
        asked = tournament_of_options(options, options.a, options.b)
        return cls(in_fixed_order(asked, options.seed), tested)

    @classmethod
    def from_text(cls, text: str) -> "Sprt":
        """The test that `as_text` wrote."""
        read = json.loads(text)
        tested = Hypotheses(**read["hypotheses"])
        if not tested.elo0 < tested.elo1 or not 0 < min(tested[2:4]) <= max(tested[2:4]) < 0.5:
            raise ValueError("its hypotheses cannot be tested")
        return cls(Tournament.from_text(read["tournament"]), tested)

    def as_text(self) -> str:
        """This test as JSON."""
        return json.dumps(
            {"tournament": self.model.as_text(), "hypotheses": self.hypotheses._asdict()}
        )

    @cached_property
    def id(self) -> str:
        """The digest that names this test."""
        return digest(["sprt", self.model.id, self.hypotheses])

    def play(self, session: Session) -> None:
        """Play until the test is decided, or the openings are exhausted."""

        def play_round(tournament: Tournament, prefix: SprtRun) -> Games:
            part = Part(prefix.round + 1, 0, name="round") if prefix.round else ONLY
            session.match(tournament, part, prefix.enough, prefix.text)
            return session.games(tournament)

        judge(self.model, self.hypotheses, play_round)

    def replay(self, store: Store, details: bool = False) -> tuple[SprtRun, list[Tournament]]:
        """What was judged, with the details of moves where wanted, and the rounds with games."""
        registry.load()
        reached: list[Tournament] = []

        def look_up(tournament: Tournament, prefix: SprtRun) -> Games | None:
            games = store.games(tournament.id, details)
            if not games:
                return None
            reached.append(tournament)
            return games

        return judge(self.model, self.hypotheses, look_up), reached

    def state(self, store: Store) -> State:
        """How many pairs are judged, and what was accepted."""
        prefix, reached = self.replay(store)
        played = sum(store.played(tournament.id) for tournament in reached)
        accepted = "" if prefix.test.accepted is None else f", {prefix.test.accepted} accepted"
        judged = f"{prefix.test.pairs} pairs judged of {played} games{accepted}"
        return State(reached, prefix.decided, judged)

    def _standing(self, prefix: SprtRun) -> Standing:
        games = [(fixture, record) for _, fixture, record in prefix.games]
        return standing_of(self.model, prefix.pairs, games, totals_of_games(games))

    def _expected(self, prefix: SprtRun) -> dict[str, float] | None:
        """How many pairs such a test takes on average where elo0, elo1 or the mean of both holds.

        As many times more as the ratio is divided by, if the design effect stays as it is.
        None where the pairs do not say yet how much they vary, and for normalised Elo.
        """
        hypotheses = self.hypotheses
        variance = pentanomial_statistics(prefix.test.counts).variance
        if hypotheses.normalised or not variance:
            return None
        elo0, elo1, *_ = hypotheses
        ratings = {ELO0: elo0, "between": (elo0 + elo1) / 2, ELO1: elo1}
        times = prefix.test.design_effect
        return {
            name: times * expected_pairs(hypotheses, elo, variance) for name, elo in ratings.items()
        }

    def figures(self, store: Store) -> dict[str, Any]:
        """The result as plain data."""
        return self._figures_of(self.replay(store)[0])

    def _figures_of(self, prefix: SprtRun) -> dict[str, Any]:
        return {
            "sprt": self.id,
            "complete": prefix.decided,
            "hypotheses": self.hypotheses._asdict(),
            "bounds": list(self.hypotheses.bounds),
            "log_likelihood_ratio": prefix.test.ratio,
            "design_effect": prefix.test.design_effect,
            "accepted": prefix.test.accepted,
            "exhausted": prefix.exhausted,
            "rounds": prefix.rounds,
            "pairs_judged": prefix.test.pairs,
            "pairs_repeated": prefix.repeated,
            "expected_pairs": self._expected(prefix),
            "judged": standing_data(self._standing(prefix)),
        }

    def bare_table(self, store: Store) -> Table:
        """What was tested and decided, then the pairs that were judged."""
        prefix, _ = self.replay(store)
        hypotheses, test = self.hypotheses, prefix.test
        unit = _unit(hypotheses._asdict())
        low, high = hypotheses.bounds
        repeated = f"; {prefix.repeated} that repeat them left out" if prefix.repeated else ""
        rows = [
            ("test", f"elo0 {hypotheses[0]:g} against elo1 {hypotheses[1]:g}, {unit} of A over B"),
            ("decision", decision_text(hypotheses, prefix)),
            ("LLR", f"{test.ratio:+.3f}, between {low:.3f} and {high:.3f}"),
            ("   design effect", f"{test.design_effect:.2f}, by which it is divided"),
            ("pairs judged", f"{test.pairs} in their fixed order{repeated}"),
        ]
        expected = self._expected(prefix)
        if expected is not None:
            numbers = (f"{number:,.0f} at {name}" for name, number in expected.items())
            rows.append(("   expected", ", ".join(numbers).replace("at between", "between them")))
        return match_table(self._standing(prefix), rows)

    def full_section(self, store: Store) -> Section:
        """What it decided, the path of its likelihood ratio, and the pairs that were judged."""
        prefix, rounds = self.replay(store, details=True)
        data = {**self._figures_of(prefix), "differences": self.differences()}
        judged = data["judged"]
        first_round = {at: record for number, at, record in prefix.games if number == 0}
        costs, plot = spending_of_two(judged, first_round, "Cost by disc count, first round")
        plots = [plot] if plot else []
        if prefix.pairs:
            plots.insert(0, _path_plot(prefix.ratios, prefix.test.hypotheses.bounds))
        return Section(
            f"Sequential test: {self.model.a} against {self.model.b}",
            (("A", self.model.a), ("B", self.model.b)),
            _verdict(data, prefix),
            sentences.prose(
                "Pairs were judged one after the other in a fixed order until one of two hypotheses"
                f" was accepted. {sentences.limits_text(self.model)}",
                sentences.differences(data),
                f"The judged pairs give A {sentences.elo_text(judged)}; a test that ends where the"
                " result is clear tends to make differences too large."
                if judged["pairs"]
                else "",
                sentences.repeats(judged) if judged["games"] else "",
                sentences.cost(judged),
                sentences.faults([judged]),
            ),
            (_test_table(data), result_table(judged), costs),
            tuple(plots),
            tuple((f"round {place}", one) for place, one in enumerate(rounds, start=1)),
        )


def decision_text(hypotheses: Hypotheses, prefix: SprtRun) -> str:
    """What the test says, in words."""
    if prefix.exhausted:
        return f"none: {prefix.end} and the test is undecided"
    if prefix.test.accepted is None:
        return "none yet"
    if prefix.test.accepted == ELO1:
        elo, error, other = hypotheses.elo1, hypotheses.alpha, ELO0
    else:
        elo, error, other = hypotheses.elo0, hypotheses.beta, ELO1
    return (
        f"{prefix.test.accepted} accepted: {elo:g}"
        f" (also in {100 * error:g} % of tests where {other} holds)"
    )
