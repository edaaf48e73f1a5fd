"""The positions of a board, a transcript or files, and what the solver finds of each.

Beside it stands what their file says of their results.
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
from othello.formats import collection, wthor
from othello.formats.entry import Entry
from othello.formats.reading import FormatError, OnError, raise_error, read_files
from othello.game_tree import GameTree
from othello.jit import ignore_overflow
from othello.position import PASS, Position
from othello.rules import SCORE_SCALE
from players import registry
from players.engine.endgame import SOLVER_MEGABYTES, Solution, Solver
from players.protocol import Player, chosen_move
from players.solve.unproven import solved_within

BOARD_DISCS = 64
_STATES_RESULTS = ".ggf"
"""The kind of text in which a game's result is written, so that it can be compared."""


class Problem(NamedTuple):
    """A position to solve, its name, and what its file says of its moves and of it, in discs.

    All scores are for the side to move: the one that is named beside a board, also where it must
    pass; after moves, the one whose turn it is then. `passes` is the side that passes, if one does.
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
        return _side(self.black_to_move)


def _side(black: bool) -> str:
    """The name of a side."""
    return "black" if black else "white"


def problems_of(
    source: str, first: int | None = None, on_error: OnError = raise_error
) -> list[Problem]:
    """The positions of a board, a transcript, a file or a folder, all or the `first`.

    FormatError or OSError, in one line, for one that cannot be read. With `on_error`, odd games
    among others are left out, and it is called with the error of each.
    """
    most = None if first is None else min(first, sys.maxsize)  # what islice takes
    return list(itertools.islice(_problems(source, on_error), most))


def _problems(source: str, on_error: OnError) -> Iterator[Problem]:
    """The positions of a source, of whichever kind; of several files with the file's name."""
    files = collection.files_named(source)
    if not files:
        stated = collection.kind_of(source) == _STATES_RESULTS
        yield from _reached(collection.read(source, on_error=on_error), stated)
    read = functools.partial(_of_file, on_error=on_error)
    for path, problems in read_files(files, read, on_error):
        for problem in problems:
            name = f"{path.name} {problem.name}" if len(files) > 1 else problem.name
            yield problem._replace(name=name)


def _of_file(path: Path, on_error: OnError) -> Iterator[Problem]:
    kind = collection.kind_of_file(path)
    if kind == ".wtb":
        return _reached(_of_wthor(path, on_error), True, open_too=True)
    return _reached(collection.read_file(path, on_error), kind == _STATES_RESULTS)


def _of_wthor(path: Path, on_error: OnError) -> list[Entry]:
    """Each game, if it got so far, up to where its theoretical score holds, which is its result.

    Where the file names no such depth it is the last one, with the real outcome.
    """
    games, header = wthor.read_games(path, on_error)
    depth, found = header.depth, []
    for number, game in games.items():
        played = wthor.MOST_MOVES - depth if depth else len(game.moves)
        if len(game.moves) < played or played < 0:
            continue
        discs = game.theoretical if depth else game.black_discs
        result = 2 * discs - BOARD_DISCS
        try:
            tree = GameTree().with_line(game.moves[:played])
        except ValueError as error:
            on_error(FormatError(f"{path}: game {number}: {error}"))
            continue
        found.append(Entry(result=result, tree=tree, number=number))
    if not found:
        raise FormatError(f"{path}: no game in it has a position with {depth} empty squares")
    return found


def _reached(
    entries: Iterable[Entry],
    stated: bool,
    open_too: bool = False,
) -> Iterator[Problem]:
    """The last position of each game, with the result if its file has `stated` one.

    What players made of a game that is not over is compared only with `open_too`.
    """
    for number, entry in enumerate(entries, start=1):
        game = entry.game()
        result = entry.result if stated and (open_too or game.over) else None
        position, black = game.position, game.black_to_move
        passed = game.moves[-1:] == (PASS,)
        if all(move == PASS for move in game.moves):  # `Game` passes for the side that is named
            position, black = game.start, game.black_starts
        passes = _side(black == (not position.legal())) if passed else ""
        if result is not None and not black:
            result = -result
        scores = tuple(pair for pair in entry.scores if abs(pair[1]) <= BOARD_DISCS)
        yield Problem(f"#{entry.number or number}", position, black, scores, result, passes)


def _sign(score: float) -> int:
    return (score > 0) - (score < 0)


def agrees(known: float, found: Solution, wld: bool) -> bool | None:
    """Whether a file's score fits what was found, by its sign for `wld`; None if undecided."""
    if found.proven and wld:
        return _sign(known) == _sign(found.score)
    if not found.lower <= known <= found.upper:
        return False
    return True if found.proven else None


def answer(
    problem: Problem, options: argparse.Namespace, solver: Solver, player: Player | None = None
) -> dict[str, Any]:
    """What `--json` says of a problem and, for `--all`, of its moves; see `_described`.

    With a `player` also of the move that it chooses, whose choice counts no nodes and no seconds.
    """
    began, nodes = time.perf_counter(), solver.nodes
    found, best = solved_within(
        problem.position,
        solver,
        wld=options.wld,
        seconds=options.seconds,
        threads=options.threads,
    )
    known = dict(problem.scores)
    expected = max(known.values(), default=problem.score)
    described = _described(found, options.wld, expected)
    described["best_known"] = None if best.move is None else notation.move_name(best.move)
    described["best_known_score"] = best.score / SCORE_SCALE
    described["best_known_depth"] = best.depth
    if options.all and not solver.stop[0]:
        moves = []
        each = solver.moves(problem.position, wld=options.wld, seconds=options.seconds)
        for move, result in each:
            name = notation.move_name(move)
            moves.append({"move": name, **_described(result, options.wld, known.get(move))})
            if solver.stop[0]:
                break
        described["moves"] = moves
    if player is not None and not solver.stop[0] and problem.position.legal():
        asked = time.perf_counter()
        player.new_game(0)
        told = f"--player {options.player}, {problem.name}"
        move = chosen_move(player, problem.position, told)
        began += time.perf_counter() - asked
        result = solver.after_move(problem.position, move, wld=options.wld, seconds=options.seconds)
        name = notation.move_name(move)
        described["chosen"] = {"move": name, **_described(result, options.wld, known.get(move))}
    described["nodes"] = solver.nodes - nodes
    described["seconds"] = round(time.perf_counter() - began, 3)
    return {"name": problem.name, "side": problem.side, "passes": problem.passes, **described}


def _described(found: Solution, wld: bool, expected: float | None) -> dict[str, Any]:
    """The fields of a solution; the score is 1, 0 or -1 for `wld`, and None if it is not proven.

    expected: the file's score in discs, None if it has none; `agrees` is None then too.
    """
    return {
        "score": None if not found.proven else _sign(found.score) if wld else found.score,
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


def _parts(result: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A position and its moves that were asked about."""
    yield result
    yield from result.get("moves", ())
    yield result.get("chosen", result)


def wrong(result: dict[str, Any]) -> bool:
    """Whether the file's score of a position, or of a move that was asked about, is wrong."""
    return any(part["agrees"] is False for part in _parts(result))


def proven(result: dict[str, Any]) -> bool:
    """True if the results of a position and of its moves that were asked about are proven."""
    return all(part["proven"] for part in _parts(result))


class Work:
    """The problems, solved one after the other in a thread, so that Ctrl-C is heard at once."""

    def __init__(self, problems: list[Problem], options: argparse.Namespace) -> None:
        megabytes = SOLVER_MEGABYTES if options.table is None else options.table
        self.solver = Solver(options.threads, megabytes, options.evaluator)
        self.results: list[dict[str, Any]] = []
        self.failure: BaseException | None = None
        self._problems, self._options = problems, options
        self._player = registry.make(options.player) if options.player else None
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
        ignore_overflow()
        try:
            with stopped_by(lambda: self.solver.stop[0]):
                for problem in self._problems:
                    self.results.append(answer(problem, self._options, self.solver, self._player))
                    if self.solver.stop[0]:
                        return
        except StillCompilingError:
            pass  # it was stopped, and has proven nothing of this problem
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
