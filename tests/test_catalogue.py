"""Names of families, couplings and coefficients: nothing is forgotten, and what is refused says what there is."""

from __future__ import annotations

import importlib
import inspect
import pkgutil

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from rftheory import couplings, families
from rftheory.couplings.coupling import Coupling
from rftheory.couplings.geometries import NAMES
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.halton import Halton
from rftheory.couplings.simplex import Simplex
from rftheory.couplings.simplex_plus import SimplexPlus
from rftheory.families import hybrids
from rftheory.families.complex_exponential import ComplexExponential
from rftheory.families.discretely_induced import DiscreteFamily, DiscretelyInduced
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.hybrids.angular import Angular
from rftheory.families.hybrids.coefficient import CoefficientMap
from rftheory.families.hybrids.gaussian import Gaussian
from rftheory.families.optimal_positive import OptimalPositive
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.shifted import Shifted
from rftheory.families.trigonometric import Trigonometric
from rftheory.mechanisms import catalogue
from rftheory.mechanisms.catalogue import coefficient, coupling, family, names_of
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.rules.variates import COUNT
from rftheory.statements import cells

KINDS = [
    (families, (Family, DiscreteFamily, Shifted), catalogue.family_classes(), family),
    (couplings, (Coupling,), catalogue.coupling_classes(), coupling),
    (hybrids, (CoefficientMap,), catalogue.coefficient_classes(), coefficient),
]
#: parameters without which there is no object
NEEDED = {
    "discretely-induced": {"masses": sp.Lambda(COUNT, sp.Rational(1, 2) ** (COUNT + 1))},
    "shifted": {"family": "poisson", "shift": (-1.0,)},
    "window": {"family": ComplexExponential(scalar=sp.I)},
}


@pytest.mark.parametrize(("package", "kinds", "known", "make"), KINDS, ids=["families", "couplings", "coefficients"])
def test_every_class_of_every_file_has_a_name(package, kinds, known, make):
    """Every class that can be made, wherever it is imported from, is what its names make; names are unique."""
    expected = set()
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            # a family of Gaussian projections without data is none
            made = inspect.isclass(value) and not inspect.isabstract(value) and value is not Family
            if made and issubclass(value, kinds):
                expected.add(value)
    assert set(known.values()) == expected and len(known) == len(expected)
    names = [alias for kind in known.values() for alias in names_of(kind)]
    assert len(set(names)) == len(names)
    for kind in known.values():
        for alias in names_of(kind):
            for spelling in (alias, alias.upper(), alias.replace("-", "_"), f" {alias.replace('-', ' ')}"):
                assert type(make(spelling, **NEEDED.get(names_of(kind)[0], {}))) is kind


def test_the_map_of_the_field_and_the_closed_forms_use_the_same_names():
    # waves of a mixture of kernels are those of a family
    waves = {name.replace("mixture-phase", "random-phase").removeprefix("mixture-") for name in cells.MIXTURES}
    families = {*cells.FAMILIES} - {*cells.SKETCHES, *cells.MIXTURES} | waves
    assert families <= set(catalogue.family_classes())
    assert set(cells.COUPLINGS) == set(catalogue.coupling_classes())
    assert {name: coupling(name) for name in NAMES} == NAMES


def test_names_make_what_they_say():
    assert family("positive") == Positive() and family("trig") == Trigonometric()
    assert family("gerf", A=-0.1, s=1) == GeneralizedExponential(-0.1, 1)
    assert family("GERF", A=-0.1 + 0.2j, s=-1, d=3) == GeneralizedExponential(-0.1 + 0.2j, -1, sp.Integer(3))
    assert family("oprf", square=2.5, d=4) == OptimalPositive(dimension=sp.Integer(4), square=2.5)
    assert family("poisson", rate=2) == family("poisson", lam=2) == Poisson(sp.Integer(2))
    assert family("geometric", p=0.5) == family("geometric", success=0.5) == Geometric(sp.Rational(1, 2))
    assert family("complex-exponential", scalar=1j) == ComplexExponential(scalar=sp.I)
    assert family("complex_exponential", matrix=np.eye(2)) == ComplexExponential(matrix=np.eye(2))
    assert family("random phase cosine") == RandomPhaseCosine()
    assert isinstance(family("discretely-induced", **NEEDED["discretely-induced"]), DiscretelyInduced)
    assert coupling("simplex+", most_passes=3) == SimplexPlus(most_passes=3) and coupling("halton") == Halton()
    assert coupling("hadamard", k=2, geometry="simplex") == HadamardProduct(2, "simplex")
    assert coupling("simplex", vertices=3, blocks=False) == Simplex(3, blocks=False)
    assert coefficient("angular") == Angular()
    # the normaliser is that of (68) with the same sigma
    normaliser = 1 - sp.exp(-8)
    for named in ({"sigma": 1, "r": 2}, {"width": 1, "r": 2}, {"width": 1, "normaliser": normaliser}):
        assert coefficient("gaussian", **named) == Gaussian(sp.Integer(1), normaliser)
    assert coefficient("gaussian", kind="positive").kind == "positive"


def bound(chosen, x, y):
    return Mechanism(chosen).estimator((x, y)).family


def test_optimal_features_are_bound_to_inputs():
    x, y = np.array([[1.0, 2.0], [0.0, 0.5]]), np.array([[0.0, 1.0], [1.0, 0.5]])
    square = float(np.square(x + y).sum(axis=1).mean())
    assert bound(family("oprf"), x, y) == family("oprf", square=square, d=2)
    assert bound(family("oprf", square=3), x, y) == family("oprf", square=3, d=2)
    assert bound(family("oprf"), x[0], y[0]) == family("oprf", square=10, d=2)
    given = family("oprf", square=3, d=2)
    assert bound(given, x, y) is given and bound(Positive(), x, y) == Positive()


_FRACTIONS = st.fractions(-2, 0, max_denominator=50)


@given(_FRACTIONS, _FRACTIONS)
def test_numbers_in_text_are_exact(real, imaginary):
    expected = sp.Rational(real.numerator, real.denominator) + sp.I * sp.Rational(
        imaginary.numerator, imaginary.denominator
    )
    for text in (
        f"({real}+({imaginary})*I)",
        f"(2*({real})+2*({imaginary})*I)/2",
        f"{real} + {imaginary.numerator}*I/{imaginary.denominator}",
    ):
        assert expected == family("gerf", A=text).A
        assert Mechanism(family("gerf", A=text), "orthogonal") == Mechanism(f"gerf(A={text}) x orthogonal")
    # a tenth is no float, and a text that is no number is a name
    assert family("gerf", A="-0.1").A == -sp.Rational(1, 10) != family("gerf", A=-0.1).A
    assert coupling("hadamard", k="2", geometry="orthogonal") == coupling("hadamard", k=2)
    assert family("shifted", family="poisson", shift="(-1/2,0)").shift == (-0.5, 0)
