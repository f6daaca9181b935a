"""The factors of a gap are found where polynomials show them; what may be negative has none."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.kernels import PAIR, n, r, theta, x_norm
from rftheory.numbers.at_points import agree, signs
from rftheory.prover.gap_factors import factors_of
from rftheory.rules.integrated import granted, integrate
from rftheory.rules.nodes import Expectation, Projection
from rftheory.statements.domain import Domain, Range

_RANGES = (
    Range(r, 1, None, typical=(1, 3)),
    Range(theta, 0, sp.pi, typical=(0, 3)),
    Range(x_norm, 0, None, typical=(0, 2)),
    Range(n, 1, None, integer=True, typical=(1, 4)),
)
_FACTS = Domain(_RANGES)
_TANGENT = Domain(_RANGES, (sp.Ge(sp.exp(x_norm**2 - 1), x_norm**2),))
_POWER = Domain(_RANGES, (sp.Ge(x_norm, 2 ** (1 - n)),))
_APART = Domain(_RANGES, (sp.Ge(x_norm**2 - 2 * x_norm * r * sp.cos(theta) + r**2, 0),))
_FEATURE = sp.exp(Projection("w").dot(PAIR.x))

#: gaps that are not negative, without a sign as they stand
_GAPS = [
    ("of polynomials", (r - x_norm) ** 2 * (n - 1), _FACTS),
    ("of exponentials", (sp.exp(2 * r**2) - sp.exp(r**2)) * (sp.pi - theta), _FACTS),
    ("of roots", (sp.sqrt(r) - sp.sqrt(x_norm)) ** 2 * (1 - 1 / n), _FACTS),
    ("a square with roots", 8 * sp.sqrt(2) * r**2 * theta**2 - 8 * sp.pi * r * theta + sp.sqrt(2) * sp.pi**2, _FACTS),
    ("what a lemma says", theta * r * sp.exp(x_norm**2) - theta * r * x_norm**2 * sp.E, _TANGENT),
    ("the lemma twice", (sp.exp(2 * x_norm**2 - 2) - x_norm**4) * r / n, _TANGENT),
    ("a lemma with twice a power", n * r * (x_norm**2 - 2 ** (2 - 2 * n)), _POWER),
    ("the quotient of two terms", n * (sp.exp(x_norm**2 + r**2) - sp.exp(2 * x_norm * r * sp.cos(theta))), _APART),
    ("of expectations", n * (Expectation(_FEATURE**2) - Expectation(_FEATURE) ** 2), _FACTS),
]  # fmt: skip


@pytest.mark.parametrize(("name", "gap", "facts"), _GAPS, ids=[name for name, *_ in _GAPS])
def test_the_factors_of_a_gap_are_found(name: str, gap: sp.Expr, facts: Domain) -> None:
    gap = sp.expand(gap)
    factors = factors_of(gap, facts)
    assert len(factors) > 1
    assert agree(integrate(gap, granted, granted), sp.Mul(*factors), facts)
    assert all(-1 not in signs(factor, facts) for factor in factors)


@pytest.mark.parametrize(("name", "gap", "facts"), _GAPS, ids=[name for name, *_ in _GAPS])
def test_the_gap_the_other_way_round_has_none(name: str, gap: sp.Expr, facts: Domain) -> None:
    assert factors_of(-sp.expand(gap), facts) == [-sp.expand(gap)]


@pytest.mark.parametrize(
    "gap",
    [
        (theta - 1) * (r**2 - 1),
        theta * (sp.exp(x_norm**2) - sp.E),
        (theta - 1) ** 2 * (theta - 2),
    ],
)
def test_a_gap_that_may_be_negative_has_none(gap: sp.Expr) -> None:
    assert factors_of(sp.expand(gap), _FACTS) == [sp.expand(gap)]


def test_a_gap_of_nothing_is_none() -> None:
    gap = sp.expand((x_norm + 1) ** 2) - (x_norm + 1) ** 2
    assert factors_of(gap, _FACTS) == [gap]
