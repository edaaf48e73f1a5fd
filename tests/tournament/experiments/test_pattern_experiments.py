import functools
import math
from shutil import copy

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import endgame
from naive.rules import from_words, random_moves

from othello import evaluation
from othello.formats import obf, wthor
from othello.game import Game
from players.registry import SpecError, make
from tournament.contests.contest import RequestError
from tournament.experiments.patterns import errors, matches, parity
from tournament.experiments.patterns.best_moves import asked_for
from tournament.experiments.patterns.errors import Unseen, human_samples, position_of, row_of
from tournament.experiments.patterns.evaluators import Compared, compared
from tournament.experiments.patterns.matches import FORWARD, Sides
from tournament.experiments.patterns.parity import DEEPEST, odd_minus_even

LATE = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"
SCORES = {"H5": 6, "H6": -2, "G6": 2, "F6": 6}
"""Every legal move of LATE with a score made up for it."""
CHEAP = ("--evaluators", "mobility", "squares")
PLAIN = "alphabeta:depth={},evaluator={},solve=0"
ENGINE_RIVAL = "alphabeta:evaluator=mobility,solve=0"

searches = pytest.mark.rare_kernels


def game_file(path, games):
    written = [wthor.WthorGame(0, 0, 0, 32, 32, tuple(moves)) for moves in games]
    wthor.write_games(path, written, wthor.Header(20, 26, 1, 1))
    return path


def games(number):
    return [[move for move in random_moves(seed) if move is not None] for seed in range(number)]


def played_to(moves, discs):
    game = Game()
    game.play_all(moves[: discs - 4])
    return game.position


@pytest.fixture
def problems(tmp_path):
    """The file of LATE with its scores."""
    path = tmp_path / "problems.obf"
    path.write_text(f"{LATE}; " + "".join(f"{move}:{loss:+d}; " for move, loss in SCORES.items()))
    return str(path)


@pytest.mark.parametrize("seed", range(5))
def test_errors_are_those_of_plain_sums(seed):
    chance = np.random.default_rng(seed)
    values, result, first = chance.normal(0, 10, (3, 40))
    row = row_of(values, result, first)
    own = [value - score for value, score in zip(values, result, strict=True)]
    other = [value - score for value, score in zip(first, result, strict=True)]
    squares = [sum(error**2 for error in one) for one in (own, other)]
    assert row["positions"] == 40
    assert row["squared_error"] == pytest.approx(squares[0] / 40)
    assert row["ratio"] == pytest.approx(100 * squares[0] / squares[1])
    assert row["bias"] == pytest.approx(sum(own) / 40)
    fitted = [row["slope"] * value + row["intercept"] for value in values]
    left = [score - line for score, line in zip(result, fitted, strict=True)]
    assert sum(left) == pytest.approx(0, abs=1e-9)
    assert sum(rest * value for rest, value in zip(left, values, strict=True)) == pytest.approx(
        0, abs=1e-8
    )


def test_results_on_a_line_give_its_slope_and_intercept():
    values = np.array([-8.0, -1.0, 0.0, 5.0])
    row = row_of(values, 2 * values + 3, values)
    assert (row["slope"], row["intercept"], row["correlation"]) == pytest.approx((2, 3, 1))
    assert (row["ratio"], row["ratio_error"]) == pytest.approx((100, 0))


def test_a_constant_value_has_no_slope():
    row = row_of(np.zeros(3), np.array([2.0, 4.0, 0.0]), np.ones(3))
    assert math.isnan(row["slope"])
    assert math.isnan(row["correlation"])


def test_unseen_positions_have_a_move_and_hang_on_seed_and_empties():
    asked = [Unseen(empties, "greedy") for empties in (40, 42)]
    found = [[position_of(one, seed) for seed in range(3)] for one in asked]
    for one, positions in zip(asked, found, strict=True):
        for position in positions:
            assert position.plies_left() == one.empties
            assert int(position.legal())
        again = [position_of(one, seed) for seed in range(3)]
        assert again == positions
    assert len({tuple(map(int, position)) for positions in found for position in positions}) == 6


@searches
def test_positions_are_solved_and_each_evaluator_has_its_error(monkeypatch, measured):
    monkeypatch.setattr(errors, "Unseen", functools.partial(Unseen, player="greedy"))
    asked = ("pattern-errors", "--empties", "3", "--trials", "3", *CHEAP)
    result = measured(*asked)
    assert [(row["evaluator"], row["stage"]) for row in result["rows"]] == [
        ("mobility", 3),
        ("squares", 3),
    ]
    positions = [position_of(Unseen(3, "greedy"), seed) for seed in range(3)]
    exact = [endgame.result(from_words(*map(int, position)), {}) for position in positions]
    for row in result["rows"]:
        evaluator = evaluation.named(row["evaluator"])
        wrong = [
            int(evaluator.value(position)) / 100 - score
            for position, score in zip(positions, exact, strict=True)
        ]
        assert row["squared_error"] == pytest.approx(np.mean(np.square(wrong)))
        assert row["bias"] == pytest.approx(np.mean(wrong))
    assert result["rows"][0]["ratio"] == 100
    assert measured(*asked) == result
    both = [evaluation.named(row["evaluator"]) for row in result["rows"]]
    means = [abs(sum(int(one.value(position)) for one in both)) / 200 for position in positions]
    most = int(sorted(means)[1]) + 1
    near = measured(*asked, "--near", str(most))["rows"][0]["positions"]
    assert near == sum(mean <= most for mean in means)


def test_human_positions_are_those_of_games_that_were_played_to_the_end(tmp_path):
    played = games(4)
    path = game_file(tmp_path / "games.wtb", [*played, played[0][:-1]])
    number, samples = human_samples([path, path])
    assert number == 8
    for discs, sample in samples.items():
        assert sample.result.size == 2 * sum(len(moves) > discs - 4 for moves in played)
        occupied = [int(word).bit_count() for word in sample.own | sample.opp]
        assert set(occupied) <= {discs}
    last = list(samples.values())[-1]
    assert all(-64 <= score <= 64 and score == int(score) for score in last.result)


@searches
def test_what_a_move_loses_is_its_score_below_the_best(problems, measured):
    result = measured("best-moves", problems, "--depths", "1", "2", *CHEAP)
    assert [(row["evaluator"], row["depth"]) for row in result["rows"]] == [
        (name, depth) for name in CHEAP[1:] for depth in (1, 2)
    ]
    (problem,) = obf.read_problems(problems).problems
    for row in result["rows"]:
        player = make(PLAIN.format(row["depth"], row["evaluator"]))
        loss = 6 - dict(problem.scores)[player.choose(problem.position).move]
        assert (row["loss"], row["best"]) == (loss, 100 * (loss == 0))
        assert row["loss_low"] is None


@searches
def test_moves_of_any_player_are_judged_with_the_limits_that_are_asked_for(problems, measured):
    words = (problems, "--players", ENGINE_RIVAL, "--depths", "2", "1")
    result = measured("engine-moves", *words)
    assert result["positions"] == 1
    assert [(row["player"], row["limit_text"]) for row in result["rows"]] == [
        (ENGINE_RIVAL, "depth 1"),
        (ENGINE_RIVAL, "depth 2"),
    ]
    (problem,) = obf.read_problems(problems).problems
    for row in result["rows"]:
        choice = make(f"{ENGINE_RIVAL},depth={row['limit']}").choose(problem.position)
        loss = 6 - dict(problem.scores)[choice.move]
        assert (row["loss"], row["best"]) == (loss, 100 * (loss == 0))
        assert (row["depth_reached"], row["nodes"]) == (choice.depth, choice.nodes)
    assert measured("engine-moves", *words) == result


@pytest.mark.compiled
def test_the_engine_is_judged_where_nobody_is_named_and_searches_no_deeper(problems, measured):
    (row,) = measured("engine-moves", problems, "--depths", "3")["rows"]
    assert (row["player"], row["depth_reached"]) == ("engine:prove=0", 3)


def test_every_player_has_every_limit_once():
    asked = asked_for([ENGINE_RIVAL, ENGINE_RIVAL], (0.1, 0.01, 0.1), (4,))
    assert [(one.limit, one.kind.format(one.limit)) for one in asked] == [
        (10, "10 ms"),
        (100, "100 ms"),
        (4, "depth 4"),
    ]
    assert "seconds=0.01" in asked[0].spec
    with pytest.raises(SpecError, match="given twice"):
        asked_for([f"{ENGINE_RIVAL},depth=3"], (), (4,))


@given(st.lists(st.tuples(*[st.integers(-50, 50)] * 3), min_size=1, max_size=5))
def test_odd_minus_even_is_the_swing_without_the_trend(games):
    by_depth = np.array(
        [
            [start + trend * depth + swing * (depth % 2) for depth in range(1, DEEPEST + 1)]
            for start, trend, swing in games
        ],
        float,
    )
    assert odd_minus_even(by_depth) == pytest.approx([swing for _, _, swing in games])


def test_changes_are_between_one_depth_and_the_next():
    found = [{"values": [1.0, 4.0, 4.0, 0.0, 0.0, 1.0]}, {"values": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]}]
    row = parity.row_of(Compared("bill", ""), 20, found)
    assert [row[f"mean_{depth}"] for depth in range(1, 7)] == [1, 3, 3.5, 2, 2.5, 3.5]
    squares = [(9 + 1) / 2, (0 + 1) / 2, (16 + 1) / 2, (0 + 1) / 2, (1 + 1) / 2]
    assert [row[f"rms_{depth}"] for depth in range(1, 6)] == pytest.approx(np.sqrt(squares))


@searches
def test_values_by_depth_are_those_of_searches(tmp_path, monkeypatch, measured):
    monkeypatch.setattr(parity, "DISCS", (58,))
    path = game_file(tmp_path / "games.wtb", games(2))
    asked = ("parity", str(path), "--evaluators", "mobility", "--trials", "9")
    result = measured(*asked)
    (row,) = result["rows"]
    assert row["positions"] == 2
    ends = [played_to(moves, 58) for moves in games(2)]
    for depth in range(1, DEEPEST + 1):
        player = make(PLAIN.format(depth, "mobility"))
        scores = [player.choose(position).score / 100 for position in ends]
        assert row[f"mean_{depth}"] == pytest.approx(sum(scores) / 2)
    assert measured(*asked) == result


def test_forward_plays_where_its_edge_costs_are_known():
    found, left_out = matches.matches(Sides("bill", "bill"), (2, 4), (0.005,))
    assert [(match.told["player"], match.told["limit"]) for match in found] == [
        ("alphabeta", 2),
        ("alphabeta", 4),
        ("alphabeta", 5),
        (FORWARD, 5),
    ]
    assert left_out is None


def test_forward_is_left_out_where_an_evaluator_has_no_edge_costs(tmp_path):
    found, left_out = matches.matches(Sides("mobility", "bill"), (2,), (0.005, 0.02))
    assert FORWARD not in {match.told["player"] for match in found}
    assert "edge costs of the evaluator 'bill', not of 'mobility'" in left_out
    with pytest.raises(SpecError, match="no such file"):
        matches.matches(Sides("mobility", "bill", str(tmp_path / "costs.npz")), (2,), (0.005,))


def test_costs_that_are_named_are_those_of_a():
    costs = "data/edge_costs.npz"
    sides, kind = Sides("bill", "bill", costs), matches.MILLISECONDS_LABEL
    match = matches.pairing(sides, FORWARD, 5, kind)
    assert f"costs={costs}" in match.a
    assert "costs=" not in match.b
    assert "costs=" not in matches.pairing(sides, "alphabeta", 1000, kind).a


@searches
def test_a_match_is_played_and_says_who_was_left_out(measured):
    asked = ("--evaluator", "squares", "--against", "mobility", "--depths", "1")
    result = measured("pattern-matches", *asked, "--seconds", "0.0005", "--openings", "1")
    assert [row["limit_text"] for row in result["rows"]] == ["depth 1", "0.5 ms"]
    assert "edge costs" in result["left_out"]
    for row in result["rows"]:
        assert "evaluator=squares" in row["a"]
        assert row["match"]["games"] == 2


def test_evaluators_are_told_apart_by_the_weights_in_their_file(tmp_path):
    first, second = tmp_path / "a.npz", tmp_path / "b.npz"
    copy("data/bill_weights.npz", first)
    copy("data/bill_weights_first.npz", second)
    names = [f"bill@{first}", f"bill@{second}", f"bill@{first}", "mobility"]
    found = compared(names)
    assert [one.name for one in found] == [names[0], names[1], "mobility"]
    assert [one.label for one in found] == ["bill@a.npz", "bill@b.npz", "mobility"]
    assert len({one.digest for one in found}) == 3
    with pytest.raises(RequestError, match="mobility@"):
        compared([f"mobility@{first}"])
