"""Vocabulary of statement files: ``from rftheory.vocabulary import *``, or the setting of a paper, which includes it.

Nothing but imports stands here. A file that takes names from here depends on the modules that define the names it uses, and on
no other (see `source_tree`).
"""

from dataclasses import replace
from functools import cache

import sympy as sp

from rftheory.chains.chain import Chain
from rftheory.couplings.hadamard import HadamardProduct
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.families.complex_exponential import ComplexExponential
from rftheory.families.discretely_induced import DiscreteFamily, DiscretelyInduced
from rftheory.families.family import Family
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.geometric import Geometric
from rftheory.families.hybrids.angular import Angular
from rftheory.families.hybrids.gaussian import Gaussian
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.optimal_positive import OptimalPositive, optimal_parameter, optimal_rho
from rftheory.families.poisson import Poisson
from rftheory.families.positive import Positive
from rftheory.families.random_phase_cosine import RandomPhaseCosine
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.coordinates import squared_norm
from rftheory.inputs.kernels import (
    EQUAL_PAIR,
    PAIR,
    SPLIT,
    A,
    Pair,
    Space,
    Vector,
    d,
    lam,
    m,
    make_pair,
    n,
    r,
    sigma,
    softmax_kernel,
    tau,
    theta,
    v2,
    x_norm,
    y_norm,
    z2,
)
from rftheory.montecarlo.checks.checks import MomentCheck
from rftheory.montecarlo.checks.tails import TailCheck
from rftheory.montecarlo.estimators.coupled import Coupled, Regular
from rftheory.montecarlo.estimators.hybrids import Bipolar, Coefficient
from rftheory.montecarlo.estimators.weighted import AtPair, OverData
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.chi import chi_density, chi_moment, chi_square_exponential
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.importance import weighted_sample
from rftheory.rules.nodes import (
    Expectation,
    Phase,
    Probability,
    Projection,
    SampleMean,
    mean_squared_error,
    uniform_number,
)
from rftheory.rules.pair_moments import (
    angle_conformity,
    even_conformity,
    independent_conformity,
    orthogonal_conformity,
    simplex_conformity,
    simplex_cosine,
)
from rftheory.rules.piecewise import indicator, normal_cdf, relu
from rftheory.rules.propositions import Derivative, Equality, Inequality, Limit
from rftheory.rules.sphere import direction_exponential
from rftheory.rules.tables import Signs
from rftheory.rules.variates import COUNT, DRAW, Variate
from rftheory.statements.calls import (
    claim,
    derivative,
    eq,
    ge,
    gt,
    le,
    lemma,
    lt,
    statement,
    step,
    tends,
)
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range
from rftheory.statements.words import Words, by_definition, needed, printed_words
