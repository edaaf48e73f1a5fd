"""The games of one player, out of the window's folder or out of files, as the page of a record."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from othello.files import replace_file
from othello.formats.collection import Entry
from othello.formats.reading import FormatError, Refused
from othello.game import Game
from players.analyse import kept_games
from players.analyse.games import NamedGame
from players.analyse.own_games import of_judged, of_kept, own_side
from players.analyse.record import OwnGame, record_of
from players.analyse.record_page import html_of
from players.analyse.report import JudgedGame

ENDINGS = (".html", ".htm")
MOST_NAMES = 5
"""How many names are offered where nobody says whose games are meant."""


class OwnSide(NamedTuple):
    """A game and the player's side in it; the first `given` moves are nobody's."""

    game: NamedGame
    black: bool
    given: int = 0


Judge = Callable[[Sequence[OwnSide]], Sequence[JudgedGame]]
"""Gives the verdicts on the moves of these sides."""


def check_page(path: Path) -> None:
    """ValueError, in one line, for a name that is not that of a page."""
    if path.suffix.lower() not in ENDINGS:
        raise ValueError(f"--report {path}: the name of a page ends in .html")


def kept_record(
    folder: Path, name: str, first: int | None, refused: Refused, judge: Judge | None
) -> list[OwnGame]:
    """The player's games in the window's folder, all or the latest `first`.

    Those that are not reviewed are judged where there is a `judge`. `refused` is called with the
    error of a file that holds no game. ValueError, in one line, where there is no game.
    """
    own: list[OwnGame] = []
    sides: dict[int, OwnSide] = {}
    for number, path in enumerate(kept_games.files_of(folder), start=1):
        try:
            kept, _ = kept_games.read(path)
        except (ValueError, OSError) as error:
            refused(FormatError(str(error)))
            continue
        found = of_kept(kept, name)
        if found is None:
            continue
        if len(own) == first:
            break
        if not found.reviewed:
            game = Game(kept.game.start, black_to_move=kept.game.black_starts)
            game.play_all(kept.game.lines[0])
            named = NamedGame(str(path), number, Entry(), game)
            sides[len(own)] = OwnSide(named, own_side(kept, name) == 0, kept.given)
        own.append(found)
    if not own:
        whose = f"of {name}" if name else "of a person against the engine"
        raise ValueError(f"{folder}: no game {whose} is kept there")
    if judge is not None and sides:
        for place, judged in zip(sides, judge(list(sides.values())), strict=True):
            own[place] = own[place]._replace(judged=of_judged(judged, own[place].black).judged)
    return own


def named_sides(games: Sequence[NamedGame], name: str) -> tuple[list[OwnSide], str]:
    """The side of each game that has that name, or the one name that all games share; the name.

    ValueError, in one line, for a name that none has, or where several may be meant.
    """
    counts: Counter[str] = Counter()
    for game in games:
        counts.update({game.entry.black, game.entry.white} - {""})
    shared = [each for each, count in counts.items() if count == len(games)]
    if not name and len(shared) != 1:
        offered = ", ".join(each for each, _ in counts.most_common(MOST_NAMES))
        named = f"such as {offered}" if offered else "which these games do not have"
        raise ValueError(f"--report is of one player's games: --name says whose, {named}")
    name = name or shared[0]
    found = []
    for game in games:
        names = game.entry.black, game.entry.white
        sides = [each.casefold() == name.casefold() for each in names]
        if any(sides) and not all(sides):
            found.append(OwnSide(game, sides[0]))
    if not found:
        raise ValueError(f"--name {name}: no game has a side of that name")
    return found, name


def write_page(path: Path, own: Sequence[OwnGame], name: str) -> str:
    """Write the page of a record, whole or not at all, and say in a line what is in it."""
    record = record_of(own)
    page = html_of(record, f"The games of {name}" if name else "Your games")
    replace_file(path, page.encode("utf-8", "replace"))
    games = "game" if record.games == 1 else "games"
    return f"{path}: {record.games} {games}, {record.reviewed} reviewed"
