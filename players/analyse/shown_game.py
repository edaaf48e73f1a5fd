"""One game in a file to show to others: a page with what was found, a GIF, its last position."""

from collections.abc import Callable, Sequence
from pathlib import Path

from othello.files import replace_file
from players.analyse.games import NamedGame
from players.analyse.judged_moves import judged_moves
from players.analyse.report import JudgedGame
from players.sharing.files import PAGE, SHARED_AS, shared
from players.sharing.shared_game import shared_game

Judge = Callable[[Sequence[NamedGame]], list[JudgedGame]]


def check_shown(path: Path) -> None:
    """ValueError, in one line, for a name that does not say what is made."""
    if path.suffix.lower() not in SHARED_AS:
        raise ValueError(f"--share {path}: the name ends in {', '.join(SHARED_AS)}")


def write_shown(path: Path, games: Sequence[NamedGame], judge: Judge) -> str:
    """Write the one game, whole or not at all, and say so; only for a page its moves are judged.

    ValueError, in one line, if there are several games.
    """
    if len(games) != 1:
        raise ValueError(f"--share shows one game, not {len(games)}: --first 1 takes the first")
    (named,) = games
    ending = path.suffix.lower()
    found = judge(games)[0] if ending == PAGE else None
    judged = judged_moves(found.turns, found.verdicts) if found is not None else []
    game = shared_game(named.game, (named.entry.black, named.entry.white), judged)
    content = shared(ending, game)
    replace_file(path, content)
    return f"{path}: {len(game.positions) - 1} moves, {len(content):,} bytes"
