"""One player's games for a record, out of the window's kept games."""

from typing import NamedTuple

from othello.bits import count, squares
from othello.formats.reviews import Reviewed
from othello.formats.side_lines import Path
from othello.game import Game
from othello.openings import opening_name
from othello.position import Position
from players.analyse.judged_moves import reviewed_values
from players.analyse.kept_games import KeptGame
from players.analyse.record import UNEXPLAINED, OwnGame, OwnMove
from players.coach.accuracy import GOOD, LIMITS
from players.coach.mistakes import JudgedMove
from players.levels import HUMAN

NAMED_MOVES = 20
"""No opening with a name is longer."""
MOST_KINDS = 2
"""A mistake counts for so many kinds, those that tell most."""


class OwnMistake(NamedTuple):
    """A person's move that lost something: its square, and the board before it as a text.

    `lost` is in hundredths of a disc, `exact` says that it was lost under perfect play.
    """

    board: str
    move: int
    lost: int
    exact: bool


class KeptSummary(NamedTuple):
    """A kept game for a list: who played, to what end; `own` is None if no one person played.

    `black` and `white` are names, levels or specifications. `result` is the score, black's discs
    first, points where time ran out, "" without an end.
    """

    date: str
    black: str
    white: str
    opening: str
    result: str
    own: OwnGame | None


def summary_of(kept: KeptGame) -> KeptSummary:
    """Return what a list says of a kept game, whoever played it."""
    line = kept.game.lines[0]
    game = Game(kept.game.start, black_to_move=kept.game.black_starts)
    game.play_all(line)
    lost = game.result()
    result = ""
    if kept.time_up is not None and kept.flag_at == line:
        result = ("0\N{EN DASH}1", "1\N{EN DASH}0")[kept.time_up]
    elif lost is not None:
        result = f"{32 + round(lost) // 2}\N{EN DASH}{32 - round(lost) // 2}"
    names = kept.game.black, kept.game.white
    black, white = (names[s] or kept.levels[s] or kept.sides[s] for s in (0, 1))
    return KeptSummary(kept.game.date, black, white, _opening(game), result, of_kept(kept))


def mistakes_of(kept: KeptGame) -> tuple[OwnMistake, ...]:
    """The person's mistakes in a reviewed game; none where two people played, as in the record."""
    game, line, own = kept.game, kept.game.lines[0], own_side(kept)
    found = []
    for path, reviewed in game.reviews:
        if path != line[: len(path)] or len(path) <= kept.given or reviewed.loss <= LIMITS[GOOD]:
            continue
        before = Game(game.start, black_to_move=game.black_starts)
        before.play_all(path[:-1])
        if own == (0 if before.black_to_move else 1):
            found.append(OwnMistake(before.board(), path[-1], reviewed.loss, reviewed.proven))
    return tuple(found)


def _opening(game: Game) -> str:
    """The opening's name; "" without one, and for a game that began elsewhere."""
    short = Game(game.positions[0])
    if short != Game():
        return ""
    short.play_all(game.moves[:NAMED_MOVES])
    return opening_name(short)


def _points(result: float | None, black: bool) -> float | None:
    """The points of a side, where black has so many discs more; None before the end."""
    return None if result is None else 0.5 if result == 0 else float((result > 0) == black)


def _reviewed(number: int, black: bool, position: Position, path: Path, found: Reviewed) -> OwnMove:
    """A move out of what a review kept of it, with as many of its faults as the coach tells."""
    both = reviewed_values(path[-1], found)
    move = JudgedMove(number, black, position, *both, found.proven)
    kinds = tuple(fact.kind for fact in move.facts[:MOST_KINDS]) if move.rating > GOOD else ()
    return OwnMove(move.phase, move.lost, kinds or (UNEXPLAINED,) * (move.rating > GOOD))


def own_side(kept: KeptGame) -> int | None:
    """The side, 0 for black, of the one person; None where there is none, or two."""
    one_person = kept.sides.count(HUMAN) == 1 and kept.played_here
    return kept.sides.index(HUMAN) if one_person else None


def of_kept(kept: KeptGame) -> OwnGame | None:
    """A kept game of the person; None if it is none, or if nothing was played in it."""
    side = own_side(kept)
    if side is None:
        return None
    line, known, black = kept.game.lines[0], dict(kept.game.reviews), side == 0
    game = Game(kept.game.start, black_to_move=kept.game.black_starts)
    moves, judged = 0, []
    for place, move in enumerate(line):
        position, mine = game.position, game.black_to_move == black
        game.play(move)
        if place < kept.given or not mine or count(position.legal()) < 2:
            continue
        moves += 1
        path = line[: place + 1]
        review = known.get(path)
        best = review.line[:1] if review is not None else ()
        if review is not None and set(best) & set(squares(position.legal())):
            judged.append(_reviewed(place + 1, black, position, path, review))
    if not moves:
        return None
    points = _points(game.result(), black)
    if kept.time_up is not None and kept.flag_at == line:
        points = float(kept.time_up != side)
    other = 1 - side
    opponent = kept.levels[other] or kept.sides[other]
    parts = kept.game.date, black, opponent, points, _opening(game)
    return OwnGame(*parts, moves, tuple(judged))
