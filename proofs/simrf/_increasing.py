"""``0F1(; d/2; s)`` increases with s >= 0: the conformity of a pair increases with the length of its resultant."""

from rftheory.proofs.simrf._setting import *

low_argument, high_argument = sp.Symbol("s", nonnegative=True), sp.Symbol("t", positive=True)
_k = sp.Symbol("k", integer=True, nonnegative=True)
_INDEX = Range(_k, 0, None, integer=True, typical=(0, 12), awkward=(0, 1, 2, 30))
_ORDERED = Domain(
    (
        D,
        Range(low_argument, 0, None, "[)", typical=(0, 4), awkward=(0, 20)),
        Range(high_argument, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 100), 30)),
    )
).where(sp.Gt(high_argument, low_argument))

_domain = _ORDERED.with_ranges(_INDEX)
#: s^k <= t^k.
powers = lemma(
    "powers: s^k <= t^k for 0 <= s < t",
    le(low_argument**_k, high_argument**_k),
    _domain,
    Chain(low_argument**_k).induction(_k, high_argument**_k, ratios=(low_argument, high_argument)),
)


def increasing() -> Claim:
    """0F1(; d/2; s) < 0F1(; d/2; t)."""
    low, high = (sp.hyper([], [d / 2], z) for z in (low_argument, high_argument))
    coefficient = sp.gamma(d / 2) / (sp.gamma(d / 2 + _k) * sp.gamma(_k + 1))

    def terms() -> Chain:
        chain = Chain(coefficient * low_argument**_k).use(powers)
        return chain.le(coefficient * high_argument**_k)

    series = {low: coefficient * low_argument**_k, high: coefficient * high_argument**_k}
    return lemma(
        "increasing: 0F1(; d/2; s) < 0F1(; d/2; t) for 0 <= s < t",
        lt(low, high),
        _ORDERED,
        Chain(low).termwise(high, _INDEX, series, terms(), strict_at=1),
    )
