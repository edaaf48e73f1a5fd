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


class OnePlyPlayer:
    """Plays the move with the highest score; the lowest square among equals."""

    supported_limits: tuple[str, ...] = ()

    def new_game(self, seed: int = 0) -> None:
        """No-op: nothing is stored between games."""

    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """Return the move with the highest score."""
        scores = {square: self.score(position, square) for square in squares(position.legal())}
        move = max(scores, key=lambda square: scores[square])
        score = rules.SCORE_SCALE * scores[move]
        return Choice(move, score, nodes=len(scores), variation=(move,))

    def score(self, position: Position, square: int) -> int:
        """Return the score of a move."""
        raise NotImplementedError


@register("greedy")
class GreedyPlayer(OnePlyPlayer):
    """Plays the move that flips most discs; the lowest square among equals."""

    def score(self, position: Position, square: int) -> int:
        """Return the disc difference after the move."""
        child = position.play(square)
        return count(child.opp) - count(child.own)


@register("mobility")
class MobilityPlayer(OnePlyPlayer):
    """Plays the move that leaves the opponent fewest replies; the lowest square among equals."""

    def score(self, position: Position, square: int) -> int:
        """Return the number of replies, negated."""
        return -count(position.play(square).legal())
