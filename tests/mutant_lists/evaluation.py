"""Mutants of the evaluations: Bill's, its lines and edges, and the patterns."""

from mutant_lists.mutant import BILL, EDGES, PATTERNS

FAULTS = {
    ("othello/evaluation/bill.py", BILL): {
        "bill-c-squares-of-x": ("count(moves & C_SQUARES)", "count(moves & X_SQUARES)"),
        "bill-safe-x-squares-twice": ("moves & X_SQUARES & ~safe", "moves & X_SQUARES"),
        "bill-stage-of-the-next-disc": (
            "row = np.uint64(discs)\n    return",
            "row = np.uint64(min(discs + 1, 64))\n    return",
        ),
        "bill-product-of-the-next": (
            "weights[row, _10] * potential",
            "weights[row, _11] * potential",
        ),
        "bill-offset-of-squares": (
            "features.opp_squares + SQUARES",
            "features.own_squares + SQUARES",
        ),
        "bill-knot-above": ("calibration[row, knot], cal", "calibration[row, knot + ONE], cal"),
        "bill-flips-of-one-side": ("occupied) - (opp >> 2", "occupied) - (own >> 2"),
    },
    ("othello/evaluation/lines.py", BILL): {
        "lines-potential-of-own-discs": ("states[other] == OPP", "states[other] == OWN"),
        "lines-flips-to-an-empty-square": ("number if state == OWN else 0", "number"),
        "lines-run-of-the-other-side": ("if owner == OWN:", "if owner == OPP:"),
    },
    ("othello/evaluation/lines.py", PATTERNS): {
        "patterns-digit-of-the-neighbour": (
            "added[rank, held, lane] += 3**place",
            "added[rank, held, lane] += 3 ** (place % 9)",
        ),
    },
    ("othello/evaluation/edge_stability.py", EDGES): {
        "edges-flips-end-anywhere": (
            "0 <= place < length and digits[place] == OWN else",
            "0 <= place < length else",
        ),
        "edges-choice-is-not-let-go": (
            "moves.scores[place] <= floor",
            "moves.scores[place] < -floor",
        ),
        "edges-disc-placed-is-not-counted": (
            "child = index + 3**square",
            "child = index + 2 * 3**square",
        ),
    },
    ("othello/evaluation/patterns/weights.py", PATTERNS): {
        "patterns-stage-a-disc-late": ('side="right"', 'side="left"'),
        "patterns-potential-of-own": (
            "count(around(opp) & empties)",
            "count(around(own) & empties)",
        ),
        "patterns-corner-replies-for-moves": (
            "_5 * np.uint64(count(moves & CORNERS))",
            "_5 * np.uint64(count(replies & CORNERS))",
        ),
        "patterns-moves-alone-turned": ("count(moves & ~replies)", "count(replies & ~moves)"),
        "patterns-discs-of-the-next": (
            "_COUNT_STARTS[9] + discs",
            "_COUNT_STARTS[9] + discs - ONE",
        ),
    },
    ("othello/evaluation/patterns/places.py", PATTERNS): {
        "patterns-last-symmetry-left-out": ("range(1, SYMMETRIES)", "range(1, SYMMETRIES - 1)"),
        "patterns-entry-of-another": (
            "taken, ENTRIES_OF[name].start",
            "taken, ENTRIES_OF[name].stop",
        ),
        "patterns-place-of-a-twin": (
            "if frozenset(taken) not in there",
            "if taken not in there",
        ),
    },
}
