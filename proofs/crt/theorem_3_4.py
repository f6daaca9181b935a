"""The variance of Poisson random features  (CRT, Theorem 3.4, (11)).

``Var f(w, x) f(w, y) = exp(lam d + lam^-1 sum_l x_l^2 y_l^2 - |x|^2 - |y|^2) - K(x, y)^2`` for one vector w of d iid
Poisson(lam) counts; the mean of m iid samples has 1/m of it. Symbols: x, y in R^d, lam > 0.

With ``g = sum_l (lam - x_l y_l)^2 / lam`` it is ``K^2 (exp(g) - 1)``: it vanishes only if all x_l y_l = lam.
"""

from rftheory.proofs.crt._setting import *
from rftheory.inputs.coordinates import x, y
from rftheory.proofs.crt._discrete import INPUTS, KERNEL, variance_claims, variance_of_one

STATEMENT = statement(
    "identity",
    "Theorem 3.4, (11)",
    "Variance of Poisson random features",
    notes=("Sec. 3.2.2 speaks of the evaluation and minimisation of (11) where it means (13).",),
    cells=(("poisson", "iid"),),
)

_POISSON = Poisson()
DOMAIN = INPUTS.with_ranges(RATE)

CLAIMS = (
    *variance_claims(_POISSON, "(11)", DOMAIN),
    lemma(
        "excess: (11) is K^2 (exp(g) - 1) with g = sum_l (lam - x_l y_l)^2 / lam, free of cancellation",
        eq(variance_of_one(_POISSON), KERNEL**2 * (sp.exp(_POISSON.excess(x, y)) - 1)),
    ),
)
