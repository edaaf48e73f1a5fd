"""Lessons in the window: tries, answers, the way on, and the game that comes back."""

import pytest
from window_driver import TWO_PEOPLE, Driver

from othello.notation import parse_square
from players.study.lessons import lessons
from players.window.translation import LANGUAGES, _

LAUNCH = {"sides": TWO_PEOPLE, "size": (800, 560)}
END = 3


def text_of(window):
    """The words of the lesson shown."""
    return " ".join(cell for row in window.shown("lessons") for cell in row.cells)


def test_a_wrong_try_is_explained_and_the_right_one_leads_on_and_back(window):
    window.keys("f", "5")
    window.click(window.place_of("command", "learn").centre)
    window.choose("4. The end of the game")
    lesson, asked = lessons()[END], len(window.engine.asked)
    for name in ("a1", "e1"):  # an illegal move and a losing one
        window.click_square(parse_square(name))
        assert lesson.answer(parse_square(name), str) in text_of(window)
        assert window.place_of("lessons", 1) is None
    window.click_square(parse_square("f8"))
    assert lesson.praise.format(reply="e1") in text_of(window)
    window.until(lambda: window.state.ui.playback.step == 2)
    window.click(window.place_of("lessons", 1).centre)
    assert window.shown("status").headline == lessons()[END + 1].title
    window.keys("left", "a", "1", "e", "1", "return")  # a wrong try, then the solution
    assert lesson.praise.format(reply="e1") in text_of(window)
    window.click(window.place_of("lessons", 0).centre)
    assert window.game.transcript() == "f5" and window.shown("lessons") is None
    assert len(window.engine.asked) == asked and window.state.files.deck.cards == {}


@pytest.mark.parametrize("size", [(800, 560), (500, 760)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_fit_in_every_language(language, size):
    with Driver(size=size, language=language) as window:
        window.keys("f2", "return")
        for lesson in lessons():
            legal = sorted(window.game.legal(), key=lesson.is_right)
            for square in (0, legal[0], legal[-1]):  # often illegal, wrong, right
                window.state.play_by_hand(square)
                part = window.app.scene().parts["lessons"]
                assert lesson.answer(square, _)[:12] in text_of(window)
                assert part.above == part.below == 0
            window.state.practice.step(1)
