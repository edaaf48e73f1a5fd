"""How visits and groups of moves are marked in the tree of a search: words and colours."""

from typing import NamedTuple

from players.bounds import ALL, CUT, PV
from players.search_tree import DECIDED, ESTIMATE, FINAL, LEAF, PROVEN, TABLE, Visit


class Tag(NamedTuple):
    """How a visit or a group of moves is marked: a word, a colour, and what it means."""

    word: str
    colour: str
    meaning: str


PV_TAG = Tag("pv", "#0072B2", "no cutoff, a move met alpha")
CUT_TAG = Tag("cut", "#D55E00", "a move caused a cutoff")
ALL_TAG = Tag("all", "#009E73", "no move met alpha")
LEAF_TAG = Tag("leaf", "#5A5A5A", "static value at the end of a line")
END_TAG = Tag("end", "#000000", "end of the game")
TABLE_TAG = Tag("table", "#56B4E9", "answered by the table")
ESTIMATE_TAG = Tag("estimate", "#CC79A7", "pruned by estimate")
PROVEN_TAG = Tag("proven", "#F0E442", "answered by what is proven of the result")
DECIDED_TAG = Tag("decided", "#6B2D00", "line ended: static value too far from the expected score")
SKIPPED_TAG = Tag("skipped", "#E69F00", "skipped by interest: costs more than is left")
UNSEARCHED_TAG = Tag("unsearched", "#C8C8C8", "unsearched after a beta cutoff")
HIDDEN_TAG = Tag("not drawn", "#C8C8C8", "visits that were left out of the picture")
TAGS = (
    PV_TAG, CUT_TAG, ALL_TAG, LEAF_TAG, END_TAG, TABLE_TAG, ESTIMATE_TAG, PROVEN_TAG,
    DECIDED_TAG, SKIPPED_TAG, UNSEARCHED_TAG, HIDDEN_TAG,
)  # fmt: skip
"""All of them. Source of the colours, for colour-blind eyes: Okabe and Ito 2008, with a brown and
two greys."""

_KINDS = {PV: PV_TAG, CUT: CUT_TAG, ALL: ALL_TAG}
_ENDS = {
    LEAF: LEAF_TAG,
    FINAL: END_TAG,
    TABLE: TABLE_TAG,
    ESTIMATE: ESTIMATE_TAG,
    PROVEN: PROVEN_TAG,
    DECIDED: DECIDED_TAG,
}


def tag_of(visit: Visit) -> Tag:
    """How a visit is marked: by its kind if its moves were searched, else by how it ended."""
    if visit.kind is not None:
        return _KINDS[visit.kind]
    assert visit.end is not None
    return _ENDS[visit.end]
