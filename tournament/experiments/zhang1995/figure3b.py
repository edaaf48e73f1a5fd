"""Figure 3(b) of Zhang 1995: forward estimation against alpha-beta in Othello.

The 244 four-move openings with both colours, cost in CPU time: both begin at depth 1, whoever was
cheaper in the last tournament is deepened by one, and the ladder ends once forward estimation has
become the dearer one at alpha-beta's last depth. Where two cost nearly the same, the CPU time of
the day decides who is deepened, so that another run may take another path.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from othello.cli.errors import UserError
from tournament.contests.rungs import EQUAL_DEPTH, LESS, MORE, Goal
from tournament.experiments.runner import Experiment, Runner, Size, contests
from tournament.experiments.runner.arguments import (
    count,
    evaluator_option,
    of_matches,
    plot,
    some_of,
)
from tournament.experiments.runner.contests import BEST, CONDITIONS, MODERN, PLAIN
from tournament.experiments.zhang1995 import figure3
from tournament.experiments.zhang1995.figure3 import Claim, Row, leads, on_curve, rates

TEN_GAMES = {
    "bill": "data/edge_costs_10_games.npz",
    "patterns": "data/edge_costs_10_games_patterns.npz",
}
"""Shipped edge costs, learned from as many games as the paper's."""


class LadderSeries(NamedTuple):
    """How forward estimation prunes, how both search, and what that is in words."""

    options: str
    conditions: str
    words: str
    ten_games: bool = False

    def players(self, evaluator: str) -> tuple[str, str]:
        """Both players; UserError or SpecError where there are no edge costs of an evaluator."""
        if self.ten_games and evaluator not in TEN_GAMES:
            raise UserError(f"there are no edge costs of ten games with {evaluator}")
        costs = f",costs={TEN_GAMES[evaluator]}" if self.ten_games else ""
        shared = CONDITIONS[self.conditions], f"evaluator={evaluator}"
        return contests.against(f"{self.options}{costs}", *shared)


SERIES = {
    "paper": LadderSeries("rule=likely", PLAIN, "condition (2), 10 games", True),
    "extreme": LadderSeries("rule=extreme", PLAIN, "condition (1), 10 games", True),
    "shipped": LadderSeries("rule=likely", PLAIN, "condition (2), the shipped edge costs"),
    "quantile": LadderSeries(BEST, PLAIN, f"margins by disc count and depth, {BEST}"),
    "modern": LadderSeries(BEST, MODERN, f"as quantile, both with {CONDITIONS[MODERN]}"),
}
SERIES_WORDS = "".join(f"\n{name}: {one.words}" for name, one in SERIES.items())
LIKELY = tuple(name for name in SERIES if name != "extreme")


def _node_ratios(rows: Sequence[Row]) -> str:
    """What share of alpha-beta's nodes forward estimation generated at each equal depth."""
    chosen = on_curve(rows, EQUAL_DEPTH)
    return ", ".join(f"{row['depth']} {row['node_ratio']:.2f}" for row in chosen) or "-"


CLAIMS = (
    Claim(
        "with condition (1) it plays almost as alpha-beta does (here: share of nodes at equal"
        " depth)",
        ("extreme",),
        _node_ratios,
    ),
    Claim(
        "the same depth with less while alpha-beta's is below 3, three plies deeper at 8",
        LIKELY,
        lambda rows: f"LESS: {leads(on_curve(rows, LESS))}; MORE: {leads(on_curve(rows, MORE))}",
    ),
    Claim(
        "it outperforms alpha-beta with less computation above depth 2 (LESS)",
        LIKELY,
        lambda rows: rates(row for row in on_curve(rows, LESS) if row["depth"] > 2),
    ),
)


def measure(run: Runner) -> dict[str, Any]:
    """The ladders of all series that are asked for, and what they say of the paper's claims."""
    rows: list[Row] = []
    evaluator = run.options.evaluator
    players = {name: SERIES[name].players(evaluator) for name in run.options.series}
    for name, (a, b) in players.items():
        told = run.ladder(a, b, Goal(a_max_depth=run.options.max_depth))
        for rung in told["rows"]:
            row = {"series": name, "depth": rung["a_depth"], "forward_depth": rung["b_depth"]}
            row |= {key: rung[key] for key in ("curve", "tournament")} | contests.row_of(rung)
            rows.append({**row, "cost_ratio": row["cpu_ratio"]})
    return {
        "series": {name: {"a": a, "b": b} for name, (a, b) in players.items()},
        "rows": rows,
        "claims": figure3.answers(CLAIMS, rows),
        "pairs": sum(rows[0]["pairs_won_tied_lost"]),
    }


TITLE = "Othello with the evaluation {evaluator}, {pairs} pairs; after Zhang 1995, Figure 3(b)"

EXPERIMENT = Experiment(
    name="figure3b",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 3(b): forward estimation plays alpha-beta in Othello",
    size=Size(30, 90, "--series paper shipped --max-depth 4 --openings 12"),
    examples="--plot figure3b.png; --series paper shipped --max-depth 6 --evaluator patterns;"
    " --openings 20 --max-depth 4 --jobs 2; --json",
    options=(
        of_matches(),
        plot(),
        evaluator_option("of both"),
        some_of("--series NAME...", SERIES),
        count("--max-depth", 8, "alpha-beta's last depth"),
    ),
    measure=measure,
    tables=figure3.with_claims(
        "points % {points:.1f} | nodes FE/AB {node_ratio:.2f} | CPU FE/AB {cpu_ratio:.2f}"
        " | AB ms {alphabeta_cpu_ms:,.2f} | FE ms {forward_cpu_ms:,.2f}",
        TITLE,
        "AB: alpha-beta; FE: forward estimation; ms: CPU time a game; from, to: 95 % interval"
        " over the classes of openings; MORE: FE deeper and dearer in CPU time for the first"
        f" time, LESS: FE one less deep{SERIES_WORDS}",
    ),
    asked=("evaluator",),
    aside=("pairs",),
    draw=lambda found: figure3.draw(
        found["rows"], "CPU time of forward estimation / alpha-beta (plies deeper)", CLAIMS
    ),
    drawing_title=TITLE,
)
