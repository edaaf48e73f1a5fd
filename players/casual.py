"""A player with honest weaknesses: it looks less far, misjudges, and sometimes plays anything."""

import random
from collections.abc import Sequence
from typing import Annotated

from othello import rules
from othello.bits import count, squares
from othello.one_caller import one_caller
from othello.position import Position
from players import option_types
from players.engine.human_choice import chance_of
from players.limits import Limits
from players.move_values import LEAST_DEPTH, MoveValue, values_at
from players.protocol import Choice
from players.registry import register
from players.search_players import AlphaBetaOptions, AlphaBetaPlayer

JUDGE_TABLE_BITS = 16


def discs_after(position: Position, move: int) -> int:
    """By how many discs the side that plays `move` is ahead after it."""
    child = position.play(move)
    return count(child.opp) - count(child.own)


def seeming_best(values: Sequence[MoveValue], noise: float, chance: random.Random) -> MoveValue:
    """The best of moves to who misjudges each by `noise` discs (standard deviation)."""
    return max(values, key=lambda each: each.score + chance.gauss(0, noise) * rules.SCORE_SCALE)


@register("casual")
class CasualPlayer:
    """Looks `depth` plies ahead and misjudges each move by `noise` discs (standard deviation).

    With a depth of 0 it takes the most discs. A share `blunders` of its moves
    are any legal ones. `seed` fixes its games.
    """

    heeded: tuple[str, ...] = ()

    def __init__(
        self,
        depth: Annotated[int, "How many moves ahead it looks; with 0 it takes the most discs"] = 0,
        noise: Annotated[float, "By how many discs it misjudges a move, more or less"] = 0.0,
        blunders: Annotated[
            float, "The share of its moves that are any legal ones, from 0 to 1"
        ] = 0.0,
        evaluator: option_types.EvaluatorName = "bill",
        seed: option_types.Seed = 0,
    ) -> None:
        if depth != 0 and not LEAST_DEPTH <= depth <= 60:
            raise ValueError(f"depth is 0 or {LEAST_DEPTH} to 60, not {depth}")
        if not 0 <= noise < float("inf"):
            raise ValueError(f"noise is a number of discs, 0 or more, not {noise}")
        if not 0 <= blunders <= 1:
            raise ValueError(f"blunders is a share, 0 to 1, not {blunders}")
        self._depth, self._noise = depth, noise
        self._blunders, self._seed = blunders, seed
        self._judge = AlphaBetaPlayer(
            AlphaBetaOptions(evaluator=evaluator, driver="pvs", table=JUDGE_TABLE_BITS)
        )
        self.new_game()

    @one_caller
    def new_game(self, seed: int = 0) -> None:
        """Forget the game before; the chances are those of game `seed`."""
        self._game = f"{self._seed} {seed}"
        self._judge.new_game(seed)

    @one_caller
    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """The move that seems best; of the limits only the stop flag is heeded."""
        chance = chance_of(self._game, position)
        if chance.random() < self._blunders:
            return Choice(chance.choice(squares(position.legal())))
        values = self._values(position, limits.stop if limits else None)
        value = seeming_best(values, self._noise, chance)
        return Choice(value.move, value.score, depth=self._depth, variation=(value.move,))

    def _values(self, position: Position, stop: object) -> tuple[MoveValue, ...]:
        """What each move is worth, before it is misjudged."""
        if self._depth:
            return values_at(self._judge, position, self._depth, stop).moves
        return tuple(
            MoveValue(move, rules.SCORE_SCALE * discs_after(position, move), False, (move,))
            for move in squares(position.legal())
        )
