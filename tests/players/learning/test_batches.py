"""A learner's working folder is gone on with by the recipe and the code that began it, only."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest

from othello import files, fingerprint
from othello.evaluation import make_tables
from players.learning import batches
from players.learning.batches import Batch, fill_with, keep_recipe
from players.learning.bill import __main__ as bill
from players.learning.book import __main__ as book
from players.learning.edge_costs import __main__ as edge_costs
from players.learning.interest import __main__ as interest
from players.learning.patterns import __main__ as patterns


class Recipe(NamedTuple):
    evaluator: str = "mobility"
    depth: int = 4


def test_a_folder_is_for_one_recipe_and_one_set_of_weights(tmp_path, monkeypatch):
    keep_recipe(Recipe(), tmp_path, "games")
    keep_recipe(Recipe(), tmp_path, "games")
    with pytest.raises(ValueError, match="holds games of another recipe; see"):
        keep_recipe(Recipe(depth=5), tmp_path, "games")
    monkeypatch.setattr(batches, "digest_of_evaluator", lambda name: "of other weights")
    with pytest.raises(ValueError, match="another recipe"):
        keep_recipe(Recipe(), tmp_path, "games")


def test_a_folder_is_for_one_code(tmp_path, monkeypatch):
    keep_recipe(Recipe(), tmp_path, "games", "players.learning.batches")
    playing = {**fingerprint.playing_modules(), "othello.rules": "another"}
    monkeypatch.setattr(fingerprint, "playing_modules", lambda: playing)
    with pytest.raises(ValueError, match="holds games made by other code; name another folder"):
        keep_recipe(Recipe(), tmp_path, "games", "players.learning.batches")


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
def test_no_command_writes_over_a_shipped_file_unasked(main, name, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(files, "data_folder", lambda: tmp_path)
    (tmp_path / name).write_bytes(b"shipped")
    monkeypatch.chdir(tmp_path)
    assert main([]) == 2
    said = capsys.readouterr().err
    assert f"{name} is a file of the project here: name --out" in said
    assert said.count("\n") == 1
    assert (tmp_path / name).read_bytes() == b"shipped"
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_batches_that_are_there_are_not_made_again_and_told_by_their_games(tmp_path):
    made, told = [], []

    def make(number):
        made.append(number)
        return bytes([number])

    work = [Batch(tmp_path / f"{number}", make, (number,), 10 + number) for number in range(3)]
    work[1].path.write_bytes(b"kept")
    with ThreadPoolExecutor(1) as executor:
        fill_with(executor, work, told.append)
    assert sorted(made) == [0, 2] and work[1].path.read_bytes() == b"kept"
    assert [batch.path.read_bytes() for batch in (work[0], work[2])] == [b"\0", b"\2"]
    assert told[0] == 11 and told[-1] == 33 and set(told[1:-1]) <= {21, 23}
