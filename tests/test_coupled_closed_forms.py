"""Errors of complex exponents and of hybrids under couplings, against other formulas, quadrature and draws."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import acb, arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special

from rftheory.answers.closed import closed_form
from rftheory.answers.estimates import estimate
from rftheory.estimators.pair_exponentials import pair_exponential
from rftheory.families.complex_exponential import ComplexExponential
from rftheory.hybrids.angular import angles, log_shares
from rftheory.mechanisms.closed_forms import NoClosedForm, difference_of_errors
from rftheory.mechanisms.mechanism import Mechanism
from tests.tolerances import PROMISED, ulps

RNG = np.random.default_rng
COUPLINGS = ("orthogonal", "simplex")
BITS = 192
#: sums that are taken in float64, of terms of some hundreds
_ADDED = ulps(1e4)


def _pair(d: int, seed: int, size: float = 0.4) -> tuple[np.ndarray, np.ndarray]:
    x, y = RNG(seed).standard_normal((2, 1, d)) * size
    return x, y


def _mean(u: np.ndarray, v: np.ndarray, cosine: Fraction) -> acb:
    """E exp(w_1.u + w_2.v) from the vectors."""
    both = [[acb(e.real, e.imag) for e in vector] for vector in (u, v)]
    products = [
        sum((e * f for e, f in zip(s, t, strict=True)), acb(0)) for s, t in ((both[0],) * 2, (both[1],) * 2, both)
    ]
    size = max(float(np.square(np.abs(vector)).sum()) for vector in (u, v))
    return pair_exponential(*products, arb(size * (1 + 1e-9)), len(u), cosine)


@given(st.integers(2, 7), st.integers(0, 10**6))
@settings(deadline=None, max_examples=3)
def test_pairs_at_a_random_angle_are_independent(d: int, seed: int) -> None:
    """The cosine of two independent directions has a density (1 - c^2)^((d-3)/2): its average is that of independent projections."""
    real, imaginary = RNG(seed).standard_normal((2, 2, d)) / (2 * np.sqrt(d))
    u, v = real + 1j * imaginary
    # the mean is entire in c: a Gauss rule of 16 nodes has all digits of float64
    nodes, weights = special.roots_gegenbauer(16, d / 2 - 1) if d > 2 else special.roots_chebyt(16)
    with ctx.workprec(64):
        values = [complex(_mean(u, v, Fraction(c)).mid()) for c in nodes]
    found = np.dot(weights, values) / weights.sum()
    expected = np.exp((u @ u + v @ v) / 2)
    assert abs(found - expected) <= _ADDED * np.abs(values).max()
    # a control: one angle alone does not do
    assert abs(values[0] - expected) > 1e6 * _ADDED


@pytest.mark.parametrize("d", [2, 3, 8])
def test_opposite_projections_have_one_direction(d: int) -> None:
    """At cosine -1 the sum is ``(r_1 u - r_2 v).e``; for v = u its even moments are those of a difference of lengths."""
    (u,), _ = _pair(d, d)
    n = np.arange(60)
    lengths = np.exp(special.gammaln(d / 2 + n / 2) - special.gammaln(d / 2)) * 2 ** (n / 2)
    total = sum(
        (u @ u / 4) ** k
        / (special.factorial(k) * special.poch(d / 2, k))
        * sum(special.binom(2 * k, j) * (-1) ** j * lengths[j] * lengths[2 * k - j] for j in range(2 * k + 1))
        for k in range(20)
    )
    with ctx.workprec(BITS):
        found = complex(_mean(u.astype(complex), u.astype(complex), Fraction(-1)).mid())
    # alternating sums of numbers of up to some hundreds
    assert abs(found - total) <= _ADDED * 1e3


@pytest.mark.parametrize(
    ("coupling", "s", "m"),
    # each sign with each coupling and each m, each coupling with each m
    [
        ("orthogonal", 1, 2),
        ("simplex", -1, 2),
        ("simplex", 1, 4),
        ("orthogonal", -1, 4),
        ("orthogonal", 1, 7),
        ("simplex", -1, 7),
    ],
)
def test_what_a_coupling_changes_does_not_depend_on_a_complex_parameter(coupling: str, s: int, m: int) -> None:
    """``exp(2A |w|^2)`` rescales lengths and B scales them back, for complex A as well: the gain of a coupling is that at A = 0."""
    x, y = _pair(4, 3)

    def gain(parameter: str) -> float:
        errors = [closed_form("mse", f"gerf(A={parameter}, s={s}) x {c}", x, y, m).value[0] for c in (coupling, "iid")]
        return float(errors[0] - errors[1])

    single = float(closed_form("mse", f"gerf(A=-1/5+3*I/20, s={s})", x, y, 1).value[0])
    for parameter in ("-1/5+3*I/20", "-1/5", "I/9"):
        assert abs(gain(parameter) - gain("0")) <= 10 * PROMISED * single
    assert gain("0") != 0


@pytest.mark.parametrize("coupling", COUPLINGS)
def test_matrices_that_are_multiples_of_the_identity_are_known_otherwise(coupling: str) -> None:
    x, y = _pair(5, 7)
    for m in (3, 5, 8):
        found = closed_form("mse", Mechanism(ComplexExponential(matrix=np.eye(5)), coupling), x, y, m).value
        np.testing.assert_allclose(
            found, closed_form("mse", f"positive x {coupling}", x, y, m).value, rtol=10 * PROMISED
        )
        # of A = 2 the sample depends on 2 x + y/2
        scaled = closed_form("mse", f"complex-exponential(scalar=2) x {coupling}", x, y, m).value
        moved = closed_form("mse", f"positive x {coupling}", 2 * x, y / 2, m).value
        np.testing.assert_allclose(scaled, moved, rtol=10 * PROMISED)


@pytest.mark.parametrize("coupling", ("iid", *COUPLINGS))
@pytest.mark.parametrize("bases", [("hyperbolic", "trigonometric"), ("positive", "trigonometric")])
def test_hybrids_of_independent_bases_weight_their_errors(coupling: str, bases: tuple[str, str]) -> None:
    """Theorem 3.1 of Choromanski et al. (2022): each base with the second moment of its coefficient."""
    x, y = _pair(4, 11)
    for m, n in ((4, 2), (6, 3)):
        errors = [closed_form("mse", f"{base} x {coupling}", x, y, m).log for base in bases]
        expected = np.logaddexp(*(w + e for w, e in zip(log_shares(n, angles(x, y)), errors, strict=True)))
        found = closed_form("mse", f"angular({', '.join(bases)}) x {coupling}", x, y, m, n).log
        np.testing.assert_allclose(found, expected, rtol=0, atol=10 * PROMISED)
        # a control: bases that share their projections have another error
        shared = closed_form("mse", f"angular({', '.join(bases)}, shared=True) x {coupling}", x, y, m, n).log
        assert abs(shared - found).min() > 1e-6


_DRAWN = [
    "gerf(A=-1/5+3*I/20) x simplex",
    "complex-exponential(scalar=1+I/2) x orthogonal",
    "complex-exponential(scalar=1-I) x simplex",
    "angular(positive, trigonometric, shared=True) x simplex",
    "angular(hyperbolic, trigonometric, shared=True) x simplex",
    "gaussian(sigma=1, r=1) x simplex",
]


@pytest.mark.parametrize("name", _DRAWN)
def test_draws_hold_the_errors_and_not_those_of_independent_projections(name: str) -> None:
    x, y = _pair(3, 5, 0.35)
    n = 4 if name.startswith(("angular", "gaussian")) else None
    found = estimate("mse", name, x, y, m=3, n=n, draws=200_000, level=0.999, seed=1)
    (each,) = found.run.estimates
    assert each.interval.conclusive and found.closed_form(each) is not None and found.holds(each)
    (independent,) = closed_form("mse", name.split(" x ")[0], x, y, 3, n).value
    assert each.in_floats(independent) not in each.interval


def test_a_matrix_that_mixes_coordinates_is_drawn() -> None:
    matrix = np.eye(3) + 0.3j * np.roll(np.eye(3), 1, axis=1)
    x, y = _pair(3, 6, 0.15)
    found = estimate(
        "mse", Mechanism(ComplexExponential(matrix=matrix), "simplex"), x, y, m=3, draws=400_000, level=0.999
    )
    (each,) = found.run.estimates
    assert each.interval.conclusive and found.closed_form(each) is not None and found.holds(each)


def test_exact_estimates_have_the_error_zero() -> None:
    x, _ = _pair(3, 8)
    for coupling in ("iid", *COUPLINGS):
        for name in ("angular", "angular(hyperbolic, trigonometric, shared=True)"):
            for other in (x, -x):
                assert closed_form("mse", f"{name} x {coupling}", x, other, 4).value == 0
        assert closed_form("mse", f"angular x {coupling}", x, 2 * x, 4).value > 0


def test_one_projection_is_coupled_with_nothing() -> None:
    x, y = _pair(3, 9)
    for coupling in ("halton", "simplex+", "orthogonal"):
        np.testing.assert_allclose(
            closed_form("mse", f"positive x {coupling}", x, y, 1).log, closed_form("mse", "positive", x, y, 1).log
        )


@pytest.mark.parametrize("family", ["trigonometric", "random-phase-cosine", "positive"])
def test_differences_of_errors_keep_their_digits(family: str) -> None:
    """Where float64 has few of them 50 digits are asked; where the errors are those of nothing to couple it is zero."""
    d, lengths = 8, np.array([0.0, 1e-3, 0.5, 4.0, 6.0, 30.0])
    x = np.zeros((len(lengths), d))
    x[:, 0] = lengths / 2
    y = x if family == "positive" else -x
    first, second = (Mechanism(family, name) for name in ("simplex", "orthogonal"))
    found = difference_of_errors(first.estimator((x, y)), second.estimator((x, y)), x, y, d)
    logs = [each.log_mse(x, y, d) for each in (first, second)]
    assert found.value[0] == 0 and not np.isnan(found.log[:-1]).any() and np.isnan(found.log[-1])
    for value, one, other in list(zip(found.value, *np.exp(np.array(logs)[:, :-1]), strict=False)):
        assert abs(value - (one - other)) <= 4 * PROMISED * one


def test_what_is_not_known_is_said_by_name() -> None:
    x, y = _pair(4, 10)
    for name in ("halton", "simplex+", "hadamard"):
        for family in ("positive", "gerf(A=-1/5+3*I/20)", "angular"):
            with pytest.raises(NoClosedForm, match=f"no closed form is known for {name}".replace("+", r"\+")):
                closed_form("mse", f"{family} x {name}", x, y, 4)
    with pytest.raises(NoClosedForm, match="no closed form is known for the pair moment of hybrids"):
        closed_form("pair_moment", "angular x orthogonal", x, y, 4)
    # an infinite variance is another reason
    with pytest.raises(NoClosedForm, match="infinite"):
        closed_form("mse", "gerf(A=1/5+I/9) x orthogonal", x, y, 4)
