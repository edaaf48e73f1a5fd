"""The buttons that step through the game and stop the engine."""

from players.window.drawing.frame import TRANSPORT_BUTTONS, Transport, transport_part
from players.window.drawing.scene import Part
from players.window.game.clocks import HUMAN
from players.window.panels.panel import GO, MOUSE, PLAY, Keys, Named, Panel, View, commands_of
from players.window.state import State
from players.window.translation import N_, _
from players.window.wording import NO_ENGINE

PAGE_MOVES = 10


def show(view: View) -> Part:
    """The buttons, some of which may do nothing now."""
    state = view.state
    content = Transport(not state.live.stopped, state.pressed, _disabled(state))
    return transport_part(view.layout, content, clickable=state.editor is None)


def _disabled(state: State) -> frozenset[str]:
    live = state.live
    if state.editor is not None:
        return frozenset(TRANSPORT_BUTTONS)
    at_end = live.step == len(live.steps) - 1
    nothing_goes = live.ended or _nothing_goes(state)
    useless = {"first": live.step == 0, "back": live.step == 0, "last": at_end, "forward": at_end}
    return frozenset(name for name, nothing in {**useless, "go": nothing_goes}.items() if nothing)


def _nothing_goes(state: State) -> bool:
    """Whether there is neither an engine nor a clock to pause."""
    return state.live.sides == [HUMAN, HUMAN] and not state.live.timed


def step(state: State, by: int) -> None:
    """Show the position `by` moves later, or another exercise."""
    if state.exercises is not None:
        state.step_exercise(by)
    else:
        state.go_to(state.live.step + by)


def page(state: State, by: int) -> None:
    """Show the position ten moves later for each `by`, whatever is asked."""
    state.go_to(state.live.step + PAGE_MOVES * by)


def to_the_end(state: State) -> None:
    """Show the position after the last move."""
    state.go_to(len(state.live.steps) - 1)


def take_back(state: State) -> None:
    """Go back to a person's last choice; in an exercise, before the try."""
    if state.exercises is not None:
        state.exercises.tried = None
        return
    state.live.take_back()
    state.drop_pending()


def go(state: State) -> None:
    """Pause the engine and the clocks, or let them go on from here."""
    if state.exercises is not None:
        return
    if _nothing_goes(state):
        state.notify(_(NO_ENGINE))
        return
    state.live.toggle_going()


PANEL = Panel(
    show=show,
    commands=(
        *commands_of(
            PLAY,
            ("take_back", ("backspace",), N_("Take your move back"), take_back),
            ("go", ("space",), N_("Pause or resume"), go),
        ),
        *commands_of(
            GO,
            ("back", ("left",), N_("One move back"), lambda state: step(state, -1)),
            ("forward", ("right",), N_("One move forward"), lambda state: step(state, 1)),
            ("page_back", ("page up",), N_("Ten moves back"), lambda state: page(state, -1)),
            ("page_forward", ("page down",), N_("Ten moves forward"), lambda state: page(state, 1)),
            ("first", ("home",), N_("To the start"), lambda state: state.go_to(0)),
            ("last", ("end",), N_("To the last move"), to_the_end),
        ),
    ),
    lines=(
        Named(PLAY, "take_back go"),
        Named(GO, "back/forward", N_("One move back, one forward")),
        Named(GO, "page_back page_forward"),
        Named(GO, "first/last", N_("To the start, to the last move")),
        Keys(MOUSE, N_("Wheel"), N_("Step through the game")),
    ),
)
