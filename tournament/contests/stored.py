"""The kinds of contests, and those of a store: found again, and taken in from another one."""

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from othello.cli.errors import UserError, plain
from players.registry import SpecError
from tournament.contests.contest import Contest
from tournament.contests.event import Gauntlet, RoundRobin
from tournament.contests.ladder import Ladder
from tournament.contests.match import Match
from tournament.contests.sprt import Sprt
from tournament.games.endings import FINISHED
from tournament.games.fields import check_fields
from tournament.games.openings import Opening
from tournament.games.play import GameRecord
from tournament.games.tournament import Tournament
from tournament.storage.exchange import StoredGame
from tournament.storage.rows import NONSENSE, run_of_row, trial_of
from tournament.storage.schema import StoreError
from tournament.storage.store import TAKEN, Store, StoredContest

CONTESTS: dict[str, type[Contest]] = {
    one.kind: one for one in (Ladder, Match, RoundRobin, Gauntlet, Sprt)
}
"""The contests by the names of their kinds."""


def contest_of(stored: StoredContest) -> Contest:
    """The contest that a row of the store remembers; ValueError if it is none.

    Nor is one whose question is not that it was named after.
    """
    if stored.kind not in CONTESTS:
        raise ValueError(f"nothing is known of the kind {stored.kind!r}")
    plain(json.loads(stored.question))
    contest = CONTESTS[stored.kind].from_text(stored.question)
    check_fields(contest)
    if contest.id != stored.id:
        raise ValueError("its question is not the one that it was named after")
    return contest


def stored_contests(store: Store, start: str = "") -> list[Contest]:
    """All that was asked for and whose id starts so, the latest last."""
    return [
        store.readable(f"{stored.kind!s:.20} {str(stored.id)[:8]!r}", contest_of, stored)
        for stored in store.contests()
        if str(stored.id).startswith(start)
    ]


def find_contest(store: Store, start: str) -> Contest:
    """The one contest, or tournament of one, whose id starts so; or UserError."""
    found = {contest.id: contest for contest in stored_contests(store, start)}
    for tournament in store.tournaments(start):
        found.setdefault(tournament.id, Match(tournament))
    matching = [contest for name, contest in found.items() if name.startswith(start)]
    if len(matching) != 1:
        many = f"{len(matching)} ids start" if matching else "no id starts"
        raise UserError(f"{many} with {start!r}; `python -m tournament show` lists them")
    return matching[0]


class Merged(NamedTuple):
    """How many games a file had, how many of them were new, and how many differ from our own.

    Those that differ were played by players with chance, or by the clock, or at other times.
    """

    games: int
    new: int
    differing: int


def take(store: Store, path: Path) -> Merged:
    """Take all of another store; StoreError, and nothing is taken, if it is damaged or our own."""
    if path.exists() and path.samefile(store.path):
        raise StoreError(f"store {path}: this is the store itself")
    with Store(path, read_only=True) as other:
        tournaments = other.tournaments()
        _check(other, tournaments)
        with store.transaction():
            return _take_all(store, other, tournaments)


def _take_all(store: Store, other: Store, tournaments: list[Tournament]) -> Merged:
    """Take all of another store that was checked."""
    for tournament in tournaments:
        store.add(tournament)
    merged = [_take_games(store, other, tournament) for tournament in tournaments]
    ours = {stored.id: stored for stored in store.contests()}
    store.take_rows(other)
    for stored in other.contests():
        own = ours.get(stored.id)
        if own is not None and own.question != stored.question:
            _keep_further(store, own, stored)
    return Merged(*map(sum, zip(*merged, strict=True))) if merged else Merged(0, 0, 0)


def _keep_further(store: Store, own: StoredContest, stored: StoredContest) -> None:
    """Of two questions of one id, ladders that end elsewhere, keep the further one.

    That is the one which comes to more of the stored tournaments, or else is not yet complete.
    Ours stays where it cannot be told, being of players that are not here.
    """
    with contextlib.suppress(SpecError, *NONSENSE):
        ours, theirs = (contest_of(one).state(store) for one in (own, stored))
        reached = (len(ours.tournaments), not ours.complete)
        if (len(theirs.tournaments), not theirs.complete) > reached:
            store.extend(stored)


def _take_games(store: Store, other: Store, tournament: Tournament) -> Merged:
    ours, theirs = store.games(tournament.id), other.games(tournament.id)
    new = [(fixture, game) for fixture, game in theirs.items() if fixture not in ours]
    store.record_all(tournament.id, new)
    both = ours.keys() & theirs.keys()
    differing = sum(_course(ours[one]) != _course(theirs[one]) for one in both)
    return Merged(len(theirs), len(new), differing)


def _course(game: GameRecord) -> tuple[int, str, str]:
    """What cannot differ between two plays of a game without chance and clocks."""
    return game[:3]


def _check(other: Store, tournaments: list[Tournament]) -> None:
    """StoreError, one line, for a store of which anything cannot be true."""
    stored_contests(other)
    for (result,) in other.table_rows("trial", "result"):
        other.readable("a trial", trial_of, result)
    ids = {tournament.id for tournament in tournaments}
    for name, *run in other.table_rows("run", TAKEN["run"]):
        other.readable("a run", _check_run, ids, name, run)
    for tournament in tournaments:
        what = f"a game of tournament {tournament.id[:8]!r}"
        openings = set(tournament.openings)
        for fixture, game in other.games(tournament.id).items():
            other.readable(what, _check_game, StoredGame(tournament, fixture, game), openings)


def _check_run(ids: set[str], name: str, run: Sequence[Any]) -> None:
    """ValueError for a run that nobody can have made, or of none of the tournaments."""
    if name not in ids:
        raise ValueError("its tournament is not there")
    run_of_row(*run)


def _check_game(stored: StoredGame, openings: set[Opening]) -> None:
    """ValueError for a game that was not played so, or does not belong to its tournament."""
    opening, record = stored.fixture.opening, stored.record
    if opening not in openings:
        raise ValueError(f"{opening!r:.40} is none of its openings")
    result = stored.game().result()
    if record.ending == FINISHED and result != record.result:
        raise ValueError(f"its moves do not end with the result {record.result}")
