"""Files to show a game with: what is made is said by the name's ending."""

from players.coach.words import Translate
from players.sharing.page import html
from players.sharing.pictures import gif, png
from players.sharing.shared_game import SharedGame

PAGE, MOVING, PICTURE = ".html", ".gif", ".png"
SHARED_AS = (PAGE, MOVING, PICTURE)
"""The endings of names."""


def shared(
    ending: str, game: SharedGame, step: int = -1, translate: Translate = str, language: str = "en"
) -> bytes:
    """A game as a page, its moves as a moving picture, or the position at a step as a picture.

    `ending` is one of SHARED_AS. The words of a page are English unless a language is given.
    """
    if ending == PAGE:
        return html(game, translate, language).encode("utf-8", "replace")
    return gif(game) if ending == MOVING else png(game.positions[step])
