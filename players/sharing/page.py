"""A game as one page in HTML with nothing from elsewhere: board, graph, mistakes and words."""

from typing import Any

from othello import notation
from othello.cli.output import render
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
    return f"{move.lost / SCORE_SCALE:.{0 if move.exact else 1}f}"


def _signs(position: SharedPosition) -> str:
    """The board as 64 signs: X for black, O for white."""
    return notation.board_text(Position(position.black, position.white), True)[:64]


def _graph(game: SharedGame) -> dict[str, Any] | None:
    """The value of each position, black's lead upwards, with a dot after each mistake."""
    known = [(step, each.value) for step, each in enumerate(game.positions)]
    points = [(step, value) for step, value in known if value is not None]
    if len(points) < 2:
        return None
    last = max(1, len(game.positions) - 1)
    reach = max(LEAST_REACH, *(abs(value) for _step, value in points))
    places = {step: (_WIDTH * step / last, _HALF * (1 - value / reach)) for step, value in points}
    dots = [
        {"x": places[move.number][0], "y": places[move.number][1], "rating": move.rating}
        for move in mistakes(game.judged)
        if move.number in places
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places.values())
    return {"width": _WIDTH, "half": _HALF, "line": line, "dots": dots}


def _review(game: SharedGame) -> dict[str, Any]:
    """How accurate both sides were, and the mistakes; no sides where nothing is judged."""
    counted = zip(RATINGS[INACCURATE:], LIMITS[GOOD:], strict=True)
    sides = list(zip(SIDE_NAMES, (True, False), strict=True)) if game.judged else []
    return {
        "counted": [(word, limit // SCORE_SCALE) for word, limit in counted],
        "sides": game.judged
        and [(name, play_of_side(game.judged, black)) for name, black in sides],
        "first": INACCURATE,
        "mistakes": mistakes(game.judged),
    }


def html(game: SharedGame, translate: Translate = str, language: str = "en") -> str:
    """The page of a game, its words in a language, English unless one is given."""
    sides = zip(game.names, SIDE_NAMES, strict=True)
    title = " – ".join(name or translate(side) for name, side in sides)
    moves = [each.move for each in game.positions]
    names = ["" if move is None else move_name(move) for move in moves]
    boards = [_signs(each) for each in game.positions]
    words = {"translate": translate, "how_to_step": HOW_TO_STEP, "better": BETTER}
    makers = {"why": why, "lost": _lost, "move_name": move_name}
    return render(
        "players.sharing",
        "game.html",
        language=language,
        title=f"{title}, {game.score}",
        graph=_graph(game),
        data={"boards": boards, "squares": moves, "names": names},
        **makers,
        **words,
        **_review(game),
    )
