"""How much more, or less, A needs to be as strong as B: its nodes or CPU time over B's.

The factor is sought by bisection on its logarithm and read off a curve through all matches.
The search has no memory but the stored games: to resume it is to make it again.
"""

import argparse
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.table import Table

from othello.parser import natural, seconds
from tournament.contests.contest import Contest, State
from tournament.games.tournament import Tournament, digest, tournament_on_terms
from tournament.options import A_AND_B, option, seed_option, together, tournament_of_options
from tournament.page.contents import (
    Labelled,
    PageTable,
    Plot,
    Section,
    interval,
    number,
    rate,
    significant,
)
from tournament.page.measures import ratio_cell
from tournament.page.plots import Axes, PageCurve, Point, draw
from tournament.page.sentences import count_of, differences, faults, prose
from tournament.results.columns import columns_of
from tournament.results.standings import finite, standing, standing_data
from tournament.results.tables import ratio
from tournament.running.session import Part, Session
from tournament.statistics.equal_strength import MatchAtRatio, equal_strength
from tournament.statistics.pairs import Pair, complete_pairs
from tournament.storage.store import Store

DEFAULT_NODES = 2000
DEFAULT_STEPS = 6
WIDEST_FACTOR = 16.0
"""The bisection begins with factors from 1 / WIDEST_FACTOR to WIDEST_FACTOR."""
UNITS = {"nodes": "nodes", "seconds": "CPU time"}
LIMIT_UNITS = {"nodes": "nodes", "seconds": "CPU seconds"}
LIMIT = together(
    option("--nodes N", f"B's positions generated for a move (default: {DEFAULT_NODES})", natural),
    option("--seconds S", "or B's CPU seconds for a move", seconds),
)
MATCHES_CAPTION = (
    "The matches of the search, by A's limit over B's; points are A's share in percent."
)


class FactorMatch(NamedTuple):
    """A match of the bisection: A's factor and what came out."""

    factor: float
    tournament: Tournament
    pairs: Sequence[Pair]

    @property
    def score(self) -> float:
        """A's share of the game points."""
        return sum(pair.points / 2 for pair in self.pairs) / len(self.pairs)


@dataclass(frozen=True)
class Parity(Contest):
    """B's limit, of which A has a factor, and how many matches to play.

    In the `model` both have the limit that `unit` names in its `limits`.
    """

    unit: Literal["nodes", "seconds"]
    steps: int = DEFAULT_STEPS

    kind = "parity"
    summary = "the nodes or time at which A scores as much as B"
    description = """\
B plays every match with the limit that is named, A with more or less; the factor is
sought by bisection, and read off a curve through all matches."""
    examples = """
  python -m tournament parity forward alphabeta:evaluator=bill --nodes 2000 --openings 60
  python -m tournament parity forward alphabeta:evaluator=bill --seconds 0.01"""

    options = (
        A_AND_B,
        lambda parser: LIMIT(parser.add_mutually_exclusive_group()),
        option(
            "--steps N", "matches of the bisection (default: %(default)s)", natural, DEFAULT_STEPS
        ),
        seed_option(),
    )

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> "Parity":
        """The search that options ask for."""
        unit: Literal["nodes", "seconds"] = "nodes" if options.seconds is None else "seconds"
        if unit == "nodes" and options.nodes is None:
            options.nodes = DEFAULT_NODES
        asked = tournament_of_options(options, options.a, options.b)
        return cls(replace(asked, round=options.seed), unit, options.steps)

    @classmethod
    def from_text(cls, text: str) -> "Parity":
        """The search that `as_text` wrote; ValueError for a limit that cannot be multiplied."""
        read = json.loads(text)
        found = cls(Tournament.from_text(read["model"]), read["unit"], read["steps"])
        if not (found.limit and found.limit > 0 and found.steps > 0):
            raise ValueError("it needs a limit and a match or more")
        return found

    def as_text(self) -> str:
        """This search as JSON."""
        return json.dumps({"model": self.model.as_text(), "unit": self.unit, "steps": self.steps})

    @cached_property
    def id(self) -> str:
        """The digest that names this search, apart from its end: a longer one goes on from it."""
        return digest(["parity", self.model.id, self.unit])

    @property
    def limit(self) -> float:
        """B's limit."""
        return getattr(self.model.terms(False).limits, self.unit)

    def at(self, factor: float) -> Tournament:
        """The tournament in which A has so many times B's limit."""
        terms, limit = self.model.terms(False), self.limit * factor
        if self.unit == "nodes":
            a_limits = terms.limits._replace(nodes=max(1, round(limit)))
        else:
            a_limits = terms.limits._replace(seconds=float(f"{limit:.6g}"))
        return tournament_on_terms(self.model, terms._replace(limits=a_limits), terms)

    def factor(self, tournament: Tournament) -> float:
        """A's limit over B's in one of the tournaments."""
        a, b = (getattr(tournament.terms(side).limits, self.unit) for side in (True, False))
        return a / b

    def bisect(
        self, pairs_of: Callable[[Tournament, int], Sequence[Pair] | None]
    ) -> Iterator[FactorMatch]:
        """The matches up to the last one, or up to the first whose pairs are not all there.

        Each once, also where A's nodes at several factors are the same whole number.
        """
        low, high = 1 / WIDEST_FACTOR, WIDEST_FACTOR
        scores: dict[str, float] = {}
        for place in range(self.steps):
            middle = math.sqrt(low * high)
            tournament = self.at(middle)
            if tournament.id not in scores:
                pairs = pairs_of(tournament, place)
                if pairs is None:
                    return
                step = FactorMatch(self.factor(tournament), tournament, pairs)
                scores[tournament.id] = step.score
                yield step
            low, high = (low, middle) if scores[tournament.id] > 0.5 else (middle, high)

    def play(self, session: Session) -> None:
        """Play what is missing."""

        def play(tournament: Tournament, place: int) -> Sequence[Pair]:
            after = (self.steps - place - 1) * tournament.game_count
            session.match(tournament, Part(place + 1, self.steps, after))
            return complete_pairs(session.games(tournament))

        list(self.bisect(play))

    def _replay(self, store: Store) -> tuple[list[FactorMatch], list[Tournament]]:
        """The finished matches, and all that the search came to: one more if it is unfinished."""
        reached: list[Tournament] = []

        def look_up(tournament: Tournament, place: int) -> Sequence[Pair] | None:
            reached.append(tournament)
            if store.played(tournament.id) < tournament.game_count:
                return None
            return complete_pairs(store.games(tournament.id, details=False)) or None  # damaged

        return list(self.bisect(look_up)), reached

    def state(self, store: Store) -> State:
        """How many matches are played."""
        steps, reached = self._replay(store)
        if len(reached) == len(steps):
            return State(reached, True, f"{len(steps)} of {len(steps)} matches")
        games = store.played(reached[-1].id)
        return State(reached, False, f"{len(steps)} of {self.steps} matches and {games} games")

    def figures(self, store: Store) -> dict[str, Any]:
        """The result as plain data."""
        steps, reached = self._replay(store)
        found = factor_of(steps)
        return {
            "parity": self.id,
            "complete": len(steps) == len(reached),
            "unit": self.unit,
            "factor": finite(found.factor),
            "factor_interval": [finite(found.low), finite(found.high)],
            "within_the_factors_played": found.reached,
            "matches": [
                {"factor": step.factor, **standing_data(standing(store, step.tournament))}
                for step in steps
            ],
        }

    def bare_table(self, store: Store) -> Table:
        """The matches by A's factor, and above them the factor at equal strength."""
        steps, _ = self._replay(store)
        table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
        table.title = f"A: {self.model.a}\nB: {self.model.b}, {self.limit:g} {self.unit} a move"
        table.title_justify = table.caption_justify = "left"
        table.caption = _factor_text(self.unit, factor_of(steps))
        for heading in (
            f"A's {self.unit}\nover B's",
            "points\nof A",
            "\n95 %",
            "nodes\nA/B",
            "CPU\nA/B",
        ):
            table.add_column(heading, justify="right", no_wrap=True)
        for step in sorted(steps, key=lambda step: step.factor):
            result = standing(store, step.tournament)
            a, b = result.totals.a, result.totals.b
            low, high = result.points_interval
            table.add_row(
                *(f"{step.factor:.3g}", f"{100 * step.score:.1f}"),
                f"{100 * low:.1f} to {100 * high:.1f}",
                *(ratio(a.nodes, b.nodes), ratio(a.cpu_seconds, b.cpu_seconds)),
            )
        return table

    def full_section(self, store: Store) -> Section:
        """The factor, and the curve that it is read from."""
        return section_of_parity(self.data(store), self._replay(store)[1], self.model)


class Factor(NamedTuple):
    """A's limit over B's at equal strength, and its 95 % interval; nan where none is seen.

    `reached` is whether it lies between the factors played.
    """

    factor: float
    low: float
    high: float
    reached: bool


def factor_of(steps: Sequence[FactorMatch]) -> Factor:
    """What the matches say of the factor."""
    if not steps:
        return Factor(math.nan, 0.0, math.inf, False)
    matches = []
    for step in steps:
        pairs = columns_of(step.pairs)
        matches.append(MatchAtRatio(1 / step.factor, pairs.shares, pairs.classes))
    ratio, low, high, reached = equal_strength(matches)
    with np.errstate(divide="ignore"):
        found, least, most = (float(1 / np.float64(end)) for end in (ratio, high, low))
    return Factor(found, least, most, reached)


def _factor_text(unit: str, found: Factor) -> str:
    if math.isnan(found.factor):
        return "no factor is seen at which both are equally strong"
    beyond = "" if found.reached else "; it lies beyond the factors that were played"
    return (
        f"A scores 50 % with {found.factor:.3g} times B's {unit}"
        f" (95 %: {found.low:.3g} to {found.high:.3g}){beyond}"
    )


def _table(matches: Sequence[Mapping[str, Any]], unit: str) -> PageTable:
    rows = [
        (
            *(significant(one["factor"]), rate(one["game_points_share"])),
            *(interval(one["game_points_interval"]), number(one["games"])),
            *(ratio_cell(one["a"][key], one["b"][key]) for key in ("nodes", "cpu_seconds")),
        )
        for one in matches
    ]
    headings = (f"{unit} A/B allowed", "points of A, %", "95 % interval", "games")
    return PageTable(MATCHES_CAPTION, (*headings, "nodes A/B", "CPU A/B"), tuple(rows))


def _plot(data: Mapping[str, Any], matches: Sequence[Mapping[str, Any]]) -> Plot:
    """A's points against its factor, and where one half is crossed."""
    points = [
        Point(one["factor"], *(100 * value for value in (one["game_points_share"], *ends)))
        for one in matches
        for ends in (one["game_points_interval"],)
    ]
    curves = [PageCurve("matches", points, "a")]
    if data["factor"] is not None and data["within_the_factors_played"]:
        curves.append(PageCurve("equal strength", [Point(data["factor"], 50)], "paper", mark=6))
    unit = UNITS[data["unit"]]
    axes = Axes("Points of A", f"A's {unit} over B's", "points of A, %", y_ends=(0, 100), level=50)
    caption = f"A's game points against how many times B's {unit} it may spend."
    return Plot(draw(axes._replace(x_log=True), curves), caption)


def _verdict(data: Mapping[str, Any]) -> str:
    unit = UNITS[data["unit"]]
    if data["factor"] is None:
        return f"No factor of {unit} is seen at which A and B are equally strong."
    low, high = (
        significant(end).text if end is not None else "∞" for end in data["factor_interval"]
    )
    beyond = "" if data["within_the_factors_played"] else ", beyond the factors that were played"
    return (
        f"A is as strong as B with {significant(data['factor']).text} times B's {unit}{beyond}"
        f" (95 % interval {low} to {high})."
    )


def section_of_parity(
    data: Mapping[str, Any], tournaments: Sequence[Tournament], model: Tournament
) -> Section:
    """What is said, shown and drawn of a search: its result, and all that it came to."""
    matches, unit = sorted(data["matches"], key=lambda one: one["factor"]), data["unit"]
    limit = getattr(model.terms(False).limits, unit)
    games = count_of(sum(one["games"] for one in matches), "game")
    labels = {one["tournament"]: f"factor {significant(one['factor']).text}" for one in matches}
    return Section(
        f"Equal strength: {model.a} against {model.b}",
        (("A", model.a), ("B", model.b)),
        _verdict(data),
        prose(
            f"{games} in {len(matches)} matches. B had {limit:,} {LIMIT_UNITS[unit]} a move in all"
            " of them, A another multiple of that in each.",
            differences(data),
            "" if data["complete"] else "The search is not finished.",
            faults(data["matches"]),
        ),
        (_table(matches, UNITS[unit]),) if matches else (),
        (_plot(data, matches),) if matches else (),
        tuple(Labelled(labels.get(one.id, "unfinished"), one) for one in tournaments),
    )
