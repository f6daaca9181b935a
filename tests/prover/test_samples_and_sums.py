"""Means of indicators, sums with a symbolic end and numbers with one value: true claims without lines are proved, false twins are not."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.vocabulary import (
    Chain,
    Domain,
    Probability,
    Range,
    SampleMean,
    claim,
    d,
    eq,
    indicator,
    le,
    m,
    normal_cdf,
    r,
    relu,
    theta,
    uniform_number,
    x_norm,
)  # fmt: skip
from rftheory.prover.failure import Unproved
from rftheory.prover.proving import Prover
from rftheory.prover.theory import theory
from rftheory.prover.trace import Trace
from tests.prover.places import HALF, OPEN, UX, WX, WY, E, Word

_g, _z = sp.symbols("g z", real=True)
_i, _n = sp.symbols("i n", integer=True, nonnegative=True)
_t = sp.Symbol("t", positive=True)
_COUNTED = Domain((Range(_n, 0, None, integer=True),))
_GATED = _COUNTED.with_ranges(Range(_g, 0, 1))
_DRAWN = Domain((Range(m, 1, None, integer=True),))
_QUARTER = SampleMean(indicator(uniform_number("u") < sp.Rational(1, 4)), m)
_DIFFER = SampleMean(indicator(sp.Lt(WX * WY, 0, evaluate=False)), m)
_SIGNED = OPEN.with_ranges(*_DRAWN.ranges, Range(_t, 0, None, "()"))
_UNIT = Domain((Range(x_norm, 1, 1),))
# Datar et al. 2004, Sec. 3.2: the chance that two points at the distance |x| fall into one bucket of width r
_TAIL = 2 * normal_cdf(-r / x_norm)
_COLLIDES = 1 - _TAIL - 2 * x_norm / (sp.sqrt(2 * sp.pi) * r) * (1 - sp.exp(-(r**2) / (2 * x_norm**2)))
_ONE = Domain((Range(x_norm, 0, None, "()"),))
_WIDE = _ONE.with_ranges(Range(r, 0, None, "()"))


def _above(mean: sp.Expr, level: sp.Expr) -> sp.Expr:
    return Probability(sp.Ge(mean, level, evaluate=False))


def _rate(rate: sp.Expr) -> sp.Expr:
    return sp.exp(-rate * m)


_GEOMETRIC = sp.Sum((1 - _g) * _g**_i, (_i, 0, _n - 1))
WORDS = {
    # an indicator lies in [0, 1]: by Hoeffding's inequality, and no faster
    "an indicator and its level": Word(
        le(_above(_QUARTER, sp.Rational(1, 2)), _rate(sp.Rational(1, 8))),
        le(_above(_QUARTER, sp.Rational(1, 2)), _rate(sp.Rational(1, 2))),
        _DRAWN,
    ),
    "signs that differ": Word(
        le(_above(_DIFFER - theta / sp.pi, _t), _rate(2 * _t**2)),
        le(_above(_DIFFER - theta / sp.pi, _t), _rate(8 * _t**2)),
        _SIGNED,
    ),
    # sums of differences
    "a geometric sum": Word(eq(_GEOMETRIC, 1 - _g**_n), eq(_GEOMETRIC, 1 - _g ** (_n + 1)), _GATED),
    "powers of two": Word(
        eq(sp.Sum(2**_i, (_i, 0, _n)), 2 ** (_n + 1) - 1), eq(sp.Sum(2**_i, (_i, 0, _n)), 2**_n), _COUNTED
    ),
    "odd numbers": Word(
        eq(sp.Sum(2 * _i + 1, (_i, 0, _n - 1)), _n**2), eq(sp.Sum(2 * _i + 1, (_i, 0, _n)), _n**2), _COUNTED
    ),
    "cubes": Word(
        eq(sp.Sum(_i**3, (_i, 1, _n)), (_n * (_n + 1) / 2) ** 2), eq(sp.Sum(_i**3, (_i, 1, _n)), _n**4), _COUNTED
    ),
    # signs with several cuts
    "a cut absolute value": Word(
        eq(E((1 - sp.Abs(WX) / r) * indicator(sp.Abs(WX) < r)), _COLLIDES),
        eq(E((1 - sp.Abs(WX) / r) * indicator(sp.Abs(WX) < r)), _COLLIDES + _TAIL),
        _WIDE,
    ),
    "a relu of an absolute value": Word(
        eq(E(relu(1 - sp.Abs(WX) / r)), _COLLIDES), eq(E(relu(1 - sp.Abs(WX) / r)), _COLLIDES + _TAIL), _WIDE
    ),
    "two cuts of one line": Word(
        eq(E(sp.sign(WX - 1) * sp.sign(1 - 2 * WX)), 2 * normal_cdf(1 / x_norm) - 2 * normal_cdf(HALF / x_norm) - 1),
        eq(E(sp.sign(WX - 1) * sp.sign(1 - 2 * WX)), 1 - 2 * normal_cdf(1 / x_norm) + 2 * normal_cdf(HALF / x_norm)),
        _ONE,
    ),
    # Chernoff's inequality for a direction, as 0F1(; d/2; z) is at most exp(2 z/d)
    "a cap of a sphere": Word(
        le(_above(UX, _t * x_norm), sp.exp(-d * _t**2 / 2)),
        le(_above(UX, _t * x_norm), sp.exp(-d * _t**2)),
        _ONE.with_ranges(Range(_t, 0, 1, "()"), Range(d, 2, None, integer=True)),
    ),
    # an integral from a number on
    "the tail of an integral": Word(
        eq(sp.Integral((_z - _t) * sp.exp(-_z), (_z, _t, sp.oo)), sp.exp(-_t)),
        eq(sp.Integral((_z - _t) * sp.exp(-_z), (_z, _t, sp.oo)), (1 - _t) * sp.exp(-_t)),
        Domain((Range(_t, 0, None, "()"),)),
    ),
    # a Bessel function is its series
    "a Bessel function and its series": Word(
        eq(sp.Sum(2**_i * _t**_i / sp.factorial(_i) ** 2, (_i, 0, sp.oo)), sp.besseli(0, 2 * sp.sqrt(2 * _t))),
        eq(sp.Sum(2**_i * _t**_i / sp.factorial(_i) ** 2, (_i, 0, sp.oo)), sp.besseli(0, sp.sqrt(2 * _t))),
        Domain((Range(_t, 0, None, "()"),)),
    ),
    # a factor before a mean; roots in the bound
    "half of a mean": Word(
        le(E(sp.Abs(sp.sin(WX))) / 2, sp.sqrt((1 - sp.exp(-2 * x_norm**2)) / 8)),
        le(E(sp.Abs(sp.sin(WX))) / 2, (1 - sp.exp(-2 * x_norm**2)) / 4),
        _ONE,
    ),
    "a multiple of a mean below a mean": Word(
        le(2 * E(sp.log(sp.cosh(WX))), E(WX**2)), le(3 * E(sp.log(sp.cosh(WX))), E(WX**2)), _ONE
    ),
    # a parameter with one value
    "the second moment of a unit vector": Word(eq(E(relu(WX) ** 2), HALF), eq(E(relu(WX) ** 2), sp.Rational(1, 3)), _UNIT),
    "the variance of a unit vector": Word(
        eq(E(relu(WX) ** 2) - E(relu(WX)) ** 2, HALF - 1 / (2 * sp.pi)), eq(E(relu(WX) ** 2) - E(relu(WX)) ** 2, HALF), _UNIT
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WORDS)
def test_a_true_claim_is_proved_and_its_false_twin_is_not(name: str) -> None:
    word, prover = WORDS[name], Prover(Trace(library=theory()))
    made, theorem = prover.claim("one", claim(f"claim: {name}", word.true, word.domain))
    assert theorem.judgement is made.prop
    with pytest.raises(Unproved):
        prover.claim("twin", claim(f"claim: {name}", word.false, word.twin or word.domain))


@pytest.mark.parametrize(("target", "holds"), [(1 - _g**_n, True), (1 - _g ** (_n + 1), False)])
def test_an_induction_without_hints_is_an_equation(target: sp.Expr, holds: bool) -> None:
    one = claim("claim: sum", eq(_GEOMETRIC, target), _GATED, proof=Chain(_GEOMETRIC).induction(_n, target))
    prover = Prover(Trace(library=theory()))
    if holds:
        made, theorem = prover.claim("one", one)
        assert theorem.judgement is made.prop
        return
    with pytest.raises(Unproved, match="say by what both sides grow"):
        prover.claim("one", one)


_LOG_COSH = E(sp.log(sp.cosh(WX)))
_BELOW = claim("below: log cosh", le(sp.log(sp.cosh(_z)), _z**2 / 2), Domain((Range(_z),)))


@pytest.mark.parametrize("wide", [1, 2])
@pytest.mark.parametrize("chain", [Chain(_LOG_COSH).le(E(WX**2 / 2)), Chain(_LOG_COSH).for_each(_BELOW)])
def test_a_line_may_hold_for_all_draws(chain: Chain, wide: int) -> None:
    """The mean on the left has no closed form; it has a value as it is below one that has."""
    value = x_norm**2 / (2 * wide)
    one = claim("claim: mean", le(_LOG_COSH, value), _ONE, proof=chain.eq(value))
    prover = Prover(Trace(library=theory()))
    if wide == 1:
        made, theorem = prover.claim("one", one)
        assert theorem.judgement is made.prop
        return
    with pytest.raises(Unproved):
        prover.claim("one", one)


def test_an_order_of_a_sum_of_powers_is_left_open() -> None:
    """SymPy divides by zero where it looks for a closed form of the slope."""
    said = le(sp.Sum(_z**_i / sp.factorial(_i), (_i, 0, _n)), 2 * sp.exp(_z))
    with pytest.raises(Unproved):
        Prover(Trace(library=theory())).claim(
            "one", claim("claim: sum", said, _COUNTED.with_ranges(Range(_z, 0, None)))
        )


def test_a_line_that_the_package_writes_has_no_place() -> None:
    """The line that integrates a mean stands in no file of the reader's."""
    said = eq(E(WX**2 + sp.log(sp.cosh(WX))), x_norm**2)
    with pytest.raises(Unproved) as stopped:
        Prover(Trace(library=theory())).claim("one", claim("claim: mean", said, _ONE))
    assert ".py:" not in str(stopped.value)


def test_a_symbol_with_the_name_of_an_operator_is_shown_as_it_is_written() -> None:
    size = sp.Symbol("D", positive=True)
    said = eq(sp.Integral(sp.exp(_z), (_z, size, sp.oo)), 1)
    with pytest.raises(Unproved) as stopped:
        Prover(Trace(library=theory())).claim("one", claim("claim: tail", said, Domain((Range(size, 0, None, "()"),))))
    assert " D " in str(stopped.value)
    assert "D_" not in str(stopped.value)
