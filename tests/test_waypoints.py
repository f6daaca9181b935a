"""Waypoints: lines that nothing leads to. Only a certificate of the claim itself carries it over them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import sympy as sp

import rftheory.evidence
from rftheory.evidence import deciding
from rftheory.evidence.bounds import Bound
from rftheory.evidence.deciding import carried_by, require_proved
from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.finite_sum_steps import FiniteSums
from rftheory.evidence.integral_nodes import IntegralBound
from rftheory.evidence.intermediate import RootBound
from rftheory.evidence.recursions import Recursion
from rftheory.evidence.series_steps import SeriesBound
from rftheory.evidence.tails import Tail
from rftheory.judges import derivation_judge
from rftheory.judges.derivation_judge import judge_claim
from rftheory.judges.judging import is_replayed
from rftheory.proofs.rules import angles, polar
from rftheory.propositions import Equality, Inequality
from rftheory.prover import replayed
from rftheory.prover.certify import certify
from rftheory.prover.theory import Theory
from rftheory.statements.certificates import Kept
from rftheory.statements.claims import Claim, Statement
from rftheory.statements.domain import Domain, Range
from rftheory.statements.verdicts import Finding

_x = sp.Symbol("x", real=True)
_n, _k = sp.symbols("n k", integer=True, nonnegative=True)
_LINE = Domain((Range(_x),))
_UNIT = Domain((Range(_x, 0, 1, typical=(0, 1)),))
_SIZES = Domain((Range(_n, 0, None, integer=True, typical=(0, 3)),))


@pytest.fixture(autouse=True)
def _certificates() -> Iterator[None]:
    """What a judge has at hand."""
    with carried_by(is_replayed):
        yield


def _square(last: int = 1, name: str = "square") -> Claim:
    """(x + 1)^2 = x^2 + 2x + c over a waypoint."""
    left, right = (_x + 1) ** 2, _x**2 + 2 * _x + last
    return Claim(name, "", Equality(left, right), _LINE, lambda: Derivation(left, _LINE).waypoint(right, "clear"))


def _module(folder: Path, *claims: Claim) -> ModuleType:
    """A built-in statement: its certificate is kept or there is none."""
    module = ModuleType("rftheory.proofs.fake")
    module.STATEMENT = Statement("fake.one", "fake", "nowhere", "identity", "A statement")  # type: ignore[attr-defined]
    module.claims = lambda: list(claims)  # type: ignore[attr-defined]
    module.__file__ = str(folder / "one.py")
    return module


def _keep(folder: Path, *claims: Claim) -> Kept:
    found = certify("fake.one", claims)
    assert set(found.proved) == {claim.name for claim in claims}, found.failed
    kept = Kept.beside(folder / "one.py")
    kept.write(found.spec, found.certificate)
    return kept


def _judged(module: ModuleType) -> dict[str, Finding]:
    return {finding.claim: finding for finding in derivation_judge.judge(module, "standard", 0).findings}


# -- a chain with a waypoint by itself ------------------------------------------------------------------------------------------


def test_a_chain_with_a_waypoint_proves_nothing_by_itself(tmp_path: Path) -> None:
    finding = _judged(_module(tmp_path, _square()))["square"]
    assert finding.answer == "undecided"
    assert finding.reason == "line 1 is a waypoint; no certificate of the claim is replayed"
    assert finding.data["chain"][1]["reason"] == "waypoint: clear"


def test_a_false_line_refutes_nothing(tmp_path: Path) -> None:
    """The chain leads to another value than is printed, and what is printed is true."""
    astray = replace(_square(), proof=lambda: Derivation((_x + 1) ** 2, _LINE).waypoint(_x + 7, "clear"))
    finding = _judged(_module(tmp_path, astray))["square"]
    assert finding.answer == "undecided" and "counterexample" not in finding.data
    # nor is it carried there, though the claim could be
    _keep(tmp_path, _square())
    assert _judged(_module(tmp_path, replace(astray)))["square"].answer == "undecided"


@pytest.mark.parametrize("relation", ["->", "!=", ""])
def test_a_waypoint_is_reached_by_an_equality_or_an_order(relation: str) -> None:
    with pytest.raises(Unproved, match="does not lead to a waypoint"):
        Derivation(_x, _LINE).waypoint(sp.Integer(1), "clear", relation)  # type: ignore[arg-type]


@pytest.mark.parametrize("target", [sp.nan, sp.zoo, sp.Float(1), _x / sp.Integer(0)])
def test_a_waypoint_is_an_expression_like_any_other(target: sp.Expr) -> None:
    with pytest.raises(Unproved):
        Derivation(_x, _LINE).waypoint(target, "clear")


# -- carried by a certificate ---------------------------------------------------------------------------------------------------


def test_a_certificate_of_the_claim_carries_it(tmp_path: Path) -> None:
    _keep(tmp_path, _square())
    finding = _judged(_module(tmp_path, _square()))["square"]
    assert finding.answer == "holds" and finding.reason.endswith("and a certificate of the claim is replayed")


@pytest.mark.parametrize(
    "claim",
    [
        _square(2),
        replace(_square(), name="another"),
        replace(_square(), domain=_UNIT, proof=lambda: Derivation((_x + 1) ** 2, _UNIT).waypoint(_x + 9, "clear")),
    ],
    ids=["another right side", "another name", "another domain"],
)
def test_a_certificate_of_another_claim_carries_nothing(tmp_path: Path, claim: Claim) -> None:
    _keep(tmp_path, _square())
    assert _judged(_module(tmp_path, claim))[claim.name].answer == "undecided"


def test_a_certificate_carries_its_claims_only(tmp_path: Path) -> None:
    _keep(tmp_path, _square())
    found = _judged(_module(tmp_path, _square(), _square(name="other")))
    assert (found["square"].answer, found["other"].answer) == ("holds", "undecided")


def test_a_damaged_certificate_carries_nothing(tmp_path: Path) -> None:
    kept = _keep(tmp_path, _square())
    spec, certificate = kept.read()
    lines = certificate.splitlines(keepends=True)
    kept.write(spec, b"".join(line for line in lines if not line.startswith(b'{"g"')))
    assert _judged(_module(tmp_path, _square()))["square"].answer == "undecided"
    kept.write(spec, certificate)
    assert _judged(_module(tmp_path, _square()))["square"].answer == "holds"


def test_a_certificate_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    specs, replay = list[bytes](), Theory.replay

    def counted(self: Theory, spec: bytes, certificate: bytes) -> Any:
        specs.append(spec)
        return replay(self, spec, certificate)

    monkeypatch.setattr(Theory, "replay", counted)
    replayed._replayed.cache_clear()
    claims = [claim for claim in angles.CLAIMS if claim.name in ("cosines", "exponentials")]
    assert all(replayed.is_replayed(claim) for claim in claims) and len(specs) == len(set(specs)) >= 1


def test_for_a_claim_of_a_user_one_is_looked_for() -> None:
    assert judge_claim(_square(), 0).answer == "holds"
    assert judge_claim(_square(2), 0).answer == "undecided"


# -- lemmas ---------------------------------------------------------------------------------------------------------------------


def _by(lemma: Claim) -> Claim:
    assert isinstance(lemma.proposition, Equality)
    left, right = lemma.proposition.left + 3, lemma.proposition.right + 3
    proof = lambda: SeriesBound(left, lemma.domain).rewrite_by(lemma)  # noqa: E731
    return Claim("by a lemma", "", Equality(left, right), lemma.domain, proof)


def test_a_lemma_with_a_waypoint_must_be_carried_itself(tmp_path: Path) -> None:
    """By a lemma of the rules, which has its certificate beside it, also where the claim has none."""
    logarithm = polar.CLAIMS[0]
    require_proved(logarithm)
    module = _module(tmp_path, _by(logarithm))
    assert _judged(module)["by a lemma"].answer == "holds"
    assert isinstance(logarithm.proposition, Equality)
    false = replace(logarithm, proposition=Equality(logarithm.proposition.left, logarithm.proposition.right + 1))
    with pytest.raises(Unproved, match="is not proved"):
        require_proved(false)
    assert _judged(_module(tmp_path, _by(false)))["by a lemma"].answer == "undecided"


def test_a_proof_does_not_say_what_carries_its_lemmas(tmp_path: Path) -> None:
    # a lemma that no certificate knows
    renamed = replace(polar.CLAIMS[0], name="mine")
    by_lemma = _by(renamed).proof
    assert by_lemma is not None

    def proof() -> Derivation:
        with carried_by(lambda lemma, module: True):
            return by_lemma()

    assert _judged(_module(tmp_path, replace(_by(renamed), proof=proof)))["by a lemma"].answer == "undecided"
    assert not renamed.known.proved
    # where no proof is under way the carrier is asked
    with carried_by(lambda lemma, module: True):
        assert deciding.judge_claim(replace(renamed), 0).answer == "holds"


def test_what_carries_a_claim_carries_none_that_is_made_from_it() -> None:
    logarithm = polar.CLAIMS[0]
    require_proved(logarithm)
    assert not replace(logarithm).known.proved
    # its proof is of the rules, whose certificate knows no such claim
    renamed = replace(logarithm, name="mine")
    assert judge_claim(renamed, 0).answer == "undecided"


# -- chains in chains -----------------------------------------------------------------------------------------------------------


def _wrong(kind: type[Bound] = Bound, on: Domain = _UNIT, start: sp.Expr = _x) -> Bound:
    return kind(start, on).waypoint(sp.Integer(2), "clear")


_CHAINS: dict[str, Callable[[], Derivation]] = {
    "backwards": lambda: Derivation(sp.Integer(2), _UNIT).backwards(_wrong()),
    "through": lambda: Bound(2 * _x, _UNIT).through(_wrong(), lambda t: 2 * t),
    "powers": lambda: Tail(_x**3, _UNIT).powers(_wrong(), sp.Integer(3)),
    "by cases": lambda: Bound(_x, _UNIT).by_cases(_x, sp.Rational(1, 2), lambda part: _wrong(on=part)),
    "each term": lambda: FiniteSums(sp.Sum(_k, (_k, 0, _n)), _SIZES).each_term(lambda on: _wrong(on=on, start=_k)),
    "induction": lambda: SeriesBound(_n, _SIZES).by_induction(
        _n, 2 * _n, lambda on: Bound(sp.Integer(1), on).waypoint(sp.Integer(2), "clear")
    ),
    "recursion": lambda: Recursion(sp.Integer(2) ** _n, _SIZES).by_recursion(
        _n, 3 * sp.Integer(2) ** _n, sp.Integer(2), None, (Derivation(sp.Integer(1), Domain(())).waypoint(3, "clear"),)
    ),
    "under the integral": lambda: IntegralBound(sp.Integral(_x, (_x, 0, 1)), _SIZES).under_the_integral(
        lambda on: _wrong(on=on)
    ),
    "at a root": lambda: RootBound(_n, _SIZES).by_root(
        _x, (sp.Integer(0), sp.Integer(1)), 2 * _x - 1, lambda on: Bound(_n, on).waypoint(_n + 1, "clear")
    ),
}


@pytest.mark.parametrize("name", _CHAINS)
def test_a_chain_hands_its_waypoints_on(name: str) -> None:
    chain = _CHAINS[name]()
    assert chain.waypoints == {"1.1"}
    claim = Claim("c", "", Equality(chain.start, chain.end), chain.domain, lambda: chain)
    if chain.relation() == "=":
        assert judge_claim(claim, 0).answer == "undecided"


def test_every_step_that_goes_on_by_another_chain_says_what_it_rests_on() -> None:
    """Read from the source: whoever asks another chain how it relates its ends hands its waypoints on."""
    asking, silent = 0, list[str]()
    for path in sorted(Path(next(iter(rftheory.evidence.__path__))).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or path.stem in ("deciding",):
                continue
            called = [c.func for c in ast.walk(node) if isinstance(c, ast.Call) and isinstance(c.func, ast.Attribute)]
            if any(c.attr == "relation" and isinstance(c.value, ast.Name) and c.value.id != "self" for c in called):
                asking += 1
                if not any(c.attr == "_resting_on" for c in called):
                    silent.append(f"{path.stem}.{node.name}")
    # a part of `through`
    assert asking >= 15 and silent == ["bounds._is_strict"]


def test_bounds_may_have_waypoints(tmp_path: Path) -> None:
    """A bound that the kernel has not replayed is undecided, whatever follows it."""
    chain = Bound(_x, _UNIT).waypoint(sp.Integer(-1), "clear", "<=").at_most(sp.Integer(0))
    false = Claim("false", "", Inequality(_x, "<=", sp.Integer(0)), _UNIT, lambda: chain)
    assert _judged(_module(tmp_path, false))["false"].answer == "undecided"
