"""The results of endgames, slowly and obviously."""

import random

from naive.rules import NaivePosition, from_words, word


def result(position: NaivePosition, known: dict[NaivePosition, int]) -> int:
    """The result in discs for the side to move; `known` gets those of all positions below."""
    if position not in known:
        if moves := position.legal():
            known[position] = max(-result(position.play(move), known) for move in moves)
        elif position.passed().legal():
            known[position] = -result(position.passed(), known)
        else:
            known[position] = position.result()
    return known[position]


def score(position) -> int:
    """The result of a Position, or of both its words, in hundredths of a disc."""
    own, opp = position
    return 100 * result(from_words(int(own), int(opp)), {})


def random_board(seed: int, empties: int) -> tuple[int, int]:
    """Both words of a board of random discs, one side's share at random: many passes."""
    chance = random.Random(seed)
    share = chance.random()
    places = [(row, column) for row in range(8) for column in range(8)]
    chance.shuffle(places)
    held = places[empties:]
    own = frozenset(place for place in held if chance.random() < share)
    return word(own), word(frozenset(held) - own)
