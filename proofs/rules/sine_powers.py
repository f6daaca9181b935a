r"""Integrals of powers of the sine, and Legendre's duplication of the gamma function, by induction over integers.

    int_0^pi sin(phi)^(n-1) dphi = sqrt(pi) Gamma(n/2)/Gamma((n+1)/2),   Gamma(n) = 2^(n-1) Gamma(n/2) Gamma((n+1)/2)/sqrt(pi),

for n = 1, 2, .... The first one goes up by two: ``(cos sin^n)' = n sin^(n-1) - (n+1) sin^(n+1)`` and cos sin^n vanishes at both
ends. The second one goes up by one: both sides are 1 at n = 1 and grow by the factor n.
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.derivation import Derivation
from rftheory.statements.claims import Claim, Equality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="rules.sine-powers",
    paper="rules",
    location="rule",
    kind="rule",
    title="Integrals of powers of the sine, and duplication of the gamma function",
)

#: the n of both formulas
order = sp.Symbol("order", integer=True, positive=True)
_phi = sp.Symbol("phi", real=True)
#: the sine and the cosine of an angle in (0, pi), where they are checked as functions
_angle = sp.Symbol("angle", real=True)
_sine = sp.Symbol("sine", positive=True)
_DOMAIN = Domain((Range(order, 1, None, integer=True, typical=(1, 20), awkward=(1, 2, 128)),))


def sine_integral(n: sp.Expr) -> sp.Integral:
    """``int_0^pi sin(phi)^(n-1) dphi``."""
    return sp.Integral(sp.sin(_phi) ** (n - 1), (_phi, 0, sp.pi))


def sine_value(n: sp.Expr) -> sp.Expr:
    """``sqrt(pi) Gamma(n/2)/Gamma((n+1)/2)``."""
    return sp.sqrt(sp.pi) * sp.gamma(n / 2) / sp.gamma((n + 1) / 2)


def duplicated(n: sp.Expr) -> sp.Expr:
    """``2^(n-1) Gamma(n/2) Gamma((n+1)/2)/sqrt(pi)``, equal to Gamma(n)."""
    return 2 ** (n - 1) * sp.gamma(n / 2) * sp.gamma((n + 1) / 2) / sp.sqrt(sp.pi)


def _by_parts() -> Derivation:
    # the derivative of cos sin^n is that of sin times cos^2 = 1 - sin^2, and -sin sin^n
    slope = order * _sine ** (order - 1) * (1 - _sine**2) - _sine ** (order + 1)
    return Derivation(sine_integral(order), _DOMAIN).by_theorem(
        sine_value(order),
        "induction",
        "n = 1 and n = 2 directly; by parts (n + 1) I(n + 2) = n I(n), cos sin^n vanishing at both ends",
        [
            (sp.diff(sp.cos(_angle), _angle), -sp.sin(_angle)),
            (sp.cos(_angle) ** 2, 1 - sp.sin(_angle) ** 2),
            (slope, order * _sine ** (order - 1) - (order + 1) * _sine ** (order + 1)),
            (sine_value(sp.Integer(1)), sp.pi),
            (sine_value(sp.Integer(2)), sp.cos(0) - sp.cos(sp.pi)),
            ((order + 1) * sine_value(order + 2), order * sine_value(order)),
        ],
    )


def _doubling() -> Derivation:
    return Derivation(sp.gamma(order), _DOMAIN).by_theorem(
        duplicated(order),
        "induction",
        "both sides are 1 at n = 1 and grow by the factor n",
        [
            (sp.gamma(sp.Integer(1)), duplicated(sp.Integer(1))),
            (sp.gamma(order + 1), order * sp.gamma(order)),
            (duplicated(order + 1), order * duplicated(order)),
        ],
    )


def sine_powers() -> Claim:
    """``int_0^pi sin(phi)^(n-1) dphi = sqrt(pi) Gamma(n/2)/Gamma((n+1)/2)``."""
    return Claim(
        name="sine powers",
        says="the integral of a power of the sine over (0, pi)",
        proposition=Equality(sine_integral(order), sine_value(order)),
        domain=_DOMAIN,
        proof=_by_parts,
    )


def halved(n: sp.Expr) -> sp.Expr:
    """``2^(1-n) sqrt(pi) Gamma(n)/Gamma(n/2)``, equal to Gamma((n+1)/2)."""
    return 2 ** (1 - n) * sp.sqrt(sp.pi) * sp.gamma(n) / sp.gamma(n / 2)


def _halving() -> Derivation:
    def pair(n: sp.Expr) -> sp.Expr:
        return sp.gamma(n / 2) * sp.gamma((n + 1) / 2)

    def value(n: sp.Expr) -> sp.Expr:
        return 2 ** (1 - n) * sp.sqrt(sp.pi) * sp.gamma(n)

    return Derivation(sp.gamma((order + 1) / 2), _DOMAIN).by_theorem(
        halved(order),
        "induction",
        "times Gamma(n/2), which is not 0, both sides are sqrt(pi) at n = 1 and grow by the factor n/2",
        [
            (pair(sp.Integer(1)), value(sp.Integer(1))),
            (pair(order + 1), order / 2 * pair(order)),
            (value(order + 1), order / 2 * value(order)),
            (halved(order) * sp.gamma(order / 2), value(order)),
        ],
    )


def halving() -> Claim:
    """``Gamma((n+1)/2) = 2^(1-n) sqrt(pi) Gamma(n)/Gamma(n/2)``."""
    return Claim(
        name="halving",
        says="the same for the gamma function at half-integers",
        proposition=Equality(sp.gamma((order + 1) / 2), halved(order)),
        domain=_DOMAIN,
        proof=_halving,
    )


def duplication() -> Claim:
    """``Gamma(n) = 2^(n-1) Gamma(n/2) Gamma((n+1)/2)/sqrt(pi)``."""
    return Claim(
        name="duplication",
        says="Legendre's duplication formula at the integers",
        proposition=Equality(sp.gamma(order), duplicated(order)),
        domain=_DOMAIN,
        proof=_doubling,
    )


def claims() -> list[Claim]:
    return [
        sine_powers(),
        duplication(),
        halving(),
    ]
