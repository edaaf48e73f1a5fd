"""Waiting for events: by SDL's own wait, which sleeps until one comes; pygame's looks each 1 ms."""

import ctypes
import math
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import pygame

SLEEPERS = ("x11", "wayland", "windows", "cocoa")
"""SDL's drivers that sleep until an event comes; the others look for one each millisecond."""
LIBRARIES = ("../pygame_ce.libs/libSDL2-2*", ".dylibs/libSDL2*", "SDL2.dll")
"""Where pygame's wheels for Linux, the Mac and Windows have SDL, seen from their package."""
VIDEO = 0x20
"""SDL's number for its part that shows windows."""
LONGEST = 2**31 - 1


@lru_cache(maxsize=1)
def _wait_of_sdl() -> Callable[[None, int], int] | None:
    """SDL's wait for so many milliseconds, -1 for ever; None where pygame's SDL is not found."""
    folder = Path(pygame.__file__).parent
    for path in (path for pattern in LIBRARIES for path in folder.glob(pattern)):
        with suppress(OSError, AttributeError):
            library = ctypes.CDLL(str(path))  # the one that is loaded, if it shows windows
            if library.SDL_WasInit(VIDEO):
                return library.SDL_WaitEventTimeout
    return None


@lru_cache(maxsize=1)
def _wake_at_signals() -> None:
    """Let a signal, such as that of Ctrl-C, end a wait, as an event that means nothing does."""
    reader, writer = socket.socketpair()
    writer.setblocking(False)
    signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)

    def wake() -> None:
        while writer.fileno() >= 0 and reader.recv(1):
            with suppress(pygame.error):  # the window is closed
                pygame.event.post(pygame.event.Event(pygame.USEREVENT))

    threading.Thread(target=wake, name="signals", daemon=True).start()


def sleeps() -> bool:
    """Whether `sleep` is to be had for the window that is open."""
    return pygame.display.get_driver() in SLEEPERS and _wait_of_sdl() is not None


def sleep(seconds: float) -> None:
    """Return as soon as there is an event, or after `seconds`, which may be infinite."""
    wait = _wait_of_sdl()
    assert wait is not None
    if math.isinf(seconds):
        _wake_at_signals()
    wait(None, -1 if math.isinf(seconds) else min(math.ceil(1000 * seconds), LONGEST))
