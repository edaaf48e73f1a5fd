"""An experiment as one value: its options, how long it takes, what it measures, shows and draws."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple, TypeVar

from othello.cli.progress import display_for
from players.registry import canonical
from players.workers.choice import jobs_asked, pool_of
from players.workers.pool import Pool
from tournament.contests.contest import Contest
from tournament.contests.ladder import Ladder
from tournament.contests.match import MatchContest
from tournament.contests.rungs import Goal
from tournament.experiments.runner import arguments, plots
from tournament.experiments.runner.contests import Pairing, series_row
from tournament.experiments.runner.output import Table, print_tables, say_time
from tournament.experiments.runner.trials import Trial, TrialSet, make_missing
from tournament.games.match import Match, code_version
from tournament.games.schedule import chosen_openings
from tournament.games.strangers import TrustedCode
from tournament.options import store_path
from tournament.running.contest_runner import ContestRunner, Stopped
from tournament.running.match_runner import RunError
from tournament.statistics.pairs import Pair, complete_pairs
from tournament.statistics.ratings import rate_matches
from tournament.storage.store import Store

Found = Mapping[str, Any]
"""All that is known of a run: its options by name, and over them what it measured."""

Thing = TypeVar("Thing")

QUICK = "--quick"
"""Puts the smaller size of an experiment before the options that are given."""


BY_TRIALS, BY_GAMES = "trials", "games"


class Size(NamedTuple):
    """CPU minutes of one core at the defaults, from and to, and the options of --quick.

    Where the time at the defaults was not measured but told from the work of a smaller run, the
    range is wide, and it is called an estimate. With --quick all were measured: 1 to 59 seconds.
    """

    least: float
    most: float
    quick: str
    measured: bool = False

    def text(self) -> str:
        """The time in words."""
        if self.most < 1:
            return "less than a minute"
        said = "" if self.measured else "an estimated "
        unit, scale = ("hours", 60) if self.most > 90 else ("minutes", 1)
        return f"{said}{self.least / scale:.2g} to {self.most / scale:.2g} {unit}"


class Runner:
    """One run of an experiment; use it as a context manager.

    What it measures is kept and resumed; trials and matches have workers in turn.
    Methods raise Stopped after Ctrl-C, RunError if a worker dies.
    """

    def __init__(self, name: str, options: Namespace) -> None:
        self.options = options
        self.name = name
        self._opened = ExitStack()
        self._unit = ""
        self._pool: Pool | None = None

    def __enter__(self) -> "Runner":
        """The run; nothing is opened yet."""
        return self

    def __exit__(self, *exception: object) -> None:
        """End the workers and close the store."""
        self._unit, self._pool = "", None
        self._opened.close()

    def _open(self, unit: str) -> None:
        """Open the store, and show how many trials or games are finished; each has its workers."""
        if unit != self._unit:
            self.__exit__()
            self._store = self._opened.enter_context(Store(store_path(self.options)))
            self._display = self._opened.enter_context(display_for(sys.stderr, unit))
            if unit == BY_GAMES:
                limits = jobs_asked(self.options), self.options.move_seconds
                session = ContestRunner(self._store, self._display, *limits)
                self._session = self._opened.enter_context(session)
            self._unit = unit

    def trials(
        self, trial: Trial, settings: Any, count: int | None = None, title: str = "", kind: str = ""
    ) -> list[dict[str, Any]]:
        """The results of `count` trials (None: as many as asked for), in the order of their seeds.

        `kind`: how the store calls them, the experiment's name by default. Seeds begin at 0 where
        there is no option for them.
        """
        asked = TrialSet(kind or self.name, trial, settings)
        first = getattr(self.options, "seed", 0)
        seeds = range(first, first + (self.options.trials if count is None else count))
        self._open(BY_TRIALS)
        stored = self._store.trials(asked.id, seeds)
        if len(stored) < len(seeds):
            say_time(self.options)
            self._display.begin(title or asked.name, len(stored), len(seeds), quick=True)
            if self._pool is None:
                self._pool = pool_of(jobs_asked(self.options))
                self._opened.callback(self._pool.shut_down)
            missing = [seed for seed in seeds if seed not in stored]
            make_missing(asked, missing, len(seeds), self._pool, self._store, self._display)
            stored = self._store.trials(asked.id, seeds)
        if len(stored) < len(seeds):
            raise RunError(f"trials were made but are not in {self._store.path}")
        return list(stored.values())

    def counted(self, things: Sequence[Thing], unit: str) -> Iterator[Thing]:
        """The things in turn, none of them kept; a display counts them as `unit`."""
        with display_for(sys.stderr, unit) as display:
            display.begin(self.name, 0, len(things), quick=True)
            for number, thing in enumerate(things, start=1):
                yield thing
                display.update(number)

    def _asked(self, a: str, b: str) -> Match:
        openings = chosen_openings(self.options.openings)
        return Match(a, b, openings, code=code_version((), (a, b)))

    def _answer(self, contest: Contest) -> Any:
        """What the store tells once all that is missing was played."""
        self._open(BY_GAMES)
        self._store.add_contest(contest.row)
        if not contest.progress(self._store).complete:
            say_time(self.options)
        self._session.trusted = TrustedCode(specs=contest.specs)
        try:
            contest.play(self._session)
        except KeyboardInterrupt:
            played = contest.progress(self._store).played
            raise Stopped(f"stopped; stored: {played}. Resume by the same command") from None
        return contest.data(self._store)

    def match(self, a: str, b: str) -> Any:
        """The answer to a match over the openings asked for, as plain data."""
        return self._answer(MatchContest(self._asked(a, b)))

    def ladder(self, a: str, b: str, goal: Goal) -> Any:
        """The answer to a ladder, cost being CPU time, as plain data."""
        return self._answer(Ladder(self._asked(a, b), "cpu", goal))

    def play(self, pairings: Iterable[Pairing]) -> list[dict[str, Any]]:
        """A row for each match, in order."""
        return [
            {"name": name, **series_row(self.match(canonical(a), canonical(b))), **told}
            for name, a, b, told in pairings
        ]

    def pairs(self, row: Found) -> tuple[Pair, ...]:
        """The pairs of games of a match that was played."""
        self._open(BY_GAMES)
        return complete_pairs(self._store.games(row["match"]["tournament"]))

    def round_robin(self, players: Mapping[str, str], **told: Any) -> dict[str, list[Any]]:
        """Rows of players, by name, each with its rating, and of matches, everyone with everyone.

        What is `told` is in all of them.
        """
        names = combinations(players, 2)
        matches = self.play(Pairing(f"{a} - {b}", players[a], players[b], told) for a, b in names)
        met = zip(combinations(range(len(players)), 2), map(self.pairs, matches), strict=True)
        ratings = rate_matches(met, len(players)).players
        rows = [
            {**told, "player": name, **rating._asdict()}
            for name, rating in zip(players, ratings, strict=True)
        ]
        return {"rows": rows, "matches": matches}


@dataclass(frozen=True)
class Experiment:
    """All that is an experiment's own; the runner does the rest.

    `measure` returns the result, plain data by name, which is printed as JSON behind `asked`,
    names of options, and without `aside`, what only tables and the drawing need. Titles
    and captions of `tables` are templates that are filled in from what was found. `draw`
    returns panels, which stand side by side under `drawing_title`, or a whole drawing.
    `examples` are options, set off by "; ". The exit code is 1 where the experiment `failed`.
    """

    name: str
    summary: str
    size: Size
    options: Sequence[arguments.Option]
    measure: Callable[[Runner], dict[str, Any]]
    tables: Table | Sequence[Table] | Callable[[Found], Sequence[Table]]
    paper: str = ""
    examples: str = "; --json"
    asked: Sequence[str] = ()
    aside: Sequence[str] = ()
    draw: Callable[[Found], Any] | None = None
    drawing_title: str = ""
    failed: Callable[[Found], bool] = lambda found: False

    @property
    def time_line(self) -> str:
        """What is said of its time, in its help and when it starts."""
        return (
            f"{self.name} takes {self.size.text()} of CPU time at its defaults;"
            f" {QUICK} does less, in a minute at most: {self.size.quick}"
        )

    @property
    def epilog(self) -> str:
        """The end of its help: whose claims it judges, how long it takes, and examples."""
        source = f"claims of {self.paper}\n\n" if self.paper else ""
        command = f"python -m tournament experiment {self.name}"
        lines = (f"{command} {words}".strip() for words in self.examples.split("; "))
        return "\n  ".join((f"{source}{self.time_line}\n\nexamples:", *lines))

    def add_options(self, parser: ArgumentParser) -> None:
        """Add its options, --quick among them."""
        for add in self.options:
            add(parser)
        parser.add_argument(QUICK, action="store_true", help="a smaller size, for a first look")

    def words(self, given: Sequence[str]) -> list[str]:
        """The words to parse: those given, behind the smaller size if it is asked for."""
        return [*self.size.quick.split(), QUICK, *given] if QUICK in given else [*given]

    def run(self, options: Namespace) -> int:
        """Measure, print and draw; return an exit code. RequestError for what cannot be."""
        plot = getattr(options, "plot", None)
        plots.check(plot)
        options.time_line = self.time_line
        with Runner(self.name, options) as run:
            result = self.measure(run)
        found = {"summary": self.summary, **vars(options), **result}
        told = {name: found[name] for name in self.asked} | result
        printed = {name: value for name, value in told.items() if name not in self.aside}
        tables = self.tables(found) if callable(self.tables) else self.tables
        all_tables = [tables] if isinstance(tables, Table) else tables
        shown = [one.filled(found) for one in all_tables]
        print_tables({"experiment": self.name, **printed}, shown, options.json)
        if plot is not None and self.draw is not None:
            title = (self.drawing_title or self.summary).format_map(found)
            plots.draw(self.draw(found), plot, title)
        return int(self.failed(found))
