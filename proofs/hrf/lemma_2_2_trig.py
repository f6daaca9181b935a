"""Lemma 2.2 (7), trigonometric half: the mean squared error of SM^trig_m.

With z = x + y and Delta = x - y the paper prints ``MSE(T) = (2m)^-1 exp(|z|^2) SM^-2 (1 - exp(-|Delta|^2))^2``. The
definition is the feature map (2); one sample of it is ``exp((|x|^2+|y|^2)/2) cos(w.Delta)``.
"""

from rftheory.proofs.hrf._setting import *

STATEMENT = statement(
    "identity", "Lemma 2.2 (7)", "Mean squared error of the trigonometric estimator", cells=(("trigonometric", "iid"),)
)


def trigonometric_mse(pair: Pair = PAIR) -> sp.Expr:
    """The printed MSE(T)."""
    z2, delta2 = pair.z.square, pair.delta.square
    return sp.exp(z2) * kernel(pair) ** -2 * (1 - sp.exp(-delta2)) ** 2 / (2 * m)


CLAIMS = (
    claim(
        "mse: the mean squared error of the trigonometric estimator of the softmax kernel",
        eq(mean_squared_error(trigonometric(), kernel()), trigonometric_mse()),
        PAIRS,
    ).drawn(Regular(Trigonometric()), "mse", SMALL_POINT),
)
