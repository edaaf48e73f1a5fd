"""Mutants of served players: what they answer by GTP and NBoard's protocol, and their clocks."""

from mutant_lists.mutant import SERVE

FAULTS = {
    ("players/serve/gtp.py", SERVE): {
        "gtp-pass-is-no-turn": "Standing(game«, game.moves[-1] == PASS→»)",
        "gtp-time-of-the-other-side": "self._left[«→not »_colour(words[0])]",
        "gtp-spends-the-other-sides-time": "self._spend(«→not »black, time",
        "gtp-periods-before-main-time": "if «main or →»not moves else",
        "gtp-period-never-ends": "over = not left.seconds or not («left.moves→self._left» or",
        "gtp-main-time-never-ends": "over = «not left.seconds→left.seconds < 0» or",
        "gtp-no-limit-for-no-moves": "None if «more and →»not moves",
        "gtp-score-of-the-loser": "'B' if result «>→<» 0",
        "gtp-loads-one-move-more": "moves[:« number - 1→number»]",
        "gtp-loaded-game-begun-by-black": "black_to_move=«black→True»",
        "gtp-awaits-at-a-pass": "self.standing.game.over« or self.standing.pass_due→»",
    },
    ("players/serve/nboard.py", SERVE): {
        "nboard-one-hint": "[:« max(1, count)→1»]",
        "nboard-pass-worth-to-the-other-side": "*choice.variation), «-→»choice.score",
        "nboard-analysis-of-a-pass-not-turned": "return «-→»self.thinker.choose(position.passed()",
        "nboard-last-move-is-the-first": "written[«-1→0»].split",
        "nboard-every-game-is-new": "if «not →»_leads(self.game, game)",
        "nboard-keeps-the-pass-due": "                self._pass_due = «False→self._pass_due»\n",
        "nboard-awaits-its-own-move": "child if «→not »child.legal() else None",
    },
    ("players/serve/thinking.py", SERVE): {
        "serving-time-for-both-sides-moves": "«(→»int(position.plies_left())« + 1) // 2→»",
        "serving-the-longer-time": "«min→max»(share, own)",
        "serving-clock-without-longest": "ClockLeft(left.seconds«, longest=own→»)",
        "serving-every-game-the-first": "self._games += «1→0»",
        "serving-depth-over-seconds": "self._knows_depth «and→or» not any",
        "serving-period-to-the-last": "«USED_SHARE→1.0» if left.moves else 1.0",
    },
}
