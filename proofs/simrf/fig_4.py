r"""Fig. 4: for one draw of lengths, d = 6 and v = 1, the conformity falls from IID over ORF and SimRF to SimRF+, which is near the best.

The figure keeps the lengths r_i fixed (independent directions are averaged). With ``F(t) = 0F1(; d/2; v^2 t/4)`` a pair then contributes
``F(r_i^2) F(r_j^2)`` (independent), ``F(r_i^2 + r_j^2)`` (orthogonal) and ``F(r_i^2 + r_j^2 - 2 r_i r_j/(d-1))`` (simplex): the first two
inequalities hold pair by pair, for all lengths, dimensions and v. No arrangement of vectors of lengths r_i has less than
``F(2(n-2) sum_i r_i^2 / (n(n-1)))`` on average over pairs. SimRF+ geometries minimise ``sum |w_i + w_j|^2``; six vectors that add up to
zero are one. For v = 1 such an arrangement is below SimRF and within 1% of the best; for v = 3 another one is far above SimRF.
"""

from __future__ import annotations

import itertools

import sympy as sp

from proofs.simrf._directions import LENGTHS, a, b, conformity, rate, regular_square, vertex
from proofs.simrf._setting import V, v
from rftheory.evidence.pairs import PairBound, first, pair_sum, second, slope
from rftheory.kernels import d, m
from rftheory.statements.claims import Claim, Inequality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="simrf.fig-4",
    paper="simrf",
    location="Fig. 4",
    kind="claim",
    title="Conformity: IID > ORF > SimRF > SimRF+, which is close to optimal",
    reading=(
        "Lengths are given, as in the figure. The first two inequalities: for all lengths, d >= 2, v > 0. SimRF+ against SimRF, "
        "and against the least conformity of any directions ('numerically optimised', within 2%): for one set of "
        "lengths of the size of a draw of chi_6, at d = 6, v = 1. The lengths of the figure are not given in the paper."
    ),
    notes=(
        "SimRF+ is worse than SimRF for some lengths once v is large (below: v = 3); at v = 1 and d = 6 no draw of lengths was met "
        "for which it is, which proves nothing.",
    ),
)

_l = sp.Symbol("l", integer=True, positive=True)
_W = sp.IndexedBase("w", real=True)
_D = Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 6, 64))
_PAIRS = Domain((_D, V, *LENGTHS))
_M = Range(m, 2, None, integer=True, typical=(2, 3), awkward=(2, 4))
_SPACE = Range(d, 2, None, integer=True, typical=(2, 3), awkward=(2, 3))
_VECTORS = Domain((_M, _SPACE, V, Range(_W.label, None, None, shape=(m, d), typical=(-2, 2), awkward=(0,))))
_NUMBERS = Domain(())

#: six vectors that add up to zero, in units of 1/2: the last one is minus the sum of the others
_TYPICAL = ((4, -1, 0, -2, 0), (-1, 4, -2, -2, -2), (-1, -1, 3, -1, -1), (-2, -2, -2, 5, -2), (-1, -1, -1, -1, 3))
_UNEVEN = ((6, -5, -3, 1, 1), (-3, 6, -1, -2, -2), (-3, 0, 4, -2, -2), (-1, -1, -1, 2, -1), (-1, -1, -1, -1, 3))


def independent() -> sp.Expr:
    """Averaged over independent directions."""
    return conformity(a**2) * conformity(b**2)


def orthogonal() -> sp.Expr:
    return conformity(a**2 + b**2)


def simplex() -> sp.Expr:
    return conformity(a**2 + b**2 - 2 * a * b / (d - 1))


def _obtuse() -> PairBound:
    low = regular_square(a, b, d)
    chain = PairBound(orthogonal(), _PAIRS).above_tangent_at(v**2 / 4 * low)
    chain.increasing(sp.hyper([], [d / 2 + 1], v**2 / 4 * low))
    return chain.at_least(conformity(low), [rate(low), 2 * a * b, 1 / (d - 1)]).algebra(simplex())


# -- any arrangement ------------------------------------------------------------------------------------------------


def _squares() -> sp.Expr:
    """``sum_i r_i^2``."""
    return sp.Sum(sp.Sum(_W[vertex, _l] ** 2, (_l, 1, d)), (vertex, 1, m))


def _least_square() -> sp.Expr:
    """``2(n-2)/(n(n-1)) sum_i r_i^2``."""
    return 2 * (m - 2) / (m * (m - 1)) * _squares()


def _of_vectors() -> sp.Expr:
    return pair_sum(conformity(sp.Sum((_W[first, _l] + _W[second, _l]) ** 2, (_l, 1, d))), m)


def _best_possible() -> PairBound:
    point = v**2 / 4 * _least_square()
    square = sp.Sum((_W[first, _l] + _W[second, _l]) ** 2, (_l, 1, d))
    value = sp.hyper([], [d / 2], point)
    rise = slope(value, point)

    def linear(argument: sp.Expr) -> sp.Expr:
        return value + rise * (v**2 / 4 * argument - point)

    chain = PairBound(_of_vectors(), _VECTORS)
    chain.over_pairs(
        m, lambda indexed: PairBound(conformity(square), indexed).above_tangent_at(point).algebra(linear(square))
    )
    chain.by_symmetry(m, linear(4 * sp.Sum(_W[first, _l] ** 2, (_l, 1, d))))
    chain.increasing(sp.hyper([], [d / 2 + 1], point))
    resultant = sp.Sum(sp.Sum(_W[first, _l], (first, 1, m)) ** 2, (_l, 1, d))
    return chain.at_least(m * (m - 1) / 2 * conformity(_least_square()), [rise, v**2 / 4, resultant])


# -- two arrangements -----------------------------------------------------------------------------------------------


def _closed(rows: tuple[tuple[int, ...], ...]) -> list[sp.Matrix]:
    vectors = [sp.Matrix(row) / 2 for row in rows]
    return [*vectors, -sum(vectors, sp.zeros(len(rows[0]), 1))]


def _value(square: sp.Expr, size: int) -> sp.Expr:
    return conformity(square, sp.Integer(6)).subs(v, size)


def arrangement(rows: tuple[tuple[int, ...], ...], size: int) -> sp.Expr:
    """The mean over the 15 pairs of the vectors as they are, v = size."""
    pairs = itertools.combinations(_closed(rows), 2)
    return sp.Add(*(_value((one + other).dot(one + other), size) for one, other in pairs)) / 15


def along_simplex(rows: tuple[tuple[int, ...], ...], size: int) -> sp.Expr:
    """The same for vectors of these lengths along the simplex of 6 vertices."""
    squares = [vector.dot(vector) for vector in _closed(rows)]
    pairs = itertools.combinations(squares, 2)
    return sp.Add(*(_value(s + t - sp.Rational(2, 5) * sp.sqrt(s * t), size) for s, t in pairs)) / 15


def least(rows: tuple[tuple[int, ...], ...], size: int) -> sp.Expr:
    """No arrangement of vectors of these lengths is below."""
    total = sum((vector.dot(vector) for vector in _closed(rows)), sp.Integer(0))
    return _value(sp.Rational(4, 15) * total, size)


def _compared(left: sp.Expr, right: sp.Expr) -> PairBound:
    return PairBound(left, _NUMBERS).compared(right)


def claims() -> list[Claim]:
    plus, regular, best = arrangement(_TYPICAL, 1), along_simplex(_TYPICAL, 1), least(_TYPICAL, 1)
    far, near = arrangement(_UNEVEN, 3), along_simplex(_UNEVEN, 3)
    bound = m * (m - 1) / 2 * conformity(_least_square())
    return [
        Claim(
            name="IID above ORF",
            says="for every two lengths, independent directions have on average more conformity than orthogonal ones",
            proposition=Inequality(orthogonal(), "<", independent()),
            domain=_PAIRS,
            proof=lambda: (
                PairBound(orthogonal(), _PAIRS).below_product((v**2 / 4 * a**2, v**2 / 4 * b**2)).algebra(independent())
            ),
            mutants=(Inequality(sp.Rational(101, 100) * orthogonal(), "<", independent()),),
        ),
        Claim(
            name="ORF above SimRF",
            says="for every two lengths, orthogonal directions have more conformity than those of the simplex",
            proposition=Inequality(orthogonal(), ">", simplex()),
            domain=_PAIRS,
            proof=_obtuse,
            mutants=(Inequality(orthogonal(), ">", sp.Rational(101, 100) * simplex()),),
        ),
        Claim(
            name="SimRF above SimRF+",
            says="d = 6, v = 1, six lengths between 1.6 and 3.3: SimRF+ has less conformity than SimRF",
            proposition=Inequality(plus, "<", regular),
            domain=_NUMBERS,
            proof=lambda: _compared(plus, regular),
            mutants=(Inequality(sp.Rational(102, 100) * plus, "<", regular),),
        ),
        Claim(
            name="near optimal",
            says="and at most 1% more than the least of all arrangements",
            proposition=Inequality(plus, "<", sp.Rational(101, 100) * best),
            domain=_NUMBERS,
            proof=lambda: _compared(plus, sp.Rational(101, 100) * best),
            mutants=(Inequality(plus, "<", best),),
        ),
        Claim(
            name="any arrangement",
            says="n vectors of R^d: the mean over pairs is at least F(2(n-2)/(n(n-1)) sum r_i^2)",
            role="lemma",
            proposition=Inequality(_of_vectors(), ">=", bound),
            domain=_VECTORS,
            proof=_best_possible,
            mutants=(Inequality(_of_vectors(), ">=", sp.Rational(101, 100) * bound),),
        ),
        Claim(
            name="not for large v",
            says="d = 6, v = 3, six lengths between 1.4 and 4.3: a SimRF+ geometry, a minimum of (15), has more conformity than "
            "SimRF",
            role="lemma",
            proposition=Inequality(near, "<", far),
            domain=_NUMBERS,
            proof=lambda: _compared(near, far),
            mutants=(Inequality(2 * near, "<", far),),
        ),
    ]
