"""New games: of which kind, between whom, by which clock, and whether the last one goes on."""

from collections.abc import Callable
from functools import partial

from othello.game_tree import tidy
from players.window.game.clocks import BLACK, HUMAN, WHITE
from players.window.levels import level_rows, open_levels, opponent
from players.window.overlays import Chooser, Prompt, Row
from players.window.panels.panel import PLAY, Named, Panel, commands_of
from players.window.settings import CHOICES
from players.window.state import State
from players.window.translation import N_, _
from players.window.wording import PLAYED_BY, clock_setting, increment_setting, spec_name

LONGEST_NAME = 40
CLOCK, INCREMENT = "clock_minutes", "increment"
"""Settings that have a row of their own."""


def new_game_at_once(state: State) -> None:
    """Begin the next game: who plays it is as now, or with colours changed if they alternate."""
    black, white = state.next_sides
    alternate = state.settings.alternate and (black == HUMAN) != (white == HUMAN)
    state.new_game((white, black) if alternate else (black, white))


def name_people(state: State, side: int = BLACK) -> None:
    """Ask how the two people are called, black first, and begin their game."""
    setting = ("black_name", "white_name")[side]

    def accept(text: str) -> None:
        state.change(**{setting: tidy(text)[:LONGEST_NAME]})
        if side == BLACK:
            name_people(state, WHITE)
        else:
            state.new_game((HUMAN, HUMAN))

    hint = _("A name, for this game and the next ones; nothing is a name too")
    text = getattr(state.settings, setting)
    state.overlay = Prompt(_(PLAYED_BY[side]), text, accept, hint, marked=True)


def choose_engines(state: State, balanced: bool = False, black: str | None = None) -> None:
    """Ask for black's level, then for white's, and begin the game between them."""
    side = BLACK if black is None else WHITE
    now = state.live.sides[side] if state.live.sides[side] != HUMAN else opponent(state)

    def choose(row: Row) -> None:
        if black is None:
            choose_engines(state, balanced, row.value)
        else:
            (state.random_game if balanced else state.new_game)((black, row.value))

    hint = _("Two levels play each other, and you watch")
    state.overlay = Chooser(_(PLAYED_BY[side]), lambda: level_rows(state, now), choose, hint=hint)


def another_level(state: State) -> None:
    """Choose the level of the engine, then go on with the kinds of games."""
    open_levels(state, lambda: open_new_game(state))


def _begin(sides: tuple[str, str], balanced: bool = False) -> Callable[[State], None]:
    """What begins a game with these sides."""
    return lambda state: (state.random_game if balanced else state.new_game)(sides)


def open_new_game(state: State) -> None:
    """The kinds of new games, and the clock, of which a row turns to its next value."""
    engine = opponent(state)
    four, watch = _("four moves"), _("you watch")
    balanced_engines = partial(choose_engines, balanced=True)

    def rows() -> list[Row]:
        minutes, seconds = state.settings.clock_minutes, state.settings.increment
        black, white = (HUMAN, engine), (engine, HUMAN)
        return [
            Row(_("Play black"), _("against the engine"), _begin(black)),
            Row(_("Play white"), _("the engine begins"), _begin(white)),
            Row(_("Play black from a random opening"), four, _begin(black, True)),
            Row(_("Play white from a random opening"), four, _begin(white, True)),
            Row(_("Two people"), _("at one board, by name"), name_people),
            Row(_("Engine against engine"), watch, choose_engines),
            Row(_("Engine against engine, random opening"), watch, balanced_engines),
            Row(_("Clock for each side"), clock_setting(minutes), CLOCK),
            Row(_("Added after each move"), increment_setting(seconds), INCREMENT),
            Row(_("Another level …"), spec_name(state, engine), another_level),
        ]

    def choose(row: Row) -> None:
        if row.value in CHOICES:
            state.turn(row.value)
        else:
            state.overlay = None
            row.value(state)

    hint = _("The engine is {player}; the last line changes it")
    hint = hint.format(player=spec_name(state, engine))
    state.overlay = Chooser(_("New game"), rows, choose, stays=True, hint=hint)


PANEL = Panel(
    commands=commands_of(
        PLAY,
        ("new", ("n",), N_("New game"), open_new_game),
        ("new_at_once", ("ctrl+n",), N_("New game at once, as before"), new_game_at_once),
        ("go_on", ("ctrl+g",), N_("Go on with the last game"), State.go_on_with_last_game),
        in_editor=True,
    ),
    lines=(Named(PLAY, "new new_at_once go_on"),),
)
