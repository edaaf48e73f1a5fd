"""Options of learners that make no sense: each gets one line, and nothing is made."""

import importlib

import pytest

SENSELESS = {
    "bill": (
        ("--games 3", "--games must be 10 or more"),
        ("--depth 0", "--depth must be 1 or more"),
        ("--fewest 9 --most 8", "--most must not be less than --fewest"),
        ("--games 100 --evaluator gut", "unknown evaluator 'gut'"),
    ),
    "book": (
        ("--positions 0", "--positions must be 1 or more"),
        ("--depth 0", "--depth must be 1 or more"),
        ("--depth 60", "--depth must be 26 or less"),
        ("--plies 31", "--plies must be 30 or less"),
        ("--likely nan", "--likely must be a number above 0"),
        ("--even 0", "--even must be a number above 0"),
        ("--seconds -1", "--seconds must be a number above 0"),
        ("--jobs 0", "--jobs must be 1 or more"),
        ("--out nowhere/book.npz", "there is no such folder"),
        ("--learn nowhere.ggf", "nowhere.ggf"),
        ("--learn late.txt", "late.txt: no game from the start in it"),
        ("--begin nowhere.npz", "nowhere.npz: no such file"),
        ("--begin late.txt", "late.txt: not a data file"),
        ("--show a1", "black cannot play a1"),
        ("--show --book none", "--book none has no moves to show"),
        ("--show --book nowhere.npz", "nowhere.npz: no such file"),
    ),
    "edge_costs": (
        ("--games 0", "--games must be 1 or more"),
        ("--depth 0", "--depth must be 1 or more"),
        ("--depth 61", "--depth must be 60 or less, as long as a game"),
        ("--deep 9 --deepest 8", "--deepest must not be less than --deep"),
        ("--fewest 9 --most 8", "--most must not be less than --fewest"),
        ("--most 41", "--most must be 40 or less"),
        ("--jobs 0", "--jobs must be 1 or more"),
        ("--evaluator gut", "unknown evaluator 'gut'"),
        ("--player gut", "unknown player 'gut'"),
        ("--plot nowhere/plot.png", "nowhere/plot.png: there is no such folder"),
    ),
    "interest": (
        ("--games 1", "--games must be"),
        ("--one-in 3", "power of two"),
        ("--jobs 0", "--jobs must be"),
        ("--out /nowhere/x.npz", "no such folder"),
    ),
    "patterns": (
        ("--rounds 0", "--rounds must be 1 or more"),
        ("--games 0", "--games must be 1 or more"),
        ("--label-depth 0", "--label-depth must be 1 or more"),
        ("--ridge nan", "--ridge must be a number above 0"),
        ("--out nowhere/weights.npz", "there is no such folder"),
        ("--evaluator nobody", "unknown evaluator 'nobody'"),
    ),
    "problems": (
        ("--positions 0", "--positions must be"),
        ("--depth 1", "--depth must be"),
        ("--selectivity 6", "--selectivity must be"),
        ("--fewest 40 --most 30", "--most must not be less than --fewest"),
        ("--most 60", "--most must be 50 or less"),
        ("--jobs 0", "--jobs must be"),
        ("--out /nowhere/x.obf", "no such folder"),
        ("--evaluator nobody", "nobody"),
    ),
    "selectivity": (
        ("--positions 1", "--positions must be"),
        ("--depth 3", "--depth must be"),
        ("--depth 30", "--depth must be"),
        ("--exact 30", "--exact must be"),
        ("--exact 15", "--exact must be"),
        ("--shares 1.5", "--shares must be"),
        ("--shares 0.2 0.3 0.5 --static 3", "--shares must be"),
        ("--gate nan", "--gate must be"),
        ("--jobs 0", "--jobs must be"),
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
    assert importlib.import_module(f"players.learning.{room}.__main__").main(words.split()) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [late]
