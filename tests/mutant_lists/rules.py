"""Mutants of the rules, of a game's course and result, of symmetries and stable discs."""

from mutant_lists.mutant import GAMES, RULES, STABILITY, SYMMETRY, TABLE, Mutant

SCALAR = "othello/rules_scalar.py"
GAME = "othello/game.py"
STABLE = "othello/stability.py"
TURNS = "othello/symmetry.py"

MUTANTS = (
    Mutant(
        "moves-short-runs",
        SCALAR,
        "    up |= pair_up & (up << double)\n    down |= pair_down & (down >> double)\n    return",
        "    return",
        RULES,
    ),
    Mutant(
        "moves-wrap-around",
        SCALAR,
        "_beyond(own, inner, STRIDES[3])",
        "_beyond(own, opp, STRIDES[3])",
        RULES,
    ),
    Mutant(
        "flips-open-run",
        SCALAR,
        "(H8 >> _leading_zeros(stops)) & own & ray",
        "(H8 >> _leading_zeros(stops)) & ray",
        RULES,
    ),
    Mutant(
        "flips-one-ray-twice",
        SCALAR,
        "_bracketed_down(own, opp, rays[7])",
        "_bracketed_down(own, opp, rays[5])",
        RULES,
    ),
    Mutant(
        "result-empties-of-winner",
        "othello/rules.py",
        "        difference = 64 - 2 * count(opp)",
        "        difference = count(own) - count(opp)",
        (*RULES, *GAMES),
    ),
    Mutant(
        "result-empties-of-loser",
        "othello/rules.py",
        "        difference = 2 * count(own) - 64",
        "        difference = count(own) - count(opp)",
        (*RULES, *GAMES),
    ),
    Mutant(
        "position-solved-late",
        "othello/position.py",
        "return depth >= 64 - count(self.own | self.opp)",
        "return depth > 64 - count(self.own | self.opp)",
        ("test_position.py", "test_forward_estimation.py", "test_explain.py", "test_registry.py"),
    ),
    Mutant(
        "position-play-on-discs",
        "othello/position.py",
        "if mover == opp or int(own | opp) >> square & 1:",
        "if mover == opp:",
        ("test_position.py",),
    ),
    Mutant(
        "position-key-without-sides",
        "othello/position.py",
        "return mixed(mixed(own) + opp * np.uint64(0x9E3779B97F4A7C15))",
        "return mixed(own ^ opp)",
        ("test_position.py", *TABLE),
    ),
    Mutant(
        "game-passes-at-the-end",
        GAME,
        "if not legal and (replies := legal_moves(opp, own)):",
        "if not legal and ((replies := legal_moves(opp, own)) or True):",
        GAMES,
    ),
    Mutant(
        "game-result-of-mover",
        GAME,
        "return difference if self.black_to_move else -difference",
        "return difference",
        GAMES,
    ),
    Mutant(
        "game-redo-leaves-pass",
        GAME,
        "        while self.undone[:1] == (PASS,):\n            self._ply += 1\n",
        "",
        (*GAMES, "test_window_play.py"),
    ),
    Mutant(
        "game-undo-keeps-future",
        GAME,
        "        self._line = (*self._line[:ply], move)",
        "        self._line = (*self._line[:ply], move, *self._line[ply + 1 :])",
        GAMES,
    ),
    Mutant(
        "perft-free-pass",
        "othello/leaves.py",
        "depth - pass_cost, pass_cost)",
        "depth - 1, pass_cost)",
        RULES,
    ),
    Mutant(
        "perft-finished-game",
        "othello/leaves.py",
        "return max(count(moves), 1)",
        "return count(moves)",
        RULES,
    ),
    Mutant(
        "symmetry-compose",
        TURNS,
        "        mirrors = (mirrors >> 1) | ((mirrors & 1) << 1)",
        "        mirrors = mirrors | ((mirrors & 1) << 1)",
        SYMMETRY,
    ),
    Mutant(
        "symmetry-inverse",
        TURNS,
        "        return ANTICLOCKWISE\n",
        "        return CLOCKWISE\n",
        SYMMETRY,
    ),
    Mutant(
        "symmetry-canonical-by-own-alone",
        TURNS,
        "image_own < least_own or image_opp < least_opp",
        "image_own < least_own or image_opp > least_opp",
        SYMMETRY,
    ),
    Mutant(
        "stable-one-neighbour-of-the-other",
        STABLE,
        "((opp << stride) & (opp >> stride))",
        "((opp << stride) | (opp >> stride))",
        STABILITY,
    ),
    Mutant(
        "stable-short-lines",
        STABLE,
        "for _ in range(3):",
        "for _ in range(2):",
        STABILITY,
    ),
    Mutant(
        "stable-rows-wrap-around",
        STABLE,
        "_full_lines(empty, ROW, NOT_A_FILE, NOT_H_FILE)",
        "_full_lines(empty, ROW, ALL, ALL)",
        STABILITY,
    ),
    Mutant(
        "stable-bounds-loose",
        STABLE,
        "highest = 64 - 2 * count(opp & stable)",
        "highest = 64 - count(opp & stable)",
        STABILITY,
    ),
)
