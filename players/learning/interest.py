"""Learn what moves cost: python -m players.learning.interest samples, labels, fits and writes."""

import argparse
import hashlib
import signal
import sys
import threading
from concurrent.futures import BrokenExecutor
from pathlib import Path

from othello import evaluation
from othello.command_line import until_closed
from othello.evaluation.tables import save
from players.interest.costs import WEIGHTS
from players.learning import interest_lessons as lessons
from players.learning.interest_fit import HELD_OUT, choices_of, learn
from players.learning.selfplay import cores

COMMAND = "python -m players.learning.interest"


MOST_ONE_IN = 2**20


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
    if options.one_in & (options.one_in - 1) or options.one_in > MOST_ONE_IN:
        raise ValueError(f"--one-in must be a power of two, {MOST_ONE_IN:,} at most")
    if options.jobs is not None and options.jobs < 1:
        raise ValueError("--jobs must be 1 or more")
    if not options.out.resolve().parent.is_dir():
        raise ValueError(f"{options.out}: there is no folder {options.out.parent}")
    return options


def digest_of_first_game(recipe: lessons.Recipe) -> str:
    """A digest of the nodes of the first game, for anyone to check theirs by."""
    nodes = lessons.make_batch(recipe, 0, games=1)
    return hashlib.sha256(b"".join(part.tobytes() for part in nodes.values())).hexdigest()


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
    except BrokenExecutor:
        print(f"{COMMAND}: a worker died; the same command goes on", file=sys.stderr)
        return 2
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
    choices = choices_of(nodes, evaluation.named(recipe.evaluator))
    arrays, report = learn(choices)
    words = sys.argv[1:] if arguments is None else arguments
    about = {
        "command": " ".join([COMMAND, *words]),
        "recipe": recipe._asdict(),
        "games": batches * lessons.BATCH,
        "nodes": int(choices.chosen.size),
        "held_out": f"one batch in {HELD_OUT}",
        "first_game_sha256": digest_of_first_game(recipe),
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
