"""``rftheory simulate``: the closed forms that stand beside the estimates."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from simulated import SMALL, document_of, run

from rftheory.cli.pairs import pairs_by_sum
from rftheory.couplings.iid import Independent
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.estimators.coupled import Coupled
from rftheory.families.positive import Positive
from rftheory.mechanisms.closed_forms import closed_form
from rftheory.montecarlo.plans import plan_of
from rftheory.montecarlo.quantities import MeanSquaredError
from rftheory.montecarlo.setting import Setting


def _values(document: dict[str, Any], quantity: str) -> list[dict[str, Any]]:
    return [row for row in document["estimates"] if row["quantity"] == quantity]


@pytest.mark.parametrize("coupling", ["iid", "orthogonal", "simplex"])
@pytest.mark.parametrize(("family", "inputs"), [("positive", "--v"), ("hyperbolic", "--v"), ("trigonometric", "--z")])
def test_intervals_hold_the_closed_form(family: str, inputs: str, coupling: str) -> None:
    # 9 x 4 intervals that each fail with probability 1e-9: the seed is fixed as well
    document = document_of(family, inputs, "0.5,1", "--coupling", coupling, *SMALL, "--level", "0.999999999")
    assert len(document["estimates"]) == 4
    for row in document["estimates"]:
        assert row["theory"]["inside"], row


def test_a_contrast_agrees_with_the_closed_form_and_is_sharper_than_two_runs() -> None:
    sharp = document_of("positive", "--v", "1", "--coupling", "orthogonal", "--against", "iid", *SMALL)["estimates"][0]
    assert sharp["theory"]["inside"] and sharp["theory"]["sign"] == -1
    errors = [
        _values(document_of("positive", "--v", "1", "--coupling", each, "--method", "plain", *SMALL), "mse")[0]
        for each in ("orthogonal", "iid")
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


def test_a_controlled_estimate_says_how_much_of_it_was_drawn() -> None:
    """Far out nearly all of the error is that of single samples, which is the closed form itself."""
    far = ("positive", "--v", "6", "--quantity", "mse", *SMALL, "--method", "controlled")
    found = document_of(*far)["estimates"][0]
    assert found["method"] == "controlled" and found["drawn_share"] < 1e-9
    printed = " ".join(run(*far).stdout.split())
    assert "of mse; the rest is known beforehand (--method tilted draws all of it)" in printed
    # controls: all of what is tilted or plain is drawn, and then nothing is said
    for method in ("tilted", "plain"):
        options = ("positive", "--v", "1", "--quantity", "mse", *SMALL, "--method", method)
        assert document_of(*options)["estimates"][0]["drawn_share"] == 1
        assert "drawn was only" not in run(*options).stdout


@pytest.mark.parametrize(
    ("options", "method"),
    [
        (("positive", "--v", "6", "--quantity", "mse"), "tilted"),
        (("positive", "--v", "6"), "tilted"),
        (("trigonometric", "--z", "1", "--quantity", "mse"), "plain"),
    ],
)
def test_what_is_compared_with_a_closed_form_is_drawn_altogether(options: tuple[str, ...], method: str) -> None:
    # draws for the error tell nothing of the mean there, and say so
    found = document_of(*options, *SMALL, status=int(options == ("positive", "--v", "6")))["estimates"][-1]
    assert found["theory"] is not None and found["method"] == method and found["drawn_share"] == 1
    assert found["bar"] == "proved" and found["theory"]["inside"]


def test_without_a_comparison_what_is_known_is_not_drawn() -> None:
    """The control: only where theory stands beside is the shorter interval given up."""
    pairs = pairs_by_sum("6", 4)
    setting = Setting.of(Coupled(Positive(), Orthogonal()), pairs.x, pairs.y, 4)
    methods = [plan_of(setting, [MeanSquaredError()], all_drawn=all_drawn).method for all_drawn in (False, True)]
    assert methods == ["controlled", "tilted"]


def test_where_a_precision_is_asked_for_what_is_known_saves_draws() -> None:
    found = document_of("positive", "--v", "6", "--quantity", "mse", "--until", "1%", "--seed", "0")["estimates"][0]
    assert found["method"] == "controlled" and found["theory"] is not None
