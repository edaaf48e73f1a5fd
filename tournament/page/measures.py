"""Tables and plots that several kinds of sections have: results, costs, cost by disc count."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tournament.games.play import GameRecord, MoveDetail
from tournament.games.schedule import Fixture
from tournament.page.contents import (
    FACT,
    Cell,
    PageTable,
    Plot,
    interval,
    number,
    rate,
    significant,
)
from tournament.page.games import Ply, details
from tournament.page.plots import Axes, PageCurve, Point, draw
from tournament.page.sentences import Data

COST_HEADINGS = (
    *("player", "nodes a game", "CPU ms a game"),
    *("nodes a second", "mean depth", "branching factor"),
)
COST_CAPTION = (
    "What each spent. Mean depth and effective branching factor, nodes ** (1 / depth), are over"
    " moves searched two plies deep or more with as many squares empty."
)
DISC_COUNTS = (4, 64)
TOURNAMENT_HEADINGS = (
    *("A", "B", "games", "pairs A wins, %", "95 % interval"),
    *("points of A, %", "Elo of A over B", "95 % interval"),
)
BOARD_SQUARES = 64
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

    def add(self, turn: Ply, detail: MoveDetail) -> None:
        """Add a move."""
        self._nodes[turn.discs] += detail.nodes
        self._moves[turn.discs] += 1
        depth = detail.depth or 0
        if LEAST_DEPTH <= depth <= BOARD_SQUARES - turn.discs and detail.nodes > 0:
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


def _elo(data: Data) -> tuple[Cell, Cell]:
    """A's rating above B's, which plain data do not have where it is infinite, and its interval."""
    elo = data["elo"]
    if elo is None:
        elo = math.copysign(math.inf, data["game_points_share"] - 0.5)
    return number(elo, "+,.0f"), interval(data["elo_interval"], 1, "+,.0f")


def _counts(counts: Sequence[int]) -> Cell:
    return Cell(" · ".join(f"{count:,}" for count in counts))


def result_table(data: Data) -> PageTable:
    """What A won against B and how sure that is, a line each."""
    normalised, superiority = data["normalised_elo"], data["likelihood_of_superiority"]
    unknown, points_ends = number(None), data["game_points_interval"]
    ends = interval(data["normalised_elo_interval"], 1, "+,.0f")
    margin = number(data["disc_margin"], "+.1f")
    with_intervals = (
        ("pairs won by A, %", rate(data["pair_win_rate"]), interval(data["interval"])),
        ("game points of A, %", rate(data["game_points_share"]), interval(points_ends)),
        ("Elo of A over B", *_elo(data)),
        ("normalised Elo", number(normalised, "+,.0f"), unknown if normalised is None else ends),
        ("discs of A over B", margin, interval(data["disc_margin_interval"], 1, "+.1f")),
    )
    likely = unknown if superiority is None else rate(superiority)
    without = (
        ("likelihood that A is superior, %", likely),
        ("sign test over classes, p", Cell(f"{data['sign_test']:.3g}")),
        ("pairs won, tied, lost", _counts(data["pairs_won_tied_lost"])),
        ("classes won, tied, lost", _counts(data["classes_won_tied_lost"])),
        ("pairs by points of A: 0, ½, 1, 1½, 2", _counts(data["pentanomial"])),
        ("games", number(data["games"])),
        ("games that differ", number(data["distinct_games"])),
    )
    rows = (*with_intervals, *((*row, Cell("")) for row in without))
    return PageTable(
        "Result, for A; 95 % intervals over classes of openings.",
        (FACT, "value", "95 % interval"),
        tuple((Cell(name), value, ends) for name, value, ends in rows),
    )


def ratio_cell(one: float, other: float) -> Cell:
    """How often the other goes into the one."""
    return number(one / other if other else None, ".2f")


def cost_row(name: str, side: Data, games: int, spent: Spending) -> tuple[Cell, ...]:
    """What a player spent: a row below COST_HEADINGS."""
    nodes, seconds = side["nodes"], side["cpu_seconds"]
    a_game = (significant(one / games if games else None) for one in (nodes, 1000 * seconds))
    search = number(spent.depth, ".1f"), number(spent.branching, ".2f")
    return (Cell(name), *a_game, number(nodes / seconds if seconds else None), *search)


def cost_table(rows: Sequence[tuple[Cell, ...]]) -> PageTable:
    """What players spent."""
    return PageTable(COST_CAPTION, COST_HEADINGS, tuple(rows))


def discs_plot(title: str, spent: Sequence[tuple[PageCurve, Spending]]) -> Plot | None:
    """Mean nodes of a move by the discs on the board, None where nothing was kept.

    The curves come without points.
    """
    curves = [
        curve._replace(points=[Point(discs, mean) for discs, mean in one.nodes.items() if mean > 0])
        for curve, one in spent
    ]
    if not any(curve.points for curve in curves):
        return None
    axes = Axes(title, "discs on the board", "nodes a move", x_ends=DISC_COUNTS, y_log=True)
    return Plot(
        draw(axes, curves), f"{title}: positions generated for a move, mean over all games."
    )


def own_curve(label: str, tone: str, **style: Any) -> PageCurve:
    """A curve without points yet."""
    return PageCurve(label, (), tone, mark=0, **style)


def tournaments_table(matches: Sequence[Data]) -> PageTable:
    """Several tournaments, a line each."""
    rows = [
        (
            *(Cell(data["a"]["spec"]), Cell(data["b"]["spec"]), number(data["games"])),
            *(rate(data["pair_win_rate"]), interval(data["interval"])),
            *(rate(data["game_points_share"]), *_elo(data)),
        )
        for data in matches
    ]
    return PageTable("All tournaments.", TOURNAMENT_HEADINGS, tuple(rows))


def spending_of_two(
    data: Data, games: Mapping[Fixture, GameRecord], title: str
) -> tuple[PageTable, Plot | None]:
    """What A and B spent in all, and in these games by disc count if details are kept."""
    spent = [*zip("AB", spending(games), strict=True)]
    costs = [cost_row(name, data[name.lower()], data["games"], one) for name, one in spent]
    curves = [(own_curve(name, name.lower()), one) for name, one in spent]
    return cost_table(costs), discs_plot(title, curves)
