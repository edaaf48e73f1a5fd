"""The command that judges games: what it reads, keeps, and prints."""

import csv
import io
import os
import re
import signal
import subprocess
import sys

import documents
import pytest
from patience import PATIENCE_SECONDS
from samples import late_position
from signals import hear_ctrl_c

from othello import sources
from othello.formats import FormatError, ggf
from othello.formats.reading import left_out, strictly
from othello.game import Game
from othello.notation import square_name
from othello.position import PASS
from players import registry
from players.analyse import __main__ as analyse
from players.analyse import work
from players.analyse.games import games_of, turns
from players.analyse.verdicts import Question, VerdictLimits
from players.analyse.work import Answers, answered
from players.protocol import Choice

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
    """What --format json says of the games of the file."""
    return documents.read(run(file, "--format", "json")[1])["games"]


# Games


def test_the_moves_of_a_player_are_judged_in_place_of_those_made(run, file, objects):
    document = documents.read(run(file, "--json", "--player", "greedy")[1])
    assert document["player"] == "greedy"
    greedy = registry.make("greedy")
    for game, made, played in zip(document["games"], objects, games_of([str(file)]), strict=True):
        able = [position for position in played.game.positions if position.legal()]
        moves = [square_name(greedy.choose(position).move) for position in able]
        assert [turn["move"] for turn in game["turns"]] == moves
        assert game["transcript"] == made["transcript"]
    code, _, said = run(file, "--player", "greedy", "--format", "ggf")
    assert (code, said.count("\n")) == (2, 1)


def test_a_player_that_fails_is_named_and_the_game_too(run, file, monkeypatch):
    monkeypatch.setattr(type(registry.make("greedy")), "choose", lambda *_: Choice(27))
    code, output, said = run(file, "--player", "greedy")
    fault = "game 1, move 1: cannot play d4: the square is occupied"
    assert (code, output) == (2, "")
    assert said == f"{analyse.COMMAND}: --player greedy, {file}: {fault}\n"


def test_turns_are_the_positions_in_which_a_side_can_move():
    passes = 0
    for seed in range(30):
        game = late_game(seed)
        passes += game.moves.count(PASS)
        found = turns(game)
        assert [turn.number for turn in found] == list(range(1, len(found) + 1))
        moves = [turn.question.move for turn in found]
        assert moves == [move for move in game.moves if move != PASS]
        replayed = Game(game.positions[0])
        for turn in found:
            assert turn.black == replayed.black_to_move
            assert turn.question[:2] == replayed.position
            replayed.play(turn.question.move)
    assert passes > 0


def test_of_a_game_that_goes_on_the_next_move_is_asked_for():
    game = late_game(1, moves=2)
    *_, last = turns(game)
    assert last.question == Question(int(game.position.own), int(game.position.opp), None)
    assert turns(late_game(1))[-1].question.move is not None


def test_all_files_of_a_folder_and_all_sources_are_read(file, tmp_path):
    (tmp_path / "line.txt").write_text("f5d6c3\nf5f6\n")
    (tmp_path / "notes.md").write_text("no game")
    found = games_of([str(tmp_path), "f5", str(file)])
    assert [game.number for game in found] == [1, 2, 1, 2, 1, 1, 2]
    assert found[2].source.endswith("line.txt") and found[4].source == ""
    assert len(games_of([str(tmp_path)], first=3)) == 3


def test_a_folder_of_sgf_is_read_and_a_file_that_is_not_there_is_no_text(tmp_path):
    (tmp_path / "a.sgf").write_text("(;GM[2]SZ[8];B[f5];W[d6])")
    (found,) = games_of([str(tmp_path)])
    assert found.game == Game.from_transcript("f5d6")
    with pytest.raises(FormatError, match=r"b\.sgf: No such file"):
        games_of([str(tmp_path / "b.sgf")])


def test_a_file_without_games_among_others_is_left_out_and_said(tmp_path):
    (tmp_path / "a.txt").write_text("f5d6")
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "README.txt").write_text("These are not games.")
    refused = []
    (found,) = games_of([str(tmp_path)], refused=refused.append)
    assert found.game == Game.from_transcript("f5d6")
    assert ["README.txt" in str(error) for error in refused] == [True]
    for strict in (str(tmp_path), str(tmp_path / "below")):
        with pytest.raises(FormatError, match="README"):
            games_of([strict], None, strictly if strict == str(tmp_path) else refused.append)


# Answers


def questions(*seeds):
    return [turn.question for seed in seeds for turn in turns(late_game(seed))]


def test_answers_are_kept_and_found_again(tmp_path, monkeypatch):
    asked = questions(1)
    path = tmp_path / "deep" / "answers.jsonl"
    path.parent.mkdir()
    answers = Answers(path, LIMITS)
    assert list(answers.keep(answered(asked, LIMITS, 1))) == list(range(1, len(asked) + 1))
    again = Answers(path, LIMITS)
    assert [again[question] for question in asked] == [answers[question] for question in asked]
    others = Answers(path, LIMITS._replace(depth=3))
    assert not any(question in others for question in asked)
    monkeypatch.setattr(sources, "learned_files", lambda: {"pattern_weights.npz": "others"})
    assert not any(question in Answers(path, LIMITS) for question in asked)


def test_where_no_answers_can_be_kept_the_option_is_named(tmp_path, monkeypatch, capsys):
    (tmp_path / "file").touch()
    monkeypatch.setattr(work, "default_path", lambda: tmp_path / "file" / "answers.jsonl")
    assert analyse.main(["f5", *QUICK]) == 2
    said = capsys.readouterr().err
    assert "--answers FILE keeps" in said and said.count("\n") == 1


def test_an_answer_that_was_cut_short_is_none_and_spoils_no_other(tmp_path):
    asked = questions(1)
    path = tmp_path / "answers.jsonl"
    list(Answers(path, LIMITS).keep(answered(asked, LIMITS, 1)))
    whole = path.read_bytes()
    endless = re.sub(rb'"nodes": \d+', b'"nodes": 1e999', whole.splitlines(keepends=True)[0])
    best = re.compile(rb'"best": \[(\d+), ')
    line = whole.splitlines(keepends=True)[0]
    told = (b"[99, ", b'["x", ', b"[null, ", b"[[37], ")
    wrong = [best.sub(b'"best": ' + one, line) for one in told]
    path.write_bytes(b"".join([endless, *wrong]) + whole[:-9])
    answers = Answers(path, LIMITS)
    missing = [question for question in asked if question not in answers]
    assert len(missing) == 1
    list(answers.keep(answered(missing, LIMITS, 1)))
    assert all(question in Answers(path, LIMITS) for question in asked)


def test_what_was_answered_before_is_not_asked_again(run, file, monkeypatch):
    first = run(file)
    monkeypatch.setattr(work, "judge", None)
    assert run(file)[:2] == first[:2]


def test_a_command_that_was_stopped_goes_on(run, file, monkeypatch, tmp_path):
    asked, stopping = [], True

    def interrupted(missing, *rest):
        asked.append(len(missing))
        for number, one in enumerate(answered(missing, *rest)):
            if stopping and number == 3:
                raise KeyboardInterrupt
            yield one

    monkeypatch.setattr(work, "answered", interrupted)
    code, output, errors = run(file)
    assert (code, output) == (130, "")
    assert errors.endswith("stopped; the same command goes on\n")
    assert (tmp_path / "answers.jsonl").read_text().count("asked") == 3
    stopping = False
    assert run(file)[0] == 0
    assert asked == [len(set(questions(1, 2))), len(set(questions(1, 2))) - 3]


def test_two_processes_find_what_one_finds():
    asked = questions(1, 2)
    one, two = (
        {question: verdict._replace(seconds=0) for question, verdict in answered(asked, LIMITS, n)}
        for n in (1, 2)
    )
    assert one == two and set(one) == set(asked)


@pytest.mark.skipif(os.name == "nt", reason="needs SIGINT")
def test_ctrl_c_ends_a_long_search_at_once(tmp_path):
    line = [sys.executable, "-m", "players.analyse", "f5d6c3d3c4", "--seconds", "600"]
    line += ["--jobs", "2", "--answers", str(tmp_path / "answers.jsonl")]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(line, env=PLAIN, preexec_fn=hear_ctrl_c, **pipes) as program:
        assert "0 of 6 positions" in program.stderr.readline()
        program.send_signal(signal.SIGINT)
        output, errors = program.communicate(timeout=PATIENCE_SECONDS)
    assert (program.returncode, output) == (130, "")
    assert errors.endswith("stopped; the same command goes on\n")
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


def test_only_the_summary_is_printed_where_it_is_asked_for(run, file):
    _, output, _ = run(file, "--summary")
    assert len(output.splitlines()) == 6
    assert output.split()[0] == "game"


def test_rows_of_csv_say_what_json_says(run, file, objects):
    rows = list(csv.DictReader(io.StringIO(run(file, "--format", "csv")[1])))
    turns_of = [(game, turn) for game in objects for turn in game["turns"]]
    assert len(rows) == len(turns_of)
    for row, (game, turn) in zip(rows, turns_of, strict=True):
        assert row["black"] == game["black"] == "Ann"
        assert {name: row[name] for name in turn} == {name: str(turn[name]) for name in turn}


def test_ggf_holds_the_game_and_the_value_of_each_move(run, file, objects):
    before, after = list(ggf.read_games(file)), ggf.read(run(file, "--format", "ggf")[1])
    for old, new, game in zip(before, after, objects, strict=True):
        assert new.game() == old.game()
        assert (new.black, new.white, new.date, new.result) == ("Ann", "Bert", "2003", old.result)
        values = [move.value for move in new.moves if move.move != PASS]
        assert values == [turn["value"] for turn in game["turns"]]


def test_a_position_without_moves_has_a_best_move_and_no_loss(run, tmp_path):
    path = tmp_path / "problem.obf"
    path.write_text(f"{late_game(3, moves=0).board()};\n")
    (game,) = documents.read(run(path, "--format", "json")[1])["games"]
    (turn,) = game["turns"]
    assert turn["move"] is turn["loss"] is turn["agrees"] is None
    assert turn["proven"] and turn["best_line"].startswith(turn["best"])
    for kind in ("table", "csv", "ggf"):
        assert run(path, "--format", kind)[0] == 0


# Bad input


def test_one_game_is_shown_to_others(run, file, tmp_path):
    code, output, _errors = run(file, "--first", "1", "--share", tmp_path / "game.html")
    page = (tmp_path / "game.html").read_text("utf-8")
    assert code == 0 and output.startswith(str(tmp_path / "game.html"))
    assert "Ann" in page and page.count("<li ") == len(re.findall('class="r[234]">−', page))
    assert run(file, "--share", tmp_path / "all.gif")[0] == 2
    assert run("f5d6", "--share", tmp_path / "two.png")[0] == 0
    assert (tmp_path / "two.png").read_bytes().startswith(b"\x89PNG")


def test_odd_games_of_a_file_are_left_out_and_said(file, tmp_path):
    odd = file.read_text().splitlines()[0].replace("GM[Othello]", "GM[Chess]")
    path = tmp_path / "odd.ggf"
    path.write_text(f"{odd}\n{file.read_text()}")
    errors = []
    games = games_of([str(path)], None, errors.append)
    assert [game.game for game in games] == [game.game for game in games_of([str(file)])]
    assert left_out(errors).startswith(f"1 game left out: {path}: line 1, character ")
    with pytest.raises(FormatError, match="not Othello"):
        games_of([str(path)])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((), (16, None, None, 22)),
        (("--depth", "6"), (6, None, None, 9)),
        (("--depth", "30"), (30, None, None, 30)),
        (("--depth", "6", "--exact", "0"), (6, None, None, 0)),
        (("--nodes", "5"), (None, 5, None, 0)),
        (("--seconds", "2", "--depth", "16"), (16, None, 2.0, 22)),
    ],
)
def test_limits_are_as_the_help_says(options, expected):
    options = analyse.command_parser().parse_args(["f5", *options])
    assert analyse.limits_asked(options) == (*expected, 64)
