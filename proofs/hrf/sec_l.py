"""Appendix L (106): what it costs to build the map Psi of (11), and the gain over a regular map with as many features.

p + 1 base estimators of t_k maps with m features each, p coefficients of l_r maps with n features each. Operations are counted by
building Psi for one input as `hybrids.concatenation` does: every base map and every coefficient map has projections of its own and takes
one function of each image. The angular hybrid (12), (19) of the paper, whose maps share projections, is counted besides.
"""

from collections.abc import Sequence

import numpy as np

from rftheory.vocabulary import *
from rftheory.families.hybrids.bipolar import Hybrid
from rftheory.families.hybrids.concatenation import hybrid_map
from rftheory.inputs.arrays import Array, images
from rftheory.proofs.crt._counted import Tally, counted, counting, fitted, grid, monomials

STATEMENT = statement(
    "rate",
    "App. L (106)",
    "Cost of the hybrid feature map",
    id="hrf.sec-L",
    reading="The number of operations (additions, multiplications, values of functions) of a run that builds Psi "
    "for one input is at most 4 times the expression in O(.) of (106), for every p >= 1 and all numbers "
    "of maps >= 1; and (nd + md + mn) / (mnd) -> 0 as m, n and d grow, numbers of maps fixed.",
    notes=(
        "Counts are those of runs with p <= 3 at 162 sizes and numbers of maps; they depend on p, t_k and l_r through four sums alone, "
        "in one polynomial that gives all of them exactly. 48 of them would determine it.",
        "The gain needs m, n and d all large: the ratio of the costs is 1/m + 1/n + 1/d, more than 1 for n = 1.",
    ),
    not_drawn="it counts operations",
)

_SIZES = tuple(Range(s, 1, None, integer=True, typical=(1, 64), awkward=(1, 1000)) for s in (m, n, d))
#: sums over the first p pairs: T of t_k, L of l_k, D of l_k t_k; the next pair t, l
_T, _L, _D = sp.symbols("T L D", nonnegative=True)
_t, _l = sp.symbols("t l", integer=True, positive=True)
_k = sp.Symbol("k", integer=True, positive=True)
_s = sp.Symbol("s", positive=True)
_MAPS = tuple(Range(s, 1, None, integer=True, typical=(1, 8), awkward=(1,)) for s in (_t, _l))
_SUMS = tuple(Range(s, 0, None, typical=(0, 20), awkward=(0,)) for s in (_T, _L))
_SUM_OF_PRODUCTS = Range(_D, 0, None, typical=(0, 20), awkward=(0,))
_PAIRED = Domain(
    (*_SUMS, _SUM_OF_PRODUCTS),
    (sp.Ge(_T * _L, _D),),
    words=by_definition("sums of numbers >= 0, and of their products"),
)
DOMAIN = _PAIRED.with_ranges(*_MAPS[:1], *_SIZES).where(
    sp.Ge(_L, 1), words=by_definition("the sum of p >= 1 numbers of maps")
)
_ALL_LARGE = Domain(
    (Range(_k, 1, None, integer=True, typical=(1, 9), awkward=(1,)), *_SIZES),
    tuple(sp.Ge(s, _k) for s in (m, n, d)),
    words=by_definition("k: any number that none of the sizes is below"),
)

#: sizes c_m/s, c_n/s, c_d/s grow without bound as s decreases to 0
_SHARES = sp.symbols("c_m c_n c_d", positive=True)
_PROPORTIONAL = Domain(
    (Range(_s, 0, 1, "(]", typical=(0, 1)), *(Range(c, 0, None, "()", typical=(0, 3)) for c in _SHARES))
)


def _maps(u: Array, blocks: int, size: int, tally: Tally) -> Array:
    """Maps of ``size`` features each, with projections of their own and one function of each image."""
    drawn = (counted(np.full((size, u.shape[1]), 0.25), tally) for _ in range(blocks))
    return np.concatenate([np.exp(images(u, projections)) / np.sqrt(size) for projections in drawn], axis=-1)


def _run(base: Sequence[int], coefficient: Sequence[int], m: int, n: int, d: int) -> int:
    """The operations of Psi for one input, for t_1, ..., t_(p+1) and l_1, ..., l_p."""
    with counting() as tally:
        u = counted(np.full((1, d), 0.5), tally)
        bases = [_maps(u, blocks, m, tally) for blocks in base]
        coefficients = [_maps(u, blocks, n, tally) for blocks in coefficient]
        hybrid_map(bases, coefficients, [0.25] * len(coefficient))
    return tally.operations


#: numbers t_k and l_r of maps
_SHAPES = (
    ((1, 1), (1,)),
    ((2, 1), (1,)),
    ((1, 3), (1,)),
    ((2, 1), (3,)),
    ((3, 2), (2,)),
    ((1, 2, 1), (1, 1)),
    ((2, 1, 3), (1, 2)),
    ((1, 2, 2), (3, 1)),
    ((1, 1, 2, 1), (1, 2, 1)),
)


@cache
def cost() -> sp.Expr:
    """In sum t_k, sum l_k and sum l_k t_k over k <= p, and t_(p+1)."""
    sizes = [
        {_T: sum(first), _L: sum(maps), _D: sum(a * b for a, b in zip(first, maps, strict=True)), _t: last} | point
        for (*first, last), maps in _SHAPES
        for point in grid({m: (1, 2, 3), n: (1, 2, 4), d: (1, 2)})
    ]
    shapes = iter([shape for shape in _SHAPES for _ in range(len(sizes) // len(_SHAPES))])
    basis = [a * b for a in (sp.Integer(1), _T, _L, _D, _t, _t * _L) for b in monomials({m: 1, n: 1, d: 1})]

    def run(m: int, n: int, d: int, **_: int) -> int:
        base, coefficient = next(shapes)
        return _run(base, coefficient, m, n, d)

    return fitted(run, basis, sizes)


@cache
def bipolar_cost() -> sp.Expr:
    """The operations of Psi for one input and the angular hybrid of (12), (19)."""
    hybrid = Hybrid((Hyperbolic(), Trigonometric()), (Angular(),))

    def run(m: int, n: int, d: int) -> int:
        with counting() as tally:
            u, positive, waves, signs = (counted(np.full((k, d), 0.25), tally) for k in (1, m, m, n))
            hybrid.features(u, (positive, waves), signs)
        return tally.operations

    return fitted(run, monomials({m: 1, n: 1, d: 1}), grid({m: (1, 2, 3), n: (1, 2, 4), d: (1, 2, 5)}))


def bound(base: sp.Expr, coefficient: sp.Expr, last: sp.Expr) -> sp.Expr:
    """The expression in O(.) of (106); the double sum is the product of sum t_k and sum l_r."""
    return (base + last) * m * d + (n * d + m * d + m * n) * (base + last) * coefficient


def _induction() -> Chain:
    # one more pair adds l t to the sum of products, and T l + t L + t l to the product of the sums
    chain = Chain(_D + _t * _l)
    chain = chain.le(_T * _L + _t * _l, words="what holds for p pairs")
    return chain.le((_T + _t) * (_L + _l))


def _within_bound() -> Chain:
    total = _T + _t
    inner = 2 * m * d * total + 2 * m * total + 2 * n * d * _L + 2 * n * _L
    chain = Chain(cost()).eq(inner + m * n * (_D + _t * _L))
    chain = chain.le(inner + m * n * total * _L, words="sum l_k t_k <= sum t_k sum l_k")
    chain = chain.le(4 * (m * d * total + n * d * _L) + m * n * total * _L)
    return chain.le(4 * bound(_T, _L, _t))


def _bipolar() -> Claim:
    two, most = sp.Integer(2), sp.Integer(3)
    printed, domain = bound(two, sp.Integer(1), two), Domain(_SIZES)
    return claim(
        "(106), angular hybrid: the operations for the angular hybrid, t = (2, 2) and l = 1, are at most 3 times the "
        "printed expression",
        le(bipolar_cost(), most * printed),
        domain,
        Chain(bipolar_cost()).lt(most * printed),
        location="(106)",
    )


_ratio = (n * d + m * d + m * n) / (m * n * d)


def _small_ratio() -> Chain:
    chain = Chain(_ratio).eq(1 / m + 1 / n + 1 / d)
    chain = chain.le(1 / _k + 1 / n + 1 / d)
    return chain.le(2 / _k + 1 / d).le(3 / _k)


def _ratio_at_scale() -> sp.Expr:
    """The ratio of the costs for proportional sizes."""
    a, b, c = (share / _s for share in _SHARES)
    return (b * c + a * c + a * b) / (a * b * c)


CLAIMS = (
    _bipolar(),
    lemma(
        "induction on p: if sum l_k t_k <= sum t_k sum l_k for p pairs, then for p + 1 pairs (for one pair both sides "
        "are l t)",
        le(_D + _t * _l, (_T + _t) * (_L + _l)),
        _PAIRED.with_ranges(*_MAPS),
        _induction(),
    ),
    claim(
        "(106), any p: the operations are at most 4 times the printed expression, sums given by T, L, D with D <= T L "
        "and L >= 1",
        le(cost(), 4 * bound(_T, _L, _t)),
        proof=_within_bound(),
        location="(106)",
    ),
    claim(
        "gain: the ratio of the costs is at most 3/k once m, n, d >= k: O(nd + md + mn) is o(mnd) as all three grow",
        le(_ratio, 3 / _k),
        _ALL_LARGE,
        _small_ratio(),
    ),
    claim(
        "limit: with m, n and d proportional to 1/s the ratio of the costs vanishes as s -> 0",
        tends(_ratio_at_scale(), _s, 0, 0),
        _PROPORTIONAL,
        Chain(_ratio_at_scale()).eq(_s * sum(1 / c for c in _SHARES)).limit(_s, sp.Integer(0)),
    ),
)
