"""The optimal proposal of positive features of the softmax kernel, ``phi(x, w) = exp(w.x - |x|^2/2)``, data N(0, (kappa/2) I)."""

from __future__ import annotations

import sympy as sp

from proofs.crt._setting import X_NORM, D
from proofs.opt._optima import W_NORM, U, W, normal_density, over_data, squared_feature, w_norm
from rftheory.evidence.bounds import Bound
from rftheory.families.positive import Positive
from rftheory.kernels import PAIR, d, x_norm
from rftheory.rules.nodes import Expectation
from rftheory.statements.claims import Claim, Equality, Inequality
from rftheory.statements.domain import Domain, Range

#: E exp(|x|^2) is finite for kappa < 1
kappa = sp.Symbol("kappa", positive=True)
FINITE = Range(kappa, 0, 1, "()", typical=(0, 1), awkward=(sp.Rational(1, 100), sp.Rational(99, 100)))
_INFINITE = Range(kappa, 1, None, "[)", typical=(1, 3), awkward=(1, 20))
#: the data law at a projection
AT_W = Domain((FINITE, W_NORM, D))
#: 1 - kappa^2 > 0 follows from the range
_SOFTMAX = Domain((FINITE, D), (sp.Gt(1 - kappa**2, 0),))


def mean_square(square: sp.Expr = w_norm**2) -> sp.Expr:
    """``E_x phi(x, w)^2``."""
    return (1 + kappa) ** (-d / 2) * sp.exp(kappa * square / (1 + kappa))


def normaliser() -> sp.Expr:
    """``E K(x, x) = E exp(|x|^2)``."""
    return (1 - kappa) ** (-d / 2)


def claims() -> list[Claim]:
    ratio = (1 + kappa) / (1 - kappa)
    return [
        Claim(
            name="softmax: E K(x, x)",
            says="E_Omega phi(x, w)^2 = K(x, x) = exp(|x|^2)",
            proposition=Equality(Expectation(Positive().components(W, PAIR.x)[0] ** 2), sp.exp(x_norm**2)),
            domain=Domain((X_NORM,)),
        ),
        Claim(
            name="softmax: mean square",
            says="q(w) = E_x exp(2 w.x - |x|^2) for data N(0, (kappa/2) I)",
            proposition=Equality(over_data(squared_feature(sp.sqrt(kappa / 2), sp.Integer(1))), mean_square()),
            domain=AT_W,
        ),
        Claim(
            name="softmax: density",
            says="p_Omega q / E q is the density of N(0, (1 + kappa)/(1 - kappa) I)",
            proposition=Equality(
                normal_density(w_norm**2, sp.Integer(1)) * mean_square(),
                normaliser() * normal_density(w_norm**2, ratio),
            ),
            domain=AT_W,
        ),
        Claim(
            name="softmax: value",
            says="the optimal variance is (1 - kappa)^(-d) - (1 - kappa^2)^(-d/2); E_x2 K^2 = exp(kappa |x1|^2)",
            proposition=Equality(
                Expectation(mean_square(W.squared_length(d))) ** 2
                - Expectation(sp.exp(kappa**2 / 2 * U.squared_length(d))),
                normaliser() ** 2 - (1 - kappa**2) ** (-d / 2),
            ),
            domain=_SOFTMAX,
        ),
        Claim(
            name="softmax: no optimum",
            says="for kappa >= 1 p_Omega q does not fall as |w| grows: E q is infinite, there is no optimal density",
            proposition=Inequality(_fall(1), ">=", sp.Integer(1)),
            domain=Domain((_INFINITE, W_NORM)),
            proof=_no_optimum,
            mutants=(Inequality(_fall(sp.Rational(1, 2)), ">=", sp.Integer(1)),),
        ),
    ]


def _fall(share: sp.Expr | int) -> sp.Expr:
    """p_Omega q at w over its value at 0, for share = 1."""
    return sp.exp(-(w_norm**2) / 2 + share * kappa * w_norm**2 / (1 + kappa))


def _no_optimum() -> Bound:
    domain = Domain((_INFINITE, W_NORM))
    inner = Bound(_fall(1).exp, domain).at_least(sp.Integer(0), [w_norm**2 / (2 * (1 + kappa)), kappa - 1])
    return Bound(_fall(1), domain).through(inner, sp.exp)
