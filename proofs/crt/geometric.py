"""Geometric random features: (10) with ``p_k = p (1 - p)^k``  (CRT, Sec. 3.2.2).

``f(w, u) = p^(-d/2) exp(-|u|^2/2) prod_l u_l^(w_l) (1 - p)^(-w_l/2) (w_l!)^(-1/2)``. Symbols: u in R^d an input, w in
{0, 1, ...}^d the counts, 0 < p < 1.
"""

from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt._law_features import law_claims

STATEMENT = statement("identity", "Sec. 3.2.2", "Geometric random features")

_GEOMETRIC = Geometric()

CLAIMS = law_claims(
    _GEOMETRIC, SUCCESS, "geometric", "p (1 - p)^k", "sum c^k = 1/(1 - c) for |c| < 1", "Sec. 3.2.2, display"
)
