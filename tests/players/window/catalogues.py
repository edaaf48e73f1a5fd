"""The window's catalogues, made from the sources: python tests/players/window/catalogues.py.

Brings the catalogue of every language but English up to what the sources say, begins those that are
missing, and names the messages that a language lacks.
"""

import io
import sys
from functools import lru_cache
from pathlib import Path

from babel.messages import extract, pofile
from babel.messages.catalog import Catalog

from players.levels import LEVELS
from players.study.coach import summary
from players.study.coach.accuracy import RATINGS
from players.study.coach.effects import OTHER_EFFECTS, OWN_EFFECTS
from players.study.coach.order import MERITS, ONLY_MOVE
from players.study.coach.reasons import LASTING, LATER_SQUARES, REASONS, RESULTS
from players.study.coach.words import BARE, NEARLY, NO_REASON, TWO_SQUARES, WITH_LINE
from players.study.lessons import NOT_LEGAL, lessons
from players.study.sharing import HOW_TO_STEP
from players.window import translation

PROJECT = "Othello laboratory"
SOURCES = Path(translation.__file__).parent
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}
WIDTH = 100


def of_window():
    """The messages of the window's sources; a pair where there is a plural."""
    found = extract.extract_from_dir(SOURCES, [("**.py", "python")], keywords=KEYWORDS)
    return [message for _, _, message, _, _ in found]


def of_levels_and_coach():
    """The messages of the levels, and the words of each reason of the coach."""
    for level in LEVELS:
        yield from (level.name, level.meaning)
    reasons = (*RESULTS, *REASONS, *LATER_SQUARES, *LASTING, *MERITS, ONLY_MOVE)
    for each in (*reasons, *OWN_EFFECTS, *OTHER_EFFECTS):
        yield from (each.title, each.text, each.one, each.term)
    yield from (TWO_SQUARES, BARE, WITH_LINE, NO_REASON, NEARLY, HOW_TO_STEP, *RATINGS)
    yield from (summary.LOST, summary.TURNED, summary.NO_MISTAKE, summary.PRAISE)
    yield from (summary.REPEATED, summary.NOTHING_REPEATED, summary.TRAIN)
    yield from summary.YOURS.values()
    for lesson in lessons():
        yield from (lesson.title, lesson.group, *lesson[4:])
    yield from (NOT_LEGAL, summary.NOTHING_TO_TRAIN, *summary.PHASE_TITLES.values())


@lru_cache
def messages():
    """All messages, each once, in their own order; a pair where there is a plural."""
    return tuple(sorted(set(filter(None, (*of_window(), *of_levels_and_coach()))), key=str))


def read(code):
    """The catalogue of a language as it is kept; an empty one if there is none."""
    path = translation.CATALOGUES / f"{code}.po"
    if not path.exists():
        return Catalog(locale=code, project=PROJECT, charset="utf-8")
    with open(path, "rb") as file:
        return pofile.read_po(file, locale=code, abort_invalid=True)


def text_of(catalogue):
    """A catalogue as the text of a .po file, without dates and places."""
    kept = Catalog(locale=catalogue.locale, charset="utf-8", header_comment=f"# {PROJECT}")
    kept.mime_headers = [("Plural-Forms", catalogue.plural_forms)]  # Babel's own may be others
    for message in catalogue:
        if message.id:
            kept.add(message.id, message.string, flags=message.flags - {"fuzzy"})
    buffer = io.BytesIO()
    pofile.write_po(buffer, kept, width=WIDTH, omit_header=True, sort_output=False)
    head = f'msgid ""\nmsgstr ""\n"Language: {catalogue.locale}\\n"\n'
    head += '"Content-Type: text/plain; charset=utf-8\\n"\n'
    head += f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    return head.encode() + buffer.getvalue()


def missing(catalogue):
    """The messages that have no translation, or not all that their plural needs."""
    return [
        message.id
        for message in catalogue
        if message.id and not (all(message.string) if message.pluralizable else message.string)
    ]


def updated(code):
    """The catalogue of a language with what the sources say now."""
    template = Catalog(project=PROJECT, charset="utf-8")
    for message in messages():
        template.add(message)
    catalogue = read(code)
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def main():
    """Bring the catalogues up to date; the exit code is 1 where a language lacks messages."""
    lacking = 0
    for code in translation.LANGUAGES.keys() - {translation.ENGLISH}:
        catalogue = updated(code)
        (translation.CATALOGUES / f"{code}.po").write_bytes(text_of(catalogue))
        left = missing(catalogue)
        lacking += len(left)
        print(f"{code}: {len(catalogue)} messages, {len(left)} not translated")
        for message in left:
            print(f"  {message if isinstance(message, str) else message[0]}")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
