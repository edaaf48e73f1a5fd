"""Mutants of the rules, of a game's course and result, of symmetries and stable discs."""

from mutant_lists.mutant import GAMES, RULES, STABILITY, SYMMETRY, TABLE

FAULTS = {
    ("othello/rules_scalar.py", RULES): {
        "moves-short-runs": (
            "«up |= pair_up & (up << double)\n    down |= pair_down & (down >> double)\n    "
            "→»return"
        ),
        "moves-wrap-around": "_beyond(own, «inner→opp», STRIDES[3])",
        "flips-open-run": "(H8 >> _leading_zeros(stops)) & «own & →»ray",
        "flips-one-ray-twice": "_bracketed_down(own, opp, rays[«7→5»])",
    },
    ("othello/rules.py", (*RULES, *GAMES)): {
        "result-empties-of-winner": "difference = «64 - 2 *→count(own) -» count(opp)",
        "result-empties-of-loser": "difference = «2 * count(own) - 64→count(own) - count(opp)»",
    },
    (
        "othello/position.py",
        ("test_position.py", "test_forward_estimation.py", "test_explain.py", "test_registry.py"),
    ): {
        "position-solved-late": "return depth «>=→>» 64 - count(self.own | self.opp)",
    },
    ("othello/position.py", ("test_position.py",)): {
        "position-play-on-discs": "if mover == opp« or int(own | opp) >> square & 1→»:",
    },
    ("othello/position.py", ("test_position.py", *TABLE)): {
        "position-key-without-sides": (
            "«mixed(own) + opp * np.uint64(0x9E3779B97F4A7C15)→own ^ opp»"
        ),
    },
    ("othello/game.py", GAMES): {
        "game-passes-at-the-end": "legal and «→(»(replies := legal_moves(opp, own))«→ or True)»:",
        "game-result-of-mover": "return difference« if self.black_to_move else -difference→»",
    },
    ("othello/leaves.py", RULES): {
        "perft-free-pass": "depth - «pass_cost→1», pass_cost)",
        "perft-finished-game": "return «max(count(moves), 1→count(moves»)",
    },
    ("othello/symmetry.py", SYMMETRY): {
        "symmetry-inverse": "return «ANTICLOCKWISE→CLOCKWISE»\n",
        "symmetry-canonical-by-own-alone": "image_own < least_own or image_opp «<→>» least_opp",
    },
    ("othello/stability.py", STABILITY): {
        "stable-one-neighbour-of-the-other": "((opp << stride) «&→|» (opp >> stride))",
        "stable-short-lines": "for _ in range(«3→2»):",
        "stable-rows-wrap-around": "_full_lines(empty, ROW, «NOT_A_FILE, NOT_H_FILE→ALL, ALL»)",
        "stable-bounds-loose": "highest = 64 - «2 * →»count(opp & stable)",
    },
}
