"""The table of Rollason's "Interest search" in Othello.

Interest search plays alpha-beta with the same table and iterative deepening, and itself with equal
costs for all moves. Equal strength is read off a curve through matches at several ratios of CPU
time, see `equal_strength`.

Source: Jeff Rollason, "Interest Search - Another way to do Minimax", AI Factory, September 2014.
"""

import math
from typing import Any

from othello.cli.parser import natural, seconds
from players.interest.costs import BASE, COST_UNIT
from tournament.experiments.runner import SEARCH_ONLY, Experiment, Pairing, Runner
from tournament.experiments.runner.arguments import evaluator_option, of_matches, option
from tournament.experiments.runner.output import WIN_COLUMNS, Table
from tournament.statistics.equal_strength import MatchAtRatio, equal_strength
from tournament.statistics.pairs import pair_scores

OFF = "driver=pvs,table=18"
FLAT = "preset=flat"
DEPTHS = (4, 6)
WIDEST = 8.0
"""Time ratios at the ends of the bisection: 1 / WIDEST and WIDEST."""


def shared_by(evaluator: str) -> str:
    """Return the options of all players."""
    return f"evaluator={evaluator},{SEARCH_ONLY}"


def same_iterations(evaluator: str) -> list[Pairing]:
    """Return interest search against both ways to switch it off, at equal iterations.

    A limit pays for `depth` plies at the least cost. That is `depth` + 1 iterations: the first
    two both search one ply.
    """
    pairings, shared = [], shared_by(evaluator)
    for depth in DEPTHS:
        limit = depth * (BASE // 2) / COST_UNIT
        on = f"interest:limit={limit:g},{shared}"
        off = f"alphabeta:depth={depth},deepening=true,{OFF},{shared}"
        for name, player in (("alpha-beta", off), ("costs flat", f"{on},{FLAT}")):
            pairings.append(Pairing(f"same iterations, {depth}: {name}", on, player))
    return pairings


def equal_time(limit: float, evaluator: str, ratio: float) -> Pairing:
    """Return alpha-beta with a limit in seconds, interest search with the limit over `ratio`."""
    name = "equal time: alpha-beta" if ratio == 1.0 else f"alpha-beta with {ratio:.2f} x the time"
    shared = shared_by(evaluator)
    on = f"interest:seconds={limit / ratio:.6g},{shared}"
    return Pairing(name, on, f"alphabeta:seconds={limit:g},{OFF},{shared}")


def bisect(run: Runner) -> list[dict[str, Any]]:
    """Return the matches of the search for equal strength, the one at equal time first."""
    low, high = 1 / WIDEST, WIDEST
    options, rows = run.options, []
    for _ in range(options.steps):
        ratio = math.sqrt(low * high)
        (row,) = run.play([equal_time(options.seconds, options.evaluator, ratio)])
        rows.append({**row, "speed_up": ratio})
        low, high = (ratio, high) if row["win_rate"] > 50 else (low, ratio)
    return rows


def measure(run: Runner) -> dict[str, Any]:
    """Return matches of equal iterations and times, and the bisection."""
    options = run.options
    on = f"interest:seconds={options.seconds:g},{shared_by(options.evaluator)}"
    off = Pairing("equal time: costs flat", on, f"{on},{FLAT}")
    rows = run.play([*same_iterations(options.evaluator), off])
    steps, matches = bisect(run), []
    for row in steps:
        pairs = pair_scores(run.pairs(row))
        matches.append(MatchAtRatio(row["cpu_ratio"], pairs.scores, pairs.classes))
    return {
        "rows": [*rows, *steps],
        "bisection": steps,
        "equal_strength": {"measured": equal_strength(matches)._asdict()},
    }


EXPERIMENT = Experiment(
    name="interest-table",
    paper="Rollason 2014",
    summary="Rollason's table in Othello: interest search on against off",
    options=(
        of_matches(),
        evaluator_option(),
        option("--seconds", "CPU seconds a move (%(default)s)", seconds, 0.02),
        option("--steps", "steps of the bisection (%(default)s)", natural, 5),
    ),
    measure=measure,
    tables=Table(
        f"A against B {{name}} | {WIN_COLUMNS}",
        "{summary}, evaluation {evaluator}",
        "pair win rate of A, interest search, with its 95 % interval over classes of openings; as"
        " strong as alpha-beta where a line through the logits of win rates over the logarithms of"
        " CPU B/A crosses 50 %: {equal_strength[measured][speed_up]:.2f}, from"
        " {equal_strength[measured][low]:.2f} to {equal_strength[measured][high]:.2f}; within the"
        " ratios played: {equal_strength[measured][reached]}",
    ),
    echoed=("seconds", "evaluator"),
)
