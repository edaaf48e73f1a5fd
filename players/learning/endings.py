"""Endings with exactly one winning move: python -m players.learning.endings finds them."""

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from othello import notation
from othello.bits import count
from othello.cli.command import exit_with, run
from othello.cli.output import Display
from othello.cli.parser import Parser, common, natural, seed
from othello.files import check_writable, replace_file
from othello.game import Game
from players import registry
from players.learning.self_play import play_out, random_opening
from players.levels import LEVELS
from players.move_values import MoveValues, values_at
from players.protocol import Player

SHIPPED = "endings.txt"
"""The name of the shipped file, which the window reads."""
COMMAND = "python -m players.learning.endings"
FEWEST_EMPTIES, MOST_EMPTIES = 6, 14
"""The empty squares of an ending."""
MEGABYTES = 2
WEAKEST, STRONGEST = 4, 8
"""Numbers of the levels that play: their games are close, and their endings are not odd."""
RANDOM_MOVES = 6
"""The moves before the levels play, so that no two games are alike."""


def only_win(values: MoveValues) -> bool:
    """True if exactly one move wins."""
    return [value.score > 0 for value in values.moves[:2]] == [True, False]


def ending_in(game: Game, empties: int, judge: Player) -> tuple[str, int] | None:
    """Return the board with `empties` empty squares and its only winning move.

    None if the game has no such board, or if several moves win. `judge` solves positions.
    """
    for node in game.nodes:
        position = node.before
        if position.plies_left() == empties and count(position.legal()) > 1:
            values = values_at(judge, position, empties)
            if only_win(values):
                board = Game(position, black_to_move=node.black).board()
                return board, values.best.move
    return None


def level_game(number: int) -> Game:
    """Return game `number` between two levels, from RANDOM_MOVES random moves."""
    rng = random.Random(number)
    game = random_opening(rng, RANDOM_MOVES)
    levels = [LEVELS[rng.randint(WEAKEST, STRONGEST) - 1] for _ in range(2)]
    players = [registry.make(level.spec) for level in levels]
    for player in players:
        player.new_game(number)
    return play_out(game, lambda game: players[not game.black_to_move].choose(game.position).move)


def endings_of_games(games: int, wanted: int, first: int) -> list[str]:
    """Lines with a board and its winning move, at most one of each game from number `first` on.

    Numbers of empty squares with few endings so far come first, so that all are equally frequent.
    """
    judge = registry.make(f"engine:table={MEGABYTES}")
    lines: list[str] = []
    numbers = Counter(dict.fromkeys(range(FEWEST_EMPTIES, MOST_EMPTIES + 1), 0))
    with Display(sys.stderr, "games") as display:
        display.begin("playing", 0, games)
        for number in range(games):
            game = level_game(first + number)
            for empties in sorted(numbers, key=lambda empties: numbers[empties]):
                found = ending_in(game, empties, judge)
                if found is not None:
                    lines.append(f"{found[0]} {notation.square_name(found[1])}")
                    numbers[empties] += 1
                    break
            display.update(number + 1)
            if len(lines) == wanted:
                break
    return lines


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog=COMMAND,
        description="Play games between levels and keep endings with exactly one winning move.\n"
        f"It has {FEWEST_EMPTIES} to {MOST_EMPTIES} empty squares, and the solver proves it.",
        examples=f"  {COMMAND} --games 300 --seed 1 --out endings.txt",
        parents=[common(out={"default": Path(SHIPPED), "help": "output file (%(default)s)"})],
    )
    add = parser.add_argument
    add("--games", type=natural, default=300, help="most games to search (default: %(default)s)")
    add("--endings", type=natural, default=50, help="most endings to keep (default: %(default)s)")
    add("--seed", type=seed, default=1, help="seed of the first game (default: %(default)s)")
    return parser


def _make(options: argparse.Namespace, typed: str) -> int:
    check_writable(options.out)
    lines = endings_of_games(options.games, options.endings, options.seed)
    head = f"# {typed}\n# 64 squares from a1 to h8, the side to move, the only winning move\n"
    replace_file(options.out, (head + "".join(f"{line}\n" for line in lines)).encode())
    print(f"{options.out}: {len(lines)} endings")
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Play games and write their endings; return an exit code."""
    typed = " ".join([COMMAND, *(sys.argv[1:] if arguments is None else arguments)])
    return run(COMMAND, lambda: _make(_parser().parse_args(arguments), typed))


if __name__ == "__main__":
    exit_with(main)
