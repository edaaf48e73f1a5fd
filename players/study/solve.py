"""Positions of boards, transcripts and files, and their solutions.

Scores in the files are compared with the proven ones.
"""

import functools
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from othello import notation
from othello.bits import squares
from othello.formats import collection
from othello.formats.reading import OnError, raise_error
from othello.notation import side_name
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players.budget import run_in_thread
from players.engine.endgame import Solver
from players.engine.request import NOTHING_PROVEN, Request, Result
from players.study.analyse.games import NamedGame, games_of

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


def problems_of(
    source: str, first: int | None = None, on_error: OnError = raise_error
) -> list[Problem]:
    """Return the positions of a board, a transcript, a file or a folder, all or the `first`.

    Those of several files are named after the file. Errors as in `games_of`.
    """
    several = len(collection.files_named(source)) > 1
    kind_of_file = functools.cache(collection.kind_of_file)
    problems = []
    for game in games_of([source], first, on_error):
        kind = kind_of_file(game.source) if game.source else collection.kind_of(source)
        problem = _last_position(game, kind in _WITH_RESULTS)
        name = f"{Path(game.source).name} {problem.name}" if several else problem.name
        problems.append(problem._replace(name=name))
    return problems


def _last_position(named: NamedGame, stated: bool) -> Problem:
    """Return the last position of a game, with the result of a finished one if it is `stated`."""
    entry, game = named.entry, named.game
    result = entry.result if stated and game.over else None
    position, black = game.position, game.black_to_move
    passed = game.moves[-1:] == (PASS,)
    if all(move == PASS for move in game.moves):  # `Game` passes for the side that is named
        position, black = game.start, game.black_starts
    passes = side_name(black == (not position.legal())) if passed else ""
    if result is not None and not black:
        result = -result
    scores = tuple(pair for pair in entry.scores if abs(pair[1]) <= BOARD_DISCS)
    return Problem(f"#{named.number}", position, black, scores, result, passes)


def agrees(expected: float, solution: Result) -> bool | None:
    """True if a file's score, in discs, fits the solution; None if undecided."""
    if not solution.lower <= SCORE_SCALE * expected <= solution.upper:
        return False
    return True if solution.proven else None


def solve_problem(
    problem: Problem, request: Request, solver: Solver, each_move: bool
) -> dict[str, Any]:
    """Return the JSON fields of a problem and, for `each_move`, of its moves; see `_fields`."""
    began, nodes, position = time.perf_counter(), solver.nodes, problem.position
    fields = _fields_of(problem, solver.solve(position, request))
    scores = dict(problem.scores)
    if each_move and not request.stop[0]:
        moves = []
        for move in squares(position.legal()):
            result = solver.solve(position.play(move), request).before(move)
            name = notation.move_name(move)
            moves.append({"move": name, **_fields(result, scores.get(move))})
            if request.stop[0]:
                break
        fields["moves"] = moves
    fields["nodes"] = solver.nodes - nodes
    fields["seconds"] = round(time.perf_counter() - began, 3)
    return fields


def _fields_of(problem: Problem, solution: Result) -> dict[str, Any]:
    """Return the JSON fields of a problem."""
    expected = max(dict(problem.scores).values(), default=problem.score)
    named = {"name": problem.name, "side": side_name(problem.black_to_move)}
    return {**named, "passes": problem.passes, **_fields(solution, expected)}


def _fields(solution: Result, expected: float | None) -> dict[str, Any]:
    """Return the JSON fields of a solution; the score is None if it is unproven.

    expected: the file's score in discs; without one `agrees` is None.
    """
    return {
        "score": solution.score // SCORE_SCALE if solution.proven else None,
        "lower": solution.lower // SCORE_SCALE,
        "upper": solution.upper // SCORE_SCALE,
        "proven": solution.proven,
        "best": notation.move_name(solution.line[0]) if solution.line else None,
        "line": notation.transcript_text(solution.line),
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
        "expected": expected,
        "agrees": None if expected is None else agrees(expected, solution),
    }


def solve_all(
    problems: Sequence[Problem],
    request: Request,
    solver: Solver,
    show: Callable[[str], object],
    each_move: bool = False,
) -> Iterator[dict[str, Any]]:
    """Yield the results of problems; `show` gets a line of progress every REFRESH_SECONDS.

    Searches run in a thread, so that Ctrl-C and SIGTERM are heard at once. They set the
    request's stop flag: the bounds that are proven so far are the last result, those of any
    position while kernels compile.
    """
    began = time.perf_counter()
    with _stopped_by_signals(request.stop):
        for number, problem in enumerate(problems):

            def report(done: int = number) -> None:
                nodes, seconds = solver.nodes, time.perf_counter() - began
                pace = f"{nodes:,} nodes  {nodes / max(seconds, 1e-9) / 1e6:.1f} M/s"
                show(f"{done} of {len(problems)} positions  {pace}  {seconds:.1f} s")

            solve = functools.partial(solve_problem, problem, request, solver, each_move)
            result = run_in_thread(solve, request.stop, report, REFRESH_SECONDS)
            stopped = bool(request.stop[0])  # a later stop ends the next search, which then says so
            yield result or _fields_of(problem, NOTHING_PROVEN)
            if stopped:
                return


@contextmanager
def _stopped_by_signals(flag: NDArray[np.int64]) -> Iterator[None]:

    def stop(number: int, frame: object) -> None:
        flag[0] = 1

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
