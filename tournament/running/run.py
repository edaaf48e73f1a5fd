"""A run: it plays the missing games of one tournament, whatever becomes of players and workers."""

import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import replace

from othello.cli.errors import UserError
from players.workers import interrupts
from players.workers.pool import Pool, WorkerDied
from tournament.games.endings import FINISHED, SET_UP, type_of_cause
from tournament.games.play import GameRecord, Games
from tournament.games.schedule import Fixture
from tournament.games.tournament import Tournament
from tournament.running import watchdog, workers
from tournament.running.lost_games import FALSE_STARTS, LostGames, Voids, cannot_play
from tournament.running.workers import Assignment
from tournament.storage.store import Store

TICK_SECONDS = 0.25

TASK_SECONDS = 0.1
"""Games that are shorter are handed out and stored several at a time, that take so long."""
MOST_AT_A_TIME = 16

AGAIN = "Ctrl-C again stops at once"


class SessionError(UserError):
    """A tournament or a measurement that cannot go on; the message is one line."""


CLOCK_RESERVE_SECONDS = 2.0
"""How much longer than its clock allows a player is waited for, so that it stops itself."""


def never(games: Games) -> bool:
    """False: there are never enough games."""
    return False


def _longest_move(tournament: Tournament, move_seconds: float) -> float:
    """The seconds after which a player is stopped that does not answer."""
    clocks = (tournament.terms(True).clock, tournament.terms(False).clock)
    spans = [clock.longest + CLOCK_RESERVE_SECONDS if clock else move_seconds for clock in clocks]
    return min(move_seconds, max(spans))


class Run:
    """The missing games of a tournament: those under way and those that wait.

    After a first request to stop no game begins any more. `moved` are the specifications of
    players that have made a move in this session; the run adds to them.
    """

    def __init__(
        self,
        tournament: Tournament,
        store: Store,
        pool: Pool,
        move_seconds: float,
        moved: set[str] | None = None,
    ) -> None:
        self._tournament = tournament
        self._store = store
        self._pool = pool
        self._moved = set() if moved is None else moved
        self._fault = ""
        self._move_seconds = _longest_move(tournament, move_seconds)
        self._waiting: deque[Assignment] = deque()
        self._under_way: dict[Future, tuple[Assignment, ...]] = {}
        self._at_a_time = 1
        self._looked = time.monotonic()
        self._lost = LostGames(self._move_seconds)
        self._voids = Voids()
        self._games: dict[Fixture, GameRecord] = {}
        self._left_out: set[Fixture] = set()
        self._stop = interrupts.stop_requests()
        self._stopping = False

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
        void again and again, if a player fails that has never made a move, or if a game was not
        kept.
        """
        self._store.add(self._tournament)
        played = self._games = self._store.games(self._tournament.id, details=False)
        if enough(played):
            return
        who_plays_how = replace(self._tournament, openings=())
        with watchdog.turns_file() as turns:
            self._waiting.extend(
                Assignment(who_plays_how, fixture, number, turns)
                for number, fixture in enumerate(self._tournament.fixtures)
                if fixture not in played
            )
            try:
                with self._stop.deferred():
                    while self._goes_on(say):
                        self._step()
                        on_change(self._games)
                        if self._waiting and enough(self._games):  # those that were lost, too
                            self._left_out |= {game.fixture for game in self._waiting}
                            self._waiting.clear()
                    if self._stop.count:
                        self._stop.interrupt()
            except BaseException:
                self._abandon()
                raise
        kept = self._store.fixtures(self._tournament.id)
        missing = len(set(self._tournament.fixtures) - kept - self._left_out)
        if missing:
            raise SessionError(f"{missing} games were played but are not in {self._store.path}")

    def _goes_on(self, say: Callable[[str], object]) -> bool:
        """Whether there is anything left to do, after a request to stop as before one."""
        if not self._stop.count:
            return bool(self._waiting or self._under_way)
        if not self._stopping:
            self._stopping = True
            begun = self._pool.take_back(self._under_way)
            self._under_way = {future: self._under_way[future] for future in begun}
            if self._stop.count < interrupts.STOP_AT_ONCE:
                number = sum(map(len, self._under_way.values()))
                say(f"stopping: games under way, to be finished: {number}; {AGAIN}")
        return bool(self._under_way) and self._stop.count < interrupts.STOP_AT_ONCE

    def _step(self) -> None:
        """Hand out games, wait a moment, and store what has come back."""
        self._hand_out()
        done, _ = wait(self._under_way, TICK_SECONDS, FIRST_COMPLETED)
        self._collect(done)
        self._kill_overdue()
        if self._lost.hopeless:
            raise SessionError(f"the workers died {FALSE_STARTS} times before they began a game")
        fault = self._fault or self._voids.reason
        if fault:
            raise SessionError(fault)

    def _room(self) -> int:
        """How many more tasks may be handed out; the first one is done alone."""
        return (self._pool.window if self._pool.prepared else 1) - len(self._under_way)

    def _hand_out(self) -> None:
        """Hand out waiting games while there is room and nobody wants to stop."""
        while self._waiting and self._room() > 0 and not self._stop.count:
            number = self._number_at_a_time()
            games = tuple(self._waiting[place] for place in range(number))
            for game in games:
                watchdog.clear(game.turns, game.number)
            self._under_way[self._submitted(games)] = games
            for _ in games:
                self._waiting.popleft()

    def _submitted(self, games: Sequence[Assignment]) -> Future:
        """Hand games to a worker; before all others, have the players of one prepared."""
        if not self._pool.prepared:
            return self._pool.submit_once(workers.prepare, games[0])
        if self._pool.watched:
            return self._pool.submit_once(workers.play_all, games)
        return self._pool.submit_once(workers.play_watched, games, self._move_seconds)

    def _number_at_a_time(self) -> int:
        """How many games a worker is given: one, but several if they are short.

        Towards the end fewer, so that all workers end at the same time.
        """
        if not self._pool.prepared or not self._pool.jobs:
            return 1
        share = math.ceil(len(self._waiting) / self._pool.window)
        return min(self._at_a_time, share)

    def _collect(self, done: set[Future]) -> None:
        """Store the games that are finished; those whose worker died wait again or are lost."""
        for future in done:
            games = self._under_way.pop(future)
            try:
                played = future.result()
            except WorkerDied:
                self._give_up(games)
                continue
            except BrokenExecutor as error:
                raise SessionError(str(error)) from None
            self._lost.played()
            if played is None:
                self._pool.prepared = True
                self._waiting.extendleft(reversed(games))
            else:
                self._keep(list(zip(games, played.records, strict=True)))
                pace = max(played.seconds / len(games), TASK_SECONDS / MOST_AT_A_TIME)
                self._at_a_time = max(1, int(TASK_SECONDS / pace))

    def _keep(self, finished: Sequence[tuple[Assignment, GameRecord]]) -> None:
        """Store games, which clears their players; those without a result wait again.

        A player that fails before its first move loses the game only if it has moved in another
        one of this session; else the run ends, since it would lose every game.
        """
        games = []
        for game, record in finished:
            if record.kind == SET_UP and record.result and self._has_moved(game, record):
                record = record._replace(kind=type_of_cause(record.ending))
            if record.kind == SET_UP:
                self._fault = self._fault or cannot_play(game, record)
                self._waiting.appendleft(game)
            elif self._voids.is_void(game.number, record):
                self._waiting.appendleft(game)
            else:
                self._note_moves(game, record)
                games.append((game.fixture, record))
        if games:
            self._store.record_all(self._tournament.id, games)
            self._games.update(games)

    def _has_moved(self, game: Assignment, record: GameRecord) -> bool:
        """True if the loser of a game has made a move in another game."""
        return game.spec(record.result < 0) in self._moved

    def _note_moves(self, game: Assignment, record: GameRecord) -> None:
        """Note who has made a move: a side with moves, and the loser of a forfeit that is kept."""
        forfeit = record.kind != FINISHED
        for black, side in ((True, record.black), (False, record.white)):
            if side.moves or (forfeit and black == (record.result < 0)):
                self._moved.add(game.spec(black))

    def _kill_overdue(self) -> None:
        """Kill the workers whose player has not answered for too long; look once a tick."""
        if time.monotonic() - self._looked < TICK_SECONDS:
            return
        self._looked = time.monotonic()
        for future, games in self._under_way.items():
            if self._lost.overdue(games):
                self._pool.kill(future)

    def _give_up(self, games: Sequence[Assignment]) -> None:
        """Keep the game that is lost with its worker, if one is; the others wait again."""
        records = self._lost.decide(games)
        for game in reversed(games):
            if game.number in records:
                self._keep([(game, records[game.number])])
            else:
                self._waiting.appendleft(game)

    def _abandon(self) -> None:
        """Store what is finished and end the workers."""
        done = {future for future in self._under_way if future.done() and not future.cancelled()}
        self._collect({future for future in done if future.exception() is None})
        self._pool.shut_down()
