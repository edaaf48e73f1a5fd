"""A report as Markdown: its sentences and tables, without drawings and games."""

import re
from collections.abc import Iterator

from othello.cli.errors import printable
from tournament.page.contents import PageTable, Report, Section


def _plain(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>#|~&$])", r"\\\1", " ".join(printable(text).split()))


def _code(text: str) -> str:
    longest = max(map(len, re.findall("`+", text)), default=0)
    marks = "`" * (longest + 1)
    room = " " if longest else ""
    return f"{marks}{room}{' '.join(printable(text).split())}{room}{marks}"


def _table(table: PageTable) -> Iterator[str]:
    """A table below its caption; columns that hold numbers are put to the right."""
    yield f"{_plain(table.caption)}\n"
    yield f"| {' | '.join(map(_plain, table.headings))} |"
    lines = ("---:" if table.has_numbers(at) else "---" for at in range(len(table.headings)))
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
    """The whole report as Markdown."""
    lines = [f"# {_plain(report.title)}\n", f"Written {report.written}.\n", *_summary(report)]
    for section in report.sections:
        lines += _section(section)
    lines += ["## Environment\n", *_table(report.environments)]
    return "\n".join(lines)
