"""What `derive` ticks: theorems of the kernel that say its claims, and none for a form that is wrong."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
import sympy as sp

from rftheory.deriving import Derived, derive, proved
from rftheory.deriving.forms import ANGLE, MEAN, MSE, ORTHOGONAL, SECOND, SIMPLEX, Forms, moment_claims
from rftheory.inputs.kernels import theta
from rftheory.prover import linear
from rftheory.prover.certify import Certifying
from rftheory.prover.search import STEPS, search_of
from rftheory.prover.theory import theory

A = sp.Symbol("A", real=True)
PAIRS = {ANGLE, ORTHOGONAL, SIMPLEX}
#: the ticks of waves and of other maps are in tests/golden
MAPS = {
    "positive": (("exp(w*x - x**2/2)",), {}),
    "hyperbolic": (("exp(w*x - x**2/2)/sqrt(2), exp(-w*x - x**2/2)/sqrt(2)",), {}),
    "gerf": (
        ("(1 - 4*A)**(d/4)*exp(A*w**2 + sqrt(1 - 4*A)*w*x - x**2)",),
        {"where": (sp.StrictLessThan(A, sp.Rational(1, 8)),)},
    ),
}


@cache
def of(name: str) -> Derived:
    given, options = MAPS[name]
    return derive(*given, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["hyperbolic", "gerf"])
def test_all_that_is_said_of_a_family_is_proved_in_the_foreground(name: str) -> None:
    said = dict(of(name).proofs())
    assert set(said) == {MEAN, SECOND, MSE, *PAIRS}
    assert set(said.values()) == {""}


def test_what_is_ticked_is_replayed_with_the_lemmas_that_it_cites() -> None:
    """In a kernel of its own, from the certificate alone; and with no more steps than one goal of a search may take."""
    search = Certifying("derived")
    for claim in moment_claims(of("positive").forms):
        assert proved._why_not(search, claim) == ""
    assert search_of(search.run).steps < STEPS
    made = search.certified()
    outcomes = theory().replay(made.spec, made.certificate)
    assert len(outcomes) == len(PAIRS) + 3
    cited = {lemma for outcome in outcomes.values() for lemma in outcome.report["lemmas"]}
    assert {"frame_means__exponential_mean", "frame_means__orthogonal_mean"} <= cited


def test_what_is_seen_at_points_and_ends_is_left_to_no_linear_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cosine between -1 and 1 has no sign, and 1 - c^2 none that is strict: to search for these took half of the time."""
    asked: list[object] = []
    monkeypatch.setattr(linear, "_solved", lambda *given: asked.append(given))
    assert not any(why for _, why in proved.proofs(of("positive").forms))
    assert not asked


def _planted(forms: Forms, field: str) -> Forms:
    """The forms with a slip in one of them: a factor that is 1 only where the inputs are orthogonal."""
    return replace(forms, **{field: getattr(forms, field) * (1 + sp.cos(theta) / 2)})


@pytest.mark.parametrize(
    ("field", "false"),
    [("mean", {MEAN}), ("second", {SECOND, MSE}), ("orthogonal", {ORTHOGONAL}), ("angle", {ANGLE, SIMPLEX})],
)
def test_a_wrong_form_gets_no_tick(field: str, false: set[str]) -> None:
    claims = {claim.name: claim for claim in moment_claims(_planted(of("positive").forms, field))}
    search = Certifying("derived")
    assert all(proved._why_not(search, claims[name]) for name in false)


def test_what_no_recorded_theorem_gives_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim that takes longer than the foreground allows is left to --check, which is said."""
    monkeypatch.setattr(proved, "_SECONDS", 1e-3)
    said = dict(proved.proofs(of("positive").forms))
    assert said[ANGLE] == "no recorded theorem has this shape: --check searches"
