r"""Definition 3.1 (10): the RF-conformity as a power series in v and in the lengths of the resultants.

    rho = Gamma(d/2)/(m(m-1)) sum_(i != j) E sum_k v^(2k) w_ij^(2k) / (2^(2k) k! Gamma(k + d/2)).

A resultant w_i + w_j of length w in a uniform direction has ``E exp((w_i + w_j).(x + y)) = Gamma(d/2) sum_k (v w)^(2k)/(2^(2k) k!
Gamma(k + d/2))``; the terms are positive, so averaging over the length changes nothing (Tonelli), and averaging over pairs
gives (10). What it takes is an isotropic resultant: see `simrf.isotropy`.
"""

from __future__ import annotations

import sympy as sp

from proofs.rules.sphere import DIMENSION, ORDER, exponential_moment, mean_exponential
from proofs.simrf._coupled import pair_average
from proofs.simrf._setting import v
from rftheory.coordinates import i, j
from rftheory.evidence.power_series import PowerSeries
from rftheory.kernels import d, m
from rftheory.rules.sphere import direction_exponential
from rftheory.statements.claims import Claim, Equality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="simrf.def-3.1",
    paper="simrf",
    location="Definition 3.1 (10), (31)-(33), (35)",
    kind="identity",
    title="The RF-conformity as a power series",
    reading="For isotropic resultants w_i + w_j of any joint law of lengths: the identity holds for each length w >= 0, hence on "
    "average (all terms are nonnegative), hence for the average over pairs. d >= 2.",
    notes=(
        "(31) is a Hankel transform at an imaginary argument: (i w v)^(1-d/2) J_(d/2-1)(i w v) is (w v)^(1-d/2) I_(d/2-1)(w v).",
        "For d = 1 (10) holds as well, for resultants with a symmetric law.",
    ),
)

#: the length of a resultant, and those of all resultants
w = sp.Symbol("w", positive=True)
_ALL = sp.IndexedBase("w", real=True)
_k = sp.Symbol("k", integer=True, nonnegative=True)
_W = Range(w, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100), 8))
_V = Range(v, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 1000), 3))
LENGTHS = Domain((DIMENSION, _V, _W))
WITH_ORDER = Domain((*LENGTHS.ranges, ORDER))
_M = Range(m, 2, None, integer=True, typical=(2, 4), awkward=(2,))
_PAIRS = Domain((DIMENSION, _V, _M, Range(_ALL.label, 0, None, "()", typical=(1, 3), awkward=(1,), shape=(m, m))))


def term(length: sp.Expr) -> sp.Expr:
    """The k-th term of (10) for a resultant of the given length, without Gamma(d/2)."""
    return v ** (2 * _k) * length ** (2 * _k) / (2 ** (2 * _k) * sp.factorial(_k) * sp.gamma(_k + d / 2))


def series(length: sp.Expr) -> sp.Sum:
    """(10) for a resultant of the given length, without Gamma(d/2)."""
    return sp.Sum(term(length), (_k, 0, sp.oo))


def bessel_form() -> sp.Expr:
    """(31) for one length, with the series (32) of the Bessel function at an imaginary argument: all terms positive."""
    order, x = d / 2 - 1, w * v
    bessel = sp.Sum((x / 2) ** (2 * _k + order) / (sp.factorial(_k) * sp.gamma(_k + order + 1)), (_k, 0, sp.oo))
    return sp.gamma(d / 2) * 2**order * x ** (-order) * bessel


def _summed(start: sp.Expr, domain: Domain) -> PowerSeries:
    hypergeometric = direction_exponential(v**2 * w**2, d)
    chain = PowerSeries(start, domain).algebra(sp.gamma(d / 2) * series(w))
    return chain.summed(series(w), hypergeometric / sp.gamma(d / 2))


def claims() -> list[Claim]:
    hypergeometric = direction_exponential(v**2 * w**2, d)
    printed = sp.gamma(d / 2) * series(w)
    return [
        Claim(
            name="series",
            says="the k-series of (10) for one length is 0F1(; d/2; v^2 w^2/4)",
            proposition=Equality(printed, hypergeometric),
            domain=LENGTHS,
            proof=lambda: _summed(printed, LENGTHS),
        ),
        Claim(
            name="isotropic resultant",
            says="0F1(; d/2; v^2 w^2/4) is E exp((w_i + w_j).(x + y)) for an isotropic resultant of length w",
            proposition=Equality(mean_exponential(w * v), hypergeometric),
            domain=WITH_ORDER,
            proof=lambda: exponential_moment(w * v, WITH_ORDER),
        ),
        Claim(
            name="average over pairs",
            says="(10), Gamma(d/2)/(m(m-1)) in front, is the average over pairs of the series",
            proposition=Equality(
                pair_average(direction_exponential(v**2 * _ALL[i, j] ** 2, d)),
                sp.gamma(d / 2) * pair_average(direction_exponential(v**2 * _ALL[i, j] ** 2, d) / sp.gamma(d / 2)),
            ),
            domain=_PAIRS,
        ),
        Claim(
            name="Bessel function",
            says="(31) with the series (32): Gamma(d/2) 2^(d/2-1) (w v)^(1-d/2) I_(d/2-1)(w v) is the k-series of (10)",
            role="step",
            location="(31), (32)",
            proposition=Equality(bessel_form(), hypergeometric),
            domain=LENGTHS,
            proof=lambda: _summed(bessel_form(), LENGTHS),
        ),
    ]
