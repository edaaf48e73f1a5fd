"""Both players: their discs and clocks; who they are, and an engine with its options."""

from collections.abc import Callable

from players import forms
from players.forms import NUMBER, WHOLE_NUMBER, YES_OR_NO, Form, Option
from players.levels import level_for
from players.window.drawing.frame import Card, players_part
from players.window.drawing.scene import Part
from players.window.game.clocks import BLACK, HUMAN, WHITE, clock_text
from players.window.levels import level_rows, open_levels, opponent, seat, set_level
from players.window.overlays import Chooser, Prompt, Row
from players.window.panels.panel import MOUSE, PLAY, Keys, Named, Panel, View, commands_of
from players.window.state import State
from players.window.thinking.engine_thread import MoveRequest, PonderRequest
from players.window.translation import N_, _
from players.window.wording import (
    NO_ENGINE,
    PLAYED_BY,
    SIDES,
    player_name,
    progress_text,
    spec_name,
)

OTHER, PONDER, NOW = "other players", "ponder", "now"
"""Rows that stand for no player and no option."""
ENGINE_OF = (N_("The engine of black"), N_("The engine of white"))


def show(view: View) -> Part:
    """Both cards."""
    state = view.state
    panel = "players" if state.editor is None else ""
    return players_part(view.layout, (_card(state, BLACK), _card(state, WHITE)), panel)


def _card(state: State, side: int) -> Card:
    live = state.live
    both = state.editor.board[:2] if state.editor else (live.game.black, live.game.white)
    discs = int(both[side]).bit_count()
    left = live.clocks.left(side, state.now)
    name, clock = live.names[side] or player_name(state, side), clock_text(left)
    asked = state.engine.asked
    to_move = live.side == side and not live.ended and state.editor is None
    thinks = isinstance(asked, MoveRequest) and asked.black == (side == BLACK)
    return Card(
        *(side == BLACK, name, _(SIDES[side]), discs, clock if live.clocks.on else ""),
        *(left < 30, to_move, thinks and live.sides[side] != HUMAN),
    )


def swap(state: State) -> None:
    """Give each side the other's player; who a file says has played a game stays as it is."""
    live = state.live
    if live.sides[0] == live.sides[1]:
        both = _("Both sides are played by one engine: P gives a side to another player")
        state.notify(_(NO_ENGINE) if live.mover == HUMAN else both)
        return
    live.sides.reverse()
    live.names = ["", ""]
    state.drop_pending()


def step_level(state: State, by: int) -> None:
    """Play against the level so many steps up, from that of an engine with options of its own."""
    state.drop_pending()
    specs = [level.spec for level in state.levels if level.ranked]
    level = forms.parts_of(opponent(state))[1].get(forms.LEVEL, "")
    kept = (each.spec for each in state.levels if each.name == state.settings.level)
    near = opponent(state), f"engine:{forms.LEVEL}={level}", *kept
    now = next((specs.index(spec) for spec in near if spec in specs), 0)
    set_level(state, specs[min(max(now + by, 0), len(specs) - 1)])


def open_players(state: State) -> None:
    """Whose player is to be changed."""

    def rows() -> list[Row]:
        return [Row(_(name), player_name(state, side), side) for side, name in enumerate(SIDES)]

    hint = _("Whose player is to be another one?")
    title = _("Players")
    state.overlay = Chooser(title, rows, lambda row: open_player(state, row.value), hint=hint)


def open_player(state: State, side: int) -> None:
    """Who may play one side."""

    def rows() -> list[Row]:
        now = state.live.sides[side]
        shown = [Row(_("Human"), _("plays by hand"), HUMAN, now == HUMAN), *level_rows(state, now)]
        if not any(row.current for row in shown):
            shown.append(Row(spec_name(state, now), _("plays now"), now, True))
        return [*shown, Row(_("Other players"), _("each with its options"), OTHER)]

    def choose(row: Row) -> None:
        if row.value == OTHER:
            open_others(state, side)
        else:
            seat(state, side, row.value)

    hint = _("A person, a level of the engine, or another player")
    state.overlay = Chooser(_(PLAYED_BY[side]), rows, choose, hint=hint)


def open_others(state: State, side: int) -> None:
    """All players that there are, by name."""

    def rows() -> list[Row]:
        now = forms.parts_of(state.live.sides[side])[0]
        return [
            Row(form.name.capitalize(), form.meaning.replace("`", ""), form, form.name == now)
            for form in state.engine.forms
        ]

    def choose(row: Row) -> None:
        form: Form = row.value
        first = next((option for option in form.options if option.name == "command"), None)
        if first is not None:  # another program, which has to be named before it can play
            _ask_value(state, side, form.name, first)
        else:
            _check_player(state, side, form.name)

    hint = _("Enter takes one and shows its options")
    state.overlay = Chooser(_(PLAYED_BY[side]), rows, choose, hint=hint)


def open_engine(state: State) -> None:
    """The panel of the engine to move, or of the only one; a game without one is left as it is."""
    live = state.live
    side = live.side if live.mover != HUMAN else 0 if live.sides[0] != HUMAN else 1
    if live.sides[side] == HUMAN:
        state.notify(_(NO_ENGINE))
    else:
        show_engine(state, side)


def show_engine(state: State, side: int, at: str = "") -> None:
    """The panel of one side's engine: who it is, all its options, and what it does now.

    `at` is the option whose row is selected.
    """

    def rows() -> list[Row]:
        spec = state.live.sides[side]
        form = forms.form_for(state.engine.forms, spec)
        level = level_for(spec, state.levels)
        name = _(level.name) if level else ""
        ponders = _("yes") if state.settings.ponder else _("no")
        head = [
            Row(_("Player"), name or forms.parts_of(spec)[0].capitalize(), OTHER),
            Row(_("Now"), _activity(state, side), NOW),
            Row(_("Thinks on your time"), ponders, PONDER),
        ]
        options = form.options if form else ()
        shown = [option for option in options if not name or option.name != forms.LEVEL]
        return head + [_option_row(option, spec) for option in shown]

    def choose(row: Row) -> None:
        if row.value == OTHER:
            open_player(state, side)
        elif row.value == PONDER:
            state.change(ponder=not state.settings.ponder)
        elif row.value != NOW:
            _change_option(state, side, row.value)

    hint = _("Enter changes a line; Escape closes")
    state.overlay = Chooser(_(ENGINE_OF[side]), rows, choose, stays=True, hint=hint, follows=True)
    state.overlay.select(at)


def _label(option: Option) -> str:
    return option.name.replace("_", " ").capitalize()


def _value(option: Option, spec: str) -> str:
    """What a specification says of an option, or what stands for it; a dash for nothing."""
    text = forms.parts_of(spec)[1].get(option.name) or option.default_text
    if option.kind == YES_OR_NO:
        return {"true": _("yes"), "false": _("no")}.get(text, text)
    return text or "\N{EN DASH}"


def _fault(option: Option, text: str) -> str | None:
    """Why a typed text is no value of an option, in a line; None if it may be one."""
    wrong = ""
    reads: dict[str, Callable[[str], object]] = {WHOLE_NUMBER: int, NUMBER: float}
    if option.kind not in reads or not text:
        wrong = _("{option} can have no double quotes") if '"' in text else ""
    else:
        try:
            reads[option.kind](text)
        except ValueError:
            wrong = _("{option} is a number, not {text}")
            if option.kind == WHOLE_NUMBER:
                wrong = _("{option} is a whole number, not {text}")
    return wrong.format(option=_label(option), text=text) if wrong else None


def _option_row(option: Option, spec: str) -> Row:
    given = option.name in forms.parts_of(spec)[1]
    return Row(_label(option), _value(option, spec), option, given, option.meaning)


def _activity(state: State, side: int) -> str:
    request = state.engine.asked
    if isinstance(request, MoveRequest | PonderRequest):
        if request.black != (side == 0):
            return _("waits")
        if isinstance(request, PonderRequest):
            return _("thinks on your time")
        return progress_text(state) or _("begins to think")
    return _("waits")


def _change_option(state: State, side: int, option: Option) -> None:
    """Turn an option to its next value, or ask for one."""
    spec = state.live.sides[side]
    following = forms.next_choice(option, spec)
    if following is None:
        _ask_value(state, side, spec, option)
    else:
        changed = forms.changed(spec, option.name, following)
        _check_player(state, side, changed, option.name)


def _ask_value(state: State, side: int, spec: str, option: Option) -> None:
    """Ask for the value of an option."""

    def accept(text: str) -> str | None:
        text = text.strip()
        wrong = _fault(option, text)
        if wrong is None:
            _check_player(state, side, forms.changed(spec, option.name, text), option.name)
        return wrong

    given = forms.parts_of(spec)[1].get(option.name, "")
    hint = _("{meaning} (nothing to leave it out)")
    if option.default_text:
        hint = _("{meaning} (nothing for {default})")
    meaning = option.meaning or _label(option)
    hint = hint.format(meaning=meaning, default=option.default_text)
    state.overlay = Prompt(_label(option), given, accept, hint, marked=True)


def _check_player(state: State, side: int, spec: str, at: str = "") -> None:
    """Let a player play a side once the engine has found nothing wrong with it; then its panel."""

    def accept() -> None:
        seat(state, side, spec)
        show_engine(state, side, at)

    def refuse(fault: str) -> None:
        show_engine(state, side)
        assert isinstance(state.overlay, Chooser)
        state.overlay.hint = fault

    state.overlay = None
    state.engine.check_player(spec, accept, refuse)


PANEL = Panel(
    show=show,
    click=lambda state, side, right: open_player(state, side),
    commands=commands_of(
        PLAY,
        ("swap", ("x",), N_("Change sides"), swap),
        ("level", ("l",), N_("Level"), open_levels),
        ("harder", ("+", "="), N_("Next level up"), lambda state: step_level(state, 1)),
        ("easier", ("-",), N_("Next level down"), lambda state: step_level(state, -1)),
        ("engine", ("q",), N_("The engine: its options"), open_engine),
        ("players", ("p",), N_("Who plays black and white"), open_players),
    ),
    lines=(
        Named(PLAY, "swap level harder easier engine players"),
        Keys(MOUSE, N_("Click a player"), N_("Choose who plays that side")),
    ),
)
