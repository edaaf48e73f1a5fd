"""What is drawn of a recorded search: its trees, as large as allowed, and what is said of them.

The true results of late positions are those of the endgame solver, which is too slow where nothing
is compiled, as where a search is recorded: so a process of its own solves them.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from othello.formats import obf
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.explain.labels import Scale
from players.explain.recorder import Recording
from players.explain.request import SearchRequest
from players.explain.search_tree import Visit, trimmed, with_results
from players.protocol import MOST

SOLVED_EMPTIES = 14
"""The most empty squares at which a position is solved.

400 positions of at most so many took 0.4 s, and the process 1.6 s to begin.
"""

SolveAll = Callable[[Sequence[Position]], list[int]]


class Picture(NamedTuple):
    """The searches of the last iteration, ready to be drawn.

    `facts` are lines that stand above the trees, `board` those of the position, if it has one.
    `chosen` holds the numbers of the visits on the line that the player expects.
    """

    title: str
    board: str
    facts: tuple[str, ...]
    roots: tuple[Visit, ...]
    scale: Scale
    chosen: frozenset[int]


def picture_of(request: SearchRequest, recording: Recording, most: int) -> Picture:
    """The picture of a recording, of `most` visits; ValueError if no search came to its end."""
    roots = recording.last()
    if not roots:
        raise ValueError(f"{request.spec!r}: its limits cut every search short")
    chosen = frozenset(_line(roots[-1], recording.choice.variation))
    facts = tuple(_facts(request, recording, roots))
    drawn: list[Visit] = []
    left = most
    for root in reversed(roots):  # the last search is the one that decided
        drawn.insert(0, trimmed(root, left))
        left -= sum(1 for _ in drawn[0].walk())
    return Picture(request.title, request.board, facts, tuple(drawn), request.scale, chosen)


def _line(root: Visit, moves: tuple[int, ...]) -> list[int]:
    """The numbers of the visits along a line of moves, as far as the tree goes."""
    line = [root]
    for move in moves:
        if move not in line[-1].successors():
            break
        line.append(line[-1].successors()[move])
    return [visit.number for visit in line]


def _facts(request: SearchRequest, recording: Recording, roots: tuple[Visit, ...]) -> list[str]:
    """What was chosen, how much was searched, and what of it is drawn."""
    choice, scale = recording.choice, request.scale
    line = " ".join(map(scale.move_name, choice.variation))
    unit = " discs" if scale.unit > 1 else ""
    visits = sum(1 for root in roots for _ in root.walk())
    drawn = f"{visits} visits"
    if len(recording.searches) > 1:
        last = "" if len(roots) == 1 else f" {len(roots)}"
        drawn += f" in the last{last} of {len(recording.searches)} searches"
    depth = request.limits.depth
    asked = request.spec if depth is None else f"{request.spec} to depth {depth}"
    facts = [
        f"{asked}: {scale.move_name(choice.move)}, {scale.score(choice.score)}{unit}, line {line}",
        f"{choice.nodes} positions generated; {drawn}",
    ]
    if (choice.lower, choice.upper) != (-MOST, MOST):
        best = f", and no move is better than {scale.move_name(choice.move)}"
        known = f"proven: {scale.result(choice.lower, choice.upper)}"
        facts.append(known + best * choice.proven)
    if recording.cut_short:
        facts.append(f"{recording.cut_short} searches were cut short and are not drawn")
    return facts


def solved(positions: Sequence[Position]) -> list[int]:
    """The result of each position in discs for the side to move, from a process that solves.

    RuntimeError, in one line, if that fails.
    """
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    errors = None if sys.stderr.isatty() else subprocess.PIPE
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "positions.obf"
        obf.write_problems(path, map(obf.Problem, positions))
        command = [sys.executable, "-m", "players.solve", str(path), "--json"]
        done = subprocess.run(
            command, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
        )
    if done.returncode:
        said = (done.stderr or "").strip().splitlines()
        raise RuntimeError(f"the solver ended early: {said[-1] if said else done.returncode}")
    return [result["score"] for result in json.loads(done.stdout)["positions"]]


def results_of(states: Iterable[Position], solve: SolveAll = solved) -> dict[Position, int]:
    """The results of those positions that are late enough, in hundredths of a disc."""
    late = [state for state in dict.fromkeys(states) if state.plies_left() <= SOLVED_EMPTIES]
    found = {state: int(state.final()) for state in late if state.over()}
    open_ones = [state for state in late if state not in found]
    scores = [SCORE_SCALE * score for score in (solve(open_ones) if open_ones else ())]
    return found | dict(zip(open_ones, scores, strict=True))


def with_true_results(picture: Picture, solve: SolveAll = solved) -> Picture:
    """The picture of a position's searches with the result of every late node that it shows."""
    shown = [visit.state for root in picture.roots for visit in root.walk()]
    results = results_of(shown, solve)
    if not results:
        return picture
    roots = tuple(with_results(root, results) for root in picture.roots)
    facts = (*picture.facts, *_error_facts(roots, picture.scale))
    return picture._replace(roots=roots, facts=facts)


def _error_facts(roots: tuple[Visit, ...], scale: Scale) -> list[str]:
    """What results are, and how many of the answers shown are wrong."""
    visits = [visit for root in roots for visit in root.walk()]
    errors = [error for visit in visits if (error := visit.off_by()) is not None]
    wrong = [error for error in errors if error]
    worst = f", by {scale.size(max(wrong))} discs at most" if wrong else ""
    return [
        "proven +6: the result of perfect play, by the endgame solver, with"
        f" {SOLVED_EMPTIES} empty squares or fewer",
        f"off by: how far an answer is from it; {len(wrong)} of {len(errors)} are off{worst}",
    ]
