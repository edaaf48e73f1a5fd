"""Games from which edge costs are learned: a census of their searches, and deep errors."""

import random
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from othello import evaluation
from othello.formats.wthor import END, LONGEST
from othello.game import Game
from othello.position import PASS, START, Position
from players import registry
from players.alphabeta import Search
from players.census import BEGAN, REPLIED, Tally, add, census_search, new_tally
from players.deep_errors import UNKNOWN, deep_search, errors_at, may_be_pruned, near
from players.deepening import fixed_depth
from players.protocol import Limits, Player


class Recipe(NamedTuple):
    """How games are played and searched.

    evaluator: a name. player: the specification of who plays; None for the
    searches that are counted. depth: of those, in plies. fewest, most: random
    first plies, all numbers between them equally likely. positions: how many of
    each game are searched `deep` plies for deep errors, the first of them
    `deepest` plies. seed: game `n` of one seed is always the same.
    """

    evaluator: str = "bill"
    player: str | None = None
    depth: int = 6
    fewest: int = 4
    most: int = 16
    positions: int = 12
    deep: int = 8
    deepest: int = 10
    seed: int = 0


class Sample(NamedTuple):
    """What some games gave.

    moves: uint8[games, 60], END after the last, passes left out. searches:
    int64[], how many were counted. edges, passes: the census. discs: int64[n]
    and errors: int32[n, deepest + 1], UNKNOWN where not searched, of the
    positions searched deeper.
    """

    moves: np.ndarray
    searches: np.ndarray
    edges: Tally
    passes: Tally
    discs: np.ndarray
    errors: np.ndarray


class Searchers(NamedTuple):
    """Who searches: for the census, for deep errors, and, unless it is the first, for the game."""

    counting: Search
    deep: Search
    player: Player | None


def searchers(recipe: Recipe) -> Searchers:
    """New ones; ValueError for an evaluator or a player that there is not."""
    evaluator = evaluation.named(recipe.evaluator)
    player = registry.make(recipe.player) if recipe.player else None
    return Searchers(census_search(evaluator), deep_search(evaluator), player)


def sample(recipe: Recipe, first: int, games: int) -> Sample:
    """What games number `first` and on give, so many."""
    who = searchers(recipe)
    moves = np.full((games, LONGEST), END, np.uint8)
    searches = 0
    found: list[tuple[int, list[int]]] = []
    for row in range(games):
        chance = random.Random(f"{recipe.seed} {first + row}")
        if who.player is not None:
            who.player.new_game(first + row)
        game, counted = play(chance, recipe, who)
        searches += counted
        played = [move for move in game.moves if move != PASS]
        moves[row, : len(played)] = played
        found += deep_errors(game, chance, recipe, who.deep)
    census = who.counting.rule
    errors = as_arrays(found, recipe.deepest)
    return Sample(moves, np.array(searches), census.edges, census.passes, *errors)


def play(chance: random.Random, recipe: Recipe, who: Searchers) -> tuple[Game, int]:
    """One game, and how many searches of it were counted: one a move that is not random."""
    random_plies = chance.randint(recipe.fewest, recipe.most)
    limits = Limits(depth=recipe.depth)
    game = Game()
    searches = 0
    while not game.over:
        if plies(game.position) < random_plies:
            game.play(chance.choice(game.legal()))
            continue
        who.counting.rule.root[0] = BEGAN if game.black_to_move else REPLIED
        move = fixed_depth(game.position, who.counting, limits).line[0]
        searches += 1
        game.play(who.player.choose(game.position).move if who.player else move)
    return game, searches


def plies(position: Position) -> int:
    """How many moves led to a position from the start, passes not counted."""
    return int(position.stage()) - int(START.stage())


def deep_errors(
    game: Game, chance: random.Random, recipe: Recipe, search: Search
) -> list[tuple[int, list[int]]]:
    """Of positions near the game's: disc count, and errors by depth."""
    played = [position for position in game.positions if plies(position) >= recipe.fewest]
    candidates = [position for position in played if may_be_pruned(position)]
    found = []
    for number in range(recipe.positions if candidates else 0):
        position = near(candidates, chance)
        depth = recipe.deep if number else recipe.deepest
        found.append((int(position.stage()), errors_at(position, search, depth)))
    return found


def as_arrays(found: list[tuple[int, list[int]]], deepest: int) -> tuple[np.ndarray, np.ndarray]:
    """Disc counts and errors as a sample holds them."""
    discs = np.array([stage for stage, _ in found], np.int64)
    errors = np.full((len(found), deepest + 1), UNKNOWN, np.int32)
    for row, (_, by_depth) in zip(errors, found, strict=True):
        row[: len(by_depth)] = by_depth
    return discs, errors


def joined(samples: Iterable[Sample]) -> Sample:
    """What all these games gave together."""
    edges, passes = new_tally(), new_tally()
    searches = 0
    parts = []
    for sample in samples:  # one at a time: the tallies are large
        add(edges, sample.edges)
        add(passes, sample.passes)
        searches += int(sample.searches)
        parts.append((sample.moves, sample.discs, sample.errors))
    moves, discs, errors = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Sample(moves, np.array(searches), edges, passes, discs, errors)
