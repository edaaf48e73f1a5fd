"""What is computed in columns, against the records of the games one by one."""

import random
from collections import Counter

import pytest

from othello.cli.errors import UserError
from tournament.games.openings import (
    MANY,
    are_playable,
    canonical_columns,
    canonical_opening,
    class_numbers,
    start,
)
from tournament.games.play import FINISHED, GameRecord, Side
from tournament.games.repeats import course
from tournament.games.schedule import Fixture, random_openings
from tournament.games.tournament import Tournament
from tournament.results.columns import game_columns
from tournament.results.standings import standing, standing_of
from tournament.statistics.pairs import complete_pairs
from tournament.statistics.pentanomial import pentanomial
from tournament.storage.rows import NONSENSE, are_sound, named_game
from tournament.storage.store import Store

TRANSPOSED = ("c4c3d3c5b2", "d3c3c4c5b2", "f5f6e6f4e3")
BOARD = "---------------------------OX------XO--------------------------- X"


def random_game(opening, chance, plies):
    """A game of a few random moves from an opening, and any result."""
    game = start(opening)
    moves = 0
    while moves < plies and not game.over:
        game.play(chance.choice(game.legal()))
        moves += 1
    ending = chance.choice([FINISHED, FINISHED, "black lost on time", "exception in white"])
    sides = (
        Side(chance.randrange(99), chance.random(), part) for part in (moves // 2, -moves // 2 * -1)
    )
    return GameRecord(chance.choice([-64, -2, 0, 2, 6]), game.transcript(), ending, *sides)


def random_games(openings, seed):
    """Games of these openings, a few of them missing and many of them alike."""
    chance = random.Random(seed)
    games = {
        Fixture(opening, a_black): random_game(opening, random.Random(chance.randrange(2)), plies)
        for opening in openings
        for a_black in (True, False)
        if chance.random() < 0.9 and (plies := chance.choice([0, 1, 2, 30])) is not None
    }
    one, other, _ = TRANSPOSED
    known = random_game(one, chance, 30)
    copy = known._replace(transcript=other + known.transcript[len(other) :])
    return games | {Fixture(one, True): known, Fixture(other, True): copy}


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "results.sqlite") as opened:
        yield opened


def openings_of(seed):
    """Numbers, transcripts that lead to one class, and a board."""
    return (*range(seed, 60 + seed), *TRANSPOSED, BOARD)


@pytest.mark.parametrize("seed", range(4))
def test_columns_say_what_the_records_say(store, seed):
    tournament = Tournament("greedy", "random", openings_of(seed))
    games = random_games(tournament.openings, seed)
    store.add(tournament)
    store.record_all(tournament.id, games.items())
    stored = store.games(tournament.id)
    assert stored == games
    assert list(store.games(tournament.id, details=False)) == list(stored)
    found = game_columns(store.plain_rows(tournament.id))
    pairs = complete_pairs(stored)
    scores = [pair.score for pair in pairs]
    assert found.pairs.pair_count == tuple(map(scores.count, (1, 0.5, 0)))
    assert found.pairs.pentanomial == pentanomial(pairs)
    assert found.pairs.scores.tolist() == [pair.score for pair in pairs]
    assert found.pairs.shares.tolist() == [pair.points / 2 for pair in pairs]
    assert found.pairs.margins.tolist() == [pair.margin for pair in pairs]
    assert found.pairs.classes.tolist() == class_numbers(pair.opening for pair in pairs)
    courses = [course(*game) for game in stored.items()]
    moved = {one for one in courses if one.moves}
    assert found.distinct == len(moved) + sum(not one.moves for one in courses) < len(courses)
    endings = Counter(game.ending for game in stored.values())
    assert found.forfeits == {name: endings[name] for name in endings if name != FINISHED}
    records = standing_of(tournament, pairs, [*stored.items()], store.totals(tournament.id))
    assert standing(store, tournament) == records


def test_canonical_columns_are_those_of_each_opening():
    openings = [*random_openings(7, MANY, 1), *openings_of(0)]
    columns = canonical_columns(openings)
    for opening, own, opp, symmetries in zip(openings, *columns, strict=True):
        assert ((own, opp), symmetries) == canonical_opening(opening)
    with pytest.raises(UserError):
        canonical_columns([*openings, "f5f5"])
    assert are_playable(openings)


ROW = (3, 1, -4, "f5d6c3", FINISHED, 7, 0.5, 2, 9, 1, 1, FINISHED)


@pytest.mark.parametrize("place", range(1, len(ROW)))
@pytest.mark.parametrize(
    "value",
    [None, -1, 2, 65, -65, 0.5, 2**70, float("inf"), "", "f5d", "F5d6", "d6`1", "a9", b"f5"],
)
def test_rows_are_sound_where_a_record_can_be_made_of_each(place, value):
    changed = (*ROW[:place], value, *ROW[place + 1 :])
    try:
        named_game(*changed, "", "")
        taken = True
    except NONSENSE:
        taken = False
    assert are_sound([ROW, changed]) == taken
