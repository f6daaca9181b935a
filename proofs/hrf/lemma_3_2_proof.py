"""Appendix D.1 (42)-(44): the printed proof of Lemma 3.2, member by member of its chain.

``X_i`` is the product of the i-th entries of ``phi(x)`` and ``phi(y)``, ``phi(u) = n^-1/2 (sgn tau_i.u)_i``, so ``sum_i X_i`` is the
mean of the n products of signs. The fourth member of (44) lost ``-(1 - 1/n)``; the last one is right.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.proofs.hrf.lemma_3_2 import angular_second_moment

STATEMENT = statement("identity", "App. D.1 (42)-(44)", "The printed proof of Lemma 3.2")

_TAU = Projection("tau")
_SIGNS = sp.sign(_TAU.dot(PAIR.x)) * sp.sign(_TAU.dot(PAIR.y))
#: sum_i X_i with X_i = (1/n) sgn(tau_i.x) sgn(tau_i.y)
_SUM = SampleMean(_SIGNS, n)
_C = Expectation(angular_coefficient() ** 2)
_MEAN = 1 - 2 * SHARE


def _member(name: str, says: str, right: sp.Expr, left: sp.Expr = _C, **more: object) -> Claim:
    return claim(says, eq(left, right), PAIRS_WITH_COEFFICIENT, name=name, location=name, **more)


squares, products = n * Expectation((_SIGNS / n) ** 2), n * (n - 1) * Expectation(_SIGNS / n) ** 2
fourth_member = _member(
    "(44), fourth member",
    "(1/4) [4 theta/pi + (1 - 1/n)(1 - 2 theta/pi)^2]",
    (4 * SHARE + (1 - 1 / n) * _MEAN**2) / 4,
    tex=r"\mathbb{E}[\hat\lambda^2]=\frac14\left(\frac{4\theta}{\pi}+\left(1-\frac1n\right)\left(1-"
    r"\frac{2\theta}{\pi}\right)^2\right)",
    quote="4 θ π + (1− 1 n )(1− 2θ π )2 ) = θ π ( θ π − θ nπ + 1 n ) (44)",
).false(
    at={x_norm: 1, y_norm: 1, theta: sp.pi / 2, m: 1, n: 2},
    because="-(1 - 1/n) is lost: the member exceeds the moment by (1 - 1/n)/4 for n >= 2",
    error="misprint",
    survives="yes: the last member of (44), and with it Lemma 3.2, holds",
)
CLAIMS = (
    _member(
        "(42), (43)",
        "the coefficient is (1 - sum X_i)/2 almost surely: their mean squared difference is zero",
        sp.Integer(0),
        Expectation((angular_coefficient() - (1 - _SUM) / 2) ** 2),
    ),
    _member("(43), mean", "its mean is theta/pi", SHARE, Expectation((1 - _SUM) / 2)),
    _member("(43), sum", "E sum X_i = 1 - 2 theta/pi", _MEAN, Expectation(_SUM)),
    _member("(44), first member", "(1/4) E[1 - 2 sum X_i + (sum X_i)^2]", Expectation(1 - 2 * _SUM + _SUM**2) / 4),
    _member(
        "(44), second member",
        "(1/4) [1 - 2(1 - 2 theta/pi) + sum E X_i^2 + sum_(i != j) E X_i E X_j]",
        (1 - 2 * _MEAN + squares + products) / 4,
    ),
    _member(
        "(44), third member",
        "(1/4) [1 - 2(1 - 2 theta/pi) + n n^-2 + n(n-1) n^-2 (1 - 2 theta/pi)^2]",
        (1 - 2 * _MEAN + n / n**2 + n * (n - 1) / n**2 * _MEAN**2) / 4,
    ),
    # the moment that (44) begins with, as the last member has it and as the fourth one does
    fourth_member.drawn(Coefficient(Angular()), "second_moment", SMALL_POINT),
    fourth_member.corrected_by(
        _member(
            "(44), fourth member corrected",
            "(1/4) [4 theta/pi - (1 - 1/n) + (1 - 1/n)(1 - 2 theta/pi)^2]",
            (4 * SHARE - (1 - 1 / n) + (1 - 1 / n) * _MEAN**2) / 4,
            tex=r"\mathbb{E}[\hat\lambda^2]=\frac14\left(\frac{4\theta}{\pi}-\left(1-\frac1n\right)+\left(1-"
            r"\frac1n\right)\left(1-\frac{2\theta}{\pi}\right)^2\right)",
        )
    ),
    _member("(44), last member", "(theta/pi)(theta/pi - theta/(n pi) + 1/n)", angular_second_moment).drawn(
        Coefficient(Angular()), "second_moment", SMALL_POINT
    ),
)
