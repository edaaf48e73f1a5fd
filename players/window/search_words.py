"""Other words that people type in the menu to find a command or a setting."""

from players.window.translation import LANGUAGES, N_, _

OTHER_WORDS = {
    "learn": N_("rules how to play tutorial lessons beginner help"),
    "help": N_("keys shortcuts"),
    "strategy": N_("tips advice rules how to play"),
    "new": N_("start restart"),
    "level": N_("engine opponent computer strength difficulty easy hard"),
    "engines": N_("add external engine program uci gtp nboard edax ntest zebra"),
    "undo": N_("take back"),
    "resign": N_("give up surrender offer tie"),
    "exercises": N_("practice train"),
    "values": N_("engine evaluation score"),
    "settings": N_("options preferences"),
    "language": " ".join([*LANGUAGES.values(), "Danish German French Italian Japanese"]),
    "theme": N_("colours colors contrast blind dark light appearance"),
    "zoom": N_("font zoom size larger bigger smaller"),
    "full_screen": N_("window size maximize"),
    "animation": N_("speed"),
    "legal_hints": N_("dots possible moves"),
    "sound": N_("volume noise audio mute"),
    "clock_minutes": N_("clock timer"),
    "spoken": N_("accessibility blind speech voice"),
}
"""Other words that people type in the menu, by the name of a command or a setting."""


def search_words(name: str, title: str) -> str:
    """Return the words that find a command or a setting, in English and in the window's language.

    `title` is its English title.
    """
    words = OTHER_WORDS.get(name, "")
    return f"{title} {words} {_(words)}"
