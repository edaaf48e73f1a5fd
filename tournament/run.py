"""Playing what is missing of a tournament, whatever becomes of players and workers."""

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from pathlib import Path

from tournament import heartbeat, worker
from tournament.crew import Crew
from tournament.identity import Tournament
from tournament.match import GameRecord, forfeit, side_name
from tournament.schedule import Fixture
from tournament.store import Store
from tournament.worker import Assignment

MOVE_SECONDS = 600.0
"""How long a move may take, when no other bound is given, before its player has lost."""

WARMING_SECONDS = 1800.0
"""How long the making of a player may take, which compiles its kernels the first time."""

TICK_SECONDS = 0.25
FALSE_STARTS = 3


class RunError(Exception):
    """A tournament that cannot go on; the message is one line."""


class Run:
    """One session of a tournament: the games under way and those that wait."""

    def __init__(
        self, tournament: Tournament, store: Store, crew: Crew, move_seconds: float = MOVE_SECONDS
    ) -> None:
        self._tournament = tournament
        self._store = store
        self._crew = crew
        self._move_seconds = move_seconds
        self._waiting: deque[Assignment] = deque()
        self._under_way: dict[Future, Assignment] = {}
        self._overdue: set[int] = set()
        self._suspects: set[int] = set()
        self._false_starts = 0

    def play(self, on_change: Callable[[], object] = bool) -> None:
        """Play all games that are not in the store; `on_change` is called a few times a second.

        Ctrl-C stores what is finished and stops; RunError if no worker can be
        kept alive, or if a game was not kept.
        """
        self._store.add(self._tournament)
        played = self._store.games(self._tournament.id)
        with heartbeat.pulses() as pulses:
            self._waiting.extend(
                self._assignment(fixture, number, pulses)
                for number, fixture in enumerate(self._tournament.fixtures)
                if fixture not in played
            )
            try:
                while self._waiting or self._under_way:
                    self._step()
                    on_change()
            except BaseException:
                self._abandon()
                raise
        self._check_nothing_is_missing()

    def _check_nothing_is_missing(self) -> None:
        """RunError if the store lacks a game after all have been played."""
        kept = self._store.games(self._tournament.id)
        missing = len(set(self._tournament.fixtures) - set(kept))
        if missing:
            raise RunError(f"{missing} games were played but are not in {self._store.path}")

    def _assignment(self, fixture: Fixture, number: int, pulses: Path) -> Assignment:
        """A game of this tournament as plain data."""
        asked = self._tournament
        return Assignment(asked.a, asked.b, asked.limits, asked.modules, fixture, number, pulses)

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

    def _room(self) -> int:
        """How many more games may be handed out: suspects and the first one play alone."""
        alone = self._suspects or not self._crew.prepared
        return (1 if alone else self._crew.window) - len(self._under_way)

    def _hand_out(self) -> None:
        """Hand out waiting games while there is room."""
        while self._waiting and self._room() > 0:
            game = self._waiting[0]
            heartbeat.forget(game.pulses, game.number)
            task = worker.play if self._crew.prepared else worker.prepare
            self._under_way[self._crew.submit(task, game)] = game
            self._waiting.popleft()

    def _collect(self, done: set[Future]) -> list[Assignment]:
        """Store the games that are finished; return those whose worker was lost."""
        lost = []
        for future in done:
            game = self._under_way.pop(future)
            try:
                record = future.result()
            except BrokenExecutor:
                lost.append(game)
                continue
            self._false_starts = 0
            if record is None:
                self._crew.prepared = True
                self._waiting.appendleft(game)
            else:
                self._keep(game, record)
        return lost

    def _keep(self, game: Assignment, record: GameRecord) -> None:
        """Store a game, which clears its players."""
        self._store.record(self._tournament.id, game.fixture, record)
        self._suspects.discard(game.number)

    def _kill_overdue(self) -> None:
        """Kill the workers whose player has not answered for too long."""
        now = time.monotonic()
        for game in self._under_way.values():
            beat = heartbeat.last_beat(game.pulses, game.number)
            if beat is not None and now - beat.since > self._patience(beat):
                self._overdue.add(game.number)
                self._crew.kill(beat.process)

    def _patience(self, beat: heartbeat.Beat) -> float:
        """The seconds for what the player is doing."""
        return max(WARMING_SECONDS, self._move_seconds) if beat.warming else self._move_seconds

    def _recover(self, lost: list[Assignment]) -> None:
        """Start new workers after one has died; the games that were under way wait again.

        A game is lost for the side to move if its player was overdue, or if its
        worker died a second time while it played alone.
        """
        wait(self._under_way)
        lost += self._collect(set(self._under_way))
        self._crew.rebuild()
        explained = any(game.number in self._overdue for game in lost)
        begun = 0
        for game in sorted(lost, key=lambda game: game.number, reverse=True):
            beat = heartbeat.last_beat(game.pulses, game.number)
            begun += beat is not None
            if beat is not None and game.number in self._overdue | self._suspects:
                self._keep(game, forfeit(beat.black_to_move, self._cause(game, beat)))
                continue
            if beat is not None and not explained:
                self._suspects.add(game.number)
            self._waiting.appendleft(game)
        self._count_false_start(begun)

    def _cause(self, game: Assignment, beat: heartbeat.Beat) -> str:
        """Why a game is forfeit whose worker is gone, in one line."""
        side = side_name(beat.black_to_move)
        if game.number in self._overdue:
            return f"no answer from {side} within {self._patience(beat):g} seconds"
        return f"{side} killed its process twice"

    def _count_false_start(self, begun: int) -> None:
        """RunError when workers die again and again before they begin a game."""
        self._false_starts = 0 if begun else self._false_starts + 1
        if self._false_starts >= FALSE_STARTS:
            raise RunError(f"the workers died {FALSE_STARTS} times before they began a game")

    def _abandon(self) -> None:
        """Store what is finished and kill what is not."""
        self._collect({future for future in self._under_way if future.done()})
        self._crew.kill_all()
