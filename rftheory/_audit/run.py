"""`audit`: someone else's random features against the theory that they claim."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

from numpy.typing import ArrayLike

from rftheory._audit.claim import DETERMINISTIC, Claim
from rftheory._audit.contract import Audited, FeatureMap, load
from rftheory._audit.diagnosis import diagnosed
from rftheory._audit.inputs import Probes
from rftheory._audit.levels import FALSE_ALARM
from rftheory._audit.report import Report
from rftheory._audit.settings import (
    check_unused,
    claim_of,
    epsilon_of,
    is_of_products,
    lengths_of,
    scale_of,
    sizes_of,
    takes_both,
    up_to_of,
)
from rftheory._audit.trial import Progress, Trial
from rftheory.execution.executors import open_executor
from rftheory.execution.linear_algebra import one_thread
from rftheory.families.mixtures.kernels import chosen_kernel
from rftheory.inputs.arrays import check_count, check_seed
from rftheory.inputs.bandwidths import Bandwidth
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.montecarlo.intervals import check_share

#: lengths |x + y| or |x - y| of the pairs: a bias of 0.5% is seen at the first two, a wrong law of the lengths at the last
LENGTHS = (0.5, 1.0, 1.5)
_ERROR = 0.005


def audit(
    queries: FeatureMap | str,
    keys: FeatureMap | str | None = None,
    *,
    claims: str | Mechanism | Any = "positive",
    kernel: str | None = None,
    d: int = 64,
    m: int | Sequence[int] | None = None,
    bandwidth: Bandwidth | None = None,
    temperature: float | None = None,
    precision: str | None = None,
    error: float = _ERROR,
    calls: int | None = None,
    lengths: Sequence[float] = LENGTHS,
    false_alarm: float = FALSE_ALARM,
    up_to: str = "nothing",
    batch: Sequence[int] = (),
    inputs: Sequence[ArrayLike] | None = None,
    seed: int = 0,
    executor: str | Executor = "threads",
    workers: int | None = None,
    progress: Progress | None = None,
    diagnose: bool = True,
    verdict: Callable[[Report], None] | None = None,
) -> Report:
    """Test a callable ``(inputs, m, seed) -> features``, or one of both sides at once, against a claimed mechanism.

    >>> import numpy as np
    >>> def positive(inputs, m, seed):
    ...     w = np.random.default_rng(seed).standard_normal((m, inputs.shape[1]))
    ...     return np.exp(inputs @ w.T - np.square(inputs).sum(axis=1, keepdims=True) / 2) / np.sqrt(m)
    >>> audit(positive, claims="positive", kernel="softmax", d=4, calls=240).passed
    True
    >>> audit(lambda *given: 1.5 * positive(*given), claims="positive", kernel="softmax", d=4, calls=240, diagnose=False).passed
    False

    Args:
        queries: the map of both sides, or of the queries, or ``(queries, keys, m, seed) -> (features, features)``, which is known by its
            parameters and gets more keys than queries; ``"module:callable"`` will do. See `contract` for what it may return.
        keys: the map of the keys, if it is another one.
        claims: the mechanism, by its name, such as "positive x orthogonal" or "gerf(A=-1/10) x simplex", or a `Mechanism` or family;
            projections are iid, orthogonal or simplex. Where a parameter is open, as A of "oprf" or the matrices of "favor-sharp", it is
            the best one for the queries and keys of the call, and so must that of the callable be. "unknown" tests unbiasedness alone.
            "deterministic" is said of maps without randomness: their error is measured (`deterministic`).
        kernel: "gaussian", "softmax", or a mixture of Gaussian kernels such as "matern(5/2)"; it may follow from a
            bandwidth or a temperature, and else must be given.
        d: dimension of the inputs.
        m: numbers of projections; by default d/2, d and 2d, which have a part of a block, one block and two.
        bandwidth: what inputs of the Gaussian kernel ``exp(-|x - y|^2/(2 bandwidth^2))`` are divided by: a number, one for each
            coordinate, or a covariance matrix.
        temperature: of the softmax kernel ``exp(x.y/temperature)``.
        precision: "float64", "float32", "float16" or "bfloat16": the precision in which features are computed, if coarser than that
            of the returned numbers.
        error: relative bias, as an average over directions at length <= 1, that is caught with probability 0.999 if ``calls``, for each
            m, is not given. It takes between 1000 and 2000 calls; `Report.sensitivity` says what was reached.
        lengths: |x + y| or |x - y| of the pairs, increasing.
        false_alarm: probability of any finding if the claim holds.
        up_to: differences to ignore: "nothing"; "row", a factor of each row of features, such as a maximum that is subtracted;
            "attention", the factors that normalised attention does not show. With "attention" the callable takes ``(queries, keys,
            values, m, seed)`` and returns outputs, of shape (L, columns of the values). Laws are compared with draws of the claimed
            mechanism alone.
        batch: leading axes of inputs and features, such as (batches, heads); each place is tested in turn.
        inputs: queries, keys and values at which a deterministic map is measured, instead of at stated ones; arrays of shapes
            (L, d), (N, d), (N, D), of which the first will do.
        seed: of the audit; callables get consecutive seeds from a number that follows from it.
        executor, workers: where the callables are called, and how many calls are made at a time, as
            `execution.executors.open_executor` takes them; in one thread by default, for callables may keep a state. The report
            does not depend on it if they keep none.
        progress: called with the calls done and all of them.
        diagnose: whether to search for the mistake if there are findings; the search takes longer than finding them. Without it,
            calls stop at the first deviation.
        verdict: called with the report as soon as it is complete except for the diagnosis.

    Returns:
        The report; nothing is raised for features that deviate.

    Raises:
        ExecutionError: if there is no such cluster, or workers are lost again and again.
        ValueError: for a callable that cannot be loaded or sent to the workers, unknown families, couplings and kernels, and
            numbers out of range.
    """
    begun, seed = time.perf_counter(), check_seed(seed)
    kernel = chosen_kernel(kernel, bandwidth, temperature)
    maps = [load(each) if isinstance(each, str) else each for each in (queries, keys) if each is not None]
    sides = maps[0], maps[1] if len(maps) == 2 else None
    called: dict[str, Any] = {
        "scale": scale_of(kernel, bandwidth, temperature, check_count("d", d)),
        "batch": tuple(check_count("batch", n) for n in batch),
        "epsilon": epsilon_of(precision),
    }
    if isinstance(claims, str) and claims.strip().lower() == DETERMINISTIC:
        from rftheory._audit.deterministic import measured

        tests = {"error": error != _ERROR, "false_alarm": false_alarm != FALSE_ALARM, "lengths": lengths != LENGTHS}
        where = {"executor": executor != "threads", "workers": workers}
        check_unused(claims, calls=calls, up_to=up_to != "nothing", **tests, **where)
        if len(size := sizes_of(d if m is None else m, d)) > 1:
            raise ValueError(f"m must be one number for claims = {claims!r}, got {m}")
        of_map = measured(maps, kernel, d, size[0], seed, inputs, **called)
        if verdict is not None:
            verdict(of_map)
        return replace(of_map, seconds=time.perf_counter() - begun)
    check_unused(claims, inputs=inputs)
    plain = Probes(Claim(None, kernel, d), lengths_of(lengths), seed)
    beside = plain.beside(is_of_products(claims)) if takes_both(maps, up_to == "attention") else None
    claim = claim_of(claims, kernel, d, plain.rows(beside))
    probes = replace(plain, claim=claim, up_to=up_to_of(up_to, claim, len(maps)))
    audited = Audited(*sides, attention=up_to == "attention", beside=beside, **called)
    sizes, alarm = sizes_of(m, d), check_share("false_alarm", false_alarm)
    trial = Trial(audited, probes, sizes, alarm, seed, check_share("error", error), calls, stop=not diagnose)
    with one_thread():
        with open_executor(executor, 1 if executor == "threads" and workers is None else workers) as opened:
            report = replace(trial.judged(opened, progress), seconds=time.perf_counter() - begun)
        if verdict is not None:
            verdict(report)
        if diagnose and report.explicable:
            report = diagnosed(report, trial)
    return replace(report, seconds=time.perf_counter() - begun)
