"""The runner of one match: it plays the missing games, whatever happens to players and workers."""

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import replace

from othello.cli.errors import UserError, short_repr
from players import registry
from players.workers import interrupts
from players.workers.pool import Pool, WorkerDied
from tournament.games.endings import FINISHED, VOID
from tournament.games.match import Match
from tournament.games.play import GameResult, Games
from tournament.games.schedule import GameKey
from tournament.running import watchdog, workers
from tournament.running.watchdog import ReportedTurn
from tournament.running.workers import GameTask
from tournament.storage.store import Store

MAX_FALSE_STARTS = 3
"""The match ends after this number of workers in a row died before they began a game."""

TICK_SECONDS = 0.25

TASK_SECONDS = 0.1
"""Shorter games are handed out and stored in batches that take this long."""
MOST_IN_A_BATCH = 16

CLOCK_RESERVE_SECONDS = 2.0
"""A player may exceed its clock by this much before it is stopped, so that it can stop itself."""

SECOND_INTERRUPT_HINT = "Ctrl-C again stops at once"


class RunError(UserError):
    """A match or a measurement that cannot go on; the message is one line."""


class LostGames:
    """Decides which game is lost when a worker dies."""

    def __init__(self, move_seconds: float) -> None:
        self._move_seconds = move_seconds
        self._false_starts = 0
        self._overdue: dict[int, ReportedTurn] = {}
        self._died: set[int] = set()

    @property
    def hopeless(self) -> bool:
        """True if workers died repeatedly before they began a game."""
        return self._false_starts >= MAX_FALSE_STARTS

    def played(self) -> None:
        """Note that a worker has finished its task."""
        self._false_starts = 0

    def note_overdue(self, games: Iterable[GameTask]) -> bool:
        """True if a player is overdue in one of these games; note which."""
        for game in games:
            turn = watchdog.last_turn(game.turns, game.number)
            if turn is not None and turn.overdue(self._move_seconds):
                self._overdue[game.number] = turn
                return True
        return False

    def decide(self, games: Sequence[GameTask]) -> dict[int, GameResult]:
        """Return {number: result} of the game that is lost with its worker, or {}.

        `games` is the batch of the worker. A game is lost if its player was overdue, or if it was
        under way in two workers that died. All others are played again.
        """
        turns = {game.number: watchdog.last_turn(game.turns, game.number) for game in games}
        late = [game for game in games if game.number in self._overdue]
        begun = late or [game for game in games if turns[game.number]]
        self._false_starts = 0 if begun else self._false_starts + 1
        if not begun:
            return {}
        game = begun[-1]  # an earlier one has ended, and is not cleared yet
        turn = self._overdue.pop(game.number, None) or turns[game.number]
        if turn is not None and (late or game.number in self._died):
            return {game.number: workers.lost_game(game, turn, self._move_seconds, bool(late))}
        self._died.add(game.number)
        return {}


def set_up_fault(game: GameTask, record: GameResult) -> str:
    """Describe a faulty set-up: the player, its fault, and a program's last line of errors."""
    cause = record.ending
    loser = game.spec(black=record.result < 0)
    lines = record.stderr.splitlines() if registry.is_outside(loser) else ()
    last = next((line for line in reversed(lines) if line.strip()), "")
    if last and short_repr(last) not in cause:
        cause += f"; its last words: {short_repr(last)}"
    who = f"{short_repr(loser)}: " if record.result else ""
    return f"a player cannot play: {who}{cause}"


def ignore(_: object) -> None:
    """Do nothing."""


def never(games: Games) -> bool:
    """Return False: no number of games is enough."""
    return False


def _longest_move(match: Match, move_seconds: float) -> float:
    """Return the seconds for one move after which a player is stopped."""
    if match.clock is None:
        return move_seconds
    return min(move_seconds, match.clock.longest + CLOCK_RESERVE_SECONDS)


class MatchRunner:
    """Plays the missing games of a match, and stores them.

    After the first request to stop no game begins any more. `moved` are the specifications of
    players that have made a move in this contest; the runner adds to them.
    """

    def __init__(
        self,
        match: Match,
        store: Store,
        pool: Pool,
        move_seconds: float,
        moved: set[str] | None = None,
    ) -> None:
        self._match = match
        self._store = store
        self._pool = pool
        self._moved = set() if moved is None else moved
        self._fault = self._fault_details = ""
        self._move_seconds = _longest_move(match, move_seconds)
        self._waiting: deque[GameTask] = deque()
        self._under_way: dict[Future, tuple[GameTask, ...]] = {}
        self._batch = 1
        self._looked = time.monotonic()
        self._lost = LostGames(self._move_seconds)
        self._last_was_void = False
        self._games: dict[GameKey, GameResult] = {}
        self._stop = interrupts.stop_requests()
        self._stopping = False

    def play(
        self,
        on_change: Callable[[Games], object] = ignore,
        enough: Callable[[Games], bool] = never,
        say: Callable[[str], object] = ignore,
    ) -> None:
        """Play all games that are not in the store, or until there are `enough`.

        `on_change` and `enough` are called a few times a second with the stored games; games
        under way are played to their ends. Ctrl-C lets them end, and `say` gets a line; a second
        Ctrl-C stops at once. Either way finished games are stored and KeyboardInterrupt is raised.
        Raise RunError if workers keep dying, games keep being void, or a player fails before its
        first move.
        """
        self._store.add_match(self._match)
        played = self._games = self._store.games(self._match.id, details=False)
        if enough(played):
            return
        without_openings = replace(self._match, openings=())
        with watchdog.turns_file() as turns:
            self._waiting.extend(
                GameTask(without_openings, key, number, turns)
                for number, key in enumerate(self._match.game_keys)
                if key not in played
            )
            try:
                with self._stop.deferred():
                    while self._go_on(say):
                        self._step(say)
                        on_change(self._games)
                        if self._waiting and enough(self._games):  # replays of lost games, too
                            self._waiting.clear()
                    if self._stop.count:
                        self._stop.interrupt()
            except BaseException:
                self._abandon()
                raise

    def _go_on(self, say: Callable[[str], object]) -> bool:
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
                say(f"stopping: games under way, to be finished: {number}; {SECOND_INTERRUPT_HINT}")
        return bool(self._under_way) and self._stop.count < interrupts.STOP_AT_ONCE

    def _step(self, say: Callable[[str], object]) -> None:
        """Hand out games, wait a moment, and store finished ones.

        A fault is shown whole if games are played in this process, as for debugging.
        """
        self._hand_out()
        done, _ = wait(self._under_way, TICK_SECONDS, FIRST_COMPLETED)
        self._collect(done)
        self._kill_overdue()
        if self._lost.hopeless:
            raise RunError(f"the workers died {MAX_FALSE_STARTS} times before they began a game")
        if self._fault:
            if self._fault_details and not self._pool.jobs:
                say(self._fault_details.rstrip())
            raise RunError(self._fault)

    def _room(self) -> int:
        """Return how many more tasks may be handed out; the first task runs alone."""
        return (self._pool.max_in_flight if self._pool.prepared else 1) - len(self._under_way)

    def _hand_out(self) -> None:
        """Hand out waiting games while there is room, unless a stop was requested."""
        while self._waiting and self._room() > 0 and not self._stop.count:
            number = self._batch_size()
            games = tuple(self._waiting[place] for place in range(number))
            for game in games:
                watchdog.clear(game.turns, game.number)
            self._under_way[self._submit(games)] = games
            for _ in games:
                self._waiting.popleft()

    def _submit(self, games: Sequence[GameTask]) -> Future:
        """Hand games to a worker; the very first task only prepares the players of a game."""
        if not self._pool.prepared:
            return self._pool.submit_without_retry(workers.prepare, games[0])
        if self._pool.watched:
            return self._pool.submit_without_retry(workers.play_all, games)
        return self._pool.submit_without_retry(workers.play_watched, games, self._move_seconds)

    def _batch_size(self) -> int:
        """Return how many games a worker gets: several if they are short.

        Batches shrink towards the end, so that all workers finish together.
        """
        if not self._pool.prepared or not self._pool.jobs:
            return 1
        share = math.ceil(len(self._waiting) / self._pool.max_in_flight)
        return min(self._batch, share)

    def _collect(self, done: set[Future]) -> None:
        """Store finished games; those whose worker died wait again or are lost."""
        for future in done:
            games = self._under_way.pop(future)
            try:
                played = future.result()
            except WorkerDied:
                self._give_up(games)
                continue
            except BrokenExecutor as error:
                raise RunError(str(error)) from None
            self._lost.played()
            if played is None:
                self._pool.prepared = True
                self._waiting.extendleft(reversed(games))
            else:
                self._store_games(list(zip(games, played.results, strict=True)))
                seconds_per_game = max(played.seconds / len(games), TASK_SECONDS / MOST_IN_A_BATCH)
                self._batch = max(1, int(TASK_SECONDS / seconds_per_game))

    def _store_games(self, finished: Sequence[tuple[GameTask, GameResult]]) -> None:
        """Store games with a result; the others wait again.

        A player that fails before its first move loses the game only if it has moved in another
        game of this contest. Otherwise the match ends, since it would lose every game. It also ends
        after two void games in a row.
        """
        games = []
        for game, record in finished:
            void, set_up = record.kind == VOID, record.set_up
            if set_up and not void:
                set_up = game.spec(black=record.result < 0) not in self._moved
            if set_up:
                self._fault = self._fault or set_up_fault(game, record)
                self._fault_details = self._fault_details or record.stderr
            elif void and self._last_was_void:
                self._fault = self._fault or f"two void games in a row; the last: {record.ending}"
            self._last_was_void = void
            if set_up or void:
                self._waiting.appendleft(game)
            else:
                self._note_moves(game, record)
                games.append((game.key, record._replace(set_up=False)))
        if games:
            self._store.add_games(self._match.id, games)
            self._games.update(games)

    def _note_moves(self, game: GameTask, record: GameResult) -> None:
        """Note which players have moved: sides with moves, and losers of stored forfeits."""
        forfeit = record.kind != FINISHED
        for black, side in ((True, record.black), (False, record.white)):
            if side.moves or (forfeit and black == (record.result < 0)):
                self._moved.add(game.spec(black))

    def _kill_overdue(self) -> None:
        """Kill the workers of overdue players; look once a tick."""
        if time.monotonic() - self._looked < TICK_SECONDS:
            return
        self._looked = time.monotonic()
        for future, games in self._under_way.items():
            if self._lost.note_overdue(games):
                self._pool.kill(future)

    def _give_up(self, games: Sequence[GameTask]) -> None:
        """Store the game that is lost with its worker, if there is one; the others wait again."""
        records = self._lost.decide(games)
        for game in reversed(games):
            if game.number in records:
                self._store_games([(game, records[game.number])])
            else:
                self._waiting.appendleft(game)

    def _abandon(self) -> None:
        """Store finished games and end the workers."""
        done = {future for future in self._under_way if future.done() and not future.cancelled()}
        self._collect({future for future in done if future.exception() is None})
        self._pool.shut_down()
