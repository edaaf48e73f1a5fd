import pickle
from copy import deepcopy
from textwrap import dedent
from types import SimpleNamespace

import numpy as np
import pytest
from refusals import one_line
from samples import late_position, random_position

from othello import evaluation
from othello.compiling import FIRST_RUN
from othello.game import Game
from othello.position import START
from players import registry
from players.protocol import Choice, Player
from players.registry import SpecError

FRESH = [
    "engine:depth=3,table=1",
    "alphabeta:depth=2,driver=pvs,table=12",
    "forward:depth=2,quantile=0.95,driver=pvs,table=12",
]
SPECS = [
    "random:seed=1",
    "greedy",
    "mobility",
    "alphabeta:depth=2",
    "alphabeta:depth=3,driver=pvs,table=12",
    "alphabeta:depth=3,driver=mtdf",
    pytest.param("alphabeta:depth=3,driver=mtdf,table=12", marks=pytest.mark.rare_kernels),
    "alphabeta:nodes=500,driver=pvs,table=12",
    "alphabeta:depth=2,seconds=5",
    "interest:limit=1.5",
    "interest:nodes=2000",
]


@pytest.mark.parametrize("spec", SPECS)
def test_a_player_answers_with_a_legal_move_and_repeats_itself(spec):
    players = [registry.make(spec) for _ in range(2)]
    answers = []
    for player in players:
        assert isinstance(player, Player)
        player.new_game(3)
        answers.append([])
        for seed in range(10):
            position = random_position(seed)
            choice = player.choose(position)
            assert isinstance(choice, Choice)
            assert int(position.legal()) >> choice.move & 1
            answers[-1].append(choice._replace(cpu_seconds=0.0))
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("foo", "unknown player 'foo'; known names: a"),
        ("random:colour=red", "random has no option 'colour'; its options: seed"),
        ("greedy:depth=1", "greedy has no option 'depth'; its options: none"),
        ("random:seed=x", "seed is a whole number, not 'x'"),
        ("random:seed", "'seed' is not of the form option=value"),
        ("random:seed=1,seed=2", "seed is given twice"),
        ("alphabeta:depth=0", "depth must be from 1 to 60, not 0"),
        ("engine:depth=61", "depth must be from 1 to 60, not 61"),
        ("alphabeta:seconds=soon", "seconds is a number, not 'soon'"),
        ("alphabeta:driver=sss", "driver is one of alphabeta, pvs, mtdf, not 'sss'"),
        ("alphabeta:deepening=maybe", "deepening is true or false, not 'maybe'"),
        ("alphabeta:evaluator=gut", "unknown evaluator 'gut'; known names: "),
        ("alphabeta:solve=61", "solve must be from 0 to 60, not 61"),
        ("interest:solve=-1", "solve must be from 0 to 60, not -1"),
        ("alphabeta:table=40", "a table has 2**1 to 2**28 entries"),
        ("alphabeta:seconds=inf", "seconds must be more than 0 and less than 2**62, not inf"),
        ("alphabeta:seconds=nan", "seconds must be more than 0 and less than 2**62, not nan"),
        ("bestfirst:memory=0", "memory must be from 1 to 16384, not 0"),
        ("bestfirst:hybrid=21", "hybrid must be from 0 to 20, not 21"),
        ("bestfirst:nodes=0", "nodes must be more than 0"),
        ("bestfirst:table=12", "table is true or false, not '12'"),
        ("engine:vary=-1", "vary must be 0 or more"),
        ("engine:vary=1", "vary needs book"),
        ("interest:limit=-1", "limit must be"),
        ("interest:nodes=0", "nodes must be"),
        ("interest:weights=/nowhere.npz", "no such file"),
        ("interest:table=40", "a table has"),
        ("interest:preset=published,weights=/nowhere.npz", "which published lacks"),
        ("interest:evaluator=none", "unknown evaluator"),
    ],
)
def test_a_wrong_specification_gets_one_line_that_says_what_is_wrong(spec, message):
    with one_line(SpecError, message):
        registry.make(spec)


@pytest.mark.parametrize(
    ("spec", "canonical"),
    [
        ("alphabeta: driver=pvs , depth=6", "alphabeta:depth=6,driver=pvs"),
        ("alphabeta:evaluator=bill,depth=4", "alphabeta:depth=4"),
        ("random:seed=0", "random"),
        ("alphabeta:order=none", "alphabeta:order=none"),
    ],
)
def test_equal_specifications_have_one_canonical_form(spec, canonical):
    assert registry.canonical(spec) == canonical
    assert registry.canonical(canonical) == canonical


STRANGER = """
    from typing import NamedTuple
    from othello import evaluation
    from othello.jit import jitmethods
    from players.registry import register

    @jitmethods
    class Constant(NamedTuple):
        unit: int = 1
        def value(self, state):
            return VALUE * self.unit

    evaluation.register("NAME", Constant)

    @register("NAME-first")
    class First:
        \"\"\"Plays the first legal move.\"\"\"
        def __init__(self, depth: int = 1) -> None:
            pass
        def new_game(self, seed: int = 0) -> None:
            pass
        def choose(self, position, limits=None):
            from players.protocol import Choice
            from othello.bits import squares
            return Choice(squares(position.legal())[0])
"""


def write_stranger(folder, name, value):
    source = dedent(STRANGER).replace("NAME", name).replace("VALUE", str(value))
    (folder / f"{name}.py").write_text(source)


@pytest.mark.rare_kernels
def test_a_strangers_file_brings_players_and_evaluators(tmp_path, monkeypatch):
    write_stranger(tmp_path, "stranger_one", 7)
    monkeypatch.syspath_prepend(tmp_path)
    registry.load(["stranger_one"])
    assert registry.make("stranger_one-first").choose(START).move == 19
    assert registry.make("alphabeta:depth=1,evaluator=stranger_one").choose(START).score == -7


@pytest.mark.parametrize(
    ("source", "cause"),
    [
        ("def", "SyntaxError: "),
        ("raise ValueError('two\\nlines')", "ValueError: two"),
        ("len(1)", "TypeError: "),
        ("raise SystemExit", "SystemExit"),
        ("1 / 0", "ZeroDivisionError: "),
        ("import no_such_neighbour", "ModuleNotFoundError: "),
    ],
)
def test_a_stranger_that_fails_gets_one_line(tmp_path, monkeypatch, source, cause):
    (tmp_path / "failing_stranger.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    with one_line(SpecError, "", f"cannot import players from 'failing_stranger': {cause}"):
        registry.load(["failing_stranger"])


def test_a_strangers_factory_that_fails_gets_one_line(monkeypatch):
    def factory(level: int = 1) -> Player:
        raise KeyError("no\nbook")

    monkeypatch.setitem(registry.factories, "bookless", factory)
    with one_line(SpecError, "", "'bookless': KeyError: "):
        registry.make("bookless")


@pytest.mark.parametrize("spec", FRESH)
def test_a_new_player_and_one_that_has_forgotten_answer_alike(spec):
    def answers(player):
        asked = (random_position(seed) for seed in (3, 4, 3))
        return [player.choose(position)._replace(cpu_seconds=0.0) for position in asked]

    player = registry.make(spec)
    first = answers(player)
    player.new_game()
    assert answers(player) == answers(registry.make(spec)) == first


@pytest.mark.parametrize(
    "spec", ["alphabeta:depth=2", "engine:depth=3,table=1", "bestfirst:nodes=9", "engine:level=3"]
)
def test_where_the_game_is_over_there_is_nothing_to_choose(spec):
    over = Game.from_transcript("e6f4e3f6g5d6e7f5c5").position
    with pytest.raises(ValueError, match="^the game is over"):
        registry.make(spec).choose(over)


def test_options_can_be_given_by_name():
    player = registry.make("alphabeta", depth=3, driver="pvs", table=12, nodes=None)
    written = registry.make("alphabeta:depth=3,driver=pvs,table=12")
    first, second = (each.choose(START)._replace(cpu_seconds=0.0) for each in (player, written))
    assert first == second


@pytest.mark.parametrize(
    ("spec", "named", "message"),
    [
        ("alphabeta:depth=2", {"depth": 3}, "^'alphabeta:depth=2': depth is given twice$"),
        ("alphabeta", {"level": 3}, "alphabeta has no option 'level'"),
        ("alphabeta", {"depth": 2.5}, "depth is a whole number, not '2.5'$"),
        (
            "alphabeta",
            {"evaluator": 'bill",depth="3'},
            "^'alphabeta': unknown evaluator 'bill\",depth=\"3'",
        ),
    ],
)
def test_a_wrong_option_by_name_gets_one_line(spec, named, message):
    with pytest.raises(SpecError, match=message):
        registry.make(spec, **named)


@pytest.mark.parametrize("copied", [deepcopy, lambda player: pickle.loads(pickle.dumps(player))])
@pytest.mark.parametrize(
    "spec",
    [
        *FRESH,
        "engine:depth=3,table=1,threads=2",
        "engine:level=3",
        "alphabeta:depth=2,solve=60",
    ],
)
def test_a_copy_of_a_player_plays_as_it_does_and_shares_nothing(spec, copied):
    player = registry.make(spec)
    player.new_game(0)
    player.choose(late_position(1, 5))
    kernels, copy = FIRST_RUN.kernels, copied(player)
    choices = [
        each.choose(late_position(seed, 6))._replace(cpu_seconds=0)
        for seed in (1, 2)
        for each in (copy, player)
    ]
    assert choices[::2] == choices[1::2]
    assert FIRST_RUN.kernels == kernels


@pytest.mark.parametrize("value", [1.5, np.float64(2)])
def test_an_evaluator_that_gives_no_whole_number_is_refused_in_a_line(monkeypatch, value):
    monkeypatch.setattr(evaluation, "factories", dict(evaluation.factories))
    evaluation.register("real", lambda: SimpleNamespace(value=lambda state: value))
    with pytest.raises(SpecError, match=r"evaluator 'real' gives .*: int expected$"):
        registry.make("alphabeta:evaluator=real")
