"""Nothing false and nothing about nothing is proved; what is true beside it is."""

from __future__ import annotations

import importlib
import pkgutil

import hostile
import pytest
import sympy as sp
from hostile.harness import domain, judged, order, over
from hostile.symbols import x

from rftheory.prover import search

_MODULES = (importlib.import_module(f"hostile.{item.name}") for item in pkgutil.iter_modules(hostile.__path__))
_CLASSES = {module.__name__.split(".")[-1]: module.CASES for module in _MODULES if hasattr(module, "CASES")}


#: statements that are judged in one test, and steps for a goal of the search for a certificate
_TOGETHER, _BRIEFLY = 10, 400
#: near misses of numbers and functions: what they say is not in question, so the search for certificates tells nothing of them
_NUMBERS = ("zeros",)
_SLICES = [(group, first) for group, cases in _CLASSES.items() for first in range(0, len(cases.false), _TOGETHER)]


@pytest.mark.parametrize(("group", "first"), _SLICES)
def test_hostile_statements_are_not_proved(group: str, first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "STEPS", _BRIEFLY)
    cases = list(_CLASSES[group].false.items())[first : first + _TOGETHER]
    asked = group not in _NUMBERS
    answers = {name: (judged(case.build, kernel=asked and not case.holds), case.why) for name, case in cases}
    proved = {
        name: f"{a.status} ({a.reason}), although: {why}" for name, (a, why) in answers.items() if a.status == "proved"
    }
    assert proved == {}


@pytest.mark.parametrize("group", _CLASSES)
def test_their_true_twins_are_proved(group: str) -> None:
    answers = {name: judged(case.build) for name, case in _CLASSES[group].true.items()}
    open_ones = {name: f"{a.status}: {a.reason}" for name, a in answers.items() if a.status != "proved"}
    assert open_ones == {}


def test_the_battery_is_large_enough() -> None:
    assert sum(len(cases.false) for cases in _CLASSES.values()) >= 750
    assert sum(len(cases.true) for cases in _CLASSES.values()) >= 140


# -- a bad claim does not void its file -----------------------------------------------------------------------------------

_UNIT = domain(over(x, 0, 1))
_EMPTY = domain(over(x, 1, 0, typical=(0, 1)))
_BAD = {
    "false": order(x, ">", 0, _UNIT, name="bad"),
    "a proof that fails": order(x, "<", 2, _UNIT, lambda: 1 // 0, name="bad"),
    "an empty domain": order(x, "<=", 1, _EMPTY, name="bad"),
    "a float": order(x, "<=", sp.Float(1.5), _UNIT, name="bad"),
    "an unknown relation": order(x, "=<", 1, _UNIT, name="bad"),
    "a counterexample outside": order(x, "<=", 1, _UNIT, name="bad", counterexample={x: sp.Integer(2)}),
}


@pytest.mark.parametrize("bad", _BAD)
def test_a_good_claim_beside_a_bad_one_is_judged(bad: str) -> None:
    good = order(x + 1, ">", 0, _UNIT, name="good")
    answer = judged(lambda: [good, _BAD[bad]])
    assert answer.status != "proved"
    assert dict(answer.answers)["good"] == "holds"
    assert dict(answer.answers)["bad"] != "holds"
