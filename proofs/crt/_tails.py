"""What the statements about tails of CRT share: the events, and one sample of GERF with A < 0 and s = +1.

One sample is ``Z = (1 - 4A)^(d/2) exp(2A |w|^2 + B w.v - X)``, ``v = x + y``, ``X = |x|^2 + |y|^2``, ``B^2 = 1 - 4A``. With
A < 0 the exponent is largest at ``w = -B v/(4A)``: ``0 < Z <= b = (1 - 4A)^(d/2) exp(v^2/2 - v^2/(8A) - X)``.
"""

import numpy as np

from rftheory.proofs.crt._setting import *
from rftheory.chains.reasons import Square
from rftheory.montecarlo.estimators.estimator import Variable
from rftheory.rules.concentration import quadratic_exponential

W = Projection("w")
#: vectors of exact numbers, one per row
Rows = tuple[tuple[sp.Expr, ...], ...]
FAMILY = GeneralizedExponential()
epsilon = sp.Symbol("epsilon", positive=True)

NEGATIVE_A = Range(A, None, 0, "()", typical=(-2, 0), awkward=(-100000, -20, -1, sp.Rational(-1, 10)))
EPSILON = Range(epsilon, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 1, 100))
_NORMS = tuple(Range(s, 0, None, "[)", typical=(0, 2), awkward=(0, sp.Rational(1, 1000), 4)) for s in (x_norm, y_norm))
#: all pairs, zero vectors among them, and all A < 0
INPUTS = Domain((NEGATIVE_A, *_NORMS, THETA, D))
TAILS = Domain((*INPUTS.ranges, M, EPSILON))

#: b, K and r in Bernstein's exponent
BOUND, MEAN, LEVEL = sp.symbols("b K r", positive=True)
_POSITIVE = tuple(
    Range(s, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100), 10)) for s in (BOUND, MEAN, LEVEL)
)
_LEVELS = Domain((*_POSITIVE, M, EPSILON)).where(sp.Le(MEAN + epsilon / 3, LEVEL))

#: X = |x|^2 + |y|^2, and v = x + y
SQUARES = x_norm**2 + y_norm**2
V = PAIR.z

#: Z.
sample = FAMILY.sample(W, PAIR.x, PAIR.y)

#: The error of the estimator of m iid projections.
gap = FAMILY.estimator(W, PAIR.x, PAIR.y, m) - kernel

#: ``|K_hat - K| >= eps``.
event = sp.Ge(sp.Abs(gap), epsilon, evaluate=False)

#: (1 - 4A)^(d/2).
scale = (1 - 4 * A) ** (d / 2)

#: The least upper bound b of Z.
largest = scale * sp.exp(V.square / 2 - V.square / (8 * A) - SQUARES)


@cache
def bounded(domain: Domain = TAILS) -> Claim:
    """Z <= b."""
    exponent = 2 * A * W.squared_length(d) + FAMILY.B * W.dot(V) - SQUARES
    summit = V.square / 2 - V.square / (8 * A) - SQUARES

    def proof() -> Chain:
        shift = V * (-FAMILY.B / (4 * A))
        inner = Chain(exponent).use(Square(W, shift, d))
        inner = inner.le(summit)
        return Chain(sample).inside(inner, lambda t: scale * sp.exp(t)).eq(largest)

    return lemma("bounded: one sample is at most b, its value at w = -B v/(4A)", le(sample, largest), domain, proof())


@cache
def positive(domain: Domain = TAILS) -> Claim:
    """Z > 0."""
    return lemma("positive: one sample is positive", le(0, sample), domain, Chain(sample).gt(sp.Integer(0)))


def exact_tail(level: sp.Expr) -> sp.Expr:
    """P(Z >= level) of one sample."""
    return quadratic_exponential(sample).exceedance(level)


@cache
def level() -> Claim:
    """In Bernstein's exponent, K + eps/3 may be replaced by any number r that it does not exceed."""
    left = -m * epsilon**2 / (2 * (BOUND * MEAN + BOUND * epsilon / 3))
    right = -m * epsilon**2 / (2 * BOUND * LEVEL)
    return lemma("level: Bernstein's exponent for K + eps/3 <= r", le(left, right), _LEVELS, Chain(left).le(right))


def largest_error(family: Family, queries: Rows, keys: Rows) -> Variable:
    """``max_ij |K_hat(x_i, y_j) - K(x_i, y_j)|`` of the softmax kernel over queries and keys, rows of exact numbers."""
    sides = [np.array([[float(e) for e in row] for row in rows]) for rows in (queries, keys)]

    def draw(generator: np.random.Generator, replicates: int, x: np.ndarray, y: np.ndarray, size: int) -> np.ndarray:
        first, second = sides
        projections = Independent().draw(generator, size, first.shape[1], replicates)
        maps = family.features(first, projections, "x"), family.features(second, projections, "y")
        errors = np.einsum("rif,rjf->rij", *maps) - np.exp(-((first[:, None] - second[None]) ** 2).sum(-1) / 2)
        errors *= np.exp((first**2).sum(1)[:, None] / 2 + (second**2).sum(1) / 2)
        return np.abs(errors).max(axis=(1, 2))

    return Variable(f"largest error of {family} at {queries}, {keys}", draw, (queries[0], keys[0]))
