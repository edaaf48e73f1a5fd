"""What is asked of the engine beside a game, and what becomes of its answers."""

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from othello.game import Game
from othello.openings import four_move_openings
from players.window.game.clocks import BLACK
from players.window.game.last_games import is_program
from players.window.game.live_game import LiveGame
from players.window.thinking.analysis import Analysis, beside_a_move, next_request
from players.window.thinking.engine_thread import (
    ENGINE,
    PLAYERS,
    CheckRequest,
    EngineAnswer,
    EngineThread,
    Failure,
    Message,
    MoveRequest,
    OpeningRequest,
    PonderRequest,
    Ready,
    Request,
    ValuesRequest,
)
from players.window.translation import _

if TYPE_CHECKING:  # they load the players, which is for the thread
    from players.forms import Form
    from players.window.thinking.movers import PlayerCache, Progress

Sides = tuple[str, str]


def _movers() -> "PlayerCache":
    """What asks other programs for moves; for the thread."""
    from players.window.thinking.movers import PlayerCache

    return PlayerCache()


def _finds_move(thread: EngineThread) -> bool:
    """Whether a player thinks there about its move."""
    return thread.thinking and isinstance(thread.request, MoveRequest)


class EngineSession:
    """Asks the engine what a game and its analysis need next, and takes its answers.

    `plays` says that the players are loaded, `ready` that all is compiled, `failure` why not;
    `forms` are those of the players, `progress` is how far the search for a move has come.
    `waiting` is a move of the engine that is not played yet, with the request that it answers.
    Other programs are asked in a thread of their own, since they may hang; it ends when none of
    them plays any more.
    """

    def __init__(
        self,
        thread: EngineThread,
        live: LiveGame,
        analysis: Analysis,
        notify: Callable[[str], object],
        begin: Callable[[Sides | None, Game], object],
        end_exercises: Callable[[], object],
    ) -> None:
        self.thread, self.live, self.analysis = thread, live, analysis
        self._programs: EngineThread | None = None
        self.plays = self.ready = False
        self.failure = ""
        self.forms: Sequence[Form] = ()
        self.progress: Progress | None = None
        self.waiting: tuple[MoveRequest, int] | None = None
        self._notify, self._begin, self._end_exercises = notify, begin, end_exercises
        self._verdict: tuple[Callable[[], None], Callable[[str], None]] | None = None
        self._balanced_sides: Sides | None = None

    def ask(self, now: float) -> None:
        """Give the engine the request that is due: none in the editor, nor while a move waits."""
        if not self.plays:
            return
        idle = self.live.editor is not None or self.waiting is not None
        request = None if idle else next_request(self.live, self.analysis, now)
        if not self.ready and not isinstance(request, MoveRequest):
            request = None
        theirs = request if isinstance(request, MoveRequest) and is_program(request.spec) else None
        self._ask_program(theirs)
        if theirs is not None:
            request = beside_a_move(self.live, self.analysis) if self.ready else None
        if request != self.thread.request:
            self.progress = None
        self.thread.ask(request)

    def _ask_program(self, request: MoveRequest | None) -> None:
        """Ask another program for a move, or none, and end those that nobody plays against."""
        if self._programs is not None and not any(map(is_program, self.live.sides)):
            self._programs.close(0)
            self._programs = None
        if self._programs is None and request is not None:
            self._programs = EngineThread(lambda: None, _movers)
            self._programs.start()
        if self._programs is not None:
            self._programs.ask(request)

    @property
    def _threads(self) -> list[EngineThread]:
        """The threads that are asked something, that of moves of other programs first."""
        return [thread for thread in (self._programs, self.thread) if thread is not None]

    @property
    def _requests(self) -> list[Request | None]:
        return [thread.request for thread in self._threads]

    @property
    def asked(self) -> Request | None:
        """What is not fully answered yet, a move before what is asked beside it; None if all is."""
        return next((thread.request for thread in self._threads if thread.busy), None)

    @property
    def preparing(self) -> bool:
        """Whether a move is asked for whose search waits for kernels to compile."""
        waits = self.thread.preparing and isinstance(self.thread.request, MoveRequest)
        return waits and self.progress is None

    def take_messages(self) -> None:
        """Take what the engine and other programs have said since the last time."""
        for message in self.thread.messages():
            self.receive(message)
        for message in self._programs.messages() if self._programs is not None else ():
            if not isinstance(message, Ready):
                self.receive(message)

    def close(self) -> None:
        """End the threads."""
        for thread in self._threads:
            thread.close()

    def receive(self, message: Message) -> None:
        """Take a message of the engine; an answer to a former request is dropped."""
        if isinstance(message, Ready):
            self.plays = self.plays or message.part in (PLAYERS, ENGINE)
            self.ready = self.ready or message.part == ENGINE
            self.forms = message.forms or self.forms
        elif isinstance(message, Failure):
            self._fail(message)
        elif isinstance(message, EngineAnswer) and message.request in self._requests:
            self._take_answer(message)

    def _take_answer(self, answer: EngineAnswer) -> None:
        request, live = answer.request, self.live
        if isinstance(request, MoveRequest) and not answer.last:
            self.progress = answer.result
        elif isinstance(request, MoveRequest):
            self.waiting = request, answer.result.move
            if live.timed and live.begun:
                live.clocks.charge(live.side, answer.seconds)
        elif isinstance(request, CheckRequest):
            self._take_verdict(request.spec, answer.result)
        elif isinstance(request, ValuesRequest) and answer.result is not None:
            live.known.keep(request.position, answer.result)
        elif isinstance(request, ValuesRequest):
            live.looked[request.position] = request.seconds
        elif isinstance(request, OpeningRequest) and request.seed == self.analysis.balanced:
            self._begin_after(answer.result)

    def look_for_opening(self, sides: Sides) -> None:
        """Let the engine look for a random balanced opening, from which these sides then play.

        Until it is loaded it is any opening of four moves.
        """
        self._balanced_sides = sides
        self.analysis.balanced = random.randrange(2**31)
        if not self.ready:
            self._begin_after(random.choice(four_move_openings()).moves)

    def _begin_after(self, moves: Sequence[int]) -> None:
        game = Game()
        game.play_all(moves)
        self._begin(self._balanced_sides, game)

    def check_player(
        self, spec: str, accept: Callable[[], None], refuse: Callable[[str], None]
    ) -> None:
        """Let the engine look at a player, then call `accept`, or `refuse` with what is wrong."""
        self.analysis.check, self._verdict = spec, (accept, refuse)

    def _take_verdict(self, spec: str, fault: str) -> None:
        """Take what the engine found wrong with a specification, "" for nothing."""
        if self._verdict is None or spec != self.analysis.check:
            return
        (accept, refuse), self._verdict = self._verdict, None
        self.analysis.check = None
        if fault:
            refuse(fault)
        else:
            accept()

    def _fail(self, failure: Failure) -> None:
        """Notify of a failure and switch off what asked for it."""
        self._notify(_("The engine failed: {reason}").format(reason=failure.message))
        analysis = self.analysis
        if failure.request is None:
            self.failure = failure.message
        elif isinstance(failure.request, MoveRequest):
            self.live.paused = True
        elif isinstance(failure.request, PonderRequest):
            analysis.ponder = False
        elif isinstance(failure.request, OpeningRequest):
            analysis.balanced = None
        elif isinstance(failure.request, CheckRequest):
            self._take_verdict(failure.request.spec, failure.message)
        else:
            analysis.values = analysis.graph = analysis.review = False
            analysis.hint = None
            self._end_exercises()

    def run_clocks(self, now: float, still: bool) -> None:
        """Let the clock run of who thinks: for no one in the editor or before discs are `still`.

        An engine's clock runs from when it begins to its answer, however late that is shown.
        """
        live, clocks, thinks = self.live, self.live.clocks, self.live.engine_to_move
        ready = any(map(_finds_move, self._threads)) if thinks else still
        if live.run_clocks(now, live.editor is not None or not ready):
            black = clocks.flag == BLACK
            self._notify(_("Black's time is up") if black else _("White's time is up"))
        if thinks and live.timed and clocks.left(live.side, now) < clocks.late:
            self.hurry()

    def take_move(self, now: float, may_move: bool) -> int | None:
        """The engine's move that waits, once it `may_move`; None without one, or if it is not due.

        What is no longer due is dropped.
        """
        if self.waiting is None:
            return None
        request, move = self.waiting
        due = request == next_request(self.live, self.analysis, now)
        if may_move or not due:
            self.waiting = None
        return move if due and may_move else None

    def drop_move(self) -> None:
        """Drop the move that waits, if there is one, so that the same question is asked anew."""
        if self.waiting is not None:
            self.waiting = None
            for thread in self._threads:
                thread.ask(None)

    def hurry(self) -> None:
        """Let the engine move at once, with the best found so far; no-op while it has nothing."""
        for thread in self._threads:
            if isinstance(thread.request, MoveRequest) and not self.preparing:
                thread.hurry()
