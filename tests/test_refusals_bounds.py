"""Attempts to prove something false through lemmas, convexity, monotone functions, cases and roots: all are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sympy as sp
from rftheory.evidence.bounds import Bound
from rftheory.evidence.deciding import judge_claim
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.intermediate import RootBound
from rftheory.evidence.series_steps import SeriesBound
from rftheory.evidence.sign import sign_of

from rftheory.kernels import PAIR, x_norm
from rftheory.propositions import Inequality, Relation
from rftheory.rules.nodes import Expectation, Projection
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.refusals import refused_chains

_t, _x = sp.symbols("t x", real=True)
_p, _w = sp.symbols("p w", positive=True)
_k = sp.Symbol("k", integer=True, positive=True)
_n = sp.Symbol("n", integer=True, positive=True)
_count = sp.Symbol("k", integer=True, nonnegative=True)
_ZERO, _HALF = sp.Integer(0), sp.Rational(1, 2)
_UNIT = Domain((Range(_t, 0, 1, typical=(0, 1)),))
_NUMBERS = Domain((Range(_n, 1, None, integer=True),))
_INDICES = Domain((Range(_k, 1, None, integer=True),))
#: w >= p, although p alone would range up to 5
_ORDERED = Domain((Range(_p, 0, 5, "(]"), Range(_w, _p, 5)))
#: convex in p where w >= p only; its value at p = w = 1 is 4
_CUBIC = 6 * _w * _p**2 - 2 * _p**3
_LENGTHS = Domain((Range(x_norm, 0, 1, "(]", typical=(0, 1)),))
_MEAN = Expectation(sp.exp(Projection("w").dot(PAIR.x)))


def _lemma(left: sp.Expr, relation: Relation, right: sp.Expr, domain: Domain, proof: Callable[[], Derivation]) -> Claim:
    return Claim("lemma", "", Inequality(left, relation, right), domain, proof, role="lemma")


# -- ranges that depend on other parameters ----------------------------------------------------------------------------


def _valley() -> Derivation:
    value = sp.integrate(sp.expand((_p - 5) * (_w - _p)), _p)
    return Bound(value, _ORDERED).valley(_p, sp.Integer(5), _w - _p)


def _induction() -> Derivation:
    domain = Domain((Range(_count, 0, None, integer=True), Range(_w, 0, _count, "(]")))
    value = -(_count - _w) * (_count - _w - 1)  # positive at k = 1, w = 1/2
    growth = sp.expand(value.subs(_count, _count + 1) - value)
    return SeriesBound(value, domain).by_induction(
        _count, _ZERO, lambda facts: Bound(growth, facts).at_most(_ZERO, [sp.Integer(2), _count - _w])
    )


def _ends_of_a_lemma() -> Derivation:
    domain = Domain((Range(_p, 0, None, "()"), Range(_w, _p, None)))
    ordered = _lemma(_w - _p, ">=", _ZERO, domain, lambda: Bound(_w - _p, domain).at_least(_ZERO))
    return Bound(_w, domain).given(ordered, {_p: 2 * _w}).at_most(_ZERO)


# -- names ----------------------------------------------------------------------------------------------------------------


def _caught_by_a_sum() -> Derivation:
    total = sp.Sum(_n, (_k, 1, 2))
    lemma = _lemma(total, "<=", 2 * _n, _NUMBERS, lambda: Bound(total, _NUMBERS).algebra(2 * _n))
    # sum_(k <= 2) k = 3 is not at most 2k
    return Bound(sp.Integer(3), _INDICES).given(lemma, {_n: _k})


def _tangent_at_an_index() -> Derivation:
    domain = Domain((Range(_t, 0, None),))
    return Bound(sp.Sum(_t, (_k, 1, 2)), domain).tangent(_t, _k)


def _vanishing_index() -> Derivation:
    domain = _INDICES.where(sp.Eq(_k - 3, 0, evaluate=False))
    return RootBound(sp.Sum(_k - 3, (_k, 4, 5)), domain).vanish(_k - 3)


def _stand_in() -> Derivation:
    index, parameter = (sp.Symbol(name, integer=True, positive=True) for name in ("i", "i_"))
    domain = Domain((Range(parameter, 5, None, integer=True), Range(_n, 1, None, integer=True)))
    return Bound(sp.Sum(index - 5, (index, 1, _n)), domain).at_least(_ZERO)


def _index_that_is_not_positive() -> Derivation:
    root = sp.sqrt(_k**2 + 2 * _k + 1)
    return Bound(sp.Sum(root, (_k, -3, -2)), _UNIT).rewrite(root, _k + 1, "k > 0")


def _hidden_in_vectors() -> Derivation:
    lemma = _lemma(
        _MEAN, ">=", sp.exp(x_norm**2 / 2), _LENGTHS, lambda: Bound(_MEAN, _LENGTHS).algebra(sp.exp(x_norm**2 / 2))
    )
    return Bound(_MEAN, _LENGTHS).given(lemma, {x_norm: x_norm / 2})


# -- symbols that assume too much ------------------------------------------------------------------------------------------


def _half_for_an_integer() -> Derivation:
    index = sp.Symbol("k", integer=True)
    domain = _UNIT.with_ranges(Range(index, 0, None))
    lemma = _lemma(_t + 2 * sp.sin(sp.pi * index), ">=", _ZERO, domain, lambda: Bound(_t, domain).at_least(_ZERO))
    return Bound(_t, _UNIT).given(lemma, {index: sp.Rational(3, 2)})


def _at_infinity() -> Derivation:
    domain = Domain((Range(_t, 0, None),))
    lemma = _lemma(sp.exp(-_t), ">", _ZERO, domain, lambda: Bound(sp.exp(-_t), domain).at_least(_ZERO))
    return Bound(_x, Domain((Range(_x),))).given(lemma, {_t: sp.oo})


def _at_root(root: sp.Symbol, ends: tuple[int, int], function: sp.Expr) -> Derivation:
    start = RootBound(_ZERO, _UNIT)
    return start.by_root(root, (sp.Integer(ends[0]), sp.Integer(ends[1])), function, lambda d: RootBound(_ZERO, d))


def _limit_at_a_root() -> Derivation:
    root = sp.Symbol("r", real=True)
    domain = Domain((Range(_t, 0, 1), Range(_x, 0, 1)))
    chain = RootBound(_t + _x, domain)
    return chain.by_root(
        root,
        (sp.Integer(-1), sp.Integer(1)),
        root,
        lambda inner: RootBound(_t + _x, inner).limit_by_continuity(_t, _ZERO),
    ).limit_by_continuity(_x, _ZERO)


def _hidden_root() -> Derivation:
    start = RootBound(_MEAN, Domain(()))
    return start.by_root(x_norm, (_ZERO, sp.Integer(1)), x_norm - _HALF, lambda d: RootBound(_MEAN, d))


# -- functions and sums ------------------------------------------------------------------------------------------------------


def _jump(value: sp.Expr) -> sp.Expr:
    return sp.sqrt(value) + 5 * (1 - sp.sign(value))


def _two_faced(value: sp.Expr) -> sp.Expr:
    return value if isinstance(value, sp.Dummy) else -value


def _through(outer: Callable[[sp.Expr], sp.Expr]) -> Derivation:
    inner = Bound(_t, _UNIT).at_most(sp.Integer(1))
    return Bound(outer(_t), _UNIT).through(inner, outer)


def _half_a_term() -> Derivation:
    index = Range(_count, 0, None, integer=True)
    indexed = _NUMBERS.with_ranges(index).where(sp.Le(_count, _n / 2))
    inner = Bound(_ZERO, indexed).at_most(sp.Integer(1))
    return Bound(sp.Sum(0, (_count, 0, _n / 2)), _NUMBERS).term_by_term(inner, index, _n / 2)


def _rests_on_itself() -> Derivation:
    claims: list[Claim] = []

    def proof() -> Derivation:
        return Bound(_t, _UNIT).given(claims[0]).at_most(sp.Integer(-1))

    claims.append(_lemma(_t, "<=", sp.Integer(-1), _UNIT, proof))
    return Bound(_t, _UNIT).given(claims[0])


_ATTACKS: dict[str, tuple[Callable[[], Derivation], str]] = {
    "chord over a range that others bound": (lambda: Bound(_CUBIC, _ORDERED).chord(_p), "more than its range"),
    "tangent outside": (lambda: Bound(_CUBIC, _ORDERED).tangent(_p, sp.Integer(5)), "more than its range"),
    "valley outside": (_valley, "more than its range"),
    "induction over an index that bounds another": (_induction, "range of another parameter"),
    "a lemma at values that its ranges exclude": (_ends_of_a_lemma, "not proved a value"),
    "a value caught by a sum": (_caught_by_a_sum, "is bound in|name of a parameter"),
    "a tangent caught by a sum": (_tangent_at_an_index, "is bound in"),
    "an index that is called like what vanishes": (_vanishing_index, "name of a parameter"),
    "a parameter that is called like an opened index": (_stand_in, "not proved nonnegative"),
    "a positive index from -3 on": (_index_that_is_not_positive, "symbol assumes"),
    "a value that vectors hide": (_hidden_in_vectors, "products of vectors"),
    "a limit that vectors hide": (lambda: Bound(_MEAN, _LENGTHS).limit_by_continuity(x_norm, _ZERO), "vectors"),
    "a half for an integer symbol": (_half_for_an_integer, "assumes more|not proved a value"),
    "a lemma at infinity": (_at_infinity, "not proved a value"),
    "a root that is an integer": (
        lambda: _at_root(sp.Symbol("r", integer=True), (0, 1), 2 * sp.Symbol("r", integer=True) - 1),
        "assumes more",
    ),
    "a negative root that is positive": (lambda: _at_root(_p, (-1, 0), _p + _HALF), "assumes more"),
    "a root that vectors hide": (_hidden_root, "not a new variable"),
    "a limit lost at a root": (_limit_at_a_root, "pass to a limit"),
    "a cut that is not real": (lambda: Bound(_t, _UNIT).by_cases(_t, sp.I, lambda d: Bound(_t, d)), "real number"),
    "a cut with a pole": (
        lambda: Bound(_t, Domain((Range(_t), Range(_x, 0, 1)))).by_cases(_t, 1 / _x, lambda d: Bound(_t, d)),
        "real number",
    ),
    "a root that jumps": (lambda: _through(_jump), "neither smooth"),
    "a function that looks at its argument": (lambda: _through(_two_faced), "not decided"),
    "a sum up to a half": (_half_a_term, "not proved an integer"),
    "a lemma that rests on itself": (_rests_on_itself, "not proved"),
    "a chord over one point": (lambda: Bound(_t**2, Domain((Range(_t, 0, 0),))).chord(_t), "no value"),
    "a divisor that vanishes": (
        lambda: RootBound(1 / _t, Domain((Range(_t),), (sp.Eq(_t, 0, evaluate=False),))).vanish(_t),
        "no value",
    ),
}


test_false_chains_are_refused = refused_chains(_ATTACKS)


@pytest.mark.parametrize(
    ("item", "answer"),
    [
        (Range(_p, -1, 1, typical=(-1, 1)), "undecided"),
        (Range(_p, 0, 1, "[]", typical=(0, 1)), "undecided"),
        (Range(_p, 0, 1, "(]", typical=(0, 1)), "holds"),
    ],
)
def test_a_symbol_must_not_assume_more_than_its_range(item: Range, answer: str) -> None:
    domain = Domain((item,))
    claim = _lemma(_p, ">", _ZERO, domain, lambda: Bound(_p, domain).at_least(_ZERO))
    assert judge_claim(claim, seed=0).answer == answer


@pytest.mark.parametrize(("shift", "signs"), [(_ZERO, {1}), (sp.I, {-1, 0, 1})])
def test_arcs_have_an_order_for_real_arguments_only(shift: sp.Expr, signs: set[int]) -> None:
    assert sign_of(sp.atan(_t + 1 + shift) - sp.atan(_t + shift), _UNIT) == signs


def test_true_chains_of_the_same_kinds_are_accepted() -> None:
    apart = Domain((Range(_p, 0, 5, "(]"), Range(_w, 5, None)))
    assert Bound(_CUBIC, apart).chord(_p).relation() == "<="
    root = sp.Symbol("r", real=True)
    assert _at_root(root, (0, 1), 2 * root - 1).end == 0
    assert _through(sp.sqrt).end == 1
