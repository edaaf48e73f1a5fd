"""Figure 3(b) of Zhang 1995: forward estimation against alpha-beta in Othello.

Bill's evaluation, the 244 four-move openings with both colours, cost in CPU
time: both begin at depth 1, whoever was cheaper in the last tournament is
deepened by one, and the ladder ends once forward estimation has become the
dearer one at alpha-beta's last depth. Where two cost nearly the same, the CPU
time of the day decides who is deepened, so that another run may take another path.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from tournament.contests.rungs import LESS, MORE, Goal
from tournament.experiments.runner import Experiment, Runner, Size, Table, contests
from tournament.experiments.runner.arguments import count, of_matches, option, plot
from tournament.experiments.zhang1995 import figure3
from tournament.experiments.zhang1995.figure3 import EQUAL, Claim, Row, leads, on_curve, rates

TEN_GAMES = "costs=data/edge_costs_10_games.npz"
"""Learned from as many games as the paper's; the path is seen from the project's folder."""


class LadderSeries(NamedTuple):
    """How forward estimation prunes, how both search, and what that is in words."""

    options: str
    conditions: str
    words: str


SERIES = {
    "paper": LadderSeries(f"rule=likely,{TEN_GAMES}", contests.PLAIN, "condition (2), 10 games"),
    "extreme": LadderSeries(f"rule=extreme,{TEN_GAMES}", contests.PLAIN, "condition (1), 10 games"),
    "shipped": LadderSeries("rule=likely", contests.PLAIN, "condition (2), the shipped edge costs"),
    "quantile": LadderSeries(
        contests.BEST, contests.PLAIN, f"margins by disc count and depth, {contests.BEST}"
    ),
    "modern": LadderSeries(
        contests.BEST,
        contests.MODERN,
        f"as quantile, both with {contests.CONDITIONS[contests.MODERN]}",
    ),
}
SERIES_WORDS = "".join(f"\n{name}: {one.words}" for name, one in SERIES.items())
LIKELY = tuple(name for name in SERIES if name != "extreme")


def _node_ratios(rows: Sequence[Row]) -> str:
    """What share of alpha-beta's nodes forward estimation generated at each equal depth."""
    chosen = on_curve(rows, EQUAL)
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
    players = {}
    for name in run.options.series:
        one = SERIES[name]
        a = contests.spec(contests.BILL_ALPHABETA, contests.CONDITIONS[one.conditions])
        b = contests.spec(contests.CHALLENGER, one.options, contests.CONDITIONS[one.conditions])
        players[name] = {"a": a, "b": b}
    for name, specs in players.items():
        told = run.ladder(specs["a"], specs["b"], Goal(a_max_depth=run.options.max_depth))
        for rung in told["rows"]:
            row = {"series": name, "depth": rung["a_depth"], "forward_depth": rung["b_depth"]}
            row |= {"curve": rung["curve"], "tournament": rung["tournament"]}
            row |= contests.row_of(rung)
            rows.append({**row, "cost_ratio": row["cpu_ratio"]})
    return {
        "series": players,
        "rows": rows,
        "claims": figure3.answers(CLAIMS, rows),
        "pairs": sum(rows[0]["pairs_won_tied_lost"]),
    }


TITLE = "Othello with Bill's evaluation, {pairs} pairs; after Zhang 1995, Figure 3(b)"
LABELS = "CPU time of forward estimation / alpha-beta (plies deeper)"

EXPERIMENT = Experiment(
    name="figure3b",
    paper="Zhang 1995",
    summary="Zhang 1995, Figure 3(b): forward estimation plays alpha-beta in Othello",
    size=Size(30, 90, "--series paper shipped --max-depth 4 --openings 12"),
    examples="--plot figure3b.png; --series paper shipped --max-depth 6;"
    " --openings 20 --max-depth 4 --jobs 2; --json",
    options=(
        of_matches(),
        plot(),
        option(
            "--series NAME...",
            f"some of: {', '.join(SERIES)} (default: all)",
            default=SERIES,
            choices=tuple(SERIES),
        ),
        count("--max-depth", 8, "alpha-beta's last depth"),
    ),
    measure=measure,
    tables=figure3.with_claims(
        Table(
            "series {series} | AB depth {depth:d} | FE depth {forward_depth:d} | curve {curve}"
            " | FE wins pairs % {win_rate:.1f} | from {low:.1f} | to {high:.1f}"
            " | points % {points:.1f} | nodes FE/AB {node_ratio:.2f} | CPU FE/AB {cpu_ratio:.2f}"
            " | AB ms {alphabeta_cpu_ms:,.2f} | FE ms {forward_cpu_ms:,.2f}",
            TITLE,
            "AB: alpha-beta; FE: forward estimation; ms: CPU time a game; from, to: 95 % interval"
            " over the classes of openings; MORE: FE deeper and dearer in CPU time for the first"
            f" time, LESS: FE one less deep{SERIES_WORDS}",
        )
    ),
    aside=("pairs",),
    draw=lambda found: figure3.draw(found["rows"], LABELS, CLAIMS),
    drawing_title=TITLE,
)
