"""What the engine is asked, and what a search of it knows."""

from collections.abc import Callable
from typing import Any, NamedTuple

from othello.position import PASS

DEEPEST_STAGE = 60
"""The most plies of a game."""
SOLVED_AT_ONCE = 12
"""The most empty squares at which a search to the end asks nothing but the solver."""


class Request(NamedTuple):
    """What is asked of a search.

    depth in plies: no pass of the midgame is deeper; one of all empty squares or more proves the
    result. `nodes`, moves played, and `seconds` of CPU time of the calling thread end it, as does
    another thread that writes 1 to `stop`, int64[1]; one ply is always searched. From `solve` empty
    squares on a search to the end of the game asks nothing but the solver; with more than `prove`
    none goes there. `wall` makes the seconds elapsed ones. `on_stage` is told what each stage
    found; the search ends where it answers True.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    stop: Any = None
    solve: int = SOLVED_AT_ONCE
    prove: int = DEEPEST_STAGE
    wall: bool = False
    on_stage: Callable[["EngineResult"], object] | None = None


class EngineResult(NamedTuple):
    """What a search knows of a position, in hundredths of a disc for the side to move.

    `score` was found at `depth` and with the selectivity `level`, a place in SELECTIVITY_LEVELS of
    `players.engine.midgame_memory`, for the solver's PROOF of `players.engine.engine`; `bound` says
    what it is. The result is proven to lie from `lower` to `upper`. `line`
    begins with the best move, PASS for a pass, and is empty if the game is over. `nodes` are moves
    played by all threads together.
    """

    score: int
    bound: int
    depth: int
    level: int
    line: tuple[int, ...]
    lower: int
    upper: int
    nodes: int
    seconds: float

    @property
    def proven(self) -> bool:
        """Whether the score is the result under perfect play."""
        return self.lower == self.upper

    def as_the_other_side_passing(self) -> "EngineResult":
        """The same for the side that has to pass before."""
        return self._replace(
            score=-self.score,
            bound=-self.bound,
            line=(PASS, *self.line),
            lower=-self.upper,
            upper=-self.lower,
        )
