"""Verdict on a move: its value and that of the best move, by two searches of the engine.

>>> from othello.position import START
>>> limits = VerdictLimits(depth=4, exact=4, megabytes=2)
>>> verdict = judge(Engine(megabytes=2), Question(int(START.own), int(START.opp), 19), limits)
>>> verdict.played.move, verdict.played.depth, verdict.proven
(19, 4, False)
"""

from typing import Any, NamedTuple

from othello.compiling import FIRST_RUN
from othello.position import PASS, Position
from othello.symmetry import SYMMETRIES, image, transform_square
from players.engine.engine import Engine
from players.engine.request import Request, Result

NO_COSTS: dict[str, Any] = {"nodes": 0, "seconds": 0.0}


class VerdictLimits(NamedTuple):
    """Limits of each of the two searches of a verdict; the first one reached ends the search.

    `depth` in plies, `seconds` of CPU time. With at most `exact` empty squares the depth does not
    count and the result is proven, if the other limits allow it. The engine's tables take
    `megabytes`.
    """

    depth: int | None
    nodes: int | None = None
    seconds: float | None = None
    exact: int = 0
    megabytes: float = 64

    def request(self, empties: int, stop: Any) -> Request:
        """Request to the engine for a position with `empties` empty squares."""
        depth = empties if empties <= self.exact else self.depth
        return Request(depth=depth, nodes=self.nodes, seconds=self.seconds, stop=stop)


class Question(NamedTuple):
    """A position, as discs of the side to move and of the other, and the move that was played.

    `move` is None if only the best move is wanted.
    """

    own: int
    opp: int
    move: int | None


class Verdict(NamedTuple):
    """Results of the best move and of the played one, None without a move, and the costs.

    Both are for the side that plays, their depths count the move, and they have no costs of their
    own. The value of the played move is never above that of the best one.
    """

    best: Result
    played: Result | None
    nodes: int
    seconds: float

    @property
    def loss(self) -> int | None:
        """Loss of the played move in hundredths of a disc, 0 or more; None without a move."""
        return None if self.played is None else self.best.score - self.played.score

    @property
    def proven(self) -> bool:
        """True if the loss is exact, or the best value if no move was played."""
        return self.best.proven and (self.played is None or self.played.proven)

    @property
    def agrees(self) -> bool:
        """True if the played move is the best one, or is proven to be as good."""
        if self.played is None:
            return False
        return self.played.move == self.best.move or (self.proven and self.loss == 0)


def _within(value: Result, lower: int, upper: int) -> Result:
    """Value narrowed to another proven range."""
    lower, upper = max(value.lower, lower), min(value.upper, upper)
    return value._replace(lower=lower, upper=upper, score=min(max(value.score, lower), upper))


def as_played(best: Result, position: Position, move: int) -> Result:
    """Value of the best move for `move`, if a symmetry of the board maps one to the other."""
    for index in range(1, SYMMETRIES):
        if image(position, index) == position and transform_square(best.move, index) == move:
            line = (step if step == PASS else transform_square(step, index) for step in best.line)
            return best._replace(line=tuple(map(int, line)))
    return best


def joined(best: Result, played: Result) -> tuple[Result, Result]:
    """Values of the best and of the played move, each narrowed by the bounds of the other.

    A played move that turns out to be better than the best one replaces it.
    """
    played = _within(played, played.lower, best.upper)
    narrowed = _within(best, played.lower, best.upper)
    if played.score > best.score or (narrowed.proven and not best.proven):
        narrowed = played._replace(lower=narrowed.lower, upper=best.upper)
    return narrowed, played


def judge(
    engine: Engine, question: Question, limits: VerdictLimits, stop: Any = None
) -> Verdict | None:
    """Verdict on a move, from an engine with cleared tables; None if it was stopped.

    A move other than the best gets a second search, one ply shallower than the first one reached,
    so that both values have the same depth. The seconds do not include compilation.
    """
    engine.clear()
    compiling = FIRST_RUN.cpu_seconds
    position = Position(question.own, question.opp)
    best = engine.search(position, limits.request(int(position.plies_left()), stop))
    nodes, seconds, played = best.nodes, best.seconds, None
    best = best._replace(**NO_COSTS)
    if question.move is not None:
        best = as_played(best, position, question.move)
    if question.move == best.move:
        played = best
    elif question.move is not None:
        child = position.play(question.move)
        request = limits.request(int(child.plies_left()), stop)
        result = engine.search(child, request._replace(depth=max(best.depth - 1, 1)))
        best, played = joined(best, result.before(question.move)._replace(**NO_COSTS))
        nodes, seconds = nodes + result.nodes, seconds + result.seconds
    if stop is not None and stop[0]:
        return None
    compiling = FIRST_RUN.cpu_seconds - compiling
    return Verdict(best, played, nodes, max(0.0, seconds - compiling))
