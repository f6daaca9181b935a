"""Equation (19): the angular coefficient is unbiased for theta/pi.

``lambda_hat = 1/2 + rho_n(x).rho_n(y)`` with ``rho_n(u) = i (2n)^(-1/2) (sgn tau_j.u)_{j <= n}``, theta the angle of
x and y. The dot product is bilinear, so the two factors i make a minus sign (Goemans and Williamson 2004).
"""

from rftheory.proofs.hrf._setting import *

STATEMENT = statement("identity", "Sec. 2.4 (19)", "The angular coefficient is unbiased for the angle")

DOMAIN = PAIRS_WITH_COEFFICIENT

_TAU = Projection("tau")

_first, _second = (sp.I / sp.sqrt(2 * n) * sp.sign(_TAU.dot(u)) for u in (PAIR.x, PAIR.y))
#: (19) from its feature map: the sum over n entries is n times their mean.
printed_coefficient = sp.Rational(1, 2) + n * SampleMean(_first * _second, n)

CLAIMS = (
    claim("mean: the printed coefficient has mean theta / pi", eq(Expectation(printed_coefficient), SHARE)).drawn(
        Coefficient(Angular()), "mean", SMALL_POINT
    ),
    lemma(
        "one half minus signs: it is 1/2 - (1/2n) sum_j sgn(tau_j.x) sgn(tau_j.y), draw by draw",
        eq(Expectation((printed_coefficient - angular_coefficient()) ** 2), 0),
    ),
)
