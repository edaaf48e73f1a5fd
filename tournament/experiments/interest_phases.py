"""Interest search by phase of the game, and its parts: ordering and selection of moves.

In a phase A plays interest search, and elsewhere as B does: as the same program with equal costs
for all moves, or as alpha-beta. Then matches differ in one part: an order of moves at equal costs,
or costs at the same order near the leaves. No player solves the end of the game.

Source: Jeff Rollason, "Interest Search - Another way to do Minimax", AI Factory, September 2014.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import Any

from othello.cli.parser import seconds
from tournament.experiments.interest_table import FLAT, OFF
from tournament.experiments.runner import SEARCH_ONLY, Experiment, Pairing, Result, Runner, spec
from tournament.experiments.runner.arguments import count, of_matches, option, some_of
from tournament.experiments.runner.output import WIN_COLUMNS, Table, grouped
from tournament.page import plots

PLAYERS = "tournament.experiments.interest_players"
EVALUATORS = ("bill", "patterns")
PRESETS = ("learned", "published")
WHOLE = "whole game"
PHASES = {"60-41": (60, 41), "40-21": (40, 21), "20-0": (20, 0), WHOLE: (60, 0)}
"""Empty squares before the first and the last move of a phase."""
ALPHA_BETA, EQUAL_COSTS = f"alphabeta:{OFF}", f"interest:{FLAT}"
OPPONENTS = {"costs flat": EQUAL_COSTS, "alpha-beta": ALPHA_BETA}
PART = "interest-part:part="
PARTS = {
    "program: costs flat - alpha-beta": (EQUAL_COSTS, ALPHA_BETA),
    "order: learned - static": (EQUAL_COSTS, f"{PART}static"),
    "order: published - static": (f"{PART}published", f"{PART}static"),
    "upper order: learned - static": (f"{PART}everywhere", EQUAL_COSTS),
    "costs: learned - flat": (f"{PART}costs", EQUAL_COSTS),
    "decided lines: ended - searched": ("interest:", f"{PART}costs"),
    "costs: published - flat": ("interest:preset=published", f"{PART}published"),
}
"""Two players that differ in one part, by its name.

An order is that near the leaves; the upper order is that of all other nodes.
"""


def phase_matches(presets: Sequence[str], shared: Sequence[str]) -> Iterator[Pairing]:
    """Yield interest search in each phase against both opponents; all have the options `shared`."""
    for (opponent, player), preset, phase in product(OPPONENTS.items(), presets, PHASES):
        inside, outside = spec(f"interest:preset={preset}", *shared), spec(player, *shared)
        most, least = PHASES[phase]
        phased = f'phased:inside="{inside}",outside="{outside}",most={most},least={least}'
        values = {"group": f"against {opponent}", "curve": f"{preset}, ", "place": phase}
        a = inside if phase == WHOLE else phased
        yield Pairing(f"{preset}, {phase} - {opponent}", a, outside, values)


def part_matches(shared: Sequence[str]) -> Iterator[Pairing]:
    """Yield the matches of PARTS; all players have the options `shared`."""
    for name, (a, b) in PARTS.items():
        values = {"group": "parts", "curve": "", "place": name}
        yield Pairing(name, spec(a, *shared), spec(b, *shared), values)


def measure(run: Runner) -> dict[str, Any]:
    """Return the matches of phases and parts, for each evaluator, at equal time and nodes."""
    options, rows = run.options, []
    limits = {f"{1000 * options.seconds:g} ms": f"seconds={options.seconds:g}"}
    limits[f"{options.nodes:,} nodes"] = f"nodes={options.nodes}"
    for evaluator, (limit, setting) in product(options.evaluators, limits.items()):
        shared = f"evaluator={evaluator}", setting, SEARCH_ONLY
        for row in run.play(chain(phase_matches(options.presets, shared), part_matches(shared))):
            match = row.pop("match")
            row["name"] = f"{evaluator}, {limit}: {row['name']}"
            row["curve"] += evaluator
            row["pairs_won_tied_lost"] = match["pairs_won_tied_lost"]
            rows.append(row | {"limit": limit, "forfeits": match["forfeits"]})
    return {"rows": rows}


def panel_of(title: str, rows: Sequence[Result]) -> plots.Panel:
    """Return a panel of pairs won, by place, with a curve for each value of `curve`."""
    places = list(dict.fromkeys(row["place"] for row in rows))
    curves = []
    for color, (label, own) in enumerate(grouped(rows, "curve").items()):
        x = [places.index(row["place"]) + 0.08 * color for row in own]
        y, errors = [row["win_rate"] for row in own], plots.bars(own, "win_rate")
        curves.append(plots.Curve(label, x, y, errors, color, line=""))
    labels = [place.replace(": ", ":\n").replace(" - ", "\n- ") for place in places]
    axes = {"xticks": range(len(places)), "xticklabels": labels, "ylabel": "pairs won, %"}
    return plots.Panel(curves, {**axes, "ylim": (0, 100), "title": title}, level=50)


def draw(result: Result) -> list[plots.Panel]:
    """Draw phases against each opponent and the parts, at equal time and at equal nodes."""
    rows = sorted(result["rows"], key=lambda row: (row["limit"], row["group"]))
    titled = [{**row, "title": f"{row['group']}, {row['limit']} a move"} for row in rows]
    return [panel_of(title, own) for title, own in grouped(titled, "title").items()]


EXPERIMENT = Experiment(
    name="interest-phases",
    paper="Rollason 2014",
    summary="interest search by phase of the game, and what of it is ordering or selection",
    options=(
        of_matches("classes"),
        some_of("--evaluators NAME...", EVALUATORS),
        some_of("--presets NAME...", PRESETS),
        option("--seconds", "CPU seconds a move (%(default)s)", seconds, 0.005),
        count("--nodes", 5000, "nodes a move"),
    ),
    measure=measure,
    tables=Table(
        f"match {{name}} | {WIN_COLUMNS}",
        "{summary}",
        "A: interest search in a phase, or with a part; from, to: 95 % interval of its pairs over"
        " the classes of openings",
    ),
    draw=draw,
    drawing_title="{summary}; phases by empty squares; bars: 95 % intervals",
    players=(PLAYERS,),
)
