"""Positions of boards, transcripts and files, and their solutions.

Scores in the files are compared with the proven ones.
"""

import argparse
import functools
import itertools
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
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
from players.engine.endgame import Solution, Solver

BOARD_DISCS = 64
REFRESH_SECONDS = 0.25
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


def agrees(expected: float, solution: Solution) -> bool | None:
    """True if a file's score fits the solution; None if undecided."""
    if not solution.lower <= expected <= solution.upper:
        return False
    return True if solution.proven else None


def solve_problem(problem: Problem, options: argparse.Namespace, solver: Solver) -> dict[str, Any]:
    """Return the JSON fields of a problem and, for `--all`, of its moves; see `_fields`."""
    began, nodes = time.perf_counter(), solver.nodes
    solution = solver.solve(problem.position, seconds=options.seconds)
    scores = dict(problem.scores)
    expected = max(scores.values(), default=problem.score)
    fields = _fields(solution, expected)
    if options.all and not solver.stop[0]:
        moves = []
        for move, result in solver.moves(problem.position, seconds=options.seconds):
            name = notation.move_name(move)
            moves.append({"move": name, **_fields(result, scores.get(move))})
            if solver.stop[0]:
                break
        fields["moves"] = moves
    fields["nodes"] = solver.nodes - nodes
    fields["seconds"] = round(time.perf_counter() - began, 3)
    return {"name": problem.name, "side": problem.side, "passes": problem.passes, **fields}


def _fields(solution: Solution, expected: float | None) -> dict[str, Any]:
    """Return the JSON fields of a solution; the score is None if it is unproven.

    expected: the file's score in discs; without one `agrees` is None.
    """
    return {
        "score": solution.score if solution.proven else None,
        "lower": solution.lower,
        "upper": solution.upper,
        "proven": solution.proven,
        "best": None if solution.best is None else notation.move_name(solution.best),
        "line": notation.transcript_text(solution.line),
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
        "expected": expected,
        "agrees": None if expected is None else agrees(expected, solution),
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


def solve_all(
    problems: Sequence[Problem],
    options: argparse.Namespace,
    solver: Solver,
    show: Callable[[str], object],
) -> Iterator[dict[str, Any]]:
    """Yield the results of problems; `show` gets a line of progress every REFRESH_SECONDS.

    Searches run in a thread, so that Ctrl-C and SIGTERM are heard at once. They set the solver's
    stop flag: the bounds that are proven so far are the last result.
    """
    began = time.perf_counter()
    with _stopped_by_signals(solver), ThreadPoolExecutor(1, initializer=ignore_overflow) as thread:
        for number, problem in enumerate(problems):
            future = thread.submit(_solve_or_stop, problem, options, solver)
            while not future.done():
                wait([future], REFRESH_SECONDS)
                done = f"{number} of {len(problems)} positions"
                show(f"{done}  {_pace(solver.nodes, time.perf_counter() - began)}")
            result, stopped = future.result(), bool(solver.stop[0])
            if result is not None:
                yield result
            if stopped:
                return


@contextmanager
def _stopped_by_signals(solver: Solver) -> Iterator[None]:
    """Within, Ctrl-C and SIGTERM stop the solver's search."""

    def stop(number: int, frame: object) -> None:
        solver.stop[0] = 1

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _solve_or_stop(
    problem: Problem, options: argparse.Namespace, solver: Solver
) -> dict[str, Any] | None:
    """Return the result of a problem; None if it was stopped before anything was proven."""
    try:
        with stopped_by(lambda: solver.stop[0]):
            return solve_problem(problem, options, solver)
    except StillCompilingError:
        return None


def _pace(nodes: int, seconds: float) -> str:
    """Return nodes, nodes per second and seconds."""
    return f"{nodes:,} nodes  {nodes / max(seconds, 1e-9) / 1e6:.1f} M/s  {seconds:.1f} s"
