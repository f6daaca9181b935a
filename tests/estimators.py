"""One estimator of every kind, at small inputs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import sympy as sp

from rftheory.couplings.hadamard import HadamardProduct
from rftheory.estimators.coupled import Coupled, Regular
from rftheory.estimators.discrete import Discrete
from rftheory.estimators.estimator import AtInputs, Estimator
from rftheory.estimators.hybrids import Clustered, CoupledHybrid, Mixed
from rftheory.estimators.weighted import AtPair, gaussian_data
from rftheory.hybrids.bipolar import Hybrid
from rftheory.hybrids.clustered import WindowCoefficient, ZeroOneMixture
from rftheory.mechanisms import catalogue
from rftheory.mechanisms.catalogue import coefficient, coupling, family, hybrid
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.setting import Setting


def estimator(
    family: Any = None,
    coupling: Any = "iid",
    hybrid: Any = None,
    proposal: Any = None,
    inputs: Any = None,
    **parameters: Any,
) -> Estimator:
    """A mechanism as the engines take it, at inputs of its own where it has a proposal; parameters are of what is named."""
    if isinstance(hybrid, str):
        hybrid = coefficient(hybrid, **parameters)
    elif parameters:
        family = catalogue.family(family, **parameters)
    return Mechanism(family, coupling, hybrid, proposal).estimator(inputs)


#: false alarms of one test of a mean; there are fewer than 200 of them
ALPHA = 1e-9
D = 4
X = np.array([[0.3, -0.2, 0.5, 0.1], [0.2, 0.4, 0.1, 0.3], [-0.1, 0.6, 0.2, 0.2]])
Y = np.array([[0.2, 0.1, 0.4, -0.3], [0.3, 0.2, 0.2, 0.5], [0.4, -0.1, -0.3, 0.1]])
EXACT = tuple(tuple(sp.Rational(float(e)) for e in side) for side in (X[0], Y[0]))
ANGULAR = hybrid("angular")
MATRIX = np.eye(D) + 0.2 * np.random.default_rng(5).standard_normal((D, D))
MATRIX = MATRIX + 0.1j * np.random.default_rng(6).standard_normal((D, D))
COMPLEX = family("complex-exponential", matrix=MATRIX)

GERF = {"gerf": {"A": -0.1 + 0.1j}}

#: estimators whose moments are known
KNOWN = {
    "positive": estimator("positive"),
    "hyperbolic": estimator("hyperbolic"),
    "trigonometric": estimator("trig"),
    "cosine": estimator("random-phase-cosine"),
    "GERF": estimator("gerf", A=-0.1, s=1),
    "oscillating GERF": estimator("gerf", A=-0.05, s=-1),
    "complex GERF": estimator("gerf", A=-0.1 + 0.05j, s=1),
    "complex matrix": Regular(COMPLEX),
    "complex scalar": estimator("complex-exponential", scalar=1 + 0.3j),
    "orthogonal": estimator("positive", "orthogonal"),
    "simplex waves": estimator("trig", "simplex"),
    "angular": Mixed(ANGULAR),
    "angular, shared": Mixed(replace(ANGULAR, shared=True)),
    "gaussian": estimator(hybrid="gaussian", sigma=1, r=1),
    "hybrid of matrices": Mixed(Hybrid((COMPLEX, family("positive")), (WindowCoefficient(COMPLEX, sp.Integer(8)),))),
    "clusters": Clustered(ZeroOneMixture(((0.3, 0.1, 0.4, 0.1),), ((0.2, 0.2, 0.3, -0.2), (5, 5, 5, 5))), EXACT),
    "poisson": estimator("poisson", rate=0.2),
    "geometric": estimator("geometric", p=0.7),
    "shifted": Discrete(family("shifted", family=family("poisson", rate=1), shift=(-1.0, -0.5, -1.0, -0.75))),
    "proposal": AtPair(family("positive"), *[gaussian_data(sp.Rational(1, 8), D)] * 2, EXACT),
    "counts of a proposal": AtPair(family("poisson", rate=0.2), *[gaussian_data(sp.Rational(1, 8), D)] * 2, EXACT),
    "at inputs": AtInputs(estimator("positive"), EXACT),
}
#: estimators without known moments
OTHERS = {
    "halton": estimator("trig", "halton"),
    "hadamard": estimator("positive", "hadamard"),
    "hadamard simplex": Coupled(family("hyperbolic"), coupling("hadamard", geometry="simplex")),
    "simplex+": estimator("gerf", "simplex+", A=-0.1),
    "orthogonal hybrid": estimator(hybrid="angular", coupling="orthogonal"),
    # coefficients of Hadamard products have images that are 0, whose signs are rounding errors
    "hadamard hybrid": CoupledHybrid(ANGULAR, HadamardProduct()),
}
#: what is no cell of the contract, and has its own tests of the same laws
EXTRAS = ("angular, shared", "clusters", "proposal", "counts of a proposal", "at inputs")


def setting_of(chosen, pairs=1, m=3, n=2, share=False):
    return Setting.of(chosen, X[:pairs], Y[:pairs], m, n, share)


def coupled(name):
    """Simplex+ after some passes only, which has Gaussian rows all the same."""
    return coupling(name, **({"most_passes": 5, "unconverged": "warn"} if name == "simplex+" else {}))


def rng(seed=1):
    return np.random.Generator(np.random.SFC64(seed))
