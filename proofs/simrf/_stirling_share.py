"""The two lines of (80), A.9: Stirling's formula in the place of the four gamma functions of the share, and its four factors."""

from rftheory.proofs.crt._orthogonal import k
from rftheory.vocabulary import *

WIDE = Domain(
    (
        Range(d, 3, None, integer=True, typical=(3, 40), awkward=(3, 64)),
        Range(k, 0, None, integer=True, typical=(0, 9), awkward=(0, 1, 2, 20)),
    )
)


def stirling_share(exponent: sp.Expr) -> sp.Expr:
    """The first line, with this exponent of k + d - 1."""
    upper, lower, plain, half = (c - 1 for c in (k + d, k + d / 2, d, d / 2))
    root = sp.sqrt(upper * half / (lower * plain))
    return root * upper**exponent * half**half / (2**k * lower**lower * plain**plain)


#: the second line
FACTORS = (
    sp.sqrt((k + d - 1) * (d / 2 - 1) / ((k + d / 2 - 1) * (d - 1))),
    ((k + d - 1) / (2 * (k + d / 2 - 1))) ** k,
    (1 + k / (d - 1)) ** (d - 1),
    (1 + k / (d / 2 - 1)) ** (1 - d / 2),
)
