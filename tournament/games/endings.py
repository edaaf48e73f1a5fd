"""How a game ended, in a word or two: the types of endings, beside the causes in whole lines."""

import re

from players.outside.process import EngineTimeoutError, ProtocolError

FINISHED = "finished"
"""The result is on the board; a game of any other ending but VOID is a forfeit."""

ILLEGAL_MOVE = "illegal move"
CRASH = "crash"
"""A player raised an error, ended its process, or is a program that ended."""

TIME_OUT = "time-out"
"""A clock ran out, or an answer did not come."""

PROTOCOL_ERROR = "protocol error"
"""A player answered what no answer is."""

VOID = "void"
"""No player's fault: no result, never kept, and played again."""

SET_UP = "set-up"
"""A player that does not compile, or fails before its first move: no game of it is kept, unless it
has moved in another one."""

KEPT = (FINISHED, ILLEGAL_MOVE, CRASH, TIME_OUT, PROTOCOL_ERROR)
"""The types of endings that a store keeps."""

LOST_ON_TIME = "lost on time"
"""Ends the cause of a forfeit of a side whose clock had run out."""

_RAISED = re.compile("exception in [a-z]+: (.*)")
_CAUSES = {
    ILLEGAL_MOVE: "illegal move by ",
    TIME_OUT: f".* {LOST_ON_TIME}$|no answer from |exception in [a-z]+: EngineTimeout",
    PROTOCOL_ERROR: "impossible |exception in [a-z]+: (Protocol|Refused)Error",
}


def raised(ending: str) -> str:
    """The error that a player raised, of the cause of an ending; "" for any other cause."""
    return cause[1] if (cause := _RAISED.fullmatch(ending)) else ""


def type_of_error(error: BaseException) -> str:
    """The type of the ending of a game in which a player raised this."""
    if isinstance(error, EngineTimeoutError):
        return TIME_OUT
    return PROTOCOL_ERROR if isinstance(error, ProtocolError) else CRASH


def type_of_cause(ending: str) -> str:
    """The type of an ending whose type is not known, by the words of its cause."""
    if ending == FINISHED:
        return FINISHED
    return next((kind for kind, cause in _CAUSES.items() if re.match(cause, ending)), CRASH)


def with_type(kind: str, ending: str) -> str:
    """The cause of an ending behind its type, unless it begins with that."""
    return ending if ending.startswith(kind) else f"{kind}: {ending}"


class Forfeit(Exception):  # noqa: N818 - it ends a game, not the program
    """One side loses whatever the board says; the message is the cause in one line."""

    def __init__(self, black_loses: bool, cause: str, kind: str) -> None:
        super().__init__(cause)
        self.black_loses = black_loses
        self.kind = kind


class Void(Exception):  # noqa: N818 - it ends a game, not the program
    """The game cannot be played, by no player's fault; the message is the cause in one line."""

    kind = VOID


class Unplayable(Void):
    """A player does not compile, so that no game of it can be played."""

    kind = SET_UP
