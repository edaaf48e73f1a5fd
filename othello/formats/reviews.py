"""What the moves of a game were worth: kept in GGF and in JSON, exported as CSV or JSON.

In GGF the value of a move stands behind it, as programs write it, and what it is compared with in
a tag of its own, which other programs pass by: `B[d3/1.23]RV[12 2.50 c4e3]` says that the best
move was c4, worth 2.50 discs 12 plies ahead, and what would follow; `RV[12= 8 c4e3]` that both
values are proven. Passes are left out of lines. Where no more than a range is proven of the
results, both ranges stand behind: `RV[12 2.50 c4e3 -64:10 0:64]`, that of the move played first.

>>> tags = [Tag("B", "f5/-1.50"), Tag("RV", "12 0.25 d3c3 -64:0 -4:64")]
>>> ((path, reviewed),) = read(tags)
>>> reviewed[:5], reviewed.range, reviewed.best_range
((12, -150, 25, (19, 18), False), (-6400, 0), (-400, 6400))
"""

import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from othello import notation
from othello.cli.output import write_csv
from othello.formats.ggf import MOVES
from othello.formats.ggf_text import Tag
from othello.formats.side_lines import Path, walked
from othello.position import PASS
from othello.rules import SCORE_SCALE

REVIEW = "RV"
MOST_DISCS = 64
FIELDS = (
    *("ply", "side", "move", "value", "best", "best_value", "loss", "proven", "depth", "best_line"),
)
"""The columns of an export, in discs for the side that moves."""
_RANGE = r" (-?[0-9]{1,2}):(-?[0-9]{1,2})"
_REVIEW = re.compile(
    r"([0-9]{1,2})(=?) ([+-]?[0-9]{1,2}(?:\.[0-9]{1,2})?) ((?:[a-h][1-8])+)"
    rf"(?:{_RANGE}{_RANGE})?"
)

Range = tuple[int, int]
WHOLE: Range = (-MOST_DISCS * SCORE_SCALE, MOST_DISCS * SCORE_SCALE)
"""All results that there are: nothing is proven."""


class Reviewed(NamedTuple):
    """What a move was worth and what the best one was, in hundredths of a disc for its side.

    Both were seen `depth` plies ahead; `line` begins with the best move. With `proven` both are
    the results of perfect play; else these are proven to lie in `range` and `best_range`, in
    hundredths of a disc too, and kept in whole discs. `played_line` begins with the move itself;
    it is () where it was not kept, as in GGF.
    """

    depth: int
    score: int
    best_score: int
    line: Path
    proven: bool
    range: Range = WHOLE
    best_range: Range = WHOLE
    played_line: Path = ()

    @property
    def loss(self) -> int:
        """What the move lost, 0 or more."""
        return max(0, self.best_score - self.score)


Reviews = tuple[tuple[Path, Reviewed], ...]
"""What is known of moves, each with the path that ends in it."""


def _score(discs: Any) -> int:
    """A number of discs as a score; ValueError for what is none."""
    if type(discs) not in (int, float) or not -MOST_DISCS <= discs <= MOST_DISCS:
        raise ValueError(f"{repr(discs)[:24]} is no number of discs")
    return round(discs * SCORE_SCALE)


def _outward(known: Range) -> tuple[int, int]:
    """A range in whole discs, a little wider where it has to be."""
    return known[0] // SCORE_SCALE, -(-known[1] // SCORE_SCALE)


def _range(lower: Any, upper: Any) -> Range:
    """A range of whole discs; ValueError for what is none."""
    if type(lower) is not int or type(upper) is not int or lower > upper:
        raise ValueError(f"{repr([lower, upper])[:24]} is no range of discs")
    return _score(lower), _score(upper)


def _line_text(line: Iterable[int]) -> str:
    """A line as a transcript, without passes."""
    return notation.transcript_text(move for move in line if move != PASS)


def fields(found: Reviewed) -> dict[str, Any]:
    """A review as JSON has it; `from_fields` reads it."""
    ranges = {"range": found.range, "best_range": found.best_range}
    known: dict[str, Any] = {
        name: list(_outward(each)) for name, each in ranges.items() if each != WHOLE
    }
    if found.played_line:
        known["played_line"] = _line_text(found.played_line)
    return {
        "depth": found.depth,
        "value": found.score / SCORE_SCALE,
        "best_value": found.best_score / SCORE_SCALE,
        "line": _line_text(found.line),
        "proven": found.proven,
        **known,
    }


def from_fields(content: Any) -> Reviewed:
    """The review that JSON holds; ValueError for what is none."""
    wrong = ValueError(f"{repr(content)[:24]} is no review of a move")
    if not isinstance(content, dict):
        raise wrong
    depth, line, proven = (content.get(name) for name in ("depth", "line", "proven"))
    played_line = content.get("played_line", "")
    if not (isinstance(line, str) and isinstance(played_line, str) and isinstance(proven, bool)):
        raise wrong
    if type(depth) is not int or not 0 <= depth <= 99:
        raise wrong
    score, best = (_score(content.get(name)) for name in ("value", "best_value"))
    ranges = [content.get(name, list(_outward(WHOLE))) for name in ("range", "best_range")]
    if not all(isinstance(each, list) and len(each) == 2 for each in ranges):
        raise wrong
    played, best_range = (_range(*each) for each in ranges)
    moves, after = (tuple(notation.parse_transcript(text)) for text in (line, played_line))
    if not _line_text(moves):
        raise wrong
    return Reviewed(depth, score, best, moves, proven, played, best_range, after)


def _tag(found: Reviewed) -> Tag:
    sign = "=" if found.proven else ""
    value = f"{found.best_score / SCORE_SCALE:.2f}"
    ranges = ""
    if (found.range, found.best_range) != (WHOLE, WHOLE):
        pairs = map(_outward, (found.range, found.best_range))
        ranges = "".join(f" {lower}:{upper}" for lower, upper in pairs)
    return Tag(REVIEW, f"{found.depth}{sign} {value} {_line_text(found.line)}{ranges}")


def written(tags: Iterable[Tag], known: Mapping[Path, Reviewed]) -> tuple[Tag, ...]:
    """The tags of a game with what is known of the moves of its main line; their times are kept."""
    found: list[Tag] = []
    for tag, played, plays in walked(tags):
        if plays and played in known:
            move, *numbers = tag.text.split("/")
            text = "/".join([move, f"{known[played].score / SCORE_SCALE:.2f}", *numbers[1:]])
            found += [tag._replace(text=text), _tag(known[played])]
        else:
            found.append(tag)
    return tuple(found)


def read(tags: Sequence[Tag]) -> Reviews:
    """What the tags of a game that has been read tell of its moves.

    Tags of the name that hold something else are another program's, and passed by.
    """
    found: list[tuple[Path, Reviewed]] = []
    value = ""
    for tag, played, _ in walked(tags):
        if tag.name in MOVES:
            value = (tag.text.split("/") + [""])[1]
        elif tag.name == REVIEW and value and (parts := _REVIEW.fullmatch(tag.text.strip())):
            with suppress(ValueError):  # numbers of something else
                found.append((played, _from_tag(float(value), parts)))
    return tuple(found)


def _from_tag(value: float, parts: re.Match[str]) -> Reviewed:
    """The review of a move with this value, out of the parts of its tag; ValueError for none."""
    scores = _score(value), _score(float(parts[3]))
    line = tuple(notation.parse_transcript(parts[4]))
    ranges = [WHOLE, WHOLE]
    if parts[5]:
        ranges = [_range(int(parts[5]), int(parts[6])), _range(int(parts[7]), int(parts[8]))]
    return Reviewed(int(parts[1]), *scores, line, parts[2] == "=", *ranges)


class ExportedMove(NamedTuple):
    """A move of a game to be exported; `review` is None where nothing is known of it."""

    black: bool
    move: int
    review: Reviewed | None


def _row(ply: int, row: ExportedMove) -> dict[str, Any]:
    """A move as the columns of FIELDS; None for what is not known."""
    cells: dict[str, Any] = dict.fromkeys(FIELDS)
    cells |= {"ply": ply, "side": "black" if row.black else "white"}
    cells["move"] = notation.move_name(row.move)
    if (found := row.review) is not None:
        cells |= {"value": found.score / SCORE_SCALE, "best": notation.move_name(found.line[0])}
        cells |= {"best_value": found.best_score / SCORE_SCALE, "loss": found.loss / SCORE_SCALE}
        cells |= {"proven": found.proven, "depth": found.depth}
        cells["best_line"] = _line_text(found.line)
    return cells


def csv_text(rows: Sequence[ExportedMove]) -> str:
    """The moves as CSV, with a line of headings; what is not known is empty."""
    cells = [_row(ply, row) for ply, row in enumerate(rows, start=1)]
    for row in cells:
        if row["proven"] is not None:
            row["proven"] = str(row["proven"]).lower()
    stream = io.StringIO()
    write_csv(cells, stream, FIELDS)
    return stream.getvalue()


def json_text(rows: Sequence[ExportedMove]) -> str:
    """The moves as a list of JSON; what is not known is null."""
    return json.dumps([_row(ply, row) for ply, row in enumerate(rows, start=1)], indent=1) + "\n"
