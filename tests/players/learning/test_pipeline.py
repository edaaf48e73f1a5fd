"""The pipeline of all learners: bad options, finished batches, stopped runs, shipped files."""

import importlib
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from samples import met, write_people

from othello import arrays, files, fingerprint
from othello.cli.errors import UserError
from othello.evaluation import make_tables
from othello.evaluation.tables import about, load_arrays
from othello.files import data_file
from players.learning import (
    bill,
    edge_costs,
    human_games,
    interest,
    pattern_labels,
    pipeline,
    selectivity,
    selectivity_samples,
)
from players.learning.pipeline import Batches, Run, digest_of, digest_of_recipe, join


def main_of(room):
    """The command of a learner."""
    return importlib.import_module(f"players.learning.{room}").LEARNER.main


@pytest.mark.parametrize(
    ("room", "words", "said"),
    [
        ("bill", "--games 3", "--games: 3 is less than 10"),
        ("bill", "--games 30 mine.pgn", "30: No such file"),
        ("bill", "--labels mine.npz", "mine.npz: no such file"),
        ("patterns", "--games 3 --labels mine.npz", "not allowed with"),
        ("book", "--depth 60", "--depth: 60 is more than 26"),
        ("edge_costs", "--most 3", "--most: 3 is less than 4"),
        ("edge_costs", "--jobs 0", "--jobs: 0 is less than 1"),
        ("interest", "--out /nowhere/x.npz", "no such folder"),
        ("patterns", "--games 1", "--games: 1 is less than 2"),
        ("patterns", "--evaluator nobody", "unknown evaluator 'nobody'"),
        ("selectivity", "--positions 100", "--positions: 100 is less than 200"),
    ],
)
def test_senseless_options_get_one_line(room, words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        sys.exit(main_of(room)(words.split()))
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


SMALL = {
    "bill": (bill.Recipe(depth=1, exact=4), 200),
    "edge_costs": (
        edge_costs.Recipe(depth=1, deep=1, deepest=2, fewest=8, positions=30),
        12,
    ),
    "human_errors": (human_games.Recipe(depth=2, solved=2), 50),
    "interest": (interest.Recipe(nodes=400, depth=2), 20),
    "patterns": (pattern_labels.Recipe("mobility", fewest=40, most=50, depth=2, solved=8), 4),
    "selectivity": (selectivity_samples.Recipe(depth=4, exact=17), 200),
}
"""By room, a recipe of a small run and its number of samples."""
SLOW = ("human_errors", "interest", "patterns")


@pytest.mark.compiled
@pytest.mark.parametrize(
    "room",
    [pytest.param(room, marks=pytest.mark.second_tier if room in SLOW else ()) for room in SMALL],
)
@pytest.mark.usefixtures("in_this_process")
def test_a_small_run_repeats_itself_and_resumes(room, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(selectivity, "FEWEST", 5)
    people = [met(number, 128 if number < 6 else 4) for number in range(50)]
    write_people(tmp_path / "wthor", [*people, met(0)._replace(white=2)])
    recipe, total = SMALL[room]
    learner = importlib.import_module(f"players.learning.{room}").LEARNER
    run, out = Run(recipe._replace(seed=3), total, Path("work"), 1), Path("out")
    learner.write(run, out, "typed")
    content, last = out.read_bytes(), max(run.work.glob("*-*"))
    kept = last.read_bytes()
    last.unlink()
    learner.write(run, out, "typed")
    assert (last.read_bytes(), out.read_bytes()) == (kept, content)
    assert about(out)["command"] == "typed" and about(out)["recipe"]["seed"] == 3
    last.write_bytes(b"no")
    with pytest.raises(UserError, match="not a data file"):
        learner.write(run, out, "typed")


@pytest.mark.compiled
def test_bill_learns_from_files_of_games_and_of_labels(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with data_file("self_play.txt") as path:
        lines = path.read_text().splitlines()[:200]
    Path("mine.txt").write_text("\n".join(lines))
    games = arrays.dataset("mine.txt")
    values = (100 * games.result).astype(int)
    np.savez("labels.npz", own=games.own, opp=games.opp, values=values)
    np.savez("wrong.npz", own=games.own, opp=games.own, values=values)
    main = main_of("bill")
    assert main(["--games", "mine.txt", "--out", "games.npz"]) == 0
    assert main(["--labels", "labels.npz", "--out", "learned.npz"]) == 0
    assert main(["--labels", "wrong.npz", "--out", "no.npz"]) == 2
    printed, said = capsys.readouterr()
    total = len(np.unique(games.game))
    assert printed == f"games.npz: from {total} games\nlearned.npz: from labels.npz\n"
    assert "wrong.npz: own and opp" in said and not Path("no.npz").exists()
    fitted, scores = bill.fit_all(games)
    told, learned = about(Path("games.npz")), load_arrays(Path("games.npz"), dict.fromkeys(fitted))
    assert told["scores"] == scores and told["games"] == total
    assert all((learned[name] == fitted[name]).all() for name in fitted)
    assert scores["logistic"]["winner"] > 0.6
    assert about(Path("learned.npz"))["positions"] == len(values)


def first_games(recipe):
    """A digest of the first games of Bill's."""
    return digest_of(bill.play_batch(recipe, 0, 10)["moves"])


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "kind", "digest"),
    [
        ("bill_weights_first.npz", bill.Recipe, first_games),
        ("bill_weights.npz", bill.Recipe, first_games),
        pytest.param(
            *("edge_costs.npz", edge_costs.Recipe),
            lambda recipe: digest_of(edge_costs.sample(recipe, 0, 10)["moves"]),
            marks=pytest.mark.second_tier,
        ),
        pytest.param(
            *("interest_weights.npz", interest.Recipe),
            lambda recipe: interest.NODE_BATCHES.digest_of_first(Run(recipe, 0, Path(), 1), 1),
            marks=pytest.mark.second_tier,
        ),
        (
            *("selectivity.npz", selectivity_samples.Recipe),
            lambda recipe: selectivity_samples.VALUES.digest_of_first(Run(recipe, 0, Path(), 1), 4),
        ),
    ],
)
def test_the_first_samples_of_shipped_files_are_reproduced(name, kind, digest):
    with data_file(name) as path:
        told = about(path)
    recipe = kind(**{name: told["recipe"][name] for name in kind._fields})
    recipe = recipe._replace(evaluator=recipe.evaluator.replace("@data/", f"@{path.parent}/"))
    if kind is edge_costs.Recipe:  # games alone
        recipe = recipe._replace(positions=1, deepest=1)
    assert [digest(recipe)] == [told[key] for key in told if key.startswith("first_")]


class Recipe(NamedTuple):
    evaluator: str = "mobility"
    depth: int = 4


def test_the_digest_is_that_of_recipe_weights_and_code(monkeypatch):
    first = digest_of_recipe(Recipe(), "players.learning.bill")
    assert digest_of_recipe(Recipe(), "players.learning.bill") == first
    found = {first, digest_of_recipe(Recipe(depth=5), "players.learning.bill")}
    monkeypatch.setattr(pipeline, "digest_of_evaluator", lambda name: "of other weights")
    found.add(digest_of_recipe(Recipe(), "players.learning.bill"))
    playing = {**fingerprint.playing_modules(), "othello.rules": "another"}
    monkeypatch.setattr(fingerprint, "playing_modules", lambda: playing)
    found.add(digest_of_recipe(Recipe(), "players.learning.bill"))
    assert len(found) == 4


@pytest.mark.parametrize(
    ("main", "name"),
    [
        (main_of("bill"), "bill_weights.npz"),
        (main_of("book"), "book.npz"),
        (main_of("edge_costs"), "edge_costs.npz"),
        (main_of("interest"), "interest_weights.npz"),
        (main_of("patterns"), "pattern_weights.npz"),
        (make_tables.main, "bill_tables.npz"),
    ],
)
def test_no_command_replaces_a_shipped_file_by_default(main, name, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(files, "data_folder", lambda: tmp_path)
    (tmp_path / name).write_bytes(b"shipped")
    monkeypatch.chdir(tmp_path)
    assert main([]) == 2
    said = capsys.readouterr().err
    assert f"{name} is a file of the project here" in said and said.count("\n") == 1
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [(name, b"shipped")]


def numbers(recipe, number, size):
    return {"values": np.arange(size) + 10 * number * recipe.depth}


numbers.__module__ = "players.learning.bill"  # of the project: its code is digested


def test_only_missing_batches_are_made(tmp_path, in_this_process):
    numbered, run = Batches("numbers", 10, numbers), Run(Recipe(), 20, tmp_path, 1)
    first = numbered.collect(run)
    content = first[1].read_bytes()
    first[1].unlink()
    paths = numbered.collect(run._replace(total=23))
    assert paths[:2] == first and first[1].read_bytes() == content
    values, batch = join(paths, "values")
    assert values[0].tolist() == [*range(10), *range(40, 50), *range(80, 83)]
    assert batch.tolist() == [0] * 10 + [1] * 10 + [2] * 3
    others = numbered.collect(run._replace(recipe=Recipe(depth=5)))
    assert {*others}.isdisjoint(paths)
