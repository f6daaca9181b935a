"""Features with a random length, and polynomials: closed forms against the mixtures' own, quadrature, and draws."""

from __future__ import annotations

import math

import numpy as np
import pytest
import sympy as sp
from scipy import integrate
from tolerances import PROMISED

from rftheory import closed_form
from rftheory.deriving import Derived, UnknownFeature, b, derive, proved, u, w
from rftheory.deriving.forms import MEAN, SECOND, moment_claims
from rftheory.deriving.symbols import xx, xy, yy
from rftheory.families.mixtures.kernels import log_kernel, mixture_of
from rftheory.inputs.kernels import d, theta, x_norm, y_norm
from rftheory.prover.certify import Certifying

LAWS = ("matern(5/2)", "matern(1/3)", "laplace", "rational-quadratic(2)")
S = sp.Symbol("s", real=True)
X, Y = np.array([0.3, -0.4, 0.7]), np.array([0.1, 0.5, -0.2])
PHASE, WAVES = "sqrt(2)*cos(s*w.u + b)", "cos(s*w.u), sin(s*w.u)"


def at(form: sp.Expr | None, x: np.ndarray = X, y: np.ndarray = Y) -> float:
    assert form is not None
    return float(form.subs({xx: x @ x, xy: x @ y, yy: y @ y, sp.Symbol("m"): 1, d: len(x)}))


def error(found: Derived) -> float:
    """Of one projection."""
    assert found.variance is not None
    return at(found.variance)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize(("feature", "family"), [(PHASE, "random-phase-cosine"), (WAVES, "trigonometric")])
def test_waves_with_random_lengths(law: str, feature: str, family: str) -> None:
    found = derive(feature, law=law)
    assert found.kernel.name == law and not found.obstacles
    assert at(found.mean.value) == pytest.approx(math.exp(log_kernel(law, X, Y)), rel=PROMISED)
    # of both the relative error is at most 1e-10 (docs/kernels.md)
    assert error(found) == pytest.approx(float(closed_form("mse", family, X, Y, m=1, kernel=law).value), rel=1e-10)
    assert found.pair_moment("orthogonal") is None


def test_symbols_scaled_inputs_and_what_is_proved() -> None:
    found = derive(sp.sqrt(2) * sp.cos(S * w.dot(u) / 2 + b), law="matern(3/2)")
    assert found.kernel.name is None and "matern(3/2) kernel of the inputs times 1/2" in str(found.kernel)
    assert at(found.mean.value) == pytest.approx(math.exp(log_kernel("matern(3/2)", X / 2, Y / 2)), rel=PROMISED)
    assert found.given is not None and found.forms is found.given.forms
    # those of pairs take most of the time of all, and are asked of other maps
    claims, search = {claim.name: claim for claim in moment_claims(found.forms)}, Certifying("derived")
    assert [proved._why_not(search, claims[name]) for name in (MEAN, SECOND)] == ["", ""]
    document = found.to_json()
    assert document["law"] == "matern(3/2)" and "law of s^2" in str(found)


@pytest.mark.parametrize("law", LAWS)
def test_exponentials_have_a_variance_of_rational_quadratic_kernels_alone(law: str) -> None:
    """``E Z^2 = (1 - 4 x.y/alpha)^(-alpha)`` for ``x.y < alpha/4``, by quadrature over the law of T."""
    found = derive("exp(s*w.u - s**2*u.u)", law=law)
    assert found.kernel.name == law
    if not law.startswith("rational"):
        assert found.second.value is None and "finite for all inputs" in str(found)
        return
    assert found.second.conditions == (2 - 4 * xy,) and "2 - 4*x.y > 0" in str(found)
    mixture = mixture_of(law)
    assert mixture is not None and X @ Y < 0.5

    def integrand(t: float) -> float:
        return math.exp(4 * t * (X @ Y) + float(mixture.log_density(np.array(math.log(t))))) / t

    assert at(found.second.value) == pytest.approx(integrate.quad(integrand, 0, math.inf, epsrel=1e-12)[0], rel=1e-9)
    # where the kernel itself has no average that is finite, neither has the map
    assert derive("exp(s*w.u - u.u/2)", law="laplace").mean.value is None


@pytest.mark.parametrize(
    ("feature", "law", "reason"),
    [
        ("cos(w.u + b)", "laplace", "no feature has: write s\\*w.u"),
        (PHASE, "laplacian", "one length s for each projection"),
        (PHASE, "matern(0)", "nu must be a finite number > 0"),
    ],
)
def test_refused(feature: str, law: str, reason: str) -> None:
    with pytest.raises(UnknownFeature, match=reason):
        derive(feature, law=law)


@pytest.mark.parametrize("feature", ["w.u", "(w.u)**2", "w.w*cos(w.u)", "1, w.u, (w.u)**2/2", "w.u*exp(w.u - w.w/4)"])
def test_polynomials(feature: str) -> None:
    """Against certified quadrature from the definition."""
    found = derive(feature)
    point = {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(2, 3), theta: sp.Integer(1), d: sp.Integer(3)}
    for what, form in (("mean", found.mean.value), ("second", found.second.value)):
        assert form is not None
        places = {xx: sp.Rational(1, 4), yy: sp.Rational(4, 9), xy: sp.cos(1) / 3, d: sp.Integer(3)}
        assert found.enclosure(point, what).value.overlaps(_ball(form.subs(places)))


def _ball(form: sp.Expr) -> object:
    from rftheory.numbers.balls import enclose

    return enclose(form, {}).value


def test_the_linear_kernel() -> None:
    found = derive("w*x")
    assert found.mean.value == xy and str(found.kernel) == "the linear kernel x.y"
    assert found.second.value is not None and sp.expand(found.second.value - xx * yy - 2 * xy**2) == 0
    assert "linear kernel x.y, times 9" in str(derive("3*w.u").kernel)
    # the same text means the same, whichever way it is written
    assert derive("w.x").mean == derive(w.dot(u)).mean
