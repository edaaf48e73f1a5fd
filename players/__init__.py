"""Players of Othello and the searches behind them: what a player or a search of one's own needs."""

from typing import TYPE_CHECKING

from othello.lazy import names_from

if TYPE_CHECKING:
    from players.budget import DEPTH, NODES, OPEN, Budget, depths
    from players.limits import Limits
    from players.protocol import Choice, Player
    from players.registry import make, register
    from players.search.player import SearchOptions, SearchPlayer

__all__ = [
    "DEPTH",
    "NODES",
    "OPEN",
    "Budget",
    "Choice",
    "Limits",
    "Player",
    "SearchOptions",
    "SearchPlayer",
    "depths",
    "make",
    "register",
]

HOMES = ("budget", "limits", "protocol", "registry", "search.player")
__getattr__, __dir__ = names_from(__name__, __all__, [f"players.{home}" for home in HOMES])
