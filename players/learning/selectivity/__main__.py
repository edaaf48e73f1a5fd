"""Learn where the engine may cut: python -m players.learning.selectivity measures, fits, writes."""

import argparse
import hashlib
import io
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np

from othello import evaluation
from othello.command_line import new_parser, print_table, until_closed
from othello.display import display_for
from othello.evaluation.tables import save
from players.engine.midgame_memory import PAIRS
from players.engine.selectivity import FILE
from players.learning.command import (
    add_files,
    add_numbers,
    as_typed,
    check_files,
    check_least,
    jobs,
    parsed_quickly,
    run,
)
from players.learning.selectivity.fit import (
    DEEPEST,
    FIRST_END,
    HELD_OUT,
    NORMAL,
    Choice,
    Model,
    cuts_of,
    fitted,
    judged,
)
from players.learning.selectivity.samples import BATCH, Recipe, Samples, make_batch, make_samples

COMMAND = "python -m players.learning.selectivity"
QUICK = {"positions": 1600, "depth": 6, "exact": 18}
"""What --quick takes in place of other defaults."""
FIRST_POSITIONS = 4
"""The positions whose values `first_positions_sha256` is of."""
MOST_DEPTH = 14
LEAST_EXACT, MOST_EXACT = FIRST_END + 3, 24


def _parser() -> argparse.ArgumentParser:
    """The options."""
    recipe, choice = Recipe(), Choice()
    parser = new_parser(
        COMMAND,
        "Learn how far the engine's shallower searches are to be trusted: positions of games that\n"
        "the program plays against itself are searched in full width to every depth, and near the\n"
        "end solved; bias and spread of the differences are fitted and checked on other positions.",
        f"""
examples:
  {COMMAND} --quick --out mine.npz
  {COMMAND} --jobs 2 --out mine.npz
  {COMMAND} --shares 0.5 --static 4 --gate 0.5 --out mine.npz

The values lie in the folder --work, so a stopped run goes on where it was, and other cuts
(--shares, --end-shares, --first, --static, --gate) are fitted from the same values at once.""",
    )
    add_numbers(
        parser,
        [
            ("positions", 4400, f"positions to measure, in batches of {BATCH}"),
            ("depth", recipe.depth, "plies of their deepest search"),
            ("exact", recipe.exact, "empty squares from which on they are solved too"),
            ("seed", recipe.seed, "of the games"),
            ("first", choice.first, "the least depth at which a shallower search may cut"),
            ("static", choice.static, "the greatest at which the evaluation alone may; 0: none"),
        ],
    )
    for name, help_text in (("shares", "a search"), ("end-shares", "a search to the end")):
        parser.add_argument(
            f"--{name}",
            type=float,
            nargs="+",
            metavar="SHARE",
            default=getattr(choice, name.replace("-", "_")),
            help=f"depths of the shallower searches as shares of that of {help_text} (%(default)s)",
        )
    parser.add_argument(
        "--gate",
        type=float,
        default=choice.gate,
        help="deviations by which the evaluation may miss what a search is to show (%(default)s)",
    )
    parser.add_argument("--quick", action="store_true", help="shallow and few: less than a minute")
    parser.add_argument(
        "--evaluator", default=recipe.evaluator, help="plays and is searched with (%(default)s)"
    )
    add_files(parser, Path(FILE), "the values")
    return parser


def parsed(arguments: list[str] | None) -> argparse.Namespace:
    """The options that are typed; those that are not have the defaults of --quick, if it is."""
    return parsed_quickly(_parser(), QUICK, arguments)


def choice_of(options: argparse.Namespace) -> Choice:
    """The cuts that the options ask for; ValueError, in one line, for senseless ones."""
    check_least(options, positions=HELD_OUT * BATCH, depth=4, first=2, static=0)
    check_least(options, exact=LEAST_EXACT)
    if options.depth > MOST_DEPTH:
        raise ValueError(f"--depth must be {MOST_DEPTH} or less: searches are in full width")
    if options.exact > MOST_EXACT:
        raise ValueError(f"--exact must be {MOST_EXACT} or less: solving takes long")
    for name in ("shares", "end_shares"):
        shares = getattr(options, name)
        most = PAIRS - (options.static > 0 and name == "shares")
        if len(shares) > most or not all(0 < share < 1 for share in shares):
            typed = name.replace("_", "-")
            raise ValueError(f"--{typed} must be at most {most} numbers between 0 and 1")
    if not (math.isfinite(options.gate) and options.gate >= 0):
        raise ValueError("--gate must be a number, 0 or more")
    shares = tuple(options.shares), tuple(options.end_shares)
    return Choice(*shares, options.first, options.static, options.gate)


def digest_of_first_positions(recipe: Recipe) -> str:
    """A digest of the first positions and their values, for anyone to check theirs by."""
    with np.load(io.BytesIO(make_batch(recipe, 0, FIRST_POSITIONS))) as archive:
        parts = [archive[name].tobytes() for name in ("boards", "values", "results")]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def split(samples: Samples) -> tuple[Samples, Samples]:
    """The samples to fit to, and those that are held out."""
    held_out = samples.batch % HELD_OUT == 0
    return samples.pick(~held_out), samples.pick(held_out)


def _print_judged(rows: list[dict[str, Any]]) -> None:
    """How the model does on positions held out, as a table."""
    table = [
        (
            f"from {row['discs']}",
            row["depth"],
            f"{row['comparisons']:,}",
            f"{row['bias']:+.2f}",
            f"{row['sigma']:.2f}",
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
        "extrapolated": f"sigma by the same law to depth {DEEPEST}, then equal; leads of deeper "
        "searches are those of the deepest measured of their parity; of more than "
        f"{model.end_most} empty squares those of results are as there",
        "spread": [round(float(weight), 4) for weight in model.spread],
        "end_spread": [round(float(weight), 4) for weight in model.end_spread],
    }


def main(arguments: list[str] | None = None) -> int:
    """Measure, fit, check, write; return an exit code."""
    options = parsed(arguments)
    return run(COMMAND, lambda: _run(options, as_typed(COMMAND, arguments)))


def _run(options: argparse.Namespace, typed: str) -> int:
    """Carry out what the options say."""
    choice = choice_of(options)
    check_files(options)
    evaluation.named(options.evaluator)  # so that an unknown one is told of at once
    recipe = Recipe(options.evaluator, options.depth, options.exact, options.seed)
    work = options.work or options.out.with_suffix(".values")
    batches = -(-options.positions // BATCH)
    with display_for(sys.stderr, "positions") as display:
        display.begin("measuring", 0, batches * BATCH, quick=True)
        samples = make_samples(recipe, batches, work, jobs(options), display.update)
    taught, kept = split(samples)
    model = fitted(taught)
    rows = judged(model, kept)
    about = {
        "command": typed,
        "recipe": recipe._asdict(),
        "cuts": choice._asdict(),
        **about_of(model, samples),
        "first_positions_sha256": digest_of_first_positions(recipe),
        "judged": rows,
    }
    arrays: dict[str, np.ndarray] = cuts_of(model, choice)
    save(options.out, about, arrays)
    _print_judged(rows)
    print(f"{options.out}: from {samples.batch.size:,} positions")
    return 0


if __name__ == "__main__":
    sys.exit(until_closed(main))
