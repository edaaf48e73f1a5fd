"""The settings, the language among them; how the board lies, sound and the size of text."""

from typing import Any

from players.window.drawing import canvas, fonts
from players.window.drawing.themes import THEMES
from players.window.overlays import Chooser, Row
from players.window.panels.panel import WINDOW, Named, Panel, commands_of
from players.window.settings import ZOOMS
from players.window.state import State
from players.window.translation import LANGUAGES, N_, _, spoken
from players.window.wording import clock_setting, increment_setting

_TITLES = {
    "language": N_("Language"),
    "theme": N_("Theme"),
    "animation": N_("Flip animation"),
    "legal_hints": N_("Show legal moves"),
    "preview": N_("Preview of the discs a move turns"),
    "coordinates": N_("Coordinates"),
    "values": N_("Value of every move"),
    "graph": N_("Graph of the value"),
    "review": N_("Review looks at each move"),
    "clock_minutes": N_("Clock for each side"),
    "increment": N_("Added after each move"),
    "alternate": N_("Change colours from game to game"),
    "ponder": N_("Engine thinks on your time"),
    "sound": N_("Sound of the discs"),
    "zoom": N_("Size of text"),
}


def setting_text(name: str, value: Any) -> str:
    """What a setting's value is called."""
    if name == "language":
        return LANGUAGES[spoken()]
    if name == "theme":
        return _(THEMES[value].title)
    if name == "zoom":
        return f"{100 * value:.0f} %"
    if name == "clock_minutes":
        return clock_setting(value)
    if name == "increment":
        return increment_setting(value)
    if isinstance(value, bool):
        return _("on") if value else _("off")
    return _(str(value))


def turn(state: State, name: str) -> None:
    """Change a setting to the next of its values."""
    state.turn(name)
    if name == "sound":
        if not state.settings.sound:
            state.sound.off()
        elif fault := state.sound.on(state.now):
            state.notify(fault)


def set_language(state: State, language: str) -> None:
    """Let the window speak another language from now on."""
    fonts.take_language(language)
    canvas.clear_caches()
    state.change(language=language)


def open_languages(state: State) -> None:
    """The languages, each as it calls itself, and why one cannot be had here; then the settings."""

    def rows() -> list[Row]:
        return [
            Row(name, _(fonts.obstacle(code)), code, code == spoken())
            for code, name in LANGUAGES.items()
        ]

    def choose(row: Row) -> None:
        if reason := fonts.obstacle(row.value):
            state.notify(f"{row.label}: {_(reason)}")
        else:
            set_language(state, row.value)
        open_settings(state)

    state.overlay = Chooser(_("Language"), rows, choose)


def open_settings(state: State) -> None:
    """All settings; choosing one turns it to its next value, or lists the languages."""

    def choose(row: Row) -> None:
        if row.value == "language":
            open_languages(state)
        else:
            turn(state, row.value)

    def rows() -> list[Row]:
        return [
            Row(_(title), setting_text(name, getattr(state.settings, name)), name)
            for name, title in _TITLES.items()
        ]

    state.overlay = Chooser(
        _("Settings"), rows, choose, stays=True, hint=_("Enter or a click changes; Escape closes")
    )


def toggle_sound(state: State) -> None:
    """Switch the sound of the discs on or off."""
    turn(state, "sound")
    if state.settings.sound == bool(state.sound):
        on = state.settings.sound
        state.notify(_("The sound is on") if on else _("The sound is off"))


def change_zoom(state: State, by: int) -> None:
    """Change the size of text by so many steps."""
    place = ZOOMS.index(state.settings.zoom) + by
    state.change(zoom=ZOOMS[min(max(place, 0), len(ZOOMS) - 1)])


def toggle_full_screen(state: State) -> None:
    """Fill the screen, or no longer."""
    state.fullscreen = not state.fullscreen


PANEL = Panel(
    commands=commands_of(
        WINDOW,
        ("settings", ("s",), N_("Settings"), open_settings),
        ("theme", ("o",), N_("Next theme"), lambda state: turn(state, "theme")),
        ("sound", ("z",), N_("Sound on or off"), toggle_sound),
        ("larger", ("ctrl++", "ctrl+="), N_("Larger text"), lambda state: change_zoom(state, 1)),
        ("smaller", ("ctrl+-",), N_("Smaller text"), lambda state: change_zoom(state, -1)),
        ("full_screen", ("f11",), N_("Full screen"), toggle_full_screen),
        in_editor=True,
    ),
    lines=(
        Named(WINDOW, "settings theme"),
        Named(WINDOW, "sound larger smaller full_screen"),
    ),
)
