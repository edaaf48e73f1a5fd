"""Learn where the engine may cut: python -m players.learning.selectivity measures and fits."""

import argparse
from typing import Any

from othello.cli.command import leave
from othello.cli.output import print_table
from players.engine.thread_data import PROBCUT_FILE, PROBCUT_PAIRS
from players.learning.command import SEED, Learner, Run, Setting, recipe_from
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
"""No evaluation misses by more deviations."""
FIRST_POSITIONS = 4
"""The positions whose values `first_positions_sha256` is of."""


def _add_options(parser: argparse.ArgumentParser) -> None:
    for name, default, searched in (
        ("shares", CUT_CHOICE.shares, "a search"),
        ("end-shares", CUT_CHOICE.end_shares, "a search to the end"),
    ):
        text = f"depths of the shallower searches as shares of that of {searched} (%(default)s)"
        parser.add_argument(
            f"--{name}", type=float, nargs="+", metavar="SHARE", default=default, help=text
        )
    text = "deviations by which the evaluation may miss what a search is to show (%(default)s)"
    parser.add_argument("--gate", type=float, default=CUT_CHOICE.gate, help=text)


def _check(options: argparse.Namespace) -> None:
    """ValueError, in one line, for senseless cuts."""
    for name in ("shares", "end_shares"):
        shares = getattr(options, name)
        if len(shares) > PROBCUT_PAIRS or not all(0 < share < 1 for share in shares):
            typed = name.replace("_", "-")
            raise ValueError(f"--{typed} must be at most {PROBCUT_PAIRS} numbers between 0 and 1")
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
    print_table(headings, table, "On positions held out, in discs, beside the normal law's shares")


def about_of(model: Model, samples: Samples) -> dict[str, Any]:
    """What the file says of the model, and of how far it is measured."""
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
    choice = recipe_from(options, CutChoice)
    choice = choice._replace(shares=tuple(choice.shares), end_shares=tuple(choice.end_shares))
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
Learn how far the engine's shallower searches are to be trusted: positions of games that
the program plays against itself are searched in full width to every depth, and near the
end solved; bias and spread of the differences are fitted and checked on other positions.""",
    examples="""\
  {command} --quick --out mine.npz
  {command} --jobs 2 --out mine.npz
  {command} --shares 0.5 --gate 0.5 --out mine.npz

The values lie in the folder --work, so a stopped run goes on where it was, and other cuts
(--shares, --end-shares, --first, --gate) are fitted from the same values at once.""",
    options=[
        Setting("positions", f"to measure, in batches of {BATCH}", HELD_OUT * BATCH, default=4400),
        Setting("depth", "plies of their deepest search", 4, 14),
        Setting("exact", "empty squares from which on they are solved too", FIRST_END + 3, 24),
        SEED,
        Setting("first", "the least depth at which a shallower search may cut", 2, default=3),
        Setting("evaluator", "plays and is searched with"),
    ],
    add_options=_add_options,
    quick={"positions": 1600, "depth": 6, "exact": 18},
    out=PROBCUT_FILE,
    kept="the values",
    work=".values",
    recipe=Recipe,
    check=_check,
    learn=_learn,
)
main = LEARNER.main

if __name__ == "__main__":
    leave(main)
