"""Random instances of the rules of structure and congruence, with and without their conditions."""

from __future__ import annotations

from tests.kernel.random_steps import generators

#: ABSURD has no points to judge at, INHABIT no value to judge: `test_points` tries it
FUZZ = generators("structure")
