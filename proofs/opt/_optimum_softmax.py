"""The optimal proposal of positive features of the softmax kernel, ``phi(x, w) = exp(w.x - |x|^2/2)``, data N(0, (kappa/2) I)."""

from rftheory.proofs.crt._setting import D
from rftheory.proofs.opt._optima import *

#: E exp(|x|^2) is finite for kappa < 1
kappa = sp.Symbol("kappa", positive=True)
FINITE = Range(kappa, 0, 1, "()", typical=(0, 1), awkward=(sp.Rational(1, 100), sp.Rational(99, 100)))
_INFINITE = Range(kappa, 1, None, "[)", typical=(1, 3), awkward=(1, 20))
#: the data law at a projection
AT_W = Domain((FINITE, W_NORM, D))
#: 1 - kappa^2 > 0 follows from the range
_SOFTMAX = Domain((FINITE, D), (sp.Gt(1 - kappa**2, 0),), words=by_definition("follows from the ranges"))


def mean_square(square: sp.Expr = w_norm**2) -> sp.Expr:
    """``E_x phi(x, w)^2``."""
    return (1 + kappa) ** (-d / 2) * sp.exp(kappa * square / (1 + kappa))


#: ``E K(x, x) = E exp(|x|^2)``.
normaliser = (1 - kappa) ** (-d / 2)


def _fall(share: sp.Expr | int) -> sp.Expr:
    """p_Omega q at w over its value at 0, for share = 1."""
    return sp.exp(-(w_norm**2) / 2 + share * kappa * w_norm**2 / (1 + kappa))


def _no_optimum() -> Chain:
    inner = Chain(_fall(1).exp).ge(sp.Integer(0))
    return Chain(_fall(1)).inside(inner, sp.exp)


ratio = (1 + kappa) / (1 - kappa)
CLAIMS = (
    claim(
        "E_Omega phi(x, w)^2 = K(x, x) = exp(|x|^2)",
        eq(Expectation(Positive().components(W, PAIR.x)[0] ** 2), sp.exp(x_norm**2)),
        Domain((X_LENGTH,)),
        name="softmax: E K(x, x)",
    ),
    claim(
        "q(w) = E_x exp(2 w.x - |x|^2) for data N(0, (kappa/2) I)",
        eq(over_data(squared_feature(sp.sqrt(kappa / 2), sp.Integer(1))), mean_square()),
        AT_W,
        name="softmax: mean square",
    ),
    claim(
        "p_Omega q / E q is the density of N(0, (1 + kappa)/(1 - kappa) I)",
        eq(normal_density(w_norm**2, sp.Integer(1)) * mean_square(), normaliser * normal_density(w_norm**2, ratio)),
        AT_W,
        name="softmax: density",
    ),
    claim(
        "the optimal variance is (1 - kappa)^(-d) - (1 - kappa^2)^(-d/2); E_x2 K^2 = exp(kappa |x1|^2)",
        eq(
            Expectation(mean_square(W.squared_length(d))) ** 2
            - Expectation(sp.exp(kappa**2 / 2 * U.squared_length(d))),
            normaliser**2 - (1 - kappa**2) ** (-d / 2),
        ),
        _SOFTMAX,
        name="softmax: value",
    ),
    claim(
        "for kappa >= 1 p_Omega q does not fall as |w| grows: E q is infinite, there is no optimal density",
        ge(_fall(1), 1),
        Domain((_INFINITE, W_NORM)),
        _no_optimum(),
        name="softmax: no optimum",
    ),
)
