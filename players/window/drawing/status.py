"""The status in words: whose turn it is, what is waited for, how the game ended."""

from othello.notation import move_name
from othello.openings import opening_name
from players.window.drawing.describe_exercise import exercise_status
from players.window.game.clocks import BLACK, HUMAN
from players.window.game.judgements import discs_text, exact_from, side_review
from players.window.game.variations import EMPTY
from players.window.state import State
from players.window.thinking import exercises
from players.window.thinking.analysis import review_progress
from players.window.thinking.engine_thread import MoveRequest, PonderRequest, ValuesRequest
from players.window.thinking.specifications import level_for
from players.window.translation import N_, _, ngettext

SIDES = (N_("Black"), N_("White"))
SIDES_WITHIN = (N_("black"), N_("white"))
"""The sides within a sentence."""
COMPILING = N_("The engine is being compiled …")


def spoken(state: State, spec: str) -> str:
    """What a player is called: a level's name, or a specification in words, as it is typed."""
    name = _named(state, spec)
    return _(name) if spec == HUMAN or level_for(state.levels, spec) else name


def _named(state: State, spec: str) -> str:
    """What a player is called in English."""
    if spec == HUMAN:
        return N_("Human")
    level = level_for(state.levels, spec)
    return level.name if level else in_words(spec)


def in_words(spec: str) -> str:
    """A specification as people write: "alphabeta, depth 6"."""
    name, *options = spec.split(":", 1)
    parts = [
        part.strip().replace("=", " ").replace("_", " ") for part in "".join(options).split(",")
    ]
    return ", ".join([name.capitalize(), *filter(None, parts)])


def player_name(state: State, side: int) -> str:
    """What a side's player is called: a person, a level, or a specification in words."""
    return _("You") if _is_you(state, side) else spoken(state, state.live.sides[side])


def name_to_write(state: State, side: int) -> str:
    """What a side's player is called in files: in English."""
    return "You" if _is_you(state, side) else _named(state, state.live.sides[side])


def _is_you(state: State, side: int) -> bool:
    """Whether a side is played by the only person."""
    return state.live.sides[side] == HUMAN != state.live.sides[1 - side]


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
        return _result(state), _review(state) or _opening(state)
    if live.mover == HUMAN or live.stopped:
        person = live.mover == HUMAN and live.sides[1 - live.side] != HUMAN
        if person:
            headline = _("Your move ({side})").format(side=_(SIDES_WITHIN[live.side]))
        else:
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
        where = _("Move {number} of {last}")
        if live.mover != HUMAN:
            where = _("Move {number} of {last}. Space lets the engine play from here")
        where = where.format(number=live.step, last=len(live.steps) - 1)
        return f"{where}   {_review(state) or _opening(state)}"
    if state.last_game is not None and live.tree == EMPTY:
        return _last_game(state.last_game.moves)
    if live.passed:
        return _("{side} had no move and passed.").format(side=_(SIDES[1 - live.side]))
    return _review(state) or _opening(state) or _thinking(state)


def _last_game(moves: int) -> str:
    """The offer to go on with the last game, of so many moves."""
    return ngettext(
        "Ctrl+G: go on with the last game, of {count} move",
        "Ctrl+G: go on with the last game, of {count} moves",
        moves,
    ).format(count=moves)


def progress_text(state: State) -> str:
    """How far the engine has come with its move; "" where that is not known."""
    found = state.engine.progress
    if found is None:
        return ""
    depth = ngettext("{count} move deep", "{count} moves deep", found.depth)
    depth = depth.format(count=found.depth)
    positions = _("{count} positions")
    if found.seconds > 0:
        positions = _("{count} positions, {rate} a second")
    rate = count_text(found.nodes / found.seconds) if found.seconds > 0 else ""
    return f"{depth}   {positions.format(count=count_text(found.nodes), rate=rate)}"


def count_text(number: float) -> str:
    """A large number in short: "950", "12 thousand", "3.4 million"."""
    if number < 1000:
        return f"{number:.0f}"
    if number < 1_000_000:
        return _("{count} thousand").format(count=f"{number / 1000:.0f}")
    return _("{count} million").format(count=f"{number / 1_000_000:.1f}")


def _thinking(state: State) -> str:
    """What the engine does, where nothing else on the screen shows it."""
    asked = state.engine.thread.request
    if isinstance(asked, MoveRequest) and state.engine.thread.busy:
        return _("M: move now")
    if isinstance(asked, PonderRequest) and state.engine.thread.busy:
        player = player_name(state, 0 if asked.black else 1)
        return _("{player} thinks on your time …").format(player=player)
    if not state.engine.ready:
        return _(COMPILING)
    if (
        isinstance(asked, ValuesRequest)
        and state.analysis.hint is not None
        and state.engine.thread.busy
    ):
        return _("Thinking about a hint …")
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
        return _("Review {share} %. Escape stops it").format(share=f"{100 * progress:.0f}")
    parts = []
    for side, name in enumerate(SIDES):
        found = side_review(state.live.steps, state.live.judged, side == BLACK)
        mistakes = ngettext("{count} mistake", "{count} mistakes", found.mistakes)
        mistakes = mistakes.format(count=found.mistakes)
        parts.append(f"{_(name)} {discs_text(-found.lost, True)}, {mistakes}")
    number = exact_from(state.live.steps, state.live.judged)
    if number is not None and not state.live.browsing:  # there the line is full
        parts.append(_("exact from move {number}").format(number=number))
    return "   ".join(parts)


def after_game(state: State) -> tuple[str, str]:
    """What one can do when the game is over; after a review, the worst mistake above it."""
    reviewed = state.analysis.review and review_progress(state.live, state.analysis.limit) == 1
    if not reviewed:
        return _("The game is over"), _("R reviews it, N begins a new one")
    worst = max(exercises.find(state.live), key=lambda found: found.lost, default=None)
    if worst is None or worst.step.move is None:
        return _("No mistake found"), _("N begins a new game")
    title = _("Worst mistake: {number} {move}, {lost}").format(
        number=worst.number + 1,
        move=move_name(worst.step.move),
        lost=discs_text(-worst.lost, worst.exact),
    )
    return title, _("Shift+R: mistakes as exercises")


def _result(state: State) -> str:
    """How the game ended."""
    live = state.live
    if live.flag is not None and not live.game.over:
        return _("{side} wins on time").format(side=_(SIDES[1 - live.flag]))
    result = live.game.result() or 0
    if result == 0:
        return _("A draw, 32:32")
    winner = BLACK if result > 0 else 1 - BLACK
    score = f"{32 + abs(result) // 2}:{32 - abs(result) // 2}"
    if live.played_here and live.sides[winner] == HUMAN and live.sides[1 - winner] != HUMAN:
        return _("You win {score}").format(score=score)
    return _("{side} wins {score}").format(side=_(SIDES[winner]), score=score)
