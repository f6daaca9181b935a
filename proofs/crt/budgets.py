"""Sections 3.1, 3.2.1, 3.2.2: how many values of the variance may be computed without a change of the total complexity.

K c by M random features, for n vectors c, takes O(LM(d + n)) operations: the features of 2L rows, and two products with matrices of
features. The statistics (8), (12), (14) take O(Ld). After them a value of (6), and the rate of Poisson features, take O(1), a value of
(13) O(d). So O(LM(d + n)) values of (6) and O(LM(1 + n/d)) values of (13) leave the order O(LM(d + n)) as it is.

The operations of the approximation are counted by running it (`_counted`), those of printed formulas as they are written
(`_operations`).
"""

from functools import partial

import numpy as np

from rftheory.proofs.crt._setting import *
from rftheory.inputs.arrays import Array
from rftheory.inputs.coordinates import L, gaussian_kernel, x, y
from rftheory.proofs.crt import eq_8, eq_12, eq_14
from rftheory.proofs.crt._counted import counted, counting, fitted, grid, monomials
from rftheory.proofs.crt._data import ROWS
from rftheory.proofs.crt._operations import operations
from rftheory.proofs.crt.oprf_oracle import variance_cost

STATEMENT = statement(
    "rate",
    "Sec. 3.1, 3.2.1, 3.2.2",
    "How many values of the variance may be computed",
    reading="For every c > 0: with at most c LM(d + n) values of (6), or c LM(1 + n/d) values of (13), e in "
    "number, the operations of the statistics, of these values and of K c by random features for n "
    "vectors c are at most a constant, which depends on c alone, times LM(d + n). A power and a value of "
    "I_0 are one operation; m is the paper's M.",
    not_drawn="it counts operations; nothing is random",
)

#: how many values of the variance, and the constant of their order
_e = sp.Symbol("e", integer=True, nonnegative=True)
_c = sp.Symbol("c", positive=True)
#: the average of sum_l x_l^2 y_l^2
_T = sp.Symbol("T", nonnegative=True)
_VECTORS = Range(n, 1, None, integer=True, typical=(1, 64), awkward=(1, 65))
_VALUES = Range(_e, 0, None, integer=True, typical=(0, 100), awkward=(0, 1))
_CONSTANT = Range(_c, 0, None, "()", typical=(0, 3), awkward=(1, 100))
DOMAIN = Domain((D, M, ROWS, _VECTORS))
_ORDER = L * m * (d + n)
_GRID = grid({d: (1, 2, 3), m: (1, 2, 4), L: (1, 2, 4), n: (1, 3)})


def _applied(left: Array, right: Array, vectors: Array) -> None:
    """P (S^T C) with the matrices of features P, S and the n vectors as the columns of C."""
    left @ (right.T @ vectors)


def _gerf(family: Family, d: int, m: int, L: int, n: int) -> int:  # noqa: N803 - the name of the paper
    """The operations of the approximation with generalized exponential features."""
    with counting() as tally:
        rows, projections, vectors = (counted(np.full(shape, 0.25), tally) for shape in ((L, d), (m, d), (L, n)))
        _applied(family.features(rows, projections, "x"), family.features(rows, projections, "y"), vectors)
    return tally.operations


def _dirf(family: DiscreteFamily, d: int, m: int, L: int, n: int) -> int:  # noqa: N803 - the name of the paper
    """The operations of the approximation with discretely-induced features."""
    with counting() as tally:
        rows, vectors = (counted(np.full(shape, 0.25), tally) for shape in ((L, d), (L, n)))
        counts = np.ones((m, d), dtype=int)
        _applied(family.features(rows, counts, "x"), family.features(rows, counts, "y"), vectors)
    return tally.operations


@cache
def _costs() -> dict[str, sp.Expr]:
    """The operations of the approximation, as polynomials in d, M, L and n."""
    basis = monomials({d: 1, m: 1, L: 1, n: 1})
    gerf = GeneralizedExponential(sp.Rational(1, 20) + sp.I / 30, -1)
    runs = {
        "GERF": partial(_gerf, gerf),
        "GeomRF": partial(_dirf, Geometric(sp.Rational(1, 3))),
        "PoisRF": partial(_dirf, Poisson(sp.Rational(1, 3))),
    }
    return {name: fitted(run, basis, _GRID) for name, run in runs.items()}


#: how many values may be computed, and of a parameter that is computed once
_MANY = printed_words("the total number of these evaluations is O(LM(d + n))", "Sec. 3.1, after (8)")
_MANY_OF_13 = printed_words("the number of variance evaluations is O(LM(1 + n/d))", "Sec. 3.2.2, after (14)")
_ONCE = by_definition("e and c: any number of times within the order of the rest; one is enough")


def _budget(
    name: str, says: str, once: sp.Expr, value: sp.Expr, share: sp.Expr, constants: tuple[int, int], words: Words
) -> Claim:
    """The operations with e values, ``e share <= c LM(d + n)``, are at most (first + second c) LM(d + n).

    Args:
        once: operations of the approximation and of the statistics.
        value: operations of one value, at most ``second share``.
    """
    # as many values as are allowed, and more than all the rest
    many = {d: 1, m: 1, L: 1, n: 1, _c: 1000, _e: 2000}
    allowed = (sp.Le(_e * share, _c * _ORDER),)
    domain = Domain((*DOMAIN.ranges, _VALUES, _CONSTANT), allowed, witness=many, words=words)
    first, second = constants
    left = once + _e * value

    def proof() -> Chain:
        chain = Chain(left).le(once + second * _e * share)
        chain = chain.le(once + second * _c * _ORDER)
        return chain.lt((first + second * _c) * _ORDER)

    return claim(says, le(left, (first + second * _c) * _ORDER), domain, proof(), name=name)


costs, rate = _costs(), operations(sp.sqrt(_T / d))
of_13 = operations(Geometric().second_moment(x, y) - gaussian_kernel(x, y) ** 2)
CLAIMS = (
    *(
        _budget(
            f"(6), s = {s:+d}",
            f"up to c LM(d + n) values of (6), s = {s:+d}, complex A, leave the order LM(d + n) as it is",
            costs["GERF"] + operations(eq_8.printed(s)),
            sp.Integer(variance_cost(s)),
            sp.Integer(1),
            (24, 70),
            _MANY,
        )
        for s in (1, -1)
    ),
    _budget(
        "rate",
        "the average (12) and up to c LM(d + n) values of the rate leave the order LM(d + n) as it is",
        costs["PoisRF"] + operations(eq_12.printed()),
        rate,
        sp.Integer(1),
        (25, 4),
        _ONCE,
    ),
    _budget(
        "(13)",
        "the d averages (14) and up to c LM(1 + n/d) values of (13) leave the order LM(d + n) as it is",
        costs["GeomRF"] + d * operations(eq_14.printed()),
        of_13,
        d,
        (25, 25),
        _MANY_OF_13,
    ),
)
