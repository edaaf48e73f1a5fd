"""The settings, the language among them, and the size of text."""

from collections.abc import Callable
from typing import Any

from players.window.dialogs import Chooser, Row
from players.window.drawing import canvas, fonts
from players.window.drawing.canvas import THEMES
from players.window.panels.panel import WINDOW, Command, search_words, unlisted
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
    words: dict[str, Callable[[Any], str]] = {
        "language": lambda code: LANGUAGES[current_language()],
        "theme": lambda name: _(THEMES[name].title),
        "zoom": percent,
    }
    return words.get(name, _)(value or "off")


def setting_row(state: State, name: str) -> Row:
    """Return the row of a setting; its value is the setting's name."""
    title, text = TITLES[name], _value_text(name, getattr(state.settings, name))
    return Row(_(title), text, name, words=search_words(name, title))


def open_languages(state: State) -> None:
    """List the languages in their own words, with the reason if one is not available."""
    rows = [
        Row(name, _(fonts.language_fault(code)), code, code == current_language())
        for code, name in LANGUAGES.items()
    ]

    def choose(row: Row) -> None:
        if reason := fonts.language_fault(row.value):
            state.notify(f"{row.label}: {_(reason)}")
        else:
            fonts.show_language(row.value)
            canvas.clear_caches()
            state.change(language=row.value)
        open_settings(state)

    state.ui.dialog = Chooser(_("Language"), lambda: rows, choose)


def open_settings(state: State, name: str = "") -> None:
    """List the settings, that of this name selected; choosing one changes its value."""

    def choose(row: Row) -> None:
        if row.value == "language":
            open_languages(state)
        else:
            state.turn(row.value)

    def rows() -> list[Row]:
        return [setting_row(state, name) for name in TITLES]

    hint = _("Enter or click to change")
    settings = Chooser(_("Settings"), rows, choose, stays=True, hint=hint)
    settings.selected = list(TITLES).index(name) if name else 0
    state.ui.dialog = settings


def toggle_full_screen(state: State) -> None:
    """Enter or leave full screen."""
    state.ui.fullscreen = not state.ui.fullscreen


COMMANDS = (
    Command("settings", "s", N_("Settings"), open_settings, WINDOW, in_editor=True),
    unlisted("full_screen", "f11", N_("Full screen"), toggle_full_screen, WINDOW, in_editor=True),
)
