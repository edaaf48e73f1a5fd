"""Whole games through real events, in the real window without a screen."""

import pygame
import pytest
from window_driver import GAME, TWO_PEOPLE, Driver

from othello.game import Game
from players.levels import LEVELS
from players.window.game import saved_games
from players.window.game.clocks import HUMAN, Clocks
from players.window.game.saved_games import FOLDER
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
    discs = window.game.result() // 2
    assert f"{32 + discs}–{32 - discs}" in window.shown("status").headline  # black's, the person's


@pytest.mark.parametrize(
    "key, held", [(pygame.K_LEFTPAREN, pygame.KMOD_LSHIFT), (pygame.K_KP5, pygame.KMOD_NUM)]
)
def test_a_square_is_typed_with_the_digits_of_any_keyboard(window, key, held):
    window.key("f")
    window.post(pygame.KEYDOWN, key=key, mod=held, unicode="5")
    assert window.game.moves == (37,)


def test_what_altgr_and_input_methods_type_is_typed_once(window):
    alt_gr = pygame.KMOD_LCTRL | pygame.KMOD_RALT  # as Windows has it
    window.post(pygame.KEYDOWN, key=pygame.K_l, mod=0, unicode="l")
    window.post(pygame.TEXTINPUT, text="l")
    assert window.state.ui.dialog.field.text == ""
    window.post(pygame.KEYDOWN, key=pygame.K_q, mod=alt_gr, unicode="@")
    for text in "@\N{HIRAGANA LETTER A}":
        window.post(pygame.TEXTINPUT, text=text)
    assert window.state.ui.dialog.field.text == "@\N{HIRAGANA LETTER A}"
    assert not window.state.ui.quit


def test_no_engine_moves_while_a_person_browses(tmp_path):
    with Driver(tmp_path, position=GAME, sides=(HUMAN, SPECS[3])) as window:
        full = window.game.copy()
        window.keys("home", "right")
        assert window.state.live.browsing
        window.frames(10)
        assert window.game.moves == full.moves[:1] and window.state.live.line == full.moves
        window.key("space")
        window.until(lambda: len(window.game.moves) == 2 and window.state.live.at_end)


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


def test_a_click_on_new_game_after_a_game_begins_no_review():
    with Driver(None, position=GAME, sides=TWO_PEOPLE) as window:
        window.click(window.app.layout.line.halves()[1].centre)
        assert window.state.ui.dialog is not None and not window.state.analysis.review


def thinking(window):
    """Let the engine think about a move that it will not give by itself."""
    window.engine.free.clear()
    asked = len(window.engine.asked)
    window.click_square(window.game.legal()[0])
    window.until(lambda: len(window.engine.asked) > asked)
    assert window.state.live.engine_to_move


@pytest.mark.parametrize(
    "interruption", ["ctrl+n", "backspace", "home", "space", "ctrl+v", "ctrl+e"]
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


def test_two_engines_play_pause_and_resume(tmp_path):
    with Driver(tmp_path, sides=("child", "club")) as window:
        window.until(lambda: len(window.game.moves) >= 4)
        window.key("space")
        moves = window.game.moves
        window.frames(20)
        assert window.game.moves == moves and window.state.live.paused
        window.key("space")
        window.until(lambda: len(window.game.moves) > len(moves))


def test_values_hint_and_review_come_to_the_board(window):
    window.key("v")
    window.until(lambda: window.shown("board").marks)
    marks = window.shown("board").marks
    assert {mark.square for mark in marks} == set(window.game.legal())
    assert min(marks, key=lambda mark: mark.rating).text == "+1.3"
    window.key("t")
    assert window.shown("board").hint == 19
    window.keys("v", "f", "5")
    window.my_turn()
    window.key("r")
    window.until(lambda: all(cell.rating is not None for cell in window.shown("moves")))
    assert any(point.value is not None for point in window.shown("graph").points[:2])


def test_failed_engine_is_reported_and_dropped(window, monkeypatch):
    def fail(*arguments):
        raise ValueError("out of order")

    monkeypatch.setattr(window.engine, "choose", fail)
    window.keys("f", "5")
    window.until(lambda: window.state.live.paused)
    assert "out of order" in window.state.ui.toast


def test_a_player_that_is_unknown_ends_the_window_with_a_line(tmp_path, capsys):
    with pytest.raises(AssertionError), Driver(tmp_path, sides=("nobody", None)):
        pass
    driver = Driver(tmp_path, sides=("nobody", None))
    assert driver.app.run() == 2
    error = capsys.readouterr().err
    assert "'nobody'" in error and error.count("\n") == 1


def test_a_wish_for_a_move_carries_the_clocks_share(window):
    window.state.live.clocks = Clocks(1)
    thinking(window)
    request = window.app.engine_thread.request
    assert isinstance(request, MoveRequest)
    assert 1 < request.allowed.seconds <= 60 / 29 < 50 < request.allowed.clock.seconds < 60


def test_a_game_begins_from_a_random_opening(window):
    window.keys("n", "down", "down", "return")
    assert len(window.game.moves) == 4 and window.state.live.sides[0] == HUMAN


def test_a_move_that_was_not_answered_is_undone_and_answered_when_it_is_done_again(window):
    window.engine.free.clear()
    window.click_square(37)
    window.key("backspace")
    assert window.game.moves == () and window.state.live.human_to_move
    window.engine.free.set()
    window.key("ctrl+y")
    window.until(lambda: len(window.game.moves) == 2)


def test_names_of_two_people_are_requested_once(window):
    window.key("n")
    window.choose("Two players")
    window.enter("Ann")
    window.enter("Bert")
    assert window.state.live.names == ["Ann", "Bert"]
    window.keys("ctrl+n", "n")
    window.choose("Two players")
    assert window.state.ui.dialog is None and window.state.live.names == ["Ann", "Bert"]
    window.key("n")
    window.choose("Two players, other names")
    window.enter("Cleo")
    window.enter("")
    assert window.state.live.names == ["Cleo", ""]


def test_the_best_line_is_played_on_the_board_by_a_click_and_taken_back(window):
    assert window.place_of("best_line", None) is None
    window.key("v")
    window.until(lambda: window.place_of("best_line", None) is not None)
    place = window.place_of("best_line", None).centre
    window.click(place)
    line = window.state.ui.playback
    assert line.moves == (19,) and window.game.moves == ()
    window.until(lambda: window.shown("board").numbered == (19,))
    window.hover((2, 2))
    window.wheel(-1)
    assert window.state.ui.playback is line
    window.click(place)
    assert window.state.ui.playback is None


@pytest.mark.parametrize(
    ("sides", "row", "headline", "loser"),
    [
        ((HUMAN, SPECS[3]), "Resign", "You resigned", 0),
        (TWO_PEOPLE, "White resigns", "White resigned. Black wins.", 1),
        (TWO_PEOPLE, "Draw", "Draw by agreement", None),
    ],
)
def test_a_game_ends_by_resigning_or_a_draw_and_is_saved_so(tmp_path, sides, row, headline, loser):
    with Driver(tmp_path, sides=sides) as window:
        window.keys(*"f5", "left", "ctrl+r")
        dialog = window.state.ui.dialog
        assert dialog.rows[dialog.selected].label == "Play on"
        window.choose(row)
        assert window.state.live.ended and window.shown("status").headline == headline
        window.key("ctrl+r")
        assert window.state.ui.toast == "No game to resign"
    (path,) = (tmp_path / FOLDER).iterdir()
    assert saved_games.read(path).ending[1] == loser
