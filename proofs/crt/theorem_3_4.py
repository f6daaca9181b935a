"""The variance of Poisson random features  (CRT, Theorem 3.4, (11)).

``Var f(w, x) f(w, y) = exp(lam d + lam^-1 sum_l x_l^2 y_l^2 - |x|^2 - |y|^2) - K(x, y)^2`` for one vector w of d iid
Poisson(lam) counts; the mean of m iid samples has 1/m of it. Symbols: x, y in R^d, lam > 0.

With ``g = sum_l (lam - x_l y_l)^2 / lam`` it is ``K^2 (exp(g) - 1)``: it vanishes only if all x_l y_l = lam.
"""

from proofs.crt._setting import *
from proofs.crt._discrete import INPUTS, KERNEL, check, variance
from rftheory.coordinates import x, y

STATEMENT = statement(
    "identity",
    "Theorem 3.4, (11)",
    "Variance of Poisson random features",
    notes=("Sec. 3.2.2 speaks of the evaluation and minimisation of (11) where it means (13).",),
    cells=(("poisson", "iid"),),
)

_POISSON = Poisson()
_W = _POISSON.counts()
_ONE = INPUTS.with_ranges(RATE)
_MANY = _ONE.with_ranges(M)

_printed = _POISSON.second_moment(x, y) - KERNEL**2

CLAIMS = (
    claim(
        "variance: the variance of one sample, (11)",
        eq(variance(_POISSON.sample(_W, x, y)), _printed),
        _ONE,
        location="(11)",
        print="restored",
    ),
    lemma(
        "mean of m samples: the mean squared error of m iid samples is (11) divided by m",
        eq(mean_squared_error(_POISSON.estimator(_W, x, y, m), KERNEL), _printed / m),
        _MANY,
    ),
    lemma(
        "excess: (11) is K^2 (exp(g) - 1) with g = sum_l (lam - x_l y_l)^2 / lam, free of cancellation",
        eq(_printed, KERNEL**2 * (sp.exp(_POISSON.excess(x, y)) - 1)),
        _ONE,
    ),
)


def simulations() -> list[MomentCheck]:
    many = _printed / m
    return [
        check("one sample, d = 2", _POISSON, "mse", _printed, "variance"),
        check("one sample, d = 3", _POISSON, "mse", _printed, "variance", 3),
        check("three samples, d = 2", _POISSON, "mse", many, "mean of m samples", size=3),
    ]
