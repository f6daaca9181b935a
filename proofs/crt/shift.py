"""Shifted inputs make discretely-induced features positive  (CRT, Sec. 3.2.3).

With ``c_l < x_l, y_l`` for all l: ``K(x - c, y - c) = K(x, y)``, and the features of x - c and y - c are positive for
every outcome of the counts. Below, an input above c is written c + u with u_l > 0, so that u is the shifted input.
"""

from rftheory.proofs.crt._setting import *
from rftheory.families.shifted import Difference, Shifted
from rftheory.inputs.coordinates import inner, x, y
from rftheory.montecarlo.estimators.discrete import Discrete
from rftheory.proofs.crt._discrete import ANY, DRAW, INPUTS, KERNEL, point, positive_claims
from rftheory.rules.nodes import mean

STATEMENT = statement(
    "property",
    "Sec. 3.2.3",
    "Shifted discretely-induced features are positive",
    reading="for every law with all p_k > 0 and every outcome w of the counts, f(w, x - c) > 0 if c_l < x_l for all l",
)

_C = sp.IndexedBase("c", real=True)
#: a shifted input: all coordinates are positive
_U = sp.IndexedBase("u", positive=True)
_SHIFT = Range(_C.label, None, None, typical=(-3, 3), shape=(d,))
_SHIFTED = Domain((Range(_U.label, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100),), shape=(d,)), DRAW))
DOMAIN = INPUTS.with_ranges(_SHIFT)
_X, _Y = Difference(x, _C), Difference(y, _C)

#: K(x - c, y - c) from the norms and the inner product of the shifted inputs.
_kernel_of_shifted = sp.exp(inner(_X, _Y) - (squared_norm(_X) + squared_norm(_Y)) / 2)

_positive = _SHIFTED.with_ranges(next(item for item in INPUTS.ranges if item.symbol == d))
CLAIMS = (
    claim(
        "kernel: K(x - c, y - c) = K(x, y) for every c, with |u - v|^2 = |u|^2 - 2 u.v + |v|^2",
        eq(_kernel_of_shifted, KERNEL),
        print="restored",
    ),
    *positive_claims("an input with positive coordinates", _U, _positive),
    claim(
        "unbiased: E f(w, x - c) f(w, y - c) = K(x, y), for every law and every c",
        eq(mean(ANY.sample(ANY.counts(), _X, _Y)), KERNEL),
    ),
)


def simulations() -> list[MomentCheck]:
    where = point()
    shift = (-0.25, -0.75)
    families = (("Poisson counts", Poisson()), ("geometric counts", Geometric()))
    return [
        MomentCheck(f"{name}, shifted", Discrete(Shifted(family, shift)), "mean", KERNEL, where, "unbiased")
        for name, family in families
    ]
