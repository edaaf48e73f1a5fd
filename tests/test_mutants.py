"""Every mutant still applies: what it changes is there once, and the tests that judge it exist."""

from collections import Counter

import mutants
import pytest


@pytest.mark.parametrize("path", sorted({mutant.path for mutant in mutants.MUTANTS}))
def test_what_mutants_change_is_there_once(path):
    of_file = [mutant for mutant in mutants.MUTANTS if mutant.path == path]
    assert [mutant.name for mutant in of_file if not mutants.fits(mutant)] == []
    assert all(mutant.old != mutant.new for mutant in of_file)


def test_the_tests_that_judge_mutants_exist():
    for tests in {mutant.tests for mutant in mutants.MUTANTS}:
        assert mutants.test_paths(tests)


def test_every_mutant_has_a_name_of_its_own():
    counts = Counter(mutant.name for mutant in mutants.MUTANTS)
    assert [name for name, number in counts.items() if number > 1] == []
