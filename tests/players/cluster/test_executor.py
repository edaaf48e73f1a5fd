"""The executor before a scheduler that does what the test says."""

import pickle
import socket
import threading
from concurrent.futures import BrokenExecutor, CancelledError

import pytest
from patience import PATIENCE_SECONDS

from players.cluster import connection, executor
from players.cluster.child import DONE, REFUSED, Reply, answer_to
from players.cluster.choice import Elsewhere
from players.cluster.connection import ClusterError
from players.cluster.executor import AHEAD, MOST_LOSSES, Cluster


class KilledWorker(Exception):  # noqa: N818 - the name that Dask gives it
    """What the scheduler says of work that has ended several workers."""

    def __init__(self):
        super().__init__()
        self.last_worker = Worker()


class Worker:
    address = "tcp://10.0.0.7:4000"


class Remote:
    """The scheduler's future of one order."""

    def __init__(self, key, content):
        self.key, self._content = key, content
        self.status, self.cancelled, self._error, self._answer = "pending", False, None, None

    def add_done_callback(self, tell):
        self._tell = tell

    def end(self, error=None, answer=None, status="finished"):
        """The scheduler has an answer: what comes of the order, or what is given."""
        self._error, self._answer = error, answer
        self.status = "error" if isinstance(error, KilledWorker) else status
        self._tell(self)

    def result(self, timeout):
        if self._error is not None:
            raise self._error
        return pickle.dumps(self._answer or answer_to(self._content))

    def exception(self):
        return self._error

    def cancel(self):
        self.cancelled = True


class Scheduler:
    """A connection to nobody; the test ends what is handed out, in `given`."""

    def __init__(self):
        self.lives, self.slots, self.client = True, 2, self
        self.given, self.begun_keys = [], set()
        self._more = threading.Condition()
        self.opened = self.refusals = 0

    def __call__(self, elsewhere, say, pause):
        return self

    def open(self):
        self.lives = True
        self.opened += 1

    def count(self):
        pass

    def lose(self):
        pass

    def close(self):
        self.lives = False

    def begun(self):
        return self.begun_keys

    def submit(self, carry_out, content, key, pure):
        with self._more:
            if self.refusals:
                self.refusals, self.lives = self.refusals - 1, False
                raise RuntimeError("the client is closed")
            self.given.append(Remote(key, content))
            self._more.notify_all()
        return self.given[-1]

    def wait_for(self, number):
        """What has been handed out, once it is so many."""
        with self._more:
            assert self._more.wait_for(lambda: len(self.given) >= number, PATIENCE_SECONDS)
        return self.given


@pytest.fixture
def scheduler(monkeypatch):
    """In place of any connection."""
    made = Scheduler()
    monkeypatch.setattr(executor, "Connection", made)
    return made


@pytest.fixture
def cluster(scheduler):
    """The executor, ended after the test."""
    started = Cluster(Elsewhere("tcp://nowhere:1", 0))
    yield started
    started.shutdown(cancel_futures=True)


def ready(future):
    """The result of a future."""
    return future.result(timeout=PATIENCE_SECONDS)


def test_so_much_is_handed_out_as_workers_can_do(scheduler, cluster):
    futures = [cluster.submit(divmod, number, 3) for number in range(20)]
    assert len(scheduler.wait_for(4)) == 2 * AHEAD == 4
    scheduler.given[1].end()
    assert ready(futures[1]) == (0, 1)
    scheduler.slots = 5
    assert len(scheduler.wait_for(11)) == 1 + 5 * AHEAD
    for remote in scheduler.given[:1] + scheduler.given[2:]:
        remote.end()
    for place in range(11, 20):
        scheduler.wait_for(place + 1)[place].end()
    assert [ready(future) for future in futures] == [divmod(number, 3) for number in range(20)]


def test_an_error_is_that_of_the_call_alone(scheduler, cluster):
    wrong, right = cluster.submit(divmod, 1, 0), cluster.submit(divmod, 1, 1)
    for remote in scheduler.wait_for(2):
        remote.end()
    with pytest.raises(ZeroDivisionError):
        ready(wrong)
    assert ready(right) == (1, 0)


def test_what_was_lost_on_its_way_is_done_again(scheduler, cluster):
    future = cluster.submit(divmod, 7, 3)
    scheduler.wait_for(1)[0].end(error=CancelledError(), status="cancelled")
    scheduler.wait_for(2)[1].end()
    assert ready(future) == (2, 1)


def test_all_is_handed_out_again_after_the_scheduler_was_lost(scheduler, cluster):
    futures = [cluster.submit(divmod, number, 3) for number in range(4)]
    before = list(scheduler.wait_for(4))
    scheduler.lives = False
    scheduler.wait_for(8)
    assert scheduler.opened == 1
    for remote in (*before, *scheduler.given[4:]):  # what the old one still says counts for nothing
        remote.end()
    assert [ready(future) for future in futures] == [divmod(number, 3) for number in range(4)]


def test_what_a_closed_client_refuses_is_handed_out_again(scheduler, cluster):
    scheduler.refusals = 2
    futures = [cluster.submit(divmod, number, 3) for number in range(2)]
    for remote in scheduler.wait_for(2):
        remote.end()
    assert [ready(future) for future in futures] == [(0, 0), (0, 1)]
    assert scheduler.opened == 2


def test_what_cannot_be_sent_or_read_is_an_error_and_nobody_waits(scheduler, cluster):
    with pytest.raises((AttributeError, pickle.PicklingError)):
        ready(cluster.submit(lambda: 1))
    future = cluster.submit(abs, 1)
    scheduler.wait_for(1)[0].end(answer=Reply(DONE, b"nonsense"))
    with pytest.raises(ClusterError, match=r"cannot read an answer: \w+: "):
        ready(future)


def test_work_that_ends_its_workers_is_given_up_in_the_end(scheduler, cluster):
    future, other = cluster.submit(divmod, 7, 3), cluster.submit(divmod, 8, 3)
    scheduler.wait_for(2)
    place = 0
    for number in range(MOST_LOSSES):
        scheduler.wait_for(2 + number)[place].end(error=KilledWorker())
        place = 2 + number
    for lost in (future, other, cluster.submit(divmod, 1, 1)):
        with pytest.raises(ClusterError, match=r"the last one was tcp://10\.0\.0\.7:4000"):
            ready(lost)


def test_other_code_ends_all_in_a_line(scheduler, cluster):
    futures = [cluster.submit(divmod, number, 3) for number in range(9)]
    said = "tcp://10.0.0.7:4000 has other code: version a, not b"
    scheduler.wait_for(4)[2].end(answer=Reply(REFUSED, said))
    for future in futures:
        with pytest.raises(ClusterError, match=f"^the worker {said}$"):
            ready(future)


def test_what_is_cancelled_is_taken_back(scheduler, cluster):
    futures = [cluster.submit(divmod, number, 3) for number in range(5)]
    scheduler.wait_for(4)
    scheduler.begun_keys = {scheduler.given[0].key, scheduler.given[3].key, "another command's"}
    assert cluster.begun(futures) == {futures[0], futures[3]}
    assert all(future.cancel() for future in futures[1:])
    assert cluster.begun(futures) == {futures[0], futures[3]} - set(futures[1:])
    assert [remote.cancelled for remote in scheduler.given] == [False, True, True, True]
    scheduler.given[0].end()
    assert ready(futures[0]) == (0, 0)


def test_the_end_waits_for_what_is_left_or_drops_it(scheduler):
    with Cluster(Elsewhere("tcp://nowhere:1", 0)) as waited:
        future = waited.submit(divmod, 7, 3)
        threading.Thread(target=lambda: scheduler.wait_for(1)[0].end()).start()
    assert future.result(timeout=0) == (2, 1)
    dropped = Cluster(Elsewhere("tcp://nowhere:1", 0))
    future = dropped.submit(divmod, 7, 3)
    dropped.shutdown(cancel_futures=True)
    assert future.cancelled()
    with pytest.raises(RuntimeError):
        dropped.submit(divmod, 7, 3)


@pytest.mark.parametrize("listens", [False, True])
def test_where_no_scheduler_answers_a_line_says_so(monkeypatch, listens):
    pytest.importorskip("distributed")
    monkeypatch.setattr(connection, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr(connection, "AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(connection, "QUESTION_SECONDS", 0.3)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        if listens:  # but says nothing
            nobody.listen()
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        with Cluster(Elsewhere(address, 0)) as cluster:
            with pytest.raises(ClusterError, match=f"no scheduler answers at {address};"):
                ready(cluster.submit(abs, 1))
            with pytest.raises(ClusterError):
                ready(cluster.submit(abs, 1))
    assert not issubclass(ClusterError, BrokenExecutor)  # nobody tries again in vain
