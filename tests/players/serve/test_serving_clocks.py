"""What served players make of clocks, numbers of moves and games: whose time, and how much."""

import itertools
import random
from types import SimpleNamespace

import pytest
from served import Session, passing_game, without_its_last_pass

from othello.game import Game
from othello.notation import square_name
from players.protocol import Choice
from players.serve import gtp
from players.serve.thinking import Thinker, TimeLeft


class Noting(Thinker):
    """Answers with the first legal move at once, and notes what time it is given."""

    def __init__(self, spec="greedy"):
        super().__init__(spec)
        self.lefts, self.forgotten = [], 0

    def forget(self):
        super().forget()
        self.forgotten += 1

    def choose(self, position, stop, left=None):
        self.lefts.append(left)
        move = next(square for square in range(64) if int(position.legal()) >> square & 1)
        return Choice(move, 100 * move + int(position.plies_left()), depth=1, variation=(move,))


@pytest.fixture
def watch(monkeypatch):
    """Each move takes four seconds: the time goes on by as much whenever it is asked for."""
    times = itertools.count(step=4.0)
    monkeypatch.setattr(gtp, "time", SimpleNamespace(monotonic=lambda: next(times)))


def test_each_sides_time_is_spent_by_its_own_moves(watch):
    session = Session("gtp", Noting())
    session.ask("time_settings 60 0 0", *["genmove b", "genmove w"] * 2)
    assert session.thinker.lefts == [TimeLeft(60), TimeLeft(60), TimeLeft(56), TimeLeft(56)]
    session.ask("clear_board", "time_left w 9 3", "genmove b", "genmove w", "genmove b")
    assert session.thinker.lefts[4:] == [TimeLeft(60), TimeLeft(9, 3), TimeLeft(56)]


def test_after_the_main_time_come_periods_of_so_many_moves(watch):
    session = Session("gtp", Noting())
    session.ask("time_settings 6 20 2", *["genmove b", "genmove w"] * 5)
    expected = [TimeLeft(6), TimeLeft(2), TimeLeft(20, 2), TimeLeft(16, 1), TimeLeft(20, 2)]
    assert session.thinker.lefts[::2] == session.thinker.lefts[1::2] == expected


@pytest.mark.parametrize(
    ("settings", "left"), [("0 20 2", TimeLeft(20, 2)), ("7 0 0", TimeLeft(7)), ("7 20 0", None)]
)
def test_time_settings_mean_what_the_protocol_says(settings, left, watch):
    session = Session("gtp", Noting())
    session.ask(f"time_settings {settings}", "genmove b")
    assert session.thinker.lefts == [left]


@pytest.mark.parametrize("number", [1, 2, 5])
def test_a_loaded_game_stands_before_the_move_of_that_number(number, tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[2]SZ[8];B[f5];W[d6];B[c3];W[d3];B[c4])")
    session = Session("gtp", Noting())
    session.ask(f"loadsgf {path} {number}")
    moves = Game.from_transcript("f5d6c3d3c4").moves
    assert session.server.standing.game.moves == moves[: number - 1]


def test_a_game_that_white_begins_is_loaded_with_white_to_move(tmp_path):
    path = tmp_path / "game.sgf"
    path.write_text("(;GM[2]SZ[8]AB[d4][e5]AW[d5][e4]PL[W];W[f5])")
    session = Session("gtp", Noting())
    session.ask(f"loadsgf {path} 1")
    assert not session.server.standing.black_to_move
    assert session.ask("genmove b") == "? it is the other side's turn\n\n"


def test_nobody_is_awaited_where_the_other_side_has_to_pass():
    passes = 0
    for seed in range(40):
        chance, session = random.Random(seed), Session("gtp", Noting())
        while not session.server.standing.game.over and passes < 3:
            colour = "b" if session.server.standing.black_to_move else "w"
            session.ask(f"genmove {colour}")
            standing = session.server.standing
            going_on = not (standing.game.over or standing.pass_due)
            passes += standing.pass_due and not standing.game.over
            assert session.server.awaited == (standing.game.position if going_on else None)
            legal = standing.game.legal()
            if going_on:
                colour = "b" if standing.black_to_move else "w"
                session.ask(f"play {colour} {square_name(chance.choice(legal))}")
    assert passes == 3


@pytest.mark.parametrize(
    ("spec", "told", "depth"),
    [("engine:depth=3", 9, 3), ("engine:level=3", 9, None), ("greedy", 9, None)],
)
def test_a_depth_is_told_only_to_who_knows_it_and_has_none_of_its_own(spec, told, depth):
    thinker = Thinker(spec)
    thinker.tell_depth(told)
    assert thinker.depth == depth and thinker.limits(Game().position, None, None).depth is None


def test_the_shorter_of_two_times_holds_and_a_busy_machine_loses_no_period():
    position = Game().position
    thinker = Thinker("engine:seconds=1")
    assert thinker.limits(position, None, TimeLeft(680.0)).seconds == 1
    limits = thinker.limits(position, None, TimeLeft(680.0))
    assert limits.clock is not None and limits.clock.longest == 1
    full = Thinker("engine:level=16").limits(position, None, TimeLeft(680.0))
    assert full.seconds == full.clock.longest == 5
    assert Thinker("engine").limits(position, None, TimeLeft(10.0, 1)).seconds < 10


def test_every_game_has_a_seed_of_its_own():
    thinker, seeds = Thinker("greedy"), []
    thinker.player.new_game = seeds.append
    for _ in range(3):
        thinker.forget()
        thinker.prepare()
        thinker.prepare()
    assert seeds == [0, 1, 2]


# NBoard's protocol


@pytest.mark.parametrize("count", [1, 3])
def test_hints_are_of_as_many_moves_as_are_asked_for(count):
    session = Session("nboard", Thinker("alphabeta:evaluator=mobility"))
    words = [line.split() for line in session.ask("set depth 2", f"hint {count}").splitlines()]
    assert len({word[1][:2] for word in words if word[0] == "search"}) == count


def test_a_pass_is_worth_to_its_side_what_the_other_loses():
    game, session = passing_game(), Session("nboard", Noting("alphabeta"))
    session.ask(f"set game {without_its_last_pass(game)}")
    position = game.position
    move = next(square for square in range(64) if int(position.legal()) >> square & 1)
    score = (100 * move + int(position.plies_left())) / 100
    assert f"search PA{square_name(move).upper()} {-score:.2f} 0 1" in session.ask("hint 1")
    said = session.ask("analyze").split("\n")
    numbered = {line.split()[1]: line.split()[2] for line in said if line[:8] == "analysis"}
    assert numbered[str(len(game.moves))] == f"{score:.2f}"
    assert numbered[str(len(game.moves) - 1)] == f"{-score:.2f}"


def test_only_another_game_is_forgotten():
    session = Session("nboard", Noting())
    first = "set game (;GM[Othello]PB[a]PW[b]TY[8]BO[8 ---------------------------O*------*O--"
    first += "------------------------- *]B[F5]{}"
    session.ask(first.format(";)"))
    assert session.thinker.forgotten == 0
    session.ask(first.format("W[D6];)"))
    assert session.thinker.forgotten == 0
    session.ask(first.replace("F5", "D3").format(";)"))
    assert session.thinker.forgotten == 1
