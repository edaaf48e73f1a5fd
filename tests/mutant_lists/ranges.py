"""Mutants of score ranges, their table, and the moves that they prove."""

from mutant_lists.mutant import RANGES

FAULTS = {
    ("players/search/score_range.py", RANGES): {
        "range-upper-of-searched-moves-alone": ", BEST_HIGH])« if complete else found[ply, HIGH]→»",
        "range-lower-not-raised": "= «max(found[ply, LOW], found[ply, BEST_LOW])→found[ply, LOW]»",
        "range-look-one-too-narrow": "min(found[ply, MOVE_HIGH], -found[ply + 1, LOW]«→ - 1»)",
        "range-look-forgets-the-first": "=« max(found[ply, MOVE_LOW],→» -found[ply + 1, HIGH]«)→»",
        "range-pass-not-turned": (
            "«-self.found[ply + 1, HIGH], -self.found[ply + 1, LOW"
            "→self.found[ply + 1, LOW], self.found[ply + 1, HIGH»"
        ),
        "range-of-root-moves-not-turned": "«-child.upper, -child.lower→child.lower, child.upper»)",
        "range-kept-if-both-narrow": "lower > found[ply, LOW] «or→and» upper < found[ply, HIGH]:",
        "range-settles-while-open": "self.found[ply, LOW] «== self.found[ply, HIGH]→>= 0», self",
        "root-keeps-what-another-had": "if «self.key_of[0] != state.key()→False»:",
        "range-table-not-cleared": "self.«table.clear()\n        self.→»root.clear()",
        "proof-needs-more-than-as-good": "if rows[move, LOW] «>=→>» most:",
        "proof-one-short": "if rows[move, LOW] >= most«→ - 200»:",
        "proof-forgets-a-rival": "rivals = «state.legal() ^ bit(move)→moves»\n",
        "root-forgets-what-was-known": "if «self.key_of[0] != state.key()→True»:",
    },
    ("players/search/range_table.py", RANGES): {
        "range-table-any-position": '« or entry["key"] != key→»:',
        "range-table-one-too-wide": 'entry["lower"] = lower«→ - 1»\n',
        "range-table-knows-nothing": (
            '«np.int64(entry["lower"]), np.int64(entry["upper"])→-INFINITY, INFINITY»'
        ),
    },
    ("players/search_players.py", RANGES): {
        "proven-score-not-moved": "«min(max(choice.score, lower), upper→max(choice.score, lower»)",
    },
}
