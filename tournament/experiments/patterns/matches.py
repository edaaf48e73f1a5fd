"""The pattern evaluation against Bill's, at equal depth and at equal CPU time.

Nobody solves the end of the game. Forward estimation needs the edge costs of its evaluator;
without any for one of the two it is left out. A limit in seconds makes every game
depend on the machine and on its load.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from players.registry import SpecError
from tournament.contests.contest import RequestError
from tournament.experiments.patterns.evaluators import compared
from tournament.experiments.runner import contests, plots
from tournament.experiments.runner.contests import BEST, SEARCH_ONLY, SERIES_COLUMNS, Pairing
from tournament.experiments.runner.output import Column, print_result
from tournament.experiments.runner.plots import Curve, Panel
from tournament.options import natural, seconds

SUMMARY = "the pattern evaluation plays Bill's, at equal depth and at equal CPU time"
EXAMPLES = (
    "python -m tournament experiment pattern-matches --openings 24 --depths 2 4",
    "python -m tournament experiment pattern-matches --seconds 0.005 0.02 --costs costs.npz",
    "python -m tournament experiment pattern-matches --evaluator patterns@mine.npz",
    "python -m tournament experiment pattern-matches --json",
    "python -m tournament experiment pattern-matches --plot pattern-matches.png",
)
DEPTHS = (2, 4, 6, 8)
SECONDS = (0.005, 0.02)
MODERN = f"driver=pvs,table=18,{SEARCH_ONLY}"
ALPHABETA, FORWARD = "alphabeta", "forward"
PLAYERS = {ALPHABETA: f"alphabeta:{MODERN}", FORWARD: f"forward:{BEST},{MODERN}"}
"""How either side plays at equal CPU time."""
DEPTH, MILLISECONDS = "depth {:g}", "{:g} ms"
"""The kinds of limits, as they are written."""
COLUMNS = (
    Column("both are", "player"),
    Column("limit", "limit_text"),
    *SERIES_COLUMNS[1:],
)
CAPTION = (
    "pairs won by A with their 95 % interval over the classes of openings, game points, and what"
    " B spent over what A spent; nobody solves the end of the game"
)


class Sides(NamedTuple):
    """The evaluators of A and of B; `costs`: A's edge costs for forward, "" for shipped ones."""

    a: str
    b: str
    costs: str = ""


class Limited(NamedTuple):
    """A match: which player both are, the limit that both have, and the two of them."""

    player: str
    limit: float
    kind: str
    pairing: Pairing


def at_depth(sides: Sides, depth: int) -> Limited:
    """The match of plain alpha-beta at one depth."""
    plain = f"alphabeta:depth={depth},{SEARCH_ONLY}"
    a, b = (contests.spec(plain, f"evaluator={name}") for name in (sides.a, sides.b))
    return Limited(ALPHABETA, depth, DEPTH, Pairing(f"{ALPHABETA}, depth {depth}", a, b))


def at_time(sides: Sides, player: str, limit: float) -> Limited:
    """The match with one limit in seconds; SpecError where forward lacks its edge costs."""
    timed = f"{PLAYERS[player]},seconds={limit:g}"
    costs = f"costs={sides.costs}" if sides.costs and player == FORWARD else ""
    a = contests.spec(timed, f"evaluator={sides.a}", costs)
    b = contests.spec(timed, f"evaluator={sides.b}")
    pairing = Pairing(f"{player}, {1000 * limit:g} ms", a, b)
    return Limited(player, 1000 * limit, MILLISECONDS, pairing)


def matches(
    sides: Sides, depths: Sequence[int], limits: Sequence[float]
) -> tuple[list[Limited], str | None]:
    """Every match, and why forward is not in it, if so.

    SpecError for costs that are given and do not fit.
    """
    found = [at_depth(sides, depth) for depth in depths]
    found += [at_time(sides, ALPHABETA, limit) for limit in limits]
    try:
        return found + [at_time(sides, FORWARD, limit) for limit in limits], None
    except SpecError as error:
        if sides.costs:
            raise
        return found, str(error).partition(": ")[2]


def draw(rows: Sequence[dict[str, Any]], path: Path, title: str) -> None:
    """Pairs won against the limit: a panel for depths, one for times."""
    panels = []
    for kind, label, scale in ((DEPTH, "depth", "linear"), (MILLISECONDS, "ms a move", "log")):
        curves = []
        for color, player in enumerate(PLAYERS):
            mine = [row for row in rows if (row["player"], row["kind"]) == (player, kind)]
            if mine:
                errors = [(row["high"] - row["low"]) / 4 for row in mine]
                limits = [row["limit"] for row in mine]
                wins = [row["win_rate"] for row in mine]
                curves.append(Curve(player, limits, wins, errors, color))
        if curves:
            marks = sorted({row["limit"] for row in rows if row["kind"] == kind})
            axes = {
                "xlabel": label,
                "xscale": scale,
                "ylabel": "pairs won by A, %",
                "ylim": (0, 105),
            }
            names = [f"{mark:g}" for mark in marks]
            panels.append(Panel(curves, {**axes, "xticks": marks, "xticklabels": names}))
    plots.draw(panels, path, title)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    add = parser.add_argument
    add("--evaluator", default="patterns", metavar="NAME", help="A's, such as patterns@FILE")
    add("--against", default="bill", metavar="NAME", help="B's (default: %(default)s)")
    add("--costs", default="", metavar="FILE", help="edge costs of A's evaluator, for forward")
    add(
        "--depths",
        type=natural,
        nargs="*",
        default=list(DEPTHS),
        metavar="N",
        help=f"plies (default: {' '.join(map(str, DEPTHS))})",
    )
    add(
        "--seconds",
        type=seconds,
        nargs="*",
        default=list(SECONDS),
        metavar="S",
        help=f"CPU seconds for a move (default: {' '.join(f'{limit:g}' for limit in SECONDS)})",
    )
    contests.add_arguments(parser)
    plots.add_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    plots.check(options.plot)
    a, b = compared([options.evaluator]), compared([options.against])
    sides = Sides(options.evaluator, options.against, options.costs)
    asked, left_out = matches(sides, options.depths, options.seconds)
    if not asked:
        raise RequestError("no match is asked for: --depths or --seconds")
    played = contests.play([match.pairing for match in asked], options)
    rows = [
        {
            **row,
            "player": match.player,
            "limit": match.limit,
            "kind": match.kind,
            "limit_text": match.kind.format(match.limit),
        }
        for match, row in zip(asked, played, strict=True)
    ]
    result = {"experiment": "pattern-matches", **sides._asdict(), "rows": rows}
    title = f"A: {a[0].label}, B: {b[0].label}"
    caption = CAPTION + (f"; forward is left out: {left_out}" if left_out else "")
    print_result({**result, "left_out": left_out}, COLUMNS, title, caption, as_json=options.json)
    if options.plot is not None:
        draw(rows, options.plot, title)
    return 0
