"""Every mutant still applies, and the tests that judge it exist."""

from collections import Counter

import mutants


def test_mutants_fit_the_code_and_have_tests():
    assert [mutant.name for mutant in mutants.MUTANTS if not mutant.fits()] == []
    tests = {name for mutant in mutants.MUTANTS for name in mutant.tests}
    assert [name for name in tests if not (mutants.ROOT / "tests" / f"{name}.py").exists()] == []
    assert max(Counter(mutant.name for mutant in mutants.MUTANTS).values()) == 1
