"""What an exercise says: the question, and after a try whether it was right, and why."""

from collections.abc import Iterable

from othello.notation import move_name
from othello.rules import SCORE_SCALE
from players.move_values import MoveValue, MoveValues
from players.window.drawing.insight import Explainer
from players.window.drawing.scene import Mark
from players.window.game.judgements import BEST, GOOD, discs_text, proof_text, rating
from players.window.state import State
from players.window.thinking.analysis import is_proven
from players.window.thinking.exercises import Exercises
from players.window.translation import _

MOST_REASONS = 3


def _answer(state: State) -> tuple[MoveValues, MoveValue] | None:
    """The values at the exercise and that of the move tried; None before they are known."""
    shown, values = state.exercises, state.answer
    tried = values.of(shown.tried) if shown and values and shown.tried is not None else None
    return (values, tried) if values is not None and tried is not None else None


def exercise_status(state: State, shown: Exercises) -> tuple[str, str]:
    """A headline and a line below it."""
    now = shown.now
    found = _answer(state)
    if found is not None:
        return _judgement(*found), _best(found[0])
    where = _("Exercise {number} of {count}")
    where = where.format(number=shown.index + 1, count=len(shown.found))
    if shown.tried is not None:
        return where, _("Looking at {move} …").format(move=move_name(shown.tried))
    question = _("White's {move} lost {discs}. What is better?")
    if now.step.black_to_move:
        question = _("Black's {move} lost {discs}. What is better?")
    lost = discs_text(now.lost, now.exact).lstrip("+")
    return where, question.format(move=move_name(now.step.move or 0), discs=lost)


def _judgement(values: MoveValues, tried: MoveValue) -> str:
    """Whether a try was right."""
    name, lost = move_name(tried.move), values.best.score - tried.score
    text = discs_text(lost, is_proven(values) and tried.exact).lstrip("+")
    if rating(lost) == BEST:
        return _("Right: {move}").format(move=name)
    if rating(lost) == GOOD:
        return _("Nearly right: {move} loses {discs}").format(move=name, discs=text)
    return _("Wrong: {move} loses {discs}").format(move=name, discs=text)


def _best(values: MoveValues) -> str:
    """What the best move is, and what it is worth."""
    best = values.best
    proof = proof_text(best)
    value = f"{discs_text(best.score, best.exact)}{', ' + proof if proof else ''}"
    return _("The best is {move}, {value}").format(move=move_name(best.move), value=value)


def exercise_words(state: State, explainer: Explainer) -> tuple[str, ...]:
    """What stands in the panel, paragraph by paragraph; nothing without an exercise."""
    shown = state.exercises
    if shown is None:
        return ()
    found = _answer(state)
    if found is None:
        return (
            _(
                "Click the square that you would play, or type its name. It is a try only: the"
                " game stays as it is."
            ),
            _("Right and left: the next exercise, the one before. Escape: the end."),
        )
    values, tried = found
    return (
        _why(state, explainer, values.best.move, tried.move),
        _("Enter or a click here: the next one. Backspace: try again. Escape: the end."),
    )


def _why(state: State, explainer: Explainer, best: int, tried: int) -> str:
    """What of the evaluation speaks for the best move beside the one tried or played."""
    shown = state.exercises
    assert shown is not None
    other = tried if tried != best else shown.now.step.move
    if other is None or other == best:
        return ""
    reasons = explainer.reasons(state.live.game, best, other)
    if reasons is None:
        return ""
    moves = {"best": move_name(best), "other": move_name(other)}
    if not reasons:
        nothing = _("At a glance nothing speaks for {best} beside {other}: one has to look ahead.")
        return nothing.format(**moves)
    told = ", ".join(
        f"{_(name)} {discs_text(round(SCORE_SCALE * d), False)}"
        for name, d in reasons[:MOST_REASONS]
    )
    why = _(
        "What speaks at a glance for {best} beside {other}, in discs: {reasons}. Insight shows it"
        " on the board."
    )
    return why.format(reasons=told, **moves)


def exercise_marks(state: State) -> tuple[Mark, ...]:
    """The values of the move tried and of the best one, on the board."""
    found = _answer(state)
    if found is None:
        return ()
    values, tried = found
    both = {value.move: value for value in (values.best, tried)}
    return marks(both.values(), values.best.score)


def marks(values: Iterable[MoveValue], best: int) -> tuple[Mark, ...]:
    """The values of moves as they stand on the board, rated by the score of the best one."""
    return tuple(
        Mark(
            value.move,
            discs_text(value.score, value.exact),
            rating(best - value.score),
            value.exact,
            proof_text(value),
        )
        for value in values
    )
