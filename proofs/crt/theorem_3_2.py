"""Theorem 3.2 (6): the variance of generalized exponential random features, Re(1 - 8A) > 0.

``Var = exp(-(s+1)(|x|^2+|y|^2)) (Re(alpha_1 exp(alpha_2 v^2)) + alpha_3 exp(alpha_4 v^2)) / 2 - K^2``, v = |x + s y|, with
``alpha_1 = (sqrt(1 + 16A^2/(1-8A)))^d``, ``alpha_2 = s + s/(1-8A)``, ``alpha_3 = (1 + 16|A|^2/(1-8 Re A))^(d/2)`` and
``alpha_4 = s/2 + (s + 2|1-4A|)/(2(1-8 Re A))``. Both halves come from ``(Re Z)^2 = (Re Z^2 + |Z|^2)/2``. The rule gives
``(1-4A)^d (1-8A)^(-d/2)`` for alpha_1; that the printed root is ``(1-4A)/sqrt(1-8A)`` and not its negative (it matters for odd d)
is a step of the derivation.
"""

from rftheory.vocabulary import *
from rftheory.proofs.crt._generalized import (
    FINITE_COMPLEX,
    FINITE_REAL,
    SMALL,
    family,
    printed_variance,
    sample,
    variance_chain,
    variance_of,
)
from rftheory.proofs.crt.theorem_3_1 import CASES

STATEMENT = statement(
    "identity",
    "Theorem 3.2 (6)",
    "Variance of generalized exponential random features",
    reading="The variance of one sample; that of the mean of M samples is 1/M of it (crt.eq-1).",
    cells=(("generalized-exponential", "iid"),),
)

CLAIMS = [
    claim(
        f"the variance (6) of one sample Re(f1 f2) for {name}" + ("" if real else ", Re(1 - 8A) > 0"),
        eq(variance_of(sample(family(s, real))), printed_variance(family(s, real))),
        FINITE_REAL if real else FINITE_COMPLEX,
        None if real else lambda s=s: variance_chain(family(s, False)),
        name=name,
        print="restored",
    ).drawn(Regular(family(s, real)), "mse", SMALL)
    for s, real, name in CASES
]
