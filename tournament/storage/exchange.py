"""Export of stored games as GGF, which holds values and times of moves, and any position."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from othello.formats import ggf
from othello.formats.ggf import GgfGame, GgfMove
from othello.game import Game
from othello.position import PASS
from othello.rules import SCORE_SCALE
from tournament.games.endings import FINISHED, TIME_OUT
from tournament.games.match import Clock, Match
from tournament.games.openings import replay, start
from tournament.games.play import GameResult
from tournament.games.schedule import GameKey
from tournament.storage.store import Store

"""Characters of a player's and a tournament's name in WTHOR."""

OUT_OF_TIME, RESIGNED = "t", "r"
"""GGF's letters for games that ended early."""


class PlayedGame(NamedTuple):
    """A game with its match and its key there."""

    match: Match
    key: GameKey
    record: GameResult

    @property
    def names(self) -> tuple[str, str]:
        """The specifications of black and of white."""
        a, b = self.match.a, self.match.b
        return (a, b) if self.key.a_black else (b, a)

    def game(self) -> Game:
        """Replay the game; NotationError or IllegalMoveError for an invalid transcript."""
        return replay(self.key.opening, self.record.transcript)


def played_games(store: Store, matches: Iterable[Match]) -> Iterator[PlayedGame]:
    """Yield all games of matches; StoreError for illegal moves."""
    for match in matches:
        what = f"a game of match {match.id[:8]!r}"
        for key, record in store.games(match.id).items():
            game = PlayedGame(match, key, record)
            store.parse(what, game.game)
            yield game


def _moves(played: PlayedGame, game: Game) -> list[GgfMove]:
    """Return the moves of a game with values in discs and CPU seconds."""
    before = len(start(played.key.opening).moves)
    details = iter(played.record.details)
    moves = [GgfMove(move) for move in game.moves[:before]]
    for move in game.moves[before:]:
        detail = None if move == PASS else next(details, None)
        if detail is None:
            moves.append(GgfMove(move))
            continue
        value = None if detail.score is None else detail.score / SCORE_SCALE
        moves.append(GgfMove(move, value, detail.microseconds / 1e6))
    return moves


def _clock_text(clock: Clock | None) -> str:
    """Return a clock in GGF: minutes and seconds, and the increment behind a slash."""
    if clock is None:
        return ""
    spans = [clock.seconds, clock.increment] if clock.increment else [clock.seconds]
    parts = (divmod(round(span, 4), 60) for span in spans)  # :g has six digits
    return "/".join(f"{minutes:02.0f}:{seconds:02g}" for minutes, seconds in parts)


def _plain(text: str) -> str:
    """Return the text without characters that end a tag."""
    return text.replace("[", "(").replace("]", ")").replace("\\", "/")


def ggf_game(played: PlayedGame) -> GgfGame:
    """Return a game as GGF; a forfeit is a loss on time or a resignation."""
    game, result = played.game(), played.record.result
    black, white = map(_plain, played.names)
    heading = {"PC": f"tournament {played.match.id}", "PB": black, "PW": white}
    kind = played.record.kind
    if kind != FINISHED:
        letter = OUT_OF_TIME if kind == TIME_OUT else RESIGNED
        heading["RE"] = f"{result:+.3f}:{letter}"
    if clock := _clock_text(played.match.clock):
        heading["TI"] = clock
    return ggf.from_game(game, heading, _moves(played, game))


def write_ggf(path: Path, games: Iterable[PlayedGame]) -> int:
    """Write a GGF file; return the number of games."""
    records = [ggf_game(game) for game in games]
    ggf.write_games(path, records)
    return len(records)
