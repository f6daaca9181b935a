"""(10): the index of x in the product.

Before (9) the factors are ``X_l = x_l^(w_l) (w_l!)^(-1/2) p_(w_l)^(-1/2)``; (10) has x_i in the place of x_l,

    f(w, x) = exp(-|x|^2/2) prod_l x_i^(w_l) (w_l!)^(-1/2) p_(w_l)^(-1/2),

one coordinate to all powers, whose mean is ``exp(-|x|^2/2 - |y|^2/2 + d x_i y_i)``. The index is legible in the text that was read,
where minus signs are not; the features of Poisson and of geometric counts, printed after it, have x_l.
"""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import i, l, product, x, y
from rftheory.proofs.crt._discrete import ANY, INPUTS, KERNEL, Discrete, point
from rftheory.rules.nodes import mean

STATEMENT = statement(
    "identity",
    "(10)",
    "The product of a discretely-induced feature",
    not_drawn="what is compared is f at each count, before any mean is taken",
    reading="As printed, for every index i from 1 to d, and every law {p_k} with all p_k > 0.",
)

_INDEX = Range(i, 1, None, integer=True, typical=(1, 4), awkward=(1,))
DOMAIN = INPUTS.with_ranges(_INDEX).where(sp.Le(i, d))
_W = ANY.counts()
_NORMS = sp.exp(-squared_norm(x) / 2) * sp.exp(-squared_norm(y) / 2)


def _mean(index: sp.Expr) -> sp.Expr:
    """E f(w, x) f(w, y) with the coordinates of an index, which may be that of the factor, l."""
    factors = (u[index] ** _W[l] * ANY.weight(_W[l]) for u in (x, y))
    return _NORMS * mean(product(sp.Mul(*factors)))


x_i = claim(
    "x_i: E f(w, x) f(w, y) = K(x, y) with x_i^(w_l) in the product over l",
    eq(_mean(i), KERNEL),
    print="restored",
    tex=r"f_{\mathrm{DI}}(\omega, x) = e^{-\|x\|^2/2} \prod_{l=1}^d x_i^{\omega_l} (\omega_l!)^{-1/2} p_{\omega_l}^{-1/2}",
    quote="xωl i (ωl!) 1 2 ωl . (10)",
).false(
    at={d: 2, i: 1, x.label: sp.Tuple(1, 0), y.label: sp.Tuple(1, 0)},
    because="x_i for x_l: the factors of different coordinates have become powers of one",
    error="misprint",
    survives="yes, with x_l, as before (9) and in the features of Poisson and of geometric counts",
)
CLAIMS = (
    x_i,
    x_i.corrected(
        "x_l: E f(w, x) f(w, y) = K(x, y) with x_l^(w_l) in the product over l",
        eq(_mean(l), KERNEL),
        INPUTS,
        tex=r"f_{\mathrm{DI}}(\omega, x) = e^{-\|x\|^2/2} \prod_{l=1}^d x_l^{\omega_l} (\omega_l!)^{-1/2} p_{\omega_l}^{-1/2}",
    )
    # as the features are made
    .drawn(Discrete(Poisson()), "mean", point(), name="Poisson counts")
    .drawn(Discrete(Geometric()), "mean", point(), name="geometric counts"),
)
