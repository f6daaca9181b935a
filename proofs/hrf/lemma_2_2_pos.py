"""Lemma 2.2 (7), positive half: the mean squared error of SM^{++}_m.

With z = x + y the paper prints ``MSE(P) = (2m)^-1 exp(|z|^2) SM^2 (1 - exp(-|z|^2))^2``. The
definition is the feature map (3); one sample of it is ``exp(-(|x|^2+|y|^2)/2) cosh(w.z)``.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._setting import PAIRS, SMALL_POINT, kernel, positive
from rftheory.estimators.coupled import Regular
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.kernels import PAIR, Pair, m
from rftheory.propositions import Equality
from rftheory.rules.nodes import mean_squared_error
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.lemma-2.2-pos",
    paper="hrf",
    location="Lemma 2.2 (7)",
    kind="identity",
    title="Mean squared error of the positive estimator",
    cells=(("hyperbolic", "iid"),),
)


def positive_mse(pair: Pair = PAIR) -> sp.Expr:
    """The printed MSE(P)."""
    z2 = pair.z.square
    return sp.exp(z2) * kernel(pair) ** 2 * (1 - sp.exp(-z2)) ** 2 / (2 * m)


def claims() -> list[Claim]:
    return [
        Claim(
            name="mse",
            says="the mean squared error of the positive estimator ++ of the softmax kernel",
            proposition=Equality(mean_squared_error(positive(), kernel()), positive_mse()),
            domain=PAIRS,
        )
    ]


def simulations() -> list[MomentCheck]:
    estimator = Regular(Hyperbolic())
    return [MomentCheck("mse", estimator, "mse", positive_mse(), SMALL_POINT, claim="mse")]
