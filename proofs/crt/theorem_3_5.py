"""The variance of geometric random features  (CRT, Theorem 3.5, (13)).

``Var f(w, x) f(w, y) = p^-d exp(-|x|^2 - |y|^2) prod_l I_0(2 (1-p)^(-1/2) |x_l y_l|) - K(x, y)^2`` for one vector w of
d iid geometric counts; the mean of m iid samples has 1/m of it. Symbols: x, y in R^d, 0 < p < 1, I_0 the modified
Bessel function of the first kind of order 0.
"""

from proofs.crt._setting import *
from proofs.crt._discrete import INPUTS, KERNEL, check, variance
from rftheory.coordinates import x, y

STATEMENT = statement(
    "identity", "Theorem 3.5, (13)", "Variance of geometric random features", cells=(("geometric", "iid"),)
)

_GEOMETRIC = Geometric()
_W = _GEOMETRIC.counts()
_ONE = INPUTS.with_ranges(SUCCESS)
_MANY = _ONE.with_ranges(M)

_printed = _GEOMETRIC.second_moment(x, y) - KERNEL**2

CLAIMS = (
    claim(
        "variance: the variance of one sample, (13)",
        eq(variance(_GEOMETRIC.sample(_W, x, y)), _printed),
        _ONE,
        location="(13)",
        print="restored",
    ),
    lemma(
        "mean of m samples: the mean squared error of m iid samples is (13) divided by m",
        eq(mean_squared_error(_GEOMETRIC.estimator(_W, x, y, m), KERNEL), _printed / m),
        _MANY,
    ),
)


def simulations() -> list[MomentCheck]:
    many = _printed / m
    return [
        check("one sample, d = 2", _GEOMETRIC, "mse", _printed, "variance"),
        check("one sample, d = 3", _GEOMETRIC, "mse", _printed, "variance", 3),
        check("three samples, d = 2", _GEOMETRIC, "mse", many, "mean of m samples", size=3),
    ]
