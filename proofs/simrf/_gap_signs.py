r"""The signs of the orthogonality gap of Fourier features along t = z^2, for every d from 3 to 64.

The gap is (m-1)/m times ``exp(-t) - 1F1(d; d/2; -t/2)``. Its first root is found, with proof and to 20 decimals of t:
``t_below(d, 1)`` and ``t_above(d, 1)`` are it, rounded down and up.
"""

from rftheory.proofs.crt._orthogonal import kummer
from rftheory.vocabulary import *
from rftheory.proofs.crt._orthogonal_waves import t
from rftheory.proofs.simrf._zcrit import change_above, change_below

_zero = sp.Integer(0)

DIMENSIONS = Range(d, 3, 64, integer=True, typical=(3, 64), awkward=(3, 4, 5, 63, 64))
DISTANCES = Range(t, 0, None, "()", typical=(0, 12), awkward=(sp.Rational(1, 1000), 8))


def gap(square: sp.Expr, dimension: sp.Expr = d) -> sp.Expr:
    """``exp(-t) - 1F1(d; d/2; -t/2)``."""
    return sp.exp(-square) - kummer(-square, dimension)


_domain = Domain((DISTANCES, DIMENSIONS), (sp.Le(t, change_below(d, 1)),))
#: The gap is positive for 0 < t <= z_crit(d)^2, rounded down.
positive_before = lemma(
    "positive before: exp(-t) > 1F1(d; d/2; -t/2) for 0 < t <= z_crit(d)^2, d = 3 to 64",
    gt(gap(t), _zero),
    _domain,
    Chain(gap(t)).gt(_zero),
)


def negative_at() -> Claim:
    """The gap is negative at z_crit(d)^2, rounded up."""
    domain, after = Domain((DIMENSIONS,)), change_above(d, 1)
    return claim(
        "negative at z_crit: at z_crit(d)^2, rounded up to 20 decimals, the gap is negative, d = 3 to 64",
        lt(gap(after), _zero),
        domain,
        Chain(gap(after)).lt(_zero),
        boxes=({d: (sp.Integer(3), sp.Integer(64))},),
    )
