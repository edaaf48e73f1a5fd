"""The record of one's own games: results, rating, mistakes, openings."""

from collections.abc import Sequence

import pygame

from players.window.coach_text import NO_FACT_TITLE
from players.window.drawing.canvas import Canvas, mixed
from players.window.drawing.fonts import font
from players.window.drawing.frame import ROW, TextRow, notice, rows_part, tabs_part
from players.window.drawing.layout import Rect
from players.window.drawing.scene import Part
from players.window.game.record import (
    EN_DASH,
    FEWEST,
    FEWEST_RATED,
    LEVEL_RATINGS,
    RATED_GAMES,
    Interval,
    Record,
    Results,
    mean_text,
    results_text,
)
from players.window.open_games import list_own_games
from players.window.panels.panel import FILES, Panel, View, tab_command, unlisted
from players.window.state import State
from players.window.translation import N_, _, ngettext, percent

SECTION = 26
"""Height of the section buttons, in design pixels."""
SECTIONS = (N_("Results"), N_("Rating"), N_("Mistakes"), N_("Openings"))
RESULTS, RATING, MISTAKES, OPENINGS = range(4)
RATING_MARGIN = 50
"""Elo above and below the curve of ratings."""
HEADS = {
    RESULTS: (N_("Opponent"), N_("As black"), N_("As white"), N_("Score")),
    MISTAKES: (N_("Mistake"), N_("Count"), N_("Games"), N_("Discs lost")),
    OPENINGS: (N_("Opening"), N_("Games"), N_("Score"), N_("Loss")),
}
SHARES = {
    RESULTS: (0.32, 0.19, 0.19, 0.3),
    MISTAKES: (0.48, 0.15, 0.15, 0.22),
    OPENINGS: (0.29, 0.16, 0.32, 0.23),
}
"""Shares of the width of the columns."""


def _places(view: View) -> tuple[Rect, Rect] | None:
    """Return the places of the section buttons and of the open section; None while hidden."""
    body = view.body_of("record")
    if body is None:
        return None
    height = min(view.layout.size(SECTION), body.height)
    line = body._replace(height=height)
    return line, body._replace(y=line.bottom, height=body.height - height)


def show_sections(view: View) -> Part | None:
    """Return the section buttons once there is a record."""
    places, own = _places(view), view.state.files.autosave.record
    if places is None or own.notice:
        return None
    return tabs_part(places[0], dict(enumerate(SECTIONS)), own.section, "sections")


def show(view: View) -> Part | None:
    """Return the open section, or a sentence if it is still empty."""
    places, own = _places(view), view.state.files.autosave.record
    if places is None:
        return None
    record, section, body = own.record, own.section, places[1]
    if (words := own.notice) or record is None:
        return notice(places[0]._replace(height=body.bottom - places[0].y), words)
    if section == RATING:
        if record.ratings:
            return Part(body, record.ratings, _paint_ratings, scrolling=(0, 0))
        few = _("Finish {count} games against levels without help to see your rating")
        return notice(body, few.format(count=FEWEST_RATED))
    if section == MISTAKES and not record.reviewed:
        return notice(body, _("Review a game (R) to see here what went wrong"))
    title = TextRow((_title(record, section),), head=True)
    head = TextRow(tuple(map(_, HEADS[section])), SHARES[section], right=True, head=True)
    rows = [TextRow(cells, SHARES[section], right=True) for cells in _cells(record, section)]
    fixed = (title, head) if rows else (title,)
    return rows_part("record", view.layout, body, rows, view.state.ui.scrolled, fixed=fixed)


def _cells(record: Record, section: int) -> list[tuple[str, ...]]:
    if section == RESULTS:
        against = record.opponents
        if len(against) > 1:
            against = (*against, record.total._replace(name=N_("All")))
        return [
            (_(r.name), results_text(r.black), results_text(r.white), _score(r.both))
            for r in against
        ]
    if section == MISTAKES:
        return [
            (_(r.title or NO_FACT_TITLE), f"{r.times}", f"{r.games}", f"{r.lost:.0f}")
            for r in record.mistakes
        ]
    return [
        (r.name or _("unnamed"), str(r.games), _score(r.results), mean_text(r.loss))
        for r in record.openings
    ]


def _score(results: Results) -> str:
    """Return points in percent with their 95% interval: "60% (31–83)"; "" without a game.

    Too few games for an interval are answered by the number that it takes.
    """
    share = results.share
    if share is None:
        return ""
    if sum(results) < FEWEST:
        return _("after {count} games").format(count=FEWEST)
    return f"{percent(share.value)} ({100 * share.low:.0f}{EN_DASH}{100 * share.high:.0f})"


def _title(record: Record, section: int) -> str:
    """Return the line above a section with rows."""
    games = ngettext("{count} game", "{count} games", record.games).format(count=record.games)
    if section == MISTAKES:
        return _("{count} of {games} reviewed").format(count=record.reviewed, games=games)
    if record.unfinished:
        games += ", " + _("{count} unfinished").format(count=record.unfinished)
    if record.assisted:
        games += ", " + _("{count} with help").format(count=record.assisted)
    explained = section == RESULTS and record.opponents
    return "   ".join((games, _("W-D-L; score (95% range)"))) if explained else games


def _paint_ratings(canvas: Canvas, part: Part) -> None:
    """Paint the last rating, and the curve of all ratings below it."""
    theme, last = canvas.theme, part.content[-1]
    title = _("Elo above {level}, last {count} games")
    title = title.format(level=_(next(iter(LEVEL_RATINGS))), count=RATED_GAMES)
    line = part.place.inset(canvas.size(8), 0)._replace(height=canvas.size(ROW))
    canvas.write_fitting(title, line, (12, 11, 10), theme.muted)
    line = line.row(1, line.height)
    title = f"{last.value:.0f} ({last.low:.0f}{EN_DASH}{last.high:.0f})"
    canvas.write(title, line, canvas.size(14), theme.text, bold=True)
    below = part.place._replace(y=line.bottom, height=max(1, part.place.bottom - line.bottom))
    _paint_curve(canvas, below, part.content)


def _paint_curve(canvas: Canvas, place: Rect, ratings: Sequence[Interval]) -> None:
    """Paint lines at the levels, and the curve with its intervals."""
    theme, height, small = canvas.theme, canvas.size(ROW), canvas.size(11)
    last, values = ratings[-1], [rating.value for rating in ratings]
    least = min(*values, last.low) - RATING_MARGIN  # the first intervals may reach beyond
    most = max(*values, last.high) + RATING_MARGIN
    levels = [(v, _(name)) for name, v in LEVEL_RATINGS.items() if least <= v <= most]
    widest = max((font(small, text=name).size(name)[0] for _value, name in levels), default=0)
    left = min(place.width // 3, widest + canvas.size(14))
    plot = place.right_of(place.x + left).inset(canvas.size(6))

    def y_of(rating: float) -> int:
        share = (rating - least) / (most - least)
        return plot.bottom - round(min(1.0, max(0.0, share)) * plot.height)

    above = plot.bottom + height
    for value, name in levels:
        y = y_of(value)
        faint = mixed(theme.panel, theme.border, 0.7)
        pygame.draw.line(canvas.surface, faint, (plot.x, y), (plot.right, y))
        if above - y >= small:  # otherwise it would cover the label below
            label = Rect(place.x, y - height // 2, left, height)
            canvas.write(name, label, small, theme.muted, align="right")
            above = y
    points = []
    for number, rating in enumerate(ratings):
        x = plot.x + round((number + 0.5) * plot.width / len(ratings))
        points.append((x, y_of(rating.value)))
        ends = (x, y_of(rating.low)), (x, y_of(rating.high))
        ink = mixed(theme.window, theme.accent, 0.4)
        pygame.draw.line(canvas.surface, ink, *ends, max(1, canvas.size(2)))
    canvas.curve(points, theme.accent)


def click(state: State, section: int, right: bool) -> None:
    """Open a section."""
    state.files.autosave.record.section, state.ui.scrolled = section, 0


PANELS = {"record": Panel(show), "sections": Panel(show_sections, click)}
COMMANDS = (
    tab_command("record", N_("Record of your games"), "shift+k", listed=True),
    unlisted("own_games", "", N_("Open one of your games"), list_own_games, FILES),
)
