"""Nonnegative combinations of vectors: found in floats, settled exactly."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from rftheory.prover.linear import combination


def test_combinations_of_numbers_that_are_no_floats() -> None:
    large = Fraction(10**400)
    columns: list[dict[Hashable, Fraction]] = [{0: large, 1: Fraction(1)}, {1: Fraction(-1)}, {0: -large}]
    assert combination({0: 2 * large, 1: Fraction(1)}, columns, [1, 1, 1], [False] * 3) == {0: 2, 1: 1}
    assert combination({0: -large, 1: Fraction(1)}, columns[:2], [1, 1], [False] * 2) is None


def test_combinations_are_exact() -> None:
    third = Fraction(1, 3)
    columns: list[dict[Hashable, Fraction]] = [{0: Fraction(3), 1: Fraction(1)}, {1: Fraction(1)}, {0: Fraction(-1)}]
    assert combination({0: Fraction(1), 1: third}, columns, [1, 1, 1], [False] * 3) == {0: third}
    assert combination({0: Fraction(1), 1: Fraction(-1)}, columns, [1, 1, 1], [False] * 3) is None
