"""Equation (3): the positive map ++ is unbiased for the softmax kernel.

``phi(u) = (2m)^(-1/2) exp(-|u|^2/2) (exp(w_i.u), exp(-w_i.u))_{i <= m}`` with iid ``w_i ~ N(0, I_d)``; the estimator
is ``phi(x).phi(y)``. It is the estimator with one sample ``exp(-(|x|^2+|y|^2)/2) cosh(w.(x+y))`` that Lemma 2.2
speaks of.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf._features import two_exponentials

STATEMENT = statement("identity", "Sec. 1 (3)", "The positive feature map ++ is unbiased")

DOMAIN = PAIRS

#: ``phi(x).phi(y)`` of the map (3): the factors exp(-|u|^2/2), and 1/(2m) of the two 1/sqrt(2m).
positive_map = sp.exp(-(PAIR.x.square + PAIR.y.square) / 2) * SampleMean(two_exponentials(PAIR), m)

CLAIMS = (
    claim(
        "unbiased: the dot product of the positive features has mean SM(x, y)", eq(Expectation(positive_map), kernel())
    ).drawn(Regular(Hyperbolic()), "mean", SMALL_POINT),
)
