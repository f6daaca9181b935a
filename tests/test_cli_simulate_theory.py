"""``rftheory simulate``: the closed forms that stand beside the estimates."""

from __future__ import annotations

import math
from typing import Any

import pytest
from simulated import SMALL, document_of

from rftheory.cli.pairs import pairs_by_norms, pairs_by_sum
from rftheory.cli.theory import closed_forms
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.estimators.coupled import Coupled, Regular
from rftheory.estimators.estimator import Estimator
from rftheory.estimators.hybrids import Bipolar
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.positive import Positive
from rftheory.families.trigonometric import Trigonometric
from rftheory.hybrids.angular import Angular
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


@pytest.mark.parametrize(
    "estimator",
    [
        Regular(Positive()),
        Regular(Trigonometric()),
        Regular(GeneralizedExponential(-1, 1)),
        Coupled(Hyperbolic(), Orthogonal()),
        Coupled(Positive(), Simplex()),
        Bipolar(Hyperbolic(), Trigonometric(), Angular()),
    ],
)
def test_closed_forms_are_the_moments_of_the_definition(estimator: Estimator) -> None:
    pairs = pairs_by_norms({"x_norm": "1", "y_norm": "1/2", "theta": "1,2"}, 3)
    setting = Setting.of(estimator, pairs.x, pairs.y, 3, 2)
    errors, seconds = (closed_forms(name, setting) for name in ("mse", "second_moment"))
    assert errors is not None and seconds is not None
    for k, (x, y, log_kernel) in enumerate(zip(pairs.x, pairs.y, setting.log_kernel, strict=True)):
        for form, center in ((errors[k], math.exp(log_kernel)), (seconds[k], 0.0)):
            moment = estimator.moments(x, y, 3, 2, center).second
            assert form.sign * math.exp(form.log) == pytest.approx(float(moment.real), rel=1e-11)


def test_the_pair_covariance_is_what_the_errors_differ_by() -> None:
    pairs = pairs_by_sum("1", 4)
    coupled = Setting.of(Coupled(Positive(), Orthogonal()), pairs.x, pairs.y, 4)
    alone = Setting.of(Regular(Positive()), pairs.x, pairs.y, 4)
    errors = [closed_forms("mse", setting) for setting in (coupled, alone)]
    found = closed_forms("pair_covariance", coupled)
    assert found is not None and errors[0] is not None and errors[1] is not None
    (gap,) = (math.exp(one.log) - math.exp(two.log) for one, two in zip(*errors, strict=True))
    assert found[0].sign * math.exp(found[0].log) == pytest.approx(gap * 4 / 3, rel=1e-10)
    (zero,) = closed_forms("pair_covariance", alone) or ()
    assert zero.log == -math.inf


def test_what_has_no_closed_form_has_none() -> None:
    pairs = pairs_by_sum("1", 4)
    setting = Setting.of(Coupled(Positive(), Orthogonal()), pairs.x, pairs.y, 4)
    assert closed_forms("quantile 0.9", setting) is None
