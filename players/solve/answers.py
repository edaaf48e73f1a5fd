"""What the solver finds of problems, beside what their file says, one after the other."""

import argparse
import threading
import time
from typing import Any

from othello import notation
from othello.jit import let_words_wrap
from players.engine.endgame import TABLE_MEGABYTES, Solution, Solver
from players.solve.problems import Problem


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


def answer(problem: Problem, options: argparse.Namespace, solver: Solver) -> dict[str, Any]:
    """What `--json` says of a problem and, for `--all`, of its moves; see `_described`."""
    began, nodes = time.perf_counter(), solver.nodes
    found = solver.solve(problem.position, wld=options.wld, seconds=options.seconds)
    known = dict(problem.scores)
    expected = max(known.values(), default=problem.score)
    described = _described(found, options.wld, expected)
    if options.all and not solver.stop[0]:
        moves = []
        each = solver.moves(problem.position, wld=options.wld, seconds=options.seconds)
        for move, result in each:
            name = notation.move_name(move)
            moves.append({"move": name, **_described(result, options.wld, known.get(move))})
            if solver.stop[0]:
                break
        described["moves"] = moves
    described["nodes"] = solver.nodes - nodes
    described["seconds"] = round(time.perf_counter() - began, 3)
    return {"name": problem.name, **described}


def _described(found: Solution, wld: bool, expected: float | None) -> dict[str, Any]:
    """The fields of a solution; the score is 1, 0 or -1 for a proven `wld`.

    expected: the file's score in discs, None if it has none; `agrees` is None then too.
    """
    return {
        "score": _sign(found.score) if wld and found.proven else found.score,
        "lower": found.lower,
        "upper": found.upper,
        "proven": found.proven,
        "best": None if found.best is None else notation.move_name(found.best),
        "line": notation.transcript_text(found.line),
        "nodes": found.nodes,
        "seconds": round(found.seconds, 3),
        "expected": expected,
        "agrees": None if expected is None else agrees(expected, found, wld),
    }


def wrong(result: dict[str, Any]) -> bool:
    """Whether the file's score of a position, or of a move that was asked about, is wrong."""
    return any(part["agrees"] is False for part in (result, *result.get("moves", ())))


class Work:
    """The problems, solved one after the other in a thread, so that Ctrl-C is heard at once."""

    def __init__(self, problems: list[Problem], options: argparse.Namespace) -> None:
        megabytes = TABLE_MEGABYTES if options.table is None else options.table
        self.solver = Solver(options.threads, megabytes, options.evaluator)
        self.results: list[dict[str, Any]] = []
        self.failure: BaseException | None = None
        self._problems, self._options = problems, options
        self._done = threading.Event()  # Ctrl-C would break a `join`
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin; RuntimeError where no thread can be started."""
        self._thread.start()

    def wait(self, seconds: float) -> bool:
        """Whether all is done or stopped, at the latest after so many seconds."""
        return self._done.wait(seconds)

    def stop(self) -> None:
        """End the search soon, leaving what is proven by then."""
        self.solver.stop[0] = 1

    def end(self) -> None:
        """Stop, and wait until nothing is searched any more."""
        self.stop()
        if self._thread.is_alive():
            self._done.wait()

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
            self._done.set()

    def progress(self, began: float) -> str:
        """Positions, nodes, rate and time so far."""
        spent, nodes = time.perf_counter() - began, self.solver.nodes
        rate = nodes / max(spent, 1e-9) / 1e6
        done = f"{len(self.results)} of {len(self._problems)} positions"
        return f"{done}  {nodes:,} nodes  {rate:.1f} M/s  {spent:.1f} s"
