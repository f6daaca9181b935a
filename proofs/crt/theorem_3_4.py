"""The variance of Poisson random features  (CRT, Theorem 3.4, (11)).

``Var f(w, x) f(w, y) = exp(lam d + lam^-1 sum_l x_l^2 y_l^2 - |x|^2 - |y|^2) - K(x, y)^2`` for one vector w of d iid
Poisson(lam) counts; the mean of m iid samples has 1/m of it. Symbols: x, y in R^d, lam > 0.

With ``g = sum_l (lam - x_l y_l)^2 / lam`` it is ``K^2 (exp(g) - 1)``: it vanishes only if all x_l y_l = lam.
"""

from __future__ import annotations

import sympy as sp

from proofs.crt._discrete import INPUTS, KERNEL, check, variance
from proofs.crt._setting import RATE, M
from rftheory.coordinates import x, y
from rftheory.families.poisson import Poisson
from rftheory.kernels import m
from rftheory.propositions import Equality
from rftheory.rules.nodes import mean_squared_error
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="crt.theorem-3.4",
    paper="crt",
    location="Theorem 3.4, (11)",
    kind="identity",
    title="Variance of Poisson random features",
    notes=("Sec. 3.2.2 speaks of the evaluation and minimisation of (11) where it means (13).",),
    cells=(("poisson", "iid"),),
)

_POISSON = Poisson()
_W = _POISSON.counts()
_ONE = INPUTS.with_ranges(RATE)
_MANY = _ONE.with_ranges(M)


def _printed() -> sp.Expr:
    return _POISSON.second_moment(x, y) - KERNEL**2


def claims() -> list[Claim]:
    return [
        Claim(
            name="variance",
            says="the variance of one sample, (11)",
            proposition=Equality(variance(_POISSON.sample(_W, x, y)), _printed()),
            domain=_ONE,
            location="(11)",
            print="restored",
        ),
        Claim(
            name="mean of m samples",
            says="the mean squared error of m iid samples is (11) divided by m",
            proposition=Equality(mean_squared_error(_POISSON.estimator(_W, x, y, m), KERNEL), _printed() / m),
            domain=_MANY,
            role="lemma",
        ),
        Claim(
            name="excess",
            says="(11) is K^2 (exp(g) - 1) with g = sum_l (lam - x_l y_l)^2 / lam, free of cancellation",
            proposition=Equality(_printed(), KERNEL**2 * (sp.exp(_POISSON.excess(x, y)) - 1)),
            domain=_ONE,
            role="lemma",
        ),
    ]


def simulations() -> list[MomentCheck]:
    many = _printed() / m
    return [
        check("one sample, d = 2", _POISSON, "mse", _printed(), "variance"),
        check("one sample, d = 3", _POISSON, "mse", _printed(), "variance", 3),
        check("three samples, d = 2", _POISSON, "mse", many, "mean of m samples", size=3),
    ]
