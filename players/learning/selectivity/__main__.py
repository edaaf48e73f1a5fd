"""Learn the engine's cuts: python -m players.learning.selectivity measures and fits."""

import argparse
from typing import Any

from othello.cli.command import exit_with
from othello.cli.output import print_table
from players.engine.thread_data import PROBCUT_FILE, PROBCUT_PAIRS
from players.learning.command import SEED, Learner, Run, Setting
from players.learning.selectivity.fit import (
    DEEPEST_CUT,
    FIRST_END,
    HELD_OUT,
    NORMAL,
    CutChoice,
    Model,
    cuts_of,
    fit_model,
    judge,
)
from players.learning.selectivity.samples import BATCH, VALUES, Recipe, Samples, read_samples

CUT_CHOICE = CutChoice()
MOST_GATE = 10
"""More deviations than any evaluation misses by."""
FIRST_POSITIONS = 4
"""Number of positions that `first_positions_sha256` covers."""


def _add_options(parser: argparse.ArgumentParser) -> None:
    shares = " ".join(map(str, CUT_CHOICE.shares))
    text = f"depths of the shallower searches as shares of the deeper search's ({shares})"
    parser.add_argument(
        "--shares", type=float, nargs="+", metavar="SHARE", default=CUT_CHOICE.shares, help=text
    )
    text = "deviations by which the static value may miss the bound (%(default)s)"
    parser.add_argument("--gate", type=float, default=CUT_CHOICE.gate, help=text)


def _check(options: argparse.Namespace) -> None:
    """ValueError, in one line, for cuts that make no sense."""
    if len(options.shares) > PROBCUT_PAIRS or not all(0 < share < 1 for share in options.shares):
        raise ValueError(f"--shares must be at most {PROBCUT_PAIRS} numbers between 0 and 1")
    if not 0 <= options.gate <= MOST_GATE:
        raise ValueError(f"--gate must be a number from 0 to {MOST_GATE}")


def _print_judged(rows: list[dict[str, Any]]) -> None:
    table = [
        (
            *(f"from {row['discs']}", row["depth"], f"{row['comparisons']:,}"),
            *(f"{row['bias']:+.2f}", f"{row['sigma']:.2f}"),
            *(f"{100 * row[f'within {deviations}']:.1f}" for deviations in NORMAL),
        )
        for row in rows
    ]
    laws = [f"in {number} sigma, {100 * share:.1f} %" for number, share in NORMAL.items()]
    headings = ("discs", "depth", "comparisons", "median error", "sigma", *laws)
    print_table(
        headings, table, "Held-out positions, in discs, and the shares of the normal distribution"
    )


def about_of(model: Model, samples: Samples) -> dict[str, Any]:
    """Return notes about the model and the range of its measurements."""
    return {
        "positions": int(samples.batch.size),
        "held_out": f"one batch of {BATCH} in {HELD_OUT}",
        "measured_depth": len(model.leads) - 1,
        "extrapolated": f"sigma by the same law to depth {DEEPEST_CUT}, then equal; leads of "
        "deeper searches are those of the deepest measured of their parity; of more than "
        f"{model.end_most} empty squares those of results are as there",
        "spread": [round(float(weight), 4) for weight in model.spread],
        "end_spread": [round(float(weight), 4) for weight in model.end_spread],
    }


def _learn(run: Run) -> None:
    options, recipe = run.options, run.recipe
    choice = CutChoice(shares=tuple(options.shares), gate=options.gate)
    paths = run.collect(VALUES, options.positions, "measuring")
    samples = read_samples(paths, recipe.depth)
    held_out = samples.batch % HELD_OUT == 0
    model = fit_model(samples.pick(~held_out))
    rows = judge(model, samples.pick(held_out))
    if run.save(
        cuts_of(model, choice),
        cuts=choice._asdict(),
        **about_of(model, samples),
        first_positions_sha256=VALUES.digest_of_first(recipe, FIRST_POSITIONS),
        judged=rows,
    ):
        return
    _print_judged(rows)
    print(f"{options.out}: from {samples.batch.size:,} positions")


LEARNER = Learner(
    name="selectivity",
    summary="""\
Learn how well shallow searches of the engine predict deep ones. Positions of the program's
own games are searched to every depth without cuts, and solved near the end. Bias and spread
of the differences are fitted, and checked on other positions.""",
    examples="""\
  {command} --quick --out mine.npz
  {command} --jobs 2 --out mine.npz
  {command} --shares 0.5 --gate 0.5 --out mine.npz

The folder --work keeps the values: a stopped run resumes where it was, and other --shares or
another --gate are fitted to the same values.""",
    options=[
        Setting(
            "positions",
            f"positions to measure, in batches of {BATCH}",
            HELD_OUT * BATCH,
            default=4400,
        ),
        Setting("depth", "plies of the deepest search", 4, 14),
        Setting("exact", "empty squares from which positions are solved, too", FIRST_END + 3, 24),
        SEED,
        Setting("evaluator", "evaluator of games and searches"),
    ],
    add_options=_add_options,
    quick={"positions": 1600, "depth": 6, "exact": 18},
    out=PROBCUT_FILE,
    samples="the values",
    work=".values",
    recipe=Recipe,
    check=_check,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    exit_with(main)
