"""The judges answer what is so: true claims hold, false ones are refuted with a point, the unprovable stays open."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from types import ModuleType

import pytest
import sympy as sp
from mean_squares import DOMAIN, MEAN_SQUARE, PRINTED

from rftheory.chains.chain import Chain
from rftheory.inputs.kernels import PAIR, m, theta, x_norm, y_norm
from rftheory.judges import enclosure_judge, kernel_judge, simulation_judge
from rftheory.rules.nodes import Expectation
from rftheory.rules.propositions import Equality, Inequality, Limit, Proposition
from rftheory.rules.variates import Variate
from rftheory.statements.claims import Claim


def _claim(proposition: Proposition, **more: object) -> Claim:
    return Claim(name="c", says="a claim", proposition=proposition, domain=DOMAIN, **more)


def _module(claim: Claim) -> ModuleType:
    module = ModuleType("fake")
    module.claims = lambda: [claim]
    return module


def _answers(claim: Claim) -> tuple[str, str]:
    module = _module(claim)
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


def test_limits() -> None:
    quotient = (sp.exp(x_norm) - 1) / x_norm

    def proof() -> Chain:
        return Chain(quotient).limit(x_norm, sp.Integer(0), quotient=(sp.exp(x_norm) - 1, x_norm))

    true = _claim(Limit(quotient, x_norm, sp.Integer(0), sp.Integer(1)), proof=proof)
    assert _answers(true) == ("holds", "holds")
    false = _claim(Limit(quotient, x_norm, sp.Integer(0), sp.Integer(2)), proof=proof)
    assert "holds" not in _answers(false)


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
