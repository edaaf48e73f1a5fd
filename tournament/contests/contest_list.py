"""All kinds of contests; contests of a store, and import from another store."""

import json
from pathlib import Path

from othello.cli.errors import UserError
from tournament.contests.contest import Contest, MatchContest
from tournament.contests.ladder import Ladder
from tournament.contests.round_robin import RoundRobin
from tournament.contests.sprt import Sprt
from tournament.games.match import Match, check_texts
from tournament.games.openings import GameKey, Opening, replay
from tournament.games.play import FINISHED, GameResult
from tournament.storage.rows import parse_environment, parse_trial
from tournament.storage.schema import StoreError, unreadable
from tournament.storage.store import IMPORTED_COLUMNS, ContestRow, Store

CONTESTS: dict[str, type[Contest]] = {
    one.kind: one for one in (Ladder, MatchContest, RoundRobin, Sprt)
}
"""The kinds of contests by name."""


def parse_contest(row: ContestRow) -> Contest:
    """Parse a contest; ValueError for a malformed question, or one that does not match the id."""
    if row.kind not in CONTESTS:
        raise ValueError(f"the kind {row.kind!r} is unknown")
    check_texts(json.loads(row.question))
    contest = CONTESTS[row.kind].from_text(row.question)
    if contest.id != row.id:
        raise ValueError("its content does not match its id")
    return contest


def stored_contests(store: Store, start: str = "") -> list[Contest]:
    """Return all contests whose ids begin with `start`, the latest last."""
    return [
        store.parse(f"{row.kind!s:.20} {str(row.id)[:8]!r}", parse_contest, row)
        for row in store.contests()
        if str(row.id).startswith(start)
    ]


def find_contest(store: Store, start: str) -> Contest:
    """Return the only contest, or match of one, whose id begins with `start`; or UserError."""
    contests = {contest.id: contest for contest in stored_contests(store, start)}
    for match in store.matches(start):
        contests.setdefault(match.id, MatchContest(match))
    if len(contests) != 1:
        problem = f"{len(contests)} ids start" if contests else "no id starts"
        raise UserError(f"{problem} with {start!r}; `python -m tournament show` lists them")
    return next(iter(contests.values()))


def import_store(store: Store, path: Path) -> tuple[int, int]:
    """Import another store; return the numbers of its games, and of those that were new.

    A stored game stays. StoreError, and nothing is imported, if it is damaged or the same.
    """
    if path.exists() and path.samefile(store.path):
        raise StoreError(f"store {path}: this is the store itself")
    with Store(path, read_only=True) as other:
        matches = other.matches()
        _check(other, matches, store.trial_keys())
        number = new = 0
        with store.transaction():
            for match in matches:
                store.add_match(match)
                games, before = other.games(match.id), store.game_count(match.id)
                store.add_games(match.id, games.items())
                number, new = number + len(games), new + store.game_count(match.id) - before
            store.import_rows(other)
    return number, new


def _check(other: Store, matches: list[Match], trial_keys: dict[str, set[str]]) -> None:
    """StoreError of one line for a store with anything impossible in it.

    `trial_keys` are the keys of our results of each experiment.
    """
    stored_contests(other)
    for experiment, result in other.table_rows("trial", "experiment, result"):
        other.parse(f"a trial of {experiment!s:.40}", _check_trial, trial_keys, experiment, result)
    ids = {match.id for match in matches}
    for match_id, *run in other.table_rows("run", IMPORTED_COLUMNS["run"]):
        if match_id not in ids:
            raise unreadable(other.path, "a run is damaged: its match is missing")
        other.parse("a run", parse_environment, *run)
    for match in matches:
        what = f"a game of match {match.id[:8]!r}"
        openings = set(match.openings)
        for key, game in other.games(match.id).items():
            other.parse(what, _check_game, key, game, openings)


def _check_trial(trial_keys: dict[str, set[str]], experiment: str, text: str) -> None:
    """ValueError for a result with other keys than the first one of its experiment."""
    keys = {*parse_trial(text)}
    expected = trial_keys.setdefault(experiment, keys)
    if keys != expected:
        raise ValueError(f"its keys are {sorted(keys)}, others have {sorted(expected)}")


def _check_game(key: GameKey, record: GameResult, openings: set[Opening]) -> None:
    """ValueError for a game with illegal moves, a wrong result, or an opening not in the match."""
    if key.opening not in openings:
        raise ValueError(f"{key.opening!r:.40} is not one of its openings")
    result = replay(key.opening, record.transcript).result()
    if record.ending == FINISHED and result != record.result:
        raise ValueError(f"its moves do not end with the result {record.result}")
