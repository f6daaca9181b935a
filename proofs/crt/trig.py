"""Section 2.2: trigonometric random features of the Gaussian kernel.

``f1 = exp(i w.x)``, ``f2 = exp(-i w.y)``: unbiased, and ``Var Re(f1 f2) = (1 - K^2)^2 / 2``.
"""

from __future__ import annotations

import sympy as sp

from proofs.crt._generalized import SMALL, W, variance_of
from proofs.crt._setting import PAIRS, kernel
from rftheory.estimators.coupled import Regular
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.kernels import PAIR, theta, x_norm, y_norm
from rftheory.propositions import Equality
from rftheory.rules.nodes import mean
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="crt.trig",
    paper="crt",
    location="Sec. 2.2",
    kind="identity",
    title="Trigonometric random features of the Gaussian kernel",
    cells=(("trigonometric", "iid"),),
)

_POINT = {symbol: SMALL[symbol] for symbol in (x_norm, y_norm, theta)}


def sample() -> sp.Expr:
    """Re(f1 f2)."""
    product = sp.exp(sp.I * W.dot(PAIR.x)) * sp.exp(-sp.I * W.dot(PAIR.y))
    return (product + sp.conjugate(product)) / 2


def printed_variance() -> sp.Expr:
    return (1 - kernel() ** 2) ** 2 / 2


def claims() -> list[Claim]:
    return [
        Claim(
            name="unbiased",
            says="E Re(f1 f2) = K(x, y)",
            proposition=Equality(mean(sample()), kernel()),
            domain=PAIRS,
            print="restored",
        ),
        Claim(
            name="variance",
            says="Var Re(f1 f2) = (1 - K^2)^2/2",
            proposition=Equality(variance_of(sample()), printed_variance()),
            domain=PAIRS,
            print="restored",
        ),
    ]


def simulations() -> list[MomentCheck]:
    # exp(i w.x), exp(-i w.y) are the features of GERF with A = 0, s = -1
    drawn = Regular(GeneralizedExponential(sp.Integer(0), -1))
    return [
        MomentCheck("unbiased", drawn, "mean", kernel(), _POINT, claim="unbiased"),
        MomentCheck("variance", drawn, "mse", printed_variance(), _POINT, claim="variance"),
    ]
