"""Whole games through real events, in the real window without a screen."""

import numpy as np
import pygame
import pytest
from window_driver import GAME, TWO_PEOPLE, Driver

from othello.game import Game
from othello.position import START
from players.levels import LEVELS
from players.window.drawing.layout import arrange, cell_of
from players.window.drawing.scene import HelpScene
from players.window.events import run_command
from players.window.explaining import glance
from players.window.game.clocks import BLACK, HUMAN, WHITE
from players.window.panels.settings import setting_text
from players.window.settings import load_settings
from players.window.thinking.engine_thread import MoveRequest

SPECS = [level.spec for level in LEVELS]


def test_a_whole_game_is_played_with_the_mouse(window):
    while not window.state.live.ended:
        before = window.game.copy()
        window.click_square(window.game.legal()[-1])
        assert window.game.moves[: len(before.moves)] == before.moves
        assert len(window.game.moves) > len(before.moves)
        window.my_turn()
    assert window.game.result() is not None
    assert window.engine.asked == window.engine.answered
    assert "win" in window.shown("status").headline or "draw" in window.shown("status").headline


def test_a_square_is_played_by_its_name_and_by_the_cursor(window):
    window.keys("f", "5")
    assert window.game.moves[0] == 37
    window.my_turn()
    window.keys("tab", "tab", "return")
    assert len(window.game.moves) == 3


@pytest.mark.parametrize(
    "key, held", [(pygame.K_LEFTPAREN, pygame.KMOD_LSHIFT), (pygame.K_KP5, pygame.KMOD_NUM)]
)
def test_a_square_is_typed_with_the_digits_of_any_keyboard(window, key, held):
    window.key("f")
    window.post(pygame.KEYDOWN, key=key, mod=held, unicode="5")
    assert window.game.moves == (37,)


def test_text_is_larger_where_plus_stands_above_the_equals_sign(window):
    window.key("ctrl+shift+=")
    assert window.state.settings.zoom == 1.1


def test_what_altgr_and_input_methods_type_is_typed_once(window):
    alt_gr = pygame.KMOD_LCTRL | pygame.KMOD_RALT  # as Windows has it
    window.post(pygame.KEYDOWN, key=pygame.K_u, mod=0, unicode="u")
    window.post(pygame.TEXTINPUT, text="u")
    assert window.state.overlay.query == ""
    window.post(pygame.KEYDOWN, key=pygame.K_q, mod=alt_gr, unicode="@")
    for text in "@\N{HIRAGANA LETTER A}":
        window.post(pygame.TEXTINPUT, text=text)
    assert window.state.overlay.query == "@\N{HIRAGANA LETTER A}" and not window.state.quit


@pytest.mark.parametrize("keys", [("escape",), ("f", "5")])
def test_a_search_for_a_balanced_opening_is_given_up(window, keys):
    window.engine.free.clear()
    window.keys("n", "down", "down", "return")
    window.keys(*keys)
    assert window.state.analysis.balanced is None
    assert len(window.game.moves) == len(keys) - 1


def test_a_wheel_that_goes_sideways_changes_nothing(window):
    window.keys("f", "5")
    window.my_turn()
    window.key("backspace")
    window.post(pygame.MOUSEWHEEL, x=1, y=0)
    window.keys("d", "3")
    assert not window.state.live.on_side_line  # it takes the place of what was taken back


def test_engine_against_human_black(tmp_path):
    with Driver(tmp_path, sides=(None, HUMAN)) as window:
        window.my_turn()
        assert len(window.game.moves) == 1
        assert window.state.live.sides[1] == HUMAN


def test_undo_and_redo_go_anywhere_and_the_engine_keeps_still(tmp_path):
    with Driver(tmp_path, position=GAME, sides=TWO_PEOPLE) as window:
        full = window.game.copy()
        window.key("left")
        assert window.game.undone == full.moves[-1:]
        window.key("home")
        assert window.game.position == START
        window.keys("right", "right", "page down")
        assert window.state.live.step == 12
        window.key("end")
        assert window.game == full
        window.state.live.sides = [HUMAN, SPECS[3]]
        window.key("home")
        window.key("right")
        assert window.state.live.browsing
        window.frames(10)
        assert window.game.moves == full.moves[:1] and window.game.undone == full.moves[1:]
        window.key("space")
        window.until(lambda: len(window.game.moves) == 2 and not window.game.undone)


def test_a_click_on_the_list_and_on_the_graph_goes_there(tmp_path):
    with Driver(tmp_path, position=GAME, sides=TWO_PEOPLE) as window:
        live = window.state.live
        window.key("home")
        window.click(window.place_of("moves", live.line[:7]).centre)
        assert live.step == 7
        window.click(window.place_of("graph", 33).centre)
        assert live.step == 33
        window.hover((2, 2))
        window.wheel(1)
        assert live.step == 32


def thinking(window):
    """Let the engine think about a move that it will not give by itself."""
    window.engine.free.clear()
    asked = len(window.engine.asked)
    window.click_square(window.game.legal()[0])
    window.until(lambda: len(window.engine.asked) > asked)
    assert window.state.live.engine_to_move


@pytest.mark.parametrize(
    "interruption", ["ctrl+n", "backspace", "x", "home", "space", "ctrl+v", "ctrl+e"]
)
def test_an_answer_to_a_position_that_is_gone_is_dropped(window, interruption):
    thinking(window)
    old = window.engine.asked[-1]
    if interruption == "ctrl+v":
        window.state.clipboard.put("f5f6e6f4")
    window.key(interruption)
    shown = window.game.position
    if interruption != "space":
        window.until(lambda: old in window.engine.answered)
    window.state.live.sides = [HUMAN, HUMAN]
    window.engine.free.set()
    window.frames(20)
    assert window.game.position == shown
    replayed = Game(window.game.positions[0], black_to_move=True)
    replayed.play_all(window.game.moves)
    assert replayed.position == shown


def test_a_new_game_while_the_engine_thinks_stops_it_at_once(window):
    thinking(window)
    window.key("ctrl+n")
    window.until(lambda: window.engine.stopped == 1)
    assert window.game.position == START
    window.engine.free.set()
    window.my_turn()
    assert window.game.position == START


def test_the_level_changes_in_the_middle_of_a_game(window):
    window.keys("f", "5")
    window.my_turn()
    window.keys("l", "end", "return")
    assert window.state.live.sides[1] == SPECS[-1]
    window.click_square(window.game.legal()[0])
    window.my_turn()
    window.keys("-", "-")
    assert window.state.live.sides[1] == SPECS[-3]
    assert window.state.settings.level == LEVELS[-3].name


@pytest.mark.parametrize(
    "spec, place", [("engine:level=13,threads=2", 12), ("engine:depth=3", 3), ("nobody", 3)]
)
def test_the_next_level_is_that_above_the_engines_own(window, spec, place):
    window.state.change(level=LEVELS[3].name)
    for key, by in (("+", 1), ("-", -1)):
        window.state.live.sides[1] = spec
        window.key(key)
        assert window.state.live.sides[1] == SPECS[place + by]
        window.state.change(level=LEVELS[3].name)


def test_leaving_full_screen_brings_the_windows_size_back(tmp_path):
    with Driver(tmp_path, size=None) as window:
        pygame.display.set_mode((900, 650), pygame.RESIZABLE)
        window.keys("f11", "f11")
        assert window.app.screen.get_size() == (900, 650)
        window.key("f11")
    kept = load_settings(tmp_path / "window.json")
    assert (kept.width, kept.height) == (900, 650)


def test_the_level_is_changed_where_a_game_is_begun(window):
    window.key("n")
    assert window.state.overlay.hint.startswith("The engine is Casual")
    window.keys("end", "return")
    assert window.state.overlay.title == "Level"
    window.keys("home", "return")
    assert window.state.overlay.title == "New game"
    assert window.state.overlay.hint.startswith("The engine is First steps")
    window.keys("home", "down", "return")
    assert window.state.live.sides == [LEVELS[0].spec, HUMAN]


def test_sides_change_in_the_middle_of_a_game(window):
    window.keys("f", "5")
    window.my_turn()
    window.key("x")
    window.until(lambda: len(window.game.moves) >= 3)
    assert window.state.live.sides[1] == HUMAN


def test_two_engines_play_pause_and_go_on(tmp_path):
    with Driver(tmp_path, sides=("child", "club")) as window:
        window.until(lambda: len(window.game.moves) >= 4)
        window.key("space")
        moves = window.game.moves
        window.frames(20)
        assert window.game.moves == moves and window.state.live.paused
        window.key("space")
        window.until(lambda: len(window.game.moves) > len(moves))


def test_back_to_the_game_in_the_game_lets_the_engine_think(window):
    thinking(window)
    run_command(window.state, "to_the_game")
    assert window.state.live.engine_to_move and "main line" in window.state.toast
    window.engine.free.set()
    window.my_turn()
    assert len(window.game.moves) == 2


def test_move_now_takes_what_the_engine_has(window):
    thinking(window)
    window.key("m")
    window.my_turn()
    assert len(window.game.moves) == 2


def test_a_balanced_opening_is_found_by_the_engine(window):
    window.keys("n", "down", "down", "return")
    window.until(lambda: window.game.moves == (37, 43, 18, 19))
    assert window.state.live.sides[0] == HUMAN


def test_values_hint_and_review_come_to_the_board(window):
    window.key("v")
    window.until(lambda: window.app.scene().board.marks)
    marks = window.app.scene().board.marks
    assert {mark.square for mark in marks} == set(window.game.legal())
    assert min(marks, key=lambda mark: mark.rating).text == "+1.3"
    window.key("t")
    assert window.app.scene().board.hint == 19
    window.keys("v", "f", "5")
    window.my_turn()
    window.key("r")
    window.until(lambda: all(cell.rating is not None for cell in window.shown("moves").cells))
    assert any(point.value is not None for point in window.shown("graph").points[:2])


def test_insight_tells_of_every_feature(window):
    window.keys("i", "i")
    insight = window.shown("features")
    assert [feature.name for feature in insight.features][:2] == ["Edges", "Mobility"]
    assert insight.note.startswith("Black's chance ") and "expected: " in insight.note


def test_a_hovered_move_shows_what_it_turns(window):
    window.hover(cell_of(window.app.layout, 37).centre)
    assert window.app.scene().board.preview == 1 << 36
    window.hover(cell_of(window.app.layout, 0).centre)
    assert window.app.scene().board.preview == 0


def test_an_engine_that_fails_is_said_and_asked_no_more(window, monkeypatch):
    def fail(*arguments):
        raise ValueError("out of order")

    monkeypatch.setattr(window.engine, "choose", fail)
    window.keys("f", "5")
    window.until(lambda: "out of order" in window.state.toast)
    assert window.state.live.paused


def test_a_player_that_is_unknown_ends_the_window_with_a_line(tmp_path, capsys):
    with pytest.raises(AssertionError), Driver(tmp_path, sides=("nobody", None)):
        pass
    driver = Driver(tmp_path, sides=("nobody", None))
    assert driver.app.run() == 2
    assert capsys.readouterr().err == "python -m othello: unknown player 'nobody'\n"


def test_a_clock_runs_down_and_ends_the_game(window):
    window.state.live.set_clock(0.0005)
    window.keys("f", "5")
    window.engine.free.clear()
    window.until(lambda: window.state.live.clocks.flag is not None)
    assert "on time" in window.shown("status").headline
    assert window.shown("players")[0].clock


def test_a_wish_for_a_move_carries_the_clocks_share(window):
    window.state.live.set_clock(1)
    thinking(window)
    request = window.app.engine_thread.request
    assert isinstance(request, MoveRequest)
    assert 1 < request.allowed.seconds <= 60 / 29 < 50 < request.allowed.clock.seconds < 60


def test_a_pass_is_said(tmp_path):
    board = "OX" + "-" * 62 + "X"
    with Driver(tmp_path, position=board, sides=TWO_PEOPLE) as window:
        assert "passed" in window.shown("status").detail
        assert np.uint64(window.app.scene().board.legal) == 1 << 2


def test_what_changes_is_sent_to_the_screen(window, monkeypatch):
    """A picture kept up to date part by part is the picture painted anew."""
    window.frame()
    kept = window.app.screen.copy()
    monkeypatch.setattr(pygame.display, "flip", lambda: kept.blit(window.app.screen, (0, 0)))

    def send(places):
        for place in places:
            kept.blit(window.app.screen, place, place)

    monkeypatch.setattr(pygame.display, "update", send)
    for key in (*"vf5", "tab", *"tri", "home", "end", "ctrl+e", "t", "escape", "x", "?"):
        window.key(key)
        window.frames(3)
        same = pygame.image.tobytes(kept, "RGB") == pygame.image.tobytes(window.app.screen, "RGB")
        assert same, key


def test_a_game_that_was_only_opened_is_nobodys_victory(tmp_path):
    with Driver(tmp_path, position=GAME, sides=(HUMAN, SPECS[3])) as window:
        assert window.state.live.ended
        headline = window.shown("status").headline
        assert "wins" in headline and "You" not in headline
        window.keys("left", "left")
        window.until(lambda: window.state.live.human_to_move)
        while not window.state.live.ended:
            window.click_square(window.game.legal()[0])
        headline = window.shown("status").headline
        side = BLACK if window.game.result() > 0 else WHITE
        assert headline.startswith("You win" if window.state.live.sides[side] == HUMAN else "White")


def test_no_specification_stands_where_a_player_is_chosen(tmp_path):
    with Driver(tmp_path, sides=(HUMAN, "alphabeta:depth=3,evaluator=mobility")) as window:
        for key in ("p", "l", "n"):
            window.key(key)
            rows = window.app.scene().overlay.rows
            assert not any(sign in f"{row.label} {row.detail}" for _, row in rows for sign in ":=")
            window.key("escape")
        assert window.shown("players")[1].name == "Alphabeta, depth 3, evaluator mobility"


def test_a_hint_has_one_name(window):
    window.key("?")
    words = [line for column in window.app.scene().overlay.columns for _, line in column]
    assert any(word.startswith("Hint") for word in words)
    window.keys("escape", "ctrl+k")
    assert not any("tip" in row.label.lower().split() for row in window.state.overlay.rows)
    window.key("escape")
    assert "hint" in window.shown("best_line").line


def test_a_clock_of_one_minute_is_said_as_people_say_it():
    assert setting_text("clock_minutes", 1) == "1 minute"
    assert setting_text("clock_minutes", 5) == "5 minutes"


def test_a_glance_is_said_in_words():
    assert glance(0.49, 1) == "Black's chance 49 %, expected: black by 1 disc"
    assert glance(0.3, -5) == "Black's chance 30 %, expected: white by 5 discs"
    assert glance(0.5, 0).endswith("expected: a draw")


def test_the_board_is_turned_and_mirrored_and_the_moves_keep_their_names(window, tmp_path):
    window.keys("j", "y")
    assert (window.state.settings.turned, window.state.settings.mirrored) == (90, True)
    layout = window.app.layout
    assert cell_of(layout, 37) != cell_of(arrange(1160, 740), 37)
    window.hover(cell_of(layout, 37).centre)
    assert window.app.scene().board.hover == 37
    window.click_square(37)
    assert window.game.moves[0] == 37
    window.my_turn()
    assert window.shown("moves").cells[0].name == "f5"
    window.keys("shift+right", "shift+right")
    before = window.state.cursor
    window.key("shift+down")
    now, then = (cell_of(window.app.layout, square) for square in (window.state.cursor, before))
    assert (now.x, now.y) == (then.x, then.y + then.height)
    kept = load_settings(tmp_path / "window.json")
    assert (kept.turned, kept.mirrored) == (90, True)


def test_the_first_start_says_what_one_has_to_know(tmp_path):
    with Driver(tmp_path, first_start=True) as window:
        shown = window.app.scene().overlay
        assert isinstance(shown, HelpScene) and len(shown.columns) == 1
        assert len(shown.columns[0]) == 5 and shown.below == 0
        window.key("escape")
        assert window.app.scene().overlay is None
        window.click_square(37)
        assert window.game.moves[0] == 37
    with Driver(tmp_path, first_start=True) as window:  # there are settings now
        assert window.app.scene().overlay is None
    (tmp_path / "window.json").unlink()
    with Driver(tmp_path, first_start=True, position="f5d6") as window:
        assert window.app.scene().overlay is None


def press_button(window, name):
    (place,) = (place for known, place in window.app.layout.buttons if known == name)
    window.click(place.centre)


def test_the_buttons_undo_and_redo_a_move_with_its_reply_and_keys_a_ply(window):
    window.click_square(37)
    window.my_turn()
    window.click_square(window.game.legal()[0])
    window.my_turn()
    full = window.game.moves
    press_button(window, "undo_turn")
    assert window.game.moves == full[:2] and window.state.live.human_to_move
    window.key("ctrl+z")
    assert window.game.moves == full[:1]  # the engine's reply alone
    headline, told, _button = window.shown("status")
    assert headline.endswith(" waits") and "Redo" in told and not window.shown("board").legal
    window.click_square(window.game.legal()[0])
    assert window.game.moves == full[:1]
    press_button(window, "undo_turn")
    assert window.game.moves == ()
    press_button(window, "redo_turn")
    assert window.game.moves == full[:2]
    window.key("ctrl+y")
    assert window.game.moves == full[:3]
    press_button(window, "redo_turn")
    assert window.game.moves == full
    window.key("ctrl+n")
    press_button(window, "undo_turn")
    assert window.game.moves == full


def test_a_move_that_was_not_answered_is_undone_and_answered_when_it_is_done_again(window):
    window.engine.free.clear()
    window.click_square(37)
    press_button(window, "undo_turn")
    assert window.game.moves == () and window.state.live.human_to_move
    window.engine.free.set()
    press_button(window, "redo_turn")
    window.until(lambda: len(window.game.moves) == 2)


def test_the_undo_button_leaves_an_engines_first_move_unless_there_was_a_game_before(tmp_path):
    with Driver(tmp_path, sides=(None, HUMAN)) as window:
        window.my_turn()
        first = window.game.moves
        press_button(window, "undo_turn")
        assert window.game.moves == first and "nothing to undo" in window.state.toast
        window.click_square(window.game.legal()[0])
        window.my_turn()
        full = window.game.moves
        window.key("ctrl+n")
        window.my_turn()
        press_button(window, "undo_turn")
        assert window.game.moves == full


def test_the_menu_stands_in_groups_and_its_scroll_bar_is_drawn(tmp_path):
    with Driver(tmp_path) as window:
        window.key("ctrl+k")
        menu = window.state.overlay
        headings = [row.label for row in menu.rows if row.heading]
        assert headings[:2] == ["Play", "Go through the game"] and menu.selected_row.value
        for key in ("up", "down", "page down", "end", "home"):
            window.key(key)
            assert not menu.selected_row.heading
        shown = window.app.scene().overlay
        window.click((shown.track.centre[0], shown.track.bottom - 1))
        shown = window.app.scene().overlay
        assert shown.below == 0 and shown.above > 0 and window.state.overlay is menu
        window.drag_to((shown.track.centre[0], shown.track.y))
        assert window.app.scene().overlay.above == 0
        window.keys(*"theme")
        assert not any(row.heading for row in menu.rows)
        assert window.app.scene().overlay.track.width == 0
        window.click(window.app.scene().overlay.close.centre)
        assert window.state.overlay is None


def test_the_mouse_that_rests_on_a_button_is_told_what_it_does(tmp_path):
    with Driver(tmp_path) as window:
        now = [1000.0]
        window.state.read_clock = lambda: now[0]
        window.hover(window.place_of("command", "values").centre)
        assert window.app.scene().tip is None
        now[0] += 1
        assert window.app.scene().tip.text == "Value of every move   V"
        window.click(window.place_of("command", "values").centre)
        assert window.app.scene().tip is None
