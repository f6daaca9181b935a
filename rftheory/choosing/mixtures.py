r"""The angular hybrid and draws of the optimal proposal among the mechanisms of `choose`.

*Hybrid.* With independent parts the MSE of k projections in each base and n in the coefficient is ``E lam^2 MSE_1(k) + E (1 - lam)^2
MSE_2(k)``, in which the moments of lam do not depend on k: for each n the law of `sizes` holds.

*Proposal.* Positive features ``phi`` of the Gaussian kernel have ``E phi(x, w)^2 = 1`` for every x, of the softmax kernel ``exp(|x|^2)``.
For one data set the optimal proposal is a mixture over its rows with ``E q = mean E phi^2``, and the average MSE of one draw is
``(E q)^2 - mean K^2`` over all pairs of rows. For two sets, with ``a(w) = mean_x phi(x, w)^2`` and b(w) likewise, the even mixture
``(a/E a + b/E b)/2`` of the two proposals serves: the average second moment is
``E a b/((a/E a + b/E b)/2) <= E a E b``, as the harmonic mean is at most the arithmetic one. So ``E a E b - mean K^2`` is a bound.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from rftheory.arrays import Array
from rftheory.choosing.data import DataSet
from rftheory.choosing.mechanisms import Data, Option, Skipped, Variant
from rftheory.choosing.pairs import PairSource, log_mean
from rftheory.choosing.result import Average, Cost, How
from rftheory.choosing.sizes import Lengths
from rftheory.couplings.geometries import geometry_of
from rftheory.families.generalized_exponential import GeneralizedExponential
from rftheory.families.hyperbolic import Hyperbolic
from rftheory.families.trigonometric import Trigonometric
from rftheory.features.drawing import Fitted
from rftheory.hybrids.angular import Angular, log_shares
from rftheory.hybrids.bipolar import bipolar
from rftheory.mechanisms.mechanism import Mechanism
from rftheory.mechanisms.mse import log_mse
from rftheory.proposals.data import MOST_ROWS, mixture
from rftheory.statistics import blocks_of

#: numbers of projections of the coefficient that are compared
_COEFFICIENTS = (1, 2, 4, 8, 16, 32)
#: relative error of logarithms of means
_ROUNDED = 2.0**-48


# -- the angular hybrid -----------------------------------------------------------------------------------------


_BASES = (Hyperbolic(), Trigonometric())


def hybrid_options(data: Data) -> Iterator[Option | Skipped]:
    """The angular hybrid, with independent and orthogonal bases; sizes choose n."""
    for projections in ("iid", "orthogonal"):
        try:
            yield _hybrid(data, projections)
        except (ValueError, ArithmeticError) as error:
            yield Skipped(f"angular hybrid, {projections}", str(error))


def _hybrid(data: Data, projections: str) -> Option:
    d = data.dimension
    geometry = geometry_of(projections, d)
    mixed = bipolar(*_BASES, Angular())
    errors = [_base_errors(data, projections, k) for k in (1, geometry.block)]
    variants = []
    for n in _COEFFICIENTS:
        shares = _log_shares(data, n)
        values = [np.logaddexp(shares[0] + first, shares[1] + second) for first, second in errors]
        variants.append(Variant(Lengths(mixed.feature_length(1, n), n), *values))

    def cost(k: int, n: int) -> Cost:
        outer = mixed.feature_length(k, n) - 4 * k
        return Cost((2 * k + n + 1) * d + 4 * k + outer, 4 * k + 1)

    # n of the maps is that of the size, which is set when it is known
    return Option(
        name="angular hybrid", projections=projections, geometry=geometry, variants=tuple(variants), positive=False,
        bounded=False, cost=cost, maps=Fitted(Mechanism(coupling=projections, hybrid=mixed), data.origin),
    )  # fmt: skip


def _base_errors(data: Data, projections: str, k: int) -> tuple[Array, Array]:
    """log of ``k MSE(k)`` of both bases, shape (P,)."""
    pairs, d = data.pairs, data.dimension
    first, second = (
        log_mse(family, projections, k, d, lengths, *pairs.norms) + math.log(k) + pairs.log_norms
        for family, lengths in zip(_BASES, (pairs.sum, pairs.difference), strict=True)
    )
    return first, second


def _log_shares(data: Data, n: int) -> tuple[Array, Array]:
    """log of the second moments of lam_hat and 1 - lam_hat; at inputs that are zero all signs are 0, and lam_hat is 1/2."""
    pairs = data.pairs
    some = (pairs.norms[0] > 0) & (pairs.norms[1] > 0)
    first, second = np.full((2, len(some)), -2 * math.log(2))
    if some.any():
        first[some], second[some] = log_shares(n, pairs.angle[some])
    return first, second


# -- the optimal proposal ---------------------------------------------------------------------------------------


def proposal_option(data: Data, source: PairSource, log_square: Average) -> Option | Skipped:
    """Positive features with draws of the (even mixture of the) optimal proposal of the rows themselves.

    Args:
        log_square: ``log mean K^2``.
    """
    sets, scale, d = (source.queries, source.keys), source.unit, data.dimension
    if sets[0].groups > 1:
        return Skipped("positive, optimal proposal", "which is of all pairs of one matrix of queries and one of keys")
    same = sets[0] is sets[1]
    moments = [0.0, 0.0] if data.kernel == "gaussian" else [_log_tilt(each, scale) for each in sets]
    log_moment = sum(moments)
    # a mean of K^2 that is not settled takes nothing away
    settled = log_square.how != "inconclusive"
    middle = _log_gap(log_moment, log_square.log if settled else -math.inf)
    low, high = (_log_gap(log_moment, log) for log in (log_square.high, log_square.low))
    low, high = min(low, middle), max(high, middle)
    how: How = log_square.how if same else "bound"
    notes = ["each weight takes as many multiplications as the rows of the mixture have numbers"]
    if not same:
        notes.append("queries and keys differ: the error is an upper bound, of the even mixture of both proposals")
    if not settled:
        notes.append("the mean of K^2 is not settled, and not taken off: the error is an upper bound")
    maps = _proposal_maps(data, *sets, scale)
    if maps is None:
        notes.append(f"no map is drawn from a mixture of more than {MOST_ROWS} rows")
    reason = log_square.reason or ("" if same else "an upper bound for two different sets")
    return Option(
        name="positive", projections="optimal proposal", maps=maps, positive=True, bounded=True,
        cost=lambda k, n: Cost((k + 1) * d + k, k + 1), notes=tuple(notes), average=Average(middle, low, high, how, reason),
    )  # fmt: skip


def _log_gap(log_moment: float, log_square: float) -> float:
    """``log (exp(a) - exp(b))`` with a >= b; -inf where they are equal, and the least that rounding tells where they nearly are."""
    if log_square == -math.inf or log_moment == log_square:
        return log_moment if log_square == -math.inf else -math.inf
    gap = max(log_moment - log_square, _ROUNDED * max(1.0, abs(log_moment)))
    return log_moment + math.log(-math.expm1(-gap))


def _log_tilt(rows: DataSet, scale: float) -> float:
    """``log mean exp(|x|^2)`` over all rows: ``E phi^2`` of positive features of the softmax kernel."""
    parts = [np.square(np.asarray(block, dtype=float) / scale).sum(axis=1) for block in blocks_of(rows.rows)]
    return log_mean(np.concatenate(parts))


def _proposal_maps(data: Data, queries: DataSet, keys: DataSet, scale: float) -> Fitted | None:
    sets = (queries,) if queries is keys else (queries, keys)
    if sum(each.size for each in sets) > MOST_ROWS:
        return None
    rows = [each.taken(np.arange(each.size), scale) for each in sets]
    logs = [np.square(part).sum(axis=1) * (data.kernel == "softmax") for part in rows]
    law = mixture([part - data.origin for part in rows], logs)
    return Fitted(Mechanism(GeneralizedExponential(0, 1), proposal=law), data.origin)
