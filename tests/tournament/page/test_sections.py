"""What a report says and draws of ladders, events and sequential tests."""

from dataclasses import replace

import pytest
from report_pages import random_record
from stores import change

from tournament.contests.round_robin import RoundRobin
from tournament.contests.sprt import Sprt
from tournament.games.match import Match
from tournament.page.sections import leader_verdict, players_of, section_of
from tournament.statistics import ratings
from tournament.statistics.sequential import Hypotheses
from tournament.storage.store import Store

PLAYERS = ("greedy", "mobility", "random")
OPENINGS = (0, 100, 200)


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch):
    """What is claimed here does not depend on their number."""
    monkeypatch.setattr(ratings, "RATING_RESAMPLES", 50)


@pytest.fixture
def store(tmp_path):
    """An empty store."""
    with Store(tmp_path / "s.sqlite") as opened:
        yield opened


def fill(store, tournaments, better=""):
    """Store made-up games; the player `better` wins all of its own."""
    for number, tournament in enumerate(tournaments):
        store.add_match(tournament)
        for seed, fixture in enumerate(tournament.game_keys):
            record, _ = random_record((7 * number + seed) % 20)
            black = tournament.a if fixture.a_black else tournament.b
            white = tournament.b if fixture.a_black else tournament.a
            if better in (black, white):
                record = record._replace(result=8 if black == better else -8)
            store.add_games(tournament.id, [(fixture, record)])


def cells(table, column):
    """What stands in a column."""
    return [row[table.headings.index(column)].text for row in table.rows]


def test_cross_tables_have_every_share_once_from_each_side(store):
    model = Match(*PLAYERS[:2], OPENINGS)
    request = RoundRobin(model, PLAYERS)
    fill(store, request.matches, better="random")
    section = section_of(request, store)
    cross = section.tables[0]
    assert cells(cross, "player")[0] == "random"
    assert section.verdict.startswith("random leads with +")
    # three openings are too few to say anything where one player wins all
    assert "remains open" in section.verdict
    shares = [[row[5 + place].share for place in range(3)] for row in cross.rows]
    assert shares[0] == [None, 1.0, 1.0]
    met = 0
    for one in range(3):
        assert shares[one][one] is None
        for other in range(one):
            if shares[one][other] is not None:
                met += 1
                assert shares[one][other] + shares[other][one] == pytest.approx(1)
    assert met == len(request.matches)
    assert len(section.plots) == 1
    assert len(section.tables[1].rows) == 3


def test_cross_tables_are_of_complete_pairs(store):
    """A game without its twin, which is still to be played, changes nothing."""
    model = Match(*PLAYERS[:2], OPENINGS)
    request = RoundRobin(model, PLAYERS)
    fill(store, request.matches)
    cross = section_of(request, store).tables[0]
    longer = RoundRobin(replace(model, openings=(*OPENINGS, 7)), PLAYERS)
    fill(store, longer.matches)
    change(store.path, "DELETE FROM game WHERE opening = 7 AND NOT a_black")
    assert longer.data(store)["matches"][0]["games"] == 7
    assert section_of(longer, store).tables[0] == cross


def test_costs_of_a_player_are_those_of_all_its_games(store):
    request = RoundRobin(Match(*PLAYERS[:2], OPENINGS), PLAYERS)
    fill(store, request.matches)
    section = section_of(request, store)
    rows = {
        names[1]: row for names, row in zip(section.players, section.tables[1].rows, strict=True)
    }
    for player in PLAYERS:
        nodes = games = 0
        for tournament in request.matches:
            if player not in (tournament.a, tournament.b):
                continue
            for fixture, game in store.games(tournament.id).items():
                black = fixture.a_black == (player == tournament.a)
                nodes += (game.black if black else game.white).nodes
                games += 1
        assert rows[player][1].value == pytest.approx(nodes / games)


def sequential(store, better, *error_rates):
    """A sequential test of made-up games."""
    model = Match("greedy", "mobility", tuple(range(40)))
    fill(store, [model], better)
    return Sprt(model, Hypotheses(0, 100, *error_rates))


@pytest.mark.parametrize(
    ("better", "decided"),
    [
        ("greedy", "+100 rather than 0 Elo stronger than B; if 0 is true, 1 %"),
        ("mobility", "0 rather than +100 Elo stronger than B; if +100 is true, 20 %"),
    ],
)
def test_a_decided_test_names_the_rate_of_its_error(better, decided, store):
    section = section_of(sequential(store, better, 0.01, 0.2), store)
    assert decided in section.verdict
    assert ("error rates alpha, beta", "0.01, 0.2") in [
        tuple(cell.text for cell in row) for row in section.tables[0].rows
    ]


def test_the_path_of_a_test_ends_at_its_ratio(store):
    request = sequential(store, "")
    data = request.data(store)
    ratios = request.judge(store).ratios
    assert len(ratios) == data["pairs_judged"] > 1
    assert ratios[-1] == data["log_likelihood_ratio"]
    low, high = data["bounds"]
    assert all(low < ratio < high for ratio in ratios[:-1])


def test_leader_is_certain_only_if_the_interval_excludes_zero(store):
    model = Match(*PLAYERS[:2], OPENINGS)
    request = RoundRobin(model, PLAYERS)
    fill(store, request.matches)
    players = players_of(request.data(store))
    sure = leader_verdict(players, {"elo": 40.0, "elo_interval": [3.0, 77.0]})
    assert sure.endswith(
        f" +40 above {players[1].spec} (95 % interval of the difference +3 to +77)."
    )
    for low in (-3.0, None):
        told = leader_verdict(players, {"elo": 40.0, "elo_interval": [low, 83.0]})
        assert told.endswith("which of the two is the stronger remains open.")
