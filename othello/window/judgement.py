"""What the moves of a game were worth beside the best ones."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from othello.rules import SCORE_SCALE
from othello.window.engine import MoveValue, MoveValues
from othello.window.timeline import Step

Known = Mapping[Any, MoveValues]
"""What is known of positions."""

BEST, GOOD, INACCURATE, MISTAKE, BLUNDER = range(5)
LIMITS = (50, 200, 500, 1000)
"""The most that a move of each rating loses, in hundredths of a disc; a blunder loses more."""
NAMES = ("best", "good", "inaccurate", "mistake", "blunder")


class Point(NamedTuple):
    """The value of a position for black in hundredths of a disc; None if it is not known."""

    value: int | None
    exact: bool


class Account(NamedTuple):
    """What a side's moves lost in all, and how many were mistakes or worse, of so many known."""

    moves: int
    lost: int
    mistakes: int


def loss(step: Step, known: Known) -> int | None:
    """What the move of a step lost against the best one; None if that is not known."""
    values = known.get(step.position)
    if step.move is None or values is None:
        return None
    played = values.of(step.move)
    return None if played is None else max(0, values.best.score - played.score)


def rating(lost: int) -> int:
    """BEST to BLUNDER, for what a move lost."""
    return next((rank for rank, limit in enumerate(LIMITS) if lost <= limit), BLUNDER)


def point(step: Step, known: Known) -> Point:
    """The value of the position of a step."""
    sign = 1 if step.black_to_move else -1
    if step.over:
        return Point(sign * int(step.position.final()), True)
    values = known.get(step.position)
    if values is None:
        return Point(None, False)
    return Point(sign * values.best.score, values.best.exact)


def axis_length(points: int) -> int:
    """How many moves the axis of a graph is long that shows so many positions."""
    return max(20, 10 * -(-points // 10), points - 1) if points <= 60 else max(60, points - 1)


def account(steps: Sequence[Step], known: Known, black: bool) -> Account:
    """What the moves of one side lost in a game."""
    losses = [loss(step, known) for step in steps if step.black_to_move == black]
    told = [lost for lost in losses if lost is not None]
    return Account(len(told), sum(told), sum(rating(lost) >= MISTAKE for lost in told))


def discs_text(score: int, exact: bool, decimals: int = 1) -> str:
    """A score as text: "+2.4" discs; a whole number where it is exact."""
    discs = score / SCORE_SCALE
    text = f"{discs:+.0f}" if exact else f"{discs:+.{decimals}f}"
    if not text.strip("+-0."):
        text = text.lstrip("+-")  # neither +0 nor -0
    return text.replace("-", "\N{MINUS SIGN}")


def proof_text(value: MoveValue) -> str:
    """What is proven of a move's value: "proven", a range such as "0 to +34" discs, or nothing."""
    if value.certainty == "bounded":
        return f"{discs_text(value.lower, True)} to {discs_text(value.upper, True)}"
    return "proven" if value.certainty == "proven" else ""
