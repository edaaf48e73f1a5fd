"""Facts of the coach against a naive twin, on random games."""

import random
import re
from collections import Counter
from pathlib import Path

from naive import facts as twin
from naive import rules

from othello.position import PASS, Position
from players.coach.facts import Fact
from players.coach.order import ORDER, most_important
from players.coach.reasons import compared, hint_facts, reasons
from players.coach.words import FACT_KINDS, TERMS, anchor_of, line_text
from players.move_values import MoveValue, MoveValues

DOCS = Path(__file__).parents[3] / "docs"
SCORES = (-1200, -200, 0, 200, 3000)
LONGEST = (4, 7, 14)
COUNTS = {
    **{"few_moves": 82, "opens_reply": 69, "gives_square": 56, "loses_corner": 53},
    **{"stops_reply": 47, "region_last": 44, "few_later": 38, "misses_quiet": 38},
    **{"misses_square": 37, "many_replies": 34, "many_later": 34, "other_takes": 28},
    **{"wall": 27, "misses_wedge": 27, "loses_square": 24, "wins_corner": 24},
    **{"misses_corner": 21, "shares_best": 20, "x_square": 19, "stable_missed": 14},
    **{"allows_wedge": 13, "other_passes": 11, "c_square": 9, "last_move": 7},
    **{"stable_lost": 7, "must_pass": 5, "few_safe": 4, "unbalanced": 3},
    **{"no_safe": 1},
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
    for seed in (*range(8), 26, 49, 63):
        for position, (played, best) in questions(seed):
            for fact in reasons(compared(Position(*position.words()), played, best)):
                counts[fact.kind] += 1
                assert twin.holds(fact, position, played.line, best.line), fact
    assert counts == COUNTS


def test_a_named_square_comes_before_a_count_and_each_topic_once():
    count, corner = Fact("few_later"), Fact("x_square", ((0,),))
    wall, other = Fact("wall", (), (9, 6)), Fact("many_later")
    assert most_important([wall, count, other, corner], 1200) == [corner, count, wall]
    assert most_important([wall], 1201) == []


def test_every_kind_has_its_place_in_the_order():
    hints = {kind for kind, texts in FACT_KINDS.items() if not texts.title}
    assert set(ORDER) == set(FACT_KINDS) - hints - {"win_lost", "win_drawn", "draw_lost"}


def test_every_kind_with_a_title_but_results_has_a_term_of_the_strategy_page():
    headings = re.findall(r"^## (.+)$", (DOCS / "strategy.md").read_text(), re.MULTILINE)
    anchors = {heading.lower().replace(" ", "-") for heading in headings}
    results = {"win_lost", "win_drawn", "draw_lost", "only_move"}
    assert set(FACT_KINDS) - set(TERMS) == results
    assert set(map(anchor_of, TERMS.values())) <= anchors


def test_a_sentence_shows_three_moves_of_a_line():
    assert line_text((19, 18, 26, 20)) == "d3 c3 … e3"


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
