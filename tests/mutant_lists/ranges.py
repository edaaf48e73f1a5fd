"""Mutants of score ranges, their table, and the moves that they prove."""

from mutant_lists.mutant import RANGES, Mutant

NODES = "players/search/score_range.py"
ROOT = "players/search/score_range.py"
ENTRIES = "players/search/range_table.py"

MUTANTS = (
    Mutant(
        "range-upper-of-searched-moves-alone",
        NODES,
        "min(found[ply, HIGH], found[ply, BEST_HIGH]) if complete else found[ply, HIGH]",
        "min(found[ply, HIGH], found[ply, BEST_HIGH])",
        RANGES,
    ),
    Mutant(
        "range-lower-not-raised",
        NODES,
        "lower = max(found[ply, LOW], found[ply, BEST_LOW])",
        "lower = found[ply, LOW]",
        RANGES,
    ),
    Mutant(
        "range-look-one-too-narrow",
        NODES,
        "min(found[ply, MOVE_HIGH], -found[ply + 1, LOW])",
        "min(found[ply, MOVE_HIGH], -found[ply + 1, LOW] - 1)",
        RANGES,
    ),
    Mutant(
        "range-look-forgets-the-first",
        NODES,
        "found[ply, MOVE_LOW] = max(found[ply, MOVE_LOW], -found[ply + 1, HIGH])",
        "found[ply, MOVE_LOW] = -found[ply + 1, HIGH]",
        RANGES,
    ),
    Mutant(
        "range-pass-not-turned",
        NODES,
        "_note(self.found, ply, -self.found[ply + 1, HIGH], -self.found[ply + 1, LOW])",
        "_note(self.found, ply, self.found[ply + 1, LOW], self.found[ply + 1, HIGH])",
        RANGES,
    ),
    Mutant(
        "range-of-root-moves-not-turned",
        NODES,
        "ranges.root.narrow(move, -child.upper, -child.lower)",
        "ranges.root.narrow(move, child.lower, child.upper)",
        RANGES,
    ),
    Mutant(
        "range-kept-if-both-narrow",
        NODES,
        "if lower > found[ply, LOW] or upper < found[ply, HIGH]:",
        "if lower > found[ply, LOW] and upper < found[ply, HIGH]:",
        RANGES,
    ),
    Mutant(
        "range-decides-too-few-plies",
        NODES,
        "return reaches and self.proven(state) != NO_MOVE",
        "return self.proven(state) != NO_MOVE",
        RANGES,
    ),
    Mutant(
        "range-table-not-cleared",
        NODES,
        "        self.table.clear()\n        self.root.clear()",
        "        self.root.clear()",
        RANGES,
    ),
    Mutant(
        "proof-needs-more-than-as-good",
        ROOT,
        "if rows[move, LOW] >= most:",
        "if rows[move, LOW] > most:",
        RANGES,
    ),
    Mutant(
        "proof-one-short",
        ROOT,
        "if rows[move, LOW] >= most:",
        "if rows[move, LOW] >= most - 200:",
        RANGES,
    ),
    Mutant(
        "proof-forgets-a-rival",
        ROOT,
        "        rivals = state.legal() ^ bit(move)\n",
        "        rivals = moves\n",
        RANGES,
    ),
    Mutant(
        "root-keeps-other-plies",
        ROOT,
        "if self.key_of[0] != state.key() or self.plies_ahead[0] != plies:",
        "if self.key_of[0] != state.key():",
        RANGES,
    ),
    Mutant(
        "root-forgets-what-was-known",
        ROOT,
        "if self.key_of[0] != state.key() or self.plies_ahead[0] != plies:",
        "if True:",
        RANGES,
    ),
    Mutant(
        "range-table-any-reference",
        ENTRIES,
        ' or entry["key"] != key or entry["reference"] != reference:',
        ' or entry["key"] != key:',
        RANGES,
    ),
    Mutant(
        "range-table-any-position",
        ENTRIES,
        ' or entry["key"] != key or entry["reference"] != reference:',
        ' or entry["reference"] != reference:',
        RANGES,
    ),
    Mutant(
        "range-table-one-too-wide",
        ENTRIES,
        '        entry["lower"] = lower\n',
        '        entry["lower"] = lower - 1\n',
        RANGES,
    ),
    Mutant(
        "range-table-knows-nothing",
        ENTRIES,
        'return Range(np.int64(entry["lower"]), np.int64(entry["upper"]))',
        "return Range(-INFINITY, INFINITY)",
        RANGES,
    ),
    Mutant(
        "proven-score-not-moved",
        "players/search_players.py",
        "score = min(max(choice.score, lower), upper)",
        "score = max(choice.score, lower)",
        RANGES,
    ),
    Mutant(
        "reference-answers-open-ranges",
        "players/search/range_table.py",
        "        return lower == upper, lower, EXACT\n",
        "        return lower >= window.beta or lower == upper, lower, EXACT\n",
        RANGES,
    ),
)
