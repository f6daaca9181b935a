"""Errors of blocks whose lengths are coupled: against quadrature of the definition, and draws."""

from __future__ import annotations

import itertools

import mpmath
import numpy as np
import pytest

from rftheory import closed_form, estimate, mse
from rftheory.mechanisms.closed_forms import NoClosedForm
from tests.tolerances import CLOSED

WAVES = {"positive": "exp", "hyperbolic": "cosh", "trigonometric": "cos"}


#: the wave, and A of the samples ``(1 - 4 A)^(d/2) exp(2 A |w|^2)`` times that of ``(1 - 4 A)^(1/2) w``
DAMPED = {
    "gerf(A=-1/10)": ("exp", -0.1),
    "gerf(A=-3)": ("exp", -3.0),
    "gerf(A=1/20)": ("exp", 0.05),
    "gerf(A=-1/10, s=-1)": ("cos", -0.1),
    "gerf(A=1/20, s=-1)": ("cos", 0.05),
}
_BROKEN = [*(mpmath.mpf(10) ** -k for k in (60, 30, 15, 8, 4, 2, 1)), mpmath.mpf("0.5")]


def by_definition(wave: str, v: float, cosine: int, A: float = 0.0, lengths: str = "counter-monotone") -> mpmath.mpf:
    """MSE of two projections in the plane, where ``F(r) = 1 - exp(-r^2/2)``, over the norms' factor."""
    with mpmath.workdps(30):
        v, a = mpmath.mpf(v), 2 * mpmath.mpf(A)
        square, sign, slope = v * v, -1 if wave == "cos" else 1, 1 - 2 * a

        def integrand(level: mpmath.mpf) -> mpmath.mpf:
            second = -2 * mpmath.log(level)
            first = second if lengths == "shared" else -2 * mpmath.log(1 - level)
            both = 2 * mpmath.sqrt(first * second)
            cosines = (cosine,) if wave == "exp" else (cosine, -cosine)
            weight = slope**2 * mpmath.exp(a * (first + second)) / len(cosines)
            return weight * sum(
                mpmath.hyp0f1(1, sign * slope * (first + second + c * both) * square / 4) for c in cosines
            )

        if lengths == "shared":
            pair = mpmath.quad(integrand, [*_BROKEN, mpmath.mpf("0.9"), 1])
        else:
            pair = 2 * mpmath.quad(integrand, _BROKEN)
        kernel = mpmath.exp(sign * square)
        doubled = slope / (1 - 4 * a)
        own, power = slope * doubled, mpmath.exp(2 * sign * doubled * square)
        single = {"exp": own * power, "cosh": (power + 1) / 2}.get(wave, own * (1 + power) / 2)
        return (single - kernel + pair - kernel) / 2


@pytest.mark.parametrize(
    ("family", "lengths"),
    [(name, "counter-monotone") for name in (*WAVES, *DAMPED)] + [(name, "shared") for name in DAMPED],
)
@pytest.mark.parametrize(
    ("coupling", "cosine", "v"),
    [("orthogonal", 0, 1e-3), ("orthogonal", 0, 1.0), ("simplex", -1, 1.0), ("simplex", -1, 4.0)],
)
def test_quadrature_of_the_definition(coupling: str, cosine: int, family: str, lengths: str, v: float) -> None:
    wave, A = DAMPED.get(family) or (WAVES[family], 0.0)
    x = np.array([[v / 2, 0.0]])
    y = -x if wave == "cos" else x
    found = mse(f"{family} x {coupling}(lengths={lengths})", x, y, m=2, kernel="gaussian")[0]
    # of the Gaussian kernel the factor is exp(-2|x|^2 - 2|y|^2), and 1 of waves
    level = 0 if wave == "cos" else -(v**2)
    # docs/features.md
    expected = by_definition(wave, v, cosine, A, lengths) * mpmath.exp(level)
    assert float(found / expected) == pytest.approx(1, rel=1e-8)


@pytest.mark.parametrize(
    ("family", "coupling", "lengths"),
    [
        *itertools.product(
            ["positive", "trigonometric", "random-phase-cosine"], ["orthogonal", "simplex"], ["counter-monotone"]
        ),
        ("random-phase-cosine", "orthogonal", "shared"),
        ("oprf", "orthogonal", "shared"),
        ("gerf(A=-1/10)", "simplex", "counter-monotone"),
        ("gerf(A=1/20, s=-1)", "orthogonal", "counter-monotone"),
    ],
)
def test_draws(family: str, coupling: str, lengths: str) -> None:
    """A whole block of three, of which one length is left over, and a part of another."""
    name = f"{family} x {coupling}(lengths={lengths})"
    x, y = np.array([[0.4, -0.3, 0.2]]), np.array([[-0.2, 0.5, 0.6]])
    drawn = estimate("mse", name, x, y, m=5, draws=100_000, seed=2, level=1 - 1e-8)["mse"]
    assert drawn.low < mse(name, x, y, m=5)[0] < drawn.high
    # the control: half as much, or a half more, is refused: cosines change by a factor of two with the law of lengths
    assert family != "trigonometric" or drawn.high - drawn.low < drawn.value / 2


@pytest.mark.parametrize("family", WAVES)
@pytest.mark.parametrize(("coupling", "cosine"), [("orthogonal", 0.0), ("simplex", -0.5)])
def test_sums_of_projections_of_one_length_are_gaussian(family: str, coupling: str, cosine: float) -> None:
    """``|w_1 +- w_2|^2 = 2 (1 +- c) r^2``: images of sums and differences have this variance, and mean exponentials."""
    # so short that what pairs have beside single samples does not cancel
    x, y = np.random.default_rng(0).normal(size=(2, 5, 3)) / 3
    sizes = np.square(x).sum(axis=1) + np.square(y).sum(axis=1)
    sign = -1 if family == "trigonometric" else 1
    square = np.square(x + sign * y).sum(axis=1)
    sums, differences = (np.exp(sign * ((1 + side * cosine) * square - sizes)) for side in (1, -1))
    found = closed_form("pair_moment", f"{family} x {coupling}(lengths=shared)", x, y, m=3, kernel="softmax").value
    np.testing.assert_allclose(found, sums if family == "positive" else (sums + differences) / 2, rtol=CLOSED)


@pytest.mark.parametrize(
    ("name", "size", "reason"),
    [
        ("gerf(A=-1/10+I/5) x orthogonal(lengths=shared)", 1.0, "a real number A"),
        ("positive x orthogonal(lengths=shared)", 100.0, "up to"),
        ("angular(hyperbolic, trigonometric) x orthogonal(lengths=shared)", 1.0, "shared lengths of"),
    ],
)
def test_no_closed_form(name: str, size: float, reason: str) -> None:
    with pytest.raises(NoClosedForm, match=reason):
        mse(name, np.full((1, 2), size), np.full((1, 2), size), m=2)
