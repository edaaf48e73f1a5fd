"""Games as a page carries them, and what moves cost, against what a slow reader says of them."""

import pytest
from hypothesis import given, strategies
from report_pages import random_record

from othello.notation import square_name
from tournament.games.endings import TIME_OUT
from tournament.games.play import MoveDetail
from tournament.games.schedule import GameKey
from tournament.page import games


def unpacked(text):
    """What five characters of a page say: score in discs, depth and nodes."""
    one, two, depth, three, four = (games.DIGITS.index(letter) for letter in text)
    score, nodes = 64 * one + two, 64 * three + four
    return (
        None if score == 4095 else (score - 640) / 10,
        None if depth == 63 else depth,
        None if nodes == 4095 else 2 ** ((nodes - 1) / 64) if nodes else 0,
    )


@given(
    strategies.integers(-(10**6), 10**6),
    strategies.integers(0, 80),
    strategies.integers(0, 2**63 - 1),
)
def test_packed_moves_say_the_same_to_a_tenth_of_a_disc_and_a_percent(score, depth, nodes):
    disc, plies, count = unpacked(games.pack_detail(MoveDetail(score, depth, nodes, 0)))
    assert disc == pytest.approx(min(max(score / 100, -64), 64), abs=0.0501)
    assert plies == min(depth, 62)
    assert count == pytest.approx(nodes, rel=0.01)


def test_packed_games_are_whole():
    record, _ = random_record(3)
    name, a_black, result, squares, kept, ending = games.pack_game("x", GameKey(0, False), record)
    assert (name, a_black, result, ending) == ("x", 0, record.result, "")
    assert "".join(square_name(games.DIGITS.index(one)) for one in squares) == record.transcript
    assert len(kept) == 5 * len(record.details)
    assert games.pack_game("x", GameKey(0, True), record._replace(details=()))[4] == ""
    lost = record._replace(ending="black lost on time", kind=TIME_OUT)
    assert games.pack_game("x", GameKey(0, True), lost)[5] == "time-out: black lost on time"
