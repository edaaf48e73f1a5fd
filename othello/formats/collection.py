"""Games and positions to choose from, out of any file or text that the formats know."""

import errno
import io
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from othello.files import FilePath
from othello.formats import annotated, csv_games, ggf, obf, pgn, quest, sgf, side_lines, wthor
from othello.formats.reading import SUFFIXES, FormatError, Refused, check_lines, open_text, strictly
from othello.formats.reviews import Reviews
from othello.formats.reviews import read as read_reviews
from othello.game import Game, IllegalMoveError
from othello.game_tree import GameTree
from othello.position import START, Position

_START_CHARACTERS = 2**12  # what a file's kind is told from, and the longest line of a transcript
_KNOWN_BY_SUFFIX = (".csv", ".ggf", ".obf", annotated.SUFFIX, ".pgn", ".sgf", ".wtb")
_BOARD_SIGNS = r"[-.XxOo*]"
_DIAGRAM = re.compile(rf"(?:\s|{_BOARD_SIGNS})+")
# Passes over whole values, in which brackets of any kind may stand, from one start only.
_SGF = re.compile(
    r"(?:[^(]|\((?!\s*;))*\(\s*;"
    r"(?:[^\[]|\[[^\]\\]*(?:\\.[^\]\\]*)*\])*?GM\s*\[\s*[0-9]+\s*\]",
    re.DOTALL,
)
# A heading, or moves with numbers up to a result.
_PGN = re.compile(
    r'\s*(?:\[\s*\w+\s+"|1\s*\.[^\[\]]*?\s(?:[0-9]{1,2}-[0-9]{1,2}|1/2-1/2|\*)\s*(?:\n|$))'
)
_LATER_MOVE = re.compile(r"\s*(?!1\s*\.)[0-9]+\s*\.")
_QUEST = re.compile(r'"(?:position|players)"\s*:')
_PROBLEM = re.compile(rf"\s*(?:%|{_BOARD_SIGNS}{{64}})")


class Entry(NamedTuple):
    """A game, or a position without moves, and what its file says of it.

    `result` is black's disc difference, None if nobody said; `moves` are squares,
    and passes may be left out. `side_lines` are other lines from the start, and
    `comments` stand with the moves before them, both without passes; so do `reviews`, what moves
    were worth. `scores` are what moves of the position are worth in discs. `faults` says what of
    the side lines had to be left out. `number` is that of a WTHOR game in its file, from 1, else 0.
    """

    black: str = ""
    white: str = ""
    place: str = ""
    date: str = ""
    result: float | None = None
    moves: tuple[int, ...] = ()
    start: Position = START
    black_starts: bool = True
    side_lines: tuple[tuple[int, ...], ...] = ()
    comments: tuple[tuple[tuple[int, ...], str], ...] = ()
    reviews: Reviews = ()
    scores: tuple[tuple[int, int], ...] = ()
    faults: tuple[str, ...] = ()
    number: int = 0

    @property
    def score(self) -> str:
        """The result as both sides' discs, black's first, such as "40:24"; "" if nobody said."""
        if self.result is None:
            return ""
        black = 32 + self.result / 2
        return f"{black:g}:{64 - black:g}"

    def game(self) -> Game:
        """The game with all moves played; IllegalMoveError, which only WTHOR's games can raise."""
        game = Game(self.start, black_to_move=self.black_starts)
        game.play_all(self.moves)
        return game

    def tree(self) -> tuple[GameTree, list[str]]:
        """The tree of its lines, and what of the side lines had to be left out."""
        lines = (self.moves, *self.side_lines)
        tree, faults = GameTree.from_lines(self.start, self.black_starts, lines, self.comments)
        return tree, [*self.faults, *faults]


def names_beside(path: FilePath, suffix: str) -> list[str]:
    """The names of the first file in the same folder that ends in `suffix`, in either case."""
    found = sorted(file for file in Path(path).parent.iterdir() if file.suffix.lower() == suffix)
    return wthor.read_names(found[0]) if found else []


def name_at(names: Sequence[str], place: int, kind: str) -> str:
    """The name at a place, or a word for it where there is none."""
    return names[place] if place < len(names) else f"{kind} {place}"


def _wthor_entries(path: FilePath, refused: Refused) -> Iterator[Entry]:
    """The games of a `.wtb` file, named by the `.jou` and `.trn` files beside it."""
    players, tournaments = names_beside(path, ".jou"), names_beside(path, ".trn")
    games, header = wthor.numbered_games(path, refused)
    date = str(header.game_year) if header.game_year else ""
    for number, game in games.items():
        yield Entry(
            name_at(players, game.black, "player"),
            name_at(players, game.white, "player"),
            name_at(tournaments, game.tournament, "tournament"),
            date,
            2 * game.black_discs - 64,
            game.moves,
            number=number,
        )


def _game_entry(game: Game) -> Entry:
    black_starts = game.black_to_move == (len(game.moves) % 2 == 0)
    start = game.positions[0]
    return Entry(result=game.result(), moves=game.moves, start=start, black_starts=black_starts)


def _heading(record: Any) -> dict[str, Any]:
    """Who played, where and when; records of most formats have these fields."""
    return {name: getattr(record, name) for name in ("black", "white", "place", "date")}


def _ggf_entries(stream: TextIO, name: str, refused: Refused) -> Iterator[Entry]:
    """The games of GGF but for anti games, in which good moves are the bad ones of Othello."""
    for number, record in enumerate(ggf.read_stream(stream, name, refused), start=1):
        if record.anti:
            what = f"TY[{record.text('TY')[:9]}]: an anti game, whose aim is fewer discs"
            refused(FormatError(f"{name}: game {number}: {what}"))
        else:
            yield _ggf_entry(record)


def _ggf_entry(record: ggf.GgfGame) -> Entry:
    entry = _game_entry(record.game())
    comments, reviews = side_lines.read(record.tags), read_reviews(record.tags)
    entry = entry._replace(comments=comments, reviews=reviews)
    return entry._replace(result=record.result, **_heading(record))


def _sgf_entry(record: sgf.SgfGame) -> Entry:
    black, white, place, date = map(record.text, ("PB", "PW", "PC", "DT"))
    entry = _game_entry(record.game)._replace(black=black, white=white, place=place, date=date)
    lines, comments, faults = record[2:]
    return entry._replace(side_lines=lines, comments=comments, faults=faults)


def _pgn_entry(record: pgn.PgnGame) -> Entry:
    entry = _game_entry(record.game)._replace(comments=record.comments, faults=record.faults)
    return entry._replace(result=record.result, **_heading(record))


def _plain_entry(record: csv_games.CsvGame | quest.QuestGame) -> Entry:
    return _game_entry(record.game)._replace(**_heading(record))


def _annotated_entry(kept: annotated.AnnotatedGame) -> Entry:
    game = Game(kept.start, black_to_move=kept.black_starts)
    game.play_all(kept.lines[0])
    lines, comments, reviews = kept.lines[1:], kept.comments, kept.reviews
    entry = _game_entry(game)._replace(side_lines=lines, comments=comments, reviews=reviews)
    return entry._replace(**_heading(kept))


def _problem_entries(file: obf.ObfFile) -> Iterator[Entry]:
    """The positions of an OBF file, their comments as places."""
    for problem in file.problems:
        position, black_starts, scores, comment, *_ = problem
        place = (comment or "").strip()
        yield Entry(place=place, start=position, black_starts=black_starts, scores=scores)


def _plain_entries(kind: str, stream: TextIO, name: str, refused: Refused) -> Iterator[Entry]:
    """The position of a "board", the game over all lines of a text, or one of each line."""
    whole = stream.read(_START_CHARACTERS)
    parts = filter(str.strip, iter(lambda: stream.read(_START_CHARACTERS), ""))
    whole += next(parts, "")
    if not whole.strip():
        return
    make = Game.from_board if kind == "board" else Game.from_transcript
    try:
        if kind == "board" or not next(parts, ""):
            yield _game_entry(make(whole))
            return
    except ValueError as error:
        if kind == "board":
            raise FormatError(f"{name}: {error}") from None
    good = bad = 0
    stream.seek(0)  # line by line, which also tells where a fault is
    for number, line in enumerate(iter(lambda: stream.readline(_START_CHARACTERS), ""), start=1):
        if _LATER_MOVE.match(line):
            what = "goes on with moves of a line above, so these are no games of a line each"
            raise FormatError(f"{name}: line {number}: {what}")
        try:
            if line.strip():
                yield _game_entry(Game.from_transcript(line))
                good += 1
        except ValueError as error:
            refused(FormatError(f"{name}: line {number}: {error}"))
            bad += 1
            check_lines(name, good, bad)


def kind_of(text: str, suffix: str = "") -> str:
    """What a text is, by its file's suffix or else by its first characters.

    It is ".wtb", ".ggf", ".pgn", ".sgf", ".obf", ".othello", ".csv", ".json" for a game of Othello
    Quest, "board" or "transcript".
    """
    if suffix in _KNOWN_BY_SUFFIX:
        return suffix
    start = text[:_START_CHARACTERS]
    if start.lstrip().startswith("{"):
        is_quest = '"format"' not in start and _QUEST.search(start) is not None
        return ".json" if is_quest else annotated.SUFFIX
    if _PGN.match(start):
        return ".pgn"
    if _SGF.match(start):
        return ".sgf"
    if "(;" in start:
        return ".ggf"
    if csv_games.is_csv(start):
        return ".csv"
    problem = _PROBLEM.match(start) is not None
    if _DIAGRAM.fullmatch(start) and (len("".join(start.split())) <= 65 or not problem):
        return "board"
    return ".obf" if problem else "transcript"


def kind_of_file(path: FilePath) -> str:
    """What a file is, as `kind_of` has it; raises as `open_text` does."""
    with open_text(path) as stream:
        return kind_of(stream.read(_START_CHARACTERS), Path(path).suffix.lower())


def _filled(
    entries: Callable[[Refused], Iterable[Entry]], name: str, refused: Refused
) -> list[Entry]:
    """All entries; FormatError if there is none.

    `entries` is called with what takes the errors of games that are left out.
    """
    errors: list[FormatError] = []
    found = list(entries(errors.append))
    if not found:
        raise errors[0] if errors else FormatError(f"{name}: no game or position in it")
    for error in errors:
        refused(error)
    return found


def read(text: str, name: str = "text", refused: Refused = strictly) -> list[Entry]:
    """The games or positions of a text: GGF, PGN, SGF, JSON, OBF, CSV, a board or transcripts.

    FormatError, in which the text is called `name`, for anything else. `refused` is called with
    the error of each odd game or position, or line that is no transcript, where others can be read.
    """
    stream = io.StringIO(text, newline=None)
    return _filled(lambda left_out: _of_stream(stream, name, "", left_out), name, refused)


def read_file(path: FilePath, refused: Refused = strictly) -> list[Entry]:
    """The games or positions of a file: WTHOR's games if it ends in `.wtb`, else as of a text.

    WTHOR's names are those of the `.jou` and `.trn` files in the same folder. FormatError for a
    file against its format, OSError where the system refuses; `refused` is as of `read`.
    """
    if Path(path).suffix.lower() in (".jou", ".trn"):
        raise FormatError(f"{path}: names of WTHOR; its games are in files that end in .wtb")
    return _filled(lambda left_out: entries_of_file(path, left_out), str(path), refused)


def files_below(path: Path, suffixes: Collection[str] = SUFFIXES) -> Iterator[Path]:
    """A file, or those below a folder whose names end in one of `suffixes`, by name in each.

    Names that begin with a dot are left out.
    """
    if not path.is_dir():
        yield path
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith(".") and Path(name).suffix.lower() in suffixes:
                yield Path(folder, name)


def files_named(source: str) -> list[Path]:
    """The files that a command is given in `source`: one, or those below a folder.

    Empty where it is the text of games. FormatError for a folder with none, and for the name of a
    file that is not there.
    """
    path = Path(source)
    try:
        is_there = bool(source) and path.exists()
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return []  # games in one argument may be longer than any name
    if is_there:
        found = list(files_below(path))
        if not found:
            raise FormatError(f"{path}: no file in it that ends in {', '.join(sorted(SUFFIXES))}")
        return found
    if source.lower().endswith(SUFFIXES):
        raise FormatError(f"{source}: {os.strerror(errno.ENOENT)}")
    return []


def play(
    entries: Iterable[Entry], name: str, refused: Refused
) -> Iterator[tuple[int, Entry, Game]]:
    """Entries with their numbers in the file and the games that are played to their ends.

    `refused` is called with FormatError, with the `name` of the file and the number, for one
    against the rules.
    """
    for place, entry in enumerate(entries, start=1):
        number = entry.number or place
        try:
            yield number, entry, entry.game()
        except IllegalMoveError as error:
            refused(FormatError(f"{name}: game {number}: {error}"))


def entries_of_file(path: FilePath, refused: Refused) -> Iterator[Entry]:
    """The games or positions of a file one by one, as they are asked for; errors as of `read_file`.

    A file that holds none is no error.
    """
    suffix = Path(path).suffix.lower()
    if suffix == ".wtb":
        yield from _wthor_entries(path, refused)
    else:
        with open_text(path) as stream:
            yield from _of_stream(stream, str(path), suffix, refused)


def _of_stream(stream: TextIO, name: str, suffix: str, left_out: Refused) -> Iterable[Entry]:
    """The games or positions of a text, of whichever kind, which a suffix may tell."""
    kind = kind_of(stream.read(_START_CHARACTERS), suffix)
    stream.seek(0)
    if kind == ".ggf":
        return _ggf_entries(stream, name, left_out)
    if kind == ".sgf":
        return map(_sgf_entry, sgf.read(stream.read(annotated.MOST_CHARACTERS + 1), name, left_out))
    if kind == annotated.SUFFIX:
        return [_annotated_entry(annotated.read(stream.read(annotated.MOST_CHARACTERS + 1), name))]
    if kind == ".json":
        return [_plain_entry(quest.read(stream.read(annotated.MOST_CHARACTERS + 1), name))]
    if kind == ".pgn":
        return map(_pgn_entry, pgn.read_stream(stream, name, left_out))
    if kind == ".csv":
        return map(_plain_entry, csv_games.read_stream(stream, name, left_out))
    if kind == ".obf":
        return _problem_entries(obf.read_stream(stream, name, left_out))
    return _plain_entries(kind, stream, name, left_out)
