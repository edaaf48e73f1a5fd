"""How deep a million nodes reach: the claim in the text of Zhang 1995, section 2.

"With one million node generations, alpha-beta pruning cannot reach depth 10 on
a uniform tree with branching factor 10 on average, while forward estimation can
search to depth 11 on average." Whether that holds depends on whether the
children at the horizon count as generated when the first is searched, or each
when it is searched itself: answered for both.
"""

import argparse
from collections.abc import Sequence
from typing import Any

from tournament.experiments.conventions import conventions_of
from tournament.experiments.figure1 import ALPHABETA, Place, budget_of
from tournament.experiments.growth import Growth
from tournament.experiments.output import Column, Shown

MILLION = 1_000_000
BRANCHING = 10
GENERATIONS = ("lazy", "full")
OUT_OF_REACH, WITHIN_REACH = 10, 11
"""The claim: the depth that alpha-beta does not reach, and the one that forward estimation does."""

COLUMNS = (
    Column("generation", "generation"),
    Column("algorithm", "algorithm"),
    Column("reaches depth", "reached", "{:d}"),
    Column("nodes", "nodes", "{:,.0f}"),
    Column("± SE", "nodes_standard_error", "{:,.0f}"),
    Column("next depth", "next_nodes", "{:,.0f}"),
    Column("± SE", "next_nodes_standard_error", "{:,.0f}"),
    Column("paper", "claim"),
    Column("holds", "holds"),
)


def reached_by(one: Growth) -> int:
    """The deepest depth that takes a million nodes or less."""
    return sum(float(nodes.mean()) <= MILLION for nodes in one.nodes)


def verdict(one: Growth) -> tuple[str, str]:
    """What the paper claims of an algorithm, and whether it holds."""
    reached = reached_by(one)
    if one.subject.name == ALPHABETA:
        claim, shown = f"not depth {OUT_OF_REACH}", one.depth > reached
        refuted = reached >= OUT_OF_REACH
    else:
        claim, shown = f"depth {WITHIN_REACH}", reached >= WITHIN_REACH
        refuted = not shown and one.depth > reached
    return claim, "no" if refuted else "yes" if shown else "not measured"


def _row(generation: str, one: Growth) -> dict[str, Any]:
    """How deep an algorithm gets with a million nodes, and what the next depth takes."""
    reached = reached_by(one)
    last, after = one.at(reached), one.at(reached + 1)
    claim, holds = verdict(one)
    return {
        "generation": generation,
        "algorithm": one.subject.name,
        "reached": reached,
        "nodes": last.mean if last else None,
        "nodes_standard_error": last.standard_error if last else None,
        "next_nodes": after.mean if after else None,
        "next_nodes_standard_error": after.standard_error if after else None,
        "claim": claim,
        "holds": holds,
    }


def claims_of(place: Place, options: argparse.Namespace) -> list[dict[str, Any]]:
    """The claim under both conventions."""
    budget = budget_of(options)._replace(enough=MILLION)
    claims = []
    for generation in GENERATIONS:
        conventions = conventions_of(options)._replace(generation=generation)
        pair = place.pair(BRANCHING, conventions, budget)
        claims += [_row(generation, one) for one in pair.both]
    return claims


def claim_table(claims: Sequence[dict[str, Any]]) -> Shown:
    """The claim and what we find."""
    caption = (
        "lazy: children at the horizon are generated one by one; full: all children of a node are "
        "generated at once"
    )
    return Shown(claims, COLUMNS, "With a million nodes, uniform trees, b = 10", caption)
