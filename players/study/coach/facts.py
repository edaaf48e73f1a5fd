"""Reasons of the coach, each with its condition, its words and its weight, and facts."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Evidence(NamedTuple):
    """Squares, numbers and moves that show a reason.

    `places` are the sets of squares in its sentence, `counts` the numbers: first those of the move
    played, then as many of the best one. `line` and `beside` are the moves of the line played and
    of the best line that show it, () if the board shows it.
    """

    places: tuple[tuple[int, ...], ...] = ()
    counts: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()


def evidence(
    *places: Iterable[int],
    counts: tuple[int, ...] = (),
    line: tuple[int, ...] = (),
    beside: tuple[int, ...] = (),
) -> Evidence:
    """Evidence with sets of squares; tuples keep their order."""
    ordered = (each if isinstance(each, tuple) else tuple(sorted(each)) for each in places)
    return Evidence(tuple(ordered), counts, line, beside)


Finder = Callable[..., Iterable[Evidence]]


@dataclass(frozen=True, eq=False)
class Topic:
    """A group of reasons that share a weight; a mistake gets at most one of them.

    Readers who judged sentences about human games learned most from a corner or a square that
    changes hands soon, and least from a number: see docs/coach.md. Reasons that are `only_first`
    are no second reason. `unit` is the largest loss that a square, or a difference of one between
    two numbers, explains in hundredths of a disc.
    """

    weight: float
    only_first: bool = False
    unit: int | None = None


class Weight(NamedTuple):
    """Weight of a reason: the share of the loss that it explains, times the weight of its topic.

    The share is measured with its squares barred to the other side, to the side itself (`own`), or
    not at all (`own` is None); `share` is the least share, or the fixed one. `alone` is the least
    weighted share of a reason that says little without the effect of its move.
    """

    topic: Topic
    share: float = 0.0
    own: bool | None = False
    alone: float = 0.0


@dataclass(frozen=True, eq=False)
class Reason:
    """A reason: its title in lists of mistakes, its sentence, and `when` it holds.

    `one` is the sentence if its first number is 1. `term` is a section of docs/strategy.md, or "".
    With `of_best` it speaks for the best move; a hint with a merit leaves it out unless it is
    `beside_merit`. The sentence is followed by the line unless `with_line` is False.
    """

    title: str
    text: str
    when: Finder = lambda *asked: ()
    weight: Weight = Weight(Topic(0.0))
    one: str = ""
    term: str = "mobility"
    of_best: bool = False
    beside_merit: bool = True
    with_line: bool = True

    def facts(self, *asked: object) -> list["Fact"]:
        """Facts for which this is the reason."""
        return [Fact(self, *found, self.of_best) for found in self.when(*asked)]


class Fact(NamedTuple):
    """A reason with its evidence in a position; with `of_best` its line is the best one."""

    reason: Reason
    places: tuple[tuple[int, ...], ...] = ()
    counts: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    of_best: bool = False
