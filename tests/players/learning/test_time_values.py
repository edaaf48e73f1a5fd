"""What time is worth by empty squares, measured and fitted."""

import numpy as np
import pytest

from players.learning import time_values
from players.learning.time_values import (
    MEASURED_EMPTIES,
    MEASURED_NODES,
    SEARCHED_NODES,
    LossCurve,
    fitted,
    measured,
)


def test_a_known_loss_that_falls_evenly_with_doublings_is_found_again():
    left = 0.75
    lost = 2.0 * left ** np.log2(SEARCHED_NODES / MEASURED_NODES)
    curves = [LossCurve(empties, np.tile(lost, (50, 1))) for empties in MEASURED_EMPTIES]
    for discs, share in fitted(curves):
        assert discs == pytest.approx(2.0, rel=0.02)
        assert share == pytest.approx(left, rel=0.02)


@pytest.mark.compiled
def test_the_same_seed_gives_the_same_losses_and_none_is_below_nothing(monkeypatch):
    monkeypatch.setattr(time_values, "MEASURED_EMPTIES", (18, 46))
    monkeypatch.setattr(time_values, "SEARCHED_NODES", 2 ** np.arange(8, 12))
    monkeypatch.setattr(time_values, "JUDGE_NODES", 2**13)
    once, again = measured(3, 5), measured(3, 5)
    assert [each.empties for each in once] == [18, 46]
    for one, other in zip(once, again, strict=True):
        assert one.lost.shape == (3, 4) and one.lost.min() >= 0
        np.testing.assert_array_equal(one.lost, other.lost)
