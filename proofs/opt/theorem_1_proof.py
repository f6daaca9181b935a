"""The printed proof of Theorem 1, step by step, on a law Omega of N points (see `_setting`).

Every printed equation is right. What the proof leaves open is that a stationary point need not be a minimum; here it is
one, and global, because ``p -> c^2/p`` is convex: its tangents at the stationary point add up to a constant.
"""

from __future__ import annotations

import sympy as sp

from proofs.opt._draws import OnPoints, error_check
from proofs.opt._setting import (
    MOMENTS,
    POSITIVE_MOMENTS,
    PROPOSALS,
    f,
    g,
    h,
    i,
    importance,
    j,
    k,
    kappa,
    kernel,
    mean_squared_kernel,
    omega,
    over_data,
    over_points,
    proposed,
    reduced_variance,
    root,
    sample,
    variance,
    variance_at_inputs,
)
from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Derivation
from rftheory.propositions import Equality, Inequality, Limit
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="opt.theorem-1-proof",
    paper="opt",
    location="proof of Theorem 1",
    kind="identity",
    title="The printed proof of Theorem 1",
    reading="Sums over N points for the integrals over w, sums over data sets for E_x1 and E_x2.",
    notes=(
        "The Lagrangian is printed without its constant -lambda, which has no influence on the derivative.",
        "The stationary density asks for lambda > 0, that is for q > 0 somewhere, and is a proposal with the support of Omega "
        "only if q > 0 everywhere.",
    ),
)

_P, _C, _LAMBDA = sp.symbols("p c lambda", positive=True)
_SHIFT = sp.Symbol("h", real=True)
_DENSITIES = Domain(
    (
        Range(_P, 0, None, "()", typical=(sp.Rational(1, 4), 2), awkward=(sp.Rational(1, 10), 10)),
        Range(_C, 0, None, "()", typical=(sp.Rational(1, 4), 2), awkward=(sp.Rational(1, 10), 10)),
        Range(_LAMBDA, 0, None, "()", typical=(sp.Rational(1, 4), 3), awkward=(sp.Rational(1, 10), 10)),
    )
)


def _lagrangian(density: sp.Expr) -> sp.Expr:
    """The printed Lagrangian at one point, c = p_Omega q."""
    return _C**2 / density + _LAMBDA * density


def _slope() -> sp.Expr:
    return -(_C**2) / _P**2 + _LAMBDA


def _difference() -> sp.Expr:
    return _lagrangian(_P + _SHIFT) - _lagrangian(_P)


def _derivative() -> Derivation:
    # with the powers of p + h multiplied out the quotient is smooth at h = 0
    numerator = _LAMBDA * _P * (_P + _SHIFT) - _C**2
    chain = Derivation(_difference() / _SHIFT, _NEAR)
    chain.algebra(numerator / (_P * (_P + _SHIFT)))
    return chain.limit_by_continuity(_SHIFT, sp.Integer(0))


_NEAR = _DENSITIES.with_ranges(Range(_SHIFT, 0, 1, "()", typical=(0, 1)))


def _convexity() -> Bound:
    """c^2/p - (tangent at s) = c^2 (p - s)^2 / (p s^2) with s = c/sqrt(lambda)."""
    tangent = 2 * sp.sqrt(_LAMBDA) * _C - _LAMBDA * _P
    return Bound(_C**2 / _P, _DENSITIES).at_least(tangent, [1 / _P, (_C - sp.sqrt(_LAMBDA) * _P) ** 2])


def _printed() -> list[Claim]:
    mean = over_points(omega[k] * root())
    first = over_data(over_points(proposed() * sample() ** 2))
    center = over_points(proposed() * sample())
    # the law that draws is normalised with an index of its own, or it would cancel against the ratio in Z unseen
    drawn, ratio = proposed(index=h), sample()
    return [
        Claim(
            name="variance split",
            location="first display",
            says="Var_Psi Z = E_Psi Z^2 - (E_Psi Z)^2 for the weighted sample Z at any two inputs",
            proposition=Equality(
                variance_at_inputs().subs({i: 1, j: 1}),
                (over_points(proposed() * sample() ** 2) - center**2).subs({i: 1, j: 1}),
            ),
            domain=PROPOSALS,
        ),
        Claim(
            name="second term",
            location="after the first display",
            says="(E_Psi Z)^2 = K(x_1, x_2)^2",
            proposition=Equality(over_points(drawn * ratio).subs({i: 1, j: 1}) ** 2, kernel(f[1, k], g[1, k]) ** 2),
            domain=PROPOSALS,
        ),
        Claim(
            name="(3), first line",
            location="(3)",
            says="E_x1 E_x2 E_Psi of the first term, its ratio of densities cancelled once",
            proposition=Equality(
                over_data(over_points(drawn * ratio**2)),
                over_data(over_points(omega[k] ** 2 / proposed() * f[i, k] ** 2 * g[j, k] ** 2)),
            ),
            domain=PROPOSALS,
        ),
        Claim(
            name="(3)",
            location="(3)",
            says="the means over x_1 and x_2, independent, go inside (Tonelli): int p_Omega^2/p_Psi q^2",
            proposition=Equality(first, over_points(omega[k] ** 2 / proposed() * importance() ** 2)),
            domain=PROPOSALS,
        ),
        Claim(
            name="V_Psi",
            location="(3)",
            says="together: V_Psi = int p_Omega^2/p_Psi q^2 - E K^2",
            proposition=Equality(variance(), _reduced()),
            domain=PROPOSALS,
        ),
        Claim(
            name="derivative",
            location="the Lagrangian",
            says="the derivative of c^2/p + lambda p, c = p_Omega q, is -c^2/p^2 + lambda",
            proposition=Limit(_difference() / _SHIFT, _SHIFT, sp.Integer(0), _slope()),
            domain=_NEAR,
            proof=_derivative,
        ),
        Claim(
            name="stationary point",
            location="the Lagrangian",
            says="it vanishes at p = c / sqrt(lambda), and at no other p > 0",
            proposition=Equality(
                _slope(), sp.sqrt(_LAMBDA) * (sp.sqrt(_LAMBDA) + _C / _P) / _P * (_P - _C / sp.sqrt(_LAMBDA))
            ),
            domain=_DENSITIES,
        ),
        Claim(
            name="constraint",
            location="the Lagrangian",
            says="int p_Psi = 1 forces sqrt(lambda) = int p_Omega q",
            proposition=Equality(
                over_points(omega[k] * root()) / sp.sqrt(_LAMBDA) - 1, (mean - sp.sqrt(_LAMBDA)) / sp.sqrt(_LAMBDA)
            ),
            domain=MOMENTS.with_ranges(*(item for item in _DENSITIES.ranges if item.symbol == _LAMBDA)),
        ),
        Claim(
            name="value of (3)",
            location="last sentence",
            says="at p_Psi = p_Omega q / int p_Omega q the integral (3) is (int p_Omega q)^2",
            proposition=Equality(reduced_variance(lambda s: omega[s] * root(s)) + kappa, mean**2),
            domain=POSITIVE_MOMENTS,
        ),
    ]


def _stationarity_suffices() -> list[Claim]:
    mean = over_points(omega[h] * root(h), h)
    tangents = over_points(2 * mean * omega[k] * root() - mean**2 * proposed())
    return [
        Claim(
            name="tangent",
            says="c^2/p is convex: at least its tangent at the stationary point, 2 sqrt(lambda) c - lambda p",
            role="lemma",
            proposition=Inequality(_C**2 / _P, ">=", 2 * sp.sqrt(_LAMBDA) * _C - _LAMBDA * _P),
            domain=_DENSITIES,
            proof=_convexity,
            mutants=(Inequality(_C**2 / _P, ">=", 2 * sp.sqrt(_LAMBDA) * _C - _LAMBDA * _P / 2),),
        ),
        Claim(
            name="sum of tangents",
            says="for sqrt(lambda) = int p_Omega q the tangents add up to (int p_Omega q)^2 whatever p_Psi: stationarity suffices",
            role="lemma",
            proposition=Equality(tangents, over_points(omega[k] * root()) ** 2),
            domain=MOMENTS,
        ),
    ]


def claims() -> list[Claim]:
    return [*_printed(), *_stationarity_suffices()]


def _reduced() -> sp.Expr:
    """int p_Omega^2/p_Psi q^2 - E K^2, of data sets."""
    return over_points(omega[k] ** 2 / proposed() * importance() ** 2) - mean_squared_kernel()


def simulations() -> list[MomentCheck]:
    return [error_check("V_Psi", OnPoints(), _reduced(), "V_Psi")]
