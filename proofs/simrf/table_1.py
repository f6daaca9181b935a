r"""Table 1: what projections of one input x in R^d cost with orthogonal, simplex and simplex+ blocks, regular and fast.

The operations are those of runs of the algorithms, each addition, multiplication, division, negation and root one of them; random numbers
are left out (d^2 Gaussians, d lengths and, if fast, 3d signs).

Regular: R by Gram-Schmidt from d vectors of R^d, S by Algorithm 1 for each column of R, the lengths, one product with x.
Fast: R is a product of three HD-blocks, H the Walsh-Hadamard transform with d = 2^p. Simplex+: passes of (17) through the d vectors
from the simplex, each of which is set against the sum of the others, and the product of what they make with R or R x.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rftheory.vocabulary import *
from rftheory.couplings.hadamard import walsh_hadamard
from rftheory.couplings.resultant import simplex_vectors, sweep
from rftheory.couplings.simplex import vertices
from rftheory.inputs.arrays import Array
from rftheory.proofs.crt._counted import Tally, counted, fitted, grid, monomials
from rftheory.proofs.simrf.eq_9 import ROWS

STATEMENT = statement(
    "rate",
    "Table 1, Sec. 4.2",
    "Time complexities of ORFs, SimRFs and SimRFs+",
    reading="For d >= 2 (d = 2^p, p >= 1, for fast blocks) and a fixed number of passes of (17), the number of "
    "operations of the algorithms above is at most a constant times the printed order: an explicit "
    "polynomial, an explicit constant.",
    notes=(
        "A pass of (17) that keeps the sum of all vectors costs O(d^2), so fast SimRFs+ need O(d^2) operations per pass and input, "
        "less than the O(d^3) of the table; regular ones need O(d^3) for the product of two matrices.",
        "Fast ORFs and SimRFs store the signs of the HD-blocks besides the d lengths, 4d numbers in all: O(d), as printed.",
        "Counts are those of runs in 6 dimensions or more (with 1 to 3 passes); each polynomial gives all of them exactly, and fewer "
        "would determine it.",
    ),
    not_drawn="it counts operations",
)

#: d = 2^p, and the number of passes of the iteration
_p = sp.Symbol("p", integer=True, positive=True)
_passes = sp.Symbol("passes", integer=True, positive=True)
_ORDER = Range(_p, 1, None, integer=True, typical=(1, 10), awkward=(1, 2, 12))
_POWERS = Domain((_ORDER,))
_PASSES = Domain((*ROWS.ranges, Range(_passes, 1, None, integer=True, typical=(1, 20), awkward=(1,))))
#: p = log2 d enters the count of fast simplex+ as a number p <= d
_FAST_PLUS = Domain((*_PASSES.ranges, _ORDER)).where(sp.Le(_p, d), words=by_definition("p = log2 d"))


# -- the algorithms ---------------------------------------------------------------------------------------------------


def orthonormal(vectors: Array) -> Array:
    """Gram-Schmidt, rows in place: a vector loses its parts along those before it, then its length becomes one."""
    for k, vector in enumerate(vectors):
        for earlier in vectors[:k]:
            vector -= (earlier @ vector) * earlier
        vector /= np.sqrt(vector @ vector)
    return vectors


def simplex(vectors: Array) -> Array:
    """S applied to each column, by Algorithm 1."""
    return vertices(vectors[:-1], np.empty_like(vectors))


def arrangement(lengths: Array, passes: int) -> Array:
    """Vectors of these lengths along a simplex, shape (d, d - 1), after some passes of (17)."""
    vectors = simplex_vectors(lengths[:, None])
    for _ in range(passes):
        sweep(vectors, lengths[:, None])
    return vectors[:, :, 0]


class _Doubles(np.ndarray):
    """An array of objects for code that asks for float64."""

    @property
    def dtype(self) -> np.dtype[np.float64]:
        return np.dtype(np.float64)


def rotated(x: Array, signs: Array) -> Array:
    """The product of blocks HD with x."""
    for factor in signs:
        x *= factor
        walsh_hadamard(x.view(_Doubles))
    return x


@dataclass
class _Draws:
    """Counted numbers in the place of what is drawn, none equal by accident."""

    d: int
    tally: Tally

    def normals(self, *shape: int) -> Array:
        return counted(np.random.default_rng(np.random.SeedSequence(0)).standard_normal(shape), self.tally)

    @property
    def frame(self) -> Array:
        return orthonormal(self.normals(self.d, self.d))

    @property
    def lengths(self) -> Array:
        return counted(np.linspace(1, 2, self.d), self.tally)

    @property
    def x(self) -> Array:
        return self.normals(self.d)

    @property
    def turned(self) -> Array:
        """The x that three HD-blocks turn."""
        return rotated(self.x, np.where(self.normals(3, self.d) > 0, 1, -1))


_Algorithm = Callable[[_Draws], object]


def regular_orthogonal(of: _Draws) -> object:
    return (of.lengths[:, None] * of.frame) @ of.x


def regular_simplex(of: _Draws) -> object:
    return (of.lengths[:, None] * simplex(of.frame)) @ of.x


def fast_orthogonal(of: _Draws) -> object:
    return of.lengths * of.turned


def fast_simplex(of: _Draws) -> object:
    return of.lengths * simplex(of.turned)


def regular_plus(of: _Draws, passes: int) -> object:
    return (arrangement(of.lengths, passes) @ of.frame[:-1]) @ of.x


def fast_plus(of: _Draws, passes: int) -> object:
    return arrangement(of.lengths, passes) @ of.turned[:-1]


# -- their operations -------------------------------------------------------------------------------------------------


def _operations(algorithm: Callable[..., object], dimension: int, *passes: int) -> int:
    tally = Tally()
    algorithm(_Draws(dimension, tally), *passes)
    return tally.operations


@cache
def regular(algorithm: _Algorithm) -> sp.Expr:
    """As a polynomial in d."""
    return fitted(lambda d: _operations(algorithm, d), monomials({d: 3}), grid({d: range(2, 8)}))


@cache
def fast(algorithm: _Algorithm) -> sp.Expr:
    """For d = 2^p."""
    basis = [2**_p * _p, 2**_p, _p, sp.Integer(1)]
    return fitted(lambda p: _operations(algorithm, 2**p), basis, grid({_p: range(1, 7)}))


_sizes = grid({d: range(2, 8), _passes: range(1, 4)})
#: As a polynomial in d and the number of passes.
regular_with_passes = fitted(
    lambda d, passes: _operations(regular_plus, d, passes), monomials({d: 3, _passes: 1}), _sizes
)


@cache
def fast_with_passes() -> sp.Expr:
    """As a polynomial in d, the number of passes, and p where d = 2^p."""
    basis = [*monomials({d: 2, _passes: 1}), d * _p, _p]
    sizes = [{d: 2**p, _p: p, _passes: passes} for p in range(1, 6) for passes in range(1, 4)]
    return fitted(lambda d, p, passes: _operations(fast_plus, d, passes), basis, sizes)


@dataclass(frozen=True)
class _Entry:
    """A count, its bound, and the bounds on the way with the factors of their gaps."""

    name: str
    count: sp.Expr
    bound: sp.Expr
    domain: Domain
    detour: tuple[tuple[sp.Expr, tuple[sp.Expr | int, ...]], ...] = ()

    def proof(self) -> Chain:
        chain = Chain(self.count)
        for target, factors in self.detour:
            chain = chain.to("<" if len(factors) == 1 else "<=", target, factors)
        return chain if self.detour and chain.end == self.bound else chain.lt(self.bound)

    def claim(self, says: str) -> Claim:
        said = le(self.count, self.bound)
        return claim(says, said, self.domain, self.proof, name=self.name)


def _plus(name: str, bound: sp.Expr) -> _Entry:
    """Fast simplex+: 3 p d <= 3 d^2 on the way."""
    count = fast_with_passes()
    grown = sp.expand(count + 3 * d * (d - _p))
    return _Entry(name, count, bound, _FAST_PLUS, ((grown, (3, d, d - _p)),))


def entries() -> list[_Entry]:
    """The six entries of the table."""
    size = 2**_p
    # 7 d <= 7 p d; 10 d - 2 <= 10 d <= 10 p d
    orthogonal = ((10 * size * _p, (7, size, _p - 1)),)
    simplex_too = ((3 * size * _p + 10 * size, (2,)), (13 * size * _p, (10, size, _p - 1)))
    return [
        _Entry("ORFs", regular(regular_orthogonal), 6 * d**3, ROWS),
        _Entry("SimRFs", regular(regular_simplex), 6 * d**3, ROWS),
        _Entry("SimRFs+", regular_with_passes, 8 * _passes * d**3, _PASSES),
        _Entry("fast ORFs", fast(fast_orthogonal), 10 * size * _p, _POWERS, orthogonal),
        _Entry("fast SimRFs", fast(fast_simplex), 13 * size * _p, _POWERS, simplex_too),
        _plus("fast SimRFs+", 15 * _passes * d**3),
    ]


CLAIMS = (*(entry.claim(f"{entry.count} operations are at most {entry.bound}") for entry in entries()),)
