"""When an exercise is due again: the SM-2 algorithm.

>>> at_first = Remembered()
>>> graded(graded(at_first, 5, today=10), 5, today=11)
Remembered(repetitions=2, interval=6, ease=2.7, due=17)

Source: P. A. Wozniak 1990, "Optimization of learning", chapter 3.2, "Application of a computer to
improve the results obtained in working with the SuperMemo method". It names the steps in an order
that leaves open which ease an interval grows by; here it is the one before this answer changes it.
"""

import math
from typing import NamedTuple

FIRST_INTERVALS = (1, 6)
"""Days after the first and the second repetition."""
LEAST_EASE = 1.3
PASSING, KNOWN = 3, 4
"""The grades from which on an item is remembered, and from which on it needs no more today."""
BEST_GRADE = 5


class Remembered(NamedTuple):
    """What is known of how well an item is remembered.

    `repetitions` follow each other without a grade below PASSING, `interval` is in days, `ease` is
    the factor by which intervals grow, `due` is the day on which it is asked again, 0 for at once.
    """

    repetitions: int = 0
    interval: int = 0
    ease: float = 2.5
    due: int = 0


def graded(memory: Remembered, grade: int, today: int) -> Remembered:
    """The memory after an answer, whose grade is from 0 for none to BEST_GRADE, on a day."""
    if not 0 <= grade <= BEST_GRADE:
        raise ValueError(f"a grade is from 0 to {BEST_GRADE}, not {grade}")
    if grade < PASSING:  # from the beginning, as easy as before
        return Remembered(0, FIRST_INTERVALS[0], memory.ease, today + FIRST_INTERVALS[0])
    missing = BEST_GRADE - grade
    ease = max(LEAST_EASE, round(memory.ease + 0.1 - missing * (0.08 + missing * 0.02), 10))
    if memory.repetitions < len(FIRST_INTERVALS):
        interval = FIRST_INTERVALS[memory.repetitions]
    else:
        interval = math.ceil(round(memory.interval * memory.ease, 6))  # 200 days x 2.22: 444
    return Remembered(memory.repetitions + 1, interval, ease, today + interval)
