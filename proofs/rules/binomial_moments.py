"""The first four moments of the number B of successes among n independent trials of probability p.

``E B^q = sum_i S(q, i) n (n-1) ... (n-i+1) p^i`` with Stirling numbers. Proof by induction on n: one more trial X
in {0, 1} gives ``E (B + X)^q = E B^q + p sum_(i<q) binom(q, i) E B^i``, and no trial gives 0.
"""

from rftheory.vocabulary import *
from rftheory.rules.binomial import binomial_moment, binomial_probability

STATEMENT = statement("rule", "rule", "Moments of a binomial number")

_p = sp.Symbol("p", nonnegative=True)
_k = sp.Symbol("k", integer=True, nonnegative=True)
DOMAIN = Domain(
    (
        Range(n, 1, None, integer=True, typical=(1, 12), awkward=(1, 40)),
        Range(_p, 0, 1, "[]", typical=(0, 1), awkward=(0, sp.Rational(1, 1000), 1)),
    )
)


def _enumerated(order: int) -> sp.Expr:
    """``E B^q``, outcome by outcome."""
    return sp.Sum(_k**order * binomial_probability(_k, n, _p), (_k, 0, n))


def _induction(order: int) -> Chain:
    reason = "one trial gives p; one more trial adds p sum binom(q, i) E B^i (induction)"
    return Chain(_enumerated(order)).eq(binomial_moment(order, n, _p), reason)


def _claim(order: int) -> Claim:
    return claim(
        f"the moment of order {order} of a binomial number",
        eq(_enumerated(order), binomial_moment(order, n, _p)),
        proof=_induction(order),
        name=f"moment {order}",
    )


CLAIMS = [_claim(order) for order in (1, 2, 3, 4)]
