"""Events of many players and sequential tests as tables for people."""

from collections.abc import Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.table import Table

from tournament.events import Event
from tournament.ratings import Rating
from tournament.report import Standing
from tournament.sequential import ELO0, ELO1, Hypotheses
from tournament.sprt import Prefix
from tournament.tables import match_table

EVENT_CAPTION = (
    "Elo from the game points of all pairs, mean 0, with its 95 % interval over classes of"
    " openings; below the numbers the share of the game points in percent that the player of"
    " the row took"
)


def event_table(event: Event, ratings: Sequence[Rating], standings: Sequence[Standing]) -> Table:
    """A row for each player, the strongest first: rating, points, and the share against each."""
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False)
    table.caption, table.caption_justify = EVENT_CAPTION, "left"
    order = sorted(range(len(event.players)), key=lambda place: -ratings[place].elo)
    for heading in ("", "player"):
        table.add_column(heading, overflow="fold")
    for heading in ("Elo", "95 %", "points", *map(str, range(1, len(order) + 1))):
        table.add_column(heading, justify="right", no_wrap=True)
    points = _points(event, standings)
    for number, place in enumerate(order, start=1):
        rating = ratings[place]
        won, games = (sum(values) for values in zip(*points[place].values(), strict=True))
        shares = [_percent(points[place].get(other)) for other in order]
        table.add_row(
            *(str(number), event.players[place], f"{rating.elo:+.0f}"),
            *(f"{rating.low:+.0f} to {rating.high:+.0f}", f"{won:g}/{games}", *shares),
        )
    return table


def _points(event: Event, standings: Sequence[Standing]) -> list[dict[int, tuple[float, int]]]:
    """For each player, by opponent, the game points and the games."""
    points: list[dict[int, tuple[float, int]]] = [{} for _ in event.players]
    for (a, b), standing in zip(event.pairings, standings, strict=True):
        totals = standing.totals
        points[a][b] = totals.points, totals.games
        points[b][a] = totals.games - totals.points, totals.games
    return points


def _percent(points: tuple[float, int] | None) -> str:
    """A share of the points in percent, "" without a game."""
    return f"{100 * points[0] / points[1]:.0f}" if points and points[1] else ""


def sequential_table(
    hypotheses: Hypotheses,
    prefix: Prefix,
    expected: Mapping[str, float | None],
    standing: Standing,
) -> Table:
    """A sequential test: what was tested and decided, then the pairs that were judged."""
    unit = "normalised Elo" if hypotheses.normalised else "Elo"
    low, high = hypotheses.bounds
    repeated = f"; {prefix.repeated} that repeat them left out" if prefix.repeated else ""
    rows = [
        ("test", f"A is {hypotheses.elo0:+g} {unit} stronger, or {hypotheses.elo1:+g}"),
        ("decision", decision_text(hypotheses, prefix)),
        ("LLR", f"{prefix.test.ratio:+.3f}, between {low:.3f} and {high:.3f}"),
        ("   design effect", f"{prefix.test.design_effect:.2f}, by which it is divided"),
        ("pairs judged", f"{prefix.test.pairs} in their fixed order{repeated}"),
    ]
    if expected[ELO0] is not None and expected[ELO1] is not None:
        rows.append(("   expected", f"{expected[ELO0]:.0f} at elo0, {expected[ELO1]:.0f} at elo1"))
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
        return "none: the openings are exhausted and the test is undecided"
    errors = {ELO0: hypotheses.beta, ELO1: hypotheses.alpha}
    if prefix.test.accepted is None:
        return "none yet"
    elo = getattr(hypotheses, prefix.test.accepted)
    error = errors[prefix.test.accepted]
    return (
        f"{prefix.test.accepted} accepted: {elo:+g} rather than the other"
        f" (wrong in {error:.0%} of such tests)"
    )
