"""An expression for each kind of node that has a term in the kernel, with a domain."""

from __future__ import annotations

import sympy as sp

from rftheory.inputs.coordinates import i, k, l, x
from rftheory.inputs.kernels import PAIR, d, m, theta, x_norm, y_norm
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.chi_square import NoncentralChiSquare
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, Phase, Probability, Projection, SampleMean
from rftheory.rules.tables import Coordinate, Sign
from rftheory.rules.uniform import largest_deviation
from rftheory.rules.variates import DRAW, MASS, Counts, UnitVariate, Variate
from rftheory.statements.domain import Domain, Range

a, b, t = sp.symbols("a b t", real=True)
p, q = sp.symbols("p q", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
W, V, PHASE = Projection("w"), Projection("v"), Phase("b")
X, Y = W.dot(PAIR.x), W.dot(PAIR.y)
_POSITIVE = (Range(p, 0, None, "()"), Range(q, 0, None, "()"))
NUMBERS = Domain((Range(a), Range(b), *_POSITIVE, Range(n, 1, None, integer=True)))
PAIRS = Domain((
    Range(x_norm, 0, None, "()"), Range(y_norm, 0, None, "()"), Range(theta, 0, sp.pi, "()"),
    Range(d, 3, None, integer=True), Range(m, 1, d, integer=True), Range(p, 0, None, "()"),
))  # fmt: skip
BLOCKS = Domain((*PAIRS.ranges, Range(k, 1, None, integer=True)), (sp.Le(m, d),))
_POISSON = sp.Lambda(k, sp.exp(-p) * p**k / sp.factorial(k))

#: one expression for each kind of node that has a term
EXPRESSIONS: dict[str, tuple[sp.Expr, Domain]] = {
    "a difference": (a - b, NUMBERS),
    "a quotient": (a / p, NUMBERS),
    "powers": (p**3 + p**-2 + p ** sp.Rational(2, 3) + p**a, NUMBERS),
    "roots": (sp.sqrt(a * b) + sp.sqrt(-p), NUMBERS),
    "a complex power": ((1 + p) ** (sp.I * a), NUMBERS),
    "constants": (sp.E * a + sp.pi * sp.I * b + sp.tan(b), NUMBERS),
    "functions": (sp.exp(a) + sp.log(p) + sp.sin(a) * sp.cos(b) + sp.cosh(a) + sp.atan(b) + sp.erf(a), NUMBERS),
    "parts": (sp.re(sp.gamma(1 + sp.I * p)) + sp.Abs(a * b - 1) + sp.sign(a), NUMBERS),
    "extremes": (sp.Max(a, b) + 2 * sp.Min(a, b, p), NUMBERS),
    "gammas": (sp.gamma(p) + sp.factorial(n) + sp.binomial(n, 2, evaluate=False) + sp.rf(p, n) + sp.ff(p, n), NUMBERS),
    "special functions": (sp.besseli(1, p) + sp.hyper((1, p), (q, 2), a), NUMBERS),
    "a sum": (sp.Sum(p**k / k, (k, 1, n)), NUMBERS),
    "a product": (sp.Product(p + k, (k, 1, n)), NUMBERS),
    "a series": (sp.Sum(a**k / sp.factorial(k), (k, 0, sp.oo)), NUMBERS),
    "sums of sums": (sp.Sum(i * p**l, (l, 1, i), (i, 1, n)), NUMBERS),
    "integrals": (
        sp.Integral(a * sp.exp(-t), (t, 0, sp.oo)) + sp.Integral(sp.cos(t * b), (t, a, b))
        + sp.Integral(sp.exp(-(t**2)), (t, -sp.oo, sp.oo)) + sp.Integral(a * t, (t, 1, 0)),
        NUMBERS,
    ),
    "a mean": (Expectation(sp.exp(X) * sp.cos(Y) + W.squared_length(d)), PAIRS),
    "two projections": (Expectation(sp.exp(X) * V.dot(PAIR.y)), PAIRS),
    "a phase": (Expectation(sp.cos(X + PHASE) * sp.cos(Y + PHASE)), PAIRS),
    "a mean of samples": (Expectation(SampleMean(sp.exp(X), m) ** 2), PAIRS),
    "two means of one sample": (Expectation(SampleMean(X, m) * SampleMean(X**2, m)), PAIRS),
    "a mean inside of a mean": (Expectation((X - Expectation(X)) ** 2), PAIRS),
    "blocks": (Expectation(SampleMean(OrthogonalMean(sp.exp(X), d, d), k)), BLOCKS),
    "blocks and a frame": (Expectation(SampleMean(OrthogonalMean(X, m, d) ** 2, k) * OrthogonalMean(V.dot(PAIR.x), m, d)), BLOCKS),
    "a sum of blocks": (sp.Sum(Expectation(SampleMean(OrthogonalMean(l * X, d, d), k)), (l, 1, m)), BLOCKS),
    "a mean over a frame": (Expectation(OrthogonalMean(sp.exp(X + sp.cos(PHASE)), m, d) ** 2), PAIRS),
    "means of means": (Expectation(SampleMean(sp.exp(OrthogonalMean(X, d, d)), m)), PAIRS),
    "members of a frame": (FrameExpectation((sp.exp(X), Y), d), PAIRS),
    "an angle": (AngleExpectation((sp.exp(X), sp.exp(Y)), d, sp.Rational(1, 3)), PAIRS),
    "a probability": (Probability(sp.Ge(SampleMean(X, m), p, evaluate=False)), PAIRS),
    "counts": (Expectation(sp.Product(p ** Counts("w", _POISSON)[l], (l, 1, d))), PAIRS),
    "counts of any law": (
        Expectation(sp.Product(x[l] ** Counts("w", sp.Lambda(k, MASS(k)))[l], (l, 1, d))),
        Domain((Range(d, 1, None, integer=True), Range(x.label, shape=(d,)))),
    ),
    "a count": (Expectation(Counts("w", _POISSON)[1] ** 2), PAIRS),
    "coordinates": (Expectation(SampleMean(sp.exp(sp.Sum(Coordinate("w", l), (l, 1, d))), m)), PAIRS),
    "signs": (Expectation(sp.exp(sp.Sum(l * Sign("s", l), (l, 1, d)))), PAIRS),
    "a direction": (Expectation(W.direction_dot(PAIR.x, d) ** 2), PAIRS),
    "a variate": (Expectation(Variate("Z", DRAW**2) ** 2), PAIRS),
    "a number in [0, 1]": (Expectation(UnitVariate("U", DRAW) * X), PAIRS),
    "a chi-square law": (NoncentralChiSquare(p, d, x_norm**2), PAIRS),
    "a largest deviation": (
        Probability(sp.Ge(largest_deviation(x_norm * y_norm * sp.cos(theta) - SampleMean(sp.exp(X), m), p), 1, evaluate=False)),
        PAIRS,
    ),
    "a variate outside of means": (UnitVariate("U", DRAW) ** 2 * p - Expectation(UnitVariate("U", DRAW)), PAIRS),
    "draws outside of means": (sp.cos(X + PHASE) + W.squared_length(d), PAIRS),
}  # fmt: skip
