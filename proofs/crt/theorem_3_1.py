"""Theorem 3.1 (4), (5): generalized exponential random features estimate the Gaussian kernel without bias.

``f1 = D exp(A|w|^2 + B w.x + C|x|^2)``, ``f2 = D exp(A|w|^2 + s B w.y + C|y|^2)`` with complex A, Re(1 - 4A) > 0,
s = +1 or -1, ``B = sqrt(s(1-4A))``, ``C = -(s+1)/2``, ``D = ((1-4A)^(1/4))^d``, principal roots; K(x, y) = E Re(f1 f2).
The rule gives ``E f1 f2 = D^2 (1-4A)^(-d/2) exp(B^2 |x + s y|^2 / (2 (1-4A)) + ...)``; the two powers are those of one principal
logarithm and cancel on every branch, and B enters through its square only.
"""

from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt._generalized import COMPLEX, REAL, SMALL, family, sample
from rftheory.rules.nodes import mean

STATEMENT = statement(
    "identity",
    "Theorem 3.1 (4), (5)",
    "Generalized exponential random features are unbiased",
    notes=("For d = 1 the formula is the same; x and y are then parallel.",),
)

#: sign s, whether A is real, and the name of the claim
CASES = ((1, False, "s = +1"), (-1, False, "s = -1"), (1, True, "s = +1, real A"), (-1, True, "s = -1, real A"))

CLAIMS = [
    claim(
        f"E Re(f1 f2) = K(x, y) for {name}" + ("" if real else ", complex A with Re(1 - 4A) > 0"),
        eq(mean(sample(family(s, real))), kernel),
        REAL if real else COMPLEX,
        name=name,
        print="restored",
    ).drawn(Regular(family(s, real)), "mean", SMALL)
    for s, real, name in CASES
]
