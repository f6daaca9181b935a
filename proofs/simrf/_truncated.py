"""The conformity of an arrangement against its terms up to v^2, the objective (15) of SimRFs+.

An arrangement is known by the squared resultants of its pairs, ``A_k`` for the one that (15) prefers and ``B_k`` for any other.
"""

from rftheory.proofs.simrf._directions import conformity
from rftheory.proofs.simrf._setting import *
from rftheory.chains.series import AboveTangent, BelowTaylor

#: the index of a pair, and the squared resultants of two arrangements
index = sp.Symbol("k", integer=True, positive=True)
PLUS, OTHER = (sp.IndexedBase(name, real=True) for name in "AB")
_PAIRS = Range(m, 1, None, integer=True, typical=(1, 5), awkward=(1, 6))
_D = Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 64))
_SQUARES = (Range(base.label, 0, None, "[)", shape=(m,), typical=(0, 6), awkward=(0,)) for base in (PLUS, OTHER))
ARRANGEMENTS = Domain((_PAIRS, _D, V, *_SQUARES))


def total(body: sp.Expr) -> sp.Sum:
    return sp.Sum(body, (index, 1, m))


def line(base: sp.IndexedBase) -> sp.Expr:
    """1 and (15) for one pair."""
    return 1 + v**2 / (2 * d) * base[index]


#: The bound of (13) for what (15) leaves out.
rest = v**4 / (8 * d * (d + 2)) * PLUS[index] ** 2 * conformity(PLUS[index])


def _indexed(domain: Domain) -> tuple[Domain, Range]:
    item = Range(index, 1, None, integer=True)
    return domain.with_ranges(item).where(sp.Le(index, m)), item


def below_line(domain: Domain) -> Chain:
    """From the conformity of the preferred arrangement up to (15) and the rest."""
    inside, item = _indexed(domain)
    inner = Chain(conformity(PLUS[index])).by(BelowTaylor(1)).eq(line(PLUS) + rest)
    return Chain(total(conformity(PLUS[index]))).under(inner, item, m)


def _above_line() -> Chain:
    inside, item = _indexed(ARRANGEMENTS)
    inner = Chain(conformity(OTHER[index])).by(AboveTangent(sp.S.Zero)).eq(line(OTHER))
    return Chain(total(conformity(OTHER[index]))).under(inner, item, m)


#: Any arrangement has at least the truncated conformity.
any_arrangement = lemma(
    "any arrangement: any arrangement has at least the truncated conformity",
    ge(total(conformity(OTHER[index])), total(line(OTHER))),
    ARRANGEMENTS,
    _above_line(),
)
