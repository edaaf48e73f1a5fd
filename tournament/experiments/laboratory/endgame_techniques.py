"""What each technique of the exact endgame solver is worth.

Positions of an OBF file are solved with one technique switched off after the other, and with none.
Each solver has an empty table, so that nodes depend on nothing but the position;
CPU seconds are truest with `--jobs 1`, the default here.
"""

from pathlib import Path
from typing import Any, NamedTuple

from othello.formats import obf
from othello.game import Game
from othello.notation import board_text
from players.engine.endgame_memory import ENDGAME_OFF, EndgameSettings
from tournament.contests.contest import RequestError
from tournament.experiments.laboratory.endgame_trials import solved
from tournament.experiments.runner import arguments
from tournament.experiments.runner.experiment import Experiment, ExperimentRun, Size
from tournament.experiments.runner.output import Column, Table

ALL_ON = "nothing"
SOLVER_TECHNIQUES = {ALL_ON: EndgameSettings(), **ENDGAME_OFF}
"""EndgameSettings by the name of what is switched off."""


class Problem(NamedTuple):
    """A board, and where among the techniques its trials begin."""

    board: str
    first: int


def solve_without(problem: Problem, seed: int) -> dict[str, Any]:
    """What a position costs without the technique that the seed stands for.

    Each position begins with another technique, so that none is always the first.
    """
    name = list(SOLVER_TECHNIQUES)[(problem.first + seed) % len(SOLVER_TECHNIQUES)]
    position = Game.from_board(problem.board).position
    return {"off": name, **solved(position, SOLVER_TECHNIQUES[name])}


def row_of(name: str, found: list[dict[str, Any]], wrong: int) -> dict[str, Any]:
    """The sums over all positions without one technique."""
    return {
        "off": name,
        "nodes": sum(one["nodes"] for one in found),
        "million_nodes": sum(one["nodes"] for one in found) / 1e6,
        "cpu_seconds": sum(one["seconds"] for one in found),
        "wrong": wrong,
    }


def rows_of(
    problems: tuple[obf.Problem, ...], results: list[list[dict[str, Any]]]
) -> list[dict[str, Any]]:
    """A row for each technique, with its costs over those of the whole solver."""
    rows: list[dict[str, Any]] = []
    for name in SOLVER_TECHNIQUES:
        found = [next(one for one in trials if one["off"] == name) for trials in results]
        known = [max((score for _, score in problem.scores), default=None) for problem in problems]
        pairs = zip(found, known, strict=True)
        wrong = sum(score is not None and one["score"] != score for one, score in pairs)
        row = row_of(name, found, wrong)
        whole = rows[0] if rows else row
        row["nodes_ratio"] = row["nodes"] / max(1, whole["nodes"])
        row["seconds_ratio"] = row["cpu_seconds"] / max(1e-9, whole["cpu_seconds"])
        rows.append(row)
    return rows


def read(path: Path, most: int) -> tuple[obf.Problem, ...]:
    """The first problems of a file; RequestError, in one line, if there is none to read."""
    try:
        problems = obf.read_problems(path).problems[:most]
    except OSError as error:
        raise RequestError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise RequestError(str(error)) from None
    if not problems:
        raise RequestError(f"{path}: no position in it")
    return problems


def measure(run: ExperimentRun) -> dict[str, Any]:
    """A row for each technique."""
    path = run.options.file
    problems = read(path, run.options.positions)
    results = []
    for number, problem in enumerate(problems):
        board = board_text(problem.position, problem.black_to_move)
        asked = Problem(board, number % len(SOLVER_TECHNIQUES))
        title = f"position {number + 1} of {len(problems)}"
        results.append(run.trials(solve_without, asked, len(SOLVER_TECHNIQUES), title))
    rows = rows_of(problems, results)
    return {"file": path.name, "positions": len(problems), "rows": rows}


EXPERIMENT = Experiment(
    name="endgame-techniques",
    summary="nodes and CPU time of the endgame solver with each of its techniques switched off",
    size=Size(5, 120, "--positions 1"),
    examples=("fforum-40-49.obf", "hard-20.obf --positions 60", "fforum-40-49.obf --json"),
    options=(
        arguments.option("file", type=Path, metavar="FILE", help="positions, in the OBF form"),
        arguments.count("--positions", 5, "the first N of the file"),
        arguments.of_results(jobs=1),
    ),
    measure=measure,
    tables=(
        Table(
            (
                Column("switched off", "off"),
                Column("million nodes", "million_nodes", "{:,.1f}"),
                Column("x", "nodes_ratio", "{:.2f}"),
                Column("CPU seconds", "cpu_seconds", "{:,.2f}"),
                Column("x", "seconds_ratio", "{:.2f}"),
                Column("wrong scores", "wrong", "{:d}"),
            ),
            "The endgame solver without one technique, {positions} positions of {file}",
            "x: over those of the first row; wrong scores: other than those of the file, if any",
        ),
    ),
    failed=lambda found: any(row["wrong"] for row in found["rows"]),
)
