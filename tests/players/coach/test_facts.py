"""What the coach says is true: each fact is made out again by a slow twin, on random games."""

import random
from collections import Counter

from naive import facts as twin
from naive import rules

from othello.game import Game
from othello.notation import move_name, parse_transcript
from othello.position import PASS, Position
from players.coach.reasons import facts_of, hint_facts
from players.coach.words import FACT_KINDS
from players.move_values import MoveValue, MoveValues

SCORES = (-1200, -200, 0, 200, 3000)
LONGEST = (4, 7, 14)
TOLD = {
    **{"win_lost": 263, "win_drawn": 138, "draw_lost": 112, "misses_corner": 20, "corners": 49},
    **{"gives_corner": 4, "leaves_corner": 1, "loses_corner": 4, "wins_corner": 4, "threat": 10},
    **{"attacks_corner": 1, "concedes_corner": 1, "must_pass": 5, "other_passes": 11},
    **{"could_wait": 8, "waits": 65, "few_moves": 99, "many_replies": 43, "few_later": 15},
    **{"many_later": 21, "even_region": 8, "last_move": 19, "opens_best": 10, "other_takes": 26},
    **{"both_want": 14, "wall": 14},
}
"""How often each fact is told in the games of the test."""
RUNS_OUT = (
    "e6d6c7f3e3f6d3c6d7e8b6b7e7f5a8c2g3g2f7a6h1d8g7a7"
    "d2h7g8c5g4g5b1d1c3f8c8b4h6f2h4b3a3a5e2f4b5e1g6h8"
)


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
    # 24: a move that could wait for long is no fact; 26 and 49: other limits would tell of more
    for seed in (*range(7), 24, 26, 49, 63):
        for position, lines, scores in questions(seed):
            start = Position(*position.words())
            for fact in facts_of(start, *values_of(lines, scores)):
                told[fact.kind] += 1
                assert twin.holds(fact, position, *lines, scores), (position.words(), lines, fact)
    assert told == TOLD  # neither more nor less: what is told hangs on thresholds
    assert set(twin.CLAIMS) - set(told) == {"runs_out"}


def test_who_runs_out_of_safe_moves_is_told_with_those_that_are_left():
    start = Game.from_transcript(RUNS_OUT).position
    position = rules.from_words(int(start.own), int(start.opp))
    lines = [tuple(parse_transcript(line)) for line in ("f1c4a4b2c1a1a2h3", "c1g1h2b2f1h5h3b8")]
    facts = facts_of(start, *values_of(lines, (-300, 300)))
    (fact,) = (each for each in facts if each.kind == "runs_out")
    assert [move_name(move) for move in fact.places[0]] == ["c1", "a2", "b8"]
    assert twin.holds(fact, position, *lines, (-300, 300))


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
