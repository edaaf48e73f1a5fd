"""Facts of the coach against a naive twin, on random games."""

import random
from collections import Counter

from naive import facts as twin
from naive import rules

from othello.position import PASS, Position
from players.coach.reasons import facts_of, hint_facts
from players.coach.words import FACT_KINDS
from players.move_values import MoveValue, MoveValues

SCORES = (-1200, -200, 0, 200, 3000)
LONGEST = (4, 7, 14)
COUNTS = {
    **{"win_lost": 263, "win_drawn": 138, "draw_lost": 112, "misses_corner": 20, "corners": 49},
    **{"gives_corner": 4, "leaves_corner": 1, "loses_corner": 4, "wins_corner": 4, "threat": 10},
    **{"attacks_corner": 1, "concedes_corner": 1, "must_pass": 5, "other_passes": 11},
    **{"could_wait": 8, "waits": 65, "few_moves": 99, "many_replies": 43, "few_later": 15},
    **{"many_later": 21, "even_region": 8, "last_move": 19, "opens_best": 10, "other_takes": 26},
    **{"both_want": 14, "wall": 14},
}
"""Number of facts of each kind in the games of the test."""


def random_line(position, move, rng, longest):
    """A move and random moves after it, passes included, as squares."""
    line, position = [rules.square(move)], position.play(move)
    while len(line) < longest and not position.over():
        if moves := sorted(position.legal()):
            reply = rng.choice(moves)
            line.append(rules.square(reply))
            position = position.play(reply)
        else:
            line.append(PASS)
            position = position.passed()
    return tuple(line)


def questions(seed):
    """Positions of a random game, each with the values of two moves."""
    rng = random.Random(seed)
    for position in rules.random_game(seed):
        moves = sorted(position.legal())
        if len(moves) < 2:
            continue
        longest = 64 if len(position.empty()) < 14 else rng.choice(LONGEST)
        lines = [random_line(position, move, rng, longest) for move in rng.sample(moves, 2)]
        scores = sorted(rng.sample(SCORES, 2))
        yield (
            position,
            [
                MoveValue(line[0], score, True, line, score, score)
                for line, score in zip(lines, scores, strict=True)
            ],
        )


def test_facts_are_right_and_as_many_as_before():
    counts = Counter()
    # 24: a move that could wait for long is no fact; 26 and 49 depend on thresholds
    for seed in (*range(7), 24, 26, 49, 63):
        for position, (played, best) in questions(seed):
            for fact in facts_of(Position(*position.words()), played, best):
                counts[fact.kind] += 1
                assert twin.holds(fact, position, played.line, best.line) is not False, fact
    assert counts == COUNTS


def test_facts_of_a_hint_are_right():
    kinds = set()
    for seed in range(8):
        for position in rules.random_game(seed):
            start = Position(*position.words())
            moves = start.legal_squares()
            if not moves:
                continue
            best = random.Random(seed).choice(moves)
            after = {move: position.play(rules.place(move)).legal() for move in moves}
            others = [len(after[move]) for move in moves if move != best]
            for fact in hint_facts(start, MoveValues(6, (MoveValue(best, 0, False, (best,)),))):
                kinds.add(fact.kind)
                assert {
                    "only_move": moves == [best],
                    "takes_corner": rules.place(best) in twin.CORNERS,
                    "only_safe": [move for move in moves if not after[move] & twin.CORNERS]
                    == [best],
                    "no_reply": not after[best],
                    "fewest_replies": all(len(after[best]) < count for count in others),
                }[fact.kind]
    assert kinds == {kind for kind, texts in FACT_KINDS.items() if not texts.title}
