"""A game as one page in HTML with nothing from elsewhere: board, graph, mistakes and words."""

import json
from collections.abc import Iterator
from html import escape
from importlib import resources

from othello import notation
from othello.faults import printable
from othello.notation import move_name
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.coach.accuracy import GOOD, INACCURATE, LIMITS, RATINGS
from players.coach.mistakes import JudgedMove, mistakes, play_of_side, why
from players.coach.words import SIDE_NAMES, Translate
from players.sharing.shared_game import SharedGame, SharedPosition

HOW_TO_STEP = "Left and right, or a click, go through the game."
BETTER = "Better"
_HALF, _WIDTH = 60, 440
"""Half the height of the graph and its width, in units of its drawing."""
LEAST_REACH = 8
"""The discs at the graph's ends at least."""


def _lost(move: JudgedMove) -> str:
    return f"\N{MINUS SIGN}{move.lost / SCORE_SCALE:.{0 if move.exact else 1}f}"


def _signs(position: SharedPosition) -> str:
    """The board as 64 signs: X for black, O for white."""
    return notation.board_text(Position(position.black, position.white), True)[:64]


def _board(position: SharedPosition) -> str:
    """The board, as it stands where no script runs."""
    parts = ['<rect width="80" height="80" fill="var(--board)"/>']
    for place in range(9):
        at = 10 * place
        parts.append(f'<path class="grid" d="M{at} 0V80M0 {at}H80"/>')
    for place in range(8):
        at = 10 * place + 5
        parts.append(f'<text x="{at}" y="-1.5" text-anchor="middle">{"abcdefgh"[place]}</text>')
        parts.append(f'<text x="-2.5" y="{at + 1}" text-anchor="middle">{place + 1}</text>')
    parts.append('<g class="discs">')
    for square, sign in enumerate(_signs(position)):
        if sign != "-":
            row, column = divmod(square, 8)
            kind = "black" if sign == "X" else "white"
            centre = f'cx="{10 * column + 5}" cy="{10 * row + 5}"'
            parts.append(f'<circle {centre} r="4.1" class="{kind}"/>')
    return "".join([*parts, "</g>"])


def _graph(game: SharedGame, translate: Translate) -> str:
    """The value of each position, black's lead upwards, with a dot after each mistake."""
    known = [(step, each.value) for step, each in enumerate(game.positions)]
    points = [(step, value) for step, value in known if value is not None]
    if len(points) < 2:
        return ""
    last = max(1, len(game.positions) - 1)
    reach = max(LEAST_REACH, *(abs(value) for _step, value in points))
    places = {step: (_WIDTH * step / last, _HALF * (1 - value / reach)) for step, value in points}
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places.values())
    dots = (
        f'<circle cx="{places[move.number][0]:.1f}" cy="{places[move.number][1]:.1f}" r="4"'
        f' class="r{move.rating}"/>'
        for move in mistakes(game.judged)
        if move.number in places
    )
    words = (("Black leads", 10), ("White leads", 2 * _HALF - 4))
    texts = (
        f'<text x="4" y="{y}" style="font-size: 10px">{escape(translate(word))}</text>'
        for word, y in words
    )
    return (
        f'<svg id="graph" viewBox="0 -5 {_WIDTH} {2 * _HALF + 10}" role="img" aria-label="graph">'
        f'<path class="axis" d="M0 {_HALF}H{_WIDTH}"/>{"".join(texts)}'
        f'<polyline class="curve" points="{line}"/>{"".join(dots)}'
        f'<line id="now" class="now" x1="0" x2="0" y1="0" y2="{2 * _HALF}"/></svg>'
    )


def _review(game: SharedGame, translate: Translate) -> Iterator[str]:
    """How accurate both sides were, and the mistakes, each with its words."""
    if not game.judged:
        return
    counted = zip(RATINGS[INACCURATE:], LIMITS[GOOD:], strict=True)
    heads = [f"{translate(word)} &gt; {limit // SCORE_SCALE}" for word, limit in counted]
    cells = "".join(f"<th>{head}</th>" for head in ("", escape(translate("Accuracy")), *heads))
    yield f"<table><tr>{cells}</tr>"
    for name, black in zip(SIDE_NAMES, (True, False), strict=True):
        play = play_of_side(game.judged, black)
        accuracy = "" if play.accuracy is None else f"{play.accuracy:.0f}&#160;%"
        counts = "".join(f"<td>{count}</td>" for count in play.counts[INACCURATE:])
        yield f"<tr><td>{escape(translate(name))}</td><td><b>{accuracy}</b></td>{counts}</tr>"
    yield "</table><ol>"
    for move in mistakes(game.judged):
        head = f"{move.number} {'●' if move.black else '○'} {move_name(move.played.move)}"
        yield (
            f'<li data-step="{move.number}" tabindex="0"><b>{head}</b>'
            f'<span class="r{move.rating}">{_lost(move)}</span>'
            f" &#160;{escape(translate(BETTER))}: {move_name(move.best.move)}"
            f"<p>{escape(why(move, translate))}</p></li>"
        )
    yield "</ol>"


def html(game: SharedGame, translate: Translate = str, language: str = "en") -> str:
    """The page of a game, its words in a language, English unless one is given."""
    sides = zip(game.names, SIDE_NAMES, strict=True)
    title = " – ".join(name or translate(side) for name, side in sides)
    moves = [each.move for each in game.positions]
    names = ["" if move is None else move_name(move) for move in moves]
    boards = [_signs(each) for each in game.positions]
    data = json.dumps({"boards": boards, "squares": moves, "names": names})
    parts = {
        "language": escape(language),
        "title": escape(printable(f"{title}, {game.score}")),
        "board": _board(game.positions[-1]),
        "graph": _graph(game, translate),
        "keys": escape(translate(HOW_TO_STEP)),
        "review": "\n".join(_review(game, translate)),
        "data": data.replace("<", "\\u003c"),
    }
    template = (resources.files("players.sharing") / "game.html").read_text("utf-8")
    pieces = template.split("{{")
    filled = [pieces[0]]
    for piece in pieces[1:]:
        name, _end, rest = piece.partition("}}")
        filled += [parts[name], rest]
    return "".join(filled)
