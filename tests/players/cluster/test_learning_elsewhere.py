"""Batches that learning is made of, and verdicts on games, made on a scheduler and two workers."""

import os
import threading

import clusters
import pytest
import sample_trials

from othello.game import Game
from players.analyse.games import turns
from players.analyse.verdicts import VerdictLimits
from players.analyse.work import answered
from players.cluster.choice import Elsewhere
from players.learning.batches import Batch, fill
from players.learning.bill.samples import BATCH, GAMES, Recipe

pytestmark = [
    pytest.mark.second_tier,
    pytest.mark.skipif(os.name == "nt", reason="needs groups of processes"),
]

QUICK = Recipe("mobility", depth=1, exact=1, fewest=45, most=50)


@pytest.fixture
def machines(tmp_path):
    """A scheduler and two workers."""
    with clusters.machines(tmp_path / "machines") as started:
        yield started


def elsewhere(machines):
    """Their scheduler."""
    return Elsewhere(f"tcp://127.0.0.1:{machines.port}", 0)


def test_games_are_the_same_as_this_machines(machines, tmp_path):
    told = []
    there = GAMES.collect(QUICK, 2 * BATCH, tmp_path / "a", elsewhere(machines), told.append)
    here = GAMES.collect(QUICK, 2 * BATCH, tmp_path / "b", 1, told.append)
    assert told == [0, BATCH, 2 * BATCH] * 2
    assert len(there) == 2
    assert [path.read_bytes() for path in there] == [path.read_bytes() for path in here]


def test_a_batch_is_made_again_whose_worker_was_killed(machines, tmp_path):
    batches = [
        Batch(tmp_path / str(number), sample_trials.gated_content, (3, number), 1)
        for number in range(8)
    ]

    def kill_one():
        machines.wait_for_players(2)
        machines.kill(machines.groups[1])
        machines.open_gate()

    killer = threading.Thread(target=kill_one)
    killer.start()
    told = []
    fill(batches, elsewhere(machines), told.append)
    killer.join()
    assert told == list(range(9))
    made = [sample_trials.gated_content(3, number) for number in range(8)]
    assert [batch.path.read_bytes() for batch in batches] == made


def test_verdicts_are_the_same_as_this_machines(machines):
    asked = [turn.question for turn in turns(Game.from_transcript("f5d6c3d3c4"))]
    limits = VerdictLimits(depth=2, exact=0, megabytes=1)
    there, here = (
        {question: verdict._replace(seconds=0) for question, verdict in answered(asked, limits, n)}
        for n in (elsewhere(machines), 1)
    )
    assert there == here
    assert set(there) == set(asked)
