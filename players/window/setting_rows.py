"""The rows of settings in menus and dialogs."""

from typing import Any

from players.window.dialogs import Row
from players.window.drawing.canvas import THEMES
from players.window.search_words import search_words
from players.window.state import State
from players.window.translation import LANGUAGES, N_, _, current_language, ngettext, percent

TITLES = {
    "language": N_("Language"),
    "theme": N_("Theme"),
    "zoom": N_("Text size"),
    "animation": N_("Flip animation"),
    "legal_hints": N_("Show legal moves"),
    "sound": N_("Sound"),
    "clock_minutes": N_("Time per side"),
    "increment": N_("Increment"),
    "values": N_("Value of every move"),
    "review": N_("Review depth"),
    "both_sides": N_("Practise mistakes of both sides"),
    "spoken": N_("Text for screen readers"),
}


def _value_text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return _("on") if value else _("off")
    if name == "clock_minutes" and value:
        return ngettext("{count} minute", "{count} minutes", value).format(count=value)
    if name == "increment" and value:
        return ngettext("{count} second", "{count} seconds", value).format(count=value)
    if name == "language":
        return LANGUAGES[current_language()]
    if name == "theme":
        return _(THEMES[value].title)
    return percent(value) if name == "zoom" else _(value or "off")


def setting_row(state: State, name: str) -> Row:
    """Return the row of a setting; its value is the setting's name."""
    title, text = TITLES[name], _value_text(name, getattr(state.settings, name))
    return Row(_(title), text, name, words=search_words(name, title))
