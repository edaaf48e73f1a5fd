"""The interface of players: the choice of a move, and the player's answer."""

from typing import NamedTuple, Protocol, runtime_checkable

from othello.position import Position
from othello.rules import SCORE_SCALE
from players.limits import Limits

MOST = 64 * SCORE_SCALE
"""The best result: every disc."""

NOTHING_TO_CHOOSE = "the game is over: there is no move to choose"


class Choice(NamedTuple):
    """A move and its evaluation by the player.

    `move` is a square, 0 to 63. `score` is in hundredths of a disc for the side to move. `bound` is
    the kind of score: -1 upper bound, 0 exact at this depth, +1 lower bound. `nodes` counts
    positions generated without the root. `variation` is the expected line, `move` first; -1 in it
    is a pass. The result under perfect play is proven to lie from `lower` to `upper` for the side
    to move. `proven` is True if no other move can be better.
    """

    move: int
    score: int = 0
    bound: int = 0
    depth: int = 0
    nodes: int = 0
    cpu_seconds: float = 0.0
    variation: tuple[int, ...] = ()
    lower: int = -MOST
    upper: int = MOST
    proven: bool = False


@runtime_checkable
class Player(Protocol):
    """An object that chooses moves.

    It never prints, sleeps or reads files while it chooses; random choices take a seed. The same
    game with the same limits by depth or nodes gives the same answers: `new_game` clears the state
    of earlier games. The class may name its limits in `supported_limits`, such as ("depth",
    "nodes"); a tournament then refuses others. If "depth" is among them, its scores count as values
    of moves, unless the class has `tells_values = False`. A player that needs the moves before a
    position has a method `follow(game)`, too.
    """

    def new_game(self, seed: int = 0) -> None:
        """Forget earlier games; `seed` numbers this game for random choices."""

    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """Return a legal move in `position`, which has one; `limits` replace the player's own."""
