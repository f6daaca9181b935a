"""Derivatives as propositions: true ones are proved by every judge, and where there is none, none is proved."""

from __future__ import annotations

import runpy
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from rftheory.answers.value import value_at
from rftheory.inputs.kernels import PAIR, d, r, theta
from rftheory.judges import enclosure_judge, kernel_judge
from rftheory.judges.judging import refused_in
from rftheory.kernel.certificate import replay
from rftheory.prover.certify import certify
from rftheory.report.notebook.pages import statement
from rftheory.rules.nodes import Projection
from rftheory.statements.admission import refusals
from rftheory.statements.calls import claim, derivative
from rftheory.statements.claims import Claim
from rftheory.statements.discovery import discover
from rftheory.statements.domain import Domain, Range
from rftheory.statements.printing import printed
from rftheory.statements.standing import status
from rftheory.statements.trivial import trivial
from tests.lines import file_of

_x, _c = sp.symbols("x c", real=True)
_u = sp.Symbol("u", positive=True)
_i, _n = sp.symbols("i n", integer=True, positive=True)
_LINE = Domain((Range(_x, typical=(-2, 2)),))
_BOTH = Domain((Range(_x, typical=(-2, 2)), Range(_c, typical=(-2, 2))))
_ABOVE = Domain((Range(_u, 0, None, "()", typical=(0, 2), awkward=(sp.Rational(1, 100),)), Range(d, 1, integer=True)))
_FINITE = Domain((Range(_x, typical=(-1, 1)), Range(_n, 1, 4, integer=True)))
_BELL = sp.exp(-(_x**2) / 2)
_STEP = sp.Rational(5, 2) * (1 + sp.sign(_x - 1))


def _said(function: sp.Expr, variable: sp.Symbol, value: sp.Expr | int, domain: Domain) -> Claim:
    return claim("c: a derivative", derivative(function, variable, value), domain)


_TRUE = {
    "a bell": _said(_BELL, _x, -_x * _BELL, _LINE),
    "its slope: the second derivative": _said(-_x * _BELL, _x, (_x**2 - 1) * _BELL, _LINE),
    "logarithm and root": _said(d * sp.log(_u) + sp.sqrt(_u), _u, d / _u + 1 / (2 * sp.sqrt(_u)), _ABOVE),
    "a modulus away from its kink": _said(sp.Abs(_u + 1), _u, 1, _ABOVE),
    "a parameter beside": _said(sp.sin(_c * _x), _x, _c * sp.cos(_c * _x), _BOTH),
    "a wave, complex": _said(sp.exp(sp.I * _x), _x, sp.I * sp.exp(sp.I * _x), _LINE),
    "a sum": _said(sp.Sum(_x**2 * _i, (_i, 1, _n)), _x, sp.Sum(2 * _x * _i, (_i, 1, _n)), _FINITE),
}


@pytest.mark.parametrize("name", _TRUE)
def test_a_derivative_is_proved(name: str) -> None:
    one = _TRUE[name]
    assert enclosure_judge.judge_claim(one, "quick", seed=0).answer == "holds"
    made = certify("mine.one", [one])
    outcome, *_ = replay(made.certificate, made.spec, {})
    assert not made.open_lines
    assert outcome.verdict == "proved" and outcome.entry.judgement.op == "D"


def _jump_at_one(slope: int) -> Claim:
    return _said(_x * slope + _STEP, _x, slope, _LINE)


_NONE = {
    "the other sign": _said(_BELL, _x, _x * _BELL, _LINE),
    "twice as much": _said(sp.sin(_c * _x), _x, 2 * _c * sp.cos(_c * _x), _BOTH),
    "the derivative in the other variable": _said(sp.sin(_c * _x), _x, _x * sp.cos(_c * _x), _BOTH),
    "a wave turned the wrong way": _said(sp.exp(sp.I * _x), _x, -sp.I * sp.exp(sp.I * _x), _LINE),
    "a jump": _jump_at_one(1),
    "a jump of a falling function": _jump_at_one(-3),
    "a modulus that is no modulus": _said(sp.Abs(_x), _x, 1, _LINE),
}
_UNSEEN = {
    "a kink": (_said(sp.Abs(_x), _x, sp.sign(_x), _LINE), "everywhere"),
    "a kink beside a parabola": (_said(sp.Abs(_x) + _x**2, _x, sp.sign(_x) + 2 * _x, _LINE), "everywhere"),
    "the larger of two": (_said(sp.Max(_x, 0), _x, (1 + sp.sign(_x)) / 2, _LINE), "everywhere"),
    "a jump between cases": (_said(sp.Piecewise((_x, _x < 1), (_x + 5, True)), _x, 1, _LINE), "case distinction"),
    "an end of a range": (_said(_x**2, _x, 2 * _x, Domain((Range(_x, 0, 1, "[)"),))), "must be open at 0"),
    "the other end": (_said(_x**2, _x, 2 * _x, Domain((Range(_x, None, 1),))), "must be open at 1"),
    "one value": (_said(_x**2, _x, 2 * _x, Domain((Range(_x, 1, 1),))), "must be open at 1"),
    "an integer": (_said(_n**2, _n, 2 * _n, Domain((Range(_n, 1, integer=True),))), "must be a real parameter"),
    "no parameter": (_said(_x**2, _x, 2 * _x, Domain((Range(_c),))), "no parameter of the domain"),
    "a condition on it": (_said(_x**2, _x, 2 * _x, _LINE.where(sp.Ge(_x, 1))), "nothing but its range"),
    "a range that ends in it": (
        _said(_x + _c, _x, 1, Domain((Range(_x), Range(_c, _x, None, typical=(3, 4))))),
        "nothing but its range",
    ),
    "a constant": (_said(sp.sin(_c), _x, 0, _BOTH), "trivial"),
    "the kink of a root": (_said(sp.sqrt(_x**2), _x, _x / sp.sqrt(_x**2), _LINE), ""),
    "a pole": (_said(1 / _x, _x, -1 / _x**2, _LINE), ""),
    "vectors that turn": (
        _said(Projection("w").dot(PAIR.x) * theta, theta, Projection("w").dot(PAIR.x), Domain((Range(theta, 0, 3, "()"),))),
        "no parameter of the domain",
    ),
    "a node of SymPy": (claim("c: a node", replace(derivative(_x, _x, 1), value=sp.Derivative(_BELL, _x)), _LINE), "state it"),
}  # fmt: skip


@pytest.mark.parametrize("name", _NONE)
def test_what_is_no_derivative_is_refuted_by_slopes_and_never_proved(name: str) -> None:
    assert enclosure_judge.judge_claim(_NONE[name], "standard", seed=0).answer == "refuted"
    assert not certify("mine.one", [_NONE[name]]).proved


@pytest.mark.parametrize("name", _UNSEEN)
def test_where_there_is_none_nothing_holds(name: str) -> None:
    one, why = _UNSEEN[name]
    refused, empty = "; ".join(refusals(one)), trivial(one.proposition)
    assert why in (refused or empty) or not (refused or empty)
    if not refused:
        verdicts = [judge.judge(file_of(one), "standard", 0) for judge in (kernel_judge, enclosure_judge)]
        assert status(verdicts) == "undecided"
        assert one.name == "c" and (empty or not certify("mine.one", [one]).proved)


def test_a_vector_that_moves_with_the_variable_is_refused() -> None:
    moved = Projection("w").dot(PAIR.x) * Projection("w").dot(PAIR.y) * theta
    domain = Domain((Range(theta, 0, 3, "()"), *(Range(s, 0) for s in sorted(_lengths(), key=str))))
    one = _said(moved, theta, moved / theta, domain)
    assert refusals(one) or not certify("mine.one", [one]).proved


def _lengths() -> set[sp.Symbol]:
    return {s for a in (PAIR.x, PAIR.y) for s in a.square.free_symbols}


@settings(max_examples=8, deadline=None)
@given(st.lists(st.integers(-5, 5), min_size=2, max_size=5), st.integers(0, 4), st.integers(1, 9))
def test_only_the_derivative_of_a_polynomial_holds(coefficients: list[int], place: int, slip: int) -> None:
    function = sp.Add(*(c * _x**k for k, c in enumerate(coefficients))) + _x**6
    right = sp.Add(*(k * c * _x ** (k - 1) for k, c in enumerate(coefficients) if k)) + 6 * _x**5
    for value, answer in ((right, "holds"), (right + slip * _x**place, "refuted")):
        assert enclosure_judge.judge_claim(_said(function, _x, value, _LINE), "quick", seed=0).answer == answer


def test_the_function_is_printed() -> None:
    said = printed(derivative(sp.exp(r * _x), _x, r * sp.exp(r * _x)))
    assert said["text"] == "Derivative(exp(r*x), x) = r*exp(r*x)"
    assert said["latex"].startswith(r"\frac{\partial}{\partial x} e^{r x} =")


def test_the_value_of_a_derivative_is_evaluated_and_its_function_has_no_side() -> None:
    at = {"p": 1, "c": 2, "lambda": 5}
    found = value_at(discover(), "opt.theorem-1-proof", "derivative", at, 10, False)
    assert (found.value, found.error) == ("1.000000000", "0")
    with pytest.raises(ValueError, match="is a derivative"):
        value_at(discover(), "opt.theorem-1-proof", "derivative", at, 10, True)
    with pytest.raises(ValueError, match="is a derivative"):
        statement("opt.theorem-1-proof").claim("derivative").right_side()


def test_the_page_on_own_theorems_has_a_derivative_that_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tools = Path(__file__).parent.parent / "tools"
    runpy.run_path(str(tools / "samples.py"))["write"](tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    module = import_module("my_theorems.kernel_falls")
    try:
        assert not refused_in(module)
        findings = kernel_judge.judge(module, "quick", 0).findings
        assert [finding.answer for finding in findings] == ["holds", "holds"]
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] == "my_theorems"]:
            sys.modules.pop(name)
