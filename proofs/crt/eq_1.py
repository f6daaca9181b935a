"""Section 2.1, (1): the estimator ``K_hat = M^-1 sum_i Re(f1(w_i, x) f2(w_i, y))``, its variance and its cost.

With P and S the (L, M) matrices of the features of L rows of x and of y, ``K_hat c = Re(P (S^T c)) / M``. The features of a
row u are ``D exp(A|w_i|^2 + B w_i.u + C|u|^2)``: M dot products of length d. The count below takes each multiplication,
addition and exponential of (complex) numbers as one operation.
"""

from __future__ import annotations

import sympy as sp

from proofs.crt._setting import D, M
from proofs.crt.trig import printed_variance
from rftheory.coordinates import L
from rftheory.evidence.bounds import Bound
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.kernels import d, m, theta, x_norm, y_norm
from rftheory.rules.nodes import DRAW, Expectation, SampleMean, Variate
from rftheory.simulate.checks import MomentCheck
from rftheory.simulate.estimators import Regular
from rftheory.statements.claims import Claim, Equality, Inequality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="crt.eq-1",
    paper="crt",
    location="Sec. 2.1, (1)",
    kind="property",
    title="Variance and cost of the estimator of M projections",
    reading=(
        "Variance: M independent copies of any real random number Z of finite variance. Cost: the number of multiplications, "
        "additions and exponentials, as an explicit polynomial in d, M and L, is at most 22 d M L (and at least 4 d M L), "
        "drawing the projections left out; m is the paper's M."
    ),
)

_ROWS = Range(L, 1, None, integer=True, typical=(1, 64), awkward=(1, 1000))
SIZES = Domain((D, M, _ROWS))
_SAMPLE = Variate("Z", DRAW**2)


def dot_products(length: sp.Expr) -> sp.Expr:
    """Operations of one inner product."""
    return 2 * length - 1


def cost() -> sp.Expr:
    """Operations of ``K_hat c`` for L rows on each side and M projections."""
    of_rows = 2 * L * (dot_products(d) + 1)  # C |u|^2
    of_projections = m * (dot_products(d) + 1)  # A |w|^2
    # B w.u, the sum of three terms, its exponential, times D
    of_features = 2 * L * m * (dot_products(d) + 1 + 2 + 1 + 1)
    of_products = m * dot_products(L) + L * dot_products(m)  # S^T c, then P times it
    of_mean = L  # 1/M
    return of_rows + of_projections + of_features + of_products + of_mean


#: estimators of this many trigonometric samples are drawn
_DRAWN = {x_norm: sp.Rational(1, 2), y_norm: sp.Integer(1), theta: sp.Integer(2), m: sp.Integer(4)}


def claims() -> list[Claim]:
    one = Expectation(_SAMPLE**2) - Expectation(_SAMPLE) ** 2
    estimator = SampleMean(_SAMPLE, m)
    size = d * m * L
    return [
        Claim(
            name="variance",
            says="the variance of the mean of M independent copies is 1/M of that of one",
            proposition=Equality(Expectation(estimator**2) - Expectation(estimator) ** 2, one / m),
            domain=Domain((M,)),
        ),
        Claim(
            name="mean",
            says="the mean of M copies has the mean of one",
            role="lemma",
            proposition=Equality(Expectation(estimator), Expectation(_SAMPLE)),
            domain=Domain((M,)),
        ),
        Claim(
            name="cost",
            says="the number of operations is at most 22 d M L",
            proposition=Inequality(cost(), "<=", 22 * size),
            domain=SIZES,
            proof=lambda: Bound(cost(), SIZES).at_most(22 * size),
            mutants=(Inequality(cost(), "<=", 20 * size), Inequality(cost(), "<=", 4 * size)),
        ),
        Claim(
            name="cost, from below",
            says="the number of operations is at least 4 d M L: the order d M L is exact",
            role="lemma",
            proposition=Inequality(cost(), ">=", 4 * size),
            domain=SIZES,
            proof=lambda: Bound(cost(), SIZES).at_least(4 * size),
            mutants=(Inequality(cost(), ">=", 5 * size),),
        ),
    ]


def simulations() -> list[MomentCheck]:
    drawn = Regular(GeneralizedExponential(sp.Integer(0), -1))
    return [MomentCheck("four samples", drawn, "mse", printed_variance() / m, _DRAWN, claim="variance")]
