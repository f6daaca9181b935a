r"""Sec. 4.2: how many numbers ORFs, SimRFs and SimRFs+ and their fast variants keep for one block in R^d.

Regular: the matrix R and the d lengths, d^2 + d numbers; S is that of Algorithm 1, of which nothing is kept. Fast, d = 2^p: the signs of
the k = 3 blocks HD and the d lengths, 4d numbers. "Just the d weights" leaves out the signs: without them R cannot be applied. Fast
SimRFs+: the d vectors in their d - 1 coordinates, which have the lengths in them, and the signs.

The numbers are counted in what draws and keeps them (`couplings`), in several dimensions; each polynomial gives all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import sympy as sp

from rftheory.counted import fitted, grid
from rftheory.couplings.coupling import chi_lengths
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.resultant import simplex_vectors
from rftheory.evidence.bounds import Bound
from rftheory.kernels import d
from rftheory.propositions import Inequality
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="simrf.space",
    paper="simrf",
    location="Sec. 4.2, after Table 1",
    kind="rate",
    title="Space complexities of ORFs, SimRFs and SimRFs+",
    reading="For d >= 2 (d = 2^p, p >= 1, for fast blocks) the numbers that are kept for one block are at most a constant times the "
    "printed order, d^2 or d, with an explicit constant.",
    not_drawn="it counts the numbers that are kept",
)

#: d = 2^p
_p = sp.Symbol("p", integer=True, positive=True)
_POWERS = Domain((Range(_p, 1, None, integer=True, typical=(1, 10), awkward=(1, 2, 12)),))
_SIZES = Domain((Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64)),))


def _generator() -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(0))


def _lengths(dimension: int) -> int:
    return chi_lengths(_generator(), dimension, dimension, 1).size


def _of_regular(dimension: int) -> int:
    """R and the lengths."""
    return Orthogonal().draw(_generator(), dimension, dimension, 1).size + _lengths(dimension)


def _of_fast(dimension: int, geometry: str) -> int:
    """Signs and lengths; the rows of a whole block are 0, 1, ..., d - 1."""
    operator = HadamardProduct(3, geometry).draw_operator(_generator(), dimension, dimension)
    return operator.signs.size + operator.lengths.size


def _of_fast_plus(dimension: int) -> int:
    """Vectors and signs."""
    signs = HadamardProduct(3).draw_operator(_generator(), dimension, dimension).signs
    return simplex_vectors(np.linspace(1, 2, dimension)[:, None]).size + signs.size


@cache
def regular() -> sp.Expr:
    """As a polynomial in d."""
    return fitted(lambda d: _of_regular(d), [d**2, d, sp.Integer(1)], grid({d: range(2, 8)}))


@cache
def fast(geometry: str) -> sp.Expr:
    """For d = 2^p."""
    return _in_powers(lambda dimension: _of_fast(dimension, geometry))


@cache
def fast_plus() -> sp.Expr:
    """As a polynomial in d, where that is a power of two."""
    return fitted(lambda d: _of_fast_plus(d), [d**2, d, sp.Integer(1)], [{d: 2**p} for p in range(1, 7)])


def _in_powers(count: Callable[[int], int]) -> sp.Expr:
    return fitted(lambda p: count(2**p), [2**_p, sp.Integer(1)], grid({_p: range(1, 7)}))


def _at_most(name: str, count: sp.Expr, bound: sp.Expr, domain: Domain, gap: tuple[sp.Expr, ...], says: str) -> Claim:
    return Claim(
        name=name,
        says=says,
        proposition=Inequality(count, "<=", bound),
        domain=domain,
        proof=lambda: Bound(count, domain).at_most(bound, gap),
        mutants=(Inequality(count, "<=", bound / 3),),
    )


def claims() -> list[Claim]:
    size = 2**_p
    signs_too = "at most 5 d numbers: d lengths and 3 d signs"
    return [
        _at_most("regular", regular(), 2 * d**2, _SIZES, (d, d - 1), "ORFs, SimRFs, SimRFs+: at most 2 d^2 numbers"),
        _at_most("fast ORFs", fast("orthogonal"), 5 * size, _POWERS, (size,), signs_too),
        _at_most("fast SimRFs", fast("simplex"), 5 * size, _POWERS, (size,), signs_too),
        _at_most("fast SimRFs+", fast_plus(), 2 * d**2, _SIZES, (d, d - 2), "at most 2 d^2 numbers: vectors and signs"),
        Claim(
            name="no less",
            says="fast SimRFs+ keep at least d^2 numbers",
            role="lemma",
            proposition=Inequality(fast_plus(), ">=", d**2),
            domain=_SIZES,
            proof=lambda: Bound(fast_plus(), _SIZES).at_least(d**2, [sp.Integer(2), d]),
            mutants=(Inequality(fast_plus(), ">=", 3 * d**2),),
        ),
        Claim(
            name="just the d weights",
            says="fast ORFs and SimRFs keep d numbers",
            role="step",
            location="Sec. 4.2, 'just the d weights {w_i} from chi_d'",
            proposition=Inequality(fast("simplex"), "<=", size),
            domain=_POWERS,
            tex=r"\widetilde{R} \text{ needs no storage}",
            error="gap",
            survives="yes: with the 3d signs of the blocks HD the space is still O(d)",
            flaw="R is known by the signs of its blocks HD, 3d of them, which have to be kept as well",
            counterexample={_p: sp.Integer(1)},
        ),
        Claim(
            name="weights and signs",
            says="they keep more than 3 d numbers",
            role="correction",
            corrects="just the d weights",
            proposition=Inequality(fast("simplex"), ">", 3 * size),
            domain=_POWERS,
            proof=lambda: Bound(fast("simplex"), _POWERS).at_least(3 * size, [size]),
            tex=r"\{w_i\}_{i \le d} \text{ and the signs of } D^{(R)}_1, D^{(R)}_2, D^{(R)}_3: 4d \text{ numbers}",
            mutants=(Inequality(fast("simplex"), ">", 4 * size),),
        ),
    ]
