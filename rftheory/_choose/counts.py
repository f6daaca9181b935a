r"""Poisson and geometric features among the mechanisms of `choose`, of centred inputs and, so that they are positive, of shifted ones.

``E Z^2 = K^2 exp(e - 2 x.y)``, with an exponent e(pair, parameter) that falls and then rises in log lam, or in the log of p/(1 - p):

    Poisson        lam d + sum_l x_l^2 y_l^2/lam
    geometric      -d log p + sum_l log I_0(2 (1 - p)^(-1/2) |x_l y_l|)     (`families.optima.geometric`)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from rftheory._choose.candidate import Parameter
from rftheory._choose.mechanisms import Option, skipped
from rftheory._choose.optimise import Found, bounded_minimum
from rftheory._choose.pairs import Pairs, PairSource
from rftheory._choose.sizes import ErrorLaw, log_mean
from rftheory.couplings.geometry import Geometry
from rftheory.families.geometric import Geometric
from rftheory.families.optima.geometric import best_odds, log_factor
from rftheory.families.poisson import Poisson
from rftheory.families.shifted import Shifted
from rftheory.features.drawing import Fitted
from rftheory.inputs.arrays import Array
from rftheory.mechanisms.mechanism import Mechanism

#: margins below all data that positive features are shifted by: the printed one, and multiples of the mean deviation
_MARGIN = 1e-3
_MARGINS = (0.03, 0.1, 0.3, 1.0, 3.0)
#: numbers of the pairs that are looked at first
_NUMBERS = 1 << 15
#: halves of the widths of the searches, among some of the pairs and all of them, and their precision; in the logarithm
_REACH, _STEP, _WIDTH = 6.0, 0.5, 1e-4


class _Kind(NamedTuple):
    """A law of counts: ``start`` is its parameter t (lam, or the odds) at average products, ``exponents`` are e at products and t."""

    title: str
    name: str
    law: type[Poisson] | type[Geometric]
    value: Callable[[float], float]
    start: Callable[[Array], float]
    exponents: Callable[[Array, float], Array]
    #: whether one sample is bounded, for coordinates up to the largest
    bounded: Callable[[float, float], bool]


_KINDS = (
    _Kind(
        "Poisson", "lam", Poisson, lambda lam: lam, lambda s: math.sqrt(float(np.square(s).sum(axis=1).mean()) / s.shape[1]),
        lambda s, lam: lam * s.shape[1] + np.square(s).sum(axis=1) / lam, lambda lam, largest: largest**2 <= lam,
    ),
    _Kind(
        "geometric", "p", Geometric, lambda odds: odds / (1 + odds), lambda s: best_odds(np.abs(s).mean(axis=0)),
        lambda s, odds: log_factor(np.abs(s), odds), lambda odds, largest: True,
    ),
)  # fmt: skip


def discrete_options(source: PairSource, pairs: Pairs) -> Iterator[Option | str]:
    """Independent counts; there are no directions to couple."""
    for kind in _KINDS:
        for positive in (False, True):
            try:
                yield _option(source, pairs, kind, positive)
            except (ValueError, ArithmeticError, RuntimeError) as error:
                yield skipped(kind.title + "+" * positive, error)


def _option(source: PairSource, pairs: Pairs, kind: _Kind, positive: bool) -> Option:
    d, shift = pairs.dimension, np.zeros(pairs.dimension)
    margins: tuple[Parameter, ...] = ()
    if positive:
        width = float(np.sqrt(np.concatenate([pairs.x, pairs.y]).var(axis=0).mean())) or 1.0
        # a margin may be nothing beside the data
        tried = [
            each for each in (_MARGIN, *(width * each for each in _MARGINS)) if (source.low - each < source.low).all()
        ]
        margin = min(tried, key=lambda each: _pilot(pairs, kind, source.low - each).log_average)
        margins, shift = (Parameter("margin", margin, "grid"),), source.low - margin
    best = _best(pairs, kind, shift).parameter
    family = kind.law(kind.value(best))
    mechanism = Mechanism(Shifted(family, tuple(shift)) if positive else family)
    log = mechanism.log_mse(pairs.x, pairs.y, 1)
    if log is None:
        raise ValueError("no closed form of the error is known")
    log = log + pairs.log_norms
    largest = float(np.maximum(np.abs(source.low - shift), np.abs(source.high - shift)).max())
    return Option(
        name=kind.title + "+" * positive, projections="iid", maps=Fitted(mechanism, source.origin), positive=positive,
        # powers through logarithms: counts times log|u_l|
        bounded=kind.bounded(best, largest), work=lambda k, n: ((k + 1) * d + k, k + d + 1), laws=(ErrorLaw(log, log, Geometry(), 1),),
        parameters=(Parameter(kind.name, kind.value(best), "unimodal"), *margins),
    )  # fmt: skip


def _best(pairs: Pairs, kind: _Kind, shift: Array) -> Found:
    """The parameter t of least average second moment: near that of average products, on some of the pairs; then on all of them."""
    place = _pilot(pairs, kind, shift).parameter
    cost = _cost(pairs, kind, shift, slice(None))
    while True:
        found = bounded_minimum(cost, place - _STEP, place + _STEP, _WIDTH)
        # a few pairs, which may outweigh all others, move it
        if abs(found.parameter - place) < _STEP / 2:
            return Found(math.exp(found.parameter), found.log_average)
        place = found.parameter


def _pilot(pairs: Pairs, kind: _Kind, shift: Array) -> Found:
    """log t, on some of the pairs."""
    some = slice(None, None, -(-pairs.x.size // _NUMBERS))
    with np.errstate(over="ignore", under="ignore"):
        start = kind.start((pairs.x - shift) * (pairs.y - shift))
    if not 0 < start < math.inf:
        raise ValueError(f"products x_l y_l of these data vanish or are beyond float64: there is no best {kind.name}")
    middle = math.log(start)
    return bounded_minimum(_cost(pairs, kind, shift, some), middle - _REACH, middle + _REACH, _WIDTH)


def _cost(pairs: Pairs, kind: _Kind, shift: Array, some: slice) -> Callable[[float], float]:
    """log of the average second moment as a function of log t."""
    x, y = pairs.x[some] - shift, pairs.y[some] - shift
    level, products = pairs.log_norms[some] - np.vecdot(x, x) - np.vecdot(y, y), x * y
    return lambda log: log_mean(kind.exponents(products, math.exp(log)) + level)
