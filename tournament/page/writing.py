"""Reports as one HTML page without external files, and as Markdown."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from othello.cli.errors import printable
from othello.cli.output import render
from tournament.page.contents import PageTable, Report, Section
from tournament.page.games import DIGITS, STEPS_PER_DOUBLING

MOST_ROWS = 30
"""Longer tables are folded."""


def html_of(report: Report, matches: Sequence[dict[str, Any]], left_out: int = 0) -> str:
    """Return the report, with the games of `pack_sections`, as an HTML page."""
    games = {"matches": matches, "left_out": left_out}
    coding = {"digits": DIGITS, "steps": STEPS_PER_DOUBLING}
    values = {"report": report, "most_rows": MOST_ROWS, **games, **coding}
    return render("tournament.page", "report.html", **values)


def _plain(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>#|~&$])", r"\\\1", " ".join(printable(text).split()))


def _code(text: str) -> str:
    longest = max(map(len, re.findall("`+", text)), default=0)
    marks = "`" * (longest + 1)
    room = " " if longest else ""
    return f"{marks}{room}{' '.join(printable(text).split())}{room}{marks}"


def _table(table: PageTable) -> Iterator[str]:
    """Yield the lines of a table below its caption; columns of numbers are right-aligned."""
    yield f"{_plain(table.caption)}\n"
    yield f"| {' | '.join(map(_plain, table.headings))} |"
    lines = (
        "---:" if table.has_numbers(column) else "---" for column in range(len(table.headings))
    )
    yield f"| {' | '.join(lines)} |"
    for row in table.rows:
        yield f"| {' | '.join(_plain(cell.text) for cell in row)} |"
    yield ""


def _section(section: Section) -> Iterator[str]:
    yield f"## {_plain(section.heading)}\n"
    for table in section.tables:
        yield from _table(table)


def _summary(report: Report) -> Iterator[str]:
    yield "## Summary\n"
    for section in report.sections:
        if len(report.sections) > 1:
            yield f"### {_plain(section.heading)}\n"
        for name, spec in section.players:
            yield f"- {_plain(name)}: {_code(spec)}"
        if section.players:
            yield ""
        if section.verdict:
            yield f"**{_plain(section.verdict)}**\n"
        for sentence in section.sentences:
            yield f"{_plain(sentence)}\n"


def markdown_of(report: Report) -> str:
    """Return the report as Markdown, without drawings and games."""
    lines = [f"# {_plain(report.title)}\n", f"Written {report.written}.\n", *_summary(report)]
    for section in report.sections:
        lines += _section(section)
    lines += ["## Environment\n", *_table(report.environments)]
    return "\n".join(lines)
