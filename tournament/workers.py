"""The processes that play, and what each does: play one game that is described by plain data.

Workers belong to an executor that is replaced when one of them dies.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from functools import lru_cache
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess, parent_process
from pathlib import Path
from typing import Any, NamedTuple

from othello.command_line import available_cores
from othello.display import say_compiling_once
from othello.game import Game
from othello.position import START, Position
from players import registry
from players.protocol import Limits, Player
from players.registry import BUILT_IN
from tournament import openings, schedule
from tournament.match import Forfeit, GameRecord, Seat, play_game, ready_player
from tournament.schedule import Fixture
from tournament.terms import Clock, Terms
from tournament.watchdog import TurnReport

IN_PROCESS = 0
"""The number of jobs that means: no worker process, and so no watchdog."""


class InProcess(Executor):
    """Runs what is submitted at once, in this process."""

    def submit(self, task: Callable[..., Any], /, *arguments: Any, **options: Any) -> Future:
        """A future that is done when it is returned."""
        future: Future = Future()
        try:
            future.set_result(task(*arguments, **options))
        except Exception as error:
            future.set_exception(error)
        return future


def _begin() -> None:
    """Begin a worker: it ends with the process that started it, and repeats no message."""
    say_compiling_once()
    _die_with_parent()


def _die_with_parent() -> None:
    """End this worker as soon as the process that started it is gone, however that ended."""
    parent = parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()


def _context() -> BaseContext:
    """How workers start: from a server that has imported the players, where there is one.

    A plain fork would copy the display's thread and the store's connection.
    """
    if "forkserver" in multiprocessing.get_all_start_methods():
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["tournament.workers", *BUILT_IN])
        return context
    return multiprocessing.get_context("spawn")


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Start processes that Ctrl-C does not reach, and let it wait here until they are started.

    The one in front decides about the end. The mask is what the new processes
    inherit; it is not enough here, since a library's thread may take the signal.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    held: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, frame: held.append(number))
    masked = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masked else set()
    try:
        yield
    finally:
        if masked:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
    if held and handler is not signal.SIG_IGN:
        raise KeyboardInterrupt


class WorkerPool:
    """So many workers, or none: then games are played in this process."""

    def __init__(self, jobs: int | None = None) -> None:
        self.jobs = available_cores() if jobs is None else jobs
        self.prepared = False
        self._others = set(multiprocessing.active_children())
        self._executor = self._new_executor()

    @property
    def window(self) -> int:
        """How many games to submit at a time: enough that no worker waits for the next."""
        return 2 * self.jobs or 1

    def _new_executor(self) -> Executor:
        """An executor with fresh workers, none of them started yet."""
        if self.jobs == IN_PROCESS:
            return InProcess()
        return ProcessPoolExecutor(self.jobs, _context(), _begin)

    def submit(self, task: Callable[..., Any], *arguments: Any) -> Future:
        """Submit a task; BrokenExecutor if a worker has died."""
        if self.jobs == IN_PROCESS:
            return self._executor.submit(task, *arguments)
        with _interrupts_held():
            return self._executor.submit(task, *arguments)

    def rebuild(self) -> None:
        """Replace an executor whose worker has died."""
        self.shut_down()
        self._executor = self._new_executor()

    def kill(self, process: int) -> None:
        """Kill one worker: all that is submitted ends with BrokenExecutor."""
        for child in self._workers():
            if child.pid == process:
                child.kill()

    def kill_all(self) -> None:
        """Kill all workers, whatever they do."""
        for child in self._workers():
            child.kill()

    def _workers(self) -> set[BaseProcess]:
        """The processes that this pool has started and that still live."""
        return set(multiprocessing.active_children()) - self._others

    def shut_down(self) -> None:
        """End all workers once what is submitted is finished or lost."""
        self._executor.shutdown(wait=True, cancel_futures=True)


class Assignment(NamedTuple):
    """A game to play, as plain data that any process can read.

    `number` is its place in the file `turns`. `clock` is A's, and `b_terms` are B's limits and
    clock where they are not those of A.
    """

    a: str
    b: str
    limits: Limits
    modules: tuple[str, ...]
    fixture: Fixture
    number: int
    turns: Path
    clock: Clock | None = None
    b_terms: Terms | None = None
    round: int = 0

    def terms(self, black: bool) -> Terms:
        """What the player of a colour may spend."""
        if black != self.fixture.a_black and self.b_terms is not None:
            return self.b_terms
        return Terms(self.limits, self.clock)

    def spec(self, black: bool) -> str:
        """The specification of the player of a colour."""
        return self.a if black == self.fixture.a_black else self.b

    def seed(self, black: bool) -> int:
        """The seed of a colour: it depends on the game alone, not on when or where it is played."""
        again = (self.round,) if self.round else ()
        return schedule.seed(self.a, self.b, *self.limits, *self.fixture, black, *again)


LATE_EMPTIES = (20, 16, 12, 8)
"""Empty squares of the positions that a player with a clock is shown before its first game."""
PREPARING = Limits(seconds=0.05)


@lru_cache(maxsize=4)
def _player(spec: str, is_a: bool, timed: bool) -> Player:
    """A player that has searched once, so that its kernels are loaded before a game is timed.

    Kept from game to game; equal players A and B are two all the same. One that has a clock, or
    limits other than a depth, has deepened, and has solved the ends of games.
    """
    player = registry.make(spec)
    with contextlib.suppress(Exception):  # a fault will show again in the game, and be recorded
        player.new_game(0)
        player.choose(START, Limits(depth=1))
        for position in (START, *map(_late_position, LATE_EMPTIES)) if timed else ():
            player.choose(position, PREPARING)
    return player


@lru_cache
def _late_position(empties: int) -> Position:
    """A position with so many empty squares, where exact solvers may take over."""
    game = Game()
    while game.position.plies_left() > empties:
        game.play(game.legal()[-1])
    return game.position


def _seat(assignment: Assignment, black: bool, report: TurnReport) -> Seat:
    """The seat of one colour; that its player is being made is reported, since it takes longer."""

    def make() -> Player:
        report(black, preparing=True)
        limits, clock = assignment.terms(black)
        timed = clock is not None or (limits.nodes or limits.seconds) is not None
        player = _player(assignment.spec(black), black == assignment.fixture.a_black, timed)
        report(black)
        return player

    return Seat(make, assignment.seed(black), assignment.terms(black))


def play(assignment: Assignment) -> GameRecord:
    """Play a game to its end, with a report before each move."""
    registry.load(assignment.modules)
    with TurnReport(assignment.turns, assignment.number) as report:
        return play_game(
            _seat(assignment, True, report),
            _seat(assignment, False, report),
            openings.start(assignment.fixture.opening),
            report,
        )


def prepare(assignment: Assignment) -> None:
    """Make both players of a game, which compiles their kernels where that was never done.

    A player's fault is left to the game to record.
    """
    registry.load(assignment.modules)
    with TurnReport(assignment.turns, assignment.number) as report:
        for black in (True, False):
            with contextlib.suppress(Forfeit):
                ready_player(_seat(assignment, black, report), black)
