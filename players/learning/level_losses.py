"""Discs that levels lose beside people of their rating: python -m players.learning.level_losses.

Each level that errs as people do plays games against itself, and its moves are judged as people's
were, by the same searches.
"""

import argparse
from pathlib import Path

import numpy as np

from othello.command_line import leave, print_table
from othello.game import Game
from othello.parser import Parser, natural, whole
from players import registry
from players.engine.player import EngineOptions, EnginePlayer
from players.learning.command import run
from players.learning.human_errors import fit
from players.learning.human_errors.samples import Recipe, decisions_of, read_decisions
from players.levels import LEVELS, PEOPLE

COMMAND = "python -m players.learning.level_losses"
NEAR_RATING = 100
"""People count as of a level's rating whose own is at most so much away."""


def losses_of_level(spec: str, games: int, seed: int) -> np.ndarray:
    """What each choice of a level cost, in discs, in games against itself."""
    recipe, lost = Recipe(), []
    judge = EnginePlayer(EngineOptions(evaluator=recipe.evaluator))
    player = registry.make(spec)
    for number in range(games):
        player.new_game(seed + number)
        judge.new_game()
        game = Game()
        while not game.over:
            game.play(player.choose(game.position).move)
        moves = [move for move in game.moves if move >= 0]
        for _, _, move, *judged in decisions_of(moves, judge, recipe.depth, recipe.solved):
            lost.append((judged[1][0] - judged[1][judged[0].index(move)]) / 100)
    return np.array(lost)


def losses_of_people(folder: Path) -> tuple[np.ndarray, np.ndarray]:
    """The rating of who made each choice that is kept in a folder, and what it cost in discs."""
    paths = sorted(folder.glob("decisions-*.npz"))
    if not paths:
        raise ValueError(
            f"{folder}: no choices are there; players.learning.human_errors makes them"
        )
    offered = fit.offered_by(read_decisions(paths))
    return offered.rating[offered.played], offered.seen.lost[offered.played]


def _measure(options: argparse.Namespace) -> int:
    ratings, costs = losses_of_people(options.choices)
    table = []
    for level in LEVELS:
        if level.rating is None or level.rating not in PEOPLE:
            continue
        near = costs[np.abs(ratings - level.rating) <= NEAR_RATING]
        lost = losses_of_level(level.spec, options.games, options.seed)
        people = fit.mean_losses(near, np.ones(len(near))) if len(near) else [np.nan] * 3
        means, *pairs = zip(people, fit.mean_losses(lost, np.ones(len(lost))), strict=True)
        told = [f"{discs:.2f}" for discs in means]
        told += [f"{100 * share:.0f} %" for pair in pairs for share in pair]
        table.append((level.name, f"{level.rating}", f"{len(near):,}", f"{len(lost):,}", *told))
    both = ("people", "level")
    heads = ("level", "rating", *both, "people lose", "level", "best", "level", "over 8", "level")
    print_table(
        heads, table, f"Discs lost a move, by people within {NEAR_RATING} Elo and by levels"
    )
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; return an exit code."""
    parser = Parser(
        prog=COMMAND,
        description="Discs that the levels lose beside people of their rating.",
    )
    folder = "the --work folder of players.learning.human_errors"
    parser.add_argument("choices", type=Path, metavar="CHOICES", help=folder)
    parser.add_argument("--games", type=natural, default=8, help="of each level (%(default)s)")
    parser.add_argument("--seed", type=whole(0), default=0, help="of the games (%(default)s)")
    return run(COMMAND, lambda: _measure(parser.parse_args(arguments)))


if __name__ == "__main__":
    leave(main)
