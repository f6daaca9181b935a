"""Lemma 2.3 (11) and (30): a hybrid as one dot product of concatenated features.

The bases are ``K_k = (1/m) sum_j phi_1^{j,k}(x).phi_2^{j,k}(y)`` (j <= t_k, blocks of m entries), the coefficients
``lambda_k = a_k + (1/n) sum_i rho_1^{i,k}(x).rho_2^{i,k}(y)`` (i <= l_k, blocks of n entries). The four groups of
(11) are ``sqrt(a_k/m) phi^{j,k}``, ``(mn)^(-1/2) rho^{i,k} (x) phi^{j,k}``, ``sqrt((1 - sum a_k)/m) phi^{j,p+1}`` and
``i (mn)^(-1/2) rho^{i,k} (x) phi^{j,p+1}``; the dot product is bilinear, so roots of negative numbers do no harm.

Two claims: for every p, m, n and all numbers t_k, l_k of blocks, with sums over the entries; and written out, in the printed order,
for one shape with every entry a parameter (p = 2 and unequal t_k, l_k).
"""

from collections.abc import Iterator

from rftheory.proofs.hrf._setting import *
from rftheory.inputs.coordinates import total
from rftheory.proofs.hrf._features import dot_product
from rftheory.proofs.hrf.eq_8 import hybrid_of

STATEMENT = statement(
    "identity",
    "Lemma 2.3 (11), App. B (30)",
    "The hybrid estimator is a dot product of hybrid features",
    reading="Whatever the entries of the features are, and for a_k of any sign: Psi_1(x).Psi_2(y), without "
    "conjugates, is the estimator (8) with the bases of Sec. 2.2 and the coefficients (10). A base has "
    "t_k m entries and a coefficient l_k n, filled up with zeros to one number of entries over k: zeros "
    "add nothing to a product.",
    not_drawn="an identity of two finite sums, for features of any value; the mean of the estimator is drawn in hrf.eq-8",
    notes=(
        "The sizes m and n are those of (5), (10) and (11), not those of the sentence before the lemma: hrf.sec-2.2-sizes.",
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


_bases = [_inner(_phi(1, k), _phi(2, k)) / _SIZE for k in range(1, len(_BASE_BLOCKS) + 1)]
_coefficients = [a + _inner(_rho(1, k), _rho(2, k)) / _PROJECTIONS for k, a in enumerate(_CONSTANTS, start=1)]
#: (8) with the bases (6) and the coefficients (10).
_estimator = hybrid_of(_coefficients, _bases)


def _entries() -> Domain:
    blocks = [b for side in (1, 2) for k in (1, 2, 3) for b in _phi(side, k)]
    blocks += [b for side in (1, 2) for k in (1, 2) for b in _rho(side, k)]
    symbols = [*_CONSTANTS, *(e for block in blocks for e in block)]
    return Domain(tuple(Range(s, typical=(-2, 2)) for s in symbols))


# -- any number and size of blocks ------------------------------------------------------------------------------------

_BASES, _ENTRIES, _DRAWS, _LAST = sp.symbols("p T L T_last", integer=True, positive=True)
_K, _ENTRY, _DRAW = sp.symbols("k i j", integer=True, positive=True)
_CONSTANT = sp.IndexedBase("a", real=True)
_PHI, _RHO, _CHI = ([sp.IndexedBase(f"{name}_{side}", real=True) for side in (1, 2)] for name in ("phi", "rho", "chi"))


def _sized(base: sp.IndexedBase, *shape: sp.Expr) -> Range:
    return Range(base.label, typical=(-2, 2), shape=shape)


#: phi_1, phi_2: p bases of T entries; rho_1, rho_2: p coefficients of L entries; chi_1, chi_2: the base p + 1
DOMAIN = Domain(
    (
        *(Range(s, 1, None, integer=True, typical=(1, 3), awkward=(1,)) for s in (_BASES, _ENTRIES, _DRAWS, _LAST)),
        _sized(_CONSTANT, _BASES),
        *(_sized(base, _BASES, _ENTRIES) for base in _PHI),
        *(_sized(base, _BASES, _DRAWS) for base in _RHO),
        *(_sized(base, _LAST) for base in _CHI),
        M,
        N,
    )
)


def _over_bases(body: sp.Expr) -> sp.Expr:
    return total(body, _K, _BASES)


def _feature_product() -> sp.Expr:
    """``Psi_1(x).Psi_2(y)``: the products of the entries of the four groups of (11)."""
    both = sp.sqrt(m * n)
    own = [phi[_K, _ENTRY] for phi in _PHI]
    last = [chi[_ENTRY] for chi in _CHI]
    drawn = [rho[_K, _DRAW] for rho in _RHO]
    first, rest = sp.sqrt(_CONSTANT[_K] / m), sp.sqrt((1 - _over_bases(_CONSTANT[_K])) / m)

    def entries(factor: sp.Expr, pair: list[sp.Expr], count: sp.Expr) -> sp.Expr:
        return total((factor * pair[0]) * (factor * pair[1]), _ENTRY, count)

    def outer(factor: sp.Expr, pair: list[sp.Expr], count: sp.Expr) -> sp.Expr:
        """All entries of rho (x) phi."""
        return total(entries(factor, [rho * phi for rho, phi in zip(drawn, pair, strict=True)], count), _DRAW, _DRAWS)

    return (
        _over_bases(entries(first, own, _ENTRIES))
        + _over_bases(outer(1 / both, own, _ENTRIES))
        + entries(rest, last, _LAST)
        + _over_bases(outer(sp.I / both, last, _LAST))
    )


def _parts_of_estimator() -> tuple[sp.Expr, sp.Expr, sp.Expr]:
    """The products of the features of base k, of coefficient k and of the last base."""
    base = total(_PHI[0][_K, _ENTRY] * _PHI[1][_K, _ENTRY], _ENTRY, _ENTRIES)
    drawn = total(_RHO[0][_K, _DRAW] * _RHO[1][_K, _DRAW], _DRAW, _DRAWS)
    return base, drawn, total(_CHI[0][_ENTRY] * _CHI[1][_ENTRY], _ENTRY, _LAST)


def _general_estimator() -> sp.Expr:
    """(8) with the bases (6) and the coefficients (10), any sizes."""
    base, drawn, last = _parts_of_estimator()
    coefficient = _CONSTANT[_K] + drawn / n
    return _over_bases(coefficient * (base / m)) + (1 - _over_bases(coefficient)) * (last / m)


def _printed_products() -> sp.Expr:
    """(30)."""
    base, drawn, last = _parts_of_estimator()
    groups = _over_bases(_CONSTANT[_K] / m * base) + _over_bases(drawn * base) / (m * n)
    return groups + (1 - _over_bases(_CONSTANT[_K])) / m * last - _over_bases(drawn * last) / (m * n)


CLAIMS = (
    claim(
        "any sizes: Psi_1(x).Psi_2(y) is the hybrid, for every p, m, n and any numbers of blocks",
        eq(_feature_product(), _general_estimator()),
    ),
    claim(
        "dot product: Psi_1(x).Psi_2(y) is the hybrid, written out: p = 2, t = (2, 1, 2), l = (1, 2), m = n = 2, every "
        "entry free",
        eq(dot_product(_features(1), _features(2)), _estimator),
        _entries(),
    ),
    step(
        "(30): the hybrid as four sums of inner products, for bases and coefficients of any size",
        eq(_general_estimator(), _printed_products()),
        location="App. B (30)",
    ),
)
