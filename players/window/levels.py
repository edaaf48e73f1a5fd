"""Levels to play against, and who takes a seat at the board."""

from collections.abc import Callable

from players.levels import PEOPLE, Level, level_for
from players.window.game.clocks import HUMAN
from players.window.overlays import Chooser, Row
from players.window.state import State
from players.window.translation import _


def opponent(state: State) -> str:
    """The engine that plays now, black's if both are; else the level last played against.

    Before any it is the one in the middle.
    """
    specs = {level.name: level.spec for level in state.levels}
    kept = specs.get(state.settings.level, state.levels[len(state.levels) // 2 - 1].spec)
    return next((spec for spec in state.live.sides if spec != HUMAN), kept)


def set_level(state: State, spec: str) -> None:
    """Let a player take the place of the engine, or of white if two people play."""
    state.drop_pending()  # a training has sides of its own
    sides = [side for side, player in enumerate(state.live.sides) if player != HUMAN]
    for side in sides or [1]:
        seat(state, side, spec)


def seat(state: State, side: int, spec: str) -> None:
    """Let a player play one side; a level is kept for the next start."""
    state.drop_pending()
    state.live.sides[side] = spec
    state.live.names[side] = ""
    found = level_for(spec, state.levels)
    if found is not None:
        state.change(level=found.name)
        state.notify(f"{_(found.name)}: {meaning_of(found)}")


def meaning_of(level: Level) -> str:
    """What a level says of itself: the rating of the people as whom it errs, if there are such."""
    meaning = _(level.meaning)
    if level.rating not in PEOPLE:
        return meaning
    rated = _("{meaning}; errs as people rated {rating}")
    return rated.format(meaning=meaning, rating=level.rating)


def level_rows(state: State, now: str) -> list[Row]:
    """A line for each level, with its rating while it is selected; `now` is the one in force."""
    return [
        Row(_(level.name), _(level.meaning), level.spec, level.spec == now, meaning_of(level))
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
