import json
import os
import signal
import subprocess
import sys

import pytest
from naive import endgame as naive_endgame
from naive.rules import from_words, random_moves

from othello.formats import ggf, wthor
from othello.game import Game
from players import solve

BOARD = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO-OOOOOOOOO-OOOOOOO- X"

SCORE = 6
LONG_BOARD = "--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O"
MOVES = tuple(move for move in random_moves(1) if move is not None)


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


@pytest.mark.parametrize(
    "option", [("--threads", "0"), ("--table", "0"), ("--seconds", "0"), ("--first", "0")]
)
def test_senseless_options_are_bad_input(capsys, option):
    assert run(capsys, BOARD, *option)[0] == 2


def test_text_says_the_score_and_the_totals(capsys):
    code, output, _ = run(capsys, BOARD, "--all")
    assert code == 0
    assert output.splitlines()[-1].startswith("1 positions, 0 wrong")


def wthor_file(path, discs, depth):
    """A file of two games of random moves, of which the second ends too soon."""
    games = [wthor.WthorGame(0, 0, 0, discs, discs, part) for part in (MOVES, MOVES[:30])]
    wthor.write_games(path, games, wthor.Header(20, 26, 1, 1, depth=depth))
    return str(path)


@pytest.mark.parametrize("depth", [3, 4])
def test_theoretical_scores_of_black_are_compared(depth, capsys, tmp_path):
    game = Game()
    game.play_all(MOVES[: 60 - depth])
    words = int(game.position.own), int(game.position.opp)
    score = naive_endgame.result(from_words(*words), {})
    black = score if game.black_to_move else -score
    for discs, expected in ((32 + black // 2, 0), (32 - black // 2, 1)):
        file = wthor_file(tmp_path / "games.wtb", discs, depth)
        code, output, _ = run(capsys, file, "--json")
        (found,) = json.loads(output)["positions"]
        assert (code, found["name"], found["score"]) == (expected, "#1", score)
        assert score != 0


def test_without_a_depth_the_real_outcome_is_compared(capsys, tmp_path):
    game = Game()
    game.play_all(MOVES)
    black = game.result()
    for discs, expected in ((32 + black // 2, True), (32 - black // 2, False)):
        file = wthor_file(tmp_path / "games.wtb", discs, 0)
        _, output, _ = run(capsys, file, "--first", "1", "--json")
        assert [found["agrees"] for found in json.loads(output)["positions"]] == [expected]


@pytest.mark.parametrize(("error", "expected"), [(0, 0), (2, 1)])
def test_a_ggf_files_result_is_compared_where_the_game_is_over(error, expected, capsys, tmp_path):
    game, open_game = Game(), Game()
    game.play_all(MOVES)
    open_game.play_all(MOVES[:57])
    told = {"RE": f"{game.result() + error:+d}"}
    file = tmp_path / "games.ggf"
    file.write_text(ggf.write([ggf.from_game(game, told), ggf.from_game(open_game, told)]))
    code, output, _ = run(capsys, str(file), "--json")
    agreed = [found["agrees"] for found in json.loads(output)["positions"]]
    assert (code, agreed) == (expected, [expected == 0, None])


def command(*arguments):
    """The command as a process of its own, without compiling."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    line = [sys.executable, "-m", "players.solve", *arguments]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(line, env=environment, **pipes)


@pytest.mark.skipif(os.name == "nt", reason="needs SIGINT")
def test_ctrl_c_prints_what_is_proven(tmp_path):
    file = tmp_path / "problems.obf"
    file.write_text(f"{BOARD}; H5:{SCORE:+d};\n{LONG_BOARD};\n{BOARD};\n")
    with command(str(file)) as program:
        first = program.stdout.readline()
        program.send_signal(signal.SIGINT)
        output, errors = program.communicate(timeout=60)
    assert program.returncode == 130
    assert first.split()[:2] == ["#1", f"{SCORE:+d}"]
    second, totals = output.splitlines()
    assert second.split()[:4] == ["#2", "-64", "to", "+64"]
    assert totals.startswith("2 positions, 0 wrong")
    assert "interrupted" in errors
    assert "Traceback" not in errors


def test_one_wrong_score_ends_in_exit_code_1(tmp_path):
    file = tmp_path / "problems.obf"
    file.write_text(f"{BOARD}; H5:{SCORE:+d};\n{BOARD}; H5:{SCORE + 2:+d};\n")
    with command(str(file)) as program:
        output, _ = program.communicate(timeout=60)
    assert program.returncode == 1
    assert [line.split()[-1] for line in output.splitlines()[:2]] == ["agrees", "WRONG"]


@pytest.mark.parametrize(("first", "expected"), [("1", 1), ("2", 2), ("9", 3)])
def test_only_the_first_positions_are_solved(first, expected, capsys, tmp_path):
    file = tmp_path / "problems.obf"
    file.write_text(f"{BOARD};\n" * 3)
    _, output, _ = run(capsys, str(file), "--first", first, "--json")
    names = [found["name"] for found in json.loads(output)["positions"]]
    assert names == ["#1", "#2", "#3"][:expected]
