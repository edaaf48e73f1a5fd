from typing import NamedTuple

import numba
import numpy as np
import pytest

from othello.jit import COMPILED, POLICY, jit, jitmethods, step
from othello.position import START


class Early:
    @jitmethods
    class Eval(NamedTuple):
        number: int = 0

        def value(self, state):
            return 300


class Late:
    @jitmethods
    class Eval(NamedTuple):
        number: int = 0

        def value(self, state):
            return -300


@jit
def _value(evaluator, state):
    return evaluator.value(state)


@step
def _twice(evaluator, state):
    return 2 * evaluator.value(state)


@jit
def _twice_in_a_kernel(evaluator, state):
    return _twice(evaluator, state)


def test_a_step_runs_in_the_kernel_that_calls_it():
    assert _twice_in_a_kernel(Early.Eval(), START) == 600
    assert _twice_in_a_kernel(Late.Eval(), START) == -600


def test_two_classes_of_one_name_keep_their_own_code():
    """numba names both types Eval(int64 x 1); the disk cache must not."""
    for _ in range(2):
        assert _value(Early.Eval(), START) == 300
        assert _value(Late.Eval(), START) == -300


def test_one_method_name_has_one_list_of_parameters():
    mine, theirs = r"Wrong.value\(self, state, depth\)", r"\w+.value\(self, state\)"
    with pytest.raises(TypeError, match=f"{mine}: other parameters than .*{theirs}"):

        @jitmethods
        class Wrong(NamedTuple):
            def value(self, state, depth):
                return depth


@jit
def _factorial(n):
    return 1 if n == 0 else n * _factorial(n - 1)


@jit
def _factorial_of_a_constant():
    return _factorial(5)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_kernel_that_calls_itself_refuses_a_constant():
    """Its machine code would crash in the next process."""
    with pytest.raises(TypeError, match=r"needs n=np.int64\(5\)"):
        _factorial_of_a_constant()


@jit
def value(evaluator, state, depth):
    return evaluator.value(state) + depth


@jit
def _value_at_three(evaluator, state):
    return value(evaluator, state, 3)


def test_a_kernel_may_share_its_name_with_a_method_that_it_calls():
    assert _value_at_three(Early.Eval(), START) == 303


@jit(allocates=True)
def _sum_of_zeros(n):
    return np.zeros(n).sum()


def test_a_kernel_may_allocate():
    assert _sum_of_zeros(3) == 0


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_kernel_at_a_prompt_runs_uncached():
    source = "from othello.jit import jit\n@jit\ndef twice(x):\n    return 2 * x\nanswer = twice(4)"
    scope = {}
    exec(compile(source, "<prompt>", "exec"), scope)
    assert scope["answer"] == 8


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_kernel_counts_no_references():
    @numba.njit(**POLICY)  # not cached: numba shows the code of new kernels only
    def second(numbers):
        return numbers[1:][0]

    assert second(np.arange(3)) == 1
    assert all("NRT_" not in code for code in second.inspect_llvm().values())


@jit("int64(int64)")
def factorial(number):
    """The product of the numbers up to one: a kernel of declared type that calls itself."""
    return 1 if number < 2 else number * factorial(number - 1)


def test_a_kernel_with_a_signature_may_call_itself():
    assert factorial(5) == 120


@jit
def highest(depth, least):
    """The larger number: a kernel that calls itself with a variable that begins as 0."""
    best = 0
    while best < depth:
        best = max(best + 1, highest(depth - 1, best))
    return max(best, least)


def test_a_kernel_may_call_itself_with_a_variable_that_begins_as_a_literal():
    assert (highest(3, 1), highest(1, 3)) == (3, 3)
