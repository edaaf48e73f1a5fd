"""Judged games as tables, CSV or JSON; all in discs for the side that moves."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from othello import notation
from othello.cli.output import print_table, write_csv
from othello.notation import side_name
from othello.rules import SCORE_SCALE
from players.engine.request import Result
from players.study.analyse.games import JudgedGame, NamedGame, Turn
from players.study.analyse.verdicts import Verdict
from players.study.coach.words import discs_text, loss_text

TABLE_WIDTH = 99
LINE_MOVES = 16
"""Most moves of a line in a table."""
WORST_MOVES = 3


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
    turns = zip(judged.turns, judged.verdicts, strict=True)
    pairs = [pair for pair in turns if pair[0].black == black and pair[1].played is not None]
    losses = [verdict.loss or 0 for _, verdict in pairs]
    ranked = sorted(pairs, key=lambda pair: -(pair[1].loss or 0))
    return SideSummary(
        len(pairs),
        sum(losses) / len(losses) / SCORE_SCALE if losses else None,
        sum(verdict.agrees for _, verdict in pairs),
        sum(verdict.proven for _, verdict in pairs),
        tuple(pair for pair in ranked[:WORST_MOVES] if pair[1].loss),
    )


# Tables


def _loss_text(verdict: Verdict) -> str:
    return "" if verdict.loss is None else loss_text(verdict.loss, verdict.proven)


def _row(turn: Turn, verdict: Verdict) -> tuple[str, ...]:
    best, played = verdict.best, verdict.played
    move, value, depth = "", "", "proven" if verdict.proven else str(best.depth)
    if played is not None:
        move = notation.square_name(played.move)
        value = discs_text(played.score, played.proven)
    line = notation.transcript_text(best.line[:LINE_MOVES])
    line += "..." if len(best.line) > LINE_MOVES else ""
    return (
        *(str(turn.number), side_name(turn.black), move, value),
        *(notation.square_name(best.move), discs_text(best.score, best.proven)),
        *(_loss_text(verdict), depth, line),
    )


def _title(game: NamedGame, count: int) -> str:
    entry = game.entry
    names = f"{entry.black} - {entry.white}" if entry.black or entry.white else ""
    result = "" if entry.result is None else f"black {entry.result:+g}"
    source = f"{Path(game.source).name}, {game.number}" if game.source else ""
    heading = ", ".join(filter(None, (source, names, result, entry.place, entry.date)))
    heading = " ".join(heading.split())
    return (f"game {count}: {heading}" if heading else f"game {count}")[:TABLE_WIDTH]


def print_game(judged: JudgedGame, count: int) -> None:
    """Print the table of game number `count`."""
    print(_title(judged.game, count))
    columns = ("no", "side", "move", "value", "best", "value", "loss", "depth", "best line")
    rows = map(_row, judged.turns, judged.verdicts)
    print_table(columns, rows, words=(1, 2, 4, 8), unbroken=range(9), width=TABLE_WIDTH)
    print()


def print_summary(games: Sequence[JudgedGame]) -> None:
    """Print the losses of each side of each game."""
    rows = []
    for count, judged in enumerate(games, start=1):
        for black in (True, False):
            found = summary(judged, black)
            if found.mean_loss is None:
                continue
            entry = judged.game.entry
            name = " ".join((entry.black if black else entry.white).split())
            worst = (
                f"{turn.number} {notation.square_name(verdict.played.move)} {_loss_text(verdict)}"
                for turn, verdict in found.worst
                if verdict.played is not None
            )
            agreed, moves = f"{found.agreed / found.moves:.0%}", str(found.moves)
            start = (str(count), side_name(black), name[:20], moves, f"{found.mean_loss:.2f}")
            rows.append((*start, agreed, str(found.proven), ", ".join(worst)))
    columns = ("game", "side", "player", "moves", "mean loss", "best", "exact", "worst moves: lost")
    if rows:
        print_table(columns, rows, words=(1, 2, 7), unbroken=range(7), width=TABLE_WIDTH)


# Data


def _value_fields(before: str, value: Result | None) -> dict[str, Any]:
    """Score and range of a value in discs, and its line; None for each without a value."""
    names = (f"{before}value", f"{before}lower", f"{before}upper", f"{before}line")
    if value is None:
        return dict.fromkeys(names)
    discs = (score / SCORE_SCALE for score in (value.score, value.lower, value.upper))
    return dict(zip(names, (*discs, notation.transcript_text(value.line)), strict=True))


def turn_fields(turn: Turn, verdict: Verdict) -> dict[str, Any]:
    """All values of a turn by name; None for those of a missing move."""
    best, played, loss = verdict.best, verdict.played, verdict.loss
    return {
        "number": turn.number,
        "side": side_name(turn.black),
        "move": None if played is None else notation.square_name(played.move),
        "best": notation.square_name(best.move),
        **_value_fields("", played),
        **_value_fields("best_", best),
        "loss": None if loss is None else loss / SCORE_SCALE,
        "agrees": None if loss is None else verdict.agrees,
        "proven": verdict.proven,
        "depth": best.depth,
        "selectivity": best.selectivity,
        "nodes": verdict.nodes,
        "seconds": round(verdict.seconds, 4),
    }


def _game_fields(game: NamedGame) -> dict[str, Any]:
    heading = {key: getattr(game.entry, key) for key in ("black", "white", "place", "date")}
    return {"source": game.source, "game": game.number, **heading}


def print_csv(games: Sequence[JudgedGame]) -> None:
    """Print CSV with a row for each turn of each game."""
    rows = [
        {**_game_fields(judged.game), **turn_fields(turn, verdict)}
        for judged in games
        for turn, verdict in zip(judged.turns, judged.verdicts, strict=True)
    ]
    write_csv(rows, sys.stdout, list(rows[0]) if rows else ())


def game_object(judged: JudgedGame) -> dict[str, Any]:
    """Game as JSON: all turns, and a summary for each side."""
    game = judged.game.game
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
        "turns": list(map(turn_fields, judged.turns, judged.verdicts)),
    }
