r"""(6), (7): positive features are unbiased for the Gaussian kernel, whatever the coupling.

With ``phi(u) = m^(-1/2) exp(-|u|^2) (exp(w_1.u), ..., exp(w_m.u))`` the estimator is

    phi(x).phi(y) = exp(-|x|^2 - |y|^2)/m sum_i b_i,   b_i = exp(w_i.(x + y)),

and its mean depends on the law of each w_i alone: with Gaussian marginals E b_i = exp(v^2/2), and ``v^2/2 - |x|^2 - |y|^2`` is
``-|x - y|^2/2``.
"""

from __future__ import annotations

import sympy as sp

from proofs.simrf._coupled import FAMILY, W, mean, sample
from proofs.simrf._setting import PAIRS, M
from proofs.simrf.theorem_3_2 import orthogonal_estimator
from rftheory.couplings.simplex import Simplex
from rftheory.estimators.coupled import Coupled
from rftheory.kernels import PAIR, d, gaussian_kernel, m, theta, x_norm, y_norm
from rftheory.propositions import Equality
from rftheory.rules.nodes import Expectation
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="simrf.eq-7",
    paper="simrf",
    location="(6), (7), (28), (29)",
    kind="identity",
    title="Positive features are unbiased for every coupling with Gaussian marginals",
    reading="Any joint law of m >= 1 projections, each of them N(0, I_d); linearity leaves one projection at a time.",
)

_SIZES = PAIRS.with_ranges(M)


def _product_of_features() -> sp.Expr:
    """One summand of phi(x).phi(y), without 1/m."""
    maps = [sp.exp(-u.square) * sp.exp(W.dot(u)) for u in (PAIR.x, PAIR.y)]
    return sp.Mul(*maps)


def claims() -> list[Claim]:
    kernel = gaussian_kernel(PAIR.x, PAIR.y)
    return [
        Claim(
            name="unbiased",
            says="E K_hat = K for every coupling with Gaussian marginals",
            proposition=Equality(mean(), kernel),
            domain=_SIZES,
        ),
        Claim(
            name="product of features",
            says="phi(x).phi(y) has the summands exp(-|x|^2 - |y|^2) b_i",
            role="step",
            location="(28)",
            proposition=Equality(_product_of_features(), sp.exp(-PAIR.x.square - PAIR.y.square) * sample()),
            domain=PAIRS,
        ),
        Claim(
            name="one sample",
            says="E b_i = exp(v^2/2)",
            role="step",
            location="after (29)",
            proposition=Equality(Expectation(sample()), sp.exp(PAIR.z.square / 2)),
            domain=PAIRS,
        ),
        Claim(
            name="orthogonal projections",
            says="E K_hat = K for one orthogonal frame, m <= d",
            role="lemma",
            proposition=Equality(Expectation(orthogonal_estimator()), kernel),
            domain=_SIZES.where(sp.Le(m, d)),
        ),
    ]


def simulations() -> list[MomentCheck]:
    point = {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(3, 5), theta: sp.Integer(1)}
    cases = (
        ("one orthogonal frame", "orthogonal projections", Coupled(FAMILY), 3, 3),
        ("two simplex projections", "unbiased", Coupled(FAMILY, Simplex()), 2, 3),
        ("two opposite projections", "unbiased", Coupled(FAMILY, Simplex()), 2, 2),
        ("two simplex blocks and a part of a third", "unbiased", Coupled(FAMILY, Simplex()), 7, 3),
    )
    return [
        MomentCheck(
            name,
            estimator,
            "mean",
            gaussian_kernel(PAIR.x, PAIR.y),
            {**point, m: sp.Integer(size), d: sp.Integer(dimension)},
            claim=claim,
            dimension=dimension,
        )
        for name, claim, estimator, size, dimension in cases
    ]
