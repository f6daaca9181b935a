"""The controls see: false twins of prints and definitions are told, and an instrument with a fault is found out."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp
from flint import acb, arb
from mean_squares import DOMAIN, MEAN_SQUARE, PRINTED, W

from rftheory.inputs.kernels import PAIR, d, m, x_norm, y_norm
from rftheory.judges import controls_judge, enclosure_judge, kernel_judge, sight
from rftheory.judges.definition_mutants import definition_mutants
from rftheory.prover import keeping
from rftheory.prover.certify import statement_of
from rftheory.prover.spec import ClaimEntry
from rftheory.rules.frames import OrthogonalMean
from rftheory.rules.nodes import Expectation, Probability, SampleMean
from rftheory.rules.propositions import Derivative, Equality, Inequality, Limit, Proposition, Relation
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.standing import assess
from rftheory.statements.verdicts import Verdict
from tests.lines import file_of

t, s = sp.symbols("t s", real=True)
LINE = Domain((Range(t, 0, None, "[)", typical=(0, 3)),))
#: a mean that no ball encloses
#: with two samples of a square the mean is exponential
UNENCLOSED = Probability(sp.Ge(SampleMean(W.dot(PAIR.x) ** 2, 2), 1, evaluate=False))


def _claim(proposition: Proposition, domain: Domain = DOMAIN, **more: object) -> Claim:
    return Claim(name="c", says="a claim", proposition=proposition, domain=domain, **more)


def _controls(*claims: Claim, level: str = "full") -> Verdict:
    return controls_judge.judge(file_of(*claims), level, 0)


def _status(claim: Claim) -> str:
    judges = (kernel_judge, enclosure_judge, controls_judge)
    return assess([judge.judge(file_of(claim), "standard", 0) for judge in judges]).status


# -- definitions --------------------------------------------------------------------------------------------------


def test_slips_of_print_and_definition_are_told_by_balls() -> None:
    verdict = _controls(_claim(Equality(MEAN_SQUARE, PRINTED)))
    assert verdict.answer == "holds" and verdict.figures["survivors"] == []
    for kind in ("print", "definition"):
        count = verdict.figures[f"{kind}_mutants"]
        assert count["made"] == count["refused"] == count["enclosure"] >= 6
    assert verdict.figures["rewritings"] == verdict.figures["accepted"] >= 2


def test_slips_are_of_what_is_drawn_and_of_formulas() -> None:
    domain = DOMAIN.with_ranges(Range(d, 2, None, integer=True, typical=(9, 12))).where(sp.Le(m, d))
    estimator = OrthogonalMean(sp.exp(W.dot(PAIR.x)) * sp.exp(W.dot(PAIR.y)) + 2, m, d)
    told_of = " ".join(str(what) for what, _ in definition_mutants(Expectation(estimator**2), domain, 12))
    for kind in ("independent samples", "m + 1 samples", "x for y", "in the estimator", "the whole doubled"):
        assert kind in told_of
    told_of = " ".join(str(what) for what, _ in definition_mutants(MEAN_SQUARE, domain, 12))
    for kind in ("orthogonal samples", "an independent copy"):
        assert kind in told_of


def test_definition_mutants_are_different_few_and_the_same_again() -> None:
    for limit in (1, 3, 8):
        found = definition_mutants(MEAN_SQUARE, DOMAIN, limit, "name")
        assert found == definition_mutants(MEAN_SQUARE, DOMAIN, limit, "name")
        assert len({mutant for _, mutant in found} - {MEAN_SQUARE}) == len(found) <= limit


def test_a_slip_that_changes_nothing_is_not_counted() -> None:
    claim = _claim(Equality((t + 1) ** 2, t**2 + 2 * t + 1), LINE)
    same = replace(
        claim,
        mutants=(Equality(claim.proposition.left, (t + 1) ** 2), Equality(claim.proposition.left, (1 + t) * (t + 1))),
    )
    assert _controls(same).figures == _controls(claim).figures


@pytest.mark.parametrize(
    "proposition",
    [
        Inequality(sp.exp(-t) * t, "<", t + 1),
        Derivative(sp.exp(-t) * t, t, (1 - t) * sp.exp(-t)),
        Limit((sp.exp(t) - 1) / t, t, sp.S.Zero, sp.S.One),
    ],
    ids=["a bound", "a derivative", "a limit"],
)
def test_every_kind_of_claim_has_slips_of_its_definition(proposition: Proposition) -> None:
    open_line = Domain((Range(t, 0, None, "()", typical=(0, 3)),))
    verdict = _controls(_claim(proposition, open_line))
    count = verdict.figures["definition_mutants"]
    assert verdict.answer == "holds" and count["made"] == count["refused"] >= 4
    printed = verdict.figures["print_mutants"]
    assert printed["made"] == printed["refused"] >= 2


def test_a_constant_that_is_added_to_a_function_is_no_slip_of_its_derivative() -> None:
    mutants = [mutant - t**3 for _, mutant in definition_mutants(t**3, LINE, 12)]
    constant = [mutant for mutant in mutants if mutant.is_number]
    count = _controls(_claim(Derivative(t**3, t, 3 * t**2), Domain((Range(t, typical=(-1, 1)),)))).figures
    assert constant and count["definition_mutants"]["made"] == len(mutants) - len(constant)


def test_what_no_ball_encloses_is_held_against_the_print_alone_and_said_so() -> None:
    verdict = _controls(_claim(Equality(UNENCLOSED, sp.exp(-1 / x_norm**2))), level="standard")
    count = verdict.figures["print_mutants"]
    assert count["beside"] == count["made"] == count["refused"] > 0
    assert f"{count['made']} beside the print alone" in verdict.findings[0].reason


# -- what must not look like success ------------------------------------------------------------------------------


def test_mutants_of_what_is_false_are_no_success() -> None:
    (finding,) = _controls(_claim(Equality(MEAN_SQUARE, 2 * PRINTED))).findings
    assert finding.answer == "not run"
    assert "refused" not in finding.reason


def test_a_claim_without_a_mutant_is_not_run() -> None:
    verdict = _controls(_claim(Inequality(UNENCLOSED, "<=", x_norm * y_norm + 1)))
    assert verdict.answer == "not run" and verdict.figures["definition_mutants"]["unseen"] > 0


def test_a_mutant_that_nothing_tells_costs_the_status() -> None:
    sharp = Inequality(sp.exp(-t), "<=", sp.Integer(2))
    for mutant, expected in (
        (Inequality(sp.exp(-t), ">", 2), "proved"),
        (Inequality(sp.exp(-t), "<=", 3), "supported"),
    ):
        assert _status(_claim(sharp, LINE, mutants=(mutant,))) == expected


@pytest.mark.parametrize("relation", ["<=", "<", ">=", ">"])
def test_a_bound_is_turned_round_and_sharpened(relation: Relation, monkeypatch: pytest.MonkeyPatch) -> None:
    sign, positive = (1 if relation[0] == "<" else -1), Domain((Range(t, 0, None, "()", typical=(0, 3)),))
    bound = _claim(Inequality(sign * sp.exp(-t), relation, sign * (1 + t)), positive)
    count = _controls(bound).figures["print_mutants"]
    assert count["made"] == count["refused"] == 2
    # what holds with equality has no twin with the other relation
    square = _claim(Inequality((t + 1) ** 2, f"{relation[0]}=", t**2 + 2 * t + 1), LINE)
    count = _controls(square).figures["print_mutants"]
    assert count["made"] == count["refused"] == 1
    # an instrument that bears everything out is found
    monkeypatch.setattr(controls_judge, "look", lambda *_: "borne out")
    monkeypatch.setattr(controls_judge, "_violated", lambda *_: False)
    assert _controls(bound).answer == "undecided"


# -- instruments with a fault (controls that must fail) -----------------------------------------------------------

_SQUARE = _claim(Equality((s + 1) ** 2, s**2 + 2 * s + 1), Domain((Range(s, 0, None, "[)", typical=(0, 3)),)))


def test_balls_that_see_nothing_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _controls(_SQUARE).answer == "holds"
    monkeypatch.setattr(sight, "_value", lambda *_: acb(arb.nan(), arb.nan()))
    verdict = _controls(_SQUARE)
    assert verdict.answer == "undecided" and verdict.figures["survivors"]
    assert _status(_SQUARE) == "supported"


def test_balls_that_tell_everything_are_no_success(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "_value", lambda expr, *_: acb(len(str(expr))))
    assert _controls(_SQUARE).answer == "not run"
    # and where they spare the claim, they tell its rewritings
    known = {part: acb(1) for part in (_SQUARE.proposition.left, _SQUARE.proposition.right)}
    monkeypatch.setattr(sight, "_value", lambda expr, *_: known.get(expr, acb(2)))
    verdict = _controls(_SQUARE)
    assert verdict.answer == "undecided" and "rewritings told" in verdict.findings[0].reason


def _careless(statement: str, claim: Claim) -> ClaimEntry:
    """A translation that loses the signs of exponents."""
    parts = {
        name: part.replace(sp.exp, lambda z: sp.exp(z if z.could_extract_minus_sign() else -z))
        for name, part in vars(claim.proposition).items()
        if isinstance(part, sp.Expr)
    }
    return statement_of(statement, replace(claim, proposition=replace(claim.proposition, **parts)))


@pytest.mark.parametrize(
    ("proposition", "kind"),
    [
        (Equality(sp.exp(-t) * sp.exp(t**2), sp.exp(t**2 - t)), "print"),
        (Inequality(sp.exp(-t), "<=", sp.Integer(1)), "definition"),
    ],
)
def test_a_translation_with_a_fault_is_found_out(
    proposition: Proposition, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = _claim(proposition, LINE)
    assert _controls(claim).figures["alarms"] == []
    for module in (controls_judge, keeping):
        monkeypatch.setattr(module, "statement_of", _careless)
    verdict = _controls(claim)
    assert verdict.answer == "refuted"
    assert any(kind in alarm and "sign of the exponent" in alarm for alarm in verdict.figures["alarms"])
    assert assess([verdict]).status == "conflict"
