"""A player with honest weaknesses: it looks less far, misjudges, and sometimes plays anything."""

import random

from othello import rules
from othello.bits import count, squares
from othello.position import Position
from players.analysis.move_values import LEAST_DEPTH, values_at
from players.protocol import Choice, Limits
from players.registry import register
from players.search.player import AlphaBetaOptions, AlphaBetaPlayer

TABLE_BITS = 16


@register("casual")
class CasualPlayer:
    """Looks `depth` plies ahead and misjudges each move by `noise` discs (standard deviation).

    With a depth of 0 it takes the most discs. A share `blunders` of its moves
    are any legal ones. `seed` fixes its games.
    """

    heeded: tuple[str, ...] = ()

    def __init__(
        self,
        depth: int = 0,
        noise: float = 0.0,
        blunders: float = 0.0,
        evaluator: str = "bill",
        seed: int = 0,
    ) -> None:
        if depth != 0 and not LEAST_DEPTH <= depth <= 60:
            raise ValueError(f"depth is 0 or {LEAST_DEPTH} to 60, not {depth}")
        if not 0 <= noise < float("inf"):
            raise ValueError(f"noise is a number of discs, 0 or more, not {noise}")
        if not 0 <= blunders <= 1:
            raise ValueError(f"blunders is a share, 0 to 1, not {blunders}")
        self._depth, self._noise, self._blunders, self._seed = depth, noise, blunders, seed
        self._judge = AlphaBetaPlayer(
            AlphaBetaOptions(evaluator=evaluator, driver="pvs", table=TABLE_BITS)
        )
        self.new_game()

    def new_game(self, seed: int = 0) -> None:
        """Start the sequence of chances that belongs to game `seed`."""
        self._chance = random.Random(f"{self._seed} {seed}")
        self._judge.new_game(seed)

    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """The move that seems best; of the limits only the stop flag is heeded."""
        moves = squares(position.legal())
        if self._chance.random() < self._blunders:
            return Choice(self._chance.choice(moves))
        stop = limits.stop if limits else None
        scores = self._scores(position, moves, stop)
        seeming = {
            move: score + self._chance.gauss(0, self._noise) * rules.SCORE_SCALE
            for move, score in scores.items()
        }
        move = max(moves, key=lambda square: seeming[square])
        return Choice(move, scores[move], depth=self._depth, variation=(move,))

    def _scores(self, position: Position, moves: list[int], stop: object) -> dict[int, int]:
        """What each move is worth, before it is misjudged."""
        if self._depth:
            values = values_at(self._judge, position, self._depth, stop).moves
            return {value.move: value.score for value in values}
        discs = {move: position.play(move) for move in moves}
        return {
            move: rules.SCORE_SCALE * (count(child.opp) - count(child.own))
            for move, child in discs.items()
        }
