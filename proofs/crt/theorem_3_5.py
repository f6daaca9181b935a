"""The variance of geometric random features  (CRT, Theorem 3.5, (13)).

``Var f(w, x) f(w, y) = p^-d exp(-|x|^2 - |y|^2) prod_l I_0(2 (1-p)^(-1/2) |x_l y_l|) - K(x, y)^2`` for one vector w of
d iid geometric counts; the mean of m iid samples has 1/m of it. Symbols: x, y in R^d, 0 < p < 1, I_0 the modified
Bessel function of the first kind of order 0.
"""

from rftheory.proofs.crt._setting import *
from rftheory.proofs.crt._discrete import INPUTS, variance_claims

STATEMENT = statement(
    "identity", "Theorem 3.5, (13)", "Variance of geometric random features", cells=(("geometric", "iid"),)
)

_GEOMETRIC = Geometric()

CLAIMS = (*variance_claims(_GEOMETRIC, "(13)", INPUTS.with_ranges(SUCCESS)),)
