r"""Sec. 4.2: how many numbers ORFs, SimRFs and SimRFs+ and their fast variants keep for one block in R^d.

Regular: the matrix R and the d lengths, d^2 + d numbers; S is that of Algorithm 1, of which nothing is kept. Fast, d = 2^p: the signs of
the k = 3 blocks HD and the d lengths, 4d numbers. "Just the d weights" leaves out the signs: without them R cannot be applied. Fast
SimRFs+: the d vectors in their d - 1 coordinates, which have the lengths in them, and the signs.

The numbers are counted in what draws and keeps them (`couplings`), in several dimensions; each polynomial gives all of them.
"""

from collections.abc import Callable

import numpy as np

from rftheory.vocabulary import *
from rftheory.couplings.coupling import chi_lengths
from rftheory.couplings.resultant import simplex_vectors
from rftheory.proofs.crt._counted import fitted, grid

STATEMENT = statement(
    "rate",
    "Sec. 4.2, after Table 1",
    "Space complexities of ORFs, SimRFs and SimRFs+",
    reading="For d >= 2 (d = 2^p, p >= 1, for fast blocks) the numbers that are kept for one block are at most a "
    "constant times the printed order, d^2 or d, with an explicit constant.",
    not_drawn="it counts the numbers that are kept",
)

#: d = 2^p
_p = sp.Symbol("p", integer=True, positive=True)
_POWERS = Domain((Range(_p, 1, None, integer=True, typical=(1, 10), awkward=(1, 2, 12)),))
DOMAIN = Domain((Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64)),))

_generator = np.random.default_rng(np.random.SeedSequence(0))


def _lengths(dimension: int) -> int:
    return chi_lengths(_generator, dimension, dimension, 1).size


def _of_regular(dimension: int) -> int:
    """R and the lengths."""
    return Orthogonal().draw(_generator, dimension, dimension, 1).size + _lengths(dimension)


def _of_fast(dimension: int, geometry: str) -> int:
    """Signs and lengths; the rows of a whole block are 0, 1, ..., d - 1."""
    operator = HadamardProduct(3, geometry).draw_operator(_generator, dimension, dimension)
    return operator.signs.size + operator.lengths.size


def _of_fast_plus(dimension: int) -> int:
    """Vectors and signs."""
    signs = HadamardProduct(3).draw_operator(_generator, dimension, dimension).signs
    return simplex_vectors(np.linspace(1, 2, dimension)[:, None]).size + signs.size


#: As a polynomial in d.
regular = fitted(lambda d: _of_regular(d), [d**2, d, sp.Integer(1)], grid({d: range(2, 8)}))


@cache
def fast(geometry: str) -> sp.Expr:
    """For d = 2^p."""
    return _in_powers(lambda dimension: _of_fast(dimension, geometry))


#: As a polynomial in d, where that is a power of two.
fast_plus = fitted(lambda d: _of_fast_plus(d), [d**2, d, sp.Integer(1)], [{d: 2**p} for p in range(1, 7)])


def _in_powers(count: Callable[[int], int]) -> sp.Expr:
    return fitted(lambda p: count(2**p), [2**_p, sp.Integer(1)], grid({_p: range(1, 7)}))


def _at_most(name: str, count: sp.Expr, bound: sp.Expr, domain: Domain, says: str, strict: bool = False) -> Claim:
    return claim(says, le(count, bound), domain, Chain(count).to("<" if strict else "<=", bound), name=name)


size = 2**_p
signs_too = "at most 5 d numbers: d lengths and 3 d signs"
printed_weights = step(
    "just the d weights: fast ORFs and SimRFs keep d numbers",
    le(fast("simplex"), size),
    _POWERS,
    location="Sec. 4.2, 'just the d weights {w_i} from chi_d'",
    tex=r"\widetilde{R} \text{ needs no storage}",
).false(
    at={_p: 1},
    because="R is known by the signs of its blocks HD, 3d of them, which have to be kept as well",
    remark="R is known by the signs of its blocks HD, 3d of them, which are kept as well",
)
CLAIMS = (
    _at_most("regular", regular, 2 * d**2, DOMAIN, "ORFs, SimRFs, SimRFs+: at most 2 d^2 numbers", strict=True),
    _at_most("fast ORFs", fast("orthogonal"), 5 * size, _POWERS, signs_too, strict=True),
    _at_most("fast SimRFs", fast("simplex"), 5 * size, _POWERS, signs_too, strict=True),
    _at_most("fast SimRFs+", fast_plus, 2 * d**2, DOMAIN, "at most 2 d^2 numbers: vectors and signs"),
    printed_weights,
    printed_weights.corrected(
        "weights and signs: they keep more than 3 d numbers",
        gt(fast("simplex"), 3 * size),
        proof=Chain(fast("simplex")).gt(3 * size),
        tex=r"\{w_i\}_{i \le d} \text{ and the signs of } D^{(R)}_1, D^{(R)}_2, D^{(R)}_3: 4d \text{ numbers}",
    ),
)
