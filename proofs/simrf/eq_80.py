r"""A.9 (80): Stirling's formula in the place of the gamma functions of the share ``Gamma(k+d) Gamma(d/2)/(2^k Gamma(k+d/2) Gamma(d))``.

The text that was read has ``(k + d - 1)^(m+d-1)`` in the first line; with k + d - 1, as Stirling's formula gives, it is the product of the
second line, and both tend to the share (`simrf.corollary-4.6-proof`).
"""

from rftheory.proofs.crt._orthogonal import k
from rftheory.vocabulary import *
from rftheory.proofs.simrf._stirling_share import FACTORS, WIDE, stirling_share

STATEMENT = statement(
    "identity",
    "A.9 (80), App. B.2.2 (90)",
    "The share by Stirling's formula",
    reading="The first line of (80) is the second, the product of a root and three powers.",
    notes=(
        "Whether m or k is printed in the exponent is to be seen in print: powers are damaged in the text that was read.",
        "(90) sets H_1 = (1), so that H_i has 2^(i-1) rows; B.2.2 says d = 2^i. The two agree with H_0 = (1), if i means the same in both.",
    ),
    not_drawn="it is about gamma functions",
)

first_line = claim(
    "first line: with the exponent m + d - 1 the first line of (80) is the second",
    eq(stirling_share(m + d - 1), sp.Mul(*FACTORS)),
    WIDE.with_ranges(Range(m, 1, None, integer=True, typical=(1, 9), awkward=(1, 2))),
    print="restored",
    tex=r"\frac{(k+d-1)^{m+d-1} (\frac{d}{2}-1)^{d/2-1}}{(k+\frac{d}{2}-1)^{k+d/2-1} (d-1)^{d-1}}",
    quote="(k + d 1)m+d 1",
).false(
    at={k: 1, m: 2, d: 4},
    because="the number of features does not occur in the gamma functions: the exponent is k + d - 1",
    error="misprint",
    survives="yes: from the second line on the exponent is the right one",
)
CLAIMS = (
    first_line,
    first_line.reread(
        "exponent k + d - 1: with it the first line of (80) is the second",
        eq(stirling_share(k + d - 1), sp.Mul(*FACTORS)),
        WIDE,
        tex=r"\frac{(k+d-1)^{k+d-1} (\frac{d}{2}-1)^{d/2-1}}{(k+\frac{d}{2}-1)^{k+d/2-1} (d-1)^{d-1}}",
    ),
)
