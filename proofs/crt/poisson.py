"""Poisson random features: (10) with ``p_k = e^(-lam) lam^k / k!``  (CRT, Sec. 3.2.1).

``f(w, u) = exp(lam d/2 - |u|^2/2) prod_l u_l^(w_l) lam^(-w_l/2)``: the factorials cancel, and the constants of the d
masses give exp(lam d/2). Symbols: u in R^d an input, w in {0, 1, ...}^d the counts, lam > 0 the rate.
"""

from __future__ import annotations

import sympy as sp

from proofs.crt._discrete import DRAW, INPUTS, KERNEL, check, w
from proofs.crt._setting import RATE
from rftheory.coordinates import k, x, y
from rftheory.evidence.derivation import Derivation
from rftheory.families.discretely_induced import DiscretelyInduced
from rftheory.families.poisson import Poisson
from rftheory.rules.counts import sum_series
from rftheory.rules.nodes import mean
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Equality, Statement

STATEMENT = Statement(
    id="crt.poisson",
    paper="crt",
    location="Sec. 3.2.1",
    kind="identity",
    title="Poisson random features",
)

_POISSON = Poisson()
_GENERAL = DiscretelyInduced(_POISSON.law)
_DOMAIN = INPUTS.with_ranges(RATE)
_DRAWS = _DOMAIN.with_ranges(DRAW)


def claims() -> list[Claim]:
    total_mass = sp.Sum(_POISSON.law(k), (k, 0, sp.oo))
    return [
        Claim(
            name="law",
            says="the masses e^(-lam) lam^k / k! sum to one",
            proposition=Equality(total_mass, sp.Integer(1)),
            domain=_DOMAIN,
            proof=lambda: Derivation(total_mass, _DOMAIN).apply(sum_series, "sum c^k/k! = exp(c)"),
            role="lemma",
        ),
        Claim(
            name="features",
            says="for every outcome w of the counts, (10) with the Poisson law is the printed feature",
            proposition=Equality(_GENERAL.feature(w, x), _POISSON.feature(w, x)),
            domain=_DRAWS,
            location="Sec. 3.2.1, display",
        ),
        Claim(
            name="unbiased",
            says="E f(w, x) f(w, y) = K(x, y)",
            proposition=Equality(mean(_POISSON.sample(_POISSON.counts(), x, y)), KERNEL),
            domain=_DOMAIN,
        ),
    ]


def simulations() -> list[MomentCheck]:
    return [
        check(f"{name}, d = {dimension}", family, "mean", KERNEL, "unbiased", dimension)
        for name, family, dimension in (
            ("printed map", _POISSON, 2),
            ("printed map", _POISSON, 3),
            ("map (10) with the Poisson law", _GENERAL, 2),
        )
    ]
