"""Mutants of the evaluations: Bill's, its lines and edges, and the patterns."""

from mutant_lists.mutant import BILL, EDGES, PATTERNS, Mutant

BILLS = "othello/evaluation/bill.py"
LINES = "othello/evaluation/lines.py"
EDGE_TABLE = "othello/evaluation/edge_stability.py"
WEIGHTS = "othello/evaluation/patterns/weights.py"
PLACES = "othello/evaluation/patterns/places.py"

FAULTS_OF_BILL = (
    ("bill-c-squares-of-x", BILLS, "count(moves & C_SQUARES)", "count(moves & X_SQUARES)"),
    ("bill-safe-x-squares-twice", BILLS, "moves & X_SQUARES & ~safe", "moves & X_SQUARES"),
    (
        "bill-stage-of-the-next-disc",
        BILLS,
        "row = np.uint64(discs)\n    return",
        "row = np.uint64(min(discs + 1, 64))\n    return",
    ),
    (
        "bill-product-of-the-next",
        BILLS,
        "weights[row, _10] * potential",
        "weights[row, _11] * potential",
    ),
    (
        "bill-offset-of-squares",
        BILLS,
        "features.opp_squares + SQUARES",
        "features.own_squares + SQUARES",
    ),
    ("bill-knot-above", BILLS, "calibration[row, knot], cal", "calibration[row, knot + ONE], cal"),
    ("bill-flips-of-one-side", BILLS, "occupied) - (opp >> 2", "occupied) - (own >> 2"),
    ("lines-potential-of-own-discs", LINES, "states[other] == OPP", "states[other] == OWN"),
    ("lines-flips-to-an-empty-square", LINES, "number if state == OWN else 0", "number"),
    ("lines-run-of-the-other-side", LINES, "if owner == OWN:", "if owner == OPP:"),
)
FAULTS_OF_EDGES = (
    (
        "edges-flips-end-anywhere",
        EDGE_TABLE,
        "0 <= place < length and digits[place] == OWN else",
        "0 <= place < length else",
    ),
    (
        "edges-choice-is-not-let-go",
        EDGE_TABLE,
        "moves.scores[place] <= floor",
        "moves.scores[place] < -floor",
    ),
    (
        "edges-disc-placed-is-not-counted",
        EDGE_TABLE,
        "child = index + 3**square",
        "child = index + 2 * 3**square",
    ),
)
FAULTS_OF_PATTERNS = (
    ("patterns-stage-a-disc-late", WEIGHTS, 'side="right"', 'side="left"'),
    (
        "patterns-potential-of-own",
        WEIGHTS,
        "count(around(opp) & empties)",
        "count(around(own) & empties)",
    ),
    (
        "patterns-corner-replies-for-moves",
        WEIGHTS,
        "_5 * np.uint64(count(moves & CORNERS))",
        "_5 * np.uint64(count(replies & CORNERS))",
    ),
    ("patterns-moves-alone-turned", WEIGHTS, "count(moves & ~replies)", "count(replies & ~moves)"),
    (
        "patterns-discs-of-the-next",
        WEIGHTS,
        "_COUNT_STARTS[9] + discs",
        "_COUNT_STARTS[9] + discs - ONE",
    ),
    ("patterns-last-symmetry-left-out", PLACES, "range(1, SYMMETRIES)", "range(1, SYMMETRIES - 1)"),
    (
        "patterns-entry-of-another",
        PLACES,
        "taken, ENTRIES_OF[name].start",
        "taken, ENTRIES_OF[name].stop",
    ),
    (
        "patterns-digit-of-the-neighbour",
        LINES,
        "added[rank, held, lane] += 3**place",
        "added[rank, held, lane] += 3 ** (place % 9)",
    ),
    (
        "patterns-place-of-a-twin",
        PLACES,
        "if frozenset(taken) not in there",
        "if taken not in there",
    ),
)

MUTANTS = (
    *(Mutant(*fault, BILL) for fault in FAULTS_OF_BILL),
    *(Mutant(*fault, EDGES) for fault in FAULTS_OF_EDGES),
    *(Mutant(*fault, PATTERNS) for fault in FAULTS_OF_PATTERNS),
)
