"""A report's page: whole, of one piece, and safe from what players are called."""

import re
from math import nan
from xml.etree import ElementTree

import pytest
from report_pages import BOARD, HOSTILE, random_record, stored_match, taken_apart
from stores import change

from othello.openings import four_move_openings
from tournament.__main__ import main
from tournament.commands.results import write_report
from tournament.games.openings import GameKey, game_keys
from tournament.games.play import TIME_OUT
from tournament.page.contents import UNKNOWN, interval, number, rate_interval, significant
from tournament.page.games import pack_game
from tournament.page.plots import Panel, Plot, curve
from tournament.storage.store import Store

FAULTY = ["--players", "faulty_players"]
SVG = "http://www.w3.org/2000/svg"
ADDRESS = re.compile(r"""(?:https?:)?//\w|\burl\((?!#)|@import|\bsrc=|<link|<iframe""")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def written(folder):
    """The page of a match of games that nobody played."""
    request = stored_match(folder / "s.sqlite")
    with Store(folder / "s.sqlite", read_only=True) as store:
        write_report([request], store, folder / "r.html")
    return (folder / "r.html").read_text("utf-8")


def texts(tree, tag):
    """What all elements of a kind say."""
    return ["".join(one.itertext()) for one in tree.iter(tag)]


def test_page_is_well_formed_and_has_its_parts(written):
    tree, _ = taken_apart(written)
    assert [one.get("id") for one in tree.iter("section")][0] == "summary"
    assert texts(tree, "h2") == ["Summary", "Result", "Games", "Environment"]
    assert {row.get("aria-label") for row in tree.iter("table")} - {None}
    for table in tree.iter("table"):
        heads = len(list(table.find("thead").iter("th")))
        assert all(len(row) == heads for row in table.find("tbody"))


def test_page_refers_to_nothing_elsewhere(written):
    assert ADDRESS.findall(written.replace(SVG, "")) == []
    assert "default-src 'none'" in written


def test_names_are_text_wherever_they_stand(written):
    page = written
    tree, data = taken_apart(page)
    assert page.count("<script") == page.count("</script>") == 2
    assert HOSTILE not in page
    assert HOSTILE in texts(tree, "dd")
    assert HOSTILE in texts(tree, "title")[0]
    assert data["matches"][0]["b"] == HOSTILE


def test_no_text_of_a_report_changes_the_order_of_others(folder):
    request = stored_match(folder / "s.sqlite")
    change(folder / "s.sqlite", "update game set ending = 'crash: \u202e'")
    with Store(folder / "s.sqlite", read_only=True) as store:
        write_report([request], store, folder / "r.html")
    page = (folder / "r.html").read_text("utf-8")
    assert "\u202e" not in page
    assert r"\u202e" in page


def test_every_game_is_in_the_page(written):
    _, data = taken_apart(written)
    (packed,) = data["matches"]
    names = {0: "c4c3c2b2", BOARD: "position 2", 200: four_move_openings()[200].transcript}
    expected = [
        pack_game(names[at.opening], at, random_record(seed, at.opening)[0])
        for seed, at in enumerate(game_keys((0, BOARD, 200)))
    ]
    assert sorted(packed["games"]) == sorted(expected)
    assert len({(name, colour) for name, colour, *_ in packed["games"]}) == 6


def test_packed_games_are_whole():
    record, _ = random_record(3)
    name, a_black, result, moves, kept, ending = pack_game("x", GameKey(0, False), record)
    assert (name, a_black, result, ending) == ("x", 0, record.result, "")
    assert moves == record.transcript
    assert kept == [one and [one.score, one.depth, one.nodes] for one in record.details]
    assert pack_game("x", GameKey(0, True), record._replace(details=()))[4] == []
    lost = record._replace(ending="black lost on time", kind=TIME_OUT)
    assert pack_game("x", GameKey(0, True), lost)[5] == "time-out: black lost on time"


# The command


def play(store, *more):
    """Play a small match and a small ladder."""
    words = [*FAULTY, "--openings", "2", "--jobs", "0", "--store", store]
    assert main(["match", "greedy", "raising", *words]) == 0
    assert main(["ladder", "shallow:width=3", "shallow", "--rungs", "4", *words]) == 0


def test_report_of_all_that_is_stored(folder, capsys):
    play("s.sqlite")
    capsys.readouterr()
    common = [*FAULTY, "--store", "s.sqlite"]
    assert main(["report", "--out", "report.html", *common]) == 0
    assert capsys.readouterr().out.startswith("report.html: 20 games, 0.")
    tree, data = taken_apart((folder / "report.html").read_text("utf-8"))
    assert texts(tree, "h3") == [
        "Match: greedy against raising",
        "Ladder: shallow:width=3 against shallow",
    ]
    assert [len(one["games"]) for one in data["matches"]] == [4] * 5
    assert [one["label"] for one in data["matches"]][1] == "A depth 1, B depth 1"
    assert "4 games were lost by a fault" in "".join(tree.itertext())
    assert {link.get("href")[1:] for link in tree.iter("a")} <= {
        one.get("id") for one in tree.iter("section")
    }


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["report", "ffff"], "no id starts with 'ffff'"),
        (["report", "--out", "none/r.html"], "none/r.html: "),
        (["report", "--out", "."], ".: "),
        (["report", "--out", "r.txt"], "r.txt: the name ends in none of .html, .htm"),
        (["report", "--out", "s.sqlite"], "this is the store itself"),
        (["report", "--store", "other.sqlite"], "nothing has been played yet"),
    ],
)
def test_invalid_report_request_gets_one_line(folder, capsys, words, said):
    stored_match(folder / "s.sqlite")
    given = words if "--store" in words else [*words, "--store", "s.sqlite"]
    assert main(given) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert said in captured.err


def test_players_that_are_not_here_spoil_only_their_own_part(folder, capsys):
    play("s.sqlite")
    from players import registry

    stays = dict(registry.factories)
    try:
        registry.factories.pop("shallow")
        assert main(["report", "--store", "s.sqlite"]) == 0
    finally:
        registry.factories.update(stays)
    page = (folder / "report.html").read_text("utf-8")
    assert "Match: greedy against raising" in page


# Plots


def test_a_plot_has_its_texts_and_no_colour_but_the_pages():
    rows = [{"x": 1, "y": 50, "low": 40, "high": 60}, {"x": 2, "y": 70, "low": nan, "high": nan}]
    panel = Panel([curve("M<E", rows, "x", "y")], {"xlabel": "a & b"}, level=50)
    svg = Plot(panel, "a plot", "").svg()
    assert {"M<E", "a & b"} <= set(texts(ElementTree.fromstring(svg), f"{{{SVG}}}text"))
    assert re.findall(r"#[0-9a-f]{6}\b", svg) == []
    assert ADDRESS.findall(re.sub(r"http://www\.w3\.org/", "", svg)) == []


# Words and numbers


def test_numbers_are_written_alike():
    assert number(-1234.5, ",.1f").text == "−1,234.5"
    assert number(0.0, "+,.0f").text == "0"
    assert number(None).text == UNKNOWN
    assert interval([None, 3], "+.0f").text == "−∞ to +3"
    assert rate_interval([0.94349, 0.99998]).text == "94.3 to 99.9"
    assert rate_interval([0.0, 1.0]).text == "0.0 to 100.0"
    assert [significant(one).text for one in (0.01234, 1.234, 123.4, 123456)] == [
        "0.0123",
        "1.23",
        "123",
        "123,456",
    ]
