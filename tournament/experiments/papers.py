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
    nodes_per_ply,
    predicted_winners,
    reached,
    table1_distance,
    table1_nodes,
    tree_share,
)
from tournament.experiments.interest_phases import PARTS


def _zhang_on_trees() -> Iterator[Claim]:
    section = "zhang1995 random-trees"
    nodes = (("alphabeta", "of alpha-beta", 37402.34), ("exact", "with exact bounds", 18387.58))
    for column, text, theirs in (*nodes, ("learned", "with learned bounds", 18383.889)):
        yield Claim(
            section,
            f"table1-{column}",
            f"Table 1, depth 10: nodes {text}",
            f"{theirs:,.0f}",
            "table1",
            table1_nodes(column),
            equals(theirs),
        )
    yield Claim(
        section,
        "table1-columns",
        "all columns of Table 1: largest difference, in standard errors",
        "",
        "table1",
        table1_distance,
        below(3),
    )
    for generation, text in (
        ("full", "children counted when generated"),
        ("lazy", "children of the last ply counted one by one"),
    ):
        yield Claim(
            section,
            f"million-{generation}",
            f"a million nodes, b = 10, {text}: depth of alpha-beta",
            "below 10",
            "figure1a",
            reached("alpha-beta", generation),
            below(10),
        )
    yield Claim(
        section,
        "million-forward",
        "a million nodes, b = 10: depth of forward estimation",
        "11",
        "figure1a",
        reached("forward estimation", "lazy"),
        equals(11),
    )
    for branching in (2, 5, 10, 20):
        yield Claim(
            section,
            f"branching-{branching}",
            f"b = {branching}: effective branching factor, forward estimation",
            f"below {branching**0.5:.2f}",
            "figure1a",
            nodes_per_ply(branching),
            below(branching**0.5),
        )


def _zhang_in_games() -> Iterator[Claim]:
    section = "zhang1995 random-trees"
    gain = "percentage points of decision quality over alpha-beta at equal nodes"
    deltas = ("0.5", gain, "best", above(0)), ("0.2", "the same", "not worth it", at_most(0))
    for delta, text, theirs, rule in deltas:
        text, figure = f"delta {delta}: {text}", gain_at_equal_nodes(delta)
        yield Claim(section, f"delta-{delta}", text, theirs, "figure2", figure, rule)
    yield Claim(
        section,
        "fe1-costs-more",
        "FE-1.0 one ply deeper: smallest cost as a multiple of alpha-beta's",
        "above 1",
        "figure3a",
        least_cost_ratio,
        above(1),
    )
    yield Claim(
        section,
        "fe05-deeper",
        "alpha-beta depth from which FE-0.5 is one ply deeper at less cost",
        "4",
        "figure3a",
        first_deeper,
        equals(4),
    )
    for depth in (6, 7):
        yield Claim(
            section,
            f"fe05-wins-{depth}",
            f"FE-0.5 wins at alpha-beta depth {depth}",
            "above 50 %",
            "figure3a",
            less_wins("FE-0.5", depth),
            above(50),
            "%",
        )


def _zhang_in_othello() -> Iterator[Claim]:
    section = "zhang1995 othello"
    for evaluator, run in (("bill", "figure3b"), ("patterns", "figure3b-patterns")):
        for depth in range(3, 9):
            yield Claim(
                section,
                f"othello-{evaluator}-{depth}",
                f"`{evaluator}`, alpha-beta depth {depth}: forward estimation wins at less cost",
                "above 50 %",
                run,
                less_wins("paper", depth),
                above(50),
                "%",
            )
        yield Claim(
            section,
            f"othello-{evaluator}-plies",
            f"`{evaluator}`, alpha-beta depth 8: plies deeper at less cost",
            "3",
            run,
            less_depth("paper", 8),
            equals(3),
        )
    yield from _at_equal_time("forward estimation", section, "")


def _at_equal_time(
    search: str, section: str, theirs: str, rival: str = "alpha-beta"
) -> Iterator[Claim]:
    """Yield the wins of a search against another with each evaluation and limit."""
    names = (name.partition(" ")[0] for name in (search, rival) if name != "alpha-beta")
    prefix = "-".join(names)
    for evaluator, milliseconds in product(("bill", "patterns"), (5, 20, 100)):
        yield Claim(
            section,
            f"{prefix}-{evaluator}-{milliseconds}ms",
            f"{search} against {rival}, `{evaluator}`, {milliseconds} ms a move: pairs won",
            theirs,
            f"searches-{evaluator}{'-100ms' if milliseconds == 100 else ''}",
            equal_time_wins(search, rival, milliseconds),
            at_least(72),
            "%",
        )


def _alpha_beta() -> Iterator[Claim]:
    ways = (("static value", "by static value"), ("deepening, table move, value", "with table"))
    for way, text in ways:
        yield Claim(
            "alpha-beta trees",
            f"single-{text.split()[-1]}",
            f"cut nodes with a single successor, ordered {text}",
            "90+ %",
            "tree-shape",
            tree_share(way, "cut_single"),
            at_least(90),
            "%",
        )
    for way, text in ways:
        yield Claim(
            "alpha-beta trees",
            f"first-{text.split()[-1]}",
            f"PV nodes whose first successor is best, ordered {text}",
            "majority",
            "tree-shape",
            tree_share(way, "pv_first"),
            above(50),
            "%",
        )
    yield Claim(
        "alpha-beta trees",
        "leaves",
        "leaves among all nodes, ordered by static value",
        "half or more",
        "tree-shape",
        tree_share("static value", "leaves"),
        at_least(50),
        "%",
    )


def _rollason() -> Iterator[Claim]:
    for evaluator, run in (("bill", "interest-table"), ("patterns", "interest-table-patterns")):
        for depth, faster, wins in ((4, 20, 41), (6, 119, 8)):
            name = f"same iterations, {depth}: alpha-beta"
            claim = f"`{evaluator}`, same iterations, depth {depth}"
            yield Claim(
                "rollason2014 table",
                f"{evaluator}-faster-{depth}",
                f"{claim}: faster by",
                f"{faster}",
                run,
                match_row(name, "cpu_ratio"),
                at_least(faster),
            )
            yield Claim(
                "rollason2014 table",
                f"{evaluator}-wins-{depth}",
                f"{claim}: wins",
                f"{wins} %",
                run,
                match_row(name),
                at_least(wins),
                "%",
            )
        yield Claim(
            "rollason2014 table",
            f"{evaluator}-equal-strength",
            f"`{evaluator}`, equal strength: faster by, in CPU time",
            "5, 14",
            run,
            equal_strength,
            at_least(5),
        )
        yield Claim(
            "rollason2014 table",
            f"{evaluator}-without-interest",
            f"`{evaluator}`, equal time, 5 ms: wins against itself without interest",
            "72, 90.5 %",
            run,
            match_row("equal time: costs flat"),
            at_least(72),
            "%",
        )
    yield from _at_equal_time("interest", "rollason2014 table", "72, 90.5 %")


def _rollason_parts() -> Iterator[Claim]:
    for part in PARTS:
        name = re.sub(r"\W+", "-", part)
        text, figure = f"`bill`, 5 ms: {part}", match_row(f"bill, 5 ms: {part}")
        yield Claim("rollason2014 parts", name, text, "", "interest-phases", figure, above(50), "%")


def _muller() -> Iterator[Claim]:
    searches = ("naive", (0.5, 5.7), (5, 13)), ("published", (0, 1.3), (0.5, 2.7))
    for key, text in (("root", "wrong roots"), ("entries", "wrong table entries")):
        for way, roots, entries in (*searches, ("corrected", (0, 0), (0, 0))):
            least, most = roots if key == "root" else entries
            yield Claim(
                "muller2007 graphs",
                f"{key}-{way}",
                f"{text}, {way}",
                f"{least} to {most} %" if most else "0 %",
                "score-range",
                graph_share(way, key),
                between(least, most),
                "%",
            )
    yield Claim(
        "muller2007 graphs",
        "nodes",
        "nodes, corrected to naive, graphs of 12 to 40 nodes",
        "1.05 to 4",
        "score-range",
        graph_nodes("corrected / naive"),
        between(1.05, 4),
    )


def _best_first() -> Iterator[Claim]:
    for evaluator in ("bill", "patterns"):
        yield Claim(
            "korf1996 othello",
            f"{evaluator}-depth-9",
            f"`{evaluator}`: pairs won from alpha-beta of depth 9",
            "below 50 %",
            "korf1996",
            best_first_wins(evaluator, 9),
            below(50),
            "%",
        )
        yield Claim(
            "korf1996 othello",
            f"{evaluator}-mean",
            f"`{evaluator}`: mean of depths 2 to 9",
            "",
            "korf1996",
            best_first_mean(evaluator),
            above(50),
            "%",
        )
    yield from _at_equal_time("best-first", "korf1996 othello", "")


def _bill() -> Iterator[Claim]:
    for depth in (2, 4, 6):
        yield Claim(
            "bill matches",
            f"mobility-{depth}",
            f"pairs won against mobility, depth {depth}",
            "",
            "bill-matches",
            match_row(f"bill against mobility, depth {depth}"),
            above(50),
            "%",
        )
    for weights in ("quadratic", "logistic"):
        yield Claim(
            "bill human-games",
            f"winner-{weights}",
            f"winner predicted in human games, {weights} weights",
            "",
            "wthor",
            predicted_winners(weights),
            above(50),
            "%",
        )


def _searches() -> Iterator[Claim]:
    yield from _at_equal_time("forward estimation", "searches matches", "", "best-first")
    yield from _at_equal_time("forward estimation", "searches matches", "", "interest")
    yield from _at_equal_time("interest", "searches matches", "", "best-first")


def _patterns() -> Iterator[Claim]:
    for limit in ("depth 2", "depth 4", "depth 6", "5 ms", "20 ms"):
        yield Claim(
            "patterns matches",
            f"patterns-{limit.replace(' ', '-')}",
            f"pairs won by `patterns` against `bill`, alpha-beta, {limit}",
            "",
            "pattern-matches",
            match_row(limit),
            above(50),
            "%",
        )


def _engine() -> Iterator[Claim]:
    for player, milliseconds in product(("engine:prove=0", "engine"), (10, 30, 100)):
        yield Claim(
            "engine moves",
            f"{player.replace(':prove=0', '-midgame')}-{milliseconds}ms",
            f"`{player}`, {milliseconds} ms: best moves",
            "",
            "engine-moves",
            best_moves(player, milliseconds),
            above(50),
            "%",
        )


CLAIMS: tuple[Claim, ...] = (
    *_zhang_on_trees(),
    *_zhang_in_games(),
    *_zhang_in_othello(),
    *_alpha_beta(),
    *_rollason(),
    *_rollason_parts(),
    *_muller(),
    *_best_first(),
    *_bill(),
    *_searches(),
    *_patterns(),
    *_engine(),
)
"""All claims, in the order of the pages' tables."""
PAPERS = tuple(dict.fromkeys(claim.paper for claim in CLAIMS))
