"""Feature maps and waves that are compiled from components, beside maps written by hand."""

from __future__ import annotations

from dataclasses import dataclass

import mpmath
import numpy as np
import pytest
import sympy as sp
from tolerances import ulps

from rftheory.families import compiled
from rftheory.families.complex_exponential import ComplexExponential
from rftheory.families.discretely_induced import DiscretelyInduced
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.rules.variates import COUNT

GENERATOR = np.random.default_rng(0)
INPUTS, PROJECTIONS = GENERATOR.normal(size=(4, 5)) / 2, GENERATOR.normal(size=(3, 6, 5))
#: exponents are at most 20, sums of at most 7 terms; exp(x) is as exact as x is absolutely
ROUNDED = ulps(4 * 20)
A = -0.15


def positive(u, w, side):
    return np.exp(u @ np.swapaxes(w, -1, -2) - (u * u).sum(axis=1)[:, None] / 2) / np.sqrt(w.shape[-2])


def trigonometric(u, w, side):
    image = u @ np.swapaxes(w, -1, -2)
    scale = np.exp((u * u).sum(axis=1)[:, None] / 2) / np.sqrt(w.shape[-2])
    return scale * np.concatenate([np.sin(image), np.cos(image)], axis=-1)


@pytest.mark.parametrize(
    ("family", "by_hand"),
    [
        (Positive(), positive),
        (Trigonometric(), trigonometric),
    ],
)
@pytest.mark.parametrize("side", ["x", "y"])
def test_the_map_is_the_one_written_by_hand(family, by_hand, side):
    found, expected = family.features(INPUTS, PROJECTIONS, side), by_hand(INPUTS, PROJECTIONS, side)
    assert found.shape == expected.shape
    assert (np.abs(found - expected) <= ROUNDED * np.abs(expected).max()).all()
    single = family.features(INPUTS, PROJECTIONS[0], side)
    assert (np.abs(single - expected[0]) <= ROUNDED * np.abs(expected).max()).all()


@dataclass(frozen=True)
class Written(Family):
    """Components as they are given: functions of ``w.u``, ``|w|^2`` and ``|u|^2``."""

    of: tuple[sp.Lambda, ...]
    other: tuple[sp.Lambda, ...] = ()
    kernel: str = "softmax"

    def components(self, projection, u, side="x"):
        used = self.other if side == "y" and self.other else self.of
        return tuple(f(projection.dot(u), projection.squared_length(sp.Symbol("d")), u.square) for f in used)


IMAGE, LENGTH, SIZE = sp.symbols("i l s", real=True)


def written(*components, **rest):
    return Written(tuple(sp.Lambda((IMAGE, LENGTH, SIZE), f) for f in components), **rest)


ROOT = sp.sqrt(sp.Rational(3, 2))


@pytest.mark.parametrize(
    ("family", "wave", "rate"),
    [
        (Positive(), "exp", 0),
        (Hyperbolic(), "cosh", 0),
        (Trigonometric(), "cos", 0),
        (RandomPhaseCosine(), "cos", 0),
        (GeneralizedExponential(-0.125, 1), "exp", -0.25),
        (GeneralizedExponential(0.0625, -1), "cos", 0.125),
        (OptimalPositive(dimension=3, square=0), "exp", 0),
        (written(sp.exp(-IMAGE - SIZE / 2)), "exp", 0),
        # GERF with A = -1/8 in R^3
        (
            written(ROOT ** sp.Rational(3, 2) * sp.exp(-LENGTH / 8 + ROOT * IMAGE - SIZE), kernel="gaussian"),
            "exp",
            -0.25,
        ),
        (written(sp.cos(IMAGE), sp.sin(IMAGE), kernel="gaussian"), "cos", 0),
        (written(sp.exp(-IMAGE - SIZE / 2) / sp.sqrt(2), sp.exp(IMAGE - SIZE / 2) / sp.sqrt(2)), "cosh", 0),
    ],
)
def test_the_wave_of_a_sample_is_read_off(family, wave, rate):
    assert family.wave == wave
    assert family.rate(3) == rate


@pytest.mark.parametrize(
    "family",
    [
        # of another kernel, length, constant or weight: biased
        written(sp.exp(IMAGE - SIZE / 2), kernel="gaussian"),
        written(sp.exp(2 * IMAGE - SIZE / 2)),
        written(2 * sp.exp(IMAGE - SIZE / 2)),
        written(sp.exp(IMAGE - SIZE / 2 - LENGTH)),
        written(sp.cos(IMAGE), sp.sin(2 * IMAGE), kernel="gaussian"),
        written(sp.cos(IMAGE), sp.cos(IMAGE), kernel="gaussian"),
        written(sp.exp(IMAGE - SIZE / 2), sp.exp(-IMAGE - SIZE / 2)),
        written(sp.exp(IMAGE - SIZE / 2) / sp.sqrt(2), sp.exp(IMAGE - SIZE / 2) / sp.sqrt(2)),
        # unbiased, and no wave
        written(sp.Integer(1), IMAGE, IMAGE**2),
        ComplexExponential(scalar=sp.Integer(2)),
        ComplexExponential(matrix=np.eye(3)),
    ],
)
def test_what_is_no_wave_has_none(family):
    assert family.wave is None
    assert family.reduction(3) is None


def test_factors_that_are_no_exponentials_are_computed_as_they_stand():
    family = written(IMAGE**2 * sp.exp(IMAGE), sp.exp(sp.sqrt(LENGTH)), sp.Integer(-1))
    image = INPUTS @ PROJECTIONS[0].T
    lengths = np.broadcast_to(np.linalg.norm(PROJECTIONS[0], axis=1), image.shape)
    expected = np.concatenate([image**2 * np.exp(image), np.exp(lengths), -np.ones(image.shape)], axis=1) / np.sqrt(6)
    found = family.features(INPUTS, PROJECTIONS[0])
    assert (np.abs(found - expected) <= ROUNDED * np.abs(expected).max()).all()


@pytest.mark.parametrize(
    "family", [GeneralizedExponential(A, 1), GeneralizedExponential(), ComplexExponential(scalar=sp.I)]
)
def test_a_shape_that_is_stated_is_that_of_the_components(family):
    assert compiled.shape(family) == (family.blocks, family.auxiliary)


POISSON, GEOMETRIC = Poisson(sp.Rational(3, 2)), Geometric(sp.Rational(1, 3))
MIXED = DiscretelyInduced(sp.Lambda(COUNT, POISSON.law(COUNT) / 2 + GEOMETRIC.law(COUNT) / 2))


@pytest.mark.parametrize("family", [POISSON, GEOMETRIC, MIXED], ids=repr)
def test_logarithms_of_weights_are_right_where_powers_and_factorials_overflow(family):
    counts = np.array([0, 1, 7, 171, 10**4, 10**6])
    with mpmath.workdps(40):
        weight = sp.lambdify(COUNT, family.weight(COUNT), "mpmath")
        expected = [float(mpmath.log(weight(mpmath.mpf(k)))) for k in counts.tolist()]
    # three terms, each an ulp or two of the largest, which is log k! < k log k
    off = ulps(8) * (1 + counts * np.log(np.maximum(counts, 2)))
    assert (np.abs(compiled.log_weight(family)(counts) - expected) <= off).all()
