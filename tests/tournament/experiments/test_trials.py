import argparse
import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from patience import until
from sample_trials import Settings, product

from othello.display import Display, LiveDisplay, display_for
from othello.figures import FIGURE_KINDS
from players.workers.pool import InProcess
from tournament.__main__ import main
from tournament.contests.contest import RequestError
from tournament.experiments.runner import arguments, experiment, plots, trials
from tournament.experiments.runner.experiment import Runner
from tournament.experiments.runner.plots import Curve, Panel
from tournament.experiments.runner.trials import Batches, TrialSet
from tournament.games.play import FINISHED, GameRecord, Side
from tournament.games.tournament import Tournament, code_version
from tournament.running.run import SessionError
from tournament.running.session import Stopped
from tournament.storage import schema
from tournament.storage import store as store_module
from tournament.storage.store import Store, StoreError

TOURNAMENT = Tournament("greedy", "mobility", (0, 1))
GAME = GameRecord(6, "f5d6", FINISHED, Side(10, 0.5, 28), Side(20, 0.25, 30))


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


def test_results_come_in_the_order_of_their_seeds(path):
    results = run(path, "--trials", "7", "--seed", "-3")
    assert results == [{"product": 3 * seed, "seed": seed} for seed in range(-3, 4)]


def test_what_is_stored_is_not_made_again(path, tmp_path):
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


def test_players_sources_are_part_of_an_experiment(monkeypatch):
    before = TrialSet("a", product, Settings()).id
    monkeypatch.setattr(trials, "code_version", lambda *asked: "another")
    assert TrialSet("a", product, Settings()).id != before


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


def test_matches_of_experiments_heed_move_seconds(path, monkeypatch, capsys):
    def opened(store, display, jobs, move_seconds=600.0):
        raise RequestError(f"{move_seconds:g} seconds a move")

    monkeypatch.setattr(experiment, "Session", opened)
    words = ["--move-seconds", "7", "--store", str(path), "--jobs", "0"]
    assert main([*words, "experiment", "bill-matches", "--openings", "1"]) == 2
    assert "7 seconds a move" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["bill-matches", "--openings", "1"]])
def test_experiments_refuse_modules_of_players(words, capsys):
    assert main(["--players", "faulty_players", "experiment", *words]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "take no --players" in said


def test_results_do_not_depend_on_the_number_of_jobs(path, tmp_path):
    expected = run(path, "--trials", "40")
    for jobs in ("1", "2"):
        other = tmp_path / f"{jobs}.sqlite"
        assert run(other, "--trials", "40", "--jobs", jobs) == expected


@pytest.mark.parametrize("seeds", [[5], list(range(100))])
def test_every_seed_is_handed_out_once(seeds, tmp_path):
    log = tmp_path / "log"
    batches = Batches(product, Settings(log=str(log)), seeds, InProcess())
    results = {}
    while batches:
        batches.hand_out()
        results.update(batches.collect(1))
    assert sorted(lines(log)) == sorted(results) == seeds


def test_dead_worker_is_said_and_the_rest_goes_on(path, tmp_path):
    log = tmp_path / "log"
    settings = Settings(log=str(log), fatal_seed=30)
    with pytest.raises(SessionError, match="a worker process died; stored") as caught:
        run(path, "--trials", "60", "--jobs", "1", settings=settings)
    assert "\n" not in str(caught.value)
    stored = run(path, "--trials", "5", settings=settings)
    assert [result["seed"] for result in stored] == list(range(5))
    assert lines(log).count(0) == 1


def test_ctrl_c_says_how_to_go_on(path, monkeypatch):
    def interrupted(batches, seconds):
        results = collect(batches, seconds)
        if results and max(results) >= 10:
            raise KeyboardInterrupt
        return results

    collect = Batches.collect
    monkeypatch.setattr(Batches, "collect", interrupted)
    monkeypatch.setattr("tournament.experiments.runner.trials.BATCH_SECONDS", 0)
    with pytest.raises(Stopped, match=r"stopped; stored: 10 of 20 trials\. Go on with"):
        run(path)
    monkeypatch.undo()
    assert len(run(path)) == 20


RUN = """
import argparse, sys
from sample_trials import Settings, product
from tournament.experiments.runner import arguments
from tournament.experiments.runner.experiment import Runner
parser = argparse.ArgumentParser()
arguments.of_trials(50)(parser)
settings = Settings(log=sys.argv[1], slow_seed=20)
with Runner("product", parser.parse_args(sys.argv[2:])) as run:
    run.trials(product, settings)
"""


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_killed_run_resumes_where_it_was(path, tmp_path):
    log = tmp_path / "log"
    folders = [str(Path(__file__).parents[2]), os.getcwd()]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
    command = [sys.executable, "-c", RUN, str(log), "--jobs", "1", "--store", str(path)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment) as program:
        until(lambda: 20 in lines(log), "a trial that takes long")
        program.send_signal(signal.SIGKILL)
    settings = Settings(log=str(log), slow_seed=20)
    experiment = TrialSet("product", product, settings)
    with Store(path) as store:
        stored = store.trials(experiment.id, range(50))
    assert 0 < len(stored) < 50
    first_run = len(lines(log))
    results = run(path, "--trials", "50", settings=settings)
    assert [result["seed"] for result in results] == list(range(50))
    assert not set(stored) & set(lines(log)[first_run:])


def test_trials_with_one_seed_are_kept_once(path):
    with Store(path) as store:
        store.keep_trials("x", {1: {"a": 1}, 2: {"a": 2}})
        store.keep_trials("x", {2: {"a": 9}, 3: {"a": 3}})
        store.keep_trials("y", {2: {"a": 5}})
        assert store.trials("x", range(2, 9)) == {2: {"a": 2}, 3: {"a": 3}}


def test_batch_is_kept_whole_or_not_at_all(path):
    with Store(path) as store, pytest.raises(StoreError):
        store.keep_trials("x", {1: {}, 2**70: {}})
    with Store(path) as store:
        assert store.trials("x", range(10)) == {}


def test_full_disk_is_said_and_loses_nothing(path, monkeypatch):
    def on_a_small_disk(path, **words):
        connection = schema.connect(path, **words)
        connection.execute("PRAGMA max_page_count = 17")
        return connection

    monkeypatch.setattr(store_module, "connect", on_a_small_disk)
    with (
        Runner("product", options(path, "--trials", "5000")) as running,
        pytest.raises(StoreError, match="full") as caught,
    ):
        running.trials(product, Settings())
    monkeypatch.undo()
    assert "\n" not in str(caught.value)
    assert len(run(path, "--trials", "5000")) == 5000


def test_a_folder_in_place_of_a_store_is_said_in_one_line(typed, tmp_path):
    code, output, said = typed("table1", "--store", tmp_path)
    assert (code, output, said.count("\n")) == (2, "", 1)
    assert "this is a folder" in said


def test_plot_without_matplotlib_is_said_before_anything_is_made(path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    words = ["experiment", "table1", "--store", str(path), "--plot", str(path.with_suffix(".png"))]
    assert main(words) == 2
    assert "plots need matplotlib" in capsys.readouterr().err
    assert not path.exists()


@pytest.mark.parametrize("kind", FIGURE_KINDS)
def test_plot_is_drawn_in_the_format_of_its_name(kind, tmp_path):
    path = tmp_path / f"plot{kind}"
    ours = Curve("ours", [1, 2], [3.0, 4.0], [0.1, 0.2])
    published = Curve("paper", [1, 2], [3.0, 4.0], published=True)
    plots.draw([Panel([ours, published], {"xlabel": "x"})], path, "title")
    start = path.read_bytes()[:200]
    assert {".png": b"PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[kind] in start


def test_plot_that_cannot_be_written_is_said_in_one_line(tmp_path):
    panels = [Panel([Curve("ours", [1], [1.0])], {})]
    (tmp_path / "folder.png").mkdir()
    for path in (tmp_path / "folder.png", tmp_path / "none" / "x.png"):
        with pytest.raises(RequestError) as caught:
            plots.draw(panels, path)
        assert "\n" not in str(caught.value)
        with pytest.raises(RequestError):
            plots.check(path)
    assert [child.name for child in tmp_path.iterdir()] == ["folder.png"]


def test_progress_is_a_line_now_and_then(path, capsys, monkeypatch):
    for said in ("product: 0 of 30 trials\n", ""):  # the second time all is known
        run(path, "--trials", "30")
        assert capsys.readouterr().err == said
    monkeypatch.setattr(Display, "seconds_between", 0)
    run(path, "--trials", "60")
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "product: 30 of 60 trials"
    assert said[-1] == "product: 60 of 60 trials, 0:00 left"


def test_progress_in_a_terminal_leaves_nothing_behind():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    terminal = Terminal()
    with display_for(terminal, "trials") as bar:
        assert isinstance(bar, LiveDisplay)
        bar.begin("first", 3, 9)
        bar.update(5)
        bar.begin("second", 0, 4)
        bar.update(4)
    text = terminal.getvalue()
    assert "first" in text or "second" in text
    assert "\x1b[2K" in text


def test_nothing_but_the_database_is_left(path):
    run(path)
    assert [child.name for child in Path(path.parent).iterdir()] == [path.name]
