"""Tables and plots of several kinds of sections: results, costs, cost by disc count."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tournament.games.play import GameResult, MoveDetail
from tournament.games.schedule import GameKey
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
    "Costs of each player. Mean depth and effective branching factor, nodes ** (1 / depth), are"
    " over moves searched at least two plies deep, but no deeper than the end of the game."
)
DISC_COUNTS = (4, 64)
MATCH_HEADINGS = (
    *("A", "B", "games", "pairs A wins, %", "95 % interval"),
    *("points of A, %", "Elo of A over B", "95 % interval"),
)
BOARD_SQUARES = 64
LEAST_DEPTH = 2
"""The branching factor of one ply is just the number of moves."""


class Spending(NamedTuple):
    """The costs of a player in games with details.

    `nodes` are mean nodes of a move by the number of discs before it. `depth` and `branching` are
    means over the moves that were searched at least two plies deep, but no deeper than the end of
    the game; None without such moves. The effective branching factor is nodes ** (1 / depth).
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
        """Return the means."""
        nodes = {discs: self._nodes[discs] / self._moves[discs] for discs in sorted(self._moves)}
        if not self._searched:
            return Spending(nodes)
        return Spending(nodes, self._depth / self._searched, self._branching / self._searched)


def count_moves(games: Mapping[GameKey, GameResult], a: Sums, b: Sums) -> None:
    """Add the moves of games to the sums of A and of B."""
    for key, game in games.items():
        for turn, detail in details(key, game):
            (a if turn.black == key.a_black else b).add(turn, detail)


def spending(games: Mapping[GameKey, GameResult]) -> tuple[Spending, Spending]:
    """Return the costs of A and B in the games of a match."""
    a, b = Sums(), Sums()
    count_moves(games, a, b)
    return a.spending(), b.spending()


def _elo(data: Data) -> tuple[Cell, Cell]:
    """Return A's lead in Elo, which is None in plain data if infinite, and its interval."""
    elo = data["elo"]
    if elo is None:
        elo = math.copysign(math.inf, data["game_points_share"] - 0.5)
    return number(elo, "+,.0f"), interval(data["elo_interval"], 1, "+,.0f")


def _counts(counts: Sequence[int]) -> Cell:
    return Cell(" · ".join(f"{count:,}" for count in counts))


def result_table(data: Data) -> PageTable:
    """Return a table of the result of A against B and its confidence."""
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


def ratio_cell(numerator: float, denominator: float) -> Cell:
    """Return a quotient; unknown for a denominator of 0."""
    return number(numerator / denominator if denominator else None, ".2f")


def cost_row(name: str, side: Data, games: int, spent: Spending) -> tuple[Cell, ...]:
    """Return the costs of a player: a row below COST_HEADINGS."""
    nodes, seconds = side["nodes"], side["cpu_seconds"]
    a_game = (significant(one / games if games else None) for one in (nodes, 1000 * seconds))
    search = number(spent.depth, ".1f"), number(spent.branching, ".2f")
    return (Cell(name), *a_game, number(nodes / seconds if seconds else None), *search)


def cost_table(rows: Sequence[tuple[Cell, ...]]) -> PageTable:
    """Return a table of the players' costs."""
    return PageTable(COST_CAPTION, COST_HEADINGS, tuple(rows))


def discs_plot(title: str, spent: Sequence[tuple[PageCurve, Spending]]) -> Plot | None:
    """Plot mean nodes of a move by discs on the board; None without data."""
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
    """Return a curve without points."""
    return PageCurve(label, (), tone, mark=0, **style)


def matches_table(matches: Sequence[Data]) -> PageTable:
    """Return a table of matches."""
    rows = [
        (
            *(Cell(data["a"]["spec"]), Cell(data["b"]["spec"]), number(data["games"])),
            *(rate(data["pair_win_rate"]), interval(data["interval"])),
            *(rate(data["game_points_share"]), *_elo(data)),
        )
        for data in matches
    ]
    return PageTable("All matches.", MATCH_HEADINGS, tuple(rows))


def spending_of_two(
    data: Data, games: Mapping[GameKey, GameResult], title: str
) -> tuple[PageTable, Plot | None]:
    """Return the costs of A and B, and a plot by disc count if the games have details."""
    spent = [*zip("AB", spending(games), strict=True)]
    costs = [cost_row(name, data[name.lower()], data["games"], one) for name, one in spent]
    curves = [(own_curve(name, name.lower()), one) for name, one in spent]
    return cost_table(costs), discs_plot(title, curves)
