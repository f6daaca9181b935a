"""Chains as values: their lines, how relations compose, and what rules compute, compared with numbers."""

import operator

import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from rftheory.vocabulary import Claim, Domain, Range, claim, eq, lemma, lt
from rftheory.chains.angles import Expansions
from rftheory.chains.chain import Chain
from rftheory.chains.claims import chain_of
from rftheory.chains.integrals import euler_beta, euler_gamma
from rftheory.chains.pairs import first, pair_sum, second
from rftheory.chains.reasons import Factors, Use
from rftheory.chains.series import AboveTangent, BelowTaylor

_t, _u = sp.symbols("t u", positive=True)
_k, _n = sp.symbols("k n", integer=True, nonnegative=True)
_ORDERS = {"=": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_F = sp.hyper([], [sp.Rational(5, 2)], _t)
_HALF = sp.Rational(1, 2)
_ONE = Domain((Range(_t, 0, None, "()", typical=(0, 2)),))


@given(st.lists(st.tuples(st.sampled_from(["=", "<", "<="]), st.integers(0, 3)), min_size=1, max_size=6), st.booleans())
def test_the_relation_of_a_chain_is_the_strongest_that_its_lines_imply(
    steps: list[tuple[str, int]], falls: bool
) -> None:
    chain, value = Chain(sp.Integer(0)), 0
    for relation, more in steps:
        value += {"=": 0, "<": more + 1, "<=": more}[relation] * (-1 if falls else 1)
        chain = chain.to(relation.replace("<", ">") if falls else relation, sp.Integer(value))
    found = chain.relation()
    assert _ORDERS[found](0, value)
    assert ("<" in found or ">" in found) == any(relation != "=" for relation, _ in steps)
    assert (len(found) == 1) == (any(r == "<" for r, _ in steps) or all(r == "=" for r, _ in steps))


def test_a_chain_is_a_value() -> None:
    chain = Chain(_t)
    longer = chain.le(_t + 1, [sp.Integer(1)]).lt(_t + 2)
    assert [line.expr for line in chain.lines] == [_t]
    assert longer.lines[:1] == chain.lines
    assert longer.lines[1].reason == Factors(((sp.Integer(1),),))
    assert longer.lines[1].place.startswith("test_chains.py:")
    noted = chain.note(lt(0, _t), [_t])
    assert noted.lines == chain.lines
    assert isinstance(noted.eq(_t).lines[1].notes[0], Use)


#: lines that a rule computes, with values of the symbols at which both sides are compared; those of others are proved in
#: ``tests/prover/lines/claims.chains``
_COMPUTED = {
    "beta": (Chain(sp.Integral(sp.sin(_u) ** 3 * sp.cos(_u) ** 2, (_u, 0, sp.pi))).computed(euler_beta), {}),
    "falling substitution": (
        Chain(sp.Integral(sp.exp(-_u), (_u, 0, 1))).substitute(_t, 1 - _t, (sp.Integer(0), sp.Integer(1)), falls=True),
        {},
    ),
    "mirrored": (Chain(sp.Integral(sp.exp(-_u), (_u, 0, 1))).mirrored(), {}),
    "binomial": (Chain((1 + _t) ** _n).binomial((1 + _t) ** _n, sp.Integer(1), _t, _k), {_t: _HALF, _n: 4}),
    "named": (Chain(sp.besseli(1, _t)).named(sp.besseli(1, _t)), {_t: _HALF}),
    "inside": (Chain(sp.exp(_t)).inside(Chain(_t).le(_t + 1), sp.exp), {_t: _HALF}),
    "symmetry": (Chain(pair_sum(first * second, sp.Integer(4))).symmetry(sp.Integer(4), first**2), {}),
    "above a parabola at 0": (Chain(_F).by(AboveTangent(_HALF, curvature=True)), {_t: 2}),
    "below its terms": (Chain(_F).by(BelowTaylor(1)), {_t: 2}),
}


@pytest.mark.parametrize("name", _COMPUTED)
def test_what_a_rule_computes_is_so_in_numbers(name: str) -> None:
    chain, at = _COMPUTED[name]
    left, right = (sp.N(side.subs(at).doit(), 30) for side in (chain.start, chain.end))
    gap = left - right
    if chain.relation() == "=":
        # thirty digits are carried
        assert abs(gap) < 10**-25 * max(1, abs(left))
    else:
        assert _ORDERS[chain.relation()](gap, 0) and gap != 0


def test_limits_have_the_value_that_the_point_or_the_derivatives_give() -> None:
    assert Chain(sp.cos(_t)).limit(_t, sp.Integer(0)).end == 1
    assert Chain(sp.sin(2 * _t) / _t).limit(_t, sp.Integer(0), quotient=(sp.sin(2 * _t), _t)).end == 2
    terms = {sp.exp(_t): _t**_k / sp.factorial(_k)}
    passed = Chain((sp.exp(_t) - 1) / _t).limit_of_series(sp.exp(_t) - 1, _t, Expansions(terms, _k, _t), 1)
    assert passed.end == 1
    assert passed.relation() == "->"


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda: Chain(_t).le(_t + 0.5), "a float"),
        (lambda: Chain(_t).eq(sp.nan), "no value"),
        (lambda: Chain(_t).rewrite(_u, _t), "does not occur"),
        (lambda: Chain(_t).under(Chain(_u).le(_t)), "no sum or integral"),
        (lambda: Chain(_t).le(_t + 1).ge(_t).relation(), "cannot mix"),
        (lambda: Chain(sp.Integral(sp.sin(_u), (_u, 0, sp.oo))).computed(euler_gamma), "no power of the variable"),
        (lambda: chain_of(claim("a: b", eq(_t, _t), _ONE, lambda: 3)), "must be a chain"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_line_is_refused(write: object, words: str) -> None:
    with pytest.raises((ValueError, TypeError), match=words):
        write()  # type: ignore[operator]


def test_a_lemma_that_rests_on_itself_is_refused() -> None:
    found: list[Claim] = []
    found.append(
        lemma("a: t > 0", lt(0, _t), _ONE, lambda: Chain(sp.Integer(0)).use(found[0]).lt(chain_of(found[0]).end))
    )  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="rests on itself"):
        chain_of(found[0])
