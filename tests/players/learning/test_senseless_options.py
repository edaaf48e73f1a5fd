"""Options of learners that make no sense: each gets one line, and nothing is made."""

import importlib
import sys

import pytest

SENSELESS = {
    "bill": (
        ("--games 3", "--games: 3 is less than 10"),
        ("--depth 0", "--depth: 0 is less than 1"),
        ("--fewest 9 --most 8", "--most must not be less than --fewest"),
        ("--games 100 --evaluator gut", "unknown evaluator 'gut'"),
    ),
    "book": (
        ("--positions 0", "--positions: 0 is less than 1"),
        ("--depth 0", "--depth: 0 is less than 1"),
        ("--depth 60", "--depth: 60 is more than 26"),
        ("--plies 31", "--plies: 31 is more than 30"),
        ("--likely nan", "--likely: nan is not more than 0"),
        ("--even 0", "--even: 0 is not more than 0"),
        ("--seconds -1", "--seconds: -1 is not more than 0"),
        ("--jobs 0", "--jobs: 0 is less than 1"),
        ("--out nowhere/book.npz", "there is no such folder"),
        ("--learn nowhere.ggf", "nowhere.ggf"),
        ("--learn late.txt", "late.txt: no game from the start in it"),
        ("--begin nowhere.npz", "nowhere.npz: No such file"),
        ("--begin late.txt", "late.txt: not a data file"),
        ("--show a1", "black cannot play a1"),
        ("--show --book none", "--book none has no moves to show"),
        ("--show --book nowhere.npz", "nowhere.npz: no such file"),
    ),
    "edge_costs": (
        ("--games 0", "--games: 0 is less than 1"),
        ("--depth 0", "--depth: 0 is less than 1"),
        ("--depth 61", "--depth: 61 is more than 60"),
        ("--deep 9 --deepest 8", "--deepest must not be less than --deep"),
        ("--fewest 9 --most 8", "--most must not be less than --fewest"),
        ("--most 41", "--most: 41 is more than 40"),
        ("--jobs 0", "--jobs: 0 is less than 1"),
        ("--evaluator gut", "unknown evaluator 'gut'"),
        ("--player gut", "unknown player 'gut'"),
        ("--plot nowhere/plot.png", "nowhere/plot.png: there is no such folder"),
    ),
    "interest": (
        ("--games 1", "--games: 1 is "),
        ("--one-in 3", "power of two"),
        ("--jobs 0", "--jobs: 0 is "),
        ("--out /nowhere/x.npz", "no such folder"),
    ),
    "patterns": (
        ("--rounds 0", "--rounds: 0 is less than 1"),
        ("--games 0", "--games: 0 is less than 1"),
        ("--label-depth 0", "--label-depth: 0 is less than 1"),
        ("--ridge nan", "--ridge: nan is not more than 0"),
        ("--out nowhere/weights.npz", "there is no such folder"),
        ("--evaluator nobody", "unknown evaluator 'nobody'"),
    ),
    "problems": (
        ("--positions 0", "--positions: 0 is "),
        ("--depth 1", "--depth: 1 is "),
        ("--selectivity 6", "--selectivity: 6 is "),
        ("--fewest 40 --most 30", "--most must not be less than --fewest"),
        ("--most 60", "--most: 60 is more than 50"),
        ("--jobs 0", "--jobs: 0 is "),
        ("--out /nowhere/x.obf", "no such folder"),
        ("--evaluator nobody", "nobody"),
    ),
    "selectivity": (
        ("--positions 1", "--positions: 1 is "),
        ("--depth 3", "--depth: 3 is "),
        ("--depth 30", "--depth: 30 is "),
        ("--exact 30", "--exact: 30 is "),
        ("--exact 15", "--exact: 15 is "),
        ("--shares 1.5", "--shares must be"),
        ("--shares 0.2 0.3 0.5 --static 3", "--shares must be"),
        ("--gate nan", "--gate must be"),
        ("--jobs 0", "--jobs: 0 is "),
        ("--out /nowhere/x.npz", "no such folder"),
        ("--evaluator nobody --out x.npz", "nobody"),
    ),
}
"""By room, words of a command and what is said of them."""


@pytest.mark.parametrize(
    ("room", "words", "said"),
    [(room, *case) for room, cases in SENSELESS.items() for case in cases],
)
def test_senseless_options_get_one_line(room, words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    late = tmp_path / "late.txt"
    late.write_text("XO" + "-" * 62 + "\nX")
    command = importlib.import_module(f"players.learning.{room}.__main__")
    with pytest.raises(SystemExit) as stopped:
        sys.exit(command.main(words.split()))
    assert stopped.value.code == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [late]
