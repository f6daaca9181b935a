"""Section 2.2: positive random features of the Gaussian kernel.

``f(w, x) = exp(w.x - |x|^2)`` on both sides: unbiased, and ``Var = exp(4 x.y) - K^2``.
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
    id="crt.pos",
    paper="crt",
    location="Sec. 2.2",
    kind="identity",
    title="Positive random features of the Gaussian kernel",
    cells=(("positive", "iid"),),
)

# x + y is short at an obtuse angle: light tails
_POINT = {x_norm: SMALL[x_norm], y_norm: SMALL[y_norm], theta: sp.Integer(2)}


def sample() -> sp.Expr:
    """f(w, x) f(w, y)."""
    return sp.Mul(*(sp.exp(W.dot(u) - u.square) for u in (PAIR.x, PAIR.y)))


def printed_variance() -> sp.Expr:
    return sp.exp(4 * PAIR.x.dot(PAIR.y)) - kernel() ** 2


def claims() -> list[Claim]:
    return [
        Claim(
            name="unbiased",
            says="E f(w, x) f(w, y) = K(x, y)",
            proposition=Equality(mean(sample()), kernel()),
            domain=PAIRS,
            print="restored",
        ),
        Claim(
            name="variance",
            says="Var f(w, x) f(w, y) = exp(4 x.y) - K^2",
            proposition=Equality(variance_of(sample()), printed_variance()),
            domain=PAIRS,
            print="restored",
        ),
    ]


def simulations() -> list[MomentCheck]:
    # exp(w.x - |x|^2) is the feature of GERF with A = 0, s = +1
    drawn = Regular(GeneralizedExponential(sp.Integer(0), 1))
    return [
        MomentCheck("unbiased", drawn, "mean", kernel(), _POINT, claim="unbiased"),
        MomentCheck("variance", drawn, "mse", printed_variance(), _POINT, claim="variance"),
    ]
