"""A game to show to others: as a page with board, graph and mistakes, as a GIF, or as a PNG."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from othello import notation
from othello.cli.output import render
from othello.game import Game
from othello.game_tree import GameTree
from othello.notation import move_name
from othello.position import Position
from othello.rules import SCORE_SCALE
from players.study.coach.accuracy import GOOD, INACCURATE, LIMITS, RATINGS
from players.study.coach.mistakes import JudgedMove, mistakes, play_of_side, why
from players.study.coach.words import SIDE_NAMES, Translate
from players.study.sharing.pictures import SharedPosition, gif, png

PAGE, MOVING, PICTURE = ".html", ".gif", ".png"
"""Suffixes of the files."""
HOW_TO_STEP = "Left and right, or a click, go through the game."
BETTER = "Better"
_HALF, _WIDTH = 60, 440
"""Half the height of the graph and its width, in units of its drawing."""
LEAST_REACH = 8
"""Least number of discs at the ends of the graph."""


class SharedGame(NamedTuple):
    """A game without passes; `names` are black's and white's."""

    names: tuple[str, str]
    positions: tuple[SharedPosition, ...]
    judged: tuple[JudgedMove, ...]

    @property
    def score(self) -> str:
        """Discs of both sides on the last board, such as "44:20"."""
        last = self.positions[-1]
        return f"{last.black.bit_count()}:{last.white.bit_count()}"


def shared_game(
    game: Game, names: tuple[str, str] = ("", ""), judged: Sequence[JudgedMove] = ()
) -> SharedGame:
    """Game with the judgements of its moves, by their numbers."""
    values: dict[int, float | None] = {
        move.number - 1: (move.best.score if move.black else -move.best.score) / SCORE_SCALE
        for move in judged
    }
    tree = GameTree.of(game)
    moves = [None, *tree.main_line]
    values.setdefault(len(moves) - 1, game.result())
    positions = (
        SharedPosition(*step.discs, move, values.get(number))
        for number, (step, move) in enumerate(zip(tree.steps(tree.main_line), moves, strict=True))
    )
    return SharedGame(names, tuple(positions), tuple(judged))


def shared(
    suffix: str, game: SharedGame, step: int = -1, translate: Translate = str, language: str = "en"
) -> bytes:
    """Game as a page, its moves as a GIF, or the position at a step as a PNG, by a suffix.

    The page is in English unless a language is given.
    """
    if suffix == PAGE:
        return html(game, translate, language).encode("utf-8", "replace")
    return gif(game.positions) if suffix == MOVING else png(game.positions[step])


def _loss_text(move: JudgedMove) -> str:
    """Loss of a move in discs; a whole number if it is exact."""
    return f"{move.lost / SCORE_SCALE:.{0 if move.exact else 1}f}"


def _board_text(position: SharedPosition) -> str:
    """Board as 64 characters: X for black, O for white."""
    return notation.board_text(Position(position.black, position.white), True)[:64]


def _graph(game: SharedGame) -> dict[str, Any] | None:
    """Value of each position, black's lead upwards, with a dot after each mistake."""
    values = [(step, position.value) for step, position in enumerate(game.positions)]
    points = [(step, value) for step, value in values if value is not None]
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
    """Accuracy of both sides and the mistakes; no sides if no move is judged."""
    ratings = zip(RATINGS[INACCURATE:], LIMITS[GOOD:], strict=True)
    sides = zip(SIDE_NAMES, (True, False), strict=True) if game.judged else ()
    return {
        "counted": [(word, limit // SCORE_SCALE) for word, limit in ratings],
        "sides": [(name, play_of_side(game.judged, black)) for name, black in sides],
        "first": INACCURATE,
        "mistakes": mistakes(game.judged),
    }


def html(game: SharedGame, translate: Translate = str, language: str = "en") -> str:
    """Page of a game in a language, by default English."""
    sides = zip(game.names, SIDE_NAMES, strict=True)
    title = " – ".join(name or translate(side) for name, side in sides)
    moves = [position.move for position in game.positions]
    names = ["" if move is None else move_name(move) for move in moves]
    boards = [_board_text(position) for position in game.positions]
    texts = {"translate": translate, "how_to_step": HOW_TO_STEP, "better": BETTER}
    functions = {"why": why, "lost": _loss_text, "move_name": move_name}
    return render(
        "players.study.sharing",
        "game.html",
        language=language,
        title=f"{title}, {game.score}",
        graph=_graph(game),
        data={"boards": boards, "squares": moves, "names": names},
        **functions,
        **texts,
        **_review(game),
    )
