"""Games of any format written as PGN or SGF, by the ending of a file's name."""

import re
from collections.abc import Iterable
from pathlib import Path

from othello.files import FilePath, replace_file
from othello.formats import pgn, sgf_writing
from othello.formats.collection import Entry
from othello.formats.reading import FormatError
from othello.formats.sgf import SgfGame

ENDINGS = (".pgn", ".sgf")
"""How the names of files end that `write_entries` writes."""
_DATE = re.compile(r"([0-9]{4})(?![0-9])(?:[-./]([0-9]{1,2})(?:[-./]([0-9]{1,2}))?)?")


def _date(text: str, between: str, unknown: str) -> str:
    """The date that a text begins with, as `between` joins its parts; "" if it begins with none.

    Parts that are missing are `unknown`, or left out if that is "".
    """
    found = _DATE.match(text)
    return between.join(filter(None, (part or unknown for part in found.groups()))) if found else ""


def _pgn_game(entry: Entry) -> pgn.PgnGame:
    """An entry as PGN, without its side lines and reviews."""
    game = entry.game()
    heading = {"Black": entry.black, "White": entry.white, "Site": entry.place}
    heading |= {"Date": _date(entry.date, ".", "??")}
    if entry.result is not None:
        heading["Result"] = pgn.result_text(entry.result)
    return pgn.from_game(game, heading)._replace(comments=entry.comments)


def _sgf_game(entry: Entry) -> SgfGame:
    """An entry as SGF, without its reviews."""
    result = entry.result
    points = "?" if result is None else f"{'B' if result > 0 else 'W'}+{abs(result):g}"
    heading = {"PB": entry.black, "PW": entry.white, "PC": entry.place}
    heading |= {"DT": _date(entry.date, "-", ""), "RE": points if result != 0 else "0"}
    return sgf_writing.from_game(entry.game(), heading, entry.side_lines, entry.comments)


def text_of(entries: Iterable[Entry], ending: str) -> str:
    """Games as the text of a file whose name ends so.

    FormatError for what the format cannot hold and for an ending that is not one of ENDINGS.
    """
    if ending == ".pgn":
        return pgn.write(map(_pgn_game, entries))
    if ending == ".sgf":
        return sgf_writing.write(map(_sgf_game, entries))
    raise FormatError(f"{ending!r} is not {' or '.join(ENDINGS)}")


def write_entries(path: FilePath, entries: Iterable[Entry]) -> None:
    """Write games as PGN or SGF by the ending of the name, whole or not at all."""
    replace_file(path, text_of(entries, Path(path).suffix.lower()).encode())
