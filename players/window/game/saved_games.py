"""Games that the window saves in files, and a person's games, mistakes and results among them.

The files are those of `othello.formats.annotated` with additional keys for the players, their
levels, the date and the position on the board; other readers ignore these.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from othello import notation
from othello.bits import squares
from othello.formats import annotated
from othello.formats.entry import Entry, Reviewed
from othello.formats.reading import open_text
from othello.game import Game
from othello.game_tree import GameTree, MovePath
from othello.openings import opening_name
from othello.position import START, Position
from othello.symmetry import canonical
from players.levels import HUMAN, level_for
from players.study.coach.accuracy import GOOD
from players.study.coach.mistakes import JudgedMove, reviewed_values
from players.window.game.clocks import ENDINGS, Ending, SavedClocks
from players.window.game.record import UNEXPLAINED, OwnGame, OwnMove

FOLDER = "games"
"""Name of their folder, next to the settings."""
_SIDES = ("black", "white")
NAMED_MOVES = 20
"""Length of the longest opening with a name."""


class SavedGame(NamedTuple):
    """A game with its players and the path `at` to the position on the board.

    `sides` are specifications or HUMAN, `levels` names of levels, "" for other players.
    `played_here` is True if moves were played at the board; the first `given` were not. `ending`
    is the end of the game if it came before the last move. `assisted` is True if the person saw
    values or a hint, took a move back or changed the players. `clocks` is None for a game without
    them. `path` is the file that the game was read from.
    """

    entry: Entry
    sides: tuple[str, str]
    at: tuple[int, ...] = ()
    played_here: bool = False
    levels: tuple[str, str] = ("", "")
    given: int = 0
    ending: Ending | None = None
    assisted: bool = False
    clocks: SavedClocks | None = None
    path: Path | None = None

    def game(self) -> Game:
        """Game up to the position that was shown last."""
        return self.entry.tree.game(self.at)

    @property
    def ended(self) -> bool:
        """True if the main line has ended: no move is left, or `ending` says so there."""
        ends_early = self.ending is not None and self.ending.at == self.entry.moves
        return self.entry.tree.over or ends_early


def files_of(folder: Path | None) -> list[Path]:
    """Files of a folder of games, the latest first; none without a folder."""
    found: list[tuple[float, Path]] = []
    for path in folder.glob(f"*{annotated.SUFFIX}") if folder is not None else ():
        with suppress(OSError):  # another window may have removed it
            found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)]


def with_levels(saved: SavedGame) -> SavedGame:
    """Game with the names of the levels of its sides."""
    levels = [level_for(spec) for spec in saved.sides]
    black, white = (level.name if level is not None else "" for level in levels)
    return saved._replace(levels=(black, white))


def text_of(saved: SavedGame) -> str:
    """Text of a file."""
    content = annotated.content_of(saved.entry)
    content |= {"players": list(saved.sides), "levels": list(saved.levels)}
    content |= {"played_here": saved.played_here, "assisted": saved.assisted, "given": saved.given}
    if saved.ending is not None:
        reason, loser, at = saved.ending
        side = None if loser is None else _SIDES[loser]
        content["ending"] = [reason, side, notation.transcript_text(at)]
    if saved.clocks is not None:
        *rules, times = saved.clocks
        placed = [[notation.transcript_text(place), *left] for place, left in times]
        content["clocks"] = [*rules, placed]
    content["at"] = notation.transcript_text(saved.at)
    return annotated.text_of(content)


def read(path: Path) -> SavedGame:
    """Game of a file; ValueError for another file, OSError from the system."""
    with open_text(path) as stream:  # read once: a window may replace the file meanwhile
        text = stream.read(annotated.MOST_CHARACTERS + 1)
    game = annotated.read(text, str(path))
    try:
        return _from_content(game, json.loads(text))._replace(path=path)
    except (ValueError, LookupError, TypeError) as error:
        raise ValueError(f"{path}: {error}") from None


def _moves(text: Any) -> tuple[int, ...]:
    return tuple(notation.parse_transcript(str(text))) if text else ()


def _ending(reason: Any, side: Any, at: Any) -> Ending:
    """The end of a game from its file; ValueError for a wrong one."""
    loser = None if side is None else _SIDES.index(side)
    return Ending(ENDINGS[ENDINGS.index(reason)], loser, _moves(at))


def _clocks(minutes: Any, increment: Any, times: Any) -> SavedClocks:
    """The clocks of a file; ValueError or TypeError for wrong ones."""
    placed = tuple((_moves(place), [float(black), float(white)]) for place, black, white in times)
    return SavedClocks(float(minutes), float(increment), placed)


def _from_content(game: Entry, content: dict[str, Any]) -> SavedGame:
    """Game with the additional keys; ValueError, TypeError or LookupError for wrong ones."""
    black, white = content["players"]
    black_level, white_level = content["levels"]
    saved = SavedGame(
        game,
        (str(black), str(white)),
        _moves(content["at"]),
        played_here=content["played_here"] is True,
        levels=(str(black_level), str(white_level)),
        given=int(content["given"]),
        ending=_ending(*content["ending"]) if "ending" in content else None,
        assisted=content["assisted"] is True,
        clocks=_clocks(*content["clocks"]) if "clocks" in content else None,
    )
    if game.tree.node_at(saved.at) is None:
        raise ValueError("the position on the board is in no line")
    if saved.clocks is not None and saved.at not in dict(saved.clocks.times):
        raise ValueError("the clocks have no time for the position on the board")
    return saved


# Games of a person


class SavedSummary(NamedTuple):
    """A saved game for a list; `own` is None unless exactly one person played.

    `black` and `white` are names, levels or specifications. `result` is the score, black's discs
    first, or points after an early end, or "" for an unfinished game.
    """

    date: str
    black: str
    white: str
    opening: str
    result: str
    own: OwnGame | None


def summary_of(saved: SavedGame) -> SavedSummary:
    """Summary of a saved game."""
    game = saved.entry.game()
    discs, result = game.result(), ""
    if saved.ending is not None and saved.ending.at == saved.entry.moves:
        result = "\N{EN DASH}".join(f"{saved.ending.points(side):g}" for side in (0, 1))
    elif discs is not None:
        result = f"{32 + discs // 2}\N{EN DASH}{32 - discs // 2}"
    names = saved.entry.black, saved.entry.white
    black, white = (names[s] or saved.levels[s] or saved.sides[s] for s in (0, 1))
    return SavedSummary(saved.entry.date, black, white, _opening(game), result, own_game_of(saved))


def _opening(game: Game) -> str:
    """Name of the opening; "" without one, and for a game from another start."""
    if (game.start, game.black_starts) != (START, True):
        return ""
    return opening_name(GameTree().with_line(game.moves[:NAMED_MOVES]).game())


def _reviewed(
    number: int, black: bool, position: Position, path: MovePath, review: Reviewed
) -> OwnMove:
    """Move of a review, with the titles of its mistake."""
    values = reviewed_values(path[-1], review)
    move = JudgedMove(number, black, position, *values, review.proven)
    if move.rating <= GOOD:
        return OwnMove(move.phase, move.lost)
    titles = dict.fromkeys(fact.reason.title for fact in move.facts if fact.reason.title)
    board = Game(position, black_to_move=black).board()
    return OwnMove(
        move.phase, move.lost, tuple(titles) or (UNEXPLAINED,), board, path[-1], review.proven
    )


def own_game_of(saved: SavedGame) -> OwnGame | None:
    """Game of the one person; None for other games and for one without moves of the person."""
    if saved.sides.count(HUMAN) != 1 or not saved.played_here:
        return None
    side = saved.sides.index(HUMAN)
    line, reviews, black = saved.entry.moves, dict(saved.entry.reviews), side == 0
    game = saved.entry.game()
    moves, judged = 0, []
    for place, node in enumerate(game.nodes):
        legal = squares(node.before.legal())
        if place < saved.given or node.black != black or len(legal) < 2:
            continue
        moves += 1
        path = line[: place + 1]
        review = reviews.get(path)
        if review is not None and review.line[:1] and review.line[0] in legal:
            judged.append(_reviewed(place + 1, black, node.before, path, review))
    if not moves:
        return None
    discs = game.result()
    points = None if discs is None else 0.5 if discs == 0 else float((discs > 0) == black)
    if saved.ending is not None and saved.ending.at == line:
        points = saved.ending.points(side)
    opponent = saved.levels[1 - side] or saved.sides[1 - side]
    fields = saved.entry.date, black, opponent, points, _opening(game)
    reached = frozenset(map(canonical, game.positions[1 : NAMED_MOVES + 1]))
    return OwnGame(*fields, moves, tuple(judged), saved.assisted, reached)
