"""The simulation of checks: both error rates, determinism, memory, and controls that must fail."""

from __future__ import annotations

import tracemalloc
from dataclasses import dataclass, replace
from types import SimpleNamespace

import numpy as np
import pytest
import sympy as sp

from rftheory.couplings.iid import Independent
from rftheory.families.complex_exponential import ComplexExponential
from rftheory.families.hybrids.angular import Angular
from rftheory.families.hybrids.clustered import ZeroOneMixture, gaussian_mixture
from rftheory.families.hybrids.gaussian import Gaussian
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.inputs.kernels import PAIR, m, n, r, sigma, softmax_kernel, theta, x_norm, y_norm
from rftheory.judges.simulation_judge import checks_of, judge, rejections
from rftheory.montecarlo.checks.checks import LEVELS, MomentCheck
from rftheory.montecarlo.checks.engine import literal, simulate
from rftheory.montecarlo.chunks import ChunkWork
from rftheory.montecarlo.estimators.coupled import Coupled, Regular
from rftheory.montecarlo.estimators.estimator import AtInputs, Estimator, Variable
from rftheory.montecarlo.estimators.hybrids import Bipolar, Coefficient, Mixed
from rftheory.montecarlo.quantities import MEAN
from rftheory.rules.propositions import Equality, Inequality, Limit
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

pytestmark = pytest.mark.theory

POINT = {
    x_norm: sp.Rational(3, 4),
    y_norm: sp.Rational(1, 2),
    theta: sp.Rational(12, 5),
    r: sp.Rational(7, 10),
    sigma: sp.Rational(3, 2),
    m: sp.Integer(16),
    n: sp.Integer(2),
}
KERNEL = softmax_kernel(PAIR.x, PAIR.y)
Z2, DELTA2 = PAIR.z.square, PAIR.delta.square
MSE_P = sp.exp(Z2) * KERNEL**2 * (1 - sp.exp(-Z2)) ** 2 / (2 * m)
MSE_T = sp.exp(Z2) * KERNEL**-2 * (1 - sp.exp(-DELTA2)) ** 2 / (2 * m)
SHARE = theta / sp.pi
SECOND, COMPLEMENT = SHARE * (SHARE - SHARE / n + 1 / n), (1 - SHARE) * (1 - SHARE + SHARE / n)
MEAN_GAUSSIAN = (1 - sp.exp(-(sigma**2) * DELTA2 / 2)) / (1 - sp.exp(-2 * sigma**2 * r**2))
P, T = Hyperbolic(), Trigonometric()
CENTERS = ((0.5, 0.3, -0.2),), ((0.4, -0.3, 0.2),)
INPUTS = tuple(tuple(map(sp.Rational, side)) for side in (("0.45", "0.35", "-0.15"), ("0.4", "-0.2", "0.25")))
INNER = sp.exp(sum(a * b for a, b in zip(*INPUTS, strict=True)))


def check(estimator, quantity, expected):
    return MomentCheck("check", estimator, quantity, expected, POINT, claim="claim")


def outcome_of(item, level="quick", seed=1):
    (outcome,) = simulate([item], level, seed)
    assert not outcome.shortfall
    return outcome


@pytest.mark.parametrize(
    ("estimator", "quantity", "expected"),
    [
        (Regular(P), "mse", MSE_P),
        (Regular(P), "mean", KERNEL),
        (Regular(T), "mse", MSE_T),
        (Regular(ComplexExponential(scalar=sp.I)), "mean", KERNEL),
        (Bipolar(P, T, Gaussian()), "mean", KERNEL),
        (Bipolar(P, T, Gaussian(kind="positive"), shared=True), "mean", KERNEL),
        (Coefficient(Angular()), "mean", SHARE),
        (Coefficient(Angular()), "second_moment", SECOND),
        (Coefficient(Gaussian()), "mean", MEAN_GAUSSIAN),
        (AtInputs(Mixed(gaussian_mixture(ZeroOneMixture(*CENTERS), P, sp.Rational(3, 2))), INPUTS), "mean", INNER),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Estimator) else "",
)
def test_true_claims_hold_with_teeth(estimator, quantity, expected):
    outcome = outcome_of(check(estimator, quantity, expected))
    assert not outcome.rejected
    assert outcome.has_teeth
    value, off = outcome.check.value, outcome.difference
    assert outcome.rejects(value - off) and outcome.rejects(value + off) and outcome.rejects(10 * (value + off))
    assert not outcome.rejects(value)


@pytest.mark.parametrize(
    ("estimator", "quantity", "expected"),
    [
        (Regular(P), "mse", MSE_P * sp.Rational(9, 10)),
        (Regular(P), "mean", KERNEL * sp.Rational(11, 10)),
        (Coefficient(Gaussian(printed=True)), "mean", MEAN_GAUSSIAN),
        (
            AtInputs(Mixed(gaussian_mixture(ZeroOneMixture(*CENTERS, prefactor="norm"), P, sp.Rational(3, 2))), INPUTS),
            "mean",
            INNER,
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Estimator) else "",
)
def test_false_claims_are_rejected(estimator, quantity, expected):
    assert outcome_of(check(estimator, quantity, expected)).rejected


@dataclass(frozen=True)
class Biased(Coupled):
    """A feature map that is 5% too long: what a wrong implementation would draw."""

    def draw(self, generator, replicates, x, y, m, n):
        return 1.05 * super().draw(generator, replicates, x, y, m, n)


def test_a_wrong_feature_map_is_rejected():
    outcome = outcome_of(check(Biased(P, Independent()), "mean", KERNEL), "standard")
    assert outcome.rejected
    assert not outcome_of(check(Regular(P), "mean", KERNEL), "standard").rejected


CHECKS = [check(Regular(T), q, e) for q, e in (("mean", KERNEL), ("mse", MSE_T))]


def test_results_are_those_of_a_seed():
    first = simulate(CHECKS, "quick", seed=5)
    assert simulate(CHECKS, "quick", seed=5) == first
    assert simulate(CHECKS, "quick", seed=6)[0].estimate != first[0].estimate


def test_checks_of_one_configuration_share_their_draws():
    together = simulate(CHECKS, "quick", seed=5)
    apart = [simulate([item], "quick", seed=5)[0] for item in CHECKS]
    # both have as many draws as the one that needs most
    most = max(range(2), key=lambda k: apart[k].draws)
    assert together[0].draws == together[1].draws == apart[most].draws
    assert together[most].interval == apart[most].interval
    work = ChunkWork(literal(CHECKS[0].configuration, 5), [MEAN], np.zeros((1, 1)), 5)
    assert work(0).sums[0, 0, 0] != work(1).sums[0, 0, 0]


def test_memory_does_not_hold_the_draws():
    heavy = {**POINT, theta: sp.Rational(1), x_norm: sp.Rational(6, 5), y_norm: sp.Integer(1), m: sp.Integer(1)}
    tracemalloc.start()
    (outcome,) = simulate([MomentCheck("heavy", Regular(P), "mse", MSE_P, heavy)], "quick", 1)
    highest = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # nothing decides, so that the whole budget is drawn
    assert outcome.shortfall and outcome.draws >= LEVELS["quick"].budget
    assert highest < 8 * outcome.draws


def test_proved_intervals_where_draws_are_bounded_and_asymptotic_ones_elsewhere():
    kinds = {
        "proved": replace(check(Regular(T), "mean", KERNEL), point={**POINT, m: sp.Integer(1)}),
        "asymptotic": check(Regular(P), "mean", KERNEL),
    }
    assert {kind: outcome_of(item).interval.kind for kind, item in kinds.items()} == {kind: kind for kind in kinds}


def test_a_constant_is_told_from_others():
    def constant(generator, replicates, x, y, size):
        return np.full(replicates, 2.0) + generator.standard_normal(replicates) * 1e-16

    two = Variable("two", constant)
    assert outcome_of(check(two, "mean", sp.Integer(2))).interval.kind == "asymptotic"
    assert outcome_of(check(two, "mean", sp.Rational(201, 100)), "standard").rejected


def module_of(checks=None, right=MSE_P):
    positive = [Range(symbol, 0, None, "()") for symbol in (x_norm, y_norm)]
    domain = Domain((*positive, Range(theta, 0, sp.pi), Range(m, 1, integer=True)))
    claims = [
        Claim("claim", "says", Equality(MSE_P, right), domain),
        Claim("other", "says", Equality(KERNEL, KERNEL), domain),
    ]
    members = {"claims": lambda: claims, "__name__": "example"}
    if checks is not None:
        members["simulations"] = lambda: checks
    return SimpleNamespaceModule(**members)


class SimpleNamespaceModule(SimpleNamespace):
    """A stand-in for a statement module that can be hashed."""

    __hash__ = object.__hash__


def test_judge_holds_and_names_what_is_not_drawn():
    verdict = judge(module_of([check(Regular(P), "mse", MSE_P)]), "quick", 1)
    assert verdict.answer == "holds"
    answers = {f.claim: f for f in verdict.findings}
    assert answers["other"].answer == "not run"
    data = answers["claim"].data
    assert data["minimum_detectable_error"] == pytest.approx(0.1)
    assert verdict.figures["draws"] == data["draws"] > 0


def test_judge_refutes_and_is_inconclusive_where_power_lacks():
    assert judge(module_of([check(Regular(P), "mse", MSE_P * sp.Rational(5, 4))]), "quick", 1).answer == "refuted"
    heavy = {theta: sp.Rational(1), x_norm: sp.Rational(6, 5), y_norm: sp.Integer(1), m: sp.Integer(1)}
    item = MomentCheck("heavy", Regular(P), "mse", MSE_P, {**POINT, **heavy}, claim="claim")
    verdict = judge(module_of([item]), "quick", 1)
    assert verdict.answer == "inconclusive"
    assert "they give no interval" in verdict.reason or "too few to detect an error of 10%" in verdict.reason


def test_judge_without_draws():
    verdict = judge(module_of(), "quick", 1)
    assert verdict.answer == "not run"
    assert "defines no simulations" in verdict.reason
    with pytest.raises(ValueError, match="is empty"):
        judge(module_of([]), "quick", 1)
    with pytest.raises(ValueError, match="nothing to simulate"):
        simulate([], "quick", 1)
    with pytest.raises(ValueError, match="names the claim"):
        judge(module_of([MomentCheck("x", Regular(T), "mse", MSE_T, POINT, claim="no")]), "quick", 1)


def drawn_checks(proposition, *draws, **more):
    """The checks of one claim that is drawn."""
    said = Claim("claim", "says", proposition, Domain((Range(m, 1, integer=True),))).drawn(Regular(P), *draws, **more)
    return checks_of(SimpleNamespaceModule(claims=lambda: [said], __name__="example"))


def test_a_claim_is_drawn_with_its_right_side_unless_a_value_is_given():
    (item,) = drawn_checks(Equality(KERNEL, MSE_P), "mse", POINT)
    assert (item.name, item.claim, item.expected, item.relation) == ("mse", "claim", MSE_P, "=")
    (item,) = drawn_checks(Inequality(KERNEL, "<", MSE_P), "second_moment", POINT)
    assert (item.name, item.expected, item.relation) == ("second moment", MSE_P, "<=")
    (item,) = drawn_checks(Inequality(KERNEL, ">=", MSE_P), "mean", POINT, lambda: KERNEL, name="given", reduced=True)
    assert (item.name, item.expected, item.relation, item.reduced) == ("given", KERNEL, "=", True)


def test_several_points_are_named_by_what_differs():
    points = [{**POINT, m: size} for size in (2, 3)]
    assert [item.name for item in drawn_checks(Equality(KERNEL, MSE_P), "mse", points)] == ["mse, m = 2", "mse, m = 3"]


@pytest.mark.parametrize("said", [Inequality(KERNEL, ">=", MSE_P), Limit(KERNEL, m, sp.oo, MSE_P)])
def test_what_has_no_value_to_be_drawn_needs_one(said):
    with pytest.raises(
        ValueError, match="claim 'claim': draws of anything but an equality or an upper bound need a value"
    ):
        drawn_checks(said, "mse", POINT)


def test_a_repair_is_not_drawn_where_the_claim_is_that_it_is_made_from():
    said = Claim("claim", "says", Equality(KERNEL, MSE_P), Domain(())).drawn(Regular(P), "mse", POINT)
    assert said.draws and not said.corrected_by(said, name="other").draws


def test_rejections_of_mutants():
    drawn = rejections(module_of([check(Regular(P), "mse", MSE_P)]), 1, "quick")
    assert set(drawn) == {"claim"}
    assert drawn["claim"].rejects(MSE_P * 2)
    assert drawn["claim"].rejects(MSE_P * sp.Rational(89, 100))
    assert not drawn["claim"].rejects(MSE_P * sp.Rational(101, 100))
    assert not drawn["claim"].rejects(sp.expand(MSE_P))
    # a check of another quantity says nothing about the right side of the claim
    assert rejections(module_of([check(Regular(P), "mean", KERNEL)]), 1, "quick") == {}
