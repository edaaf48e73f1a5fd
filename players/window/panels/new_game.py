"""New games: of which kind, and whether the last one goes on."""

from players.window.game.clocks import HUMAN
from players.window.levels import open_levels, opponent
from players.window.overlays import Chooser, Row
from players.window.panels.panel import PLAY, Named, Panel, commands_of
from players.window.state import State
from players.window.translation import N_, _
from players.window.wording import spec_name


def new_game_at_once(state: State) -> None:
    """Begin the next game: who plays it is as now, or with colours changed if they alternate."""
    black, white = state.next_sides
    alternate = state.settings.alternate and (black == HUMAN) != (white == HUMAN)
    state.new_game((white, black) if alternate else (black, white))


def open_new_game(state: State) -> None:
    """The kinds of new games."""
    engine = opponent(state)

    def rows() -> list[Row]:
        black, white = (HUMAN, engine), (engine, HUMAN)
        eight, watch = _("eight moves"), _("you watch")
        return [
            Row(_("Play black"), _("against the engine"), (black, False)),
            Row(_("Play white"), _("the engine begins"), (white, False)),
            Row(_("Play black from a random balanced opening"), eight, (black, True)),
            Row(_("Play white from a random balanced opening"), eight, (white, True)),
            Row(_("Two people"), _("at one board"), ((HUMAN, HUMAN), False)),
            Row(_("Engine against engine"), watch, ((engine, engine), False)),
            Row(_("Engine against engine, balanced opening"), watch, ((engine, engine), True)),
            Row(_("Another level …"), spec_name(state, engine), None),
        ]

    def choose(row: Row) -> None:
        if row.value is None:
            open_levels(state, lambda: open_new_game(state))
            return
        sides, balanced = row.value
        (state.balanced_game if balanced else state.new_game)(sides)

    hint = _("The engine is {player}; the last line changes it")
    hint = hint.format(player=spec_name(state, engine))
    state.overlay = Chooser(_("New game"), rows, choose, hint=hint)


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
