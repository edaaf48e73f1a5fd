"""Mutants of the strong engine: its midgame, its table, the solver, clock, book and levels."""

from mutant_lists.mutant import BOOK, ENGINE, LEVELS, PLAYS, SOLVER

FAULTS = {
    ("players/engine/request.py", ENGINE): {
        "engine-pass-keeps-the-bound": "bound=«-→»self.bound",
    },
    ("players/engine/midgame.py", ENGINE): {
        "cut-value-unbiased": "(value > «cut.→»alpha) == cut.above",
        "midgame-static-kept-after-a-pass": "(opp, own, depth, -alpha - 1, «NO_VALUE→static»,",
        "midgame-stopped-search-stored": (
            "search was ended.\n    if «ended(memory.endgame, search.stop)→False»:\n"
        ),
        "midgame-forgets-what-was-put-off": (
            "!= NO_VALUE, ply, search):\n                «continue→index += 1»"
        ),
        "midgame-window-stays": "or «floor→alpha» < value < beta",
        "midgame-internal-a-ply-less": "principal(own, opp, depth - «2→1»",
    },
    ("players/engine/midgame_steps.py", ENGINE): {
        "cut-low-bias-turned": "alpha - margin «-→+» bias",
        "cut-high-bias-turned": "alpha + 1 + margin «-→+» bias",
        "cut-without-lead": "static «+→-» np.int64(memory.lead",
        "cut-gate-turned": "expected >= high «-→+» gate",
        "cut-deviation-of-a-ply-less": "min(depth«→ - 1», DEPTH_ROWS - 1)",
        "cut-deviation-of-the-midgame": "TO_THE_END if depth «==→>» empties",
        "cut-nested-once-more": "memory.open_cuts «>=→>» memory.most",
        "cut-a-ply-deeper": "return Cut(shallow, high - 1, True, up), Cut(shallow«→ + 1», low",
        "cut-beyond-the-bound": "Cut(shallow, high« - 1→»",
        "midgame-bound-of-the-other-kind": (
            "«best, HIGHEST) if best > alpha else (LOWEST, best"
            "→LOWEST, best) if best > alpha else (best, HIGHEST»"
        ),
        "midgame-beta-is-exact": "elif value «>= beta→< alpha»:",
        "midgame-order-of-replies-turned": "worth «-→+» memory.reply_weight",
        "midgame-order-by-the-mover": "static, «-→»static, ply",
        "midgame-static-of-another-move": (
            "«, memory.statics[ply, index] = flipped, static→ = flipped»"
        ),
        "midgame-solver-rounds-alpha-up": "«alpha // SCORE_SCALE→-(-alpha // SCORE_SCALE)»",
    },
    ("players/engine/engine.py", ENGINE): {
        "engine-end-level-left-out": "level «>=→>» self._engine.level",
        "engine-window-of-the-last-ply": "self._scores.get(depth - «2→1»",
        "engine-believes-the-edge": "if alpha «< score <→<= score <=» beta",
        "engine-cut-short-below-alpha": "or «score <= alpha or →»move",
        "engine-cut-short-is-exact": "_of(score, «LOWER→EXACT», depth",
        "engine-every-thread-the-whole-budget": "max(1, left« // threads→»)",
        "engine-threads-begin-after-the-end": "NODES_TO_SHARE« and not self._ended()→»",
        "engine-threads-never-begin": "self._shared, share = «True→False», self",
        "engine-endings-not-cleared": "«emptied(self._endings, nodes)→self._endings»",
        "engine-solver-not-cleared": "self._solver.«clear()→nodes»",
        "engine-pass-tells-the-other-side": "tell(found«.as_the_other_side_passing()→»)",
        "engine-proves-one-less": "self._empties «>→>=» request.prove",
        "engine-proof-has-all-nodes-again": "request.nodes« - (self._engine.nodes - self._nodes)→»",
        "engine-halted-for-good": "            self._halt(«0→1»)",
        "engine-threads-share-nothing-left": (
            "len(self._engine._memories))\n            for endgame in «self._engine._endgames→()»"
        ),
    },
    ("players/engine/midgame_memory.py", ENGINE): {
        "memory-remembers-last-plies": "[:, «1:→:1»] = 0",
        "memory-budget-since-ever": "min(«nodes + →»budget",
        "memory-one-age": "% 255« + 1→»",
        "memory-levels-swapped": "100, «140, 200→200, 140»",
    },
    ("players/engine/midgame_table.py", ENGINE): {
        "midgame-table-any-level": "return deep «and→or» np.int64",
        "midgame-table-a-ply-shallower": "_BYTE) >= depth«→ - 1»",
        "midgame-table-20-bits": (
            "«words[place] ^ data == key→(words[place] ^ data ^ key) << np.uint64(44) == NONE»"
        ),
        "midgame-table-keeps-other-searches": "«elif (known ^ data) >> _AGE_SHIFT == NONE→else»:",
        "midgame-table-old-entries-stay": "return worth if data >> _AGE_SHIFT «==→!=» age",
        "midgame-table-joins-other-levels": (
            "«(_BYTE << _DEPTH_SHIFT) | (_FOUR << _LEVEL_SHIFT)→_BYTE << _DEPTH_SHIFT»"
        ),
        "midgame-table-keeps-contradictions": "if lower «>→<» upper:",
        "midgame-table-forgets-the-move": "if move_of(data) «==→!=» _UNKNOWN:\n",
    },
    ("players/engine/clock.py", PLAYS): {
        "clock-moves-of-both-sides": "SOLVED + 1)« // 2→»",
        "clock-counts-standing-still": "elapsed - longest, 0.0), «LATEST→60»)",
        "clock-waiting-is-not-late": "elapsed > «BUSY_TIMES * busy→60»",
        "clock-spends-the-reserve": "reserve = «→-»min(RESERVE",
        "clock-late-moves-forgotten": "«LATE_TIMES→0» * late",
        "clock-any-fall": "score < self._score« - FALL→»",
        "clock-never-settled": "self._same «>=→< 0 *» SETTLED",
        "clock-settled-by-changes": "self._same + 1 if move «==→!=» self._move",
    },
    ("players/engine/player.py", PLAYS): {
        "player-clock-without-increment": "self._left += «self._options.increment→0»",
        "player-book-costs-the-increment": "else self._left« + self._options.increment→»",
        "player-clock-not-wound": "self.«_left = self._options.game_seconds\n        self.→»_late ",
        "player-varies-alike": "self._chance.seed(«seed→0»)",
        "player-thinks-on-a-forced-move": "«→not »timed and len",
        "player-longest-forgotten": "«min(allotted.longest, longest)→allotted.longest»",
    },
    ("players/engine/endgame_table.py", SOLVER): {
        "solver-table-not-emptied": "«    words[:] = 0\n→»",
        "solver-table-forgets-upper": "min(upper_of(data), «upper_of(known)→WHOLE»)",
        "solver-table-second-entry-any-opponent": "[bucket + _4] «^ (data * _MIX_OPP) ==→!=» opp",
        "solver-table-cheap-work-first": "first >> WORK_SHIFT «<=→>=» data",
    },
    ("players/engine/endgame.py", SOLVER): {
        "solver-pass-window": "passed, -«high, -low→low, -high»",
        "solver-small-table-not-cleared": "«*self.small, →»",
    },
    ("players/engine/last_empties.py", SOLVER): {
        "solver-parity-last": "empties & «odd, empties & ~→~odd, empties & »odd",
        "solver-last-move-alone": "best = max(«best→NO_MOVE», -last_one(",
    },
    ("players/engine/endgame_shallow.py", SOLVER): {
        "solver-stable-discs-of-the-mover": "count(«opp→own» & stable_discs(own, opp))",
    },
    ("players/engine/human_choice.py", LEVELS): {
        "level-same-chance-in-every-game": 'f"{«seed} {→»int',
        "person-draws-by-the-least-score": "scores«.max() - scores→ - scores.min()»",
        "person-of-no-rating": "] * «(rating - AVERAGE) / SCALE→0 * rating»",
        "person-turned-without-the-disc-played": "count(position.own)« - 1→»",
        "person-a-phase-early": 'side="«right→left»"',
    },
    ("players/engine/level_player.py", LEVELS): {
        "level-end-a-square-late": "empties «<=→<» self._strength.ending",
        "level-deeper-than-the-limit": "depth = «min→max»(each",
    },
    ("players/engine/book.py", BOOK): {
        "book-image-turned-back": "if image(«least, index) == position→position, index) == least»",
        "book-vary-in-hundredths": "round(«SCORE_SCALE * →»vary)",
        "book-line-without-passes": "«                line.append(PASS)\n→»",
        "book-values-of-the-next": "end - int(self.content.counts[row«→ - 1»])",
    },
}
