"""The engine's selective search against its slow twin: iterations, values, lines and nodes."""

from contextlib import nullcontext

import numpy as np
import pytest
from naive import endgame as naive_endgame
from naive import selective
from refusals import one_line
from samples import late_position, random_position

from othello.bits import squares
from othello.cli.errors import UserError
from othello.evaluation.tables import save
from othello.jit import ignore_overflow
from othello.position import Position
from players.engine.engine import Engine
from players.engine.request import PROOF, Request
from players.engine.search_memory import (
    PROBCUT_ARRAYS,
    TO_THE_END,
    MidgameSettings,
    read_probcuts,
    shipped_probcuts,
)
from players.protocol import LOWER, UPPER

EARLY = MidgameSettings(iid_depth=2, solver_empties=4)
ALL_MIDGAME = MidgameSettings(max_probcut_nesting=1, iid_depth=3, solver_empties=0)
KINDS = [MidgameSettings(), EARLY, ALL_MIDGAME]


def made_up_cuts(seed):
    """Cuts everywhere, by any shallower search, with large biases, leads and gates."""
    chance = np.random.default_rng(seed)
    depths = np.arange(24)[None, :, None]
    shallow = chance.integers(-1, 6, (61, 24, 3))
    empties = np.arange(61)[:, None, None]
    to_the_end = (depths == 0) & (shallow < np.minimum(empties, 3))
    possible = (shallow > 0) & ((shallow < depths) | to_the_end)
    ranges = ((20, 300), (-300, 300), (-200, 200), (0, 400))
    others = [chance.integers(*ends, shallow.shape) for ends in ranges]
    arrays = [np.where(possible, shallow, -1), *others]
    return {
        name: array.astype(np.int16) for name, array in zip(PROBCUT_ARRAYS, arrays, strict=True)
    }


class Pair:
    """The engine and its twin, asked the same."""

    def __init__(self, settings, cuts, selectivity=1):
        ignore_overflow()
        self.engine = Engine(megabytes=1, selectivity=selectivity, settings=settings, probcuts=cuts)
        self.twin = selective.Engine(selectivity, settings, cuts)

    def check(self, position, selectivity=None, **asked):
        """Ask both, the engine not beyond what the twin can tell."""
        if selectivity is not None:
            self.engine.selectivity = self.twin.selectivity = selectivity
        expected = self.twin.search(position, **asked)
        told = []

        def on_iteration(found):
            told.append(selective.Iteration(*found[:5], found.nodes))
            return "nodes" not in asked and len(told) == len(expected)

        self.engine.search(position, Request(on_iteration=on_iteration, **asked))
        assert told == expected
        return told


def passing_position(seed, empties):
    """A position of random discs in which the side to move must pass."""
    while True:
        position = Position(*naive_endgame.random_board(seed, empties))
        if not squares(position.legal()) and not position.over():
            return position
        seed += 1000


def questions(seed):
    """Positions near each other and far, of all kinds, with what is asked of them."""
    position = random_position(seed, 44)
    near = position.play(squares(position.legal())[-1])
    near = near if squares(near.legal()) else position
    late = late_position(seed, 7)
    return [
        (position, {"depth": 4}),
        (position, {"depth": 3, "selectivity": 0}),
        (near, {"depth": 3, "selectivity": 2}),
        (position, {"depth": 12, "nodes": 150 + 40 * seed, "selectivity": 0}),
        (position, {"depth": 4, "selectivity": 5}),
        (near, {"depth": 3, "selectivity": 3}),
        (passing_position(seed, 9), {"depth": 4, "selectivity": 1}),
        (passing_position(seed, 7), {"solve": 0, "selectivity": 1}),
        (late, {"solve": 0, "selectivity": 0}),
        (late, {"depth": 3, "selectivity": 4}),
        (position, {"depth": 4, "selectivity": 1}),
    ]


@pytest.mark.parametrize("kind", range(len(KINDS)))
@pytest.mark.parametrize("seed", range(3))
def test_a_used_engine_searches_as_its_twin_at_every_level(seed, kind):
    pair = Pair(KINDS[kind], made_up_cuts(seed))
    for position, asked in questions(3 * seed + kind):
        pair.check(position, **asked)
    assert pair.engine.nodes == pair.twin.nodes


@pytest.mark.parametrize("seed", range(3))
def test_random_boards_with_many_passes_are_searched_as_by_the_twin(seed):
    pair = Pair(KINDS[seed], made_up_cuts(seed))
    for number in range(5):
        position = Position(*naive_endgame.random_board(10 * seed + number, 8 + number))
        if not position.over():
            pair.check(position, depth=4, selectivity=number % 3)


def test_the_shipped_cuts_are_made_where_the_twin_makes_them():
    pair = Pair(MidgameSettings(), shipped_probcuts(), selectivity=0)
    position = random_position(1, 40)
    nodes = pair.check(position, depth=5)[-1].nodes
    assert nodes < pair.check(position, depth=5, selectivity=5)[-1].nodes


@pytest.mark.parametrize(("place", "depth"), [((30, 7, 0), 7), ((30, TO_THE_END, 2), 30)])
def test_cuts_by_a_search_as_deep_are_refused(place, depth, tmp_path):
    path, cuts = tmp_path / "cuts.npz", {name: shipped_probcuts()[name] for name in PROBCUT_ARRAYS}
    shallow = cuts["shallow"] = cuts["shallow"].copy()
    for shallow[place] in (depth - 1, depth):
        save(path, {}, cuts)
        with one_line(UserError, "as deep as") if shallow[place] == depth else nullcontext():
            read_probcuts(path)


@pytest.mark.parametrize(("seed", "nodes"), [(5, 40), (8, 250), (9, 250), (20, 90), (25, 250)])
def test_a_stopped_iteration_reports_its_better_move(seed, nodes):
    pair = Pair(MidgameSettings(), made_up_cuts(seed % 4), selectivity=5 * (seed % 2))
    told = pair.check(random_position(seed, 44), depth=9, nodes=nodes)
    assert told[-1].bound == LOWER and len(told[-1].line) == 1


@pytest.mark.parametrize(("seed", "nodes"), [(3, 40), (4, 90), (22, 20)])
def test_a_pass_turns_a_lower_bound_into_an_upper_bound(seed, nodes):
    pair = Pair(MidgameSettings(), made_up_cuts(seed % 4))
    assert pair.check(passing_position(seed, 14), depth=9, nodes=nodes)[-1].bound == UPPER


@pytest.mark.parametrize("seed", range(2))
def test_stopped_searches_leave_the_same_table_as_the_twin(seed):
    pair = Pair(KINDS[seed], made_up_cuts(seed))
    for number in range(6):
        position = random_position(10 * seed + number // 2, 44)
        pair.check(position, depth=9, nodes=60 + 30 * number, selectivity=5 * (number % 2))


@pytest.mark.parametrize(("solved", "empties"), [(12, 30), (9, 10), (10, 11)])
def test_a_cleared_engine_searches_as_a_new_one(solved, empties):
    pair = Pair(MidgameSettings(solver_empties=solved), made_up_cuts(7))
    position = late_position(5, empties)
    asked = {"depth": 4} if empties > 20 else {"solve": 0}
    first = pair.check(position, **asked)
    assert pair.check(position, **asked) != first
    pair.engine.clear()
    pair.twin.clear()
    assert pair.check(position, **asked) == first


@pytest.mark.parametrize("earlier", [(1000,), (50, 5000), (1000, None)])
def test_a_cleared_engine_forgets_searches_of_every_size(earlier):
    engine, position = Engine(megabytes=4), random_position(3, 40)
    for nodes in earlier:
        engine.search(position, Request(depth=6, nodes=nodes))
    engine.clear()
    for nodes in (2000, None):
        request = Request(depth=6, nodes=nodes)
        fresh = Engine(megabytes=4).search(position, request)
        assert engine.search(position, request)._replace(seconds=0) == fresh._replace(seconds=0)
        engine.clear()


@pytest.mark.parametrize("empties", [8, 9, 10])
def test_the_solver_searches_the_end_and_proves_it(empties):
    pair = Pair(MidgameSettings(solver_empties=9), made_up_cuts(empties), selectivity=3)
    position = late_position(empties, empties)
    told = pair.check(position, solve=0)
    assert told[-1].depth == position.plies_left()
    late = late_position(empties, 5)
    found = pair.engine.search(late)
    assert found.proven and found.selectivity == PROOF
    assert found.score == naive_endgame.score(late)
