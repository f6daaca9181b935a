"""The cells of the contract: every family of the catalogue with every coupling, and a hybrid of every coefficient with every coupling.

`EXTRAS` are estimators that are not named in the catalogue.

Nothing is listed by hand but the parameters without which an object has no numbers: a new file in `families`, `couplings` or
`hybrids` has its cells here, and one that needs parameters fails until it has an example.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from rftheory.families.family import Family
from rftheory.mechanisms import catalogue
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.contract import make_plan
from rftheory.montecarlo.estimators.estimator import AtInputs, Estimator
from rftheory.montecarlo.estimators.hybrids import Mixed
from rftheory.montecarlo.estimators.moments import DIGITS, Number
from rftheory.montecarlo.estimators.weighted import AtPair, gaussian_data
from rftheory.montecarlo.full import FullSampler
from rftheory.montecarlo.plans import sampler_of
from rftheory.montecarlo.setting import Setting
from rftheory.rules.variates import COUNT

D = 4
X = np.array([[0.3, -0.2, 0.5, 0.1], [0.2, 0.4, 0.1, 0.3], [-0.1, 0.6, 0.2, 0.2]])
Y = np.array([[0.2, 0.1, 0.4, -0.3], [0.3, 0.2, 0.2, 0.5], [0.4, -0.1, -0.3, 0.1]])
#: false alarms of one test of a mean; there are some hundreds of them
ALPHA = 1e-9
DRAWS = 12_000
MATRIX = np.eye(D) + 0.2 * np.random.default_rng(5).standard_normal((D, D))
DENSE = -0.1 * MATRIX @ MATRIX.T
MATRIX = MATRIX + 0.1j * np.random.default_rng(6).standard_normal((D, D))

#: numbers for the parameters of families and coefficients; without an entry there is one example, the object itself
FAMILIES: dict[str, tuple[dict[str, Any], ...]] = {
    "gerf": ({"A": -0.1}, {"A": -0.05, "s": -1}, {"A": -0.1 + 0.05j}),
    "oprf": ({"square": 1, "d": D},),
    "complex-exponential": (
        {"scalar": 1 + 0.3j},
        {"scalar": 1j},
        {"matrix": MATRIX},
        {"matrix": MATRIX, "prefactor_kind": "norm"},
    ),
    "arc-cosine": ({"degree": 0}, {"degree": 1}),
    "favor-sharp": ({"matrix": DENSE, "psi": (1.1, 0.9, 1.2, 0.8)},),
    "poisson": ({"rate": 0.2},),
    "geometric": ({"p": 0.7},),
    "discretely-induced": ({"masses": sp.Lambda(COUNT, sp.Rational(3, 4) * sp.Rational(1, 4) ** COUNT)},),
    "shifted": ({"family": catalogue.family("poisson", rate=1), "shift": (-1.0, -0.5, -1.0, -0.75)},),
}
HYBRIDS: dict[str, tuple[dict[str, Any], ...]] = {
    "gaussian": ({"sigma": 1, "r": 1}, {"sigma": 1, "r": 1, "kind": "positive"}),
    "window": ({"family": catalogue.family("complex-exponential", matrix=MATRIX), "width": 8},),
}
#: simplex+ after some passes only has Gaussian rows all the same
COUPLINGS: dict[str, tuple[dict[str, Any], ...]] = {
    "orthogonal": ({}, {"lengths": "counter-monotone"}),
    "simplex": ({}, {"vertices": 3}, {"lengths": "shared"}),
    "simplex+": ({"most_passes": 5},),
    "hadamard": ({}, {"k": 1, "geometry": "simplex"}),
}


Parameters = tuple[tuple[str, Any], ...]


def _text(parameters: Parameters) -> str:
    return "".join(f" {key}={value}" for key, value in parameters if isinstance(value, int | float | complex | str))


@dataclass(frozen=True)
class Cell:
    """An estimator by what the catalogue makes it of: a family or a hybrid of hyperbolic features and waves, and a coupling."""

    name: str
    parameters: Parameters
    coupling: str
    of_coupling: Parameters = ()
    is_hybrid: bool = False

    def __str__(self) -> str:
        return f"{self.name}{_text(self.parameters)}, {self.coupling}{_text(self.of_coupling)}"

    @property
    def coupled(self) -> Any:
        return catalogue.coupling(self.coupling, **dict(self.of_coupling))

    @property
    def object(self) -> Any:
        """The family or the hybrid."""
        make = catalogue.hybrid if self.is_hybrid else catalogue.family
        return make(self.name, **dict(self.parameters))

    @property
    def mechanism(self) -> Mechanism:
        return Mechanism(coupling=self.coupled, **{"hybrid" if self.is_hybrid else "family": self.object})

    @property
    def estimator(self) -> Estimator:
        return self.mechanism.estimator()

    def setting(self, m: int = 6, pairs: int = 1, share: bool = False) -> Setting:
        return Setting.of(self.estimator, X[:pairs], Y[:pairs], m, 2, share)

    def moments(self, m: int, center: float | None = None) -> tuple[Number, Number]:
        """``E D`` and ``E |D|^2`` for ``D = K_hat - center``, by default the kernel, at the first pair.

        Raises:
            ValueError: where the definition has none in closed form.
        """
        return _moments(self.estimator, m, math.exp(self.setting().log_kernel[0]) if center is None else center)

    @property
    def has_moments(self) -> bool:
        try:
            self.moments(1)
        except ValueError:
            return False
        return True


@cache
def _moments(estimator: Estimator, m: int, center: float) -> tuple[Number, Number]:
    with mpmath.workdps(DIGITS):
        weighted = estimator.weighted(X[0], Y[0], mpmath.mpf(center))
        return weighted.moment((0,), m, 2), mpmath.re(weighted.moment((0, 1), m, 2))


def _examples(
    known: dict[str, type[Any]], numbers: dict[str, tuple[dict[str, Any], ...]]
) -> list[tuple[str, Parameters]]:
    """Every name with each of its examples."""
    found = []
    for name, kind in known.items():
        own = next((numbers[alias] for alias in catalogue.names_of(kind) if alias in numbers), ({},))
        found += [(name, tuple(parameters.items())) for parameters in own]
    return found


def _cells() -> list[Cell]:
    families, couplings = catalogue.family_classes(), _examples(catalogue.coupling_classes(), COUPLINGS)
    # further examples of a coupling with a wave and an exponential only
    usual = list(dict(reversed(couplings)).items())[::-1]
    found = []
    for name, parameters in _examples(families, FAMILIES):
        projected = issubclass(families[name], Family)
        own = (couplings if name in ("positive", "trigonometric") else usual) if projected else [("iid", ())]
        found += [Cell(name, parameters, *coupled) for coupled in own]
    for name, parameters in _examples(catalogue.coefficient_classes(), HYBRIDS):
        found += [Cell(name, parameters, *coupled, is_hybrid=True) for coupled in usual]
    return found


@dataclass(frozen=True)
class Extra(Cell):
    """An estimator that is no mechanism of the catalogue."""

    made: Any = None

    @property
    def estimator(self) -> Estimator:
        return self.made


def of_names(*mechanism: Any, inputs: Any = None, **named: Any) -> Estimator:
    """A mechanism as the engines take it, at inputs of its own where it has a proposal."""
    return Mechanism(*mechanism, **named).estimator(inputs)


CELLS = _cells()
_PAIR = tuple(tuple(sp.Rational(float(e)) for e in side) for side in (X[0], Y[0]))
_LAWS = [gaussian_data(sp.Rational(1, 8), D)] * 2
EXTRAS = [
    Extra(name, (), "iid", made=made)
    for name, made in {
        "angular, shared": Mixed(replace(catalogue.hybrid("angular"), shared=True)),
        "proposal": AtPair(catalogue.family("positive"), *_LAWS, _PAIR),
        "counts of a proposal": AtPair(catalogue.family("poisson", rate=0.2), *_LAWS, _PAIR),
        "at inputs": AtInputs(of_names("positive"), _PAIR),
    }.items()
]
FAMILY_CELLS = [cell for cell in CELLS if not cell.is_hybrid and isinstance(cell.object, Family)]


def rng(seed: int = 1) -> np.random.Generator:
    return np.random.Generator(np.random.SFC64(seed))


def samplers(setting: Setting) -> list[Any]:
    """Every way in which the setting is drawn: whole projections, one image."""
    cheapest = sampler_of(setting)
    return [FullSampler(setting), *([cheapest] if type(cheapest) is not FullSampler else [])]


def rejects(values: np.ndarray, mean: float, variance: float | None = None) -> bool:
    """Catoni's test of a mean at the level ALPHA, for values of at most this variance; it sees errors of ten standard errors.

    Without a variance it is twice that of the values.
    """
    bound = 2 * float(values.var()) if variance is None else variance
    difference = 10 * math.sqrt(bound / values.size)
    return make_plan(mean, difference, bound, alpha=ALPHA, draws=values.size).rejects(values.ravel())
