import pytest

from players import registry
from players.engine.midgame_memory import MIDGAME_OFF
from tournament.experiments.engine import matches, search_trials, searches
from tournament.experiments.engine.search_trials import (
    FEWEST_DISCS,
    MOST_DISCS,
    NONE_OFF,
    TECHNIQUES,
    ToDepth,
    midgame,
    with_each_technique,
)
from tournament.experiments.engine.searches import technique_row
from tournament.experiments.runner import contests


def spent(nodes, seconds, move=19, score=0):
    return {
        "move": move,
        "score": score,
        "nodes": nodes,
        "evaluations": 2 * nodes,
        "seconds": seconds,
        "wall": seconds,
    }


@pytest.mark.compiled
def test_positions_are_of_every_number_of_discs_and_of_games_of_their_own():
    numbers = range(MOST_DISCS - FEWEST_DISCS + 1)
    positions = [midgame(seed) for seed in numbers]
    assert [int(one.own | one.opp).bit_count() for one in positions] == [
        FEWEST_DISCS + seed for seed in numbers
    ]
    assert all(int(one.legal()) for one in positions)
    again = [midgame(seed) for seed in (0, 5, MOST_DISCS - FEWEST_DISCS + 1)]
    assert again[:2] == [positions[0], positions[5]]
    assert again[2] != positions[0]


def test_a_row_has_the_sums_beside_those_of_the_first():
    whole = [spent(100, 0.010), spent(300, 0.030)]
    row = technique_row(
        "off: x", [spent(150, 0.010), spent(450, 0.010, move=20, score=-150)], whole
    )
    assert (row["nodes"], row["milliseconds"]) == pytest.approx((300, 10))
    assert (row["nodes_ratio"], row["nodes_error"]) == pytest.approx((1.5, 0))
    assert row["seconds_ratio"] == pytest.approx(0.5)
    assert row["seconds_error"] > 0
    assert (row["node_rate"], row["evaluation_rate"]) == pytest.approx((0.03, 0.06))
    assert (row["same"], row["change"]) == (50, 0.75)


@pytest.mark.compiled
def test_each_position_begins_with_another_technique(monkeypatch):
    asked = []

    def engine(settings, level, threads):
        asked.append(settings)
        return real(settings, level, threads)

    real = search_trials.cached_engine
    monkeypatch.setattr(search_trials, "cached_engine", engine)
    monkeypatch.setattr(search_trials, "TABLE_MEGABYTES", 2)
    monkeypatch.setattr(search_trials, "TECHNIQUES", dict(list(TECHNIQUES.items())[:2]))
    first, second = (with_each_technique(ToDepth(2, 1), seed) for seed in (0, 1))
    assert asked[:2] == asked[3:1:-1]
    assert set(first) == set(second) == set(list(TECHNIQUES)[:2])
    real.cache_clear()


@pytest.mark.compiled
def test_every_technique_has_its_row(monkeypatch, measured):
    monkeypatch.setattr(search_trials, "TABLE_MEGABYTES", 2)
    result = measured("engine-techniques", "--depth", "5", "--trials", "4")
    assert [row["technique"] for row in result["rows"]] == [
        NONE_OFF,
        *(f"off: {name}" for name in MIDGAME_OFF),
    ]
    nodes = {row["technique"]: row["nodes"] for row in result["rows"]}
    assert nodes["off: evaluation order"] > nodes[NONE_OFF]
    search_trials.cached_engine.cache_clear()


def given(spec):
    return registry.parse(spec)[1]


def test_the_engine_meets_every_search_with_the_same_time_and_everybody_solves():
    found = matches.pairings([0.05], ["patterns", "bill"])
    assert [pairing.name for pairing in found] == [
        f"{name}, {evaluator}"
        for evaluator in ("patterns", "bill")
        for name in contests.MODERN_PLAYERS
    ]
    for pairing in found:
        for spec in (pairing.a, pairing.b):
            assert given(spec)["seconds"] == 0.05
            assert given(spec).get("solve") != 0
        default = registry.options(pairing.b.partition(":")[0])["evaluator"].default
        assert given(pairing.b).get("evaluator", default) == pairing.name.rpartition(" ")[2]


def test_a_has_the_technique_and_b_has_not(monkeypatch):
    monkeypatch.setattr(registry, "make", str)
    by_name = {one.name: one for one in matches.switched([0.02], matches.chosen(None))}
    assert set(by_name) == set(MIDGAME_OFF)
    for name, pairing in by_name.items():
        assert given(pairing.a) == {"seconds": 0.02}
        assert given(pairing.b) == {"seconds": 0.02, "off": name.replace(" ", "-")}


def test_techniques_are_chosen_with_blanks_or_hyphens_each_once():
    found = matches.chosen(["nested-cuts", "cuts", "nested cuts"])
    assert found == ["nested-cuts", "cuts"]


def test_a_has_twice_the_time_of_b(monkeypatch):
    monkeypatch.setattr(registry, "make", str)
    found = matches.doubled((0.02, 0.01, 0.02))
    times = [(given(pairing.a)["seconds"], given(pairing.b)["seconds"]) for pairing in found]
    assert times == [(0.02, 0.01), (0.04, 0.02)]


def test_the_gain_is_that_of_a():
    told = {"pairs_won_tied_lost": [3, 2, 1], "elo": 70.4, "elo_interval": [-10.0, None]}
    row = contests.gain_of(told)
    assert [row[key] for key in ("won", "tied", "lost", "elo", "elo_low", "elo_high")] == [
        *(3, 2, 1),
        *(70.4, -10.0, None),
    ]


@pytest.mark.compiled
def test_switches_and_growth_are_played_at_equal_and_at_twice_the_time(measured):
    words = ("--seconds", "0.0005", "--openings", "1")
    (row,) = measured("engine-switches", "--only", "cuts", *words)["rows"]
    assert (row["name"], row["milliseconds"]) == ("cuts", 0.5)
    assert row["won"] + row["tied"] + row["lost"] == 1
    assert "off=cuts" in row["b"]
    (row,) = measured("engine-growth", *words)["rows"]
    assert (row["a"], row["b"]) == ("engine:seconds=0.001", "engine:seconds=0.0005")
    assert row["match"]["games"] == 2


def test_growth_is_from_ply_to_ply_over_the_last_two_and_costs_are_means():
    nodes = [2 * 3**depth for depth in range(1, 9)]
    results = [
        {"nodes": nodes, "seconds": [4.0**depth for depth in range(1, 9)]},
        {"nodes": [0] * 8, "seconds": [0.0] * 8},
    ]
    rows = searches.depth_rows(searches.FULL, results)
    assert [row["depth"] for row in rows] == [6, 7, 8]
    for row in rows:
        assert row["nodes"] == 3 ** row["depth"]
        assert row["effective_branching_factor"] == pytest.approx(3)
        assert (row["growth"], row["seconds_growth"]) == pytest.approx((3, 4))


def test_a_search_less_deep_than_the_first_depth_shown_has_one_row():
    (row,) = searches.depth_rows(searches.FULL, [{"nodes": [5, 20], "seconds": [0.1, 0.2]}])
    assert (row["depth"], row["growth"] != row["growth"]) == (2, True)


def test_two_threads_stand_beside_one():
    results = [
        {"1": spent(100, 0.4), "2": spent(150, 0.2)},
        {"1": spent(300, 0.4), "2": spent(450, 0.2)},
    ]
    one, two = searches.thread_rows(results)
    assert (one["speed"], one["nodes_ratio"]) == (1, 1)
    assert (two["speed"], two["speed_error"]) == pytest.approx((2, 0))
    assert (two["nodes_ratio"], two["milliseconds"]) == pytest.approx((1.5, 200))


def test_games_of_threads_have_no_limit_but_the_clock():
    pairing = searches.thread_pairing()
    assert given(pairing.a) == {"threads": 2}
    assert given(pairing.b) in ({}, {"threads": 1})


@pytest.mark.compiled
def test_each_depth_costs_more_and_a_clock_judges_threads(monkeypatch, measured):
    monkeypatch.setattr(search_trials, "TABLE_MEGABYTES", 2)
    words = ("--depth", "7", "--trials", "2")
    rows = measured("engine-depths", *words, "--full-depth", "6")["rows"]
    assert [(row["search"], row["depth"]) for row in rows] == [
        (searches.SELECTIVE, 6),
        (searches.SELECTIVE, 7),
        (searches.FULL, 6),
    ]
    assert rows[0]["nodes"] < min(rows[1]["nodes"], rows[2]["nodes"])
    games = ("--game-seconds", "0.4", "--openings", "1")
    result = measured("engine-threads", *words, *games)
    assert [row["threads"] for row in result["rows"]] == [1, 2]
    (match,) = result["matches"]
    assert match["match"]["games"] == 2
    search_trials.cached_engine.cache_clear()
