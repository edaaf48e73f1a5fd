"""The settings, the language among them, and the size of text."""

from players.window.dialogs import Chooser, Row
from players.window.drawing import canvas, fonts
from players.window.panels.panel import WINDOW, Command, unlisted
from players.window.setting_rows import TITLES, setting_row
from players.window.state import State
from players.window.translation import LANGUAGES, N_, _, current_language


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
