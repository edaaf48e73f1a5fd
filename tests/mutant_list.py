"""Faults by file and by the tests, below `tests`, that must notice them.

Each has a name and the text that it changes, with «old→new» in it.
"""

RULES = "othello/test_rules othello/test_perft"
GAME = "othello/test_rules othello/test_game"
STABILITY = "othello/test_stability"
TABLE = "players/search/test_table players/search/test_alphabeta"
FORWARD = "players/forward/test_forward_estimation players/forward/test_edge_costs"
MIDGAME = "players/engine/test_midgame_table players/engine/test_engine"
SOLVER = "players/engine/test_solver_table players/engine/test_endgame"
CLOCK = "players/engine/test_clock players/engine/test_player"
STATISTICS = "tournament/statistics/test_sequential tournament/statistics/test_pairs"

FAULTS = {
    ("othello/rules.py", RULES): {
        "rules-wrap-around": "_beyond(own, «inner→opp», STRIDES[3])",
        "rules-flips-of-open-run": "(H8 >> _leading_zeros(stops)) & «own & →»ray",
        "rules-one-ray-twice": "_bracketed_down(own, opp, rays[«7→5»])",
        "rules-free-pass": "depth - «pass_cost→1», pass_cost)",
        "rules-finished-game": "return «max(count(moves), 1→count(moves»)",
    },
    ("othello/rules.py", GAME): {
        "rules-empties-of-winner": "difference = «64 - 2 *→count(own) -» count(opp)",
        "rules-empties-of-loser": "difference = «2 * count(own) - 64→count(own) - count(opp)»",
    },
    ("othello/position.py", "othello/test_position"): {
        "rules-play-on-discs": "if mover == opp« or int(own | opp) >> square & 1→»:",
    },
    ("othello/symmetry.py", "othello/test_symmetry"): {
        "rules-inverse-symmetry": "return «ANTICLOCKWISE→CLOCKWISE»\n",
    },
    ("othello/stability.py", STABILITY): {
        "rules-stable-by-one-neighbour": "((opp << stride) «&→|» (opp >> stride))",
        "rules-stable-short-lines": "for _ in range(«3→2»):",
    },
    ("players/engine/endgame.py", SOLVER): {
        "solver-small-table-not-cleared": "for table in self._small_tables«→[1:]»",
    },
    ("players/engine/last_empties.py", SOLVER): {
        "solver-parity-last": "empties & «odd, empties & ~→~odd, empties & »odd",
        "solver-last-move-alone": "best = max(«best→NO_MOVE», -last_one(",
    },
    ("players/engine/endgame_shallow.py", SOLVER): {
        "solver-stable-discs-of-the-mover": "count(«opp→own» & stable_discs(own, opp))",
    },
    ("players/engine/endgame_table.py", SOLVER): {
        "solver-table-not-emptied": "«    part[:] = 0\n→»",
        "solver-table-forgets-upper": "min(upper_of(data), «upper_of(old)→WHOLE»)",
        "solver-table-any-opponent": "[bucket + _4] «^ (data * _MIX_OPP) ==→!=» opp",
    },
    ("players/search/ordering.py", "players/search/test_alphabeta"): {
        "history-of-the-other-side": "return self.counts[ply & 1«→ ^ 1», move] - (",
        "history-value-a-ply-farther": "if depth >«=→» VALUE_DEPTH",
        "history-replies-for-nothing": "- «REPLY_PRICE * →»replies",
    },
    ("players/search/table.py", TABLE): {
        "table-from-deeper": 'if entry["depth"] «!=→<» depth:',
        "table-from-shallower": 'if entry["depth"] «!=→>» depth:',
        "table-any-position": (
            '« or entry["key"] != key'
            '→»:\n            return unknown(np.int64(NO_MOVE))\n        if entry["depth"] !='
        ),
        "table-exact-as-lower": "if bound «!= LOWER→== UPPER»:\n            _reduce_upper",
        "table-lower-too-high": '["lower"] = score«→ + 1»\n        entry["lower_estimated"] = ',
        "table-keeps-contradiction": 'if score > entry["upper"]«→ + 1»:',
        "table-not-cleared": 'self.entries["used"]«→[::2]» = 0\n\n\ndef new_table',
    },
    ("players/engine/midgame_table.py", MIDGAME): {
        "table-any-selectivity": "return deep «and→or» np.int64",
        "table-a-ply-shallower": "_BYTE) >= depth«→ - 1»",
        "table-20-bits": (
            "«table[word] ^ data == key→(table[word] ^ data ^ key) << np.uint64(44) == NONE»"
        ),
        "table-old-entries-stay": "return worth if data >> _AGE_SHIFT «==→!=» age",
        "table-forgets-the-move": "if move_of(data) «==→!=» _UNKNOWN:\n",
    },
    ("players/engine/player.py", CLOCK): {
        "clock-moves-of-both-sides": "SOLVED + 1)« // 2→»",
        "clock-waiting-is-not-late": "elapsed > «BUSY_TIMES * busy→60»",
        "clock-spends-the-reserve": "reserve = «→-»min(LAST",
        "clock-late-moves-leave-no-proof": "least = «LEAST_SHARE→0» * clock",
        "clock-late-moves-forgotten": "«LATE_TIMES→0» * late",
        "clock-any-fall": "score < self._score« - FALL→»",
        "clock-never-settled": "self._same «>=→< 0 *» SETTLED",
        "clock-without-increment": (
            "- began))\n            self._clock_left += «self._options.increment→0»"
        ),
        "clock-book-costs-the-increment": (
            "self._clock_left += «self._options.increment→0»\n            return choice"
        ),
    },
    ("tournament/statistics/sequential.py", STATISTICS): {
        "sequential-bounds-swapped": "= «ELO1→ELO0» if self.ratio >= high else «ELO0→ELO1»",
        "sequential-without-design-effect": "self.hypotheses)« / self.design_effect→»",
        "sequential-counts-of-none": "LEAST_COUNT = «1e-3→1.0»",
    },
    ("tournament/statistics/pairs.py", STATISTICS): {
        "sequential-ties-count-nothing": (
            "return «0.5 + 0.5 * ((difference > 0) - (difference < 0))→float(difference > 0)»"
        ),
        "sequential-classes-weigh-alike": "weights @ «sizes→(0 * sizes + sizes.mean())» + unseen",
        "interval-without-unseen-results": "UNSEEN = «0.5→1e-9»",
        "interval-longer-than-a-sweep": "= «min(low, →»np.quantile(lows, tail)«)→», max(",
    },
    ("tournament/games/openings.py", "tournament/games/test_openings"): {
        "openings-without-a-class": "for opening in four_move_openings()}«→ - {0}»))",
    },
    ("tournament/games/play.py", "tournament/games/test_terms"): {
        "clock-increment-after-the-flag": "if self._left >= «0→-9»:",
    },
    ("tournament/page/sections.py", "tournament/page/test_sections"): {
        "cross-table-transposed": "points.get((«one.spec, other.spec→other.spec, one.spec»))",
        "sprt-error-rates-swapped": '(ELO0, "«alpha→beta»")',
    },
    ("players/forward/rules.py", FORWARD): {
        "forward-cut-too-deep": "if depth «>=→>» self.fail_high_depth:",
        "forward-mirror-too-deep": "if depth «>=→>» self.fail_low_depth:",
        "forward-margin-of-the-other-side": (
            "«self.highest if state.first() else -self.lowest"
            "→-self.lowest if state.first() else self.highest»"
        ),
        "forward-margin-a-ply-less": ".rises[np.uint64(state.stage()), np.uint64(depth«→ - 1»)])",
        "forward-learns-one-side": "max(self.largest[0], «abs(cost)→cost»)",
    },
}
