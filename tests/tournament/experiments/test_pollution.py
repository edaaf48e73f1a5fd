"""Tables without tags, states that a table knows by their path, and what comes of them."""

import functools
import json

import numpy as np
import pytest
from naive.search import members
from samples import random_position

from othello.jit import COMPILED, jit
from players import registry
from players.interest.budgets import Budgets
from players.interest.table import new_untagged_budget_table
from players.models.path_keyed import path_keyed
from players.registry import SpecError
from players.search.bounds import EXACT, INFINITY, LOWER, UPPER
from players.search.table import NO_MOVE, new_untagged_table
from tournament.experiments.muller2007 import pollution
from tournament.experiments.muller2007.pollution_trials import (
    AFTERWARDS,
    DEEPENING,
    KEYINGS,
    ONCE,
    PATH,
    PLIES,
    TAGGED,
    UNKEYED,
    UNTAGGED,
    SearchSet,
    ply_of,
    pollution_trial,
    position_of,
    searches,
)

SEEDS = range(30 if COMPILED else 3)
DEPTH = 5 if COMPILED else 3
STATE = random_position(3)


@jit
def probe(table, state, depth):
    return table.probe(state, depth)


@jit
def store(table, state, depth, score, bound, move, estimated):
    table.store(state, depth, score, bound, move, estimated)


@jit
def recall(table, state, budgets):
    return table.recall(state, budgets, True)


@jit
def keep(table, state, budgets, score, bound, move):
    table.keep(state, budgets, True, score, bound, move)


def driven(way, asked):
    """The one search of `asked` that is driven in this way."""
    (found,) = [one for one in searches(asked) if one.driven == way]
    return found.run


def discs(state):
    return int(state.own), int(state.opp)


@pytest.mark.parametrize("seed", range(20))
def test_a_path_keyed_state_is_the_position_in_all_but_its_key(seed):
    position = random_position(seed)
    state = path_keyed(position)
    for move in members(position.legal()):
        assert discs(state.play(move)) == discs(position.play(move))
    assert discs(state.passed()) == discs(position.passed())
    for ask in ("legal", "final", "plies_left", "first", "stage", "over"):
        assert getattr(state, ask)() == getattr(position, ask)()
    for depth in (1, position.plies_left(), 60):
        assert state.solved_by(depth) == position.solved_by(depth)


def paths(state, plies):
    """Every state so many moves below, once for each path to it."""
    if plies == 0:
        return [state]
    children = [state.play(move) for move in members(state.legal())]
    return [below for child in children for below in paths(child, plies - 1)]


@pytest.mark.parametrize("seed", [1, 5, 8])
def test_keys_tell_paths_apart_where_positions_meet_again(seed):
    below = paths(path_keyed(random_position(seed, 20)), 3)
    assert len({discs(state) for state in below}) < len(below)
    assert len({int(state.key()) for state in below}) == len(below)


def test_a_pass_is_part_of_the_path():
    state = path_keyed(STATE)
    twice = state.passed().passed()
    assert discs(twice) == discs(state)
    assert twice.key() != state.key()
    keys = {int(way.key()) for way in (state, twice, twice.passed().passed())}
    assert len(keys) == 3


def test_untagged_bounds_answer_at_their_depth_and_above_it_and_look_proven():
    table = new_untagged_table(4)
    assert probe(table, STATE, 0) == (-INFINITY, INFINITY, NO_MOVE, 0, 0)
    store(table, STATE, 5, 10, LOWER, 7, 1)
    store(table, STATE, 5, 40, UPPER, 8, 1)
    assert probe(table, STATE, 5) == probe(table, STATE, 3) == (10, 40, 8, 0, 0)
    assert probe(table, STATE, 6) == (-INFINITY, INFINITY, 8, 0, 0)
    store(table, STATE, 2, 30, EXACT, 9, 0)
    assert probe(table, STATE, 2) == (30, 30, 9, 0, 0)
    assert probe(table, STATE, 5) == (-INFINITY, INFINITY, 9, 0, 0)
    table.clear()
    assert probe(table, STATE, 0) == (-INFINITY, INFINITY, NO_MOVE, 0, 0)


def test_untagged_bounds_that_contradict_each_other_both_stand():
    table = new_untagged_table(4)
    store(table, STATE, 5, 10, UPPER, 7, 1)
    store(table, STATE, 5, 40, LOWER, 7, 0)
    assert probe(table, STATE, 5) == (40, 10, 7, 0, 0)


def test_an_untagged_entry_answers_all_budgets_within_its_limit():
    table = new_untagged_budget_table(4)._replace(limit=1500)
    poor, rich = Budgets(100, 50, 3), Budgets(900, 700, 9)
    assert recall(table, STATE, poor) == (-INFINITY, INFINITY, NO_MOVE)
    keep(table, STATE, poor, 10, LOWER, 7)
    keep(table, STATE, rich, 40, UPPER, 8)
    assert recall(table, STATE, rich) == recall(table, STATE, poor) == (10, 40, 8)
    later = table._replace(limit=1750)
    assert recall(later, STATE, poor) == (-INFINITY, INFINITY, 8)
    keep(later, STATE, poor, 20, EXACT, 9)
    assert recall(table, STATE, rich) == recall(later, STATE, rich) == (20, 20, 9)
    table.clear()
    assert recall(table, STATE, poor) == (-INFINITY, INFINITY, NO_MOVE)


@pytest.mark.parametrize("new", [new_untagged_table, new_untagged_budget_table])
@pytest.mark.parametrize("bits", [0, 29])
def test_an_impossible_size_is_refused(new, bits):
    with pytest.raises(ValueError, match="a table has"):
        new(bits)


def test_another_position_in_the_slot_is_not_taken_for_this_one():
    plain, budgets = new_untagged_table(1), Budgets(1, 1, 1)
    interest = new_untagged_budget_table(1)
    others = list({random_position(seed) for seed in range(20)})
    for other in others:
        store(plain, other, 3, 1, EXACT, 2, 0)
        keep(interest, other, budgets, 1, EXACT, 2)
    assert 1 <= sum(probe(plain, other, 3).move == 2 for other in others) <= 2
    assert 1 <= sum(recall(interest, other, budgets).move == 2 for other in others) <= 2


@pytest.mark.parametrize("spec", ["forward:tags=false", "interest:table=0,tags=false"])
def test_tags_without_a_table_are_refused_in_one_line(spec):
    with pytest.raises(SpecError) as refused:
        registry.make(spec)
    assert str(refused.value) == f"{spec!r}: tags=false needs a table, such as table=18"


@pytest.mark.rare_kernels
@pytest.mark.parametrize(
    "spec",
    ["forward:quantile=0.7,depth=2,driver=pvs,table=10,deepening=true", "interest:limit=1"],
)
def test_a_player_without_tags_plays(spec):
    player = registry.make(f"{spec},tags=false")
    player.new_game()
    assert int(STATE.legal()) >> player.choose(STATE).move & 1


@pytest.mark.parametrize("seed", SEEDS)
def test_alpha_beta_finds_one_value_however_its_table_is_keyed(seed):
    asked = SearchSet(("alpha-beta",), DEPTH, ())
    once, deepened = driven(ONCE, asked), driven(DEEPENING, asked)
    position = random_position(seed)
    without = once(position, UNKEYED)
    assert once(position, PATH) == without  # no path is met twice: nodes as well
    assert deepened(position, TAGGED)[0] == without[0]


@pytest.mark.rare_kernels
@pytest.mark.parametrize("seed", SEEDS)
def test_one_iteration_of_forward_estimation_never_meets_a_path_again(seed):
    run = driven(ONCE, SearchSet(("forward 0.7",), DEPTH, ()))
    position = random_position(seed)
    assert run(position, PATH) == run(position, UNKEYED)


@pytest.mark.rare_kernels
@pytest.mark.parametrize("way", [ONCE, DEEPENING])
@pytest.mark.parametrize("seed", SEEDS)
def test_interest_without_memory_depends_on_the_path_alone(way, seed):
    run = driven(way, SearchSet((), 1, (("interest, no memory", 2.5 if COMPILED else 1.0),)))
    position = random_position(seed)
    assert run(position, PATH)[0] == run(position, UNKEYED)[0]


@pytest.mark.rare_kernels
def test_tags_keep_estimates_out_of_alpha_beta_and_without_them_they_get_in():
    afterwards = driven(AFTERWARDS, SearchSet(("forward 0.7",), 3, ()))
    alphabeta = driven(ONCE, SearchSet(("alpha-beta",), 3, ()))
    polluted = 0
    for seed in (0, 1, 2, 3, 53, 59):  # an estimate decides at the root of the last two
        position = random_position(seed, 44)
        full = alphabeta(position, UNKEYED)
        assert afterwards(position, TAGGED)[0] == full[0]
        polluted += afterwards(position, UNTAGGED)[0] != full[0]
    assert polluted > 0


@pytest.mark.parametrize("seed", [0, 243, 244, 1220])
def test_positions_are_sampled_at_their_ply_and_can_be_played(seed):
    position = position_of(seed)  # of a game without a pass
    assert position is not None
    assert position.stage() == 4 + ply_of(seed) == 4 + PLIES[seed % 5]
    assert position.legal()


def test_a_game_that_ends_before_its_ply_has_no_position():
    assert position_of(1219) is None
    assert pollution_trial(SearchSet((), 1, ()), 1219) == {"ply": PLIES[4], "found": None}


def test_a_comparison_counts_what_differs():
    """Four positions, the last two with another value, the last one with another move."""
    found = np.zeros((4, len(KEYINGS), 3), np.int64)
    found[:, KEYINGS.index(PATH)] = [[100, 1, 50], [200, 2, 50], [300, 3, 50], [400, 4, 50]]
    found[:, KEYINGS.index(TAGGED)] = [[100, 1, 40], [200, 2, 40], [310, 3, 40], [350, 9, 40]]
    told = pollution.compared(found, np.array([PLIES[0]] * 3 + [PLIES[1]]), TAGGED)
    assert (told["value"], told["move"], told["nodes"]) == (50, 25, 80)
    assert told["difference"] == pytest.approx(0.6 / 4)
    assert told["difference_of_those"] == pytest.approx(0.3)
    assert told["low"] < 50 < told["high"]
    assert told[f"value_{PLIES[0]}"] == pytest.approx(100 / 3)
    assert told[f"value_{PLIES[1]}"] == 100
    assert told[f"value_{PLIES[2]}"] is None


@pytest.mark.rare_kernels
def test_the_experiment_compares_every_search_and_draws(tmp_path, measured, printed, monkeypatch):
    asked = functools.partial(SearchSet, forward=(), interest=(("interest, no memory", 0.75),))
    monkeypatch.setattr(pollution.trials, "SearchSet", asked)
    plot = tmp_path / "pollution.svg"
    words = ["--trials", "2", "--seed", "1103", "--plot", str(plot)]
    rows = measured("pollution", *words)["rows"]
    assert [row["keying"] for row in rows] == [k for k in pollution.COMPARED for _ in range(2)]
    assert {row["positions"] for row in rows} == {2}
    assert all(row["value"] == 0 for row in rows if row["keying"] == UNKEYED)
    assert plot.read_text().startswith("<?xml")
    shown = printed("pollution", *words)
    assert "without tags or budgets" in shown


def test_games_that_all_ended_before_their_ply_are_answered_in_one_line(typed, monkeypatch):
    asked = functools.partial(SearchSet, forward=(), interest=())
    monkeypatch.setattr(pollution.trials, "SearchSet", asked)
    code, _, said = typed("pollution", "--trials", "1", "--seed", "1219")
    assert code == 2
    assert said.endswith("ended too soon: ask for more --trials\n")


@pytest.mark.rare_kernels
def test_a_trial_tells_what_each_search_found():
    asked = SearchSet((), 1, (("interest, no memory", 0.75),))
    told = pollution_trial(asked, 1104)
    assert told["ply"] == PLIES[4]
    position = position_of(1104)
    assert told["found"] == [
        [one.run(position, keying) for keying in KEYINGS] for one in searches(asked)
    ]
    json.dumps(told)


def test_matches_pair_every_player_with_what_it_lacks():
    pairings = pollution.pairings("nodes=100")
    assert len(pairings) == len(pollution.PLAYERS) * len(pollution.CHANGES)
    for pairing in pairings:
        lacks = "table=0" if pairing.a.startswith("interest") else "table=18"
        if "tags" in pairing.name:
            assert pairing.b == registry.canonical(f"{pairing.a},tags=false")
        else:
            assert (lacks in pairing.b) == pairing.a.startswith("interest")
            assert pairing.a != pairing.b


@pytest.mark.compiled
def test_tiny_matches_have_their_rows_and_are_drawn(tmp_path, measured, printed, monkeypatch):
    monkeypatch.setattr(pollution, "PLAYERS", {"interest": "interest"})
    changes = {"no cheap moves": "cheap=0", "without a table": "table=0"}  # of common kernels
    monkeypatch.setattr(pollution, "CHANGES", changes)
    plot = tmp_path / "matches.svg"
    words = ["--limits", "nodes=40", "--openings", "1", "--plot", str(plot)]
    rows = measured("pollution-matches", *words)["rows"]
    assert [row["name"] for row in rows] == [f"interest: {change}" for change in changes]
    assert all(row["low"] <= row["win_rate"] <= row["high"] for row in rows)
    assert plot.read_text().startswith("<?xml")
