from hypothesis import given, strategies

from othello.openings import four_move_openings
from tournament.games.openings import (
    GameKey,
    chosen_openings,
    game_keys,
    opening_name,
    seed,
)


def test_every_opening_is_played_with_both_colours():
    assert game_keys((3, 8)) == (
        GameKey(3, True),
        GameKey(3, False),
        GameKey(8, True),
        GameKey(8, False),
    )


@given(strategies.integers(1, 243))
def test_a_number_of_openings_has_as_many_classes_as_can_be_and_extends_fewer(count):
    chosen = chosen_openings(str(count))
    assert list(chosen) == sorted(chosen)
    assert set(chosen) < set(chosen_openings(str(count + 1)))
    assert len(chosen) == count
    assert len({four_move_openings()[one].board_class for one in chosen}) == min(count, 60)


def test_classes_are_one_opening_of_each_class():
    every = {opening.board_class for opening in four_move_openings()}
    chosen = [four_move_openings()[one].board_class for one in chosen_openings("classes")]
    assert sorted(chosen) == sorted(every)


def test_openings_can_be_named():
    names = [opening_name(index) for index in (200, 7)]
    assert chosen_openings(",".join(names)) == (7, 200)


def test_seeds_depend_on_identity_alone():
    assert seed("a", 1) == seed("a", 1) != seed("a", 2)
    assert seed("a", "b") != seed("b", "a")
    assert seed("a|b", "c") == seed("a|b", "c")
    assert 0 <= seed() < 2**63
