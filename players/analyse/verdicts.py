"""The verdict on one move: what it is worth beside the best one, by two searches of the engine.

>>> from othello.position import START
>>> limits = VerdictLimits(depth=4, exact=4, megabytes=2)
>>> verdict = judge(Engine(megabytes=2), Question(int(START.own), int(START.opp), 19), limits)
>>> verdict.played.move, verdict.played.depth, verdict.proven
(19, 4, False)
"""

from typing import Any, NamedTuple

from othello.jit import FIRST_RUN
from othello.position import PASS, Position
from othello.symmetry import SYMMETRIES, transform, transform_square
from players.engine.engine import Engine, EngineResult, Request


class VerdictLimits(NamedTuple):
    """What a verdict may cost: the first limit that is reached ends each of its two searches.

    `depth` in plies, `nodes` in moves played, `seconds` of CPU time. With at most `exact` empty
    squares the depth does not count and the result is proven, if the other limits allow it. The
    engine's tables take `megabytes`, which decides what it remembers.
    """

    depth: int | None
    nodes: int | None = None
    seconds: float | None = None
    exact: int = 0
    megabytes: float = 64

    def request(self, empties: int, stop: Any) -> Request:
        """What is asked of the engine about a position with so many empty squares."""
        depth = empties if empties <= self.exact else self.depth
        return Request(depth=depth, nodes=self.nodes, seconds=self.seconds, stop=stop)


class Question(NamedTuple):
    """A position, as words of the side to move and of the other, and the move that was played.

    `move` is None where only the best one is asked for.
    """

    own: int
    opp: int
    move: int | None


class Value(NamedTuple):
    """What a move is worth to the side that plays it, in hundredths of a disc.

    `score` was found at `depth` plies, the move counted, and with the selectivity `level`; the
    result under perfect play is proven to lie from `lower` to `upper`. `line` begins with `move`.
    """

    move: int
    score: int
    lower: int
    upper: int
    depth: int
    level: int
    line: tuple[int, ...]

    @property
    def proven(self) -> bool:
        """Whether the score is the result under perfect play."""
        return self.lower == self.upper

    def within(self, lower: int, upper: int) -> "Value":
        """The same, the result being known to lie in a further range."""
        lower, upper = max(self.lower, lower), min(self.upper, upper)
        return self._replace(lower=lower, upper=upper, score=min(max(self.score, lower), upper))


class Verdict(NamedTuple):
    """The best move's value, the played one's, None if none was, and what both searches took.

    Nobody can gain more than the best value, so the played one's is never above it.
    """

    best: Value
    played: Value | None
    nodes: int
    seconds: float

    @property
    def loss(self) -> int | None:
        """What the played move lost, in hundredths of a disc, 0 or more; None if none was."""
        return None if self.played is None else self.best.score - self.played.score

    @property
    def proven(self) -> bool:
        """Whether the loss is that under perfect play, or the best value if no move was played."""
        return self.best.proven and (self.played is None or self.played.proven)

    @property
    def agrees(self) -> bool:
        """Whether the played move is the best one, or is proven to be as good."""
        if self.played is None:
            return False
        return self.played.move == self.best.move or (self.proven and self.loss == 0)


def _best(found: EngineResult) -> Value:
    """The value of the best move that a search found."""
    return Value(
        found.line[0],
        *(found.score, found.lower, found.upper),
        *(found.depth, found.selectivity, found.line),
    )


def _after(move: int, found: EngineResult) -> Value:
    """The value of a move after which a search found this for the other side."""
    return Value(
        move,
        *(-found.score, -found.upper, -found.lower),
        *(found.depth + 1, found.selectivity, (move, *found.line)),
    )


def as_played(best: Value, position: Position, move: int) -> Value:
    """The best move's value for `move` instead, where the board's symmetry makes them the same."""
    for index in range(1, SYMMETRIES):
        alike = transform(position.own, index) == position.own
        alike = alike and transform(position.opp, index) == position.opp
        if alike and transform_square(best.move, index) == move:
            line = (step if step == PASS else transform_square(step, index) for step in best.line)
            return best._replace(move=move, line=tuple(map(int, line)))
    return best


def joined(best: Value, played: Value) -> tuple[Value, Value]:
    """The position's best value and the played move's, each mended by what the other shows.

    A played move that turns out better than what was the best takes its place.
    """
    played = played.within(played.lower, best.upper)
    mended = best.within(played.lower, best.upper)
    if played.score > best.score or (mended.proven and not best.proven):
        mended = played._replace(lower=mended.lower, upper=best.upper)
    return mended, played


def judge(
    engine: Engine, question: Question, limits: VerdictLimits, stop: Any = None
) -> Verdict | None:
    """The verdict on a move, from an engine that forgets what it knew; None if it was stopped.

    A second search, one ply less deep than the first one got, tells what another move than the
    best is worth, so that both are seen equally far. What is compiled takes nothing of the seconds.
    """
    engine.clear()
    compiling = FIRST_RUN.cpu_seconds
    position = Position(question.own, question.opp)
    found = engine.search(position, limits.request(int(position.plies_left()), stop))
    best, nodes, seconds = _best(found), found.nodes, found.seconds
    played = None
    if question.move is not None:
        best = as_played(best, position, question.move)
    if question.move == best.move:
        played = best
    elif question.move is not None:
        child = position.play(question.move)
        request = limits.request(int(child.plies_left()), stop)
        found = engine.search(child, request._replace(depth=max(best.depth - 1, 1)))
        best, played = joined(best, _after(question.move, found))
        nodes, seconds = nodes + found.nodes, seconds + found.seconds
    if stop is not None and stop[0]:
        return None
    compiling = FIRST_RUN.cpu_seconds - compiling
    return Verdict(best, played, nodes, max(0.0, seconds - compiling))
