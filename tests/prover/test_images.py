"""Images of laws: means of independent blocks of projections, each with the value of its mean over a frame."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy as sp

from rftheory.coordinates import d
from rftheory.kernel.contexts import EMPTY, Context, close, open_binder
from rftheory.kernel.defined import is_law
from rftheory.kernel.substitution import abstract
from rftheory.kernel.terms import IMAG, ONE, TWO, ZERO, Term, declare, make, power, rat, var
from rftheory.kernel.text import print_term
from rftheory.kernel.theorems import Kernel
from rftheory.kernels import PAIR, m, theta, x_norm, y_norm
from rftheory.prover.equal import prove_equal
from rftheory.prover.expectation_laws import make_law
from rftheory.prover.expectations import integrator_of
from rftheory.prover.failure import Unproved
from rftheory.prover.setting import Setting
from rftheory.prover.trace import Trace
from rftheory.prover.translate import translate
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, Phase, Projection, SampleMean
from rftheory.rules.uniform import largest_deviation
from rftheory.statements.domain import Domain, Range
from tests.prover.test_frame_sums import closed

HALF = rat(Fraction(1, 2))
_n = sp.Symbol("n", integer=True, positive=True)
_l, _t = sp.Symbol("l", integer=True, positive=True), sp.Symbol("t", real=True)
_PAIR = Domain(
    (
        *(Range(x_norm, 0), Range(y_norm, 0), Range(theta, 0, sp.pi)),
        *(Range(d, 2, integer=True), Range(m, 1, integer=True), Range(_n, 1, integer=True), Range(_t)),
    ),
    (sp.Le(m, d),),
)
_w, _v = Projection("w"), Projection("v")
_wx, _vx = _w.dot(PAIR.x), _v.dot(PAIR.x)


def _blocks(sample: sp.Expr, size: sp.Expr = d) -> sp.Expr:
    return SampleMean(OrthogonalMean(sample, size, d), _n)


# -- what is said -----------------------------------------------------------------------------------------------------


def _printed(expr: sp.Expr) -> str:
    setting = Setting(Kernel(), _PAIR, [expr])
    return " ".join(print_term(translate(expr, setting), setting.names).split())


@pytest.mark.parametrize(
    ("expr", "text"),
    [
        (
            Expectation(_blocks(sp.exp(_wx))),
            "(E ((u1 (iid n (image ((v1 (frame d d))) (* (inv d) (sum (k1 1 d) (exp (dot (at v1 k1) x)))))))) "
            "(* (inv n) (sum (k1 1 n) (at u1 k1))))",
        ),
        (
            Expectation(SampleMean(OrthogonalMean(_wx, m, d) ** 2, _n) * OrthogonalMean(_vx, m, d)),
            "(E ((v1 (frame m d)) (u1 (iid n (image ((v1 (frame m d))) (* (inv m) (sum (k1 1 m) (dot (at v1 k1) x))))))) "
            "(* (* (inv m) (sum (k1 1 m) (dot (at v1 k1) x))) (* (inv n) (sum (k1 1 n) (pow (at u1 k1) 2)))))",
        ),
        (
            sp.Sum(Expectation(_blocks(_l * _wx)), (_l, 1, m)),
            "(sum (k1 1 m) (E ((u1 (iid n (image ((v1 (frame d d))) "
            "(* (inv d) (sum (k2 1 d) (* k1 (dot (at v1 k2) x)))))))) (* (inv n) (sum (k2 1 n) (at u1 k2)))))",
        ),
    ],
)  # fmt: skip
def test_blocks_are_drawn_by_their_values(expr: sp.Expr, text: str) -> None:
    assert _printed(expr) == text


@pytest.mark.parametrize(
    ("expr", "reason"),
    [
        # values of a block that are not real are no draws of an image
        (Expectation(_blocks(sp.exp(sp.I * _wx))), "a mean of sample means that are not real"),
        # the same blocks in two functions, of which the draws are shared
        (Expectation(_blocks(_wx) * _blocks(sp.exp(_wx))), "w is the source of different means over a frame"),
        (Expectation(SampleMean(OrthogonalMean(_wx, d, d) * _wx, _n)), "w is the source of"),
        (Expectation(_blocks(_wx) * _wx), "w is drawn in means of different kinds, or alone and in a mean"),
        (Expectation(_blocks(_wx) * SampleMean(_wx, _n)), "w is the source of"),
        # more than frames inside of independent samples
        (Expectation(SampleMean(SampleMean(_wx, m), _n)), "a mean of sample means"),
        (Expectation(SampleMean(_blocks(_wx), m)), "a mean of sample means"),
        (Expectation(OrthogonalMean(OrthogonalMean(_wx, m, d), m, d)), "a mean of sample means"),
        (FrameExpectation((OrthogonalMean(_wx, m, d), _wx), d), "a mean of sample means"),
        (Expectation(_blocks(sp.cos(_wx + Phase("b")))), "a mean of sample means"),
        # one law for each value of a bound variable is not one law
        (Expectation(sp.Sum(_blocks(_l * _wx), (_l, 1, m))), "a mean of sample means"),
        (Expectation(sp.Integral(_blocks(_t * _wx), (_t, 0, 1))), "a mean of sample means"),
        (largest_deviation(_blocks(sp.exp(_wx)), 1), "a mean of sample means"),
        (_blocks(_wx), "w is random outside of an expectation"),
    ],
)  # fmt: skip
def test_other_means_of_means_are_refused(expr: sp.Expr, reason: str) -> None:
    with pytest.raises(Unproved, match=re.escape(reason)):
        _printed(expr)


# -- what is proved ---------------------------------------------------------------------------------------------------


class Blocks:
    """A vector x of R^d, d >= 2, and a number n of blocks of d projections each."""

    def __init__(self) -> None:
        self.run = Trace()
        entries = [declare("int", low=TWO), declare("int", low=ONE), declare("vec", var(0, "int"))]
        self.d, self.n, self.x = var(0, "int"), var(1, "int"), var(2, "vec")
        self.context: Context = self.run.extended(EMPTY, *entries)

    def image(self, value: Callable[[Term], Term]) -> Term:
        """The law of the mean over one block."""
        _, (w,) = open_binder(self.context, make("E", (frame := make("frame", (self.d, self.d)), ZERO)))
        body = value(make("dot", (make("at", (w, var(99, "int"))), self.x)))
        mean = make("*", (make("inv", (self.d,)), make("sum", (ONE, self.d, abstract(body, [99])))))
        return make("image", (frame, close(mean, (w,))))

    def moment(self, order: int) -> Term:
        """``E (sum of the values of n blocks)^order``."""
        law = make("iid", (self.n, self.image(lambda product: make("exp", (product,)))))
        _, (values,) = open_binder(self.context, make("E", (law, ZERO)))
        total = make("sum", (ONE, self.n, abstract(make("at", (values, var(99, "int"))), [99])))
        return make("E", (law, close(power(total, order) if order > 1 else total, (values,))))

    def exponential(self, factor: Term) -> Term:
        return make("exp", (make("*", (factor, make("norm2", (self.x,)))),))


@pytest.fixture(scope="module")
def blocks() -> Blocks:
    return Blocks()


def test_mean_over_blocks(blocks: Blocks) -> None:
    """``n exp(|x|^2/2)``, and no other number."""
    found = closed(blocks, blocks.moment(1))
    assert prove_equal(blocks.run, blocks.context, found, make("*", (blocks.n, blocks.exponential(HALF))))
    with pytest.raises(Unproved):
        prove_equal(blocks.run, blocks.context, found, make("*", (blocks.n, blocks.exponential(ONE))))


def test_square_over_blocks(blocks: Blocks) -> None:
    """``n (n - 1) K^2 + n (exp(2 |x|^2) + (d - 1) R)/d``; that of one frame or of independent members is refused."""
    d, n = blocks.d, blocks.n
    minus = rat(-1)
    place = make("*", (HALF, make("norm2", (blocks.x,))))
    within = make("pfq", (d, make("*", (HALF, d)), place), (1, 1))
    between = blocks.exponential(ONE)

    def value(pair: Term, other: Term) -> Term:
        block = make("+", (blocks.exponential(TWO), make("*", (make("+", (d, minus)), pair))))
        pairs = make("*", (n, make("+", (n, minus)), other))
        return make("+", (pairs, make("*", (n, make("inv", (d,)), block))))

    found = closed(blocks, blocks.moment(2))
    assert prove_equal(blocks.run, blocks.context, found, value(within, between))
    for wrong in (value(between, between), value(within, within)):
        with pytest.raises(Unproved):
            prove_equal(blocks.run, blocks.context, found, wrong)


def test_an_image_has_real_values(blocks: Blocks) -> None:
    integrator = integrator_of(blocks.run)
    for factor, held in ((ONE, True), (IMAG, False)):
        law = blocks.image(lambda product, f=factor: make("exp", (make("*", (f, product)),)))  # type: ignore[misc]
        if held:
            make_law(integrator, blocks.context, law)
        else:
            with pytest.raises(Unproved):
                make_law(integrator, blocks.context, law)
        assert is_law(integrator.search.kernel, blocks.context, law) == held
