"""The status in words: whose turn it is, what is waited for, how the game ended."""

from othello.openings import opening_name
from othello.window.model.analysis import (
    discs_text,
    exact_from,
    review_progress,
    side_review,
)
from othello.window.model.clocks import BLACK
from othello.window.model.engine import HUMAN, MoveRequest, PonderRequest, ValuesRequest
from othello.window.model.forms import level_for
from othello.window.model.state import State
from othello.window.model.variations import EMPTY
from othello.window.view.describe_exercise import exercise_status

DOTS = "\N{HORIZONTAL ELLIPSIS}"
SIDES = ("Black", "White")


def spoken(state: State, spec: str) -> str:
    """What a player is called: a level's name, or a specification in words."""
    if spec == HUMAN:
        return "Human"
    level = level_for(state.levels, spec)
    return level.name if level else in_words(spec)


def in_words(spec: str) -> str:
    """A specification as people write: "alphabeta, depth 6"."""
    name, _, options = spec.partition(":")
    parts = [part.strip().replace("=", " ").replace("_", " ") for part in options.split(",")]
    return ", ".join([name.capitalize(), *filter(None, parts)])


def player_name(state: State, side: int) -> str:
    """What a side's player is called: a person, a level, or a specification in words."""
    spec = state.live.sides[side]
    if spec == HUMAN and state.live.sides[1 - side] != HUMAN:
        return "You"
    return spoken(state, spec)


def status(state: State) -> tuple[str, str]:
    """A headline and a line below it."""
    if state.editor is not None:
        mover = "Black" if state.editor.black_to_move else "White"
        keys = "X black, O white, T turn, Enter done"
        return f"Editor: {mover.lower()} to move", state.editor.notice() or keys
    if state.exercises is not None:
        return exercise_status(state, state.exercises)
    if state.analysis.balanced is not None:
        return f"Looking for a balanced opening {DOTS}", ""
    live = state.live
    if live.ended:
        return _result(state), _review(state) or _opening(state)
    side = SIDES[live.side]
    if live.mover == HUMAN or live.stopped:
        person = live.mover == HUMAN and live.sides[1 - live.side] != HUMAN
        headline = f"Your move ({side.lower()})" if person else f"{side} to move"
    elif not state.engine_ready:
        return f"The engine is being compiled {DOTS}", "For this machine; the first start only."
    else:
        headline = f"{player_name(state, live.side)} is thinking {DOTS}"
    return headline, _detail(state)


def _detail(state: State) -> str:
    """The line below: a pass, a pause, a search or a review under way, or the opening."""
    live = state.live
    if state.progress is not None and live.engine_to_move:
        return progress_text(state)
    if live.mover != HUMAN and live.stopped and not live.browsing:
        return "Paused. Space lets the engine go on."
    if live.browsing:
        where = f"Move {live.step} of {len(live.steps) - 1}"
        goes_on = ". Space lets the engine play from here" if live.mover != HUMAN else ""
        return f"{where}{goes_on}   {_review(state) or _opening(state)}"
    if state.last_game is not None and live.tree == EMPTY:
        return f"Ctrl+G: go on with the last game, {moves_text(state.last_game.moves)}"
    if live.passed:
        return f"{SIDES[1 - live.side]} had no move and passed."
    return _review(state) or _opening(state) or _thinking(state)


def moves_text(moves: int) -> str:
    """So many moves in words."""
    return f"{moves} move{'s' * (moves != 1)}"


def progress_text(state: State) -> str:
    """How far the engine has come with its move; "" where that is not known."""
    found = state.progress
    if found is None:
        return ""
    rate = f", {count_text(found.nodes / found.seconds)} a second" if found.seconds > 0 else ""
    return f"{found.depth} moves deep   {count_text(found.nodes)} positions{rate}"


def count_text(number: float) -> str:
    """A large number in short: "950", "12 thousand", "3.4 million"."""
    if number < 1000:
        return f"{number:.0f}"
    if number < 1_000_000:
        return f"{number / 1000:.0f} thousand"
    return f"{number / 1_000_000:.1f} million"


def _thinking(state: State) -> str:
    """What the engine does, where nothing else on the screen shows it."""
    asked = state.engine_thread.request
    if isinstance(asked, MoveRequest) and state.engine_thread.busy:
        return "M: move now"
    if isinstance(asked, PonderRequest) and state.engine_thread.busy:
        return f"{player_name(state, 0 if asked.black else 1)} thinks on your time {DOTS}"
    if not state.engine_ready:
        return f"The engine is being compiled {DOTS}"
    if (
        isinstance(asked, ValuesRequest)
        and state.analysis.hint is not None
        and state.engine_thread.busy
    ):
        return f"Thinking about a hint {DOTS}"
    return ""


def _opening(state: State) -> str:
    """The name of the opening, if it has one."""
    return opening_name(state.live.game)


def _review(state: State) -> str:
    """How far the review has come, or what it found."""
    if not state.analysis.review:
        return ""
    progress = review_progress(state.live, state.analysis.limit)
    if progress < 1:
        return f"Review {100 * progress:.0f} %. Escape stops it"
    parts = []
    for side, name in enumerate(SIDES):
        found = side_review(state.live.steps, state.live.judged, side == BLACK)
        mistakes = f"{found.mistakes} mistake{'s' * (found.mistakes != 1)}"
        parts.append(f"{name} {discs_text(-found.lost, True)}, {mistakes}")
    number = exact_from(state.live.steps, state.live.judged)
    if number is not None and not state.live.browsing:  # there the line is full
        parts.append(f"exact from move {number}")
    return "   ".join(parts)


def _result(state: State) -> str:
    """How the game ended."""
    live = state.live
    if live.flag is not None and not live.game.over:
        return f"{SIDES[1 - live.flag]} wins on time"
    result = live.game.result() or 0
    if result == 0:
        return "A draw, 32:32"
    winner = BLACK if result > 0 else 1 - BLACK
    score = f"{32 + abs(result) // 2}:{32 - abs(result) // 2}"
    if live.played_here and live.sides[winner] == HUMAN and live.sides[1 - winner] != HUMAN:
        return f"You win {score}"
    return f"{SIDES[winner]} wins {score}"
