"""How people's errors are learned: their ratings, the draw of their games, the fit, bad folders."""

import numpy as np
import pytest
from samples import late_position, met, random_moves, write_people
from scipy.optimize import brentq

from othello.evaluation.tables import npz_bytes
from othello.formats.wthor import WthorGame
from othello.position import START
from players.engine.human_choice import HumanErrors
from players.learning import batches
from players.learning.human_errors import __main__ as learn_human_errors
from players.learning.human_errors import samples
from players.learning.human_errors.fit import compare, fit, offered_by
from players.learning.human_errors.ratings import bradley_terry, read_human_games
from players.learning.human_errors.samples import (
    HUMAN_GAMES,
    Decisions,
    Recipe,
    decisions_of,
    draw_games,
    games_of_batch,
    judged_moves,
    read_decisions,
)
from players.protocol import Choice

TRUTH = HumanErrors(
    *(np.array([value] * 5) for value in (-1.4, 0.35, 0.1, 30.0, -0.3, 0.0, 1.0)),
)


def test_ratings_make_results_likeliest():
    chance = np.random.default_rng(1)
    pairs = chance.integers(0, 6, (400, 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    points = chance.choice([0, 0.5, 1], len(pairs))
    ratings = bradley_terry(pairs, points, 6)
    assert ratings.mean() == pytest.approx(1500)
    odds = (ratings - 1500) * np.log(10) / 400
    credit = brentq(lambda shift: (1 / (1 + np.exp(-odds - shift)) - 0.5).sum(), -5, 5)
    expected = 1 / (1 + np.exp(odds[pairs[:, 1]] - odds[pairs[:, 0]]))
    for player in range(6):  # what each won is what was expected, a draw with the average among it
        first, second = player == pairs.T
        won = points[first].sum() + (1 - points[second]).sum() + 0.5
        foreseen = expected[first].sum() + (1 - expected[second]).sum()
        assert won == pytest.approx(foreseen + 1 / (1 + np.exp(-odds[player] - credit)), abs=1e-6)


def test_games_are_drawn_evenly_over_ratings():
    ratings = np.full((2000, 2), 1500.0)
    ratings[:100] = 900.0
    drawn = draw_games(ratings, 80, np.random.default_rng(2))
    assert len(set(drawn)) == len(drawn) == 80
    assert 25 <= sum(game < 100 for game in drawn) <= 55
    assert drawn == draw_games(ratings, 80, np.random.default_rng(2))


def test_a_seed_below_zero_draws_others():
    ratings = np.full((2000, 2), 1500.0)
    drawn = [games_of_batch(Recipe(seed=seed), 0, ratings, 10) for seed in (-1, 0, 1)]
    assert len({tuple(games) for games in drawn}) == 3


def test_the_mean_of_ratings_is_1500_also_where_one_loses_everything():
    ratings = bradley_terry(np.array([(0, 1), (0, 2)] * 20), np.ones(40), 3)
    assert ratings.mean() == pytest.approx(1500)
    assert ratings[0] > 1500 > ratings[1] == pytest.approx(ratings[2])


def test_the_few_weakest_and_strongest_are_no_class_of_their_own():
    ratings = np.full((2000, 2), 1500.0)
    ratings[0], ratings[1] = 100.0, 2900.0
    assert not {0, 1} & set(draw_games(ratings, 20, np.random.default_rng(2)))


def made_up(seed, count=500):
    """Choices by people of TRUTH, of made up values, in real positions of all phases."""
    chance = np.random.default_rng(seed)
    boards, counts, moves, values = [], [], [], []
    while len(boards) < count:
        position = START
        for move in random_moves(int(chance.integers(2**31))):
            if not position.legal():
                position = position.passed()
            legal = [square for square in range(64) if position.legal() >> np.uint64(square) & 1]
            if len(legal) > 1:
                boards.append(tuple(position))
                counts.append(len(legal))
                moves += legal
                values += chance.integers(-1500, 1500, len(legal)).tolist()
            position = position.play(move)
    ratings = chance.uniform(800, 2000, len(boards))
    found = Decisions(
        np.array(boards, np.uint64),
        ratings.astype(np.float32),
        np.arange(len(boards), dtype=np.int32) // 50,
        np.zeros(len(boards), np.uint8),
        np.array(counts, np.uint8),
        np.array(moves, np.uint8),
        np.array(values, np.int16),
    )
    offered = offered_by(found)
    chances = offered.chances(TRUTH)
    picked = [
        start + chance.choice(number, p=chances[start : start + number])
        for start, number in zip(offered.starts, counts, strict=True)
    ]
    return found._replace(played=found.moves[picked])


def test_a_move_loses_what_the_best_is_worth_more_and_chances_add_up():
    decisions = made_up(4, 60)
    offered, start = offered_by(decisions), 0
    for number, legal in enumerate(decisions.counts):
        own = slice(start, start + int(legal))
        values = decisions.values[own].astype(float)
        assert offered.seen.lost[own] == pytest.approx((values.max() - values) / 100)
        assert offered.chances(TRUTH)[own].sum() == pytest.approx(1)
        assert decisions.moves[offered.played[number]] == decisions.played[number]
        start += int(legal)


@pytest.mark.compiled
def test_the_fit_finds_how_choices_were_made():
    decisions = made_up(3)
    found = fit(decisions)
    offered = offered_by(decisions)
    assert offered.likelihood(found) >= offered.likelihood(TRUTH) - 0.002
    assert found.skill.mean() == pytest.approx(TRUTH.skill.mean(), abs=0.2)
    level = offered._replace(seen=offered.seen._replace(lost=np.full(len(offered.seen.lost), 0.5)))
    assert {row["people"][1] for row in compare(level, found)} == {1.0}  # up to 0.5 is the best
    for row in compare(offered, found):
        assert row["people"][0] == pytest.approx(row["model"][0], abs=1.5)
    with pytest.raises(ValueError, match="no choice from 46 empty squares on"):
        fit(decisions.pick(offered.phase[offered.starts] < 4))


class Judge:
    """Says of every position that it is even, and keeps how deep it was asked to look."""

    def __init__(self, options=None):
        self.depths = []

    def new_game(self):
        pass

    def choose(self, position, limits):
        self.depths.append(limits.depth)
        return Choice(move=0, score=0)


def test_choices_end_before_a_move_against_the_rules():
    moves = random_moves(5)
    whole = decisions_of(moves, Judge(), 2, 0)
    assert 20 < len(whole) <= 60
    assert decisions_of((*moves[:6], 27), Judge(), 2, 0) == whole[:6]
    assert min(len(legal) for *_, legal, _ in whole) > 1


def test_near_the_end_moves_are_judged_to_the_end():
    position = late_position(3, 8)
    for solved, plies in ((8, 8), (7, 2)):
        judge = Judge()
        judged_moves(position, judge, 2, solved)
        assert max(judge.depths) == plies - 1  # after the move that is judged


def test_a_choice_has_the_rating_of_who_made_it(tmp_path, monkeypatch):
    people = [met(n)._replace(black_discs=64) for n in range(0, 40, 2)]
    folder = write_people(tmp_path / "wthor", people)
    monkeypatch.setattr(samples, "EnginePlayer", Judge)
    games = read_human_games(str(folder))
    recipe = Recipe(str(folder), games.digest)
    found = Decisions(**samples.make_batch(recipe, 0, 2))
    with pytest.raises(ValueError, match="wthor holds other files than the command's"):
        samples.make_batch(recipe._replace(data_digest="of others"), 0, 2)
    blacks, whites = games.ratings[0]
    assert blacks > whites + 100
    black = np.bitwise_count(found.boards.sum(axis=1)) % 2 == 0  # nobody has passed yet
    early = np.bitwise_count(found.boards.sum(axis=1)) < 8
    assert found.ratings[early & black] == pytest.approx(blacks)
    assert found.ratings[early & ~black] == pytest.approx(whites)


def test_choices_go_on_in_whatever_folder_the_same_games_lie(tmp_path, monkeypatch):
    people = [*map(met, range(50))]
    folders = [tmp_path / name for name in ("one", "same", "other")]
    recipes = []
    for folder, games in zip(folders, (people, people, people[1:]), strict=True):
        words = ["--data", str(write_people(folder, games))]
        recipes.append(learn_human_errors.recipe_of(learn_human_errors.LEARNER.parsed(words)))
    monkeypatch.setattr(batches, "fill", lambda *_: None)
    for recipe in recipes[:2]:
        HUMAN_GAMES.collect(recipe, 10, tmp_path / "work", 1, print)
    with pytest.raises(ValueError, match="holds decisions of another recipe"):
        HUMAN_GAMES.collect(recipes[2], 10, tmp_path / "work", 1, print)


def test_people_count_and_programs_do_not(tmp_path):
    programs = [met(n)._replace(white=2) for n in range(25)]
    folder = write_people(tmp_path / "wthor", [*map(met, range(50)), *programs])
    assert len(read_human_games(str(folder)).records) == 50


def test_too_few_games_to_hold_any_out_are_told_before_any_is_judged(tmp_path, capsys):
    folder = write_people(tmp_path / "wthor", map(met, range(20)))
    work = tmp_path / "work"
    words = ["--data", str(folder), "--out", str(tmp_path / "mine.npz"), "--work", str(work)]
    assert learn_human_errors.main([*words, "--games", "200"]) == 2
    assert "too few games to hold any out" in capsys.readouterr().err
    assert not work.exists()


def test_a_game_that_is_drawn_twice_counts_once(tmp_path):
    path = tmp_path / "decisions-000000.npz"
    path.write_bytes(npz_bytes(made_up(6, 100)._asdict()))
    assert len(read_decisions([path, path]).game) == len(read_decisions([path]).game) > 0


@pytest.mark.parametrize(
    ("missing", "said"),
    [("WTH.JOU", "no .jou file of players"), ("WTH_2026.wtb", "no .wtb file of games")],
)
def test_a_folder_that_lacks_something_is_refused_in_a_line(tmp_path, capsys, missing, said):
    folder = write_people(tmp_path / "wthor", [WthorGame(0, 0, 1, 32, 32, random_moves(1))])
    out = str(tmp_path / "mine.npz")
    assert learn_human_errors.main(["--data", str(folder), "--out", out]) == 2
    assert "no player met others 20 times" in capsys.readouterr().err
    (folder / missing).unlink()
    read_human_games.cache_clear()
    assert learn_human_errors.main(["--data", str(folder), "--out", out]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
