"""What the coach says is true: each fact is made out again by a slow twin, on random games."""

import random
from collections import Counter

from naive import facts as twin
from naive import rules

from othello.position import PASS, Position
from players.coach.hints import hint_facts
from players.coach.reasons import facts_of
from players.coach.words import FACT_KINDS
from players.move_values import MoveValue, MoveValues

SCORES = (-1200, -200, 0, 200, 3000)
LONGEST = (4, 7, 14)
RARE = {"even_region", "runs_out", "leaves_corner", "gives_corner"}
"""What random play does not always bring about."""


def random_line(position, move, chance, longest):
    """A move and random moves after it, passes among them, as squares."""
    line, position = [rules.square(move)], position.play(move)
    while len(line) < longest and not position.over():
        moves = sorted(position.legal())
        if moves:
            answer = chance.choice(moves)
            line.append(rules.square(answer))
            position = position.play(answer)
        else:
            line.append(PASS)
            position = position.passed()
    return tuple(line)


def questions(seed):
    """Positions of a random game, each with two moves, their lines and made up values."""
    chance = random.Random(seed)
    for position in rules.random_game(seed):
        moves = sorted(position.legal())
        if len(moves) < 2:
            continue
        longest = 64 if len(position.empty()) < 14 else chance.choice(LONGEST)
        lines = [random_line(position, move, chance, longest) for move in chance.sample(moves, 2)]
        scores = sorted(chance.sample(SCORES, 2))
        yield position, lines, scores


def values_of(lines, scores):
    return [
        MoveValue(line[0], score, True, line, score, score)
        for line, score in zip(lines, scores, strict=True)
    ]


def test_every_fact_is_so_by_the_rules():
    told = Counter()
    for seed in (*range(7), 24):  # in the last one a move that could wait for long is no fact
        for position, lines, scores in questions(seed):
            start = Position(*position.words())
            for fact in facts_of(start, *values_of(lines, scores)):
                told[fact.kind] += 1
                assert twin.holds(fact, position, *lines, scores), (position.words(), lines, fact)
    assert set(twin.CLAIMS) - set(told) <= RARE, told


def test_every_word_on_a_hint_is_so_by_the_rules():
    told = Counter()
    own = {kind for kind, texts in FACT_KINDS.items() if not texts.title}
    for seed in range(8):
        for position in rules.random_game(seed):
            start = Position(*position.words())
            moves = start.legal_squares()
            if moves:
                best = random.Random(seed).choice(moves)
                values = MoveValues(6, (MoveValue(best, 0, False, (best,)),))
                for fact in hint_facts(start, values):
                    told[fact.kind] += 1
                    assert twin.hint_holds(fact, position), (position.words(), fact)
    assert set(told) == own
