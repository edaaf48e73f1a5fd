"""Matches and experiments on a scheduler and two workers, which die as machines do."""

import os
import shutil
import signal
import subprocess
import sys
import threading
from argparse import Namespace

import clusters
import documents
import pytest
import sample_trials
from clusters import environment
from patience import PATIENCE_SECONDS, until
from signals import hear_ctrl_c
from stores import games_in

from tournament.experiments.runner.experiment import Runner
from tournament.experiments.runner.trials import TrialSet

pytestmark = [
    pytest.mark.second_tier,
    pytest.mark.skipif(os.name == "nt", reason="needs groups of processes"),
]

MATCH = ("--players", "faulty_players", "match", "gated", "greedy", "--openings", "10", "--json")
GAMES = 20
TIMES = ("cpu", "seconds", "limits")


@pytest.fixture
def machines(tmp_path):
    """A scheduler and two workers."""
    with clusters.machines(tmp_path / "machines") as started:
        yield started


@pytest.fixture
def begun():
    """Starts commands, which are gone at the end of the test."""
    started = []

    def start(words, store):
        line = [sys.executable, "-m", "tournament", *words, "--store", str(store)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        more = {"cwd": store.parent, "preexec_fn": hear_ctrl_c}
        started.append(subprocess.Popen(line, env=environment(), **pipes, **more))
        return started[-1]

    yield start
    for command in started:
        command.kill()
        command.communicate()


@pytest.fixture
def answer(begun):
    """What a command says, as JSON, apart from the times."""

    def said_by(words, store):
        code, said, complained = ended(begun(words, store))
        assert code == 0, complained
        return documents.without(documents.read(said), *TIMES)

    return said_by


def ended(command):
    """The exit code, and what was written to both streams."""
    said, complained = command.communicate(timeout=PATIENCE_SECONDS)
    return command.returncode, said, complained


def test_a_match_loses_nothing_with_a_worker_and_takes_in_another(
    machines, tmp_path, begun, answer
):
    store = tmp_path / "a.sqlite"
    playing = begun((*MATCH, "--executor", machines.address), store)
    machines.wait_for_players(2)
    machines.kill(machines.groups[1])
    machines.start_worker()
    machines.open_gate()
    code, said, complained = ended(playing)
    assert (code, "Traceback" in complained, "distributed" in complained) == (0, False, False)
    assert games_in(store) == GAMES
    here = answer((*MATCH, "--jobs", "1"), tmp_path / "b.sqlite")
    assert documents.without(documents.read(said), *TIMES) == here


def test_a_match_goes_on_when_the_scheduler_is_back(machines, tmp_path, begun, answer):
    store = tmp_path / "a.sqlite"
    playing = begun((*MATCH, "--executor", machines.address), store)
    machines.wait_for_players(2)
    for process in machines.groups:
        machines.kill(process)
    machines.start_scheduler()
    machines.start_worker()
    machines.open_gate()
    code, said, complained = ended(playing)
    assert code == 0, complained
    assert "is lost: waiting for it" in complained
    assert games_in(store) == GAMES
    here = answer((*MATCH, "--jobs", "1"), tmp_path / "b.sqlite")
    assert documents.without(documents.read(said), *TIMES) == here


def test_players_that_hang_or_crash_lose_the_same_games_as_here(machines, tmp_path, answer):
    words = ("--players", "faulty_players", "match", "hanging", "raising", "--openings", "3")
    words = (*words, "--json", "--move-seconds", "2")
    there = answer((*words, "--executor", machines.address), tmp_path / "a.sqlite")
    assert there == answer((*words, "--jobs", "1"), tmp_path / "b.sqlite")


def test_trials_lose_nothing_with_a_worker(machines, tmp_path, monkeypatch):
    monkeypatch.setenv("GATE", str(machines.gate))
    asked = TrialSet("gated", sample_trials.gated, sample_trials.Settings())

    def kill_one():
        machines.wait_for_players(2)
        machines.kill(machines.groups[1])
        machines.open_gate()

    def results(executor, store):
        options = Namespace(executor=executor, jobs=1, seed=0, trials=30, store=tmp_path / store)
        with Runner(asked.name, options) as run:
            return run.trials(asked.trial, asked.settings)

    killer = threading.Thread(target=kill_one)
    killer.start()
    there = results(machines.address, "a.sqlite")
    killer.join()
    assert there == results("processes", "b.sqlite")
    assert [result["seed"] for result in there] == list(range(30))


def test_an_experiment_gives_the_same_figures(machines, tmp_path, answer):
    words = ("experiment", "coverage", "--trials", "2", "--json")
    there = answer((*words, "--executor", machines.address), tmp_path / "a.sqlite")
    assert there == answer((*words, "--jobs", "1"), tmp_path / "b.sqlite")


def test_a_worker_with_other_code_plays_nothing(machines, tmp_path, begun):
    other = tmp_path / "other"
    ignored = shutil.ignore_patterns("__pycache__")
    for package in ("othello", "players", "tournament", "data"):
        shutil.copytree(clusters.ROOT / package, other / package, ignore=ignored)
    shutil.copy(clusters.ROOT / "pyproject.toml", other)
    with open(other / "players" / "baseline.py", "a") as stream:
        stream.write("\nOTHER = True\n")
    for process in machines.groups[1:]:
        machines.kill(process)
    machines.start_worker(other)
    store = tmp_path / "a.sqlite"
    code, said, complained = ended(begun((*MATCH, "--executor", machines.address), store))
    last = complained.splitlines()[-1]
    assert (code, said, games_in(store)) == (2, "", 0)
    assert "the worker tcp://127.0.0.1:" in last
    assert "has other code: version" in last


def test_ctrl_c_lets_games_end_and_the_same_command_goes_on(machines, tmp_path, begun, answer):
    store = tmp_path / "a.sqlite"
    words = (*MATCH, "--executor", machines.address)
    playing = begun(words, store)
    machines.wait_for_players(2)
    playing.send_signal(signal.SIGINT)
    until(lambda: "games under way, to be finished: 2" in playing.stderr.readline(), "its line")
    machines.open_gate()
    code, said, complained = ended(playing)
    assert (code, said, games_in(store)) == (130, "", 2)
    assert "stopped; stored: 2 of 20 games" in complained
    assert answer(words, store) == answer((*MATCH, "--jobs", "1"), tmp_path / "b.sqlite")


def test_nobody_plays_on_for_a_command_that_was_killed(machines, tmp_path, begun):
    from distributed import Client

    from players.cluster import worker

    store = tmp_path / "a.sqlite"
    words = ("--players", "faulty_players", "match", "hanging", "greedy", "--openings", "6")
    playing = begun((*words, "--executor", machines.address), store)
    address = machines.address.replace("dask", "tcp")
    with Client(address, set_as_default=False, timeout=PATIENCE_SECONDS) as client:
        until(lambda: any(client.run(worker.keys_under_way).values()), "a game under way")
        playing.kill()
        ended(playing)
        until(lambda: not any(client.run(worker.keys_under_way).values()), "workers at rest")
