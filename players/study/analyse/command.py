"""Values of all moves of games: python -m othello analyse games.ggf.

Modules that compile are imported in functions, so that Ctrl-C ends the first run in one line.
"""

import argparse
import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from othello.cli.command import available_cores
from othello.cli.output import Display, as_document, say_compiling_once
from othello.cli.parser import Parser, common, natural, seconds, whole
from othello.files import check_writable
from othello.formats.reading import READABLE, read_and_report
from players.workers.choice import EXECUTOR_OPTION, jobs_of
from players.workers.interrupts import run_stoppable

if TYPE_CHECKING:
    from players.study.analyse.answers import Answers
    from players.study.analyse.games import JudgedGame, NamedGame
    from players.study.analyse.verdicts import VerdictLimits

COMMAND = "python -m othello analyse"
DEPTH = 16
"""Default depth in plies."""
PROVEN_EMPTIES = 22
"""Most empty squares from which results are proven by default."""
MOST_JOBS = 256
LARGEST_TABLE = 2**16
EXAMPLES = """\
  python -m othello analyse f5d6c3d3c4f4c5b3
  python -m othello analyse game.ggf
  python -m othello analyse games/ --depth 10 --summary
  python -m othello analyse WTH_2019.wtb --first 20 --seconds 0.5 --csv > moves.csv

Values are discs for the side that moves: +2.4 is an estimate, +2 is proven to be the result of
perfect play. A loss is the value of the best move less that of the move played. Each answer is
written to the answers file at once: after Ctrl-C the same command resumes.
"""


def command_parser() -> argparse.ArgumentParser:
    """Parser of the command."""
    parser = Parser(
        prog=COMMAND,
        description="Values of all moves of games, with the best moves and their lines.",
        examples=EXAMPLES,
        parents=[
            common(
                "json",
                jobs={"type": whole(1, MOST_JOBS)},
                first={"type": natural, "help": "only the first N games"},
                executor=EXECUTOR_OPTION,
            )
        ],
    )
    sources = f"a transcript, a board, a file or a folder ({READABLE})"
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help=sources)
    _add_limits(parser)
    parser.add_argument("--csv", action="store_true", help="print the moves as CSV")
    lost = "print only the loss of each side"
    parser.add_argument("--summary", action="store_true", help=lost)
    kept = "file that keeps the answers (default: in the user's data folder)"
    parser.add_argument("--answers", type=Path, metavar="FILE", help=kept)
    return parser


def _add_limits(parser: argparse.ArgumentParser) -> None:
    from players.limits import LARGEST_DEPTH, LARGEST_LIMIT
    from players.move_values import LEAST_DEPTH

    most = LARGEST_LIMIT - 1
    plies = f"search depth in plies (default: {DEPTH}; unlimited with --nodes or --seconds)"
    parser.add_argument("--depth", type=whole(LEAST_DEPTH, LARGEST_DEPTH), help=plies)
    parser.add_argument("--nodes", type=whole(1, most), help="most nodes per search")
    parser.add_argument("--seconds", type=seconds, help="most CPU seconds per search")
    proven = (
        "solve positions with at most EMPTIES empty squares"
        f" (default: 1.5 times --depth, at most {PROVEN_EMPTIES} unless the depth is more)"
    )
    parser.add_argument("--exact", type=whole(0, LARGEST_DEPTH), metavar="EMPTIES", help=proven)
    tables = "hash table size of each process in MB (default: %(default)s)"
    parser.add_argument("--table", type=float, default=64, metavar="MB", help=tables)


def _analyse(options: argparse.Namespace) -> int:
    if not 1 <= options.table <= LARGEST_TABLE:
        raise ValueError(f"--table must be from 1 to {LARGEST_TABLE}, not {options.table:g}")
    if options.json + options.csv + options.summary > 1:
        raise ValueError("--json, --csv and --summary exclude each other; name one")
    if options.answers is not None:
        check_writable(options.answers)
    from players.study.analyse.games import games_of

    games = read_and_report(
        COMMAND, lambda on_error: games_of(options.sources, options.first, on_error)
    )
    _print(_judged(games, options), options)
    return 0


def _limits(options: argparse.Namespace) -> "VerdictLimits":
    from players.study.analyse.verdicts import VerdictLimits

    depth, exact = options.depth, options.exact
    if depth is None and options.nodes is None and options.seconds is None:
        depth = DEPTH
    if exact is None:
        exact = 0 if depth is None else max(depth, min(depth + depth // 2, PROVEN_EMPTIES))
    return VerdictLimits(depth, options.nodes, options.seconds, exact, options.table)


def _open_answers(options: argparse.Namespace) -> "Answers":
    """Answers of the file that is named, or of the user's file; OSError if it cannot be used."""
    from players.study.analyse.answers import Answers, default_path

    try:
        return Answers(options.answers or default_path(), _limits(options))
    except OSError as error:
        if options.answers is not None:
            raise
        why = f"{error.filename}: {error.strerror}"
        raise OSError(f"{why}; --answers FILE keeps the answers elsewhere") from None


def _judged(games: Sequence["NamedGame"], options: argparse.Namespace) -> list["JudgedGame"]:
    """Verdicts on all moves of games, with a display of progress."""
    from players.study.analyse.answers import answered
    from players.study.analyse.games import JudgedGame, turns

    turns_of = [turns(game.game) for game in games]
    limits, answers = _limits(options), _open_answers(options)
    questions = dict.fromkeys(turn.question for game in turns_of for turn in game)
    missing = [question for question in questions if question not in answers]
    done = len(questions) - len(missing)
    verdicts = answered(missing, limits, jobs_of(options) or available_cores())
    with Display(sys.stderr, "positions") as display, contextlib.closing(verdicts):
        if missing:
            display.begin("analysing", done, len(questions))
        for number in answers.write(verdicts):
            display.update(done + number)
    return [
        JudgedGame(game, found_turns, [answers[turn.question] for turn in found_turns])
        for game, found_turns in zip(games, turns_of, strict=True)
    ]


def _print(judged: list["JudgedGame"], options: argparse.Namespace) -> None:
    from players.study.analyse import report

    if options.csv:
        report.print_csv(judged)
    elif options.json:
        limits = _limits(options)._asdict()
        games = [report.game_object(game) for game in judged]
        print(as_document("analysis", {"limits": limits, "games": games}))
    else:
        for count, game in enumerate(judged if not options.summary else (), start=1):
            report.print_game(game, count)
        report.print_summary(judged)


def main(arguments: list[str] | None = None) -> int:
    """Analyse games; return 2 for bad input, 130 for Ctrl-C."""
    say_compiling_once()
    return run_stoppable(COMMAND, lambda: _analyse(command_parser().parse_args(arguments)))
