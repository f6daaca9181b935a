"""Parameters: unknown, ambiguous, of the wrong kind, and coordinates that do not exist."""

from __future__ import annotations

import sympy as sp
from rftheory.evidence.bounds import Bound
from sympy.stats import Normal

from hostile.harness import Cases, domain, equal, order, over
from hostile.symbols import W, a, b, half, j, k, t, u, x, y
from rftheory.coordinates import l
from rftheory.kernels import PAIR, x_norm
from rftheory.rules.nodes import Expectation
from rftheory.rules.variates import UnitVariate

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_RIGHT_HALF = domain(over(x, 0))
_ANY = domain(over(x))

# -- unknown and ambiguous parameters ---------------------------------------------------------------------------------

_z = sp.Symbol("z", positive=True)
_false("a symbol outside of the domain", "z is no parameter: nothing is said of it", lambda: order(_z, ">", 0, _ANY))
_false(
    "a logarithm outside of the domain",
    "z is no parameter",
    lambda: equal(sp.log(_z * x**2 + _z), sp.log(_z) + sp.log(x**2 + 1), _ANY),
)
_false(
    "an end outside of the domain",
    "the end y is no parameter",
    lambda: order(x, ">=", y, domain(over(x, y, typical=(0, 1)))),
)
_false(
    "a condition outside of the domain",
    "a is no parameter",
    lambda: order(x, ">", a, domain(over(x), where=(sp.Gt(x, a),))),
)
_false(
    "a size outside of the domain",
    "the size k is no parameter",
    lambda: order(sp.Sum(_vector()[l] ** 2, (l, 1, k)), ">=", 0, domain(over(_vector().label, shape=(k,)))),
)
_positive_x = sp.Symbol("x", positive=True)
_false(
    "a positive namesake",
    "it reads x + 1 > 1 on [-3, 3], false at x = -1",
    lambda: order(_positive_x + 1, ">", 1, domain(over(x, -3, 3))),
)
_false(
    "a namesake in an absolute value",
    "it reads |x^3 + x| (x + 1) = (x^3 + x) (x + 1) on [-3, 3], false at x = -2",
    lambda: equal(
        sp.Abs(_positive_x**3 + _positive_x) * (x + 1),
        (_positive_x**3 + _positive_x) * x + _positive_x**3 + _positive_x,
        domain(over(x, -3, 3)),
    ),
)
_false(
    "a namesake besides",
    "two parameters x; it reads |x| = x on [-3, 3]",
    lambda: equal(
        (x + sp.Abs(_positive_x)) ** 2,
        x**2 + 2 * x * _positive_x + _positive_x**2,
        domain(over(x, -3, 3), over(_positive_x, 0, 3, "(]")),
    ),
)
_false(
    "a dummy of the same name",
    "it reads x > 10 for all x >= 0; one x is another than the other",
    lambda: order(_dummy, ">", 10, domain(over(x, 0), over(_dummy, 11))),
)
_dummy = sp.Dummy("x", real=True)
_false(
    "a symbol that assumes more",
    "Abs(u) is written as u; on [-3, 3] it is not",
    lambda: equal((sp.Abs(u) + 1) * (x + 1), u * x + u + x + 1, domain(over(u, -3, 3), over(x))),
)
_false(
    "an integer symbol on an interval",
    "sin(pi k) is written as 0; k takes all values of [0, 1]",
    lambda: equal((sp.sin(sp.pi * k) + x) * (x + 1), x**2 + x, domain(over(k, 0, 1), over(x))),
)
_even = sp.Symbol("k", even=True)
_false(
    "an even symbol on all integers",
    "(-1)^k is written as 1; k = 1 is in the domain",
    lambda: equal(((-1) ** _even + x) * (x + 1), x**2 + 2 * x + 1, domain(over(_even, 0, integer=True), over(x))),
)
_A, _B = sp.symbols("A B", commutative=False)
_false(
    "a commutator",
    "A B - B A is not 0 for matrices, and numbers commute",
    lambda: equal(_A * _B, _B * _A, domain(over(_A), over(_B))),
)
_false(
    "a square of matrices",
    "(A + B)^2 has A B + B A",
    lambda: equal((_A + _B) ** 2, _A**2 + 2 * _A * _B + _B**2, domain(over(_A), over(_B))),
)


def _vector(name: str = "vec") -> sp.IndexedBase:
    return sp.IndexedBase(name, real=True)


_label = _vector("x").label
_false(
    "a vector that is called like a number",
    "x = -1 is in [-3, 3]; a range of coordinates says nothing of it",
    lambda: equal(sp.Abs(x), x, domain(over(x, -3, 3), over(_label, 0, 3, shape=(2,)))),
)
_false(
    "a vector as a number",
    "a vector of R^2 is not above 0",
    lambda: order(_vector().label, ">", 0, domain(over(_vector().label, 0, None, "()", shape=(2,)))),
)
_false(
    "coordinates of a number",
    "a number has no coordinates",
    lambda: order(sp.IndexedBase(t)[1] + 1, ">", 1, domain(over(t, 0, 1, "(]"))),
)
_false(
    "a coordinate beyond the last",
    "a vector of R^3 has no coordinate 7",
    lambda: order(_vector()[7], ">", 0, domain(over(_vector().label, 0, None, "()", shape=(3,)))),
)
_false(
    "half a coordinate",
    "there is no coordinate 1/2",
    lambda: order(_vector()[half], ">", 0, domain(over(_vector().label, 0, None, "()", shape=(3,)))),
)
_false(
    "a sum beyond the last coordinate",
    "a vector of R^3 has no coordinate 4",
    lambda: order(sp.Sum(_vector()[l], (l, 1, 4)), ">", 0, domain(over(_vector().label, 0, None, "()", shape=(3,)))),
)
_false(
    "one index for two",
    "a data set has rows, not numbers",
    lambda: order(_vector()[1], ">", 0, domain(over(_vector().label, 0, None, "()", shape=(3, 3)))),
)

_unknown = sp.Function("f", real=True)
_false("an unknown function", "f is no parameter", lambda: order(_unknown(x) + 1, ">", _unknown(x), _ANY))
_false(
    "an unknown positive function", "f is no parameter", lambda: order(sp.Function("f", positive=True)(x), ">", 0, _ANY)
)
_false(
    "a random symbol of SymPy",
    "X is no parameter and has no range",
    lambda: order(Normal("X", 0, 1) ** 2 + 1, ">", 0, _ANY),
)
_false(
    "a symbol for a matrix",
    "A B is not B A",
    lambda: equal(_MATRICES[0] * _MATRICES[1], _MATRICES[1] * _MATRICES[0], _ANY),
)
_MATRICES = sp.symbols("A B", cls=lambda name: sp.MatrixSymbol(name, 2, 2))
_IMAGE = W.dot(PAIR.x)
_LIFTED = domain(over(x_norm, 0, None, "()"), where=(sp.Ge(_IMAGE, 5, evaluate=False),))
_false(
    "a condition on the draws",
    "E exp(w.x) = exp(|x|^2/2) is below e^5 for |x| = 1; w.x >= 5 holds for few draws",
    lambda: order(
        Expectation(sp.exp(_IMAGE)),
        ">=",
        sp.exp(5),
        _LIFTED,
        lambda: Bound(Expectation(sp.exp(_IMAGE)), _LIFTED).at_least(
            sp.exp(5), [Expectation(sp.exp(_IMAGE) - sp.exp(5))]
        ),
    ),
)
_ABOVE_ONE = domain(over(x, 0, 1), where=(sp.Ge(UnitVariate("U"), 2, evaluate=False),))
_false(
    "a condition on a number in the unit interval",
    "U <= 1 for every draw",
    lambda: order(UnitVariate("U"), ">=", 2, _ABOVE_ONE),
)

# -- true twins -------------------------------------------------------------------------------------------------------

_true("a positive parameter", lambda: order(_z + 1, ">", 1, domain(over(_z, 0, None, "()"))))
_true("square of numbers", lambda: equal((a + b) ** 2, a**2 + 2 * a * b + b**2, domain(over(a), over(b))))
_true(
    "coordinates of a vector",
    lambda: order(
        sp.Sum(_vector()[l], (l, 1, 3)),
        ">",
        0,
        domain(over(_vector().label, 0, None, "()", shape=(3,), typical=(1, 2))),
    ),
)
_true("integers from one on", lambda: order(j, ">=", 1, domain(over(j, 1, integer=True))))
