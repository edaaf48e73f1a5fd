"""Judged games as tables, CSV or JSON; all in discs for the side that moves."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.box import SIMPLE_HEAD
from rich.console import JustifyMethod
from rich.table import Table

from othello import notation
from othello.cli.output import write_csv, write_table
from othello.notation import side_name
from othello.rules import SCORE_SCALE
from players.study.analyse.games import JudgedGame, NamedGame, Turn
from players.study.analyse.verdicts import Value, Verdict

TABLE_WIDTH = 99
LINE_MOVES = 16
"""Most moves of a line in a table."""
WORST_MOVES = 3
TURN_FIELDS = (
    *("number", "side", "move", "value", "lower", "upper", "best", "best_value"),
    *("best_lower", "best_upper", "loss", "agrees", "proven", "depth", "selectivity"),
    *("line", "best_line", "nodes", "seconds"),
)
"""Fields of a turn; see `turn_fields`."""
GAME_FIELDS = ("source", "game", "black", "white", "place", "date")


class SideSummary(NamedTuple):
    """Play of one side: numbers of moves, of best moves and of proven losses, mean loss in discs.

    `worst` are the moves with the largest losses, the worst first.
    """

    moves: int
    mean_loss: float | None
    agreed: int
    proven: int
    worst: tuple[tuple[Turn, Verdict], ...]


def summary(judged: JudgedGame, black: bool) -> SideSummary:
    """Summary of one side of a game."""
    pairs = judged.of_side(black)
    losses = [_loss(verdict) for _, verdict in pairs]
    worst = sorted((pair for pair in pairs if _loss(pair[1])), key=lambda pair: -_loss(pair[1]))
    return SideSummary(
        len(pairs),
        sum(losses) / len(losses) / SCORE_SCALE if losses else None,
        sum(verdict.agrees for _, verdict in pairs),
        sum(verdict.proven for _, verdict in pairs),
        tuple(worst[:WORST_MOVES]),
    )


def _loss(verdict: Verdict) -> int:
    """Loss of a move in hundredths of a disc; 0 without a move."""
    return verdict.loss or 0


# Tables


def discs_text(score: int, proven: bool) -> str:
    """Score in discs: "+2.4", or a whole number if it is proven."""
    text = f"{score / SCORE_SCALE:+.{0 if proven else 1}f}"
    return text if text.strip("+-0.") else text.lstrip("+-")  # neither +0 nor -0


def _loss_text(verdict: Verdict) -> str:
    """Loss of a move without a sign; "" without a move."""
    if verdict.loss is None:
        return ""
    return f"{verdict.loss / SCORE_SCALE:.{0 if verdict.proven else 1}f}"


def _line_text(line: Sequence[int]) -> str:
    """First moves of a line."""
    text = notation.transcript_text(line[:LINE_MOVES])
    return f"{text}..." if len(line) > LINE_MOVES else text


def _row(turn: Turn, verdict: Verdict) -> tuple[str, ...]:
    """Row of a turn in a table."""
    best, played = verdict.best, verdict.played
    move, value, depth = "", "", "proven" if verdict.proven else str(best.depth)
    if played is not None:
        move = notation.square_name(played.move)
        value = discs_text(played.score, played.proven)
    return (
        *(str(turn.number), side_name(turn.black), move, value),
        *(notation.square_name(best.move), discs_text(best.score, best.proven)),
        *(_loss_text(verdict), depth, _line_text(best.line)),
    )


def _title(game: NamedGame, count: int) -> str:
    """Title of game number `count`, in one line."""
    entry = game.entry
    names = f"{entry.black} - {entry.white}" if entry.black or entry.white else ""
    result = "" if entry.result is None else f"black {entry.result:+g}"
    source = f"{Path(game.source).name}, {game.number}" if game.source else ""
    heading = ", ".join(filter(None, (source, names, result, entry.place, entry.date)))
    heading = " ".join(heading.split())
    return (f"game {count}: {heading}" if heading else f"game {count}")[:TABLE_WIDTH]


def _new_table(headings: Sequence[tuple[str, bool]], wraps: str = "") -> Table:
    """Empty table; each heading is True for numbers, and the column `wraps` may wrap."""
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
    """Print the table of game number `count`."""
    table = _new_table(_TURN_HEADINGS)
    for turn, verdict in zip(judged.turns, judged.verdicts, strict=True):
        table.add_row(*_row(turn, verdict))
    print(_title(judged.game, count))
    write_table(table, TABLE_WIDTH)
    print()


def _worst_text(found: SideSummary) -> str:
    """Worst moves of a side with their numbers and losses."""
    return ", ".join(
        f"{turn.number} {notation.square_name(verdict.played.move)} {_loss_text(verdict)}"
        for turn, verdict in found.worst
        if verdict.played is not None
    )


def print_summary(games: Sequence[JudgedGame]) -> None:
    """Print the losses of each side of each game."""
    table = _new_table(_SUMMARY_HEADINGS, wraps="worst moves: lost")
    for count, judged in enumerate(games, start=1):
        for black in (True, False):
            found = summary(judged, black)
            if found.mean_loss is None:
                continue
            entry = judged.game.entry
            name = " ".join((entry.black if black else entry.white).split())
            table.add_row(
                *(str(count), side_name(black), name[:20]),
                *(str(found.moves), f"{found.mean_loss:.2f}"),
                *(f"{found.agreed / found.moves:.0%}", str(found.proven), _worst_text(found)),
            )
    if table.row_count:
        write_table(table, TABLE_WIDTH)


# Data


def _value_fields(value: Value | None) -> tuple[Any, ...]:
    """Move, its score and its range in discs, and its line; None for each without a value."""
    if value is None:
        return (None,) * 5
    discs = (score / SCORE_SCALE for score in (value.score, value.lower, value.upper))
    return notation.square_name(value.move), *discs, notation.transcript_text(value.line)


def turn_fields(turn: Turn, verdict: Verdict) -> dict[str, Any]:
    """All values of a turn, by TURN_FIELDS; None for those of a missing move."""
    *played, line = _value_fields(verdict.played)
    *best, best_line = _value_fields(verdict.best)
    loss: tuple[Any, Any] = (None, None)
    if verdict.loss is not None:
        loss = verdict.loss / SCORE_SCALE, verdict.agrees
    values = (
        *(turn.number, side_name(turn.black), *played, *best, *loss),
        *(verdict.proven, verdict.best.depth, verdict.best.selectivity, line, best_line),
        *(verdict.nodes, round(verdict.seconds, 4)),
    )
    return dict(zip(TURN_FIELDS, values, strict=True))


def _game_fields(game: NamedGame) -> dict[str, Any]:
    """Source and heading of a game, by GAME_FIELDS."""
    entry = game.entry
    values = (game.source, game.number, entry.black, entry.white, entry.place, entry.date)
    return dict(zip(GAME_FIELDS, values, strict=True))


def csv_text(games: Sequence[JudgedGame]) -> str:
    """CSV with a row for each turn of each game."""
    rows = (
        {**_game_fields(judged.game), **turn_fields(turn, verdict)}
        for judged in games
        for turn, verdict in zip(judged.turns, judged.verdicts, strict=True)
    )
    stream = io.StringIO()
    write_csv(rows, stream, (*GAME_FIELDS, *TURN_FIELDS))
    return stream.getvalue()


def game_object(judged: JudgedGame) -> dict[str, Any]:
    """Game as JSON: all turns, and a summary for each side."""
    game = judged.game.game
    pairs = zip(judged.turns, judged.verdicts, strict=True)
    summaries = {}
    for black in (True, False):
        found = summary(judged, black)
        worst = [turn.number for turn, _ in found.worst]
        summaries[side_name(black)] = {**found._asdict(), "worst": worst}
    return {
        **_game_fields(judged.game),
        "result": judged.game.entry.result,
        "start": notation.board_text(game.start, game.black_starts),
        "transcript": game.transcript(),
        "summary": summaries,
        "turns": [turn_fields(turn, verdict) for turn, verdict in pairs],
    }
