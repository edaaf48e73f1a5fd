"""The games of late: kept as they change, offered at the next start, lost neither by a kill."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from patience import until
from window_driver import TWO_PEOPLE, Driver

from othello import notation
from othello.formats import annotated
from othello.formats.annotated import AnnotatedGame
from othello.game import Game
from players.analyse.kept_games import FOLDER
from players.window.game import last_games
from players.window.game.clocks import HUMAN
from players.window.game.judgements import judged_line
from players.window.game.live_game import LiveGame
from players.window.opening import open_file


def play(window, moves):
    for name in (moves[place : place + 2] for place in range(0, len(moves), 2)):
        window.keys(*name)
        window.my_turn()


def files(tmp_path):
    return sorted((tmp_path / FOLDER).glob("*.othello"))


def test_a_game_with_its_lines_comments_and_review_is_gone_on_with(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        play(window, "f5d6c3d3")
        window.keys("left", "left", "c", "5")
        window.keys("ctrl+m", *"why not", "return")
        window.review()
        live = window.state.live
        before = live.tree.lines(), live.tree.comments(), live.path
        judged = judged_line(live.steps, live.judged)
    with Driver(tmp_path) as window:
        state, live = window.state, window.state.live
        assert "4 moves" in window.shown("status").detail
        assert live.tree.replies == ()  # it is offered, not opened
        window.key("ctrl+g")
        assert (live.tree.lines(), live.tree.comments(), live.path) == before
        assert live.sides == list(TWO_PEOPLE)
        assert judged_line(live.steps, live.judged) == judged
        assert state.analysis.review
        window.keys("f", "4")
        assert "Ctrl+G" not in window.shown("status").detail
    (path,) = files(tmp_path)  # the same game in the same file
    assert len(last_games.read(path).kept.at) == len(before[2]) + 1


def test_a_game_against_an_engine_goes_on_against_it(tmp_path):
    with Driver(tmp_path, level="expert") as window:
        play(window, "f5")
        sides, moves = list(window.state.live.sides), window.game.moves
    with Driver(tmp_path) as window:
        window.key("ctrl+g")
        assert window.state.live.sides == sides and window.game.moves == moves
        window.click_square(window.game.legal()[0])
        window.my_turn()
        assert len(window.game.moves) == 4
        window.key("ctrl+z")
        window.key("ctrl+g")
        assert "No other game" in window.state.toast


@pytest.mark.parametrize("how", ["ctrl+g", "drop"])
def test_a_kept_game_whose_change_was_undone_is_kept_as_it_was(tmp_path, how):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        play(window, "f5d6c3d3c4")
    (path,) = files(tmp_path)
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        window.drop(path) if how == "drop" else window.key(how)
        window.keys("home", "right", "right", "delete")
        window.until(lambda: lengths(tmp_path) == [1])
        window.key("ctrl+z")
    assert files(tmp_path) == [path] and lengths(tmp_path) == [5]


def test_a_game_that_went_on_meanwhile_goes_on_from_there(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        play(window, "f5d6c3d3c4")
    (path,) = files(tmp_path)
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        window.drop(path.parent / ".." / FOLDER / path.name)
        play(window, "f4e3")
        window.keys("ctrl+n", "ctrl+g")
        assert window.game.transcript() == "f5d6c3d3c4f4e3"
        play(window, "e2")
    assert files(tmp_path) == [path] and lengths(tmp_path) == [8]


def test_a_game_lost_on_time_stays_lost_whatever_is_tried_beside_it(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        window.state.live.set_clock(1)
        play(window, "f5d6c3")
        live = window.state.live
        live.clocks.flag, live.clocks.flag_at = 1, live.path
        window.keys("left", "left", "f", "6")
        assert not live.clocks.on
    (path,) = files(tmp_path)
    kept = last_games.read(path).kept
    assert (kept.time_up, len(kept.flag_at), len(kept.game.lines)) == (1, 3, 2)


def test_level_date_given_moves_and_a_flag_are_kept_and_stay_when_the_game_goes_on(tmp_path):
    with Driver(tmp_path, level="expert", position="f5d6c3") as window:
        live = window.state.live
        live.sides = ["engine:level=12", HUMAN]
        live.set_clock(1)
        live.go_to(3)
        window.until(lambda: window.game.legal() and live.human_to_move)
        live.play(window.game.legal()[0])
        live.clocks.flag, live.clocks.flag_at = 0, live.path
        played = live.path
    (path,) = files(tmp_path)
    before = last_games.read(path).kept
    assert before.levels == ("Expert", "") and before.given == 3
    assert (before.time_up, before.flag_at) == (0, played)
    assert before.game.date[:4].isdigit()
    content = json.loads(path.read_text())
    path.write_text(json.dumps({**content, "levels": ["A former level", ""]}))
    with Driver(tmp_path) as window:
        assert "Ctrl+G" not in window.shown("status").detail  # it cannot go on
        window.key("ctrl+g")
        assert "No other game" in window.state.toast and not window.state.live.path
        window.drop(path)
        assert window.state.live.ended and not window.state.toast
        window.keys("ctrl+m", *"so", "return")
    kept = last_games.read(path).kept
    assert kept.game.comments == ((played, "so"),) and kept.game.date == before.game.date
    assert (kept.given, kept.time_up, kept.flag_at) == (3, 0, played)
    assert kept.levels == ("A former level", "")


def test_files_of_before_are_read(tmp_path):
    game = AnnotatedGame(lines=((37, 43),))
    path = tmp_path / "2025-03-04_05-06-07_ab.othello"
    more = {"players": [HUMAN, "engine:level=4"], "at": "f5"}
    path.write_text(annotated.text_of(annotated.content_of(game) | more))
    kept = last_games.read(path).kept
    assert kept.levels == ("", "Casual") and kept.game.date == "2025.03.04_05:06:07"
    assert (kept.at, kept.given, kept.time_up, kept.played_here) == ((37,), 0, None, False)
    for wrong in ({"time_up": {"side": "red", "at": ""}}, {"time_up": {}}, {"at": "f9"}):
        path.write_text(annotated.text_of(annotated.content_of(game) | more | wrong))
        with pytest.raises(ValueError, match=path.name):
            last_games.read(path)


def lengths(tmp_path):
    return sorted(last_games.read(path).moves for path in files(tmp_path))


def test_each_game_has_a_file_of_its_own(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        play(window, "f5")
        window.until(lambda: lengths(tmp_path) == [1])
        window.key("ctrl+n")
        play(window, "c4e3f6")
        window.until(lambda: lengths(tmp_path) == [1, 3])
        window.keys("ctrl+n", "ctrl+z", *["ctrl+z"] * 4)  # the first one again
        play(window, "d6c3d3c4")
    first, second = lengths(tmp_path)
    assert first in (1, 2, 3) and second == 5  # the other one as it was when it was written last


def test_two_windows_that_go_on_with_one_game_keep_both(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        play(window, "f5")
        window.until(lambda: lengths(tmp_path) == [1])
        other = last_games.Autosave(tmp_path / FOLDER)
        live = LiveGame(TWO_PEOPLE)
        last = other.latest()
        live.start(last.game())
        other.goes_on(live, last)
        play(window, "d6c3")
        window.until(lambda: lengths(tmp_path) == [3])
        live.play(notation.parse_square("f6"))
        other.close(live)
        assert lengths(tmp_path) == [2, 3]
        play(window, "d3")
        live.play(notation.parse_square("e6"))
        other.close(live)
    assert lengths(tmp_path) == [3, 4]


def test_a_game_that_was_only_looked_at_is_not_kept(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        window.state.clipboard.put("f5d6c3")
        window.keys("ctrl+v", "left", "left", "up")
    assert files(tmp_path) == []
    with Driver(None, sides=TWO_PEOPLE) as window:  # a picture is made so
        play(window, "f5")
    assert files(tmp_path) == []


@pytest.mark.parametrize("content", ["", "{}", "[" * 99999, '{"format": "othello game"}'])
def test_what_is_no_game_is_passed_over(tmp_path, content):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        play(window, "f5d6")
    (good,) = files(tmp_path)
    bad = good.with_name("later.othello")
    bad.write_text(content)
    os.utime(bad, (time.time() + 60, time.time() + 60))
    assert last_games.Autosave(good.parent).latest().path == good
    good.unlink()
    assert last_games.Autosave(good.parent).latest() is None


def test_only_so_many_games_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(last_games, "MOST_FILES", 3)
    for _ in range(5):
        with Driver(tmp_path, sides=TWO_PEOPLE) as window:
            play(window, "f5")
    assert len(files(tmp_path)) == 3


def test_a_folder_that_takes_no_game_is_said(tmp_path):
    (tmp_path / FOLDER).write_text("in the way")
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        play(window, "f5")
        window.until(lambda: "Can't autosave" in window.state.toast)
        assert window.game.moves
        (tmp_path / FOLDER).unlink()  # as a full disk is free again: without a further move
        window.until(lambda: files(tmp_path))
        window.state.toast_until = math.inf
        window.until(lambda: not window.state.toast)
    assert lengths(tmp_path) == [1]


def test_a_game_that_could_not_be_kept_is_kept_with_the_next_one(tmp_path):
    (tmp_path / FOLDER).write_text("in the way")
    keeper, live = last_games.Autosave(tmp_path / FOLDER), LiveGame(TWO_PEOPLE)
    live.play(notation.parse_square("f5"))
    keeper.flush(live)
    assert keeper.take_fault()
    live.start(Game())
    (tmp_path / FOLDER).unlink()
    keeper.close(live)
    assert lengths(tmp_path) == [1] and not keeper.take_fault()


def test_a_kept_game_is_opened_like_any_other(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        play(window, "f5d6c3")
    (path,) = files(tmp_path)
    with Driver(None) as window:
        open_file(window.state, path)
        assert window.game == Game.from_transcript("f5d6c3")


def test_a_kill_loses_no_move(tmp_path):
    program = f"""
from pathlib import Path
from window_driver import TWO_PEOPLE, Driver
with Driver(Path({str(tmp_path)!r}), sides=TWO_PEOPLE) as window:
    window.keys("f", "5", "d", "6")
    window.until(lambda: len(window.game.moves) == 2)
    print("played", flush=True)
    while True:
        window.frame()
"""
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    with subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[3],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout.readline() == "played\n"
            until(lambda: any(last_games.read(path).moves == 2 for path in files(tmp_path)))
        finally:
            process.send_signal(signal.SIGKILL)
    with Driver(tmp_path) as window:
        window.key("ctrl+g")
        assert window.game.transcript() == "f5d6" and window.state.live.sides[0] == HUMAN


@pytest.mark.parametrize("opening", ["ctrl+k", "s", "ctrl+s", "?", "ctrl+l"])
def test_the_window_is_quit_by_its_key_whatever_is_open(tmp_path, opening):
    with Driver(tmp_path) as window:
        window.key(opening)
        assert window.state.overlay is not None
        window.key("ctrl+q")
        assert window.state.quit
