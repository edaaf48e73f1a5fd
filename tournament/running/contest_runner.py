"""The runner of a contest: it plays missing games, whatever happens to players and workers.

Each game that a worker has played, or with which it died, meets one of three fates:

- It counts if it ended on the board, or if a player lost it by a fault: an error, an illegal move,
  no answer in time, or a worker that died twice while that player was to move. It is stored.
- It is void if no player is known to be at fault: a program could not be started, code did not
  compile, or a worker died for the first time. It is played again; a second void ends the contest.
- It shows a faulty set-up if the loser has not made a move in this contest. That player would lose
  every game, so the game is not stored and the contest ends.
"""

import math
import secrets
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timezone
from functools import cached_property
from importlib.metadata import version

from othello.cli.command import available_cores
from othello.cli.errors import UserError, short_repr
from othello.cli.output import Display
from othello.notation import side_name
from othello.version import __version__, commit, processor_name
from players import registry
from players.workers import interrupts
from players.workers.choice import Jobs, pool_of
from players.workers.pool import Pool, WorkerDied
from tournament.games.match import Match
from tournament.games.play import CRASH, UNFORFEITED, VOID, GameResult, Games, forfeit, void_game
from tournament.running import workers
from tournament.running.workers import MOVE_SECONDS, GameTask, clear, last_turn
from tournament.statistics.pairs import complete_pairs, elo
from tournament.storage.rows import Environment, Totals, sum_games
from tournament.storage.store import Store

TICK_SECONDS = 0.25

TASK_SECONDS = 0.1
"""Shorter games are handed out and stored in batches that take this long."""
MOST_IN_A_BATCH = 16

CLOCK_RESERVE_SECONDS = 2.0
"""A player may exceed its clock by this much before it is stopped, so that it can stop itself."""


class RunError(UserError):
    """A match or a measurement that cannot go on; the message is one line."""


class RunStopped(KeyboardInterrupt):
    """Ctrl-C: finished games are stored; the message says how to resume."""


def environment_now(run: str, jobs: int) -> Environment:
    """Return the environment of a run that begins now with `jobs` worker processes."""
    began = datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M:%S")
    python = ".".join(map(str, sys.version_info[:3]))
    machine = processor_name(), available_cores(), python, version("numba")
    return Environment(run, began, __version__, commit(), *machine, jobs)


def _longest_move(match: Match, move_seconds: float) -> float:
    """Return the seconds for one move after which a player is stopped."""
    clocks = [match.time_control_of(spec).clock for spec in (match.a, match.b)]
    longest = (math.inf if one is None else one.seconds + 60 * one.increment for one in clocks)
    return min(move_seconds, max(longest) + CLOCK_RESERVE_SECONDS)


def _set_up_fault(loser: str, record: GameResult) -> str:
    """Describe a faulty set-up: the player, its fault, and a program's last line of errors."""
    lines = record.stderr.splitlines() if registry.is_outside(loser) else ()
    last = next((line for line in reversed(lines) if line.strip()), "")
    unsaid = last and short_repr(last) not in record.ending
    words = f"; its last words: {short_repr(last)}" if unsaid else ""
    return f"a player cannot play: {short_repr(loser)}: {record.ending}{words}"


class ContestRunner(ExitStack):
    """Plays games that a store lacks, in the run `run_id`; use it as a context manager.

    `jobs` is the number of worker processes, None for one a core. After the first request to stop
    no game begins any more.
    """

    def __init__(
        self, store: Store, display: Display, jobs: Jobs | None, move_seconds: float = MOVE_SECONDS
    ) -> None:
        super().__init__()
        self._store, self._display = store, display
        self._jobs, self._most_seconds = jobs, move_seconds
        self._moved: set[str] = set()  # specifications of players that have made a move
        self._stop = interrupts.stop_requests()
        self._stopping = False
        self._looked = time.monotonic()
        self._under_way: dict[Future, tuple[GameTask, ...]] = {}
        self._late: dict[Future, tuple[GameTask, GameResult]] = {}  # of killed workers
        self._fault: tuple[str, str] | None = None  # what ends the contest: a line, and details
        self.run_id = secrets.token_hex(8)

    @cached_property
    def _pool(self) -> Pool:
        """The workers, made for the first game that is missing."""
        return self.enter_context(pool_of(self._jobs))

    def play_match(
        self,
        match: Match,
        label: str = "",
        enough: Callable[[Games], bool] = lambda games: False,
        text: Callable[[], str] = str,
    ) -> Totals:
        """Play all games of a match, or until there are `enough`; return the totals.

        The progress line begins with `label` and has the result of `text`. `enough` is called a few
        times a second with the stored games; games under way are played to their ends. Ctrl-C lets
        them end; a second one stops at once. Either way finished games are stored and
        KeyboardInterrupt is raised. Raise RunError if the contest cannot go on.
        """
        games = self._store.games(match.id, details=False)
        if len(games) == match.game_count or enough(games):
            return sum_games(games.items())
        self._display.begin(f"{label}A {match.a}, B {match.b}", len(games), match.game_count)
        self._store.add_match(match)
        self._store.add_environment(match.id, environment_now(self.run_id, self._pool.jobs))

        def describe() -> str:
            """Return `text()`, and A's share of the points of complete pairs with its Elo."""
            pairs = complete_pairs(self._games)
            if not pairs:
                return text()
            share = sum(pair.points for pair in pairs) / (2 * len(pairs))
            points = f"A {100 * share:.1f} %, Elo {elo(share):+.0f}"
            return ", ".join(filter(None, (text(), points)))

        self._match, self._games = match, games
        self._move_seconds = _longest_move(match, self._most_seconds)
        self._play(enough, describe)
        self._games = self._store.games(match.id, details=False)
        enough(self._games)
        self._display.end(len(self._games), describe())
        return sum_games(self._games.items())

    def _play(self, enough: Callable[[Games], bool], describe: Callable[[], str]) -> None:
        """Play the missing games of the match."""
        without_openings = replace(self._match, openings=())
        self._voids: dict[int, str] = {}  # causes by the numbers of games
        self._batch = 1
        with workers.turns_file() as turns:
            self._waiting = deque(
                GameTask(without_openings, key, number, turns)
                for number, key in enumerate(self._match.game_keys)
                if key not in self._games
            )
            try:
                with self._stop.deferred():
                    while self._goes_on():
                        self._step()
                        if self._display.due:
                            self._display.update(len(self._games), describe())
                        if self._waiting and enough(self._games):  # replays of lost games, too
                            self._waiting.clear()
                    if self._stop.count:
                        self._stop.interrupt()
            except BaseException:
                self._abandon()
                raise

    def _goes_on(self) -> bool:
        """True if anything is left to do; the first request to stop cancels tasks not begun."""
        if not self._stop.count:
            return bool(self._waiting or self._under_way)
        if not self._pool.prepared:  # no game has begun
            return False
        if not self._stopping:
            self._stopping = True
            begun = self._pool.take_back(self._under_way)
            self._under_way = {future: self._under_way[future] for future in begun}
            if self._stop.count < interrupts.STOP_AT_ONCE:
                number = sum(map(len, self._under_way.values()))
                words = f"stopping: games under way, to be finished: {number}"
                self._display.say(f"{words}; Ctrl-C again stops at once")
        return bool(self._under_way) and self._stop.count < interrupts.STOP_AT_ONCE

    def _step(self) -> None:
        """Hand out games, wait a moment, and judge finished ones.

        A fault is shown whole if games are played in this process, as for debugging.
        """
        self._hand_out()
        done, _ = wait(self._under_way, TICK_SECONDS, FIRST_COMPLETED)
        self._collect(done)
        self._kill_overdue()
        if self._fault is not None:
            cause, details = self._fault
            if details and not self._pool.jobs:
                self._display.say(details.rstrip())
            raise RunError(cause)

    def _hand_out(self) -> None:
        """Hand out waiting games while there is room, unless a stop was requested.

        The first task runs alone.
        """
        room = self._pool.max_in_flight if self._pool.prepared else 1
        while self._waiting and len(self._under_way) < room and not self._stop.count:
            games = tuple(self._waiting.popleft() for _ in range(self._batch_size()))
            for game in games:
                clear(game)
            self._under_way[self._submit(games)] = games

    def _submit(self, games: Sequence[GameTask]) -> Future:
        """Hand games to a worker; the very first task only prepares the players of a game."""
        if not self._pool.prepared:
            return self._pool.submit(workers.prepare, games[0], retries=0)
        if self._pool.watched:
            return self._pool.submit(workers.play_all, games, retries=0)
        return self._pool.submit(workers.play_watched, games, self._move_seconds, retries=0)

    def _batch_size(self) -> int:
        """Return how many games a worker gets: several if they are short.

        Batches shrink towards the end, so that all workers finish together.
        """
        if not self._pool.prepared or not self._pool.jobs:
            return 1
        return min(self._batch, math.ceil(len(self._waiting) / self._pool.max_in_flight))

    def _collect(self, done: Iterable[Future]) -> None:
        """Judge the games of tasks that are done; all but one of a dead worker's wait again."""
        for future in done:
            games = self._under_way.pop(future)
            late = self._late.pop(future, None)
            try:
                played = future.result()
            except WorkerDied:
                game, result = late or self._result_of_death(games)
                self._waiting.extendleft(one for one in reversed(games) if one is not game)
                self._judge([(game, result)])
                continue
            except BrokenExecutor as error:
                raise RunError(str(error)) from None
            if played is None:
                self._pool.prepared = True
                self._waiting.extendleft(reversed(games))
            else:
                self._judge(zip(games, played.results, strict=True))
                seconds_per_game = max(played.seconds / len(games), TASK_SECONDS / MOST_IN_A_BATCH)
                self._batch = max(1, int(TASK_SECONDS / seconds_per_game))

    def _kill_overdue(self) -> None:
        """Kill the workers of overdue players, who lose their games; look once a tick."""
        if time.monotonic() - self._looked < TICK_SECONDS:
            return
        self._looked = time.monotonic()
        for future, games in self._under_way.items():
            for game in games:
                turn = last_turn(game)
                if turn is not None and turn.overdue(self._move_seconds):
                    self._late[future] = game, workers.overdue_game(turn, self._move_seconds)
                    self._pool.kill(future)

    def _result_of_death(self, games: Sequence[GameTask]) -> tuple[GameTask, GameResult]:
        """Return the game with which a worker died, and its result: void, or lost.

        A player loses that was to move when the game's worker died before, too. Another program
        cannot have ended our process.
        """
        begun = [(game, turn) for game in games if (turn := last_turn(game)) is not None]
        if not begun:
            return games[0], void_game("the worker died before it began a game")
        game, turn = begun[-1]  # an earlier one has ended, and is not cleared yet
        side = side_name(turn.black_to_move)
        cause = f"the worker died while {side} was to move"
        outside = registry.is_outside(game.spec(turn.black_to_move))
        if outside or self._voids.get(game.number) != cause:
            return game, void_game(cause)
        cause = f"{side} killed its process twice"
        return game, forfeit(turn.black_to_move, cause, CRASH, set_up=not turn.moved)

    def _judge(self, played: Iterable[tuple[GameTask, GameResult]]) -> None:
        """Store games that count, put void ones back, and note a fault that ends the contest."""
        counted = []
        for game, result in played:
            loser = game.spec(black=result.result < 0)
            fault = ""
            if result.kind == VOID:
                if game.number in self._voids:
                    fault = f"two attempts at a game failed; the last: {result.ending}"
                self._voids[game.number] = result.ending
                self._waiting.appendleft(game)
            elif result.set_up and loser not in self._moved:
                fault = _set_up_fault(loser, result)
            else:
                counted.append((game.key, result))
                self._moved.update(
                    game.spec(black)
                    for black, side in ((True, result.black), (False, result.white))
                    if side.moves
                )
                if result.kind not in UNFORFEITED:  # its moves are unknown if its worker was killed
                    self._moved.add(loser)
            if fault and self._fault is None:
                self._fault = fault, result.stderr
        if counted:
            self._store.add_games(self._match.id, counted)
            self._games.update(counted)

    def _abandon(self) -> None:
        """Store finished games and end the workers."""
        done = {future for future in self._under_way if future.done() and not future.cancelled()}
        self._collect([future for future in done if future.exception() is None])
        self._pool.shut_down()
