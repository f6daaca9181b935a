"""Appendix L (106): what it costs to build the map Psi of (11), and the gain over a regular map with as many features.

p + 1 base estimators of t_k maps with m features each, p coefficients of l_r maps with n features each. Counted are
multiplications: ``m d`` for each base map, ``n d`` for each coefficient map, ``m n`` for each pair of blocks of an
outer product in (11), which are the l_k t_k blocks ``rho_k (x) phi_k`` and the l_k t_{p+1} blocks ``rho_k (x)
phi_{p+1}`` for every k <= p.
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.derivation import Derivation
from rftheory.kernels import d, m, n
from rftheory.statements.claims import Claim, Equality, Inequality, Limit, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="hrf.sec-L",
    paper="hrf",
    location="App. L (106)",
    kind="rate",
    title="Cost of the hybrid feature map",
    reading=(
        "The number of multiplications is at most the expression in O(.) of (106), with constant 1, for "
        "every p >= 1 and all numbers "
        "of maps >= 1; and (nd + md + mn) / (mnd) -> 0 as m, n and d grow, numbers of maps fixed."
    ),
    notes=(
        "Element-wise work (functions of the projections, scaling by a_k) is O(1) per feature, within the same bound.",
        "The gain needs m, n and d all large: the ratio of the costs is 1/m + 1/n + 1/d, more than 1 for n = 1.",
    ),
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
_PAIRED = Domain((*_SUMS, _SUM_OF_PRODUCTS), (sp.Ge(_T * _L, _D),))
_COSTS = Domain((*_PAIRED.ranges, *_MAPS[:1], *_SIZES), (*_PAIRED.conditions, sp.Ge(_L, 1)))
_ALL_LARGE = Domain(
    (Range(_k, 1, None, integer=True, typical=(1, 9), awkward=(1,)), *_SIZES), tuple(sp.Ge(s, _k) for s in (m, n, d))
)

#: sizes c_m/s, c_n/s, c_d/s grow without bound as s decreases to 0
_SHARES = sp.symbols("c_m c_n c_d", positive=True)
_PROPORTIONAL = Domain(
    (Range(_s, 0, 1, "(]", typical=(0, 1)), *(Range(c, 0, None, "()", typical=(0, 3)) for c in _SHARES))
)


def cost(base: sp.Expr, coefficient: sp.Expr, products: sp.Expr, last: sp.Expr) -> sp.Expr:
    """Multiplications for (11), given sum t_k and sum l_k t_k over k <= p, sum l_k, and t_{p+1}."""
    return m * d * (base + last) + n * d * coefficient + m * n * (products + last * coefficient)


def bound(base: sp.Expr, coefficient: sp.Expr, last: sp.Expr) -> sp.Expr:
    """The expression in O(.) of (106); the double sum is the product of sum t_k and sum l_r."""
    return (base + last) * m * d + (n * d + m * d + m * n) * (base + last) * coefficient


def _induction() -> Derivation:
    # one more pair adds l t to the sum of products, and T l + t L + t l to the product of the sums
    chain = Derivation(_D + _t * _l, _PAIRED.with_ranges(*_MAPS))
    chain.at_most(_T * _L + _t * _l, [_T * _L - _D], "what holds for p pairs")
    return chain.at_most((_T + _t) * (_L + _l), [_T * _l + _t * _L])


def _within_bound() -> Derivation:
    total = _T + _t
    chain = Derivation(cost(_T, _L, _D, _t), _COSTS)
    chain.at_most(cost(_T, _L, _T * _L, _t), [m * n, _T * _L - _D], "sum l_k t_k <= sum t_k sum l_k")
    chain.at_most(m * d * total + n * d * total * _L + m * n * total * _L, [n, d, _L, _T + (_t - 1)], "sum t_k >= 1")
    return chain.at_most(bound(_T, _L, _t), [m, d, total, _L])


def _ratio() -> sp.Expr:
    return (n * d + m * d + m * n) / (m * n * d)


def _small_ratio() -> Derivation:
    chain = Derivation(_ratio(), _ALL_LARGE).algebra(1 / m + 1 / n + 1 / d)
    chain.at_most(1 / _k + 1 / n + 1 / d, [1 / _k, 1 / m, m - _k])
    chain.at_most(2 / _k + 1 / d, [1 / _k, 1 / n, n - _k])
    return chain.at_most(3 / _k, [1 / _k, 1 / d, d - _k])


def _ratio_at_scale() -> sp.Expr:
    """The ratio of the costs for proportional sizes."""
    a, b, c = (share / _s for share in _SHARES)
    return (b * c + a * c + a * b) / (a * b * c)


def _explicit(p: int) -> Claim:
    """(106) for p coefficients, every number of maps a symbol of its own."""
    base = sp.symbols(f"t_1:{p + 2}", integer=True, positive=True)
    coefficient = sp.symbols(f"l_1:{p + 1}", integer=True, positive=True)
    maps = tuple(Range(s, 1, None, integer=True, typical=(1, 8), awkward=(1,)) for s in (*base, *coefficient))
    *first, last = base
    products = sum(a * b for a, b in zip(first, coefficient, strict=True))
    left, right = cost(sum(first), sum(coefficient), products, last), bound(sum(first), sum(coefficient), last)
    domain = Domain((*maps, *_SIZES))
    return Claim(
        name=f"(106), p = {p}",
        says=f"the cost for p = {p} is at most the printed expression",
        location="(106)",
        proposition=Inequality(left, "<=", right),
        domain=domain,
        proof=lambda: Derivation(left, domain).at_most(right),
        mutants=(Inequality(right, "<=", left),),
    )


def claims() -> list[Claim]:
    return [
        *(_explicit(p) for p in (1, 2, 3)),
        Claim(
            name="induction on p",
            says=(
                "if sum l_k t_k <= sum t_k sum l_k for p pairs, then for p + 1 pairs (for one pair both sides are l t)"
            ),
            role="lemma",
            proposition=Inequality(_D + _t * _l, "<=", (_T + _t) * (_L + _l)),
            domain=_PAIRED.with_ranges(*_MAPS),
            proof=_induction,
        ),
        Claim(
            name="(106), any p",
            says="the cost is at most the printed expression, sums given by T, L, D with D <= T L and L >= 1",
            location="(106)",
            proposition=Inequality(cost(_T, _L, _D, _t), "<=", bound(_T, _L, _t)),
            domain=_COSTS,
            proof=_within_bound,
        ),
        Claim(
            name="ratio",
            says="the ratio of the costs nd + md + mn and mnd is the sum of three reciprocals",
            role="lemma",
            proposition=Equality(_ratio(), 1 / m + 1 / n + 1 / d),
            domain=Domain(_SIZES),
        ),
        Claim(
            name="gain",
            says="the ratio of the costs is at most 3/k once m, n, d >= k: O(nd + md + mn) is o(mnd) as all three grow",
            proposition=Inequality(_ratio(), "<=", 3 / _k),
            domain=_ALL_LARGE,
            proof=_small_ratio,
            mutants=(Inequality(_ratio(), "<=", 2 / _k),),
        ),
        Claim(
            name="limit",
            says="with m, n and d proportional to 1/s the ratio of the costs vanishes as s -> 0",
            proposition=Limit(_ratio_at_scale(), _s, sp.Integer(0), sp.Integer(0)),
            domain=_PROPORTIONAL,
            proof=lambda: (
                Derivation(_ratio_at_scale(), _PROPORTIONAL)
                .algebra(_s * sum(1 / c for c in _SHARES))
                .limit_by_continuity(_s, sp.Integer(0))
            ),
        ),
    ]
