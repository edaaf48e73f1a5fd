"""Facts of the coach against the rules, on random games."""

import random
import re
from functools import partial
from pathlib import Path

import pytest
from naive import facts as twin
from naive import rules

from othello.notation import parse_board, parse_square
from othello.position import PASS, Position
from players.move_values import MoveValue, MoveValues
from players.study.coach import conditions, lasting
from players.study.coach.effects import OTHER_EFFECTS, OWN_EFFECTS, effects
from players.study.coach.lines import SHOWN, X_SQUARES, Comparison
from players.study.coach.mistakes import JudgedMove, why
from players.study.coach.order import MERITS, ONLY_MOVE, facts_of, hint_facts
from players.study.coach.reasons import LASTING, LATER_SQUARES, REASONS, RESULTS
from players.study.coach.words import Fact, Names, anchor_of, sentence

DOCS = Path(__file__).parents[4] / "docs"
SCORES = (-1200, -200, 0, 200, 3000)
LONGEST = (1, 2, 4, 7, 14)


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


def questions(seeds):
    """Positions of random games, each with two moves compared and their lines replayed."""
    for seed in seeds:
        rng = random.Random(seed)
        for position in rules.random_game(seed):
            moves = sorted(position.legal())
            if len(moves) < 2:
                continue
            longest = SHOWN if len(position.empty()) < SHOWN else rng.choice(LONGEST)
            lines = [random_line(position, move, rng, longest) for move in rng.sample(moves, 2)]
            values = [
                MoveValue(line[0], score, True, line, score, score)
                for line, score in zip(lines, sorted(rng.sample(SCORES, 2)), strict=True)
            ]
            both = Comparison(Position(*position.words()), *values)
            yield both, *(twin.replayed(position, line) for line in lines)


@pytest.fixture(scope="module")
def compared():
    return list(questions((*range(8), 26, 49, 79)))


CLAIMS = {
    partial(conditions.corner, won=False): partial(twin.corner, own=False),
    partial(conditions.corner, won=False, beside=X_SQUARES): partial(twin.corner, own=False),
    partial(conditions.corner, won=True): partial(twin.corner, own=True),
    partial(conditions.passes, own=True): partial(twin.passes, own=True),
    partial(conditions.passes, own=False): partial(twin.passes, own=False),
    conditions.region_last: twin.region_last,
    conditions.opens_corner: lambda e, p, b: twin.named(e) <= p[1].moves(False) - b[1].moves(False),
    partial(conditions.reply, holds=lambda r: True): lambda e, p, b: twin.last(e, p, False),
    partial(conditions.misses_square, ours=True): lambda e, p, b: twin.last(e, b, True),
    conditions.costs_moves: lambda e, p, b: (
        twin.named(e) <= p[0].moves(True) & b[1].moves(True) - p[1].moves(True)
    ),
    partial(conditions.loses_best, by_reply=False): lambda e, p, b: (
        twin.named(e) <= p[0].moves(True) - p[1].moves(True)
    ),
    partial(conditions.loses_best, by_reply=True): lambda e, p, b: (
        twin.named(e) <= p[1].moves(True) - p[2].moves(True)
    ),
    **{
        partial(finder, own=own): partial(claim, own=own)
        for finder, claim in (
            (conditions.one_line_only, twin.played_once),
            (lasting.corner, twin.played_once),
            (partial(lasting.stable, of_corner=True), twin.more_stable),
            (partial(lasting.stable, of_corner=False), twin.more_stable),
            (lasting.moves, twin.fewer_moves),
        )
        for own in (True, False)
    },
    conditions.exchanged: lambda e, p, b: (
        twin.last(e, p, False) and twin.last(e._replace(line=e.beside), b, True)
    ),
    lasting.discs: lambda e, p, b: (
        twin.named(e) <= p[-1].board.opp & b[-1].board.own and len(p[-1].moves(True)) == 0
    ),
}
"""What the sentences claim, by the rules; the other conditions are about the same sets of moves."""


@pytest.mark.parametrize("finder", CLAIMS)
def test_evidence_is_right_by_the_rules(compared, finder):
    found = [(e, p, b) for both, p, b in compared for e in finder(both)]
    assert found and all(CLAIMS[finder](*each) for each in found)


def test_every_reason_occurs_and_has_a_sentence(compared):
    """Without its lines nothing of them is left."""
    found, reasons = {}, (*RESULTS, *REASONS, *LATER_SQUARES, *LASTING)
    for both, _, _ in compared:
        facts = [fact for reason in reasons for fact in reason.facts(both)]
        found.update({fact.reason: (fact, both) for fact in facts})
    assert set(found) == {*reasons}
    for fact, both in found.values():
        names = Names(both.move, both.better, "Black", "White")
        assert sentence(fact, names)
        assert "(" not in sentence(fact._replace(line=(), beside=()), names)


def test_the_line_follows_the_clause_that_it_shows():
    opens = next(each for each in REASONS if each.when is conditions.opens_corner)
    fact = Fact(opens, ((0,),), line=(9, 0))
    names = Names(9, 19, "Black", "White")
    assert sentence(fact, names) == "b2 lets White take the corner a1 (b2 a1); d3 doesn't."


def test_a_pass_at_the_next_turn_is_not_soon():
    for each in (each for each in REASONS if "pass" in each.title):
        texts = [sentence(Fact(each, counts=(n,)), Names(0, 1, "A", "B")) for n in (1, 2)]
        assert ["soon" in text for text in texts] == [False, True]


def test_facts_use_no_more_of_a_line_than_a_reader_sees():
    start = next(iter(rules.random_game(0)))
    lines = (random_line(start, move, random.Random(0), 40) for move in sorted(start.legal())[:2])
    values = (MoveValue(line[0], 0, False, line) for line in lines)
    both = Comparison(Position(*start.words()), *values)
    assert len(both.played) == len(both.best) == SHOWN


def test_effects_are_right_and_each_occurs(compared):
    found = set()
    for both, p, b in compared[:200]:
        for of_best, moments in ((False, p), (True, b)):
            for index in range(min(len(moments) - 1, 4)):
                for fact in effects(both, index, of_best=of_best):
                    found.add(fact.reason)
                    kind = fact.reason.when.__name__
                    assert twin.effect_holds(
                        kind, fact, *moments[index : index + 2], moments[-1]
                    ), fact
    assert found == {*OWN_EFFECTS, *OTHER_EFFECTS}


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
    first, *_ = facts_of(position, *values)
    assert first.places == ((parse_square("f3"),),) and first.line[-1] == parse_square("f3")


def test_terms_are_sections_of_the_strategy_page():
    headings = re.findall(r"^## (.+)$", (DOCS / "strategy.md").read_text(), re.MULTILINE)
    anchors = {heading.lower().replace(" ", "-") for heading in headings}
    terms = {
        each.term
        for each in (*REASONS, *LATER_SQUARES, *LASTING, *OWN_EFFECTS, *OTHER_EFFECTS, *MERITS)
    }
    assert set(map(anchor_of, terms - {""})) <= anchors


def test_facts_of_a_hint_are_right():
    found = set()
    for seed in range(8):
        for position in rules.random_game(seed):
            start = Position(*position.words())
            moves = start.legal_squares()
            if not moves:
                continue
            best = random.Random(seed).choice(moves)
            after = {move: position.play(rules.place(move)).legal() for move in moves}
            others = [len(after[move]) for move in moves if move != best]
            merits = (
                rules.place(best) in twin.CORNERS,
                [move for move in moves if not after[move] & twin.CORNERS] == [best],
                not after[best],
                after[best] and all(len(after[best]) < count for count in others),
            )
            value = MoveValue(best, 0, False, (best,))
            said = {fact.reason for fact in hint_facts(start, MoveValues(6, (value,)))}
            held = {each for each, holds in zip(MERITS, merits, strict=True) if holds}
            assert said == (held if others else {ONLY_MOVE})
            found |= said
    assert found == {*MERITS, ONLY_MOVE}


def test_every_mistake_has_an_answer_and_numbers_say_none_for_zero(compared):
    """A fact, or the invitation to compare both lines."""
    for both, _, _ in compared[::20]:
        played, best = both.values
        move = JudgedMove(1, True, both.position, played, best, False)
        text = why(move)
        assert text and not re.search(r"\b0\b|\{", text)
