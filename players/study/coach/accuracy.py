"""Play of a side: ratings of moves, and accuracy in percent.

>>> rating(300) == INACCURATE, move_accuracy(0), move_accuracy(400)
(True, 100.0, 50.0)
"""

from collections.abc import Iterable
from typing import NamedTuple

BEST, GOOD, INACCURATE, MISTAKE, BLUNDER = range(5)
RATINGS = ("Best", "Good", "Inaccurate", "Mistake", "Blunder")
"""Names of the ratings."""
LIMITS = (50, 200, 500, 1000)
"""Largest loss of each rating in hundredths of a disc; a blunder loses more."""
HALF_LOSS = 400
"""Loss that halves the accuracy of a move, in hundredths of a disc."""


class Play(NamedTuple):
    """Play of one side of a game.

    `moves` is the number of moves with a choice, `accuracy` their mean in percent, `mean_loss` in
    hundredths of a disc; both None without such a move. `counts` are the numbers of all moves of
    each rating, BEST to BLUNDER.
    """

    moves: int
    accuracy: float | None
    mean_loss: float | None
    counts: tuple[int, ...]


def rating(lost: int) -> int:
    """Rating of a loss, BEST to BLUNDER."""
    return next((rank for rank, limit in enumerate(LIMITS) if lost <= limit), BLUNDER)


def move_accuracy(lost: int) -> float:
    """Accuracy of a move in percent: 100, halved by each HALF_LOSS lost."""
    return float(100 * 2 ** (-max(0, lost) / HALF_LOSS))


def play_of(losses: Iterable[tuple[int, bool]]) -> Play:
    """Play of a side: the loss of each move, and True if the side had a choice.

    A move without a choice counts in no mean.
    """
    pairs = list(losses)
    chosen = [lost for lost, choice in pairs if choice]
    ratings = [rating(lost) for lost, _ in pairs]
    counts = tuple(ratings.count(rank) for rank in range(BLUNDER + 1))
    if not chosen:
        return Play(0, None, None, counts)
    accuracy = sum(map(move_accuracy, chosen)) / len(chosen)
    return Play(len(chosen), accuracy, sum(chosen) / len(chosen), counts)
