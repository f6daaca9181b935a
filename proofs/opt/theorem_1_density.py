"""Theorem 1, the density: V_Psi is minimised by ``p_Psi`` proportional to ``p_Omega q``, globally.

With ``rho = p_Omega/p_Psi`` the excess over the value of the theorem is itself a variance,

    V_Psi - V^ = E_Psi (rho q - E_Omega q)^2 = Var_Psi(rho q) >= 0,

so that no stationary point has to be discussed and the minimum is global; it vanishes only where rho q is constant. Two
conditions are missing. The minimiser has "the same support as Omega" only if q > 0 there: where q vanishes with positive
probability the minimum over these proposals is not attained, V^ is only their infimum. And ``E_Omega q`` must be
finite, or there is no density to speak of.
"""

from __future__ import annotations

import sympy as sp

from proofs.opt import _cases as cases
from proofs.opt._setting import (
    MOMENTS,
    POSITIVE_MOMENTS,
    PROPOSALS,
    N,
    a,
    b,
    h,
    importance,
    k,
    kappa,
    omega,
    optimal_value,
    optimal_variance,
    over_points,
    proposed,
    psi,
    reduced_variance,
    root,
    variance,
)
from rftheory.evidence.bounds import Bound
from rftheory.kernels import d, sigma
from rftheory.rules.importance import OnPoints
from rftheory.rules.nodes import DRAW, Expectation, Variate
from rftheory.statements.claims import Claim, Equality, Inequality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="opt.theorem-1-density",
    paper="opt",
    location="Theorem 1",
    kind="optimum",
    title="The optimal proposal",
    reading="(i) no proposal with the support of Omega has a smaller V than (E_Omega q)^2 - E K^2; (ii) p_Omega q is the density of "
    "such a proposal, (iii) for all laws of the data. For a law on N points, N, weights and features arbitrary.",
    notes=(
        "That x_1 and x_2 are independent is used: it makes E phi(x_1, w)^2 phi(x_2, w)^2 the product q(w)^2. For dependent "
        "inputs q(w)^2 is that expectation, and the theorem holds with it.",
    ),
)

#: a law on two points, at the second of which q vanishes
_CHANCE, _WEIGHT, _Q = sp.symbols("p_1 omega_1 q_1", positive=True)
_TWO_POINTS = Domain(
    (
        Range(_CHANCE, 0, 1, "()", typical=(0, 1), awkward=(sp.Rational(1, 100), sp.Rational(99, 100))),
        Range(_WEIGHT, 0, 1, "()", typical=(0, 1)),
        Range(_Q, 0, None, "()", typical=(0, 3)),
    )
)
_EPSILON = sp.Symbol("epsilon", positive=True)
#: q does not vanish everywhere
_MIXED = MOMENTS.with_ranges(
    Range(_EPSILON, 0, 1, "()", typical=(0, 1), awkward=(sp.Rational(1, 1000), sp.Rational(99, 100)))
).where(sp.Gt(over_points(omega[k] * root()), 0))
_RHO_Q = Variate("rho q", DRAW**2)


def excess(q: OnPoints) -> sp.Expr:
    """``E_Psi (rho q - E_Omega q)^2``, the variance that a proposal adds to the optimal one."""
    mean = over_points(omega[h] * q(h), h)
    return over_points(proposed() * (omega[k] / proposed() * q(k) - mean) ** 2)


def _lower_bound(start: sp.Expr, q: OnPoints, end: sp.Expr, domain: Domain) -> Bound:
    return Bound(start, domain).at_least(end, [excess(q)])


def lower_bound() -> Claim:
    """V_Psi >= V^ for every proposal, in terms of second moments."""
    return Claim(
        name="no smaller variance",
        says="V_Psi is at least (E_Omega q)^2 - E K^2 for every proposal Psi",
        proposition=Inequality(reduced_variance(), ">=", optimal_variance()),
        domain=MOMENTS,
        proof=lambda: _lower_bound(reduced_variance(), root, optimal_variance(), MOMENTS),
        mutants=(
            Inequality(reduced_variance(), ">=", optimal_variance() + sp.Rational(1, 100)),
            Inequality(reduced_variance(), "<=", optimal_variance()),
        ),
    )


def _mixture() -> sp.Expr:
    """V of ``(1 - epsilon) p_Omega q / E q + epsilon p_Psi``, plus E K^2."""
    mean = over_points(omega[h] * root(h), h)
    chance = (1 - _EPSILON) * omega[k] * root() / mean + _EPSILON * proposed()
    return over_points(omega[k] ** 2 * root() ** 2 / chance)


def _near_infimum(infimum: sp.Expr) -> Bound:
    mean = over_points(omega[h] * root(h), h)
    chain = Bound(_mixture(), _MIXED).at_most(over_points(omega[k] * root() * mean / (1 - _EPSILON)))
    return chain.algebra(infimum)


def _printed() -> list[Claim]:
    return [
        lower_bound(),
        Claim(
            name="same support",
            says="the density p_Omega q is positive at every point of Omega: it has the sign 1",
            proposition=Equality(sp.sign(omega[1] * root(sp.Integer(1))), sp.Integer(1)),
            domain=MOMENTS,
            flaw="where all features of one data set vanish, q does, and with it the density",
            counterexample={
                N: sp.Integer(2),
                omega.label: sp.Tuple(1, 1),
                psi.label: sp.Tuple(1, 1),
                a.label: sp.Tuple(0, 1),
                b.label: sp.Tuple(1, 1),
                kappa: sp.Integer(0),
            },
        ),
        Claim(
            name="existence",
            says="the density exists for all data: positive softmax features, x_1, x_2 ~ N(0, sigma^2 I), where p_Omega q is "
            "exp(-gap |w|^2/2) up to a constant (opt.equivalence), has gap > 0",
            proposition=Inequality(1 - 2 * cases.GROWTH, ">", sp.Integer(0)),
            domain=cases.GAUSSIAN_DATA,
            flaw="E_Omega q is infinite once 2 sigma^2 >= 1",
            counterexample={sigma: sp.Integer(1), d: sp.Integer(1)},
        ),
    ]


def _corrections() -> list[Claim]:
    optimum = reduced_variance(lambda s: omega[s] * root(s))
    infimum = over_points(omega[k] * root()) ** 2 / (1 - _EPSILON)
    two = _WEIGHT**2 * _Q**2 / _CHANCE
    gap = 1 - 2 * cases.GROWTH
    return [
        Claim(
            name="minimum",
            says="if q > 0 at every point, no proposal has a smaller V than the one with density p_Omega q",
            role="correction",
            corrects="same support",
            proposition=Inequality(reduced_variance(), ">=", optimum),
            domain=POSITIVE_MOMENTS,
            proof=lambda: _lower_bound(reduced_variance(), root, optimal_variance(), POSITIVE_MOMENTS).algebra(optimum),
            mutants=(Inequality(reduced_variance(), ">=", optimum + sp.Rational(1, 100)),),
        ),
        Claim(
            name="infimum",
            says="in general (1 - epsilon) p_Omega q / E q + epsilon p_Psi, which has the support of Omega, has V + E K^2 at most "
            "(E_Omega q)^2 / (1 - epsilon): the infimum is the value of the theorem",
            role="correction",
            corrects="same support",
            proposition=Inequality(_mixture(), "<=", infimum),
            domain=_MIXED,
            proof=lambda: _near_infimum(infimum),
            mutants=(Inequality(_mixture(), "<=", infimum * (1 - _EPSILON)),),
        ),
        Claim(
            name="not attained",
            says="two points, q = 0 at the second: V + E K^2 is omega_1^2 q_1^2 / p_1 > (E_Omega q)^2 for every proposal that "
            "gives the second point a positive probability",
            role="correction",
            corrects="same support",
            proposition=Inequality(two, ">", (_WEIGHT * _Q) ** 2),
            domain=_TWO_POINTS,
            proof=lambda: Bound(two, _TWO_POINTS).at_least((_WEIGHT * _Q) ** 2, [two, 1 - _CHANCE]),
            mutants=(Inequality(two, ">", 2 * (_WEIGHT * _Q) ** 2),),
        ),
        Claim(
            name="existence, corrected",
            says="the gap is positive for 2 sigma^2 < 1",
            role="correction",
            corrects="existence",
            proposition=Inequality(gap, ">", sp.Integer(0)),
            domain=cases.SMALL_DATA,
            proof=lambda: Bound(gap, cases.SMALL_DATA).at_least(0, [1 - 2 * sigma**2, 1 / (1 + 2 * sigma**2)]),
            mutants=(Inequality(gap, ">", sp.Rational(1, 2)),),
        ),
    ]


def claims() -> list[Claim]:
    data = optimal_value()
    return [
        *_printed(),
        *_corrections(),
        Claim(
            name="data sets",
            says="V_Psi of Definition 2, of data sets, is at least (E_Omega q)^2 - E K^2",
            role="lemma",
            proposition=Inequality(variance(), ">=", data),
            domain=PROPOSALS,
            proof=lambda: _lower_bound(variance(), importance, data, PROPOSALS),
            mutants=(Inequality(variance(), ">=", data + sp.Rational(1, 100)),),
        ),
        Claim(
            name="any law",
            says="E_Psi (rho q)^2 - (E_Psi rho q)^2 is the mean of a square, for rho q of any law with a second moment",
            role="lemma",
            proposition=Equality(
                Expectation(_RHO_Q**2) - Expectation(_RHO_Q) ** 2, Expectation((_RHO_Q - Expectation(_RHO_Q)) ** 2)
            ),
            domain=Domain(()),
        ),
    ]
