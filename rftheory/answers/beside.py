"""What stands beside estimates: closed forms, or why there is none, the sizes of the numbers, and what to say of the inputs."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from rftheory.inputs.arrays import Array
from rftheory.mechanisms.closed_forms import POWERS, ClosedForm, NoClosedForm, closed_form
from rftheory.mechanisms.differences import difference_of_errors
from rftheory.montecarlo.setting import Setting

#: of each quantity the power of the kernel that it is proportional to, and its closed form, or why none is known
Theory = dict[str, tuple[int, ClosedForm | NoClosedForm]]


def sizes_of(setting: Setting, theory: Theory) -> dict[str, Array]:
    """The logarithm of the size of each quantity: of a bias K, of a covariance the variance of a sample, which it does not exceed."""
    found = {name: form.log for name, (_, form) in theory.items() if isinstance(form, ClosedForm)}
    if "bias" in theory:
        found["bias"] = setting.log_kernel
    if "pair_covariance" in theory:
        found["pair_covariance"] = size_of("mse", replace(setting, m=1))
    return found


def size_of(name: str, setting: Setting) -> Array:
    """The logarithm of a closed form; nan where none is known."""
    form = known_form(name, setting)
    return form.log if isinstance(form, ClosedForm) else np.full(setting.pairs, math.nan)


def notes_of(setting: Setting) -> tuple[str, ...]:
    """That nothing is random where samples see |x + y| (waves: |x - y|) alone, which is 0."""
    parts = setting.estimator.of_family
    law = None if parts is None else parts[0].reduction(setting.dimension)
    if parts is None or law is None or law.rate or law.phase:
        return ()
    nothing = np.flatnonzero(law.sizes(setting.x, setting.y) == 0)
    if not len(nothing):
        return ()
    length, option = ("|x - y|", "--z") if parts[0].oscillates else ("|x + y|", "--v")
    where = "here" if len(nothing) == setting.pairs else f"at pair {', '.join(map(str, nothing))}"
    return (
        f"the error of {parts[0].title} features depends on {length} only, up to a factor, and is 0 {where}, as {length} is; "
        f"use other inputs ({option})",
    )


def known_form(name: str, setting: Setting) -> ClosedForm | NoClosedForm:
    """The closed form of a quantity, or why none is known."""
    if name not in POWERS:
        return NoClosedForm(f"no closed form is known for {name}")
    try:
        return closed_form(name, setting.estimator, setting.x, setting.y, setting.m, setting.n)
    except NoClosedForm as reason:
        return reason


def known_gap(setting: Setting, other: Setting) -> ClosedForm | NoClosedForm:
    """That of MSE minus the MSE of another estimator."""
    try:
        return difference_of_errors(setting.estimator, other.estimator, setting.x, setting.y, setting.m, setting.n)
    except NoClosedForm as reason:
        return reason
