"""What an estimator does at given inputs, by draws with error bars that hold, and closed forms beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from rftheory.answers.beside import known_form, known_gap, notes_of, size_of, sizes_of
from rftheory.answers.closed import at_inputs, kernel_of, log_factor, projections
from rftheory.answers.content import with_content
from rftheory.answers.estimated import Estimates as Estimates
from rftheory.extensions.naming import one_of
from rftheory.inputs.bandwidths import Bandwidth
from rftheory.mechanisms.closed_forms import ClosedForm
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo import quantities as known
from rftheory.montecarlo.plans import Asked, Wanted
from rftheory.montecarlo.results import Run
from rftheory.montecarlo.session import BUDGET, Effort, difference
from rftheory.montecarlo.session import estimate as drawn
from rftheory.montecarlo.setting import Setting

_DRAWS = 1_000_000
_PLAIN: dict[str, Asked] = {
    each.name: each for each in (known.MEAN, known.Variance(), known.MSE, known.SECOND_MOMENT, known.BIAS)
}
_NUMBERED: dict[str, Callable[[float], Asked]] = {"quantile": known.quantile, "tail": known.tail_probability}


def estimate(
    quantities: str | Iterable[str],
    mechanism: str | Mechanism | Any,
    x: ArrayLike,
    y: ArrayLike,
    m: int | None = None,
    n: int | None = None,
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
    progress: Callable[[int, int], None] | None = None,
) -> Estimates:
    """Quantities of an estimate of the kernel by Monte Carlo, with valid error bars and, where known, closed forms.

    >>> import numpy as np
    >>> x = np.array([0.5, 0.0, 0.0])
    >>> found = estimate(["mean", "mse"], "positive x orthogonal", x, x, m=8, draws=20_000)
    >>> found["mse"].low < found["mse"].closed_form < found["mse"].high
    True
    >>> float(found["mean"]) == found["mean"].value
    True

    The result does not depend on executor and workers, nor on where it was resumed, bit for bit.

    Args:
        quantities: one or several of "mean", "bias", "mse", "variance", "second_moment", "pair_covariance", "quantile:0.9" (of the
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
        keep: called with the unfinished result every half minute, and if an exception or Ctrl-C ends the run.
        progress: called after each part with the number of draws made, and the most that there may be.

    Returns:
        the estimates by quantity, ``found["mse"]``, each with ``value``, ``low``, ``high`` and ``closed_form``: numbers for vectors x
        and y, shape (P,) for P pairs.

    Raises:
        ValueError: for what is none of these, and quantities that cannot be estimated for this estimator.
        FloatingPointError: if a draw overflows.
        ExecutionError: if there are no workers, or a part was lost with them again and again.
    """
    kernel = kernel_of(kernel, bandwidth)
    estimator, first, second, n = at_inputs(mechanism, x, y, n, bandwidth, kernel)
    setting = Setting.of(estimator, first, second, projections(m, first), n, share)
    shift = log_factor(estimator, first, second, kernel)
    if against is not None and method != "auto":
        raise ValueError(f"method must be auto for a difference of errors, got {method!r}")
    if against is None:
        asked = _asked(quantities, setting.m)
        theory = {each.name: (each.power, known_form(each.name, setting)) for each in asked}
        sizes = sizes_of(setting, theory)
        errors = sizes["mse"] if "mse" in sizes else size_of("mse", setting)
        draw = partial(drawn, setting, asked, method=method)
    else:
        other = replace(setting, estimator=at_inputs(against, x, y, bandwidth=bandwidth, kernel=kernel)[0])
        theory = {known.MSE_DIFFERENCE.name: (2, known_gap(setting, other))}
        # a difference is at most the larger of the two
        errors = np.maximum(*(size_of("mse", each) for each in (setting, other)))
        sizes = dict.fromkeys(theory, errors)
        draw = partial(difference, setting, other)

    def answered(run: Run) -> Estimates:
        judged = with_content(run.estimates, setting, sizes, errors, run.draws, seed)
        if shift.any():
            moves = {name: (power * shift).tolist() for name, (power, _) in theory.items()}
            judged = tuple(replace(each, log_unit=each.log_unit + moves[each.quantity][each.pair]) for each in judged)
        forms, unknown = {}, {}
        for name, (power, form) in theory.items():
            if isinstance(form, ClosedForm):
                forms[name] = form.scaled(power * shift)
            else:
                unknown[name] = str(form)
        found = replace(run, estimates=judged)
        alone = np.ndim(x) < 2
        return Estimates(
            setting, kernel or estimator.kernel, found, forms, seed, level, unknown, notes_of(setting), alone
        )

    most = BUDGET if budget is None else budget
    wanted = _DRAWS if draws is None and until is None else draws
    tell = None if keep is None else lambda run: keep(answered(run))
    effort = Effort(wanted, until, most, level, seed, executor, workers, _state_of(resume), tell, progress)
    return answered(draw(effort))


def _state_of(resume: Estimates | Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    if resume is None:
        return None
    if isinstance(resume, Estimates):
        return resume.run.state
    written: Any = resume
    if not isinstance(written, Mapping) or "state" not in written:
        raise ValueError(f"resume must be a result, or the JSON of one with its state, got {type(resume).__name__}")
    state: Mapping[str, Any] = written["state"]
    return state


def _asked(quantities: str | Iterable[str], m: int) -> list[Asked]:
    """The quantities by name; what is asked for twice is given once."""
    texts = [quantities] if isinstance(quantities, str) else list(quantities)
    return list(dict.fromkeys(quantity_of(text, m) for text in texts))


def quantity_of(text: str, m: int) -> Asked:
    """The quantity of a text like ``mse`` or ``quantile:0.9``.

    Args:
        m: projections, which pair_covariance takes.

    Raises:
        ValueError: for unknown names, with the nearest ones, and numbers that are missing, not wanted or out of range.
    """
    name, colon, number = text.strip().partition(":")
    if name in _NUMBERED:
        try:
            return _NUMBERED[name](float(number))
        except ValueError as error:
            wanted = f"{name} takes a number, as in {name}:{'0.9' if name == 'quantile' else '0.1'}"
            raise ValueError(f"{wanted}, got {text!r} ({error})") from None
    known_names = [*_PLAIN, "pair_covariance"]
    if name not in known_names:
        raise one_of("quantity", [*known_names, *(f"{each}:NUMBER" for each in _NUMBERED)], text)
    if colon:
        raise ValueError(f"{name} takes no number, got {text!r}")
    return _PLAIN[name] if name in _PLAIN else known.pair_covariance(m)
