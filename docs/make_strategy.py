"""Write the lessons into docs/strategy.md, draw its boards, and write it as data/strategy.html.

python docs/make_strategy.py

The lessons are those of the window. Legal moves and stable discs are computed by the program.
Boards are SVG files in data/screenshots; the HTML page holds them itself and needs no network.
"""

import re
from pathlib import Path

import markdown

from othello import Game, parse_square
from othello.bits import squares
from othello.drawing import board_svg
from othello.stability import stable_discs
from players.study.coach.lines import neighbours, set_of
from players.study.lessons import Lesson, lessons

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
EDGE_MOVES = {"b2": "1", "a1": "2", "b1": "3", "h1": "5"}
WEDGE = "--XXXX----XOOX---XXOOXX-OOOXOXXOOOOOXXXO-OOOXOO---OXXXX---X-XX--"


def after(moves: int) -> Game:
    """Return GAME after a number of moves."""
    return Game.from_transcript(GAME[: 2 * moves])


def named(marks: dict[str, str]) -> dict[int, str]:
    """Return marks by squares from marks by their names."""
    return {parse_square(name): mark for name, mark in marks.items()}


def board_of(lesson: Lesson) -> str:
    """Return the name of the picture of a lesson."""
    return f"lesson-{lessons().index(lesson) + 1}"


def page() -> str:
    """Return the text of the page with the lessons between their marks."""
    text = PAGE.read_text("utf-8")
    for lesson in lessons():
        lead = f"**{lesson.title}.** " if lesson.group == "Rules" else ""
        right = [move for move in lesson.game().legal() if lesson.is_right(move)]
        text, count = re.subn(
            f"(<!-- lesson: {re.escape(lesson.title)} -->\n).*?(<!-- end of lesson -->)",
            f"\\1{lead}{lesson.idea}\n\n"
            f"![{lesson.task}](../data/screenshots/strategy-{board_of(lesson)}.svg)\n\n"
            f"*{lesson.task}*\n\n<details><summary>Answer</summary>"
            f"{', '.join(lesson.right.split())}. {lesson.answer(right[0], str)}</details>\n\\2",
            text,
            flags=re.DOTALL,
        )
        assert count == 1, lesson.title
    return text


def pictures() -> dict[str, str]:
    """Return each SVG by its name."""
    wall, late = after(28), after(53)
    position = late.position
    stable = squares(stable_discs(position.own, position.opp))
    signs = {
        **dict.fromkeys(("a1", "a8", "h1", "h8"), "●"),
        **dict.fromkeys(("b2", "b7", "g2", "g7"), "X"),
        **dict.fromkeys(("a2", "a7", "b1", "b8", "g1", "g8", "h2", "h7"), "C"),
    }
    exposed = neighbours(set_of(~(wall.black | wall.white))) & set_of(wall.white)
    return {
        "corners": board_svg("-" * 64, marks=named(signs)),
        "stable": board_svg(late.board(), marks=dict.fromkeys(stable, "s")),
        "walls": board_svg(wall.board(), wall.legal(), dict.fromkeys(sorted(exposed), "w")),
        "edge": board_svg(UNBALANCED, marks=named(EDGE_MOVES)),
        "wedge": board_svg(WEDGE, marks=named({"d8": "1"})),
        **{
            board_of(each): board_svg(each.game().board(), each.game().legal())
            for each in lessons()
        },
    }


def main() -> None:
    """Write the pictures and the page."""
    drawn = pictures()
    for name, svg in drawn.items():
        (PICTURES / f"strategy-{name}.svg").write_text(svg, "utf-8")
    text = page()
    PAGE.write_text(text, "utf-8")
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
