"""That kernels are being compiled is said by one process of a command, not by each."""

import logging
import os

SAID = "OTHELLO_COMPILING_SAID"
"""Set in the environment, which workers inherit, once it has been said."""


def _first(record: logging.LogRecord) -> bool:
    """Whether neither this process nor the one that started it has said so before."""
    said = SAID in os.environ
    os.environ[SAID] = "1"
    return not said


def say_once() -> None:
    """Let this process be silent about compiling if it has been said."""
    logging.getLogger("othello.jit").addFilter(_first)
