"""Equation (2): the trigonometric map is unbiased for the softmax kernel.

``phi(u) = m^(-1/2) exp(|u|^2/2) (sin w_i.u, cos w_i.u)_{i <= m}`` with iid ``w_i ~ N(0, I_d)``; the estimator is
``phi(x).phi(y)``. It is the estimator with one sample ``exp((|x|^2+|y|^2)/2) cos(w.(x-y))`` that Lemma 2.2 speaks of.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf._features import sine_and_cosine

STATEMENT = statement("identity", "Sec. 1 (2)", "The trigonometric feature map is unbiased")

DOMAIN = PAIRS

#: ``phi(x).phi(y)`` of the map (2): the factors exp(|u|^2/2), and 1/m of the two 1/sqrt(m).
trigonometric_map = sp.exp((PAIR.x.square + PAIR.y.square) / 2) * SampleMean(sine_and_cosine(PAIR), m)

CLAIMS = (
    claim(
        "unbiased: the dot product of the trigonometric features has mean SM(x, y)",
        eq(Expectation(trigonometric_map), kernel()),
    ).drawn(Regular(Trigonometric()), "mean", SMALL_POINT),
)
