r"""Theorem 4.5 (26): the orthogonality gap of Fourier features, m <= d, z = |x - y|.

    MSE_IID - MSE_ORF = (m-1)/m (exp(-z^2) - Gamma(d/2)/Gamma(d) sum_k (-z^2)^k/(2^k k!) Gamma(k+d)/Gamma(k+d/2)).

``cos a cos b = (cos(a+b) + cos(a-b))/2``, and w_1 + w_2 and w_1 - w_2 have one law; their length has a chi law with 2d
degrees of freedom (orthogonal) or is sqrt(2) times one with d (independent). (75) averages the characteristic function of a
uniform direction, ``Gamma(d/2) (2/s)^(d/2-1) J_(d/2-1)(s) = 0F1(; d/2; -s^2/4)``, over that length.
"""

from rftheory.proofs.crt._orthogonal import kummer
from rftheory.proofs.simrf._gap import *
from rftheory.proofs.simrf._draws import points

STATEMENT = statement(
    "identity",
    "Theorem 4.5 (26), A.8 (75), (76)",
    "The orthogonality gap of Fourier features in closed form",
    reading="m projections of one orthogonal frame of R^d, m <= d, against m independent ones.",
    notes=("In closed form the series is 1F1(d; d/2; -z^2/2) (crt.theorem-4.1-trig).",),
)

DOMAIN = SEVERAL_FRAMES

_OTHER = Projection("w_2")
_MODERATE = DIFFERENCES.with_ranges(Range(z, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 10), 3)))
#: the terms of the series are far larger than its sum for distant inputs: moderate ones are enclosed
_NEAR = FRAMES.with_ranges(
    *(
        Range(norm, 0, None, "[)", typical=(0, 2), awkward=(0, sp.Rational(1, 1000), sp.Rational(5, 2)))
        for norm in (x_norm, y_norm)
    ),
    Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(sp.Rational(1, 10000), sp.pi)),
)


def bessel_wave(argument: sp.Expr) -> sp.Expr:
    """``Gamma(d/2) 2^(d/2-1) s^(1-d/2) J_(d/2-1)(s)``, as (75) prints it."""
    return sp.gamma(d / 2) * 2 ** (d / 2 - 1) * argument ** (1 - d / 2) * sp.besselj(d / 2 - 1, argument)


#: ``E exp(i (w_1 + w_2).z)`` of two members of a frame.
orthogonal_resultant = FrameExpectation([sp.exp(sp.I * PROJECTION.dot(PAIR.delta))] * 2, d)

_first, _second = (Expectation(sp.exp(sp.I * one.dot(PAIR.delta))) for one in (PROJECTION, _OTHER))
#: ``E exp(i (w_1 + w_2).z)`` of two independent projections.
independent_resultant = _first * _second

first, second = PROJECTION.dot(PAIR.delta), _OTHER.dot(PAIR.delta)
_PAIR_DRAWN = {x_norm: sp.Rational(1, 2), y_norm: sp.Integer(1), theta: sp.pi / 2}
error = mse_of_independent(FOURIER.real_second_moment(PAIR.x, PAIR.y)) - closed_gap(-Z2)
CLAIMS = (
    claim(
        "gap: (26): MSE_IID - MSE_ORF = (m-1)/m (exp(-z^2) - 1F1(d; d/2; -z^2/2))",
        eq(fourier_gap, closed_gap(-Z2)),
        FRAMES,
    )
    # whole matrices at two points, images alone elsewhere; one frame has m <= d
    .drawn(Coupled(FOURIER), "mse", [{**_PAIR_DRAWN, m: 2, d: 2}, {**_PAIR_DRAWN, m: 3, d: 4}], error)
    .drawn(
        Coupled(FOURIER, Orthogonal()),
        "mse",
        [drawn.at(fourier=True) for drawn in points(most=1) if drawn.size > 1],
        error,
        name="images",
        reduced=True,
    ),
    claim(
        "series: (26): the right side, with the series as it is printed, is that",
        eq(printed_gap(-Z2), closed_gap(-Z2)),
        _NEAR,
        summed(-Z2, sp.Integer(1)),
        print="restored",
    ),
    step(
        "difference of pair moments: the gap is (m-1)/m (E a_1 a_2 of independent minus E a_1 a_2 of orthogonal projections)",
        eq(fourier_gap, (m - 1) / m * (Expectation(WAVE) ** 2 - FrameExpectation([WAVE] * 2, d))),
        location="(74)",
    ),
    step(
        "trigonometry: cos a cos b = (cos(a + b) + cos(a - b))/2",
        eq(sp.cos(first) * sp.cos(second), (sp.cos(first + second) + sp.cos(first - second)) / 2),
        location="before (75)",
    ),
    step(
        "Hankel transform: Gamma(d/2) (2/s)^(d/2-1) J_(d/2-1)(s) = 0F1(; d/2; -s^2/4)",
        eq(bessel_wave(z), direction_exponential(-(z**2), d)),
        _MODERATE,
        # J_n(s) = (s/2)^n sum_k (-s^2/4)^k / (k! Gamma(n+1+k)), n = d/2 - 1.
        Chain(bessel_wave(z)).named(sp.besselj(d / 2 - 1, z)).eq(direction_exponential(-(z**2), d)),
        location="(75)",
    ),
    step(
        "orthogonal resultant: (75) with the chi law of 2d degrees of freedom: E exp(i (w_1 + w_2).z) = 1F1(d; d/2; -z^2/2)",
        eq(orthogonal_resultant, kummer(-Z2)),
        location="(75)",
    ),
    step(
        "independent resultant: (75) with sqrt(2) times the chi law of d degrees of freedom: E exp(i (w_1 + w_2).z) = "
        "exp(-z^2)",
        eq(independent_resultant, sp.exp(-Z2)),
        location="(75)",
    ),
)
