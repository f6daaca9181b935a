r"""Table 1: what projections of one input x in R^d cost with orthogonal, simplex and simplex+ blocks, regular and fast.

The counts are those of explicit algorithms, each multiplication, addition, division and root one operation; random numbers are
left out (d^2 Gaussians, d lengths and, if fast, 3d signs).

Regular: R by Gram-Schmidt from d vectors of R^d, S by Algorithm 1 for each column of R, a diagonal matrix, one product with x.
Fast: R is a product of three HD-blocks, H the Walsh-Hadamard transform with d = 2^p: p d additions and d divisions by the
normalisation. Simplex+: passes through the d vectors as in (17), each of which is set against the sum of the d - 1 others.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from proofs.simrf.algorithm_1 import cost as simplex_cost
from proofs.simrf.eq_9 import ROWS
from rftheory.coordinates import k
from rftheory.evidence.bounds import Bound
from rftheory.kernels import d
from rftheory.statements.claims import Claim, Inequality, Role, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="simrf.table-1",
    paper="simrf",
    location="Table 1, Sec. 4.2",
    kind="rate",
    title="Time complexities of ORFs, SimRFs and SimRFs+",
    reading="For d >= 2 (d = 2^p, p >= 1, where it says log d; fast SimRFs+ for any p <= d) and a fixed number of passes of "
    "(17), the number of operations of the algorithms above is at most a constant times the printed order: an explicit "
    "polynomial, an explicit constant.",
    notes=(
        "A pass of (17) that keeps the sum of all vectors costs O(d^2), so fast SimRFs+ need O(d^2) operations per pass and input, "
        "less than the O(d^3) of the table.",
        "Fast ORFs and SimRFs store the signs of the HD-blocks besides the d lengths, 4d numbers in all: O(d), as printed.",
    ),
)

#: d = 2^p, and the number of passes of the iteration
_p = sp.Symbol("p", integer=True, positive=True)
_passes = sp.Symbol("passes", integer=True, positive=True)
_ORDER = Range(_p, 1, None, integer=True, typical=(1, 10), awkward=(1, 2, 12))
_POWERS = Domain((_ORDER,))
_PASSES = Domain((*ROWS.ranges, Range(_passes, 1, None, integer=True, typical=(1, 20), awkward=(1,))))
#: p = log2 d enters the count of fast simplex+ as a number p <= d
_FAST_PLUS = Domain((*_PASSES.ranges, _ORDER)).where(sp.Le(_p, d))


def inner_product() -> sp.Expr:
    """Two vectors of R^d."""
    return 2 * d - 1


def gram_schmidt() -> sp.Expr:
    """Vector k loses its parts along k - 1 others, then its length becomes one."""
    one = (k - 1) * (inner_product() + 2 * d) + inner_product() + 1 + d
    return sp.expand(sp.summation(one, (k, 1, d)))


def matrix_vector() -> sp.Expr:
    """A matrix of d rows, times its lengths, with one x."""
    return d**2 + d * inner_product()


def regular_orthogonal() -> sp.Expr:
    return gram_schmidt() + matrix_vector()


def regular_simplex() -> sp.Expr:
    return gram_schmidt() + d * simplex_cost() + matrix_vector()


def one_pass() -> sp.Expr:
    """(17) as it stands: d - 1 vectors are added, the sum is measured and rescaled to the length of the one it replaces."""
    return d * ((d - 2) * d + inner_product() + 1 + 2 + d)


def quick_pass() -> sp.Expr:
    """(17) with the sum of all vectors at hand: a vector is taken from it, replaced and added again."""
    return d * (d + inner_product() + 1 + 2 + d + d)


def regular_plus() -> sp.Expr:
    """The passes, the product of two matrices, one x."""
    return gram_schmidt() + _passes * one_pass() + d**2 * inner_product() + matrix_vector()


def rotated() -> sp.Expr:
    """Three HD-blocks, d = 2^p: signs, additions, normalisation."""
    return 3 * (d + _p * d + d)


def fast_orthogonal() -> sp.Expr:
    return (rotated() + d).subs(d, 2**_p)


def fast_simplex() -> sp.Expr:
    return (rotated() + simplex_cost() + d).subs(d, 2**_p)


def fast_plus(of_pass: sp.Expr) -> sp.Expr:
    return rotated() + _passes * of_pass + matrix_vector()


@dataclass(frozen=True)
class _Entry:
    """A count, its bound, a bound that is too small, and the bounds on the way with the factors of their gaps."""

    name: str
    count: sp.Expr
    bound: sp.Expr
    too_small: sp.Expr
    domain: Domain
    detour: tuple[tuple[sp.Expr, tuple[sp.Expr | int, ...]], ...] = ()

    def proof(self) -> Bound:
        chain = Bound(self.count, self.domain)
        for target, factors in self.detour:
            chain.at_most(target, factors)
        return chain if self.detour and chain.end == self.bound else chain.at_most(self.bound)

    def claim(self, says: str, role: Role = "claim") -> Claim:
        return Claim(
            name=self.name,
            says=says,
            role=role,
            proposition=Inequality(self.count, "<=", self.bound),
            domain=self.domain,
            proof=self.proof,
            mutants=(Inequality(self.count, "<=", self.too_small),),
        )


def _plus(name: str, of_pass: sp.Expr, bound: sp.Expr, too_small: sp.Expr) -> _Entry:
    """Fast simplex+: 3 p d <= 3 d^2 on the way."""
    count = fast_plus(of_pass)
    grown = sp.expand(count + 3 * d * (d - _p))
    return _Entry(name, count, bound, too_small, _FAST_PLUS, ((grown, (3, d, d - _p)),))


def entries() -> list[_Entry]:
    """The six entries of the table."""
    size = 2**_p
    # 7 d <= 7 p d; 21 d - 12 <= 21 d <= 21 p d
    orthogonal = ((10 * size * _p, (7, size, _p - 1)),)
    simplex = ((3 * size * _p + 21 * size, (12,)), (24 * size * _p, (21, size, _p - 1)))
    return [
        _Entry("ORFs", regular_orthogonal(), 6 * d**3, 40 * d**2, ROWS),
        _Entry("SimRFs", regular_simplex(), 12 * d**3, 40 * d**2, ROWS),
        _Entry("SimRFs+", regular_plus(), 12 * _passes * d**3, 40 * _passes * d**2, _PASSES),
        _Entry("fast ORFs", fast_orthogonal(), 10 * size * _p, 10 * size, _POWERS, orthogonal),
        _Entry("fast SimRFs", fast_simplex(), 24 * size * _p, 40 * size, _POWERS, simplex),
        _plus("fast SimRFs+", one_pass(), 12 * _passes * d**3, 5 * _passes * d**2),
    ]


def claims() -> list[Claim]:
    extra = regular_simplex() - regular_orthogonal()
    difference = _Entry("SimRFs against ORFs", extra, 14 * d**2, 14 * d, ROWS)
    quick = _plus("SimRFs+ with a running sum", quick_pass(), 20 * _passes * d**2, 5 * _passes * d**2)
    return [
        *(entry.claim(f"at most {entry.bound} operations") for entry in entries()),
        difference.claim("simplex blocks cost at most 14 d^2 operations more than orthogonal ones", "lemma"),
        quick.claim("at most 20 d^2 operations per pass with the sum of all vectors at hand", "lemma"),
    ]
