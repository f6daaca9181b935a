"""The factors of a gap are found where polynomials show them, and a gap that may be negative is refused whatever its factors."""

from __future__ import annotations

import pytest
import sympy as sp
from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Unproved
from rftheory.evidence.gap_factors import factors_of
from rftheory.evidence.integrated import decide_equal
from rftheory.evidence.sign import NONNEGATIVE, sign_of

from rftheory.kernels import PAIR, n, r, theta, x_norm
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
    assert not sign_of(gap, facts) <= NONNEGATIVE
    factors = factors_of(gap, facts)
    assert len(factors) > 1
    assert decide_equal(gap, sp.Mul(*factors), facts).zero
    assert all(sign_of(factor, facts) <= NONNEGATIVE for factor in factors)
    assert Bound(r, facts).at_most(r + gap).relation() in ("<=", "<")
    assert Bound(r, facts).at_least(r - gap).relation() in (">=", ">")


@pytest.mark.parametrize(("name", "gap", "facts"), _GAPS, ids=[name for name, *_ in _GAPS])
def test_the_gap_the_other_way_round_is_refused(name: str, gap: sp.Expr, facts: Domain) -> None:
    with pytest.raises(Unproved, match="is not proved nonnegative"):
        Bound(r, facts).at_least(r + sp.expand(gap))


@pytest.mark.parametrize(
    "gap",
    [
        (theta - 1) * (r**2 - 1),
        theta * (sp.exp(x_norm**2) - sp.E),
        # true by the lemma alone
        theta * r * sp.exp(x_norm**2) - theta * r * x_norm**2 * sp.E,
        (theta - 1) ** 2 * (theta - 2),
    ],
)
def test_a_gap_that_may_be_negative_is_refused(gap: sp.Expr) -> None:
    assert factors_of(sp.expand(gap), _FACTS) == [sp.expand(gap)]
    with pytest.raises(Unproved, match="is not proved nonnegative"):
        Bound(r, _FACTS).at_most(r + sp.expand(gap))


def test_a_gap_of_nothing_is_none() -> None:
    gap = sp.expand((x_norm + 1) ** 2) - (x_norm + 1) ** 2
    assert factors_of(gap, _FACTS) == [gap]
