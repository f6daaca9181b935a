"""Conformities and mean squared errors in float64, against balls; the laws that they obey; what the print does instead."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np
import pytest
import sympy as sp
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, special

from rftheory.conformity import closed_forms
from rftheory.conformity.balls import angle_integral, fourier_pair
from rftheory.conformity.coefficients import angle_coefficients, rational
from rftheory.conformity.conformities import (
    conformity,
    conformity_error_bound,
    conformity_gap,
    independent_conformity,
    log_conformity,
    simplex_gain,
)
from rftheory.conformity.densities import log_resultant_density
from rftheory.conformity.fourier import fourier_error
from rftheory.conformity.geometry import Geometry, geometry_of
from rftheory.conformity.mse import log_mse, mse_bracket, optimal_parameters
from rftheory.conformity.printed import printed_simplex_series
from rftheory.conformity.scaled import Scaled
from rftheory.couplings.halton import Halton
from rftheory.couplings.simplex import Simplex
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.optimal_positive import OptimalPositive, optimal_parameter
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric

#: relative error promised
TOLERANCE = 1e-12
DIMENSIONS = (2, 3, 6, 64, 4096)
LENGTHS = (1e-6, 1e-3, 0.1, 0.5, 1.0, 1.4142135623730951, 2.0, 5.0, 10.0, 31.4, 100.0)
ZERO = Fraction(0)


def half_square(v: float) -> arb:
    return rational(Fraction(v) ** 2 / 2)


def hypergeometric(d: int, p: int, t: arb) -> arb:
    """``1F1(d+p; d/2+p; t)``; for even d and t > 0 as ``e^t sum_j binomial(d/2, j) t^j/(d/2+p)_j`` (Kummer), a finite sum.

    (flint has no finite ball for large parameters with large arguments.)
    """
    if d % 2 or not t > 0:
        return t.hypgeom_1f1(arb(d + p), arb(d) / 2 + p)
    n, total, term = d // 2, arb(0), arb(1)
    for j in range(n + 1):
        total += term
        term = term * t * (n - j) / ((j + 1) * (n + p + j))
    return t.exp() * total


@lru_cache(maxsize=256)
def reference(d: int, cosine: Fraction, v: float, sign: int = 1) -> arb:
    """rho in a ball, not by the coefficients under test: the integral (21), or powers of the cosine.

    ``rho = sum_p c^p E sin^p t^p/p! (d)_p/(d/2)_p 1F1(d+p; d/2+p; t)``, whose terms are below (2 |c t|)^p/p! times the first
    one's bound 1F1(d; d/2; |t|).
    """
    with ctx.workprec(400):
        t = sign * half_square(v)
        if cosine == 0:
            return hypergeometric(d, 0, t)
        if d <= 6:
            return angle_integral(d, cosine, t)
        count = int(8 * abs(float(cosine) * float(t))) + 80
        half, total, factor = arb(d) / 2, arb(0), arb(1)
        for p in range(count):
            moment = ((arb(d + p) / 2).lgamma() - (arb(d + p + 1) / 2).lgamma()).exp()
            total += factor * moment * hypergeometric(d, p, t)
            factor = factor * rational(cosine) * t * (d + p) / ((half + p) * (p + 1))
        normal = ((arb(d + 1) / 2).lgamma() - half.lgamma()).exp()
        tail = 2 * (2 * abs(rational(cosine) * t)) ** count / (arb(count) + 1).gamma()
        return total * normal + arb(0, 1) * (tail * hypergeometric(d, 0, abs(t)))


def error(value: Scaled, exact: arb) -> float:
    """The relative error of one number, the radius of the ball included."""
    with ctx.workprec(400):
        number = arb(float(value.mantissa)) * arb(2) ** int(value.exponent)
        return float(((number - exact) / exact).abs_upper())


def one(value: Scaled) -> Scaled:
    return Scaled(value.mantissa.reshape(()), value.exponent.reshape(()))


def cosine_of(coupling: str, d: int) -> Fraction:
    return geometry_of(coupling, d).cosine


# -- conformities -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coupling", ["orthogonal", "simplex"])
@pytest.mark.parametrize("d", DIMENSIONS)
def test_conformities_and_their_differences(d: int, coupling: str) -> None:
    cosine = cosine_of(coupling, d)
    for v in LENGTHS:
        exact = reference(d, cosine, v)
        bound = conformity_error_bound(coupling, v, d)
        assert bound < 3e-13
        assert error(conformity(coupling, v, d), exact) <= bound
        with ctx.workprec(400):
            kernel = (2 * half_square(v)).exp()
            gap, gain, log = kernel - exact, reference(d, ZERO, v) - exact, exact.log()
        assert error(conformity_gap(coupling, v, d), gap) < TOLERANCE
        assert error(independent_conformity(v), kernel) < 1e-15
        assert abs(float(log_conformity(coupling, v, d)) / float(log) - 1) < TOLERANCE
        if coupling == "simplex":
            assert error(simplex_gain(v, d), gain) < TOLERANCE


@pytest.mark.parametrize("cosine", [Fraction(-9, 10), Fraction(1, 3), Fraction(1)])
def test_other_angles(cosine: Fraction) -> None:
    for v in (0.1, 2.0, 20.0):
        assert error(conformity(Geometry(cosine, 2), v, 5), reference(5, cosine, v)) < TOLERANCE


def test_the_printed_coefficients_are_those_of_the_closed_form() -> None:
    """`closed_forms.angle_coefficient`, summed as it is written, against the recurrence."""
    for d, cosine in ((2, Fraction(-1)), (5, Fraction(-1, 4)), (3, Fraction(1, 2))):
        for k, ball in enumerate(angle_coefficients(d, cosine, 8, 200)):
            form = closed_forms.angle_coefficient(sp.Integer(k), sp.Integer(d), sp.Rational(cosine)).doit()
            assert abs(float(ball) - float(sp.N(form, 30))) < 1e-14 * float(ball)


@pytest.mark.parametrize("d", [2, 3, 7])
def test_the_closed_forms_by_quadrature(d: int) -> None:
    """The one source in SymPy, integrated by scipy."""
    square, v = sp.Rational(9, 4), 1.5
    form = closed_forms.simplex_conformity(square, sp.Integer(d))
    integrand = sp.lambdify(closed_forms.phi, form.function, "mpmath")
    value, radius = integrate.quad(lambda phi: float(integrand(phi)), 0, np.pi, epsabs=1e-11, epsrel=1e-11)
    assert conformity("simplex", v, d).value() == pytest.approx(value, abs=2 * radius + 1e-13)
    orthogonal = closed_forms.orthogonal_conformity(square, sp.Integer(d))
    assert conformity("orthogonal", v, d).value() == pytest.approx(float(orthogonal.evalf(20)), rel=TOLERANCE)


@given(d=st.integers(2, 40), v=st.floats(1e-6, 30))
@settings(max_examples=30, deadline=None)
def test_the_order_of_the_couplings(d: int, v: float) -> None:
    simplex, orthogonal = (log_conformity(c, v, d) for c in ("simplex", "orthogonal"))
    assert 0 < simplex < orthogonal < v * v * (1 + 1e-15)
    gap, gain = (f.log() for f in (conformity_gap("simplex", v, d), simplex_gain(v, d)))
    assert gain < gap and (gap < v * v or v > 5)


@given(d=st.integers(2, 12), v=st.floats(1e-3, 8), cosines=st.tuples(st.integers(-20, 20), st.integers(-20, 20)))
@settings(max_examples=20, deadline=None)
def test_larger_angles_have_smaller_conformities(d: int, v: float, cosines: tuple[int, int]) -> None:
    low, high = sorted(cosines)
    values = [log_conformity(Geometry(Fraction(c, 20), 2), v, d) for c in (low, high)]
    assert values[0] < values[1] if low < high else values[0] == values[1]


def test_small_lengths() -> None:
    """rho - 1 ~ E|w_1 + w_2|^2 v^2/(2d) down to lengths whose squares underflow."""
    for d in (2, 64):
        mean = float(closed_forms.length_moment(sp.Integer(1), sp.Integer(d)).evalf(20))
        slope = conformity_gap("simplex", 1e-150, d) / Scaled.of(1e-150) / Scaled.of(1e-150)
        assert slope.value() == pytest.approx(mean / (d - 1), rel=TOLERANCE)
        assert (conformity_gap("simplex", 1e-250, d) / Scaled.of(1e-250)).log() < np.log(1e-249)
    assert log_conformity("simplex", 0.0, 5) == 0 and conformity_gap("simplex", 0.0, 5).value() == 0


def test_shapes_and_repetition() -> None:
    v = np.random.default_rng(3).uniform(0, 20, (4, 5))
    whole = conformity("simplex", v, 8)
    assert whole.shape == (4, 5)
    single = [one(conformity("simplex", u, 8)).log() for u in v.ravel()]
    assert (whole.log().ravel() == single).all()


def test_the_printed_series_breaks_in_float64() -> None:
    """The control: (24) as printed loses its digits by cancellation, then everything by overflow."""
    for d, broken in ((2, (4.0, 8.0, 30.0)), (3, (6.0, 8.0, 30.0)), (64, (9.0, 12.0)), (4096, (0.1, 1.0))):
        for v in broken:
            printed = float(printed_simplex_series(v, d))
            assert not abs(printed / conformity("simplex", v, d).value() - 1) <= TOLERANCE, (d, v)
    # where it works, it is the same function
    assert printed_simplex_series(0.5, 6) == pytest.approx(conformity("simplex", 0.5, 6).value(), rel=TOLERANCE)


# -- mean squared errors ----------------------------------------------------------------------------------------


def exact_bracket(family: str, d: int, cosine: Fraction, n: Fraction, v: float) -> arb:
    with ctx.workprec(400):
        t = half_square(v)
        if family == "positive":
            kernel = (2 * t).exp()
            return kernel**2 - kernel + rational(n) * ((reference(d, cosine, v) if n else kernel) - kernel)
        sign = 1 if family == "hyperbolic" else -1
        kernel = (2 * sign * t).exp()
        pair = (reference(d, cosine, v, sign) + reference(d, -cosine, v, sign)) / 2 if n else kernel
        return (kernel - 1) ** 2 / 2 + rational(n) * (pair - kernel)


FAMILIES = {"positive": Positive(), "hyperbolic": Hyperbolic(), "trigonometric": Trigonometric()}


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("d", DIMENSIONS)
def test_mean_squared_errors(d: int, name: str) -> None:
    lengths = (1e-6, 0.1, 1.0, 2.5, 10.0) if name == "trigonometric" else (1e-6, 0.1, 1.0, 2.5, 10.0, 100.0)
    for coupling in ("iid", "orthogonal", "simplex"):
        for m in (d // 2 + 1, d, 2 * d + 1):
            geometry = geometry_of(coupling, d)
            for v in lengths:
                if name == "trigonometric" and coupling == "simplex" and 2 < d < 7 and v == 10.0:
                    continue  # the reference is slow there; see the test of long distances
                exact = exact_bracket(name, d, geometry.cosine, geometry.partners(m), v)
                assert error(one(mse_bracket(FAMILIES[name], coupling, m, d, v)), exact) < TOLERANCE, (coupling, m, v)


@pytest.mark.parametrize("d", [2, 3, 5])
def test_fourier_features_at_long_distances(d: int) -> None:
    """Beyond the table: the integral over the angle, at another precision."""
    for z in (12.0, 30.0, 100.0):
        with ctx.workprec(256):
            t = half_square(z)
            exact = (1 - (-2 * t).exp()) ** 2 / 2
            exact += (d - 1) * (fourier_pair(d, Fraction(-1, d - 1), t) - (-2 * t).exp())
        assert error(one(mse_bracket(Trigonometric(), "simplex", d, d, z)), exact) < TOLERANCE


@pytest.mark.parametrize(("d", "coupling"), [(64, "simplex"), (41, "orthogonal"), (4, "simplex"), (4095, "simplex")])
def test_fourier_tables_end_where_nothing_is_left(d: int, coupling: str) -> None:
    table = fourier_error(d, cosine_of(coupling, d), Fraction(d - 1))
    assert table.end is not None
    inside, outside = (float(table.at(np.array(np.sqrt(2 * t))).value()) for t in (table.end - 0.1, table.end + 0.1))
    assert outside == 0.5 and inside == pytest.approx(0.5, abs=1e-15)
    assert table.error_bound(np.array([0.01, 1.0, 3.0])).max() < 2e-13


@pytest.mark.parametrize("coupling", ["orthogonal", "simplex"])
def test_generalized_features(coupling: str) -> None:
    """The pair moment does not depend on A: balls of ``e^(v^2) (e^g - 1) - n (e^(v^2) - rho)``."""
    for d in (2, 6, 64, 4096):
        n, cosine = Fraction(d - 1), cosine_of(coupling, d)
        for A in (Fraction(-1, 3), Fraction(-1, 1 << 20), Fraction(1, 16)):
            for v in (1e-6, 0.1, 1.0, 3.0, 10.0):
                with ctx.workprec(400):
                    t, a = half_square(v), rational(A)
                    g = arb(d) / 2 * (1 + 16 * a**2 / (1 - 8 * a)).log() + 2 * t / (1 - 8 * a)
                    kernel = (2 * t).exp()
                    exact = kernel * g.expm1() - rational(n) * (kernel - reference(d, cosine, v))
                family = GeneralizedExponential(sp.Rational(A), 1)
                assert error(one(mse_bracket(family, coupling, d, d, v)), exact) < 100 * TOLERANCE


@pytest.mark.parametrize(("d", "A"), [(2, -0.3), (3, -0.1), (6, 0.02)])
def test_the_pair_moment_of_generalized_features_is_that_of_positive_ones(d: int, A: float) -> None:
    """From its definition: ``(1-4A)^d E exp(2A (r_1^2 + r_2^2)) 0F1(; d/2; (1-4A) v^2 |w_1 + w_2|^2/4)``, r_i chi_d."""
    v, cosine = 1.3, -1 / (d - 1)
    # integrands are analytic in the lengths, and e^-98 of the normal mass is beyond 14
    nodes, weights = np.polynomial.legendre.leggauss(120)
    r, weights = 7 * (nodes + 1), 7 * weights
    chi = 2 * (r**2 / 2) ** (d / 2) / r / special.gamma(d / 2)
    tilted = weights * chi * np.exp((2 * A - 0.5) * r**2)
    squares = r[:, None] ** 2 + r**2 + 2 * cosine * np.outer(r, r)
    values = special.hyp0f1(d / 2, (1 - 4 * A) * v**2 * squares / 4)
    untilted = tilted @ values @ tilted
    expected = float(conformity("simplex", v, d).value())
    assert (1 - 4 * A) ** d * untilted == pytest.approx(expected, rel=1e-11)
    assert abs(untilted / expected - 1) > 1e-2


def test_generalized_features_at_zero_are_positive_features() -> None:
    v = np.array(LENGTHS)
    both = [log_mse(f, "simplex", 20, 16, v) for f in (Positive(), GeneralizedExponential(0, 1))]
    assert both[0] == pytest.approx(both[1], rel=1e-11)


def test_the_optimal_parameter_does_not_cancel() -> None:
    for d in (2, 64):
        for square in (1e-12, 0.3, 1.0, 40.0, 1e4):
            exact = float(optimal_parameter(sp.Rational(square), sp.Integer(d)).evalf(40))
            assert optimal_parameters(np.array([square]), d)[0] == pytest.approx(exact, rel=1e-14)
    v = np.array([0.3, 1.0, 4.0])
    best = log_mse(OptimalPositive(), "simplex", 8, 8, v)
    assert (best < log_mse(Positive(), "simplex", 8, 8, v)).all()


@given(m=st.integers(1, 60), d=st.integers(2, 20), v=st.floats(1e-4, 5), family=st.sampled_from(sorted(FAMILIES)))
@settings(max_examples=40, deadline=None)
def test_errors_of_several_blocks(m: int, d: int, v: float, family: str) -> None:
    """The general formula over pairs counted one by one; orthogonality never hurts positive and hyperbolic features."""
    blocks = [i // d for i in range(m)]
    pairs = sum(a == b for a in blocks for b in blocks) - m
    assert geometry_of("orthogonal", d).partners(m) == Fraction(pairs, m)
    single, orthogonal = (log_mse(FAMILIES[family], c, m, d, v, 1.0, 2.0) for c in ("iid", "orthogonal"))
    if m == 1:
        assert single == pytest.approx(orthogonal, rel=1e-13)
    elif family != "trigonometric":
        assert orthogonal < single


def test_kernels_and_norms() -> None:
    for family, square in ((Positive(), 5.0), (Hyperbolic(), 5.0), (Trigonometric(), 5.0)):
        gaussian, softmax = (
            log_mse(family, "simplex", 4, 4, 0.7, 1.0, 2.0, kernel) for kernel in ("gaussian", "softmax")
        )
        # the kernels differ by exp(-(|x|^2 + |y|^2)/2), errors by its square
        assert softmax - gaussian == pytest.approx(square)
    assert log_mse(Positive(), "iid", 3, 4, [0.0, 1.0]).tolist()[0] == -np.inf


def test_a_naive_difference_misses_the_tolerance() -> None:
    """The control: (11) in float64 as it is written."""
    d, v = 64, 1e-3
    naive = np.exp(2 * v**2) - np.exp(v**2) + (d - 1) * (conformity("simplex", v, d).value() - np.exp(v**2))
    assert abs(naive / mse_bracket(Positive(), "simplex", d, d, v).value() - 1) > 1e-9


# -- densities --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coupling", ["iid", "orthogonal", "simplex"])
@pytest.mark.parametrize("d", [2, 3, 64])
def test_densities_have_the_moments_of_the_resultant(d: int, coupling: str) -> None:
    """Mass 1, ``E w^2 = 2d (1 + c E sin phi)``, and the conformity as an average over the density."""
    w, h = np.linspace(1e-9, np.sqrt(2 * d) + 14, 2001, retstep=True)
    density = np.exp(log_resultant_density(coupling, w, d))
    cosine = 0.0 if coupling == "iid" else float(cosine_of(coupling, d))
    mean = float(closed_forms.length_moment(sp.Integer(1), sp.Integer(d)).evalf())
    assert integrate.simpson(density, dx=h) == pytest.approx(1, abs=1e-8)
    assert integrate.simpson(density * w**2, dx=h) == pytest.approx(2 * d * (1 + cosine * mean), rel=1e-8)


def test_densities_against_balls() -> None:
    """(20) as printed, in balls."""
    from flint import acb

    for d in (2, 5, 64):
        for w in (0.01, 0.5, 3.0, 12.0, 40.0)[: 4 if d == 2 else 5]:
            with ctx.workprec(200):
                c, x = arb(-1) / (d - 1), arb(w)

                def integrand(phi: acb, _: bool, d: int = d, c: arb = c, x: arb = x) -> acb:
                    width = 1 + (2 * phi).sin() * c
                    return (phi.sin() * phi.cos()) ** (d - 1) * (x**2 / 2 * (1 - 1 / width)).exp() / width**d

                # the middle is left out at d = 2, where the width vanishes and the integrand below e^-800 with it
                cut = x / 60 if d == 2 else arb(0)
                total = acb.integral(integrand, 0, arb.pi() / 4 - cut).real * 2
                exact = (x ** (2 * d - 1) * total / (arb(2) ** (d - 2) * (arb(d) / 2).gamma() ** 2)).log() - x**2 / 2
            assert float(log_resultant_density("simplex", w, d)) == pytest.approx(float(exact), rel=1e-11, abs=1e-11)


def test_densities_far_out() -> None:
    w = np.array([1e-8, 1e-3, 50.0, 1e3])
    assert np.isfinite(log_resultant_density("simplex", w, 4096)).all()
    chi = log_resultant_density(Geometry(Fraction(1, 10**12), 2), w[1:], 3)
    assert chi == pytest.approx(log_resultant_density("orthogonal", w[1:], 3), rel=1e-6)


# -- scaled numbers and bad input -------------------------------------------------------------------------------


@given(a=st.floats(-1e300, 1e300, allow_subnormal=False), b=st.floats(-1e300, 1e300, allow_subnormal=False))
def test_scaled_numbers_are_floats(a: float, b: float) -> None:
    for value, expected in ((Scaled.of(a) + Scaled.of(b), a + b), (Scaled.of(a) - Scaled.of(b), a - b)):
        assert float(value.value()) == expected
    assert float((Scaled.of(a) * Scaled.of(b) / Scaled.of(b if b else 1.0)).value()) == pytest.approx(a if b else 0.0)


def test_exponentials_of_any_size() -> None:
    for x in (-20000.0, -1.0, 0.3, 700.0, 20000.0, 0.0):
        with ctx.workprec(200):
            assert error(one(Scaled.exp(x)), arb(x).exp()) < 2**-50
    assert Scaled.exp(20000.0).value() == np.inf and Scaled.exp(20000.0).log() == pytest.approx(20000, rel=1e-15)


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda: conformity("simplex", 1.0, 1), "d must be >= 2"),
        (lambda: conformity("orthogonal", -1.0, 4), r"v must be in \[0, 256\], got -1"),
        (lambda: conformity("orthogonal", np.nan, 4), "v must be in"),
        (lambda: conformity("orthogonal", 300.0, 4), "got 300"),
        (lambda: conformity("hadamard", 1.0, 4), "one of iid, orthogonal, simplex"),
        (lambda: conformity(Halton(), 1.0, 4), "no closed form"),
        (lambda: conformity(Geometry(ZERO, 5), 1.0, 4), "block must be at most 4"),
        (lambda: conformity("orthogonal", 1.0, 0), "d must be an integer"),
        (lambda: conformity_gap(Geometry(Fraction(1, 2), 2), 1.0, 4), "at most 0"),
        (lambda: Geometry(Fraction(-1, 2), 4), r"\[-1/3, 1\]"),
        (lambda: conformity(Simplex(7), 1.0, 4), "vertices must be at most"),
        (lambda: log_mse(Positive(), "simplex", 0, 4, 1.0), "m must be"),
        (lambda: log_mse(Positive(), "simplex", 4, 4, 1.0, -1.0), "x_norm must be"),
        (lambda: log_mse(Positive(), "simplex", 4, 4, 1.0, kernel="laplace"), "kernel must be"),
        (lambda: log_mse(GeneralizedExponential(0.2, 1), "simplex", 4, 4, 1.0), "A must be < 1/8"),
        (lambda: log_mse(GeneralizedExponential(-0.2, -1), "simplex", 4, 4, 1.0), r"s = \+1"),
        (lambda: log_mse(Poisson(sp.Integer(1)), "simplex", 4, 4, 1.0), "no closed form"),
        (lambda: log_resultant_density("simplex", 0.0, 4), "w must be > 0"),
        (lambda: printed_simplex_series(1.0, 1), "d must be >= 2"),
    ],
)
def test_bad_input(work, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        work()
