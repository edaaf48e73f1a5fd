"""Mutants of what is read and written: squares, boards, GGF, WTHOR and OBF."""

FAULTS = {
    ("othello/notation.py", ("test_notation.py", "test_game.py", "test_obf.py", "test_ggf.py")): {
        "board-white-to-move": "return Position(«white, black→black, white»), False",
    },
    ("othello/moves.py", ("test_notation.py", "test_game.py", "test_obf.py", "test_ggf.py")): {
        "square-files-and-ranks": 'f"{FILES[square «% 8]}{square //→// 8]}{square %» 8 + 1}"',
    },
    ("othello/formats/ggf.py", ("test_ggf.py", "test_collection.py", "test_window_files.py")): {
        "ggf-time-of-a-pass": "moves.append(«written if passes else →»GgfMove(PASS))",
        "ggf-any-turn": (
            "«(tag.name == BLACK_MOVE) == (game.black_to_move == passes)"
            "→passes and (tag.name == BLACK_MOVE) == game.black_to_move»"
        ),
        "ggf-last-pass-unwritten": (
            "«if len(moves) < len(game.moves):\n        moves.append(GgfMove(PASS))\n    →»"
        ),
        "ggf-black-begins": "black = «game.black_to_move == (len(game.moves) % 2 == 0)→True»",
    },
    (
        "othello/formats/ggf_text.py",
        ("test_ggf.py", "test_collection.py", "test_window_files.py"),
    ): {
        "ggf-characters-after-a-line-end": "len(text) + («-→1 - »text.rfind",
    },
    ("othello/formats/wthor.py", ("test_wthor.py", "test_collection.py")): {
        "wthor-files-and-ranks": "11 + 10 * (square «// 8) + square %→% 8) + square //» 8",
        "wthor-moves-after-the-end": (
            "«    wrong[:, 1:] |= (moves[:, 1:] != END) & (moves[:, :-1] == END)\n→»"
        ),
        "wthor-header-order": '_HEADER = struct.Struct("<«4BIHH4B→4BHIH4B»")',
    },
    ("othello/formats/obf.py", ("test_obf.py", "test_collection.py")): {
        "obf-score-of-99": "if abs(score) «>→>=» LARGEST:",
        "obf-no-passes": "legal = squares(problem.position.legal())« or [PASS]→»",
        "obf-end-mark-lost": "tuple(scores)«, end_mark=end_mark→»)",
    },
}
