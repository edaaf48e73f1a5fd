"""What a worker's child answers, in this process and in one of its own."""

import os
import pickle
import signal
import sys

import pytest
from patience import until

from players.cluster.child import (
    DONE,
    FAILED,
    REFUSED,
    Check,
    Reply,
    answer_to,
    check_of,
    order_of,
    read_order,
    room_of,
    version_of,
)
from players.cluster.worker import Child, ChildDied, Children
from players.learning.bill.samples import play_batch

SAME = Check(str, (), "")


class StubbornError(Exception):
    """Cannot be made again from what it says."""

    def __init__(self, one, other):
        super().__init__(one)


def stubborn():
    raise StubbornError("no", 1)


def noisy():
    """Write to the standard output, from Python and from below it, and read what there is."""
    print("a line")
    os.write(1, b"another\n")
    return sys.stdin.read()


def ending():
    """End this process."""
    os.kill(os.getpid(), signal.SIGKILL)


def test_an_order_is_carried_out():
    how, value = answer_to(order_of(SAME, divmod, (7, 2)))
    assert (how, pickle.loads(value)) == (DONE, (3, 1))


def test_an_error_is_an_answer():
    how, value = answer_to(order_of(SAME, divmod, (7, 0)))
    assert how == FAILED
    assert type(pickle.loads(value)) is ZeroDivisionError
    how, value = answer_to(order_of(SAME, stubborn, ()))
    assert how == FAILED
    assert "no" in str(pickle.loads(value))


def test_other_code_is_refused_with_both_versions():
    check = Check(str, ("ours",), "theirs")
    assert answer_to(order_of(check, divmod, (7, 0))) == Reply(REFUSED, "version ours, not theirs")
    check = Check(divmod, (1, 0), "theirs")
    assert answer_to(order_of(check, abs, (1,))).how == REFUSED


def test_work_that_is_not_known_here_is_refused():
    order = order_of(SAME, play_batch, ()).replace(
        b"players.learning.bill.samples", b"players.learning.bill.simples"
    )
    answer = read_order(order)
    assert answer.how == REFUSED
    assert "No module named 'players.learning.bill.simples'" in answer.value
    assert answer_to(order) == answer


def test_a_check_is_of_the_code_that_plays_and_of_the_rooms_of_what_is_called():
    assert check_of(abs, 1).arguments == ((),)
    assert check_of(play_batch, test_an_error_is_an_answer, 3).arguments == (("players.learning",),)
    assert room_of("tournament.experiments.runner.trials") == "tournament.experiments"
    assert room_of("numpy.random") is room_of("players") is None
    rooms = ("players.learning",), ("players.learning", "tournament.experiments"), ()
    assert len({version_of(each) for each in rooms}) == 3


def answered(child, task, *arguments):
    """What a child answers."""
    child.send(order_of(SAME, task, arguments))
    return until(lambda: child.answer(0.2))


@pytest.fixture
def child(monkeypatch):
    """A child that finds this module."""
    monkeypatch.syspath_prepend(os.path.dirname(__file__))
    started = Child()
    yield started
    started.kill()


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_a_child_answers_until_it_is_gone(child):
    first = answered(child, os.getpid)
    assert first == answered(child, os.getpid)
    assert pickle.loads(first.value) != os.getpid()
    assert answered(child, sys.modules[__name__].noisy) == Reply(DONE, pickle.dumps(""))
    with pytest.raises(ChildDied, match="exit code -9"):
        answered(child, os.kill, pickle.loads(first.value), signal.SIGKILL)
    child.send(b"")
    with pytest.raises(ChildDied, match="exit code -9"):
        child.answer(60)


def test_children_are_kept_unless_they_are_stale_or_an_error_leaves():
    kept = Children()
    with kept.borrowed() as first:
        pass
    with kept.borrowed() as second:
        assert second is first
        with kept.borrowed() as third:
            assert third is not first
        second.stale = True
    with kept.borrowed() as fourth:
        assert fourth is third
    third.kill()
    with kept.borrowed() as fourth:
        assert fourth is not third  # it died while it had nothing to do
    with pytest.raises(ValueError, match="left"), kept.borrowed():
        raise ValueError("left")
    with kept.borrowed() as fifth:
        assert fifth not in (first, third)
    kept.dismiss()
    with pytest.raises(ChildDied):
        fifth.answer(60)
