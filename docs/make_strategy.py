"""Draw the boards of docs/strategy.md and write that page as data/strategy.html, for the window.

python docs/make_strategy.py

Legal moves, stable discs and regions are computed by the program. Boards are SVG files in
data/screenshots; the HTML page holds them itself and needs no network.
"""

from collections.abc import Iterable
from pathlib import Path

import markdown

from othello import Game, move_name
from othello.bits import squares
from othello.stability import stable_discs

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "strategy.md"
PICTURES = ROOT / "data" / "screenshots"
HTML = ROOT / "data" / "strategy.html"

GAME = (
    "f5d6c3d3c4f4f6f3e6e7d2g5d7c6f7e8d8c7f8c5e3f2e2b4b3a3c2d1c1b1a4a5g3g4h5h6h3g6h4g2"
    "e1f1h1g7g1b5a1h2h7b2a2h8g8c8b6a6b8a8b7a7"
)
"""A game of the levels Strong (black) and Club (white), of .ci/screenshots."""
UNBALANCED = "--XXXXX---XOOXO--XXOOOOO-OOOOXOOOOOOXXOO-OOXXXOO--XXXX----XXXX--"
WEDGE = "--XXXX----XOOX---XXOOXX-OOOXOXXOOOOOXXXO-OOOXOO---OXXXX---X-XX--"
CELL, MARGIN = 40, 22
BLACK, WHITE = "#18191d", "#f4f4f0"
FONT = "font-family='sans-serif' text-anchor='middle'"


def board_svg(board: str, dots: Iterable[int] = (), marks: dict[str, str] | None = None) -> str:
    """Return an SVG of 64 squares: X black, O white; dots on squares, one sign by square's name."""
    side, end = 8 * CELL + 2 * MARGIN, MARGIN + 8 * CELL
    lines = [MARGIN + line * CELL for line in range(9)]
    middles = [line + CELL // 2 for line in lines[:8]]
    grid = "".join(f"M{MARGIN} {line}H{end}M{line} {MARGIN}V{end}" for line in lines)
    black, white = ([square for square in range(64) if board[square] == disc] for disc in "XO")
    signs = {square: (marks or {}).get(move_name(square), "") for square in range(64)}
    on_white = {square: sign for square, sign in signs.items() if sign and square in white}
    others = {square: sign for square, sign in signs.items() if sign and square not in white}
    empty = [square for square in dots if square not in others]
    rows = (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {side} {side}'"
        f" width='{side}' {FONT}>",
        f"<path d='M0 0H{side}V{side}H0z' fill='#17191d'/>",
        f"<path d='M{MARGIN} {MARGIN}H{end}V{end}H{MARGIN}z' fill='#237952'/>",
        f"<path d='{grid}' stroke='#16583a'/>",
        _texts({(x, 15): "abcdefgh"[column] for column, x in enumerate(middles)}, "#bec2c6"),
        _texts({(11, y + 4): "12345678"[row] for row, y in enumerate(middles)}, "#bec2c6"),
        _discs(sorted(black + white), "#969a9e", 34),
        _discs(black, BLACK, 32),
        _discs(white, WHITE, 32),
        _discs(empty, "#ffb02e", 10),
        _texts(_places(others), "#ffb02e", 16),
        _texts(_places(on_white), "#a04a00", 16),
    )
    return "\n".join([*filter(None, rows), "</svg>", ""])


def _centre(square: int) -> tuple[int, int]:
    row, column = divmod(square, 8)
    return MARGIN + column * CELL + CELL // 2, MARGIN + row * CELL + CELL // 2


def _discs(squares: Iterable[int], colour: str, width: int) -> str:
    """Return discs as one path: points with round ends; "" for none."""
    points = "".join(f"M{x} {y}h0" for x, y in map(_centre, squares))
    ends = f"stroke-width='{width}' stroke-linecap='round'"
    return f"<path d='{points}' stroke='{colour}' {ends}/>" if points else ""


def _places(signs: dict[int, str]) -> dict[tuple[int, int], str]:
    """Return the place of each sign: its square's centre, moved to the baseline."""
    return {(x, y + 6): signs[square] for square in signs for x, y in [_centre(square)]}


def _texts(signs: dict[tuple[int, int], str], colour: str, size: int = 12) -> str:
    """Return single characters as one text; "" for none."""
    xs, ys = (" ".join(str(place[axis]) for place in signs) for axis in (0, 1))
    style = f"fill='{colour}' font-size='{size}'"
    return f"<text x='{xs}' y='{ys}' {style}>{''.join(signs.values())}</text>" if signs else ""


def after(moves: int) -> Game:
    """Return GAME after a number of moves."""
    return Game.from_transcript(GAME[: 2 * moves])


def legal(game: Game) -> list[int]:
    """Return the legal squares of the side to move."""
    return list(game.position.legal_squares())


def outside(board: str, disc: str) -> list[str]:
    """Return the names of the discs of one colour that touch an empty square."""
    return [
        move_name(square)
        for square in range(64)
        if board[square] == disc and any(board[near] == "-" for near in neighbours(square))
    ]


def neighbours(square: int) -> list[int]:
    """Return the squares that touch a square."""
    row, column = divmod(square, 8)
    return [
        other for other in range(64) if max(abs(other // 8 - row), abs(other % 8 - column)) == 1
    ]


def region_marks(board: str) -> dict[str, str]:
    """Return the number of squares of its region for each empty square."""
    empty = {square for square in range(64) if board[square] == "-"}
    marks: dict[str, str] = {}
    while empty:
        region, waiting = set(), [empty.pop()]
        while waiting:
            square = waiting.pop()
            region.add(square)
            near = empty.intersection(neighbours(square))
            empty -= near
            waiting += near
        marks |= {move_name(square): str(len(region)) for square in region}
    return marks


def pictures() -> dict[str, str]:
    """Return each SVG by its name."""
    start, played = Game(), Game.from_transcript("f5")
    few, wall, quiet, regions, late = after(45), after(28), after(22), after(50), after(53)
    position = late.position
    stable = squares(stable_discs(position.own, position.opp))
    squares_named = {
        **dict.fromkeys(("a1", "a8", "h1", "h8"), "●"),
        **dict.fromkeys(("b2", "b7", "g2", "g7"), "X"),
        **dict.fromkeys(("a2", "a7", "b1", "b8", "g1", "g8", "h2", "h7"), "C"),
    }
    walls = dict.fromkeys(outside(wall.board(), "O"), "w")
    return {
        "rules-start": board_svg(start.board(), legal(start)),
        "rules-move": board_svg(played.board(), legal(played), {"f5": "1"}),
        "mobility": board_svg(few.board(), legal(few)),
        "corners": board_svg("-" * 64, marks=squares_named),
        "stable": board_svg(late.board(), marks={move_name(each): "s" for each in stable}),
        "quiet": board_svg(quiet.board(), marks={"e2": "1"}),
        "walls": board_svg(wall.board(), legal(wall), walls),
        "parity": board_svg(regions.board(), marks=region_marks(regions.board())),
        "edge": board_svg(UNBALANCED, marks={"b2": "1", "a1": "2", "b1": "3", "h1": "5"}),
        "wedge": board_svg(WEDGE, marks={"d8": "1"}),
    }


def main() -> None:
    """Write the pictures and the page."""
    drawn = pictures()
    for name, svg in drawn.items():
        (PICTURES / f"strategy-{name}.svg").write_text(svg, "utf-8")
    text = PAGE.read_text("utf-8")
    body = markdown.markdown(text, extensions=["toc", "tables"])
    for name, svg in drawn.items():
        start = body.index("<img", body.rindex("<p>", 0, body.index(f"strategy-{name}.svg")))
        end = body.index(">", start) + 1
        body = f"{body[:start]}{svg}{body[end:]}"
    head = (
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Othello strategy</title>"
        "<meta name='viewport' content='width=device-width'><style>"
        "body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1.05rem/1.5 sans-serif}"
        "svg{max-width:100%;height:auto}h2:target{background:#ffe9b8}</style>"
    )
    HTML.write_text(f"{head}\n{body}\n</html>\n", "utf-8")


if __name__ == "__main__":
    main()
