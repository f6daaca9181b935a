"""Discretely-induced random features are unbiased for every law {p_k} with all p_k > 0  (CRT, (9) and (10)).

With iid counts w_l, ``P(w_l = k) = p_k``, and ``X_l = x_l^(w_l) (w_l!)^(-1/2) p_(w_l)^(-1/2)`` (Y_l likewise):

    K(x, y) exp(|x|^2/2) exp(|y|^2/2) = exp(x.y) = prod_l sum_k p_k x_l^k y_l^k / (p_k k!) = E prod_l X_l Y_l,

so ``f(w, u) = exp(-|u|^2/2) prod_l u_l^(w_l) (w_l!)^(-1/2) p_(w_l)^(-1/2)`` has ``E f(w, x) f(w, y) = K(x, y)``.
"""

from rftheory.vocabulary import *
from rftheory.inputs.coordinates import inner, k, l, product, x, y
from rftheory.proofs.crt._discrete import ANY, INPUTS, KERNEL, Discrete, point
from rftheory.rules.counts import sum_series
from rftheory.rules.nodes import mean
from rftheory.rules.variates import MASS

STATEMENT = statement(
    "identity",
    "(9), (10)",
    "Discretely-induced features are unbiased",
    notes=(
        "With a zero coordinate the power of a count 0 is read as 0^0 = 1, as in the Taylor series.",
        "No moment of {p_k} is needed: the masses cancel term by term, and the series converges absolutely.",
    ),
)

DOMAIN = INPUTS

_NORMS = sp.exp(squared_norm(x) / 2) * sp.exp(squared_norm(y) / 2)
_W = ANY.counts()


def _factor(u: sp.IndexedBase) -> sp.Expr:
    """X_l of the input u."""
    return u[l] ** _W[l] * ANY.weight(_W[l])


_term = MASS(k) * x[l] ** k * y[l] ** k / (MASS(k) * sp.factorial(k))

series = product(sp.Sum(_term, (k, 0, sp.oo)))
#: negative binomial counts, and a mixture of a Poisson and a geometric law
_HEAVY = DiscretelyInduced(sp.Lambda(COUNT, (COUNT + 1) / sp.Integer(2) ** (COUNT + 2)))
_OF_TWO = sp.exp(-1) / (2 * sp.factorial(COUNT)) + sp.Rational(1, 3) * sp.Rational(1, 3) ** COUNT

CLAIMS = (
    step(
        "exponential of the inner product: K(x, y) exp(|x|^2/2) exp(|y|^2/2) = exp(x.y)",
        eq(KERNEL * _NORMS, sp.exp(inner())),
        location="before (9)",
    ),
    step(
        "Taylor series: prod_l sum_k p_k x_l^k y_l^k / (p_k k!) = exp(x.y)",
        eq(series, sp.exp(inner())),
        proof=Chain(series).computed(sum_series, "sum c^k/k! = exp(c)"),
        location="(9)",
        print="restored",
    ),
    step(
        "expectation: K(x, y) exp(|x|^2/2) exp(|y|^2/2) = E prod_l X_l Y_l, whatever the law of the counts",
        eq(mean(product(_factor(x) * _factor(y))), KERNEL * _NORMS),
        location="(9)",
        print="restored",
    ),
    claim(
        "unbiased: E f(w, x) f(w, y) = K(x, y), whatever the law of the counts",
        eq(mean(ANY.sample(_W, x, y)), KERNEL),
        location="(10)",
        print="restored",
    )
    .drawn(Discrete(_HEAVY), "mean", point(2), name="negative binomial counts")
    .drawn(Discrete(DiscretelyInduced(sp.Lambda(COUNT, _OF_TWO))), "mean", point(3), name="a mixture"),
)
