"""How much of a selective search's answer is proven, and whether what is proven is true.

Every search keeps the range of the final result beside its values. Near the end each range, of
the position and of each of its moves, is compared with perfect play, and so is every proven move;
farther from it, how wide the ranges are.
"""

from collections.abc import Sequence
from typing import Any

from tournament.experiments.muller2007.range_trials import AuditPlan, audit_trial
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, plots
from tournament.experiments.runner.arguments import evaluator_option, of_trials
from tournament.experiments.runner.contests import SEARCH_ONLY, spec
from tournament.experiments.runner.output import grouped, measured, values_of

TABLE = f"table=14,ranges=true,{SEARCH_ONLY}"
KERNEL = f"driver=pvs,deepening=true,{TABLE}"
PLAYERS = {
    "alpha-beta 4": f"alphabeta:depth=4,{KERNEL}",
    "likely 6": f"forward:depth=6,rule=likely,{KERNEL}",
    "likely 6, no tags": f"forward:depth=6,rule=likely,tags=false,{KERNEL}",
    "quantile 6": f"forward:depth=6,quantile=0.95,{KERNEL}",
    "interest 2": f"interest:limit=2,{TABLE}",
    "interest 4": f"interest:limit=4,{TABLE}",
    "interest 3, skipping": f"interest:limit=3,skip=true,slope=0,{TABLE}",
}
"""Alpha-beta and forward estimation by plies, with the likely rule and a quantile of 0.95; interest
search by limit, which shortens lines, or skips moves as in the paper."""
NEAR, FAR = (6, 7, 8, 9, 10, 11, 12), (14, 18, 22, 26, 30)
UNSOLVED_EVERY = 5
"""One position far from the end for so many near it."""

COLUMNS = (
    "search {search} | positions {positions:,d} | nodes {nodes:,.0f} | ranges {ranges:,d}"
    " | untrue {outside:,d} | moves proven {proven:,d} | % {proven share:.1f} | early {early:,d}"
    " | % {early share:.1f} | wrongly {wrong:,d} | width, discs {width:.1f}"
    " | decided % {decided:.1f}"
)

CAPTION = (
    "ranges: of the positions and of each of their moves; untrue: without the true result;"
    " proven: no other move can be better;"
    " early: by a search less deep than the empties, which left the result open;"
    " decided: a win or a loss is excluded"
)
BY_EMPTIES_SHOWN = {
    "width": "Mean width of a position's range, discs",
    "proven share": "Positions with a proven move, %",
    "early share": "Positions with a move proven before the end, %",
    "decided": "Positions of which a win or a loss is excluded, %",
}
"""What is shown; the last is not drawn, since it is told by the width."""


def plan(evaluator: str, empties: tuple[int, ...], solve: bool) -> AuditPlan:
    """The audit of all players with an evaluator; SpecError for a bad one."""
    players = tuple(spec(player, f"evaluator={evaluator}") for player in PLAYERS.values())
    return AuditPlan(players, empties, solve)


def row_of(search: str, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What one search proved of some positions, shares in percent, means of nodes and widths."""
    width = measured(values_of(found, "width"))
    row: dict[str, Any] = {"search": search, "positions": len(found)}
    row |= {"width": width.mean, "width error": width.standard_error}
    row["nodes"] = float(values_of(found, "nodes").mean())
    row["decided"] = 100 * float(values_of(found, "decided").mean())
    for name in ("proven", "early"):
        row[f"{name} share"] = 100 * float(values_of(found, name).mean())
    for name in ("proven", "early", "ranges", "outside", "wrong"):
        row[name] = int(values_of(found, name).sum()) if name in found[0] else None
    return row


def rows_of(results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each search over some positions."""
    each = zip(PLAYERS, zip(*(result["found"] for result in results), strict=True), strict=True)
    return [row_of(search, found) for search, found in each]


def pivot(rows: Sequence[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    """One measure of rows by empties: a row for each number of empties, a column a search."""
    found: dict[int, dict[str, Any]] = {}
    for row in rows:
        common = {"empties": row["empties"], "positions": row["positions"]}
        found.setdefault(row["empties"], common)[row["search"]] = row[key]
    return list(found.values())


def draw(found: Found) -> list[plots.Panel]:
    """Width and the shares of moves that are proven, at all and early, against empties."""
    rows, panels = found["by_empties"], []
    for key, spread in (("width", "width error"), ("proven share", None), ("early share", None)):
        shown = {key: BY_EMPTIES_SHOWN[key]}
        panels += plots.panels_of(rows, "search", "empties", shown, spread, xlabel="empties")
    return panels


def tables(found: Found) -> list[Table]:
    """What each search proved, and each measure by empties."""
    by_empties = found["by_empties"]
    title = f"Ranges against perfect play, 6 to 12 empties, evaluation {found['evaluator']}"
    each = " | ".join(f"{search} {{{search}:.1f}}" for search in PLAYERS)
    columns = f"empties {{empties:d}} | positions {{positions:,d}} | {each}"
    shown = BY_EMPTIES_SHOWN.items()
    more = [Table(columns, words, rows=pivot(by_empties, key)) for key, words in shown]
    return [Table(COLUMNS, title, CAPTION, found["rows"]), *more]


def measure(run: Runner) -> dict[str, Any]:
    """What each search proved, near the end and farther from it."""
    far, evaluator = max(1, run.options.trials // UNSOLVED_EVERY), run.options.evaluator
    near, off = plan(evaluator, NEAR, solve=True), plan(evaluator, FAR, solve=False)
    solved = run.trials(audit_trial, near, title="positions near the end")
    unsolved = run.trials(audit_trial, off, far, "positions far from the end")
    groups = sorted(grouped([*solved, *unsolved], "empties").items())
    of_each = [{"empties": empties, **row} for empties, own in groups for row in rows_of(own)]
    order = list(PLAYERS).index
    of_each.sort(key=lambda row: order(row["search"]))
    return {"rows": rows_of(solved), "by_empties": of_each}


EXPERIMENT = Experiment(
    name="range-audit",
    paper="Muller 2007",
    summary="score ranges against perfect play: true always, how wide, how many moves proven",
    size=Size(10, 120, "--trials 140"),
    examples="--plot range-audit.png; --trials 700 --evaluator patterns; --json",
    options=(of_trials(10_000), evaluator_option("of all searches")),
    measure=measure,
    tables=tables,
    asked=("trials", "seed", "evaluator"),
    draw=draw,
    drawing_title="What selective searches prove of the final result, evaluation {evaluator}",
)
