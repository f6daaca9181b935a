r"""Theorem 3.4, App. A.2 (41)-(48): SimRFs are the best weight-independent coupling.

Directions (u_1, ..., u_m) are drawn by any law, uniformly rotated, independently of lengths of which all pairs have one law
(iid lengths). Given the lengths a, b of two projections, ``E exp((w_i + w_j).(x + y))`` is ``F(|a u_i + b u_j|^2)``, F increasing and
convex, so by the tangent of F at the value of the simplex and ``|sum_i u_i|^2 >= 0``, for every a and b,

    1/(m(m-1)) sum_(i != j) F(|a u_i + b u_j|^2) >= F(a^2 + b^2 - 2ab/(m-1)).

The average over a and b is the conformity, with which the MSE increases (Theorem 3.2): the simplex of m vertices is optimal
where it exists, for 2 <= m <= d + 1. SimRFs have d vertices: optimal for m = d and only there. For m < d a block cut short has
the cosine -1/(d-1) instead of -1/(m-1); for m = d + 1 all d + 1 vertices of one simplex beat a block and a single
independent vector.
"""

from __future__ import annotations

import sympy as sp

from proofs.simrf._directions import (
    ANY_COUNT,
    LENGTHS,
    SQUARE,
    a,
    above_simplex,
    b,
    conformity,
    cosine,
    independent_above_orthogonal,
    of_pairs,
    rate,
    regular_square,
    s,
    squared_resultant,
    squared_sum,
    t,
    tangent,
)
from proofs.simrf._setting import V, v
from rftheory.evidence.pairs import PairBound, pair_sum, slope
from rftheory.kernels import d, m
from rftheory.statements.claims import Claim, Equality, Inequality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="simrf.theorem-3.4",
    paper="simrf",
    location="Theorem 3.4, App. A.2 (41)-(48)",
    kind="optimum",
    title="SimRFs are the best weight-independent coupling",
    reading=(
        "m = d projections ('d random vector norms'); directions of any joint law that a uniform rotation leaves alone, "
        "independent of iid lengths. Judged for every two lengths a, b of a pair of projections and every configuration of "
        "directions; the theorem is the average over both. The cases m < d and m > d are judged as steps."
    ),
    notes=(
        "The printed proof is incomplete: (44)-(48) show that the simplex is stationary, among equal angles, and take it for the "
        "minimum. m equal vectors are stationary with equal angles as well, and are the maximum. What is missing is "
        "sum_(i != j) u_i.u_j >= -m after (43); no Lagrangian is needed.",
        "Lengths need not be independent: it is enough that all pairs of them have one law, whatever it is.",
        "A simplex of m vertices is optimal for every m <= d + 1. For m > d + 1 the bound is not attained, and the optimum is "
        "not settled here. (For m = 2d the d orthogonal directions with their opposites minimise every sum of this kind by "
        "Theorem 1.2 of Cohn and Kumar, Universally optimal distribution of points on spheres, 2007, which is not proved here.)",
        "Couplings that a rotation does not leave alone are outside: their resultants need not be isotropic "
        "(`simrf.isotropy`), so (10) does not describe them.",
    ),
)

_ROOT = sp.Symbol("c", real=True)
_COSINES = Range(_ROOT, -1, 1, "[]", typical=(-1, 1), awkward=(1, sp.Rational(-1, 2), -1, sp.Rational(-1, 3)))
_M = Range(m, 2, None, integer=True, typical=(2, 12), awkward=(2, 3, 4))
_D = Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 3, 64))
_STATIONARY = Domain((_M, _COSINES)).where(sp.Eq((m - 1) * _ROOT**2, 1 + (m - 2) * _ROOT))
_ANGLES = Domain((_M, _COSINES))
_FEWER = Domain((_D, _M, V, *LENGTHS)).where(sp.Lt(m, d))
_ONE_MORE = Domain((_D, V, *LENGTHS))
DIRECTIONS = ANY_COUNT.with_ranges(*LENGTHS)
BLOCKS = SQUARE.with_ranges(*LENGTHS)


def simplex(vertices: sp.Expr) -> sp.Expr:
    """The conformity of two vertices of a simplex with the lengths a and b."""
    return conformity(a**2 + b**2 - 2 * a * b / (vertices - 1))


def _best(size: sp.Expr, domain: Domain) -> PairBound:
    return above_simplex(a, b, size, domain).algebra(size * (size - 1) * simplex(size))


def mean_angle() -> sp.Expr:
    """``|a u_i + b u_j|^2`` with the mean of u_i.u_j over all pairs."""
    return (a - b) ** 2 + 2 * a * b * (squared_resultant(m) + m * (m - 2)) / (m * (m - 1))


def _jensen() -> PairBound:
    at_mean = v**2 / 4 * mean_angle()
    value = sp.hyper([], [d / 2], at_mean)

    def linear(product: sp.Expr) -> sp.Expr:
        return value + slope(value, at_mean) * v**2 / 4 * (a**2 + b**2 + 2 * a * b * product - mean_angle())

    def of_one_pair(indexed: Domain) -> PairBound:
        chain = PairBound(conformity(squared_sum(a, b)), indexed).above_tangent_at(at_mean)
        return chain.algebra(linear(cosine()), "|u_i| = 1")

    inner = PairBound(pair_sum(conformity(squared_sum(a, b)), m), DIRECTIONS).over_pairs(m, of_one_pair)
    inner.by_symmetry(m, linear(sp.Integer(1))).algebra(m * (m - 1) / 2 * value)
    chain = PairBound(of_pairs(a, b, m), DIRECTIONS).through(inner, lambda u: 2 * u)
    return chain.algebra(m * (m - 1) * conformity(mean_angle()))


def _larger_angle() -> PairBound:
    """F(larger) >= F(smaller) + F'(smaller) (larger - smaller)."""
    low, high = regular_square(a, b, m), regular_square(a, b, d)
    chain = PairBound(simplex(d), _FEWER).algebra(conformity(high)).above_tangent_at(v**2 / 4 * low)
    chain.increasing(sp.hyper([], [d / 2 + 1], v**2 / 4 * low))
    gap = [rate(low), 2 * a * b, (d - m) / ((m - 1) * (d - 1))]
    return chain.at_least(conformity(low), gap).algebra(simplex(m))


def block_and_one() -> sp.Expr:
    """``sum_(i != j)`` for d + 1 projections: a block of SimRF and one independent projection."""
    return d * (d - 1) * simplex(d) + 2 * d * conformity(a**2) * conformity(b**2)


def _one_simplex() -> PairBound:
    """Tangents at the simplex of d + 1 vertices: the mean cosine of the pairs is -1/(d+1) > -1/d."""
    inside, beside, point = regular_square(a, b, d), a**2 + b**2, regular_square(a, b, d + 1)
    rise, value = rate(point), conformity(point)
    lines = [value + rise * (square - point) for square in (inside, beside)]
    product = conformity(a**2) * conformity(b**2)
    chain = PairBound(block_and_one(), _ONE_MORE).algebra(d * (d - 1) * conformity(inside) + 2 * d * product)
    chain.given(independent_above_orthogonal(), {t: a**2, s: b**2})
    chain.given(tangent(), {t: inside, s: point}).given(tangent(), {t: beside, s: point})
    chain.at_least(d * (d - 1) * conformity(inside) + 2 * d * conformity(beside), [2 * d, product - conformity(beside)])
    chain.at_least(d * (d - 1) * lines[0] + 2 * d * conformity(beside), [d * (d - 1), conformity(inside) - lines[0]])
    chain.at_least(d * (d - 1) * lines[0] + 2 * d * lines[1], [2 * d, conformity(beside) - lines[1]])
    chain.increasing(sp.hyper([], [d / 2 + 1], v**2 / 4 * point))
    return chain.at_least(d * (d + 1) * value, [rise, 2 * a * b]).algebra(d * (d + 1) * simplex(d + 1))


def _outside() -> list[Claim]:
    """m < d and m > d."""
    return [
        Claim(
            name="fewer than d",
            says="m < d vectors of a simplex of d vertices have the least conformity of m directions",
            proposition=Inequality(simplex(d), "<=", simplex(m)),
            domain=_FEWER,
            role="step",
            location="Theorem 3.4, read for m < d",
            flaw="m < d directions can have the cosine -1/(m-1) < -1/(d-1): two of them are best opposite to each other",
            counterexample={d: sp.Integer(3), m: sp.Integer(2), v: sp.Integer(1), a: sp.Integer(1), b: sp.Integer(1)},
        ),
        Claim(
            name="simplex of m vertices",
            says="for m < d a simplex of m vertices has less conformity",
            role="correction",
            corrects="fewer than d",
            proposition=Inequality(simplex(d), ">", simplex(m)),
            domain=_FEWER,
            proof=_larger_angle,
            mutants=(Inequality(simplex(d), ">", sp.Rational(101, 100) * simplex(m)),),
        ),
        Claim(
            name="more than d",
            says="d + 1 projections: a block of d and one independent vector have the least conformity",
            proposition=Inequality(block_and_one(), "<=", d * (d + 1) * simplex(d + 1)),
            domain=_ONE_MORE,
            role="step",
            location="Sec. 3, m > d by independent blocks",
            flaw="R^d has a simplex of d + 1 vertices, with cosines -1/d for all pairs",
            counterexample={d: sp.Integer(2), v: sp.Integer(1), a: sp.Integer(1), b: sp.Integer(1)},
        ),
        Claim(
            name="simplex of d + 1 vertices",
            says="all d + 1 vertices of one simplex have less conformity, for every two lengths",
            role="correction",
            corrects="more than d",
            proposition=Inequality(block_and_one(), ">", d * (d + 1) * simplex(d + 1)),
            domain=_ONE_MORE,
            proof=_one_simplex,
            mutants=(Inequality(block_and_one(), ">", sp.Rational(101, 100) * d * (d + 1) * simplex(d + 1)),),
        ),
        Claim(
            name="any number",
            says="m >= 2 directions: at least the conformity of a simplex of m vertices, which exists for m <= d + 1",
            role="lemma",
            proposition=Inequality(of_pairs(a, b, m), ">=", m * (m - 1) * simplex(m)),
            domain=DIRECTIONS,
            proof=lambda: _best(m, DIRECTIONS),
            mutants=(Inequality(of_pairs(a, b, m), ">=", m * (m - 1) * simplex(m + 1)),),
        ),
    ]


def claims() -> list[Claim]:
    every, least = of_pairs(a, b, d), d * (d - 1) * simplex(d)
    stationary = (m - 1) * _ROOT**2 - (m - 2) * _ROOT - 1
    return [
        Claim(
            name="best",
            says="m = d: no directions have less conformity than the simplex, for any lengths a, b of the pairs",
            proposition=Inequality(every, ">=", least),
            domain=BLOCKS,
            proof=lambda: _best(d, BLOCKS),
            mutants=(
                Inequality(every, ">=", sp.Rational(101, 100) * least),
                Inequality(every, ">=", d * (d - 1) * conformity(a**2 + b**2)),
                Inequality(every, "<=", least),
            ),
        ),
        Claim(
            name="Jensen",
            says="(43): averaged over permutations, at least the conformity at the mean of the cosines",
            proposition=Inequality(of_pairs(a, b, m), ">=", m * (m - 1) * conformity(mean_angle())),
            domain=DIRECTIONS,
            proof=_jensen,
            role="step",
            location="(43)",
            mutants=(Inequality(of_pairs(a, b, m), "<=", m * (m - 1) * conformity(mean_angle())),),
        ),
        Claim(
            name="uniquely",
            says="(48) with equal angles: m unit vectors of common cosine c, each a multiple of the sum of the others, have "
            "c = -1/(m-1)",
            proposition=Equality(_ROOT, -1 / (m - 1)),
            domain=_STATIONARY,
            role="step",
            location="(48)",
            flaw="m equal vectors, c = 1, are stationary too, and have the largest conformity",
            counterexample={m: sp.Integer(3), _ROOT: sp.Integer(1)},
        ),
        Claim(
            name="stationary angles",
            says="c = 1 and c = -1/(m-1) are the common cosines for which the sum of the others, of length "
            "sqrt((m-1) (1 + (m-2) c)), is parallel to each vector, (m-1)^2 c^2 = (m-1) (1 + (m-2) c)",
            role="correction",
            corrects="uniquely",
            proposition=Equality(stationary, (_ROOT - 1) * ((m - 1) * _ROOT + 1)),
            domain=_ANGLES,
        ),
        *_outside(),
        tangent(),
        independent_above_orthogonal(),
    ]
