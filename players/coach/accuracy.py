"""How well a side played: the rating of a move, and accuracy in percent.

>>> rating(300) == INACCURATE, move_accuracy(0), move_accuracy(400)
(True, 100.0, 50.0)
"""

from collections.abc import Iterable
from typing import NamedTuple

BEST, GOOD, INACCURATE, MISTAKE, BLUNDER = range(5)
RATINGS = ("Best", "Good", "Inaccurate", "Mistake", "Blunder")
"""What they are called."""
LIMITS = (50, 200, 500, 1000)
"""The most that a move of each rating loses, in hundredths of a disc; a blunder loses more."""
HALF_LOSS = 400
"""The loss with which a move is half as accurate as the best one, in hundredths of a disc."""


class JudgedLoss(NamedTuple):
    """What a move lost, in hundredths of a disc, and whether its side had another move to choose.

    None where the loss is not known.
    """

    lost: int | None
    choice: bool


class Play(NamedTuple):
    """How one side of a game played, as far as its losses are known.

    `moves` are those with a choice, `accuracy` their mean in percent, `mean_loss` in hundredths of
    a disc, both None without such a move; `counts` are all moves of each rating, BEST to BLUNDER.
    """

    moves: int
    accuracy: float | None
    mean_loss: float | None
    counts: tuple[int, ...]


def rating(lost: int) -> int:
    """BEST to BLUNDER, for what a move lost."""
    return next((rank for rank, limit in enumerate(LIMITS) if lost <= limit), BLUNDER)


def move_accuracy(lost: int) -> float:
    """How good a move was that lost so much: 100 per cent, halved by each HALF_LOSS lost."""
    return float(100 * 2 ** (-max(0, lost) / HALF_LOSS))


def play_of(losses: Iterable[JudgedLoss]) -> Play:
    """How a side played whose moves lost so much.

    A move without a choice says nothing of who made it, and counts in no mean.
    """
    known = [(each.lost, each.choice) for each in losses if each.lost is not None]
    chosen = [lost for lost, choice in known if choice]
    ratings = [rating(lost) for lost, _choice in known]
    counts = tuple(ratings.count(rank) for rank in range(BLUNDER + 1))
    if not chosen:
        return Play(0, None, None, counts)
    accuracy = sum(map(move_accuracy, chosen)) / len(chosen)
    return Play(len(chosen), accuracy, sum(chosen) / len(chosen), counts)
