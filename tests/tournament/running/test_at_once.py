"""Runs side by side on one store, as processes."""

import os
import sys
from pathlib import Path

import documents
import programs
import pytest

from tournament.storage.store import Store

HERE = Path(__file__).parents[2]
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join([str(HERE), str(HERE.parent)]),
    "NUMBA_DISABLE_JIT": "1",
}
MATCH = ("match", "mobility", "random", "--openings", "60")
TEST = ("sprt", "mobility", "random", "--elo1", "100", "--openings", "60")


def start(path, words):
    """A run in a process of its own, with a worker beside it."""
    line = [sys.executable, "-m", "tournament", *words, "--store", path, "--jobs", "1", "--json"]
    return programs.Program(line, ENVIRONMENT)


def answer(process):
    """What a run has answered, without times."""
    with process:
        out, err = process.end()
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
@pytest.mark.parametrize("runs", [(MATCH, MATCH), (TEST, TEST, MATCH)], ids=["same", "three"])
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
