"""The choice of workers: processes of this machine, or those of a Dask scheduler."""

import importlib.util
from argparse import ArgumentTypeError, Namespace

import pytest

from othello.cli.command import available_cores
from players.workers.choice import DaskWorkers, executor_named, jobs_of, pool_of
from tournament.__main__ import main
from tournament.games.play import TIME_OUT
from tournament.storage.store import Store


@pytest.mark.parametrize(
    ("executor", "address"),
    [
        ("dask", ""),
        ("dask://10.0.0.1:8786", "tcp://10.0.0.1:8786"),
        ("dask+tls://10.0.0.1:8786", "tls://10.0.0.1:8786"),
        ("dask://[::1]:8786", "tcp://[::1]:8786"),
        ("dask://lab-1.example:80", "tcp://lab-1.example:80"),
    ],
)
def test_an_executor_is_a_scheduler_or_a_local_cluster(executor, address):
    assert executor_named(executor) == address
    assert jobs_of(Namespace(executor=address, jobs=3)) == DaskWorkers(address, 3)
    cores = available_cores()
    assert jobs_of(Namespace(executor=address, jobs=None)) == DaskWorkers(address, cores)


@pytest.mark.parametrize("jobs", [None, 0, 4])
def test_processes_are_the_default_executor(jobs):
    assert jobs_of(Namespace(executor=executor_named("processes"), jobs=jobs)) == jobs
    assert jobs_of(Namespace(jobs=jobs)) == jobs


@pytest.mark.parametrize(
    "text",
    ["", "threads", "dask:", "dask://", "dask://host", "dask://:8786", "dask://host:port"]
    + ["dask://host:99999", "dask://host:8786/path", "tcp://host:8786", "Dask"],
)
def test_other_executors_are_refused(text):
    with pytest.raises(ArgumentTypeError, match=f"{text!r} is not processes, dask"):
        executor_named(text)


@pytest.mark.parametrize("executor", ["dask", "dask://127.0.0.1:8786"])
def test_without_dask_the_error_names_the_extra(monkeypatch, capsys, executor):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    asks = "needs the package distributed: install the extra 'cluster'"
    with pytest.raises(SystemExit) as ended:
        main(["match", "greedy", "random", "--executor", executor])
    assert ended.value.code == 2
    line = capsys.readouterr().err
    assert asks in line
    assert line.count("\n") == 1


@pytest.mark.second_tier
def test_a_cluster_of_dask_plays_the_same_games_and_a_hung_player_loses_its_game(tmp_path):
    pytest.importorskip("distributed")

    def played(name, *words):
        path = tmp_path / name
        assert main(["match", *words, "--openings", "3", "--store", str(path)]) == 0
        with Store(path, read_only=True) as store:
            (match,) = store.matches()
            return list(store.games(match.id).values())

    def moves(games):
        return sorted((game.transcript, game.result) for game in games)

    here = played("here", "greedy", "mobility", "--jobs", "1")
    there = played("there", "greedy", "mobility", "--jobs", "2", "--executor", "dask")
    assert moves(here) == moves(there)
    words = ("--players", "faulty_players", "--move-seconds", "0.5", "--jobs", "1")
    hung = played("hung", "greedy", "hanging", *words, "--executor", "dask")
    assert {game.kind for game in hung} == {TIME_OUT}


@pytest.mark.second_tier
def test_dask_returns_results_and_errors():
    pytest.importorskip("distributed")
    with pool_of(DaskWorkers("", 1)) as pool:
        assert pool.submit(abs, -3).result() == 3
        with pytest.raises(ValueError):
            pool.submit(int, "x").result()
