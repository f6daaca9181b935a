"""Theorems that are named without their hypotheses: whatever the author likes follows."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from hostile.harness import Cases, Claim, Domain, Inequality, domain, equal, order, over
from hostile.symbols import W, eps, half, k, n, t, v, x
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.tails import Tail
from rftheory.kernels import PAIR, d, m, theta, x_norm, y_norm
from rftheory.rules.nodes import Expectation, Probability, SampleMean, UnitVariate

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_LINE = domain(over(x, 0, 1))
_X, _Y = over(x_norm, 0, None, "()"), over(y_norm, 0, None, "()")
_PAIR = domain(_X, _Y, over(theta, 0, sp.pi))
_M, _D, _EPS = over(m, 1, integer=True), over(d, 1, integer=True), over(eps, 0, None, "()")
_COSINE = sp.cos(W.dot(PAIR.x))
_U = UnitVariate("U")


def _by(
    theorem: str,
    left: object,
    right: object,
    on: Domain,
    checks: Sequence[tuple[object, object]] = ((0, 0),),
    positive: Sequence[sp.Expr] = (),
) -> Claim:
    """``left = right`` by a theorem that is only named."""
    return equal(
        left,
        right,
        on,
        lambda: Derivation(sp.sympify(left), on).by_theorem(
            sp.sympify(right), theorem, "it is well known", list(checks), positive
        ),
    )


# -- theorems of analysis ---------------------------------------------------------------------------------------------------

for _theorem in (
    "Fubini",
    "change of variables",
    "induction",
    "integration by parts",
    "differentiation of power series",
):
    _false(f"one is two by {_theorem}", "1 is not 2", lambda theorem=_theorem: _by(theorem, 1, 2, _LINE))
_false(
    "a parameter is zero by uniqueness",
    "x is not 0",
    lambda: _by("uniqueness of the Laplace transform", x, 0, _LINE, [(x, x)]),
)
_false(
    "seven for one half",
    "the integral of v over (0, 1) is 1/2",
    lambda: _by("fundamental theorem of calculus", sp.Integral(v, (v, 0, 1)), 7, _LINE, [(x, x)]),
)
_false(
    "the antiderivative at the wrong ends",
    "the integral of 2v over (0, 1) is 1",
    lambda: _by(
        "fundamental theorem of calculus",
        sp.Integral(2 * v, (v, 0, 1)),
        4,
        _LINE,
        [(sp.diff(v**2, v), 2 * v), (2**2 - 0, 4)],
    ),
)
_false(
    "an antiderivative with a pole",
    "the integral of v^-2 over (-1, 1) diverges",
    lambda: _by("fundamental theorem of calculus", sp.Integral(v**-2, (v, -1, 1)), -2, _LINE, [(-1 - 1, -2)]),
)
_false(
    "an antiderivative with a jump",
    "the integral of 1/(1 + v^2) over (-1, 1) is pi/2",
    lambda: _by(
        "fundamental theorem of calculus",
        sp.Integral(1 / (1 + v**2), (v, -1, 1)),
        -sp.pi / 2,
        _LINE,
        [(-sp.pi / 4 - sp.pi / 4, -sp.pi / 2)],
    ),
)
_false(
    "a substitution that is not one to one",
    "with s = v^2 both ends become 1; the integral of v^2 over (-1, 1) is 2/3",
    lambda: _by("change of variables", sp.Integral(v**2, (v, -1, 1)), 0, _LINE, [(sp.diff(v**2, v), 2 * v)]),
)
_false(
    "a substitution without its derivative",
    "the integral of exp(-2v) over (0, 1) is not that of exp(-v) over (0, 2)",
    lambda: _by(
        "change of variables",
        sp.Integral(sp.exp(-2 * v), (v, 0, 1)),
        sp.Integral(sp.exp(-v), (v, 0, 2)),
        _LINE,
        [(2 * v, 2 * v)],
    ),
)
_false(
    "a substitution in an infinite integral",
    "the integral of 1 diverges",
    lambda: _by(
        "change of variables",
        sp.Integral(1, (v, 0, sp.oo)),
        2 * sp.Integral(1, (v, 0, sp.oo)),
        _LINE,
        [(sp.diff(2 * v, v), 2)],
    ),
)
_false(
    "parts without their boundary",
    "the integral of v cos v over (0, pi/2) is pi/2 - 1",
    lambda: _by(
        "integration by parts",
        sp.Integral(v * sp.cos(v), (v, 0, sp.pi / 2)),
        -sp.Integral(sp.sin(v), (v, 0, sp.pi / 2)),
        _LINE,
        [(sp.diff(sp.sin(v), v), sp.cos(v))],
    ),
)
_FUBINI = (v**2 - t**2) / (v**2 + t**2) ** 2
_false(
    "iterated integrals that differ",
    "pi/4 and -pi/4",
    lambda: _by(
        "Fubini",
        sp.Integral(_FUBINI, (v, 0, 1), (t, 0, 1)),
        sp.Integral(_FUBINI, (t, 0, 1), (v, 0, 1)),
        _LINE,
        [(v * t, t * v)],
    ),
)
_false(
    "a number by differentiation",
    "the integral of v e^-v over (0, 1) is 1 - 2/e",
    lambda: _by("differentiation under the integral", sp.Integral(v * sp.exp(-v), (v, 0, 1)), 0, _LINE),
)
_false(
    "a series with a wrong coefficient",
    "sum x^k/k! = e^x",
    lambda: _by(
        "differentiation of power series",
        sp.Sum(x**k / sp.factorial(k), (k, 0, sp.oo)),
        sp.exp(x) + 1,
        _LINE,
        [(sp.diff(sp.exp(x), x), sp.exp(x))],
    ),
)
_false(
    "a series beyond its circle",
    "the series diverges at x = 2",
    lambda: _by(
        "integration of power series",
        sp.Sum(x**k, (k, 0, sp.oo)),
        1 / (1 - x),
        domain(over(x, 2, 3)),
        [(x * x**k, x ** (k + 1))],
    ),
)
_false(
    "an induction without a base",
    "the sum of the first n numbers is n (n + 1)/2",
    lambda: _by(
        "induction",
        sp.Sum(k, (k, 0, n)),
        n * (n + 1) / 2 + 1,
        domain(over(n, 0, integer=True)),
        [((n + 1) * (n + 2) / 2 + 1, n * (n + 1) / 2 + 1 + n + 1)],
    ),
)
_ARC = Expectation(sp.sign(W.dot(PAIR.x)) * sp.sign(W.dot(PAIR.y)))
_false(
    "twice the arc-cosine kernel by induction",
    "the mean product of two signs is 1 - 2 theta/pi",
    lambda: _by("induction", _ARC, 2 * (1 - 2 * theta / sp.pi), _PAIR, [(theta, theta)]),
)
_false(
    "a rotation that stretches",
    "E exp(w.x) is not E exp(2 w.x)",
    lambda: _by(
        "rotation invariance of the Gaussian law",
        Expectation(sp.exp(W.dot(PAIR.x))),
        sp.exp(2 * x_norm**2),
        _PAIR,
        [(x_norm, x_norm)],
    ),
)
_false(
    "a law from one value of its transform",
    "equal at s = 0 says nothing",
    lambda: _by(
        "uniqueness of the Laplace transform",
        Expectation(sp.exp(W.dot(PAIR.x))),
        Expectation(sp.exp(W.dot(PAIR.y))),
        _PAIR,
        [(1, 1)],
        [x_norm],
    ),
)
_false(
    "a theorem with a positive number besides",
    "x_norm > 0 does not make it 1",
    lambda: _by("Fubini", x_norm, 1, _PAIR, [(0, 0)], [x_norm]),
)

# -- inequalities of probability ----------------------------------------------------------------------------------------------

_SAMPLES = domain(_X, _M, _EPS)


def _event(level: object) -> sp.Rel:
    return sp.Ge(SampleMean(_COSINE, m), level, evaluate=False)


def _impossible(theorem: str, level: object, bound: object) -> Claim:
    start = Probability(_event(level))
    return order(
        start,
        "<=",
        bound,
        _SAMPLES,
        lambda: Tail(start, _SAMPLES).by_theorem(
            sp.sympify(bound), theorem, "clear", [Inequality(sp.Integer(0), "<=", sp.Integer(1))]
        ),
    )


for _theorem in ("Boole's inequality", "Markov's inequality", "volumes of disjoint balls"):
    _false(
        f"a certain event by {_theorem}",
        "the mean of cosines is always above -5",
        lambda theorem=_theorem: _impossible(theorem, -5, 0),
    )
_false(
    "half of a certain event",
    "the mean of cosines is always above -1",
    lambda: _impossible("Markov's inequality", -1, half),
)

# -- true twins -----------------------------------------------------------------------------------------------------------------

_true("the arc-cosine kernel", lambda: equal(_ARC + x_norm, 1 - 2 * theta / sp.pi + x_norm, _PAIR))
_true("the Gaussian mean", lambda: equal(Expectation(sp.exp(2 * W.dot(PAIR.x))), sp.exp(2 * x_norm**2), domain(_X)))
