"""The click of a disc, made by the program; silent unless asked for."""

import array
import math
import random

import pygame

RATE = 22050
LENGTH = RATE // 16


def _samples() -> bytes:
    """A short knock: two tones and a little noise that die away, 16 bits, one channel."""
    noise = random.Random(1)
    values = array.array("h")
    for index in range(LENGTH):
        time = index / RATE
        fading = math.exp(-55 * time)
        tone = math.sin(2 * math.pi * 520 * time) + 0.5 * math.sin(2 * math.pi * 1310 * time)
        values.append(round(9000 * fading * (0.6 * tone + 0.25 * noise.uniform(-1, 1))))
    return values.tobytes()


class Sound:
    """Clicks when it is asked to and the machine can."""

    def __init__(self) -> None:
        self._click: pygame.mixer.Sound | None = None

    def on(self) -> str | None:
        """Open the sound device; the reason, in one line, if there is none."""
        try:
            pygame.mixer.init(RATE, -16, 1, 512)
            self._click = pygame.mixer.Sound(buffer=_samples())
        except (pygame.error, NotImplementedError) as error:
            return f"no sound: {error}"
        return None

    def off(self) -> None:
        """Close the sound device."""
        if self._click is not None:
            self._click = None
            pygame.mixer.quit()

    def click(self) -> None:
        """Click, if the sound is on."""
        if self._click is not None:
            self._click.play()
