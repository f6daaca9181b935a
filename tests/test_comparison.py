"""What is tried in the place of draws and moments is possible: no true claim is refuted by numbers that cannot occur."""

from __future__ import annotations

import pytest
import sympy as sp

from rftheory.inputs.kernels import PAIR, Space, d, theta, x_norm, y_norm
from rftheory.judges import enclosure_judge
from rftheory.judges.comparison import with_free_moments
from rftheory.rules.nodes import Expectation, Form, Phase, Projection, SampleMean
from rftheory.rules.propositions import Equality
from rftheory.rules.variates import DRAW, Variate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range

_w, _b, _v = Projection("w"), Phase("b"), Variate("V", DRAW**2)
_x, _y = _w.dot(PAIR.x), _w.dot(PAIR.y)
_LENGTHS = (Range(x_norm, 0, None, "()"), Range(y_norm, 0, None, "()"))
_PAIRS, _PARALLEL = (Domain((*_LENGTHS, Range(theta, 0, end))) for end in (sp.pi, 0))
_LINE, _SPACE = (Domain((_LENGTHS[0], Range(d, 1, end, integer=True))) for end in (1, None))
_length = _w.squared_length(d)

_CASES = {
    "a variate and a projection in one mean": (
        Expectation(sp.cos(_v * _x) ** 2),
        Expectation(1 - sp.sin(_v * _x) ** 2),
    ),
    "a variate and a phase in one mean": (Expectation(sp.cos(_v + _b) ** 2), Expectation(1 - sp.sin(_v + _b) ** 2)),
    "a mean of a product": (Expectation(_v * _x**2), Expectation(_v) * x_norm**2),
    "forms of parallel vectors": (_y, y_norm / x_norm * _x),
    "the only form on a line": (_length * x_norm**2, _x**2),
}
_DOMAINS = {"forms of parallel vectors": _PARALLEL, "the only form on a line": _LINE}


def _answer(left: sp.Expr, right: sp.Expr, domain: Domain) -> str:
    return enclosure_judge.judge_claim(Claim("c", "", Equality(left, right), domain), "standard", 0).answer


@pytest.mark.parametrize("name", _CASES)
def test_what_is_true_is_not_refuted(name: str) -> None:
    domain = _DOMAINS.get(name, _PAIRS)
    left, right = _CASES[name]
    assert _answer(left, right, domain) == "holds"
    assert _answer(left, right + sp.Rational(1, 1000), domain) == "refuted"


def test_the_same_is_refuted_where_the_hypothesis_fails() -> None:
    assert _answer(*_CASES["forms of parallel vectors"], _PAIRS) == "refuted"
    assert _answer(*_CASES["the only form on a line"], _SPACE) == "refuted"


def test_what_has_no_possible_value_is_not_compared() -> None:
    mean = Expectation(sp.cos(SampleMean(_v, 3)))
    assert with_free_moments(mean, mean)[0] == mean
    other = Space("others", lambda a, b: y_norm**2, ("x",)).vector("x")
    left, _ = with_free_moments(_x * _w.dot(other), sp.Integer(0))
    assert len(left.atoms(Form)) == 2
    assert _answer(_x * _w.dot(other), sp.Integer(0), _PAIRS) == "undecided"
