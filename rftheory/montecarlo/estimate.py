"""Estimates with error bars that hold: so many draws, or as many as a target precision needs."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from rftheory.execution.checkpoint import EVERY
from rftheory.execution.executors import Workers
from rftheory.execution.progress import Observer
from rftheory.montecarlo.plans import Asked, Plan, Wanted, contrast_plan, plan_of
from rftheory.montecarlo.results import Run
from rftheory.montecarlo.session import BUDGET, Effort, Session
from rftheory.montecarlo.setting import Setting


def estimate(
    setting: Setting,
    quantities: Sequence[Asked],
    *,
    draws: int | None = None,
    until: float | None = None,
    budget: int = BUDGET,
    level: float = 0.99,
    method: Wanted = "auto",
    all_drawn: bool = False,
    seed: int = 0,
    executor: str | Executor | Workers = "threads",
    workers: int | None = None,
    checkpoint: str | Path | None = None,
    progress: Observer | None = None,
    checkpoint_every: float = EVERY,
) -> Run:
    """Estimate quantities of an estimator at all pairs of a setting.

    The result depends on all arguments but the executor, the workers and the checkpoint: bit by bit.

    Args:
        quantities: from `rftheory.montecarlo.quantities`.
        draws: of each pair, rounded up to whole chunks; or
        until: a relative half-width of all intervals at which to stop, in (0, 1), and
        budget: the most draws of each pair that this may take.
        level: of each interval, in (0, 1).
        method: of mean squared errors: "plain" draws, "controlled" by what is known of single samples, "tilted" to where the
            error is made; "auto" takes the one with the least proved variance.
        all_drawn: whether "auto" takes none that adds what is known beforehand, as where theory is to be compared with.
        executor: "threads", "processes", the address of a Dask scheduler, an executor of `concurrent.futures`, or
            open workers.
        workers: parts done at a time; by default one per core.
        checkpoint: a file that keeps what is done; a run of the same arguments, or without a target one of more draws, goes
            on from there.
        progress: told after each part.
        checkpoint_every: seconds between two writings of the checkpoint.

    Raises:
        ValueError: for arguments outside of these, quantities that cannot be told for this estimator, and a file that is no
            checkpoint of this run.
        FloatingPointError: if a draw overflows.
        rftheory.execution.executors.ExecutionError: if there are no workers, or a part was lost with them again and again.
    """
    effort = Effort(draws, until, budget, level, seed)
    plan = plan_of(setting, quantities, method, all_drawn)
    return Session(plan, effort, _described(setting, plan)).run(
        executor, workers, checkpoint, progress, checkpoint_every
    )


def contrast(
    first: Setting,
    second: Setting,
    *,
    draws: int | None = None,
    until: float | None = None,
    budget: int = BUDGET,
    level: float = 0.99,
    seed: int = 0,
    executor: str | Executor | Workers = "threads",
    workers: int | None = None,
    checkpoint: str | Path | None = None,
    progress: Observer | None = None,
    checkpoint_every: float = EVERY,
) -> Run:
    """The mean squared error of the first setting less that of the second, from draws that both share.

    Two couplings of one family or two families, at the same inputs and with as many projections: both are made from the same
    lengths and rotations, and what is known of single samples cancels (`contrasts.ContrastSampler`). Of each pair there is
    one estimate of the quantity "mse_difference".

    Args and errors: as `estimate`; a ValueError also for settings that cannot share their draws.
    """
    effort = Effort(draws, until, budget, level, seed)
    plan = contrast_plan(first, second)
    description = {"difference": True, **_described(first, plan), "second": repr(second.estimator)}
    return Session(plan, effort, description).run(executor, workers, checkpoint, progress, checkpoint_every)


def _described(setting: Setting, plan: Plan) -> dict[str, Any]:
    return {
        "estimator": repr(setting.estimator),
        "inputs": [list(setting.x.shape), setting.digest[:16]],
        "m": setting.m,
        "n": setting.n,
        "share": setting.share,
        "quantities": [quantity.name for quantity in plan.asked],
        # what is recorded of the same draws depends on it
        "method": plan.method,
    }
