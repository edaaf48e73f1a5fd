"""The end of a game before its last move: players that agree on its result, or the solver.

The solver is imported inside a function, since that is slow.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from othello.game import Game
from othello.notation import side_name
from othello.position import Position
from othello.rules import SCORE_SCALE

AGREED, SOLVED = "agreement", "solver"
"""Types of endings."""
DEFAULT_MOVES = 4
MOST_EMPTIES = 20
"""Positions that the solver finishes within a second or so."""

Claims = Mapping[bool, Sequence[int | None]]
"""The scores of black's and white's moves, in hundredths of a disc for black; None if unknown."""


class Adjudication(NamedTuple):
    """When games end early; None is never.

    They end once the last `moves` scores of both sides give one side `discs` or more, and at
    `empties` empty squares.
    """

    discs: int | None = None
    moves: int = DEFAULT_MOVES
    empties: int | None = None

    def verdict(self, game: Game, claims: Claims) -> tuple[int, str, str] | None:
        """Return black's disc difference, the cause and the type of the ending, or None."""
        if self.empties is not None and game.position.plies_left() <= self.empties:
            score = exact_score(game.position)
            cause = f"the solver decided at {game.position.plies_left()} empty squares"
            return score if game.black_to_move else -score, cause, SOLVED
        lasts = [claims[side][-self.moves :] for side in (True, False)]
        scores = [one for last in lasts for one in last if one is not None]
        if self.discs is None or len(scores) < 2 * self.moves:
            return None
        for sign in (1, -1):
            least = min(sign * one for one in scores) // SCORE_SCALE
            if least >= self.discs:
                cause = f"both players gave {side_name(sign > 0)} {least} discs or more"
                return sign * min(least, 64), cause, AGREED
        return None

    def words(self) -> str:
        """Describe the rules in a sentence, or return ""."""
        ends = []
        if self.discs is not None:
            ends.append(f"both gave one side {self.discs} discs for {self.moves} moves each")
        if self.empties is not None:
            ends.append(f"{self.empties} empty squares were left for the solver")
        return f"A game ended early once {', or '.join(ends)}." if ends else ""


@lru_cache(maxsize=1)
def _solver() -> Any:
    from players.engine.endgame import Solver

    return Solver()


def exact_score(position: Position) -> int:
    """Return the result of a position under perfect play, in discs for the side to move."""
    return int(_solver().solve(position).score) // SCORE_SCALE
