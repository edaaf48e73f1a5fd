"""What the tags of a table are worth in play: with them against without, and against no table.

Forward estimation and interest search against themselves, at equal CPU time and at
equal nodes. The first depends on the machine and on its load; the second does not.
"""

import argparse
from typing import Any

from tournament.experiments.runner import contests, plots
from tournament.experiments.runner.contests import SEARCH_ONLY, SERIES_COLUMNS, Pairing
from tournament.experiments.runner.output import Column, print_result

SUMMARY = "selective searches with the tags of their table against the same without"
EXAMPLES = (
    "python -m tournament experiment pollution-matches --plot pollution-matches.png",
    "python -m tournament experiment pollution-matches --limits nodes=2000 --openings 20",
    "python -m tournament experiment pollution-matches --json",
)
PLAYERS = {
    "forward 0.95": f"forward:quantile=0.95,driver=pvs,table=18,{SEARCH_ONLY}",
    "forward likely": f"forward:rule=likely,driver=pvs,table=18,{SEARCH_ONLY}",
    "interest": f"interest:{SEARCH_ONLY}",
}
CHANGES = {"without tags": "tags=false", "without a table": "table=0"}
LIMITS = ("nodes=5000", "seconds=0.005")
COLUMNS = (SERIES_COLUMNS[0], Column("limit", "limit"), *SERIES_COLUMNS[1:])


def pairings(limit: str) -> list[Pairing]:
    """Every match with one limit, such as nodes=5000."""
    found = []
    for name, player in PLAYERS.items():
        whole = contests.spec(player, limit)
        for change, option in CHANGES.items():
            kept = player.replace(",table=18", "") if option == "table=0" else player
            found.append(Pairing(f"{name}: {change}", whole, contests.spec(kept, limit, option)))
    return found


def draw(rows: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """The pair win rate of the shipped player over each changed one."""
    figure = plots.new_figure(*plots.PANEL_INCHES)
    axes = figure.add_subplot()
    names = list(dict.fromkeys(row["name"] for row in rows))
    for number, limit in enumerate(options.limits):
        mine = [row for row in rows if row["limit"] == limit]
        shares = [row["win_rate"] for row in mine]
        errors = plots.bars(mine, "win_rate")
        places = [names.index(row["name"]) + 0.15 * number for row in mine]
        style = {"color": plots.COLORS[number % len(plots.COLORS)], "capsize": 2}
        axes.errorbar(shares, places, xerr=errors, fmt="o", ms=4, label=limit, **style)
    axes.axvline(50, color="grey", lw=0.8)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set(xlabel="pairs won by the shipped player, %")
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    plots.save(figure, options.plot)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    contests.add_arguments(parser)
    plots.add_argument(parser)
    parser.add_argument(
        "--limits",
        nargs="+",
        default=list(LIMITS),
        metavar="OPTION",
        help="what ends the search of both players (default: nodes=5000 seconds=0.005)",
    )


def run(options: argparse.Namespace) -> int:
    """Play and print."""
    plots.check(options.plot)
    asked = [(limit, pairing) for limit in options.limits for pairing in pairings(limit)]
    played = contests.play([pairing for _, pairing in asked], options)
    rows = [{"limit": limit, **row} for (limit, _), row in zip(asked, played, strict=True)]
    caption = "pair win rate of A, the shipped player, with its 95 % interval over classes"
    result = {"experiment": "pollution-matches", "rows": rows}
    print_result(result, COLUMNS, SUMMARY, caption, as_json=options.json)
    if options.plot is not None:
        draw(rows, options)
    return 0
