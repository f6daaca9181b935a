"""Theorem F.1, last sentence: with the same projections in P and T the error "remains the same".

The theorem is stated for all x and y, but its proof lets ``1 - cos(|x|^2 - |y|^2)`` vanish, which needs equal
lengths. For other lengths the error changes by ``-(2/m) SM^2 (1 - cos(|x|^2 - |y|^2)) E[lambda_hat (1 -
lambda_hat)]``, as in (23).
"""

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.eq_69 import GAUSSIAN_PAIRS, gaussian_coefficient
from rftheory.proofs.hrf.theorem_3_1_indep import independent_mse
from rftheory.proofs.hrf.theorem_3_1_shared import shared_mse
from rftheory.proofs.hrf.theorem_f_1_moments import (
    gaussian_complement_second_moment,
    gaussian_mixed_moment,
    gaussian_second_moment,
)

STATEMENT = statement(
    "claim",
    "Theorem F.1, last sentence",
    "Shared projections leave the error of the Gaussian hybrid unchanged",
    id="hrf.theorem-F.1-shared",
    reading="For all x, y, m, n and sigma: MSE with shared projections = MSE with independent projections.",
)


_expected = shared_mse(gaussian_second_moment(), gaussian_complement_second_moment(), gaussian_mixed_moment)
shared, independent = (
    mean_squared_error(hybrid(gaussian_coefficient(), PAIR, together), kernel()) for together in (True, False)
)
point = {x_norm: 1, y_norm: sp.Rational(1, 2), theta: sp.pi / 2, sigma: 1, r: 1, m: 1, n: 1}
same = claim(
    "same: sharing the projections of P and T does not change the error",
    eq(shared, independent),
    GAUSSIAN_PAIRS,
    tex=r"\mathrm{MSE}_{shared}(\widehat{SM}^{gausshyb}_{m,n}(x,y))=\mathrm{MSE}_{indep}("
    r"\widehat{SM}^{gausshyb}_{m,n}(x,y))",
    quote="becomes zero in Theorem F.1, therefore the MSE remains the same",
).false(
    at={symbol: sp.sympify(value) for symbol, value in point.items()},
    because="the covariance of P and T vanishes for |x| = |y| only (or if |x|^2 - |y|^2 is a multiple of 2 pi)",
    error="condition missing",
    survives="yes: it holds for inputs of one length, as in Theorem F.2",
)
CLAIMS = (
    same.drawn(
        Bipolar(Hyperbolic(), Trigonometric(), Gaussian(), shared=True),
        "mse",
        SHARING_POINT,
        independent_mse(gaussian_second_moment(), gaussian_complement_second_moment()),
    ),
    same.corrected(
        "any lengths: for all x and y the error is that of (23), with the moments of the Gaussian coefficient",
        eq(shared, _expected),
        tex=r"\mathrm{MSE}_{shared}=\mathrm{MSE}_{indep}-\frac2m\mathrm{SM}^2(1-\cos(\|x\|^2-\|y\|^2))\,"
        r"\mathbb{E}[\hat\lambda(1-\hat\lambda)]",
    ),
)
