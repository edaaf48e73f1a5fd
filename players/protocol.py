"""What a player is asked and what it answers."""

from typing import NamedTuple, Protocol, runtime_checkable

from othello.cli.errors import first_line
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.limits import Limits

MOST = 64 * SCORE_SCALE
"""The best result: every disc."""

NOTHING_TO_CHOOSE = "the game is over: there is no move to choose"


class Choice(NamedTuple):
    """A move and what the player knows about it.

    `move` is a square, 0 to 63. `score` is in hundredths of a disc for the side
    to move and `bound` says what it is: -1 an upper bound, 0 exact at this
    depth, +1 a lower bound. `nodes` counts positions generated, the root apart.
    `variation` is the expected line, `move` first; -1 in it is a pass. The
    result under perfect play is proven to lie from `lower` to `upper`, for the
    side to move; `proven` says that no other move leads to a better one.
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
    """Anything that chooses a move.

    It never prints, sleeps or reads files while it chooses; chance takes a seed. The same game with
    the same limits by depth or nodes gives the same answers: `new_game` forgets what earlier games
    left behind. Its class may name the limits that it knows in `supported_limits`, such as
    ("depth", "nodes"): a tournament then refuses to set others. If it knows "depth",
    its scores are taken as values of the moves, unless its class says `tells_values = False`. A
    player that has to know how a position came about has a method `follow(game)` too, which
    receives the moves before its first one.
    """

    def new_game(self, seed: int = 0) -> None:
        """Forget earlier games; `seed` numbers this one for players with chance in them."""

    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """A legal move in `position`, which has one; `limits` replace the player's own."""


def chosen_move(player: Player, position: Position, asked: str) -> int:
    """The legal move that `player` chooses; ValueError, which begins with `asked`, if it fails."""
    try:
        move = int(player.choose(position).move)
        position.play(move)
    except (ValueError, OSError, RuntimeError) as error:
        raise ValueError(f"{asked}: {first_line(error)}") from error
    return move
