"""After (4): GERF with A = 0 are the trigonometric (s = -1) and the positive random features (s = +1).

By (5), A = 0 gives ``D = 1`` and ``B = i, C = 0`` for s = -1, ``B = 1, C = -1`` for s = +1.
"""

from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt._setting import D as DIMENSION
from rftheory.proofs.crt._generalized import W

STATEMENT = statement(
    "identity",
    "after (4)",
    "Trigonometric and positive random features as special cases of GERF",
    reading="The feature maps are the same functions of w and of the input, for every w.",
    not_drawn="two functions are equal at every single projection; nothing is averaged",
)

_X, _Y = PAIR.x, PAIR.y
#: s -> the two feature maps that the paper names
NAMED = {
    -1: (sp.exp(sp.I * W.dot(_X)), sp.exp(-sp.I * W.dot(_Y))),
    1: (sp.exp(W.dot(_X) - _X.square), sp.exp(W.dot(_Y) - _Y.square)),
}
#: A = 0: without the term A |w|^2
_NO_SQUARE = Range(A, 0, 0, typical=(0, 0))
_WORDS = {-1: "trigonometric", 1: "positive"}


def feature(s: int, side: str) -> sp.Expr:
    """(4), (5)."""
    return GeneralizedExponential(A, s).components(W, _X if side == "x" else _Y, side)[0]


CLAIMS = [
    claim(
        f"A = 0, s = {s:+d}: f{number} is the {_WORDS[s]} feature map",
        eq(feature(s, side), NAMED[s][number - 1]),
        Domain((X_NORM if side == "x" else Y_NORM, DIMENSION, _NO_SQUARE)),
        name=f"{_WORDS[s]}, f{number}",
        print="restored",
    )
    for s in (-1, 1)
    for number, side in ((1, "x"), (2, "y"))
]
