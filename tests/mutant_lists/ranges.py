"""Mutants of score ranges, their table, and the moves that they prove."""

from mutant_lists.mutant import RANGES

FAULTS = {
    ("players/search/score_range.py", RANGES): {
        "range-upper-of-searched-moves-alone": (
            "min(found[ply, HIGH], found[ply, BEST_HIGH]) if complete else found[ply, HIGH]",
            "min(found[ply, HIGH], found[ply, BEST_HIGH])",
        ),
        "range-lower-not-raised": (
            "lower = max(found[ply, LOW], found[ply, BEST_LOW])",
            "lower = found[ply, LOW]",
        ),
        "range-look-one-too-narrow": (
            "min(found[ply, MOVE_HIGH], -found[ply + 1, LOW])",
            "min(found[ply, MOVE_HIGH], -found[ply + 1, LOW] - 1)",
        ),
        "range-look-forgets-the-first": (
            "found[ply, MOVE_LOW] = max(found[ply, MOVE_LOW], -found[ply + 1, HIGH])",
            "found[ply, MOVE_LOW] = -found[ply + 1, HIGH]",
        ),
        "range-pass-not-turned": (
            "_note(self.found, ply, -self.found[ply + 1, HIGH], -self.found[ply + 1, LOW])",
            "_note(self.found, ply, self.found[ply + 1, LOW], self.found[ply + 1, HIGH])",
        ),
        "range-of-root-moves-not-turned": (
            "ranges.root.narrow(move, -child.upper, -child.lower)",
            "ranges.root.narrow(move, child.lower, child.upper)",
        ),
        "range-kept-if-both-narrow": (
            "if lower > found[ply, LOW] or upper < found[ply, HIGH]:",
            "if lower > found[ply, LOW] and upper < found[ply, HIGH]:",
        ),
        "range-settles-while-open": (
            "return self.found[ply, LOW] == self.found[ply, HIGH], self",
            "return self.found[ply, LOW] >= 0, self",
        ),
        "root-keeps-what-another-had": ("if self.key_of[0] != state.key():", "if False:"),
        "range-table-not-cleared": (
            "        self.table.clear()\n        self.root.clear()",
            "        self.root.clear()",
        ),
        "proof-needs-more-than-as-good": (
            "if rows[move, LOW] >= most:",
            "if rows[move, LOW] > most:",
        ),
        "proof-one-short": ("if rows[move, LOW] >= most:", "if rows[move, LOW] >= most - 200:"),
        "proof-forgets-a-rival": (
            "        rivals = state.legal() ^ bit(move)\n",
            "        rivals = moves\n",
        ),
        "root-forgets-what-was-known": (
            "if self.key_of[0] != state.key():",
            "if True:",
        ),
    },
    ("players/search/range_table.py", RANGES): {
        "range-table-any-position": (
            ' or entry["key"] != key:',
            ":",
        ),
        "range-table-one-too-wide": (
            '        entry["lower"] = lower\n',
            '        entry["lower"] = lower - 1\n',
        ),
        "range-table-knows-nothing": (
            'return Range(np.int64(entry["lower"]), np.int64(entry["upper"]))',
            "return Range(-INFINITY, INFINITY)",
        ),
    },
    ("players/search_players.py", RANGES): {
        "proven-score-not-moved": (
            "score = min(max(choice.score, lower), upper)",
            "score = max(choice.score, lower)",
        ),
    },
}
