"""An experiment as one value, and the runner of its trials and matches."""

import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from othello.cli.output import Display, as_document
from players import registry
from players.workers.choice import jobs_of, pool_of
from players.workers.pool import Pool
from tournament.contests.contest import Contest, MatchContest
from tournament.contests.ladder import Ladder
from tournament.contests.rungs import Goal
from tournament.experiments.claims import RUNS
from tournament.experiments.runner import arguments
from tournament.experiments.runner.output import Table
from tournament.experiments.runner.trials import Trial, TrialSet, make_missing
from tournament.games.code import code_version
from tournament.games.match import Match
from tournament.games.openings import chosen_openings
from tournament.options import store_path
from tournament.page import plots
from tournament.running.contest_runner import ContestRunner
from tournament.statistics.pairs import Pair, complete_pairs
from tournament.statistics.ratings import rate_matches
from tournament.storage.schema import StoreError
from tournament.storage.store import Store

Result = Mapping[str, Any]
"""All values of a run: its options by name, replaced by what was measured."""

Item = TypeVar("Item")

BY_TRIALS, BY_GAMES = "trials", "games"

SEARCH_ONLY = "solve=0"
"""No exact solver at the end of the game: experiments compare searches."""
BEST = "quantile=0.95"
"""The best setting found for forward estimation (commit f8b7bc07)."""


class Pairing(NamedTuple):
    """A match of a series: name, both specifications, and more values for its row."""

    name: str
    a: str
    b: str
    extra: Mapping[str, Any] = {}


def spec(player: str, *options: str) -> str:
    """Return the canonical specification of a player with options; SpecError for a bad one."""
    name, _, first = player.partition(":")
    text = f"{name}:{','.join(filter(None, (first, *options)))}"
    registry.make(text)
    return registry.canonical(text)


def match_row(match: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a match in a table: A's rates in percent, and B's costs over A's."""
    a, b, (low, high) = match["a"], match["b"], match["interval"]
    least, most = match["game_points_interval"]
    return {
        "a": a["spec"],
        "b": b["spec"],
        "win_rate": 100 * match["pair_win_rate"],
        "low": 100 * low,
        "high": 100 * high,
        "points": 100 * match["game_points_share"],
        "points_low": 100 * least,
        "points_high": 100 * most,
        "node_ratio": b["nodes"] / max(1, a["nodes"]),
        "cpu_ratio": b["cpu_seconds"] / max(1e-9, a["cpu_seconds"]),
        "match": match,
    }


class Runner(ExitStack):
    """One run of an experiment, as a context manager.

    Trials and games are stored and resumed. Methods raise RunStopped after Ctrl-C, RunError if a
    worker dies. `players` are modules that register players.
    """

    def __init__(self, name: str, options: Namespace, players: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.options = options
        self.name = name
        self._players = players
        self._unit = ""
        self._pool: Pool | None = None

    def _open(self, unit: str) -> None:
        """Open the store and a display of trials or games; each kind has its own workers."""
        if unit != self._unit:
            self.close()
            self._pool = None
            self._store = self.enter_context(Store(store_path(self.options)))
            self._display = self.enter_context(Display(sys.stderr, unit))
            if unit == BY_GAMES:
                limits = jobs_of(self.options), self.options.move_seconds
                session = ContestRunner(self._store, self._display, *limits)
                self._session = self.enter_context(session)
            self._unit = unit

    def trials(
        self, trial: Trial, settings: Any, count: int | None = None, title: str = ""
    ) -> list[dict[str, Any]]:
        """Return the results of `count` trials (None: --trials), in the order of their seeds.

        Seeds begin at 0 without --seed. A stored result raises StoreError for a key that it lacks.
        """
        trial_set = TrialSet(self.name, trial, settings)
        first = getattr(self.options, "seed", 0)
        seeds = range(first, first + (self.options.trials if count is None else count))
        self._open(BY_TRIALS)
        stored = self._store.trials(trial_set.id, seeds)
        results = {seed: StoredTrial(result, self) for seed, result in stored.items()}
        missing = [seed for seed in seeds if seed not in stored]
        if missing:
            self._display.begin(title or trial_set.name, len(stored), len(seeds))
            if self._pool is None:
                self._pool = pool_of(jobs_of(self.options))
                self.callback(self._pool.shut_down)
            make_missing(trial_set, missing, len(seeds), self._pool, self._store, self._display)
            results = {**self._store.trials(trial_set.id, seeds), **results}
        return [results[seed] for seed in seeds]

    def with_progress(self, items: Sequence[Item], unit: str) -> Iterator[Item]:
        """Yield the items in turn, with a display that counts them as `unit`; nothing is stored."""
        with Display(sys.stderr, unit) as display:
            display.begin(self.name, 0, len(items))
            for number, item in enumerate(items, start=1):
                yield item
                display.update(number)

    def _match(self, a: str, b: str) -> Match:
        openings = chosen_openings(self.options.openings)
        code = code_version(self._players, (a, b))
        return Match(a, b, openings, code=code, modules=self._players)

    def _play(self, contest: Contest) -> Any:
        """Return a contest's data from the store after its missing games are played."""
        self._open(BY_GAMES)
        contest.play_in(self._store, self._session)
        return contest.data(self._store)

    def ladder(self, a: str, b: str, goal: Goal) -> Any:
        """Return the data of a ladder by CPU time."""
        return self._play(Ladder(self._match(a, b), "cpu", goal))

    def play(self, pairings: Iterable[Pairing]) -> list[dict[str, Any]]:
        """Return a row for each match over the chosen openings, in order."""
        rows = []
        for name, a, b, extra in pairings:
            contest = MatchContest(self._match(registry.canonical(a), registry.canonical(b)))
            rows.append({"name": name, **match_row(self._play(contest)), **extra})
        return rows

    def pairs(self, row: Result) -> tuple[Pair, ...]:
        """Return the pairs of games of a match that was played."""
        self._open(BY_GAMES)
        return complete_pairs(self._store.games(row["match"]["tournament"]))

    def round_robin(self, players: Mapping[str, str], **extra: Any) -> dict[str, list[Any]]:
        """Return rows of players with ratings, and of matches of everyone with everyone.

        Every row also has the values of `extra`.
        """
        names = combinations(players, 2)
        matches = self.play(Pairing(f"{a} - {b}", players[a], players[b], extra) for a, b in names)
        met = zip(combinations(range(len(players)), 2), map(self.pairs, matches), strict=True)
        ratings = rate_matches(met, len(players)).players
        rows = [
            {**extra, "player": name, **rating._asdict()}
            for name, rating in zip(players, ratings, strict=True)
        ]
        return {"rows": rows, "matches": matches}


class StoredTrial(dict[str, Any]):
    """The result of a trial of an earlier run or of another machine, which may be damaged."""

    def __init__(self, result: Mapping[str, Any], run: Runner) -> None:
        super().__init__(result)
        self._path, self._name = str(store_path(run.options)), run.name

    def __missing__(self, key: str) -> Any:
        """Raise StoreError, which names the command that removes the trials."""
        delete = f"DELETE FROM trial WHERE experiment LIKE '{self._name}:%'"
        raise StoreError(
            f"store {self._path}: stored trials of {self._name} may be damaged: one has no {key!r};"
            f" this removes them: {shlex.join(['sqlite3', self._path, delete])}"
        )


@dataclass(frozen=True)
class Experiment:
    """The parts of an experiment that are its own; the runner does the rest.

    `measure` returns the result, plain data by name. It is printed as JSON after the options named
    in `echoed`. Titles and captions of `tables` are templates for the result's values. `draw`
    returns panels side by side under `drawing_title`. `players` are modules that register players.
    """

    name: str
    summary: str
    options: Sequence[arguments.Option]
    measure: Callable[[Runner], dict[str, Any]]
    tables: Table | Sequence[Table] | Callable[[Result], Sequence[Table]]
    paper: str = ""
    echoed: Sequence[str] = ()
    draw: Callable[[Result], Sequence[plots.Panel]] | None = None
    drawing_title: str = ""
    players: tuple[str, ...] = ()

    @property
    def epilog(self) -> str:
        """End of its help: the paper, and the commands of the stored results with their time."""
        module = self.measure.__module__
        own = "" if module.startswith("tournament.") else f"--players {module} "
        command = f"  python -m tournament {own}experiment {self.name}"
        lines = [
            f"{command} {words}".rstrip() + f"  # CPU minutes: {minutes:g}"
            for run in RUNS.values()
            if run.experiment == self.name
            for words, minutes in zip((run.full, run.quick), run.minutes, strict=True)
        ]
        source = f"Tests claims of {self.paper}.\n\n" if self.paper else ""
        return source + "\n".join(("examples:", *(lines or [command])))

    def add_options(self, parser: ArgumentParser) -> None:
        """Add its options, and --plot if it draws."""
        for add in self.options:
            add(parser)
        if self.draw is not None:
            words = "draw the result: .png, .svg or .pdf"
            arguments.option("--plot FILE", words, Path)(parser)

    def run(self, options: Namespace) -> int:
        """Measure, print and draw; return an exit code. UserError for an impossible request."""
        plot = getattr(options, "plot", None)
        plots.check(plot)
        registry.load(self.players)
        with Runner(self.name, options, self.players) as run:
            measured = self.measure(run)
        result = {"summary": self.summary, **vars(options), **measured}
        if options.json:
            printed = {"experiment": self.name, **{name: result[name] for name in self.echoed}}
            print(as_document("experiment", printed | measured))
        else:
            tables = self.tables(result) if callable(self.tables) else self.tables
            for table in [tables] if isinstance(tables, Table) else tables:
                table.write(result)
        if plot is not None and self.draw is not None:
            title = (self.drawing_title or self.summary).format_map(result)
            plots.draw(self.draw(result), plot, title)
        return 0
