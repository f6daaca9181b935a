"""Contexts of claims in the kernel's terms: ranges, conditions, tables of vectors, laws, and what binders add."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

from rftheory.inputs.coordinates import d, x
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
from rftheory.prover.setting import Setting
from rftheory.prover.spec import entry
from rftheory.prover.translate import translate
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.propositions import Limit
from rftheory.rules.variates import DRAW, UnitVariate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.prover.sides import agreement

a, c = sp.symbols("a c", real=True)
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
    assert there.names[-1] == "v_5"
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
