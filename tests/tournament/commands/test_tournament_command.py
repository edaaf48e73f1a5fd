import csv
import io
import os
import re
import signal
import sys
from pathlib import Path

import documents
import programs
import pytest
from documents import without_cpu
from patience import until
from stores import change, games_in

from othello.formats import collection
from othello.game import Game
from players import registry
from tournament.__main__ import main
from tournament.commands.table import COMMANDS
from tournament.contests.contest_list import CONTESTS
from tournament.storage.store import Store

HERE = Path(__file__).parents[2]
FAULTY = ["--players", "faulty_players"]

COLOURS = ("black", "white")

needs_signals = pytest.mark.skipif(os.name == "nt", reason="needs signals")


def command(*words):
    """A command for another process, which compiles nothing, and the environment it needs."""
    path = os.pathsep.join([str(HERE), str(HERE.parent)])
    environment = {**os.environ, "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}
    return [sys.executable, "-m", "tournament", *words], environment


def test_match_reports_pairs_points_and_cost(answer):
    data = answer("match", "mobility", "greedy", "--openings", "4")
    assert data["complete"]
    assert (data["pairs"], data["games"]) == (4, 8)
    low, high = data["interval"]
    assert 0 <= low <= data["pair_win_rate"] <= high <= 1
    assert 0 <= data["game_points"] <= 8
    assert data["distinct_games"] == 8
    assert not data["chance"]
    low, high = data["disc_margin_interval"]
    assert -64 <= low <= data["disc_margin"] <= high <= 64
    low, high = data["elo_interval"]
    assert low is None or low <= data["elo"]
    assert high is None or high >= data["elo"]
    for side, spec in (("a", "mobility"), ("b", "greedy")):
        assert data[side]["spec"] == spec
        assert data[side]["nodes"] > 8 * 20
        assert data[side]["cpu_seconds"] > 0


def test_games_do_not_depend_on_the_number_of_workers(answer, store, tmp_path):
    board = Game.from_transcript("f5d6c3").board()
    (tmp_path / "openings.obf").write_text(f"{board}; d3:+2;\nf5d6c3d3c4\nf5d6c4d3c3\n")
    words = ("match", "random:seed=4", "shallow", *FAULTY, "--game-seconds", "30")
    words = (*words, "--openings", str(tmp_path / "openings.obf"))
    alone = answer(*words)
    (tmp_path / "results.sqlite").unlink()
    assert without_cpu(answer(*words, jobs=2)) == without_cpu(alone)


def test_limits_and_clocks_are_shown(answer, store, capsys):
    words = ("match", "shallow", "shallow:width=3", *FAULTY, "--openings", "2", "--nodes", "9")
    data = answer(*words, "--game-seconds", "30", "--increment", "2")
    assert (data["complete"], data["forfeits"]) == (True, {})
    limits = {"nodes": 9, "game_seconds": 30.0, "increment": 2.0}
    assert [data[side]["limits"] for side in "ab"] == [limits, limits]
    assert main(["show", data["tournament"][:6], *store]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Both played with nodes 9, game seconds 30, increment 2." in shown


def test_seed_changes_random_choices_of_players(answer):
    words = ("match", "random", "greedy", "--openings", "3")
    first, other = answer(*words), answer(*words, "--seed", "5")
    assert first["tournament"] != other["tournament"]
    assert first["disc_margin"] != other["disc_margin"]
    assert answer(*words, "--seed", "0") == first


def test_ladder_rows_follow_the_costs(answer):
    words = ("ladder", "shallow:width=3", "shallow", *FAULTY, "--openings", "2")
    data = answer(*words, "--rungs", "4")
    rows = data["rows"]
    assert [(row["a_depth"], row["b_depth"]) for row in rows] == [(1, 1), (1, 2), (2, 2), (2, 3)]
    assert [row["curve"] for row in rows] == ["LESS", "MORE", "", ""]
    assert data["a"] == "shallow:width=3"
    assert rows[1]["b"]["nodes"] == 4 * rows[1]["b"]["moves"]
    longer = answer(*words, "--rungs", "5")
    assert [row["curve"] for row in longer["rows"]] == ["LESS", "MORE", "", "LESS", "MORE"]
    assert longer["rows"][:3] == rows[:3]
    assert longer["ladder"] == data["ladder"]


def test_each_run_that_plays_is_kept_with_its_environment(answer, tmp_path):
    played = answer("match", "greedy", "mobility", "--openings", "2")
    answer("match", "greedy", "mobility", "--openings", "2")  # plays nothing
    path = tmp_path / "results.sqlite"
    change(path, "DELETE FROM game WHERE a_black")
    answer("match", "greedy", "mobility", "--openings", "2", jobs=1)
    with Store(path, read_only=True) as store:
        runs = store.environments(played["tournament"])
    assert [run.jobs for run in runs] == [0, 1]
    assert len({run.run for run in runs}) == 2


def test_a_ladder_of_players_that_are_not_here_is_named(answer, store, capsys, monkeypatch):
    """It is the code of a module that nobody has named."""
    words = ("ladder", "shallow:width=3", "shallow", *FAULTY, "--openings", "1", "--rungs", "2")
    answer(*words)
    monkeypatch.delitem(sys.modules, "faulty_players")
    known = {name: one for name, one in registry.factories.items() if name != "shallow"}
    monkeypatch.setattr(registry, "factories", known)
    (listed,) = answer("show")
    assert not listed["complete"]
    assert "unknown player 'shallow'" in listed["played"]
    assert main(["show", listed["id"], *store]) == 0
    assert "not loaded here" in capsys.readouterr().out
    assert len(answer("export")) == 4


def test_export_has_one_row_for_each_game(answer, store, tmp_path, capsys):
    answer("match", "greedy", "mobility", "--openings", "2")
    rows = answer("export")
    assert len(rows) == 4
    assert {(row["black"], row["a_has"]) for row in rows} == {
        ("greedy", "black"),
        ("mobility", "white"),
    }
    assert main(["export", *store]) == 0
    printed = capsys.readouterr().out
    assert main(["export", *store, "--out", str(tmp_path / "games.csv")]) == 0
    assert (tmp_path / "games.csv").read_text() == printed
    read = list(csv.DictReader(io.StringIO(printed)))
    assert [row["transcript"] for row in read] == [row["transcript"] for row in rows]


def test_an_anchor_fixes_a_rating(answer, store):
    robin = ("round-robin", "greedy", "random", "--openings", "2")
    data = answer(*robin, "--anchor", "random=1000")
    assert data["anchor"] == {"spec": "random", "elo": 1000}
    assert data["players"][1] == {"spec": "random", "elo": 1000, "elo_interval": [1000, 1000]}
    shown = answer("show", data["round_robin"], "--anchor", "greedy=0")
    assert shown["players"][0] == {"spec": "greedy", "elo": 0, "elo_interval": [0, 0]}


def test_games_in_files_are_rated_as_in_a_contest(answer, store, tmp_path, capsys):
    data = answer("round-robin", "greedy", "mobility", "random", "--openings", "6")
    games = tmp_path / "games.pgn"
    assert main(["export", *store, "--out", str(games)]) == 0
    with games.open("a") as stream:
        stream.write('\n[Black "a"]\n[White "b"]\n[Result "*"]\n\n1. f5 *\n')
    assert main(["rate", str(games), "--json"]) == 0
    rated = documents.rows(capsys.readouterr().out)
    assert (rated["games"], rated["left_out"]) == (36, 1)
    expected = {row["spec"]: row["elo"] for row in data["players"]}
    assert {row["player"]: row["elo"] for row in rated["players"]} == pytest.approx(expected)
    assert main(["rate", str(games), "--json", "--anchor", "random=0"]) == 0
    rows = {row["player"]: row for row in documents.rows(capsys.readouterr().out)["players"]}
    assert (rows["random"]["elo"], rows["random"]["elo_interval"]) == (0, [0, 0])
    games.write_text("1. f5 a1 *")
    assert main(["rate", str(games)]) == 2


def test_same_command_plays_only_missing_games(answer, tmp_path, monkeypatch):
    words = ("match", "greedy", "mobility", "--openings", "3")
    played = answer(*words)
    missing = change(tmp_path / "results.sqlite", "DELETE FROM game WHERE opening > 0 AND a_black")
    assert not answer("show")[0]["complete"]
    recorded = []

    def add_games(store, tournament, games):
        recorded.extend(fixture for fixture, _ in games)
        kept(store, tournament, games)

    kept = Store.add_games
    monkeypatch.setattr(Store, "add_games", add_games)
    assert without_cpu(answer(*words)) == without_cpu(played)
    assert len(recorded) == len(set(recorded)) == missing == 2
    assert all(fixture.opening > 0 and fixture.a_black for fixture in recorded)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("match nobody greedy", "unknown player 'nobody'"),
        ("match greedy:x=1 mobility", "no option 'x'"),
        ("match greedy", "required: B"),
        ("match greedy mobility --openings a1a2a3a4", "move 1: black cannot play a1"),
        ("match greedy mobility --jobs 9999999999", "--jobs: 9999999999 is more than"),
        (
            "match greedy mobility --nodes 99999999999999999999999",
            "is more than 9223372036854775807",
        ),
        ("match greedy mobility --depth 5", "'greedy' does not support the limit depth"),
        ("match alphabeta mobility --nodes 5", "'mobility' does not support the limit nodes"),
        ("match greedy mobility --increment 5", "an increment needs seconds for a game"),
        ("match greedy mobility --seconds nan", "nan is not more than 0 and finite"),
        ("match greedy mobility --players naive.py", "name a module, not a file"),
        ("match greedy mobility --players no_such_module", "no_such_module"),
        ("ladder greedy mobility", "no option depth"),
        ("round-robin greedy mobility --anchor greedy", "expected PLAYER=RATING"),
        ("round-robin greedy mobility --anchor random=5", "a number for one of greedy, mobility"),
        ("match greedy mobility --engine-log no/such.txt", "no/such.txt: No such file"),
        ("climb a b", "invalid choice"),
        ("mtach a b", "did you mean 'match'?"),
        ("match alhpabeta greedy", "did you mean 'alphabeta'?"),
        ("match greedy mobility --opennings 3", "did you mean '--openings'?"),
        ("show", "no such file"),
        ("match greedy mobility --store /dev/null", "this is a device"),
        ("match greedy mobility --store no/such/x.sqlite", "there is no folder no/such"),
        ("show --store {here}", "this is a folder"),
        ("show --store {here}/samples.py", "not a database"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(refusal, words, complaint):
    assert complaint in refusal(*words.format(here=HERE).split())


def test_help_has_examples_and_no_option_without_a_meaning(capsys):
    for words in [[], *([command] for command in COMMANDS)]:
        with pytest.raises(SystemExit) as stopped:
            main([*words, "--help"])
        assert stopped.value.code == 0
        out = capsys.readouterr().out
        assert f"examples:\n  python -m tournament {''.join(words)}" in out
        assert ("seed of the random choices" in out) == (not words)
        plays = not words or words[0] in CONTESTS
        assert plays <= all(option in out for option in ("--jobs", "--executor", "--move-seconds"))
        shows = words and words[0] in ("show", "export", "import", "report")
        assert not (shows and re.search("--jobs|--executor|--move-seconds", out))
        assert max(map(len, out.splitlines())) <= 100


def test_faults_of_players_and_of_their_processes_stop_nothing(answer):
    """One hangs, one ends its process, one raises what Ctrl-C raises; one is only slow to make."""
    bad = {
        "hanging": "no answer from {} within 1 seconds",
        "aborting": "{} killed its process twice",
        "interrupting": "exception in {}: KeyboardInterrupt",
    }
    forfeits = {}
    for player in ("waking", *bad):
        words = ("match", "greedy", player, *FAULTY, "--openings", "2", "--move-seconds", "1")
        data = answer(*words, jobs=2)
        assert data["complete"]
        forfeits[player] = data["forfeits"]
    assert forfeits["waking"] == {}
    assert set(forfeits["interrupting"].values()) == {2}
    for player, cause in bad.items():
        assert forfeits[player]
        causes = {ending.partition(" (")[0] for ending in forfeits[player]}
        assert causes <= {cause.format(side) for side in COLOURS}
    assert len(forfeits["interrupting"]) == 2


def stopped_by(path, number, words):
    """The exit code of a command that a signal stops after four more games."""
    enough = games_in(path) + 4
    arguments, environment = command(*words)
    environment["DOZE_SECONDS"] = "0.02"
    with programs.Program(arguments, environment) as process:
        until(lambda: games_in(path) >= enough or process.poll() is not None, "four games")
        assert process.poll() is None, process.stderr.read()
        process.send_signal(number)
        process.end()
    return process.returncode


@needs_signals
def test_match_killed_and_resumed_ends_like_one_left_alone(answer, store, tmp_path):
    words = ("match", "dozing", "random:seed=7", *FAULTY, "--openings", "14")
    alone = answer(*words)
    path = tmp_path / "killed.sqlite"
    signals = [signal.SIGKILL, signal.SIGINT]
    there = [*words, "--store", str(path), "--jobs", "2"]
    assert [stopped_by(path, number, there) for number in signals] == [-9, 130]
    assert 8 <= games_in(path) < 28
    arguments, environment = command(*there, "--json")
    resumed = programs.run(arguments, env=environment)
    assert resumed.returncode == 0, resumed.stderr
    assert without_cpu(documents.read(resumed.stdout)) == without_cpu(alone)


@pytest.mark.parametrize("ending", ["pgn", "sgf"])
def test_exported_games_say_how_they_were_played(answer, store, tmp_path, ending):
    answer("match", "greedy", "mobility", "--openings", "1", "--game-seconds", "60")
    path = tmp_path / f"games.{ending}"
    change(tmp_path / "results.sqlite", "UPDATE game SET kind = 'time-out' WHERE a_black")
    assert main(["export", *store, "--out", str(path)]) == 0
    text = path.read_text()
    parts = {
        "pgn": ['[Round "1.2"]', '[TimeControl "60+0"]', '[Termination "time forfeit"]', "normal"],
        "sgf": ["RO[1.2]", "TM[60]", "+T]", "Termination: normal]", "DT["],
    }
    assert [part for part in parts[ending] if part not in text] == []
    assert "????" not in text
    assert len(collection.read_file(path)) == 2
    odds = answer("match", "greedy:game_seconds=9", "greedy", "--openings", "1")["tournament"]
    assert main(["export", odds, *store, "--out", str(path)]) == 0
    assert '[BlackTimeControl "9+0"]\n[WhiteTimeControl "-"]' in path.read_text() or ending == "sgf"
