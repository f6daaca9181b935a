"""The claims of statement files in the kernel's terms: each has one, with the values that SymPy gives it."""

from __future__ import annotations

from collections import Counter

import pytest

from rftheory.judges.both_forms import NotCompared
from rftheory.kernel.contexts import end_facts
from rftheory.kernel.reading import parse_spec
from rftheory.kernel.terms import ONE, make
from rftheory.kernel.text import print_entry, print_spec
from rftheory.kernel.theorems import Kernel
from rftheory.meaning.judgements import judge
from rftheory.prover.failure import Unproved
from rftheory.prover.spec import ClaimEntry, entries, entry, text_name
from rftheory.statements.loading import find_claim, found
from tests.prover.sides import agreement, forms, small_points

#: what no term says: joint laws of tables of data, tables of zeros
_WITHOUT = {"crt.sec-5.1-digits", "simrf.zcrit"}


@pytest.fixture(scope="module")
def ledger() -> tuple[list[ClaimEntry], Counter[str]]:
    """The entries of the claims of some statements, and why the others have none.

    A claim that is proved has a term, so the ledger counts them all.
    """
    reasons: Counter[str] = Counter()

    def skipped(name: str, error: Unproved) -> None:
        reasons[name] += 1

    names = sorted({*list(found().entries)[13::24], *_WITHOUT})
    return [e for name in names for e in entries(name, Kernel, skipped)], reasons


def test_the_claims_of_the_ledger_have_terms(ledger: tuple[list[ClaimEntry], Counter[str]]) -> None:
    made, reasons = ledger
    assert {name.partition("/")[0] for name in reasons} == _WITHOUT
    assert sum(reasons.values()) == 8 and len(made) >= 60


def test_the_specification_is_read_back(ledger: tuple[list[ClaimEntry], Counter[str]]) -> None:
    made = [one.text for one in ledger[0]]
    assert len({one.name for one in made}) == len(made)
    assert parse_spec(print_spec(made[::3])) == made[::3]
    for one in made:
        assert parse_spec(print_entry(one)) == [one]


def test_corrections_name_what_they_repair(ledger: tuple[list[ClaimEntry], Counter[str]]) -> None:
    names = {text_name(name) for name in (*(one.name for one in ledger[0]), *ledger[1])}
    corrections = [one for one in ledger[0] if one.corrects]
    assert len(corrections) >= 6
    assert {text_name(one.corrects) for one in corrections} <= names


def _compared(one: ClaimEntry, count: int) -> Counter[str]:
    """How the sides of an entry compare with SymPy's at some points, facts of its context included."""
    claim = find_claim(*one.name.split("/", 1))
    found: Counter[str] = Counter()
    for point in small_points(claim.domain, count, seed=5):
        try:
            both = forms(one, claim, point)
            pairs = list(both.sides(claim.proposition, claim.domain))
        except NotCompared:
            continue
        found.update(str(judge(fact, one.setting.context, both.values)) for fact in one.setting.context.facts)
        found.update(agreement(expr, term, point, both.values, stack) for _, expr, term, stack in pairs)
    return found


def test_terms_have_the_values_of_their_expressions(ledger: tuple[list[ClaimEntry], Counter[str]]) -> None:
    total: Counter[str] = Counter()
    for one in ledger[0][::4]:
        found = _compared(one, 1)
        assert not found["different"] and not found["False"], one.name
        total += found
        if total["equal"] >= 15:
            break
    assert total["equal"] >= 15, total


@pytest.mark.parametrize(
    "name",
    [
        "hrf.lemma-3.4/positive", "hrf.angular-zero/theta = pi, shared", "crt.poisson/unbiased", "crt.geometric/unbiased",
    ],
)  # fmt: skip
def test_means_are_those_of_the_closed_forms(name: str) -> None:
    one = entry(name, find_claim(*name.split("/", 1)), Kernel())
    found = _compared(one, 1)
    assert found["equal"] and not found["different"]


def test_a_wrong_term_is_noticed() -> None:
    """The comparison can fail."""
    name = "hrf.lemma-3.4/positive"
    claim = find_claim(*name.split("/", 1))
    one = entry(name, claim, Kernel())
    point = small_points(claim.domain, 1, seed=5)[0]
    both = forms(one, claim, point)
    values = both.values
    (_, expr, term, _), (_, other, _, _) = both.sides(claim.proposition, claim.domain)
    assert agreement(expr + 1, term, point, values) == "different"
    assert agreement(expr, make("+", (term, ONE)), point, values) == "different"
    assert agreement(other, term, point, values) != "different"


def test_domains_are_those_of_sympy(ledger: tuple[list[ClaimEntry], Counter[str]]) -> None:
    """Random points lie in a domain where ends and conditions of the context hold, and nowhere else."""
    verdicts: Counter[bool] = Counter()
    for one in ledger[0]:
        setting, context = one.setting, one.setting.context
        if not setting.domain.conditions or context.size != len(setting.domain.ranges):
            continue
        for point, _ in zip(setting.domain.random_points(3), range(8), strict=False):
            values = forms(one, find_claim(*one.name.split("/", 1)), point).values
            ends = [f for p, decl in enumerate(context.declarations) for f in end_facts(decl, context.variable(p))]
            held = [judge(fact, context, values) for fact in (*ends, *context.facts)]
            if None not in held:
                assert all(held) == setting.domain.contains(point), one.name
                verdicts[all(held)] += 1
    assert verdicts[True] >= 10 and verdicts[False] >= 10, verdicts
