"""A player's specification as a form that people fill in: what is said in it, what can be said."""

from collections.abc import Callable, Mapping, Sequence

from players import registry
from players.forms import CHOICE, NUMBER, TEXT, WHOLE_NUMBER, YES_OR_NO, Form, Option
from players.levels import Level
from players.window.translation import _

LEVEL = "level"
"""An option beside which no other stands but those of BESIDE_LEVEL."""
BESIDE_LEVEL = ("threads", "table")


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
