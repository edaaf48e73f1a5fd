"""Reports for tests: games that nobody played, and a page taken apart."""

import functools
import json
import random
import re
from xml.etree import ElementTree

from tournament.contests.contest import MatchContest
from tournament.games.match import Match
from tournament.games.openings import start
from tournament.games.play import FINISHED, GameResult, MoveDetail, SideCosts
from tournament.storage.store import Store

HOSTILE = '<script>alert("x")</script>&amp;`|*'
"""A player's name that means something to browsers, to JSON in a page and to Markdown."""

BOARD = "------------------XO-O----XXOO-----XOX----XXXX------O----------- O"


@functools.cache
def random_record(seed, opening=0):
    """A game of random moves from an opening, with details that are made up, and whose they are.

    Returned are the record and, for each move after the opening, whether black made it and the
    discs before it.
    """
    chance = random.Random(seed)
    game = start(opening)
    details, turns = [], []
    while not game.over:
        turns.append((game.black_to_move, sum(game.discs())))
        game.play(chance.choice(game.legal()))
        detail = MoveDetail(
            chance.randrange(-6400, 6401), chance.randrange(9), 3 ** (1 + seed % 20), 7
        )
        details.append(chance.choice((detail, MoveDetail(None, None, 0, 1), None)))
    record = GameResult(
        game.result(),
        game.transcript(),
        FINISHED,
        SideCosts(70 + seed, 0.5, 28),
        SideCosts(90, 0.25, 28),
    )
    return record._replace(details=tuple(details)), turns


def stored_match(path, a="alphabeta", b=HOSTILE, openings=(0, BOARD, 200)):
    """A match whose games are made up and stored in a file."""
    asked = Match(a, b, openings, code="0123")
    contest = MatchContest(asked)
    with Store(path) as store:
        store.add_contest(contest.row)
        store.add_match(asked)
        for seed, fixture in enumerate(asked.game_keys):
            record, _ = random_record(seed, fixture.opening)
            store.add_games(asked.id, [(fixture, record)])
    return contest


def taken_apart(page):
    """The root of a page as a tree, which fails unless it is well-formed, and its games."""
    (data,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    bare = re.sub(r"<(script|style)\b[^>]*>.*?</\1>", "", page, flags=re.S)
    return ElementTree.fromstring(bare), json.loads(data)
