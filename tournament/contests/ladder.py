"""A ladder of tournaments: its players search deeper and deeper.

A ladder has no memory but the stored games: to resume it is to climb it again.
"""

import argparse
import itertools
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from rich.box import SIMPLE_HEAD
from rich.table import Table

from othello.cli.parser import natural
from othello.cli.progress import short_number
from players import registry
from players.registry import SpecError
from tournament.contests.contest import Contest, State
from tournament.contests.ladder_section import section_of_ladder
from tournament.contests.rungs import (
    TIE_RULE,
    Goal,
    Levels,
    Rung,
    climb_levels,
    curves,
    next_levels,
)
from tournament.games.differences import Entrant, differences
from tournament.games.tournament import Tournament, code_version, digest
from tournament.options import OPENINGS_OPTION, check_player, openings_of_options, option
from tournament.page.contents import Section
from tournament.results.standings import Standing, standing, standing_data
from tournament.results.tables import ratio
from tournament.running.session import Part, Session
from tournament.storage.rows import Totals
from tournament.storage.store import Store

DEFAULT_A, DEFAULT_B = "alphabeta", "forward"
DEFAULT_RUNGS = 12
LADDER_COLUMNS = (
    *("depth\nA", "\nB", "pairs\nA wins", "\n95 %", "points\nof A"),
    *("nodes\nA", "\nB", "\nB/A", "CPU ms\nA", "\nB", "\nB/A", "\ncurve"),
)

LADDER_CAPTION = (
    "pair win rate and game points of A in percent; nodes and CPU time per game;"
    " MORE: B deeper and dearer for the first time, LESS: B one less deep"
)


def costs(totals: Totals, cost: str) -> tuple[float, float]:
    """What A and B spent in a tournament: nodes, or CPU seconds."""
    if cost == "nodes":
        return totals.a.nodes, totals.b.nodes
    return totals.a.cpu_seconds, totals.b.cpu_seconds


@dataclass(frozen=True)
class Ladder(Contest):
    """Tournaments up to a goal; the `model` has the players as they were named, not deepened."""

    cost: Literal["nodes", "cpu"] = "nodes"
    goal: Goal = Goal()

    kind = "ladder"
    summary = "tournaments, each one deeper (the default command)"
    description = f"""\
Both players start at depth 1; whoever was cheaper in the last tournament is
deepened by one for the next
({TIE_RULE}).
MORE marks, for each depth of A, the first tournament in which B searches deeper
and costs more than A; LESS the one at the same depth of A and one less of B."""
    examples = """
  python -m tournament ladder
  python -m tournament ladder alphabeta alphabeta:driver=pvs --cost cpu --max-depth 5
  python -m tournament ladder alphabeta alphabeta:order=none --openings 20 --json"""

    options = (
        option("a A", f"(default: {DEFAULT_A})", default=DEFAULT_A, nargs="?"),
        option("b B", f"(default: {DEFAULT_B})", default=DEFAULT_B, nargs="?"),
        option(
            "--cost",
            "what is compared (default: nodes)",
            default="nodes",
            choices=("nodes", "cpu"),
        ),
        option(
            "--rungs N",
            f"so many tournaments (default: {DEFAULT_RUNGS}, or no end with --max-depth)",
            natural,
        ),
        option("--max-depth N", "nobody is deepened further", natural),
        OPENINGS_OPTION,
    )

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> "Ladder":
        """The ladder that options ask for."""
        openings = openings_of_options(options)
        a, b = check_player(options.a), check_player(options.b)
        for spec in (a, b):
            check_player(registry.deepened(spec, 1))
        rungs = options.rungs
        if rungs is None and options.max_depth is None:
            rungs = DEFAULT_RUNGS
        code = code_version(options.players, (a, b))
        model = Tournament(a, b, openings, code=code, modules=options.players)
        return cls(model, options.cost, Goal(rungs, options.max_depth))

    @classmethod
    def from_text(cls, text: str) -> "Ladder":
        """The ladder that `as_text` wrote."""
        read = json.loads(text)
        fields, goal = read["ladder"], Goal(**read["goal"])
        openings, modules = tuple(fields["openings"]), tuple(fields["modules"])
        model = Tournament(fields["a"], fields["b"], openings, code=fields["code"], modules=modules)
        return cls(model, fields["cost"], goal)

    def as_text(self) -> str:
        """This ladder and its end as JSON."""
        return json.dumps({"ladder": self._endless, "goal": self.goal._asdict()})

    @property
    def _endless(self) -> dict[str, Any]:
        """All but the end as plain data."""
        asked = self.model
        players = {"a": asked.a, "b": asked.b, "openings": asked.openings, "cost": self.cost}
        return {**players, "code": asked.code, "modules": asked.modules}

    @cached_property
    def id(self) -> str:
        """The digest that names it apart from its end, so that a longer one goes on from it."""
        return digest(["ladder", self._endless])

    def tournament(self, levels: Levels) -> Tournament:
        """The tournament at these levels; SpecError for a player that cannot be deepened."""
        a, b = map(registry.deepened, (self.model.a, self.model.b), levels)
        return replace(self.model, a=a, b=b)

    def climb(
        self,
        play: Callable[[Tournament, Levels], Totals],
        find: Callable[[Levels], Tournament | None] | None = None,
    ) -> Iterator[Rung]:
        """The rungs up to the goal, or up to the first tournament that `play` leaves incomplete.

        `find` gives the tournament at some levels in place of the registry, None if it has none.
        """

        def spend(levels: Levels) -> tuple[float, float] | None:
            tournament = (find or self.tournament)(levels)
            if tournament is None:
                return None
            totals = play(tournament, levels)
            return costs(totals, self.cost) if totals.games == tournament.game_count else None

        return climb_levels(self.goal, spend)

    def play(self, session: Session) -> None:
        """Play what is missing."""
        numbers = itertools.count(1)
        for _ in self.climb(
            lambda asked, _: session.match(asked, Part(next(numbers), self.goal.rungs or 0))
        ):
            pass

    def _replay(self, store: Store) -> tuple[list[Rung], list[Tournament]]:
        """The finished rungs, and all tournaments that the ladder came to.

        Players that are not here, those of users' modules, are found among the stored ones.
        """
        reached: list[Tournament] = []
        find: Callable[[Levels], Tournament | None] = self.tournament

        def look_up(tournament: Tournament, levels: Levels) -> Totals:
            reached.append(tournament)
            return store.totals(tournament.id)

        try:
            self.tournament(Levels())
        except SpecError:
            find = StoredRungs(self.model, store.tournaments())
        return list(self.climb(look_up, find)), reached

    def _complete(self, rungs: Sequence[Rung]) -> bool:
        """True if no tournament follows the finished ones."""
        levels = next_levels(*rungs[-1]) if rungs else Levels()
        return not self.goal.allows(len(rungs), levels)

    def state(self, store: Store) -> State:
        """How many of its tournaments are played."""
        rungs, reached = self._replay(store)
        played = f"{len(rungs)} tournaments"
        if len(reached) > len(rungs):
            played += f" and {store.played(reached[-1].id)} games"
        return State(reached, self._complete(rungs), played)

    def _rows(self, store: Store) -> Iterator[tuple[Rung, str, Standing]]:
        rungs, reached = self._replay(store)
        for rung, curve, tournament in zip(rungs, curves(rungs), reached, strict=False):
            yield rung, curve, standing(store, tournament)

    def differences(self) -> list[str]:
        """In what A and B differ; the ladder sets their depths."""
        sides = [Entrant("A", self.model.a), Entrant("B", self.model.b)]
        return differences(sides, own_limits=False)

    def figures(self, store: Store) -> dict[str, Any]:
        """The result as plain data, a row for each tournament."""
        found = list(self._rows(store))
        rows = [
            {"a_depth": a, "b_depth": b, "curve": curve, **standing_data(result)}
            for ((a, b), _), curve, result in found
        ]
        players = {"a": self.model.a, "b": self.model.b, "cost": self.cost}
        complete = self._complete([rung for rung, *_ in found])
        return {"ladder": self.id, "complete": complete, **players, "rows": rows}

    def bare_table(self, store: Store) -> Table:
        """A row for each tournament."""
        table = Table(box=SIMPLE_HEAD, padding=0, show_edge=False)
        table.title, table.title_justify = f"A: {self.model.a}\nB: {self.model.b}", "left"
        table.caption, table.caption_justify = LADDER_CAPTION, "left"
        for heading in LADDER_COLUMNS:
            table.add_column(heading, justify="right", no_wrap=True)
        for rung, curve, result in self._rows(store):
            table.add_row(*_cells(rung, result), curve)
        return table

    def full_section(self, store: Store) -> Section:
        """Its rungs, the curves MORE and LESS with the paper's, and costs."""
        data = self.data(store)
        return section_of_ladder(data, self._replay(store)[1], store)


class StoredRungs:
    """The rungs of a ladder as stored games have them, without the code of its players.

    `model` has the players as they were named. A call returns the tournament at some levels, or
    None. A deeper player has the next specification by length, then by alphabet, as depths do.
    """

    def __init__(self, model: Tournament, stored: Iterable[Tournament]) -> None:
        rungs = (
            one
            for one in stored
            if replace(one, a=model.a, b=model.b) == model
            and _may_deepen(model.a, one.a)
            and _may_deepen(model.b, one.b)
        )
        self._stored = sorted(rungs, key=lambda one: (len(one.a + one.b), one.a, one.b))
        self._specs: tuple[list[str], list[str]] = [], []

    def __call__(self, levels: Levels) -> Tournament | None:
        """The tournament at these levels; those of lower levels must have been asked for before."""
        for one in self._stored:
            sides = tuple(zip(self._specs, (one.a, one.b), levels, strict=True))
            if all(_stands_at(spec, level, specs) for specs, spec, level in sides):
                for specs, spec, level in sides:
                    specs[level - 1 :] = [spec]
                return one
        return None


def _may_deepen(spec: str, rung: str) -> bool:
    """True if a rung's player has the name and all options of a ladder's, except its depth."""
    (name, options), (other, others) = registry.parts(spec), registry.parts(rung)
    return name == other and {one for one in options if not one.startswith("depth=")} <= {*others}


def _stands_at(spec: str, level: int, specs: Sequence[str]) -> bool:
    """True if a player is the one at a level, or may be it: `specs` are those of lower levels."""
    return specs[level - 1] == spec if level <= len(specs) else spec not in specs


def _cells(rung: Rung, standing: Standing) -> list[str]:
    totals, (low, high) = standing.totals, standing.win_rate_interval
    rates = f"{100 * standing.pairs.win_rate:.1f}", f"{100 * low:.1f}-{100 * high:.1f}"
    cells = [*map(str, rung.levels), *rates, f"{100 * standing.points_share:.1f}"]
    for cost, scale in (("nodes", 1), ("cpu", 1000)):
        a, b = (scale * spent for spent in costs(totals, cost))
        cells += [short_number(a / totals.games), short_number(b / totals.games), ratio(b, a)]
    return cells
