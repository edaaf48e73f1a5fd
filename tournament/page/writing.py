"""Reports as one HTML page without external files."""

from collections.abc import Sequence
from typing import Any

from othello.cli.output import render
from tournament.page.contents import Report
from tournament.page.games import DIGITS, STEPS_PER_DOUBLING

MOST_ROWS = 30
"""Longer tables are folded."""


def html_of(report: Report, matches: Sequence[dict[str, Any]], left_out: int = 0) -> str:
    """Return the report, with the games of `pack_sections`, as an HTML page."""
    games = {"matches": matches, "left_out": left_out}
    coding = {"digits": DIGITS, "steps": STEPS_PER_DOUBLING}
    values = {"report": report, "most_rows": MOST_ROWS, **games, **coding}
    return render("tournament.page", "report.html", **values)
