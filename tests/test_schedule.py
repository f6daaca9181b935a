"""The checks of a statement stay with one worker; idle workers help; chains are built once and never mixed up."""

from __future__ import annotations

from functools import partial

import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from rftheory.evidence.chains import chain_of
from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.workers import Check, Schedule
from rftheory.statements.claims import Claim, Equality
from rftheory.statements.domain import Domain, Range

X = sp.Symbol("x", real=True)
ALL = Domain((Range(X),))


def _checks(counts: list[int]) -> list[Check]:
    return [Check(f"s{i}", f"j{k}", "m", "j", "standard", 0) for i, count in enumerate(counts) for k in range(count)]


@given(st.lists(st.integers(1, 4), max_size=6), st.lists(st.integers(0, 2)), st.integers(1, 3))
def test_every_check_is_done_once(counts: list[int], asking: list[int], workers: int) -> None:
    checks = _checks(counts)
    schedule, given_out = Schedule(checks), []
    for worker in [*(w % workers for w in asking), *[0] * len(checks)]:
        given_out.append(schedule.next(worker))
    found = [check for check in given_out if check is not None]
    assert sorted(found, key=checks.index) == checks
    assert all(schedule.next(worker) is None for worker in range(workers))


@given(st.lists(st.integers(1, 4), min_size=1, max_size=6))
def test_one_worker_keeps_the_order(counts: list[int]) -> None:
    checks = _checks(counts)
    schedule = Schedule(checks)
    assert [schedule.next("w") for _ in checks] == checks


def test_workers_keep_to_their_statements_and_then_help() -> None:
    first, second, third, fourth, other = checks = [*_checks([4]), Check("t", "j0", "m", "j", "standard", 0)]
    schedule = Schedule(checks)
    assert [schedule.next("a"), schedule.next("b"), schedule.next("a")] == [first, other, second]
    # nothing new is left: the last check of the other statement, which shares least with the ones before it
    assert [schedule.next("b"), schedule.next("a"), schedule.next("b")] == [fourth, third, None]


class _Counted:
    """A way to prove ``(x + k)^2`` multiplied out that counts how often it is gone."""

    def __init__(self) -> None:
        self.times = 0

    def chain(self, k: sp.Expr) -> Derivation:
        self.times += 1
        return Derivation((X + k) ** 2, ALL)


_COUNTED = _Counted()


def _chain(k: sp.Expr) -> Derivation:
    return _COUNTED.chain(k)


def _claim(k: sp.Expr, closed: bool = True) -> Claim:
    """A claim built anew, as every call of ``claims()`` does."""

    def proof() -> Derivation:
        return _chain(k)

    right = X**2 + 2 * k * X + k**2
    return Claim("c", "says", Equality((X + k) ** 2, right), ALL, proof=proof if closed else partial(_chain, k))


def test_equal_claims_share_one_chain_and_each_gets_its_own_copy() -> None:
    for number, closed in ((11, True), (12, False)):
        k = sp.Integer(number)
        before = _COUNTED.times
        first = chain_of(_claim(k, closed))
        assert first is not None
        first.algebra(X**2 + 2 * k * X + k**2)
        second = chain_of(_claim(k, closed))
        assert second is not None and _COUNTED.times == before + 1
        assert len(first.steps) == 2 and len(second.steps) == 1 and second.end == (X + k) ** 2


def test_other_values_and_other_propositions_have_other_chains() -> None:
    """A key that lacked what the proof closes over would hand the chain of one claim to another."""
    one, two = (chain_of(_claim(sp.Integer(k))) for k in (21, 22))
    assert one is not None and two is not None and one.start != two.start
    other = Claim("c", "says", Equality((X + 21) ** 2, X), ALL, proof=partial(_chain, sp.Integer(22)))
    chain = chain_of(other)
    assert chain is not None and chain.start == two.start


def test_a_failure_is_not_remembered() -> None:
    answers = iter([Unproved("not now"), None])

    def proof() -> Derivation:
        if (problem := next(answers)) is not None:
            raise problem
        return Derivation(X, ALL)

    claim = Claim("c", "says", Equality(X, X), ALL, proof=proof)
    for expected in (False, True):
        try:
            assert (chain_of(claim) is not None) == expected
        except Unproved:
            assert not expected
