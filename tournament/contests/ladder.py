"""A ladder of matches, whose players search deeper and deeper.

The stored games are its only state: a ladder resumes by climbing its rungs again.
"""

import argparse
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import NoneType
from typing import Any, Literal

from othello.cli.errors import short_repr
from othello.cli.parser import natural, plies
from players import registry
from players.registry import SpecError
from tournament.contests.contest import Contest, Progress, add_openings, check_player
from tournament.contests.rungs import (
    TIE_RULE,
    Depths,
    Goal,
    Rung,
    climb_rungs,
    curves_of,
    next_depths,
)
from tournament.games.code import code_version
from tournament.games.match import Match, check_values, digest
from tournament.games.openings import chosen_openings
from tournament.results import stored_result
from tournament.running.contest_runner import ContestRunner
from tournament.storage.rows import Totals
from tournament.storage.store import Store

DEFAULT_A, DEFAULT_B = "alphabeta", "forward"
DEFAULT_RUNGS = 12


@dataclass(frozen=True)
class Ladder(Contest):
    """Matches up to a goal; the template has the players without their depths."""

    cost: Literal["nodes", "cpu"] = "nodes"
    goal: Goal = Goal()

    kind = "ladder"
    summary = "matches of deeper and deeper players (the default command)"
    description = f"""\
Both players start at depth 1; the player that was cheaper in a match searches one ply
deeper in the next ({TIE_RULE}).
For each depth of A, MORE marks the first match in which B searches deeper and costs
more than A, and LESS the match with B one ply less deep."""
    examples = """
  python -m tournament ladder
  python -m tournament ladder alphabeta alphabeta:driver=pvs --cost cpu --max-depth 5
  python -m tournament ladder alphabeta alphabeta:order=none --openings 20 --json"""

    @staticmethod
    def add_options(parser: argparse.ArgumentParser) -> None:
        """Add players, cost, goal and openings."""
        add = parser.add_argument
        words = f"a player (default: {DEFAULT_A})"
        add("a", metavar="A", nargs="?", default=DEFAULT_A, help=words)
        words = f"its opponent (default: {DEFAULT_B})"
        add("b", metavar="B", nargs="?", default=DEFAULT_B, help=words)
        words = "cost that decides who is deepened (default: nodes)"
        add("--cost", default="nodes", choices=("nodes", "cpu"), help=words)
        words = f"number of matches (default: {DEFAULT_RUNGS}; unlimited with --max-depth)"
        add("--rungs", metavar="N", type=natural, help=words)
        words = "largest depth of both players in plies"
        add("--max-depth", metavar="N", type=plies, help=words)
        add_openings(parser)

    @classmethod
    def from_options(cls, options: argparse.Namespace) -> "Ladder":
        """Return the ladder of the options."""
        openings = chosen_openings(options.openings)
        a, b = check_player(options.a), check_player(options.b)
        for spec in (a, b):
            check_player(registry.at_rung(spec, 1))
        rungs = options.rungs
        if rungs is None and options.max_depth is None:
            rungs = DEFAULT_RUNGS
        code = code_version(options.players, (a, b))
        template = Match(a, b, openings, code=code, modules=options.players)
        return cls(template, options.cost, Goal(rungs, options.max_depth))

    @classmethod
    def from_text(cls, text: str) -> "Ladder":
        """Parse the text of `as_text`."""
        read = json.loads(text)
        fields, goal = read["ladder"], Goal(**read["goal"])
        check_values("goal", goal, int, NoneType)
        if fields["cost"] not in ("nodes", "cpu"):
            raise ValueError(f"its cost cannot be {short_repr(fields['cost'])}")
        openings, modules = tuple(fields["openings"]), tuple(fields["modules"])
        template = Match(fields["a"], fields["b"], openings, code=fields["code"], modules=modules)
        return cls(template.checked(), fields["cost"], goal)

    def as_text(self) -> str:
        """Return this ladder and its goal as JSON."""
        return json.dumps({"ladder": self._endless, "goal": self.goal._asdict()})

    @property
    def _endless(self) -> dict[str, Any]:
        """Everything but the goal as plain data."""
        match = self.template
        players = {"a": match.a, "b": match.b, "openings": match.openings, "cost": self.cost}
        return {**players, "code": match.code, "modules": match.modules}

    @cached_property
    def id(self) -> str:
        """The digest of all but the goal, so that a longer ladder continues a shorter one."""
        return digest(["ladder", self._endless])

    def match(self, depths: Depths) -> Match:
        """Return the match at these depths; SpecError for a player that cannot be deepened."""
        a, b = map(registry.at_rung, (self.template.a, self.template.b), depths)
        return replace(self.template, a=a, b=b)

    def climb(self, play: Callable[[Match], Totals]) -> Iterator[Rung]:
        """Yield the rungs up to the goal or the first match that `play` leaves incomplete."""

        def spend(depths: Depths) -> tuple[float, float] | None:
            match = self.match(depths)
            totals = play(match)
            if totals.games < match.game_count:
                return None
            field = "nodes" if self.cost == "nodes" else "cpu_seconds"
            return getattr(totals.a, field), getattr(totals.b, field)

        return climb_rungs(self.goal, spend)

    def play(self, runner: ContestRunner) -> None:
        """Play all missing games."""
        numbers = itertools.count(1)
        end = f" of {self.goal.rungs}" if self.goal.rungs else ""
        for _ in self.climb(
            lambda match: runner.play_match(match, f"match {next(numbers)}{end}, ")
        ):
            pass

    def _replay(self, store: Store) -> tuple[list[Rung], list[Match]]:
        """Return the finished rungs, and all matches that have begun.

        SpecError if a module of its players is missing.
        """
        reached: list[Match] = []

        def look_up(match: Match) -> Totals:
            reached.append(match)
            return store.totals(match.id)

        return list(self.climb(look_up)), reached

    def _complete(self, rungs: Sequence[Rung]) -> bool:
        """True if no rung follows the finished ones."""
        depths = next_depths(*rungs[-1]) if rungs else Depths()
        return not self.goal.allows(len(rungs), depths)

    def progress(self, store: Store) -> Progress:
        """Return how many of its matches are played."""
        try:
            rungs, reached = self._replay(store)
        except SpecError as error:
            return Progress([], False, str(error))
        played = f"{len(rungs)} matches"
        if len(reached) > len(rungs):
            played += f" and {store.game_count(reached[-1].id)} games"
        return Progress(reached, self._complete(rungs), played)

    def data(self, store: Store) -> dict[str, Any]:
        """Return the result as plain data, a row for each match."""
        rungs, reached = self._replay(store)
        rows = [
            {"a_depth": a, "b_depth": b, "curve": curve, **stored_result(store, match)}
            for ((a, b), _), curve, match in zip(rungs, curves_of(rungs), reached, strict=False)
        ]
        players = {"a": self.template.a, "b": self.template.b, "cost": self.cost}
        return {"ladder": self.id, "complete": self._complete(rungs), **players, "rows": rows}
