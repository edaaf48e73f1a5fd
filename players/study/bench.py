"""One number for the behaviour of all searches, and their speeds: python -m othello bench."""

import argparse
import random
import zlib
from collections.abc import Sequence
from typing import Any

from othello.cli.command import run
from othello.cli.output import as_document, print_table
from othello.cli.parser import Parser, common
from othello.game import Game
from othello.position import Position
from players import registry
from players.protocol import Choice

COMMAND = "python -m othello bench"
POSITIONS = 30
FEWEST_PLIES = 8
"""Random moves before the first position; each further position has one more."""
PLAYERS = (
    "engine:depth=10",
    "alphabeta:depth=5,evaluator=bill",
    "alphabeta:depth=5,evaluator=patterns,driver=pvs,table=16,deepening=true",
    "alphabeta:depth=4,evaluator=mobility,driver=mtdf,table=16",
    "forward:depth=5",
    "interest:limit=2",
    "bestfirst:nodes=2000",
)


def positions() -> list[Position]:
    """Return the thirty positions, after 8 to 37 random moves of fixed games."""
    games = [Game() for _ in range(POSITIONS)]
    for number, game in enumerate(games):
        rng = random.Random(f"bench {number}")
        while len(game.nodes) < FEWEST_PLIES + number and not game.over:
            game.play(rng.choice(game.legal()))
    return [game.position for game in games]


def signature(choices: Sequence[Choice]) -> int:
    """Return a number of 32 bits from the moves, scores and nodes of choices."""
    answers = [(int(choice.move), int(choice.score), int(choice.nodes)) for choice in choices]
    return zlib.crc32(repr(answers).encode())


def measure(specs: Sequence[str] = PLAYERS) -> dict[str, Any]:
    """Return the `signature` of all players' answers, and nodes and CPU seconds by player."""
    boards, rows, answers = positions(), [], []
    for spec in specs:
        player = registry.make(spec)
        player.choose(boards[0])  # compiles or loads the kernels
        player.new_game()
        choices = [player.choose(board) for board in boards]
        seconds = sum(choice.cpu_seconds for choice in choices)
        nodes = sum(int(choice.nodes) for choice in choices)
        rows.append(
            {
                "player": spec,
                "signature": signature(choices),
                "nodes": nodes,
                "seconds": seconds,
                "nodes_per_second": nodes / seconds,
            }
        )
        answers += choices
    return {"signature": signature(answers), "players": rows}


def _run(options: argparse.Namespace) -> int:
    """Print the number and the table; return the exit code."""
    result = measure()
    if options.json:
        print(as_document("bench", result))
        return 0
    print(f"signature {result['signature']}\n")
    print_table(
        ("player", "nodes", "CPU s", "M nodes/s", "signature"),
        [
            (
                row["player"],
                f"{row['nodes']:,}",
                f"{row['seconds']:.3f}",
                f"{row['nodes_per_second'] / 1e6:.2f}",
                str(row["signature"]),
            )
            for row in result["players"]
        ],
    )
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the number and the speeds; return the exit code, 2 for bad input."""
    parser = Parser(
        prog=COMMAND,
        description="Print a number that changes only if a search's answers change, and speeds.",
        examples="  python -m othello bench\n",
        parents=[common("json")],
    )
    return run(COMMAND, lambda: _run(parser.parse_args(arguments)))
