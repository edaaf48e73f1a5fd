"""Names of players, and settings in words."""

from players.levels import LEVELS, level_for
from players.study.coach.words import Translate
from players.window.dialogs import Row
from players.window.game.clocks import HUMAN
from players.window.state import State
from players.window.translation import N_, _

SIDES = (N_("Black"), N_("White"))
YOU = N_("You")
PREPARING = N_("Preparing the engine …")
NO_ENGINE = N_("No engine is playing. Click a player to choose one.")


def spec_name(spec: str, translate: Translate = _) -> str:
    """Return an engine's name: a level, or a specification in words, as "Alphabeta, depth 6"."""
    if level := level_for(spec):
        return translate(level.name)
    name, _colon, options = spec.partition(":")
    if options.startswith("name="):  # in the list of engines
        return options.removeprefix("name=").replace('"', "")
    parts = (part.strip() for part in options.replace("=", " ").replace("_", " ").split(","))
    return ", ".join([name.capitalize(), *filter(None, parts)])


def level_rows(current: str) -> list[Row]:
    """Return a row for each level; its value is the player's specification."""
    return [Row(_(each.name), _(each.meaning), each.spec, each.spec == current) for each in LEVELS]


def player_name(state: State, side: int, translate: Translate = _) -> str:
    """Return the name of a side's player: "You", one of two people's colour, or an engine's name.

    With `translate=str` it is in English, as in files.
    """
    spec, other = state.live.sides[side], state.live.sides[1 - side]
    if spec == HUMAN:
        return translate(SIDES[side] if other == HUMAN else YOU)
    return spec_name(spec, translate)
