"""Poisson random features: (10) with ``p_k = e^(-lam) lam^k / k!``  (CRT, Sec. 3.2.1).

``f(w, u) = exp(lam d/2 - |u|^2/2) prod_l u_l^(w_l) lam^(-w_l/2)``: the factorials cancel, and the constants of the d
masses give exp(lam d/2). Symbols: u in R^d an input, w in {0, 1, ...}^d the counts, lam > 0 the rate.
"""

from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt._law_features import law_claims

STATEMENT = statement("identity", "Sec. 3.2.1", "Poisson random features")

_POISSON = Poisson()

CLAIMS = law_claims(_POISSON, RATE, "Poisson", "e^(-lam) lam^k / k!", "sum c^k/k! = exp(c)", "Sec. 3.2.1, display")
