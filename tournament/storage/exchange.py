"""Export of stored games as GGF, PGN and WTHOR.

GGF holds values and times of moves, and any starting position. WTHOR holds neither, and has the
names of players and matches in `.jou` and `.trn` files.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from othello.formats import collection, ggf, wthor
from othello.formats.entry import Entry
from othello.formats.ggf import GgfGame, GgfMove
from othello.formats.wthor import Header, WthorGame
from othello.game import Game
from othello.position import PASS
from othello.rules import SCORE_SCALE
from tournament.games.endings import FINISHED, TIME_OUT
from tournament.games.match import Clock, Match
from tournament.games.openings import is_board, replay, start
from tournament.games.play import GameResult
from tournament.games.schedule import GameKey
from tournament.storage.store import Store

PLAYER_NAME, TOURNAMENT_NAME = 19, 25
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


def write_ggf(path: Path, games: Iterable[PlayedGame]) -> tuple[int, int]:
    """Write a GGF file; return the number of games, and 0 games left out."""
    records = [ggf_game(game) for game in games]
    ggf.write_games(path, records)
    return len(records), 0


def write_pgn(path: Path, games: Iterable[PlayedGame]) -> tuple[int, int]:
    """Write a PGN file; return the numbers of games written and left out.

    Games that begin at a board cannot be written.
    """
    played = list(games)
    entries = [_entry(game) for game in played if not is_board(game.key.opening)]
    collection.write_file(path, entries)
    return len(entries), len(played) - len(entries)


def _entry(played: PlayedGame) -> Entry:
    """Return a game with its players and its result in the match."""
    game = played.game()
    place = f"tournament {played.match.id}"
    result = played.record.result
    return Entry.of(game, *played.names, place=place, result=result)


def _short(place: int, name: str, longest: int) -> str:
    """Return a name for WTHOR; a name that is cut begins with its number, so that it is unique."""
    plain = name.encode("latin-1", "replace").decode("latin-1")
    return plain if len(plain) <= longest else f"{place} {plain}"[:longest]


def wthor_files(path: Path) -> tuple[Path, Path, Path]:
    """Return the files of `write_wthor`: games, players and tournaments."""
    return path, path.with_suffix(".jou"), path.with_suffix(".trn")


def write_wthor(path: Path, games: Iterable[PlayedGame]) -> tuple[int, int]:
    """Write a `.wtb` file and its names; return the numbers of games written and left out.

    Games that begin at a board cannot be written.
    """
    players: dict[str, int] = {}
    matches: dict[str, int] = {}
    records, left_out = [], 0
    for played in games:
        if is_board(played.key.opening):
            left_out += 1
            continue
        black, white = (players.setdefault(name, len(players)) for name in played.names)
        discs = (64 + played.record.result) // 2
        moves = tuple(move for move in played.game().moves if move != PASS)
        place = matches.setdefault(played.match.id, len(matches))
        records.append(WthorGame(place, black, white, discs, discs, moves))
    today = date.today()
    header = Header(today.year // 100, today.year % 100, today.month, today.day)
    games_file, players_file, tournaments_file = wthor_files(path)
    wthor.write_games(games_file, records, header._replace(game_year=today.year))
    for names_file, names, longest in (
        (players_file, players, PLAYER_NAME),
        (tournaments_file, matches, TOURNAMENT_NAME),
    ):
        short = [_short(place, name, longest) for name, place in names.items()]
        wthor.write_names(names_file, short, header)
    return len(records), left_out
