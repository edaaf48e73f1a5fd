"""The engine's levels: what their weakness may do and what it never does."""

import itertools
import re
from pathlib import Path

import numpy as np
import pytest
from samples import late_position

from othello.game import Game
from othello.position import START
from players import registry
from players.engine.endgame import Solver
from players.levels import DEFAULT_LEVEL, LEVELS, level_of
from players.limits import ClockLeft, Limits
from players.protocol import Player
from players.registry import SpecError
from players.window.thinking.player_cache import limits_of


def test_the_levels_lose_their_weaknesses_one_after_the_other():
    people = [strength for strength in LEVELS if strength.rating is not None]
    looking = [strength for strength in LEVELS if strength.depth and strength.rating is None]
    assert [*people, *looking, LEVELS[-1]] == list(LEVELS) and LEVELS[-1].seconds
    for weaker, stronger in itertools.pairwise(people):
        assert stronger.rating > weaker.rating and stronger[4:7] == weaker[4:7]
    for weaker, stronger in itertools.pairwise(looking):
        assert weaker.depth < stronger.depth and weaker.ending < stronger.ending


def test_every_level_of_the_list_is_one_of_the_engine():
    assert [level.spec for level in LEVELS[:-1]] == [
        f"engine:level={number}" for number in range(1, len(LEVELS))
    ]
    assert len({level.name for level in LEVELS}) == len(LEVELS)
    assert DEFAULT_LEVEL in {level.name for level in LEVELS}
    for level in LEVELS[::5]:
        assert isinstance(registry.make(level.spec), Player)


def test_the_page_about_playing_lists_the_levels():
    page = (Path(__file__).parents[2] / "docs" / "play.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| (.*) \| (.*) \| (\d*) ?\| (.*)\|$", page, re.MULTILINE)
    assert [row[:3] for row in rows] == [
        (str(number), level.name, level.meaning) for number, level in enumerate(LEVELS, 1)
    ]
    for row, level in zip(rows, LEVELS, strict=True):
        gain, *interval = map(int, re.findall(r"[-+]?\d+", row[4].partition("-->")[2]) or [0])
        if level.seconds is None:
            assert level.gain == gain
        else:  # full strength is measured by time
            assert min(interval) < level.gain < max(interval)
        assert row[3] in ("", str(level.rating))


@pytest.mark.parametrize("level", [0, -1, len(LEVELS) + 1])
def test_a_level_that_there_is_not_is_refused_in_a_line(level):
    with pytest.raises(ValueError, match=f"level is from 1 to {len(LEVELS)}, not {level}"):
        level_of(level)
    with pytest.raises(SpecError, match=f"not {level}"):
        registry.make(f"engine:level={level}")


def game_of(black, white, seed):
    """The moves of a game between two players."""
    for player in (black, white):
        player.new_game(seed)
    game = Game()
    while not game.over:
        mover = black if game.black_to_move else white
        game.play(mover.choose(game.position).move)
    return game


@pytest.mark.compiled
def test_the_same_seed_has_the_same_game_and_another_seed_another():
    player, other = (registry.make("engine:level=4,table=2") for _ in range(2))
    games = [game_of(player, other, seed).moves for seed in (1, 2, 1)]
    assert games[0] == games[2] != games[1]


@pytest.mark.compiled
def test_a_level_without_weakness_plays_the_end_perfectly():
    number = next(index for index, each in enumerate(LEVELS, 1) if each.rating is None)
    player = registry.make(f"engine:level={number},table=2")
    for seed in range(5):
        position = late_position(seed, LEVELS[number - 1].ending - 2)
        player.new_game(seed)
        choice = player.choose(position)
        assert choice.proven
        assert choice.score == Solver(megabytes=1).solve(position).score


@pytest.mark.compiled
def test_limits_make_a_level_look_less_far_but_never_further():
    depth = LEVELS[-2].depth
    player = registry.make(f"engine:level={len(LEVELS) - 1},table=2")
    player.new_game()
    assert player.choose(START, Limits(depth=3)).depth == 3
    assert player.choose(START, Limits(depth=depth + 9, nodes=1)).depth < depth
    assert player.choose(START, Limits(depth=depth + 1)).depth == depth


def test_a_clock_shortens_only_the_level_that_thinks_for_seconds():
    stop = np.zeros(1, np.int64)
    strongest, seconds = LEVELS[-1].spec, LEVELS[-1].seconds
    little, much = (
        Limits(seconds=0.5, clock=ClockLeft(10)),
        Limits(seconds=99, clock=ClockLeft(2000)),
    )
    assert limits_of(strongest, little, stop).seconds == 0.5
    assert limits_of(strongest, None, stop).seconds == limits_of(strongest, much, stop).seconds
    assert limits_of(strongest, None, stop).seconds == seconds
    for number in range(1, len(LEVELS)):
        assert level_of(number).seconds is None
