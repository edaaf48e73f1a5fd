import json

import pytest

from players import solve

BOARD = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO-OOOOOOOOO-OOOOOOO- X"


def run(capsys, *arguments):
    code = solve.main(list(arguments))
    return code, *capsys.readouterr()


def test_a_board_is_solved(capsys):
    code, output, _ = run(capsys, BOARD, "--json")
    report = json.loads(output)
    assert code == 0
    assert report["wrong"] == 0
    (position,) = report["positions"]
    assert position["proven"]
    assert position["agrees"] is None


@pytest.mark.parametrize("options", [(), ("--all",), ("--wld",)])
def test_scores_of_a_file_are_compared(capsys, tmp_path, options):
    _, output, _ = run(capsys, BOARD, "--json")
    (position,) = json.loads(output)["positions"]
    file = tmp_path / "problems.obf"
    for error, expected in ((0, 0), (70, 1)):
        score = position["score"] - error
        file.write_text(f"{BOARD}; {position['best']}:{score:+d};\n")
        code, output, _ = run(capsys, str(file), "--json", *options)
        assert code == expected
        assert json.loads(output)["wrong"] == expected


@pytest.mark.parametrize("source", ["nothing.obf", "f5f5", "XO", ""])
def test_bad_input_is_one_line(capsys, source):
    code, output, errors = run(capsys, source)
    assert (code, output) == (2, "")
    assert errors.count("\n") == 1


@pytest.mark.parametrize("option", [("--threads", "0"), ("--table", "0"), ("--seconds", "0")])
def test_senseless_options_are_bad_input(capsys, option):
    assert run(capsys, BOARD, *option)[0] == 2


def test_text_says_the_score_and_the_totals(capsys):
    code, output, _ = run(capsys, BOARD, "--all")
    assert code == 0
    assert output.splitlines()[-1].startswith("1 positions, 0 wrong")
