"""Audits of callables that get queries and keys at once, of other numbers of rows, and of parameters that are the best for them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from scipy import optimize

from rftheory._audit import audit
from rftheory.testing import assert_estimates
from tests import faulty_samplers as samplers
from tests.audited import only_steps_of, whats

_D = 8
_OPRF: dict[str, Any] = {"claims": "oprf", "kernel": "gaussian", "d": _D, "m": _D, "calls": 600}


def _log_moment(a: float, square: float) -> float:
    """log E Z^2/K^2 of one sample at |x + y|^2."""
    return _D / 2 * math.log1p(16 * a**2 / (1 - 8 * a)) + square / (1 - 8 * a)


@cache
def _best(square: float) -> float:
    """A of the least of these."""
    options = {"xatol": 1e-12}
    return float(
        optimize.minimize_scalar(_log_moment, args=(square,), bounds=(-4, 0), method="bounded", options=options).x
    )


def _square(x: Any, y: Any, cross: float = 2.0) -> float:
    """The mean of |x_i + y_j|^2."""
    return float((x**2).sum(1).mean() + (y**2).sum(1).mean() + cross * x.mean(0) @ y.mean(0))


def _by_its_own_length(x: Any, y: Any) -> float:
    return float(((x**2).sum() + (y**2).sum()) / len(x) + 2 * x.sum(0) @ y.sum(0) / len(x) ** 2)


Fit = Callable[[Any, Any], tuple[float, float]]


def _alike(fit: Callable[[Any, Any], float]) -> Fit:
    return lambda x, y: (fit(x, y),) * 2


def _right(x: Any, y: Any) -> float:
    return _best(_square(x, y))


def _both(fit: Fit, law: Any = samplers.iid, other: int = 0) -> Any:
    def call(queries: Any, keys: Any, m: int, seed: int) -> Any:
        assert len(queries) < len(keys)
        w, v = (law(np.random.default_rng(each), m, queries.shape[1]) for each in (seed, seed + other))
        a, b = fit(queries, keys)
        return samplers.damped(a, 1)(queries, w), samplers.damped(b, 1)(keys, v)

    return call


#: what is fitted, whether estimates stay unbiased, and what is named
_WRONG: dict[str, tuple[Any, bool, str]] = {
    "positive": (_both(_alike(lambda x, y: 0.0)), True, "A is 0, as of positive features"),
    "no product": (
        _both(_alike(lambda x, y: _best(_square(x, y, 0)))), True, "|x|^2 + mean |y|^2, without the product of the means",
    ),
    "queries": (_both(_alike(lambda x, y: _right(x, x))), True, "A is that of the queries alone"),
    "keys": (_both(_alike(lambda x, y: _right(y, y))), True, "A is that of the keys alone"),
    "thrice": (_both(_alike(lambda x, y: 3 * _right(x, y))), True, "A of both sides is about"),
    "own rows": (_both(lambda x, y: (_right(x, x), _right(y, y))), False, "each side has the A of its own rows"),
    "own number": (
        _both(lambda x, y: (_best(_by_its_own_length(x, y)), _best(_by_its_own_length(y, x)))),
        False,
        "divided by the number of rows of one",
    ),
    "two maps": (_both(_alike(_right), other=10**7), False, "the two sides do not share their projections"),
}  # fmt: skip


@pytest.mark.parametrize("name", _WRONG)
def test_wrong_fits_are_found_and_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    call, unbiased, words = _WRONG[name]
    only_steps_of([words], monkeypatch)
    # an amount takes a search, and what fits better by little takes inputs of several lengths
    few: dict[str, Any] = {"calls": 200, "m": 2} if name == "thrice" else {}
    if name not in ("no product", "own number"):
        few["lengths"] = (1.0,)
    report = audit(call, **{**_OPRF, **few})
    assert any(words in each for each in report.mistakes), str(report)
    assert ("best for these data" in whats(report)) == unbiased == ("unbiasedness" not in whats(report))


@pytest.mark.usefixtures("undiagnosed")
def test_what_another_fit_costs_is_told() -> None:
    sums: list[float] = []

    def fit(x: Any, y: Any) -> float:
        sums.append(_square(x, y))
        return 0.0

    report = audit(_both(_alike(fit)), **{**_OPRF, "calls": 2500})
    told = next(each.message for each in report.findings if each.what == "best for these data")
    # the first calls are those that ask whether rows depend on their order
    exact = math.exp(_log_moment(0.0, sums[-1]) - _log_moment(_best(sums[-1]), sums[-1]))
    found = re.search(r"is about ([\d.]+) times", told)
    # an average of so many log-normal squares is known to a few percent, and is extrapolated to the rows
    assert found is not None and float(found[1]) == pytest.approx(exact, rel=0.2)


@pytest.mark.parametrize("coupling", samplers.COUPLINGS)
def test_the_best_fit_passes_with_every_coupling(coupling: str) -> None:
    options = {**_OPRF, "claims": f"oprf x {coupling}", "calls": 240}
    report = assert_estimates(_both(_alike(_right), samplers.COUPLINGS[coupling]), **options)
    assert "the best for the inputs of a call" in report.claim


@pytest.mark.parametrize(("claims", "scale"), [("oprf", 1.0), ("gerf", 1.0), ("oprf", 2.0)])
def test_one_map_of_both_sides_is_fitted_to_its_inputs(claims: str, scale: float) -> None:
    def call(inputs: Any, m: int, seed: int) -> Any:
        rows = inputs / scale
        return samplers.damped(_right(rows, rows), 1)(rows, samplers.iid(np.random.default_rng(seed), m, _D))

    options = {**_OPRF, "claims": claims, "calls": 240, "kernel": None, "bandwidth": scale}
    assert_estimates(call, **options)
    assert not audit(lambda x, m, s: call(1.2 * x, m, s), **options, diagnose=False).passed


def test_a_parameter_of_each_place_depends_on_the_order_of_rows() -> None:
    def fit(x: Any, y: Any) -> tuple[Any, Any]:
        return tuple(-0.05 - 0.05 * np.arange(len(each))[:, None] / len(each) for each in (x, y))

    report = audit(_both(fit), **{**_OPRF, "calls": 100}, diagnose=False)
    (found,) = (each.message for each in report.findings if each.what == "rows")
    assert "depend on the order of the inputs" in found


_POSITIVE: dict[str, Any] = {"claims": "positive", "kernel": "softmax", "d": 4, "m": 4, "calls": 120}


def _sides(queries: Any, keys: Any, m: int, seed: int = 0) -> Any:
    w = samplers.iid(np.random.default_rng(seed), m, queries.shape[1])
    return samplers.positive(queries, w), samplers.positive(keys, w), w


def _bare(a: Any, b: Any, m: int, seed: int) -> Any:
    return _sides(a, b, m, seed)[:2]


@pytest.mark.usefixtures("undiagnosed")
@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        (_sides, set()),
        (_bare, set()),
        (lambda queries, keys, m, seed: _bare(queries, keys, m, seed)[0], {"shape"}),
        (lambda queries, keys, m, seed: tuple(each[:9] for each in _bare(queries, keys, m, seed)), {"shape"}),
        (lambda queries, keys, m, seed: _bare(queries, keys + 0.1 * keys.mean(0), m, seed), {"rows"}),
        (lambda queries, keys, m, seed: (_bare(queries, keys, m, seed)[0], *_bare(keys, keys, m, 1)[:1]), {"seed ignored"}),
    ],
)  # fmt: skip
def test_both_sides_are_told_by_their_parameters_and_tested(call: Any, wanted: set[str]) -> None:
    assert wanted <= whats(audit(call, **_POSITIVE))
    assert wanted or audit(call, **_POSITIVE).passed
