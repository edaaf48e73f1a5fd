"""Levels to play against and settings that are turned on, wherever a panel offers them."""

from collections.abc import Callable

from players.window.game.clocks import HUMAN
from players.window.overlays import Chooser, Row
from players.window.settings import CHOICES
from players.window.state import State
from players.window.thinking import specifications
from players.window.translation import N_, _

NO_ENGINE = N_("Two people play: P gives a side to the engine")


def opponent(state: State) -> str:
    """The engine that plays now, or that would: the weaker one stands first, if both are."""
    engines = [spec for spec in state.live.sides if spec != HUMAN]
    return engines[0] if engines else _kept_level(state)


def _kept_level(state: State) -> str:
    """The level that was last played against, or the one in the middle."""
    specs = {level.name: level.spec for level in state.levels}
    return specs.get(state.settings.level, state.levels[len(state.levels) // 2 - 1].spec)


def set_level(state: State, spec: str) -> None:
    """Let a player take the place of the engine, or of white if two people play."""
    sides = state.live.sides
    places = [side for side in (0, 1) if sides[side] != HUMAN] or [1]
    for side in places:
        sides[side] = spec
        state.live.names[side] = ""
    keep_level(state, spec)
    state.drop_pending()


def keep_level(state: State, spec: str) -> None:
    """Keep the level that a specification is, if it is one, for the next start."""
    found = specifications.level_for(state.levels, spec)
    if found is not None:
        state.change(level=found.name)
        state.notify(f"{_(found.name)}: {_(found.meaning)}")


def level_rows(state: State, now: str) -> list[Row]:
    """A line for each level; `now` is the specification in force."""
    return [
        Row(_(level.name), _(level.meaning), level.spec, level.spec == now)
        for level in state.levels
    ]


def open_levels(state: State, then: Callable[[], None] | None = None) -> None:
    """The levels, and what each means; `then` is called when one has been chosen."""

    def rows() -> list[Row]:
        return level_rows(state, opponent(state))

    def choose(row: Row) -> None:
        set_level(state, row.value)
        if then is not None:
            then()

    hint = _("Who you play against, from the weakest to the strongest")
    state.overlay = Chooser(_("Level"), rows, choose, hint=hint)


def turn(state: State, name: str, by: int) -> None:
    """Change a setting to the next of its values."""
    values = CHOICES.get(name, (False, True))
    value = values[(values.index(getattr(state.settings, name)) + by) % len(values)]
    state.change(**{name: value})
    if name == "values":
        state.analysis.values = value
    elif name == "graph":
        state.analysis.graph = value
    elif name == "ponder":
        state.analysis.ponder = value
    elif name == "clock_minutes":
        state.live.set_clock(value)
    elif name == "sound":
        if not value:
            state.sound.off()
        elif fault := state.sound.on():
            state.notify(fault)
