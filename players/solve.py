"""The exact results of positions: python -m players.solve FFO.obf."""

import argparse
import itertools
import json
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.live import Live
from rich.text import Text

from othello import notation
from othello.command_line import until_closed
from othello.formats import collection, obf, wthor
from othello.formats.reading import FormatError, open_text
from othello.game import Game, IllegalMoveError
from othello.jit import let_words_wrap
from othello.position import Position
from players.engine.endgame import MOST, TABLE_MEGABYTES, Solution, Solver

COMMAND = "python -m players.solve"
WRONG, BAD_INPUT, INTERRUPTED = 1, 2, 130
REFRESH_SECONDS = 0.25
EXAMPLES = """\
examples:
  python -m players.solve fforum-40-49.obf --threads 2
  python -m players.solve "f5d6c3d3c4f4..." --wld
  python -m players.solve "XXXOXXXX...-OOOOOOO- X" --all --json
  python -m players.solve WTH_2019.wtb --first 10

Scores are discs for the side to move, empties to the winner. A WTHOR file's positions are those
from which its theoretical scores hold; of other games it is the last one, and where the game is
over the result that a GGF file gives is compared. Exit code 1: the file's scores differ.
"""


class Problem(NamedTuple):
    """A position to solve, its name, and what its file says of its moves and of it, in discs."""

    name: str
    position: Position
    scores: tuple[tuple[int, int], ...] = ()
    score: float | None = None


def _parser() -> argparse.ArgumentParser:
    """What the command understands."""
    parser = argparse.ArgumentParser(
        prog=COMMAND,
        description="The results of positions under perfect play, proven.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("source", help="a board, a transcript, or a file: OBF, GGF or WTHOR")
    parser.add_argument("--wld", action="store_true", help="only win, loss or draw")
    parser.add_argument("--all", action="store_true", help="the score of every move")
    parser.add_argument(
        "--first", type=int, metavar="N", help="only the first N positions (default: all)"
    )
    parser.add_argument("--threads", type=int, default=1, metavar="N")
    parser.add_argument("--table", type=float, default=TABLE_MEGABYTES, metavar="MB")
    parser.add_argument(
        "--seconds", type=float, help="CPU seconds for each search; then the range proven by then"
    )
    parser.add_argument("--json", action="store_true", help="one object on the output")
    return parser


def problems_of(source: str, first: int | None = None) -> list[Problem]:
    """The positions of a board, a transcript or a file, all or the first so many.

    FormatError or OSError, in one line, for one that cannot be read.
    """
    return list(itertools.islice(_problems(source), first))


def _problems(source: str) -> Iterable[Problem]:
    """The positions of a source, of whichever kind."""
    is_file = len(source) < 4096 and Path(source).is_file()
    suffix = Path(source).suffix.lower() if is_file else ""
    if not is_file and (source.lower().endswith((".obf", ".ggf", ".wtb", ".txt"))):
        raise FileNotFoundError(2, "No such file or directory", source)
    if suffix == ".obf":
        with open_text(source) as stream:
            return _of_obf(obf.read(stream.read(), source))
    if suffix == ".wtb":
        return _of_wthor(wthor.read_games(source), source)
    entries = collection.read_file(source) if is_file else collection.read(source)
    if not is_file and ";" in source and "(;" not in source:
        return _of_obf(obf.read(source))
    return _of_entries(entries, told=suffix == ".ggf" or "(;" in source)


def _of_obf(file: obf.ObfFile) -> list[Problem]:
    """The problems of an OBF file with their scores; FormatError if there is none."""
    if not file.problems:
        raise FormatError("no position in it")
    return [
        Problem(f"#{number}", problem.position, problem.scores)
        for number, problem in enumerate(file.problems, start=1)
    ]


def _of_wthor(file: wthor.WthorFile, name: str) -> Iterator[Problem]:
    """The position of each game from which its theoretical score holds, if it got so far.

    Where the file names no such depth it is the last one, with the real outcome.
    """
    depth, found = file.header.depth, False
    for number, game in enumerate(file.games, start=1):
        played = wthor.LONGEST - depth if depth else len(game.moves)
        if len(game.moves) < played or played < 0:
            continue
        discs = game.theoretical if depth else game.black_discs
        found = True
        reached = _played(collection.Entry(moves=game.moves[:played]), number)
        yield _told(reached, number, 2 * discs - MOST)
    if not found:
        raise FormatError(f"{name}: no game in it has a position with {depth} empty squares")


def _of_entries(entries: Iterable[collection.Entry], *, told: bool) -> Iterator[Problem]:
    """The last position of each game; if `told`, with the result of a game that is over."""
    for number, entry in enumerate(entries, start=1):
        game = _played(entry, number)
        yield _told(game, number, entry.result if told and game.over else None)


def _played(entry: collection.Entry, number: int) -> Game:
    """The game of an entry; FormatError, with its number, for one against the rules."""
    try:
        return entry.game()
    except IllegalMoveError as error:
        raise FormatError(f"game {number}: {error}") from None


def _told(game: Game, number: int, result: float | None) -> Problem:
    """The position that a game has reached, with its result for black if there is one."""
    if result is not None and not game.black_to_move:
        result = -result
    return Problem(f"#{number}", game.position, score=result)


def _sign(score: float) -> int:
    """1, 0 or -1: won, drawn, lost."""
    return (score > 0) - (score < 0)


def agrees(known: float, found: Solution, wld: bool) -> bool | None:
    """Whether a file's score fits what was found, by its sign for `wld`; None if undecided."""
    if found.proven and wld:
        return _sign(known) == _sign(found.score)
    if not found.lower <= known <= found.upper:
        return False
    return True if found.proven else None


def _joined(verdicts: list[bool | None]) -> bool | None:
    """False if one is, else None if nothing or not all was decided, else True."""
    if False in verdicts:
        return False
    return None if None in verdicts or not verdicts else True


def answer(problem: Problem, options: argparse.Namespace, solver: Solver) -> dict[str, Any]:
    """What `--json` says of a problem; `agrees` is None where the file has no score."""
    began, nodes = time.perf_counter(), solver.nodes
    found = solver.solve(problem.position, wld=options.wld, seconds=options.seconds)
    known = dict(problem.scores)
    best = max(known.values(), default=problem.score)
    verdicts = [] if best is None else [agrees(best, found, options.wld)]
    described = _described(found, options.wld)
    if options.all and not solver.stop[0]:
        moves = []
        each = solver.moves(problem.position, wld=options.wld, seconds=options.seconds)
        for move, result in each:
            moves.append({"move": notation.move_name(move), **_described(result, options.wld)})
            if move in known:
                verdicts.append(agrees(known[move], result, options.wld))
            if solver.stop[0]:
                break
        described["moves"] = moves
    described["nodes"] = solver.nodes - nodes
    described["seconds"] = round(time.perf_counter() - began, 3)
    return {"name": problem.name, **described, "agrees": _joined(verdicts)}


def _described(found: Solution, wld: bool) -> dict[str, Any]:
    """The fields of a solution; the score is 1, 0 or -1 for a proven `wld`."""
    return {
        "score": _sign(found.score) if wld and found.proven else found.score,
        "lower": found.lower,
        "upper": found.upper,
        "proven": found.proven,
        "best": None if found.best is None else notation.move_name(found.best),
        "line": notation.transcript_text(found.line),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
    }


def _words(result: dict[str, Any], wld: bool) -> str:
    """A result in one line."""
    if not result["proven"]:
        score = f"{result['lower']:+d} to {result['upper']:+d}"
    elif wld:
        score = {1: "win", 0: "draw", -1: "loss"}[result["score"]]
    else:
        score = f"{result['score']:+d}"
    verdict = {None: "", True: "  agrees", False: "  WRONG"}[result.get("agrees")]
    line = result["line"][:40]
    return f"{score:>10}  {result['nodes']:>13,} nodes {result['seconds']:>9.2f} s  {line}{verdict}"


class _Work:
    """The problems, solved one after the other in a thread, so that Ctrl-C is heard at once."""

    def __init__(self, problems: list[Problem], options: argparse.Namespace) -> None:
        self.solver = Solver(options.threads, options.table)
        self.results: list[dict[str, Any]] = []
        self.failure: BaseException | None = None
        self._problems, self._options = problems, options
        self.done = threading.Event()  # Ctrl-C would break a `join`
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        """Solve until all is done or the solver is stopped."""
        let_words_wrap()
        try:
            for problem in self._problems:
                self.results.append(answer(problem, self._options, self.solver))
                if self.solver.stop[0]:
                    return
        except BaseException as failure:
            self.failure = failure
        finally:
            self.done.set()

    def progress(self, began: float) -> str:
        """Positions, nodes, rate and time so far."""
        spent, nodes = time.perf_counter() - began, self.solver.nodes
        rate = nodes / max(spent, 1e-9) / 1e6
        done = f"{len(self.results)} of {len(self._problems)} positions"
        return f"{done}  {nodes:,} nodes  {rate:.1f} M/s  {spent:.1f} s"


def _follow(work: _Work, options: argparse.Namespace) -> bool:
    """Show progress and print results until all is done; whether Ctrl-C ended it."""
    began, printed, interrupted = time.perf_counter(), 0, False
    console = Console(stderr=True)
    with Live(Text(""), console=console, transient=True, auto_refresh=False) as live:
        work.thread.start()
        running = True
        while running or printed < len(work.results):
            try:
                running = not work.done.wait(REFRESH_SECONDS)
                if console.is_terminal:
                    live.update(Text(work.progress(began)), refresh=True)
                for result in work.results[printed:]:
                    printed += 1
                    if not options.json:
                        _print(result, options.wld)
            except KeyboardInterrupt:
                interrupted = True
                work.solver.stop[0] = 1
    return interrupted


def _print(result: dict[str, Any], wld: bool) -> None:
    """A result on the output, and those of its moves below it."""
    print(f"{result['name']:>6} {_words(result, wld)}", flush=True)
    for move in result.get("moves", ()):
        print(f"{move['move']:>6} {_words(move, wld)}", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Solve what is named; 1 if a score differs, 2 for bad input, 130 for Ctrl-C."""
    options = _parser().parse_args(arguments)
    try:
        if options.seconds is not None and not options.seconds > 0:
            raise ValueError(f"--seconds must be more than 0, not {options.seconds}")
        if options.first is not None and options.first < 1:
            raise ValueError(f"--first must be at least 1, not {options.first}")
        work = _Work(problems_of(options.source, options.first), options)
    except OSError as error:
        print(f"{COMMAND}: {error.filename}: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    except ValueError as error:
        print(f"{COMMAND}: {error}", file=sys.stderr)
        return BAD_INPUT
    interrupted = _follow(work, options)
    if work.failure is not None:
        raise work.failure
    totals = {
        "wrong": sum(result["agrees"] is False for result in work.results),
        "nodes": sum(result["nodes"] for result in work.results),
        "seconds": round(sum(result["seconds"] for result in work.results), 3),
    }
    if options.json:
        print(json.dumps({"positions": work.results, **totals}, indent=1))
    else:
        wrong, nodes, seconds = totals["wrong"], totals["nodes"], totals["seconds"]
        print(f"{len(work.results)} positions, {wrong} wrong, {nodes:,} nodes, {seconds:.2f} s")
    if interrupted:
        print(f"{COMMAND}: interrupted; what is proven stands above", file=sys.stderr)
        return INTERRUPTED
    return WRONG if totals["wrong"] else 0


if __name__ == "__main__":
    sys.exit(until_closed(main))
