"""Figure 3(a) of Zhang 1995: forward estimation against alpha-beta in games on random trees.

Trees of depth 100 and mean branching 5; edge costs are learned on-line. Both begin at horizon 1 and
whoever generated fewer nodes in the last tournament is deepened by one. All tournaments are played
on the same trees, each tree twice, sides changed. The paper does not say how long what was learned
is kept: here for one search, or with `--memory game` for a game.
"""

import argparse
from collections.abc import Sequence
from typing import Any

from othello.cli.parser import number
from tournament.contests.rungs import LESS, MORE, Depths, Goal, climb_rungs, curves_of
from tournament.experiments.runner import Experiment, Runner, Size
from tournament.experiments.runner.arguments import count, of_trials, option
from tournament.experiments.zhang1995 import figure3, paper
from tournament.experiments.zhang1995 import tree_trials as trials
from tournament.experiments.zhang1995.figure3 import Claim, Row, leads, on_curve, rates
from tournament.statistics.pairs import Pair, class_bootstrap

TREE_DEPTH = 100


WHOLE, HALF = ("FE-1.0",), ("FE-0.5",)
CLAIMS = (
    Claim(
        "FE-1.0 can search only one level deeper, and generates more nodes (MORE)",
        WHOLE,
        lambda rows: leads(on_curve(rows, MORE)),
    ),
    Claim(
        "FE-0.5: the same depth with fewer nodes (LESS) up to alpha-beta depth 3,"
        " one deeper with fewer beyond",
        HALF,
        lambda rows: leads(on_curve(rows, LESS)),
    ),
    Claim(
        "at the same depth FE-0.5 loses, or wins by little (LESS, up to depth 3)",
        HALF,
        lambda rows: rates(row for row in on_curve(rows, LESS) if row["depth"] <= 3),
    ),
    Claim(
        "forward estimation is superior in deep search (LESS, beyond depth 3)",
        HALF,
        lambda rows: rates(row for row in on_curve(rows, LESS) if row["depth"] > 3),
    ),
)


def row_of(results: Sequence[dict[str, Any]]) -> Row:
    """What the pairs of one tournament say."""
    pairs = [Pair(number, *result["outcomes"]) for number, result in enumerate(results)]
    scores = [1 - pair.score for pair in pairs]
    low, high = class_bootstrap(scores, range(len(scores)))
    a_nodes, b_nodes = (sum(result["nodes"][side] for result in results) for side in (0, 1))
    games = 2 * len(pairs)
    return {
        "pairs_won_tied_lost": [scores.count(value) for value in (1.0, 0.5, 0.0)],
        "win_rate": 100 * sum(scores) / len(scores),
        "low": 100 * low,
        "high": 100 * high,
        "alphabeta_nodes": a_nodes / games,
        "forward_nodes": b_nodes / games,
        "cost_ratio": b_nodes / a_nodes,
    }


def climb(run: Runner, delta: float) -> list[Row]:
    """All tournaments of one series, in the order in which they were played."""
    rows: list[Row] = []
    interpretation = paper.interpretation_of(run.options)
    name = f"FE-{delta:.1f}" if round(delta, 1) == delta else f"FE-{delta:g}"
    learner = trials.Algorithm(trials.LEARNED_BOUNDS, delta, interpretation)

    def play(depths: Depths) -> tuple[float, float]:
        asked = trials.TreeMatch(
            trials.Trees(paper.BRANCHING, TREE_DEPTH),
            trials.TreePlayer(trials.Algorithm(interpretation=interpretation), depths.a),
            trials.TreePlayer(learner, depths.b, run.options.memory),
        )
        title = f"figure3a: {name} at depth {depths.b} against alpha-beta at {depths.a}"
        row = row_of(run.trials(trials.play_pair, asked, title=title))
        rows.append({"series": name, "depth": depths.a, "forward_depth": depths.b, **row})
        return row["alphabeta_nodes"], row["forward_nodes"]

    taken = curves_of(list(climb_rungs(Goal(a_max_depth=run.options.max_depth), play)))
    return [row | {"curve": curve} for row, curve in zip(rows, taken, strict=True)]


def deltas(text: str) -> tuple[float, ...]:
    """The kind of argument that lists shares from 0 to 1, such as 1,0.5."""
    values = tuple(map(number, text.split(",")))
    for value in values:
        if not 0 < value <= 1:
            raise argparse.ArgumentTypeError(f"{value:g} is not more than 0 and at most 1")
    return values


TITLE = "Games on random trees, {trials:,} pairs; after Zhang 1995, Figure 3(a)"


def measure(run: Runner) -> dict[str, Any]:
    """The tournaments of every delta, and what they say of the paper's claims."""
    rows = [row for delta in run.options.delta for row in climb(run, delta)]
    conventions = paper.interpretation_of(run.options)._asdict()
    return {"conventions": conventions, "rows": rows, "claims": figure3.answers(CLAIMS, rows)}


EXPERIMENT = Experiment(
    name="figure3a",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 3(a): forward estimation plays alpha-beta on random trees",
    size=Size(10, 120, "--max-depth 5 --trials 10"),
    examples="--plot figure3a.png; --memory game --learned extremes;"
    " --generation full --cut-depth 1 --delta 0.5; --trials 20 --max-depth 5 --delta 0.5; --json",
    options=(
        of_trials(100),
        count("--max-depth", 10, "alpha-beta's deepest"),
        option("--delta LIST", "shares (default: 1,0.5)", deltas, (1.0, 0.5)),
        option(
            "--memory",
            "keep what is learned for one search, or for a game (default: %(default)s)",
            default=trials.FOR_A_MOVE,
            choices=(trials.FOR_A_MOVE, trials.GAME),
        ),
        paper.interpretation_options(learning=True),
    ),
    measure=measure,
    tables=figure3.with_claims(
        "AB nodes/game {alphabeta_nodes:,.0f} | FE nodes/game {forward_nodes:,.0f}"
        " | FE/AB {cost_ratio:.2f}",
        TITLE,
        "AB: alpha-beta; FE: forward estimation with that delta; from, to: 95 % interval over"
        " pairs; MORE: FE deeper and dearer for the first time, LESS: FE one less deep",
    ),
    asked=("trials", "seed", "memory"),
    draw=lambda found: figure3.draw(
        found["rows"], "nodes of forward estimation / alpha-beta (plies deeper)", CLAIMS
    ),
    drawing_title=TITLE,
)
