"""What an estimator does at given inputs, by draws with error bars that hold, and closed forms beside them."""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rftheory.answers.beside import closed, gap, known_form, notes_of, size_of, sizes_of
from rftheory.answers.closed import at_inputs, kernel_of, log_factor, projections
from rftheory.answers.content import with_content
from rftheory.bandwidths import Bandwidth
from rftheory.mechanisms.closed_forms import ClosedForm
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo import quantities as known
from rftheory.montecarlo.plans import Asked, Wanted
from rftheory.montecarlo.results import Estimate, Run
from rftheory.montecarlo.session import BUDGET, Effort, difference
from rftheory.montecarlo.session import estimate as drawn
from rftheory.montecarlo.setting import Setting

#: relative accuracy that closed forms promise
_PROMISED = 1e-12
_DRAWS = 1_000_000
_PLAIN: dict[str, Callable[[], Asked]] = {
    "mean": known.Mean,
    "variance": known.Variance,
    "mse": known.MeanSquaredError,
    "second-moment": known.SecondMoment,
    "bias": known.Bias,
}
_NUMBERED: dict[str, Callable[[float], Asked]] = {"quantile": known.Quantile, "tail": known.TailProbability}


@dataclass(frozen=True)
class Estimates:
    """Estimates with what they were asked for, and closed forms beside them.

    Attributes:
        kernel: which is estimated.
        run: the estimates with their intervals, the draws, and how they were made.
        theory: closed forms by quantity, arrays over the pairs; quantities without one are left out.
        unknown: of these why there is none.
        notes: what there is to say of the inputs.
    """

    setting: Setting
    kernel: str
    run: Run
    theory: Mapping[str, ClosedForm]
    seed: int
    level: float
    unknown: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def inconclusive(self) -> list[Estimate]:
        """Estimates without an interval that holds and says something."""
        return [estimate for estimate in self.run.estimates if estimate.answer == "inconclusive"]

    def closed_form(self, estimate: Estimate) -> tuple[float, float] | None:
        """Sign and logarithm of what is estimated; None where no closed form is known."""
        form = self.theory.get(estimate.quantity)
        if form is None or math.isnan(form.log[estimate.pair]):
            return None
        return float(form.sign[estimate.pair]), float(form.log[estimate.pair])

    def why_unknown(self, estimate: Estimate) -> str:
        """Why no closed form stands beside an estimate; "" where one does."""
        if self.closed_form(estimate) is not None:
            return ""
        return self.unknown.get(estimate.quantity, "the errors agree in all but a few digits")

    def holds(self, estimate: Estimate) -> bool:
        """Whether the interval contains the closed form, up to the rounding of either; True where there is none."""
        form = self.closed_form(estimate)
        low, high = estimate.interval.low, estimate.interval.high
        if form is None or not (math.isfinite(low) and math.isfinite(high)):
            return True
        value = form[0] * math.exp(min(form[1] - estimate.log_unit, 700.0))
        rounding = _PROMISED + 8 * np.finfo(float).eps * max(1.0, abs(estimate.log_unit))
        rounding *= max(abs(value), abs(estimate.value))
        return bool(low - rounding <= value <= high + rounding)

    def to_json(self) -> dict[str, Any]:
        """The same for the same arguments and seed, but for the last two entries."""
        run = self.run.to_json()
        estimates = [
            {**row, "theory": self._theory(estimate), "why_no_theory": self.why_unknown(estimate)}
            for estimate, row in zip(self.run.estimates, run.pop("estimates"), strict=True)
        ]
        return {
            "pairs": self.setting.pairs,
            "seed": self.seed,
            "level": self.level,
            **run,
            "notes": list(self.notes),
            "estimates": estimates,
            "seconds": self.run.seconds,
            "draws_per_second": self.run.rate,
        }

    def _theory(self, estimate: Estimate) -> dict[str, Any] | None:
        form = self.closed_form(estimate)
        if form is None:
            return None
        sign, log = form
        value = sign * math.exp(log) if log < 709 else None
        return {
            "value": value,
            "sign": sign,
            "log": log if math.isfinite(log) else None,
            "inside": self.holds(estimate),
        }

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def _lines(self) -> Iterator[str]:
        for estimate in self.run.estimates:
            row = estimate.to_json()
            beside = self._theory(estimate)
            theory = f", {self.why_unknown(estimate)}" if beside is None else ""
            if beside is not None and beside["value"] is not None:
                theory = f", closed form {beside['value']:.6g}"
            if row["value"] is None or row["low"] is None or estimate.answer == "inconclusive":
                yield f"{estimate.quantity} of pair {estimate.pair}: {row['answer']}: {estimate.interval.reason}{theory}"
            else:
                bars = f"[{row['low']:.6g}, {row['high']:.6g}] ({100 * self.level:g}%, {row['bar']})"
                yield f"{estimate.quantity} of pair {estimate.pair}: {row['value']:.6g} in {bars}{theory}"
        yield from self.notes


def estimate(
    quantities: str | Iterable[str],
    mechanism: str | Mechanism | Any,
    x: ArrayLike,
    y: ArrayLike,
    m: int | None = None,
    n: int = 1,
    *,
    against: str | Mechanism | Any = None,
    kernel: str | None = None,
    bandwidth: Bandwidth | None = None,
    share: bool = False,
    draws: int | None = None,
    until: float | None = None,
    budget: int | None = None,
    level: float = 0.99,
    method: Wanted = "auto",
    seed: int = 0,
    executor: Any = "threads",
    workers: int | None = None,
    resume: Estimates | Mapping[str, Any] | None = None,
    keep: Callable[[Estimates], None] | None = None,
    progress: Callable[[Any], None] | None = None,
) -> Estimates:
    """Quantities of an estimate of the kernel by Monte Carlo, with error bars that hold, and closed forms beside them.

    >>> import numpy as np
    >>> x = np.eye(3)[:1] / 2
    >>> found = estimate("mse", "positive x orthogonal", x, x, m=8, draws=20_000)
    >>> found.holds(found.run.estimates[0])
    True

    The result does not depend on executor and workers, nor on where it was resumed, bit for bit.

    Args:
        quantities: one or several of "mean", "bias", "mse", "variance", "second-moment", "pair-covariance", "quantile:0.9" (of the
            error ``|K_hat - K|``), "tail:0.1" (``P(|K_hat - K| >= 0.1 K)``).
        mechanism, x, y, m, n, kernel, bandwidth: as of `closed_form`.
        against: another mechanism, to estimate MSE minus its MSE from common random numbers, in place of the quantities.
        share: whether the draws of all pairs are made from the same random numbers.
        draws: of each pair, by default 1e6; or
        until: a relative half-width of all intervals at which to stop, in (0, 1), and
        budget: the most draws that this may take, by default 1e8.
        level: of each interval.
        method: "plain" draws, "tilted" ones to where errors of positive features are made, or "auto", which tilts where it can.
        seed: root of all randomness.
        executor: "threads", "processes", ``tcp://HOST:PORT`` of a Dask scheduler, or an executor of `concurrent.futures`.
        workers: parts done at a time; by default one per core.
        resume: a result of the same arguments that is unfinished, or that had fewer draws; or its `to_json` with ``"state"``,
            which is ``result.run.state``.
        keep: told the unfinished result every half minute, and where an exception or Ctrl-C ends the run.
        progress: told after each part.

    Raises:
        ValueError: for what is none of these, and quantities that cannot be estimated for this estimator.
        FloatingPointError: if a draw overflows.
        ExecutionError: if there are no workers, or a part was lost with them again and again.
    """
    kernel = kernel_of(kernel, bandwidth)
    estimator, first, second = at_inputs(mechanism, x, y, bandwidth, kernel)
    setting = Setting.of(estimator, first, second, projections(m, first), n, share)
    shift = log_factor(estimator, first, second, kernel)
    if against is not None and method != "auto":
        raise ValueError(f"method must be auto for a difference of errors, got {method!r}")
    other = None if against is None else replace(setting, estimator=at_inputs(against, x, y, bandwidth, kernel)[0])
    if other is None:
        asked = _asked(quantities, setting.m)
        theory = {each.name: (each.power, known_form(partial(closed, each.name, setting))) for each in asked}
        sizes = sizes_of(setting, theory)
        errors = sizes["mse"] if "mse" in sizes else size_of("mse", setting)
    else:
        theory = {known.ErrorDifference().name: (2, known_form(partial(gap, setting, other)))}
        # a difference is at most the larger of the two
        errors = np.maximum(*(size_of("mse", each) for each in (setting, other)))
        sizes = dict.fromkeys(theory, errors)

    def answered(run: Run) -> Estimates:
        judged = with_content(run.estimates, setting, sizes, errors, run.draws, seed)
        if shift.any():
            moves = {name: (power * shift).tolist() for name, (power, _) in theory.items()}
            judged = tuple(replace(each, log_unit=each.log_unit + moves[each.quantity][each.pair]) for each in judged)
        forms, unknown = {}, {}
        for name, (power, form) in theory.items():
            if isinstance(form, ClosedForm):
                forms[name] = form._replace(log=form.log + power * shift)
            else:
                unknown[name] = str(form)
        found = replace(run, estimates=judged)
        return Estimates(setting, kernel or estimator.kernel, found, forms, seed, level, unknown, notes_of(setting))

    most = BUDGET if budget is None else budget
    wanted = _DRAWS if draws is None and until is None else draws
    tell = None if keep is None else lambda run: keep(answered(run))
    effort = Effort(wanted, until, most, level, seed, executor, workers, _state_of(resume), tell, progress)
    if other is None:
        return answered(drawn(setting, asked, effort, method=method))
    return answered(difference(setting, other, effort))


def _state_of(resume: Estimates | Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    if resume is None or isinstance(resume, Estimates):
        return None if resume is None else resume.run.state
    if not isinstance(resume, Mapping) or "state" not in resume:
        raise ValueError(f"resume must be a result, or the JSON of one with its state, got {type(resume).__name__}")
    state: Mapping[str, Any] = resume["state"]
    return state


def _asked(quantities: str | Iterable[str], m: int) -> list[Asked]:
    """The quantities by name; what is asked for twice is given once."""
    texts = [quantities] if isinstance(quantities, str) else list(quantities)
    return list(dict.fromkeys(quantity_of(text, m) for text in texts))


def quantity_of(text: str, m: int) -> Asked:
    """The quantity of a text like ``mse`` or ``quantile:0.9``.

    Args:
        m: projections, which pair-covariance takes.

    Raises:
        ValueError: for unknown names, with the nearest ones, and numbers that are missing, not wanted or out of range.
    """
    name, colon, number = text.strip().partition(":")
    name = name.replace("_", "-")
    if name in _NUMBERED:
        try:
            return _NUMBERED[name](float(number))
        except ValueError as error:
            wanted = f"{name} takes a number, as in {name}:{'0.9' if name == 'quantile' else '0.1'}"
            raise ValueError(f"{wanted}, got {text!r} ({error})") from None
    if colon and name in {*_PLAIN, "pair-covariance"}:
        raise ValueError(f"{name} takes no number, got {text!r}")
    if name == "pair-covariance":
        return known.PairCovariance(m)
    if name not in _PLAIN:
        names = [*_PLAIN, "pair-covariance", *(f"{each}:NUMBER" for each in _NUMBERED)]
        near = difflib.get_close_matches(name, names, n=2, cutoff=0.4)
        raise ValueError(
            f"quantity must be one of {', '.join(names)}, got {text!r}"
            + (f"; nearest: {', '.join(near)}" if near else "")
        )
    return _PLAIN[name]()
