import shutil
from pathlib import Path

import documents
import pytest
from stores import change

from othello.formats import collection
from othello.game import Game
from tournament.__main__ import main
from tournament.contests.contest_list import import_store
from tournament.games.openings import GameKey
from tournament.games.play import FINISHED, TIME_OUT, GameResult, MoveDetail, SideCosts
from tournament.storage.schema import StoreError
from tournament.storage.store import Store

BOARD = Game.from_transcript("f5d6c3").board()
WORDS = ("match", "greedy", "mobility", "--jobs", "0")


def play(path, *words):
    """Play a match into a store."""
    assert main([*WORDS, *words, "--store", str(path)]) == 0


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A store with a match over openings of every kind, and one lost on time."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "openings").write_text(f"{BOARD}\nf5d6c3d3\nf5d6c3d3c4f4f6\n")
    path = folder / "results.sqlite"
    play(path, "--openings", str(folder / "openings"), "--game-seconds", "90", "--increment", "62")
    change(path, "DELETE FROM game WHERE opening = 'f5d6c3d3c4f4f6'")
    with Store(path) as store:
        (tournament,) = store.matches()
        lost = GameResult(
            -64, "c4c3d3", "black lost on time", SideCosts(1, 0.1, 2), SideCosts(1, 0.1, 1)
        )
        lost = lost._replace(kind=TIME_OUT)
        detailed = lost._replace(
            transcript="f5d6c3d3c4f4f6b4", details=(MoveDetail(-150, 3, 7, 2500),)
        )
        for a_black in (True, False):
            store.add_games(tournament.id, [(GameKey("f5d6c3d3c4f4f6", a_black), detailed)])
    return path


def games_of(path):
    """All games of a store by tournament."""
    with Store(path, read_only=True) as store:
        return {one.id: store.games(one.id) for one in store.matches()}


def test_sgf_holds_every_game_with_its_players(played, tmp_path, capsys):
    path = tmp_path / "games.sgf"
    assert main(["export", "--store", str(played), "--out", str(path)]) == 0
    entries = collection.read_file(path)
    stored = [game for games in games_of(played).values() for game in games.items()]
    assert len(entries) == len(stored) == 6
    for entry, (fixture, record) in zip(entries, stored, strict=True):
        assert entry.game().transcript() == record.transcript
        assert (entry.black, entry.white) == ("greedy", "mobility")[:: 1 if fixture.a_black else -1]
        assert record.ending != FINISHED or entry.result == record.result
    assert main(["export", "--store", str(played), "--out", str(tmp_path / "games.pgn")]) == 2
    assert "PGN holds only games from the start" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["games.doc", "games"])
def test_a_file_is_not_written_in_another_format_than_its_name_says(played, tmp_path, capsys, name):
    assert main(["export", "--store", str(played), "--out", str(tmp_path / name)]) == 2
    assert f"{name}: the name ends in none of .csv, " in capsys.readouterr().err
    assert not (tmp_path / name).exists()


def test_stores_are_merged_by_identity_and_nothing_is_doubled(tmp_path, capsys):
    """Parts of two matches, played apart, are one store: as if one machine had played all."""
    ours, theirs, whole = (tmp_path / f"{name}.sqlite" for name in ("ours", "theirs", "whole"))
    play(whole, "--openings", "2")
    play(whole, "--openings", "3")
    play(ours, "--openings", "2")
    play(theirs, "--openings", "2")
    play(theirs, "--openings", "3")
    change(ours, "DELETE FROM game WHERE a_black")
    capsys.readouterr()
    for new in (2 + 6, 0):
        assert main(["import", str(theirs), "--store", str(ours), "--json"]) == 0
        (row,) = documents.read(capsys.readouterr().out)["stores"]
        assert row == {"file": str(theirs), "games": 10, "new": new}
    courses = [
        {name: {one: game[:2] for one, game in games.items()} for name, games in found.items()}
        for found in map(games_of, (ours, whole))
    ]
    assert courses[0] == courses[1]
    with Store(ours, read_only=True) as store, Store(whole, read_only=True) as other:
        assert {one.id for one in store.contests()} == {one.id for one in other.contests()}
        runs = [len(store.environments(one)) for one in courses[0]]
    assert sorted(runs) == [1, 2]


def test_games_that_differ_stay_as_they_are(played, tmp_path):
    copy, path = tmp_path / "copy.sqlite", tmp_path / "ours.sqlite"
    shutil.copy(played, copy)
    shutil.copy(played, path)
    change(copy, "UPDATE game SET ending = 'white lost on time' WHERE result = -64")
    before = games_of(path)
    with Store(path) as store:
        assert import_store(store, copy) == (6, 0)
    assert games_of(path) == before


@pytest.mark.parametrize(
    ("statement", "complaint"),
    [
        (
            "UPDATE game SET transcript = 'f5f5' WHERE rowid = 1",
            "is damaged: move 1: white",
        ),
        ("UPDATE game SET result = result + 2 WHERE rowid = 1", "do not end with the result"),
        ("UPDATE game SET opening = 7 WHERE rowid = 1", "7 is not one of its openings"),
        ("UPDATE match SET question = '{}'", "is damaged"),
        ("UPDATE contest SET kind = 'x'", "kind 'x' is unknown"),
        ("INSERT INTO trial VALUES ('x', 1, '{')", "a trial of x is damaged"),
        (r"""INSERT INTO trial VALUES ('x', 1, '{"\ud800": 1}')""", "a trial of x is damaged"),
        ("INSERT INTO trial VALUES ('x', 1, '[]')", "expected an object, got []"),
        ("INSERT INTO trial VALUES ('x', 1, '{\"a\": 1}'), ('x', 2, '{}')", "others have ['a']"),
        ("INSERT INTO trial VALUES ('ours', 2, '{}')", "others have ['a']"),
        ("UPDATE run SET match = 'x'", "its match is missing"),
        ("UPDATE run SET cores = 'x'", "a run is damaged"),
    ],
)
def test_damaged_stores_are_refused_whole(played, tmp_path, capsys, statement, complaint):
    copy, path = tmp_path / "copy.sqlite", tmp_path / "ours.sqlite"
    shutil.copy(played, copy)
    change(copy, "PRAGMA ignore_check_constraints = ON", statement)
    with Store(path) as store:
        store.add_trials("ours", {1: {"a": 1}})
    assert main(["import", str(copy), "--store", str(path)]) == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert str(copy) in said
    assert said.endswith(f"sqlite3 {copy} .recover\n")
    assert said.count("\n") == 1
    assert games_of(path) == {}


def test_an_import_that_is_broken_off_leaves_nothing(played, tmp_path, monkeypatch):
    path = tmp_path / "ours.sqlite"

    def stop(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "import_rows", stop)
    with Store(path) as store, pytest.raises(KeyboardInterrupt):
        import_store(store, played)
    assert games_of(path) == {}


def test_a_store_is_not_merged_with_itself(played):
    with Store(played) as store, pytest.raises(StoreError, match="the store itself"):
        import_store(store, played)
    with Store(played) as store, pytest.raises(StoreError, match="no such file"):
        import_store(store, played.with_name("missing"))


def test_nothing_is_written_over_the_store(played, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    path = Path(shutil.copy(played, "s.csv"))
    before = path.read_bytes()
    assert main(["export", "--out", "s.csv", "--store", "s.csv"]) == 2
    assert "this is the store itself" in capsys.readouterr().err
    assert path.read_bytes() == before
