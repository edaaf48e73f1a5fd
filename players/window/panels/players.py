"""Both players and new games: the two cards, who plays each side, levels, kinds of new games."""

from collections.abc import Callable
from functools import partial

from othello.game_tree import single_line
from players.levels import DEFAULT_LEVEL, LEVELS, level_for
from players.window.dialogs import Chooser, Prompt, Row
from players.window.drawing.frame import Card, paint_players
from players.window.drawing.scene import Part, Target
from players.window.game.clocks import BLACK, HUMAN, WHITE, clock_text
from players.window.other_engines import open_engines, read_engines
from players.window.panels.panel import PLAY, Command, Panel, View, unlisted
from players.window.player_names import SIDES, level_rows, player_name, spec_name
from players.window.setting_rows import setting_row
from players.window.settings import CHOICES
from players.window.state import State
from players.window.translation import N_, _

LONGEST_NAME = 40


def show(view: View) -> Part:
    """Return both cards."""
    state, (left, right) = view.state, view.layout.cards
    place = left._replace(width=right.right - left.x)
    targets = Target(left, BLACK, "players"), Target(right, WHITE, "players")
    cards = _card(state, BLACK), _card(state, WHITE)
    return Part(place, cards, paint_players, targets if not state.live.editor else ())


def _card(state: State, side: int) -> Card:
    live = state.live
    discs = state.live.editor.board[:2] if state.live.editor else (live.game.black, live.game.white)
    left = live.clocks.left(side, state.now)
    return Card(
        black=side == BLACK,
        name=live.names[side] or player_name(state, side),
        discs=int(discs[side]).bit_count(),
        clock=clock_text(left) if live.clocks.on else "",
        hurried=left < 30,
        to_move=live.side == side and not live.ended and state.live.editor is None,
    )


def opponent(state: State) -> str:
    """Return the engine that plays now, black's if both do; else the last or the default level."""
    specs = {level.name: level.spec for level in LEVELS}
    last = specs.get(state.settings.level, specs[DEFAULT_LEVEL])
    return next((spec for spec in state.live.sides if spec != HUMAN), last)


def set_player(state: State, side: int, spec: str) -> None:
    """Let a player play one side; a level is remembered for the next start."""
    state.drop_pending()
    state.live.sides[side] = spec
    state.live.names[side] = ""
    level = level_for(spec)
    if level is not None:
        state.change(level=level.name)
        state.notify(f"{_(level.name)} – {_(level.meaning)}")


def open_levels(state: State, then: Callable[[State], None] | None = None) -> None:
    """List the levels for the engine, or for white if two people play; then call `then`."""

    def choose(row: Row) -> None:
        state.drop_pending()  # a training has sides of its own
        engines = [side for side, player in enumerate(state.live.sides) if player != HUMAN]
        for side in engines or [WHITE]:
            set_player(state, side, row.value)
        if then is not None:
            then(state)

    rows = level_rows(opponent(state))
    hint = _("Your opponent, from weakest to strongest")
    state.ui.dialog = Chooser(_("Level"), lambda: rows, choose, hint=hint)


def open_player(state: State, side: int = WHITE) -> None:
    """List the players of one side: a person, the levels, the current one, or other engines."""
    spec = state.live.sides[side]
    _entries, engines, fault = read_engines()
    rows = [Row(_("A person"), _("plays by hand"), HUMAN, spec == HUMAN)]
    rows += level_rows(spec)
    rows += [Row(spec_name(each), _("other engine"), each, each == spec) for each in engines]
    if not any(row.current for row in rows):
        rows.append(Row(spec_name(spec), _("current player"), spec, True))
    rows.append(Row(_("Other engines …"), _("add, test or change one"), open_engines))

    def choose(row: Row) -> None:
        if row.value == open_engines:
            open_engines(state, partial(open_player, side=side))
        else:
            set_player(state, side, row.value)

    hint = _("A person, a level of the engine, or another engine")
    state.ui.dialog = Chooser(_(SIDES[side]), lambda: rows, choose, hint=hint)
    state.ui.dialog.error = fault


def name_people(state: State, side: int = BLACK) -> None:
    """Ask for the names of two people, black first, and begin their game."""
    setting = ("black_name", "white_name")[side]

    def accept(text: str) -> None:
        state.change(**{setting: single_line(text)[:LONGEST_NAME]})
        if side == BLACK:
            name_people(state, WHITE)
        else:
            state.new_game((HUMAN, HUMAN))

    hint = _("Name, remembered for later games. Leave blank for none.")
    text = getattr(state.settings, setting)
    state.ui.dialog = Prompt(_(SIDES[side]), text, accept, hint, marked=True)


def open_new_game(state: State) -> None:
    """List the kinds of new games, with rows for the clock and the level."""
    engine = opponent(state)
    black, white = (HUMAN, engine), (engine, HUMAN)
    both = partial(State.new_game, sides=(HUMAN, HUMAN))

    def rows() -> list[Row]:
        four = _("four moves")
        names = state.settings.black_name, state.settings.white_name
        people = ", ".join(filter(None, names))
        two = [Row(_("Two players"), people, both)] if people else []
        title = _("Two players, other names") if people else _("Two players")
        return [
            Row(_("Play black"), _("you move first"), partial(State.new_game, sides=black)),
            Row(_("Play white"), _("the engine moves first"), partial(State.new_game, sides=white)),
            Row(_("Play black, random opening"), four, partial(State.random_game, sides=black)),
            Row(_("Play white, random opening"), four, partial(State.random_game, sides=white)),
            *two,
            Row(title, _("same computer"), name_people),
            setting_row(state, "clock_minutes"),
            setting_row(state, "increment"),
            Row(_("Level …"), spec_name(engine), partial(open_levels, then=open_new_game)),
        ]

    def choose(row: Row) -> None:
        if row.value in CHOICES:
            state.turn(row.value)
        else:
            state.ui.dialog = None
            row.value(state)

    hint = _("Opponent: {player} (change it below)").format(player=spec_name(engine))
    state.ui.dialog = Chooser(_("New game"), rows, choose, stays=True, hint=hint)


def open_resign(state: State) -> None:
    """Ask who resigns; two people may also agree to draw."""
    live, person = state.live, state.live.person
    if state.practice.exercises is not None or not live.tree.replies or live.concluded:
        state.notify(_("No game to resign"))
        return
    rows = [Row(_("Play on"), _("the game continues"), "")]
    if person is not None:
        rows.append(Row(_("Resign"), _("you lose this game"), person))
    elif HUMAN in live.sides:
        offer = _("if both players agree")
        ways = (_("Black resigns"), BLACK), (_("White resigns"), WHITE)
        rows += [Row(_("Draw"), offer, None), *(Row(way, "", side) for way, side in ways)]

    def choose(row: Row) -> None:
        if row.value != "":
            live.give_up(row.value)
            state.drop_pending()

    state.ui.dialog = Chooser(_("Resign or draw"), lambda: rows, choose)


PANELS = {"players": Panel(show, lambda state, side, right: open_player(state, side))}
COMMANDS = (
    Command("new", "n", N_("New game"), open_new_game, PLAY, in_editor=True),
    Command("rematch", "ctrl+n", N_("Rematch"), State.new_game, PLAY, in_editor=True),
    Command("level", "l", N_("Level"), open_levels, PLAY),
    Command("resign", "ctrl+r", N_("Resign or draw"), open_resign, PLAY),
    unlisted("engines", "", N_("Other engines"), partial(open_engines, then=open_player), PLAY),
    unlisted(
        "resume", "ctrl+g", N_("Resume the last game"), State.resume_last_game, PLAY, in_editor=True
    ),
)
