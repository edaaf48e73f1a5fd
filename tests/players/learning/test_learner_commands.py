"""What holds for all learners: senseless options get a line, stopped runs go on, figures return."""

import importlib
import sys
from pathlib import Path

import pytest
from samples import met, write_people

from othello.evaluation.tables import about
from othello.files import data_file
from players.learning.batches import FIRST_GAMES, digest_of_games
from players.learning.bill import fit as bill
from players.learning.edge_costs import samples as edge_costs
from players.learning.interest import fit as interest
from players.learning.selectivity import __main__ as selectivity
from players.learning.selectivity import fit as selectivity_fit

SENSELESS = {
    "bill": (
        ("--games 3", "--games: 3 is less than 10"),
        ("--fewest 9 --most 8", "--most must not be less than --fewest"),
    ),
    "book": (
        ("--depth 60", "--depth: 60 is more than 26"),
        ("--show a1", "black cannot play a1"),
        ("--show --book nowhere.npz", "nowhere.npz: no such file"),
    ),
    "edge_costs": (
        ("--deep 9 --deepest 8", "--deepest must not be less than --deep"),
        ("--jobs 0", "--jobs: 0 is less than 1"),
    ),
    "interest": (("--out /nowhere/x.npz", "no such folder"),),
    "patterns": (
        ("--games 1", "--games: 1 is less than 2"),
        ("--evaluator nobody", "unknown evaluator 'nobody'"),
    ),
    "selectivity": (
        ("--shares 0.2 0.3 0.4 0.5", "--shares must be"),
        ("--gate 11", "--gate must be a number from 0 to 10"),
    ),
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
    "bill": ("--games 200 --depth 1 --exact 4", "held-out games"),
    "edge_costs": (
        "--games 12 --depth 1 --deep 1 --deepest 2 --fewest 8 --positions 30",
        "Likely increments",
    ),
    "human_errors": ("--data wthor --games 50 --depth 2 --solved 2", "Discs lost per move"),
    "interest": ("--games 20 --nodes 400 --depth 2", "all terms"),
    "patterns": (
        "--evaluator mobility --games 4 --depth 2 --solved 8 --fewest 40 --most 50",
        "labels of 4 games",
    ),
    "selectivity": ("--positions 200 --depth 4 --exact 17", "normal distribution"),
}
"""By room, words of a small run and what it prints."""
SLOW = ("human_errors", "interest", "patterns")


@pytest.mark.compiled
@pytest.mark.parametrize(
    "room",
    [pytest.param(room, marks=pytest.mark.second_tier if room in SLOW else ()) for room in SMALL],
)
@pytest.mark.usefixtures("in_this_process")
def test_a_small_run_repeats_itself_and_goes_on(room, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(selectivity_fit, "FEWEST", 5)
    people = [met(number, 128 if number < 6 else 4) for number in range(50)]
    write_people(tmp_path / "wthor", [*people, met(0)._replace(white=2)])
    words, said = SMALL[room]
    main = importlib.import_module(f"players.learning.{room}.__main__").main
    asked = [*words.split(), *["--seed", "3", "--jobs", "1", "--out", "out", "--work", "work"]]
    assert main(asked) == 0
    assert said in capsys.readouterr().out
    content, last = Path("out").read_bytes(), max(Path("work").glob("*-*"))
    kept = last.read_bytes()
    last.unlink()
    assert main(asked) == 0
    assert (last.read_bytes(), Path("out").read_bytes()) == (kept, content)
    last.write_bytes(b"no")
    assert main(asked) == 2
    assert main([*asked, "--seed", "5"]) == 2
    assert "another recipe" in capsys.readouterr().err


def first_games(recipe):
    """A digest of the first games of Bill's."""
    return digest_of_games(bill.play_batch(recipe, 0, FIRST_GAMES)["moves"])


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "kind", "digest"),
    [
        ("bill_weights_first.npz", bill.Recipe, first_games),
        ("bill_weights.npz", bill.Recipe, first_games),
        pytest.param(
            *("edge_costs.npz", edge_costs.Recipe),
            lambda recipe: digest_of_games(edge_costs.sample(recipe, 0, FIRST_GAMES).moves),
            marks=pytest.mark.second_tier,
        ),
        pytest.param(
            *("interest_weights.npz", interest.Recipe),
            lambda recipe: interest.NODE_BATCHES.digest_of_first(recipe, 1),
            marks=pytest.mark.second_tier,
        ),
        (
            *("selectivity.npz", selectivity.Recipe),
            lambda recipe: selectivity.VALUES.digest_of_first(recipe, selectivity.FIRST_POSITIONS),
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
