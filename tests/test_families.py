"""Families of Gaussian projections: what follows from their data, beside components that are stated."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import mpmath
import numpy as np
import pytest
import sympy as sp
from feature_maps import COUPLINGS
from tolerances import ulps

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
from rftheory.families.waves import ROWS, GaussianMap
from rftheory.features.fitting import known_map
from rftheory.inputs.kernels import d
from rftheory.mechanisms import catalogue
from rftheory.rules.variates import COUNT

GENERATOR = np.random.default_rng(0)
INPUTS, PROJECTIONS = GENERATOR.normal(size=(4, 5)) / 2, GENERATOR.normal(size=(3, 6, 5))
#: exponents are at most 20, sums of at most 7 terms; exp(x) is as exact as x is absolutely
ROUNDED = ulps(4 * 20)


# -- components that are stated -------------------------------------------------------------------------------------


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
#: GERF with A = -1/8
TILTED = ROOT ** (d / 2) * sp.exp(-LENGTH / 8 + ROOT * IMAGE - SIZE)


@dataclass(frozen=True)
class Stated(Family):
    """The data of `TILTED`."""

    kernel = "gaussian"
    wave = "exp"
    A = -0.125


@pytest.mark.parametrize(
    ("family", "known"),
    [
        (Stated(), GeneralizedExponential(-0.125, 1)),
        (Written((sp.Lambda((IMAGE, LENGTH, SIZE), TILTED),), kernel="gaussian"), Stated()),
        (written(sp.exp(-IMAGE - SIZE / 2)), Positive()),
        (written(sp.cos(IMAGE), sp.sin(IMAGE), kernel="gaussian"), Trigonometric()),
        (written(sp.exp(-IMAGE - SIZE / 2) / sp.sqrt(2), sp.exp(IMAGE - SIZE / 2) / sp.sqrt(2)), Hyperbolic()),
        (OptimalPositive(dimension=3, square=0), GeneralizedExponential(0, 1)),
    ],
)
def test_the_data_are_those_of_the_components(family, known):
    """What is stated as components has the wave and A of the family that is known, and its sample."""
    assert (family.wave, family.rate(3), family.auxiliary) == (known.wave, known.rate(3), known.auxiliary)
    assert family.reduction(3) == known.reduction(3) is not None
    first, second, w = INPUTS[:2, :3], INPUTS[2:, :3], PROJECTIONS[0, :, :3]
    change = 0.0 if family.kernel == known.kernel else -0.5
    products = [
        np.einsum("ij,ij->i", each.features(first, sign * w, "x", shift), each.features(second, sign * w, "y", shift))
        for each, shift in ((family, 0.0), (known, change))
        for sign in (1, -1)
    ]
    off = np.abs(np.array(products[:2]) - np.array([products[2:], products[:1:-1]])).max(axis=(1, 2))
    assert off.min() <= 4 * ROUNDED * np.abs(products[0]).max()


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
        Written((sp.Lambda((IMAGE, LENGTH, SIZE), sp.exp(IMAGE - SIZE / 2)),), (sp.Lambda((IMAGE, LENGTH, SIZE), 1),)),
        # unbiased, and no wave
        written(sp.Integer(1), IMAGE, IMAGE**2),
        ComplexExponential(scalar=sp.Integer(2)),
        ComplexExponential(scalar=sp.I),
        ComplexExponential(matrix=np.eye(3)),
    ],
)
def test_what_is_no_wave_has_none(family):
    assert family.wave is None
    assert family.reduction(3) is None


def test_other_components_are_computed_as_they_stand():
    family = written(IMAGE**2 * sp.exp(IMAGE), sp.exp(sp.sqrt(LENGTH)), sp.Integer(-1), sp.Rational(1, 3) * SIZE)
    image = INPUTS @ PROJECTIONS[0].T
    lengths = np.broadcast_to(np.linalg.norm(PROJECTIONS[0], axis=1), image.shape)
    sizes = np.broadcast_to(np.square(INPUTS).sum(axis=1, keepdims=True), image.shape)
    parts = [image**2 * np.exp(image), np.exp(lengths), -np.ones(image.shape), sizes / 3]
    expected = np.concatenate(parts, axis=1) / np.sqrt(6)
    found = family.features(INPUTS, PROJECTIONS[0])
    assert (np.abs(found - expected) <= ROUNDED * np.abs(expected).max()).all()
    assert (family.blocks, family.auxiliary, family.positive) == (4, 0, False)


# -- without the algebra --------------------------------------------------------------------------------------------

CASES = [
    ("positive", {}),
    ("trig", {}),
    ("hyperbolic", {}),
    ("random-phase-cosine", {}),
    ("gerf", {"A": -0.1}),
    ("gerf", {"A": 0.1, "s": -1}),
    ("oprf", {"square": 2}),
]


@pytest.mark.parametrize(("name", "parameters"), CASES, ids=repr)
def test_a_name_has_the_data_of_its_family(name, parameters):
    made = known_map(name, parameters)(None, 5)
    family = catalogue.family(name, **parameters).fit(None, None, 5)
    exact = family.numerical(5)
    assert (made.kernel, made.name) == (exact.kernel, exact.name) and abs(made.A - exact.A) <= ulps(4)
    assert (made.blocks, made.auxiliary) == (family.blocks, family.auxiliary)


def test_every_row_is_a_family():
    classes = {kind for kind in catalogue.family_classes().values() if not issubclass(kind, GeneralizedExponential)}
    rows = {catalogue.names_of(kind) for kind in classes if kind.__name__ in _ROWS}
    assert rows == {row.names for row in ROWS}
    # a slip in a row shows
    assert GaussianMap("softmax", "cosh") != catalogue.family("positive").numerical(3)


_ROWS = {each.__name__ for each in (Positive, Hyperbolic, Trigonometric, RandomPhaseCosine)}


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("gerf", {}),
        ("gerf", {"A": 0.2}),
        ("gerf", {"A": 0.1 + 0.1j}),
        ("gerf", {"A": -0.1, "s": 2}),
        ("gerf", {"A": float("nan")}),
        ("oprf", {"square": -1}),
        ("oprf", {"d": 3}),
        ("positive", {"A": 1}),
        ("poisson", {}),
        ("absent", {}),
        (Positive(), {}),
    ],
    ids=repr,
)
def test_all_else_is_asked_of_the_family(name, parameters):
    assert known_map(name, parameters) is None


def test_extensions_may_have_any_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    assert known_map("positive", {}) is not None
    monkeypatch.setenv("RFTHEORY_EXTENSIONS", str(tmp_path))
    assert known_map("positive", {}) is None


def test_a_map_is_there_without_the_algebra():
    """Processor time of import, fit and transform, beside that of numpy: a tenth of a second, 0.5 s are allowed."""
    run = f"""
import sys, time
import numpy as np
rows = np.random.default_rng(0).normal(size=(100, 16)) / 10
start = time.process_time()
import rftheory
made = rftheory.features.make("oprf", coupling="orthogonal", kernel="gaussian", m=64, seed=0).fit_transform(rows)
spent = time.process_time() - start
for name, parameters in {CASES!r}:
    for coupling in {COUPLINGS!r}:
        rftheory.features.make(name, coupling=coupling, kernel="gaussian", m=6, seed=0, **parameters).fit(rows).transform(rows)
slow = ("sympy", "sklearn", "mpmath", "flint", "rftheory.mechanisms.catalogue")
print(made.shape, sorted(set(slow) & set(sys.modules)), spent < 0.5)
"""
    done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "(100, 64) [] True"


# -- counts ---------------------------------------------------------------------------------------------------------

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
    assert (np.abs(family.log_weights(counts) - expected) <= off).all()
