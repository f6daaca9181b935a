"""Cosines of many numbers at once, by a polynomial whose error is proved.

NumPy takes the cosine of float64 one number after the other, with a branch for each quadrant. Here ``x = q pi + r``, q the nearest
integer, and ``cos x = (-1)^q (1 + r^2 p(r^2))``, p of degree 7, in 26 passes over a block in a cache: half the time where quadrants
are uniform, but more than NumPy's where most x are below pi/4.
"""

from __future__ import annotations

import numpy as np

from rftheory.inputs.arrays import Array

#: the error is at most this, for |x| up to `FURTHEST`: ``tests/test_cosine.py`` proves it in ball arithmetic
ERROR = 3 * 2.0**-52
#: p, lowest power first, interpolates (cos(sqrt(z)) - 1)/z at the eight Chebyshev points of [0, pi^2/4]
COEFFICIENTS = (
    -0.5,
    0.04166666666666634,
    -0.0013888888888860709,
    2.4801587292446213e-05,
    -2.755731776732053e-07,
    2.0876630867422994e-09,
    -1.1464689885720029e-11,
    4.6276759850181716e-14,
)
#: pi in two parts: the first has 31 bits, so that its multiples by integers of up to 22 bits are exact
PI = (float.fromhex("0x1.921fb544p+1"), float.fromhex("0x1.0b4611a626331p-33"))
#: larger |x| are left to NumPy
FURTHEST = 2.0**21
#: added to a number, it leaves the nearest integer, of which the last bit is that of the sum
_ROUNDING = 1.5 * 2.0**52
#: numbers that stay in a cache
_BLOCK = 1 << 13


def cosine(x: Array, out: Array | None = None) -> Array:
    """cos x, elementwise; each element depends on its own number alone.

    Args:
        x: real, of any shape; other types than float64 are left to NumPy.
        out: where they go, of the shape and type of x; x itself will do.

    Source:
        Cody and Waite, *Software Manual for the Elementary Functions*, 1980, ch. 8: the reduction.
    """
    x = np.asarray(x)
    if x.dtype != np.float64:
        return np.asarray(np.cos(x, out=out))
    if out is not None and not out.flags.c_contiguous:
        out[...] = cosine(x)
        return out
    found = np.empty(x.shape) if out is None else out
    numbers, cosines = np.ascontiguousarray(x).reshape(-1), found.reshape(-1)
    space = np.empty((3, min(_BLOCK, numbers.size)))
    for start in range(0, numbers.size, _BLOCK):
        part = numbers[start : start + _BLOCK]
        into, own = cosines[start : start + _BLOCK], space[:, : part.size]
        with np.errstate(over="ignore"):
            near = part @ part <= FURTHEST**2
        if near:
            _block(part, into, own)
        else:
            # the squares of all do not tell that none is far: each is looked at
            far = ~(np.abs(part) <= FURTHEST)
            beyond = np.cos(part[far])
            _block(np.where(far, 0.0, part), into, own)
            into[far] = beyond
    return found


def _block(x: Array, out: Array, space: Array) -> None:
    """cos x of numbers that are not far; ``space`` of shape (3, N) is written over."""
    turns, rest, value = space
    np.multiply(x, 1 / np.pi, out=turns)
    turns += _ROUNDING
    np.subtract(turns, _ROUNDING, out=rest)
    np.multiply(rest, PI[0], out=value)
    np.multiply(rest, PI[1], out=rest)
    np.subtract(x, value, out=value)
    np.subtract(value, rest, out=rest)
    np.multiply(rest, rest, out=rest)
    np.multiply(rest, COEFFICIENTS[-1], out=value)
    for coefficient in COEFFICIENTS[-2::-1]:
        value += coefficient
        value *= rest
    np.add(value, 1.0, out=out)
    signs = turns.view(np.int64)
    signs <<= 63
    bits = out.view(np.int64)
    bits ^= signs
