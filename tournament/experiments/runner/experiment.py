"""An experiment as one value: its options, duration, measurements, tables and plots."""

import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeVar

from othello.cli.errors import UserError
from othello.cli.progress import display_for
from players.registry import canonical, load
from players.workers.choice import jobs_of, pool_of
from players.workers.pool import Pool
from tournament.contests.contest import Contest, MatchContest
from tournament.contests.ladder import Ladder
from tournament.contests.rungs import Goal
from tournament.experiments.claims import RUNS
from tournament.experiments.runner import arguments
from tournament.experiments.runner.contests import Pairing, series_row
from tournament.experiments.runner.output import Table, print_tables
from tournament.experiments.runner.trials import Trial, TrialSet, make_missing
from tournament.games.match import Match, code_version
from tournament.games.openings import chosen_openings
from tournament.options import store_path
from tournament.page import plots
from tournament.running.contest_runner import ContestRunner, RunStopped
from tournament.statistics.pairs import Pair, complete_pairs
from tournament.statistics.ratings import rate_matches
from tournament.storage.rows import MALFORMED, cause_of
from tournament.storage.schema import StoreError
from tournament.storage.store import Store

Result = Mapping[str, Any]
"""All values of a run: its options by name, replaced by what was measured."""

Item = TypeVar("Item")

BY_TRIALS, BY_GAMES = "trials", "games"


class Runner:
    """One run of an experiment, as a context manager.

    Trials and games are stored and resumed. Methods raise RunStopped after Ctrl-C, RunError if a
    worker dies. `players` are modules that register players.
    """

    def __init__(self, name: str, options: Namespace, players: tuple[str, ...] = ()) -> None:
        self.options = options
        self.name = name
        self._players = players
        self._opened = ExitStack()
        self._unit = ""
        self._pool: Pool | None = None
        self._reused = False

    def __enter__(self) -> "Runner":
        """Return the run; nothing is opened yet."""
        return self

    def __exit__(self, kind: Any = None, error: Any = None, trace: Any = None) -> None:
        """End the workers and close the store.

        StoreError for an error that trials of an earlier run or of another machine may cause.
        """
        self._unit, self._pool = "", None
        self._opened.close()
        if self._reused and isinstance(error, MALFORMED) and not isinstance(error, UserError):
            path = store_path(self.options)
            delete = f"DELETE FROM trial WHERE experiment LIKE '{self.name}:%'"
            raise StoreError(
                f"store {path}: stored trials of {self.name} may be damaged: {cause_of(error)};"
                f" this removes them: {shlex.join(['sqlite3', str(path), delete])}"
            ) from error

    def _open(self, unit: str) -> None:
        """Open the store and a display of trials or games; each kind has its own workers."""
        if unit != self._unit:
            self.__exit__()
            self._store = self._opened.enter_context(Store(store_path(self.options)))
            self._display = self._opened.enter_context(display_for(sys.stderr, unit))
            if unit == BY_GAMES:
                limits = jobs_of(self.options), self.options.move_seconds
                session = ContestRunner(self._store, self._display, *limits)
                self._session = self._opened.enter_context(session)
            self._unit = unit

    def trials(
        self, trial: Trial, settings: Any, count: int | None = None, title: str = ""
    ) -> list[dict[str, Any]]:
        """Return the results of `count` trials (None: --trials), in the order of their seeds.

        Seeds begin at 0 without --seed.
        """
        trial_set = TrialSet(self.name, trial, settings)
        first = getattr(self.options, "seed", 0)
        seeds = range(first, first + (self.options.trials if count is None else count))
        self._open(BY_TRIALS)
        stored = self._store.trials(trial_set.id, seeds)
        reused = bool(stored)
        if len(stored) < len(seeds):
            self._display.begin(title or trial_set.name, len(stored), len(seeds), quick=True)
            if self._pool is None:
                self._pool = pool_of(jobs_of(self.options))
                self._opened.callback(self._pool.shut_down)
            missing = [seed for seed in seeds if seed not in stored]
            make_missing(trial_set, missing, len(seeds), self._pool, self._store, self._display)
            stored = self._store.trials(trial_set.id, seeds)
        self._reused |= reused
        return list(stored.values())

    def with_progress(self, items: Sequence[Item], unit: str) -> Iterator[Item]:
        """Yield the items in turn, with a display that counts them as `unit`; nothing is stored."""
        with display_for(sys.stderr, unit) as display:
            display.begin(self.name, 0, len(items), quick=True)
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
        self._store.add_contest(contest.row)
        try:
            contest.play(self._session)
        except KeyboardInterrupt:
            played = contest.progress(self._store).played
            raise RunStopped(f"stopped; stored: {played}. The same command resumes") from None
        return contest.data(self._store)

    def ladder(self, a: str, b: str, goal: Goal) -> Any:
        """Return the data of a ladder by CPU time."""
        return self._play(Ladder(self._match(a, b), "cpu", goal))

    def play(self, pairings: Iterable[Pairing]) -> list[dict[str, Any]]:
        """Return a row for each match over the chosen openings, in order."""
        rows = []
        for name, a, b, extra in pairings:
            match = self._play(MatchContest(self._match(canonical(a), canonical(b))))
            rows.append({"name": name, **series_row(match), **extra})
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


@dataclass(frozen=True)
class Experiment:
    """The parts of an experiment that are its own; the runner does the rest.

    `measure` returns the result, plain data by name. It is printed as JSON after the options named
    in `echoed` and without the names in `unprinted`, which only tables and drawing need. Titles and
    captions of `tables` are templates for the result's values. `draw` returns panels side by side
    under `drawing_title`, or a whole drawing. `players` are modules that register players.
    """

    name: str
    summary: str
    options: Sequence[arguments.Option]
    measure: Callable[[Runner], dict[str, Any]]
    tables: Table | Sequence[Table] | Callable[[Result], Sequence[Table]]
    paper: str = ""
    echoed: Sequence[str] = ()
    unprinted: Sequence[str] = ()
    draw: Callable[[Result], Any] | None = None
    drawing_title: str = ""
    players: tuple[str, ...] = ()

    @property
    def epilog(self) -> str:
        """End of its help: the paper, and the commands of the stored results with their time."""
        command = f"  python -m tournament experiment {self.name}"
        lines = [
            f"{command} {words}".rstrip() + f"  # CPU minutes: {minutes:g}"
            for run in RUNS.values()
            if run.experiment == self.name
            for words, minutes in zip((run.full, run.quick), run.minutes, strict=True)
        ]
        source = f"Tests claims of {self.paper}.\n\n" if self.paper else ""
        return source + "\n".join(("examples:", *(lines or [command])))

    def add_options(self, parser: ArgumentParser) -> None:
        """Add its options."""
        for add in self.options:
            add(parser)

    def run(self, options: Namespace) -> int:
        """Measure, print and draw; return an exit code. UserError for an impossible request."""
        plot = getattr(options, "plot", None)
        plots.check(plot)
        load(self.players)
        with Runner(self.name, options, self.players) as run:
            measured = self.measure(run)
        result = {"summary": self.summary, **vars(options), **measured}
        printed = {name: result[name] for name in self.echoed} | measured
        printed = {name: value for name, value in printed.items() if name not in self.unprinted}
        tables = self.tables(result) if callable(self.tables) else self.tables
        all_tables = [tables] if isinstance(tables, Table) else tables
        filled = [table.filled(result) for table in all_tables]
        print_tables({"experiment": self.name, **printed}, filled, options.json)
        if plot is not None and self.draw is not None:
            title = (self.drawing_title or self.summary).format_map(result)
            plots.draw(self.draw(result), plot, title)
        return 0
