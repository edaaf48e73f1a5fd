"""Facts of the coach against a naive twin, on random games."""

import random
import re
from pathlib import Path

from naive import facts as twin
from naive import rules

from othello.notation import parse_board, parse_square
from othello.position import PASS, Position
from players.move_values import MoveValue, MoveValues
from players.study.coach.order import ORDER
from players.study.coach.reasons import compared, facts_of, hint_facts, reasons
from players.study.coach.squares import effects
from players.study.coach.words import FACT_KINDS, TERMS, Names, anchor_of, line_text, sentence

DOCS = Path(__file__).parents[4] / "docs"
SCORES = (-1200, -200, 0, 200, 3000)
LONGEST = (1, 2, 4, 7, 14)
EFFECTS = {
    f"{kind}_{ending}"
    for kind in (
        *("takes_corner", "makes_stable", "attacks_corner", "wedges", "leaves_few"),
        *("cuts_moves", "takes_away", "gains", "opens_nothing"),
    )
    for ending in ("own", "other")
}
HINTS = {"only_move", "takes_corner", "only_safe", "no_reply", "fewest_replies"}


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


def test_facts_are_right_and_of_every_kind():
    kinds = set()
    for seed in (*range(8), 26, 49, 79):
        for number, (position, (played, best)) in enumerate(questions(seed)):
            for fact in reasons(compared(Position(*position.words()), played, best)):
                kinds.add(fact.kind)
                assert twin.holds(fact, position, played.line, best.line), fact
            if number % 6 == 0:  # each takes some searches
                start = Position(*position.words())
                for fact in facts_of(start, played, best):
                    assert sentence(fact, Names(played.move, best.move, "Black", "White"))
    assert kinds == set(ORDER)


def test_effects_are_right_and_of_every_kind():
    kinds = set()
    for seed in range(5):
        for position, (played, best) in questions(seed):
            both = compared(Position(*position.words()), played, best)
            for of_best, walk in ((False, both.played), (True, both.best)):
                for index in range(min(len(walk), 4)):
                    for fact in effects(both, index, of_best=of_best):
                        kinds.add(fact.kind)
                        lines = played.line, best.line
                        assert twin.effect_holds(fact, position, *lines, index), fact
    assert kinds == EFFECTS


def test_what_explains_most_of_the_loss_comes_first():
    """Black's f3 is White's only good reply to e2; barring it makes e2 as good as g4."""
    rows = "-------- --XX---- -OXXO--- -OXOXO-- -OOXXX-- ---OX--- -------- --------"
    position, _ = parse_board(rows + " X")
    values = (
        MoveValue(move, score, False, tuple(map(parse_square, line.split())))
        for move, score, line in (
            (parse_square("e2"), -720, "e2 f3 f2 g6 d7 c6"),
            (parse_square("g4"), -230, "g4 e2 f2 f1 f3 c1"),
        )
    )
    facts = facts_of(position, *values)
    assert facts[0].kind == "gives_square"
    assert facts[0].places == ((parse_square("f3"),),)


def test_every_kind_has_its_place_in_the_order():
    untitled = {kind for kind, texts in FACT_KINDS.items() if not texts.title}
    assert untitled == HINTS | {kind for kind in EFFECTS if kind.endswith("_other")}
    assert set(ORDER) == set(FACT_KINDS) - HINTS - EFFECTS - {"win_lost", "win_drawn", "draw_lost"}


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
    assert kinds == HINTS
