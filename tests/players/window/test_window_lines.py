"""Side lines, comments and undo through real events."""

import pygame
import pytest
from window_driver import GGF, TWO_PEOPLE, Driver, inside, key_event

from othello.notation import parse_transcript, transcript_text
from players.window.panels.moves import Remark, TableCell

LINE = "f5d6c3d3c4"
MOVES = tuple(parse_transcript(LINE))
SIZES = [(420, 780), (640, 480), (900, 620), (1160, 740), (1920, 1080)]


LAUNCH = {"position": LINE, "sides": TWO_PEOPLE}


def lines(window):
    """All lines of the game, as transcripts."""
    return [*map(transcript_text, window.state.live.tree.lines())]


def play(window, *names):
    """Play squares by their names, with the keys."""
    for name in names:
        window.keys(*name)


def branched(window):
    """Two moves tried in place of c3; the window stands at the end of the second."""
    window.keys("left", "left", "left")
    play(window, "c5")
    window.key("left")
    play(window, "c4", "d3")


def test_a_move_in_the_middle_keeps_what_followed(window):
    window.keys("home", "right", "right")
    play(window, "c5")
    assert lines(window) == [LINE, "f5d6c5"]
    assert window.state.live.path == (37, 43, 34)
    window.key("left")
    window.click_square(18)  # the move that was played there before: no line is made
    assert lines(window) == [LINE, "f5d6c5"]
    assert window.state.live.line == MOVES and window.state.live.step == 3
    window.key("end")
    assert window.game.transcript() == LINE


def test_a_side_line_is_promoted_and_deleted_and_a_deletion_undone(window):
    branched(window)
    window.key("ctrl+up")
    assert lines(window) == ["f5d6c4d3", LINE, "f5d6c5"]
    window.keys("left", "delete")
    assert lines(window) == [LINE, "f5d6c5"]
    assert window.game.transcript() == "f5d6"
    window.key("ctrl+z")
    assert lines(window) == ["f5d6c4d3", LINE, "f5d6c5"]
    assert window.state.live.path == (37, 43, 26)


def remarks(window):
    return [line for line in window.shown("moves") if isinstance(line, Remark)]


def test_a_comment_is_written_shown_and_deleted(window):
    window.keys("ctrl+m", *"why")
    window.state.ui.dialog.type(" not c5?")
    window.key("return")
    live = window.state.live
    assert live.comment == "why not c5?"
    assert any("c5?" in remark.text for remark in remarks(window))
    window.key("ctrl+m")
    assert window.state.ui.dialog.field.text == live.comment
    window.enter("")
    assert live.comment == "" and not remarks(window)


def test_no_key_changes_the_game_below_the_editor_unseen(window):
    window.keys("left", "ctrl+e", "x")
    live = window.state.live
    before = live.step, list(live.sides), live.tree
    window.keys("home", "end", "left", "ctrl+z")
    assert (live.step, list(live.sides), live.tree) == before
    window.key("?")
    assert window.state.ui.dialog is not None and window.state.live.editor is not None


def test_stepping_back_requests_the_engine_move_again(tmp_path):
    """Back and forward within one frame must not leave an engine without a question."""
    with Driver(tmp_path) as window:
        window.state.live.read_clock = lambda: 0.0  # so that the engine's answer waits
        play(window, "f5")
        window.until(lambda: window.state.engine.waiting is not None)
        for key in ("left", "right"):
            pygame.event.post(key_event(key))
        window.frame()
        window.state.live.read_clock = lambda: 10.0
        window.until(lambda: len(window.game.moves) == 2)


def test_invalid_games_are_skipped_and_reported(window, tmp_path):
    path = tmp_path / "some.ggf"
    odd = GGF.replace("d3", "a1")
    path.write_text(f"{GGF}\n{odd}\n(;CO[a[b]];)\n{GGF}\n")
    window.drop(path)
    assert len(window.state.ui.dialog.rows) == 2
    assert "a1" in window.app.scene().dialog.hint
    window.key("escape")
    path.write_text(f"{GGF}\n{odd}\n")
    window.drop(path)
    assert window.game.transcript() == "d3c5f6" and window.state.ui.toast


def test_a_right_click_on_a_move_offers_what_can_be_done_with_it(window):
    branched(window)
    state, side = window.state, (37, 43, 26, 19)
    for path, offered in (
        (side[:1], ["comment", "delete"]),
        (side, ["comment", "delete", "promote"]),
    ):
        window.key("escape")
        window.click(window.place_of("moves", path).centre, button=3)
        assert state.live.path == path
        assert [row.value.name for row in state.ui.dialog.rows] == offered
    window.keys("down", "return")
    assert state.live.tree.node_at(side) is None and state.live.path == side[:-1]


@pytest.mark.parametrize("size", SIZES)
def test_the_current_move_is_in_sight_and_a_click_on_a_move_goes_there(tmp_path, size):
    with Driver(tmp_path, position=LINE, sides=TWO_PEOPLE, size=size) as window:
        branched(window)
        window.state.live.set_comment((37, 43, 34), "word " * 40)
        for path in (MOVES[:1], MOVES, (37, 43, 34), (37, 43, 26, 19)):
            window.state.live.go_to_path(path)
            window.frame()
            shown = [cell for cell in window.shown("moves") if isinstance(cell, TableCell)]
            (current,) = (cell for cell in shown if cell.current)
            assert current.number == len(path) and inside(current.place, window.app.layout.body)
            window.key("home")
            if (place := window.place_of("moves", path)) is not None:
                window.click(place.centre)
                assert window.state.live.path == path
