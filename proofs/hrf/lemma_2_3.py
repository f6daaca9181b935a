"""Lemma 2.3 (11) and (30): a hybrid as one dot product of concatenated features.

The bases are ``K_k = (1/m) sum_j phi_1^{j,k}(x).phi_2^{j,k}(y)`` (j <= t_k, blocks of m entries), the coefficients
``lambda_k = a_k + (1/n) sum_i rho_1^{i,k}(x).rho_2^{i,k}(y)`` (i <= l_k, blocks of n entries). The four groups of
(11) are ``sqrt(a_k/m) phi^{j,k}``, ``(mn)^(-1/2) rho^{i,k} (x) phi^{j,k}``, ``sqrt((1 - sum a_k)/m) phi^{j,p+1}`` and
``i (mn)^(-1/2) rho^{i,k} (x) phi^{j,p+1}``; the dot product is bilinear, so roots of negative numbers do no harm.

The lemma is checked with every entry a parameter for p = 2 and unequal t_k, l_k. For blocks of every size it rests on
``(u (x) v).(u' (x) v') = (u.u')(v.v')``, proved from each length to the next, and on (30), checked with m, n and the
sums over blocks as unknowns; p enters as the number of terms of these sums.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from proofs.hrf._features import dot_product
from proofs.hrf._setting import M, N
from proofs.hrf.eq_8 import hybrid_of
from rftheory.coordinates import l, total
from rftheory.kernels import d, m, n
from rftheory.statements.claims import Claim, Equality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="hrf.lemma-2.3",
    paper="hrf",
    location="Lemma 2.3 (11), App. B (30)",
    kind="identity",
    title="The hybrid estimator is a dot product of hybrid features",
    notes=(
        "The sentence before the lemma gives n features to the bases and m to the coefficients; (5), (10) and (11) "
        "do the opposite, and it is their m and n that make the lemma true.",
        "In (11) the letter j is both the side (1 or 2) and the index of a block of phi.",
        "The dot product must not be conjugated: the factor i, and sqrt(a_k) for a_k < 0, are imaginary.",
    ),
)

#: a small shape with nothing equal by accident: entries per block, blocks of the bases, blocks of the coefficients
_SIZE, _PROJECTIONS = 2, 2
_BASE_BLOCKS, _COEFFICIENT_BLOCKS = (2, 1, 2), (1, 2)
_CONSTANTS = sp.symbols("a_1 a_2", real=True)
Block = list[sp.Symbol]


def _block(kind: str, side: int, number: int, k: int, length: int) -> Block:
    return [sp.Symbol(f"{kind}{side}_{number}_{k}_{entry}", real=True) for entry in range(1, length + 1)]


def _phi(side: int, k: int) -> list[Block]:
    return [_block("phi", side, j, k, _SIZE) for j in range(1, _BASE_BLOCKS[k - 1] + 1)]


def _rho(side: int, k: int) -> list[Block]:
    return [_block("rho", side, i, k, _PROJECTIONS) for i in range(1, _COEFFICIENT_BLOCKS[k - 1] + 1)]


def _outer(first: Block, second: Block) -> list[sp.Expr]:
    return [a * b for a in first for b in second]


def _features(side: int) -> Iterator[sp.Expr]:
    """The entries of Psi_1 or Psi_2 of (11), in the printed order."""
    size, both = sp.Integer(_SIZE), sp.Integer(_SIZE * _PROJECTIONS)
    indices = range(1, len(_CONSTANTS) + 1)
    last = len(_BASE_BLOCKS)
    for k in indices:
        yield from (sp.sqrt(_CONSTANTS[k - 1] / size) * e for block in _phi(side, k) for e in block)
    for k in indices:
        yield from (e / sp.sqrt(both) for rho in _rho(side, k) for phi in _phi(side, k) for e in _outer(rho, phi))
    yield from (sp.sqrt((1 - sum(_CONSTANTS)) / size) * e for block in _phi(side, last) for e in block)
    for k in indices:
        yield from (
            sp.I / sp.sqrt(both) * e for rho in _rho(side, k) for phi in _phi(side, last) for e in _outer(rho, phi)
        )


def _inner(first: list[Block], second: list[Block]) -> sp.Expr:
    return sp.Add(*(dot_product(u, v) for u, v in zip(first, second, strict=True)))


def _estimator() -> sp.Expr:
    """(8) with the bases (6) and the coefficients (10)."""
    bases = [_inner(_phi(1, k), _phi(2, k)) / _SIZE for k in range(1, len(_BASE_BLOCKS) + 1)]
    coefficients = [a + _inner(_rho(1, k), _rho(2, k)) / _PROJECTIONS for k, a in enumerate(_CONSTANTS, start=1)]
    return hybrid_of(coefficients, bases)


def _entries() -> Domain:
    blocks = [b for side in (1, 2) for k in (1, 2, 3) for b in _phi(side, k)]
    blocks += [b for side in (1, 2) for k in (1, 2) for b in _rho(side, k)]
    symbols = [*_CONSTANTS, *(e for block in blocks for e in block)]
    return Domain(tuple(Range(s, typical=(-2, 2)) for s in symbols))


def _printed_products() -> Claim:
    """(30) for p = 2, with m, n and all block sizes free: G_k = sum_j phi.phi, R_k = sum_i rho.rho."""
    g1, g2, g3, r1, r2 = unknowns = sp.symbols("G_1 G_2 G_3 R_1 R_2", real=True)
    a1, a2 = _CONSTANTS
    printed = (a1 * g1 + a2 * g2) / m + (r1 * g1 + r2 * g2) / (m * n)
    printed += (1 - a1 - a2) / m * g3 - (r1 * g3 + r2 * g3) / (m * n)
    return Claim(
        name="(30)",
        location="App. B (30)",
        says="the hybrid as four sums of inner products, for bases and coefficients of any size",
        proposition=Equality(hybrid_of([a1 + r1 / n, a2 + r2 / n], [g / m for g in (g1, g2, g3)]), printed),
        domain=Domain((*(Range(s, typical=(-2, 2)) for s in (*_CONSTANTS, *unknowns)), M, N)),
    )


def _roots_and_units() -> Claim:
    """What the coefficients of the four groups contribute to a bilinear product of blocks, for any m, n and length of blocks."""
    a, b = sp.symbols("a b", real=True)
    blocks = [tuple(sp.IndexedBase(f"{name}{group}", real=True) for name in "uv") for group in range(1, 5)]
    factors = (sp.sqrt(a / m), 1 / sp.sqrt(m * n), sp.sqrt((1 - b) / m), sp.I / sp.sqrt(m * n))
    squares = (a / m, 1 / (m * n), (1 - b) / m, -1 / (m * n))
    left = sp.Add(*(total(f * u[l] * (f * v[l])) for (u, v), f in zip(blocks, factors, strict=True)))
    right = sp.Add(*(square * total(u[l] * v[l]) for (u, v), square in zip(blocks, squares, strict=True)))
    length = Range(d, 1, None, integer=True, typical=(1, 4), awkward=(1,))
    entries = (Range(base.label, typical=(-2, 2), shape=(d,)) for pair in blocks for base in pair)
    return Claim(
        name="squares of the factors",
        says=(
            "blocks u, v of one length times sqrt(a/m), 1/sqrt(mn), sqrt((1 - sum a)/m), i/sqrt(mn) have a/m, 1/(mn), "
            "(1 - sum a)/m, -1/(mn) times the product of u and v, any sign of a"
        ),
        role="lemma",
        proposition=Equality(left, right),
        domain=Domain((*(Range(s, typical=(-2, 2)) for s in (a, b)), length, *entries, M, N)),
    )


def _outer_products() -> Claim:
    """One more entry of u: (u, s) (x) v adds s v.s'v' to what the shorter u gives, the induction for every length."""
    s, s2, inner_u, inner_v = symbols = sp.symbols("s s_2 U V", real=True)
    return Claim(
        name="outer products",
        says="(u (x) v).(u' (x) v') = (u.u')(v.v'), from each length of u to the next (U = u.u', V = v.v')",
        role="lemma",
        proposition=Equality(inner_u * inner_v + s * s2 * inner_v, (inner_u + s * s2) * inner_v),
        domain=Domain(tuple(Range(symbol, typical=(-2, 2)) for symbol in symbols)),
    )


def claims() -> list[Claim]:
    return [
        Claim(
            name="dot product",
            says="Psi_1(x).Psi_2(y) is the hybrid: p = 2, t = (2, 1, 2), l = (1, 2), m = n = 2, every entry free",
            proposition=Equality(dot_product(_features(1), _features(2)), _estimator()),
            domain=_entries(),
        ),
        _printed_products(),
        _roots_and_units(),
        _outer_products(),
    ]
