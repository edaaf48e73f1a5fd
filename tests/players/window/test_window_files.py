"""What goes in and out of the window: files, the clipboard, the editor, settings, pictures."""

import threading
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from patience import PATIENCE_SECONDS
from window_driver import GGF, TWO_PEOPLE, Driver

from players.levels import LEVELS
from players.window import timed_files
from players.window.dialogs import Chooser
from players.window.drawing.layout import cell_of
from players.window.game import autosave, import_export
from players.window.settings import CHOICES, Settings, load_settings

LINE = "f5d6c3d3c4f4f6"
LAUNCH = {"position": LINE, "sides": TWO_PEOPLE}


def test_moves_are_copied_and_pasted(window):
    window.key("ctrl+c")
    assert window.state.clipboard.get() == LINE
    window.paste("\ufefff5f6 e6 f4")
    assert window.game.transcript() == "f5f6e6f4"
    for text in ("https://example.org/?moves=F5D6C3&size=8", "f5, d6, c3, and then", "F5-D6-C3"):
        window.paste(f"I lost this: {text}")
        assert window.game.transcript() == "f5d6c3"


@pytest.mark.parametrize("text", ["", "nonsense", "f5a1", "(;GM[Chess];)"])
def test_invalid_paste_is_reported_in_one_line(window, text):
    window.paste(text)
    assert window.state.ui.toast and "\n" not in window.state.ui.toast
    assert window.game.transcript() == LINE


@pytest.mark.parametrize("name", ["game.ggf", "game.pgn", "game.txt"])
def test_a_game_is_saved_and_opened(window, tmp_path, name):
    window.key("ctrl+s")
    window.fill(tmp_path / name)
    window.frame()
    window.click(window.app.scene().dialog.accept.centre)
    assert window.state.ui.dialog is None, window.state.ui.dialog.error
    window.keys("ctrl+n", "ctrl+o", *"game.", "return")
    assert window.game.transcript() == LINE


def test_file_opens_from_typed_pasted_or_recent_path(window, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / "my games"
    folder.mkdir()
    path = folder / "one.ggf"
    path.write_text(GGF)
    for text in ("~/my games/one.ggf", "my games/one.ggf", "./my games/one.ggf", f'"{path}"'):
        window.state.files.folder = tmp_path
        window.key("ctrl+o")
        window.state.ui.dialog.type(text)
        window.key("return")
        assert window.game.transcript() == "d3c5f6", text
        window.keys("ctrl+z")
    assert load_settings(tmp_path / "window.json").recent == (str(path),)
    window.key("ctrl+o")
    window.choose("one.ggf")
    assert window.game.transcript() == "d3c5f6"
    path.unlink()
    window.key("ctrl+o")
    assert "one.ggf" not in [row.label for row in window.state.ui.dialog.rows]


def test_a_line_is_edited_at_its_caret(window):
    window.key("ctrl+m")
    field = window.state.ui.dialog.field
    window.keys(*"good move")
    window.keys("home", "delete", "G", "end", "left", "backspace", "V")
    assert (field.text, field.caret) == ("Good moVe", 8)
    window.state.clipboard.put("\n two\tlines\nof text")
    window.keys("end", "ctrl+v", "return")
    assert window.state.live.comment == "Good moVe twolines"


@pytest.mark.parametrize("name", ["", "/", "none/game.ggf"])
@pytest.mark.parametrize("keys", [["ctrl+s"], ["ctrl+shift+s", "return"]])
def test_write_error_is_reported(window, keys, name):
    window.keys(*keys)
    window.enter(name)
    assert window.state.ui.dialog.error or window.state.files.writer.working
    window.key("escape")
    assert window.state.ui.dialog is None


def test_a_dropped_file_with_games_offers_them(window, tmp_path):
    path = tmp_path / "two.ggf"
    path.write_text(f"{GGF}\n{GGF}\n")
    window.drop(path)
    assert [row.label for row in window.state.ui.dialog.rows] == [
        "1. Ann \N{EN DASH} Bert",
        "2. Ann \N{EN DASH} Bert",
    ]
    window.keys("down", "return")
    assert window.game.transcript() == "d3c5f6"
    assert window.shown("players")[0].name == "Ann"


def test_editor_sets_a_board_and_play_continues(window):
    window.keys("ctrl+e", "delete")
    board = window.state.live.editor.board
    window.drag(0, 1, 2)
    window.click_square(1, button=3)
    assert window.shown("board").black == 0b101  # the right button erases
    window.key("delete")
    assert window.state.live.editor.board == board
    window.click_square(0)
    window.click(window.place_of("editor", "o").centre)
    window.click_square(1)
    window.keys("t", "t", "return")
    assert window.state.live.editor is None
    assert (int(window.game.black), int(window.game.white)) == (1, 2)
    assert window.game.legal() == [2]


def test_drawing_begins_on_the_board(window):
    window.keys("ctrl+e", "delete")
    brush = window.place_of("editor", "o").centre
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=brush, button=1))
    window.drag_to(cell_of(window.app.layout, 0).centre)
    assert window.state.live.editor.board[:2] == (0, 0)


def test_the_editor_drops_its_board_or_an_unchanged_one_and_refuses_an_empty_one(window):
    for keys in (("i", "escape"), ("return",)):
        window.keys("ctrl+e", *keys)
        assert window.game.transcript() == LINE
    window.keys("ctrl+e", "delete", "return")
    assert window.state.live.editor is not None and window.state.ui.toast


GONE = {
    "saved": (import_export, "save_game", lambda window: window.keys("ctrl+s", "return")),
    "opened": (import_export, "_read_through", lambda window: window.drop(__file__)),
    "looked at": (import_export, "_folder_rows", lambda window: window.key("ctrl+o")),
    "settings": (timed_files, "replace_file", lambda window: window.key("v")),
    "kept": (autosave, "replace_file", lambda window: window.keys("f", "3")),
}
"""What asks a disk, and what a person does that asks it."""


@pytest.mark.parametrize("what", GONE)
def test_a_disk_that_never_answers_stops_neither_the_window_nor_its_end(
    tmp_path, monkeypatch, what
):
    (module, name, act), answer = GONE[what], threading.Event()
    monkeypatch.setenv("HOME", str(tmp_path))
    for limit in ("ANSWER_SECONDS", "WRITE_SECONDS"):
        monkeypatch.setattr(timed_files, limit, 0.1)
    with Driver(tmp_path, **LAUNCH) as window:
        window.state.files.folder = tmp_path
        monkeypatch.setattr(module, name, lambda *_, **options: answer.wait(PATIENCE_SECONDS))
        act(window)
        window.frame()
        dialog, toast = window.state.ui.dialog, window.state.ui.toast
        rows = [row.label for row in dialog.rows] if isinstance(dialog, Chooser) else []
        said = [toast, getattr(dialog, "error", ""), *rows]
        assert what == "kept" or any("not responding" in text for text in said), said
    answer.set()


def test_every_setting_turns_and_is_kept_between_two_starts(tmp_path):
    with Driver(tmp_path) as window:
        window.key("s")
        for _ in window.state.ui.dialog.rows:
            window.keys("return", "down")
        window.key("escape")
        kept = replace(window.state.settings, language="en")
        turned = [name for name in CHOICES if getattr(kept, name) != getattr(Settings(), name)]
        assert len(turned) == len(CHOICES)
    with Driver(tmp_path) as window:
        assert replace(window.state.settings, animation=kept.animation) == kept
        assert window.state.analysis.values == kept.values is True


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[1]",
        '{"theme": "pink", "zoom": true, "width": -5, "values": 3}',
        "\x00",
        '{"theme": [], "level": 5, "clock_minutes": {}}',
    ],
)
def test_settings_that_make_no_sense_are_left_out(tmp_path, text):
    path = tmp_path / "window.json"
    path.write_text(text)
    assert load_settings(path) == Settings()


def test_a_new_game_after_an_opened_one_has_the_players_of_before(tmp_path):
    (tmp_path / "game.ggf").write_text(GGF)
    with Driver(tmp_path, sides=("human", "expert")) as window:
        live = window.state.live
        sides = list(live.sides)
        window.drop(tmp_path / "game.ggf")
        window.drop(tmp_path / "game.ggf")
        assert live.sides == list(TWO_PEOPLE) and live.names == ["Ann", "Bert"]
        window.key("ctrl+n")
        assert live.sides == sides and live.names == ["", ""] and not live.tree.replies
    with Driver(tmp_path, game=tmp_path / "game.ggf") as window:
        window.key("ctrl+n")
        assert window.state.live.sides == ["human", LEVELS[3].spec]


def test_sgf_variations_become_side_lines(window, tmp_path):
    text = "(;GM[2]PB[Fran\xe7ois\0]PW[Bert];B[f5](;W[d6]C[usual])(;W[f4];B[a1]))"
    (tmp_path / "game.sgf").write_bytes(text.encode("latin-1"))
    window.drop(tmp_path / "game.sgf")
    live = window.state.live
    assert live.tree.lines() == ((37, 43), (37, 29)) and live.comment == "usual"
    assert window.state.ui.toast
    assert pygame.display.get_caption()[0].startswith("Fran\xe7ois \N{EN DASH} Bert")


def test_a_reviewed_game_is_saved_with_everything_under_the_names_of_its_players(window):
    window.state.live.names = ["Ann B.", "Bert/C"]
    window.key("ctrl+s")
    assert window.state.ui.dialog.field.text.endswith(".ggf")
    window.key("escape")
    window.review()
    window.key("ctrl+s")
    name = Path(window.state.ui.dialog.field.text).name
    assert name.startswith("Ann-B.-Bert-C-20") and name.endswith(".othello")


def test_a_hint_in_a_game_shows_its_line_and_a_sentence(tmp_path):
    with Driver(tmp_path, sides=("human", LEVELS[0].spec)) as window:
        window.key("t")
        window.until(lambda: window.shown("status").headline.startswith("Hint: "))
        assert window.state.calm and window.shown("status").detail
