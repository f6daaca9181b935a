"""Lines of a chain that nothing leads to: whatever the author likes would follow, were it not for the certificate."""

from __future__ import annotations

from dataclasses import replace

import sympy as sp
from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.finite_sum_steps import FiniteSums
from rftheory.evidence.series_steps import SeriesBound
from rftheory.evidence.tails import Tail

from hostile.harness import Cases, Claim, Domain, domain, equal, lemma, order, over, tends
from hostile.symbols import W, eps, half, k, n, t, v, x
from rftheory.kernels import PAIR, d, m, theta, x_norm, y_norm
from rftheory.proofs.rules import polar
from rftheory.propositions import Equality, Inequality
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.nodes import Expectation, Probability, SampleMean

CASES = Cases()
_false, _true = CASES.hostile, CASES.twin
_ZERO, _ONE, _TWO = map(sp.Integer, (0, 1, 2))
_LINE, _OPEN = domain(over(x, 0, 1)), domain(over(x, 0, 1, "()"))
_X, _Y = over(x_norm, 0, None, "()"), over(y_norm, 0, None, "()")
_PAIR = domain(_X, _Y, over(theta, 0, sp.pi))
_M, _D, _EPS = over(m, 1, integer=True), over(d, 1, integer=True), over(eps, 0, None, "()")
_COSINE = sp.cos(W.dot(PAIR.x))


def _over(left: object, right: object, on: Domain = _LINE) -> Claim:
    """``left = right`` over a waypoint."""
    return equal(left, right, on, lambda: Derivation(sp.sympify(left), on).waypoint(sp.sympify(right), "well known"))


# -- false targets ----------------------------------------------------------------------------------------------------------

_false("one is two", "1 is not 2", lambda: _over(1, 2))
_false("a parameter is zero", "x is not 0", lambda: _over(x, 0))
_false("seven for one half", "the integral of v over (0, 1) is 1/2", lambda: _over(sp.Integral(v, (v, 0, 1)), 7))
_false(
    "the antiderivative at the wrong ends",
    "the integral of 2v over (0, 1) is 1",
    lambda: _over(sp.Integral(2 * v, (v, 0, 1)), 4),
)
_false(
    "an antiderivative with a pole",
    "the integral of v^-2 over (-1, 1) diverges",
    lambda: _over(sp.Integral(v**-2, (v, -1, 1)), -2),
)
_false(
    "an antiderivative with a jump",
    "the integral of 1/(1 + v^2) over (-1, 1) is pi/2",
    lambda: _over(sp.Integral(1 / (1 + v**2), (v, -1, 1)), -sp.pi / 2),
)
_false(
    "a substitution that is not one to one",
    "with s = v^2 both ends become 1; the integral of v^2 over (-1, 1) is 2/3",
    lambda: _over(sp.Integral(v**2, (v, -1, 1)), 0),
)
_false(
    "a substitution without its derivative",
    "the integral of exp(-2v) over (0, 1) is not that of exp(-v) over (0, 2)",
    lambda: _over(sp.Integral(sp.exp(-2 * v), (v, 0, 1)), sp.Integral(sp.exp(-v), (v, 0, 2))),
)
_false(
    "a substitution in an infinite integral",
    "the integral of 1 diverges",
    lambda: _over(sp.Integral(1, (v, 0, sp.oo)), 2 * sp.Integral(1, (v, 0, sp.oo))),
)
_false(
    "parts without their boundary",
    "the integral of v cos v over (0, pi/2) is pi/2 - 1",
    lambda: _over(sp.Integral(v * sp.cos(v), (v, 0, sp.pi / 2)), -sp.Integral(sp.sin(v), (v, 0, sp.pi / 2))),
)
_FUBINI = (v**2 - t**2) / (v**2 + t**2) ** 2
_false(
    "iterated integrals that differ",
    "pi/4 and -pi/4",
    lambda: _over(sp.Integral(_FUBINI, (v, 0, 1), (t, 0, 1)), sp.Integral(_FUBINI, (t, 0, 1), (v, 0, 1))),
)
_false(
    "a number by differentiation",
    "the integral of v e^-v over (0, 1) is 1 - 2/e",
    lambda: _over(sp.Integral(v * sp.exp(-v), (v, 0, 1)), 0),
)
_EXPONENTIAL = sp.Sum(x**k / sp.factorial(k), (k, 0, sp.oo))
_false("a series with a wrong coefficient", "sum x^k/k! = e^x", lambda: _over(_EXPONENTIAL, sp.exp(x) + 1))
_false(
    "a series beyond its circle",
    "the series diverges at x = 2",
    lambda: _over(sp.Sum(x**k, (k, 0, sp.oo)), 1 / (1 - x), domain(over(x, 2, 3))),
)
_false(
    "an induction without a base",
    "the sum of the first n numbers is n (n + 1)/2",
    lambda: _over(sp.Sum(k, (k, 0, n)), n * (n + 1) / 2 + 1, domain(over(n, 0, integer=True))),
)
_ARC = Expectation(sp.sign(W.dot(PAIR.x)) * sp.sign(W.dot(PAIR.y)))
_false(
    "twice the arc-cosine kernel",
    "the mean product of two signs is 1 - 2 theta/pi",
    lambda: _over(_ARC, 2 * (1 - 2 * theta / sp.pi), _PAIR),
)
_false(
    "a rotation that stretches",
    "E exp(w.x) is not E exp(2 w.x)",
    lambda: _over(Expectation(sp.exp(W.dot(PAIR.x))), sp.exp(2 * x_norm**2), _PAIR),
)
_false(
    "a law from one value of its transform",
    "equal at s = 0 says nothing",
    lambda: _over(Expectation(sp.exp(W.dot(PAIR.x))), Expectation(sp.exp(W.dot(PAIR.y))), _PAIR),
)
_false(
    "independent members of a frame",
    "orthogonal vectors are not independent",
    lambda: _over(
        FrameExpectation([sp.exp(W.dot(PAIR.x))] * 2, d), sp.exp(x_norm**2), domain(_X, over(d, 2, integer=True))
    ),
)


def _event(level: object) -> sp.Rel:
    return sp.Ge(SampleMean(_COSINE, m), level, evaluate=False)


def _at_most(level: object, bound: object) -> Claim:
    on, start = domain(_X, _M, _EPS), Probability(_event(level))
    return order(start, "<=", bound, on, lambda: Tail(start, on).waypoint(sp.sympify(bound), "clear", "<="))


_false("a certain event", "the mean of cosines is always above -5", lambda: _at_most(-5, 0))
_false("half of a certain event", "the mean of cosines is always above -1", lambda: _at_most(-1, half))
_false(
    "a strict order of equals",
    "x is not below itself",
    lambda: order(1 / x, "<", 1 / x, _OPEN, lambda: Bound(1 / x, _OPEN).waypoint(1 / x, "clear", "<")),
)
_false(
    "the other way round",
    "x^2 is at most x on [0, 1]",
    lambda: order(x**2, ">=", x, _LINE, lambda: Bound(x**2, _LINE).waypoint(x, "clear", ">=")),
)
_false(
    "a wrong form on the way to a limit",
    "sin(x)/x tends to 1",
    lambda: tends(
        sp.sin(x) / x, x, 0, 2, _OPEN,
        proof=lambda: Derivation(sp.sin(x) / x, _OPEN).waypoint(2 * sp.cos(x), "clear").limit_by_continuity(x, _ZERO),
    ),
)  # fmt: skip
# -- in what a chain rests on -------------------------------------------------------------------------------------------------


def _wrong(target: object = 2, kind: type[Bound] = Bound, on: Domain = _LINE) -> Bound:
    """From x to what it is not."""
    return kind(x, on).waypoint(sp.sympify(target), "clear")


def _back(chain: Derivation) -> Derivation:
    return Derivation(chain.end, _LINE).backwards(chain)


_false("an inner chain gone back", "x is not 2", lambda: equal(2, x, _LINE, lambda: _back(_wrong())))
_false("an inner chain gone back twice", "x is not 2", lambda: equal(x, 2, _LINE, lambda: _back(_back(_wrong()))))
_false(
    "a function of an inner chain",
    "2x is not 4",
    lambda: equal(2 * x, 4, _LINE, lambda: Bound(2 * x, _LINE).through(_wrong(), lambda s: 2 * s)),
)
_false(
    "a power of an inner chain",
    "x^2 is above x^2/4",
    lambda: order(x**2, "<=", x**2 / 4, _LINE, lambda: Tail(x**2, _LINE).powers(_wrong(x / 2), _TWO)),
)
_false(
    "a chain in each of two cases",
    "x is not 2",
    lambda: equal(x, 2, _LINE, lambda: Bound(x, _LINE).by_cases(x, half, lambda part: _wrong(on=part))),
)
_false(
    "the terms of a sum",
    "the sum of the first numbers is not that of twos",
    lambda: equal(
        sp.Sum(k, (k, 0, n)),
        sp.Sum(2, (k, 0, n)),
        domain(over(n, 0, integer=True)),
        lambda: FiniteSums(sp.Sum(k, (k, 0, n)), domain(over(n, 0, integer=True))).each_term(
            lambda inside: Bound(k, inside).waypoint(_TWO, "clear")
        ),
    ),
)


def _large() -> Claim:
    return lemma(Inequality(x, ">=", _TWO), _LINE, lambda: Bound(x, _LINE).waypoint(_TWO, "clear", ">="))


def _line_above() -> Claim:
    left, right = sp.exp(x), x + 5
    return lemma(Equality(left, right), _LINE, lambda: Derivation(left, _LINE).waypoint(right, "clear"))


_false("a lemma", "x < 2", lambda: order(x, ">=", 2, _LINE, lambda: Bound(x, _LINE).given(_large()).at_least(_TWO)))
_false(
    "a lemma beside its claim",
    "x < 2",
    lambda: [_large(), order(x, ">=", 2, _LINE, lambda: Bound(x, _LINE).given(_large()).at_least(_TWO))],
)
_false(
    "a lemma by a lemma",
    "x < 1.5",
    lambda: order(
        x, ">=", 1, _LINE,
        lambda: Bound(x, _LINE).given(
            lemma(
                Inequality(x, ">=", sp.Rational(3, 2)), _LINE,
                lambda: Bound(x, _LINE).given(_large()).at_least(sp.Rational(3, 2)),
            )
        ).at_least(_ONE),
    ),
)  # fmt: skip
_false(
    "an equality as a lemma",
    "e^x is below x + 5",
    lambda: equal(sp.exp(x) + 1, x + 6, _LINE, lambda: SeriesBound(sp.exp(x) + 1, _LINE).rewrite_by(_line_above())),
)
_false(
    "a claim of the rules with another right side",
    "Log(u + iv) has no 1 more",
    lambda: replace(polar.CLAIMS[0], name="claim", proposition=_one_more(polar.CLAIMS[0])),
)
_false(
    "a claim of the rules with another proof and another right side",
    "Log(u + iv) has no 1 more",
    lambda: replace(
        polar.CLAIMS[0],
        proposition=_one_more(polar.CLAIMS[0]),
        proof=lambda: Derivation(_one_more(polar.CLAIMS[0]).left, polar.CLAIMS[0].domain).waypoint(
            _one_more(polar.CLAIMS[0]).right, "clear"
        ),
    ),
)


def _one_more(claim: Claim) -> Equality:
    assert isinstance(claim.proposition, Equality)
    return Equality(claim.proposition.left, claim.proposition.right + 1)


# -- true twins: a certificate is looked for --------------------------------------------------------------------------------------

_true("the arc-cosine kernel", lambda: equal(_ARC + x_norm, 1 - 2 * theta / sp.pi + x_norm, _PAIR))
_true("a Gaussian mean", lambda: _over(Expectation(sp.exp(2 * W.dot(PAIR.x))), sp.exp(2 * x_norm**2), domain(_X)))
_true("the square of a sum", lambda: _over((x + 1) ** 2, x**2 + 2 * x + 1))


def _square() -> Claim:
    left, right = (x + 1) ** 2, x**2 + 2 * x + 1
    return lemma(Equality(left, right), _LINE, lambda: Derivation(left, _LINE).waypoint(right, "clear"))


_true(
    "a lemma that a certificate carries",
    lambda: equal(
        sp.sqrt((x + 1) ** 2 + 3), sp.sqrt(x**2 + 2 * x + 4), _LINE,
        lambda: SeriesBound(sp.sqrt((x + 1) ** 2 + 3), _LINE).rewrite_by(_square()),
    ),
)  # fmt: skip
