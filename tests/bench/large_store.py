"""A store of a million games: how long `show`, the start of `resume` and `report` take.

    python tests/bench/large_store.py STORE [GAMES] [OPENINGS]

Makes the store of GAMES games (1,000,000) in tournaments over so many OPENINGS each (244), unless
the file is there, by the store's own writer; then says the CPU seconds of each command. The games
are random ones whose moves have details. A tournament over more than 244 openings has random
ones. The last game is taken out for `resume`, of which the time counts until it has
played it; then it is put back. Under load the figures mean little.
"""

import contextlib
import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from othello.game import Game
from tournament.contests.match import Match
from tournament.games.openings import Opening, start
from tournament.games.play import FINISHED, GameRecord, MoveDetail, Side
from tournament.games.schedule import chosen_openings
from tournament.games.tournament import Tournament, code_parts, code_version
from tournament.storage.schema import connect, transaction
from tournament.storage.store import Store

A, B = "alphabeta:depth=1", "random:seed={}"
FOUR_MOVE = 244
BATCH = 10_000
PLIES = 10
ENDINGS = 40
"""Random games that are played from each opening up to so many of them; the others are copies."""


def played(opening: Opening, chance: random.Random) -> GameRecord:
    """A random game from an opening, as two players would have left it."""
    game: Game = start(opening)
    sides, details = {True: Side(), False: Side()}, []
    while not game.over:
        turn = game.black_to_move
        detail = MoveDetail(chance.randint(-3000, 3000), 4, chance.randint(20, 9999), 1234)
        spent = sides[turn]
        sides[turn] = Side(spent.nodes + detail.nodes, spent.cpu_seconds + 0.0012, spent.moves + 1)
        details.append(detail)
        game.play(chance.choice(game.legal()))
    result = game.result() or 0
    both = sides[True], sides[False]
    return GameRecord(result, game.transcript(), FINISHED, *both, tuple(details))


def openings_of(count: int) -> tuple[Opening, ...]:
    """So many openings."""
    few = count <= FOUR_MOVE
    return chosen_openings(str(count) if few else f"random:plies={PLIES},count={count}")


def varied(game: GameRecord, chance: random.Random) -> GameRecord:
    """The same game with another result and other nodes: what is summed up differs."""
    side = game.black._replace(nodes=game.black.nodes + chance.randint(0, 999))
    return game._replace(result=chance.choice((-64, -20, -8, -2, 0, 2, 6, 10, 30)), black=side)


def make(path: Path, games: int, openings: tuple[Opening, ...]) -> None:
    """Write the store."""
    chance = random.Random(1)
    known = [played(opening, chance) for opening in openings[: FOUR_MOVE * ENDINGS]]
    model = Tournament(A, B, openings, code=code_version())
    with Store(path) as store:
        store.keep_code(model.code, code_parts())
        for number in range(-(-games // model.game_count)):
            asked = replace(model, b=B.format(number))
            store.ask(Match(asked).stored)
            store.add(asked)
            rows = [
                (fixture, varied(known[place // 2 % len(known)], chance))
                for place, fixture in enumerate(asked.fixtures)
            ]
            left = rows[: games - number * model.game_count]
            for first in range(0, len(left), BATCH):
                store.record_all(asked.id, left[first : first + BATCH])


def spent_on(*words: object, until: str | None = None) -> tuple[float, float]:
    """CPU and wall seconds of a command; if `until` is given, until it says that."""
    before, began = getrusage(RUSAGE_CHILDREN), time.monotonic()
    line = [sys.executable, "-m", "tournament", *map(str, words)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as run:
        for said in run.stdout or ():
            if until is not None and until in said:
                run.kill()
    after = getrusage(RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, time.monotonic() - began


def taken_out(path: Path) -> tuple:
    """The last game's row, which is no longer in the store."""
    with contextlib.closing(connect(path)) as connection, transaction(connection):
        row = connection.execute("SELECT * FROM game ORDER BY rowid DESC LIMIT 1").fetchone()
        connection.execute("DELETE FROM game WHERE rowid = (SELECT max(rowid) FROM game)")
    return row


def put_back(path: Path, row: tuple) -> None:
    """Keep the row again."""
    with contextlib.closing(connect(path)) as connection, transaction(connection):
        places = ", ".join("?" * len(row))
        connection.execute(f"INSERT OR IGNORE INTO game VALUES ({places})", row)


def show_all(path: Path) -> None:
    """Say the CPU and wall seconds of each command."""
    with Store(path, read_only=True) as opened:
        name = opened.contests()[-1].id
    page = path.with_suffix(".html")
    for words in (("show",), ("show", name), ("report", name, "--out", page)):
        spent, wall = spent_on("--store", path, *words)
        print(f"{' '.join(map(str, words))}: {spent:.2f} s CPU, {wall:.2f} s", flush=True)
    row = taken_out(path)
    spent, wall = spent_on("--store", path, "resume", "--jobs", "1", until=", in 0:")
    put_back(path, row)
    print(f"resume, until its game is played: {spent:.2f} s CPU, {wall:.2f} s")


if __name__ == "__main__":
    place = Path(sys.argv[1])
    if not place.exists():
        numbers = [int(word) for word in sys.argv[2:]] or [1_000_000]
        make(place, numbers[0], openings_of(numbers[1] if numbers[1:] else FOUR_MOVE))
    show_all(place)
