"""Shifted inputs make discretely-induced features positive  (CRT, Sec. 3.2.3).

With ``c_l < x_l, y_l`` for all l: ``K(x - c, y - c) = K(x, y)``, and the features of x - c and y - c are positive for
every outcome of the counts. Below, an input above c is written c + u with u_l > 0, so that u is the shifted input.
"""

from __future__ import annotations

import sympy as sp

from proofs.crt._discrete import ANY, DRAW, INPUTS, KERNEL, point, w
from proofs.crt._setting import RATE, SUCCESS
from rftheory.coordinates import inner, squared_norm, x, y
from rftheory.estimators.discrete import Discrete
from rftheory.evidence.derivation import Derivation
from rftheory.families.discretely_induced import DiscreteFamily
from rftheory.families.geometric import Geometric
from rftheory.families.poisson import Poisson
from rftheory.families.shifted import Difference, Shifted
from rftheory.kernels import d
from rftheory.propositions import Equality, Inequality
from rftheory.rules.nodes import mean
from rftheory.simulate.checks import MomentCheck
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="crt.shift",
    paper="crt",
    location="Sec. 3.2.3",
    kind="property",
    title="Shifted discretely-induced features are positive",
    reading="for every law with all p_k > 0 and every outcome w of the counts, f(w, x - c) > 0 if c_l < x_l for all l",
)

_C = sp.IndexedBase("c", real=True)
#: a shifted input: all coordinates are positive
_U = sp.IndexedBase("u", positive=True)
_SHIFT = Range(_C.label, None, None, typical=(-3, 3), shape=(d,))
_SHIFTED = Domain((Range(_U.label, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100),), shape=(d,)), DRAW))
_ABOVE = INPUTS.with_ranges(_SHIFT)
_X, _Y = Difference(x, _C), Difference(y, _C)


def _kernel_of_shifted() -> sp.Expr:
    """K(x - c, y - c) from the norms and the inner product of the shifted inputs."""
    return sp.exp(inner(_X, _Y) - (squared_norm(_X) + squared_norm(_Y)) / 2)


def _positive(family: DiscreteFamily, says: str, domain: Domain) -> Claim:
    feature = family.feature(w, _U)
    return Claim(
        name=f"positive, {says}",
        says=f"the features of {says} are positive at an input with positive coordinates, for every outcome w",
        proposition=Inequality(feature, ">", sp.Integer(0)),
        domain=domain,
        proof=lambda: Derivation(feature, domain).at_least(sp.Integer(0)),
        mutants=(Inequality(feature, "<", sp.Integer(0)), Inequality(feature, ">", sp.Rational(1, 2))),
    )


def claims() -> list[Claim]:
    positive = _SHIFTED.with_ranges(next(item for item in INPUTS.ranges if item.symbol == d))
    return [
        Claim(
            name="kernel",
            says="K(x - c, y - c) = K(x, y) for every c, with |u - v|^2 = |u|^2 - 2 u.v + |v|^2",
            proposition=Equality(_kernel_of_shifted(), KERNEL),
            domain=_ABOVE,
            print="restored",
        ),
        _positive(ANY, "any law {p_k}", positive),
        _positive(Poisson(), "a Poisson law", positive.with_ranges(RATE)),
        _positive(Geometric(), "a geometric law", positive.with_ranges(SUCCESS)),
        Claim(
            name="unbiased",
            says="E f(w, x - c) f(w, y - c) = K(x, y), for every law and every c",
            proposition=Equality(mean(ANY.sample(ANY.counts(), _X, _Y)), KERNEL),
            domain=_ABOVE,
        ),
    ]


def simulations() -> list[MomentCheck]:
    where = point()
    shift = (-0.75, -1.0)
    families = (("Poisson counts", Poisson()), ("geometric counts", Geometric()))
    return [
        MomentCheck(f"{name}, shifted", Discrete(Shifted(family, shift)), "mean", KERNEL, where, "unbiased")
        for name, family in families
    ]
