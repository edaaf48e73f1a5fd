"""Judged games as tables, CSV, JSON, or GGF with values; all in discs for the side that moves."""

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import JustifyMethod
from rich.table import Table

from othello import notation
from othello.cli.output import write_csv, write_table
from othello.formats import ggf
from othello.position import PASS
from othello.rules import SCORE_SCALE
from players.analyse.games import NamedGame, Turn
from players.analyse.verdicts import Value, Verdict

TABLE_WIDTH = 99
LINE_MOVES = 16
"""How many moves of a line a table shows."""
WORST_MOVES = 3
TURN_FIELDS = (
    *("number", "side", "move", "value", "lower", "upper", "best", "best_value"),
    *("best_lower", "best_upper", "loss", "agrees", "proven", "depth", "selectivity"),
    *("line", "best_line", "nodes", "seconds"),
)
"""What is said of a turn; see `turn_fields`."""
GAME_FIELDS = ("source", "game", "black", "white", "place", "date")
_NO_TAG_TEXT = re.compile(r"[\[\]\x00-\x1f\x7f\ud800-\udfff]")


class JudgedGame(NamedTuple):
    """A game, its turns, and the verdict on each."""

    game: NamedGame
    turns: Sequence[Turn]
    verdicts: Sequence[Verdict]

    def of_side(self, black: bool) -> list[tuple[Turn, Verdict]]:
        """The turns of one side in which a move was played."""
        both = zip(self.turns, self.verdicts, strict=True)
        return [pair for pair in both if pair[0].black == black and pair[1].played is not None]


class Summary(NamedTuple):
    """How one side played: its moves, their mean loss in discs, how many are the best ones.

    `worst` are the moves that lost most, the worst first; `proven` is how many losses are exact.
    """

    moves: int
    mean_loss: float | None
    agreed: int
    proven: int
    worst: tuple[tuple[Turn, Verdict], ...]


def summary(judged: JudgedGame, black: bool) -> Summary:
    """How one side of a game played."""
    pairs = judged.of_side(black)
    losses = [_lost(verdict) for _, verdict in pairs]
    worst = sorted((pair for pair in pairs if _lost(pair[1])), key=lambda pair: -_lost(pair[1]))
    return Summary(
        len(pairs),
        sum(losses) / len(losses) / SCORE_SCALE if losses else None,
        sum(verdict.agrees for _, verdict in pairs),
        sum(verdict.proven for _, verdict in pairs),
        tuple(worst[:WORST_MOVES]),
    )


def _lost(verdict: Verdict) -> int:
    """What a move lost, in hundredths of a disc; 0 where none was played."""
    return verdict.loss or 0


def _side(black: bool) -> str:
    """A side's name."""
    return "black" if black else "white"


# Tables


def discs_text(score: int, proven: bool) -> str:
    """A score as discs: "+2.4", or a whole number where it is proven."""
    text = f"{score / SCORE_SCALE:+.{0 if proven else 1}f}"
    return text if text.strip("+-0.") else text.lstrip("+-")  # neither +0 nor -0


def _loss_text(verdict: Verdict) -> str:
    """What a move lost, without a sign; nothing where none was played."""
    if verdict.loss is None:
        return ""
    return f"{verdict.loss / SCORE_SCALE:.{0 if verdict.proven else 1}f}"


def _line_text(line: Sequence[int]) -> str:
    """The first moves of a line."""
    text = notation.transcript_text(line[:LINE_MOVES])
    return f"{text}..." if len(line) > LINE_MOVES else text


def _row(turn: Turn, verdict: Verdict) -> tuple[str, ...]:
    """A turn's row in a table."""
    best, played = verdict.best, verdict.played
    move, value, depth = "", "", "proven" if verdict.proven else str(best.depth)
    if played is not None:
        move = notation.square_name(played.move)
        value = discs_text(played.score, played.proven)
    return (
        *(str(turn.number), _side(turn.black), move, value),
        *(notation.square_name(best.move), discs_text(best.score, best.proven)),
        *(_loss_text(verdict), depth, _line_text(best.line)),
    )


def _title(game: NamedGame, count: int) -> str:
    """Which game this is, being the one of this number of all."""
    entry = game.entry
    names = f"{entry.black} - {entry.white}" if entry.black or entry.white else ""
    result = "" if entry.result is None else f"black {entry.result:+g}"
    source = f"{Path(game.source).name}, {game.number}" if game.source else ""
    said = ", ".join(filter(None, (source, names, result, entry.place, entry.date)))
    known = " ".join(said.split())  # on one line
    return (f"game {count}: {known}" if known else f"game {count}")[:TABLE_WIDTH]


def _new_table(headings: Sequence[tuple[str, bool]], wraps: str = "") -> Table:
    """An empty table; each heading says whether numbers stand below it, one column `wraps`."""
    table = Table(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0))
    for heading, numbers in headings:
        side: JustifyMethod = "right" if numbers else "left"
        table.add_column(heading, justify=side, no_wrap=heading != wraps)
    return table


_TURN_HEADINGS = (
    *(("no", True), ("side", False), ("move", False), ("value", True), ("best", False)),
    *(("value", True), ("loss", True), ("depth", True), ("best line", False)),
)
_SUMMARY_HEADINGS = (
    *(("game", True), ("side", False), ("player", False), ("moves", True), ("mean loss", True)),
    *(("best", True), ("exact", True), ("worst moves: lost", False)),
)


def print_game(judged: JudgedGame, count: int) -> None:
    """Print the table of a game, which is the one of this number of all."""
    table = _new_table(_TURN_HEADINGS)
    for turn, verdict in zip(judged.turns, judged.verdicts, strict=True):
        table.add_row(*_row(turn, verdict))
    print(_title(judged.game, count))
    write_table(table, TABLE_WIDTH)
    print()


def _worst_text(found: Summary) -> str:
    """The worst moves of a side with their numbers and losses."""
    return ", ".join(
        f"{turn.number} {notation.square_name(verdict.played.move)} {_loss_text(verdict)}"
        for turn, verdict in found.worst
        if verdict.played is not None
    )


def print_summary(games: Sequence[JudgedGame]) -> None:
    """Print what each side of each game lost."""
    table = _new_table(_SUMMARY_HEADINGS, wraps="worst moves: lost")
    for count, judged in enumerate(games, start=1):
        for black in (True, False):
            found = summary(judged, black)
            if found.mean_loss is None:
                continue
            entry = judged.game.entry
            name = " ".join((entry.black if black else entry.white).split())
            table.add_row(
                *(str(count), _side(black), name[:20]),
                *(str(found.moves), f"{found.mean_loss:.2f}"),
                *(f"{found.agreed / found.moves:.0%}", str(found.proven), _worst_text(found)),
            )
    if table.row_count:
        write_table(table, TABLE_WIDTH)


# Data


def _value_fields(value: Value | None) -> tuple[Any, ...]:
    """A move, its score and its range in discs, and its line; None for each where there is none."""
    if value is None:
        return (None,) * 5
    discs = (score / SCORE_SCALE for score in (value.score, value.lower, value.upper))
    return notation.square_name(value.move), *discs, notation.transcript_text(value.line)


def turn_fields(turn: Turn, verdict: Verdict) -> dict[str, Any]:
    """All that is known of a turn, by TURN_FIELDS; None for what is said of no move."""
    *played, line = _value_fields(verdict.played)
    *best, best_line = _value_fields(verdict.best)
    lost: tuple[Any, Any] = (None, None)
    if verdict.loss is not None:
        lost = verdict.loss / SCORE_SCALE, verdict.agrees
    said = (
        *(turn.number, _side(turn.black), *played, *best, *lost),
        *(verdict.proven, verdict.best.depth, verdict.best.level, line, best_line),
        *(verdict.nodes, round(verdict.seconds, 4)),
    )
    return dict(zip(TURN_FIELDS, said, strict=True))


def _game_fields(game: NamedGame) -> dict[str, Any]:
    """Which game this is, by GAME_FIELDS."""
    entry = game.entry
    said = (game.source, game.number, entry.black, entry.white, entry.place, entry.date)
    return dict(zip(GAME_FIELDS, said, strict=True))


def csv_text(games: Sequence[JudgedGame]) -> str:
    """A row for each turn of each game, below a row of names."""
    rows = (
        {**_game_fields(judged.game), **turn_fields(turn, verdict)}
        for judged in games
        for turn, verdict in zip(judged.turns, judged.verdicts, strict=True)
    )
    stream = io.StringIO()
    write_csv(rows, stream, (*GAME_FIELDS, *TURN_FIELDS))
    return stream.getvalue()


def _summary_fields(found: Summary) -> dict[str, Any]:
    """What is said of one side's play."""
    return {**found._asdict(), "worst": [turn.number for turn, _ in found.worst]}


def game_object(judged: JudgedGame) -> dict[str, Any]:
    """All that is known of a game: all turns, and a summary for each side."""
    game = judged.game.game
    start = game.positions[0]
    black_starts = game.black_to_move == (len(game.moves) % 2 == 0)
    pairs = zip(judged.turns, judged.verdicts, strict=True)
    return {
        **_game_fields(judged.game),
        "result": judged.game.entry.result,
        "start": notation.board_text(start, black_starts),
        "transcript": game.transcript(),
        "summary": {
            _side(black): _summary_fields(summary(judged, black)) for black in (True, False)
        },
        "turns": [turn_fields(turn, verdict) for turn, verdict in pairs],
    }


def _ggf_game(judged: JudgedGame) -> ggf.GgfGame:
    """A game with the value of each move, for the side that plays it."""
    game, entry = judged.game.game, judged.game.entry
    texts = {"PC": entry.place, "DT": entry.date, "PB": entry.black, "PW": entry.white}
    heading = {name: _NO_TAG_TEXT.sub("?", text) for name, text in texts.items() if text}
    if entry.result is not None:
        heading["RE"] = f"{entry.result:+.3f}"
    verdicts = iter(judged.verdicts)
    moves = []
    for move in game.moves:
        value = None
        if move != PASS:
            played = next(verdicts).played
            value = None if played is None else played.score / SCORE_SCALE
        moves.append(ggf.GgfMove(move, value))
    return ggf.from_game(game, heading, moves)


def ggf_text(games: Sequence[JudgedGame]) -> str:
    """The games as GGF: behind each move stands its value."""
    return ggf.write(map(_ggf_game, games))
