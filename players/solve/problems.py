"""Positions of boards, transcripts and files, and their solutions.

Scores in the files are compared with the proven ones.
"""

import argparse
import functools
import itertools
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from othello import notation
from othello.compiling import StillCompilingError, stopped_by
from othello.formats import collection
from othello.formats.entry import Entry
from othello.formats.reading import OnError, raise_error, read_files
from othello.jit import ignore_overflow
from othello.notation import side_name
from othello.position import PASS, Position
from players.engine.endgame import SOLVER_MEGABYTES, Solution, Solver

BOARD_DISCS = 64
_WITH_RESULTS = (".ggf", ".wtb")
"""Formats that have a game's result, for comparison."""


class Problem(NamedTuple):
    """A position to solve, with the scores that its file has for it and its moves, in discs.

    Scores are for the side to move: the side named with a board, even if it must pass, or the one
    whose turn it is after the moves. `passes` is the side that passes, or "".
    """

    name: str
    position: Position
    black_to_move: bool = True
    scores: tuple[tuple[int, int], ...] = ()
    score: float | None = None
    passes: str = ""

    @property
    def side(self) -> str:
        """The side to move: "black" or "white"."""
        return side_name(self.black_to_move)


def problems_of(
    source: str, first: int | None = None, on_error: OnError = raise_error
) -> list[Problem]:
    """Return the positions of a board, a transcript, a file or a folder, all or the `first`.

    FormatError or OSError if it cannot be read. `on_error` is called with the error of each game
    that is skipped.
    """
    most = None if first is None else min(first, sys.maxsize)  # the limit of islice
    return list(itertools.islice(_problems(source, on_error), most))


def _problems(source: str, on_error: OnError) -> Iterator[Problem]:
    """Yield the positions of a source; those of several files are named after the file."""
    files = collection.files_named(source)
    if not files:
        stated = collection.kind_of(source) in _WITH_RESULTS
        yield from _last_positions(collection.read(source, on_error=on_error), stated)
    read = functools.partial(_of_file, on_error=on_error)
    for path, problems in read_files(files, read, on_error):
        for problem in problems:
            name = f"{path.name} {problem.name}" if len(files) > 1 else problem.name
            yield problem._replace(name=name)


def _of_file(path: Path, on_error: OnError) -> Iterator[Problem]:
    stated = collection.kind_of_file(path) in _WITH_RESULTS
    return _last_positions(collection.read_file(path, on_error), stated)


def _last_positions(entries: Iterable[Entry], stated: bool) -> Iterator[Problem]:
    """Yield the last position of each game, with the result of a finished one if it is `stated`."""
    for number, entry in enumerate(entries, start=1):
        game = entry.game()
        result = entry.result if stated and game.over else None
        position, black = game.position, game.black_to_move
        passed = game.moves[-1:] == (PASS,)
        if all(move == PASS for move in game.moves):  # `Game` passes for the side that is named
            position, black = game.start, game.black_starts
        passes = side_name(black == (not position.legal())) if passed else ""
        if result is not None and not black:
            result = -result
        scores = tuple(pair for pair in entry.scores if abs(pair[1]) <= BOARD_DISCS)
        yield Problem(f"#{entry.number or number}", position, black, scores, result, passes)


def _sign(score: float) -> int:
    return (score > 0) - (score < 0)


def agrees(expected: float, solution: Solution, wld: bool) -> bool | None:
    """True if a file's score fits the solution, by sign for `wld`; None if undecided."""
    if solution.proven and wld:
        return _sign(expected) == _sign(solution.score)
    if not solution.lower <= expected <= solution.upper:
        return False
    return True if solution.proven else None


def solve_problem(problem: Problem, options: argparse.Namespace, solver: Solver) -> dict[str, Any]:
    """Return the JSON fields of a problem and, for `--all`, of its moves; see `_fields`."""
    began, nodes = time.perf_counter(), solver.nodes
    solution = solver.solve(problem.position, wld=options.wld, seconds=options.seconds)
    scores = dict(problem.scores)
    expected = max(scores.values(), default=problem.score)
    fields = _fields(solution, options.wld, expected)
    if options.all and not solver.stop[0]:
        moves = []
        solutions = solver.moves(problem.position, wld=options.wld, seconds=options.seconds)
        for move, result in solutions:
            name = notation.move_name(move)
            moves.append({"move": name, **_fields(result, options.wld, scores.get(move))})
            if solver.stop[0]:
                break
        fields["moves"] = moves
    fields["nodes"] = solver.nodes - nodes
    fields["seconds"] = round(time.perf_counter() - began, 3)
    return {"name": problem.name, "side": problem.side, "passes": problem.passes, **fields}


def _fields(solution: Solution, wld: bool, expected: float | None) -> dict[str, Any]:
    """Return the JSON fields of a solution; the score is 1, 0 or -1 for `wld`, None if unproven.

    expected: the file's score in discs; without one `agrees` is None.
    """
    return {
        "score": None if not solution.proven else _sign(solution.score) if wld else solution.score,
        "lower": solution.lower,
        "upper": solution.upper,
        "proven": solution.proven,
        "best": None if solution.best is None else notation.move_name(solution.best),
        "line": notation.transcript_text(solution.line),
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
        "expected": expected,
        "agrees": None if expected is None else agrees(expected, solution, wld),
    }


def _scored(result: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a position and its solved moves."""
    yield result
    yield from result.get("moves", ())


def wrong(result: dict[str, Any]) -> bool:
    """True if the file's score of a position or of a solved move is wrong."""
    return any(part["agrees"] is False for part in _scored(result))


def proven(result: dict[str, Any]) -> bool:
    """True if a position and its solved moves are proven."""
    return all(part["proven"] for part in _scored(result))


class Work:
    """Solves problems one after the other in a thread, so that Ctrl-C is handled at once."""

    def __init__(self, problems: list[Problem], options: argparse.Namespace) -> None:
        megabytes = SOLVER_MEGABYTES if options.table is None else options.table
        self.solver = Solver(options.threads, megabytes)
        self.results: list[dict[str, Any]] = []
        self.failure: BaseException | None = None
        self._problems, self._options = problems, options
        self._done = threading.Event()  # Ctrl-C would break `Thread.join`
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Start; RuntimeError if no thread can be started."""
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Wait at most `seconds`; return True if all is done or stopped."""
        return self._done.wait(seconds)

    def stop(self) -> None:
        """Stop the search; bounds proven so far remain."""
        self.solver.stop[0] = 1

    def end(self) -> None:
        """Stop, and wait until no search runs."""
        self.stop()
        if self._thread.is_alive():
            self._done.wait()

    def _run(self) -> None:
        """Solve until the end or a stop."""
        ignore_overflow()
        try:
            with stopped_by(lambda: self.solver.stop[0]):
                for problem in self._problems:
                    self.results.append(solve_problem(problem, self._options, self.solver))
                    if self.solver.stop[0]:
                        return
        except StillCompilingError:
            pass  # stopped before anything of this problem was proven
        except BaseException as failure:
            self.failure = failure
        finally:
            self._done.set()

    def progress(self, began: float) -> str:
        """Return positions, nodes, rate and time so far."""
        spent, nodes = time.perf_counter() - began, self.solver.nodes
        rate = nodes / max(spent, 1e-9) / 1e6
        done = f"{len(self.results)} of {len(self._problems)} positions"
        return f"{done}  {nodes:,} nodes  {rate:.1f} M/s  {spent:.1f} s"
