"""Learn what moves cost: python -m players.learn_interest samples, labels, fits and writes."""

import argparse
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np

from othello import evaluation
from othello.evaluation.tables import save
from othello.pipe import until_closed
from players import interest_lessons as lessons
from players.interest_costs import COST_UNIT
from players.interest_logit import Choices, fitted, judged
from players.interest_terms import (
    CHEAP,
    COMPARING,
    FULL,
    IN_TREES,
    STAGES,
    TERMS,
    WEIGHT_UNIT,
)
from players.interest_weights import SHAPE, WEIGHTS
from players.selfplay import cores

COMMAND = "python -m players.learn_interest"
BINS = ((0, 20), (20, 32), (32, 44), (44, 54), (54, STAGES))
"""Numbers of discs that share weights."""
OVERLAP = 3
"""Discs beyond either end of a bin whose nodes count in its fit too."""
FEWEST = 200
"""Nodes without which a bin takes the weights of all."""
HELD_OUT = 10
"""One batch in so many is kept from the fit."""
RIDGE = 5.0
UNITS = {"edge_gain": 1000.0, "static_gain": 100.0, "static_root": 100.0, "static_rank": 1000.0}
"""What a term is divided by in the fit, so that the ridge means the same for all."""


def _parser() -> argparse.ArgumentParser:
    """The options."""
    parser = argparse.ArgumentParser(
        prog=COMMAND,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Learn the weights of interest search's terms from nodes of its own searches, "
        "labelled\nby a deeper one, validate them on games that were held out, and write them.",
        epilog=f"""
examples:
  {COMMAND} --games 400 --out data/{WEIGHTS}
  {COMMAND} --games 100 --depth 4 --work /tmp/nodes --out few.npz

The nodes lie in the folder --work, so a stopped run goes on where it was.""",
    )
    recipe = lessons.Recipe()
    for name, default, help_text in (
        ("--games", 400, "games to sample, in batches of 10"),
        ("--nodes", recipe.nodes, "nodes of each search that is sampled"),
        ("--one-in", recipe.one_in, "of its interior nodes is noted, a power of two"),
        ("--depth", recipe.depth, "plies of the search that labels"),
        ("--seed", recipe.seed, "of the games"),
    ):
        parser.add_argument(name, type=int, default=default, help=f"{help_text} ({default})")
    parser.add_argument("--jobs", type=int, help="processes (default: one a core)")
    parser.add_argument("--work", type=Path, help="folder of the nodes (default: beside --out)")
    parser.add_argument("--out", type=Path, default=Path("data") / WEIGHTS, help="(%(default)s)")
    return parser


def _checked(options: argparse.Namespace) -> argparse.Namespace:
    """The options; ValueError, in one line, for a number that makes no sense."""
    for name, least in (("games", 2 * lessons.BATCH), ("nodes", 100), ("depth", 1), ("one_in", 1)):
        if getattr(options, name) < least:
            raise ValueError(f"--{name.replace('_', '-')} must be {least} or more")
    if options.one_in & (options.one_in - 1):
        raise ValueError("--one-in must be a power of two")
    if options.jobs is not None and options.jobs < 1:
        raise ValueError("--jobs must be 1 or more")
    if not options.out.resolve().parent.is_dir():
        raise ValueError(f"{options.out}: there is no folder {options.out.parent}")
    return options


def scaled(choices: Choices) -> Choices:
    """The same choices with every term in the units of the fit."""
    units = np.array([UNITS.get(term, 1.0) for term in TERMS])
    return choices._replace(terms=choices.terms / units)


def bin_rows(choices: Choices, low: int, high: int) -> np.ndarray:
    """Which nodes the weights of a bin are fitted to: all, if there are too few of its own."""
    near = (choices.stage >= low - OVERLAP) & (choices.stage < high + OVERLAP)
    return near if near.sum() >= FEWEST else np.ones_like(near)


def fit_set(choices: Choices, left_out: tuple[str, ...]) -> np.ndarray:
    """The weights by stage without some terms, in the units of the fit: float64[STAGES, terms]."""
    kept = [number for number, term in enumerate(TERMS) if term not in left_out]
    weights = np.zeros((STAGES, len(TERMS)))
    narrow = choices.columns(kept)
    for low, high in BINS:
        weights[low:high, kept] = fitted(narrow.pick(bin_rows(choices, low, high)), RIDGE)
    return weights


def judge_set(choices: Choices, weights: np.ndarray) -> dict[str, float]:
    """How well weights by stage foretell choices, the mean over all nodes."""
    total = np.zeros(2)
    for low, high in BINS:
        rows = (choices.stage >= low) & (choices.stage < high)
        if rows.any():
            total += rows.sum() * np.array(judged(choices.pick(rows), weights[low]))
    likelihood, accuracy = total / choices.chosen.size
    return {"log_likelihood": round(float(likelihood), 4), "accuracy": round(float(accuracy), 4)}


def as_weights(full: np.ndarray, cheap: np.ndarray) -> np.ndarray:
    """Two sets in the units of the fit as the kernels take them: int64[2, STAGES, terms]."""
    units = np.array([UNITS.get(term, 1.0) for term in TERMS])
    found = np.zeros(SHAPE)
    found[FULL], found[CHEAP] = full / units, cheap / units
    return np.rint(found * COST_UNIT * WEIGHT_UNIT).astype(np.int64)


def learn(choices: Choices) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Weights with all terms, and with each left out; how they do on held-out games."""
    choices = scaled(choices)
    held_out = choices.group % HELD_OUT == 0
    taught, kept = choices.pick(~held_out), choices.pick(held_out)
    arrays, report = {}, {}
    for name in ("", *TERMS):
        left_out = (name,) if name else ()
        full = fit_set(taught, left_out)
        cheap = fit_set(taught, (*left_out, *COMPARING))
        arrays[f"without_{name}" if name else "othello"] = as_weights(full, cheap)
        report[f"without {name}" if name else "all terms"] = judge_set(kept, full)
        if not name:
            report["cheap terms"] = judge_set(kept, cheap)
    others = tuple(term for term in TERMS if term not in IN_TREES)
    trees = fit_set(taught, others)
    arrays["trees"] = as_weights(trees, trees)
    report["terms of random trees"] = judge_set(kept, trees)
    report["nothing"] = judge_set(kept, np.zeros_like(trees))
    return arrays, report


def main(arguments: list[str] | None = None) -> int:
    """Sample, label, fit, validate, write; return an exit code."""
    options = _parser().parse_args(arguments)
    if threading.current_thread() is threading.main_thread():  # a polite kill stops as Ctrl-C does
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return _run(_checked(options), arguments)
    except KeyboardInterrupt:
        print(f"{COMMAND}: stopped; the same command goes on", file=sys.stderr)
        return 130
    except (ValueError, OSError) as error:
        print(f"{COMMAND}: {error}", file=sys.stderr)
        return 2


def _run(options: argparse.Namespace, arguments: list[str] | None) -> int:
    """Carry out what the options say."""
    recipe = lessons.Recipe(
        nodes=options.nodes, one_in=options.one_in, depth=options.depth, seed=options.seed
    )
    work = options.work or options.out.with_suffix(".nodes")
    batches = -(-options.games // lessons.BATCH)

    def tell(done: int) -> None:
        print(f"\r{done} of {batches} batches", end="", file=sys.stderr, flush=True)

    nodes = lessons.make_batches(recipe, batches, work, options.jobs or cores(), tell)
    choices = lessons.choices_of(nodes, evaluation.named(recipe.evaluator))
    arrays, report = learn(choices)
    words = sys.argv[1:] if arguments is None else arguments
    about = {
        "command": " ".join([COMMAND, *words]),
        "recipe": recipe._asdict(),
        "games": batches * lessons.BATCH,
        "nodes": int(choices.chosen.size),
        "held_out": f"one batch in {HELD_OUT}",
        "scores": report,
    }
    save(options.out, about, arrays)
    print()
    for name, scores in report.items():
        print(f"{name:22} {scores['log_likelihood']:8.4f} {100 * scores['accuracy']:6.1f} %")
    print(f"{options.out}: from {about['games']} games, {about['nodes']} nodes")
    return 0


if __name__ == "__main__":
    sys.exit(until_closed(main))
