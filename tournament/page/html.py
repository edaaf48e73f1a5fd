"""A report as one page in HTML with nothing from elsewhere: no font, no picture, no script."""

from collections.abc import Sequence
from typing import Any

from othello.cli.output import render
from tournament.page.contents import Report
from tournament.page.games import DIGITS, STEPS_PER_DOUBLING

MOST_ROWS = 30
"""A longer table is folded away."""


def html_of(report: Report, tournaments: Sequence[dict[str, Any]], left_out: int = 0) -> str:
    """The whole report, with its games as `pack_sections` packs them, as a page."""
    games = {"tournaments": tournaments, "left_out": left_out}
    coding = {"digits": DIGITS, "steps": STEPS_PER_DOUBLING}
    values = {"report": report, "most_rows": MOST_ROWS, **games, **coding}
    return render("tournament.page", "report.html", **values)
