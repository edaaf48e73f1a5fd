import random

import numpy as np
from naive import search as naive_search
from samples import random_position

from othello import evaluation
from othello.arrays import NO_MOVE, positions
from othello.files import data_file
from othello.formats.wthor import END
from othello.game import Game
from othello.jit import COMPILED
from players.budget import start
from players.forward import edge_costs
from players.forward.edge_costs import BEGAN, PROBABILITIES, REPLIED, census_search
from players.learning.edge_costs import (
    FEWEST,
    REACH,
    Recipe,
    errors_at,
    quantiles_by_stage,
    sample,
)
from players.learning.pipeline import digest_of, digest_of_evaluator
from players.search.alphabeta import fast_search
from players.search.deepening import search_depth

BILL = evaluation.named("bill")
SMALL = Recipe("bill", depth=2, fewest=30, most=40, positions=3, deep=1, deepest=2)
ARRAYS, COUNTS = ("discs", "errors"), ("searches", "edges")
MEDIAN = PROBABILITIES.index(0.5)


def test_a_game_does_not_depend_on_its_batch():
    def digest(*samples):
        discs, errors = (np.concatenate([one[name] for one in samples]) for name in ARRAYS)
        searches, edges = (sum(int(one[name][0]) for one in samples) for name in COUNTS)
        return digest_of(discs, errors, searches, edges)

    together = digest(sample(SMALL, 4, 3))
    assert together == digest(sample(SMALL, 4, 1), sample(SMALL, 5, 2))
    assert together != digest(sample(SMALL._replace(seed=1), 4, 3))


def test_the_census_is_of_every_search_of_the_games():
    """The games replayed: random plies, then the search's own moves, with their colours."""
    found = sample(SMALL, 0, 4)
    search = census_search(BILL)
    searches = 0
    for number, moves in enumerate(found["moves"]):
        chance = random.Random(f"{SMALL.seed} {number}")
        random_plies = chance.randint(SMALL.fewest, SMALL.most)
        game = Game()
        for ply, move in enumerate(moves[moves != END]):
            if ply < random_plies:
                assert move == chance.choice(game.legal())
            else:
                search.rule.root[0] = BEGAN if game.black_to_move else REPLIED
                start(search.budget)
                depth = min(SMALL.depth, int(game.position.plies_left()))
                assert search_depth(game.position, search, depth).move == move
                searches += 1
            game.play(int(move))
        assert game.over
    assert found["searches"] == searches
    assert (found["extremes"] == search.rule.extremes).all()
    assert found["edges"] == search.rule.edges


def test_searches_of_games_that_are_read_are_those_of_the_games_that_were_played():
    recipe = SMALL._replace(most=SMALL.fewest)
    played = sample(recipe, 0, 3)
    games = positions(np.where(played["moves"] == END, NO_MOVE, played["moves"]))
    read = sample(recipe, 0, 3, games)
    for name in ("searches", "edges", "extremes"):
        assert (read[name] == played[name]).all()
    assert len(read["discs"]) == 3 * recipe.positions


def test_deep_errors_are_those_of_minimax():
    search = fast_search(BILL, 18)
    for seed in range(60 if COMPILED else 4):
        position = random_position(seed)
        errors = errors_at(position, search, 3)
        assert len(errors) == min(4, int(position.plies_left()))
        for depth, error in enumerate(errors):
            value = naive_search.minimax(position, depth, BILL)
            assert error == value - BILL.value(position)


def errors_of(discs, values, depths=2):
    errors = np.zeros((len(discs), depths + 1), np.int32)
    errors[:, 1:] = np.asarray(values)[:, None]
    return np.asarray(discs), errors


def test_a_stage_learns_from_its_neighbours_of_its_parity():
    """Every error is the disc count, so that the extremes tell who was in the pool."""
    discs = np.repeat(np.arange(8, 60), FEWEST)
    quantiles = quantiles_by_stage(*errors_of(discs, discs))
    for stage in range(10, 58):
        pool = quantiles[stage, 1]
        assert (pool[0], pool[MEDIAN], pool[-1]) == (stage - REACH, stage, stage + REACH)
    for outside, nearest in ((0, 8), (1, 9), (63, 59), (64, 58)):
        assert set(quantiles[outside, 1]) == {nearest}
    assert not quantiles[:, 0].any()


def test_the_shipped_costs_are_those_of_the_shipped_weights():
    """New weights need new edge costs."""
    kinds = ("", "_10_games", "_patterns", "_10_games_patterns")
    for name in (f"edge_costs{kind}.npz" for kind in kinds):
        with data_file(name) as path:
            about = edge_costs.load(path).about
        assert about["evaluator_sha256"] == digest_of_evaluator(about["recipe"]["evaluator"])
