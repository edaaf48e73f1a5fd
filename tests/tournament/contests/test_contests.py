"""Round robins, sequential tests and equal strength, as they are asked for."""

import math
import random

import pytest

from players import registry
from players.limits import Limits
from tournament.__main__ import main
from tournament.contests.sprt import Sprt, SprtRun, shuffle_openings
from tournament.games.match import Match, has_randomness
from tournament.games.openings import GameKey
from tournament.games.play import FINISHED, GameResult, SideCosts
from tournament.statistics.sequential import Hypotheses


def test_round_robin_has_a_match_for_each_two_and_a_rating_for_each(answer):
    words = ("round-robin", "greedy", "mobility", "random", "--openings", "3")
    data = answer(*words)
    assert data["complete"]
    met = [(match["a"]["spec"], match["b"]["spec"]) for match in data["matches"]]
    assert met == [("greedy", "mobility"), ("greedy", "random"), ("mobility", "random")]
    assert [player["spec"] for player in data["players"]] == ["greedy", "mobility", "random"]
    assert sum(player["elo"] for player in data["players"]) == pytest.approx(0)
    assert answer(*words) == data
    (listed,) = answer("show")
    assert (listed["kind"], listed["complete"]) == ("round-robin", True)
    assert answer("show", listed["id"]) == data
    assert len(answer("export", listed["id"])) == 18


def test_in_a_gauntlet_the_first_players_meet_only_the_others(answer, refusal):
    words = ("round-robin", "greedy", "mobility", "random", "--openings", "2", "--against")
    data = answer(*words, "2")
    met = [(match["a"]["spec"], match["b"]["spec"]) for match in data["matches"]]
    assert met == [("greedy", "random"), ("mobility", "random")]
    assert answer("show", data["round_robin"]) == data
    assert answer(*words[:-1])["round_robin"] != data["round_robin"]
    assert "--against 3 leaves no others of 3" in refusal(*words, "3")


def test_a_match_of_a_round_robin_is_not_played_again(answer):
    answer("match", "greedy", "mobility", "--openings", "2")
    before = answer("export")
    answer("round-robin", "greedy", "mobility", "--openings", "2")
    assert answer("export") == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("round-robin", "greedy", "greedy"), "greedy is named twice"),
        (("sprt", "greedy", "random", "--elo0", "5", "--elo1", "5"), "5 is not less than elo1 5"),
        (("sprt", "greedy", "random", "--alpha", "0.5"), "0.5 is not less than 0.5"),
        (("sprt", "greedy", "random", "--elo1", "nan"), "nan is beyond 1000"),
        (("round-robin", "greedy"), "required: P2"),
    ],
)
def test_senseless_questions_get_one_line(words, said, refusal):
    assert said in refusal(*words)


# -- sequential tests

MODEL = Match("greedy", "random", tuple(range(40)))


def game(result, text="f5d6c3"):
    """A game of which the last moves are these."""
    moves = len(text) // 2
    return GameResult(result, text, FINISHED, SideCosts(moves=moves), SideCosts())


def played(outcomes, openings):
    """Games in which A takes 0, 1/2, 1, 3/2 or 2 points of each opening, no two of them alike."""
    results = {0: (-2, 2), 0.5: (-2, 0), 1: (2, 2), 1.5: (2, 0), 2: (2, -2)}
    games = {}
    for number, (opening, points) in enumerate(zip(openings, outcomes, strict=False)):
        squares = f"{chr(97 + number % 8)}{1 + number // 8 % 8}a1b7"
        for a_black, result in zip((True, False), results[points], strict=True):
            games[GameKey(opening, a_black)] = game(result, squares + ("c3" if a_black else "d3"))
    return games


def test_pairs_are_judged_in_the_fixed_order_and_none_before_its_predecessors():
    tournament = shuffle_openings(MODEL, 7)
    asked = Sprt(tournament, Hypotheses(0, 10, 1e-6, 1e-6))
    chance = random.Random(1)
    games = played([chance.choice([0, 0.5, 1, 1.5, 2]) for _ in range(40)], tournament.openings)
    arrived, prefix = {}, SprtRun(asked.template, asked.hypotheses)
    for fixture in chance.sample(list(games), len(games)):
        arrived[fixture] = games[fixture]
        assert not prefix.enough(arrived)
        whole = 0
        while all(GameKey(tournament.openings[whole], side) in arrived for side in (True, False)):
            whole += 1
            if whole == 40:
                break
        assert [pair.opening for pair in prefix.pairs] == list(tournament.openings[:whole])
    straight = SprtRun(asked.template, asked.hypotheses)
    straight.enough(games)
    assert prefix.test.ratio == straight.test.ratio


def test_copies_of_a_pair_count_once():
    """The first two openings lead to one position, and A takes both points of every pair."""
    run = SprtRun(Match("greedy", "mobility", ("c4c3d3c5", "d3c3c4c5", 10)), Hypotheses(0, 10))
    assert not run.enough(played([2, 2, 2], ("c4c3d3c5", "d3c3c4c5", 10)))
    assert run.test.design_effect == pytest.approx(3 / (9 / 5))


def stranger(threads: int = 1, chance: float = 0.0):
    """A user's player, whose factory tells nothing of chance."""
    return registry.make("random")


def test_chance_is_in_random_moves_time_limits_and_other_programs(monkeypatch):
    timed = Match("greedy", "mobility", (1,), Limits(seconds=0.1))
    assert has_randomness(timed)
    assert has_randomness(Match("random:seed=3", "greedy", (1,)))
    assert has_randomness(Match("alphabeta:seconds=0.1", "greedy", (1,)))
    assert not has_randomness(Match("alphabeta:depth=2", "greedy", (1,)))
    for level, drawn in ((5, True), (12, False), (16, True)):
        assert has_randomness(Match(f"engine:level={level}", "greedy", (1,))) == drawn
    assert has_randomness(Match("gtp:command=x", "greedy", (1,)))
    monkeypatch.setitem(registry.factories, "stranger", stranger)
    assert has_randomness(Match("stranger:threads=2", "greedy", (1,)))
    assert not has_randomness(Match("stranger:chance=0.5", "greedy", (1,)))


def test_test_is_undecided_once_all_openings_are_judged():
    asked = Sprt(MODEL, Hypotheses(0, 10))
    run = SprtRun(MODEL, asked.hypotheses)
    assert not run.enough(played([1, 0.5, 1.5] * 14, MODEL.openings))
    assert run.exhausted and run.decided


def test_sprt_is_decided_kept_and_shown(answer, store, capsys):
    words = ("sprt", "mobility", "random", "--elo1", "100", "--openings", "60")
    data = answer(*words)
    assert (data["accepted"], data["complete"], data["exhausted"]) == ("elo1", True, False)
    assert data["log_likelihood_ratio"] >= data["bounds"][1] == pytest.approx(math.log(19))
    assert data["judged"]["games"] == 2 * data["pairs_judged"] < 120
    assert answer(*words) == data
    (listed,) = answer("show")
    assert listed["played"].endswith("elo1 accepted")
    assert main(["show", listed["id"], *store]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "+100 rather than 0 Elo stronger than B" in shown
