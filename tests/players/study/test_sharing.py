"""A game as it is shown to others: what each position is worth to black, passes, the end."""

import json
import re

from samples import random_moves

from othello.game import Game
from othello.position import PASS, START
from players.move_values import MoveValue
from players.study.coach.mistakes import JudgedMove
from players.study.sharing import PAGE, html, shared, shared_game


def judged(number, black, score, lost=0):
    played, best = (MoveValue(19, each, False, (19,)) for each in (score - lost, score))
    return JudgedMove(number, black, START, played, best, False)


def test_a_position_is_worth_to_black_what_its_best_move_is():
    moves = [judged(1, True, 300), judged(2, False, 100, lost=800)]
    game = shared_game(Game.from_transcript("f5d6c3"), ("", ""), moves)
    assert [each.value for each in game.positions] == [3, -1, None, None]
    text = re.sub("<[^>]*>", " ", html(game))
    accuracy = re.findall(r"(Black|White)\s+(\d+)", text)
    assert accuracy == [("Black", "100"), ("White", "25")]  # no disc lost, eight lost


def test_passes_take_no_step_and_the_end_has_its_result():
    passes = 0
    for seed in range(12):
        game = Game()
        game.play_all(random_moves(seed))
        passes += game.moves.count(PASS)
        shown = shared_game(game)
        assert len(shown.positions) == 1 + len(game.moves) - game.moves.count(PASS)
        assert shown.positions[-1].value == game.result()
    assert passes


def test_names_on_a_page_are_escaped():
    game = shared_game(Game.from_transcript("f5"), ("<script>", "</script>"))
    page = html(game)
    assert "&lt;script&gt; – &lt;/script&gt;" in re.findall("<title>(.*)</title>", page)[0]
    assert json.dumps("<script>") not in page
    game = shared_game(Game.from_transcript("f5"), ("Fran\udce7ois", "Bert"))  # no UTF-8
    assert rb"<title>Fran\udce7ois " in shared(PAGE, game)
