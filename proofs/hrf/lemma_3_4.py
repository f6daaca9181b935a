"""Lemma 3.4 (25): the relative errors of T and P at one length are mirror images of each other.

``eps_{theta,r}(T) = eps_{pi-theta,r}(P) = (2m)^-1/2 exp(2 r^2 s)(1 - exp(-4 r^2 s))`` with ``s = sin^2(theta/2)``; in other words
``(2/m)^1/2 sinh(2 r^2 s)``.
"""

from rftheory.proofs.hrf._angular import REGULARS, positive_error, relative_error, trigonometric_error
from rftheory.proofs.hrf._setting import *

STATEMENT = statement(
    "identity", "Lemma 3.4 (25)", "Relative errors of the trigonometric and the positive estimator at one length"
)

DOMAIN = REGULARS

#: inputs of length r with the angle pi - theta
MIRRORED = make_pair(r, r, sp.pi - theta, "mirrored")

_s = sp.sin(theta / 2) ** 2
#: The right side of (25).
trigonometric_relative_error = 1 / sp.sqrt(2 * m) * sp.exp(2 * r**2 * _s) * (1 - sp.exp(-4 * r**2 * _s))

#: eps_{theta,r}(P): the right side of (25) at pi - theta.
positive_relative_error = trigonometric_relative_error.subs(theta, sp.pi - theta)


def trigonometric_chain() -> Chain:
    """eps(T) from its definition."""
    return _closed(trigonometric(EQUAL_PAIR), EQUAL_PAIR, trigonometric_relative_error)


def positive_chain() -> Chain:
    """eps(P) from its definition."""
    return _closed(positive(EQUAL_PAIR), EQUAL_PAIR, positive_relative_error)


def _closed(estimator: sp.Expr, pair: Pair, closed: sp.Expr) -> Chain:
    mse = mean_squared_error(estimator, kernel(pair))
    chain = Chain(relative_error(estimator, pair)).rewrite(
        mse, closed**2 * kernel(pair) ** 2, "Lemma 2.2 at one length"
    )
    return chain.eq(closed, "equal squares")


def _mirrored_chain() -> Chain:
    return _closed(positive(MIRRORED), MIRRORED, trigonometric_relative_error)


# P has modest tails where the inputs are far apart
drawn_at = {r: SMALL_POINT[r], theta: sp.pi - SMALL_POINT[theta], m: SMALL_POINT[m]}
CLAIMS = (
    claim(
        "trigonometric: the relative error of T at angle theta",
        eq(trigonometric_error(), trigonometric_relative_error),
        proof=trigonometric_chain(),
    ).drawn(
        # eps^2 SM^2 is the mean squared error
        Regular(Trigonometric()),
        "mse",
        drawn_at,
        (trigonometric_relative_error * kernel(EQUAL_PAIR)) ** 2,
        pair=EQUAL_PAIR,
    ),
    claim(
        "positive: the relative error of P at angle pi - theta is the same",
        eq(positive_error(MIRRORED), trigonometric_relative_error),
        proof=_mirrored_chain(),
    ).drawn(
        Regular(Hyperbolic()), "mse", drawn_at, (trigonometric_relative_error * kernel(MIRRORED)) ** 2, pair=MIRRORED
    ),
)
