"""Saved games: written as they change, offered at the next start, not lost by a kill."""

import math
import os
import sys
import time
from pathlib import Path

import programs
import pytest
from patience import until
from window_driver import GAME, TWO_PEOPLE, Driver

from othello.formats.entry import Entry
from othello.game_tree import GameTree
from players.window.game import autosave, saved_games
from players.window.game.clocks import HUMAN, TIME, Ending
from players.window.game.judgements import judged_line
from players.window.game.saved_games import FOLDER, SavedGame


def play(window, moves):
    for name in (moves[place : place + 2] for place in range(0, len(moves), 2)):
        window.keys(*name)
        window.my_turn()


def files(tmp_path):
    return sorted((tmp_path / FOLDER).glob("*.othello"))


def moves_in(path):
    """The number of moves of a saved game."""
    return len(saved_games.read(path).entry.moves)


def test_a_game_with_its_lines_comments_and_review_is_gone_on_with(tmp_path):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        play(window, "f5d6c3d3")
        window.keys("left", "left", "c", "5")
        window.keys("ctrl+m", *"why not", "return")
        window.review()
        live = window.state.live
        before = live.tree.lines(), live.tree.comments(), live.path
        judged = judged_line(live.steps, live.best_values)
    with Driver(tmp_path) as window:
        state, live = window.state, window.state.live
        assert state.files.offered is not None
        assert live.tree.replies == ()  # it is offered, not opened
        window.key("ctrl+g")
        assert (live.tree.lines(), live.tree.comments(), live.path) == before
        assert live.sides == list(TWO_PEOPLE)
        assert judged_line(live.steps, live.best_values) == judged
        assert state.analysis.review
        window.keys("f", "4")
    (path,) = files(tmp_path)  # the same game in the same file
    assert len(saved_games.read(path).at) == len(before[2]) + 1


@pytest.mark.parametrize("how", ["ctrl+g", "drop"])
def test_undone_change_leaves_the_saved_game(tmp_path, how):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        play(window, "f5d6c3d3c4")
    (path,) = files(tmp_path)
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        window.drop(path) if how == "drop" else window.key(how)
        window.keys("home", "right", "right", "delete")
        window.until(lambda: lengths(tmp_path) == [1])
        window.key("ctrl+z")
    assert files(tmp_path) == [path] and lengths(tmp_path) == [5]


def test_saved_game_keeps_level_date_and_flag(tmp_path):
    path, line = tmp_path / FOLDER / "a.othello", (37, 43, 18)
    entry = Entry(tree=GameTree().with_line(line), date="2026.01.02")
    sides, levels = ("engine:level=12", HUMAN), ("A former level", "")
    before = SavedGame(entry, sides, line, True, levels, given=2, ending=Ending(TIME, 0, line))
    assert before._replace(at=line[:1]).ended
    path.parent.mkdir()
    path.write_text(saved_games.text_of(before))
    with Driver(tmp_path) as window:
        assert window.state.files.offered is None  # it cannot go on
        window.drop(path)
        assert window.state.live.ended and not window.state.ui.toast
        window.keys("ctrl+m", *"so", "return")
    kept = saved_games.read(path)
    assert kept.entry.tree.comments() == ((line, "so"),) and kept.entry.date == entry.date
    assert kept._replace(entry=entry, path=None) == before


@pytest.mark.parametrize(
    ("keys", "assisted"),
    [
        ((), False),
        (("left", "right", "ctrl+z", "ctrl+y"), False),
        (("t",), True),
        (("v", "v"), True),
        (("home", "d", "3"), True),
        (("delete",), True),
        (("l", "home", "return"), True),
    ],
)
def test_help_in_a_game_is_kept_with_it(tmp_path, keys, assisted):
    with Driver(tmp_path, sides=("human", "expert")) as window:
        play(window, "f5")
        window.until(lambda: files(tmp_path))
        window.keys(*keys)
        window.frame()
    (path,) = files(tmp_path)
    assert saved_games.read(path).assisted == assisted


def test_a_level_chosen_after_the_end_is_not_that_of_the_game(tmp_path):
    with Driver(tmp_path, sides=("human", "expert"), position=GAME[:-2]) as window:
        live, sides = window.state.live, list(window.state.live.sides)
        window.until(lambda: live.ended and files(tmp_path))
        live.sides = list(TWO_PEOPLE)
        live.set_comment(live.path, "over")
    (path,) = files(tmp_path)
    kept = saved_games.read(path)
    assert (list(kept.sides), kept.assisted) == (sides, False) and kept.entry.tree.comments()
    assert kept.levels == ("", "Expert") and kept.given == len(GAME) // 2 - 1


def lengths(tmp_path):
    return sorted(moves_in(path) for path in files(tmp_path))


def test_each_game_has_a_file_of_its_own_and_is_resumed_with_its_engine(tmp_path):
    with Driver(tmp_path, sides=("human", "expert")) as window:
        live, sides = window.state.live, list(window.state.live.sides)
        play(window, "f5")
        window.until(lambda: lengths(tmp_path) == [2])
        window.state.new_game(TWO_PEOPLE)
        play(window, "c4e3f6")
        window.until(lambda: lengths(tmp_path) == [2, 3])
        window.key("ctrl+g")  # the first one again
        assert live.sides == sides
        window.click_square(window.game.legal()[0])
        window.my_turn()
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
def test_non_game_content_is_skipped(tmp_path, content):
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        play(window, "f5d6")
    (good,) = files(tmp_path)
    bad = good.with_name("later.othello")
    bad.write_text(content)
    os.utime(bad, (time.time() + 60, time.time() + 60))
    assert autosave.Autosave(good.parent).latest().path == good
    good.unlink()
    assert autosave.Autosave(good.parent).latest() is None


def test_unwritable_folder_is_reported(tmp_path):
    (tmp_path / FOLDER).write_text("in the way")
    with Driver(tmp_path, sides=TWO_PEOPLE) as window:
        play(window, "f5")
        window.until(lambda: window.state.files.autosave.fault)
        assert window.game.moves
        (tmp_path / FOLDER).unlink()  # as a full disk is free again: without a further move
        window.until(lambda: files(tmp_path))
        window.state.ui.toast_until = math.inf
        window.until(lambda: not window.state.ui.toast)
    assert lengths(tmp_path) == [1]


def test_a_kill_loses_no_move_and_no_clock(tmp_path):
    program = f"""
from pathlib import Path
from players.window.game.clocks import Clocks
from window_driver import GAME, TWO_PEOPLE, Driver
with Driver(Path({str(tmp_path)!r}), sides=TWO_PEOPLE) as window:
    window.state.live.clocks = Clocks(60)
    window.state.live.clocks.charge(0, 1800.0)
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
    line = [sys.executable, "-c", program]
    with programs.Program(line, environment, cwd=Path(__file__).parents[3]) as process:
        assert process.stdout.readline() == "played\n", process.end()
        until(lambda: any(moves_in(path) == 2 for path in files(tmp_path)))
        process.kill()
    with Driver(tmp_path) as window:
        window.key("ctrl+g")
        assert window.game.transcript() == "f5d6" and window.state.live.sides[0] == HUMAN
        black, white = (window.state.live.clocks.left(side, window.state.now) for side in (0, 1))
        assert 900 < black < 1800 < 2700 < white <= 3600


def test_quit_key_works_over_every_overlay(window):
    for opening in ("ctrl+k", "s", "ctrl+s", "?", "ctrl+o"):
        window.state.ui.quit = False
        window.key(opening)
        assert window.state.ui.dialog is not None
        window.key("ctrl+q")
        assert window.state.ui.quit
        window.key("escape")
