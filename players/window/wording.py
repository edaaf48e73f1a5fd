"""What players, searches and tries are called."""

from players.levels import level_for
from players.move_values import MoveValue, MoveValues
from players.window.game.clocks import HUMAN
from players.window.state import State
from players.window.translation import N_, _, ngettext

SIDES = (N_("Black"), N_("White"))
SIDES_WITHIN = (N_("black"), N_("white"))
"""The sides within a sentence."""
PLAYED_BY = (N_("Black is played by"), N_("White is played by"))
PREPARING = N_("Preparing the engine …")
NO_ENGINE = N_("Two people play: P gives a side to the engine")


def waiting_text(state: State) -> str:
    """Why nothing is known of the position shown; "" where that takes no time."""
    if state.live.game.over:
        return _("The game is over: the discs decide.")
    return "" if state.engine.ready else _(PREPARING)


def spec_name(state: State, spec: str) -> str:
    """What a player is called: a level's name, or a specification in words, as it is typed."""
    name = _named(state, spec)
    return _(name) if spec == HUMAN or level_for(spec, state.levels) else name


def _named(state: State, spec: str) -> str:
    """What a player is called in English."""
    if spec == HUMAN:
        return N_("Human")
    level = level_for(spec, state.levels)
    return level.name if level else in_words(spec)


def in_words(spec: str) -> str:
    """A specification as people write: "alphabeta, depth 6"."""
    name, _colon, options = spec.partition(":")
    parts = (part.strip() for part in options.replace("=", " ").replace("_", " ").split(","))
    return ", ".join([name.capitalize(), *filter(None, parts)])


def player_name(state: State, side: int) -> str:
    """What a side's player is called: a person, a level, or a specification in words."""
    return _("You") if _is_you(state, side) else spec_name(state, state.live.sides[side])


def name_to_write(state: State, side: int) -> str:
    """What a side's player is called in files: in English."""
    return "You" if _is_you(state, side) else _named(state, state.live.sides[side])


def _is_you(state: State, side: int) -> bool:
    return state.live.sides[side] == HUMAN != state.live.sides[1 - side]


def progress_text(state: State) -> str:
    """How far the engine has come with its move; "" where that is not known."""
    found = state.engine.progress
    if found is None:
        return ""
    depth = ngettext("{count} move deep", "{count} moves deep", found.depth)
    positions, rate = _("{count} positions"), ""
    if found.seconds > 0:
        positions = _("{count} positions, {rate} a second")
        rate = count_text(found.nodes / found.seconds)
    positions = positions.format(count=count_text(found.nodes), rate=rate)
    return f"{depth.format(count=found.depth)}   {positions}"


def clock_setting(minutes: int) -> str:
    """What a clock of so many minutes is called; "off" for 0."""
    shown = ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)
    return shown if minutes else _("off")


def increment_setting(seconds: int) -> str:
    """What a clock gets after each move, in words."""
    shown = ngettext("{count} second", "{count} seconds", seconds).format(count=seconds)
    return shown if seconds else _("nothing")


def count_text(number: float) -> str:
    """A large number in short: "950", "12 thousand", "3.4 million"."""
    if number < 1000:
        return f"{number:.0f}"
    if number < 1_000_000:
        return _("{count} thousand").format(count=f"{number / 1000:.0f}")
    return _("{count} million").format(count=f"{number / 1_000_000:.1f}")


def tried_values(state: State) -> tuple[MoveValues, MoveValue] | None:
    """The values at the exercise and that of the move tried; None before they are known."""
    shown, values = state.exercises, state.answer
    tried = values.of(shown.tried) if shown and values and shown.tried is not None else None
    return (values, tried) if values is not None and tried is not None else None
