"""Contexts of claims in the kernel's terms: ranges, conditions, tables of vectors, laws, what binders add; and what has no term."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
import sympy as sp

from rftheory.inputs.coordinates import d, k, x
from rftheory.inputs.kernels import EQUAL_PAIR, PAIR, m, r, theta, x_norm, y_norm
from rftheory.kernel.contexts import Context, open_binder
from rftheory.kernel.reading import require_name
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import ONE, make, rat, var
from rftheory.kernel.text import context_entries, print_term
from rftheory.kernel.theorems import Kernel
from rftheory.meaning.balls import exact
from rftheory.meaning.values import value
from rftheory.prover.draws import Draw, at_angle
from rftheory.prover.failure import Unproved
from rftheory.prover.setting import Setting
from rftheory.prover.spec import entry
from rftheory.prover.translate import translate
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, Phase, Projection, SampleMean
from rftheory.rules.propositions import Limit
from rftheory.rules.uniform import largest_deviation
from rftheory.rules.variates import DRAW, Counts, UnitVariate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.prover.sides import agreement

a, c = sp.symbols("a c", real=True)
n = sp.Symbol("n", integer=True)
_SIZES = (Range(d, 2, integer=True), Range(m, 1, integer=True))
_PAIR = Domain((Range(x_norm, 0), Range(y_norm, 0), Range(theta, 0, sp.pi), *_SIZES))
_w, _v = Projection("w"), Projection("v")
_wx = _w.dot(PAIR.x)


def facts(context: Context, names: list[str]) -> list[str]:
    return [" ".join(print_term(part, names).split()) for part in context_entries(context)]


@pytest.mark.parametrize(
    ("domain", "expressions", "names", "texts"),
    [
        # entries come when they are defined
        (
            Domain((Range(a, 0, 1 / c), Range(c)), (sp.Gt(1 / a, 2), sp.Ne(c, 0), sp.Ne(a, 0))), [], ["c", "a"],
            ["(decl real none none)", "(!= c 0)", "(decl real (closed 0) (closed (inv c)))", "(!= a 0)", "(< 2 (inv a))"],
        ),
        # vectors have the products of their table
        (
            Domain(_PAIR.ranges[:3]), [Expectation(_wx * _w.dot(PAIR.y))], ["x_norm", "y_norm", "theta", "d", "x", "y"],
            ["(decl int (closed 1) none)", "(decl (vec d))", "(= (norm2 x) (pow x_norm 2))", "(decl (vec d))",
             "(= (dot x y) (* x_norm y_norm (cos theta)))", "(= (norm2 y) (pow y_norm 2))"],
        ),
        # entries of arrays have their ends
        (
            Domain((Range(x.label, 0, shape=(d,)), Range(d, 1, integer=True))), [], ["d", "x"],
            ["(all (k1 int (closed 1) (closed d)) (<= 0 (coord x k1)))"],
        ),
        # laws that may be any are images of a Gaussian number
        (
            Domain(()), [Expectation(UnitVariate("U", DRAW))], ["U"],
            ["(decl fun none none)", "(all (x1 real none none) (<= 0 (ap U x1)))",
             "(all (x1 real none none) (<= (ap U x1) 1))", "(l1 (E ((x1 (gauss))) (ap U x1)))"],
        ),
    ],
)  # fmt: skip
def test_contexts_are_as_the_domain_says(
    domain: Domain, expressions: list[sp.Expr], names: list[str], texts: list[str]
) -> None:
    setting = Setting(Kernel(), domain, expressions)
    assert setting.names == names
    assert facts(setting.context, setting.names)[-len(texts) :] == texts


def test_a_limit_binds_its_variable_also_in_the_products_of_vectors() -> None:
    domain = Domain((Range(r, 0, closed="()"), Range(theta, 0, sp.pi)))
    equal = _w.dot(EQUAL_PAIR.x) * _w.dot(EQUAL_PAIR.y)
    claim = Claim("limit", "", Limit(Expectation(equal), theta, sp.Integer(0), r**2), domain)
    made = entry("limit", claim, Kernel())
    assert made.setting.names == ["r", "d", "e_1", "e_2"]
    assert made.prop.op == "lim" and made.prop.data == "above"
    assert facts(made.setting.context, made.setting.names)[1] == "(decl int (closed 2) none)"
    # at the angle 2 the mean of w.x w.y is x.y = r^2 cos 2
    point = [exact(2), exact(2), [exact(1), exact(0)], [exact(0), exact(1)]]
    assert agreement(4 * sp.cos(2), instantiate(made.prop.args[2], [rat(2)]), {}, point) == "equal"


def test_lines_are_translated_inside_of_binders() -> None:
    setting = Setting(Kernel(), _PAIR)
    draws = make("E", (make("normal", (setting.symbols[d],)), ONE))
    inner, (drawn,) = open_binder(setting.context, draws)
    there = setting.within(inner, draws={"w": Draw(drawn)})
    length = _w.squared_length(d)
    assert there.names[-1] == "w_5"
    assert translate(sp.Gt(length, a), there, {a: ONE}) is make("<", (ONE, make("norm2", (drawn,))))
    # what the inside binds comes after the draw
    nested = translate(Expectation(_v.squared_length(d) * a) + length, there, {a: make("norm2", (drawn,))})
    inner.require(nested)


def test_directions_at_an_angle() -> None:
    """The lengths are those that are drawn, and the cosine is that of the node."""
    first, second = at_angle(var(0, "reals"), var(1, "vecs"), rat(Fraction(3, 5)))
    pair = [[exact(2), exact(3)], [[exact(0), exact(1), exact(0)], [exact(0), exact(0), exact(1)]]]
    products = [make("norm2", (first,)), make("norm2", (second,)), make("dot", (first, second))]
    assert [value(term, pair).re for term in products] == [4, 9, 2 * 3 * Fraction(3, 5)]


@pytest.mark.parametrize("word", sorted({"e", "i", "D", "E", "P", "gamma", "chi", "real", "all"}))
def test_parameters_called_like_a_word_of_the_language_are_no_vectors_of_a_basis(word: str) -> None:
    symbols = [sp.Symbol(word, real=True), sp.Symbol(word, positive=True)]
    setting = Setting(Kernel(), Domain(tuple(map(Range, symbols))))
    assert setting.names == [f"{word}_", f"{word}__2"]
    assert all(require_name(name) for name in setting.names)


# -- what has no term ------------------------------------------------------------------------------------------------

_POISSON = sp.Lambda(k, sp.exp(-a) * a**k / sp.factorial(k))
_l, _t, _n = (
    sp.Symbol("l", integer=True, positive=True),
    sp.Symbol("t", real=True),
    sp.Symbol("n", integer=True, positive=True),
)
_BLOCKS = Domain((*_PAIR.ranges, Range(_n, 1, integer=True), Range(_t)), (sp.Le(m, d),))
_REALS = Domain((Range(a), Range(c), Range(n, 0, integer=True)))


def _blocks(sample: sp.Expr, size: sp.Expr = d) -> sp.Expr:
    return SampleMean(OrthogonalMean(sample, size, d), _n)


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
