"""The pattern evaluation against Bill's, at equal depth and at equal CPU time.

Nobody solves the end of the game. Forward estimation needs the edge costs of its evaluator;
without any for one of the two it is left out. A limit in seconds makes every game
depend on the machine and on its load.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from othello.cli.errors import UserError
from othello.cli.parser import natural
from players.registry import SpecError
from tournament.experiments.patterns.evaluators import compared
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, contests, plots
from tournament.experiments.runner.arguments import move_seconds, of_matches, option, plot
from tournament.experiments.runner.contests import SEARCH_ONLY, WIN_COLUMNS, Pairing
from tournament.experiments.runner.output import grouped

ALPHABETA_NAME, FORWARD = "alphabeta", "forward"
PLAYERS = {player.partition(":")[0]: player for player in contests.MODERN_PLAYERS.values()}
"""How either side plays at equal CPU time."""
DEPTH_LABEL, MILLISECONDS_LABEL = "depth {:g}", "{:g} ms"
"""The kinds of limits, as they are written."""


class Sides(NamedTuple):
    """The evaluators of A and of B; `costs`: A's edge costs for forward, "" for shipped ones."""

    a: str
    b: str
    costs: str = ""


def pairing(sides: Sides, player: str, limit: float, kind: str) -> Pairing:
    """The match with one limit; SpecError where forward lacks its edge costs.

    At equal depth both are plain alpha-beta.
    """
    limited = f"{PLAYERS[player]},{SEARCH_ONLY},seconds={limit / 1000:g}"
    if kind == DEPTH_LABEL:
        limited = f"alphabeta:depth={limit:g},{SEARCH_ONLY}"
    costs = f"costs={sides.costs}" if sides.costs and player == FORWARD else ""
    a = contests.spec(limited, f"evaluator={sides.a}", costs)
    b = contests.spec(limited, f"evaluator={sides.b}")
    text = kind.format(limit)
    told = {"player": player, "limit": limit, "kind": kind, "limit_text": text}
    return Pairing(f"{player}, {text}", a, b, told)


def matches(
    sides: Sides, depths: Sequence[int], limits: Sequence[float]
) -> tuple[list[Pairing], str | None]:
    """Every match, and why forward is not in it, if so.

    SpecError for costs that are given and do not fit.
    """
    times = [1000 * limit for limit in limits]
    found = [pairing(sides, ALPHABETA_NAME, depth, DEPTH_LABEL) for depth in depths]
    found += [pairing(sides, ALPHABETA_NAME, time, MILLISECONDS_LABEL) for time in times]
    try:
        return found + [pairing(sides, FORWARD, time, MILLISECONDS_LABEL) for time in times], None
    except SpecError as error:
        if sides.costs:
            raise
        return found, str(error).partition(": ")[2]


def draw_by_kind(
    found: Found, key: str, shown: Mapping[str, str], kinds: Mapping[str, str], spread: plots.Spread
) -> list[plots.Panel]:
    """Panels of rows by `key` against their limits, for each kind of these, beside its label."""
    panels, by_kind = [], grouped(found["rows"], "kind")
    for kind in filter(by_kind.get, kinds):
        scale = "log" if kind == MILLISECONDS_LABEL else "linear"
        ticks = plots.named_ticks("x", [row["limit"] for row in by_kind[kind]])
        axes = {"xlabel": kinds[kind], "xscale": scale, **ticks}
        panels += plots.panels_of(by_kind[kind], key, "limit", shown, spread, **axes)
    return panels


def draw(found: Found) -> list[plots.Panel]:
    """Pairs won against the limit: a panel for depths, one for times."""
    kinds = {DEPTH_LABEL: "depth", MILLISECONDS_LABEL: "ms a move"}
    panels = draw_by_kind(found, "player", {"win_rate": "pairs won by A, %"}, kinds, plots.ENDS)
    for panel in panels:
        panel.settings["ylim"] = (0, 105)
    return panels


def measure(run: Runner) -> dict[str, Any]:
    """All matches."""
    options = run.options
    a, b = compared([options.evaluator]), compared([options.against])
    sides = Sides(options.evaluator, options.against, options.costs)
    asked, left_out = matches(sides, options.depths, options.seconds)
    if not asked:
        raise UserError("no match is asked for: --depths or --seconds")
    rows = run.play(asked)
    note = f"; forward is left out: {left_out}" if left_out else ""
    told = {"left_out": left_out, "title": f"A: {a[0].label}, B: {b[0].label}", "note": note}
    return {**sides._asdict(), "rows": rows, **told}


EXPERIMENT = Experiment(
    name="pattern-matches",
    summary="the pattern evaluation plays Bill's, at equal depth and at equal CPU time",
    size=Size(30, 120, "--depths 2 4 --seconds 0.002 --openings 6"),
    examples="--openings 24 --depths 2 4; --seconds 0.005 0.02 --costs costs.npz;"
    " --evaluator patterns@mine.npz; --json; --plot pattern-matches.png",
    options=(
        option("--evaluator NAME", "A's, such as patterns@FILE", default="patterns"),
        option("--against NAME", "B's (default: %(default)s)", default="bill"),
        option("--costs FILE", "edge costs of A's evaluator, for forward", default=""),
        option("--depths N...", "plies (default: %(default)s)", natural, (2, 4, 6, 8), nargs="*"),
        move_seconds((0.005, 0.02), nargs="*"),
        of_matches(),
        plot(),
    ),
    measure=measure,
    tables=Table(
        f"both are {{player}} | limit {{limit_text}} | {WIN_COLUMNS}",
        "{title}",
        "pairs won by A with their 95 % interval over the classes of openings, game points, and"
        " what B spent over what A spent; nobody solves the end of the game{note}",
    ),
    aside=("title", "note"),
    draw=draw,
    drawing_title="{title}",
)
