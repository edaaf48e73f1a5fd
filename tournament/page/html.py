"""A report as one page in HTML with nothing from elsewhere: no font, no picture, no script."""

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Any

from tournament.page.contents import FACT, Cell, PageTable, Plot, Report, Section, markup
from tournament.page.games import DIGITS, STEPS_PER_DOUBLING

POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""What a browser may load for the page: nothing but what stands in it."""

MOST_ROWS = 30
"""A longer table is folded away."""


def _file(name: str) -> str:
    return (resources.files("tournament.page") / name).read_text("utf-8")


def _breakable(text: str) -> str:
    """Text that may go on in another line after a comma or colon, as specifications are long."""
    return re.sub("([,:])", r"\1<wbr/>", _prose(text))


def _prose(text: str) -> str:
    """A sentence; a sign of percent stays with its number."""
    return markup(text).replace(" %", "&#160;%")


def _cell(cell: Cell) -> str:
    """A cell; what it is sorted by stands in an attribute."""
    parts = []
    if cell.value is not None:
        parts.append(f' class="number" data-value="{cell.value!r}"')
    if cell.share is not None:
        side = "won" if cell.share > 0.5 else "lost"
        parts.append(f' style="--side: var(--{side}); --much: {abs(200 * cell.share - 100):.0f}%"')
    text = _breakable(cell.text) if cell.value is None else markup(cell.text)
    return f"<td{''.join(parts)}>{text}</td>"


def _is_facts(table: PageTable) -> bool:
    """Whether the lines of a table are different things, so that sorting makes no sense."""
    return table.headings[0] == FACT


def _table(table: PageTable) -> Iterator[str]:
    """A table that scrolls sideways where it is too wide, folded away where it is long."""
    long, kind = len(table.rows) > MOST_ROWS, ' class="facts"' if _is_facts(table) else ""
    if long:
        yield f"<details><summary>{markup(table.caption)} ({len(table.rows)} rows)</summary>"
    else:
        yield f'<p class="caption">{markup(table.caption)}</p>'
    label = markup(table.caption)
    yield f'<div class="wide" tabindex="0"><table{kind} aria-label="{label}">'
    headings = ""
    for place, name in enumerate(table.headings):  # as the numbers below, to the right
        right = ' class="number"' if table.has_numbers(place) else ""
        headings += f'<th scope="col"{right}>{_prose(name)}</th>'
    yield f"<thead><tr>{headings}</tr></thead><tbody>"
    for row in table.rows:
        yield f"<tr>{''.join(map(_cell, row))}</tr>"
    yield "</tbody></table></div>"
    if long:
        yield "</details>"


def _plot(plot: Plot) -> str:
    return f"<figure>{plot.svg}<figcaption>{markup(plot.caption)}</figcaption></figure>"


def _players(section: Section) -> Iterator[str]:
    if section.players:
        yield '<dl class="players">'
        for name, spec in section.players:
            tone = name.lower() if name in ("A", "B") else "c"
            yield f'<dt class="{tone}">{markup(name)}</dt><dd><code>{_breakable(spec)}</code></dd>'
        yield "</dl>"


def _summary(report: Report) -> Iterator[str]:
    yield '<section id="summary"><h2>Summary</h2>'
    for section in report.sections:
        if len(report.sections) > 1:
            yield f'<h3><a href="#{section.name}">{_breakable(section.heading)}</a></h3>'
        yield from _players(section)
        if section.verdict:
            yield f'<p class="verdict">{_prose(section.verdict)}</p>'
        for sentence in section.sentences:
            yield f"<p>{_prose(sentence)}</p>"
    yield "</section>"


def _section(section: Section, heading: str) -> Iterator[str]:
    """The tables and drawings of a section; the first tables of facts have drawings beside them."""
    if not section.tables and not section.plots:
        return
    yield f'<section id="{section.name}"><h2>{_breakable(heading)}</h2>'
    facts = list(itertools.takewhile(_is_facts, section.tables))
    first = facts or section.tables[:1]
    yield '<div class="overview"><div>' if facts else "<div><div>"
    yield from itertools.chain(*map(_table, first))
    yield "</div>"
    if section.plots:
        yield f'<div class="plots">{"".join(map(_plot, section.plots))}</div>'
    yield "</div>"
    yield from itertools.chain(*map(_table, section.tables[len(first) :]))
    yield "</section>"


def _data(tournaments: Sequence[dict[str, Any]]) -> str:
    """All games as JSON that no browser takes for markup."""
    data = {"digits": DIGITS, "steps": STEPS_PER_DOUBLING, "tournaments": tournaments}
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    for letter in "<>&":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


def _games(tournaments: Sequence[dict[str, Any]], left_out: int) -> Iterator[str]:
    if not tournaments:
        return
    yield '<section id="games"><h2>Games</h2>'
    count = sum(len(one["games"]) for one in tournaments)
    missing = f" {left_out:,} more did not fit into this page." if left_out else ""
    yield f"<p>{count:,} games can be replayed here.{missing}</p>"
    yield "<noscript><p>Replaying games needs JavaScript.</p></noscript>"
    yield _file("replay.html")
    yield "</section>"


def html_of(report: Report, tournaments: Sequence[dict[str, Any]], left_out: int = 0) -> str:
    """The whole report, with its games as `pack_sections` packs them, as a page."""
    lines = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>',
        f'<meta http-equiv="Content-Security-Policy" content="{markup(POLICY)}"/>',
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
        '<meta name="color-scheme" content="light dark"/>',
        f"<title>{markup(report.title)}</title>",
        f"<style>\n{_file('page.css')}</style>\n</head>\n<body>",
        f"<header><h1>{_breakable(report.title)}</h1>",
        f"<p>Written {markup(report.written)} by <code>python -m tournament report</code>.</p>",
        "</header>\n<main>",
        *_summary(report),
    ]
    for section in report.sections:
        alone = len(report.sections) == 1
        lines += _section(section, "Result" if alone else section.heading)
    lines += [*_games(tournaments, left_out), '<section id="environment"><h2>Environment</h2>']
    lines += _table(report.environments)
    lines.append("</section>\n</main>")
    lines.append(f'<script type="application/json" id="data">{_data(tournaments)}</script>')
    lines.append(f"<script>\n{_file('page.js')}</script>\n</body>\n</html>\n")
    return "\n".join(lines)
