"""How people's errors are learned: their ratings, the draw of their games, the fit, bad folders."""

import numpy as np
import pytest
from samples import random_moves, write_people
from scipy.optimize import brentq
from scipy.special import expit
from wthor_files import WthorGame

from othello.position import START
from players.engine.level_player import HumanErrors
from players.learning import human_errors as learn_human_errors
from players.learning.human_errors import decision_moves, fit
from players.learning.human_games import Decisions, bradley_terry, read_human_games

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
    average = brentq(lambda average: (expit(odds - average) - 0.5).sum(), -5, 5)
    excess = points - expit(odds[pairs[:, 0]] - odds[pairs[:, 1]])
    for player in range(6):  # wins what is expected, half a point against the average included
        first, second = player == pairs.T
        credited = 0.5 - expit(odds[player] - average)
        assert excess[first].sum() - excess[second].sum() + credited == pytest.approx(0, abs=1e-6)


def chances_of(offered):
    """The probability of each move for people of TRUTH."""
    appeal = np.exp(TRUTH.appeal(*offered[3:]))
    return appeal / np.add.reduceat(appeal, offered.starts)[offered.decision]


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
    offered = decision_moves(found)
    chances = chances_of(offered)
    picked = [
        start + chance.choice(number, p=chances[start : start + number])
        for start, number in zip(offered.starts, counts, strict=True)
    ]
    return found._replace(played=found.moves[picked])


def test_a_move_loses_what_the_best_is_worth_more():
    decisions = made_up(4, 60)
    offered, start = decision_moves(decisions), 0
    for number, legal in enumerate(decisions.counts):
        own = slice(start, start + int(legal))
        values = decisions.values[own].astype(float)
        assert offered.features.lost[own] == pytest.approx((values.max() - values) / 100)
        assert decisions.moves[offered.played[number]] == decisions.played[number]
        start += int(legal)


@pytest.mark.compiled
def test_the_fit_finds_how_choices_were_made():
    decisions = made_up(3)
    found = fit(decisions)
    offered = decision_moves(decisions)
    assert offered.likelihood(found) >= offered.likelihood(TRUTH) - 0.002
    assert found.skill.mean() == pytest.approx(TRUTH.skill.mean(), abs=0.2)
    with pytest.raises(ValueError, match="no choice from 46 empty squares on"):
        fit(decisions.pick(offered.phase[offered.starts] < 4))


@pytest.mark.parametrize(
    ("missing", "said"),
    [("WTH.JOU", "no .jou file of players"), ("WTH_2026.wtb", "no .wtb file of games")],
)
def test_a_folder_that_lacks_something_is_refused_in_a_line(tmp_path, capsys, missing, said):
    folder = write_people(tmp_path / "wthor", [WthorGame(0, 0, 1, 32, 32, random_moves(1))])
    out = str(tmp_path / "mine.npz")
    assert learn_human_errors.LEARNER.main(["--data", str(folder), "--out", out]) == 2
    assert "no player met others 20 times" in capsys.readouterr().err
    (folder / missing).unlink()
    read_human_games.cache_clear()
    assert learn_human_errors.LEARNER.main(["--data", str(folder), "--out", out]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
