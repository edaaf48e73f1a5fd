"""Games as a page carries them."""

from report_pages import random_record

from tournament.games.openings import GameKey
from tournament.games.play import TIME_OUT
from tournament.page import games


def test_packed_games_are_whole():
    record, _ = random_record(3)
    name, a_black, result, moves, kept, ending = games.pack_game("x", GameKey(0, False), record)
    assert (name, a_black, result, ending) == ("x", 0, record.result, "")
    assert moves == record.transcript
    assert kept == [one and [one.score, one.depth, one.nodes] for one in record.details]
    assert games.pack_game("x", GameKey(0, True), record._replace(details=()))[4] == []
    lost = record._replace(ending="black lost on time", kind=TIME_OUT)
    assert games.pack_game("x", GameKey(0, True), lost)[5] == "time-out: black lost on time"
