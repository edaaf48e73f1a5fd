"""Finished batches of a recipe are not computed again; shipped files are not replaced."""

from typing import NamedTuple

import numpy as np
import pytest

from othello import files, fingerprint
from othello.evaluation import make_tables
from players.learning import batches
from players.learning.batches import Batches, digest_of_recipe, join
from players.learning.bill import __main__ as bill
from players.learning.book import __main__ as book
from players.learning.edge_costs import __main__ as edge_costs
from players.learning.interest import __main__ as interest
from players.learning.patterns import __main__ as patterns


class Recipe(NamedTuple):
    evaluator: str = "mobility"
    depth: int = 4


def test_the_digest_is_that_of_recipe_weights_and_code(monkeypatch):
    first = digest_of_recipe(Recipe(), "players.learning.batches")
    assert digest_of_recipe(Recipe(), "players.learning.batches") == first
    found = {first, digest_of_recipe(Recipe(depth=5), "players.learning.batches")}
    monkeypatch.setattr(batches, "digest_of_evaluator", lambda name: "of other weights")
    found.add(digest_of_recipe(Recipe(), "players.learning.batches"))
    playing = {**fingerprint.playing_modules(), "othello.rules": "another"}
    monkeypatch.setattr(fingerprint, "playing_modules", lambda: playing)
    found.add(digest_of_recipe(Recipe(), "players.learning.batches"))
    assert len(found) == 4


@pytest.mark.parametrize(
    ("main", "name"),
    [
        (bill.main, "bill_weights.npz"),
        (book.main, "book.npz"),
        (edge_costs.main, "edge_costs.npz"),
        (interest.main, "interest_weights.npz"),
        (patterns.main, "pattern_weights.npz"),
        (make_tables.main, "bill_tables.npz"),
    ],
)
def test_no_command_replaces_a_shipped_file_by_default(main, name, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(files, "data_folder", lambda: tmp_path)
    (tmp_path / name).write_bytes(b"shipped")
    monkeypatch.chdir(tmp_path)
    assert main([]) == 2
    said = capsys.readouterr().err
    assert f"{name} is a file of the project here" in said
    assert said.count("\n") == 1
    assert (tmp_path / name).read_bytes() == b"shipped"
    assert [path.name for path in tmp_path.iterdir()] == [name]


def numbers(recipe, number, size):
    return {"values": np.arange(size) + 10 * number * recipe.depth}


def test_only_missing_batches_are_made_and_progress_counts_samples(tmp_path, in_this_process):
    calls = []
    numbered = Batches("numbers", 10, numbers, ())
    first = numbered.collect(Recipe(), 20, tmp_path, 1, calls.append)
    content = first[1].read_bytes()
    first[1].unlink()
    paths = numbered.collect(Recipe(), 23, tmp_path, 1, calls.append)
    assert paths[:2] == first and first[1].read_bytes() == content
    assert (calls[0], calls[2], calls[3], calls[-1]) == (0, 20, 10, 23)
    values, batch = join(paths, "values")
    assert values[0].tolist() == [*range(10), *range(40, 50), *range(80, 83)]
    assert batch.tolist() == [0] * 10 + [1] * 10 + [2] * 3
    others = numbered.collect(Recipe(depth=5), 23, tmp_path, 1, calls.append)
    assert {*others}.isdisjoint(paths)
