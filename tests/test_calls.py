"""How a page says its claims: on which domain, what is wrong with them, and what repairs them."""

from collections.abc import Callable
from importlib import import_module

import pytest
import sympy as sp

from rftheory.inputs.kernels import r
from rftheory.rules.propositions import Inequality
from rftheory.statements.calls import claim, eq, ge, le, lemma, step
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.house import House

_LINE, _UNIT = Domain((Range(r, 0, None),)), Domain((Range(r, 0, 1),))
_FALSE = le(r**2, r)


@pytest.mark.parametrize("said", [claim, step, lemma])
def test_a_claim_without_a_domain_needs_that_of_its_page(
    said: Callable[..., Claim], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ValueError, match=rf"its file {__name__} a DOMAIN before it, got None"):
        said("square: it grows", ge(r**2, 0))
    monkeypatch.setitem(globals(), "DOMAIN", _LINE)
    assert said("square: it grows", ge(r**2, 0)).domain is _LINE
    assert [said("square: it grows", ge(r**2, 0)).domain for _ in range(2)] == [_LINE, _LINE]
    assert said("square: it grows", ge(r**2, 0), _UNIT).domain is _UNIT
    monkeypatch.setitem(globals(), "DOMAIN", _LINE.ranges)
    with pytest.raises(ValueError, match="DOMAIN before it, got"):
        said("square: it grows", ge(r**2, 0))


def test_the_domain_is_that_of_the_page_in_which_the_call_stands(house: House) -> None:
    """Also where another page imports the function that makes the claim."""
    head = "from rftheory.vocabulary import *\nfrom rftheory.inputs.kernels import r\nSTATEMENT = statement('claim', 'l', 't')\n"
    made = "DOMAIN = Domain((Range(r, 0, {}),))\n"
    house.write(
        "first.py", f"{head}{made.format(1)}def squares(): return claim('s: s', ge(r**2, 0))\nCLAIMS = (squares(),)"
    )
    package = house.package.name
    house.write(
        "second.py",
        f"{head}from {package}.first import squares\n{made.format(2)}CLAIMS = (squares(), claim('t: t', ge(r, 0)))",
    )
    pages = {name: import_module(f"{package}.{name}") for name in ("first", "second")}
    ends = {name: [one.domain.ranges[0].high for one in page.CLAIMS] for name, page in pages.items()}
    assert ends == {"first": [1], "second": [1, 2]}


def test_what_is_wrong_follows_the_claim() -> None:
    told = claim("square: it is at most its root", _FALSE, _LINE, tex="r^2", print="restored")
    wrong = told.false(at={r: 2}, because="4 > 2", error="false", survives="yes")
    known = {"counterexample": {r: sp.Integer(2)}, "flaw": "4 > 2", "error": "false", "survives": "yes"}
    kept = ("name", "says", "proposition", "domain", "role", "tex", "print")
    assert {name: getattr(wrong, name) for name in known} == known
    assert all(getattr(wrong, name) == getattr(told, name) for name in kept)
    # the claim itself says what it said
    assert (told.counterexample, told.flaw, told.error) == (None, "", None)


def test_what_repairs_a_claim_names_it_and_holds_where_it_does() -> None:
    wrong = claim("square: it is at most its root", _FALSE, _LINE).false(at={r: 2}, because="4 > 2")
    plain = wrong.corrected("itself: it is itself", eq(r**2, r * r), mutants=[r])
    narrower = wrong.corrected("unit: below one it is", _FALSE, _UNIT, needs=("r <= 1",))
    other = wrong.reread("root: it is at least 0", ge(r, 0))
    roles = [("correction", "square"), ("correction", "square"), ("reading", "square")]
    assert [(one.role, one.corrects) for one in (plain, narrower, other)] == roles
    assert [one.domain for one in (plain, narrower, other)] == [_LINE, _UNIT, _LINE]
    assert (plain.name, plain.says, narrower.needs) == ("itself", "it is itself", ("r <= 1",))
    # nothing of what is wrong with the print is said of what repairs it
    assert all((one.counterexample, one.flaw) == (None, "") for one in (plain, narrower, other))
    assert plain.mutants == (eq(r**2, r),)
    with pytest.raises(ValueError, match='must be "name: what it says"'):
        wrong.corrected("without a name", _FALSE)


def test_a_claim_that_there_is_repairs_another() -> None:
    wrong = claim("square: it is at most its root", _FALSE, _LINE)
    known = Claim("known", "says", Inequality(r, ">=", sp.Integer(0)), _UNIT, role="lemma")
    repaired = wrong.corrected_by(known, name="in other words", tex="r")
    assert (repaired.role, repaired.corrects, repaired.name, repaired.tex) == (
        "correction",
        "square",
        "in other words",
        "r",
    )
    assert (repaired.proposition, repaired.domain, known.role) == (known.proposition, _UNIT, "lemma")
