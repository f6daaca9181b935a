"""After (7): for real A and s = +1 the numbers B, C, D are real and the features are positive.

Re(1 - 4A) > 0 is A < 1/4 for real A; then ``B = sqrt(1-4A)`` and ``D = (1-4A)^(d/4)`` are positive, C = -1, and every
feature is D times the exponential of a real number. (Without the condition of Theorem 3.1, B would be imaginary.)
"""

from rftheory.vocabulary import *
from rftheory.proofs.crt._generalized import REAL, W

STATEMENT = statement(
    "property",
    "after (7)",
    "GERF with real A and s = +1 are positive",
    reading="For real A with Re(1 - 4A) > 0, as Theorem 3.1 asks, and every w: w.x, w.y and |w|^2 are free real "
    "numbers.",
    not_drawn="it is said of every single projection; nothing is averaged",
)

DOMAIN = REAL

GERF = GeneralizedExponential()
#: s of (5)
_SIGN = sp.Symbol("s", real=True)


def _feature(side: str) -> sp.Expr:
    return GERF.components(W, PAIR.x if side == "x" else PAIR.y, side)[0]


zero = sp.Integer(0)
CLAIMS = (
    *(
        claim(f"{name} is its own conjugate", eq(sp.conjugate(number), number), name=f"{name} is real")
        for name, number in (("B", GERF.B), ("D", GERF.D))
    ),
    claim(
        "C is real: C = -(s + 1)/2 is -1 for s = +1",
        eq(-(_SIGN + 1) / 2, GERF.C),
        Domain((Range(_SIGN, 1, 1, typical=(1, 1)),)),
    ),
    *(
        claim(
            f"f{number}(w, {side}) > 0 for every w",
            gt(_feature(side), zero),
            proof=Chain(_feature(side)).gt(zero),
            name=f"f{number} is positive",
        )
        for number, side in ((1, "x"), (2, "y"))
    ),
)
