import math
import re
from pathlib import Path

import pytest
from stores import change

from othello import fingerprint
from players import registry
from players.limits import Limits
from players.option_types import TEXT
from tournament.games.play import FINISHED, GameRecord, Side
from tournament.games.schedule import Fixture
from tournament.games.tournament import Tournament, code_version
from tournament.storage.rows import Environment
from tournament.storage.schema import StoreError
from tournament.storage.store import Store, StoredContest

ROOT = Path(__file__).parents[3]

TOURNAMENT = Tournament("greedy", "mobility", (0, 1, 2))
GAME = GameRecord(6, "f5d6", FINISHED, Side(10, 0.5, 28), Side(20, 0.25, 30))
HERE = Environment("0.1.0", "", "a processor", 2, "3.11.0", "0.61.0", "Linux", 0.5, 2)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "new folder" / "results.sqlite"


def one_line(caught):
    """Whether an error can be shown as it is."""
    return "\n" not in str(caught.value) and str(caught.value).startswith("store ")


def test_store_gives_back_what_it_was_given(path):
    with Store(path) as store:
        store.add(TOURNAMENT)
        store.record_all(TOURNAMENT.id, [(Fixture(1, False), GAME)])
    with Store(path, read_only=True) as store:
        assert store.games(TOURNAMENT.id) == {Fixture(1, False): GAME}
        assert store.tournaments() == [TOURNAMENT]
        assert store.games("another") == {}


def test_runs_are_kept_once_each_with_their_environment(path):
    with Store(path) as store:
        store.add(TOURNAMENT)
        for run in ("x", "y", "x"):
            store.keep_run(TOURNAMENT.id, run, HERE)
        runs = store.runs(TOURNAMENT.id)
        assert [(run.id, run.environment) for run in runs] == [("x", HERE), ("y", HERE)]
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", runs[0].began)
        assert store.runs("another") == []


def test_an_empty_contest_stays_while_another_run_plays_it_or_has_played(path):
    asked = StoredContest("x", "match", "?")
    with Store(path) as store:
        store.ask(asked)
        store.add(TOURNAMENT)
        for run in ("ours", "theirs"):
            store.keep_run(TOURNAMENT.id, run, HERE)
        store.drop_empty(asked.id, [TOURNAMENT.id], "ours")
        assert [run.id for run in store.runs(TOURNAMENT.id)] == ["theirs"]
        store.record_all(TOURNAMENT.id, [(Fixture(1, True), GAME)])
        store.drop_empty(asked.id, [TOURNAMENT.id], "theirs")
        assert (len(store.contests()), len(store.games(TOURNAMENT.id))) == (1, 1)
        store.ask(StoredContest("y", "match", "?"))
        store.drop_empty("y", ["another"], "ours")
        assert [one.id for one in store.contests()] == ["x"]


def test_first_answer_is_kept(path):
    with Store(path) as store:
        store.add(TOURNAMENT)
        store.add(TOURNAMENT)
        for result in (6, -2):
            store.record_all(TOURNAMENT.id, [(Fixture(1, True), GAME._replace(result=result))])
        assert store.games(TOURNAMENT.id)[Fixture(1, True)].result == 6
        assert len(store.tournaments()) == 1


@pytest.mark.parametrize("side", [Side(1, math.nan, 1), Side(2**63, 0.0, 1), Side(1, 0.0, None)])
def test_game_that_cannot_be_kept_is_an_error(path, side):
    with Store(path) as store:
        store.add(TOURNAMENT)
        with pytest.raises(StoreError) as caught:
            store.record_all(TOURNAMENT.id, [(Fixture(0, True), GAME._replace(black=side))])
        assert one_line(caught)
        assert store.games(TOURNAMENT.id) == {}


def test_totals_are_for_a_and_b_whatever_their_colours(path):
    games = {
        Fixture(0, True): GAME,
        Fixture(0, False): GAME,
        Fixture(1, False): GAME._replace(result=0, ending="exception in white: X"),
    }
    with Store(path) as store:
        store.add(TOURNAMENT)
        store.record_all(TOURNAMENT.id, games.items())
        totals = store.totals(TOURNAMENT.id)
    assert (totals.games, totals.points, totals.forfeits) == (3, 1.5, 1)
    assert totals.a == (10 + 20 + 20, 0.5 + 0.25 + 0.25, 28 + 30 + 30)
    assert totals.b == (20 + 10 + 10, 0.25 + 0.5 + 0.5, 30 + 28 + 28)


def test_what_is_asked_again_is_the_latest(path):
    with Store(path) as store:
        for name, question in (("x", "1"), ("y", "2"), ("x", "3")):
            store.ask(StoredContest(name, "match", question))
        assert [request[:3] for request in store.contests()] == [
            ("y", "match", "2"),
            ("x", "match", "3"),
        ]


def test_empty_file_is_a_new_store(path):
    path.parent.mkdir()
    path.touch()
    with Store(path) as store:
        assert store.tournaments() == []


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize("content", [b"no database at all\n" * 100, b"SQLite format 3\0" * 9])
def test_file_of_another_kind_is_refused_and_left_alone(path, content, read_only):
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreError, match=".recover") as caught:
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
        store.add(TOURNAMENT)
    change(path, f"PRAGMA {pragma}")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"{complaint}.* .recover") as caught:
        Store(path, read_only=read_only)
    assert one_line(caught)
    assert path.read_bytes() == before


def test_damaged_store_is_refused(path):
    with Store(path) as store:
        store.add(TOURNAMENT)
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(StoreError, match=".recover") as caught, Store(path) as store:
        store.tournaments()
    assert one_line(caught)


def test_paths_that_are_no_files_are_refused(tmp_path):
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "file" / "store.sqlite"):
        with pytest.raises(StoreError) as caught:
            Store(path)
        assert one_line(caught)
    with pytest.raises(StoreError, match="no such file"):
        Store(tmp_path / "missing.sqlite", read_only=True)


def test_store_that_is_only_read_is_not_changed(path):
    with Store(path) as store:
        store.add(TOURNAMENT)
    with Store(path, read_only=True) as store, pytest.raises(StoreError, match="readonly"):
        store.record_all(TOURNAMENT.id, [(Fixture(0, True), GAME)])


def test_identity_depends_on_all_that_is_asked():
    asked = [
        TOURNAMENT,
        Tournament("mobility", "greedy", (0, 1, 2)),
        Tournament("greedy", "mobility", (0, 1)),
        Tournament("greedy", "mobility", (0, 1, 2), Limits(nodes=9)),
        Tournament("greedy", "mobility", (0, 1, 2), code="1"),
        Tournament("greedy", "mobility", (0, 1, 2), modules=("mine",)),
    ]
    assert len({tournament.id for tournament in asked}) == len(asked)
    for tournament in asked:
        copy = Tournament.from_text(tournament.as_text())
        assert copy == tournament
        assert copy.id == tournament.id


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
    for name in registry.alone():
        for option, declared in registry.options(name).items():
            if declared.kind == TEXT and option not in NO_FILES:
                value = f"patterns@{path}" if option == "evaluator" else str(path)
                specs.append(registry.write(name, {option: value, "solve": 1, "nodes": 1}))
    assert len(specs) > 5
    for spec in specs:
        versions = set()
        for content in (b"1", b"2"):
            path.write_bytes(content)
            code_version.cache_clear()
            versions.add(code_version((), (spec,)))
        assert len(versions) == 2, spec
