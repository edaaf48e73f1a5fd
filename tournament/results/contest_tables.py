"""Events of many players, sequential tests and equal strength as tables for people."""

import math
from collections.abc import Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table

from tournament.formats.events import Event, points_taken
from tournament.formats.parity import Factor, Parity, Step
from tournament.formats.sprt import Prefix
from tournament.results.standings import Standing
from tournament.results.tables import match_table, ratio
from tournament.statistics.ratings import Rating, Ratings
from tournament.statistics.sequential import ELO0, ELO1, Hypotheses

EVENT_CAPTION = (
    "Elo from the game points of all pairs, mean 0, with its 95 % interval over classes of"
    " openings; below the numbers the share of the game points, of complete pairs and in"
    " percent, that the player of the row took"
)


def event_table(event: Event, found: Ratings, standings: Sequence[Standing]) -> Table:
    """A row for each player, the strongest first: rating, points, and the share against each.

    Below it by how much the first leads the second.
    """
    ratings = found.players
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    order = sorted(range(len(event.players)), key=lambda place: -ratings[place].elo)
    table.caption = f"{lead_text(found.lead)}\n{EVENT_CAPTION}"
    table.caption_justify = "left"
    for heading in ("", "player"):
        table.add_column(heading, overflow="fold")
    for heading in ("Elo", "95 %", "points", *map(str, range(1, len(order) + 1))):
        table.add_column(heading, justify="right", no_wrap=True)
    points = points_taken(
        (one.tournament.a, one.tournament.b, one.pentanomial) for one in standings
    )
    for number, place in enumerate(order, start=1):
        rating, spec = ratings[place], event.players[place]
        met = [points.get((spec, event.players[other])) for other in order]
        won, games = (sum(values) for values in zip(*filter(None, met), strict=True))
        table.add_row(
            *(str(number), spec, f"{rating.elo:+.0f}"),
            *(f"{rating.low:+.0f} to {rating.high:+.0f}", f"{won:g}/{games}", *map(_percent, met)),
        )
    return table


def lead_text(lead: Rating) -> str:
    """How far the first player of an event is above the second, and whether that is sure."""
    sure = "" if lead.low > 0 else ": which of the two is the stronger remains open"
    ends = f"{lead.low:+.0f} to {lead.high:+.0f}"
    return f"1 leads 2 by {lead.elo:.0f} Elo (95 %: {ends}){sure}."


def _percent(points: tuple[float, int] | None) -> str:
    """A share of the points in percent, "" without a game."""
    return f"{100 * points[0] / points[1]:.0f}" if points and points[1] else ""


def sequential_table(
    hypotheses: Hypotheses,
    prefix: Prefix,
    expected: Mapping[str, float] | None,
    standing: Standing,
) -> Table:
    """A sequential test: what was tested and decided, then the pairs that were judged."""
    unit = "normalised Elo" if hypotheses.normalised else "Elo"
    low, high = hypotheses.bounds
    repeated = f"; {prefix.repeated} that repeat them left out" if prefix.repeated else ""
    rows = [
        ("test", f"elo0 {hypotheses.elo0:g} against elo1 {hypotheses.elo1:g}, {unit} of A over B"),
        ("decision", decision_text(hypotheses, prefix)),
        ("LLR", f"{prefix.test.ratio:+.3f}, between {low:.3f} and {high:.3f}"),
        ("   design effect", f"{prefix.test.design_effect:.2f}, by which it is divided"),
        ("pairs judged", f"{prefix.test.pairs} in their fixed order{repeated}"),
    ]
    if expected is not None:
        numbers = (f"{number:,.0f} at {name}" for name, number in expected.items())
        rows.append(("   expected", ", ".join(numbers).replace("at between", "between them")))
    table = match_table(standing)
    whole = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name, text in rows:
        whole.add_row(name, text)
    for name, text in zip(*(column.cells for column in table.columns), strict=True):
        whole.add_row(name, text)
    return whole


def decision_text(hypotheses: Hypotheses, prefix: Prefix) -> str:
    """What the test says, in words."""
    if prefix.exhausted:
        return f"none: {prefix.end} and the test is undecided"
    if prefix.test.accepted is None:
        return "none yet"
    if prefix.test.accepted == ELO1:
        elo, error, other = hypotheses.elo1, hypotheses.alpha, ELO0
    else:
        elo, error, other = hypotheses.elo0, hypotheses.beta, ELO1
    return (
        f"{prefix.test.accepted} accepted: {elo:g}"
        f" (also in {100 * error:g} % of tests where {other} holds)"
    )


def parity_table(
    asked: Parity, steps: Sequence[Step], standings: Sequence[Standing], found: Factor
) -> Table:
    """The matches by A's factor, and above them the factor at equal strength."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    limit = getattr(asked.model.terms(False).limits, asked.unit)
    table.title = f"A: {asked.model.a}\nB: {asked.model.b}, {limit:g} {asked.unit} a move"
    table.title_justify = table.caption_justify = "left"
    table.caption = _factor_text(asked.unit, found)
    for heading in (
        f"A's {asked.unit}\nover B's",
        "points\nof A",
        "\n95 %",
        "nodes\nA/B",
        "CPU\nA/B",
    ):
        table.add_column(heading, justify="right", no_wrap=True)
    for step, standing in sorted(zip(steps, standings, strict=True), key=lambda row: row[0].factor):
        a, b = standing.totals.a, standing.totals.b
        low, high = standing.points_interval
        table.add_row(
            *(f"{step.factor:.3g}", f"{100 * step.score:.1f}"),
            f"{100 * low:.1f} to {100 * high:.1f}",
            *(ratio(a.nodes, b.nodes), ratio(a.cpu_seconds, b.cpu_seconds)),
        )
    return table


def _factor_text(unit: str, found: Factor) -> str:
    """The factor in words."""
    if math.isnan(found.factor):
        return "no factor is seen at which both are equally strong"
    beyond = "" if found.reached else "; it lies beyond the factors that were played"
    return (
        f"A scores 50 % with {found.factor:.3g} times B's {unit}"
        f" (95 %: {found.low:.3g} to {found.high:.3g}){beyond}"
    )
