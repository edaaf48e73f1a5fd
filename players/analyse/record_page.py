"""The record of a player's games as one page in HTML, with nothing from elsewhere."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from players.analyse.record import (
    RECENT,
    UNEXPLAINED,
    MoveMean,
    PointShare,
    Record,
    SeriesPoint,
    ended_text,
    mean_text,
    reach_of,
    share_text,
)
from players.coach.words import title_of

PAGE_STYLE = """
:root { color-scheme: light dark; --faint: #8886; }
:root { --ink: #20242a; --paper: #fdfdfb; --bar: #2f8f63; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --paper: #191c21; --bar: #5ebe8a; } }
body { color: var(--ink); background: var(--paper); font: 15px/1.5 system-ui, sans-serif;
  margin: 1.5rem auto; max-width: 56rem; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin-bottom: 0; }
svg + table { margin-top: 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .3rem; }
table { border-collapse: collapse; }
th { font-weight: normal; opacity: .7; text-align: left; }
th, td { padding: .15rem 1.2rem .15rem 0; }
td.number, th.number { white-space: nowrap; text-align: right; font-variant-numeric: tabular-nums; }
tr.sum td { border-top: 1px solid var(--faint); }
svg { display: block; max-width: 100%; height: auto; }
td svg { max-width: none; display: inline-block; vertical-align: middle; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
.grid { stroke: var(--faint); }
.mean { fill: none; stroke: var(--bar); stroke-width: 2.5; }
.band { fill: var(--bar); opacity: .22; }
.dot { fill: var(--ink); opacity: .55; }
.bar { fill: var(--bar); }
.whisker { stroke: var(--ink); stroke-width: 1.5; }
.note { opacity: .75; }
"""
WIDE, HIGH, LEFT, FOOT = 860, 260, 36, 24
"""The chart of the losses in pixels, with what its labels take."""
BAR_WIDE, BAR_HIGH = 180, 14
"""The small pictures in tables."""
PHASE_TITLES = {
    "opening": "opening, moves 1 to 20",
    "midgame": "middlegame, moves 21 to 40",
    "endgame": "endgame, moves 41 to 60",
}
COUNTED = f"""\
Points: a draw is half a point; the interval is Wilson's, for 95 %. A loss is what the best move is
worth more than the one played, in discs; moves without a choice do not count. Its interval is for
95 % too, with games as independent and their moves as not; the line is the mean of the last
{RECENT} games. Of a mistake, which lost more than two discs, at most two things are counted."""


def html_of(record: Record, title: str) -> str:
    """The page; `title` says whose games these are."""
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>',
        '<meta name="viewport" content="width=device-width"/>',
        f"<title>{escape(title)}</title>\n<style>{PAGE_STYLE}</style>\n</head>\n<body>",
        f"<h1>{escape(title)}</h1>\n<p>{escape(_facts(record))}</p>",
        *_results(record),
        *_losses(record),
        *_mistakes(record),
        *_openings(record),
        f'<p class="note">{escape(COUNTED)}</p>\n</body>\n</html>\n',
    ]
    return "\n".join(parts)


def _facts(record: Record) -> str:
    """How many games, from when to when, and their means."""
    said = f"{record.games} game" + "s" * (record.games != 1)
    if record.first:
        days = [day.replace(".", "-") for day in (record.first, record.last)]
        said += f", {days[0]}" if days[0] == days[1] else f", from {days[0]} to {days[1]}"
    if record.unfinished:
        said += f"; {record.unfinished} without an end"
    said += f"; {record.reviewed} reviewed."
    if record.loss is not None:
        said += f" A move lost {mean_text(record.loss, 2)} discs,"
        said += f" the accuracy was {mean_text(record.accuracy)} %."
    return said


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], last: bool = False) -> str:
    """A table; all but the first column are numbers. Cells are HTML; `last` is a sum."""
    lines = [_row("th", heads)]
    body = [_row("td", row) for row in rows]
    if last and body:
        body[-1] = body[-1].replace("<tr>", '<tr class="sum">', 1)
    return "\n".join(["<table>", *lines, *body, "</table>"])


def _row(tag: str, cells: Sequence[str]) -> str:
    first, *others = cells
    numbers = "".join(f'<{tag} class="number">{cell}</{tag}>' for cell in others)
    return f"<tr><{tag}>{first}</{tag}>{numbers}</tr>"


def _bar(value: float, most: float, interval: tuple[float, float] | None = None) -> str:
    """A bar from 0 to `most`, with an interval where there is one."""
    scale = (BAR_WIDE - 2) / most if most else 0.0
    middle = BAR_HIGH / 2
    lines = f'<rect class="bar" y="3" width="{value * scale:.1f}" height="{BAR_HIGH - 6}"/>'
    if interval is not None:
        left, right = max(0.0, interval[0]) * scale + 1, min(most, interval[1]) * scale + 1
        lines += f'<path class="whisker" d="M{left:.1f} {middle}H{right:.1f}"/>'
        for end in (left, right):
            lines += f'<path class="whisker" d="M{end:.1f} 2V{BAR_HIGH - 2}"/>'
    return f'<svg width="{BAR_WIDE}" height="{BAR_HIGH}">{lines}</svg>'


def _interval(mean: MoveMean) -> tuple[float, float] | None:
    """From where to where a mean may be; None where that is not known."""
    return None if mean.error is None else (mean.value - mean.error, mean.value + mean.error)


def _share_cells(share: PointShare | None) -> tuple[str, str]:
    """The share of the points in words and as a bar."""
    if share is None:
        return "", ""
    return share_text(share), _bar(share.value, 1.0, (share.lower, share.upper))


def _results(record: Record) -> Iterator[str]:
    """The results by opponent and colour."""
    if not record.opponents:
        return
    yield "<h2>Results</h2>"
    rows = [*record.opponents, record.total._replace(name="all")]
    if len(record.opponents) == 1:
        rows = rows[:1]
    cells = (
        (
            escape(row.name or "?"),
            ended_text(row.black),
            ended_text(row.white),
            *_share_cells(row.both.share),
        )
        for row in rows
    )
    heads = "against", "with black", "with white", "points", ""
    yield _table(heads, cells, last=len(rows) > 1)
    yield '<p class="note">Games won, drawn and lost.</p>'


def _losses(record: Record) -> Iterator[str]:
    """What moves lost: over the games, and by phase."""
    if not record.series:
        return
    yield "<h2>What a move lost</h2>"
    yield _chart(record.series)
    means = [(PHASE_TITLES[phase], found) for phase, found in record.phases if found is not None]
    most = max(mean.value + (mean.error or 0.0) for _, mean in means)
    rows = []
    for name, mean in means:
        bar = _bar(mean.value, most, _interval(mean))
        rows.append((name, mean_text(mean, 2), bar, f"{mean.moves:,}"))
    yield _table(("phase", "discs a move", "", "moves"), rows)


def _chart(points: Sequence[SeriesPoint]) -> str:
    """A dot for each reviewed game, and the running mean with its interval."""
    reach = reach_of(points)
    plot_wide, plot_high = WIDE - LEFT, HIGH - FOOT

    def x(number: int) -> float:
        return LEFT + plot_wide * (number + 0.5) / len(points)

    def y(value: float) -> float:
        return 6 + (plot_high - 6) * (1 - min(max(value / reach, 0.0), 1.0))

    lines = []
    for value in (0.0, reach / 2, reach):
        lines.append(f'<path class="grid" d="M{LEFT} {y(value):.1f}H{WIDE}"/>')
        label = f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>'
        lines.append(label)
    means = [(x(number), point.running) for number, point in enumerate(points)]
    upper = [f"{at:.1f},{y(m.value + m.error):.1f}" for at, m in means if m.error is not None]
    lower = [f"{at:.1f},{y(m.value - m.error):.1f}" for at, m in means if m.error is not None]
    lines.append(f'<polygon class="band" points="{" ".join([*upper, *reversed(lower)])}"/>')
    mean = " ".join(f"{at:.1f},{y(each.value):.1f}" for at, each in means)
    lines.append(f'<polyline class="mean" points="{mean}"/>')
    for number, point in enumerate(points):
        day = point.date[:10].replace(".", "-")
        title = f"<title>{escape(day)}: {point.loss:.2f} discs a move</title>"
        circle = f'cx="{x(number):.1f}" cy="{y(point.loss):.1f}" r="3.5"'
        lines.append(f'<circle class="dot" {circle}>{title}</circle>')
    for place, anchor, point in ((LEFT, "start", points[0]), (WIDE, "end", points[-1])):
        day = escape(point.date[:10].replace(".", "-"))
        lines.append(f'<text x="{place}" y="{HIGH - 4}" text-anchor="{anchor}">{day}</text>')
    return f'<svg viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}">{"".join(lines)}</svg>'


def _mistakes(record: Record) -> Iterator[str]:
    """The kinds of mistakes, those that cost most first."""
    seen = [row for row in record.mistakes if row.kind != UNEXPLAINED]
    if not record.mistakes:
        return
    yield "<h2>Recurring mistakes</h2>"
    most = max((row.lost for row in seen), default=0.0)
    rows = (
        (
            escape(title_of(row.kind)),
            *(str(row.times), str(row.games), f"{row.lost:.0f}", _bar(row.lost, most)),
        )
        for row in seen
    )
    if seen:
        yield _table(("mistake", "times", "in games", "discs lost", ""), rows)
    for row in record.mistakes[len(seen) :]:
        yield (
            f'<p class="note">In {row.times} others, which lost {row.lost:.0f} discs, nothing of'
            " this is seen on the board: one has to look ahead.</p>"
        )


def _openings(record: Record) -> Iterator[str]:
    """The openings, those played most first."""
    if not record.openings:
        return
    yield "<h2>Openings</h2>"
    rows = (
        (
            escape(row.name or "without a name"),
            str(row.games),
            *_share_cells(row.results.share),
            mean_text(row.loss),
        )
        for row in record.openings
    )
    yield _table(("opening", "games", "points", "", "discs lost a move, 1 to 20"), rows)
