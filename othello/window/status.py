"""What is said in words: whose turn it is, what waits, how the game ended."""

from othello.openings import opening_name
from othello.window.agenda import review_progress
from othello.window.clocks import BLACK
from othello.window.desk import Desk
from othello.window.engine import HUMAN
from othello.window.judgement import account, discs_text
from othello.window.questions import Choose, Values

DOTS = "\N{HORIZONTAL ELLIPSIS}"
SIDES = ("Black", "White")


def player_name(desk: Desk, side: int) -> str:
    """What a side's player is called: a person, a level, or a specification."""
    spec = desk.session.sides[side]
    if spec == HUMAN:
        return "Human" if desk.session.sides[1 - side] == HUMAN else "You"
    return next((level.name for level in desk.levels if level.spec == spec), spec)


def of(desk: Desk) -> tuple[str, str]:
    """A headline and a line below it."""
    if desk.editor is not None:
        mover = "Black" if desk.editor.black_to_move else "White"
        keys = "X black, O white, T turn, Enter done"
        return f"Editor: {mover.lower()} to move", desk.editor.notice() or keys
    if desk.interests.balanced is not None:
        return f"Looking for a balanced opening {DOTS}", ""
    session = desk.session
    if session.ended:
        return _result(desk), _review(desk) or _opening(desk)
    side = SIDES[session.side]
    if session.mover == HUMAN or session.stopped:
        person = session.mover == HUMAN and session.sides[1 - session.side] != HUMAN
        headline = f"Your move ({side.lower()})" if person else f"{side} to move"
    elif not desk.engine_ready:
        return f"The engine is being compiled {DOTS}", "For this machine; the first start only."
    else:
        headline = f"{player_name(desk, session.side)} is thinking {DOTS}"
    return headline, _detail(desk)


def _detail(desk: Desk) -> str:
    """The line below: a pass, a pause, a review under way, or the opening."""
    session = desk.session
    if session.mover != HUMAN and session.paused:
        return "Paused. Space lets the engine go on."
    if session.browsing:
        where = f"Move {session.step} of {len(session.steps) - 1}"
        goes_on = ". Space lets the engine play from here" if session.mover != HUMAN else ""
        return f"{where}{goes_on}   {_review(desk) or _opening(desk)}"
    if session.passed:
        return f"{SIDES[1 - session.side]} had no move and passed."
    return _review(desk) or _opening(desk) or _thinking(desk)


def _thinking(desk: Desk) -> str:
    """A word on what the engine does, where it does not show by itself."""
    asked = desk.thinker.question
    if isinstance(asked, Choose) and desk.thinker.busy:
        return "M: move now"
    if not desk.engine_ready:
        return f"The engine is being compiled {DOTS}"
    if isinstance(asked, Values) and desk.interests.hint is not None and desk.thinker.busy:
        return f"Thinking about a hint {DOTS}"
    return ""


def _opening(desk: Desk) -> str:
    """The name of the opening, if it has one."""
    return opening_name(desk.session.game)


def _review(desk: Desk) -> str:
    """How far the review has come, or what it found."""
    if not desk.interests.review:
        return ""
    progress = review_progress(desk.session)
    if progress < 1:
        return f"Review {100 * progress:.0f} %"
    parts = []
    for side, name in enumerate(SIDES):
        found = account(desk.session.steps, desk.session.known, side == BLACK)
        mistakes = f"{found.mistakes} mistake{'s' * (found.mistakes != 1)}"
        parts.append(f"{name} {discs_text(-found.lost, True)}, {mistakes}")
    return "   ".join(parts)


def _result(desk: Desk) -> str:
    """How the game ended."""
    session = desk.session
    if session.flag is not None and not session.game.over:
        return f"{SIDES[1 - session.flag]} wins on time"
    result = session.game.result() or 0
    if result == 0:
        return "A draw, 32:32"
    winner = BLACK if result > 0 else 1 - BLACK
    score = f"{32 + abs(result) // 2}:{32 - abs(result) // 2}"
    if session.sides[winner] == HUMAN and session.sides[1 - winner] != HUMAN:
        return f"You win {score}"
    return f"{SIDES[winner]} wins {score}"
