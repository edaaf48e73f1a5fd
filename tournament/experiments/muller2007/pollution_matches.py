"""What the tags of a table are worth in play: with them against without, and against no table.

Forward estimation and interest search against themselves, at equal CPU time and at
equal nodes. The first depends on the machine and on its load; the second does not.
"""

from typing import Any

from tournament.experiments.runner import arguments, contests, plots
from tournament.experiments.runner.contests import SEARCH_ONLY, SERIES_COLUMNS, Pairing
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Found, Size
from tournament.experiments.runner.output import Column, Table

PLAYERS = {
    "forward 0.95": f"forward:quantile=0.95,driver=pvs,table=18,{SEARCH_ONLY}",
    "forward likely": f"forward:rule=likely,driver=pvs,table=18,{SEARCH_ONLY}",
    "interest": f"interest:{SEARCH_ONLY}",
}
CHANGES = {"without tags": "tags=false", "without a table": "table=0"}


def pairings(limit: str) -> list[Pairing]:
    """Every match with one limit, such as nodes=5000."""
    found = []
    for name, player in PLAYERS.items():
        whole = contests.spec(player, limit)
        for change, words in CHANGES.items():
            kept = player.replace(",table=18", "") if words == "table=0" else player
            found.append(Pairing(f"{name}: {change}", whole, contests.spec(kept, limit, words)))
    return found


def draw(found: Found) -> Any:
    """The pair win rate of the shipped player over each changed one."""
    rows = found["rows"]
    figure = plots.new_figure(*plots.PANEL_INCHES)
    axes = figure.add_subplot()
    names = list(dict.fromkeys(row["name"] for row in rows))
    for number, limit in enumerate(found["limits"]):
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
    return figure


def measure(run: ExperimentRun) -> dict[str, Any]:
    """The matches at each limit."""
    limits = run.options.limits
    asked = [(limit, pairing) for limit in limits for pairing in pairings(limit)]
    played = run.play([pairing for _, pairing in asked])
    return {
        "rows": [{"limit": limit, **row} for (limit, _), row in zip(asked, played, strict=True)]
    }


EXPERIMENT = Experiment(
    name="pollution-matches",
    paper="Muller 2007",
    summary="selective searches with the tags of their table against the same without",
    size=Size(15, 40, "--limits nodes=1000 --openings 6"),
    examples=("--plot pollution-matches.png", "--limits nodes=2000 --openings 20", "--json"),
    options=(
        arguments.of_matches(),
        arguments.plot(),
        arguments.option(
            "--limits",
            nargs="+",
            default=list(("nodes=5000", "seconds=0.005")),
            metavar="OPTION",
            help="what ends the search of both players (default: nodes=5000 seconds=0.005)",
        ),
    ),
    measure=measure,
    tables=(
        Table(
            (SERIES_COLUMNS[0], Column("limit", "limit"), *SERIES_COLUMNS[1:]),
            "{summary}",
            "pair win rate of A, the shipped player, with its 95 % interval over classes",
        ),
    ),
    draw=draw,
)
