"""The contents of a report, independent of its format: sentences, tables, plots, matches."""

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from othello.drawing import html_table
from tournament.games.match import Match
from tournament.page.plots import Plot

Data = Mapping[str, Any]
"""The result of a match or a contest, as plain data."""
UNKNOWN = "–"
"""Stands for a missing value."""
FACT = "figure"
"""The first heading of a table whose rows are different figures."""
COST_HEADINGS = ("player", "nodes a game", "CPU ms a game", "nodes a second")


class Cell(NamedTuple):
    """A cell of a table.

    Rows are sorted by `value`, None for text. `share`, 0 to 1, colours a cell of a cross table
    from lost to won.
    """

    text: str
    value: float | None = None
    share: float | None = None


class PageTable(NamedTuple):
    """Rows of cells below headings; the caption has the units and the player of the rates."""

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def is_facts(self) -> bool:
        """True if the rows are different figures, which cannot be sorted."""
        return self.headings[0] == FACT

    def texts(self) -> list[tuple[str, ...]]:
        """Return the texts of the cells, row by row."""
        return [tuple(cell.text for cell in row) for row in self.rows]

    def has_numbers(self, column: int) -> bool:
        """True if all cells of a column are numbers."""
        return bool(self.rows) and all(row[column].value is not None for row in self.rows)


class Section(NamedTuple):
    """The report on one contest.

    `players` are letters or numbers with specifications. The verdict and the sentences sum it up
    for readers of nothing else. `matches` have labels, and `name` is the anchor in the page.
    """

    heading: str
    players: tuple[tuple[str, str], ...] = ()
    verdict: str = ""
    sentences: tuple[str, ...] = ()
    tables: tuple[PageTable, ...] = ()
    plots: tuple[Plot, ...] = ()
    matches: tuple[tuple[str, Match], ...] = ()
    name: str = ""

    def _repr_html_(self) -> str:
        """Return players, verdict, sentences and tables for notebooks."""
        texts = (self.verdict, *self.sentences)
        tables = (
            f"<p>{escape(table.caption)}</p>{html_table(table.headings, table.texts())}"
            for table in self.tables
        )
        paragraphs = (f"<p>{escape(text)}</p>" for text in filter(None, texts))
        return "".join((html_table(("", "player"), self.players), *paragraphs, *tables))


def number(value: float | None, form: str = ",.0f") -> Cell:
    """Format a number by a specification of `format`; None is unknown."""
    if value is None or math.isnan(value):
        return Cell(UNKNOWN, -math.inf)
    if math.isinf(value):
        return Cell("∞" if value > 0 else "−∞", value)
    text = format(value, form).replace("-", "−")
    return Cell("0" if text in ("+0", "−0") else text, value)


def significant(value: float | None) -> Cell:
    """Format a positive number with three significant digits, or more if it is large."""
    if value is None or value <= 0:
        return number(value)
    digits = max(0, 2 - math.floor(math.log10(value)))
    return number(value, f",.{digits}f")


def rate(value: float) -> Cell:
    """Format a rate in percent, without the sign."""
    return number(100 * value, ".1f")


def rate_interval(ends: Sequence[float]) -> Cell:
    """Format an interval of rates in percent; 0 and 100 % only if an end is at its bound."""
    return interval(
        [100 * end if end in (0, 1) else min(max(100 * end, 0.1), 99.9) for end in ends]
    )


def interval(ends: Sequence[float | None], form: str = ".1f") -> Cell:
    """Format an interval, which is sorted by its lower end; an unknown end is infinite."""
    low, high = ends
    cells = (
        number(-math.inf if low is None else low, form),
        number(math.inf if high is None else high, form),
    )
    return Cell(f"{cells[0].text} to {cells[1].text}", cells[0].value)


LEAD_HEADINGS = ("points of A, %", "LOS of A, %", "nElo")
LEAD_CAPTION = (
    "LOS: likelihood that A is superior. nElo: A's lead in standard deviations of a game, times"
    " 347."
)


def lead_cells(data: Data) -> tuple[Cell, ...]:
    """Return A's game points, LOS and normalised Elo: cells below LEAD_HEADINGS."""
    los = None if data["los"] is None else min(max(100 * data["los"], 0.1), 99.9)
    normalized = number(data["normalized_elo"], "+,.0f")
    return rate(data["game_points_share"]), number(los, ".1f"), normalized


def result_table(data: Data) -> PageTable:
    """Return a table of the result of A against B and its confidence."""
    points_ends = data["game_points_interval"]
    margin = number(data["disc_margin"], "+.1f")
    elo = data["elo"]
    if elo is None:  # infinite, in plain data
        elo = math.copysign(math.inf, data["game_points_share"] - 0.5)
    with_intervals = (
        ("pairs won by A, %", rate(data["pair_win_rate"]), rate_interval(data["interval"])),
        ("game points of A, %", rate(data["game_points_share"]), rate_interval(points_ends)),
        ("Elo of A over B", number(elo, "+,.0f"), interval(data["elo_interval"], "+,.0f")),
        ("discs of A over B", margin, interval(data["disc_margin_interval"], form="+.1f")),
    )
    _, los, normalized = lead_cells(data)
    count = "{:,}".format
    without = (
        ("likelihood that A is superior (LOS), %", los),
        ("normalised Elo of A over B", normalized),
        ("pairs won, tied, lost", Cell(" · ".join(map(count, data["pairs_won_tied_lost"])))),
        ("pairs by points of A: 0, ½, 1, 1½, 2", Cell(" · ".join(map(count, data["pentanomial"])))),
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
