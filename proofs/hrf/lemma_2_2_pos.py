"""Lemma 2.2 (7), positive half: the mean squared error of SM^{++}_m.

With z = x + y the paper prints ``MSE(P) = (2m)^-1 exp(|z|^2) SM^2 (1 - exp(-|z|^2))^2``. The
definition is the feature map (3); one sample of it is ``exp(-(|x|^2+|y|^2)/2) cosh(w.z)``.
"""

from rftheory.proofs.hrf._setting import *

STATEMENT = statement(
    "identity", "Lemma 2.2 (7)", "Mean squared error of the positive estimator", cells=(("hyperbolic", "iid"),)
)


def positive_mse(pair: Pair = PAIR) -> sp.Expr:
    """The printed MSE(P)."""
    z2 = pair.z.square
    return sp.exp(z2) * kernel(pair) ** 2 * (1 - sp.exp(-z2)) ** 2 / (2 * m)


CLAIMS = (
    claim(
        "mse: the mean squared error of the positive estimator ++ of the softmax kernel",
        eq(mean_squared_error(positive(), kernel()), positive_mse()),
        PAIRS,
    ).drawn(Regular(Hyperbolic()), "mse", SMALL_POINT),
)
