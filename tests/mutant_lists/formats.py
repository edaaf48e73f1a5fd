"""Mutants of what is read and written: squares, boards, GGF, WTHOR and OBF."""

from mutant_lists.mutant import Mutant

NOTATION = ("test_notation.py", "test_game.py", "test_obf.py", "test_ggf.py")
GGF = ("test_ggf.py", "test_collection.py", "test_window_files.py")
WTHOR = ("test_wthor.py", "test_collection.py")
OBF = ("test_obf.py", "test_collection.py")

MUTANTS = (
    Mutant(
        "board-white-to-move",
        "othello/notation.py",
        "return Position(white, black), False",
        "return Position(black, white), False",
        NOTATION,
    ),
    Mutant(
        "square-files-and-ranks",
        "othello/moves.py",
        'return f"{FILES[square % 8]}{square // 8 + 1}"',
        'return f"{FILES[square // 8]}{square % 8 + 1}"',
        NOTATION,
    ),
    Mutant(
        "ggf-time-of-a-pass",
        "othello/formats/ggf.py",
        "moves.append(written if passes else GgfMove(PASS))",
        "moves.append(GgfMove(PASS))",
        GGF,
    ),
    Mutant(
        "ggf-any-turn",
        "othello/formats/ggf.py",
        "if (tag.name == BLACK_MOVE) == (game.black_to_move == passes):",
        "if passes and (tag.name == BLACK_MOVE) == game.black_to_move:",
        GGF,
    ),
    Mutant(
        "ggf-last-pass-unwritten",
        "othello/formats/ggf.py",
        "    if len(moves) < len(game.moves):\n        moves.append(GgfMove(PASS))\n    return",
        "    return",
        GGF,
    ),
    Mutant(
        "ggf-black-begins",
        "othello/formats/ggf.py",
        "black = game.black_to_move == (len(game.moves) % 2 == 0)",
        "black = True",
        GGF,
    ),
    Mutant(
        "ggf-characters-after-a-line-end",
        "othello/formats/ggf_text.py",
        "len(text) + (-text.rfind",
        "len(text) + (1 - text.rfind",
        GGF,
    ),
    Mutant(
        "wthor-files-and-ranks",
        "othello/formats/wthor.py",
        "11 + 10 * (square // 8) + square % 8",
        "11 + 10 * (square % 8) + square // 8",
        WTHOR,
    ),
    Mutant(
        "wthor-moves-after-the-end",
        "othello/formats/wthor.py",
        "    wrong[:, 1:] |= (moves[:, 1:] != END) & (moves[:, :-1] == END)\n",
        "",
        WTHOR,
    ),
    Mutant(
        "wthor-header-order",
        "othello/formats/wthor.py",
        '_HEADER = struct.Struct("<4BIHH4B")',
        '_HEADER = struct.Struct("<4BHIH4B")',
        WTHOR,
    ),
    Mutant(
        "obf-score-of-99",
        "othello/formats/obf.py",
        "        if abs(score) > LARGEST:",
        "        if abs(score) >= LARGEST:",
        OBF,
    ),
    Mutant(
        "obf-no-passes",
        "othello/formats/obf.py",
        "legal = squares(problem.position.legal()) or [PASS]",
        "legal = squares(problem.position.legal())",
        OBF,
    ),
    Mutant(
        "obf-end-mark-lost",
        "othello/formats/obf.py",
        "tuple(scores), end_mark=end_mark)",
        "tuple(scores))",
        OBF,
    ),
)
