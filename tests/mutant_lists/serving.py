"""Mutants of served players: what they answer by GTP and NBoard's protocol, and their clocks."""

from mutant_lists.mutant import SERVE

FAULTS = {
    ("players/serve/gtp.py", SERVE): {
        "gtp-pass-is-no-turn": ("Standing(game, game.moves[-1] == PASS)", "Standing(game)"),
        "gtp-time-of-the-other-side": (
            "self._left[_colour(words[0])]",
            "self._left[not _colour(words[0])]",
        ),
        "gtp-spends-the-other-sides-time": (
            "self._spend(black, time",
            "self._spend(not black, time",
        ),
        "gtp-periods-before-main-time": ("if main or not moves else", "if not moves else"),
        "gtp-period-never-ends": (
            "over = not left.seconds or not (left.moves or",
            "over = not left.seconds or not (self._left or",
        ),
        "gtp-main-time-never-ends": (
            "over = not left.seconds or",
            "over = left.seconds < 0 or",
        ),
        "gtp-no-limit-for-no-moves": ("None if more and not moves", "None if not moves"),
        "gtp-score-of-the-loser": ("'B' if result > 0", "'B' if result < 0"),
        "gtp-loads-one-move-more": ("moves[: number - 1]", "moves[:number]"),
        "gtp-loaded-game-begun-by-black": ("black_to_move=black", "black_to_move=True"),
        "gtp-awaits-at-a-pass": (
            "self.standing.game.over or self.standing.pass_due",
            "self.standing.game.over",
        ),
    },
    ("players/serve/nboard.py", SERVE): {
        "nboard-one-hint": ("[: max(1, count)]", "[:1]"),
        "nboard-pass-worth-to-the-other-side": (
            "*choice.variation), -choice.score",
            "*choice.variation), choice.score",
        ),
        "nboard-analysis-of-a-pass-not-turned": (
            "return -self.thinker.choose(position.passed()",
            "return self.thinker.choose(position.passed()",
        ),
        "nboard-last-move-is-the-first": ("written[-1].split", "written[0].split"),
        "nboard-every-game-is-new": (
            "if not _leads(self.game, game)",
            "if _leads(self.game, game)",
        ),
        "nboard-keeps-the-pass-due": (
            "                self._pass_due = False\n",
            "                self._pass_due = self._pass_due\n",
        ),
        "nboard-awaits-its-own-move": (
            "child if child.legal() else None",
            "child if not child.legal() else None",
        ),
    },
    ("players/serve/thinking.py", SERVE): {
        "serving-time-for-both-sides-moves": (
            "(int(position.plies_left()) + 1) // 2",
            "int(position.plies_left())",
        ),
        "serving-the-longer-time": ("min(share, own)", "max(share, own)"),
        "serving-clock-without-longest": (
            "ClockLeft(left.seconds, longest=own)",
            "ClockLeft(left.seconds)",
        ),
        "serving-every-game-the-first": ("self._games += 1", "self._games += 0"),
        "serving-depth-over-seconds": (
            "self._knows_depth and not any",
            "self._knows_depth or not any",
        ),
        "serving-period-to-the-last": (
            "USED_SHARE if left.moves else 1.0",
            "1.0 if left.moves else 1.0",
        ),
    },
}
