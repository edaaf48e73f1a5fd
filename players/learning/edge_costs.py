"""Learn edge costs: python -m players.learning.edge_costs plays, searches, counts, writes."""

import argparse
import importlib.util
import json
import signal
import sys
import threading
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

from othello.command_line import until_closed
from othello.formats.wthor import LONGEST
from players.forward import edge_costs
from players.forward import edge_costs as edge_costs_file
from players.learning.batches import sample_games
from players.learning.bill import digest_of_games
from players.learning.display import game_progress
from players.learning.edge_cost_samples import Recipe, Sample, quantiles_by_stage, searchers
from players.learning.edge_costs_display import draw, print_tables, summary
from players.learning.recipes import digest_of_evaluator
from players.learning.selfplay import cores

COMMAND = edge_costs.COMMAND
DEFAULT = Recipe()
MOST_RANDOM = 40
"""Later there is little left to search."""


def _parser() -> argparse.ArgumentParser:
    """The options."""
    parser = argparse.ArgumentParser(
        prog=COMMAND,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Learn what the edges of searches cost, and how far deeper searches lie from\n"
        "the static value, in games of Othello; print it and write it for forward estimation.",
        epilog=f"""
examples:
  {COMMAND} --plot data/results/edge-costs.png
  {COMMAND} --games 10 --most {DEFAULT.fewest} --out data/edge_costs_10_games.npz
  {COMMAND} --evaluator mobility --depth 4 --out mobility_costs.npz --jobs 1

The second is the paper's sample. The same options give the same figures, whatever the jobs.
What is done lies in the folder --work, so a stopped run goes on where it was.""",
    )
    for name, default, help_text in (
        ("games", 2500, "games to sample"),
        ("depth", DEFAULT.depth, "plies of the searches whose edges are counted"),
        ("fewest", DEFAULT.fewest, "random first plies, at least"),
        ("most", DEFAULT.most, "random first plies, at most"),
        ("positions", DEFAULT.positions, "positions near each game that are searched deeper"),
        ("deep", DEFAULT.deep, "plies of those searches"),
        ("deepest", DEFAULT.deepest, "plies of the first of them"),
        ("seed", DEFAULT.seed, "of the games"),
    ):
        parser.add_argument(f"--{name}", type=int, default=default, help=f"{help_text} ({default})")
    parser.add_argument("--evaluator", default=DEFAULT.evaluator, help="(%(default)s)")
    parser.add_argument(
        "--player", metavar="SPEC", help="who plays (default: the searches that are counted)"
    )
    parser.add_argument("--jobs", type=int, help="processes (default: one a core)")
    parser.add_argument("--work", type=Path, help="folder of what is done (default: beside --out)")
    parser.add_argument("--out", type=Path, default=Path("data") / edge_costs.SHIPPED)
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw what was learned")
    parser.add_argument("--json", action="store_true", help="print JSON in place of tables")
    return parser


def _checked(options: argparse.Namespace) -> argparse.Namespace:
    """The options; ValueError, in one line, for one that makes no sense."""
    for name, least in (("games", 1), ("depth", 1), ("fewest", 0), ("positions", 1), ("deep", 1)):
        if getattr(options, name) < least:
            raise ValueError(f"--{name} must be {least} or more")
    for name, floor in (("most", "fewest"), ("deepest", "deep")):
        if getattr(options, name) < getattr(options, floor):
            raise ValueError(f"--{name} must not be less than --{floor}")
    if options.most > MOST_RANDOM:
        raise ValueError(f"--most must be {MOST_RANDOM} or less: there is nothing to search later")
    if max(options.depth, options.deepest) > LONGEST:
        raise ValueError(f"--depth and --deepest must be {LONGEST} or less, as long as a game")
    if options.jobs is not None and options.jobs < 1:
        raise ValueError("--jobs must be 1 or more")
    for path in filter(None, (options.out, options.plot)):
        if path.is_dir() or not path.resolve().parent.is_dir():
            raise ValueError(f"{path}: a folder, or in one that is not there")
    if options.plot is not None and importlib.util.find_spec("matplotlib") is None:
        raise ValueError("plots need matplotlib: install the extra 'plots'")
    return options


def write(sample: Sample, recipe: Recipe, command: str, path: Path) -> None:
    """Write what was learned from a sample; ValueError if it is too small for margins."""
    deep = quantiles_by_stage(sample.discs, sample.errors)
    about: dict[str, Any] = {
        "command": command,
        "recipe": recipe._asdict(),
        "evaluator_sha256": digest_of_evaluator(recipe.evaluator),
        "games": len(sample.moves),
        "searches": int(sample.searches),
        "edges": int(sample.edges.histogram.sum()),
        "passes": int(sample.passes.histogram.sum()),
        "positions": int(sample.discs.size),
        "first_games_sha256": digest_of_games(sample.moves),
    }
    edge_costs_file.write(path, about, sample.edges, sample.passes, deep)


def main(arguments: list[str] | None = None) -> int:
    """Sample, write, show; return an exit code."""
    options = _parser().parse_args(arguments)
    if threading.current_thread() is threading.main_thread():  # a polite kill stops as Ctrl-C does
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        return _run(_checked(options), sys.argv[1:] if arguments is None else arguments)
    except KeyboardInterrupt:
        print(f"{COMMAND}: stopped; the same command goes on", file=sys.stderr)
        return 130
    except (ValueError, OSError, BrokenExecutor) as error:  # the last: a worker was killed
        print(f"{COMMAND}: {error}", file=sys.stderr)
        return 2


def _run(options: argparse.Namespace, words: list[str]) -> int:
    """Carry out what the options say."""
    recipe = Recipe(**{name: getattr(options, name) for name in Recipe._fields})
    searchers(recipe)  # so that an unknown evaluator or player is told of at once
    work = options.work or options.out.with_suffix(".games")
    with game_progress(options.games) as progress:
        sample = sample_games(recipe, options.games, work, options.jobs or cores(), progress)
    write(sample, recipe, " ".join([COMMAND, *words]), options.out)
    costs = edge_costs.load(options.out)
    if options.json:
        print(json.dumps(summary(costs), indent=1))
    else:
        print_tables(costs)
    if options.plot is not None:
        draw(costs, options.plot)
    print(f"{options.out}: from {len(sample.moves)} games", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(until_closed(main))
