"""Tables of several kinds of sections: results and costs."""

import math
from collections.abc import Sequence

from tournament.page.contents import (
    FACT,
    Cell,
    PageTable,
    interval,
    number,
    rate,
    share_interval,
    significant,
)
from tournament.page.sentences import Data

COST_HEADINGS = ("player", "nodes a game", "CPU ms a game", "nodes a second")


def _elo(data: Data) -> tuple[Cell, Cell]:
    """Return A's lead in Elo, which is None in plain data if infinite, and its interval."""
    elo = data["elo"]
    if elo is None:
        elo = math.copysign(math.inf, data["game_points_share"] - 0.5)
    return number(elo, "+,.0f"), interval(data["elo_interval"], form="+,.0f")


def _counts(counts: Sequence[int]) -> Cell:
    return Cell(" · ".join(f"{count:,}" for count in counts))


def result_table(data: Data) -> PageTable:
    """Return a table of the result of A against B and its confidence."""
    points_ends = data["game_points_interval"]
    margin = number(data["disc_margin"], "+.1f")
    with_intervals = (
        ("pairs won by A, %", rate(data["pair_win_rate"]), share_interval(data["interval"])),
        ("game points of A, %", rate(data["game_points_share"]), share_interval(points_ends)),
        ("Elo of A over B", *_elo(data)),
        ("discs of A over B", margin, interval(data["disc_margin_interval"], form="+.1f")),
    )
    without = (
        ("pairs won, tied, lost", _counts(data["pairs_won_tied_lost"])),
        ("pairs by points of A: 0, ½, 1, 1½, 2", _counts(data["pentanomial"])),
        ("independent openings: mirror images are one", number(data["effective_number"], ".1f")),
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


def cost_row(name: str, side: Data, games: int) -> tuple[Cell, ...]:
    """Return the costs of a player: a row below COST_HEADINGS."""
    nodes, seconds = side["nodes"], side["cpu_seconds"]
    a_game = (significant(one / games if games else None) for one in (nodes, 1000 * seconds))
    return (Cell(name), *a_game, number(nodes / seconds if seconds else None))


def cost_table(rows: Sequence[tuple[Cell, ...]]) -> PageTable:
    """Return a table of the players' costs."""
    return PageTable("Costs of each player.", COST_HEADINGS, tuple(rows))


def costs_of_two(data: Data) -> PageTable:
    """Return the costs of A and B."""
    return cost_table([cost_row(name, data[name.lower()], data["games"]) for name in "AB"])
