"""Checks that an error has one line, and that a block takes little memory."""

import contextlib
import tracemalloc

import pytest


@contextlib.contextmanager
def one_line(error, said, begins=""):
    """The block raises such an error: one line that begins so and in which this is said."""
    with pytest.raises(error) as caught:
        yield
    line = str(caught.value)
    assert said in line and line.startswith(begins) and "\n" not in line


@contextlib.contextmanager
def at_most(most_bytes):
    """The block takes fewer bytes of memory at any time."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most_bytes
    finally:
        tracemalloc.stop()
