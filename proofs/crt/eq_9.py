"""Discretely-induced random features are unbiased for every law {p_k} with all p_k > 0  (CRT, (9) and (10)).

With iid counts w_l, ``P(w_l = k) = p_k``, and ``X_l = x_l^(w_l) (w_l!)^(-1/2) p_(w_l)^(-1/2)`` (Y_l likewise):

    K(x, y) exp(|x|^2/2) exp(|y|^2/2) = exp(x.y) = prod_l sum_k p_k x_l^k y_l^k / (p_k k!) = E prod_l X_l Y_l,

so ``f(w, u) = exp(-|u|^2/2) prod_l u_l^(w_l) (w_l!)^(-1/2) p_(w_l)^(-1/2)`` has ``E f(w, x) f(w, y) = K(x, y)``.
"""

from __future__ import annotations

import sympy as sp

from proofs.crt._discrete import ANY, INPUTS, KERNEL, check
from rftheory.coordinates import inner, k, l, product, squared_norm, x, y
from rftheory.evidence.derivation import Derivation
from rftheory.families.discretely_induced import DiscretelyInduced
from rftheory.propositions import Equality
from rftheory.rules.counts import sum_series
from rftheory.rules.nodes import COUNT, MASS, mean
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement

STATEMENT = Statement(
    id="crt.eq-9",
    paper="crt",
    location="(9), (10)",
    kind="identity",
    title="Discretely-induced features are unbiased",
    notes=(
        "With a zero coordinate the power of a count 0 is read as 0^0 = 1, as in the Taylor series.",
        "No moment of {p_k} is needed: the masses cancel term by term, and the series converges absolutely.",
    ),
)

_NORMS = sp.exp(squared_norm(x) / 2) * sp.exp(squared_norm(y) / 2)
_W = ANY.counts()


def _factor(u: sp.IndexedBase) -> sp.Expr:
    """X_l of the input u."""
    return u[l] ** _W[l] * ANY.weight(_W[l])


def _term() -> sp.Expr:
    return MASS(k) * x[l] ** k * y[l] ** k / (MASS(k) * sp.factorial(k))


def claims() -> list[Claim]:
    series = product(sp.Sum(_term(), (k, 0, sp.oo)))
    return [
        Claim(
            name="exponential of the inner product",
            says="K(x, y) exp(|x|^2/2) exp(|y|^2/2) = exp(x.y)",
            proposition=Equality(KERNEL * _NORMS, sp.exp(inner())),
            domain=INPUTS,
            role="step",
            location="before (9)",
        ),
        Claim(
            name="Taylor series",
            says="prod_l sum_k p_k x_l^k y_l^k / (p_k k!) = exp(x.y)",
            proposition=Equality(series, sp.exp(inner())),
            domain=INPUTS,
            proof=lambda: Derivation(series, INPUTS).apply(sum_series, "sum c^k/k! = exp(c)"),
            role="step",
            location="(9)",
            print="restored",
        ),
        Claim(
            name="expectation",
            says="K(x, y) exp(|x|^2/2) exp(|y|^2/2) = E prod_l X_l Y_l, whatever the law of the counts",
            proposition=Equality(mean(product(_factor(x) * _factor(y))), KERNEL * _NORMS),
            domain=INPUTS,
            role="step",
            location="(9)",
            print="restored",
        ),
        Claim(
            name="unbiased",
            says="E f(w, x) f(w, y) = K(x, y), whatever the law of the counts",
            proposition=Equality(mean(ANY.sample(_W, x, y)), KERNEL),
            domain=INPUTS,
            location="(10)",
            print="restored",
        ),
    ]


def simulations() -> list[MomentCheck]:
    heavy = DiscretelyInduced(sp.Lambda(COUNT, (COUNT + 1) / sp.Integer(2) ** (COUNT + 2)))
    mixture = DiscretelyInduced(
        sp.Lambda(COUNT, sp.exp(-1) / (2 * sp.factorial(COUNT)) + sp.Rational(1, 3) * sp.Rational(1, 3) ** COUNT)
    )
    laws = (("negative binomial counts", heavy, 2), ("a mixture of a Poisson and a geometric law", mixture, 3))
    return [check(name, family, "mean", KERNEL, "unbiased", dimension) for name, family, dimension in laws]
