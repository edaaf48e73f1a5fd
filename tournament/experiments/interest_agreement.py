"""How often a search with few nodes chooses the move of a deep full-width one.

On positions of games from the 244 openings, which no weights were learned from, alpha-beta,
forward estimation and interest search with equal numbers of nodes.
"""

import argparse
from typing import Any, NamedTuple

import numpy as np

from othello.game import Game
from othello.openings import four_move_openings
from players.protocol import Limits
from players.registry import make
from tournament.experiments import plots, trials
from tournament.experiments.forward_settings import BEST
from tournament.experiments.output import Column, print_result
from tournament.experiments.plots import Curve, Panel
from tournament.experiments.sample import measured

SUMMARY = "agreement with a deep full-width search at equal nodes: a curve"
EXAMPLES = (
    "python -m tournament experiment interest-agreement --json",
    "python -m tournament experiment interest-agreement --plot interest-agreement.png",
    "python -m tournament experiment interest-agreement --trials 40 --depth 6",
)
PLAYERS = {
    "alpha-beta": "alphabeta:nodes={},evaluator=bill,driver=pvs,table=18",
    "forward estimation": f"forward:nodes={{}},{BEST},driver=pvs,table=18",
    "interest": "interest:nodes={}",
}
BUDGETS = (250, 500, 1000, 2000, 4000, 8000, 16000)
PLIES = (12, 20, 28, 36)
GUIDE = "alphabeta:depth=2,evaluator=bill"


class Settings(NamedTuple):
    """What decides a trial apart from its seed: the players, nodes, and the deep search."""

    players: tuple[str, ...]
    budgets: tuple[int, ...]
    depth: int


def position_of(seed: int) -> Any:
    """The position at one of PLIES of a game of one opening, as far as that got."""
    openings = four_move_openings()
    game, player = Game(), make(GUIDE)
    game.play_all(openings[seed % len(openings)].moves)
    ply = PLIES[seed // len(openings) % len(PLIES)]
    while not game.over and len(game.moves) < ply:
        move = player.choose(game.position).move
        if len(game.moves) == ply - 3:  # so that openings that meet again part
            move = game.legal()[seed % len(game.legal())]
        game.play(move)
    return game.position


def agree(settings: Settings, seed: int) -> dict[str, Any]:
    """Whether each player with each number of nodes chose the move of the deep search."""
    position = position_of(seed)
    if position.over():
        return {"right": None}
    deep = make(f"alphabeta:depth={settings.depth},{'evaluator=bill,driver=pvs,table=20'}")
    best = deep.choose(position, Limits(depth=settings.depth)).move
    right = []
    for spec in settings.players:
        row = []
        for nodes in settings.budgets:
            player = make(spec.format(nodes))
            player.new_game()
            row.append(int(player.choose(position).move == best))
        right.append(row)
    return {"right": right}


def rows_of(results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A row for each number of nodes: agreement in percent, and its standard error."""
    right = 100.0 * np.array([result["right"] for result in results if result["right"]])
    rows = []
    for column, nodes in enumerate(BUDGETS):
        row: dict[str, Any] = {"nodes": nodes}
        for number, name in enumerate(PLAYERS):
            found = measured(right[:, number, column])
            row |= {name: found.mean, f"{name} error": found.standard_error}
        rows.append(row)
    return rows


def columns() -> list[Column]:
    """The nodes, and for each player its agreement and the error of that."""
    found = [Column("nodes", "nodes", "{:,d}")]
    for name in PLAYERS:
        found += [Column(f"{name} %", name, "{:.1f}"), Column("± SE", f"{name} error", "{:.1f}")]
    return found


def draw(rows: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """Agreement against nodes."""
    curves = [
        Curve(
            name,
            [row["nodes"] for row in rows],
            [row[name] for row in rows],
            [row[f"{name} error"] for row in rows],
            color,
        )
        for color, name in enumerate(PLAYERS)
    ]
    axes = {"xlabel": "nodes", "ylabel": "move of the deep search, %", "xscale": "log"}
    plots.draw([Panel(curves, axes)], options.plot, SUMMARY)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the experiment."""
    trials.add_arguments(parser, len(PLIES) * 244)
    parser.add_argument("--depth", type=int, default=10, help="of the deep search (%(default)s)")


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    plots.check(options.plot)
    settings = Settings(tuple(PLAYERS.values()), BUDGETS, options.depth)
    results = trials.run("interest-agreement", agree, settings, options)
    rows = rows_of(results)
    result = {"experiment": "interest-agreement", "depth": options.depth, "rows": rows}
    caption = (
        f"share of {len(results)} positions in which the move is that of depth {options.depth}"
    )
    print_result(result, columns(), SUMMARY, caption, as_json=options.json)
    if options.plot is not None:
        draw(rows, options)
    return 0
