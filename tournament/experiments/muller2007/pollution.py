"""How often a table that knows positions answers otherwise than the path would, and what tags do.

What a selective search finds of a position depends on the path to it: on what the moves before left
to spend, or on the window that came down. The reference is a table whose keys tell apart paths;
against it stand the shipped tables, tables without tags, and none. In `pollution-matches` forward
estimation and interest search play themselves without tags and without a table, at equal CPU time
and at equal nodes. The first depends on the machine and on its load; the second does not.
"""

from collections.abc import Sequence
from itertools import chain, product
from typing import Any

import numpy as np

from tournament.contests.contest import RequestError
from tournament.experiments.muller2007 import pollution_trials as trials
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, contests, plots
from tournament.experiments.runner.arguments import (
    count,
    evaluator_option,
    of_matches,
    of_trials,
    option,
    plot,
)
from tournament.experiments.runner.contests import SEARCH_ONLY, WIN_COLUMNS, Pairing
from tournament.experiments.runner.output import grouped, percent
from tournament.statistics.pairs import share_interval

CENTIDISCS = 100
COMPARED = {
    trials.TAGGED: "Keyed by position, with tags or budgets (as shipped), against keyed by path",
    trials.UNTAGGED: "Keyed by position, without tags or budgets, against keyed by path",
    trials.UNKEYED: "No table, against keyed by path (what the table's moves and windows change)",
}
CAPTION = (
    "from, to: 95 % interval; |d|: mean difference in discs, over all positions and over those that"
    " differ; at n: other values at ply n, %; afterwards: alpha-beta on the table that is left"
)
AT_PLIES = " | ".join(f"at {ply} {{value_{ply}:.0f}}" for ply in trials.PLIES)
TITLES = {
    trials.ONCE: "one iteration",
    trials.DEEPENING: "iterative deepening",
    trials.AFTERWARDS: "alpha-beta afterwards, on the same table",
}
BAR = 0.27
NAMES_OF_BARS = ("with tags", "without tags", "no table")
BAR_NAMES = dict(zip(COMPARED, NAMES_OF_BARS, strict=True))


def compared(found: np.ndarray, plies: np.ndarray, keying: str) -> dict[str, Any]:
    """What changes, against keys by path, with another kind of table.

    found: int64[positions, KEYINGS, 3], score, move and nodes; plies: int64[positions].
    """
    reference, other = (found[:, trials.KEYINGS.index(one)].T for one in (trials.PATH, keying))
    scores, moves, nodes = zip(reference, other, strict=True)
    differences = np.abs(scores[1] - scores[0]) / CENTIDISCS
    changed, positions = differences > 0, len(found)
    count = int(changed.sum())
    low, high = share_interval(count / positions, positions)
    at_ply = {ply: changed[plies == ply] for ply in trials.PLIES}
    return {
        "positions": positions,
        "value": percent(count, positions),
        "low": 100 * low,
        "high": 100 * high,
        "difference": float(differences.mean()),
        "difference_of_those": float(differences[changed].mean()) if count else None,
        "move": percent((moves[1] != moves[0]).sum(), positions),
        "nodes": 100 * float(nodes[1].sum() / nodes[0].sum()),
        **{f"value_{ply}": percent(own.sum(), own.size) for ply, own in at_ply.items()},
    }


def rows_of(asked: trials.SearchSet, results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each kind of table, search and way to drive it; RequestError of no position."""
    results = [result for result in results if result["found"] is not None]
    if not results:
        raise RequestError("every game that was drawn ended too soon: ask for more --trials")
    found = np.array([result["found"] for result in results], np.int64)
    plies = np.array([result["ply"] for result in results])
    rows = []
    for keying, (number, one) in product(COMPARED, enumerate(trials.searches(asked))):
        named = {"keying": keying, "search": one.search, "driven": one.driven}
        rows.append({**named, **compared(found[:, number], plies, keying)})
    return rows


def draw(found: Found) -> list[plots.Panel]:
    """The share of other values: a panel for each way to drive, a bar for each kind of table."""
    width, height = plots.PANEL_INCHES
    panels = []
    for way, rows in grouped(found["rows"], "driven").items():
        by_table = grouped(rows, "keying")
        series = {words: by_table.get(keying, []) for keying, words in BAR_NAMES.items()}
        axes = {"title": TITLES[way], "xlabel": "other root value than with keys by path, %"}
        panel = plots.named_rows(series, "search", "value", BAR, **axes)
        panels.append(panel._replace(bars=BAR, inches=(width, 1.4 * height)))
    return panels


def tables(found: Found) -> list[Table]:
    """A table for each kind of table, against keys by path."""
    rows = grouped(found["rows"], "keying")
    columns = (
        "search {search} | iterations {driven} | other value % {value:.1f} | from {low:.1f}"
        " | to {high:.1f} | |d| {difference:.2f} | of those {difference_of_those:.2f}"
        f" | other move % {{move:.1f}} | nodes % {{nodes:.1f}} | {AT_PLIES}"
    )
    number = f"{found['rows'][0]['positions']:,d} positions, evaluation {found['evaluator']}"
    return [Table(columns, f"{COMPARED[key]}: {number}", CAPTION, rows[key]) for key in COMPARED]


def measure(run: Runner) -> dict[str, Any]:
    """A row for each kind of table, search and way to drive it."""
    asked = trials.SearchSet(depth=run.options.depth, evaluator=run.options.evaluator)
    return {"rows": rows_of(asked, run.trials(trials.pollution_trial, asked))}


PLAYERS = {
    "forward 0.95": f"forward:quantile=0.95,driver=pvs,table=18,{SEARCH_ONLY}",
    "forward likely": f"forward:rule=likely,driver=pvs,table=18,{SEARCH_ONLY}",
    "interest": f"interest:{SEARCH_ONLY}",
}
LIMIT_WORDS = "what ends the search of both players (default: %(default)s)"
CHANGES = {"without tags": "tags=false", "without a table": "table=0"}


def pairings(*shared: str) -> list[Pairing]:
    """Every match with options of both players, the first their limit, such as nodes=5000."""
    found = []
    for (name, player), (change, words) in product(PLAYERS.items(), CHANGES.items()):
        kept = player.replace(",table=18", "") if words == "table=0" else player
        a, b = contests.spec(player, *shared), contests.spec(kept, *shared, words)
        found.append(Pairing(f"{name}: {change}", a, b, {"limit": shared[0]}))
    return found


def measure_matches(run: Runner) -> dict[str, Any]:
    """The matches with each limit."""
    evaluator = f"evaluator={run.options.evaluator}"
    asked = [pairings(limit, evaluator) for limit in run.options.limits]
    return {"rows": run.play(chain(*asked))}


def draw_matches(found: Found) -> list[plots.Panel]:
    """The pair win rate of the shipped player over each changed one."""
    series, axes = grouped(found["rows"], "limit"), {"xlabel": "pairs won by the shipped player, %"}
    return [plots.named_rows(series, "name", "win_rate", 0.15, **axes)._replace(upright=50)]


EXPERIMENT = Experiment(
    name="pollution",
    paper="Muller 2007",
    summary="how often a table gives a selective search another value than the path would",
    size=Size(5, 60, "--depth 5 --trials 20"),
    examples="--plot pollution.png; --trials 100 --depth 6; --json",
    options=(
        of_trials(244 * len(trials.PLIES)),
        evaluator_option("of all searches"),
        count("--depth", trials.SearchSet().depth, "plies of alpha-beta and forward estimation"),
    ),
    measure=measure,
    tables=tables,
    asked=("trials", "seed", "depth", "evaluator"),
    draw=draw,
)
MATCHES = Experiment(
    name="pollution-matches",
    paper="Muller 2007",
    summary="selective searches with the tags of their table against the same without",
    size=Size(15, 40, "--limits nodes=1000 --openings 6"),
    examples="--plot pollution-matches.png; --limits nodes=2000 --openings 20; --json",
    options=(
        of_matches(),
        plot(),
        evaluator_option(),
        option("--limits OPTION...", LIMIT_WORDS, default=("nodes=5000", "seconds=0.005")),
    ),
    measure=measure_matches,
    tables=Table(
        f"A against B {{name}} | limit {{limit}} | {WIN_COLUMNS}",
        "{summary}, evaluation {evaluator}",
        "pair win rate of A, the shipped player, with its 95 % interval over classes",
    ),
    asked=("evaluator",),
    draw=draw_matches,
)
