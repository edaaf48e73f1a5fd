"""Mutants of served players: what they answer by GTP and NBoard's protocol, and their clocks."""

from mutant_lists.mutant import SERVE, Mutant

GTP = "players/serve/gtp.py"
NBOARD = "players/serve/nboard.py"
THINKING = "players/serve/thinking.py"

FAULTS = (
    ("gtp-pass-is-no-turn", GTP, "Standing(game, game.moves[-1] == PASS)", "Standing(game)"),
    (
        "gtp-time-of-the-other-side",
        GTP,
        "self._left[_colour(words[0])]",
        "self._left[not _colour(words[0])]",
    ),
    (
        "gtp-spends-the-other-sides-time",
        GTP,
        "self._spend(black, time",
        "self._spend(not black, time",
    ),
    ("gtp-periods-before-main-time", GTP, "if main or not moves else", "if not moves else"),
    (
        "gtp-period-never-ends",
        GTP,
        "over = not left.seconds or not (left.moves or",
        "over = not left.seconds or not (self._left or",
    ),
    ("gtp-main-time-never-ends", GTP, "over = not left.seconds or", "over = left.seconds < 0 or"),
    ("gtp-no-limit-for-no-moves", GTP, "None if more and not moves", "None if not moves"),
    ("gtp-score-of-the-loser", GTP, "'B' if result > 0", "'B' if result < 0"),
    ("gtp-loads-one-move-more", GTP, "game.moves[: number - 1]", "game.moves[:number]"),
    ("gtp-loaded-game-begun-by-black", GTP, "black_to_move=black", "black_to_move=True"),
    (
        "gtp-awaits-at-a-pass",
        GTP,
        "self.standing.game.over or self.standing.pass_due",
        "self.standing.game.over",
    ),
    ("nboard-one-hint", NBOARD, "[: max(1, count)]", "[:1]"),
    (
        "nboard-pass-worth-to-the-other-side",
        NBOARD,
        "*choice.variation), -choice.score",
        "*choice.variation), choice.score",
    ),
    (
        "nboard-analysis-of-a-pass-not-turned",
        NBOARD,
        "return -self.thinker.choose(position.passed()",
        "return self.thinker.choose(position.passed()",
    ),
    ("nboard-last-move-is-the-first", NBOARD, "written[-1].split", "written[0].split"),
    (
        "nboard-every-game-is-new",
        NBOARD,
        "if not _leads(self.game, game)",
        "if _leads(self.game, game)",
    ),
    (
        "nboard-keeps-the-pass-due",
        NBOARD,
        "                self._pass_due = False\n",
        "                self._pass_due = self._pass_due\n",
    ),
    (
        "nboard-awaits-its-own-move",
        NBOARD,
        "child if child.legal() else None",
        "child if not child.legal() else None",
    ),
    (
        "serving-time-for-both-sides-moves",
        THINKING,
        "(int(position.plies_left()) + 1) // 2",
        "int(position.plies_left())",
    ),
    ("serving-the-longer-time", THINKING, "min(share, own)", "max(share, own)"),
    (
        "serving-clock-without-longest",
        THINKING,
        "ClockLeft(left.seconds, longest=own)",
        "ClockLeft(left.seconds)",
    ),
    ("serving-every-game-the-first", THINKING, "self._games += 1", "self._games += 0"),
    (
        "serving-depth-over-seconds",
        THINKING,
        "self._knows_depth and not any",
        "self._knows_depth or not any",
    ),
    (
        "serving-period-to-the-last",
        THINKING,
        "USED_SHARE if left.moves else 1.0",
        "1.0 if left.moves else 1.0",
    ),
)

MUTANTS = tuple(Mutant(*fault, SERVE) for fault in FAULTS)
