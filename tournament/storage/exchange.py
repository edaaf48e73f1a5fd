"""Stored games in the field's formats: GGF, PGN, SGF, WTHOR and transcripts.

GGF takes values and times of moves and any start; WTHOR takes neither, and only games from
the start position, named by the `.jou` and `.trn` files beside it.
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
from tournament.games.openings import is_board, replay, start
from tournament.games.play import GameRecord
from tournament.games.schedule import Fixture
from tournament.games.tournament import Clock, Tournament
from tournament.storage.store import Store

PLAYER_NAME, TOURNAMENT_NAME = 19, 25
"""How many characters WTHOR has for a player and for a tournament."""

OUT_OF_TIME, RESIGNED = "t", "r"
"""How GGF says that a game ended before its end."""


class StoredGame(NamedTuple):
    """A game, the tournament it belongs to, and its place there."""

    tournament: Tournament
    fixture: Fixture
    record: GameRecord

    @property
    def names(self) -> tuple[str, str]:
        """The specifications of black and of white."""
        a, b = self.tournament.a, self.tournament.b
        return (a, b) if self.fixture.a_black else (b, a)

    def game(self) -> Game:
        """The game, replayed; NotationError or IllegalMoveError for a transcript that is none."""
        return replay(self.fixture.opening, self.record.transcript)


def stored_games(store: Store, tournaments: Iterable[Tournament]) -> Iterator[StoredGame]:
    """All games of tournaments; StoreError for one whose moves make no sense."""
    for tournament in tournaments:
        what = f"a game of tournament {tournament.id[:8]!r}"
        for fixture, record in store.games(tournament.id).items():
            found = StoredGame(tournament, fixture, record)
            store.readable(what, found.game)
            yield found


def transcript_lines(games: Iterable[StoredGame]) -> Iterator[str]:
    """A line for each game: its moves, behind its board where it does not begin at the start."""
    for game in games:
        opening = game.fixture.opening
        yield (
            f"{opening}; {game.record.transcript}" if is_board(opening) else game.record.transcript
        )


def _moves(stored: StoredGame, game: Game) -> list[GgfMove]:
    """The moves of a game with what players said of them: values in discs, CPU seconds."""
    before = len(start(stored.fixture.opening).moves)
    details = iter(stored.record.details)
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
    """A clock as GGF writes it: minutes and seconds, and the increment behind a stroke."""
    if clock is None:
        return ""
    spans = [clock.seconds, clock.increment] if clock.increment else [clock.seconds]
    parts = (divmod(round(span, 4), 60) for span in spans)  # of six digits, as many as :g gives
    return "/".join(f"{minutes:02.0f}:{seconds:02g}" for minutes, seconds in parts)


def _plain(text: str) -> str:
    """A text that a tag can hold."""
    return text.replace("[", "(").replace("]", ")").replace("\\", "/")


def ggf_game(stored: StoredGame) -> GgfGame:
    """A game as GGF; a forfeit is a loss on time or a resignation."""
    game, result = stored.game(), stored.record.result
    black, white = map(_plain, stored.names)
    heading = {"PC": f"tournament {stored.tournament.id}", "PB": black, "PW": white}
    kind = stored.record.kind
    if kind != FINISHED:
        letter = OUT_OF_TIME if kind == TIME_OUT else RESIGNED
        heading["RE"] = f"{result:+.3f}:{letter}"
    clocks = [_clock_text(stored.tournament.terms(is_a).clock) for is_a in (True, False)]
    if clocks[0] and clocks[0] == clocks[1]:
        heading["TI"] = clocks[0]
    return ggf.from_game(game, heading, _moves(stored, game))


def write_ggf(path: Path, games: Iterable[StoredGame]) -> tuple[int, int]:
    """Write a GGF file; return how many games it has, and 0: it has all of them."""
    records = [ggf_game(game) for game in games]
    ggf.write_games(path, records)
    return len(records), 0


def write_plain(path: Path, games: Iterable[StoredGame]) -> tuple[int, int]:
    """Write a PGN or SGF file by its ending; return how many games it has, and 0 as `write_ggf`."""
    entries = [_entry(game) for game in games]
    collection.write_file(path, entries)
    return len(entries), 0


def _entry(stored: StoredGame) -> Entry:
    """A game with its players, and the result that its tournament counts."""
    game = stored.game()
    place = f"tournament {stored.tournament.id}"
    result = stored.record.result
    return Entry.of(game, *stored.names, place=place, result=result)


def _short(place: int, name: str, longest: int) -> str:
    """A name of a WTHOR file, numbered by its place where it is cut, so that no two are alike."""
    plain = name.encode("latin-1", "replace").decode("latin-1")
    return plain if len(plain) <= longest else f"{place} {plain}"[:longest]


def wthor_files(path: Path) -> tuple[Path, Path, Path]:
    """All files that `write_wthor` writes: of games, of players and of tournaments."""
    return path, path.with_suffix(".jou"), path.with_suffix(".trn")


def write_wthor(path: Path, games: Iterable[StoredGame]) -> tuple[int, int]:
    """Write a `.wtb` file and its names; return how many games it has, and how many it has not.

    Those that begin at a board have no place in it.
    """
    players: dict[str, int] = {}
    tournaments: dict[str, int] = {}
    records, left_out = [], 0
    for stored in games:
        if is_board(stored.fixture.opening):
            left_out += 1
            continue
        black, white = (players.setdefault(name, len(players)) for name in stored.names)
        discs = (64 + stored.record.result) // 2
        moves = tuple(move for move in stored.game().moves if move != PASS)
        place = tournaments.setdefault(stored.tournament.id, len(tournaments))
        records.append(WthorGame(place, black, white, discs, discs, moves))
    today = date.today()
    header = Header(today.year // 100, today.year % 100, today.month, today.day)
    games_file, players_file, tournaments_file = wthor_files(path)
    wthor.write_games(games_file, records, header._replace(game_year=today.year))
    for names_file, names, longest in (
        (players_file, players, PLAYER_NAME),
        (tournaments_file, tournaments, TOURNAMENT_NAME),
    ):
        short = [_short(place, name, longest) for name, place in names.items()]
        wthor.write_names(names_file, short, header)
    return len(records), left_out
