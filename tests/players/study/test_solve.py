import os
import re
import signal
import sys
import threading

import documents
import numpy as np
import programs
import pytest
from samples import random_moves

from othello.formats import annotated, ggf
from othello.formats.entry import Entry
from othello.game import Game
from othello.game_tree import GameTree
from othello.notation import parse_board, square_name
from players.study import solve_command as solve

pytestmark = pytest.mark.kernels
BOARD = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO-OOOOOOOOO-OOOOOOO- X"

SCORE = 6
START_BOARD = f"{'-' * 27}OX{'-' * 6}XO{'-' * 27} X"
PLAIN = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
"""An environment in which nothing is compiled."""
MOVES = random_moves(1)


def run(capsys, *arguments):
    code = solve.main(list(arguments))
    return code, *capsys.readouterr()


PASSING = "XXXXXXXXXXO-XXXXXXOOOXXXXXOXOXXXXXXXXOOXOOXXOOOXOOOOOOOXX-OOO-OX O"


WHITE_PASSES, _ = parse_board(PASSING)


def set_up_in_sgf(board):
    """A board as SGF sets one up."""
    names = {disc: [square_name(n) for n in range(64) if board[n] == disc] for disc in "XO"}
    discs = ("".join(f"[{name}]" for name in names[disc]) for disc in "XO")
    return "(;GM[2]SZ[8]AB{}AW{}PL[{}])".format(*discs, "W" if board[-1] == "O" else "B")


@pytest.mark.parametrize(
    ("suffix", "written"),
    [
        (".obf", f"{PASSING}; PS:-48;"),
        (".txt", PASSING),
        (".ggf", f"(;GM[Othello]BO[8 {PASSING}];)"),
        (".sgf", set_up_in_sgf(PASSING)),
        (".othello", annotated.write(Entry(tree=GameTree(WHITE_PASSES, False)))),
    ],
)
def test_the_score_is_that_of_the_named_side_in_every_format(suffix, written, capsys, tmp_path):
    file = tmp_path / f"passing{suffix}"
    file.write_text(written)
    for source in (str(file), written):
        code, output, _ = run(capsys, source, "--json")
        (found,) = documents.read(output)["positions"]
        assert (found["side"], found["passes"], found["score"]) == ("white", "white", -48)
        assert code == 0
        _, output, _ = run(capsys, source)
        assert "-48" in output and "for white; white passes" in output


def test_an_unproven_position_has_a_range_and_no_score(capsys):
    code, output, _ = run(capsys, START_BOARD, "--seconds", "0.001", "--json")
    (found,) = documents.read(output)["positions"]
    assert (code, found["proven"], found["score"], found["best"]) == (3, False, None, None)
    assert (found["lower"], found["upper"]) == (-64, 64)


@pytest.mark.parametrize(("error", "expected"), [(0, 0), (2, 1)])
def test_a_ggf_files_result_is_compared_where_the_game_is_over(error, expected, capsys, tmp_path):
    game, open_game = Game(), Game()
    game.play_all(MOVES)
    open_game.play_all(MOVES[:57])
    told = {"RE": f"{game.result() + error:+d}"}
    file = tmp_path / "games.ggf"
    file.write_text(ggf.write([ggf.from_game(game, told), ggf.from_game(open_game, told)]))
    code, output, _ = run(capsys, str(file), "--json")
    agreed = [found["agrees"] for found in documents.read(output)["positions"]]
    assert (code, agreed) == (expected, [expected == 0, None])


@pytest.mark.parametrize("tags", ["RE[-127.000]", "RE[+65]", "RE[+4]TY[s8k]"])
def test_an_impossible_result_is_not_compared(tags, capsys, tmp_path):
    game = Game()
    game.play_all(MOVES)
    file = tmp_path / "games.ggf"
    text = ggf.write([ggf.from_game(game)])
    text = re.sub(r"TY\[8\]|RE\[.*?\]", "", text).replace("BO[", f"{tags}BO[")
    file.write_text(text)
    code, output, _ = run(capsys, str(file), "--json")
    assert (code, [found["agrees"] for found in documents.read(output)["positions"]]) == (0, [None])


def test_a_score_beyond_64_is_a_bound_and_not_compared(capsys, tmp_path):
    file = tmp_path / "problems.obf"
    file.write_text(f"{BOARD}; h5:{SCORE:+d}; f6:-99;\n")
    code, output, _ = run(capsys, str(file), "--all", "--json")
    (found,) = documents.read(output)["positions"]
    compared = [move["move"] for move in found["moves"] if move["agrees"] is not None]
    assert (code, found["agrees"], compared) == (0, True, ["h5"])


def test_a_wrong_score_is_reported_with_the_true_one(capsys, tmp_path):
    file = tmp_path / "problems.obf"
    file.write_text(f"{BOARD}; h5:+6; f6:-60;\n{BOARD}; h5:+8;\n")
    code, output, _ = run(capsys, str(file), "--all", "--json")
    report = documents.read(output)
    first, second = report["positions"]
    assert (code, report["wrong"]) == (1, 2)
    assert [(found["expected"], found["agrees"]) for found in (first, second)] == [
        (6, True),
        (8, False),
    ]
    told = {found["move"]: (found["expected"], found["agrees"]) for found in first["moves"]}
    assert told.pop("h5") == (6, True)
    assert told.pop("f6") == (-60, False)
    assert set(told.values()) == {(None, None)}
    _, output, _ = run(capsys, str(file), "--all")
    assert output.count("says -60") == 1
    assert output.count("says +8") == 2  # the position's and the move's


@pytest.mark.parametrize(("refused", "error"), [("zeros", MemoryError), ("start", RuntimeError)])
def test_errors_of_the_system_are_one_line(refused, error, capsys, monkeypatch):
    def refuse(*_, **__):
        raise error("there is none left")

    monkeypatch.setattr(np if refused == "zeros" else threading.Thread, refused, refuse)
    code, output, errors = run(capsys, BOARD)
    assert (code, output) == (2, "")
    assert errors.count("\n") == 1
    assert "there is none left" in errors


INTERRUPTED_IMPORT = """
import runpy, sys

class Interrupting:
    def find_spec(self, name, *_):
        if name == MODULE:
            raise KeyboardInterrupt

MODULE = sys.argv[1]
sys.argv[1] = "solve"
sys.meta_path.insert(0, Interrupting())
runpy.run_module("othello", run_name="__main__")
"""


@pytest.mark.parametrize("module", ["othello.jit", "players.engine.endgame"])
def test_ctrl_c_while_kernels_compile_is_one_line(module):
    line = [sys.executable, "-c", INTERRUPTED_IMPORT, module, BOARD]
    done = programs.run(line, env=PLAIN)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.endswith("python -m othello solve: interrupted\n")
    assert "Traceback" not in done.stderr


def command(*arguments):
    """The command as a process of its own, without compiling, that hears Ctrl-C."""
    line = [sys.executable, "-m", "othello", "solve", *arguments]
    return programs.Program(line, PLAIN)


def test_a_json_line_is_written_before_the_next_position_is_solved(tmp_path):
    file = tmp_path / "problems.obf"
    file.write_text(f"{BOARD};\n{START_BOARD};\n")
    with command(str(file), "--json-lines") as program:
        (solved,) = documents.read(program.stdout.readline())["positions"]
    assert (solved["name"], solved["score"]) == ("#1", SCORE)


@pytest.mark.skipif(os.name == "nt", reason="needs SIGINT")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_prints_what_is_proven(tmp_path, number):
    file = tmp_path / "problems.obf"
    file.write_text(f"{BOARD}; H5:{SCORE:+d};\n{START_BOARD};\n{BOARD};\n")
    with command(str(file)) as program:
        first = program.stdout.readline()
        program.send_signal(number)
        output, errors = program.end()
    assert program.returncode == 130
    assert first.split()[:2] == ["#1", f"{SCORE:+d}"]
    second, totals = output.splitlines()
    assert second.split()[:4] == ["#2", "-64", "to", "+64"]
    assert totals.startswith("2 positions, 0 wrong")
    assert "interrupted" in errors
    assert "Traceback" not in errors
