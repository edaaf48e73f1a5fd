import argparse

import pytest
from sample_trials import Settings, product

from tournament.experiments.runner import Runner, arguments
from tournament.experiments.runner.trials import TrialSet
from tournament.games.code import code_version
from tournament.games.match import Match
from tournament.games.play import FINISHED, GameResult, SideCosts
from tournament.page import plots
from tournament.page.plots import FIGURE_KINDS, Curve, Panel
from tournament.running.contest_runner import RunError
from tournament.storage.schema import StoreError
from tournament.storage.store import Store

TOURNAMENT = Match("greedy", "mobility", (0, 1))
GAME = GameResult(6, "f5d6", FINISHED, SideCosts(10, 0.5, 28), SideCosts(20, 0.25, 30))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "results.sqlite"


def options(path, *words):
    parser = argparse.ArgumentParser()
    arguments.of_trials(20)(parser)
    return parser.parse_args(["--store", str(path), "--jobs", "0", *words])


def run(path, *words, settings=None):
    with Runner("product", options(path, *words)) as running:
        return running.trials(product, settings or Settings())


def lines(path):
    return [int(line) for line in path.read_text().split()] if path.exists() else []


def test_stored_trials_are_not_made_again(path, tmp_path):
    log = tmp_path / "log"
    settings = Settings(log=str(log))
    run(path, "--trials", "5", settings=settings)
    first = run(path, "--trials", "9", "--seed", "2", settings=settings)
    again = run(path, "--trials", "9", "--seed", "2", settings=settings)
    assert again == first
    assert sorted(lines(log)) == list(range(11))


def test_other_settings_and_names_are_other_experiments(path):
    ids = {
        TrialSet("a", product, Settings()).id,
        TrialSet("b", product, Settings()).id,
        TrialSet("a", product, Settings(factor=4)).id,
        TrialSet("a", options, Settings()).id,
    }
    assert len(ids) == 4
    assert TrialSet("a", product, Settings()).id in ids
    assert run(path)[1]["product"] == 3
    assert run(path, settings=Settings(factor=4))[1]["product"] == 4


@pytest.mark.parametrize(
    "settings", ["{}", ["bill", ("{}",)], {"players": ["alphabeta:evaluator={},table=1"]}]
)
def test_files_that_settings_name_are_part_of_an_experiment(settings, tmp_path):
    def named(text):
        if isinstance(text, dict):
            return {key: named(value) for key, value in text.items()}
        if isinstance(text, list | tuple):
            return [named(value) for value in text]
        return text.format(f"patterns@{tmp_path / 'mine.npz'}")

    ids = set()
    for content in (b"1", b"2"):
        (tmp_path / "mine.npz").write_bytes(content)
        code_version.cache_clear()
        ids.add(TrialSet("a", product, named(settings)).id)
    assert len(ids) == 2


def test_results_do_not_depend_on_the_number_of_jobs(path, tmp_path):
    expected = run(path, "--trials", "40")
    assert run(tmp_path / "other.sqlite", "--trials", "40", "--jobs", "2") == expected


def test_a_dead_worker_is_reported_and_the_rest_is_stored(path, tmp_path):
    log = tmp_path / "log"
    settings = Settings(log=str(log), fatal_seed=30)
    with pytest.raises(RunError, match="a worker process died; stored") as caught:
        run(path, "--trials", "60", "--jobs", "1", settings=settings)
    assert "\n" not in str(caught.value)
    stored = run(path, "--trials", "5", settings=settings)
    assert [result["seed"] for result in stored] == list(range(5))
    assert lines(log).count(0) == 1


def test_the_first_trial_of_a_seed_stays(path):
    with Store(path) as store:
        store.add_trials("x", {1: {"a": 1}, 2: {"a": 2}})
        store.add_trials("x", {2: {"a": 9}, 3: {"a": 3}})
        store.add_trials("y", {2: {"a": 5}})
        assert store.trials("x", range(2, 9)) == {2: {"a": 2}, 3: {"a": 3}}


def test_only_a_stored_trial_is_blamed_for_a_missing_key(path):
    with Store(path) as store:
        store.add_trials(TrialSet("product", product, Settings()).id, {0: {}})
    with Runner("product", options(path)) as running:
        stored, made, *_ = running.trials(product, Settings())
    with pytest.raises(StoreError, match="trials of product may be damaged: one has no 'seed'"):
        stored["seed"]
    with pytest.raises(KeyError):
        made["misspelt"]


def test_a_batch_is_stored_whole_or_not_at_all(path):
    with Store(path) as store, pytest.raises(StoreError):
        store.add_trials("x", {1: {}, 2**70: {}})
    with Store(path) as store:
        assert store.trials("x", range(10)) == {}


@pytest.mark.parametrize("kind", FIGURE_KINDS)
def test_plot_is_drawn_in_the_format_of_its_name(kind, tmp_path):
    path = tmp_path / f"plot{kind}"
    ours = Curve("ours", [1, 2], [3.0, 4.0], [0.1, 0.2])
    published = Curve("paper", [1, 2], [3.0, 4.0], published=True)
    plots.draw([Panel([ours, published], {"xlabel": "x"})], path, "title")
    start = path.read_bytes()[:200]
    assert {".png": b"PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[kind] in start
