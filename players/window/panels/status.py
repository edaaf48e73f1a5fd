"""The status in words: whose turn it is, what is waited for, how the game ended."""

from othello.game_tree import GameTree
from othello.notation import move_name
from othello.openings import opening_name
from othello.rules import SCORE_SCALE
from players.coach.accuracy import BEST, GOOD, rating
from players.move_values import MoveValue, MoveValues
from players.window.drawing.frame import Button, Status, paint_status
from players.window.drawing.layout import TIGHTNESSES, label_width
from players.window.drawing.scene import Part, Target
from players.window.explaining import hint_words
from players.window.game.clocks import BLACK, HUMAN
from players.window.game.judgements import (
    discs_text,
    exact_from,
    is_proven,
    judged_line,
    proof_text,
)
from players.window.panels.panel import LINES, PLAY, Command, Named, Panel, View
from players.window.state import State
from players.window.thinking.analysis import review_progress
from players.window.thinking.engine_thread import MoveRequest, PonderRequest, ValuesRequest
from players.window.thinking.exercises import Exercises
from players.window.translation import N_, _, ngettext
from players.window.wording import (
    PREPARING,
    SIDES,
    SIDES_WITHIN,
    player_name,
    progress_text,
    tried_values,
)

TO_THE_GAME = N_("Back to the game")


def show(view: View) -> Part:
    """A headline and a line below it; in a side line beside a review, the way back."""
    state, layout = view.state, view.layout
    headline, detail = status(state)
    if layout.tabs is None and state.editor is None and state.exercises is None:
        detail = state.live.comment or detail  # which has no other place
    if not _beside_review(state):
        return Part(layout.status, Status(headline, detail), paint_status)
    label = _(TO_THE_GAME)
    upper, _lower = layout.status.halves()
    place = upper.right_of(upper.right - label_width(label, layout.unit, TIGHTNESSES[-1]))
    shown = Status(headline, detail, Button(place, label))
    return Part(layout.status, shown, paint_status, (Target(place, "to_the_game"),))


def _beside_review(state: State) -> bool:
    """Whether a side line is shown while the game is reviewed."""
    looks = state.editor is None and state.exercises is None
    return looks and state.analysis.review and state.live.on_side_line


def to_the_game(state: State) -> None:
    """Show the main line again, where the line shown left it."""
    if not state.live.on_side_line:
        state.notify(_("This is the main line"))
        return
    state.live.stand_at(state.live.fork)
    state.drop_pending()


def status(state: State) -> tuple[str, str]:
    """A headline and a line below it."""
    if state.editor is not None:
        mover = _(SIDES_WITHIN[not state.editor.board.black_to_move])
        keys = _("X black, O white, T turn, Enter done")
        headline = _("Editor: {side} to move").format(side=mover)
        return headline, state.editor.notice() or keys
    if state.exercises is not None:
        return exercise_status(state, state.exercises)
    live = state.live
    if live.ended:
        return _result(state), _review(state) or opening_name(live.game)
    if _beside_review(state) and (live.mover == HUMAN or live.stopped):
        headline = _("Side line: {side} to move").format(side=_(SIDES_WITHIN[live.side]))
    elif live.engine_waits:
        headline = _("{player} waits").format(player=player_name(state, live.side))
    elif live.mover == HUMAN != live.sides[1 - live.side]:
        headline = _("Your move ({side})").format(side=_(SIDES_WITHIN[live.side]))
    elif live.mover == HUMAN or live.stopped:
        headline = _("{side} to move").format(side=_(SIDES[live.side]))
    elif not state.engine.plays or state.engine.preparing:
        return _(PREPARING), _("For this machine, the first start only: a minute or two")
    else:
        headline = _("{player} is thinking …").format(player=player_name(state, live.side))
    return headline, _detail(state)


def _detail(state: State) -> str:
    """The line below: a pass, a pause, a search or a review under way, or the opening."""
    live = state.live
    if words := hint_words(state, most=1, line=False):
        return words
    if state.engine.progress is not None and live.engine_to_move:
        return progress_text(state)
    if _beside_review(state) and live.stopped:
        kept = _("The game and its review are kept")
        return _("Space lets the engine reply") if live.mover != HUMAN else kept
    waits = live.mover != HUMAN or (live.timed and live.begun)
    if waits and live.stopped and not live.browsing:
        return _("Paused. Space to resume.")
    if live.browsing:
        where = _("Before move {number} of {last}. Space: engine plays")
        if live.mover == HUMAN:
            where = _("Before move {number} of {last}")
        where = where.format(number=live.step + 1, last=len(live.steps) - 1)
        return f"{where}   {_review(state) or opening_name(live.game)}"
    if state.last_game is not None and live.tree == GameTree():
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
        return _(PREPARING)
    hint = isinstance(asked, ValuesRequest) and state.analysis.hint is not None
    return _("Thinking about a hint …") if hint else ""


def _review(state: State) -> str:
    """How far the review has come, or what it found."""
    if not state.analysis.review:
        return ""
    progress = review_progress(state.live, state.analysis.limit)
    if progress < 1:
        return _("Review {share} %. Escape stops it").format(share=f"{100 * progress:.0f}")
    steps, judged = state.live.steps, state.live.judged
    lost_by = {True: 0, False: 0}
    for move in judged_line(steps, judged):
        lost_by[move.black] += move.lost
    black, white = (f"{lost / SCORE_SCALE:.0f}" for lost in lost_by.values())
    lost = _("Discs lost: black {black}, white {white}").format(black=black, white=white)
    number = exact_from(steps, judged)
    if number is None or state.live.browsing:  # there the line is full
        return lost
    return f"{lost}   {_('exact from move {number}').format(number=number)}"


def _result(state: State) -> str:
    live = state.live
    if (flag := live.clocks.flag) is not None and not live.game.over:  # it fell here
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
        return _judgement(*found, now.must_win), _best(found[0])
    if shown.tried is not None:
        return shown.title, _("Looking at {move} …").format(move=move_name(shown.tried))
    if now.question:
        return shown.title, _(now.question)
    question = _("White's {move} lost {discs}. What is better?")
    if now.step.black_to_move:
        question = _("Black's {move} lost {discs}. What is better?")
    lost = discs_text(now.lost, now.exact).lstrip("+")
    return shown.title, question.format(move=move_name(now.step.move or 0), discs=lost)


def _judgement(values: MoveValues, tried: MoveValue, must_win: bool) -> str:
    name, lost = move_name(tried.move), values.best.score - tried.score
    text = discs_text(lost, is_proven(values) and tried.exact).lstrip("+")
    if must_win and tried.score <= 0:
        return _("Wrong: {move} does not win").format(move=name)
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
    commands=(
        Command("hurry", ("m",), N_("Move now"), lambda state: state.engine.hurry(), PLAY),
        Command("to_the_game", (), TO_THE_GAME, to_the_game, LINES),
    ),
    lines=(Named(PLAY, "hurry"),),
)
