"""Geometric random features: (10) with ``p_k = p (1 - p)^k``  (CRT, Sec. 3.2.2).

``f(w, u) = p^(-d/2) exp(-|u|^2/2) prod_l u_l^(w_l) (1 - p)^(-w_l/2) (w_l!)^(-1/2)``. Symbols: u in R^d an input, w in
{0, 1, ...}^d the counts, 0 < p < 1.
"""

from __future__ import annotations

import sympy as sp

from proofs.crt._discrete import DRAW, INPUTS, KERNEL, check, w
from proofs.crt._setting import SUCCESS
from rftheory.coordinates import k, x, y
from rftheory.evidence.derivation import Derivation
from rftheory.families.discretely_induced import DiscretelyInduced
from rftheory.families.geometric import Geometric
from rftheory.rules.counts import sum_series
from rftheory.rules.nodes import mean
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Equality, Statement

STATEMENT = Statement(
    id="crt.geometric",
    paper="crt",
    location="Sec. 3.2.2",
    kind="identity",
    title="Geometric random features",
)

_GEOMETRIC = Geometric()
_GENERAL = DiscretelyInduced(_GEOMETRIC.law)
_DOMAIN = INPUTS.with_ranges(SUCCESS)
_DRAWS = _DOMAIN.with_ranges(DRAW)


def _law() -> Derivation:
    start = Derivation(sp.Sum(_GEOMETRIC.law(k), (k, 0, sp.oo)), _DOMAIN)
    return start.apply(sum_series, "sum c^k = 1/(1 - c) for |c| < 1")


def claims() -> list[Claim]:
    return [
        Claim(
            name="law",
            says="the masses p (1 - p)^k sum to one",
            proposition=Equality(sp.Sum(_GEOMETRIC.law(k), (k, 0, sp.oo)), sp.Integer(1)),
            domain=_DOMAIN,
            proof=_law,
            role="lemma",
        ),
        Claim(
            name="features",
            says="for every outcome w of the counts, (10) with the geometric law is the printed feature",
            proposition=Equality(_GENERAL.feature(w, x), _GEOMETRIC.feature(w, x)),
            domain=_DRAWS,
            location="Sec. 3.2.2, display",
        ),
        Claim(
            name="unbiased",
            says="E f(w, x) f(w, y) = K(x, y)",
            proposition=Equality(mean(_GEOMETRIC.sample(_GEOMETRIC.counts(), x, y)), KERNEL),
            domain=_DOMAIN,
        ),
    ]


def simulations() -> list[MomentCheck]:
    return [
        check(f"{name}, d = {dimension}", family, "mean", KERNEL, "unbiased", dimension)
        for name, family, dimension in (
            ("printed map", _GEOMETRIC, 2),
            ("printed map", _GEOMETRIC, 3),
            ("map (10) with the geometric law", _GENERAL, 2),
        )
    ]
