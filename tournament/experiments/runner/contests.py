"""Matches and ladders that belong to one experiment: played, kept and resumed like any other.

A series is a list of matches, its rates A's. In a contest forward estimation, B, meets
alpha-beta, A: all rates are forward estimation's, and all ratios what it cost over what
alpha-beta cost. All rates are in percent.
"""

import argparse
import sys
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from othello.display import display_for
from players import registry
from players.cluster.choice import jobs_asked
from tournament.contests.contest import Contest
from tournament.contests.ladder import Ladder
from tournament.contests.match import Match
from tournament.contests.rungs import Goal
from tournament.experiments.runner.output import say_time
from tournament.games.schedule import chosen_openings
from tournament.games.tournament import Clock, Tournament, code_version
from tournament.options import store_path
from tournament.running.session import Resources, Session, Stopped
from tournament.statistics.pairs import Pair, complete_pairs
from tournament.storage.store import Store

WIN_COLUMNS = (
    "A wins pairs % {win_rate:.1f} | from {low:.1f} | to {high:.1f} | points % {points:.1f}"
    " | nodes B/A {node_ratio:.2f} | CPU B/A {cpu_ratio:.2f}"
)
SERIES_COLUMNS = f"A against B {{name}} | {WIN_COLUMNS}"
"""What is shown of the matches of a series."""

GAIN_COLUMNS = (
    "pairs won {won:d} | tied {tied:d} | lost {lost:d} | points % {points:.1f} | Elo {elo:+.0f}"
    " | from {elo_low:+.0f} | to {elo_high:+.0f} | CPU B/A {cpu_ratio:.2f}"
)
"""What is shown of the matches of a series that asks how much stronger A is."""
GAIN_CAPTION = (
    "Elo from game points, from, to: its 95 % interval over classes of openings; -: infinite"
)

SEARCH_ONLY = "solve=0"
"""No exact solver at the end of the game: what is compared is searches."""
BILL_ALPHABETA = f"alphabeta:evaluator=bill,{SEARCH_ONLY}"
CHALLENGER = f"forward:{SEARCH_ONLY}"
BEST = "quantile=0.95"
"""The best setting that `forward-settings` found."""
PLAIN, SCOUT, MODERN = "plain", "scout", "modern"
CONDITIONS = {PLAIN: "", SCOUT: "driver=pvs", MODERN: "driver=pvs,table=18,deepening=true"}
"""How both search apart from the pruning rule, by name; plain is the paper's way."""


class Pairing(NamedTuple):
    """A match of a series: what it is called, the two specifications, and more for its row."""

    name: str
    a: str
    b: str
    told: Mapping[str, Any] = {}


class Contests:
    """One store and one pool of workers for all of them; use it as a context manager.

    `options` are those of `arguments.of_matches`. Stopped after Ctrl-C.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        registry.load()
        self._options = options
        self._openings = chosen_openings(options.openings)

    def __enter__(self) -> "Contests":
        """The contests; no worker is started yet."""
        self._store = Store(store_path(self._options))
        self._display = display_for(sys.stderr, "games").__enter__()
        self._session = Session(self._store, self._display, Resources(jobs_asked(self._options)))
        return self

    def __exit__(self, *exception: object) -> None:
        """End the workers and close the store."""
        self._session.__exit__(*exception)
        self._display.__exit__(*exception)
        self._store.__exit__(*exception)

    def match(self, a: str, b: str, clock: Clock | None = None) -> dict[str, Any]:
        """The answer to a match over the openings asked for, as plain data."""
        code = code_version((), (a, b))
        asked = Tournament(a, b, self._openings, code=code, clock=clock)
        return self._answer(Match(asked))

    def ladder(self, a: str, b: str, goal: Goal) -> dict[str, Any]:
        """The answer to a ladder, cost being CPU time, as plain data."""
        model = Tournament(a, b, self._openings, code=code_version((), (a, b)))
        return self._answer(Ladder(model, "cpu", goal))

    def rows(
        self, pairings: Iterable[Pairing], clock: Clock | None = None, gain: bool = False
    ) -> list[dict[str, Any]]:
        """A row for each match, in order; with `gain` how much stronger A is: GAIN_COLUMNS."""
        found = []
        for name, a, b, told in pairings:
            answer = self.match(registry.canonical(a), registry.canonical(b), clock)
            gained = gain_of(answer) if gain else {}
            found.append({"name": name, **_row(answer), **gained, **told})
        return found

    def pairs(self, tournament: str) -> tuple[Pair, ...]:
        """The pairs of games of a tournament that was played."""
        return complete_pairs(self._store.games(tournament))

    def _answer(self, contest: Contest) -> dict[str, Any]:
        """What the store tells once all that is missing was played."""
        self._store.ask(contest.stored)
        if not contest.state(self._store).complete:
            say_time(self._options)
        try:
            contest.play(self._session)
        except KeyboardInterrupt:
            raise Stopped(
                f"stopped; stored: {contest.state(self._store).played}. Go on with the same command"
            ) from None
        return contest.data(self._store)


def gain_of(told: Mapping[str, Any]) -> dict[str, Any]:
    """How much stronger A is."""
    won, tied, lost = told["pairs_won_tied_lost"]
    low, high = told["elo_interval"]
    elo = {"elo": told["elo"], "elo_low": low, "elo_high": high}
    return {"won": won, "tied": tied, "lost": lost, **elo}


def _row(told: dict[str, Any]) -> dict[str, Any]:
    """What a table of a series shows of a match, in percent; and the whole answer."""
    low, high = told["interval"]
    return {
        "a": told["a"]["spec"],
        "b": told["b"]["spec"],
        "win_rate": 100 * told["pair_win_rate"],
        "low": 100 * low,
        "high": 100 * high,
        "points": 100 * told["game_points_share"],
        "node_ratio": told["b"]["nodes"] / max(1, told["a"]["nodes"]),
        "cpu_ratio": told["b"]["cpu_seconds"] / max(1e-9, told["a"]["cpu_seconds"]),
        "match": told,
    }


def spec(player: str, *options: str) -> str:
    """The canonical specification of a player with all these options; SpecError for a bad one."""
    name, _, given = player.partition(":")
    text = f"{name}:{','.join(filter(None, (given, *options)))}"
    registry.make(text)
    return registry.canonical(text)


def _per_game(told: Mapping[str, Any], side: str, quantity: str) -> float:
    """The average that a side spent in a game."""
    return told[side][quantity] / max(1, told["games"])


def row_of(told: Mapping[str, Any]) -> dict[str, Any]:
    """What a table shows of a match, as the challenger sees it."""
    low, high = told["interval"]
    a, b = told["a"], told["b"]
    return {
        "alphabeta": a["spec"],
        "forward": b["spec"],
        "pairs_won_tied_lost": told["pairs_won_tied_lost"][::-1],
        "win_rate": 100 * (1 - told["pair_win_rate"]),
        "low": 100 * (1 - high),
        "high": 100 * (1 - low),
        "points": 100 * (1 - told["game_points_share"]),
        "alphabeta_nodes": _per_game(told, "a", "nodes"),
        "forward_nodes": _per_game(told, "b", "nodes"),
        "alphabeta_cpu_ms": 1000 * _per_game(told, "a", "cpu_seconds"),
        "forward_cpu_ms": 1000 * _per_game(told, "b", "cpu_seconds"),
        "node_ratio": b["nodes"] / max(1, a["nodes"]),
        "cpu_ratio": b["cpu_seconds"] / max(1e-9, a["cpu_seconds"]),
        "forfeits": told["forfeits"],
    }
