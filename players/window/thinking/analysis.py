"""The analysis of a game: the next request to the engine, and the use of its answers."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from othello.game_tree import Step
from players.window.game.clocks import BLACK, LATE_SHARE
from players.window.game.judgements import is_proven, value_of
from players.window.game.live_game import LiveGame
from players.window.settings import DEFAULT_REVIEW, REVIEWS
from players.window.thinking.engine_thread import (
    EngineAnswer,
    EngineThread,
    MoveRequest,
    Request,
    ValuesRequest,
)
from players.window.translation import _

REVIEW_SOLVED = 20
"""Empty squares at which a review is exact; the last twenty positions take two seconds."""


class SearchLimit(NamedTuple):
    """The depth of a search; with at most `solved` empty squares the search is exact."""

    depth: int
    solved: int = REVIEW_SOLVED

    def depth_of(self, step: Step) -> int:
        """The depth for a position: to its end with few empty squares."""
        empties = int(step.position.plies_left())
        return empties + 1 if empties <= self.solved else min(self.depth, empties + 1)


GRAPH_LIMIT = SearchLimit(6, solved=16)
"""The search for a point of the graph; it takes at most 0.05 s a position."""
HINT_LIMIT = SearchLimit(16, solved=22)
VALUES_LIMIT = SearchLimit(24, solved=26)
"""The search for the values on the board: exact within five seconds with 22 empty squares, within
two minutes with 26."""


@dataclass(eq=False)
class Analysis:
    """The analyses that are switched on.

    With `open` evaluation, graph and tabs are shown during a game. `limit` is that of the review.
    `hint` and `exercise` are the steps of a hint and of an exercise, None without one.
    """

    values: bool = False
    graph: bool = True
    open: bool = False
    review: bool = False
    limit: SearchLimit = SearchLimit(REVIEWS[DEFAULT_REVIEW])
    hint: Step | None = None
    exercise: Step | None = None
    values_limit: SearchLimit = VALUES_LIMIT


def next_request(live: LiveGame, analysis: Analysis, now: float) -> Request | None:
    """The request for the first task that is not done; None if all are."""
    if live.engine_to_move:
        here = live.here
        move = here.position, live.mover, here.black_to_move, live.number, live.step
        return MoveRequest(*move, live.allowed(now), live.game.copy())
    return next(filter(None, _values_requests(live, analysis)), None)


def _values_requests(live: LiveGame, analysis: Analysis) -> Iterator[ValuesRequest | None]:
    """Requests for values, the most urgent first; None for values that are known.

    The graph and a review go from the end backwards: values are exact there, and the table helps.
    A game reviewed by its file needs no search of its last position.
    """
    here, limit = live.here, analysis.limit
    if analysis.hint == here:
        yield values_request(live, here, HINT_LIMIT)
    if analysis.values:
        yield values_request(live, here, analysis.values_limit)
    if analysis.exercise == here:
        yield try_request(live, here, limit)
    if analysis.graph:
        for step in reversed(live.steps):
            if step.position not in live.review_values:
                yield values_request(live, step, GRAPH_LIMIT)
    if analysis.review:
        for step in reversed(live.steps):
            if not is_reviewed(live, step, limit) and (step.move is not None or limit.solved):
                yield ValuesRequest(step.position, limit.depth_of(step))


def values_request(live: LiveGame, step: Step, limit: SearchLimit) -> ValuesRequest | None:
    """The request for a position's values; None if they are known to this limit."""
    values, depth = live.search_values.get(step.position), limit.depth_of(step)
    if step.over or (values is not None and (values.exact or values.depth >= depth)):
        return None
    return ValuesRequest(step.position, depth)


def try_request(live: LiveGame, step: Step, limit: SearchLimit) -> ValuesRequest | None:
    """The request for the values of an exercise's moves, to the depth of the review; None if known.

    A file has values of the move played and the best one only.
    """
    kept = live.review_values.get(step.position)
    if kept is not None:
        limit = SearchLimit(kept.depth, VALUES_LIMIT.solved if is_proven(kept) else 0)
    return values_request(live, step, limit)


def is_reviewed(live: LiveGame, step: Step, limit: SearchLimit) -> bool:
    """True if a position was searched to a limit, or the game's file has its values."""
    kept = live.review_values.get(step.position)
    has_move = step.move is None or value_of(kept, step.move) is not None
    if kept is not None and has_move and (is_proven(kept) or kept.depth >= limit.depth_of(step)):
        return True
    return values_request(live, step, limit) is None


def review_progress(live: LiveGame, limit: SearchLimit) -> float:
    """The share of a review that is done, 0 to 1."""
    steps = [step for step in live.steps if step.move is not None or limit.solved]
    known = [is_reviewed(live, step, limit) for step in steps]
    return sum(known) / len(known) if known else 1.0


def store_review(live: LiveGame, limit: SearchLimit) -> None:
    """Add the values of the line shown to the game's review, where they are deep enough."""
    for step in live.steps:
        if not step.over and is_reviewed(live, step, limit):
            found = live.best_values.get(step.position)
            if found is not None:
                live.review_values[step.position] = found


def show_file_review(live: LiveGame, analysis: Analysis) -> bool:
    """Show a file's review if it covers every move of the line; return True if it does.

    Moves that are added later are searched to the least depth of the file's.
    """
    steps = [step for step in live.steps if step.move is not None]
    kept = [live.review_values.get(step.position) for step in steps]
    known = [value_of(values, step.move) for values, step in zip(kept, steps, strict=True)]
    if not steps or None in known:
        return False
    depths = [values.depth for values in kept if values is not None and not is_proven(values)]
    analysis.limit = SearchLimit(min(depths, default=2), solved=0)
    analysis.review = True
    return True


@dataclass(eq=False)
class EngineSession:
    """Sends the engine the next request of a game and its analysis, and takes its answers.

    `searched` is True once the search for a move has reached a depth. `waiting` is a request with
    its move, which is not on the board yet.
    """

    thread: EngineThread
    live: LiveGame
    analysis: Analysis
    end_practice: Callable[[], object]
    notify: Callable[[str], object]
    searched: bool = False
    waiting: tuple[MoveRequest, int] | None = None

    def ask(self, now: float) -> None:
        """Send the due request: none in the editor or while a move waits."""
        if not self.thread.plays:
            return
        request = None
        if self.live.editor is None and self.waiting is None:
            request = next_request(self.live, self.analysis, now)
        if not self.thread.ready and isinstance(request, ValuesRequest):
            request = None
        if request != self.thread.request:
            self.searched = False
        self.thread.ask(request)

    @property
    def request(self) -> Request | None:
        """The request in progress; None if all are answered."""
        return self.thread.request if self.thread.busy else None

    @property
    def preparing(self) -> bool:
        """True while the search for a move waits for kernels to compile."""
        waits = self.thread.preparing and isinstance(self.thread.request, MoveRequest)
        return waits and not self.searched

    def receive(self, answer: EngineAnswer) -> None:
        """Take an answer of the engine; after a failure switch off what sent the request."""
        request, live = answer.question.request, self.live
        if answer.failure:
            self.notify(_("The engine failed: {reason}").format(reason=answer.failure))
        if isinstance(request, ValuesRequest):
            if answer.failure:
                analysis = self.analysis
                analysis.values = analysis.graph = analysis.review = False
                analysis.hint = None
                self.end_practice()
            elif answer.result is not None:
                live.search_values.keep(request.position, answer.result)
        elif answer.failure:
            live.paused = True
        elif not answer.last:
            self.searched = True
        else:
            self.waiting = request, answer.result.move
            if live.timed and live.started:
                live.clocks.charge(live.side, answer.seconds)

    def run_clocks(self, now: float, still: bool) -> None:
        """Run the clock of the side to move; none in the editor or until the discs are `still`.

        An engine's clock runs while it thinks, not while its move waits to be shown.
        """
        live, clocks, engine_moves = self.live, self.live.clocks, self.live.engine_to_move
        thinks = self.thread.thinking and isinstance(self.thread.request, MoveRequest)
        ready = thinks if engine_moves else still
        if live.run_clocks(now, live.editor is not None or not ready):
            black = live.ending is not None and live.ending.loser == BLACK
            self.notify(_("Black's time is up") if black else _("White's time is up"))
        late = clocks.left(live.side, now) < LATE_SHARE * clocks.reserve
        if engine_moves and live.timed and late:
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
            self.thread.ask(None)

    def hurry(self) -> None:
        """Make the engine move now; no-op while its kernels compile."""
        if isinstance(self.thread.request, MoveRequest) and not self.preparing:
            self.thread.hurry()
