"""What exact solving costs by empty squares, and what each technique of the solver is worth.

Costs are those of positions of games in WTHOR files, each of another game, where the side to move
has a move. Techniques are switched off one after the other in positions of an OBF file. Each
solver has an empty table, so that nodes depend on nothing but the position; CPU seconds are truest
with `--jobs 1`, the default here.
"""

import math
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from othello.formats import obf
from othello.notation import board_text
from othello.parser import whole
from othello.sources import digest
from tournament.contests.contest import RequestError, readable
from tournament.experiments.laboratory import endgame_trials as trials
from tournament.experiments.runner import Experiment, Found, Runner, Size, Table, plots
from tournament.experiments.runner.arguments import count, of_results, of_trials, option
from tournament.experiments.runner.output import grouped, values_of
from tournament.experiments.runner.trials import Trial

EMPTIES = range(10, 27)
CHEAP = 18
"""The most empty squares with as many positions as asked for; each two more have half of them."""
EMPTIES_WORDS = (
    f"empty squares (default: {EMPTIES[0]} to {EMPTIES[-1]});"
    f" beyond {CHEAP} fewer than --trials are solved, half as many for each two more"
)
FITTED = 14
"""The fewest empty squares that growth is fitted to: below, a search is over before it begins."""
QUANTILE = 95
MEASURED = {"nodes": "nodes", "seconds": "CPU seconds"}


def positions_at(empties: int, most: int) -> int:
    """How many positions are solved: `most`, fewer where each takes long, 1 at least."""
    return max(1, round(most / 2 ** (max(0, empties - CHEAP) / 2)))


def cost_row(empties: int, found: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The costs of the positions with so many empty squares."""
    row: dict[str, Any] = {"empties": empties, "positions": len(found)}
    for key in MEASURED:
        values = values_of(found, key)
        row[f"{key}_median"] = float(np.median(values))
        row[f"{key}_high"] = float(np.percentile(values, QUANTILE))
        row[f"{key}_sum"] = float(values.sum())
    row["speed"] = row["nodes_sum"] / max(row["seconds_sum"], 1e-9) / 1e6
    return row


def read_problems(path: Path, most: int | None) -> tuple[tuple[obf.Problem, ...], str]:
    """The first problems of a file, and its digest.

    RequestError, one line, for a file that cannot be read or has none.
    """
    with readable():
        problems = obf.read_problems(path).problems[:most]
        content = digest(path.read_bytes())
    if not problems:
        raise RequestError(f"{path}: no position in it")
    return problems, content


def growth_of(rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    """By what each empty square more multiplies the medians, by least squares; nan of nothing."""
    fitted = [row for row in rows if row["empties"] >= FITTED]
    growth = dict.fromkeys(MEASURED, math.nan)
    for key in growth if len(fitted) > 1 else ():
        medians = np.maximum(values_of(fitted, f"{key}_median"), 1e-9)
        growth[key] = float(np.exp(np.polyfit(values_of(fitted, "empties"), np.log(medians), 1)[0]))
    return growth


def sampled(paths: Sequence[Path], empties: Sequence[int]) -> list[trials.Sampled]:
    """What is asked for each number of empty squares; RequestError for files that are not WTHOR."""
    names = tuple(str(path.resolve()) for path in paths)
    with readable():
        content = digest("".join(digest(path.read_bytes()) for path in paths))
        asked = [trials.Sampled(names, content, number) for number in empties]
        for one in asked:
            if not trials.reaching(names, one.empties):
                raise RequestError(f"no game has a position with {one.empties} empty squares")
    return asked


def of_games(
    run: Runner, trial: Trial, settings: Any, positions: trials.Sampled, most: int, title: str
) -> list[dict[str, Any]]:
    """The results of trials on so many positions at most, as many as there are.

    RequestError, which names the first of them, if games were against the rules.
    """
    available = len(trials.reaching(positions.paths, positions.empties))
    found = run.trials(trial, settings, min(most, available), title)
    for one in found:
        if "fault" in one:
            raise RequestError(one["fault"])
    return found


games_option = option("files FILE...", "games: WTHOR (.wtb)", Path)


def draw_cost(found: Found) -> list[plots.Panel]:
    """Nodes and seconds against empty squares, on logarithmic scales."""
    rows, panels = found["rows"], []
    ticks = [row["empties"] for row in rows if row["empties"] % 2 == 0]
    for key, words in MEASURED.items():
        keys = {"median": f"{key}_median", f"{QUANTILE} %": f"{key}_high"}
        axes = {"xlabel": "empty squares", "yscale": "log", "xticks": ticks, "ylabel": words}
        panels.append(plots.Panel(plots.curves_of(rows, "empties", keys, 0.0), axes))
    return panels


def measure_cost(run: Runner) -> dict[str, Any]:
    """The costs by empty squares, and how they grow."""
    options, rows = run.options, []
    for asked in sampled(options.files, sorted(set(options.empties))):
        most = positions_at(asked.empties, options.trials)
        found = of_games(run, trials.cost, asked, asked, most, f"{asked.empties} empty squares")
        rows.append(cost_row(asked.empties, found))
    return {
        "files": [path.name for path in options.files],
        "trials": options.trials,
        "seed": options.seed,
        "table_megabytes": trials.SOLVER_TABLE_MEGABYTES,
        "growth": growth_of(rows),
        "rows": rows,
    }


def technique_rows(
    problems: Sequence[obf.Problem], results: Sequence[list[dict[str, Any]]]
) -> list[dict[str, Any]]:
    """The sums over all problems without each technique, and over those of the whole solver."""
    known = [max((score for _, score in problem.scores), default=None) for problem in problems]
    by_name = grouped(chain(*results), "off")
    rows: list[dict[str, Any]] = []
    for name in trials.SOLVER_TECHNIQUES:
        nodes, seconds = (sum(one[key] for one in by_name[name]) for key in ("nodes", "seconds"))
        row = {"off": name, "nodes": nodes, "million_nodes": nodes / 1e6, "cpu_seconds": seconds}
        pairs = zip(by_name[name], known, strict=True)
        row["wrong"] = sum(score is not None and one["score"] != score for one, score in pairs)
        whole = rows[0] if rows else row
        row["nodes_ratio"] = nodes / max(1, whole["nodes"])
        row["seconds_ratio"] = seconds / max(1e-9, whole["cpu_seconds"])
        rows.append(row)
    return rows


def measure_techniques(run: Runner) -> dict[str, Any]:
    """A row for each technique."""
    path, techniques = run.options.file, len(trials.SOLVER_TECHNIQUES)
    problems, _ = read_problems(path, run.options.positions)
    results = []
    for number, problem in enumerate(problems):
        board = board_text(problem.position, problem.black_to_move)
        asked, title = trials.Problem(board, number % techniques), f"position {number + 1} of"
        found = run.trials(trials.solve_without, asked, techniques, f"{title} {len(problems)}")
        results.append(found)
    rows = technique_rows(problems, results)
    return {"file": path.name, "positions": len(problems), "rows": rows}


EXPERIMENT = Experiment(
    name="endgame-cost",
    summary="nodes and CPU time of exact solving by empty squares, in human games",
    size=Size(60, 600, "--empties 10 12 14 --trials 20"),
    examples="WTH_2019.wtb --plot endgame-cost.png; WTH_*.wtb --empties 10 14 18 --trials 500;"
    " WTH_2019.wtb --json",
    options=(
        games_option,
        option("--empties N...", EMPTIES_WORDS, whole(1, 60), EMPTIES),
        of_trials(200, jobs=1),
    ),
    measure=measure_cost,
    tables=Table(
        "empties {empties:d} | positions {positions:d} | nodes, median {nodes_median:,.0f}"
        f" | {QUANTILE} % {{nodes_high:,.0f}} | CPU seconds, median {{seconds_median:,.4f}}"
        f" | {QUANTILE} % {{seconds_high:,.4f}} | million nodes a second {{speed:.1f}}",
        "What exact solving costs, one thread",
        f"{QUANTILE} %: no more in so many of the positions; growth for each empty square, fitted"
        f" to the logarithms of the medians from {FITTED} empty squares on:"
        " x {growth[nodes]:.2f} nodes, x {growth[seconds]:.2f} CPU seconds",
    ),
    draw=draw_cost,
    drawing_title="What exact solving costs in positions of games of people",
)
SWITCHED_OFF = Experiment(
    name="endgame-techniques",
    summary="nodes and CPU time of the endgame solver with each of its techniques switched off",
    size=Size(5, 120, "--positions 1"),
    examples="fforum-40-49.obf; hard-20.obf --positions 60; fforum-40-49.obf --json",
    options=(
        option("file FILE", "positions, in the OBF form", Path),
        count("--positions", 5, "the first N of the file"),
        of_results(jobs=1),
    ),
    measure=measure_techniques,
    tables=Table(
        "switched off {off} | million nodes {million_nodes:,.1f} | x {nodes_ratio:.2f}"
        " | CPU seconds {cpu_seconds:,.2f} | x {seconds_ratio:.2f} | wrong scores {wrong:d}",
        "The endgame solver without one technique, {positions} positions of {file}",
        "x: over those of the first row; wrong scores: other than those of the file, if any",
    ),
    failed=lambda found: any(row["wrong"] for row in found["rows"]),
)
