"""The guard of the translation: what is translated wrongly has other values, and nobody proves it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
import sympy as sp
from sympy.core.symbol import Str

from rftheory.inputs.coordinates import i, k, l, x
from rftheory.inputs.kernels import d
from rftheory.judges import kernel_judge
from rftheory.judges.translation import compare
from rftheory.kernel.terms import MINUS_OO, OO, Term, make, rat
from rftheory.prover import draws, entries, free_draws, random_terms, setting, spec, translate
from rftheory.prover.translate import Scope
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.nodes import Form, MeanOfSamples, Phase, Probability, SampleMean, SquaredLength
from rftheory.rules.propositions import Derivative, Equality, Inequality, Limit, Proposition
from rftheory.rules.tables import Coordinate, Sign
from rftheory.rules.uniform import LargestDeviation
from rftheory.rules.variates import Variate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.files import listed
from rftheory.statements.loading import found, load
from rftheory.statements.standing import assess
from rftheory.statements.verdicts import Verdict
from tests.lines import file_of
from tests.prover.expressions import EXPRESSIONS, NUMBERS, PHASE, X, a, b, n, p
from tests.prover.slips import lost_slips


def _claim(name: str, proposition: Proposition | None = None) -> Claim:
    expr, domain = EXPRESSIONS[name]
    return Claim("c", "as it stands", proposition or Equality(expr, sp.Integer(0)), domain)


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_every_kind_of_node_is_compared(name: str) -> None:
    found = compare("test/c", _claim(name))
    assert not found.differs and found.points == 2, found


# -- planted errors -------------------------------------------------------------------------------------------------------

Plant = Callable[[pytest.MonkeyPatch], None]
Change = Callable[[Term], Term]
_TERMS, _NODES = translate._OF_KIND, random_terms.OF_KIND


def _in(table: dict[Any, Any], key: Any, value: Any) -> Plant:
    return lambda patch: patch.setitem(table, key, value)


def _of(kind: type, wrong: Change) -> Plant:
    """The term of a kind of node, changed."""
    table = _TERMS if kind in _TERMS else _NODES
    right = table[kind]
    return _in(table, kind, lambda scope, node: wrong(right(scope, node)))


def _for(kind: type, wrong: Callable[[Any], sp.Expr]) -> Plant:
    """The term of another node."""
    table = _TERMS if kind in _TERMS else _NODES
    right = table[kind]
    return _in(table, kind, lambda scope, node: right(scope, wrong(node)))


def _where(module: Any, name: str, wrong: Callable[[Any], Any]) -> Plant:
    """A function of the translation, and what is made of it."""
    right = getattr(module, name)
    return lambda patch: patch.setattr(module, name, wrong(right))


def _law(right_one: str, wrong: str) -> Plant:
    """One law for another one, wherever laws are made."""

    def swapped(right: Callable[..., Term]) -> Callable[..., Term]:
        def made(op: str, args: Any = (), data: object = None) -> Term:
            return right(wrong if op == right_one else op, args, data)

        return made

    return _where(draws, "make", swapped)


def _arg(place: int, change: Change) -> Change:
    """One argument of a term, changed."""

    def changed(term: Term) -> Term:
        args = list(term.args)
        args[place] = change(args[place])
        return make(term.op, args, term.data)

    return changed


def _if(op: str, change: Change) -> Change:
    return lambda term: change(term) if term.op == op else term


def _less(term: Term, by: int = -1) -> Term:
    return make("+", (term, rat(by)))


def _more(term: Term) -> Term:
    return _less(term, 1)


def _op(op: str, data: object = None) -> Change:
    return lambda term: make(op, term.args, data)


def _inside(term: Term) -> Term:
    return term.args[0]


def _first(terms: Callable[..., Term]) -> Callable[..., Term]:
    return lambda args: terms(list(args)[:1])


#: errors of the translation, each with a node at which it must be seen
ERRORS: dict[str, tuple[str, Plant]] = {
    "a sign": ("a difference", _of(sp.Mul, _if("neg", _inside))),
    "a factor 2": ("a sum", _of(sp.Sum, lambda term: make("*", (rat(2), term)))),
    "a term lost": ("a difference", _where(translate, "total", _first)),
    "a factor lost": ("a quotient", _where(translate, "product", _first)),
    "no inverse": ("a quotient", _of(sp.Pow, _if("inv", _inside))),
    "the other root": ("roots", _of(sp.Pow, _if("sqrt", lambda term: make("neg", (term,))))),
    "the root of a modulus": ("roots", _of(sp.Pow, _if("sqrt", _arg(0, lambda term: make("abs", (term,)))))),
    "cos for sin": ("functions", _in(translate._FUNCTIONS, sp.sin, "cos")),
    "the modulus for the real part": ("parts", _in(translate._FUNCTIONS, sp.re, "abs")),
    "max for min": ("extremes", _for(sp.Min, lambda node: sp.Max(*node.args))),
    "min for max": ("extremes", _for(sp.Max, lambda node: sp.Min(*node.args))),
    "gamma(n) for n!": ("gammas", _of(sp.factorial, _arg(0, _less))),
    "rising for falling": ("gammas", _in(_TERMS, sp.FallingFactorial, translate._rising)),
    "J for I": ("special functions", _of(sp.besseli, _op("bessel_j"))),
    "parameters of a series": ("special functions", _of(sp.hyper, _op("pfq", (1, 3)))),
    "a sum that ends one early": ("a sum", _of(sp.Sum, _arg(1, _less))),
    "a sum that begins one late": ("a sum", _of(sp.Sum, _arg(0, _more))),
    "a product that ends one early": ("a product", _of(sp.Product, _arg(1, _less))),
    "a series that begins one late": ("a series", _of(sp.Sum, _arg(0, _more))),
    "a series that ends": ("a series", _of(sp.Sum, _arg(1, lambda end: rat(2) if end is OO else end))),
    "an end of an integral": ("integrals", _of(sp.Integral, lambda term: make("int", (rat(0), *term.args[1:])))),
    "an integral over all numbers": ("integrals", _of(sp.Integral, _arg(0, lambda end: MINUS_OO))),
    "x for y": ("a mean", _where(Scope, "vector", lambda right: lambda scope, key: right(scope, (key[0], "x")))),
    "a length for its square": ("a mean", _of(SquaredLength, lambda term: make("sqrt", (term,)))),
    "d - 1 for d": ("a mean", _where(draws, "dimension_of_draw", lambda right: lambda *given: _less(right(*given)))),
    "one draw for two": ("two projections", _for(Form, lambda node: node.func(Str("w"), *node.args[1:]))),
    "half of the circle": ("a phase", _where(draws, "TWO", lambda right: rat(1))),
    "no mean": ("a mean of samples", _of(MeanOfSamples, lambda term: term.args[1])),
    "one sample fewer": ("a mean of samples", _of(MeanOfSamples, _arg(1, _arg(1, _less)))),
    "one sample for all": ("a mean of samples", _for(MeanOfSamples, lambda node: node.func(node.sample, 1))),
    "a frame for independent draws": ("a mean of samples", _where(draws, "OrthogonalMean", lambda right: SampleMean)),
    "independent draws for a frame": ("a mean over a frame", _where(draws, "OrthogonalMean", lambda right: SampleMean)),
    "orthonormal for orthogonal": ("members of a frame", _law("frame", "ortho")),
    "orthonormal for orthogonal in blocks": ("blocks", _law("frame", "ortho")),
    "cot for tan": ("constants", _of(sp.tan, lambda term: make("inv", (term,)))),
    "members in the other order": ("members of a frame", _for(FrameExpectation, lambda node: node.func(node.samples[::-1], d))),
    "another cosine": ("an angle", _for(AngleExpectation, lambda node: node.func(node.samples, d, -node.cosine))),
    "squares of lengths": ("an angle", _law("chi", "chi2")),
    "below for above": ("a probability", _in(translate.RELATIONS, sp.Ge, ("<=", False))),
    "strictly above for above": ("a probability", _in(translate.RELATIONS, sp.Ge, ("<", True))),
    "the square of an event": ("a probability", _of(Probability, _arg(-1, lambda side: make("*", (side, side))))),
    "masses of another law": (
        "counts", _where(draws, "mass", lambda right: lambda scope, law: right(scope, sp.Lambda(k, law(k) / 2)))),
    "one count fewer": ("counts", _of(sp.Product, _arg(1, _less))),
    "another coordinate": ("coordinates", _for(Coordinate, lambda node: node.func(node.args[0], 1))),
    "another sign": ("signs", _for(Sign, lambda node: node.func(node.args[0], 1))),
    "a length that is not divided by": ("a direction", _of(SquaredLength, lambda term: rat(1))),
    "a number for its image": ("a variate", _of(Variate, lambda term: term.args[1])),
    "a ball of another radius": ("a largest deviation", _of(LargestDeviation, _arg(3, _more))),
    "a largest value for a largest size": ("a largest deviation", _of(LargestDeviation, _arg(4, _inside))),
    "another centre": ("a chi-square law", _where(random_terms, "rat", lambda right: lambda number: right(-number))),
    "a draw of another name": ("draws outside of means", _of(Phase, _more)),
}  # fmt: skip


@pytest.mark.parametrize("error", ERRORS)
def test_an_error_of_the_translation_is_seen(error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, plant = ERRORS[error]
    plant(monkeypatch)
    assert compare("test/c", _claim(name)).differs


#: errors of what is stated and of the context
_LIMIT = Limit(sp.exp(p) * a, p, sp.Integer(0), a)
_SLOPE = Derivative(sp.exp(p) * a, p, sp.exp(p) * a)
_STATED: dict[str, tuple[Proposition, Change]] = {
    "an order for an equation": (Equality(a, b), _op("<=")),
    "a strict order": (Inequality(a, "<=", b), _op("<")),
    "the other side": (Inequality(a, ">=", b), lambda prop: make("<=", prop.args[::-1])),
    "a limit from below": (_LIMIT, lambda prop: make("lim", prop.args, "below")),
    "a limit elsewhere": (_LIMIT, _arg(0, _more)),
    "another limit": (_LIMIT, _arg(1, _more)),
    "the limit of something else": (_LIMIT, _arg(2, _more)),
    "another derivative": (_SLOPE, _arg(3, _more)),
    "the derivative of something else": (_SLOPE, _arg(2, lambda body: make("*", (body, body)))),
    "a derivative on a smaller interval": (_SLOPE, _arg(0, _more)),
    "a derivative on a larger interval": (_SLOPE, _arg(0, lambda end: MINUS_OO)),
}
_SLOPES = Domain((Range(a), Range(b), Range(p, 0, None, "()")))


@pytest.mark.parametrize("error", _STATED)
def test_an_error_of_what_is_stated_is_seen(error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    proposition, change = _STATED[error]
    claim = Claim("c", "as it stands", proposition, _SLOPES)
    assert compare("test/c", claim).points == 2
    right = spec._stated

    def wrong(claim: Claim, kernel: Any) -> tuple[Any, Term]:
        setting, prop = right(claim, kernel)
        return setting, change(prop)

    monkeypatch.setattr(spec, "_stated", wrong)
    assert compare("test/c", claim).differs


def _narrow(ranges: Callable[[Range], Iterator[Any]]) -> Callable[[Range], Iterator[Any]]:
    return lambda item: ranges(replace(item, high=sp.Rational(1, 100)) if item.symbol == p else item)


_CONTEXTS: dict[str, Plant] = {
    "a smaller range": _where(setting, "_of_range", _narrow),
    "vectors of other products": _where(
        entries, "_product", lambda right: lambda first, second, value: right(first, second, value + 1)
    ),
    "a draw of a large length": _where(free_draws, "ZERO", lambda right: rat(1000)),
    "no other dimension": _where(
        entries, "declare", lambda right: lambda tag, *sizes, **ends: right(tag, *map(_less, sizes), **ends)
    ),
}


@pytest.mark.parametrize("error", _CONTEXTS)
def test_a_context_that_is_smaller_than_the_domain_is_seen(error: str, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = _claim("draws outside of means", Equality(X * PHASE + p, sp.Integer(0)))
    assert compare("test/c", claim).points == 2
    _CONTEXTS[error](monkeypatch)
    assert compare("test/c", claim).differs


# -- what becomes of it -----------------------------------------------------------------------------------------------------


def _judged(left: sp.Expr) -> Verdict:
    claim = Claim("c", "as it stands", Equality(left, sp.Integer(1)), NUMBERS)
    return kernel_judge.judge(file_of(claim), "standard", 0)


def test_a_certificate_of_something_else_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    right = _judged(sp.cos(a) ** 2 + sp.sin(a) ** 2)
    assert right.findings[0].answer == "holds" and right.figures["compared"] == 1 and not right.error
    # now the kernel proves cos^2 + sin^2 = 1 for what says something false of cosh and sinh
    monkeypatch.setitem(translate._FUNCTIONS, sp.cosh, "cos")
    monkeypatch.setitem(translate._FUNCTIONS, sp.sinh, "sin")
    wrong = _judged(sp.cosh(a) ** 2 + sp.sinh(a) ** 2)
    (finding,) = wrong.findings
    assert finding.answer == "undecided" and "the translation says something else: left" in finding.reason
    assert wrong.error and assess([wrong]).status != "proved"


def test_claims_of_the_ledger_are_compared() -> None:
    """All of some statements."""
    for name in list(found().entries)[5::48]:
        for claim in listed(load(name)):
            same = compare(f"{name}/{claim.name}", claim)
            assert same.points and not same.differs, (claim.name, same)


def test_a_slip_that_the_translation_loses_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = _claim("a difference", Equality(sp.sin(a) + sp.Abs(b), 2 * p))
    assert lost_slips("test/c", claim, 8) == []
    # where all numbers are one number, twice as much is as much
    monkeypatch.setitem(_TERMS, sp.Rational, lambda *_: rat(2))
    assert lost_slips("test/c", claim, 8)


def test_slips_of_the_ledger_are_other_statements() -> None:
    for name in list(found().entries)[7::48]:
        for claim in listed(load(name)):
            assert lost_slips(f"{name}/{claim.name}", claim, 2) == []


def test_large_sizes_are_compared_at_small_ones_and_what_is_not_says_why() -> None:
    """Two forms of one expression are the same outside of the domain as well; sums that are large at every point, as the
    sizes of a vector are, cost little and are left: the work is counted.
    """
    sums = sp.Sum(sp.Sum(sp.Sum(p**k / (i + l), (l, 1, n)), (i, 1, n)), (k, 1, n))
    large = Domain((Range(n, 99, 120, integer=True), Range(p, 0, None, "()")))
    assert compare("test/c", Claim("c", "as it stands", Equality(sums, sp.Integer(0)), large)).points == 1
    sized = Domain((*large.ranges, Range(x.label, shape=(n,))))
    found = compare("test/c", Claim("c", "as it stands", Equality(x[1] * sums, sp.Integer(0)), sized))
    assert not found.points and not found.differs and "20000 evaluations" in found.why
