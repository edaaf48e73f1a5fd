"""The line of a numba error that names the cause."""

from textwrap import dedent
from typing import NamedTuple

import jsonschema
import pytest

from othello.cli.errors import first_line, place_of
from othello.jit import COMPILED, NumbaError, jit, jitmethods

ERROR = dedent("""\
    Failed in nopython mode pipeline (step: nopython frontend)
    - Resolution failure for literal arguments:
     >>> value(Frontier(int64 x 1), Position(uint64 x 2))
      Rejected as the implementation raised a specific error:
      Unknown attribute 'fina' of type Position(uint64 x 2)

      File "frontier.py", line 13:
          def value(self, state):
    During: Pass nopython_type_inference""")


@jitmethods
class Complete(NamedTuple):
    """An evaluator."""

    number: int = 0

    def value(self, state):
        return self.number


@jitmethods
class Lacking(NamedTuple):
    """An evaluator without `value`, which the other one has."""

    number: int = 0


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (NumbaError(ERROR), "Unknown attribute 'fina' of type Position(uint64 x 2)"),
        (NumbaError("no place\nat all"), "no place"),
        (ValueError("one\ntwo"), "one"),
        (ValueError(), ""),
    ],
)
def test_first_line_of_an_error_names_its_cause(error, line):
    assert first_line(error).removesuffix(" (frontier.py, line 13)") == line


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("kernel", "argument", "cause"),
    [
        (lambda number: number.fina, 1, "Unknown attribute 'fina' of type int64 ("),
        (lambda evaluator: evaluator.value(evaluator), Lacking(), "value(Lacking("),
        (lambda number: number.real & 0.5, 1, "and_(int64, float64) ("),
    ],
    ids=["attribute", "method", "types"],
)
def test_first_line_of_what_numba_raises_names_its_cause(kernel, argument, cause):
    with pytest.raises(NumbaError) as caught:
        jit(kernel)(argument)
    assert cause in first_line(caught.value)


def test_place_of_an_error_is_in_the_users_module_and_not_in_a_library():
    with pytest.raises(jsonschema.ValidationError) as caught:
        jsonschema.validate(1, {"type": "string"})
    assert place_of(caught.value).startswith(" (test_numba_errors.py, line ")
