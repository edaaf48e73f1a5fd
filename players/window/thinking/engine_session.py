"""Requests for the engine during a game, and the use of its answers."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from players.window.game.clocks import BLACK, LATE_SHARE
from players.window.game.live_game import LiveGame
from players.window.thinking.analysis import Analysis, next_request
from players.window.thinking.engine_thread import (
    ENGINE,
    PLAYERS,
    EngineAnswer,
    EngineThread,
    Failure,
    Message,
    MoveRequest,
    Ready,
    Request,
    ValuesRequest,
)
from players.window.thinking.exercises import Practice
from players.window.translation import _

if TYPE_CHECKING:  # it loads the players, which is for the thread
    from players.window.thinking.player_cache import Progress


class EngineSession:
    """Sends the engine the next request of a game and its analysis, and takes its answers.

    `plays` is true once the players are loaded, `ready` once all is compiled; `failure` is the
    reason if that fails. `progress` is that of the search for a move. `waiting` is a request with
    its move, which is not on the board yet.
    """

    def __init__(
        self,
        thread: EngineThread,
        live: LiveGame,
        analysis: Analysis,
        practice: Practice,
        notify: Callable[[str], object],
    ) -> None:
        self.thread, self.live, self.analysis = thread, live, analysis
        self._practice, self._notify = practice, notify
        self.plays = self.ready = False
        self.failure = ""
        self.progress: Progress | None = None
        self.waiting: tuple[MoveRequest, int] | None = None

    def ask(self, now: float) -> None:
        """Send the due request: none in the editor or while a move waits."""
        if not self.plays:
            return
        idle = self.live.editor is not None or self.waiting is not None
        request = (
            None
            if idle
            else next_request(self.live, self.analysis, self._practice.current_step, now)
        )
        if not self.ready and isinstance(request, ValuesRequest):
            request = None
        if request != self.thread.request:
            self.progress = None
        self.thread.ask(request)

    @property
    def request(self) -> Request | None:
        """The request in progress; None if all are answered."""
        return self.thread.request if self.thread.busy else None

    @property
    def preparing(self) -> bool:
        """True while the search for a move waits for kernels to compile."""
        waits = self.thread.preparing and isinstance(self.thread.request, MoveRequest)
        return waits and self.progress is None

    def receive(self, message: Message) -> None:
        """Take a message of the engine."""
        if isinstance(message, Ready):
            self.plays = self.plays or message.part in (PLAYERS, ENGINE)
            self.ready = self.ready or message.part == ENGINE
        elif isinstance(message, Failure):
            self._fail(message)
        else:
            self._take_answer(message)

    def _take_answer(self, answer: EngineAnswer) -> None:
        request, live = answer.question.request, self.live
        if isinstance(request, ValuesRequest):
            if answer.result is not None:
                live.search_values.keep(request.position, answer.result)
        elif not answer.last:
            self.progress = answer.result
        else:
            self.waiting = request, answer.result.move
            if live.timed and live.started:
                live.clocks.charge(live.side, answer.seconds)

    def _fail(self, failure: Failure) -> None:
        """Report a failure and switch off the feature that sent the request."""
        self._notify(_("The engine failed: {reason}").format(reason=failure.message))
        analysis = self.analysis
        if failure.question is None:
            self.failure = failure.message
        elif isinstance(failure.question.request, MoveRequest):
            self.live.paused = True
        else:
            analysis.values = analysis.graph = analysis.review = False
            analysis.hint = None
            self._practice.end()

    def run_clocks(self, now: float, still: bool) -> None:
        """Run the clock of the side to move; none in the editor or until the discs are `still`.

        An engine's clock runs while it thinks, not while its move waits to be shown.
        """
        live, clocks, engine_moves = self.live, self.live.clocks, self.live.engine_to_move
        thinks = self.thread.thinking and isinstance(self.thread.request, MoveRequest)
        ready = thinks if engine_moves else still
        if live.run_clocks(now, live.editor is not None or not ready):
            black = clocks.flag == BLACK
            self._notify(_("Black's time is up") if black else _("White's time is up"))
        if (
            engine_moves
            and live.timed
            and clocks.left(live.side, now) < LATE_SHARE * clocks.reserve
        ):
            self.hurry()

    def take_move(self, now: float, may_move: bool) -> int | None:
        """Return the waiting move once it `may_move`; None before, or without one.

        A move that is no longer due is dropped.
        """
        if self.waiting is None:
            return None
        request, move = self.waiting
        due = request == next_request(self.live, self.analysis, self._practice.current_step, now)
        if may_move or not due:
            self.waiting = None
        return move if due and may_move else None

    def drop_move(self) -> None:
        """Drop the waiting move, so that the same request can be sent again."""
        if self.waiting is not None:
            self.waiting = None
            self.thread.ask(None)

    def hurry(self) -> None:
        """Make the engine move now; no-op while its kernels compile."""
        if isinstance(self.thread.request, MoveRequest) and not self.preparing:
            self.thread.hurry()
