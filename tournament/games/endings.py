"""Types of endings of games, beside the causes, which are whole lines."""

from players.errors import EngineTimeoutError, ProtocolError

FINISHED = "finished"
"""The result is on the board. All other endings but VOID are forfeits."""

ILLEGAL_MOVE = "illegal move"
CRASH = "crash"
"""A player raised an error or ended its process, or a player's program ended."""

TIME_OUT = "time-out"
"""A clock ran out, or an answer did not come in time."""

PROTOCOL_ERROR = "protocol error"
"""A player's answer was impossible."""

VOID = "void"
"""No player is at fault. The game has no result; it is played again and not stored."""

STORED_ENDINGS = (FINISHED, ILLEGAL_MOVE, CRASH, TIME_OUT, PROTOCOL_ERROR)

LOST_ON_TIME = "lost on time"
"""The end of the cause if a side's clock ran out."""


def type_of_error(error: BaseException) -> str:
    """Return the type of ending of a game in which a player raised `error`."""
    if isinstance(error, EngineTimeoutError):
        return TIME_OUT
    return PROTOCOL_ERROR if isinstance(error, ProtocolError) else CRASH


class Forfeit(Exception):  # noqa: N818 - it ends a game, not the program
    """One side loses whatever is on the board; the message is the cause in one line."""

    def __init__(self, black_loses: bool, cause: str, kind: str) -> None:
        super().__init__(cause)
        self.black_loses = black_loses
        self.kind = kind


class Void(Exception):  # noqa: N818 - it ends a game, not the program
    """The game cannot be played, and no player is at fault; the message is one line."""
