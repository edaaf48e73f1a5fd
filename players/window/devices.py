"""The clipboard and the sound device, if the machine has them."""

import array
import math
import random
from contextlib import suppress
from functools import lru_cache

import pygame

from players.window.translation import _


class Clipboard:
    """The system's clipboard, or a text of the program's own without one."""

    def __init__(self) -> None:
        self._own = ""

    def put(self, text: str) -> None:
        """Copy a text to the clipboard."""
        self._own = text
        with suppress(pygame.error, NotImplementedError):
            pygame.scrap.put_text(text)

    def get(self) -> str:
        """The text on the clipboard."""
        with suppress(pygame.error, NotImplementedError):
            return pygame.scrap.get_text() or self._own
        return self._own


RATE = 22050
LENGTH = RATE // 16
REST_SECONDS = 3.0
"""The device is closed after this time without a click."""


@lru_cache(maxsize=1)
def _samples() -> bytes:
    """The click of a disc: two fading tones and noise, 16 bits, one channel."""
    noise = random.Random(1)
    values = array.array("h")
    for index in range(LENGTH):
        time = index / RATE
        fading = math.exp(-55 * time)
        tone = math.sin(2 * math.pi * 520 * time) + 0.5 * math.sin(2 * math.pi * 1310 * time)
        values.append(round(9000 * fading * (0.6 * tone + 0.25 * noise.uniform(-1, 1))))
    return values.tobytes()


class Sound:
    """The click of a disc, if it is switched on and there is a device.

    An open device wakes the process 43 times a second, so it is closed between clicks.
    """

    def __init__(self) -> None:
        self._on, self._used = False, 0.0

    def __bool__(self) -> bool:
        """True if the sound is on and there is a device."""
        return self._on

    def on(self, now: float) -> str | None:
        """Open the sound device; return the reason, in one line, if that fails."""
        self._used = now
        try:
            pygame.mixer.init(RATE, -16, 1, 512)
        except (pygame.error, NotImplementedError) as error:
            return _("No sound: {reason}").format(reason=error)
        self._on = True
        return None

    def off(self) -> None:
        """Close the sound device."""
        if self._on:
            self._on = False
            pygame.mixer.quit()

    def click(self, now: float) -> None:
        """Click, if the sound is on."""
        if self._on and self.on(now) is None:
            with suppress(pygame.error):  # the device may disappear
                pygame.mixer.Sound(buffer=_samples()).play()

    def rest(self, now: float) -> None:
        """Close the device if the last click was long ago; once a frame."""
        if self._on and pygame.mixer.get_init() and now - self._used > REST_SECONDS:
            pygame.mixer.quit()
