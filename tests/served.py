"""A served player in this process, and a game that asks it for a pass."""

import random
from collections.abc import Callable

from othello.game import Game
from othello.position import PASS
from players.external.gtp_server import GtpServer
from players.external.nboard_engine import game_text
from players.external.nboard_server import NboardServer
from players.external.serving import Inbox, Thinker

SERVERS: dict[str, Callable] = {"gtp": GtpServer, "nboard": NboardServer}


class Session:
    """A server, and what it says."""

    def __init__(self, protocol, thinker=None):
        self.said, self.inbox = [], Inbox()
        self.thinker = thinker or Thinker("greedy")
        self.server = SERVERS[protocol](self.thinker, self.inbox, self.said.append)

    def ask(self, *lines):
        """What is said to these lines."""
        self.said.clear()
        for line in lines:
            self.server.handle(line)
        return "".join(self.said)


def passing_game():
    """A random game whose last move is a pass that was just forced."""
    chance, game = random.Random(0), Game()
    while game.moves[-1:] != (PASS,):
        game = Game() if game.over else game
        game.play(chance.choice(game.legal()))
    return game


def without_its_last_pass(game):
    """The game as NBoard tells it, the pass at its end left out."""
    text = game_text(game)
    assert text.endswith("[PA];)")
    return f"{text[: text.rindex('[PA]') - 1]};)"
