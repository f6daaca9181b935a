"""Poisson random features: (10) with ``p_k = e^(-lam) lam^k / k!``  (CRT, Sec. 3.2.1).

``f(w, u) = exp(lam d/2 - |u|^2/2) prod_l u_l^(w_l) lam^(-w_l/2)``: the factorials cancel, and the constants of the d
masses give exp(lam d/2). Symbols: u in R^d an input, w in {0, 1, ...}^d the counts, lam > 0 the rate.
"""

from __future__ import annotations

from proofs.crt._law_features import law_checks, law_claims
from proofs.crt._setting import RATE
from rftheory.families.poisson import Poisson
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="crt.poisson",
    paper="crt",
    location="Sec. 3.2.1",
    kind="identity",
    title="Poisson random features",
)

_POISSON = Poisson()


def claims() -> list[Claim]:
    return law_claims(_POISSON, RATE, "Poisson", "e^(-lam) lam^k / k!", "sum c^k/k! = exp(c)", "Sec. 3.2.1, display")


def simulations() -> list[MomentCheck]:
    return law_checks(_POISSON, "Poisson")
