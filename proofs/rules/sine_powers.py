r"""Integrals of powers of the sine, and Legendre's duplication of the gamma function, by induction over integers.

    int_0^pi sin(phi)^(n-1) dphi = sqrt(pi) Gamma(n/2)/Gamma((n+1)/2),   Gamma(n) = 2^(n-1) Gamma(n/2) Gamma((n+1)/2)/sqrt(pi),

for n = 1, 2, .... The first one goes up by two: ``(cos sin^n)' = n sin^(n-1) - (n+1) sin^(n+1)`` and cos sin^n vanishes at both
ends. The second one goes up by one: both sides are 1 at n = 1 and grow by the factor n.
"""

from rftheory.vocabulary import *

STATEMENT = statement("rule", "rule", "Integrals of powers of the sine, and duplication of the gamma function")

#: the n of both formulas
order = sp.Symbol("order", integer=True, positive=True)
_phi = sp.Symbol("phi", real=True)
#: the sine and the cosine of an angle in (0, pi), where they are checked as functions
_angle = sp.Symbol("angle", real=True)
DOMAIN = Domain((Range(order, 1, None, integer=True, typical=(1, 20), awkward=(1, 2, 128)),))


def sine_integral(n: sp.Expr) -> sp.Integral:
    """``int_0^pi sin(phi)^(n-1) dphi``."""
    return sp.Integral(sp.sin(_phi) ** (n - 1), (_phi, 0, sp.pi))


def sine_value(n: sp.Expr) -> sp.Expr:
    """``sqrt(pi) Gamma(n/2)/Gamma((n+1)/2)``."""
    return sp.sqrt(sp.pi) * sp.gamma(n / 2) / sp.gamma((n + 1) / 2)


def duplicated(n: sp.Expr) -> sp.Expr:
    """``2^(n-1) Gamma(n/2) Gamma((n+1)/2)/sqrt(pi)``, equal to Gamma(n)."""
    return 2 ** (n - 1) * sp.gamma(n / 2) * sp.gamma((n + 1) / 2) / sp.sqrt(sp.pi)


def _by_parts() -> Chain:
    """n = 1 and n = 2 directly; by parts (n + 1) I(n + 2) = n I(n), cos sin^n vanishing at both ends."""
    sine, cosine = sp.sin(_phi), sp.cos(_phi)
    one, two = (Chain(sine_integral(sp.Integer(n))) for n in (1, 2))
    one = one.primitive(_phi).eq(sine_value(sp.Integer(1)))
    two = two.primitive(-cosine).eq(sine_value(sp.Integer(2)))
    growth = Chain(sine_integral(order + 2)).primitive(
        -cosine * sine**order / (order + 1), rest=order / (order + 1) * sine ** (order - 1)
    )
    growth = growth.eq(order / (order + 1) * sine_integral(order))
    chain = Chain(sine_integral(order))
    return chain.induction(order, sine_value(order), ratio=order / (order + 1), growth=growth, starts=(one, two))


#: ``int_0^pi sin(phi)^(n-1) dphi = sqrt(pi) Gamma(n/2)/Gamma((n+1)/2)``.
sine_powers = claim(
    "sine powers: the integral of a power of the sine over (0, pi)",
    eq(sine_integral(order), sine_value(order)),
    proof=_by_parts(),
)


def halved(n: sp.Expr) -> sp.Expr:
    """``2^(1-n) sqrt(pi) Gamma(n)/Gamma(n/2)``, equal to Gamma((n+1)/2)."""
    return 2 ** (1 - n) * sp.sqrt(sp.pi) * sp.gamma(n) / sp.gamma(n / 2)


def _halving() -> Chain:
    """Duplication, over Gamma(n/2)."""
    back = Chain(halved(order)).by(duplication)
    return Chain(sp.gamma((order + 1) / 2)).backwards(back)


#: ``Gamma((n+1)/2) = 2^(1-n) sqrt(pi) Gamma(n)/Gamma(n/2)``.
halving = claim(
    "halving: the same for the gamma function at half-integers",
    eq(sp.gamma((order + 1) / 2), halved(order)),
    proof=_halving,
)

#: ``Gamma(n) = 2^(n-1) Gamma(n/2) Gamma((n+1)/2)/sqrt(pi)``.
duplication = claim(
    "duplication: Legendre's duplication formula at the integers",
    eq(sp.gamma(order), duplicated(order)),
    proof=Chain(sp.gamma(order)).induction(order, duplicated(order), ratio=order),
)

CLAIMS = (sine_powers, duplication, halving)
