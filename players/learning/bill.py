"""Learn Bill's weights: python -m players.learning.bill plays, fits, validates, writes."""

import argparse
import hashlib
import importlib.util
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np

from othello.command_line import until_closed
from othello.evaluation.tables import WEIGHTS, save
from players.learning import bill_fit
from players.learning.bill_fit import Positions, inputs_of, positions_of, scores
from players.learning.display import draw_weights, game_progress, print_scores

COMMAND = "python -m players.learning.bill"
FEATURES = tuple(bill_fit.HAND_SET)
FIRST_GAMES = 10
MOST_RANDOM = 50
HELD_OUT = 10
"""One game in so many is kept from the fit."""


def _parser() -> argparse.ArgumentParser:
    """The options."""
    parser = argparse.ArgumentParser(
        prog=COMMAND,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Learn the weights of Bill's features from games that the program plays "
        "against itself,\nvalidate them on games that were held out, and write them.",
        epilog=f"""
examples:
  {COMMAND} --games 20000 --out data/{WEIGHTS}
  {COMMAND} --games 20000 --evaluator bill --seed 1 --work /tmp/second --out second.npz
  {COMMAND} --games 2000 --leave-out mobility --out without_mobility.npz

The games lie in the folder --work, so a stopped run goes on where it was.""",
    )
    for name, default, help_text in (
        ("--games", 20000, "games to learn from"),
        ("--depth", 4, "plies of the search that plays them"),
        ("--exact", 12, "empties from which it solves the game"),
        ("--fewest", 8, "random first plies, at least"),
        ("--most", 20, "random first plies, at most"),
        ("--seed", 0, "of the games"),
    ):
        parser.add_argument(name, type=int, default=default, help=f"{help_text} ({default})")
    parser.add_argument("--evaluator", default="mobility", help="who plays (%(default)s)")
    parser.add_argument("--jobs", type=int, help="processes (default: one a core)")
    parser.add_argument("--work", type=Path, help="folder of the games (default: beside --out)")
    parser.add_argument("--leave-out", choices=FEATURES, help="a feature to do without")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the weights by disc count")
    parser.add_argument("--out", type=Path, default=Path("data") / WEIGHTS, help="(%(default)s)")
    return parser


def _checked(options: argparse.Namespace) -> argparse.Namespace:
    """The options; ValueError, in one line, for a number that makes no sense."""
    for name, least in (("games", HELD_OUT), ("depth", 1), ("exact", 0), ("fewest", 0)):
        if getattr(options, name) < least:
            raise ValueError(f"--{name} must be {least} or more")
    if options.most < options.fewest:
        raise ValueError("--most must not be less than --fewest")
    if options.jobs is not None and options.jobs < 1:
        raise ValueError("--jobs must be 1 or more")
    if options.most > MOST_RANDOM:
        raise ValueError(f"--most must be {MOST_RANDOM} or less: there is nothing to learn later")
    for path in filter(None, (options.out, options.plot)):
        if not path.resolve().parent.is_dir():
            raise ValueError(f"{path}: there is no folder {path.parent}")
    if options.plot is not None and importlib.util.find_spec("matplotlib") is None:
        raise ValueError("plots need matplotlib: install the extra 'plots'")
    return options


def learn(
    positions: Positions, leave_out: str | None
) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
    """Weights and calibrations of every method, and how they do on held-out games."""
    x = inputs_of(positions)
    if leave_out is not None:
        x[:, FEATURES.index(leave_out)] = 0.0
    won = (np.sign(positions.result) + 1) / 2
    held_out = positions.game % HELD_OUT == 0
    arrays, report = {}, {}
    for kind, method in bill_fit.METHODS.items():
        parts = x[~held_out], won[~held_out], positions.discs[~held_out]
        weights = method(*parts)
        if leave_out is not None:
            weights[:, 1 + FEATURES.index(leave_out)] = 0.0
        odds = bill_fit.log_odds(weights, x, positions.discs)
        calibration = bill_fit.calibration(
            odds[~held_out], positions.result[~held_out], positions.discs[~held_out]
        )
        arrays[f"{kind}_weights"], arrays[f"{kind}_calibration"] = weights, calibration
        report[kind] = scores(odds, calibration, positions, held_out)
    return arrays, report


def digest_of_games(moves: np.ndarray) -> str:
    """A digest of the first games, by which anyone can check that theirs are the same."""
    return hashlib.sha256(np.ascontiguousarray(moves[:FIRST_GAMES]).tobytes()).hexdigest()


def main(arguments: list[str] | None = None) -> int:
    """Play, fit, validate, write; return an exit code."""
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
    from players.learning import (
        selfplay,  # the one upward look: this command joins learning and search
    )

    recipe = selfplay.Recipe(
        options.evaluator, options.depth, options.exact, options.fewest, options.most, options.seed
    )
    work = options.work or options.out.with_suffix(".games")
    with game_progress(options.games) as progress:
        moves, random_plies = selfplay.play_games(
            recipe, options.games, work, options.jobs or selfplay.cores(), progress
        )
    positions = positions_of(moves, random_plies)
    arrays, report = learn(positions, options.leave_out)
    words = sys.argv[1:] if arguments is None else arguments
    about = {
        "command": " ".join([COMMAND, *words]),
        "recipe": recipe._asdict(),
        "games": len(moves),
        "positions": int(positions.own.size),
        "held_out": f"one game in {HELD_OUT}",
        "left_out": options.leave_out,
        "first_games_sha256": digest_of_games(moves),
        "scores": report,
    }
    save(options.out, about, arrays)
    print_scores(report)
    if options.plot is not None:
        draw_weights(arrays, options.plot)
    print(f"{options.out}: from {len(moves)} games, {positions.own.size} positions")
    return 0


if __name__ == "__main__":
    sys.exit(until_closed(main))
