"""What is refused in a file of claims: each judge says so of the one claim, and answers the others."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from rftheory.chains.chain import Chain
from rftheory.judges import controls_judge, enclosure_judge, kernel_judge, simulation_judge
from rftheory.prover.certify import certify
from rftheory.rules.propositions import Inequality
from rftheory.statements.admission import refusals as refused
from rftheory.statements.admission import refusals_in_file
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.standing import assess, status
from rftheory.statements.text import claim_lines
from rftheory.statements.verdicts import Verdict
from rftheory.statements.view import claim_view
from tests.lines import file_of

x, y, t = sp.symbols("x y t", real=True)
LINE = Domain((Range(x),))
SQUARE = Inequality(x**2, ">=", sp.Integer(0))
PLAIN = Claim("c", "says", SQUARE, LINE)


def test_names_and_corrections_are_checked_in_their_file() -> None:
    twice = [PLAIN, PLAIN, replace(PLAIN, name="d", role="correction", corrects="nobody")]
    found = refusals_in_file(twice)
    assert "'c' names 2 claims" in found[0][0] and found[0] == found[1]
    assert "corrects must name a claim or step of the file, got 'nobody'" in found[2][0]
    assert refusals_in_file([PLAIN, replace(PLAIN, name="d", role="correction", corrects="c")]) == {}


def test_a_file_without_a_claim_is_refused() -> None:
    with pytest.raises(ValueError, match="no claim of role 'claim'"):
        enclosure_judge.judge(file_of(replace(PLAIN, role="lemma")), "standard", 0)
    with pytest.raises(TypeError, match="must return claims, got 5 as number 2"):
        enclosure_judge.judge(file_of(PLAIN, 5), "standard", 0)


def _square() -> Chain:
    return Chain(x**2).ge(sp.Integer(0))


def _judged(*claims: Claim) -> list[Verdict]:
    judges = (kernel_judge, simulation_judge, controls_judge, enclosure_judge)
    return [judge.judge(file_of(*claims), "standard", 0) for judge in judges]


GOOD = Claim("good", "says", SQUARE, LINE, _square, mutants=(Inequality(x**2, ">=", sp.Integer(1)),))


@pytest.mark.parametrize("role", ["claim", "step", "lemma", "correction", "theorem"])
def test_one_bad_claim_leaves_the_others(role: str) -> None:
    bad = replace(
        GOOD, name="bad", domain=Domain((Range(x, 1, 0),)), role=role, corrects="good" * (role == "correction")
    )
    verdicts = _judged(bad, GOOD)
    for verdict in verdicts:
        answers = {finding.claim: finding for finding in verdict.findings}
        assert answers["bad"].answer == "undecided" and "refused: " in answers["bad"].reason
        assert "parameter x: low must be <= high, got 1 and 0" in answers["bad"].reason
        if verdict.judge != "simulation":
            assert answers["good"].answer == "holds"
    # no certificate rests on a lemma that is refused: it is named, and costs the row nothing
    standing = assess(verdicts)
    assert (standing.status == "proved") == (role == "lemma") and any("bad is" in note for note in standing.notes)
    assert status(_judged(GOOD)) == "proved"


def test_an_exception_in_one_check_leaves_the_other_claims() -> None:
    def broken() -> Chain:
        raise ZeroDivisionError("in the proof")

    verdicts = _judged(GOOD, replace(GOOD, name="bad", proof=broken))
    # without a proof it is tried as it stands
    assert {finding.claim: finding.answer for finding in verdicts[0].findings} == {"good": "holds", "bad": "holds"}
    assert status(verdicts) == "proved"


def test_what_cannot_be_evaluated_is_no_error() -> None:
    far = sp.Integral(sp.tan(t), (t, 0, 1))
    above = Inequality(far, ">", sp.Integer(0))
    verdicts = _judged(
        GOOD, replace(GOOD, name="far", proposition=above, proof=None, mutants=(Inequality(far, "<", far - 1),))
    )
    for verdict in verdicts:
        assert not verdict.error and all(f.answer != "holds" for f in verdict.findings if f.claim == "far")


@pytest.mark.parametrize(
    ("domain", "why", "stopped"),
    [
        (Domain((Range(x, 0.5, 1),)), "got 0.5", "no term for Float"),
        (Domain((Range(y),)), "depends on x", "outside of the domain: x"),
        (Domain((Range(x, 1, 0),)), "got 1 and 0", "1 <= x"),
        (LINE.where(sp.Gt(x, 2), sp.Lt(x, 1)), "no point was found", "2 < x"),
    ],
    ids=["a float", "another parameter", "an empty range", "conditions against each other"],
)
def test_a_lemma_that_is_refused_proves_nothing(domain: Domain, why: str, stopped: str) -> None:
    """Not in its own row, and not in a chain that uses it, where the line is stopped that does."""
    said = Inequality(x, "<=", sp.Integer(-5))
    lemma = Claim("bad", "", said, domain, role="lemma")
    made = certify("fake.one", [lemma, Claim("c", "", said, LINE, Chain(x).use(lemma).le(sp.Integer(-5)))])
    assert not made.proved and made.failed["bad"].startswith("refused: ") and why in made.failed["bad"]
    assert stopped in made.open_lines["c"][1]


def test_a_case_that_does_not_occur_is_refused_as_a_claim_alone() -> None:
    nothing = Claim("c", "", Inequality(x, "<=", sp.Integer(-5)), LINE.where(sp.Gt(x, 2), sp.Lt(x, 1)))
    assert "no point was found" in refused(nothing)[0] and refused(nothing, inhabited=False) == ()


def test_the_witness_is_told() -> None:
    verdicts = _judged(replace(GOOD, domain=Domain((Range(x),), (), {x: sp.Rational(2, 7)}), proof=None))
    finding = verdicts[0].findings[0]
    assert finding.data["witness"] == {"x": "2/7"}
    assert "    such as x = 2/7" in claim_lines(claim_view(finding))
