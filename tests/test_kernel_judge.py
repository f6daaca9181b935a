"""The kernel judge replays what is kept, believes nothing else, and says what a certificate does not cover."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest
import sympy as sp

from rftheory.chains.chain import Chain
from rftheory.judges import kernel_judge
from rftheory.prover import replayed
from rftheory.prover.certify import certify
from rftheory.prover.keeping import proved_by, search_all
from rftheory.rules.propositions import Equality, Inequality
from rftheory.statements.certificates import Kept, Left
from rftheory.statements.claims import Claim
from rftheory.statements.discovery import discover
from rftheory.statements.domain import Domain, Range
from rftheory.statements.receipts import receipt_key
from rftheory.statements.recorded import recorded_path
from rftheory.statements.standing import status
from rftheory.statements.verdicts import Finding, Verdict
from tests.lines import file_of, module

x = sp.Symbol("x", real=True)
_LINE = Domain((Range(x),))


def _square(constant: int = 1) -> Claim:
    """0 < x^2 + c."""
    gap = x**2 + constant
    proposition = Inequality(gap, ">", sp.Integer(0))
    return Claim("square", "a square and more", proposition, _LINE, Chain(gap).gt(sp.Integer(0)))


def _binomial(last: int = 1) -> Claim:
    return Claim("binomial", "a square of a sum", Equality((x + 1) ** 2, x**2 + 2 * x + last), _LINE)


def _kept(folder: Path, *claims: Claim) -> Kept:
    found = certify("fake.one", claims)
    assert set(found.proved) == {claim.name for claim in claims}, found.failed
    kept = Kept.beside(folder / "one.py")
    kept.write(found.spec, found.certificate)
    return kept


def _judged(file: ModuleType) -> tuple[Verdict, dict[str, str]]:
    verdict = kernel_judge.judge(file, "standard", 0)
    return verdict, {finding.claim: finding.answer for finding in verdict.findings}


def test_a_kept_certificate_of_every_claim_makes_a_row_proved(tmp_path: Path) -> None:
    file = module(tmp_path, _square(), _binomial())
    none, answers = _judged(file)
    assert set(answers.values()) == {"not run"} and status([none]) == "undecided"
    _kept(tmp_path, _square())
    some, answers = _judged(file)
    assert answers == {"square": "holds", "binomial": "not run"}
    assert some.answer == "undecided" and status([some]) == "undecided"
    _kept(tmp_path, _square(), _binomial())
    whole, answers = _judged(file)
    assert set(answers.values()) == {"holds"} and status([whole]) == "proved"
    assert all(finding.data["steps"] > 0 for finding in whole.findings)


def test_what_stopped_a_search_is_kept_and_said(tmp_path: Path) -> None:
    wrong, file = _binomial(2), module(tmp_path, _square(), _binomial(2))
    found = certify("fake.one", [_square(), wrong])
    kept = Kept.beside(tmp_path / "one.py")
    kept.write(found.spec, found.certificate)
    before = kept.digest()
    kept.write_reasons(Left(found.failed))
    assert kept.digest() != before
    verdict, _ = _judged(file)
    reasons = {finding.claim: finding.reason for finding in verdict.findings}
    assert list(found.failed) == ["binomial"] and reasons["binomial"] == found.failed["binomial"]
    kept.write_reasons(Left())
    assert kept.digest() == before and not kept.left.exists()
    verdict, _ = _judged(file)
    assert "no certificate is kept" in verdict.findings[1].reason


def test_a_certificate_is_of_one_statement(tmp_path: Path) -> None:
    _kept(tmp_path, _square())
    verdict, answers = _judged(module(tmp_path, _square(2)))
    assert answers == {"square": "not run"} and "another statement" in verdict.findings[0].reason
    assert proved_by(Kept.beside(tmp_path / "one.py"), "fake.one", [_square(2)]) == ()
    # a false claim under the name of a true one
    verdict, answers = _judged(module(tmp_path, _square(-1)))
    assert answers == {"square": "not run"}


def test_a_replayed_sibling_refutes_and_one_that_is_not_replayed_does_not(tmp_path: Path) -> None:
    wrong = replace(_binomial(2), name="printed", counterexample={x: sp.Integer(3)}, flaw="the last term")
    verdict, answers = _judged(module(tmp_path, wrong, _binomial()))
    assert set(answers.values()) == {"not run"}
    _kept(tmp_path, _binomial())
    verdict, answers = _judged(module(tmp_path, wrong, _binomial()))
    assert answers == {"printed": "refuted", "binomial": "holds"} and status([verdict]) == "refuted"
    found = verdict.findings[0]
    assert (found.data["counterexample"], found.data["flaw"]) == ({"x": "3"}, "the last term")
    assert found.data["left"].startswith("16.0") and found.data["right"].startswith("17.0")
    # boxes on which what is refuted holds contradict
    held = Verdict("enclosure", (Finding("printed", "claim", "holds", "", {"scope": "domain"}),))
    assert status([verdict, held]) == "conflict"


@pytest.mark.parametrize("is_kept", [False, True])
def test_the_way_in_which_a_claim_without_lines_was_found_is_said(tmp_path: Path, is_kept: bool) -> None:
    half = Domain((Range(x, 0, None, "[)", typical=(0, 2)),))
    claim = Claim("sine", "below its tangent", Inequality(sp.sin(x), "<=", x), half)
    if is_kept:
        made = certify("fake.one", [claim, _square()])
        kept = Kept.beside(tmp_path / "one.py")
        kept.write(made.spec, made.certificate)
        kept.write_reasons(made.left)
        assert kept.reasons() == made.left and set(made.ways) == {"sine"}
    verdict, answers = _judged(module(tmp_path, claim, _square()) if is_kept else file_of(claim, _square()))
    said = {finding.claim: finding.reason for finding in verdict.findings}
    assert set(answers.values()) == {"holds"}
    assert said["sine"].endswith("steps replayed (way: monotone in x)") and "way" not in said["square"]


def test_that_the_sides_of_an_open_claim_have_values_is_replayed(tmp_path: Path) -> None:
    def of(left: sp.Expr, name: str = "open") -> Claim:
        return Claim(name, "false, so not proved", Equality(left, x**3), _LINE)

    def undefined(*claims: Claim) -> dict[str, str]:
        verdict, answers = _judged(module(tmp_path, *claims))
        assert set(answers.values()) == {"not run"}
        return {finding.claim: finding.data.get("undefined", "") for finding in verdict.findings}

    made = certify("fake.one", [of(x**2), of(1 / x, "pole")])
    assert made.proved == () and made.spec and set(made.open_sides) == {"pole"}
    kept = Kept.beside(tmp_path / "one.py")
    kept.write(made.spec, made.certificate)
    kept.write_reasons(Left(made.failed, made.open_lines, made.open_sides))
    found = undefined(of(x**2), of(1 / x, "pole"))
    assert found["open"] == "" and "x" in found["pole"]
    # what was replayed is of other sides
    assert undefined(of(1 / (x - 1)))["open"] and undefined(of(x**2 + 1))["open"]


@pytest.mark.parametrize("damage", ["a step", "the end", "no archive", "the statement"])
def test_a_damaged_certificate_is_an_error(tmp_path: Path, damage: str) -> None:
    kept = _kept(tmp_path, _square())
    spec, text = kept.read()
    lines = text.splitlines(keepends=True)
    if damage == "a step":
        place = next(n for n, line in enumerate(lines) if b'"r":' in line)
        kept.write(spec, b"".join([*lines[:place], lines[place].replace(b'"r":"', b'"r":"X'), *lines[place + 1 :]]))
    elif damage == "the end":
        kept.write(spec, b"".join(line for line in lines if not line.startswith(b'{"g"')))
    elif damage == "the statement":
        kept.write(spec.replace(b"(<\n", b"(<=\n").replace(b"(< ", b"(<= "), text)
    else:
        kept.certificate.write_bytes(text)
    verdict, answers = _judged(module(tmp_path, _square()))
    assert answers == {"square": "not run"}
    assert verdict.error and status([verdict]) != "proved"


def test_the_address_of_a_receipt_has_the_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    found = discover()
    entry = found.entries["rules.elementary-bounds"]

    def key(judge: str) -> str:
        return receipt_key(found.sources, entry.module, judge, f"rftheory.judges.{judge}_judge", "standard", 0)

    before = key("kernel"), key("enclosure")
    monkeypatch.setattr(Kept, "digest", lambda _: "another")
    assert key("kernel") != before[0] and key("enclosure") == before[1]


def test_a_worse_certificate_replaces_no_better_one() -> None:
    (search,) = search_all([("hrf.eq-88", "rftheory.proofs.hrf.eq_88")], 1, keep=False)
    assert not search.written and set(search.before) <= set(search.found.proved)


def test_no_certificate_that_is_kept_is_of_another_statement() -> None:
    """A claim that was changed after its search is recorded as open for that reason: what it says now is to be looked for."""
    assert replayed._OTHER not in recorded_path().read_text(encoding="utf-8")
