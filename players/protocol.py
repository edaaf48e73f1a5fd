"""The interface of players: `Player`, its answer `Choice`, and errors of other programs."""

from typing import NamedTuple, Protocol, runtime_checkable

from othello.cli.errors import UserError
from othello.drawing import html_table
from othello.position import Position, move_name
from othello.rules import SCORE_SCALE
from players.limits import Limits

MAX_SCORE = 64 * SCORE_SCALE
"""The best result: every disc."""

UPPER = -1
"""The true score is at most the returned one."""
EXACT = 0
"""The true score is the returned one."""
LOWER = 1
"""The true score is at least the returned one."""

NOTHING_TO_CHOOSE = "the game is over: there is no move to choose"


class Choice(NamedTuple):
    """A move and its evaluation by the player.

    `move` is a square, 0 to 63. `score` is in hundredths of a disc for the side to move. `bound` is
    the kind of score: UPPER, LOWER or EXACT, which is exact at this depth. `nodes` counts
    positions generated, not counting the root. `variation` is the expected line, `move` first; -1
    in it is a pass. The result under perfect play, for the side to move, is proven to be between
    `lower` and `upper`, inclusive. `proven` is True if no other move can be better.
    """

    move: int
    score: int = 0
    bound: int = 0
    depth: int = 0
    nodes: int = 0
    cpu_seconds: float = 0.0
    variation: tuple[int, ...] = ()
    lower: int = -MAX_SCORE
    upper: int = MAX_SCORE
    proven: bool = False

    def _repr_html_(self) -> str:
        """Return a table for notebooks."""
        line = " ".join(map(move_name, self.variation))
        cells = move_name(self.move), f"{self.score / SCORE_SCALE:+.2f}", self.depth, self.nodes
        headings = "move", "value in discs", "depth", "nodes", "CPU ms", "line"
        return html_table(headings, [(*cells, f"{1000 * self.cpu_seconds:.1f}", line)])


@runtime_checkable
class Player(Protocol):
    """An object that chooses moves.

    It must not print, sleep or read files while it chooses. Random choices depend only on `seed`.
    With limits on depth or nodes, the same game must give the same answers, so `new_game` clears
    the state of earlier games. The class may name its limits in `supported_limits`, such as
    ("depth", "nodes"); a match then refuses others. If they include "depth", the player's scores
    are taken as values of moves, unless the class has `tells_values = False`. A player that needs
    the moves before a position also has a method `follow(game)`, called after `new_game`.
    """

    def new_game(self, seed: int = 0) -> None:
        """Forget earlier games, and seed the random choices of this one."""

    def choose(self, position: Position, limits: Limits | None = None) -> Choice:
        """Return a legal move in `position`, which has one; `limits` replace the player's own."""


class EngineError(UserError):
    """An engine failed; the message is one line."""


class EngineCrashError(EngineError):
    """The engine could not be started, ended, or closed its input or output."""


class EngineTimeoutError(EngineError):
    """The engine did not answer in time."""


class ProtocolError(EngineError):
    """The engine broke its protocol."""


class UnaskedError(EngineError):
    """The engine could not be asked, for a reason that is not its fault; no game is lost."""
