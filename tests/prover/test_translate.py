"""Statements in the kernel's terms say what they say in SymPy."""

from __future__ import annotations

import re

import pytest
import sympy as sp

from rftheory.inputs.coordinates import d, k, l, x
from rftheory.inputs.kernels import PAIR, m, theta, x_norm, y_norm
from rftheory.kernel.text import print_term
from rftheory.kernel.theorems import Kernel
from rftheory.prover.failure import Unproved
from rftheory.prover.setting import Setting
from rftheory.prover.translate import translate
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, Phase, Probability, Projection, SampleMean
from rftheory.rules.tables import Coordinate
from rftheory.rules.uniform import largest_deviation
from rftheory.rules.variates import MASS, Counts, Variate
from rftheory.statements.domain import Domain, Range

a, c = sp.symbols("a c", real=True)
n = sp.Symbol("n", integer=True)
_REALS = Domain((Range(a), Range(c), Range(n, 0, integer=True)))
_SIZES = (Range(d, 2, integer=True), Range(m, 1, integer=True))
_PAIR = Domain((Range(x_norm, 0), Range(y_norm, 0), Range(theta, 0, sp.pi), *_SIZES))
_w, _v = Projection("w"), Projection("v")
_wx, _vx = _w.dot(PAIR.x), _v.dot(PAIR.x)


def printed(expr: sp.Expr, domain: Domain = _REALS) -> str:
    """The text of a term; what a binder binds has a letter and a number."""
    setting = Setting(Kernel(), domain, [expr])
    return " ".join(print_term(translate(expr, setting), setting.names).split())


# -- expressions ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (a - c, "(+ a (neg c))"),
        (2 * a / c, "(* 2 a (inv c))"),
        (-a * c, "(neg (* a c))"),
        (a**3, "(pow a 3)"),
        (a**-2, "(inv (pow a 2))"),
        (sp.sqrt(a), "(sqrt a)"),
        (a ** sp.Rational(-3, 2), "(inv (pow (sqrt a) 3))"),
        (a ** sp.Rational(2, 3), "(pow (root 3 a) 2)"),
        (a**n, "(rpow a n)"),
        (a ** (sp.I * c), "(exp (* (* imag c) (log a)))"),
        (sp.exp(a + 1), "(exp (+ 1 a))"),
        (sp.E, "(exp 1)"),
        (sp.pi * sp.I, "(* pi imag)"),
        (sp.Abs(a * c - 1), "(abs (+ -1 (* a c)))"),
        (sp.sign(a), "(sgn a)"),
        (sp.tan(a), "(* (sin a) (inv (cos a)))"),
        (sp.factorial(n), "(gamma (+ n 1))"),
        (sp.binomial(n, 2, evaluate=False), "(prod (k1 1 2) (* (+ n (neg 2) k1) (inv k1)))"),
        (sp.rf(a, n), "(prod (k1 1 n) (+ a k1 -1))"),
        (sp.ff(a, n), "(prod (k1 1 n) (+ a (neg k1) 1))"),
        (sp.besseli(0, a), "(bessel_i 0 a)"),
        (sp.hyper((1, a), (c,), a), "(pfq (list 1 a) (list c) a)"),
        (sp.Max(a, c), "(* 1/2 (+ a c (abs (+ a (neg c)))))"),
        (sp.Sum(a**k, (k, 0, sp.oo)), "(sum (k1 0 oo) (rpow a k1))"),
        (sp.Sum(k * l, (l, 1, k), (k, 0, n)), "(sum (k1 0 n) (sum (k2 1 k1) (* k1 k2)))"),
        (sp.Integral(a * c, (a, 1, 0)), "(int (x1 1 0) (* x1 c))"),
        (sp.Integral(sp.exp(-(a**2)), (a, -sp.oo, sp.oo)), "(int (x1 -oo oo) (exp (neg (pow x1 2))))"),
    ],
)
def test_deterministic_terms_are_as_written(expr: sp.Expr, text: str) -> None:
    assert printed(expr) == text


_ANGLE = AngleExpectation((sp.exp(_wx), _wx), d, sp.Rational(1, 2))
_POISSON = sp.Lambda(k, sp.exp(-a) * a**k / sp.factorial(k))
_l, _t, _n = (
    sp.Symbol("l", integer=True, positive=True),
    sp.Symbol("t", real=True),
    sp.Symbol("n", integer=True, positive=True),
)
_BLOCKS = Domain((*_PAIR.ranges, Range(_n, 1, integer=True), Range(_t)), (sp.Le(m, d),))


def _blocks(sample: sp.Expr, size: sp.Expr = d) -> sp.Expr:
    return SampleMean(OrthogonalMean(sample, size, d), _n)


_TWO = Domain((Range(a, 0, closed="()"), *_SIZES, Range(x.label, shape=(d,))))


@pytest.mark.parametrize(
    ("expr", "text", "domain"),
    [
        (Expectation(_wx * _vx), "(E ((w1 (normal d)) (w2 (normal d))) (* (dot w1 x) (dot w2 x)))", _PAIR),
        (Expectation(_w.squared_length(d) * _wx), "(E ((w1 (normal d))) (* (dot w1 x) (norm2 w1)))", _PAIR),
        (
            Expectation(SampleMean(_wx, m) * SampleMean(_wx**2, m)),
            "(E ((v1 (iid m (normal d)))) (* (* (inv m) (sum (k1 1 m) (pow (dot (at v1 k1) x) 2))) "
            "(* (inv m) (sum (k1 1 m) (dot (at v1 k1) x)))))",
            _PAIR,
        ),
        (
            Expectation(_wx - Expectation(_wx)),
            "(E ((w1 (normal d))) (+ (neg (E ((w2 (normal d))) (dot w2 x))) (dot w1 x)))",
            _PAIR,
        ),
        (
            Expectation(OrthogonalMean(sp.cos(_wx + Phase("b")), m, d)),
            "(E ((u1 (iid m (uniform 0 (* 2 pi)))) (v1 (frame m d))) "
            "(* (inv m) (sum (k1 1 m) (cos (+ (dot (at v1 k1) x) (at u1 k1))))))",
            _PAIR,
        ),
        (
            FrameExpectation((_wx, sp.exp(_wx)), d),
            "(E ((v1 (frame 2 d))) (* (dot (at v1 1) x) (exp (dot (at v1 2) x))))",
            _PAIR,
        ),
        (
            _ANGLE,
            "(E ((u1 (iid 2 (chi d))) (v1 (ortho 2 d))) (* (exp (dot (vscale (at u1 1) (at v1 1)) x)) "
            "(dot (vscale (at u1 2) (vadd (vscale 1/2 (at v1 1)) (vscale (sqrt (+ 1 (neg (pow 1/2 2)))) (at v1 2)))) x)))",
            _PAIR,
        ),
        (
            Probability(sp.Ge(SampleMean(_wx, m), 1, evaluate=False)),
            "(P ((v1 (iid m (normal d)))) (<= 1 (* (inv m) (sum (k1 1 m) (dot (at v1 k1) x)))))",
            _PAIR,
        ),
        (
            Expectation(Counts("w", _POISSON)[1]),
            "(E ((k1 (mass (k1 0 oo) (* (rpow a k1) (inv (gamma (+ k1 1))) (exp (neg a)))))) k1)",
            _TWO,
        ),
        (
            Expectation(sp.Product(x[l] ** Counts("w", sp.Lambda(k, MASS(k)))[l], (l, 1, d))),
            "(E ((j1 (iid d (mass (k1 0 oo) (at p k1))))) (prod (k1 1 d) (rpow (coord x k1) (at j1 k1))))",
            _TWO,
        ),
        (
            Expectation(SampleMean(sp.Sum(Coordinate("w", l), (l, 1, d)), m)),
            "(E ((u1 (iid (* m d) gauss))) (* (inv m) (sum (k1 1 m) (sum (k2 1 d) (at u1 (+ (* (+ k1 -1) d) k2))))))",
            _TWO,
        ),
        (
            Expectation(_blocks(sp.exp(_wx))),
            "(E ((u1 (iid n (image ((v1 (frame d d))) (* (inv d) (sum (k1 1 d) (exp (dot (at v1 k1) x)))))))) "
            "(* (inv n) (sum (k1 1 n) (at u1 k1))))",
            _BLOCKS,
        ),
        (
            Expectation(SampleMean(OrthogonalMean(_wx, m, d) ** 2, _n) * OrthogonalMean(_vx, m, d)),
            "(E ((v1 (frame m d)) (u1 (iid n (image ((v1 (frame m d))) (* (inv m) (sum (k1 1 m) (dot (at v1 k1) x))))))) "
            "(* (* (inv m) (sum (k1 1 m) (dot (at v1 k1) x))) (* (inv n) (sum (k1 1 n) (pow (at u1 k1) 2)))))",
            _BLOCKS,
        ),
        (
            sp.Sum(Expectation(_blocks(_l * _wx)), (_l, 1, m)),
            "(sum (k1 1 m) (E ((u1 (iid n (image ((v1 (frame d d))) "
            "(* (inv d) (sum (k2 1 d) (* k1 (dot (at v1 k2) x)))))))) (* (inv n) (sum (k2 1 n) (at u1 k2)))))",
            _BLOCKS,
        ),
        (Expectation(Variate("Z") ** 2), "(E ((x1 gauss)) (pow (ap Z x1) 2))", _TWO),
    ],
)  # fmt: skip
def test_random_nodes_are_blocks(expr: sp.Expr, text: str, domain: Domain) -> None:
    assert printed(expr, domain).replace("(gauss)", "gauss") == text


def test_largest_deviations_are_maxima_over_two_balls() -> None:
    gap = SampleMean(sp.exp(_wx), m) - x_norm * y_norm * sp.cos(theta)
    event = Probability(sp.Ge(largest_deviation(gap, a), 1, evaluate=False))
    text = printed(event, Domain((Range(a, 0), *_SIZES)))
    assert "(max ((w1 d a) (w2 d a))" in text
    assert "(dot w1 w2)" in text and "(dot (at v1 k1) w1)" in text


# -- what has no term ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expressions", "domain", "reason"),
    [
        ([sp.Symbol("z")], _REALS, "a symbol outside of the domain: z"),
        ([sp.Derivative(sp.Function("f", real=True)(a), a)], _REALS, "no term for Derivative"),
        ([sp.Piecewise((a, a > 0), (0, True))], _REALS, "no term for Piecewise"),
        ([Expectation(SampleMean(_wx, m) * _wx)], _PAIR, "w is drawn in means of different kinds, or alone and in a mean"),
        ([Expectation(SampleMean(SampleMean(_wx, m), m))], _PAIR, "a mean of sample means"),
        ([SampleMean(Phase("b"), m)], _PAIR, "b is random outside of an expectation"),
        ([Expectation(_wx + _w.squared_length(d)), _w.squared_length(m)], _PAIR, "vectors of the dimensions d, m"),
        ([Expectation(_wx + _v.squared_length(d) + _v.squared_length(m))], _PAIR, "v has different dimensions"),
        ([Expectation(_w.squared_length(d) + _w.squared_length(m))], _PAIR, "w has different dimensions"),
        ([Expectation(Counts("w", _POISSON)[n])], _REALS, "is not a member of a family"),
        # values of a block that are not real are no draws of an image
        ([Expectation(_blocks(sp.exp(sp.I * _wx)))], _BLOCKS, "a mean of sample means that are not real"),
        # the same blocks in two functions, of which the draws are shared
        ([Expectation(_blocks(_wx) * _blocks(sp.exp(_wx)))], _BLOCKS, "w is the source of different means over a frame"),
        ([Expectation(SampleMean(OrthogonalMean(_wx, d, d) * _wx, _n))], _BLOCKS, "w is the source of"),
        ([Expectation(_blocks(_wx) * _wx)], _BLOCKS, "w is drawn in means of different kinds, or alone and in a mean"),
        ([Expectation(_blocks(_wx) * SampleMean(_wx, _n))], _BLOCKS, "w is the source of"),
        # more than frames inside of independent samples
        ([Expectation(SampleMean(SampleMean(_wx, m), _n))], _BLOCKS, "a mean of sample means"),
        ([Expectation(SampleMean(_blocks(_wx), m))], _BLOCKS, "a mean of sample means"),
        ([Expectation(OrthogonalMean(OrthogonalMean(_wx, m, d), m, d))], _BLOCKS, "a mean of sample means"),
        ([FrameExpectation((OrthogonalMean(_wx, m, d), _wx), d)], _BLOCKS, "a mean of sample means"),
        ([Expectation(_blocks(sp.cos(_wx + Phase("b"))))], _BLOCKS, "a mean of sample means"),
        # one law for each value of a bound variable is not one law
        ([Expectation(sp.Sum(_blocks(_l * _wx), (_l, 1, m)))], _BLOCKS, "a mean of sample means"),
        ([Expectation(sp.Integral(_blocks(_t * _wx), (_t, 0, 1)))], _BLOCKS, "a mean of sample means"),
        ([largest_deviation(_blocks(sp.exp(_wx)), 1)], _BLOCKS, "a mean of sample means"),
        ([_blocks(_wx)], _BLOCKS, "w is random outside of an expectation"),
        ([], Domain((Range(a),), (sp.Gt(1 / a, 0),)), "the context is not well-formed: 1/a > 0"),
    ],
)  # fmt: skip
def test_what_has_no_term_is_refused(expressions: list[sp.Expr], domain: Domain, reason: str) -> None:
    def attempt() -> None:
        setting = Setting(Kernel(), domain, expressions)
        for expr in expressions:
            translate(expr, setting)

    with pytest.raises(Unproved, match=re.escape(reason)):
        attempt()
