"""How well a side played: against the definition, in numbers worked out by hand."""

from players.study.coach.accuracy import move_accuracy, play_of


def test_four_discs_lost_halve_the_accuracy_of_a_move():
    assert [move_accuracy(lost) for lost in (0, 400, 800)] == [100, 50, 25]
    assert move_accuracy(-30) == 100


def test_play_counts_a_move_without_a_choice_among_the_ratings_alone():
    losses = [(0, True), (400, True), (1200, False)]
    play = play_of(losses)
    assert play == (2, 75, 200, (1, 0, 1, 0, 1))
    assert play_of([]) == (0, None, None, (0, 0, 0, 0, 0))
