"""The status in words: whose turn it is, what is waited for, how the game ended."""

from othello.notation import move_name
from othello.openings import opening_name
from players.move_values import MoveValue, MoveValues
from players.window.drawing.frame import Status, paint_status
from players.window.drawing.scene import Part
from players.window.game.clocks import BLACK, HUMAN
from players.window.game.judgements import (
    BEST,
    GOOD,
    discs_text,
    exact_from,
    is_proven,
    proof_text,
    rating,
    side_review,
)
from players.window.game.variations import EMPTY
from players.window.panels.panel import PLAY, Command, Named, Panel, View
from players.window.state import State
from players.window.thinking.analysis import (
    review_progress,
)
from players.window.thinking.engine_thread import MoveRequest, PonderRequest, ValuesRequest
from players.window.thinking.exercises import (
    Exercises,
)
from players.window.translation import N_, _, ngettext
from players.window.wording import (
    COMPILING,
    SIDES,
    SIDES_WITHIN,
    player_name,
    progress_text,
    tried_values,
)


def show(view: View) -> Part:
    """A headline and a line below it."""
    state = view.state
    headline, detail = status(state)
    if view.layout.tabs is None and state.editor is None and state.exercises is None:
        detail = state.live.comment or detail  # which has no other place
    return Part(view.layout.status, Status(headline, detail), paint_status)


def status(state: State) -> tuple[str, str]:
    """A headline and a line below it."""
    if state.editor is not None:
        mover = _(SIDES_WITHIN[not state.editor.black_to_move])
        keys = _("X black, O white, T turn, Enter done")
        headline = _("Editor: {side} to move").format(side=mover)
        return headline, state.editor.notice() or keys
    if state.exercises is not None:
        return exercise_status(state, state.exercises)
    if state.analysis.balanced is not None:
        return _("Looking for a balanced opening …"), ""
    live = state.live
    if live.ended:
        return _result(state), _review(state) or opening_name(live.game)
    if live.mover == HUMAN != live.sides[1 - live.side]:
        headline = _("Your move ({side})").format(side=_(SIDES_WITHIN[live.side]))
    elif live.mover == HUMAN or live.stopped:
        headline = _("{side} to move").format(side=_(SIDES[live.side]))
    elif not state.engine.ready:
        return _(COMPILING), _("For this machine; the first start only.")
    else:
        headline = _("{player} is thinking …").format(player=player_name(state, live.side))
    return headline, _detail(state)


def _detail(state: State) -> str:
    """The line below: a pass, a pause, a search or a review under way, or the opening."""
    live = state.live
    if state.engine.progress is not None and live.engine_to_move:
        return progress_text(state)
    if live.mover != HUMAN and live.stopped and not live.browsing:
        return _("Paused. Space lets the engine go on.")
    if live.browsing:
        where = _("Move {number} of {last}. Space lets the engine play from here")
        if live.mover == HUMAN:
            where = _("Move {number} of {last}")
        where = where.format(number=live.step, last=len(live.steps) - 1)
        return f"{where}   {_review(state) or opening_name(live.game)}"
    if state.last_game is not None and live.tree == EMPTY:
        return _last_game(state.last_game.moves)
    if live.passed:
        return _("{side} had no move and passed.").format(side=_(SIDES[1 - live.side]))
    return _review(state) or opening_name(live.game) or _thinking(state)


def _last_game(moves: int) -> str:
    return ngettext(
        "Ctrl+G: go on with the last game, of {count} move",
        "Ctrl+G: go on with the last game, of {count} moves",
        moves,
    ).format(count=moves)


def _thinking(state: State) -> str:
    """What the engine does, where nothing else on the screen shows it."""
    asked = state.engine.asked
    if isinstance(asked, MoveRequest):
        return _("M: move now")
    if isinstance(asked, PonderRequest):
        player = player_name(state, 0 if asked.black else 1)
        return _("{player} thinks on your time …").format(player=player)
    if not state.engine.ready:
        return _(COMPILING)
    hint = isinstance(asked, ValuesRequest) and state.analysis.hint is not None
    return _("Thinking about a hint …") if hint else ""


def _review(state: State) -> str:
    """How far the review has come, or what it found."""
    if not state.analysis.review:
        return ""
    progress = review_progress(state.live, state.analysis.limit)
    if progress < 1:
        return _("Review {share} %. Escape stops it").format(share=f"{100 * progress:.0f}")
    parts = []
    for side, name in enumerate(SIDES):
        lost, count = side_review(state.live.steps, state.live.judged, side == BLACK)
        mistakes = ngettext("{count} mistake", "{count} mistakes", count).format(count=count)
        parts.append(f"{_(name)} {discs_text(-lost, True)}, {mistakes}")
    number = exact_from(state.live.steps, state.live.judged)
    if number is not None and not state.live.browsing:  # there the line is full
        parts.append(_("exact from move {number}").format(number=number))
    return "   ".join(parts)


def _result(state: State) -> str:
    live = state.live
    if (flag := live.clocks.flag) is not None and not live.game.over:
        return _("{side} wins on time").format(side=_(SIDES[1 - flag]))
    result = live.game.result() or 0
    if result == 0:
        return _("A draw, 32:32")
    winner = BLACK if result > 0 else 1 - BLACK
    score = f"{32 + abs(result) // 2}:{32 - abs(result) // 2}"
    if live.played_here and live.sides[winner] == HUMAN and live.sides[1 - winner] != HUMAN:
        return _("You win {score}").format(score=score)
    return _("{side} wins {score}").format(side=_(SIDES[winner]), score=score)


def exercise_status(state: State, shown: Exercises) -> tuple[str, str]:
    """A headline and a line below it."""
    now = shown.now
    found = tried_values(state)
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
    name, lost = move_name(tried.move), values.best.score - tried.score
    text = discs_text(lost, is_proven(values) and tried.exact).lstrip("+")
    if rating(lost) == BEST:
        return _("Right: {move}").format(move=name)
    if rating(lost) == GOOD:
        return _("Nearly right: {move} loses {discs}").format(move=name, discs=text)
    return _("Wrong: {move} loses {discs}").format(move=name, discs=text)


def _best(values: MoveValues) -> str:
    best = values.best
    proof = proof_text(best)
    value = f"{discs_text(best.score, best.exact)}{', ' + proof if proof else ''}"
    return _("The best is {move}, {value}").format(move=move_name(best.move), value=value)


PANEL = Panel(
    show=show,
    commands=(Command("hurry", ("m",), N_("Move now"), lambda state: state.engine.hurry(), PLAY),),
    lines=(Named(PLAY, "hurry"),),
)
