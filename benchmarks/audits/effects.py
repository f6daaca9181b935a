"""What a deviation amounts to, computed from plain averages of the features themselves: nothing of `rftheory` is used here.

This is the second look at each row: an audit and these numbers have no line of code in common.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

Map = Callable[..., Any]
#: standard errors beyond which an average is said to be off
_OFF = 5.0
#: relative scatter of what is no estimate
_ROUNDING = 1e-9
_LENGTH = 1.0


def plain(features: Any) -> Any:
    """An array of whatever a callable returns, without projections."""
    first = features[0] if isinstance(features, tuple) else features
    first = np.asarray(first.detach() if hasattr(first, "detach") else first, dtype=float)
    return first.reshape(first.shape[-2:])


def log_kernel(kernel: str, x: Any, y: Any) -> float:
    if kernel == "softmax":
        return float(x @ y)
    distance = float(np.linalg.norm(x - y))
    if kernel == "gaussian":
        return -(distance**2) / 2
    # matern(5/2)
    s = math.sqrt(5) * distance
    return math.log1p(s + s**2 / 3) - s


def directions(d: int) -> dict[str, Any]:
    generic = np.random.default_rng(1).standard_normal(d)
    return {
        "the first axis": np.eye(d)[0],
        "(1, ..., 1)": np.ones(d) / math.sqrt(d),
        "a random direction": generic / np.linalg.norm(generic),
    }


def ratio(
    queries: Map, keys: Map, kernel: str, d: int, m: int, scale: float = 1.0, calls: int = 4000, length: float = _LENGTH
) -> str:
    """The mean of K_hat/K at x = y (softmax) or x = -y (other kernels), of |x + y| or |x - y| as said, along three directions."""
    told = []
    for name, u in directions(d).items():
        x = length * u / 2
        y = x if kernel == "softmax" else -x
        # inputs at which the callable is right are divided by the root of the temperature
        pair = np.array([x, y]) * scale
        drawn = []
        for seed in range(calls):
            first = plain(queries(pair, m, seed))[0]
            second = plain(keys(pair, m, seed))[1]
            drawn.append(first @ second / math.exp(log_kernel(kernel, x, y)))
        mean, error = float(np.mean(drawn)), float(np.std(drawn) / math.sqrt(calls))
        off = abs(mean - 1) > _OFF * error
        bar = f" ± {error:.1g}" if error > _ROUNDING * mean else ""
        told.append((off, f"{mean:.3g}{bar} along {name}"))
    if not any(off for off, _ in told):
        return f"none seen: the mean of K̂/K is {'; '.join(each for _, each in told)}"
    at = f"x = y, |x + y| = {length:g}" if kernel == "softmax" else f"x = -y, |x - y| = {length:g}"
    return f"at {at}, the mean of K̂/K is {'; '.join(each for _, each in told)}. It should be 1"


def signs(features: Map, d: int, m: int, calls: int = 2000, **_: Any) -> str:
    """How often coordinate 1 of projection 1 is positive; the callable returns projections, too."""
    rows = np.zeros((1, d))
    share = np.mean([np.asarray(features(rows, m, seed)[1])[0, 0] > 0 for seed in range(calls)])
    return f"coordinate 1 of projection 1 is positive in {100 * share:.3g}% of {calls} draws, not in 50%"


def attention(layer: Map, d: int, scale: float = 1.0, rows: int = 64, **_: Any) -> str:
    """Total variation between the weights and those of softmax, averaged over queries; queries and keys N(0, I/sqrt(d)) after scaling."""
    generator = np.random.default_rng(2)
    q, k = generator.standard_normal((2, rows, d)) / d**0.25
    exact = np.exp(q @ k.T)
    exact /= exact.sum(1, keepdims=True)
    uniform = np.abs(exact - 1 / rows).sum(1).mean() / 2
    told = []
    for m in (1024, 4096, 16384):
        weights = plain(layer(q * scale, k * scale, np.eye(rows), m, 3))
        told.append(f"{np.abs(weights - exact).sum(1).mean() / 2:.2g} for m = {m}")
    return f"mean total variation between the weights and those of softmax: {', '.join(told)}; of uniform weights: {uniform:.2g}"


def dispersion(queries: Map, keys: Map, d: int, **_: Any) -> str:
    """Mean log second moment of a sample, relative to the kernel, where coordinates of queries and keys have different scales."""
    own = np.geomspace(0.25, 4, d)
    generator = np.random.default_rng(4)
    q, k = generator.standard_normal((2, 2000, d)) / math.sqrt(d)
    q, k = q * own**0.25, k / own**0.25
    told = []
    for name, power in (("as coded", 0.25), ("unscaled", 0.0), ("the other way round", -0.25)):
        # E Z^2/K^2 = exp(|psi x + y/psi|^2)
        told.append(f"{np.square(q * own**power + k / own**power).sum(1).mean():.3g} {name}")
    return f"unbiased; the mean of log(E Z²/K²) over pairs, where Z is the estimate of K by one projection, is {', '.join(told)}"


def lengths(features: Map, d: int, m: int, calls: int = 500, **_: Any) -> str:
    """Mean length of the projections, of which N(0, I) has about the root of d."""
    rows = np.zeros((1, d))
    mean = np.mean([np.linalg.norm(np.asarray(features(rows, m, seed)[1]), axis=1).mean() for seed in range(calls)])
    right = math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2)) * math.sqrt(2)
    return f"the mean length of a projection is {mean:.3g}, not {right:.3g}"
