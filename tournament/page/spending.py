"""What moves cost, from what is kept of every move: by the discs on the board, and by depth."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from tournament.games.play import GameRecord, MoveDetail
from tournament.games.schedule import Fixture
from tournament.page.games import Turn, details

SQUARES = 64
LEAST_DEPTH = 2
"""One ply has no branching factor but the number of moves."""


class Spending(NamedTuple):
    """What one player spent in games of which every move is kept.

    `nodes` are the mean nodes of a move by the number of discs on the board
    before it. `depth` and `branching` are means over the moves that were searched
    two plies deep or more with as many squares empty, None where there are none;
    the effective branching factor of a move is nodes ** (1 / depth).
    """

    nodes: Mapping[int, float]
    depth: float | None = None
    branching: float | None = None


class Sums:
    """Sums over the moves of one player."""

    def __init__(self) -> None:
        self._nodes: dict[int, int] = defaultdict(int)
        self._moves: dict[int, int] = defaultdict(int)
        self._searched = self._depth = 0
        self._branching = 0.0

    def add(self, turn: Turn, detail: MoveDetail) -> None:
        """Add a move."""
        self._nodes[turn.discs] += detail.nodes
        self._moves[turn.discs] += 1
        depth = detail.depth or 0
        if LEAST_DEPTH <= depth <= SQUARES - turn.discs and detail.nodes > 0:
            self._searched += 1
            self._depth += depth
            self._branching += detail.nodes ** (1 / depth)

    def spending(self) -> Spending:
        """What they come to."""
        nodes = {discs: self._nodes[discs] / self._moves[discs] for discs in sorted(self._moves)}
        if not self._searched:
            return Spending(nodes)
        return Spending(nodes, self._depth / self._searched, self._branching / self._searched)


def count_moves(games: Mapping[Fixture, GameRecord], a: Sums, b: Sums) -> None:
    """Add the moves of games to the sums of A and of B."""
    for fixture, game in games.items():
        for turn, detail in details(fixture, game):
            (a if turn.black == fixture.a_black else b).add(turn, detail)


def spending(games: Mapping[Fixture, GameRecord]) -> tuple[Spending, Spending]:
    """What A and B spent in the games of a tournament."""
    a, b = Sums(), Sums()
    count_moves(games, a, b)
    return a.spending(), b.spending()
