"""States to search: random positions of Othello and random trees; games, also of people."""

import itertools
import random
from collections.abc import Callable

from naive.search import members
from wthor_files import WthorGame, write_games, write_names

from othello.formats import wthor
from othello.game import Game
from othello.notation import square_name
from othello.position import PASS, START, Position
from players.models.random_trees import RandomTree, random_tree


def random_position(seed: int, deepest: int = 58) -> Position:
    """A position some random moves after the start, in which the side to move has a move."""
    chance = random.Random(seed)
    position = START
    for _ in range(chance.randrange(deepest)):
        moves = members(position.legal())
        child = position.play(chance.choice(moves))
        if not members(child.legal()):
            child = child.passed()
        if not members(child.legal()):
            break
        position = child
    return position


def late_position(seed: int, empties: int) -> Position:
    """A position of a random game with so many empty squares, the side to move having a move."""
    chance = random.Random(seed)
    position = START
    while position.plies_left() > empties or not members(position.legal()):
        if position.over():
            position = START
            continue
        moves = members(position.legal())
        position = position.play(chance.choice(moves)) if moves else position.passed()
    return position


def random_game(seed: int, most: int = 128) -> Game:
    """A random game of so many moves and passes, or to its end."""
    chance, game = random.Random(seed), Game()
    while len(game.moves) < most and not game.over:
        game.play(chance.choice(game.legal()))
    return game


def random_moves(seed: int, most: int = 128) -> tuple[int, ...]:
    """The moves of a random game, passes left out."""
    return tuple(move for move in random_game(seed, most).moves if move != PASS)


def met(number: int, most: int = 4) -> WthorGame:
    """Random first moves of a game between two people, who change colours."""
    return WthorGame(0, number % 2, 1 - number % 2, 40, 40, random_moves(number, most))


def write_people(folder, games):
    """A new folder of WTHOR's files: games between two people and a program."""
    folder.mkdir()
    header = wthor.Header(20, 26, 11, 24)
    write_games(folder / "WTH_2026.wtb", games, header)
    write_names(folder / "WTH.JOU", ("Ann", "Bert", "Zoe (prog)"), header)
    return folder


def sgf_text(game: Game, passes: str | None = "", name: Callable[[int], str] = square_name) -> str:
    """A game as SGF: what a pass is, None to leave it out, and how squares are named."""
    text = "(;FF[4]GM[2]SZ[8]"
    for move, side in zip(game.moves, itertools.cycle("BW"), strict=False):
        written = passes if move == PASS else name(move)
        text += "" if written is None else f";{side}[{written}]"
    return f"{text})"


def small_tree(seed: int, depth: int = 5) -> RandomTree:
    """A random tree small enough for a search without pruning."""
    return random_tree(seed, branching=2 + seed % 2, depth=depth, uniform=seed % 4 > 1)
