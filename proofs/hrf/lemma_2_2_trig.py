"""Lemma 2.2 (7), trigonometric half: the mean squared error of SM^trig_m.

With z = x + y and Delta = x - y the paper prints ``MSE(T) = (2m)^-1 exp(|z|^2) SM^-2 (1 - exp(-|Delta|^2))^2``. The
definition is the feature map (2); one sample of it is ``exp((|x|^2+|y|^2)/2) cos(w.Delta)``.
"""

from __future__ import annotations

import sympy as sp

from proofs.hrf._setting import PAIRS, SMALL_POINT, kernel, trigonometric
from rftheory.estimators.coupled import Regular
from rftheory.families.trigonometric import Trigonometric
from rftheory.kernels import PAIR, Pair, m
from rftheory.propositions import Equality
from rftheory.rules.nodes import mean_squared_error
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="hrf.lemma-2.2-trig",
    paper="hrf",
    location="Lemma 2.2 (7)",
    kind="identity",
    title="Mean squared error of the trigonometric estimator",
    cells=(("trigonometric", "iid"),),
)


def trigonometric_mse(pair: Pair = PAIR) -> sp.Expr:
    """The printed MSE(T)."""
    z2, delta2 = pair.z.square, pair.delta.square
    return sp.exp(z2) * kernel(pair) ** -2 * (1 - sp.exp(-delta2)) ** 2 / (2 * m)


def claims() -> list[Claim]:
    return [
        Claim(
            name="mse",
            says="the mean squared error of the trigonometric estimator of the softmax kernel",
            proposition=Equality(mean_squared_error(trigonometric(), kernel()), trigonometric_mse()),
            domain=PAIRS,
        )
    ]


def simulations() -> list[MomentCheck]:
    estimator = Regular(Trigonometric())
    return [MomentCheck("mse", estimator, "mse", trigonometric_mse(), SMALL_POINT, claim="mse")]
