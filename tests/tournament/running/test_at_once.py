"""Runs side by side on one store, as processes, and runs while somebody sets the clock."""

import os
import re
import subprocess
import sys
from pathlib import Path

import documents
import pytest

from tournament.__main__ import main
from tournament.storage.store import Store

HERE = Path(__file__).parents[2]
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join([str(HERE), str(HERE.parent)]),
    "NUMBA_DISABLE_JIT": "1",
}
MATCH = ("match", "mobility", "random", "--openings", "60")
OTHER = ("match", "mobility", "greedy", "--openings", "60")
TEST = ("sprt", "mobility", "random", "--elo1", "100", "--openings", "60")


def start(path, words):
    """A run in a process of its own, with a worker beside it."""
    line = [sys.executable, "-m", "tournament", *words, "--store", path, "--jobs", "1", "--json"]
    return subprocess.Popen(
        line, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def answer(process):
    """What a run has answered, without times."""
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return documents.without_cpu(documents.read(out))


def stored(path):
    """The transcripts of all games of a store, by tournament and game, and how many rows it has."""
    with Store(path, read_only=True) as store:
        games = {
            (one.id, fixture): game.transcript
            for one in store.matches()
            for fixture, game in store.games(one.id).items()
        }
        ((rows,),) = store.table_rows("game", "count(*)")
    return games, rows


@pytest.mark.second_tier
@pytest.mark.parametrize(
    "runs", [(MATCH, MATCH), (MATCH, OTHER), (TEST, TEST, MATCH)], ids=["same", "two", "three"]
)
def test_runs_on_one_store_at_once_lose_and_double_nothing(tmp_path, runs):
    alone = []
    for words in dict.fromkeys(runs):
        alone.append((words, answer(start(tmp_path / "alone.sqlite", words))))
    started = [start(tmp_path / "shared.sqlite", words) for words in runs]
    together = [(words, answer(process)) for words, process in zip(runs, started, strict=True)]
    assert all(one in alone for one in together)
    games, rows = stored(tmp_path / "shared.sqlite")
    assert rows == len(games)
    expected, _ = stored(tmp_path / "alone.sqlite")
    beyond = [one for one in games.keys() ^ expected.keys()]
    if TEST not in runs:  # which plays on for a moment once it is decided
        assert beyond == []
    assert all(games[one] == expected[one] for one in games.keys() & expected.keys())
    for words in runs:
        again = answer(start(tmp_path / "shared.sqlite", words))
        assert (words, again) in alone
    assert stored(tmp_path / "shared.sqlite") == (games, rows)


@pytest.mark.second_tier
@pytest.mark.parametrize("limit", [("--a-seconds", "0.01"), ("--a-nodes", "40")])
def test_a_clock_that_is_set_changes_no_limit_in_a_worker(tmp_path, limit):
    words = ("match", "jumped", "greedy", "--openings", "2", "--players", "jumping_clock", *limit)
    data = answer(start(tmp_path / "results.sqlite", words))
    assert (data["complete"], data["forfeits"]) == (True, {})
    with Store(tmp_path / "results.sqlite", read_only=True) as store:
        (asked,) = store.matches()
        games = store.games(asked.id)
    mine = [
        (detail.depth or 0, detail.microseconds)
        for fixture, game in games.items()
        for detail in game.details[0 if fixture.a_black else 1 :: 2]
        if detail is not None
    ]
    assert max(depth for depth, _ in mine) > 1  # nobody said that the time is up
    assert max(spent for _, spent in mine) < 20e6  # nor that there are years left


@pytest.mark.parametrize("jump", [3600.0, -86400.0])
def test_progress_and_time_left_do_not_follow_a_clock_that_is_set(
    tmp_path, monkeypatch, capsys, jump
):
    now, ticks = [1e9], [50.0]

    def tell():
        now[0] += jump
        return now[0]

    def tick():
        ticks[0] += 0.1
        return ticks[0]

    monkeypatch.setattr("time.time", tell)
    monkeypatch.setattr("time.monotonic", tick)
    words = ["match", "greedy", "mobility", "--openings", "10", "--jobs", "0"]
    assert main([*words, "--store", str(tmp_path / "results.sqlite")]) == 0
    lines = capsys.readouterr().err.splitlines()
    found = [re.search(r"(\d+) of 20 games.*, ([\d:]+) left$", line) for line in lines]
    told = [(int(one[1]), one[2]) for one in found if one and int(one[1]) < 20]
    assert told
    for done, left in told:
        minutes, seconds = map(int, left.split(":"))
        pace = (60 * minutes + seconds) / (20 - done)
        assert 0 < pace < 60  # a game takes a hundred ticks or so
    assert re.search(r", in \d:\d\d$", lines[-1])
