"""Requests for the engine during a game, and the use of its answers."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from players.window.game.autosave import is_program
from players.window.game.clocks import BLACK
from players.window.game.live_game import LiveGame
from players.window.thinking.analysis import Analysis, next_request, values_request
from players.window.thinking.engine_thread import (
    ENGINE,
    PLAYERS,
    CheckRequest,
    EngineAnswer,
    EngineThread,
    Failure,
    Message,
    MoveRequest,
    PonderRequest,
    Ready,
    Request,
    ValuesRequest,
)
from players.window.translation import _

if TYPE_CHECKING:  # they load the players, which is for the thread
    from players.window.thinking.player_cache import PlayerCache, Progress


def _programs() -> "PlayerCache":
    """Return the players of the thread for other programs."""
    from players.window.thinking.player_cache import PlayerCache

    return PlayerCache()


def _finds_move(thread: EngineThread) -> bool:
    """True while a player thinks about its move in this thread."""
    return thread.thinking and isinstance(thread.request, MoveRequest)


class EngineSession:
    """Sends the engine the next request of a game and its analysis, and takes its answers.

    `plays` is true once the players are loaded, `ready` once all is compiled; `failure` is the
    reason if that fails. `progress` is that of the search for a move. `waiting` is a request with
    its move, which is not on the board yet. Other programs may hang, so they have a thread of their
    own, which ends with the last of them.
    """

    def __init__(
        self,
        thread: EngineThread,
        live: LiveGame,
        analysis: Analysis,
        notify: Callable[[str], object],
        end_exercises: Callable[[], object],
    ) -> None:
        self.thread, self.live, self.analysis = thread, live, analysis
        self._programs: EngineThread | None = None
        self.plays = self.ready = False
        self.failure = ""
        self.progress: Progress | None = None
        self.waiting: tuple[MoveRequest, int] | None = None
        self._notify, self._end_exercises = notify, end_exercises
        self._verdict: tuple[Callable[[], None], Callable[[str], None]] | None = None

    def ask(self, now: float) -> None:
        """Send the due request: none in the editor or while a move waits."""
        if not self.plays:
            return
        idle = self.live.editor is not None or self.waiting is not None
        request = None if idle else next_request(self.live, self.analysis, now)
        if not self.ready and not isinstance(request, MoveRequest):
            request = None
        theirs = request if isinstance(request, MoveRequest) and is_program(request.spec) else None
        self._ask_program(theirs)
        if theirs is not None:
            request = values_request(self.live, self.analysis) if self.ready else None
        if request != self.thread.request:
            self.progress = None
        self.thread.ask(request)

    def _ask_program(self, request: MoveRequest | None) -> None:
        """Send the other programs a request or none; end them if none of them plays."""
        if self._programs is not None and not any(map(is_program, self.live.sides)):
            self._programs.close(0)
            self._programs = None
        if self._programs is None and request is not None:
            self._programs = EngineThread(lambda: None, _programs)
            self._programs.start()
        if self._programs is not None:
            self._programs.ask(request)

    @property
    def _threads(self) -> list[EngineThread]:
        """The threads in use, that of other programs first."""
        return [thread for thread in (self._programs, self.thread) if thread is not None]

    @property
    def _requests(self) -> list[Request | None]:
        return [thread.request for thread in self._threads]

    @property
    def request(self) -> Request | None:
        """The request in progress, a move before values; None if all are answered."""
        return next((thread.request for thread in self._threads if thread.busy), None)

    @property
    def preparing(self) -> bool:
        """True while the search for a move waits for kernels to compile."""
        waits = self.thread.preparing and isinstance(self.thread.request, MoveRequest)
        return waits and self.progress is None

    def take_messages(self) -> None:
        """Take the messages of the engine and of other programs since the last call."""
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
        """Take a message; an answer to an earlier request is dropped."""
        if isinstance(message, Ready):
            self.plays = self.plays or message.part in (PLAYERS, ENGINE)
            self.ready = self.ready or message.part == ENGINE
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
            if live.timed and live.started:
                live.clocks.charge(live.side, answer.seconds)
        elif isinstance(request, CheckRequest):
            self._take_verdict(request.spec, answer.result)
        elif isinstance(request, ValuesRequest) and answer.result is not None:
            live.search_values.keep(request.position, answer.result)
        elif isinstance(request, ValuesRequest):
            live.review_seconds[request.position] = request.seconds

    def check_player(
        self, spec: str, accept: Callable[[], None], refuse: Callable[[str], None]
    ) -> None:
        """Check a player, then call `accept`, or `refuse` with its fault."""
        self.analysis.check, self._verdict = spec, (accept, refuse)

    def _take_verdict(self, spec: str, fault: str) -> None:
        """Take the fault of a specification, "" for none."""
        if self._verdict is None or spec != self.analysis.check:
            return
        (accept, refuse), self._verdict = self._verdict, None
        self.analysis.check = None
        if fault:
            refuse(fault)
        else:
            accept()

    def _fail(self, failure: Failure) -> None:
        """Report a failure and switch off the feature that sent the request."""
        self._notify(_("The engine failed: {reason}").format(reason=failure.message))
        analysis = self.analysis
        if failure.request is None:
            self.failure = failure.message
        elif isinstance(failure.request, MoveRequest):
            self.live.paused = True
        elif isinstance(failure.request, PonderRequest):
            analysis.ponder = False
        elif isinstance(failure.request, CheckRequest):
            self._take_verdict(failure.request.spec, failure.message)
        else:
            analysis.values = analysis.graph = analysis.review = False
            analysis.hint = None
            self._end_exercises()

    def run_clocks(self, now: float, still: bool) -> None:
        """Run the clock of the side to move; none in the editor or until the discs are `still`.

        An engine's clock runs while it thinks, not while its move waits to be shown.
        """
        live, clocks, engine_moves = self.live, self.live.clocks, self.live.engine_to_move
        ready = any(map(_finds_move, self._threads)) if engine_moves else still
        if live.run_clocks(now, live.editor is not None or not ready):
            black = clocks.flag == BLACK
            self._notify(_("Black's time is up") if black else _("White's time is up"))
        if engine_moves and live.timed and clocks.left(live.side, now) < clocks.late:
            self.hurry()

    def take_move(self, now: float, may_move: bool) -> int | None:
        """Return the waiting move once it `may_move`; None before, or without one.

        A move that is no longer due is dropped.
        """
        if self.waiting is None:
            return None
        request, move = self.waiting
        due = request == next_request(self.live, self.analysis, now)
        if may_move or not due:
            self.waiting = None
        return move if due and may_move else None

    def drop_move(self) -> None:
        """Drop the waiting move, so that the same request can be sent again."""
        if self.waiting is not None:
            self.waiting = None
            for thread in self._threads:
                thread.ask(None)

    def hurry(self) -> None:
        """Make the engine move now; no-op while its kernels compile."""
        for thread in self._threads:
            if isinstance(thread.request, MoveRequest) and not self.preparing:
                thread.hurry()
