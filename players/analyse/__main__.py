"""What the moves of games were worth: python -m players.analyse games.ggf.

What compiles at import is imported in `main`, so that Ctrl-C ends the first run in one line too.
"""

import argparse
import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from othello.cli.command import available_cores, exit_with
from othello.cli.output import as_document
from othello.cli.parser import Parser, common, natural, seconds, whole
from othello.cli.progress import display_for, say_compiling_once
from othello.files import check_place
from othello.formats.reading import READABLE, read_and_report
from players.learning.command import run
from players.workers.choice import EXECUTOR_OPTION, jobs_of

if TYPE_CHECKING:
    from players.analyse.games import NamedGame, Turn
    from players.analyse.report import JudgedGame
    from players.analyse.verdicts import VerdictLimits
    from players.analyse.work import Answers

COMMAND = "python -m players.analyse"
DEPTH = 16
"""How deep is looked where nothing is said."""
PROVEN_EMPTIES = 22
"""The most empty squares with which results are proven unless more are asked for."""
MOST_JOBS = 256
LARGEST_TABLE = 2**16
WHOSE_MOVES = "judge the moves that this player would make, in place of those that were made"
FORMATS = ("table", "csv", "json", "ggf")
EXAMPLES = """\
  python -m players.analyse f5d6c3d3c4f4c5b3
  python -m players.analyse game.ggf
  python -m players.analyse games/ --depth 10 --summary
  python -m players.analyse WTH_2019.wtb --first 20 --seconds 0.5 --format csv > moves.csv
  python -m players.analyse game.ggf --depth 10 --player alphabeta:depth=4 --summary
  python -m players.analyse game.txt --nodes 1000000 --format ggf > valued.ggf
  python -m players.analyse game.ggf --share game.html

Values are discs for the side that moves: +2.4 is an estimate, +2 is proven to be the result of
perfect play. A loss is what the best move is worth more than the one that was played. What is
found is kept in the answers file at once: after Ctrl-C the same command goes on.
"""


def command_parser() -> argparse.ArgumentParser:
    """What the command understands."""
    parser = Parser(
        prog=COMMAND,
        description="The value of every move of games, beside the best move and its line.",
        examples=EXAMPLES,
        parents=[
            common(
                "json",
                "players",
                jobs={"type": whole(1, MOST_JOBS)},
                first={"type": natural, "help": "only the first N games"},
                executor=EXECUTOR_OPTION,
            )
        ],
    )
    sources = f"a transcript, a board, a file or a folder ({READABLE})"
    parser.add_argument("sources", nargs="+", metavar="SOURCE", help=sources)
    _add_limits(parser)
    kind = "of the output (default: %(default)s)"
    parser.add_argument("--format", choices=FORMATS, default="table", help=kind)
    lost = "of the table only what each side lost"
    parser.add_argument("--summary", action="store_true", help=lost)
    parser.add_argument("--player", metavar="SPEC", help=WHOSE_MOVES)
    shown = (
        "write the one game of SOURCE as a page (.html), its moves (.gif), its last board (.png)"
    )
    parser.add_argument("--share", type=Path, metavar="FILE", help=shown)
    kept = "what is found is kept here (default: beside the user's other data)"
    parser.add_argument("--answers", type=Path, metavar="FILE", help=kept)
    return parser


def _add_limits(parser: argparse.ArgumentParser) -> None:
    """Add what a search may cost."""
    from players.limits import LARGEST_LIMIT
    from players.move_values import LEAST_DEPTH

    most = LARGEST_LIMIT - 1
    plies = f"plies looked ahead (default: {DEPTH}, or any with --nodes or --seconds)"
    parser.add_argument("--depth", type=whole(LEAST_DEPTH, most), help=plies)
    parser.add_argument("--nodes", type=whole(1, most), help="moves played in each search")
    parser.add_argument("--seconds", type=seconds, help="CPU seconds for each search")
    proven = (
        "prove results from so many empty squares on, whatever the depth"
        f" (default: half as many again as --depth, at most {PROVEN_EMPTIES} unless that is more)"
    )
    parser.add_argument("--exact", type=whole(0, most), metavar="EMPTIES", help=proven)
    tables = "the tables of each process (default: %(default)s)"
    parser.add_argument("--table", type=float, default=64, metavar="MB", help=tables)


def _check(options: argparse.Namespace) -> None:
    """ValueError, in one line, for a number that makes no sense."""
    if not 1 <= options.table <= LARGEST_TABLE:
        raise ValueError(f"--table must be from 1 to {LARGEST_TABLE}, not {options.table:g}")
    if options.player is not None and options.format == "ggf":
        raise ValueError("--format ggf is of the moves that were played, not of those of --player")
    if options.json and options.format not in ("table", "json"):
        raise ValueError(f"--json and --format {options.format} are two formats; name one")
    if options.json:
        options.format = "json"
    if options.summary and options.format != "table":
        raise ValueError("--summary is a table; the other formats hold all")
    if options.share is not None:
        given = options.format != "table", options.summary, options.player
        if any(given):
            raise ValueError("--share writes a file alone: no other output, and no --player")


def limits_asked(options: argparse.Namespace) -> "VerdictLimits":
    """What each search may cost."""
    from players.analyse.verdicts import VerdictLimits

    depth, exact = options.depth, options.exact
    if depth is None and options.nodes is None and options.seconds is None:
        depth = DEPTH
    if exact is None:
        exact = 0 if depth is None else max(depth, min(depth + depth // 2, PROVEN_EMPTIES))
    return VerdictLimits(depth, options.nodes, options.seconds, exact, options.table)


def _turns(game: "NamedGame", options: argparse.Namespace) -> list["Turn"]:
    """The positions of a game to be judged, with the moves made there or those of --player."""
    from players import registry
    from players.analyse.games import chosen, turns

    found = turns(game.game)
    if options.player is None:
        return found
    asked = f"--player {options.player}, {game.source or 'text'}: game {game.number}"
    return chosen(found, registry.make(options.player), asked)


def _answers(options: argparse.Namespace) -> "Answers":
    """The answers kept in the file that is named, or among the user's data; OSError without one."""
    from players.analyse.work import Answers, default_path

    try:
        return Answers(options.answers or default_path(), limits_asked(options))
    except OSError as error:
        if options.answers is not None:
            raise
        why = f"{error.filename}: {error.strerror}"
        raise OSError(f"{why}; --answers FILE keeps the answers elsewhere") from None


def _judged(
    games: Sequence["NamedGame"], turns_of: list[list["Turn"]], options: argparse.Namespace
) -> list["JudgedGame"]:
    """The verdicts on these turns of all games, with a display of how far it is."""
    from players.analyse.report import JudgedGame
    from players.analyse.work import answered

    limits, answers = limits_asked(options), _answers(options)
    questions = dict.fromkeys(turn.question for each in turns_of for turn in each)
    missing = [question for question in questions if question not in answers]
    done = len(questions) - len(missing)
    found = answered(missing, limits, jobs_of(options) or available_cores())
    with display_for(sys.stderr, "positions") as display, contextlib.closing(found):
        if missing:
            display.begin("analysing", done, len(questions), quick=True)
        for number in answers.keep(found):
            display.update(done + number)
    return [
        JudgedGame(game, each, [answers[turn.question] for turn in each])
        for game, each in zip(games, turns_of, strict=True)
    ]


def _of_all(games: Sequence["NamedGame"], options: argparse.Namespace) -> list["JudgedGame"]:
    """The verdicts on all moves of games."""
    return _judged(games, [_turns(game, options) for game in games], options)


def _print(judged: list["JudgedGame"], options: argparse.Namespace) -> None:
    """Print what was found in the form that is asked for."""
    from players.analyse import report

    if options.format == "csv":
        print(report.csv_text(judged), end="")
    elif options.format == "json":
        limits = limits_asked(options)._asdict()
        games = [report.game_object(each) for each in judged]
        told = {"limits": limits, "player": options.player, "games": games}
        print(as_document("analysis", told))
    elif options.format == "ggf":
        print(report.ggf_text(judged), end="")
    else:
        for count, each in enumerate(judged if not options.summary else (), start=1):
            report.print_game(each, count)
        report.print_summary(judged)


def _analyse(options: argparse.Namespace) -> int:
    """Analyse what is named; the exit code."""
    _check(options)
    if options.answers is not None:
        check_place(options.answers)
    if options.share is not None:
        from players.analyse.shown_game import check_shown

        check_shown(options.share)
        check_place(options.share)
    from players import registry
    from players.analyse.games import games_of

    registry.load(options.players)
    if options.player is not None:
        registry.make(options.player)  # so that an unknown one is told of at once
    games = read_and_report(
        COMMAND, lambda refused: games_of(options.sources, options.first, refused)
    )
    if options.share is not None:
        from players.analyse.shown_game import write_shown

        print(write_shown(options.share, games, lambda games: _of_all(games, options)))
        return 0
    _print(_of_all(games, options), options)
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Analyse what is named; 2 for bad input, 130 for Ctrl-C."""
    say_compiling_once()
    return run(COMMAND, lambda: _analyse(command_parser().parse_args(arguments)))


def script() -> NoReturn:
    """The command `othello-analyse`."""
    exit_with(main)


if __name__ == "__main__":
    script()
