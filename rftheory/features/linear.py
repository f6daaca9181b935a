r"""Attention by features for arrays of PyTorch and JAX, in linear time: what `features.attention` computes, for all rows at once.

Causal attention passes in chunks of rows. In chunk c features have the scales ``s_c``: for each feature the largest logarithm of the
keys up to the end of the chunk, a running maximum, for one over all keys would let later keys hide earlier ones, or show. The sums
S_c of the chunks so far follow ``S_c = exp(s_(c-1) - s_c) S_(c-1) + (sums of chunk c)``, which is solved by halves: chunks two by two.

Inside a chunk rows see scales of later rows. That is no more than rounding unless scales grow there by more than exponents of
this precision hold; then (and where numbers are not known yet, as under ``torch.compile`` and ``jit``) a chunk is halved until one
row is left: queries of a second half meet the keys of the first half in the scales of that half, and no row meets any scale of a
later one.
"""

from __future__ import annotations

import math
import sys
from typing import Any

from rftheory.features.maps import FeatureMap
from rftheory.features.tensors import Constants, as_type_of, checked, constants_of, logs, made, widened

#: rows of a chunk, a power of two
CHUNK = 128
#: features that are worked on at once where no code is made for all rows: some that stay in a cache
PART = 1 << 21

#: (factor, log) of features, or (sums, logarithm of their scale)
_Pair = tuple[Any, Any]


def attention(
    library: Any,
    drawn: FeatureMap,
    queries: Any,
    keys: Any,
    values: Any,
    causal: bool = False,
    padding: Any = None,
    constants: Constants | None = None,
) -> tuple[Any, Any]:
    """Outputs for shapes (..., L, d), (..., N, d) and (..., N, D), and which estimated denominators are not above 0.

    Scales are constants to the gradient, as they cancel. Sums are made in float32 at least.

    Args:
        causal: whether query i has the keys 1, ..., i only; L = N then.
        padding: which keys are left out, truth values of shape (..., N), (B, N) for all heads of a batch of B, or (N,).
        constants: the draws; by default those of ``drawn``.

    Returns:
        shape (..., L, D), in the precision of the values, 0 for queries that have no key; truth values of shape (..., L).

    Raises:
        ValueError: for shapes that do not fit.
        TypeError: as `tensors.checked`.
    """
    q, k = checked(library, drawn, queries), checked(library, drawn, keys)
    padding = _check(q, k, values, causal, padding)
    constants = constants_of(drawn, q) if constants is None else constants
    # the last column sums the weights
    v = as_type_of(widened(values), q)
    v = library.concatenate([v, library.ones_like(v[..., :1])], -1)
    count = q.shape[-2]
    if padding is not None:
        # whatever stands there, numbers or not
        padding = library.broadcast_to(padding, k.shape[:-1])
        k, v = (library.where(padding[..., None], 0.0, each) for each in (k, v))
    if causal:
        chunk = min(CHUNK, 1 << (count - 1).bit_length())
        q, k, v = (_whole(library, each, -count % chunk) for each in (q, k, v))
        padding = None if padding is None else _whole(library, padding[..., None], -count % chunk)[..., 0]
        before, found = None, []
        for part in _parts(library, q, len(constants.projections), chunk):
            left_out = None if padding is None else padding[..., part]
            pairs = _logs(library, drawn, constants, q[..., part, :], k[..., part, :], left_out)
            some, before = _causal(library, *pairs, v[..., part, :], chunk, before, padding is None)
            found.append(some)
        sums = (found[0] if len(found) == 1 else library.concatenate(found, -2))[..., :count, :]
    else:
        sums = _all(library, *_logs(library, drawn, constants, q, k, padding), v)
    weights = sums[..., -1:]
    lost = weights[..., 0] <= 0
    if padding is not None:
        seen = library.cumsum(~padding, -1)[..., :count] > 0 if causal else ~padding.all(-1)[..., None]
        weights, lost = library.where(seen[..., None], weights, 1.0), lost & seen
    return as_type_of(sums[..., :-1] / weights, values), lost


def _check(q: Any, k: Any, values: Any, causal: bool, padding: Any) -> Any:
    """A mask with as many axes as rows."""
    if not q.shape[:-2] == k.shape[:-2] == values.shape[:-2]:
        shapes = ", ".join(str(tuple(each.shape[:-2])) for each in (q, k, values))
        raise ValueError(f"Q, K and V must have the same axes before the last two, got {shapes}")
    if values.shape[-2] != k.shape[-2]:
        raise ValueError(f"V must have a row for each of the {k.shape[-2]} keys, got {values.shape[-2]}")
    if causal and q.shape[-2] != k.shape[-2]:
        raise ValueError(f"causal attention needs as many queries as keys, got {q.shape[-2]} and {k.shape[-2]}")
    if padding is None:
        return None
    if "bool" not in str(padding.dtype):
        raise TypeError(f"key_padding_mask must be of truth values, got {padding.dtype}")
    rows, given = tuple(k.shape[:-1]), tuple(padding.shape)
    shape = given
    if len(rows) > len(given) > 1:
        shape = (*given[:1], *(1,) * (len(rows) - len(given)), *given[1:])
    fits = 0 < len(shape) <= len(rows) and shape[-1] == rows[-1]
    if not (fits and all(one in (1, other) for one, other in zip(shape[::-1], rows[::-1], strict=False))):
        raise ValueError(f"key_padding_mask must have shape (..., N) for keys of shape {rows} before d, got {given}")
    return padding.reshape(shape)


def _whole(library: Any, rows: Any, more: int) -> Any:
    """Rows of whole chunks: the last is repeated, which changes no maximum and is after all others."""
    if rows is None or not more:
        return rows
    last = rows[..., -1:, :]
    return library.concatenate([rows, library.broadcast_to(last, (*last.shape[:-2], more, last.shape[-1]))], -2)


def _logs(library: Any, drawn: FeatureMap, constants: Constants, q: Any, k: Any, padding: Any) -> tuple[_Pair, _Pair]:
    """Features of queries and keys; keys that are left out have the logarithm -inf."""
    factor, log = logs(library, drawn, constants, k, "y")
    if padding is not None:
        log = library.where(padding[..., None], -math.inf, log)
    return logs(library, drawn, constants, q, "x"), (factor, log)


def _all(library: Any, queries: _Pair, keys: _Pair, v: Any) -> Any:
    """Sums over all keys, each row up to a factor; shape (..., L, D + 1)."""
    factor, log = keys
    scales = _finite(library, _largest(library, log, -2))
    log -= scales
    sums = library.swapaxes(made(library, factor, log), -1, -2) @ v
    return _scaled(library, queries, scales)[0] @ sums


def _scaled(library: Any, queries: _Pair, scales: Any) -> _Pair:
    """Features of queries, not used elsewhere, in scales of keys of shape (..., 1, F); the logarithm that is taken out of each row."""
    factor, log = queries
    log += scales
    own = _largest(library, log, -1)
    log -= _finite(library, own)
    return made(library, factor, log), own


def _parts(library: Any, rows: Any, m: int, chunk: int) -> list[slice]:
    """Ranges of rows, some chunks each, whose features stay in a cache; one of all rows where code is made for them."""
    count = rows.shape[-2]
    compiled = hasattr(library, "compiler") and library.compiler.is_compiling()
    step = max(1, PART // (m * chunk * math.prod(rows.shape[:-2]))) * chunk
    if compiled or not hasattr(library, "compiler"):
        step = count
    return [slice(start, start + step) for start in range(0, count, step)]


def _causal(
    library: Any, queries: _Pair, keys: _Pair, v: Any, chunk: int, before: _Pair | None, whole: bool
) -> tuple[Any, _Pair]:
    """Sums over the keys up to each query, up to a factor, shape (..., L, D + 1), and those after all keys, with their scales.

    Args:
        v: shape (..., L, D + 1), L a multiple of the chunk.
        before: (sums, scales) of earlier keys, shapes (..., F, D + 1) and (..., 1, F), or None.
        whole: whether no key is left out.
    """
    shape = v.shape

    def cut(array: Any) -> Any:
        return None if array is None else array.reshape((*array.shape[:-2], -1, chunk, array.shape[-1]))

    (qf, q), (kf, k), v = map(cut, queries), map(cut, keys), cut(v)
    scales = library.amax(_constant(k), -2)[..., None, :]
    first = library.full_like(scales[..., :1, :, :], -math.inf) if before is None else before[1][..., None, :, :]
    scales = _running(library, library.concatenate([first, scales], -3))
    earlier, scales = scales[..., :-1, :, :], scales[..., 1:, :, :]
    mild = _is_mild(library, _constant(k), earlier, scales, whole)
    top, scales = scales[..., -1, :, :], _finite(library, scales)
    decay = library.swapaxes(library.exp(earlier - scales), -1, -2)
    psi = made(library, *(kf, k) if mild else _own(kf, k), -scales)
    sums = library.swapaxes(psi, -1, -2) @ v
    start = library.zeros_like(sums[..., :1, :, :]) if before is None else before[0][..., None, :, :]
    # with the sums before as a chunk of its own
    sums = library.concatenate([start, sums], -3)
    sums = _prefix(library, library.concatenate([library.ones_like(decay[..., :1, :, :]), decay], -3), sums)
    past = sums[..., :-1, :, :]
    if mild:
        phi, _ = _scaled(library, (qf, q), scales)
        found = phi @ (decay * past)
        own = phi @ library.swapaxes(psi, -1, -2)
        found += (own.tril_() if hasattr(own, "tril_") else library.tril(own)) @ v
    else:
        phi, own = _scaled(library, _own(qf, q), earlier)
        found, _ = _together(library, (phi @ past, own), _halved(library, (qf, q), (kf, k), v))
    return found.reshape(shape), (sums[..., -1, :, :], top)


def _own(factor: Any, log: Any) -> _Pair:
    """Copies that may be changed."""
    return None if factor is None else 1 * factor, 1 * log


def _halved(library: Any, queries: _Pair, keys: _Pair, v: Any) -> _Pair:
    """(sums, log) of the keys up to each query of blocks (..., n, F): halves by themselves, and the second beside the first."""
    (qf, q), (kf, k) = queries, keys
    rows = v.shape[-2]
    if rows == 1:
        factor = qf if kf is None else qf * kf
        log = q + k
        own = _largest(library, log, -1)
        weights = made(library, factor, log - _finite(library, own)).sum(-1)[..., None]
        return weights * v, own

    def cut(array: Any) -> Any:
        return None if array is None else array.reshape((*array.shape[:-2], 2, rows // 2, array.shape[-1]))

    qf, q, kf, k, v = map(cut, (qf, q, kf, k, v))
    sums, own = _halved(library, (qf, q), (kf, k), v)

    def half(array: Any, which: int) -> Any:
        return None if array is None else array[..., which, :, :]

    first = half(k, 0)
    scales = _largest(library, first, -2)
    psi = made(library, *_own(half(kf, 0), first), -_finite(library, scales))
    phi, other = _scaled(library, _own(half(qf, 1), half(q, 1)), scales)
    across = (phi @ library.swapaxes(psi, -1, -2)) @ half(v, 0)
    second = _together(library, (across, other), (half(sums, 1), half(own, 1)))
    both = (library.concatenate([half(a, 0), b], -2) for a, b in zip((sums, own), second, strict=True))
    return next(both), next(both)


def _together(library: Any, one: _Pair, two: _Pair) -> _Pair:
    """The sum of sums with scales of their own."""
    scale = library.maximum(one[1], two[1])
    return sum(sums * library.exp(own - _finite(library, scale)) for sums, own in (one, two)), scale


def _prefix(library: Any, decay: Any, sums: Any) -> Any:
    """``S_c = decay_c S_(c-1) + sums_c`` for all c, along the third axis from the end."""
    count = sums.shape[-3]
    if count == 1:
        return sums

    def every(array: Any, start: int, stop: int | None = None) -> Any:
        return array[..., start:stop:2, :, :]

    odd = count - count % 2
    # those of two steps
    steps = every(decay, 1) * every(decay, 0, odd), every(decay, 1) * every(sums, 0, odd) + every(sums, 1)
    ends = _prefix(library, *steps)
    later = every(sums, 2) + every(decay, 2) * (ends if count % 2 else ends[..., :-1, :, :])
    starts = library.concatenate([sums[..., :1, :, :], later], -3)
    pairs = library.stack([starts[..., : odd // 2, :, :], ends], -3)
    whole = pairs.reshape((*pairs.shape[:-4], odd, *pairs.shape[-2:]))
    return library.concatenate([whole, starts[..., -1:, :, :]], -3) if count % 2 else whole


def _is_mild(library: Any, log: Any, before: Any, scales: Any, whole: bool) -> bool:
    """Whether scales grow inside each chunk by no more than this precision holds beside 1; False where that is not known yet."""
    if hasattr(library, "compiler") and library.compiler.is_compiling():
        return False
    first = log[..., :1, :]
    if not whole:
        # rows that have no key yet need no scale
        least = library.amin(library.where(library.isneginf(log), math.inf, log), -2)[..., None, :]
        first = library.where(library.isneginf(before), least, first)
    start = library.maximum(before, first)
    kind = library.finfo(log.dtype)
    limit = math.log(float(kind.eps)) - math.log(float(kind.tiny)) - math.log(log.shape[-1] * log.shape[-2])
    try:
        return not bool((scales - start > limit).any())
    except (RuntimeError, TypeError):
        # under vmap and jit
        return False


def _running(library: Any, largest: Any) -> Any:
    """The largest so far along the third axis from the end."""
    if hasattr(library, "cummax"):
        return library.cummax(largest, largest.ndim - 3).values
    return sys.modules["jax"].lax.cummax(largest, axis=largest.ndim - 3)


def _largest(library: Any, log: Any, axis: int) -> Any:
    """The largest along an axis, which stays, as a constant."""
    largest = library.amax(_constant(log), axis)
    return largest[..., None, :] if axis == -2 else largest[..., None]


def _finite(library: Any, scales: Any) -> Any:
    """Scales with 0 for -inf: where there is no key any will do."""
    return library.where(library.isneginf(scales), 0.0, scales)


def _constant(value: Any) -> Any:
    """The same without a gradient."""
    return value.detach() if hasattr(value, "detach") else sys.modules["jax"].lax.stop_gradient(value)
