"""The command that judges games: what it reads, keeps, and prints."""

import os
import signal
import sys

import documents
import programs
import pytest
from samples import late_position

from othello import fingerprint
from othello.formats import FormatError, ggf
from othello.formats.reading import raise_error
from othello.game import Game
from players.study.analyse import answers
from players.study.analyse import command as analyse
from players.study.analyse.answers import Answers, answered
from players.study.analyse.games import games_of, turns
from players.study.analyse.verdicts import VerdictLimits

EMPTIES = 5
PLAIN = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
QUICK = ("--depth", "2", "--exact", str(EMPTIES), "--table", "1", "--jobs", "1")
LIMITS = VerdictLimits(2, None, None, EMPTIES, 1.0)
"""A flag that nobody raises."""


def late_game(seed, moves=60):
    """A game that begins with few empty squares and in which the last legal moves are played."""
    game = Game(late_position(seed, EMPTIES))
    while not game.over and moves > 0:
        game.play(game.legal()[-1])
        moves -= 1
    return game


@pytest.fixture
def run(capsys, tmp_path):
    """Runs the command with an answers file of its own: its exit code, output and errors."""

    def runs(*arguments):
        options = (*QUICK, "--answers", str(tmp_path / "answers.jsonl"))
        with pytest.raises(SystemExit) as stopped:
            sys.exit(analyse.main([*map(str, arguments), *options]))
        return stopped.value.code, *capsys.readouterr()

    return runs


@pytest.fixture
def file(tmp_path):
    """A file of two games."""
    path = tmp_path / "games.ggf"
    names = {"PB": "Ann", "PW": "Bert", "DT": "2003"}
    path.write_text(ggf.write([ggf.from_game(late_game(seed), names) for seed in (1, 2)]))
    return path


@pytest.fixture
def objects(run, file):
    """What --json says of the games of the file."""
    return documents.read(run(file, "--json")[1])["games"]


# Games


def test_all_files_of_a_folder_and_all_sources_are_read(file, tmp_path):
    (tmp_path / "line.txt").write_text("f5d6c3\nf5f6\n")
    (tmp_path / "notes.md").write_text("no game")
    found = games_of([str(tmp_path), "f5", str(file)])
    assert [game.number for game in found] == [1, 2, 1, 2, 1, 1, 2]
    assert found[2].source.endswith("line.txt") and found[4].source == ""
    assert len(games_of([str(tmp_path)], first=3)) == 3


def test_file_without_games_is_skipped_and_reported(tmp_path):
    (tmp_path / "a.txt").write_text("f5d6")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "README.txt").write_text("These are not games.")
    refused = []
    (found,) = games_of([str(tmp_path)], on_error=refused.append)
    assert found.game == Game.from_transcript("f5d6")
    assert ["README.txt" in str(error) for error in refused] == [True]
    for strict in (str(tmp_path), str(tmp_path / "below")):
        with pytest.raises(FormatError, match="README"):
            games_of([strict], None, raise_error if strict == str(tmp_path) else refused.append)


# Answers


def questions(*seeds):
    return [turn.question for seed in seeds for turn in turns(late_game(seed))]


def test_answers_are_kept_and_found_again(tmp_path, monkeypatch):
    asked = questions(1)
    path = tmp_path / "deep" / "answers.jsonl"
    path.parent.mkdir()
    answers = Answers(path, LIMITS)
    assert list(answers.write(answered(asked, LIMITS, 1))) == list(range(1, len(asked) + 1))
    again = Answers(path, LIMITS)
    assert [again[question] for question in asked] == [answers[question] for question in asked]
    others = Answers(path, LIMITS._replace(depth=3))
    assert not any(question in others for question in asked)
    monkeypatch.setattr(fingerprint, "learned_files", lambda: {"pattern_weights.npz": "others"})
    assert not any(question in Answers(path, LIMITS) for question in asked)


def test_where_no_answers_can_be_kept_the_option_is_named(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").touch()
    monkeypatch.setattr(answers, "default_path", lambda: tmp_path / "file" / "answers.jsonl")
    assert analyse.main(["f5", *QUICK]) == 2
    said = capsys.readouterr().err
    assert "--answers FILE keeps" in said and said.count("\n") == 1


@pytest.mark.parametrize("text", ["my notes\n", '{"games": []}', None])
def test_answers_are_never_added_to_another_file(text, tmp_path, capsys):
    path = tmp_path / "notes"
    if text is not None:
        path.write_text(text)
    elif hasattr(os, "mkfifo"):
        os.mkfifo(path)
    else:
        path.mkdir()
    assert analyse.main(["f5", *QUICK, "--answers", str(path)]) == 2
    said = capsys.readouterr().err
    assert str(path) in said and said.count("\n") == 1
    assert text is None or path.read_text() == text


def test_truncated_answer_is_dropped_alone(tmp_path):
    asked = questions(1)
    path = tmp_path / "answers.jsonl"
    list(Answers(path, LIMITS).write(answered(asked, LIMITS, 1)))
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    answers = Answers(path, LIMITS)
    missing = [question for question in asked if question not in answers]
    assert len(missing) == 1
    list(answers.write(answered(missing, LIMITS, 1)))
    assert all(question in Answers(path, LIMITS) for question in asked)


def test_stopped_command_resumes(run, file, monkeypatch, tmp_path):
    asked, stopping = [], True

    def interrupted(missing, *rest):
        asked.append(len(missing))
        for number, one in enumerate(answered(missing, *rest)):
            if stopping and number == 3:
                raise KeyboardInterrupt
            yield one

    monkeypatch.setattr(answers, "answered", interrupted)
    code, output, errors = run(file)
    assert (code, output) == (130, "")
    assert errors.endswith("stopped; the same command resumes\n")
    assert (tmp_path / "answers.jsonl").read_text().count("asked") == 3
    stopping = False
    assert run(file)[0] == 0
    assert asked == [len(set(questions(1, 2))), len(set(questions(1, 2))) - 3]


@pytest.mark.skipif(os.name == "nt", reason="needs SIGINT")
def test_ctrl_c_ends_a_long_search_at_once(tmp_path):
    line = [sys.executable, "-m", "othello", "analyse", "f5d6c3d3c4", "--seconds", "600"]
    line += ["--jobs", "2", "--answers", str(tmp_path / "answers.jsonl")]
    with programs.Program(line, PLAIN) as program:
        assert "0 of 6 positions" in program.stderr.readline(), program.end()
        program.send_signal(signal.SIGINT)
        output, errors = program.end()
    assert (program.returncode, output) == (130, "")
    assert errors.endswith("stopped; the same command resumes\n")
    assert "Traceback" not in errors


# What is printed


def test_the_table_says_what_each_move_lost(run, file, objects):
    code, output, _ = run(file)
    assert code == 0
    assert "game 1:" in output and "Ann - Bert" in output
    turn = objects[0]["turns"][0]
    row = next(line for line in output.splitlines() if line.startswith(" 1  black"))
    numbers = [turn["move"], f"{turn['value']:+.0f}", turn["best"], f"{turn['best_value']:+.0f}"]
    assert row.split()[2:8] == [*numbers, f"{turn['loss']:.0f}", "proven"]


def test_a_summary_adds_up_what_the_turns_say(objects):
    for game in objects:
        for side, said in game["summary"].items():
            of_side = [turn for turn in game["turns"] if turn["side"] == side]
            losses = [turn["loss"] for turn in of_side]
            assert said["moves"] == len(of_side) > 0
            assert said["mean_loss"] == pytest.approx(sum(losses) / len(losses))
            assert said["agreed"] == sum(loss == 0 for loss in losses)  # all is proven here
            assert said["proven"] == len(of_side)
            worst = sorted((loss for loss in losses if loss), reverse=True)[:3]
            told = {turn["number"]: turn["loss"] for turn in of_side}
            assert [told[number] for number in said["worst"]] == worst


def test_names_cannot_change_a_table_or_a_terminal(run, tmp_path):
    path = tmp_path / "odd.sgf"
    path.write_text("(;GM[2]PB[Ann\n[/b\\] :x:]PW[\033[31mBob];B[f5];W[d6])")
    code, output, _ = run(path)
    assert code == 0
    assert r"Ann [/b] :x: - \x1b[31mBob" in output.splitlines()[0]
    assert "Ann [/b] :x:" in output.splitlines()[-2]


# Bad input
