"""Playing what is missing from a store, whatever becomes of players and workers.

A session has a store, a display, and workers that are started when they are needed; a run
plays the missing games of one tournament.
"""

import itertools
import math
import secrets
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from pathlib import Path
from typing import NamedTuple

from othello.display import Display
from players.cluster.choice import Jobs
from tournament.formats.ladder import Goal, Ladder, Levels, Rung, climb
from tournament.formats.progress import (
    ONLY,
    Games,
    Judge,
    Latest,
    Part,
    never,
    progress_text,
    versus,
)
from tournament.games.identity import Tournament
from tournament.games.match import GameRecord
from tournament.games.schedule import Fixture
from tournament.keeping.environment import environment_now
from tournament.keeping.store import Store
from tournament.keeping.totals import Totals
from tournament.running import interrupts, watchdog, workers
from tournament.running.cluster import Pool, pool_of
from tournament.running.pool import IN_PROCESS
from tournament.running.voids import Voids
from tournament.running.watchdog import MOVE_SECONDS, Turn
from tournament.running.workers import FALSE_STARTS, Assignment

TICK_SECONDS = 0.25

TASK_SECONDS = 0.1
"""Games that are shorter are handed out and stored several at a time, that take so long."""
MOST_AT_A_TIME = 16

AGAIN = "Ctrl-C again stops at once"


class SessionError(Exception):
    """A tournament or a measurement that cannot go on; the message is one line."""


class Stopped(Exception):  # noqa: N818 - what a user asked for, no error
    """Ctrl-C: what is finished is stored; the message says how to go on."""


CLOCK_RESERVE_SECONDS = 2.0
"""How much longer than its clock allows a player is waited for, so that it stops itself."""


def _longest_move(tournament: Tournament, move_seconds: float) -> float:
    """The seconds after which a player is stopped that does not answer."""
    clocks = [tournament.terms(is_a).clock for is_a in (True, False)]
    spans = [clock.longest + CLOCK_RESERVE_SECONDS if clock else move_seconds for clock in clocks]
    return min(move_seconds, max(spans))


class Run:
    """The missing games of a tournament: those under way and those that wait.

    After a first request to stop no game begins any more.
    """

    def __init__(
        self, tournament: Tournament, store: Store, pool: Pool, move_seconds: float
    ) -> None:
        self._tournament = tournament
        self._store = store
        self._pool = pool
        self._move_seconds = _longest_move(tournament, move_seconds)
        self._waiting: deque[Assignment] = deque()
        self._under_way: dict[Future, tuple[Assignment, ...]] = {}
        self._at_a_time = 1
        self._looked = time.monotonic()
        self._overdue: dict[int, Turn] = {}
        self._suspects: set[int] = set()
        self._false_starts = 0
        self._voids = Voids()
        self._games: dict[Fixture, GameRecord] = {}
        self._left_out: set[Fixture] = set()
        self._stop = interrupts.requests()
        self._in_hand: set[int] | None = None

    def play(
        self,
        on_change: Callable[[Games], object] = bool,
        enough: Callable[[Games], bool] = never,
        say: Callable[[str], object] = bool,
    ) -> None:
        """Play all games that are not in the store, or until there are `enough`.

        Both are called a few times a second with the games that are stored; those under
        way when there are enough are played to their ends. Ctrl-C lets the games under way
        end, which is told to `say`, a second one stops at once; both store what is finished
        and raise KeyboardInterrupt. SessionError if no worker can be kept alive, if games are
        void again and again, or if a game was not kept.
        """
        self._store.add(self._tournament)
        played = self._games = self._store.games(self._tournament.id, details=False)
        if enough(played):
            return
        with watchdog.turns_file() as turns:
            self._waiting.extend(
                self._assignment(fixture, number, turns)
                for number, fixture in enumerate(self._tournament.fixtures)
                if fixture not in played
            )
            try:
                with self._stop.noted():
                    while self._goes_on(say):
                        self._step()
                        on_change(self._games)
                        if self._waiting and enough(self._games):
                            self._leave_the_rest()
                    if self._stop.count:
                        self._stop.leave()
            except BaseException:
                self._abandon()
                raise
        self._check_nothing_is_missing()

    def _goes_on(self, say: Callable[[str], object]) -> bool:
        """Whether there is anything left to do, after a request to stop as before one."""
        if not self._stop.count:
            return bool(self._waiting or self._under_way)
        if self._in_hand is None:
            begun = self._pool.keep_begun(self._under_way)
            for future in [future for future in self._under_way if future.cancelled()]:
                del self._under_way[future]
            self._in_hand = {
                game.number
                for future, games in self._under_way.items()
                if future in begun
                or any(watchdog.last_turn(game.turns, game.number) for game in games)
                for game in games
            }
            if self._stop.count < interrupts.AT_ONCE:
                say(f"stopping: games under way, to be finished: {len(self._in_hand)}; {AGAIN}")
        left = any(games[0].number in self._in_hand for games in self._under_way.values())
        return left and self._stop.count < interrupts.AT_ONCE

    def _leave_the_rest(self) -> None:
        """Begin no other game; those that were lost with their worker are not played again."""
        self._left_out |= {game.fixture for game in self._waiting}
        self._waiting.clear()

    def _check_nothing_is_missing(self) -> None:
        """SessionError if the store lacks a game after all have been played."""
        kept = self._store.fixtures(self._tournament.id)
        missing = len(set(self._tournament.fixtures) - kept - self._left_out)
        if missing:
            raise SessionError(f"{missing} games were played but are not in {self._store.path}")

    def _assignment(self, fixture: Fixture, number: int, turns: Path) -> Assignment:
        """A game of this tournament as plain data."""
        asked = self._tournament
        sides = (asked.a, asked.b, asked.limits, asked.modules)
        return Assignment(*sides, fixture, number, turns, asked.clock, asked.b_terms, asked.round)

    def _step(self) -> None:
        """Hand out games, wait a moment, and store what has come back."""
        try:
            self._hand_out()
        except BrokenExecutor:
            self._recover([])
            return
        done, _ = wait(self._under_way, TICK_SECONDS, FIRST_COMPLETED)
        lost = self._collect(done)
        if lost:
            self._recover(lost)
        else:
            self._kill_overdue()
        if self._voids.reason:
            raise SessionError(self._voids.reason)

    def _room(self) -> int:
        """How many more games may be handed out: suspects and the first one play alone."""
        alone = self._suspects or not self._pool.prepared
        return (1 if alone else self._pool.window) - len(self._under_way)

    def _hand_out(self) -> None:
        """Hand out waiting games while there is room and nobody wants to stop."""
        while self._waiting and self._room() > 0 and not self._stop.count:
            number = self._number_at_a_time()
            games = tuple(self._waiting[place] for place in range(number))
            for game in games:
                watchdog.clear(game.turns, game.number)
            if self._pool.prepared:
                future = self._pool.play(games, self._move_seconds)
            else:
                future = self._pool.submit(workers.prepare, games[0])
            self._under_way[future] = games
            for _ in games:
                self._waiting.popleft()

    def _number_at_a_time(self) -> int:
        """How many games a worker is given: one, but several if they are short.

        Towards the end fewer, so that all workers end at the same time.
        """
        if self._suspects or not self._pool.prepared or self._pool.jobs == IN_PROCESS:
            return 1
        share = math.ceil(len(self._waiting) / self._pool.window)
        return min(self._at_a_time, share)

    def _collect(self, done: set[Future]) -> list[Assignment]:
        """Store the games that are finished; return those whose worker was lost."""
        lost: list[Assignment] = []
        for future in done:
            games = self._under_way.pop(future)
            try:
                played = future.result()
            except BrokenExecutor:
                lost += games
                continue
            self._false_starts = 0
            if played is None:
                self._pool.prepared = True
                self._waiting.extendleft(reversed(games))
            else:
                self._keep(list(zip(games, played.records, strict=True)))
                pace = max(played.seconds / len(games), TASK_SECONDS / MOST_AT_A_TIME)
                self._at_a_time = max(1, int(TASK_SECONDS / pace))
        return lost

    def _keep(self, finished: Sequence[tuple[Assignment, GameRecord]]) -> None:
        """Store games, which clears their players; those that are void wait again."""
        ended, finished = finished, []
        for game, record in ended:
            if self._voids.is_void(game.number, record):
                self._waiting.appendleft(game)
            else:
                finished.append((game, record))
        if finished:
            games = [(game.fixture, record) for game, record in finished]
            self._store.record_all(self._tournament.id, games)
            self._games.update(games)
            self._suspects -= {game.number for game, _ in finished}

    def _kill_overdue(self) -> None:
        """Kill the workers whose player has not answered for too long; look once a tick."""
        if time.monotonic() - self._looked < TICK_SECONDS:
            return
        self._looked = time.monotonic()
        for game in itertools.chain(*self._under_way.values()):
            turn = watchdog.last_turn(game.turns, game.number)
            if turn is not None and turn.overdue(self._move_seconds):
                self._overdue[game.number] = turn
                self._pool.kill(turn.process)

    def _recover(self, lost: list[Assignment]) -> None:
        """Start new workers after one has died; the games that were under way wait again.

        A game is lost for the side to move if its player was overdue, or if its
        worker died a second time while it played alone.
        """
        wait(self._under_way)
        lost += self._collect(set(self._under_way))
        self._pool.rebuild()
        explained = any(game.number in self._overdue for game in lost)
        begun = 0
        for game in sorted(lost, key=lambda game: game.number, reverse=True):
            overdue = game.number in self._overdue
            turn = self._overdue.pop(game.number, None)  # it may have answered since
            turn = turn or watchdog.last_turn(game.turns, game.number)
            begun += turn is not None
            if turn is not None and (overdue or game.number in self._suspects):
                self._keep([(game, workers.lost(game, turn, self._move_seconds, overdue))])
                continue
            if turn is not None and not explained:
                self._suspects.add(game.number)
            self._waiting.appendleft(game)
        self._count_false_start(begun)

    def _count_false_start(self, begun: int) -> None:
        """SessionError when workers die again and again before they begin a game."""
        self._false_starts = 0 if begun else self._false_starts + 1
        if self._false_starts >= FALSE_STARTS:
            raise SessionError(f"the workers died {FALSE_STARTS} times before they began a game")

    def _abandon(self) -> None:
        """Store what is finished and kill what is not."""
        done = [future for future in self._under_way if future.done() and not future.cancelled()]
        self._collect({future for future in done if future.exception() is None})
        self._pool.kill_all()


class Resources(NamedTuple):
    """What a session may use: worker processes (None: one a core) and seconds for a move."""

    jobs: Jobs | None = None
    move_seconds: float = MOVE_SECONDS


DEFAULT_RESOURCES = Resources()


class Session:
    """Plays what is missing from a store; use it as a context manager."""

    def __init__(
        self, store: Store, display: Display, resources: Resources = DEFAULT_RESOURCES
    ) -> None:
        self._store = store
        self._display = display
        self._resources = resources
        self._pool: Pool | None = None
        self._run_id = secrets.token_hex(8)

    def __enter__(self) -> "Session":
        """The session itself; no worker is started yet."""
        return self

    def __exit__(self, *exception: object) -> None:
        """End the workers."""
        if self._pool is not None:
            self._pool.shut_down()

    def match(
        self, tournament: Tournament, part: Part = ONLY, judge: Judge | None = None
    ) -> Totals:
        """The totals of a tournament, all of it played, or as much as a judge needs."""
        total = tournament.game_count
        totals = self._store.totals(tournament.id)
        enough = judge.enough if judge else never
        if totals.games == total or (judge and enough(self.games(tournament))):
            return totals
        title = f"{part.title}{versus(tournament)}"
        self._display.begin(title, totals.games, total, beyond=part.games_after)
        if self._pool is None:
            self._pool = pool_of(self._resources.jobs)
        self._store.add(tournament)
        self._store.keep_run(tournament.id, self._run_id, environment_now(self._pool.jobs))

        def text(games: Games) -> str:
            judged = judge.text() if judge else ""
            return ", ".join(filter(None, (judged, progress_text(games))))

        latest = Latest(text)

        def show(games: Games) -> None:
            if self._display.due:
                self._display.update(len(games), latest(games))

        run = Run(tournament, self._store, self._pool, self._resources.move_seconds)
        run.play(show, enough, self._display.say)
        games = self.games(tournament)
        enough(games)
        self._display.end(len(games), text(games))
        return self._store.totals(tournament.id)

    def games(self, tournament: Tournament) -> Games:
        """The stored games of a tournament."""
        return self._store.games(tournament.id, details=False)

    def matches(self, tournaments: Sequence[Tournament]) -> None:
        """Play all of several tournaments, one after the other."""
        left = [
            tournament.game_count - self._store.played(tournament.id) for tournament in tournaments
        ]
        for number, tournament in enumerate(tournaments):
            after = sum(left[number + 1 :])
            self.match(tournament, Part(number + 1, len(tournaments), after))

    def ladder(self, ladder: Ladder, goal: Goal) -> list[Rung]:
        """All rungs of a ladder up to its goal."""
        numbers = itertools.count(1)

        def play(tournament: Tournament, levels: Levels) -> Totals:
            return self.match(tournament, Part(next(numbers), goal.rungs or 0))

        return list(climb(ladder, goal, play))
