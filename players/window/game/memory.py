"""Memory that is free goes back to the system."""

import ctypes
from contextlib import suppress


def give_back_memory() -> None:
    """Give back what the C library of Linux would keep: after much was read or compiled."""
    with suppress(AttributeError, OSError, TypeError):  # there is no such thing elsewhere
        ctypes.CDLL(None).malloc_trim(0)
