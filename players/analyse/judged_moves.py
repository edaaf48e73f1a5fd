"""What verdicts and kept reviews say of the moves of a game, as the coach takes it."""

from collections.abc import Iterable

from othello.formats.reviews import Reviewed
from othello.position import Position
from players.analyse.games import Turn
from players.analyse.verdicts import Value, Verdict
from players.coach.mistakes import JudgedMove
from players.move_values import MoveValue


def _move_value(value: Value) -> MoveValue:
    """A verdict's value, as the window has it."""
    return MoveValue(value.move, value.score, value.proven, value.line, value.lower, value.upper)


def reviewed_values(move: int, found: Reviewed) -> tuple[MoveValue, MoveValue]:
    """What a review kept of a move and of the best one."""
    line = found.played_line if found.played_line[:1] == (move,) else (move,)
    rows = (found.score, line, found.range), (found.best_score, found.line, found.best_range)
    played, best = (
        MoveValue(line[0], score, found.proven, line, *((score, score) if found.proven else known))
        for score, line, known in rows
    )
    return played, best


def judged_moves(turns: Iterable[Turn], verdicts: Iterable[Verdict]) -> list[JudgedMove]:
    """The moves of a game out of the verdicts on its turns."""
    found = []
    for turn, verdict in zip(turns, verdicts, strict=True):
        if verdict.played is not None:
            position = Position(turn.question.own, turn.question.opp)
            both = _move_value(verdict.played), _move_value(verdict.best)
            found.append(JudgedMove(turn.number, turn.black, position, *both, verdict.proven))
    return found
