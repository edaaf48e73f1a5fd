"""The papers' claims."""

import re
from collections.abc import Iterator
from itertools import product

from tournament.experiments.claims import (
    Claim,
    above,
    at_least,
    at_most,
    below,
    best_first_mean,
    best_first_wins,
    best_moves,
    between,
    equal_strength,
    equal_time_wins,
    equals,
    first_deeper,
    gain_at_equal_nodes,
    graph_nodes,
    graph_share,
    least_cost_ratio,
    less_depth,
    less_wins,
    match_row,
    match_value,
    nodes_per_ply,
    predicted_winners,
    reached,
    table1_distance,
    table1_nodes,
    tree_share,
)
from tournament.experiments.interest_phases import PARTS

ON_TREES, IN_OTHELLO = "zhang1995 random-trees", "zhang1995 othello"


def _table1() -> Iterator[Claim]:
    nodes = (("alphabeta", "of alpha-beta", 37402.34), ("exact", "with exact bounds", 18387.58))
    for column, words, theirs in (*nodes, ("learned", "with learned bounds", 18383.889)):
        text, figure = f"Table 1, depth 10: nodes {words}", table1_nodes(column)
        rule = f"{theirs:,.0f}", equals(theirs)
        yield Claim(ON_TREES, f"table1-{column}", text, "table1", figure, *rule)
    text = "all columns of Table 1: largest difference, in standard errors"
    yield Claim(ON_TREES, "table1-columns", text, "table1", table1_distance)


def _figure1() -> Iterator[Claim]:
    counted = {
        "full": "children counted when generated",
        "lazy": "children of the last ply counted one by one",
    }
    for generation, words in counted.items():
        name, text = f"million-{generation}", f"a million nodes, b = 10, {words}"
        figure, rule = reached("alpha-beta", generation), ("below 10", below(10))
        yield Claim(ON_TREES, name, f"{text}: depth of alpha-beta", "figure1a", figure, *rule)
    text = "a million nodes, b = 10: depth of forward estimation"
    figure = reached("forward estimation", "lazy")
    yield Claim(ON_TREES, "million-forward", text, "figure1a", figure, "11", equals(11))
    for branching in (2, 5, 10, 20):
        text = f"b = {branching}: effective branching factor, forward estimation"
        figure, bound = nodes_per_ply(branching), branching**0.5
        rule = f"below {bound:.2f}", below(bound)
        yield Claim(ON_TREES, f"branching-{branching}", text, "figure1a", figure, *rule)


def _figures2_and_3() -> Iterator[Claim]:
    gain = "percentage points of decision quality over alpha-beta at equal nodes"
    deltas = ("0.5", gain, "best", above(0)), ("0.2", "the same", "not worth it", at_most(0))
    for delta, words, theirs, holds in deltas:
        text, figure = f"delta {delta}: {words}", gain_at_equal_nodes(delta)
        yield Claim(ON_TREES, f"delta-{delta}", text, "figure2", figure, theirs, holds)
    text = "FE-1.0 one ply deeper: smallest cost as a multiple of alpha-beta's"
    rule = "above 1", above(1)
    yield Claim(ON_TREES, "fe1-costs-more", text, "figure3a", least_cost_ratio, *rule)
    text = "alpha-beta depth from which FE-0.5 is one ply deeper at less cost"
    yield Claim(ON_TREES, "fe05-deeper", text, "figure3a", first_deeper, "4", equals(4))
    for depth in (6, 7):
        text, figure = f"FE-0.5 wins at alpha-beta depth {depth}", less_wins("FE-0.5", depth)
        rule = "above 50 %", above(50)
        yield Claim(ON_TREES, f"fe05-wins-{depth}", text, "figure3a", figure, *rule, "%")


def _zhang_in_othello() -> Iterator[Claim]:
    for evaluator, run in (("bill", "figure3b"), ("patterns", "figure3b-patterns")):
        for depth in range(3, 9):
            name, rule = f"othello-{evaluator}-{depth}", ("above 50 %", above(50))
            text = f"`{evaluator}`, alpha-beta depth {depth}: forward estimation wins at less cost"
            yield Claim(IN_OTHELLO, name, text, run, less_wins("paper", depth), *rule, "%")
        name = f"othello-{evaluator}-plies"
        text = f"`{evaluator}`, alpha-beta depth 8: plies deeper at less cost"
        yield Claim(IN_OTHELLO, name, text, run, less_depth("paper", 8), "3", equals(3))
    yield from _at_equal_time("forward estimation", IN_OTHELLO)


def _at_equal_time(
    search: str, section: str, theirs: str = "", rival: str = "alpha-beta"
) -> Iterator[Claim]:
    """Yield the wins of a search against another with each evaluation and limit."""
    names = (name.partition(" ")[0] for name in (search, rival) if name != "alpha-beta")
    prefix = "-".join(names)
    for evaluator, milliseconds in product(("bill", "patterns"), (5, 20, 100)):
        name = f"{prefix}-{evaluator}-{milliseconds}ms"
        text = f"{search} against {rival}, `{evaluator}`, {milliseconds} ms a move: pairs won"
        run = f"searches-{evaluator}{'-100ms' if milliseconds == 100 else ''}"
        figure = equal_time_wins(search, rival, milliseconds)
        yield Claim(section, name, text, run, figure, theirs, at_least(72), "%")


def _alpha_beta() -> Iterator[Claim]:
    section, run = "alpha-beta trees", "tree-shape"
    ways = {"by static value": "static value", "with table": "deepening, table move, value"}
    for words, way in ways.items():
        text = f"cut nodes with a single successor, ordered {words}"
        figure, rule = tree_share(way, "cut_single"), ("90+ %", at_least(90))
        yield Claim(section, f"single-{words.split()[-1]}", text, run, figure, *rule, "%")
    for words, way in ways.items():
        text = f"PV nodes whose first successor is best, ordered {words}"
        figure, rule = tree_share(way, "pv_first"), ("majority", above(50))
        yield Claim(section, f"first-{words.split()[-1]}", text, run, figure, *rule, "%")
    text = "leaves among all nodes, ordered by static value"
    rule = "half or more", at_least(50)
    yield Claim(section, "leaves", text, run, tree_share("static value", "leaves"), *rule, "%")


def _rollason() -> Iterator[Claim]:
    section = "rollason2014 table"
    for evaluator, run in (("bill", "interest-table"), ("patterns", "interest-table-patterns")):
        for depth, faster, wins in ((4, 20, 41), (6, 119, 8)):
            match = f"same iterations, {depth}: alpha-beta"
            text = f"`{evaluator}`, same iterations, depth {depth}"
            name, figure = f"{evaluator}-faster-{depth}", match_value(match, "cpu_ratio")
            rule = f"{faster}", at_least(faster)
            yield Claim(section, name, f"{text}: faster by", run, figure, *rule)
            name, rule = f"{evaluator}-wins-{depth}", (f"{wins} %", at_least(wins))
            yield Claim(section, name, f"{text}: wins", run, match_row(match), *rule, "%")
        name, rule = f"{evaluator}-equal-strength", ("5, 14", at_least(5))
        text = f"`{evaluator}`, equal strength: faster by, in CPU time"
        yield Claim(section, name, text, run, equal_strength, *rule)
        name, rule = f"{evaluator}-without-interest", ("72, 90.5 %", at_least(72))
        text = f"`{evaluator}`, equal time, 5 ms: wins against itself without interest"
        yield Claim(section, name, text, run, match_row("equal time: costs flat"), *rule, "%")
    yield from _at_equal_time("interest", section, "72, 90.5 %")
    for part in PARTS:
        name, text = re.sub(r"\W+", "-", part), f"`bill`, 5 ms: {part}"
        figure = match_row(f"bill, 5 ms: {part}")
        yield Claim("rollason2014 parts", name, text, "interest-phases", figure, unit="%")


def _muller() -> Iterator[Claim]:
    section, run = "muller2007 graphs", "score-range"
    searches = ("naive", (0.5, 5.7), (5, 13)), ("published", (0, 1.3), (0.5, 2.7))
    for key, text in (("root", "wrong roots"), ("entries", "wrong table entries")):
        for way, roots, entries in (*searches, ("corrected", (0, 0), (0, 0))):
            least, most = roots if key == "root" else entries
            rule = f"{least} to {most} %" if most else "0 %", between(least, most)
            figure = graph_share(way, key)
            yield Claim(section, f"{key}-{way}", f"{text}, {way}", run, figure, *rule, "%")
    text, figure = (
        "nodes, corrected to naive, graphs of 12 to 40 nodes",
        graph_nodes("corrected / naive"),
    )
    yield Claim(section, "nodes", text, run, figure, "1.05 to 4", between(1.05, 4))


def _best_first() -> Iterator[Claim]:
    section, run = "korf1996 othello", "korf1996"
    for evaluator in ("bill", "patterns"):
        text = f"`{evaluator}`: pairs won from alpha-beta of depth 9"
        figure, rule = best_first_wins(evaluator, 9), ("below 50 %", below(50))
        yield Claim(section, f"{evaluator}-depth-9", text, run, figure, *rule, "%")
        text, figure = f"`{evaluator}`: mean of depths 2 to 9", best_first_mean(evaluator)
        yield Claim(section, f"{evaluator}-mean", text, run, figure, unit="%")
    yield from _at_equal_time("best-first", section)


def _bill() -> Iterator[Claim]:
    for depth in (2, 4, 6):
        text = f"pairs won against mobility, depth {depth}"
        figure = match_row(f"bill against mobility, depth {depth}")
        yield Claim("bill matches", f"mobility-{depth}", text, "bill-matches", figure, unit="%")
    for weights in ("quadratic", "logistic"):
        text = f"winner predicted in human games, {weights} weights"
        figure = predicted_winners(weights)
        yield Claim("bill human-games", f"winner-{weights}", text, "wthor", figure, unit="%")


def _searches() -> Iterator[Claim]:
    section = "searches matches"
    yield from _at_equal_time("forward estimation", section, rival="best-first")
    yield from _at_equal_time("forward estimation", section, rival="interest")
    yield from _at_equal_time("interest", section, rival="best-first")


def _patterns() -> Iterator[Claim]:
    for limit in ("depth 2", "depth 4", "depth 6", "5 ms", "20 ms"):
        name, run = f"patterns-{limit.replace(' ', '-')}", "pattern-matches"
        text = f"pairs won by `patterns` against `bill`, alpha-beta, {limit}"
        yield Claim("patterns matches", name, text, run, match_row(limit), unit="%")


def _engine() -> Iterator[Claim]:
    for player, milliseconds in product(("engine:prove=0", "engine"), (10, 30, 100)):
        name = f"{player.replace(':prove=0', '-midgame')}-{milliseconds}ms"
        text = f"`{player}`, {milliseconds} ms: best moves"
        figure = best_moves(player, milliseconds)
        yield Claim("engine moves", name, text, "engine-moves", figure, unit="%")


CLAIMS: tuple[Claim, ...] = (
    *_table1(),
    *_figure1(),
    *_figures2_and_3(),
    *_zhang_in_othello(),
    *_alpha_beta(),
    *_rollason(),
    *_muller(),
    *_best_first(),
    *_bill(),
    *_searches(),
    *_patterns(),
    *_engine(),
)
"""All claims, in the order of the pages' tables."""
PAPERS = tuple(dict.fromkeys(claim.paper for claim in CLAIMS))
