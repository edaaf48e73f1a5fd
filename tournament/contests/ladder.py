"""A ladder of tournaments: its players search deeper and deeper.

A ladder has no memory but the stored games: to resume it is to climb it again.
"""

import argparse
import contextlib
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from othello.display import short_number
from othello.parser import natural
from players import registry
from tournament.contests.contest import Contest, State
from tournament.contests.ladder_section import section_of_ladder
from tournament.contests.rungs import TIE_RULE, Goal, Levels, Rung, climb_levels, curves
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
MOST_LEVELS = 60
"""So many are written down at most: no game is longer."""
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
    """Tournaments up to a goal; the `model` has the players as they were named, not deepened.

    `deepened` are both players at each level as far as they were written down: those of users'
    modules, so that the ladder is found where these are not.
    """

    cost: str = "nodes"
    goal: Goal = Goal()
    deepened: tuple[tuple[str, str], ...] = ()

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
        goal = Goal(rungs, options.max_depth)
        if not options.players:
            return cls(model, options.cost, goal)
        most = min(filter(None, (MOST_LEVELS, *goal)))
        written = tuple(zip(_deepened(a, most), _deepened(b, most), strict=False))
        return cls(model, options.cost, goal, written)

    @classmethod
    def from_text(cls, text: str) -> "Ladder":
        """The ladder that `as_text` wrote."""
        read = json.loads(text)
        fields, goal = read["ladder"], Goal(**read["goal"])
        if not all(end is None or isinstance(end, int) for end in goal):
            raise ValueError("its end is no number of tournaments or plies")
        openings, modules = tuple(fields["openings"]), tuple(fields["modules"])
        model = Tournament(fields["a"], fields["b"], openings, code=fields["code"], modules=modules)
        written = tuple((str(a), str(b)) for a, b in read.get("deepened", ()))
        return cls(model, fields["cost"], goal, written)

    def as_text(self) -> str:
        """This ladder and its end as JSON."""
        text = {"ladder": self._endless, "goal": self.goal._asdict()}
        return json.dumps({**text, "deepened": self.deepened} if self.deepened else text)

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
        if max(levels) <= len(self.deepened):
            a, b = self.deepened[levels.a - 1][0], self.deepened[levels.b - 1][1]
        else:
            self.check_players()
            a, b = map(registry.deepened, (self.model.a, self.model.b), levels)
        return replace(self.model, a=a, b=b)

    def climb(self, play: Callable[[Tournament, Levels], Totals]) -> Iterator[Rung]:
        """The rungs up to the goal, or up to the first tournament that `play` leaves incomplete."""

        def spend(levels: Levels) -> tuple[float, float] | None:
            tournament = self.tournament(levels)
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
        """The finished rungs, and all tournaments that the ladder came to."""
        reached: list[Tournament] = []

        def look_up(tournament: Tournament, levels: Levels) -> Totals:
            reached.append(tournament)
            return store.totals(tournament.id)

        return list(self.climb(look_up)), reached

    def state(self, store: Store) -> State:
        """How many of its tournaments are played."""
        rungs, reached = self._replay(store)
        played = f"{len(rungs)} tournaments"
        if len(reached) > len(rungs):
            played += f" and {store.played(reached[-1].id)} games"
        return State(reached, len(rungs) == len(reached), played)

    def _rows(self, store: Store, rungs: Sequence[Rung]) -> Iterator[tuple[Rung, str, Standing]]:
        for rung, curve in zip(rungs, curves(rungs), strict=True):
            yield rung, curve, standing(store, self.tournament(rung.levels))

    def differences(self) -> list[str]:
        """In what A and B differ; the ladder sets their depths."""
        sides = [Entrant("A", self.model.a), Entrant("B", self.model.b)]
        return differences(sides, own_limits=False)

    def figures(self, store: Store) -> dict[str, Any]:
        """The result as plain data, a row for each tournament."""
        rungs, reached = self._replay(store)
        rows = [
            {"a_depth": a, "b_depth": b, "curve": curve, **standing_data(result)}
            for ((a, b), _), curve, result in self._rows(store, rungs)
        ]
        players = {"a": self.model.a, "b": self.model.b, "cost": self.cost}
        complete = len(rungs) == len(reached)
        return {"ladder": self.id, "complete": complete, **players, "rows": rows}

    def bare_table(self, store: Store) -> Table:
        """A row for each tournament."""
        rungs, _ = self._replay(store)
        table = Table(box=SIMPLE_HEAD, padding=0, show_edge=False)
        table.title, table.title_justify = f"A: {self.model.a}\nB: {self.model.b}", "left"
        table.caption, table.caption_justify = LADDER_CAPTION, "left"
        for heading in LADDER_COLUMNS:
            table.add_column(heading, justify="right", no_wrap=True)
        for rung, curve, result in self._rows(store, rungs):
            table.add_row(*_cells(rung, result), curve)
        return table

    def full_section(self, store: Store) -> Section:
        """Its rungs, the curves MORE and LESS with the paper's, and costs."""
        data = self.data(store)
        return section_of_ladder(data, self._replay(store)[1], store)


def _deepened(spec: str, most: int) -> Iterator[str]:
    """A player at each level up to `most`, or to the one before it cannot be deepened."""
    with contextlib.suppress(Exception):  # of a user's method
        for level in range(1, most + 1):
            yield registry.deepened(spec, level)


def _cells(rung: Rung, standing: Standing) -> list[str]:
    totals, (low, high) = standing.totals, standing.win_rate_interval
    rates = f"{100 * standing.pairs.win_rate:.1f}", f"{100 * low:.1f}-{100 * high:.1f}"
    cells = [*map(str, rung.levels), *rates, f"{100 * standing.points_share:.1f}"]
    for cost, scale in (("nodes", 1), ("cpu", 1000)):
        a, b = (scale * spent for spent in costs(totals, cost))
        cells += [short_number(a / totals.games), short_number(b / totals.games), ratio(b, a)]
    return cells
