"""What players, searches and tries are called, levels to play against, specifications as forms."""

from collections.abc import Callable, Mapping, Sequence

from players import registry
from players.forms import CHOICE, NUMBER, TEXT, WHOLE_NUMBER, YES_OR_NO, Form, Option
from players.levels import Level
from players.move_values import MoveValue, MoveValues
from players.window.game.clocks import HUMAN
from players.window.overlays import Chooser, Row
from players.window.settings import CHOICES
from players.window.state import State
from players.window.translation import N_, _, ngettext

SIDES = (N_("Black"), N_("White"))
SIDES_WITHIN = (N_("black"), N_("white"))
"""The sides within a sentence."""
COMPILING = N_("The engine is being compiled …")
NO_ENGINE = N_("Two people play: P gives a side to the engine")
LEVEL = "level"
"""An option beside which no other stands but those of BESIDE_LEVEL."""
BESIDE_LEVEL = ("threads", "table")


def waiting_text(state: State) -> str:
    """Why nothing is known of the position shown; "" where that takes no time."""
    if state.live.game.over:
        return _("The game is over: the discs decide.")
    return "" if state.engine.ready else _(COMPILING)


def spec_name(state: State, spec: str) -> str:
    """What a player is called: a level's name, or a specification in words, as it is typed."""
    name = _named(state, spec)
    return _(name) if spec == HUMAN or level_for(state.levels, spec) else name


def _named(state: State, spec: str) -> str:
    """What a player is called in English."""
    if spec == HUMAN:
        return N_("Human")
    level = level_for(state.levels, spec)
    return level.name if level else in_words(spec)


def in_words(spec: str) -> str:
    """A specification as people write: "alphabeta, depth 6"."""
    name, *options = spec.split(":", 1)
    parts = [
        part.strip().replace("=", " ").replace("_", " ") for part in "".join(options).split(",")
    ]
    return ", ".join([name.capitalize(), *filter(None, parts)])


def player_name(state: State, side: int) -> str:
    """What a side's player is called: a person, a level, or a specification in words."""
    return _("You") if _is_you(state, side) else spec_name(state, state.live.sides[side])


def name_to_write(state: State, side: int) -> str:
    """What a side's player is called in files: in English."""
    return "You" if _is_you(state, side) else _named(state, state.live.sides[side])


def _is_you(state: State, side: int) -> bool:
    """Whether a side is played by the only person."""
    return state.live.sides[side] == HUMAN != state.live.sides[1 - side]


def progress_text(state: State) -> str:
    """How far the engine has come with its move; "" where that is not known."""
    found = state.engine.progress
    if found is None:
        return ""
    depth = ngettext("{count} move deep", "{count} moves deep", found.depth)
    depth = depth.format(count=found.depth)
    positions = _("{count} positions")
    if found.seconds > 0:
        positions = _("{count} positions, {rate} a second")
    rate = count_text(found.nodes / found.seconds) if found.seconds > 0 else ""
    return f"{depth}   {positions.format(count=count_text(found.nodes), rate=rate)}"


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
    found = level_for(state.levels, spec)
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


def parts_of(spec: str) -> tuple[str, dict[str, str]]:
    """A player's name, and what is said of its options."""
    name, written = registry.parts(spec)
    pairs = (part.partition("=") for part in written)
    return name.strip(), {key.strip(): value.strip().strip('"') for key, _, value in pairs}


def spec_of(name: str, given: Mapping[str, str]) -> str:
    """The specification of a player with these options."""
    options = ",".join(f"{key}={registry.written_value(text)}" for key, text in given.items())
    return f"{name}:{options}" if options else name


def changed(spec: str, option: str, text: str) -> str:
    """A specification with another value of an option, "" for its default.

    Where a level says all, it gives way to an option that cannot stand beside it.
    """
    name, given = parts_of(spec)
    if option not in BESIDE_LEVEL:
        given.pop(LEVEL, None)
    given.pop(option, None)
    return spec_of(name, {**given, option: text} if text else given)


def form_for(forms: Sequence[Form], spec: str) -> Form | None:
    """The form that a specification fills in; None if there is none."""
    name = parts_of(spec)[0]
    return next((form for form in forms if form.name == name), None)


def level_for(levels: Sequence[Level], spec: str) -> Level | None:
    """The level that a specification is; None if it is none."""
    return next((level for level in levels if level.spec == spec), None)


def label_of(option: Option) -> str:
    """What an option is called on the form."""
    return _(option.name.replace("_", " ").capitalize())


def value_text(option: Option, spec: str) -> str:
    """What a specification says of an option, or what stands for it; a dash for nothing."""
    text = parts_of(spec)[1].get(option.name) or option.default
    if option.kind == YES_OR_NO:
        return {"true": _("yes"), "false": _("no")}.get(text, text)
    return text or "\N{EN DASH}"


def next_choice(option: Option, spec: str) -> str | None:
    """The value after the present one, of an option with few values; None for one to be typed."""
    values = {YES_OR_NO: ("false", "true"), CHOICE: tuple(option.choices)}.get(option.kind)
    if values is None:
        return None
    if option.default not in values:
        values = ("", *values)
    now = parts_of(spec)[1].get(option.name) or option.default
    place = values.index(now) if now in values else -1
    following = values[(place + 1) % len(values)]
    return "" if following == option.default else following


def _reads(read: Callable[[str], object], text: str) -> bool:
    """Whether a text can be read so."""
    try:
        read(text)
    except ValueError:
        return False
    return True


def fault(option: Option, text: str) -> str | None:
    """Why a typed text is no value of an option, in a line; None if it may be one."""
    wrong = ""
    if option.kind in (TEXT, CHOICE, YES_OR_NO) or not text:
        wrong = _("{option} can have no double quotes") if '"' in text else ""
    elif option.kind == WHOLE_NUMBER and not _reads(int, text):
        wrong = _("{option} is a whole number, not {text}")
    elif option.kind == NUMBER and not _reads(float, text):
        wrong = _("{option} is a number, not {text}")
    return wrong.format(option=label_of(option), text=text) if wrong else None
