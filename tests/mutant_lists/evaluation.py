"""Mutants of the evaluations: Bill's, its lines and edges, and the patterns."""

from mutant_lists.mutant import BILL, EDGES, PATTERNS

FAULTS = {
    ("othello/evaluation/bill.py", BILL): {
        "bill-c-squares-of-x": "count(moves & «C_SQUARES→X_SQUARES»)",
        "bill-safe-x-squares-twice": "moves & X_SQUARES« & ~safe→»",
        "bill-stage-of-the-next-disc": "row = np.uint64(«discs→min(discs + 1, 64)»)\n    return",
        "bill-product-of-the-next": "weights[row, «_10→_11»] * potential",
        "bill-offset-of-squares": "features.«opp_squares→own_squares» + SQUARES",
        "bill-knot-above": "calibration[row, knot«→ + ONE»], cal",
        "bill-flips-of-one-side": "occupied) - («opp→own» >> 2",
    },
    ("othello/evaluation/lines.py", BILL): {
        "lines-potential-of-own-discs": "states[other] == «OPP→OWN»",
        "lines-flips-to-an-empty-square": "number« if state == OWN else 0→»",
        "lines-run-of-the-other-side": "if owner == «OWN→OPP»:",
    },
    ("othello/evaluation/lines.py", PATTERNS): {
        "patterns-digit-of-the-neighbour": "added[rank, held, lane] += 3«**place→ ** (place % 9)»",
    },
    ("othello/evaluation/edge_stability.py", EDGES): {
        "edges-flips-end-anywhere": "0 <= place < length «and digits[place] == OWN →»else",
        "edges-choice-is-not-let-go": "moves.scores[place] «<= →< -»floor",
        "edges-disc-placed-is-not-counted": "child = index + «→2 * »3**square",
    },
    ("othello/evaluation/patterns/weights.py", PATTERNS): {
        "patterns-stage-a-disc-late": 'side="«right→left»"',
        "patterns-potential-of-own": "count(around(«opp→own») & empties)",
        "patterns-corner-replies-for-moves": "_5 * np.uint64(count(«moves→replies» & CORNERS))",
        "patterns-moves-alone-turned": "count(«moves & ~replies→replies & ~moves»)",
        "patterns-discs-of-the-next": "_COUNT_STARTS[9] + discs«→ - ONE»",
    },
    ("othello/evaluation/patterns/places.py", PATTERNS): {
        "patterns-last-symmetry-left-out": "range(1, SYMMETRIES«→ - 1»)",
        "patterns-entry-of-another": "taken, ENTRIES_OF[name].«start→stop»",
        "patterns-place-of-a-twin": "if «frozenset(taken)→taken» not in there",
    },
}
