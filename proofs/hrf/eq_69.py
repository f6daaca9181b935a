"""(69), (70): the estimate of the Gaussian coefficient from n projections tau_i ~ N(0, I_d).

(69) is ``lambda_hat = 1/rho - (1/(n rho)) sum_i cos(sigma tau_i.(x - y))`` (the paper calls its projections omega
there). (70) splits it as ``a + rho_1(x).rho_2(y)`` with ``a = 1/rho`` and ``rho_1 = rho_2 = i (n rho)^{-1/2} (sin
tau_i.u, cos tau_i.u)_i``: sigma is missing, so these maps give ``cos(tau.(x - y))`` in the place of ``cos(sigma
tau.(x - y))``.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.eq_67 import gaussian_lambda, normaliser

STATEMENT = statement(
    "identity",
    "(69), (70)",
    "Estimate of the Gaussian coefficient and its feature maps",
    notes=("In (69) the projections are called omega; they are the tau of (70), independent of those of P and T.",),
)

_TAU = Projection("tau")
#: any inputs, for the coefficient alone and for the hybrid; r is the length that stands in rho
COEFFICIENT_PAIRS = Domain((X_NORM, Y_NORM, THETA, N, SIGMA, R))
DOMAIN = COEFFICIENT_PAIRS
GAUSSIAN_PAIRS = PAIRS.with_ranges(N, SIGMA, R)


def gaussian_coefficient(pair: Pair = PAIR) -> sp.Expr:
    """lambda_hat of (69)."""
    return 1 / normaliser - SampleMean(sp.cos(sigma * _TAU.dot(pair.delta)), n) / normaliser


def _from_maps(scale: sp.Expr) -> sp.Expr:
    """``a + rho_1(x).rho_2(y)`` with the maps of (70), arguments scaled."""

    def waves(u: Vector) -> tuple[sp.Expr, sp.Expr]:
        return sp.sin(scale * _TAU.dot(u)), sp.cos(scale * _TAU.dot(u))

    one_projection = sum(a * b for a, b in zip(waves(PAIR.x), waves(PAIR.y), strict=True))
    factor = (sp.I / sp.sqrt(n * normaliser)) ** 2
    return 1 / normaliser + factor * n * SampleMean(one_projection, n)


maps = claim(
    "maps: a + rho_1(x).rho_2(y) with the maps of (70) estimates the coefficient without bias",
    eq(Expectation(_from_maps(sp.Integer(1))), gaussian_lambda()),
    location="(70)",
    tex=r"\rho_{1,n}(u)=\rho_{2,n}(u)=\frac{i}{\sqrt{n\rho}}(\sin(\tau_1^\top u),\cos(\tau_1^\top u),\dots)",
    quote="ρ1,n(z) = ρ2,n(z) = i√ nρ (sin(τ>1 z), cos(τ>1 z), ..., sin(τ>n z), cos(τ>n z))> (70)",
).false(
    at={x_norm: 1, y_norm: 1, theta: sp.pi, sigma: 2, r: 1, n: 1},
    because="the arguments of sine and cosine lack the factor sigma, so the maps give (69) for sigma = 1 only: at |x - y| = 2, sigma = 2 "
    "and r = 1 the mean is (1 - exp(-2))/rho, and lambda = (1 - exp(-8))/rho = 1.",
    error="misprint",
    survives="yes: (69) and Theorem F.1 hold, with sin(sigma tau.u) and cos(sigma tau.u) in (70)",
)
estimator = Coefficient(Gaussian())
CLAIMS = (
    claim(
        "mean: (69) estimates the coefficient without bias",
        eq(Expectation(gaussian_coefficient()), gaussian_lambda()),
        location="(69)",
    ).drawn(estimator, "mean", SMALL_POINT),
    maps.drawn(Coefficient(Gaussian(printed=True)), "mean", SMALL_POINT),
    maps.corrected(
        "maps with sigma: with sin(sigma tau.u) and cos(sigma tau.u) the mean is the coefficient",
        eq(Expectation(_from_maps(sigma)), gaussian_lambda()),
        location="(70)",
        tex=r"\rho_{1,n}(u)=\rho_{2,n}(u)=\frac{i}{\sqrt{n\rho}}(\sin(\sigma\tau_1^\top u),\cos(\sigma"
        r"\tau_1^\top u),\dots)",
    ).drawn(estimator, "mean", SMALL_POINT),
)
