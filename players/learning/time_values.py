"""What time is worth to the engine by empty squares: python -m players.learning.time_values.

Positions of games of the program's own are searched once each. The moves that were the best after
some of the stages are then judged by deeper searches of what they lead to; what the best at some
number of nodes loses beside the best of all is what so many nodes lose. So it is seen whether
`players.engine.clock`, which divides a game's time evenly, should give some moves more.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from othello.bits import squares
from othello.command_line import leave, print_table
from othello.parser import Parser, natural, whole
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.engine.engine import Engine
from players.engine.request import EngineResult, Request
from players.learning.command import run
from players.learning.patterns.samples import GamesRecipe, one_of_each_game

COMMAND = "python -m players.learning.time_values"
MEASURED_EMPTIES = (18, 22, 26, 30, 38, 46, 54)
SEARCHED_NODES = 2 ** np.arange(14, 22)
"""So many nodes of a move are looked at: 1.5 to 200 ms at 10 million a second."""
MEASURED_NODES = 160_000
JUDGE_NODES, JUDGE_LEVEL = 6_000_000, 2
MOST_LOST = 16
"""Discs: what is lost beyond hangs on few positions."""
SOFT_PLIES, DEVIATIONS = 16, (150,)
STEPS, RIDGE = 60, 0.5
QUICK_POSITIONS = 4


class LossCurve(NamedTuple):
    """What moves with so many empty squares lose: for each position discs by SEARCHED_NODES."""

    empties: int
    lost: np.ndarray


def lost_by_nodes(position: Position, engine: Engine, judge: Engine) -> list[float]:
    """What the best move after each of SEARCHED_NODES loses, in discs."""
    stages: list[EngineResult] = []
    engine.clear()
    engine.search(position, Request(nodes=int(SEARCHED_NODES[-1]), on_stage=stages.append))
    moves = {found.line[0] for found in stages}
    values = dict.fromkeys(moves, 0)
    judge.clear()
    for move in sorted(moves) if len(moves) > 1 else ():
        values[move] = -judge.search(position.play(move), Request(nodes=JUDGE_NODES)).score
    best, lost = max(values.values()), []
    for nodes in SEARCHED_NODES:
        done = [found for found in stages if found.nodes <= nodes] or stages[:1]
        lost.append((best - values[done[-1].line[0]]) / SCORE_SCALE)
    return lost


def measured(positions: int, seed: int) -> list[LossCurve]:
    """The curves of so many positions for each of MEASURED_EMPTIES."""
    engine, judge = Engine(), Engine(level=JUDGE_LEVEL)
    games = GamesRecipe(most=SOFT_PLIES, deviations=DEVIATIONS, batch=2 * positions)
    curves = []
    for empties in MEASURED_EMPTIES:
        found = one_of_each_game("patterns", games, (64 - empties,) * 2, seed, empties)
        chosen = [each for each in found if len(squares(each.legal())) > 1][:positions]
        lost = [lost_by_nodes(position, engine, judge) for position in chosen]
        curves.append(LossCurve(empties, np.array(lost).reshape(-1, len(SEARCHED_NODES))))
    return curves


def _terms(empties: Any, nodes: Any) -> np.ndarray:
    """What the logarithm of the discs lost is a sum of."""
    late, doublings = (empties - 32) / 16, np.log2(nodes / MEASURED_NODES) / 4
    return np.stack([late**0, late, late**2, doublings, doublings * late, doublings * late**2], -1)


def fitted(curves: Sequence[LossCurve]) -> list[tuple[float, float]]:
    """For each curve the discs lost after MEASURED_NODES, and what a doubling leaves of them.

    Their logarithm falls evenly with doublings, and both change with the squares of empty ones;
    of the likeliest numbers where what is lost has the spread of Poisson's law.
    """
    terms = np.concatenate(
        [_terms(each.empties + 0 * SEARCHED_NODES, SEARCHED_NODES) for each in curves]
    )
    terms = terms.reshape(len(curves), len(SEARCHED_NODES), -1)
    lost = [np.minimum(each.lost, MOST_LOST) for each in curves]
    weights = np.zeros(terms.shape[-1])
    weights[0] = np.log(max(0.01, np.concatenate(lost).mean()))
    for _ in range(STEPS):
        slope, bend = -RIDGE * weights, RIDGE * np.eye(len(weights))
        for part, each in zip(terms, lost, strict=True):
            expected = np.exp(part @ weights)
            slope += part.T @ (each.sum(0) - len(each) * expected)
            bend += len(each) * part.T @ (part * expected[:, np.newaxis])
        weights += np.linalg.solve(bend, slope)
    once, twice = (
        np.exp(
            _terms(
                np.array(MEASURED_EMPTIES), np.full(len(MEASURED_EMPTIES), times * MEASURED_NODES)
            )
            @ weights
        )
        for times in (1.0, 2.0)
    )
    return list(zip(once.tolist(), (twice / once).tolist(), strict=True))


def _measure(options: Any) -> int:
    curves = measured(QUICK_POSITIONS if options.quick else options.positions, options.seed)
    table = []
    for each, fit in zip(curves, fitted(curves), strict=True):
        shown = [f"{discs:.2f}" for discs in (*each.lost.mean(0), *fit)]
        table.append((str(each.empties), str(len(each.lost)), *shown))
    heads = [f"{nodes / 1000:.0f}k" for nodes in SEARCHED_NODES]
    title = "Discs that the best move loses, by nodes; fitted, and what a doubling leaves"
    print_table(("empties", "positions", *heads, "fitted", "left"), table, title)
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; return an exit code."""
    parser = Parser(
        prog=COMMAND,
        description="What time is worth to the engine, in discs a move, by empty squares.",
    )
    parser.add_argument(
        "--positions", type=natural, default=40, help="for each number of them (%(default)s)"
    )
    parser.add_argument("--seed", type=whole(0), default=0, help="of the games (%(default)s)")
    quick = f"for a run of minutes: --positions {QUICK_POSITIONS}"
    parser.add_argument("--quick", action="store_true", help=quick)
    return run(COMMAND, lambda: _measure(parser.parse_args(arguments)))


if __name__ == "__main__":
    leave(main)
