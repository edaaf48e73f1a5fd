import math
import random
import shutil
import sqlite3
from dataclasses import replace

import pytest
from stores import change

from players.limits import Limits
from tournament.__main__ import main
from tournament.contests.contest import MatchContest
from tournament.contests.ladder import Goal, Ladder
from tournament.contests.round_robin import RoundRobin
from tournament.contests.sprt import Sprt
from tournament.games.match import Clock, Match
from tournament.statistics.sequential import Hypotheses
from tournament.storage.store import Store

MATCH = ["match", "greedy", "mobility", "--openings", "f5d6c3d3,f5d6c3"]
LADDER = ["ladder", "shallow", "shallow:width=3", "--players", "faulty_players", "--rungs", "2"]
FIELDS = ("{}", "null", "[]", "", "x", "\udcff", -1, 2**62, 1.5, b"\xff\xfe{", None, "1" * 4000)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A small store with a match, a ladder and all their games."""
    path = tmp_path_factory.mktemp("sound") / "results.sqlite"
    for words in (MATCH, [*LADDER, "--openings", "2"]):
        assert main([*words, "--store", str(path), "--jobs", "0"]) == 0
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    return path


def damage_bytes(path, chance):
    """Flip bits of some bytes, fill a stretch with one byte, or cut the file off."""
    content = bytearray(path.read_bytes())
    if chance.random() < 0.3:
        del content[chance.randrange(1, len(content)) :]
    if chance.random() < 0.3:
        place = chance.randrange(len(content))
        content[place : place + 200] = bytes([chance.randrange(256)]) * 200
    for _ in range(chance.choice((1, 5, 50))):
        content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
    path.write_bytes(content)


def damage_fields(path, chance):
    """Put nonsense in some fields."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys = OFF")
    for _ in range(chance.choice((1, 3))):
        table = chance.choice(("contest", "match", "game", "game", "run"))
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        value = chance.choice(FIELDS)
        if isinstance(value, str) and value == "\udcff":
            value = sqlite3.Binary(b"\xff")
        rows = [row for (row,) in connection.execute(f"SELECT rowid FROM {table}")]
        assert rows, table
        try:
            connection.execute(
                f"UPDATE {table} SET {chance.choice(columns)} = ? WHERE rowid = ?",
                (value, chance.choice(rows)),
            )
        except sqlite3.IntegrityError:
            continue
    connection.commit()
    connection.close()


KINDS = (damage_bytes, damage_fields)


@pytest.mark.parametrize("seed", range(10))
def test_a_damaged_store_never_shows_a_traceback(sound, tmp_path, capsys, seed):
    chance = random.Random(seed)
    path = tmp_path / "damaged.sqlite"
    shutil.copy(sound, path)
    KINDS[seed % len(KINDS)](path, chance)
    with Store(sound, read_only=True) as store:
        start = store.contests()[seed % 2].id
    for words in (["show"], ["show", start], ["export"], ["export", "--json"]):
        code = main([*words, "--store", str(path), "--jobs", "0", "--players", "faulty_players"])
        said = capsys.readouterr().err.splitlines()
        assert code in (0, 2)
        faults = [line for line in said if line.startswith("python -m tournament: ")]
        assert len(faults) == (code == 2)
        assert all(str(path) in line or start in line for line in faults)


def damaged(sound, tmp_path, *statements):
    """A copy of the store after some statements."""
    path = tmp_path / "damaged.sqlite"
    shutil.copy(sound, path)
    change(path, *statements)
    return path


@pytest.mark.parametrize(
    ("statement", "cause"),
    [
        ("UPDATE contest SET question = '{}' WHERE kind = 'ladder'", "it has no 'ladder'"),
        ("UPDATE match SET question = replace(question, 'greedy', 'random')", "match its id"),
        ("UPDATE game SET result = 'many' WHERE rowid = 2", "'many' is not a result"),
        ("UPDATE game SET opening = 'f5f5' WHERE rowid = 2", "is damaged"),
        ("UPDATE game SET black_cpu_seconds = 9e999 WHERE rowid = 1", "not a time"),
        ("UPDATE game SET white_cpu_seconds = 1e308 WHERE rowid = 1", "not a time"),
        ("UPDATE run SET cpu = x'ff'", "not a text"),
        ("UPDATE run SET jobs = 'many'", "not a number"),
    ],
)
def test_a_row_that_makes_no_sense_is_one_line_that_names_recover(
    sound, tmp_path, capsys, statement, cause
):
    path = damaged(sound, tmp_path, statement)
    before = path.read_bytes()
    page = tmp_path / "page.html"
    codes = [
        main([*words, "--store", str(path)])
        for words in (["report", "--out", str(page)], ["export"])
    ]
    line, *others = capsys.readouterr().err.splitlines()
    assert 2 in codes and set(others) <= {line}
    assert line.startswith(f"python -m tournament: store {path}: ")
    assert cause in line and line.endswith(f"sqlite3 {path} .recover")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE contest SET question = replace(question, 'greedy', 'gr\\u001b[2Jeedy')",
        "UPDATE run SET cpu = 'a' || char(27) || ']0;b'",
    ],
)
def test_no_sign_that_a_terminal_obeys_is_printed(sound, tmp_path, capsys, change):
    path = damaged(sound, tmp_path, change)
    assert main(["report", "--store", str(path), "--out", str(tmp_path / "page.html")]) == 2
    captured = capsys.readouterr()
    assert "control characters" in captured.err
    assert "\x1b" not in captured.out + captured.err


MODEL = Match("greedy", "mobility", (0,), Limits(nodes=5))


@pytest.mark.parametrize(
    ("contest", "cause"),
    [
        (MatchContest(replace(MODEL, a="\ud800")), "surrogates not allowed"),
        (MatchContest(replace(MODEL, limits=Limits(nodes=math.nan))), "its limits cannot be"),
        (MatchContest(replace(MODEL, clock=Clock(math.inf))), "its clock cannot be"),
        (MatchContest(replace(MODEL, openings=(244,))), "its openings cannot be"),
        (MatchContest(replace(MODEL, code=1)), "its code cannot be"),
        (Ladder(replace(MODEL, openings=()), "nodes", Goal(2)), "its openings cannot be"),
        (Ladder(MODEL, "time", Goal(2)), "its cost cannot be"),
        (Ladder(MODEL, "nodes", Goal(math.nan)), "its goal cannot be"),
        (RoundRobin(MODEL, ("greedy", "greedy")), "its players are not two"),
        (RoundRobin(MODEL, tuple(map(str, range(101)))), "at most 100 players, not 101"),
        (Sprt(MODEL, Hypotheses(elo1=math.nan)), "its hypotheses cannot be"),
    ],
)
def test_a_value_that_nobody_can_ask_for_is_a_line(tmp_path, capsys, contest, cause):
    path = tmp_path / "results.sqlite"
    with Store(path) as store:
        store.add_contest(contest.row)
    assert main(["show", "--store", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert cause in line


@pytest.mark.parametrize(
    "said", ['[["x",1,1,1]]', "[[NaN,1,1,1]]", "[[1,1,1,null]]", f"[[1{'0' * 400},1,1,1]]"]
)
def test_impossible_player_output_is_one_line(sound, tmp_path, capsys, said):
    path = damaged(sound, tmp_path, f"UPDATE game SET details = '{said}' WHERE rowid = 1")
    assert main(["export", "--json", "--store", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "detail of a move is not a number" in line
