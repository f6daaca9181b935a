"""A replayed certificate is enough, whatever a chain says or lacks; what is false stays unproved."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import sympy as sp

from rftheory.chains.chain import Chain
from rftheory.inputs.kernels import PAIR, Space, d, theta, x_norm, y_norm
from rftheory.judges import controls_judge, enclosure_judge, kernel_judge
from rftheory.rules.nodes import Expectation, Phase, Projection
from rftheory.rules.propositions import Equality, Inequality, Limit, Proposition
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from rftheory.statements.standing import assess
from rftheory.statements.verdicts import Verdict
from tests.lines import file_of

_w, _v, _b, _c = Projection("w"), Projection("v"), Phase("b"), Phase("c")
_x, _y = _w.dot(PAIR.x), _w.dot(PAIR.y)
_product = x_norm * y_norm * sp.cos(theta)
_kernel = sp.exp(-PAIR.delta.square / 2)
_PAIRS = Domain((Range(x_norm, 0, None), Range(y_norm, 0, None), Range(theta, 0, sp.pi)))
_SIZES = Domain((Range(d, 1, None, integer=True),))
_t = sp.Symbol("t", positive=True)
_POSITIVE = Domain((Range(_t, 0, None, "()"),))


def _judged(*claims: Claim, judges: str = "KEC") -> dict[str, Verdict]:
    named = {"K": kernel_judge, "E": enclosure_judge, "C": controls_judge}
    module = file_of(*claims)
    return {name: named[name].judge(module, "standard", 0) for name in judges}


def _claim(proposition: Proposition, domain: Domain, name: str = "c", **more: object) -> Claim:
    return Claim(name, "as it stands", proposition, domain, **more)  # type: ignore[arg-type]


def _certified(left: sp.Expr, right: sp.Expr, domain: Domain) -> bool:
    (finding,) = _judged(_claim(Equality(left, sp.sympify(right)), domain), judges="K")["K"].findings
    return finding.answer == "holds"


# -- what only the kernel proves ----------------------------------------------------------------------------------------


def test_claims_without_a_proof_are_tried_as_they_stand() -> None:
    def broken() -> Chain:
        raise ZeroDivisionError("in the proof")

    square, false = Inequality(_x**2, ">=", sp.Integer(0)), Inequality(_x, ">=", sp.Integer(0))
    limit = Limit(sp.exp(-_t) * (1 + _t), _t, sp.Integer(0), sp.Integer(1))
    claims = (
        _claim(square, _PAIRS, "square"),
        _claim(false, _PAIRS, "false"),
        _claim(limit, _POSITIVE, "limit"),
        _claim(Limit(limit.expr, _t, limit.point, sp.Integer(2)), _POSITIVE, "false limit"),
        _claim(Equality(Expectation(_x**2), x_norm**2), _PAIRS, "broken", proof=broken),
    )
    answers = {finding.claim: finding.answer for finding in _judged(*claims, judges="K")["K"].findings}
    assert answers == {
        "square": "holds",
        "false": "not run",
        "limit": "holds",
        # what is replayed of the same expression excludes it
        "false limit": "refuted",
        "broken": "holds",
    }


def test_a_slip_that_the_kernels_terms_do_not_tell_is_an_alarm(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = _claim(Equality(Expectation(_x * _y), _product), _PAIRS, "moment")
    kernel = _claim(Equality(Expectation(sp.cos(_x - _y)), _kernel), _PAIRS, "kernel")
    bound = _claim(Inequality(Expectation(sp.cos(_x - _y)), "<=", sp.Integer(1)), _PAIRS, "bound")
    verdicts = _judged(moment, kernel)
    assert {finding.answer for finding in verdicts["C"].findings} == {"holds"}
    assert assess(verdicts.values()).status == "proved"
    monkeypatch.setattr(controls_judge, "is_same", lambda *_: True)
    found = {f.claim: " ".join(f.data["alarms"]) for f in _judged(moment, kernel, bound, judges="C")["C"].findings}
    assert "print: " in found["moment"] and "print: " in found["kernel"]
    assert "definition: " in found["kernel"] and "definition: " in found["bound"]


# -- phases --------------------------------------------------------------------------------------------------------------


def test_a_draw_of_a_phase_lies_on_the_circle() -> None:
    ends = {"below 2 pi": ("<", 2 * sp.pi), "from 0 on": (">=", sp.Integer(0)), "below pi": ("<", sp.pi)}
    claims = [_claim(Inequality(_b, relation, end), _SIZES, name) for name, (relation, end) in ends.items()]
    answers = {finding.claim: finding.answer for finding in _judged(*claims, judges="K")["K"].findings}
    assert answers == {"below 2 pi": "holds", "from 0 on": "holds", "below pi": "not run"}


# -- spaces --------------------------------------------------------------------------------------------------------------

_p, _q, _s = sp.symbols("p q s", positive=True)
_rho = sp.Symbol("rho", real=True)
_k = sp.Symbol("k", integer=True, positive=True)


def _space(name: str, xx: sp.Expr, yy: sp.Expr, xy: sp.Expr) -> Space:
    return Space(name, lambda a, b: {"xx": xx, "yy": yy, "xy": xy}["".join(sorted(a + b))], "xy")


#: two spaces of one name, with other products
_ONE, _OTHER = _space("inputs", _p**2, _q**2, _p * _q * _rho), _space("inputs", _s**2, _s**2, sp.Integer(0))
_LENGTHS = (*(Range(symbol, 0, None, "()") for symbol in (_p, _q, _s)), Range(_rho, -1, 1))
_SPACES = Domain((*_LENGTHS, Range(d, 1, None, integer=True), Range(_k, 1, None, integer=True)))


def _both(right: sp.Expr) -> tuple[sp.Expr, sp.Expr, Domain]:
    vectors: Sequence[sp.Expr] = [_w.dot(_ONE.vector("x")) + _w.dot(_ONE.vector("y")), _v.dot(_OTHER.vector("x"))]
    return Expectation(sp.exp(sum(vectors))), right, _SPACES


def test_two_spaces_have_their_own_products() -> None:
    assert _certified(*_both(sp.exp((_p**2 + _q**2 + 2 * _p * _q * _rho + _s**2) / 2)))
    assert not _certified(*_both(sp.exp((_p**2 + _q**2 + _s**2) / 2)))
    assert not _certified(*_both(sp.exp((2 * _s**2 + _s**2) / 2)))


def test_nothing_is_known_of_products_between_spaces() -> None:
    product = Expectation(_w.dot(_ONE.vector("x")) * _w.dot(_OTHER.vector("x")))
    for value in (sp.Integer(0), _p * _s, _p**2, _p * _q * _rho):
        assert not _certified(product, value, _SPACES)


def test_two_spaces_have_their_own_dimensions() -> None:
    first = Expectation(_w.dot(_ONE.vector("x")) ** 2 + _w.squared_length(d))
    second = Expectation(_v.dot(_OTHER.vector("x")) ** 2 + _v.squared_length(_k))
    assert _certified(first * second, (_p**2 + d) * (_s**2 + _k), _SPACES)
    for wrong in ((_p**2 + d) * (_s**2 + d), (_p**2 + _k) * (_s**2 + d)):
        assert not _certified(first * second, wrong, _SPACES)


def test_a_dimension_that_is_named_for_one_space_is_not_that_of_another() -> None:
    # three orthogonal vectors need three dimensions; w may have fewer
    three = Space("axes", lambda a, b: _s**2 if a == b else sp.Integer(0), ("one", "two", "three"))
    along = sp.Add(*(_v.dot(three.vector(name)) for name in three.names))
    left = Expectation(_w.squared_length(_k)) * Expectation(sp.exp(along))
    single = Domain((*_LENGTHS, Range(_k, 1, 1, integer=True)))
    assert _certified(left, _k * sp.exp(3 * _s**2 / 2), single)
