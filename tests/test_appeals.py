"""Appeals to a named theorem are closed to all but the proofs of the rules, recorded with their place, and counted once."""

from __future__ import annotations

import ast
import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import sympy as sp
from house import House

from proofs.rules import hyperplane_signs, polar
from rftheory.evidence.appeals import Appeal
from rftheory.evidence.bounds import Bound
from rftheory.evidence.derivation import Derivation, Unproved
from rftheory.evidence.derivation_judge import judge_claim, proved
from rftheory.evidence.series_steps import SeriesBound
from rftheory.evidence.tails import Tail
from rftheory.rules.concentration import TailRule, hoeffding
from rftheory.rules.inequalities import MomentRule
from rftheory.rules.made import is_made, rule
from rftheory.rules.nodes import Expectation, Probability, SampleMean, Variate
from rftheory.statements.claims import Claim, Equality, Inequality
from rftheory.statements.domain import Domain, Range
from rftheory.statements.verdicts import JUDGES

_x = sp.Symbol("x", real=True)
_LINE = Domain((Range(_x),))
_ROOT = Path(__file__).parent.parent
_THEOREM = "fundamental theorem of calculus"


def _logarithm() -> Claim:
    """A claim of the rules whose proof appeals once."""
    return next(claim for claim in polar.claims() if claim.name == "logarithm")


def _signs() -> Claim:
    return hyperplane_signs.claims()[0]


# -- closed -----------------------------------------------------------------------------------------------------------


def test_a_theorem_may_not_be_named_outside_of_the_rules() -> None:
    with pytest.raises(Unproved, match="test_appeals is not in proofs.rules"):
        Derivation(_x, _LINE).by_theorem(_x + 1, _THEOREM, "", [(_x, _x)])
    with pytest.raises(Unproved, match="test_appeals is not in proofs.rules"):
        Tail(Expectation(Variate("X")), _LINE).by_theorem(sp.Integer(7), "Boole's inequality", "", [Equality(_x, _x)])


def test_a_claim_that_names_a_theorem_is_undecided() -> None:
    def proof() -> Derivation:
        return Derivation(sp.Integer(1), _LINE).by_theorem(sp.Integer(2), _THEOREM, "", [(_x, _x)])

    finding = judge_claim(Claim("1 = 2", "", Equality(sp.Integer(1), sp.Integer(2)), _LINE, proof), seed=0)
    assert finding.answer == "undecided" and "only named" in finding.reason


@pytest.mark.parametrize("wrap", [lambda proof: lambda: proof(), partial], ids=["inner call", "partial"])
def test_a_chain_of_the_rules_is_no_proof_elsewhere(wrap: object) -> None:
    """A claim outside has to use the claim that is proved there; the control is that claim itself."""
    claim = _logarithm()
    finding = judge_claim(replace(claim, proof=wrap(claim.proof)), seed=0)  # type: ignore[operator]
    assert finding.answer == "undecided" and "use the claim that is proved there" in finding.reason
    assert judge_claim(claim, seed=0).answer == "holds"


def test_a_module_of_the_name_of_the_rules_may_not_appeal(tmp_path: Path) -> None:
    """Neither the name of a module nor the folder alone makes a proof of a rule."""
    code = compile("chain.by_theorem(target, theorem, '', [(x, x)])", str(tmp_path / "rules.py"), "exec")
    names = {"chain": Derivation(_x, _LINE), "target": _x + 1, "theorem": _THEOREM, "x": _x}
    with pytest.raises(Unproved, match="is not in proofs.rules"):
        exec(code, {**names, "__name__": "proofs.rules.mine"})


def test_no_statement_outside_of_the_rules_appeals() -> None:
    """Read from the source, so that a call that is never made would be found too."""
    calls = [
        f"{path.relative_to(_ROOT)}:{node.lineno}"
        for path in sorted((_ROOT / "proofs").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "by_theorem"
    ]
    assert calls and all(call.startswith("proofs/rules/") for call in calls)


_event = sp.Ge(SampleMean(Variate("U"), 4) - sp.Rational(1, 2), sp.Rational(1, 4), evaluate=False)


def test_rules_made_by_hand_are_refused() -> None:
    chain, zero = Tail(Probability(_event), _LINE), sp.Integer(0)
    made = hoeffding(_event, zero, sp.Integer(1))
    by_hand = [
        TailRule("Hoeffding", _event, zero, ()),
        replace(made, bound=zero),
        replace(made),
        MomentRule("Jensen", Probability(_event), "<=", zero),
    ]
    assert is_made(made) and not any(map(is_made, by_hand))
    for hand in by_hand:
        with pytest.raises(Unproved, match="was not made by a function"):
            chain.by_rule(hand)
    with pytest.raises(Unproved, match="not decided|not proved"):
        chain.by_rule(made)  # the control comes as far as its hypotheses
    with pytest.raises(ValueError, match="one of rftheory.rules"):
        rule(lambda: TailRule("mine", _event, zero, ()))


# -- recorded and inherited -------------------------------------------------------------------------------------------


def test_an_appeal_has_its_name_and_place() -> None:
    finding = judge_claim(_logarithm(), seed=0)
    assert finding.answer == "holds"
    assert proved(_logarithm()) == (Appeal("proofs.rules.polar", "logarithm", "1", _THEOREM),)
    assert finding.data["appeals"][0] == {
        "theorem": _THEOREM, "module": "proofs.rules.polar", "claim": "logarithm", "step": "1",
    }  # fmt: skip


def test_a_lemma_hands_its_appeals_on_once() -> None:
    lemma = _logarithm()
    start = lemma.proposition.left + 2

    def proof() -> SeriesBound:
        return SeriesBound(start, lemma.domain).rewrite_by(lemma)

    claim = Claim("twice", "", Equality(start, lemma.proposition.right + 2), lemma.domain, proof)
    finding = judge_claim(claim, seed=0)
    assert finding.answer == "holds" and proved(claim) == proved(lemma)
    assert finding.data["appeals"] == [appeal.to_json() for appeal in proved(lemma)]


def test_a_lemma_in_a_sign_proof_hands_its_appeals_on() -> None:
    signs = _signs()
    left = signs.proposition.left
    assert isinstance(left, sp.Expr)
    bound = Claim(
        "at most", "", Inequality(left, "<=", sp.Integer(1)), signs.domain,
        lambda: SeriesBound(left, signs.domain).rewrite_by(signs).at_most(sp.Integer(1)),
    )  # fmt: skip
    chain = Bound(_x, Domain((*signs.domain.ranges, Range(_x)))).given(bound)
    assert {appeal.module for appeal in chain.appeals} == {"proofs.rules.hyperplane_signs"}
    # established now, it hands them on again
    assert Bound(_x, Domain((*signs.domain.ranges, Range(_x)))).given(bound).appeals == chain.appeals


def test_inner_chains_hand_their_appeals_on() -> None:
    lemma = _logarithm()
    inner = SeriesBound(lemma.proposition.left, lemma.domain).rewrite_by(lemma)
    through = Bound(inner.start * 2, lemma.domain).through(inner, lambda t: 2 * t)
    backwards = Derivation(inner.end, lemma.domain).backwards(inner)
    assert inner.appeals and through.appeals == inner.appeals == backwards.appeals
    # an appeal of an inner chain that is not a claim of its own has the number of the outer step in front
    own = Derivation(_x, _LINE)
    own.appeals.add(Appeal("m", "", "3", "t"))
    own._add("=", _x, "as it is")
    outer = Bound(_x, _LINE)._add("=", _x, "first").through(own, lambda t: t)  # type: ignore[attr-defined]
    assert outer.appeals == {Appeal("m", "", "2.3", "t")}


# -- counted ----------------------------------------------------------------------------------------------------------


def _finding(*appeals: dict[str, str]) -> dict[str, list[tuple[object, ...]]]:
    findings: dict[str, list[tuple[object, ...]]] = {judge: [("c", "claim", "holds", "", {})] for judge in JUDGES}
    findings["derivation"] = [("c", "claim", "holds", "", {"appeals": list(appeals)})]
    return findings


def _appeal(step: str, module: str = "proofs.rules.low") -> dict[str, str]:
    return {"theorem": "Fubini", "module": module, "claim": "c", "step": step}


@pytest.fixture
def counted(house: House) -> House:
    """`low` appeals twice, `top` rests on it, hands one of these on and has one of its own."""
    house.add("low", findings=_finding(_appeal("1"), _appeal("2")))
    house.add(
        "top",
        findings=_finding(_appeal("2"), _appeal("1", "proofs.rules.top")),
        imports=f"import {house.package.name}.low",
    )
    house.add("plain")
    assert house.run("verify").exit_code in (0, 1)
    return house


def test_a_row_counts_each_appeal_once(counted: House) -> None:
    rows = {row["id"]: row for row in json.loads(counted.run("list", "--json").stdout)}
    assert {name: row["appeals"]["count"] for name, row in rows.items()} == {
        "fake.low": 2, "fake.top": 3, "fake.plain": 0,
    }  # fmt: skip
    assert rows["fake.top"]["appeals"]["list"][0] == _appeal("1")


def test_list_and_show_say_the_number(counted: House) -> None:
    lines = counted.run("list").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    top = next(line for line in lines if line.startswith("fake.top")).split()
    assert top[3] == "3" and next(line for line in lines if line.startswith("fake.plain")).split()[3] == "+"
    shown = counted.run("show", "fake.top").stdout
    assert "appeals: 3 steps" in shown and "Fubini (proofs.rules.low, c, step 1)" in shown


def test_the_command_lists_appeals_with_the_rows_that_need_them(counted: House) -> None:
    told = json.loads(counted.run("appeals", "--json").stdout)
    needed = {(a["module"], a["step"]): a["rows"] for a in told["appeals"]}
    assert needed == {
        ("proofs.rules.low", "1"): ["fake.low", "fake.top"],
        ("proofs.rules.low", "2"): ["fake.low", "fake.top"],
        ("proofs.rules.top", "1"): ["fake.top"],
    }
    text = counted.run("appeals").stdout
    assert "3 appeals; 2 of 3 statements need one or more" in text and max(map(len, text.splitlines())) <= 80
    assert "1 appeals" not in counted.run("appeals", "fake.plain").stdout


def test_what_was_not_judged_is_not_counted(house: House) -> None:
    house.add("new")
    row = json.loads(house.run("list", "--json").stdout)[0]
    assert row["appeals"] == {"count": None, "list": []}
    assert json.loads(house.run("appeals", "--json").stdout)["not_known"] == ["fake.new"]
