"""The request and the result of a search, by the engine or by the solver alone."""

from collections.abc import Callable
from typing import Any, NamedTuple

from othello.position import PASS
from players.protocol import EXACT, MAX_SCORE, NOTHING_TO_CHOOSE, Choice

MOST_EMPTIES = 60
SOLVER_EMPTIES = 12
"""The most empty squares at which a search to the end of the game calls only the solver."""
FULL_WIDTH = 5
"""The selectivity without cuts."""
PROOF = FULL_WIDTH + 1
"""The selectivity of results that the solver has proven."""


class Request(NamedTuple):
    """Limits of a search; the first one reached ends it.

    depth: plies; all empty squares or more prove the result. nodes: moves played by all threads.
    seconds: CPU time of the calling thread, elapsed time with `wall`. stop: int64[1]; another
    thread writes 1 to end the search. guess: the expected score.

    Only for the engine, which always searches one ply: depth; solve, the most empty squares at
    which a search to the end calls only the solver; prove, the most at which any search goes to the
    end; on_iteration, called with each result: the search ends when it returns True.
    """

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    stop: Any = None
    wall: bool = False
    guess: int | None = None
    solve: int = SOLVER_EMPTIES
    prove: int = MOST_EMPTIES
    on_iteration: Callable[["Result"], object] | None = None

    def after_pass(self) -> "Request":
        """Return the request for the position after a pass."""
        guess, callback = self.guess, self.on_iteration
        return self._replace(
            guess=None if guess is None else -guess,
            on_iteration=callback and (lambda result: callback(result.before(PASS))),
        )


class Result(NamedTuple):
    """Result of a search, for the side to move.

    `bound` is the kind of `score`. selectivity: of the search, 0 to FULL_WIDTH, or PROOF. The exact
    result is proven to lie from `lower` to `upper`, empty squares to the winner. line: the
    principal variation; PASS for a pass, empty if the game is over. The solver's line begins with a
    move that reaches at least `lower`; it is empty, and the score a guess, if none is proven.
    nodes: moves played by all threads. seconds: CPU time.
    """

    score: int
    bound: int
    depth: int
    selectivity: int
    line: tuple[int, ...]
    lower: int
    upper: int
    nodes: int = 0
    seconds: float = 0.0

    @property
    def move(self) -> int:
        """The first move of the line."""
        return self.line[0]

    @property
    def proven(self) -> bool:
        """True if the score is the result under perfect play."""
        return self.lower == self.upper

    def before(self, move: int) -> "Result":
        """Return the result for the other side, which first plays `move` or PASS."""
        return self._replace(
            score=-self.score,
            bound=-self.bound,
            depth=self.depth + (move != PASS),
            line=(move, *self.line),
            lower=-self.upper,
            upper=-self.lower,
        )

    def choice(self) -> Choice:
        """Return the choice of a player; ValueError if there is no move."""
        if not self.line:
            raise ValueError(NOTHING_TO_CHOOSE)
        return Choice(
            move=self.line[0],
            score=self.score,
            bound=self.bound,
            depth=self.depth,
            nodes=self.nodes,
            cpu_seconds=self.seconds,
            variation=self.line,
            lower=self.lower,
            upper=self.upper,
            proven=self.proven,
        )


NOTHING_PROVEN = Result(0, EXACT, 0, PROOF, (), -MAX_SCORE, MAX_SCORE)
"""The result of a solver that was stopped before it began."""
