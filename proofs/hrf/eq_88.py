"""(88): the real diagonal A that minimises ``|A r_i + A^-T r_j|^2``, entry by entry.

For the entry a of A and the entries r_i, r_j of the centres the loss is ``(a r_i + r_j/a)^2``; the paper prints the
minimiser ``a = sqrt(|r_j / r_i|)`` for r_i != 0. With r_j = 0 that is a = 0: A is singular, and the infimum 0 of
``a^2 r_i^2`` over a != 0 is not attained. For nonzero r_i and r_j the minimiser is right, among the a of either
sign; and for r_i = 0 so are the other choices, a large a for r_j != 0 and a = 1 for r_j = 0.
"""

from typing import Any

from rftheory.vocabulary import *
from rftheory.chains.binding import placed, single_values
from rftheory.proofs.hrf.eq_81 import CENTER_X, CENTER_Y, CENTERS, center_x, center_y

STATEMENT = statement(
    "optimum",
    "(88)",
    "The best real diagonal matrix for two centres",
    reading="For real r_i != 0 and real r_j the number a = sqrt(|r_j/r_i|) is an entry of an invertible matrix "
    "(a > 0) and minimises (a r_i + r_j/a)^2 over all real a != 0. The loss is the sum of these over the "
    "entries, so each is minimised by itself.",
    not_drawn="a minimum over the entries of A, without an estimator; that of (88) is drawn in hrf.sec-H.2-zero",
    notes=(
        "App. H.2 itself treats r_i != 0, r_j = 0 separately for complex matrices, before (88), but not for real ones.",
    ),
)

entry = sp.Symbol("a", real=True)
ENTRY = Range(entry, None, None, typical=(-3, 3), awkward=(sp.Rational(1, 1000), -20))
#: of an entry and of its inverse
_EXIST = by_definition("entries of A and of its inverse exist")
DOMAIN = Domain((CENTER_X, CENTER_Y), (sp.Ne(center_x, 0),), words=_EXIST)
ANY_ENTRY = Domain((CENTER_X, CENTER_Y, ENTRY), (sp.Ne(center_x, 0), sp.Ne(center_y, 0), sp.Ne(entry, 0)), words=_EXIST)

#: (88), the entry of A.
best_entry = sp.sqrt(sp.Abs(center_y) / sp.Abs(center_x))


def loss(a: sp.Expr, first: sp.Expr = center_x, second: sp.Expr = center_y) -> sp.Expr:
    """One entry of |A r_i + A^-T r_j|^2 for real A."""
    return (a * first + second / a) ** 2


#: Its least value 2 (|r_i r_j| + r_i r_j).
least_loss = 2 * (sp.Abs(center_x) * sp.Abs(center_y) + center_x * center_y)

#: The loss less its least value, a square.
loss_gap = (sp.Abs(entry) * sp.Abs(center_x) - sp.Abs(center_y) / sp.Abs(entry)) ** 2


def _minimum() -> Chain:
    chain = Chain(loss(best_entry)).eq(least_loss, "the value at the printed entry")
    return chain.le(loss(entry), [loss_gap], "the gap is the square of |a r_i| - |r_j/a|")


_ZERO_X, _ZERO_Y = (Range(center, 0, 0, typical=(0, 0)) for center in (center_x, center_y))
_POSITIVE = Range(entry, 0, None, "()", typical=(1, 20), awkward=(1, 100))


def _approached(name: str, says: str, domain: Domain, point: sp.Expr, **more: Any) -> Claim:
    return claim(
        says,
        tends(loss(entry), entry, point, 0, "+" if point == 0 else "-"),
        domain,
        proof=Chain(loss(entry)).computed(placed, values=single_values(domain)).limit(entry, point),
        name=name,
        location="after (88)",
        **more,
    )


admissible = claim(
    "admissible: the printed entry is positive, so that A is invertible, whenever r_i != 0",
    eq(sp.sign(best_entry), 1),
    tex=r"a_k = \sqrt{|r_{j,k}/r_{i,k}|}\ \mathrm{if}\ r_{i,k} \ne 0",
).false(
    at={center_x: 1, center_y: 0},
    because="for r_j = 0 the printed entry is 0 and A^-T does not exist; the infimum 0 of a^2 r_i^2 is not attained",
    remark="for r_j = 0 the printed entry is 0 and A^-T does not exist; the infimum 0 of a^2 r_i^2 is not attained",
)
CLAIMS = (
    admissible,
    admissible.corrected(
        "admissible, both nonzero: the printed entry is positive if r_i and r_j are both nonzero",
        eq(sp.sign(best_entry), 1),
        CENTERS,
        needs=("r_j,k is not 0",),
        tex=r"a_k = \sqrt{|r_{j,k}/r_{i,k}|}\ \mathrm{if}\ r_{i,k} r_{j,k} \ne 0",
    ),
    _approached(
        "r_i = 0, approached",
        "if r_i = 0 and r_j != 0 the loss tends to 0 for a -> oo, a large positive number",
        Domain((_ZERO_X, CENTER_Y, _POSITIVE)),
        sp.oo,
    ),
    claim(
        "both zero: if r_i = r_j = 0 the entry a = 1 leaves no loss",
        eq(loss(entry), 0),
        Domain((_ZERO_X, _ZERO_Y, Range(entry, 1, 1, typical=(1, 1)))),
    ),
    claim(
        "minimum: for nonzero r_i and r_j no real a != 0 has a smaller loss than the printed entry",
        le(loss(best_entry), loss(entry)),
        ANY_ENTRY,
        _minimum(),
    ),
    lemma(
        "least loss: the least loss is 2 (|r_i r_j| + r_i r_j): zero for opposite signs, 4 r_i r_j for equal ones",
        eq(loss(best_entry), least_loss),
        CENTERS,
    ),
)
