"""Games as the window keeps them: who played which side, at which level, since when, to what end.

The files are those of `othello.formats.annotated`, with keys beside that other readers pass by.
What the first of them lacked, the level, the date and how the game began, is optional.
"""

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from othello import notation
from othello.cli.errors import short_repr
from othello.formats import annotated
from othello.formats.annotated import AnnotatedGame
from othello.formats.reading import open_text
from players.levels import level_for

FOLDER = "games"
"""The name of their folder, beside the settings."""
_SIDES = ("black", "white")
_PLAYERS, _AT, _PLAYED = "players", "at", "played_here"
_LEVELS, _GIVEN, _TIME = "levels", "given", "time_up"
_STAMP = re.compile(r"(\d{4})-(\d\d)-(\d\d)_(\d\d)-(\d\d)-(\d\d)_")


class KeptGame(NamedTuple):
    """A game, who plays its sides and where it stands.

    `sides` are specifications or HUMAN, `levels` the names of the levels that they are, "" for
    none. `played_here` says that some moves were played at the board; the first `given` were not.
    `time_up` is the side, 0 for black, whose time was up after the moves `flag_at`, else None.
    """

    game: AnnotatedGame
    sides: tuple[str, str]
    at: tuple[int, ...] = ()
    played_here: bool = False
    levels: tuple[str, str] = ("", "")
    given: int = 0
    time_up: int | None = None
    flag_at: tuple[int, ...] = ()


def files_of(folder: Path) -> list[Path]:
    """The files of a folder of games, the latest first."""
    found: list[tuple[float, Path]] = []
    for path in folder.glob(f"*{annotated.SUFFIX}"):
        with suppress(OSError):  # another window may have removed it
            found.append((path.stat().st_mtime, path))
    return [path for _, path in sorted(found, reverse=True)]


def with_levels(kept: KeptGame) -> KeptGame:
    """The game with the names of the levels that its sides are now."""
    found = [level_for(spec) for spec in kept.sides]
    black, white = (level.name if level is not None else "" for level in found)
    return kept._replace(levels=(black, white))


def text_of(kept: KeptGame) -> str:
    """The text of a file."""
    content = annotated.content_of(kept.game)
    content |= {_PLAYERS: list(kept.sides), _LEVELS: list(kept.levels), _PLAYED: kept.played_here}
    if kept.given:
        content[_GIVEN] = kept.given
    if kept.time_up is not None:
        fell = notation.transcript_text(kept.flag_at)
        content[_TIME] = {"side": _SIDES[kept.time_up], "at": fell}
    content[_AT] = notation.transcript_text(kept.at)
    return annotated.text_of(content)


def read(path: Path) -> tuple[KeptGame, str]:
    """The game of a file and the file's text; ValueError for none, OSError where it is refused."""
    with open_text(path) as stream:  # once: a window may replace the file meanwhile
        text = stream.read(annotated.MOST_CHARACTERS + 1)
    game = annotated.read(text, str(path))
    try:
        kept = _kept(game, json.loads(text))
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path}: {error}") from None
    if not kept.game.date and (stamp := _STAMP.match(path.name)):
        date = "{}.{}.{}_{}:{}:{}".format(*stamp.groups())
        kept = kept._replace(game=game._replace(date=date))
    return kept, text


def _moves(text: Any) -> tuple[int, ...]:
    return tuple(notation.parse_transcript(text)) if text else ()


def _kept(game: AnnotatedGame, content: dict[str, Any]) -> KeptGame:
    """What the keys beside a game say; ValueError or KeyError for what makes no sense."""
    sides, at = content.get(_PLAYERS), content.get(_AT)
    if not isinstance(at, str) or not isinstance(sides, list) or len(sides) != 2:
        raise ValueError("nobody says who plays")
    moves = _moves(at)
    if not any(line[: len(moves)] == moves for line in game.lines):
        raise ValueError("no line has the place at which it stands")
    kept = KeptGame(game, (str(sides[0]), str(sides[1])), moves, content.get(_PLAYED) is True)
    levels, given, fell = (content.get(name) for name in (_LEVELS, _GIVEN, _TIME))
    if isinstance(levels, list) and len(levels) == 2:
        kept = kept._replace(levels=(str(levels[0]), str(levels[1])))
    else:
        kept = with_levels(kept)
    if type(given) is int and given >= 0:
        kept = kept._replace(given=given)
    if isinstance(fell, dict):
        if fell["side"] not in _SIDES:
            raise ValueError(f"time ran out for {short_repr(fell['side'])}, which is no side")
        at = _moves(str(fell["at"]))
        kept = kept._replace(time_up=_SIDES.index(fell["side"]), flag_at=at)
    return kept
