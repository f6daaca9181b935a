"""A check that takes too long is stopped, says so, and leaves the others; nothing half done is remembered."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from types import ModuleType

import pytest
import sympy as sp
from house import House

from rftheory.chains import claims
from rftheory.chains.chain import Chain
from rftheory.execution import time_limit
from rftheory.execution.time_limit import TimeUp, within
from rftheory.judges import enclosure_judge, judging, kernel_judge
from rftheory.judges.pipeline import verify
from rftheory.prover import proving
from rftheory.prover.certify import certify
from rftheory.rules.propositions import Inequality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.standing import status
from rftheory.statements.verdicts import JUDGES
from tests.lines import file_of

x = sp.Symbol("x", real=True)
LINE = Domain((Range(x),))
SQUARE = Inequality(x**2, ">=", sp.Integer(0))

pytestmark = pytest.mark.skipif(not time_limit.is_available(), reason="no timer of processor time here")


def _forever() -> Chain:
    while True:
        sp.expand((x + 1) ** 5)


def _square() -> Chain:
    return Chain(x**2).ge(sp.Integer(0))


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in (judging, proving):
        monkeypatch.setattr(module, "SECONDS", dict.fromkeys(time_limit.SECONDS, 0.3))
    yield


def _claim(name: str, proof: object) -> Claim:
    return Claim(name, "says", SQUARE, LINE, proof)


def test_a_check_that_goes_on_forever_is_undecided_and_the_next_claim_is_judged(
    short: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare = kernel_judge.compare
    patched = lambda name, claim, made: _forever() if claim.name == "slow" else compare(name, claim, made)  # noqa: E731
    monkeypatch.setattr(kernel_judge, "compare", patched)
    verdict = kernel_judge.judge(file_of(_claim("slow", _square), _claim("fast", _square)), "standard", 0)
    slow, fast = verdict.findings
    assert (slow.answer, slow.reason) == ("undecided", "stopped after 0.3 s of processor time")
    assert fast.answer == "holds"
    assert verdict.figures["stopped"] and status([verdict]) != "proved"


def test_a_proof_that_goes_on_forever_proves_nothing_and_the_next_claim_is_judged(short: None) -> None:
    verdict = kernel_judge.judge(file_of(_claim("slow", _forever), _claim("fast", _square)), "standard", 0)
    slow, fast = verdict.findings
    assert slow.answer == "not run" and "stopped after 0.3 s" in slow.reason and slow.data["undefined"] == slow.reason
    assert fast.answer == "holds" and status([verdict]) != "proved"


def test_a_proof_that_was_stopped_is_no_longer_under_way() -> None:
    ways = iter([_forever, _square])
    claim = _claim("c", lambda: next(ways)())
    with pytest.raises(TimeUp):
        within(0.1, lambda: claims.chain_of(claim))
    chain = claims.chain_of(claim)
    assert chain is not None and chain.end == 0


def test_a_search_that_was_stopped_goes_on_with_the_next_claim(short: None) -> None:
    """A lemma whose proof has no end is none of the claims that use it."""
    lemma = replace(_claim("lemma", _forever), proposition=Inequality(x**2 + 1, ">", sp.Integer(0)))
    made = certify("mine.one", [_claim("c", Chain(x**2).use(lemma).ge(sp.Integer(0))), _claim("fast", _square)])
    assert "stopped after 0.3 s" in made.failed["c"] and made.late == ("c",) and made.proved == ("fast",)


def test_what_was_interrupted_is_computed_again() -> None:
    calls = []

    @lru_cache
    def value() -> int:
        calls.append(1)
        while len(calls) == 1:
            pass
        return 7

    with pytest.raises(TimeUp):
        within(0.1, value)
    assert within(5, value) == 7 and len(calls) == 2


def test_no_handler_of_exceptions_holds_it_back() -> None:
    def stubborn() -> None:
        while True:
            try:
                sum(range(1000))
            except Exception:  # noqa: BLE001, S112 - the point of the test
                continue

    with pytest.raises(TimeUp):
        within(0.1, stubborn)


def test_waiting_is_not_counted_and_limits_do_not_nest() -> None:
    within(0.05, lambda: time.sleep(0.2))
    with pytest.raises(TimeUp):
        within(0.1, lambda: within(3600, _forever))


def test_the_signal_is_as_it_was_before() -> None:
    before = signal.getsignal(signal.SIGPROF)
    assert within(5, lambda: 1) == 1
    assert signal.getsignal(signal.SIGPROF) is before and signal.getitimer(signal.ITIMER_PROF) == (0, 0)


def test_without_a_main_thread_there_is_no_limit() -> None:
    seen = []
    thread = threading.Thread(target=lambda: seen.append((time_limit.is_available(), within(0.01, _busy))))
    thread.start()
    thread.join()
    assert seen == [(False, "done")]


def _busy() -> str:
    end = time.process_time() + 0.05
    while time.process_time() < end:
        pass
    return "done"


def test_what_was_stopped_is_judged_again(house: House) -> None:
    house.add("slow", figures={"stopped": "c: 120"})
    assert verify(house.found(), store=house.store(), executor="threads").judged == len(JUDGES)
    again = verify(house.found(), store=house.store(), executor="threads")
    assert (again.judged, again.reused) == (len(JUDGES), 0)


def test_a_file_that_goes_on_forever_is_an_error_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "SECONDS", {"standard": 0.2})
    module = ModuleType("fake")
    module.claims = _forever
    with pytest.raises(TimeoutError, match=r"claims\(\) was stopped after 0.2 s"):
        kernel_judge.judge(module, "standard", 0)


def test_the_enclosure_judge_is_stopped_as_well(short: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(enclosure_judge, "judge_claim", lambda *_: _forever())
    (finding,) = enclosure_judge.judge(file_of(_claim("slow", None)), "standard", 0).findings
    assert "stopped after 0.3 s" in finding.reason
