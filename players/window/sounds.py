"""A click for each move and two tones at the end of a game; silent unless switched on."""

from contextlib import suppress

import numpy as np
import pygame

RATE, LOUDNESS = 22050, 9000
"""Samples per second, and the amplitude of a tone, of at most 32767."""
CLICK, END = ((560, 0.06),), ((523, 0.2), (784, 0.3))
"""The tones of a sound: their pitches in Hz and lengths in seconds."""


def samples(tones: tuple[tuple[int, float], ...]) -> bytes:
    """Return tones one after the other, each dying away, as 16-bit samples of one channel."""
    parts = []
    for pitch, seconds in tones:
        times = np.arange(round(RATE * seconds)) / RATE
        wave = np.sin(2 * np.pi * pitch * times) + 0.4 * np.sin(5 * np.pi * pitch * times)
        parts.append(LOUDNESS * wave * np.exp(-7 * times / seconds))
    return np.concatenate(parts).astype(np.int16).tobytes()


class Sounds:
    """Plays the sounds while the setting is on; the device is open only then."""

    def __init__(self) -> None:
        self._before = False, 0.0, -1, True
        self._made: list[pygame.mixer.Sound] = []

    def follow(self, on: bool, moved_at: float, game: int, concluded: bool) -> None:
        """Play the sounds of a new move and of a game that has just ended; once a frame.

        `moved_at` is the time of the last move, `game` tells games apart.
        """
        before, self._before = self._before, (on, moved_at, game, concluded)
        if on != before[0]:
            self._made = []
            with suppress(pygame.error, NotImplementedError):  # no device, or no mixer
                pygame.mixer.quit()
                if on:
                    pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
                    self._made = [pygame.mixer.Sound(buffer=samples(each)) for each in (CLICK, END)]
        if self._made and moved_at != before[1]:
            self._made[0].play()
        if self._made and concluded and before[2:] == (game, False):
            self._made[1].play()
