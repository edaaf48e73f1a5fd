import math
from pathlib import Path

import pytest
from stores import change

from othello import fingerprint
from players import registry
from players.options import TEXT
from tournament.games.code import code_version
from tournament.games.match import Match
from tournament.games.openings import GameKey
from tournament.games.play import FINISHED, GameResult, SideCosts
from tournament.storage.rows import Environment
from tournament.storage.schema import StoreError
from tournament.storage.store import ContestRow, Store

ROOT = Path(__file__).parents[3]

TOURNAMENT = Match("greedy", "mobility", (0, 1, 2))
GAME = GameResult(6, "f5d6", FINISHED, SideCosts(10, 0.5, 28), SideCosts(20, 0.25, 30))
BEGAN = "2026-01-01 00:00:00"
HERE = Environment("x", BEGAN, "0.1.0", "", "a processor", 2, "3.11.0", "0.61.0", 2)


@pytest.fixture
def path(tmp_path):
    folder = tmp_path / "a folder"
    folder.mkdir()
    return folder / "results.sqlite"


def one_line(caught):
    """Whether an error can be shown as it is."""
    return "\n" not in str(caught.value) and str(caught.value).startswith("store ")


def test_store_gives_back_what_it_was_given(path):
    with Store(path) as store:
        store.add_match(TOURNAMENT)
        store.add_games(TOURNAMENT.id, [(GameKey(1, False), GAME)])
    with Store(path, read_only=True) as store:
        assert store.games(TOURNAMENT.id) == {GameKey(1, False): GAME}
        assert store.matches() == [TOURNAMENT]
        assert store.games("another") == {}


def test_first_answer_is_kept(path):
    with Store(path) as store:
        store.add_match(TOURNAMENT)
        store.add_match(TOURNAMENT)
        for result in (6, -2):
            store.add_games(TOURNAMENT.id, [(GameKey(1, True), GAME._replace(result=result))])
        assert store.games(TOURNAMENT.id)[GameKey(1, True)].result == 6
        assert len(store.matches()) == 1


@pytest.mark.parametrize(
    "side", [SideCosts(1, math.nan, 1), SideCosts(2**63, 0.0, 1), SideCosts(1, 0.0, None)]
)
def test_game_that_cannot_be_kept_is_an_error(path, side):
    with Store(path) as store:
        store.add_match(TOURNAMENT)
        with pytest.raises(StoreError) as caught:
            store.add_games(TOURNAMENT.id, [(GameKey(0, True), GAME._replace(black=side))])
        assert one_line(caught)
        assert store.games(TOURNAMENT.id) == {}


def test_totals_ignore_colours(path):
    games = {
        GameKey(0, True): GAME,
        GameKey(0, False): GAME,
        GameKey(1, False): GAME._replace(result=0, ending="exception in white: X"),
    }
    with Store(path) as store:
        store.add_match(TOURNAMENT)
        store.add_games(TOURNAMENT.id, games.items())
        totals = store.totals(TOURNAMENT.id)
    assert (totals.games, totals.points) == (3, 1.5)
    assert totals.a == (10 + 20 + 20, 0.5 + 0.25 + 0.25, 28 + 30 + 30)
    assert totals.b == (20 + 10 + 10, 0.25 + 0.5 + 0.5, 30 + 28 + 28)


def test_repeated_request_returns_the_latest_answer(path):
    with Store(path) as store:
        for name, question in (("x", "1"), ("y", "2"), ("x", "3")):
            store.add_contest(ContestRow(name, "match", question))
        assert [request[:3] for request in store.contests()] == [
            ("y", "match", "2"),
            ("x", "match", "3"),
        ]


def test_empty_file_is_a_new_store(path):
    path.touch()
    with Store(path) as store:
        assert store.matches() == []


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"no database at all\n" * 100, "this is not a database; a store is what contests write"),
        (b"SQLite format 3\0" * 9, ".recover"),
    ],
)
def test_file_of_another_kind_is_refused_and_left_alone(path, content, said, read_only):
    path.write_bytes(content)
    with pytest.raises(StoreError, match=said) as caught:
        Store(path, read_only=read_only)
    assert one_line(caught)
    assert path.read_bytes() == content


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize(
    ("pragma", "complaint"),
    [
        ("user_version = 5", "version 5"),
        ("user_version = 99", "version 99"),
        ("application_id = 5", "not written by a tournament"),
    ],
)
def test_store_of_another_version_or_program_is_refused(path, pragma, complaint, read_only):
    with Store(path) as store:
        store.add_match(TOURNAMENT)
    change(path, f"PRAGMA {pragma}")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"{complaint}.* .recover") as caught:
        Store(path, read_only=read_only)
    assert one_line(caught)
    assert path.read_bytes() == before


def test_special_files_are_rejected(tmp_path):
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "file" / "store.sqlite"):
        with pytest.raises(StoreError) as caught:
            Store(path)
        assert one_line(caught)
    with pytest.raises(StoreError, match="no such file"):
        Store(tmp_path / "missing.sqlite", read_only=True)


def test_store_that_is_only_read_is_not_changed(path):
    with Store(path) as store:
        store.add_match(TOURNAMENT)
    with Store(path, read_only=True) as store, pytest.raises(StoreError, match="readonly"):
        store.add_games(TOURNAMENT.id, [(GameKey(0, True), GAME)])


def test_code_version_with_a_shipped_file_is_one_from_any_folder(monkeypatch, tmp_path):
    specs, versions = ("forward:costs=data/edge_costs_10_games.npz",), set()
    for folder in (ROOT, tmp_path):
        monkeypatch.chdir(folder)
        code_version.cache_clear()
        versions.add(code_version((), specs))
    assert len(versions) == 1
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "edge_costs_10_games.npz").write_bytes(b"my own")
    code_version.cache_clear()
    assert code_version((), specs) not in versions


def test_code_version_depends_on_what_players_have_learned(monkeypatch):
    before = code_version()
    monkeypatch.setattr(fingerprint, "learned_files", lambda: {"edge_costs.npz": "others"})
    code_version.cache_clear()
    assert code_version() != before
    code_version.cache_clear()


def test_code_version_depends_on_what_a_stranger_may_import(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "neighbour.py").write_text("from neighbour_weights import WEIGHT\n")
    versions = set()
    for weight in (1, 2):
        (tmp_path / "neighbour_weights.py").write_text(f"WEIGHT = {weight}\n")
        code_version.cache_clear()
        versions.add(code_version(("neighbour",)))
    assert len(versions) == 2


NO_FILES = {"off"}
"""Options of players that are texts and name no file."""


@pytest.mark.parametrize("file_name", ["mine.npz", "mine,too.npz"])
def test_code_version_depends_on_the_files_that_a_player_is_given(file_name, tmp_path):
    path = tmp_path / file_name
    specs = []
    for name in registry.internal_names():
        for option, declared in registry.options(name).items():
            if declared.kind == TEXT and option not in NO_FILES:
                value = f"patterns@{path}" if option == "evaluator" else str(path)
                specs.append(registry.spec_text(name, {option: value, "solve": 1, "nodes": 1}))
    assert len(specs) > 5
    for spec in specs:
        versions = set()
        for content in (b"1", b"2"):
            path.write_bytes(content)
            code_version.cache_clear()
            versions.add(code_version((), (spec,)))
        assert len(versions) == 2, spec
