"""Results as tables for people, in a terminal as wide as it is, elsewhere as wide as they need."""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.table import Table

from othello.cli.output import plain_console
from othello.files import replace_file
from othello.intervals import Interval
from tournament.results.standings import Standing, standing_data
from tournament.statistics.pairs import elo

PICTURE_WIDTH = 76
NOT_KNOWN = "-"

SHORT_CODE = 8
"""Digits of a version of the code that tell players of one name apart."""
LIST_COLUMNS = ("id", "kind", "A", "B", "openings", "played", "asked", "code")


def percent(value: float) -> str:
    """A rate in percent."""
    return f"{100 * value:.1f} %"


def _between(interval: Interval) -> str:
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f} %"


def ratio(numerator: float, denominator: float) -> str:
    """How often the denominator goes into the numerator."""
    return f"{numerator / denominator:.2f}" if denominator else "-"


def match_table(standing: Standing, above: Sequence[tuple[str, str]] = ()) -> Table:
    """A match: what A won against B, how sure that is, and what both spent, below other rows."""
    asked, rows = standing.tournament, [*above]
    for name, spec in (("A", asked.a), ("B", asked.b)):
        limits = asked.terms(name == "A").words()
        rows.append((name, f"{spec}  ({limits})" if limits else spec))
    rows += [*_rates(standing), *_spending(standing)]
    if standing.forfeits:
        endings = (f"{kind} {games}" for kind, games in standing.endings.items())
        rows.append(("endings", ", ".join(endings)))
    rows += (("forfeits", f"{games}: {cause}") for cause, games in standing.forfeits.items())
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for row in rows:
        table.add_row(*row)
    return table


def _rates(standing: Standing) -> Iterator[tuple[str, str]]:
    data, spread = standing_data(standing), standing.spread
    (won, tied, lost), (least, most) = standing.pairs, standing.margin_interval
    votes = "A won {}, tied {}, lost {}".format(*standing.votes)
    classes = f"{standing.effective_number:.1f} classes of openings"
    sure = standing.points_interval
    superiority = spread.superiority
    likely = NOT_KNOWN if superiority is None else f"with a likelihood of {percent(superiority)}"
    yield "games", _games_text(standing, data["chance"])
    yield "pairs", f"{standing.pairs.pairs}: A won {won}, tied {tied}, lost {lost}"
    yield "pair win rate of A", percent(standing.pairs.win_rate)
    yield "   95 % interval", f"{_between(standing.win_rate_interval)}  ({classes})"
    yield "   sign test", f"p = {data['sign_test']:.3g}  (classes {votes})"
    yield "game points of A", _points_text(standing)
    yield "   95 % interval", _between(sure)
    yield "   Elo of A over B", _rating(elo, standing.points_share, sure)
    yield "   normalised Elo", _rating(spread.normalised, spread.mean, sure)
    yield "   A is the stronger", likely
    yield "discs of A over B", f"{standing.margin:+.1f}  ({least:+.1f} to {most:+.1f})"


def _games_text(standing: Standing, chance: bool) -> str:
    """How many games there are, and whether repetitions could add to them."""
    games, distinct = standing.totals.games, standing.distinct_games
    text = f"{games}, {'all' if distinct == games else distinct} different"
    return text if chance else f"{text}; without chance: repeating them adds nothing"


def _points_text(standing: Standing) -> str:
    totals, share = standing.totals, percent(standing.points_share)
    if 2 * standing.pairs.pairs == totals.games:
        return f"{totals.points:g} of {totals.games} = {share}"
    return f"{totals.points:g} of {totals.games}; in complete pairs {share}"


def _rating(scale: Callable[[float], float | None], share: float, interval: Interval) -> str:
    """A share of the points on a scale of ratings, with both ends of its interval."""
    values = [scale(value) for value in (share, *interval)]
    middle, low, high = (NOT_KNOWN if value is None else f"{value:+.0f}" for value in values)
    return NOT_KNOWN if middle == NOT_KNOWN else f"{middle}  ({low} to {high})"


def _spending(standing: Standing) -> Iterator[tuple[str, str]]:
    games, a, b = standing.totals.games or 1, standing.totals.a, standing.totals.b
    for name, form, ours, theirs in (
        ("nodes", ",.0f", a.nodes, b.nodes),
        ("CPU ms", ",.2f", 1000 * a.cpu_seconds, 1000 * b.cpu_seconds),
    ):
        means = f"A {ours / games:{form}}, B {theirs / games:{form}}"
        yield f"{name} per game", f"{means}, B/A {ratio(theirs, ours)}"


def _list_cells(row: dict[str, Any]) -> tuple[str, ...]:
    state = row["played"] if row["complete"] else f"unfinished: {row['played']}"
    asked, code = row["asked"].partition(" ")[0], row["code"][:SHORT_CODE]
    return row["id"][:8], row["kind"], row["a"], row["b"], str(row["openings"]), state, asked, code


def list_table(rows: Sequence[dict[str, Any]]) -> Table:
    """What was asked for, one row each."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    for heading in LIST_COLUMNS:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*_list_cells(row))
    return table


def list_lines(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The same as lines that are as long as they must be, for thousands: a table takes a second."""
    lines = [
        LIST_COLUMNS,
        *([cell.replace("\n", ", ") for cell in _list_cells(row)] for row in rows),
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(map(str.ljust, line, widths)).rstrip()


def draw_table(table: Table, path: Path) -> None:
    """Draw a table as a picture, SVG, written whole or not at all; OSError if it fails.

    Fonts are left to whoever shows it.
    """
    console = plain_console(record=True, width=PICTURE_WIDTH, file=io.StringIO())
    console.print(table)
    drawn = console.export_svg(title="python -m tournament")
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)
    replace_file(path, drawn.encode("utf-8", "replace"))
