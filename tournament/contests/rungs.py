"""The rungs of a ladder: the cheaper player of a rung searches deeper in the next.

Source: Zhang 1995, "Forward estimation for minimax search", section 5.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

TIE_RULE = "at equal cost the player with the smaller depth is deepened, at equal depths B"
MORE, LESS = "MORE", "LESS"
"""The curves of a ladder."""


RungRow = TypeVar("RungRow", bound=Mapping[str, Any])


class Depths(NamedTuple):
    """The depths of A and B in one rung, as arguments of `registry.at_rung`."""

    a: int = 1
    b: int = 1


class Rung(NamedTuple):
    """The depths of A and B in one match, and their costs."""

    depths: Depths
    costs: tuple[float, float]


class Goal(NamedTuple):
    """The end of a ladder: a number of rungs, or a largest depth.

    `max_depth` is for both players. `a_max_depth` is for A only, so that the ladder ends once B
    costs more at this depth of A.
    """

    rungs: int | None = None
    max_depth: int | None = None
    a_max_depth: int | None = None

    def allows(self, played: int, depths: Depths) -> bool:
        """True if one more rung at these depths belongs to the ladder."""
        return (
            (self.rungs is None or played < self.rungs)
            and (self.max_depth is None or max(depths) <= self.max_depth)
            and (self.a_max_depth is None or depths.a <= self.a_max_depth)
        )


def next_depths(depths: Depths, costs: tuple[float, float]) -> Depths:
    """Return the depths of the next rung: the cheaper player is deepened by one.

    At equal cost the player with the smaller depth is deepened, at equal depths B.
    """
    a, b = depths
    a_cost, b_cost = costs
    a_is_cheaper = a_cost < b_cost or (a_cost == b_cost and a < b)
    return Depths(a + 1, b) if a_is_cheaper else Depths(a, b + 1)


def climb_rungs(
    goal: Goal, spend: Callable[[Depths], tuple[float, float] | None]
) -> Iterator[Rung]:
    """Yield the rungs up to the goal, or up to the first for which `spend` returns None."""
    depths = Depths()
    played = 0
    while goal.allows(played, depths):
        spent = spend(depths)
        if spent is None:
            return
        yield Rung(depths, spent)
        played += 1
        depths = next_depths(depths, spent)


def curves_of(rungs: Sequence[Rung]) -> list[str]:
    """Return the curve of each rung: "MORE", "LESS" or "".

    Both curves have at most one point for each depth of A, the reference player. MORE is the first
    rung at that depth in which B searches deeper and costs more than A. LESS is the rung at the
    same depth of A with B one ply less deep, and therefore cheaper. A point is missing if the
    ladder did not play it.
    """
    names = [""] * len(rungs)
    places = {rung.depths: number for number, rung in enumerate(rungs)}
    done: set[int] = set()
    for number, rung in enumerate(rungs):
        depths, (a_cost, b_cost) = rung.depths, rung.costs
        if depths.a in done or depths.b <= depths.a or b_cost <= a_cost:
            continue
        done.add(depths.a)
        names[number] = MORE
        less = places.get(Depths(depths.a, depths.b - 1))
        if less is not None:
            names[less] = LESS
    return names


def rows_on(rows: Iterable[RungRow], curve: str, a_depth: str = "a_depth") -> list[RungRow]:
    """Return the rows of a curve, by depth of A, which has the key `a_depth`."""
    chosen = (row for row in rows if row["curve"] == curve)
    return sorted(chosen, key=lambda row: row[a_depth])
