"""The buttons that step through the game and stop the engine."""

from players.window.drawing.frame import TRANSPORT_BUTTONS, Transport, transport_part
from players.window.drawing.scene import Part
from players.window.game.clocks import HUMAN
from players.window.panels.panel import GO, MOUSE, PLAY, Command, Keys, Named, Panel, View
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
    """The buttons that would do nothing."""
    live = state.live
    if state.editor is not None:
        return frozenset(TRANSPORT_BUTTONS)
    nothing = set()
    if live.step == 0:
        nothing |= {"first", "back"}
    if live.step == len(live.steps) - 1:
        nothing |= {"last", "forward"}
    if live.ended or live.sides == [HUMAN, HUMAN]:
        nothing |= {"go"}
    return frozenset(nothing)


def step(state: State, by: int) -> None:
    """Show the position `by` moves later, or another exercise."""
    if state.exercises is not None:
        state.step_exercise(by)
    else:
        state.go_to(state.live.step + by)


def page(state: State, by: int) -> None:
    """Show the position `by` moves later, whatever is asked."""
    state.go_to(state.live.step + by)


def take_back(state: State) -> None:
    """Go back to a person's last choice; in an exercise, before the try."""
    if state.exercises is not None:
        state.exercises.tried = None
        return
    state.live.take_back()
    state.drop_pending()


def go(state: State) -> None:
    """Stop the engine, or let it go on from here."""
    if state.exercises is not None:
        return
    if state.live.sides == [HUMAN, HUMAN]:
        state.notify(_(NO_ENGINE))
        return
    state.live.toggle_going()


PANEL = Panel(
    show=show,
    commands=(
        Command("take_back", ("backspace",), N_("Take your move back"), take_back, PLAY),
        Command("go", ("space",), N_("Stop the engine, or let it go on"), go, PLAY),
        Command("back", ("left",), N_("One move back"), lambda state: step(state, -1), GO),
        Command("forward", ("right",), N_("One move forward"), lambda state: step(state, 1), GO),
        Command(
            "page_back", ("page up",), N_("Ten moves back"), lambda s: page(s, -PAGE_MOVES), GO
        ),
        Command(
            "page_forward",
            ("page down",),
            N_("Ten moves forward"),
            lambda s: page(s, PAGE_MOVES),
            GO,
        ),
        Command("first", ("home",), N_("To the start"), lambda state: state.go_to(0), GO),
        Command(
            "last",
            ("end",),
            N_("To the last move"),
            lambda state: state.go_to(len(state.live.steps) - 1),
            GO,
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
