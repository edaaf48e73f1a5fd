"""The record of one's own games: results, losses over time, mistakes, openings."""

from typing import NamedTuple

import pygame

from players.analyse.kept_games import KeptSummary
from players.analyse.level_rating import FEWEST_RATED, LEVEL_RATINGS, RATED_GAMES, nearest_level
from players.analyse.record import (
    EN_DASH,
    MistakeRow,
    OpponentRow,
    Record,
    mean_text,
    reach_of,
    results_text,
    share_text,
)
from players.coach.words import title_of
from players.window.drawing.canvas import Canvas, mixed
from players.window.drawing.fonts import font
from players.window.drawing.frame import LEADS, Notice, paint_notice
from players.window.drawing.layout import Rect, shares, split, tab_places
from players.window.drawing.scene import Part, targets_of
from players.window.explaining import NO_FACT_TITLE
from players.window.game.autosave import record_notice
from players.window.opening import OwnGames, list_own_games
from players.window.panels.panel import (
    ANALYSIS,
    FILES,
    Command,
    Named,
    Panel,
    View,
    tab_command,
)
from players.window.state import State
from players.window.translation import N_, _, ngettext

ROW, TITLE = 22, 24
"""Height of a row and of the section buttons, in design pixels."""
SECTIONS = (N_("Results"), N_("Rating"), N_("Losses"), N_("Mistakes"), N_("Openings"))
RESULTS, RATING, LOSSES, MISTAKES, OPENINGS = range(5)
RATING_MARGIN = 50
"""Elo above and below the curve of a chart of ratings."""
PHASE_NAMES = {"opening": N_("opening"), "midgame": N_("middlegame"), "endgame": N_("endgame")}
RESULT_HEADS = (N_("Opponent"), N_("As black"), N_("As white"), N_("Score"))
RESULT_SHARES = (0.32, 0.155, 0.155, 0.37)
OPENING_HEADS = (N_("Opening"), N_("Games"), N_("Score"), N_("Loss"))
OPENING_SHARES = (0.33, 0.10, 0.34, 0.23)
MISTAKE_HEADS = (N_("Mistake"), N_("Count"), N_("Games"), N_("Discs lost"))
MISTAKE_SHARES = (0.52, 0.14, 0.14, 0.20)


class RecordTable(NamedTuple):
    """Rows of cells below headings; `widths` are the columns' shares of the width.

    `names` are the opponents or openings of the rows, if a click on a row lists its games.
    """

    heads: tuple[str, ...]
    widths: tuple[float, ...]
    rows: tuple[tuple[str, ...], ...]
    names: tuple[str, ...] = ()


class ChartPoint(NamedTuple):
    """A point of the line of a chart with its interval, and the value of the game as a dot."""

    value: float
    low: float
    high: float
    dot: float | None = None


class RecordChart(NamedTuple):
    """A line over the games from `least` to `most`; `phases` are names and values shown below.

    `grid` are horizontal lines with their labels, from the lowest on.
    """

    points: tuple[ChartPoint, ...]
    phases: tuple[tuple[str, str], ...]
    least: float
    most: float
    grid: tuple[tuple[float, str], ...]


class RecordScene(NamedTuple):
    """Places and names of all sections, and the content of the open one below its title."""

    heads: tuple[tuple[Rect, str], ...]
    current: int
    title: str
    below: Rect
    content: RecordTable | RecordChart | str


def show(view: View) -> Part | None:
    """Return the open section; a click on a section button opens another."""
    body = view.body_of("record")
    if body is None:
        return None
    own, layout = view.state.autosave.record, view.layout
    if words := record_notice(own):
        return Part(body, Notice(words), paint_notice)
    assert own.record is not None
    inside = body.inset(layout.size(6), layout.size(4))
    line = inside._replace(height=layout.size(TITLE))
    places = tab_places(line, SECTIONS)
    heads = tuple(zip(places, map(_, SECTIONS), strict=True))
    content = _content(own.record, own.section)
    below = inside._replace(y=line.bottom, height=max(0, inside.bottom - line.bottom))
    last = room = 0
    meanings: list[tuple[Rect, object]] = [(place, number) for number, place in enumerate(places)]
    if isinstance(content, RecordTable):
        room = max(1, below.height // layout.size(ROW) - 2)
        last = max(0, len(content.rows) - room)
        top = min(max(0, view.state.scrolled), last)
        sight = slice(top, top + room)
        content = content._replace(rows=content.rows[sight], names=content.names[sight])
        lines = (below.row(2 + number, layout.size(ROW)) for number in range(room))
        meanings += list(zip(lines, content.names, strict=False))
    scene = RecordScene(heads, own.section, _title(own.record, own.section), below, content)
    targets = targets_of("record", meanings)
    return Part(body, scene, paint, targets, (0, last), room)


def _content(record: Record, section: int) -> RecordTable | RecordChart | str:
    """Return the content of a section, or a sentence if it is still empty."""
    if section == RESULTS:
        against = record.opponents
        if len(against) > 1:
            against = (*against, record.total._replace(name=N_("All")))
        names = tuple(row.name for row in record.opponents)
        return RecordTable(RESULT_HEADS, RESULT_SHARES, tuple(map(_result_row, against)), names)
    if section == OPENINGS:
        names = tuple(row.name for row in record.openings)
        return RecordTable(OPENING_HEADS, OPENING_SHARES, tuple(_opening_rows(record)), names)
    if section == RATING:
        few = _("Finish {count} games against levels without help to see your rating")
        return _rating_chart(record) if record.ratings else few.format(count=FEWEST_RATED)
    if not record.reviewed:
        return _("Review a game (R) to see here what went wrong")
    if section == LOSSES:
        phases = ((_(PHASE_NAMES[name]), mean_text(found)) for name, found in record.phases)
        return _loss_chart(record, tuple(phases))
    rows = tuple(_mistake_row(row) for row in record.mistakes)
    return RecordTable(MISTAKE_HEADS, MISTAKE_SHARES, rows)


def _loss_chart(record: Record, phases: tuple[tuple[str, str], ...]) -> RecordChart:
    """Return the loss of each reviewed game with a running mean."""
    points = []
    for point in record.series:
        mean, error = point.running.value, point.running.error or 0.0
        points.append(ChartPoint(mean, max(0.0, mean - error), mean + error, point.loss))
    reach = reach_of(record.series)
    grid = tuple((value, f"{value:g}") for value in (0.0, reach / 2, reach))
    return RecordChart(tuple(points), phases, 0.0, reach, grid)


def _rating_chart(record: Record) -> RecordChart:
    """Return the rating after each rated game, among the levels."""
    last = record.ratings[-1]
    values = [rating.value for rating in record.ratings]
    least = min(*values, last.low) - RATING_MARGIN  # the first intervals may reach beyond
    most = max(*values, last.high) + RATING_MARGIN
    grid = ((value, _(name)) for name, value in LEVEL_RATINGS.items() if least <= value <= most)
    foot = (
        (_("Your rating (95 %)"), f"{last.value:.0f} ({last.low:.0f}{EN_DASH}{last.high:.0f})"),
        (_("Nearest level"), _(nearest_level(last.value))),
    )
    points = tuple(ChartPoint(*rating) for rating in record.ratings)
    return RecordChart(points, foot, least, most, tuple(grid))


def _title(record: Record, section: int) -> str:
    """Return the line above a section."""
    games = ngettext("{count} game", "{count} games", record.games).format(count=record.games)
    if section in (RESULTS, OPENINGS):
        if record.unfinished:
            games += ", " + _("{count} unfinished").format(count=record.unfinished)
        legend = _("W-D-L; score (95 % range)")
        return f"{games}; {legend}" if section == RESULTS else games
    if section == RATING:
        title = _("Elo above {level}, last {count} games")
        title = title.format(level=_(next(iter(LEVEL_RATINGS))), count=RATED_GAMES)
        left_out = _("{count} with help left out").format(count=record.assisted)
        return f"{title}, {left_out}" if record.assisted else title
    reviewed = _("{count} of {games} reviewed").format(count=record.reviewed, games=games)
    if record.loss is None or section == MISTAKES:
        return reviewed
    lost = _("{discs} discs per move").format(discs=mean_text(record.loss))
    return f"{lost}, {reviewed}"


def _result_row(row: OpponentRow) -> tuple[str, ...]:
    return _(row.name), results_text(row.black), results_text(row.white), share_text(row.both.share)


def _mistake_row(row: MistakeRow) -> tuple[str, ...]:
    title = title_of(row.kind) if row.kind else NO_FACT_TITLE
    return _(title), str(row.times), str(row.games), f"{row.lost:.0f}"


def _opening_rows(record: Record) -> list[tuple[str, ...]]:
    return [
        (
            row.name or _("unnamed"),
            str(row.games),
            share_text(row.results.share),
            mean_text(row.loss),
        )
        for row in record.openings
    ]


def paint(canvas: Canvas, part: Part) -> None:
    """Paint the section buttons and the open section."""
    theme = canvas.theme
    scene: RecordScene = part.content
    for number, (place, head) in enumerate(scene.heads):
        on = number == scene.current
        canvas.box(
            place.inset(canvas.size(2), 1), theme.raised if on else theme.panel, canvas.size(6)
        )
        ink = theme.text if on else theme.muted
        canvas.write(head, place, canvas.size(12), ink, bold=on, align="centre")
    height = canvas.size(ROW)
    title = scene.below._replace(height=min(height, scene.below.height))
    canvas.write(scene.title, title.inset(canvas.size(4), 0), canvas.size(12), theme.muted)
    rest = scene.below._replace(y=title.bottom, height=max(0, scene.below.bottom - title.bottom))
    if isinstance(scene.content, RecordTable):
        _table(canvas, scene.content, rest)
    elif isinstance(scene.content, RecordChart):
        _chart(canvas, scene.content, rest)
    else:
        canvas.write(scene.content, rest, canvas.size(13), theme.muted, align="centre")


def _table(canvas: Canvas, table: RecordTable, place: Rect) -> None:
    """Paint headings and rows, the first column left-aligned."""
    height, theme = canvas.size(ROW), canvas.theme
    lines = (tuple(map(_, table.heads)), *table.rows)
    for number, cells in enumerate(lines):
        row = place.row(number, height).inset(canvas.size(4), 0)
        if table.names:  # a click lists the games of the row
            end = row.right_of(row.right - canvas.size(14))
            row = row._replace(width=row.width - end.width)
            if 0 < number <= len(table.names):
                canvas.write(LEADS, end, canvas.size(15), theme.accent, align="right")
        ink = theme.text if number else theme.muted
        size = canvas.size(13 if number else 12)
        for column, (text, spot) in enumerate(zip(cells, split(row, table.widths), strict=True)):
            spot = spot if column else spot._replace(width=spot.width - canvas.size(4))
            canvas.write(text, spot, size, ink, align="right" if column else "left")


def _chart(canvas: Canvas, chart: RecordChart, place: Rect) -> None:
    """Paint the grid, a dot for each game, the line with its intervals, and the values below."""
    theme, height = canvas.theme, canvas.size(ROW)
    foot = place._replace(y=place.bottom - 2 * height, height=height)
    columns = shares(foot, len(chart.phases), canvas.size(4))
    for (name, text), spot in zip(chart.phases, columns, strict=True):
        canvas.write(name, spot, canvas.size(12), theme.muted, align="centre")
        under = spot._replace(y=spot.bottom)
        canvas.write(text, under, canvas.size(14), theme.text, bold=True, align="centre")
    small = canvas.size(11)
    widest = max((font(small, text=text).size(text)[0] for _, text in chart.grid), default=0)
    left = min(place.width // 3, max(canvas.size(30), widest + canvas.size(6)))
    plot = Rect(place.x + left, place.y, place.width - left, max(1, foot.y - place.y))
    plot = plot.inset(canvas.size(6), canvas.size(6))
    above = plot.bottom + height
    for value, text in chart.grid:
        y = _height(plot, value, chart)
        faint = mixed(theme.panel, theme.border, 0.7)
        pygame.draw.line(canvas.surface, faint, (plot.x, y), (plot.right, y))
        if above - y >= small:  # otherwise it would cover the label below
            label = Rect(place.x, y - height // 2, left, height)
            canvas.write(text, label, small, theme.muted, align="right")
            above = y
    _line(canvas, plot, chart)
    for number, point in enumerate(chart.points):
        if point.dot is not None:
            spot_at = _across(plot, number, len(chart.points)), _height(plot, point.dot, chart)
            canvas.dot(spot_at, max(4, canvas.size(5)), theme.muted)


def _line(canvas: Canvas, plot: Rect, chart: RecordChart) -> None:
    """Paint the line, and the intervals as bars behind it."""
    theme = canvas.theme
    line = []
    for number, point in enumerate(chart.points):
        x = _across(plot, number, len(chart.points))
        line.append((x, _height(plot, point.value, chart)))
        if point.low < point.high:
            top, bottom = _height(plot, point.high, chart), _height(plot, point.low, chart)
            ink = mixed(theme.window, theme.accent, 0.4)
            pygame.draw.line(canvas.surface, ink, (x, top), (x, bottom), max(1, canvas.size(2)))
    if len(line) > 1:
        for shift in range(max(1, canvas.size(2))):
            shifted = [(x, y + shift) for x, y in line]
            pygame.draw.aalines(canvas.surface, theme.accent, False, shifted)
    elif line:
        canvas.dot(line[0], max(4, canvas.size(5)), theme.accent)


def _across(plot: Rect, number: int, count: int) -> int:
    return plot.x + round((number + 0.5) * plot.width / count)


def _height(plot: Rect, value: float, chart: RecordChart) -> int:
    share = (value - chart.least) / (chart.most - chart.least)
    return plot.bottom - round(min(1.0, max(0.0, share)) * plot.height)


def click(state: State, meaning: int | str, right: bool) -> None:
    """Open a section, or list the games of a row: of that opponent or opening."""
    own = state.autosave.record
    if isinstance(meaning, int):
        own.section, state.scrolled = meaning, 0
        return
    against = own.section == RESULTS
    title = _("Games: {name}").format(name=_(meaning) if meaning else _("unnamed"))

    def matches(game: KeptSummary) -> bool:
        own = game.own
        return own is not None and meaning == (own.opponent if against else own.opening)

    state.overlay = OwnGames(state, title, matches)


PANELS = {
    "record": Panel(
        show=show,
        click=click,
        commands=(
            tab_command("record", N_("Record of your games"), "shift+k", listed=True),
            Command(
                "own_games", (), N_("Open one of your games"), list_own_games, FILES, listed=False
            ),
        ),
        lines=(Named(ANALYSIS, "tab_record"),),
    )
}
