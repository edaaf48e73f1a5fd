"""The rungs of a ladder: whoever was cheaper in the last tournament is deepened for the next.

Source: Zhang 1995, "Forward estimation for minimax search", section 5.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

TIE_RULE = "at equal cost the player at the smaller level is deepened, at equal levels B"
MORE, LESS, EQUAL_DEPTH = "MORE", "LESS", "equal depth"
"""The curves of a ladder; that of equal depth has every tournament in which both are as deep."""


RungRow = TypeVar("RungRow", bound=Mapping[str, Any])


class Levels(NamedTuple):
    """How deep A and B search in one tournament, in the rungs of `registry.deepened`."""

    a: int = 1
    b: int = 1


class Rung(NamedTuple):
    """The levels of one tournament of any game, and what A and B cost in it."""

    levels: Levels
    costs: tuple[float, float]


class Goal(NamedTuple):
    """Where a ladder ends: after so many tournaments, or before a level is exceeded.

    `max_depth` is for both players; `a_max_depth` is A's, whatever B reaches, so
    that the ladder ends once B is the dearer one at this depth of A.
    """

    rungs: int | None = None
    max_depth: int | None = None
    a_max_depth: int | None = None

    def allows(self, played: int, levels: Levels) -> bool:
        """Whether one more tournament at these levels belongs to the ladder."""
        return (
            (self.rungs is None or played < self.rungs)
            and (self.max_depth is None or max(levels) <= self.max_depth)
            and (self.a_max_depth is None or levels.a <= self.a_max_depth)
        )


def next_levels(levels: Levels, costs: tuple[float, float]) -> Levels:
    """The levels of the next tournament: the cheaper player's is raised by one.

    At equal cost the player at the smaller level is deepened, at equal levels B.
    """
    a, b = levels
    a_cost, b_cost = costs
    a_is_cheaper = a_cost < b_cost or (a_cost == b_cost and a < b)
    return Levels(a + 1, b) if a_is_cheaper else Levels(a, b + 1)


def climb_levels(
    goal: Goal, spend: Callable[[Levels], tuple[float, float] | None]
) -> Iterator[Rung]:
    """The rungs up to the goal, or up to the first one that `spend` cannot tell the costs of."""
    levels = Levels()
    played = 0
    while goal.allows(played, levels):
        spent = spend(levels)
        if spent is None:
            return
        yield Rung(levels, spent)
        played += 1
        levels = next_levels(levels, spent)


def curves(rungs: Sequence[Rung]) -> list[str]:
    """For each rung the curve it belongs to: "MORE", "LESS" or "".

    The two curves have a point for each depth of the reference player, A. MORE
    is the first tournament at that depth in which B searches deeper than A and
    costs more than A. LESS is the tournament at the same depth of A in which B
    searches one level less than in MORE, so that B is the cheaper one. Either
    is missing where the ladder did not play it: MORE while B does not get
    deeper than A before it costs more, LESS where B cost more as soon as A
    had come to this depth.
    """
    names = [""] * len(rungs)
    places = {rung.levels: number for number, rung in enumerate(rungs)}
    done: set[int] = set()
    for number, rung in enumerate(rungs):
        levels, (a_cost, b_cost) = rung.levels, rung.costs
        if levels.a in done or levels.b <= levels.a or b_cost <= a_cost:
            continue
        done.add(levels.a)
        names[number] = MORE
        less = places.get(Levels(levels.a, levels.b - 1))
        if less is not None:
            names[less] = LESS
    return names


def rows_on(
    rows: Iterable[RungRow], curve: str, a_depth: str = "a_depth", b_depth: str = "b_depth"
) -> list[RungRow]:
    """The rows of a curve, by depth of A; the last two are the keys of both depths."""
    chosen = (
        row
        for row in rows
        if (row[a_depth] == row[b_depth] if curve == EQUAL_DEPTH else row["curve"] == curve)
    )
    return sorted(chosen, key=lambda row: row[a_depth])
