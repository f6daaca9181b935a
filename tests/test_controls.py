"""The controls see: false twins of definitions, steps and domains are refused, and an engine with a fault is found out."""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import ModuleType

import pytest
import sympy as sp
from mean_squares import DOMAIN, MEAN_SQUARE, PRINTED, W

from rftheory.evidence import bounds, derivation, integrated
from rftheory.evidence.bounds import Bound
from rftheory.evidence.chains import chain_of
from rftheory.evidence.derivation import Derivation
from rftheory.evidence.sign import POSITIVE
from rftheory.evidence.zero import ZeroDecision
from rftheory.judges import controls_judge, derivation_judge, enclosure_judge
from rftheory.judges.definition_mutants import definition_mutants
from rftheory.judges.domain_mutants import outside, wider_domains
from rftheory.judges.replay import NotReplayed, before, first_step, repeated, replayed
from rftheory.kernels import PAIR, d, m, x_norm
from rftheory.propositions import Equality, Inequality, Limit, Proposition
from rftheory.rules.frames import OrthogonalMean
from rftheory.rules.gaussian import integrate_gaussian
from rftheory.rules.nodes import Expectation
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.standing import assess
from rftheory.statements.verdicts import Verdict

t, s = sp.symbols("t s", real=True)
LINE = Domain((Range(t, 0, None, "[)", typical=(0, 3)),))


def _claim(proposition: Proposition, domain: Domain = DOMAIN, **more: object) -> Claim:
    return Claim(name="c", says="a claim", proposition=proposition, domain=domain, **more)


def _module(*claims: Claim) -> ModuleType:
    module = ModuleType("fake")
    module.claims = lambda: list(claims)
    return module


def _controls(*claims: Claim, level: str = "full") -> Verdict:
    return controls_judge.judge(_module(*claims), level, 0)


def _status(claim: Claim) -> str:
    judges = (derivation_judge, enclosure_judge, controls_judge)
    return assess([judge.judge(_module(claim), "standard", 0) for judge in judges], {}).status


# -- definitions --------------------------------------------------------------------------------------------------


def test_slips_of_the_definition_are_refused_by_the_proof_and_told_by_balls() -> None:
    verdict = _controls(_claim(Equality(MEAN_SQUARE, PRINTED)))
    count = verdict.figures["definition_mutants"]
    assert verdict.answer == "holds"
    assert count["made"] >= 6
    assert count["made"] == count["refused"] == count["derivation"] == count["enclosure"]
    assert count["elsewhere"] == 0


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
    # cos is even: the mean of cos(-w.x) is that of cos(w.x), and so is what the slip of the sign leads to
    claim = _claim(Equality(Expectation(sp.cos(W.dot(PAIR.x))), sp.exp(-(x_norm**2) / 2)))
    same = Expectation(sp.cos(-W.dot(PAIR.x)) + sp.Integer(0))
    assert replayed(claim, chain_of(claim), same).end == sp.exp(-(x_norm**2) / 2)
    assert _controls(claim).figures["survivors"] == []


def test_the_proof_of_a_closure_is_run_on_the_slipped_definition() -> None:
    claim = _claim(Equality(MEAN_SQUARE, PRINTED), proof=lambda: Derivation(MEAN_SQUARE, DOMAIN).algebra(PRINTED))
    count = _controls(claim).figures["definition_mutants"]
    assert count["derivation"] == count["made"] >= 6
    # a chain of which nobody knows how it was made refuses everything: that is not counted for the derivation
    hidden = Derivation(MEAN_SQUARE, DOMAIN)._add("=", PRINTED, "as is known")
    untold = _controls(_claim(Equality(MEAN_SQUARE, PRINTED), proof=lambda: hidden)).figures["definition_mutants"]
    assert (untold["derivation"], untold["elsewhere"]) == (0, untold["made"])


# -- steps --------------------------------------------------------------------------------------------------------


def _bounded() -> Bound:
    return Bound(sp.exp(-t) * t, LINE).at_most(t, [t, 1 - sp.exp(-t)]).at_most(t + 1)


BOUNDED = _claim(Inequality(sp.exp(-t) * t, "<", t + 1), LINE, proof=_bounded)


def test_false_conclusions_of_steps_are_refused() -> None:
    verdict = _controls(BOUNDED)
    count = verdict.figures["proof_mutants"]
    assert verdict.answer == "holds"
    assert count["made"] == count["refused"] == count["derivation"] >= 4


def test_a_chain_keeps_how_it_was_made() -> None:
    chain = chain_of(BOUNDED)
    assert [call.name for call in chain.calls] == ["at_most", "at_most"]
    last = chain.calls[-1]
    assert before(chain, last).end == t
    assert repeated(chain, last).end == t + 1
    with pytest.raises(NotReplayed):
        repeated(chain, last, target=t - 1)
    # what one judge goes on with is not seen by another one
    chain.algebra(1 + t)
    assert len(chain_of(BOUNDED).calls) == 2


def test_only_calls_of_the_proof_are_kept_not_what_they_call() -> None:
    chain = Derivation(MEAN_SQUARE, DOMAIN).expectations()
    assert [call.name for call in chain.calls] == ["expectations"]
    assert first_step(chain, MEAN_SQUARE).end != MEAN_SQUARE


# -- domains ------------------------------------------------------------------------------------------------------


def test_a_hypothesis_that_is_needed_cannot_be_dropped() -> None:
    claim = _claim(Equality(sp.sqrt(t**2), t), LINE)
    count = _controls(claim).figures["domain_mutants"]
    assert count["made"] == count["refused"] == count["derivation"] == 1


def test_a_hypothesis_that_is_not_needed_is_named() -> None:
    claim = _claim(Equality((t + 1) ** 2, t**2 + 2 * t + 1), LINE)
    (finding,) = _controls(claim).findings
    assert finding.data["not_needed"] == ["t >= 0"]


def test_symbols_assume_no_more_on_a_wider_domain() -> None:
    positive = sp.Symbol("u", positive=True)
    domain = Domain((Range(positive, 0, None, "()", typical=(0, 3)),))
    wider = wider_domains(domain, 5, "", sp.log(positive))
    assert [w.dropped for w in wider] == ["u > 0", "u >= 0"]
    for w in wider:
        assert not w.of(positive).is_positive
        assert all(domain.refusal({positive: value}) for point in outside(w, domain) for value in point.values())


# -- what must not look like success ------------------------------------------------------------------------------


def test_mutants_of_what_is_false_are_no_success() -> None:
    (finding,) = _controls(_claim(Equality(MEAN_SQUARE, 2 * PRINTED))).findings
    assert finding.answer == "not run"
    assert "refused" not in finding.reason


def test_a_claim_without_a_mutant_is_not_run() -> None:
    (finding,) = _controls(_claim(Inequality(sp.exp(-t), "<=", sp.S.One), LINE)).findings
    assert finding.answer == "not run"
    assert _controls(_claim(Inequality(sp.exp(-t), "<=", sp.S.One), LINE)).answer == "not run"


def test_a_claim_about_nothing_is_undecided() -> None:
    nothing = Domain((Range(t, 0, 1, "[]", typical=(0, 1)),), (sp.Gt(t, 2),))
    assert _status(_claim(Equality((t + 1) ** 2, t**2 + 2 * t + 1), nothing)) == "undecided"
    assert _status(_claim(Equality((t + 1) ** 2, t**2 + 2 * t + 1), LINE)) == "derived"


def test_a_mutant_that_nothing_tells_costs_the_status() -> None:
    sharp = Inequality(sp.exp(-t), "<=", sp.Integer(2))

    def proof() -> Derivation:
        return Derivation(sp.exp(-t), LINE).at_most(2)

    assert _status(_claim(sharp, LINE, proof=proof, mutants=(Inequality(sp.exp(-t), ">", 2),))) == "derived"
    assert _status(_claim(sharp, LINE, proof=proof, mutants=(Inequality(sp.exp(-t), "<=", 3),))) == "supported"


# -- engines with a fault (controls that must fail) ---------------------------------------------------------------


def _accepting(*_: object) -> ZeroDecision:
    return ZeroDecision(True, "of course")


def _doubled(rule: Callable[..., sp.Expr]) -> Callable[..., sp.Expr]:
    @functools.wraps(rule)
    def wrong(expr: sp.Expr, *more: object, **named: object) -> sp.Expr:
        return rule(expr, *more, **named).replace(sp.exp, lambda e: sp.exp(2 * e)) if expr.has(Expectation) else expr

    return wrong


def _fresh(name: str) -> tuple[sp.Expr, sp.Expr, Domain]:
    """An identity in symbols of its own: what was proved by a sound engine is remembered."""
    a = sp.Symbol(name, real=True)
    return (a + 1) ** 2, a**2 + 2 * a + 1, Domain((Range(a, 0, None, "[)", typical=(0, 3)),))


def test_a_zero_test_that_accepts_everything_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    left, right, domain = _fresh("accepting")
    monkeypatch.setattr(integrated, "decide_zero", _accepting)
    claim = _claim(Equality(left, right), domain)
    verdict = _controls(claim)
    assert verdict.answer == "refuted"
    kinds = " ".join(verdict.figures["alarms"])
    assert "definition: " in kinds and "the whole doubled" in kinds
    assert _status(claim) == "conflict"


def test_what_is_false_and_proved_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    left, right, domain = _fresh("false")
    monkeypatch.setattr(integrated, "decide_zero", _accepting)
    (finding,) = _controls(_claim(Equality(left, right + 1), domain)).findings
    assert finding.answer == "refuted"
    assert finding.data["alarms"] == ["the claim itself: proved, and excluded by an enclosure"]


def test_signs_that_are_always_positive_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    a = sp.Symbol("signs", real=True)
    domain = Domain((Range(a, 0, None, "[)", typical=(0, 3)),))
    for module in (derivation, bounds):
        monkeypatch.setattr(module, "sign_of", lambda *_: POSITIVE)
    proof: Callable[[], Derivation] = lambda: Bound(sp.exp(-a), domain).at_most(2)  # noqa: E731
    claim = _claim(Inequality(sp.exp(-a), "<", sp.Integer(2)), domain, proof=proof)
    verdict = _controls(claim)
    assert verdict.answer == "refuted"
    assert any("the other way round" in alarm for alarm in verdict.figures["alarms"])
    assert _status(claim) == "conflict"


def test_a_wrong_integral_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    a = sp.Symbol("integral", positive=True)
    domain = DOMAIN.with_ranges(Range(a, 0, None, "()", typical=(0, 2)))
    definition = Expectation(sp.cos(a * W.dot(PAIR.x)))
    for module in (derivation, integrated):
        monkeypatch.setattr(module, "integrate_gaussian", _doubled(integrate_gaussian))
    integrated.integrate.cache_clear()
    try:
        claim = _claim(Equality(definition, sp.exp(-((a * x_norm) ** 2))), domain)
        assert derivation_judge.judge_claim(claim, 0).answer == "holds"
        verdict = _controls(claim, level="standard")
        assert verdict.answer == "refuted"
        assert _status(claim) == "conflict"
    finally:
        integrated.integrate.cache_clear()


def test_a_fault_that_spares_the_claim_is_found_out_by_its_domain(monkeypatch: pytest.MonkeyPatch) -> None:
    a = sp.Symbol("spared", real=True)
    domain = Domain((Range(a, 0, None, "[)", typical=(0, 3)),))
    sound = integrated.decide_zero

    def careless(expr: sp.Expr, where: Domain) -> ZeroDecision:
        # as if every number were nonnegative
        return sound(expr.replace(sp.Abs, lambda e: e), where)

    monkeypatch.setattr(integrated, "decide_zero", careless)
    claim = _claim(Equality(sp.Abs(a), a), domain)
    verdict = _controls(claim)
    assert verdict.figures["alarms"] == ["c: without spared >= 0: proved, and excluded by an enclosure"]
    assert verdict.answer == "refuted"


def test_limits_have_slips_of_their_definition_and_value() -> None:
    quotient = (sp.exp(t) - 1) / t

    def proof() -> Derivation:
        return Derivation(quotient, LINE).limit_of_quotient(sp.exp(t) - 1, t, t, sp.Integer(0))

    verdict = _controls(_claim(Limit(quotient, t, sp.Integer(0), sp.Integer(1)), LINE, proof=proof))
    assert verdict.answer == "holds"
    assert verdict.figures["print_mutants"]["refused"] == verdict.figures["print_mutants"]["made"] > 0
