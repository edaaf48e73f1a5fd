"""What holds for all learners: senseless options get a line, stopped runs go on, figures return."""

import importlib
import sys
from pathlib import Path

import pytest
from samples import met, write_people

from othello.cli.errors import UserError
from othello.evaluation.tables import about
from othello.files import data_file
from players.learning.batches import digest_of
from players.learning.bill import fit as bill
from players.learning.command import Run
from players.learning.edge_costs import samples as edge_costs
from players.learning.human_errors import samples as human_errors
from players.learning.interest import fit as interest
from players.learning.patterns import labels
from players.learning.selectivity import fit as selectivity_fit
from players.learning.selectivity import samples as selectivity

SENSELESS = {
    "bill": (("--games 3", "--games: 3 is less than 10"),),
    "book": (("--depth 60", "--depth: 60 is more than 26"),),
    "edge_costs": (
        ("--most 3", "--most: 3 is less than 4"),
        ("--jobs 0", "--jobs: 0 is less than 1"),
    ),
    "interest": (("--out /nowhere/x.npz", "no such folder"),),
    "patterns": (
        ("--games 1", "--games: 1 is less than 2"),
        ("--evaluator nobody", "unknown evaluator 'nobody'"),
    ),
    "selectivity": (("--positions 100", "--positions: 100 is less than 200"),),
}
"""By room, words of a command and what is said of them."""


@pytest.mark.parametrize(
    ("room", "words", "said"),
    [(room, *case) for room, cases in SENSELESS.items() for case in cases],
)
def test_senseless_options_get_one_line(room, words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    command = importlib.import_module(f"players.learning.{room}.__main__")
    with pytest.raises(SystemExit) as stopped:
        sys.exit(command.main(words.split()))
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
    "human_errors": (human_errors.Recipe(depth=2, solved=2), 50),
    "interest": (interest.Recipe(nodes=400, depth=2), 20),
    "patterns": (labels.Recipe("mobility", fewest=40, most=50, depth=2, solved=8), 4),
    "selectivity": (selectivity.Recipe(depth=4, exact=17), 200),
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
    monkeypatch.setattr(selectivity_fit, "FEWEST", 5)
    people = [met(number, 128 if number < 6 else 4) for number in range(50)]
    write_people(tmp_path / "wthor", [*people, met(0)._replace(white=2)])
    recipe, total = SMALL[room]
    learner = importlib.import_module(f"players.learning.{room}.__main__").LEARNER
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
            lambda recipe: digest_of(edge_costs.sample(recipe, 0, 10).moves),
            marks=pytest.mark.second_tier,
        ),
        pytest.param(
            *("interest_weights.npz", interest.Recipe),
            lambda recipe: interest.NODE_BATCHES.digest_of_first(recipe, 1),
            marks=pytest.mark.second_tier,
        ),
        (
            *("selectivity.npz", selectivity.Recipe),
            lambda recipe: selectivity.VALUES.digest_of_first(recipe, 4),
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
