"""Mutants of what the window knows: clocks, the tree of moves, undoing, reviews, the library."""

from mutant_lists.mutant import CLOCKS, LIBRARY, REVIEW, TRAINING, TREE

FAULTS = {
    ("players/window/game/clocks.py", CLOCKS): {
        "window-clock-without-reserve": "self.left(side, now)« - self.reserve→»",
        "window-clock-charged-twice": "if side «==→!=» self._running:\n            self.",
        "window-clock-begins-again": "if side «== self._running→is None»:\n            return",
        "window-clock-tenths-of-ten": "if seconds «<→<=» 10:",
        "window-flag-falls-late": "self.left(side, now) «<=→<» 0)",
    },
    ("othello/game_tree.py", TREE): {
        "tree-new-reply-first": "(«*old.replies, node→node, *old.replies»)",
        "tree-same-side-moves-on": "self.before.play(self.move), «not →»self.black",
        "tree-pass-keeps-the-colour": "return position.passed(), «not →»black",
        "tree-promotes-the-first-branching": "range(len(path)« - 1, -1, -1→»)",
        "tree-first-stands-twice": "if reply is «not →»first)",
        "tree-beside-goes-round": "if «0 <= →»place < len(moves) else",
    },
    ("players/window/game/history.py", TREE): {
        "history-forgets-what-was-undone": "for kept in self._future«→[:0]»]",
        "history-drops-the-latest": "del self._past[«: -self._most→self._most :»]",
        "history-redone-stays": "            self._future«.pop()→[-1]»\n",
    },
    ("players/window/game/judgements.py", REVIEW): {
        "review-played-move-is-never-best": "judged.best« if judged.lost else played→»",
        "review-ranges-swapped": (
            "«played.lower, played.upper), (best.lower, best"
            "→best.lower, best.upper), (played.lower, played»"
        ),
        "review-of-a-file-over-ones-own": "if before is «not →»None and not isinstance",
        "judged-shallower-search": "known.depth «>=→<=» kept.depth",
        "judged-proven-without-rivals": "value.«upper→lower» <= best.score",
    },
    ("players/window/thinking/analysis.py", REVIEW): {
        "review-shown-in-part": "len(found) «<→>» len(steps)",
    },
    ("players/window/thinking/exercises.py", REVIEW): {
        "exercises-of-the-other-side": "[side «==→!=» BLACK for",
        "exercises-of-good-moves": "lost «> LEAST_LOST→>= 0»",
        "exercises-keep-the-try": "self.index«, self.tried = index, None→ = index»",
    },
    ("players/move_values.py", REVIEW): {
        "judged-bounded-by-both": "self.lower >= 0 «or→and» self.upper <= 0",
    },
    ("othello/library/search.py", LIBRARY): {
        "library-won-by-more": "sign * block.results «>=→>» least",
        "library-first-year-alone": "int(years[«2] or years[→»1])",
        "library-scores-of-black": "«np.where(black == 1, 1, -1) * →»block.results",
        "library-reply-turned-forward": "_SQUARES[«back→turn», _SQUARES",
        "library-draw-is-a-loss": "(np.sign(scores[known]) + 1) «/→//» 2",
        "library-falling-keeps-no-order": "(«-keys if falling else →keys if falling else -»keys",
        "library-years-unknown-first": "block.years == NO_YEAR, «np.nan→-1»",
        "library-second-block-from-0": "np.flatnonzero(mask)« + start→»",
    },
    ("players/window/training/deck.py", TRAINING): {
        "training-doubtful-is-known": "if grade «< PASSING→<= PASSED»:",
        "training-days-rounded-down": "math.«ceil→floor»(",
        "training-ease-without-end": "LEAST_EASE = «1→0».3",
    },
    ("players/window/training/endings.py", TRAINING): {
        "training-two-moves-win": "== [True, «False→True»]",
        "training-draw-is-a-win": "value.score «>→>=» 0 for",
    },
    ("players/analyse/own_games.py", TRAINING): {
        "training-mistakes-of-the-engine": "own == («0→1» if",
    },
    ("players/window/training/session.py", TRAINING): {
        "training-second-try-counts": "if «self.card.name not in self.graded→True»:",
        "training-missed-is-gone": "if grade < «KNOWN→0»:",
    },
}
