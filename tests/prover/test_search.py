"""Limits of the search, which are counted, so that neither the machine nor what was done before nor the order of sets matters."""

from __future__ import annotations

import hashlib
import importlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sympy as sp

from rftheory.chains.chain import Chain
from rftheory.chains.claims import claims_of
from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.terms import ONE, TWO, ZERO
from rftheory.prover import proving, search
from rftheory.prover.certify import certify
from rftheory.prover.failure import Unproved
from rftheory.prover.goals import prove_order
from rftheory.prover.search import Search, goal
from rftheory.prover.trace import Trace
from rftheory.rules.propositions import Equality, Inequality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

x = sp.Symbol("x", real=True)
_LINE = Domain((Range(x),))
#: claims whose certificates were others for each order of sets
_UNSTEADY = {
    "rftheory.proofs.opt.optimum_gerf": ("exists", "mean square"),
    "rftheory.proofs.rules.hoeffding": ("two points",),
    "rftheory.proofs.simrf.corollary_4_4": ("independent pair",),
}
_AGAIN = "from prover.test_search import digests; print(*digests(backwards=True))"


def digests(*, backwards: bool = False) -> list[str]:
    """Of what is written for these claims, before it is packed; sorted, whichever was made first."""
    found = []
    for module in sorted(_UNSTEADY, reverse=backwards):
        made = certify("statement", claims_of(importlib.import_module(module)), only=_UNSTEADY[module])
        assert set(made.proved) == {*_UNSTEADY[module]}
        found.append(hashlib.sha256(made.spec + made.certificate).hexdigest())
    return sorted(found)


def test_certificates_owe_nothing_to_the_order_of_sets_or_to_what_was_done_before() -> None:
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    command = [sys.executable, "-c", _AGAIN]
    tests = Path(__file__).parent.parent
    with subprocess.Popen(command, cwd=tests, env=environment, text=True, stdout=subprocess.PIPE) as other:
        own = digests()
        assert other.communicate()[0].split() == own


# -- steps ----------------------------------------------------------------------------------------------------------


def _gap(square: sp.Expr, name: str) -> Claim:
    return Claim(name, name, Inequality(square, ">", sp.Integer(0)), _LINE, Chain(square).gt(sp.Integer(0)))


BINOMIAL = Claim("binomial", "a square of a sum", Equality((x + 1) ** 2, x**2 + 2 * x + 1), _LINE)


@goal
def _counts(run: Search, context: object, tries: int) -> int:
    """A goal that asks the kernel so many times for what it refuses."""
    for _ in range(tries):
        run.attempt("HYP", EMPTY, fact=ZERO)
        run.check_limit()
    return tries


def test_inferences_count_whether_or_not_the_kernel_accepts_them_and_so_do_goals() -> None:
    run = Search(trace := Trace())
    assert _counts(run, EMPTY, 7) == 7
    assert run.steps == 8
    prove_order(run, EMPTY, ONE, TWO, strict=True)
    accepted = sum(event.name is not None for event in trace._events)
    assert accepted >= 1
    assert run.steps >= 8 + 1 + accepted


def test_a_goal_ends_at_its_steps_however_long_they_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "STEPS", 50)
    trace = Trace()
    assert _counts(Search(trace), EMPTY, 49) == 49
    with pytest.raises(Unproved, match="the steps for this goal are used up"):
        _counts(Search(trace), EMPTY, 50)


@pytest.mark.parametrize(("first", "then"), [(11, 12), (20, 20)])
def test_what_is_tried_briefly_costs_the_goal_its_steps_and_no_more_and_is_asked_again(first: int, then: int) -> None:
    @goal
    def outer(run: Search, context: object) -> bool:
        with pytest.raises(Unproved), run.briefly(10):
            _counts(run, EMPTY, first)
        return _counts(run, EMPTY, then) == then

    # a search lives as long as its run
    trace = Trace()
    assert outer(Search(trace), EMPTY)


def test_a_general_theorem_has_steps_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "STEPS", 50)

    @goal
    def outer(run: Search, context: object) -> bool:
        with run.apart(search.GENERAL_STEPS):
            _counts(run, EMPTY, 200)
        return _counts(run, EMPTY, 40) == 40

    # a search lives as long as its run
    trace = Trace()
    assert outer(Search(trace), EMPTY)


def test_a_search_may_try_more_than_a_certificate_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftheory.kernel.theorems.MAX_STEPS", 30)
    trace = Trace()
    run = Search(trace)
    _counts(run, EMPTY, 100)
    assert prove_order(run, EMPTY, ONE, TWO, strict=True)


# -- the clock ------------------------------------------------------------------------------------------------------


class _Slow:
    """A processor that takes so many seconds from one look at the clock to the next."""

    def __init__(self, seconds: float):
        self.now, self.seconds = 0.0, seconds

    def thread_time(self) -> float:
        self.now += self.seconds
        return self.now


def test_a_machine_ten_times_slower_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    claims = [_gap(x**2 + 1, "square"), _gap(x**4 - x**2 + 1, "quartic"), BINOMIAL]
    before = certify("a.b", claims)
    monkeypatch.setattr(search, "time", _Slow(search.SECONDS / 3))
    assert certify("a.b", claims) == before
    assert set(before.proved) == {"square", "quartic", "binomial"}


def test_the_clock_ends_a_claim_as_such_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    real = time.thread_time
    monkeypatch.setattr(search, "time", _Slow(search.STEPS * search.SECONDS))
    claims = [_gap(x**2 + 1, "square")]
    found = certify("a.b", claims)
    assert found.late == ("square",) and not found.proved
    assert "the clock ended this goal after" in found.failed["square"]
    monkeypatch.setattr(search, "time", type("clock", (), {"thread_time": staticmethod(real)}))
    assert certify("a.b", claims).late == ()


def test_the_clock_of_a_chain_is_no_failure_of_its_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is the claim tried as it stands: with more time it may be another story."""

    def late(claim: Claim) -> None:
        raise TimeoutError("the chain was stopped after 120 s of processor time")

    monkeypatch.setattr(proving, "chain_of", late)
    assert certify("a.b", [BINOMIAL]).late == ("binomial",)
