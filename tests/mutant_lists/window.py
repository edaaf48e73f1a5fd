"""Mutants of what the window knows: clocks, the tree of moves, undoing, reviews, the library."""

from mutant_lists.mutant import CLOCKS, LIBRARY, REVIEW, TRAINING, TREE, Mutant

CLOCK = "players/window/game/clocks.py"
VARIATIONS = "players/window/game/variations.py"
HISTORY = "players/window/game/history.py"
REVIEWS = "players/window/game/judgements.py"
JUDGED = "players/window/game/judgements.py"
ANALYSIS = "players/window/thinking/analysis.py"
EXERCISES = "players/window/thinking/exercises.py"
SCHEDULE = "players/window/training/schedule.py"
ENDINGS = "players/window/training/endings.py"
OWN_GAMES = "players/analyse/own_games.py"
SESSION = "players/window/training/session.py"
VALUES = "players/move_values.py"
SEARCH = "othello/library/search.py"

OF_CLOCKS = (
    (
        "window-clock-without-reserve",
        CLOCK,
        "self.left(side, now) - self.reserve",
        "self.left(side, now)",
    ),
    (
        "window-clock-charged-twice",
        CLOCK,
        "        if side == self._running:\n            self._running = None",
        "        if side != self._running:\n            self._running = None",
    ),
    (
        "window-clock-begins-again",
        CLOCK,
        "        if side == self._running:\n            return",
        "        if side is None:\n            return",
    ),
    ("window-clock-tenths-of-ten", CLOCK, "if seconds < 10:", "if seconds <= 10:"),
    ("window-flag-falls-late", CLOCK, "self.left(side, now) <= 0)", "self.left(side, now) < 0)"),
)
OF_TREES = (
    ("tree-new-reply-first", VARIATIONS, "(*old.replies, node)", "(node, *old.replies)"),
    (
        "tree-same-side-moves-on",
        VARIATIONS,
        "place.before.play(place.move), not place.black",
        "place.before.play(place.move), place.black",
    ),
    (
        "tree-pass-keeps-the-colour",
        VARIATIONS,
        "return position.passed(), not black",
        "return position.passed(), black",
    ),
    (
        "tree-promotes-the-first-branching",
        VARIATIONS,
        "range(len(path) - 1, -1, -1)",
        "range(len(path))",
    ),
    ("tree-first-stands-twice", VARIATIONS, "if reply is not first)", "if reply is first)"),
    ("tree-comment-replaced", VARIATIONS, 'f"{place.comment} {text}"', 'f"{text}"'),
    (
        "tree-beside-goes-round",
        VARIATIONS,
        "if 0 <= place < len(moves) else",
        "if place < len(moves) else",
    ),
    (
        "history-forgets-what-was-undone",
        HISTORY,
        "for kept in self._future]",
        "for kept in self._future[:0]]",
    ),
    (
        "history-drops-the-latest",
        HISTORY,
        "del self._past[: -self._most]",
        "del self._past[self._most :]",
    ),
    (
        "history-redone-stays",
        HISTORY,
        "            self._future.pop()\n",
        "            self._future[-1]\n",
    ),
)
OF_REVIEWS = (
    (
        "review-played-move-is-never-best",
        REVIEWS,
        "judged.best if judged.lost else played",
        "judged.best",
    ),
    (
        "review-ranges-swapped",
        REVIEWS,
        "((played.lower, played.upper), (best.lower, best.upper))",
        "((best.lower, best.upper), (played.lower, played.upper))",
    ),
    (
        "review-of-a-file-over-ones-own",
        REVIEWS,
        "if before is not None and not isinstance",
        "if before is None and not isinstance",
    ),
    ("review-shown-in-part", ANALYSIS, "len(found) < len(steps)", "len(found) > len(steps)"),
    ("exercises-of-the-other-side", EXERCISES, "[side == BLACK for", "[side != BLACK for"),
    ("exercises-of-good-moves", EXERCISES, "lost > LEAST_LOST", "lost >= 0"),
    (
        "exercises-keep-the-try",
        EXERCISES,
        "self.index, self.tried = index, None",
        "self.index = index",
    ),
    ("judged-shallower-search", JUDGED, "known.depth >= kept.depth", "known.depth <= kept.depth"),
    (
        "judged-bounded-by-both",
        VALUES,
        "self.lower >= 0 or self.upper <= 0",
        "self.lower >= 0 and self.upper <= 0",
    ),
    (
        "judged-proven-without-rivals",
        JUDGED,
        "value.upper <= best.score",
        "value.lower <= best.score",
    ),
)
OF_LIBRARIES = (
    (
        "library-won-by-more",
        SEARCH,
        "sign * block.results >= least",
        "sign * block.results > least",
    ),
    ("library-first-year-alone", SEARCH, "int(years[2] or years[1])", "int(years[1])"),
    (
        "library-scores-of-black",
        SEARCH,
        "np.where(black == 1, 1, -1) * block.results",
        "block.results",
    ),
    ("library-reply-turned-forward", SEARCH, "_SQUARES[back, _SQUARES", "_SQUARES[turn, _SQUARES"),
    (
        "library-draw-is-a-loss",
        SEARCH,
        "(np.sign(scores[known]) + 1) / 2",
        "(np.sign(scores[known]) + 1) // 2",
    ),
    (
        "library-falling-keeps-no-order",
        SEARCH,
        "np.argsort(-keys if falling else keys",
        "np.argsort(keys if falling else -keys",
    ),
    (
        "library-years-unknown-first",
        SEARCH,
        "block.years == NO_YEAR, np.nan",
        "block.years == NO_YEAR, -1",
    ),
    ("library-second-block-from-0", SEARCH, "np.flatnonzero(mask) + start", "np.flatnonzero(mask)"),
)
OF_TRAINING = (
    ("training-doubtful-is-known", SCHEDULE, "if grade < PASSING:", "if grade <= PASSED:"),
    ("training-days-rounded-down", SCHEDULE, "math.ceil(", "math.floor("),
    ("training-ease-without-end", SCHEDULE, "LEAST_EASE = 1.3", "LEAST_EASE = 0.3"),
    ("training-two-moves-win", ENDINGS, "== [True, False]", "== [True, True]"),
    ("training-draw-is-a-win", ENDINGS, "value.score > 0 for", "value.score >= 0 for"),
    ("training-mistakes-of-the-engine", OWN_GAMES, "own == (0 if", "own == (1 if"),
    ("training-second-try-counts", SESSION, "if self.card.name not in self.graded:", "if True:"),
    ("training-missed-is-gone", SESSION, "if grade < KNOWN:", "if grade < 0:"),
)

MUTANTS = (
    *(Mutant(*fault, CLOCKS) for fault in OF_CLOCKS),
    *(Mutant(*fault, TREE) for fault in OF_TREES),
    *(Mutant(*fault, REVIEW) for fault in OF_REVIEWS),
    *(Mutant(*fault, LIBRARY) for fault in OF_LIBRARIES),
    *(Mutant(*fault, TRAINING) for fault in OF_TRAINING),
)
