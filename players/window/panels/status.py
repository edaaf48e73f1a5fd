"""The status in words: the side to move, the engine's work, the result; the transport buttons."""

from othello.game_tree import GameTree
from othello.notation import move_name
from othello.openings import opening_name
from othello.position import PASS
from othello.rules import SCORE_SCALE
from players.move_values import MoveValue, MoveValues
from players.study.coach.accuracy import BEST, GOOD, rating
from players.study.coach.words import loss_text
from players.window.coach_text import hint_reasons, open_strategy
from players.window.drawing.frame import BACK, LEADS, Button, Status, paint_buttons, paint_status
from players.window.drawing.layout import TIGHTEST, label_width, split
from players.window.drawing.scene import COMMAND, Part, Target
from players.window.game.clocks import BLACK, HUMAN, RESIGNED, WHITE, Ending
from players.window.game.judgements import discs_text, is_proven, judged_line, proof_text
from players.window.panels.panel import ANALYSIS, LINES, PLAY, Panel, View, unlisted
from players.window.player_names import NO_ENGINE, PREPARING, SIDES, player_name
from players.window.state import State
from players.window.thinking.analysis import review_progress
from players.window.thinking.engine_thread import MoveRequest
from players.window.thinking.exercises import Exercise, Exercises
from players.window.translation import N_, _, ngettext, percent

MOST_HINTED = 5
"""Most moves shown of the line of a hint."""
TO_THE_GAME, SOLUTION = N_("Back to the game"), N_("Solution")
TRANSPORT = {"first": f"|{BACK}", "back": BACK, "go": "", "forward": LEADS, "last": f"{LEADS}|"}
"""Labels of the commands that step through the game."""


def show(view: View) -> Part:
    """Return a headline and a line below it, perhaps with a button.

    It leads to the game, to the solution, or to the page on the term of a hint.
    """
    state, layout = view.state, view.layout
    headline, detail = status(state)
    exercising = state.practice.exercises is not None
    if layout.body is None and state.live.editor is None and not exercising:
        detail = state.live.comment or detail  # the comment has no other place
    button, targets = None, tuple[Target, ...]()
    if state.live.editor is None and (found := _button(state)):
        label, meaning, panel = found
        upper, _lower = layout.status.halves()
        place = upper.right_of(upper.right - label_width(label, layout.unit, TIGHTEST))
        button, targets = Button(place, label), (Target(place, meaning, panel),)
    return Part(layout.status, Status(headline, detail, button), paint_status, targets)


def _button(state: State) -> tuple[str, str, str] | None:
    """Return the label of the button and its target: a meaning and a panel; None without one."""
    if state.practice.exercises is not None:
        shown = state.practice.asking and state.practice.tried is not None
        return (_(SOLUTION), "solution", COMMAND) if shown else None
    if _on_reviewed_side_line(state):
        return _(TO_THE_GAME), "to_the_game", COMMAND
    if (found := hint_reasons(state)) and found[0].term:
        return f"{_(found[0].term)} {LEADS}", found[0].term, "status"
    return None


def _on_reviewed_side_line(state: State) -> bool:
    return state.analysis.review and state.live.on_side_line


def to_the_game(state: State) -> None:
    """Go back to the main line, where the side line left it."""
    if not state.live.on_side_line:
        state.notify(_("This is the main line"))
        return
    state.live.stand_at(state.live.fork)
    state.drop_pending()


def status(state: State) -> tuple[str, str]:
    """Return a headline and a line below it."""
    if state.live.editor is not None:
        mover = _(SIDES[not state.live.editor.board.black_to_move])
        keys = _("X black, O white, T turn, Enter done")
        headline = _("Editor: {side} to move").format(side=mover)
        return headline, state.live.editor.notice() or keys
    if state.ui.typed:
        return _typed(state)
    if state.practice.exercises is not None:
        return exercise_status(state, state.practice.exercises)
    live = state.live
    if live.ended:
        return _result(state), _review(state) or opening_name(live.game)
    if _on_reviewed_side_line(state) and (live.mover == HUMAN or live.stopped):
        headline = _("Side line: {side} to move").format(side=_(SIDES[live.side]))
    elif live.engine_waits:
        headline = _("{player} is waiting").format(player=player_name(state, live.side))
    elif live.mover == HUMAN != live.sides[1 - live.side]:
        headline = _("Your move ({side})").format(side=_(SIDES[live.side]))
    elif live.mover == HUMAN or live.stopped:
        headline = _("{side} to move").format(side=_(SIDES[live.side]))
    elif not state.engine.thread.plays or state.engine.preparing:
        return _(PREPARING), _("First start only: a minute or two.")
    else:
        headline = _("{player} is thinking …").format(player=player_name(state, live.side))
    if hint_reasons(state):
        line = live.search_values[live.here.position].best.line[:MOST_HINTED]
        headline = _("Hint: {moves}").format(moves=" ".join(map(move_name, line)))
    return headline, _detail(state)


def _typed(state: State) -> tuple[str, str]:
    """Return what is missing after a typed letter, and the legal moves in its column."""
    headline = _("{letter}: type a number from 1 to 8").format(letter=state.ui.typed)
    if not (state.settings.legal_hints and state.live.human_to_move):
        return headline, ""
    names = [name for name in map(move_name, state.live.game.legal()) if name[0] == state.ui.typed]
    if not names:
        return headline, _("No legal move in this column")
    return headline, _("Legal: {moves}").format(moves=", ".join(names))


def _detail(state: State) -> str:
    """Return the second line: a pass, a pause, the progress of a search or review, the opening."""
    live = state.live
    if found := hint_reasons(state):
        return found[0].short or found[0].text
    if state.analysis.hint == live.here and not live.engine_to_move:
        return _("Looking for a hint …") if state.engine.thread.ready else _(PREPARING)
    if _on_reviewed_side_line(state) and live.stopped:
        kept = _("Your game and its review stay unchanged")
        return _("Space: engine replies") if live.mover != HUMAN else kept
    waits = live.mover != HUMAN or (live.timed and live.started)
    if waits and live.stopped and not live.browsing:
        return _("Paused. Space to resume.")
    if live.browsing:
        where = _("Before move {number} of {last}. Space: engine plays.")
        if live.mover == HUMAN:
            where = _("Before move {number} of {last}")
        where = where.format(number=live.step + 1, last=len(live.steps) - 1)
        return f"{where}   {_review(state) or opening_name(live.game)}"
    if state.files.offered is not None and live.tree == GameTree():
        moves = len(state.files.offered.entry.moves)
        return ngettext(
            "Ctrl+G: resume your last game ({count} move)",
            "Ctrl+G: resume your last game ({count} moves)",
            moves,
        ).format(count=moves)
    if live.passed:
        return _("{side} had no move and passed.").format(side=_(SIDES[1 - live.side]))
    rest = _review(state) or opening_name(live.game)
    if isinstance(state.engine.request, MoveRequest):
        return rest or _("M: move now")
    return rest or ("" if state.engine.thread.ready else _(PREPARING))


def _review(state: State) -> str:
    """Return the progress of the review, or its result."""
    if not state.analysis.review:
        return ""
    progress = review_progress(state.live, state.analysis.limit)
    if progress < 1:
        return _("Reviewing: {share}. Escape to stop.").format(share=percent(progress))
    lost = [0, 0]
    for move in judged_line(state.live.steps, state.live.best_values):
        lost[not move.black] += move.lost
    black, white = (f"{each / SCORE_SCALE:.0f}" for each in lost)
    return _("Errors cost Black {black} discs, White {white}").format(black=black, white=white)


def _result(state: State) -> str:
    """Return the result: from the person's side in a game against an engine."""
    live, person = state.live, state.live.person
    discs = live.game.result() or 0
    if live.ending is not None and not live.game.over:
        return _early_result(live.ending, person)
    if discs == 0:
        return _("Draw, 32–32")
    winner = BLACK if discs > 0 else WHITE
    if person is None:
        text = _("{side} wins {score}")
    else:
        text = _("You won {score}") if person == winner else _("You lost {score}")
    more, less = 32 + abs(discs) // 2, 32 - abs(discs) // 2
    score = f"{less}–{more}" if person == 1 - winner else f"{more}–{less}"
    return text.format(side=_(SIDES[winner]), score=score)


def _early_result(ending: Ending, person: int | None) -> str:
    """Return the result of a game that ended before its last move."""
    if ending.loser is None:
        return _("Draw by agreement")
    winner = 1 - ending.loser
    if ending.reason == RESIGNED:
        is_own = person == ending.loser
        text = _("You resigned") if is_own else _("{loser} resigned. {side} wins.")
    elif person is None:
        text = _("{side} wins on time")
    else:
        text = _("You won on time") if person == winner else _("You lost on time")
    return text.format(side=_(SIDES[winner]), loser=_(SIDES[ending.loser]))


def exercise_status(state: State, exercises: Exercises) -> tuple[str, str]:
    """Return a headline and a line below it."""
    now = exercises.current
    found = state.practice.tried
    if exercises.teaches:
        side = _("{side} to move").format(side=_(SIDES[BLACK]))
        return exercises.title, f"{exercises.remark}   {side}"
    if found is not None and state.practice.asking:
        return _("Not the best: try again"), _fault(*found, now)
    if found is not None:
        return _judgement(*found, now.must_win), exercises.remark or _best(found[0])
    if exercises.tried is not None:
        return exercises.title, _("Looking at {move} …").format(move=move_name(exercises.tried))
    if now.question:
        return exercises.title, _(now.question)
    question = _("White's {move} lost {discs}. What was better?")
    if now.step.black_to_move:
        question = _("Black's {move} lost {discs}. What was better?")
    lost = loss_text(now.lost, now.exact)
    return exercises.title, question.format(move=move_name(now.step.move or 0), discs=lost)


def _judgement(values: MoveValues, tried: MoveValue, must_win: bool) -> str:
    lost = values.best.score - tried.score
    if must_win and tried.score <= 0:
        text = _("Wrong: {move} does not win")
    elif rating(lost) == BEST:
        text = _("Right: {move}")
    elif rating(lost) == GOOD:
        text = _("Nearly: {move} loses only {discs}")
    else:
        text = _("Wrong: {move} loses {discs}")
    return text.format(move=move_name(tried.move), discs=_lost_text(values, tried))


def _lost_text(values: MoveValues, tried: MoveValue) -> str:
    return loss_text(values.best.score - tried.score, is_proven(values) and tried.exact)


def _fault(values: MoveValues, tried: MoveValue, exercise: Exercise) -> str:
    """Return the loss by a wrong try and the reply to it, without the best move."""
    text = _("{move} does not win") if exercise.must_win else _("{move} loses {discs}")
    text = text.format(move=move_name(tried.move), discs=_lost_text(values, tried))
    if len(tried.line) < 2 or tried.line[1] == PASS:
        return f"{text}."
    side, reply = _(SIDES[exercise.step.black_to_move]), move_name(tried.line[1])
    return _("{text}; {side} replies {reply}.").format(text=text, side=side, reply=reply)


def _best(values: MoveValues) -> str:
    best = values.best
    proof = proof_text(best)
    value = f"{discs_text(best.score, best.exact)}{', ' + proof if proof else ''}"
    return _("Best: {move}, {value}").format(move=move_name(best.move), value=value)


def _show_transport(view: View) -> Part:
    """Return the buttons that step through the game, without effect in the editor."""
    live, place = view.state.live, view.layout.transport
    places = split(place, (1, 1, 1.5, 1, 1), view.layout.size(6))
    labels = TRANSPORT | {"go": _("Resume") if live.stopped else _("Pause")}
    buttons = tuple(map(Button, places, labels.values()))
    targets = map(Target, places, labels) if live.editor is None else ()
    return Part(place, buttons, paint_buttons, tuple(targets))


def step(state: State, by: int) -> None:
    """Go `by` moves forward, in a line shown or in the game, or to another exercise."""
    if state.practice.exercises is not None:
        state.practice.step(by)
    elif state.ui.playback is not None:
        if not state.ui.playback.step_by(by):
            state.ui.playback = None
    else:
        state.go_to(state.live.step + by)


def toggle_going(state: State) -> None:
    """Pause the engine and the clocks, or resume from here."""
    live = state.live
    if state.practice.exercises is None and (live.timed or live.sides != [HUMAN, HUMAN]):
        live.toggle_going()
    elif state.practice.exercises is None:
        state.notify(_(NO_ENGINE))


PANELS = {
    "status": Panel(show, lambda state, term, right: open_strategy(state, term)),
    "transport": Panel(_show_transport),
}
COMMANDS = (
    unlisted("hurry", "m", N_("Move now"), lambda s: s.engine.hurry(), PLAY),
    unlisted("to_the_game", "", TO_THE_GAME, to_the_game, LINES),
    unlisted("solution", "", SOLUTION, lambda s: s.practice.show_solution(), ANALYSIS),
    unlisted("go", "space", N_("Pause or resume"), toggle_going, PLAY),
    unlisted("back", "left", N_("Back one move"), lambda s: step(s, -1), LINES),
    unlisted("forward", "right", N_("Forward one move"), lambda s: step(s, 1), LINES),
    unlisted("first", "home", N_("Start of the game"), lambda s: s.go_to(0), LINES),
    unlisted("last", "end", N_("Last move"), lambda s: s.go_to(len(s.live.steps) - 1), LINES),
)
