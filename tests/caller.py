"""A caller's script, for a strict checker: what a program would do with the library."""

import threading

import numpy as np

import othello
from othello import PASS, START, Game, IllegalMoveError, NotationError, Position, evaluation
from othello.bits import NONE, bit, count, lowest, squares
from othello.formats import collection
from othello.jit import jit
from othello.library.frames import games_frame
from othello.notation import board_text, move_name, parse_board
from othello.rules import final_score, flips, legal_moves
from othello.symmetry import canonical
from players import ask, registry
from players.analyse.games import games_of, turns
from players.analyse.verdicts import Value, VerdictLimits, judge
from players.engine.endgame import Solution, Solver, solve
from players.engine.engine import Engine
from players.engine.request import Request
from players.limits import Limits
from players.move_values import MoveValues, deepening_values, values_at
from players.protocol import Choice, Player
from tournament.games.play import Seat, play_game


def walk() -> int | None:
    """The result of a game that both classes play."""
    game = Game.from_transcript("f5d6c3")
    position: Position = game.position.play("d3").play(19 if game.over else PASS)
    moves: list[int] = position.legal_squares()
    words: tuple[np.uint64, ...] = (position.legal(), position.key(), position.passed().own)
    numbers: list[int] = [position.plies_left(), position.final(), count(position.own), len(moves)]
    over: bool = position.over()
    print(words, numbers, over, board_text(*parse_board(game.board())), canonical(position))
    try:
        game.play("a1")
    except (IllegalMoveError, NotationError) as error:
        print(error)
    return game.result()


def choose(spec: str) -> Choice:
    """What a player answers."""
    player: Player = registry.make(spec, depth=3)
    player.new_game(seed=1)
    return player.choose(START, Limits(depth=3))


def values(stop: threading.Event) -> list[str]:
    """The moves of the start, best first."""
    player = registry.make("alphabeta")
    print(int(evaluation.named("bill").value(START)))
    streamed: list[MoveValues] = list(ask.stream_values(START, 4, player=player, stop=stop))
    streamed += deepening_values(player, START, 4, np.zeros(1, np.int64))
    return [move_name(value.move) for value in values_at(player, START, 3).moves]


def ending(board: str) -> int:
    """The result of an end, thrice."""
    position = Game.from_board(board).position
    solution: Solution = ask.solve_position(position, progress=lambda spent: print(spent.nodes))
    print([found.score for _, found in Solver(threads=2).moves(position)])
    return solution.score + solve(position).score


def judged(path: str) -> list[int | None]:
    """What each move of each game lost."""
    engine, limits = Engine(), VerdictLimits(depth=6)
    print(engine.search(START, Request(depth=4)).line, games_frame(path))
    losses = []
    for named in games_of([path]):
        for turn in turns(named.game):
            verdict = judge(engine, turn.question, limits)
            losses.append(None if verdict is None else verdict.loss)
        best: list[Value] = [verdict.best for _, verdict in ask.judge_game(named.game, limits)]
        print(best)
    return losses


async def awaited(position: Position) -> Solution:
    """The same for `asyncio`."""
    async for found in ask.stream(ask.stream_values, position, 4):
        print(found.best.score)
    return await ask.answer(ask.solve_position, position)


@jit
def perft(own: np.uint64, opp: np.uint64, depth: int) -> int:
    """The leaves of a tree without passes."""
    if depth == 0:
        return 1
    moves = legal_moves(own, opp)
    leaves = 0
    while moves != NONE:
        move = lowest(moves)
        moves ^= bit(move)
        flipped = flips(own, opp, move)
        leaves += perft(opp ^ flipped, own | flipped | bit(move), depth - 1)
    return leaves


def main() -> None:
    """Print some of it."""
    print(othello.__version__, perft(START.own, START.opp, 3), squares(START.legal()))
    for entry in collection.read("f5d6c3"):
        print(entry.game().transcript(), final_score(*entry.game().position))
    record = play_game(Seat(lambda: registry.make("greedy")), Seat(lambda: registry.make("random")))
    print(record.result)
