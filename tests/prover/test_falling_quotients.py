"""Quotients of power series that fall, and averages over an angle."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp

from rftheory.proofs.crt._orthogonal import k as index
from rftheory.proofs.simrf._setting import D, d
from rftheory.chains.angles import SINE, sine
from rftheory.chains.chain import Chain
from rftheory.proofs.simrf._angle_series import INDEX, moment, series, u
from rftheory.proofs.simrf._falling_gains import FRAME_GAINS, GAINS, high, low, orthogonal_error, positive_error
from rftheory.propositions import Equality, Inequality
from rftheory.prover.certify import certify
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

_EXPONENTIALS = (sp.exp(u), sp.exp(2 * u))
_FROM_ZERO = Range(index, 0, None, integer=True)
_MONOMIAL = u**index / sp.gamma(index + 1)
_FACTOR = u ** (2 * index + 1) / (sp.gamma(index + 1) * sp.gamma(index + 2))


#: 1 * 2^k <= 1 * 2^(k+1)
_NEIGHBOURS = Chain(_FACTOR * 2**index).le(_FACTOR * 2 ** (index + 1), [_FACTOR, 2**index])


def _falls(slip: sp.Expr) -> Claim:
    """``exp(t)/exp(2t)`` below a multiple of ``exp(s)/exp(2s)``."""
    start, end = (sp.exp(place) / sp.exp(2 * place) for place in (high, low))
    steps = Chain(start).quotient_falls(
        _EXPONENTIALS, (high, low), series(u, u), [_MONOMIAL, 2**index], _FROM_ZERO, _NEIGHBOURS, {}
    )
    return Claim("falls", "", Inequality(start, "<", slip * end), GAINS, steps)


def test_a_quotient_falls_with_the_quotients_of_its_coefficients() -> None:
    found = certify("x", [_falls(sp.Integer(1))])
    assert found.proved == ("falls",), found.failed


def test_a_quotient_that_falls_less_is_not_proved() -> None:
    assert not certify("x", [_falls(sp.Rational(99, 100))]).proved


def _averaged(of: Callable[[sp.Expr], sp.Expr], bare: sp.Expr, bound: sp.Expr, average: sp.Expr) -> Claim:
    domain = Domain((D, INDEX))
    angles = domain.with_ranges(SINE)
    lemma = Claim("lemma", "", Inequality(bare, "<=", bound), angles, Chain(bare).le(bound))
    left = of(sp.Integer(1))
    return Claim("c", "", Inequality(left, "<=", average), domain, Chain(left).for_each(lemma))


@pytest.mark.parametrize(("slip", "holds"), [(1, True), (sp.Rational(1, 2), False)])
def test_an_average_follows_what_holds_for_every_sine(slip: sp.Expr, *, holds: bool) -> None:
    """``1 - M_1 = E sin/(d-1)`` is at most 1/(d-1)."""
    claim = _averaged(lambda order: 1 - moment(order), sine / (d - 1), 1 / (d - 1), slip / (d - 1))
    assert bool(certify("x", [claim]).proved) is holds


@pytest.mark.parametrize(("places", "holds"), [((low, high), True), ((low,), False)])
def test_a_line_may_need_all_lemmas_that_come_next(places: tuple[sp.Symbol, ...], *, holds: bool) -> None:
    """Two divisors, each of which has its sign from a lemma."""
    one, two = (1 / orthogonal_error(place) for place in (low, high))
    left, right = (one + two) * one, one**2 + one * two
    steps = Chain(left)
    for place in places:
        steps = steps.use(positive_error(), {u: place})
    claim = Claim("c", "", Equality(left, right), FRAME_GAINS, steps.eq(right))
    assert bool(certify("x", [claim]).proved) is holds
