"""``rftheory simulate``: the closed forms that stand beside the estimates."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from simulated import SMALL, document_of

from rftheory.cli.pairs import pairs_by_sum
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.estimators.coupled import Coupled
from rftheory.families.positive import Positive
from rftheory.mechanisms.closed_forms import closed_form


def _values(document: dict[str, Any], quantity: str) -> list[dict[str, Any]]:
    return [row for row in document["estimates"] if row["quantity"] == quantity]


@pytest.mark.parametrize("coupling", ["iid", "orthogonal", "simplex"])
@pytest.mark.parametrize(("family", "inputs"), [("positive", "--v"), ("hyperbolic", "--v"), ("trigonometric", "--z")])
def test_intervals_hold_the_closed_form(family: str, inputs: str, coupling: str) -> None:
    # 9 x 4 intervals that each fail with probability 1e-9: the seed is fixed as well
    options = (*SMALL, "--draws", "65536", "--level", "0.999999999")
    document = document_of(f"{family} x {coupling}", inputs, "1,2", *options)
    assert len(document["estimates"]) == 4
    for row in document["estimates"]:
        assert row["theory"]["inside"], row


def test_a_difference_agrees_with_the_closed_form_and_is_sharper_than_two_runs() -> None:
    sharp = document_of("positive x orthogonal", "--v", "1", "--against", "positive", *SMALL)["estimates"][0]
    assert sharp["theory"]["inside"] and sharp["theory"]["sign"] == -1
    errors = [
        _values(document_of(f"positive x {each}", "--v", "1", *SMALL), "mse")[0] for each in ("orthogonal", "iid")
    ]
    assert sharp["high"] - sharp["low"] < sum(error["high"] - error["low"] for error in errors)


def test_the_other_kernel_is_the_same_estimate_scaled() -> None:
    own, other = (document_of("positive", "--v", "1", "--kernel", kernel, *SMALL) for kernel in ("softmax", "gaussian"))
    for name, power in (("mean", 1), ("mse", 2)):
        (first,), (second,) = _values(own, name), _values(other, name)
        # |x|^2 = |y|^2 = 1/4
        assert second["value"] == pytest.approx(first["value"] * math.exp(-power / 4), rel=1e-14)
        assert second["theory"]["value"] == pytest.approx(first["theory"]["value"] * math.exp(-power / 4), rel=1e-14)
        assert second["relative_error"] == first["relative_error"]


def test_the_pair_covariance_is_what_the_errors_differ_by() -> None:
    pairs = pairs_by_sum("1", 4)
    coupled, alone = Coupled(Positive(), Orthogonal()), Coupled(Positive(), Independent())
    (gap,) = np.subtract(*(closed_form("mse", each, pairs.x, pairs.y, 4).value for each in (coupled, alone)))
    found = closed_form("pair_covariance", coupled, pairs.x, pairs.y, 4)
    assert found.value[0] == pytest.approx(gap * 4 / 3, rel=1e-10)
    assert closed_form("pair_covariance", alone, pairs.x, pairs.y, 4).log[0] == -math.inf


@pytest.mark.parametrize(
    ("options", "method"),
    [
        (("positive", "--v", "6", "--quantity", "mse"), "tilted"),
        (("positive", "--v", "6"), "tilted"),
        (("trigonometric", "--z", "1", "--quantity", "mse"), "plain"),
    ],
)
def test_what_is_compared_with_a_closed_form_is_drawn(options: tuple[str, ...], method: str) -> None:
    # draws for the error tell nothing of the mean there, and say so
    found = document_of(*options, *SMALL, status=int(options == ("positive", "--v", "6")))["estimates"][-1]
    assert found["theory"] is not None and found["method"] == method
    assert found["bar"] == "proved" and found["theory"]["inside"]
