"""What a report says and draws of ladders, events and sequential tests."""

from dataclasses import replace

import pytest
from report_pages import random_record
from stores import change

from tournament.contests import event_section
from tournament.contests.event import Gauntlet, RoundRobin
from tournament.contests.ladder_section import (
    conclusion,
    lead_plot,
    rates_plot,
)
from tournament.contests.rungs import EQUAL_DEPTH, LESS, MORE, rows_on
from tournament.contests.sprt import Sprt
from tournament.games.tournament import Tournament
from tournament.statistics import ratings
from tournament.statistics.sequential import Hypotheses
from tournament.storage.rows import totals_of_games
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
        store.add(tournament)
        for seed, fixture in enumerate(tournament.fixtures):
            record, _ = random_record((7 * number + seed) % 20)
            black = tournament.a if fixture.a_black else tournament.b
            white = tournament.b if fixture.a_black else tournament.a
            if better in (black, white):
                record = record._replace(result=8 if black == better else -8)
            store.record_all(tournament.id, [(fixture, record)])


def cells(table, column):
    """What stands in a column."""
    return [row[table.headings.index(column)].text for row in table.rows]


@pytest.mark.parametrize("kind", [RoundRobin, Gauntlet])
def test_cross_tables_have_every_share_once_from_each_side(store, kind):
    model = Tournament(*PLAYERS[:2], OPENINGS)
    request = kind(model, PLAYERS)
    fill(store, request.tournaments, better="random")
    section = request.section(store)
    cross = section.tables[0]
    assert cells(cross, "player")[0] == "random"
    assert section.verdict.startswith("random leads with +")
    # three openings are too few to say anything where one player wins all
    assert "remains open" in section.verdict
    shares = [[row[5 + place].share for place in range(3)] for row in cross.rows]
    met = 0
    for one in range(3):
        assert shares[one][one] is None
        for other in range(one):
            if shares[one][other] is not None:
                met += 1
                assert shares[one][other] + shares[other][one] == pytest.approx(1)
    assert met == len(request.tournaments)
    assert len(section.plots) == 2
    assert len(section.tables[1].rows) == 3


def test_cross_tables_are_of_complete_pairs(store):
    """A game without its twin, which is still to be played, changes nothing."""
    model = Tournament(*PLAYERS[:2], OPENINGS)
    request = RoundRobin(model, PLAYERS)
    fill(store, request.tournaments)
    shown = [list(column.cells) for column in request.table(store).columns]
    cross = request.section(store).tables[0]
    longer = RoundRobin(replace(model, openings=(*OPENINGS, 7)), PLAYERS)
    fill(store, longer.tournaments)
    change(store.path, "DELETE FROM game WHERE opening = 7 AND NOT a_black")
    assert longer.data(store)["matches"][0]["games"] == 7
    assert [list(column.cells) for column in longer.table(store).columns] == shown
    assert longer.section(store).tables[0] == cross


@pytest.mark.parametrize("better", ["random", ""])
def test_a_table_of_players_says_how_far_the_first_leads(store, better):
    request = RoundRobin(Tournament(*PLAYERS[:2], tuple(range(9))), PLAYERS)
    fill(store, request.tournaments, better)
    lead = request.data(store)["lead"]
    low, _ = lead["elo_interval"]
    said = request.table(store).caption.splitlines()[0]
    assert said.startswith(f"1 leads 2 by {lead['elo']:.0f} Elo (95 %: {low:+.0f} to ")
    assert said.endswith(").") == (low > 0) == bool(better)


def test_costs_of_a_player_are_those_of_all_its_games(store):
    request = RoundRobin(Tournament(*PLAYERS[:2], OPENINGS), PLAYERS)
    fill(store, request.tournaments)
    section = request.section(store)
    rows = {
        names[1]: row for names, row in zip(section.players, section.tables[1].rows, strict=True)
    }
    for player in PLAYERS:
        nodes = games = 0
        for tournament in request.tournaments:
            if player not in (tournament.a, tournament.b):
                continue
            for fixture, game in store.games(tournament.id).items():
                black = fixture.a_black == (player == tournament.a)
                nodes += (game.black if black else game.white).nodes
                games += 1
        assert rows[player][1].value == pytest.approx(nodes / games)


def sequential(store, better="mobility", elo1=100):
    """A sequential test of made-up games."""
    model = Tournament("greedy", "mobility", tuple(range(40)))
    fill(store, [model], better)
    return Sprt(model, Hypotheses(0, elo1, 0.05, 0.05))


def test_the_path_of_a_test_ends_at_its_ratio(store):
    request = sequential(store, better="")
    data = request.data(store)
    ratios = request.replay(store)[0].ratios
    assert len(ratios) == data["pairs_judged"] > 1
    assert ratios[-1] == data["log_likelihood_ratio"]
    low, high = data["bounds"]
    assert all(low < ratio < high for ratio in ratios[:-1])


def test_the_sums_over_judged_games_are_those_of_the_store(store):
    prefix, (tournament,) = sequential(store, better="", elo1=2).replay(store)
    assert (prefix.test.pairs, prefix.repeated) == (40, 0)
    mine = totals_of_games((game.fixture, game.record) for game in prefix.games)
    stored = store.totals(tournament.id)
    assert (mine.games, mine.points, mine.forfeits) == (80, stored.points, stored.forfeits)
    assert mine.a == pytest.approx(stored.a)
    assert mine.b == pytest.approx(stored.b)
    assert mine.a != mine.b


def test_a_test_says_what_it_accepted(store):
    section = sequential(store).section(store)
    assert "A is rather 0 than +100 Elo stronger than B" in section.verdict
    assert "5 % of tests say so although +100 is true" in section.verdict
    assert "polyline" in section.plots[0].svg
    assert "elo1 accepted" in section.plots[0].svg


def test_a_test_without_a_game_is_undecided(store):
    section = Sprt(Tournament("greedy", "mobility", (0, 1)), Hypotheses()).section(store)
    assert section.verdict == "The test is undecided after 0 pairs: it is not finished."
    assert section.plots == ()


def rung(a, b, curve, rate=0.4):
    """What is known of a tournament of a ladder, as far as its plots need it."""
    side = {"nodes": 10, "cpu_seconds": 1.0}
    ends = [rate - 0.1, rate + 0.1]
    levels = {"a_depth": a, "b_depth": b, "curve": curve}
    return {**levels, "pair_win_rate": rate, "interval": ends, "a": side, "b": side}


RUNGS = [rung(1, 1, LESS), rung(1, 2, MORE), rung(2, 2, ""), rung(3, 4, LESS), rung(3, 5, MORE)]


@pytest.mark.parametrize(
    ("a", "b", "shown"),
    [("alphabeta:evaluator=bill", "forward", True), ("forward", "alphabeta", False)],
)
def test_the_papers_words_stand_only_beside_its_players(a, b, shown):
    data = {"a": a, "b": b, "cost": "nodes", "rows": RUNGS}
    for plot in (rates_plot(data), lead_plot(data)):
        assert ("in the paper" in plot.svg) == shown


def test_a_ladder_ends_with_its_deepest_tournament_at_less_cost():
    data = {"a": "alphabeta", "b": "forward", "cost": "nodes", "rows": RUNGS}
    assert conclusion(data).startswith("At A's depth 3 B searches 1 ply deeper for 1.00")
    assert "A takes 40.0 % of the pairs (95 % interval 30.0 to 50.0 %)" in conclusion(data)
    assert "no tournament is on LESS" in conclusion({**data, "rows": RUNGS[1:3]})


def test_curves_of_a_ladder_go_by_depth_of_a():
    assert [row["b_depth"] for row in rows_on(RUNGS, MORE)] == [2, 5]
    assert [row["b_depth"] for row in rows_on(RUNGS, EQUAL_DEPTH)] == [1, 2]


def test_who_leads_is_sure_only_where_the_interval_of_the_difference_says_so(store):
    model = Tournament(*PLAYERS[:2], OPENINGS)
    request = RoundRobin(model, PLAYERS)
    fill(store, request.tournaments)
    players = event_section.players_of(request.data(store), request.tournaments, store)
    sure = event_section.verdict(players, {"elo": 40.0, "elo_interval": [3.0, 77.0]})
    assert sure.endswith(
        f" +40 above {players[1].spec} (95 % interval of the difference +3 to +77)."
    )
    for low in (-3.0, None):
        told = event_section.verdict(players, {"elo": 40.0, "elo_interval": [low, 83.0]})
        assert told.endswith("which of the two is the stronger remains open.")
