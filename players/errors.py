"""Errors of players that are other programs."""

from othello.cli.errors import UserError


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
