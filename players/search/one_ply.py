"""Players without a search: the lower end of every comparison."""

import random

from othello import rules
from othello.bits import count, squares
from othello.position import Position
from players import options
from players.limits import Limits
from players.protocol import Choice
from players.registry import register


@register("random")
class RandomPlayer:
    """Plays a random legal move, all equally likely; `seed` fixes its games."""

    supported_limits: tuple[str, ...] = ()

    def __init__(self, seed: options.Seed = 0) -> None:
        self._seed = seed
        self.new_game()

    def new_game(self, seed: int = 0) -> None:
        """Start the random sequence of game `seed`."""
        self._rng = random.Random(f"{self._seed} {seed}")

    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """Return a random legal move."""
        return Choice(self._rng.choice(squares(position.legal())))


@register("greedy")
class GreedyPlayer:
    """Plays the move that flips most discs; the lowest square among equals."""

    supported_limits: tuple[str, ...] = ()

    def new_game(self, seed: int = 0) -> None:
        """No-op: nothing is stored between games."""

    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """Return the move with the largest disc difference after it, which is its score."""

        def gain(square: int) -> int:
            return count(rules.flips(position.own, position.opp, square))

        legal = squares(position.legal())
        move = max(legal, key=gain)
        difference = count(position.own) - count(position.opp) + 1 + 2 * gain(move)
        return Choice(move, rules.SCORE_SCALE * difference, nodes=len(legal), variation=(move,))


@register("mobility")
class MobilityPlayer:
    """Plays the move that leaves the opponent fewest replies; the lowest square among equals."""

    supported_limits: tuple[str, ...] = ()

    def new_game(self, seed: int = 0) -> None:
        """No-op: nothing is stored between games."""

    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """Return the move with the fewest replies; their number, negated, is its score."""
        legal = squares(position.legal())
        replies = {square: count(position.play(square).legal()) for square in legal}
        move = min(legal, key=lambda square: replies[square])
        score = -rules.SCORE_SCALE * replies[move]
        return Choice(move, score, nodes=len(legal), variation=(move,))
