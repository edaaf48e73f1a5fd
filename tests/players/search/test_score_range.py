import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive import ranges as naive_ranges
from naive.search import Ties, members, must_pass
from samples import late_position, random_position

from othello import Game, evaluation
from othello.jit import COMPILED
from players import registry
from players.forward import edge_costs
from players.forward.rules import ByStage, ForwardEstimation, PerPly
from players.interest.costs import learned
from players.interest.deepening import deepen as deepen_interest
from players.interest.player import InterestOptions, new_interest_search, pace_of
from players.interest.terms import othello_terms
from players.limits import Limits
from players.protocol import Choice
from players.search.alphabeta import alphabeta, new_search
from players.search.bounds import INFINITY, PV
from players.search.conventions import NoPruning, Scout
from players.search.deepening import aspiration, deepen, mtdf
from players.search.node import Window
from players.search.ordering import ByTableMoveThenValue, Unordered
from players.search.score_range import HIGH, LOW, new_ranges, new_root_ranges
from players.search.table import NO_MOVE, new_table
from players.search.workspace import MOST_PLIES, start
from players.search_players import with_proof

MOST_EMPTIES = 8 if COMPILED else 5
EXAMPLES = 60 if COMPILED else 8
BILL = evaluation.named("bill")
COSTS = edge_costs.load(None, evaluator="bill")
WIDE = Window(-INFINITY, INFINITY)
BITS = 12
NEVER = 10**5
"""More than a second look at a move can gain."""


def as_stages(margins):
    """Margins per ply in the form of those by stage, so that one kernel serves both."""
    falls, rises = np.zeros((2, 65, MOST_PLIES), np.int32)
    for stage in range(65):
        began = stage % 2 == 0
        below, above = -margins.lowest, margins.highest
        falls[stage] = np.arange(MOST_PLIES) * (below if began else above)
        rises[stage] = np.arange(MOST_PLIES) * (above if began else below)
    return ByStage(falls, rises)


def bill_search(rule=None):
    """A search of Othello, of the types that a player's search with these options has."""
    return new_search(
        BILL,
        ByTableMoveThenValue(),
        scout=Scout(),
        rule=rule or NoPruning(),
        table=new_table(10),
        ranges=new_ranges(BITS),
    )


def interest_search(**options):
    """An interest search that keeps ranges."""
    variant = InterestOptions(table=10, ranges=True, **options)
    return new_interest_search(BILL, othello_terms(learned()), variant)


SEARCHES = {
    "alpha-beta": bill_search(),
    "likely": bill_search(ForwardEstimation(as_stages(PerPly(*COSTS.increments("share"))))),
    "quantile": bill_search(ForwardEstimation(COSTS.margins(0.7))),
    "interest": interest_search(second=NEVER),
    "interest, second looks": interest_search(second=100),
    "interest, skipping": interest_search(skip=True, slope=0),
}
PACE = pace_of(InterestOptions())
every_search = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.rare_kernels if "skipping" in name else ())
        for name in SEARCHES
    ],
)


def look(name, position, limits, driver=aspiration):
    """Search, from empty tables, and give the ranges."""
    search = SEARCHES[name]
    search.table.clear()
    search.ranges.clear()
    if name.startswith("interest"):
        search.memory.forget()
        deepen_interest(position, search, limits, PACE)
    else:
        deepen(position, search, limits, driver)
    return search.ranges


def check_entries(ranges, truth):
    """Every entry of the table holds the truth of its position; how many entries there are."""
    entries = ranges.table.entries[ranges.table.entries["used"] != 0]
    for entry in entries:
        assert entry["lower"] <= truth[int(entry["key"])] <= entry["upper"]
    return entries.size


def check_root(ranges, position, truth):
    """The position, each of its moves and the proven move are what they are said to be."""
    known = ranges.known(position)
    assert known.lower <= truth[int(position.key())] <= known.upper
    after = {}
    for move in members(position.legal()):
        after[move] = -truth[int(position.play(move).key())]
        assert ranges.root.rows[move, LOW] <= after[move] <= ranges.root.rows[move, HIGH]
    proven = ranges.proven(position)
    assert proven == NO_MOVE or after[proven] == max(after.values())
    return proven


late = st.builds(late_position, st.integers(0, 10**6), st.integers(1, MOST_EMPTIES))
limits_of_depth = st.builds(lambda depth: Limits(depth=depth), st.integers(1, MOST_EMPTIES))
limits_of_nodes = st.builds(lambda nodes: Limits(nodes=nodes), st.integers(1, 3000))
limits_of_interest = st.builds(
    lambda tenths, nodes: Limits(interest=tenths / 10, nodes=nodes),
    st.integers(0, 60),
    st.none() | st.integers(1, 3000),
)


@every_search
def test_every_range_holds_the_result_of_perfect_play(name):
    limits = limits_of_interest if "interest" in name else limits_of_depth | limits_of_nodes
    drivers = st.sampled_from([aspiration, mtdf])

    @settings(max_examples=EXAMPLES)
    @given(late, limits, drivers)
    def holds(position, limits, driver):
        truth: dict[int, int] = {}
        naive_ranges.results(position, truth)
        ranges = look(name, position, limits, driver)
        check_root(ranges, position, truth)
        check_entries(ranges, truth)

    holds()


def proves_one_of_several(name, position):
    """Whether a search that stops a ply before the end, or thereabouts, proves a move."""
    limits = Limits(interest=1.5) if "interest" in name else Limits(depth=3)
    ranges = look(name, position, limits)
    truth: dict[int, int] = {}
    naive_ranges.results(position, truth)
    assert check_entries(ranges, truth) > 0
    several = len(members(position.legal())) > 1
    return check_root(ranges, position, truth) != NO_MOVE and several


@every_search
def test_selective_searches_prove_moves_before_they_reach_the_end(name):
    assert any(proves_one_of_several(name, late_position(seed, 4)) for seed in range(300))


@pytest.mark.parametrize("seed", range(EXAMPLES // 4))
def test_a_search_to_the_end_leaves_a_single_point_and_a_proven_move(seed):
    position = late_position(seed, MOST_EMPTIES)
    truth: dict[int, int] = {}
    result = naive_ranges.results(position, truth)
    ranges = look("alpha-beta", position, Limits(depth=MOST_EMPTIES))
    assert tuple(ranges.known(position)) == (result, result)
    assert check_root(ranges, position, truth) != NO_MOVE


@pytest.mark.rare_kernels
@pytest.mark.parametrize("seed", range(20))
def test_ranges_of_results_are_those_of_the_naive_search(seed):
    position = random_position(seed, 60)
    search = new_search(Ties(), Unordered(), ranges=new_ranges(BITS))
    start(search.workspace)
    score, _ = alphabeta(position, WIDE, 2, 0, PV, search)
    naive = naive_ranges.alphabeta(position, 2, -INFINITY, INFINITY, Ties())
    assert naive == (score, *search.ranges.found[0, [LOW, HIGH]])


def test_a_range_stays_true_from_search_to_search_and_only_narrows():
    search = SEARCHES["quantile"]
    for seed in range(EXAMPLES // 4):
        position = late_position(seed, MOST_EMPTIES)
        truth: dict[int, int] = {}
        naive_ranges.results(position, truth)
        search.ranges.clear()
        search.table.clear()
        before = (-INFINITY, INFINITY)
        for depth in range(1, MOST_EMPTIES + 1):
            start(search.workspace)
            for window in (Window(-300, 200), Window(-1, 0), WIDE):
                alphabeta(position, window, depth, 0, PV, search)
                lower, upper = search.ranges.known(position)
                assert before[0] <= lower <= upper <= before[1]
                before = (lower, upper)
        check_root(search.ranges, position, truth)
        check_entries(search.ranges, truth)


def test_of_a_move_looked_at_twice_both_ranges_count():
    ranges = new_ranges()
    ranges.begin_move(3)
    for lower, upper in ((-6400, 200), (-400, 600)):
        ranges.found[4, :2] = lower, upper
        ranges.look(3)
    assert tuple(ranges.found[3, 4:]) == (-200, 400)


GOLDEN = {
    "alphabeta:depth=5,evaluator=mobility": (34, 300, 2784),
    "forward:depth=6,rule=likely": (34, 188, 2355),
    "interest:limit=2,skip=true,slope=0": (45, 332, 1514),
}
"""Move, score and nodes of commit 9eb2ba0, which knew no ranges."""


@pytest.mark.parametrize(
    "spec",
    [
        pytest.param(spec, marks=pytest.mark.rare_kernels if "skip" in spec else ())
        for spec in GOLDEN
    ],
)
def test_without_ranges_searches_are_what_they_were(spec):
    choice = registry.make(spec).choose(Game.from_transcript("f5d6c3d3c4f4").position)
    assert (choice.move, choice.score, choice.nodes) == GOLDEN[spec]
    assert (choice.lower, choice.upper, choice.proven) == (-6400, 6400, False)


KERNEL = "nodes=9999,driver=pvs,table=10,ranges=true,solve=0"
PLAYERS = (
    f"alphabeta:{KERNEL},evaluator=bill",
    f"forward:{KERNEL},quantile=0.7",
    f"interest:limit=9,second={NEVER},ranges=true,solve=0",
)


@pytest.mark.parametrize("spec", PLAYERS)
def test_players_play_the_proven_move(spec):
    for seed in range(6):
        position = late_position(seed, MOST_EMPTIES - 1)
        truth: dict[int, int] = {}
        naive_ranges.results(position, truth)
        choice = registry.make(spec).choose(position)
        assert choice.proven
        assert choice.lower <= truth[int(position.key())] <= choice.upper
        assert truth[int(position.play(choice.move).key())] == -truth[int(position.key())]


def test_a_proven_move_ends_the_deepening_before_the_end_of_the_game():
    choices = (
        (position, registry.make(PLAYERS[0]).choose(position))
        for position in (late_position(seed, 4) for seed in range(300))
        if len(members(position.legal())) > 1
    )
    assert any(
        choice.proven and choice.depth < position.plies_left() for position, choice in choices
    )


def test_the_score_moves_into_the_range_and_the_proven_move_is_played():
    position = late_position(1, MOST_EMPTIES)
    ranges = look("alpha-beta", position, Limits(depth=MOST_EMPTIES))
    best = ranges.proven(position)
    result = ranges.known(position).lower
    other = next(move for move in members(position.legal()) if move != best)
    expected = Choice(best, result, 0, variation=(best,), lower=result, upper=result, proven=True)
    for wrong_by in (-700, 700):
        guessed = Choice(other, result + wrong_by, bound=1, variation=(other, 1))
        assert with_proof(guessed, position, ranges) == expected
    unknown = random_position(3)
    assert with_proof(guessed, unknown, ranges) == guessed


def test_what_is_known_of_a_root_is_kept_while_it_is_searched():
    root, position = new_root_ranges(), late_position(1, 5)
    move = members(position.legal())[0]
    open_range, narrow = [-INFINITY, INFINITY], [200, 600]

    def known_after(state):
        root.begin_root(state)
        return [int(end) for end in root.rows[move]]

    assert known_after(position) == open_range
    root.narrow(move, *narrow)
    root.narrow(move, 100, 900)
    assert known_after(position) == narrow
    assert known_after(position.play(move)) == open_range
    root.narrow(move, *narrow)
    root.clear()
    assert known_after(position.play(move)) == open_range


def test_a_forced_move_is_proven_at_once():
    seeds = (seed for seed in range(1000) if len(members(late_position(seed, 5).legal())) == 1)
    position = late_position(next(seeds), 5)
    choice = registry.make(PLAYERS[0]).choose(position)
    assert choice.proven and choice.depth == 1


def test_a_root_that_must_pass_knows_no_moves():
    seeds = range(1000)
    after = (late_position(seed, 6).passed() for seed in seeds)
    position = next(state for state in after if must_pass(state))
    search = SEARCHES["alpha-beta"]
    search.ranges.clear()
    start(search.workspace)
    alphabeta(position, WIDE, 4, 0, PV, search)
    assert search.ranges.proven(position) == NO_MOVE
    assert tuple(search.ranges.known(position)) == (-INFINITY, INFINITY)


def test_tables_of_impossible_sizes_are_refused():
    for bits in (29, -1):
        with pytest.raises(ValueError, match=rf"not 2\*\*{bits}"):
            new_ranges(bits)


def test_a_stopped_search_answers_from_what_it_has_proven():
    position = late_position(2, MOST_EMPTIES)
    stop = np.ones(1, np.int64)
    choice = registry.make(PLAYERS[0]).choose(position, Limits(nodes=99, stop=stop))
    truth: dict[int, int] = {}
    assert choice.lower <= naive_ranges.results(position, truth) <= choice.upper
    assert choice.depth == 1


def test_what_a_solver_proved_is_kept_for_positions_of_any_key():
    ranges = new_ranges(BITS)
    positions = [late_position(seed, 12) for seed in range(12)]
    top = 1 << 63
    assert len({int(position.key()) >= top for position in positions}) == 2
    for position in sorted(positions, key=lambda position: int(position.key())):
        ranges.prove(position, -200, 400)
        known = ranges.table.recall_range(position)
        assert (known.lower, known.upper) == (-200, 400)
