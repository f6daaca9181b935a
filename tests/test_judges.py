"""The judges answer what is so: true claims hold, false ones are refuted with a point, the unprovable stays open.

What is tried in the place of draws and moments is possible: no true claim is refuted by numbers that cannot occur.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module

import pytest
import sympy as sp
from mean_squares import DOMAIN, MEAN_SQUARE, PRINTED

from rftheory.chains.chain import Chain
from rftheory.inputs.kernels import PAIR, Space, d, m, theta, x_norm, y_norm
from rftheory.judges import enclosure_judge, kernel_judge, simulation_judge
from rftheory.judges.comparison import with_free_moments
from rftheory.rules.nodes import Expectation, Form, Phase, Projection, SampleMean
from rftheory.rules.propositions import Equality, Inequality, Proposition
from rftheory.rules.variates import DRAW, Variate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.lines import file_of


def _claim(proposition: Proposition, **more: object) -> Claim:
    return Claim(name="c", says="a claim", proposition=proposition, domain=DOMAIN, **more)


def _answers(claim: Claim) -> tuple[str, str]:
    module = file_of(claim)
    return tuple(judge.judge(module, "quick", 0).findings[0].answer for judge in (kernel_judge, enclosure_judge))


def test_a_true_identity_holds_for_both() -> None:
    assert _answers(_claim(Equality(MEAN_SQUARE, PRINTED))) == ("holds", "holds")


def test_a_false_identity_is_refuted_with_a_point() -> None:
    claim = _claim(Equality(MEAN_SQUARE, PRINTED - sp.exp(-PAIR.delta.square) / m**2))
    assert _answers(claim) == ("not run", "refuted")
    finding = enclosure_judge.judge_claim(claim, "quick", 0)
    assert set(finding.data["counterexample"]) == {"x_norm", "y_norm", "theta", "m"}
    assert finding.data["left"] != finding.data["right"]


def test_the_stated_counterexample_is_the_one_reported() -> None:
    point = {x_norm: sp.Integer(1), y_norm: sp.Integer(1), theta: sp.Integer(0), m: sp.Integer(1)}
    claim = _claim(Equality(MEAN_SQUARE, 2 * PRINTED), counterexample=point)
    assert enclosure_judge.judge_claim(claim, "quick", 0).data["counterexample"]["m"] == "1"
    outside = _claim(Equality(MEAN_SQUARE, 2 * PRINTED), counterexample={**point, theta: sp.Integer(4)})
    with pytest.raises(ValueError, match="theta = 4 is not allowed"):
        enclosure_judge.judge_claim(outside, "quick", 0)


def test_a_difference_far_below_float64_is_seen() -> None:
    assert _answers(_claim(Equality(MEAN_SQUARE, PRINTED * (1 + sp.Rational(1, 10**25))))) == ("not run", "refuted")


def test_an_unknown_law_stays_unknown() -> None:
    unknown = Variate("u")
    claim = _claim(Equality(Expectation(unknown**2), Expectation(unknown) ** 2))
    assert "holds" not in _answers(claim)


def test_inequalities() -> None:
    growing = sp.exp(x_norm)
    true = _claim(Inequality(1 + x_norm, "<", growing))
    assert _answers(true)[1] == "holds"
    # fails only beyond x_norm = 46: the search has to go there
    late = _claim(Inequality(growing, "<", 10**20 * sp.Integer(1)))
    assert _answers(late) == ("not run", "refuted")
    proved = _claim(Inequality(sp.exp(-x_norm), "<", sp.Integer(1)), proof=_below_one)
    assert _answers(proved) == ("holds", "holds")
    # the chain shows "<", which is not the claimed direction
    other = _claim(Inequality(sp.exp(-x_norm), ">", sp.Integer(1)), proof=_below_one)
    assert _answers(other) == ("not run", "refuted")


def _below_one() -> Chain:
    return Chain(sp.exp(-x_norm)).le(sp.Integer(1))


#: statements with a mean or an error of 0, of which draws leave roundings
ZEROS = ("angular_zero", "eq_67", "sec_f_zero")
SAY = f"""
from importlib import import_module
from rftheory.judges.simulation_judge import judge
for name in {ZEROS}:
    print(*(finding.reason for finding in judge(import_module("proofs.hrf." + name), "quick", 0).findings), sep="\\n")
"""


def test_what_is_said_of_a_zero_does_not_depend_on_the_processor() -> None:
    env = {**os.environ, "NPY_DISABLE_CPU_FEATURES": "X86_V3 X86_V4 AVX512_ICL", "PYTHONWARNINGS": "ignore"}
    there = subprocess.run([sys.executable, "-c", SAY], env=env, capture_output=True, text=True, check=True).stdout
    found = [simulation_judge.judge(import_module(f"proofs.hrf.{name}"), "quick", 0).findings for name in ZEROS]
    assert there.splitlines() == [finding.reason for findings in found for finding in findings]
    assert " 0 from " in there


_w, _b, _v = Projection("w"), Phase("b"), Variate("V", DRAW**2)
_x, _y = _w.dot(PAIR.x), _w.dot(PAIR.y)
_LENGTHS = (Range(x_norm, 0, None, "()"), Range(y_norm, 0, None, "()"))
_PAIRS, _PARALLEL = (Domain((*_LENGTHS, Range(theta, 0, end))) for end in (sp.pi, 0))
_LINE, _SPACE = (Domain((_LENGTHS[0], Range(d, 1, end, integer=True))) for end in (1, None))
_length = _w.squared_length(d)

_CASES = {
    "a variate and a projection in one mean": (
        Expectation(sp.cos(_v * _x) ** 2),
        Expectation(1 - sp.sin(_v * _x) ** 2),
    ),
    "a variate and a phase in one mean": (Expectation(sp.cos(_v + _b) ** 2), Expectation(1 - sp.sin(_v + _b) ** 2)),
    "a mean of a product": (Expectation(_v * _x**2), Expectation(_v) * x_norm**2),
    "forms of parallel vectors": (_y, y_norm / x_norm * _x),
    "the only form on a line": (_length * x_norm**2, _x**2),
}
_DOMAINS = {"forms of parallel vectors": _PARALLEL, "the only form on a line": _LINE}


def _answer(left: sp.Expr, right: sp.Expr, domain: Domain) -> str:
    return enclosure_judge.judge_claim(Claim("c", "", Equality(left, right), domain), "standard", 0).answer


@pytest.mark.parametrize("name", _CASES)
def test_what_is_true_is_not_refuted(name: str) -> None:
    domain = _DOMAINS.get(name, _PAIRS)
    left, right = _CASES[name]
    assert _answer(left, right, domain) == "holds"
    assert _answer(left, right + sp.Rational(1, 1000), domain) == "refuted"


def test_the_same_is_refuted_where_the_hypothesis_fails() -> None:
    assert _answer(*_CASES["forms of parallel vectors"], _PAIRS) == "refuted"
    assert _answer(*_CASES["the only form on a line"], _SPACE) == "refuted"


def test_what_has_no_possible_value_is_not_compared() -> None:
    mean = Expectation(sp.cos(SampleMean(_v, 3)))
    assert with_free_moments(mean, mean)[0] == mean
    other = Space("others", lambda a, b: y_norm**2, ("x",)).vector("x")
    left, _ = with_free_moments(_x * _w.dot(other), sp.Integer(0))
    assert len(left.atoms(Form)) == 2
    assert _answer(_x * _w.dot(other), sp.Integer(0), _PAIRS) == "undecided"
