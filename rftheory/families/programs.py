r"""A feature map in numpy: the program that is compiled from the components of a family, and how it runs. No SymPy is loaded here.

The components of one side are ``factor exp(slope w.u + square |w|^2 + rate |u|^2 + constant)`` (`families.compiled`). Programs of
the built-in families are kept in ``programs.json``, with formulas in d and A where these are open; ``tools/programs.py`` writes them,
and a test compiles them afresh. So a feature map is there without the algebra; other families are compiled where they are used.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rftheory.arrays import Array, images, square_lengths, squares
from rftheory.families.cosine import cosine
from rftheory.families.parts import Exponent, Parts
from rftheory.families.phases import PhasedOperator

#: where programs are kept
FILE = Path(__file__).with_name("programs.json")
#: the arguments of factors, in this order
ARGUMENTS = ("image", "length", "turn", "size")
_FUNCTIONS = {"sin": np.sin, "cos": np.cos, "exp": np.exp, "sqrt": np.sqrt, "log": np.log, "pi": np.pi, "I": 1j}


class MapProgram(NamedTuple):
    """All components of one side, in float64."""

    factors: tuple[Callable[..., Any] | None, ...]
    slopes: tuple[complex, ...]
    squares: tuple[complex, ...]
    rates: tuple[complex, ...]
    constants: tuple[complex, ...]
    #: whether |w|^2 occurs
    measured: bool
    #: whether the phase is always added to the image
    turned: bool
    #: how many normal coordinates make a phase
    auxiliary: int

    @property
    def exponential(self) -> bool:
        """Whether this is one exponential."""
        return self.factors == (None,)


def parts(program: MapProgram, u: Array, projections: Any) -> Parts:
    """The features of checked inputs of shape (L, d) by their parts; projections as `Family.features` has them."""
    plain, turn = _coordinates(program.auxiliary, u.shape[1], projections)
    slope = program.slopes[0]
    slopes = program.slopes
    if program.exponential and not np.iscomplexobj(slope):
        # the inputs are fewer than the images
        image, slopes = images(u if slope == 1 else slope * u, plain), (1.0,)
    else:
        image = images(u, plain)
        if program.turned:
            image += turn
    lengths = square_lengths(plain)[..., None, :] if program.measured else 0.0
    sizes = squares(u)
    common = len(set(program.rates)) == len(set(program.constants)) == 1
    logs, factors = [], []
    for k, (factor, own) in enumerate(zip(program.factors, slopes, strict=True)):
        factors.append(None if factor is None else factor(image, lengths, turn, sizes))
        log = _sum((own, image), (program.squares[k], lengths))
        if not common:
            log = log + (program.rates[k] * sizes + program.constants[k])
        logs.append(log)
    level: complex = -float(np.log(image.shape[-1])) / 2
    rate: complex = 0.0
    if common:
        level, rate = program.constants[0] + level, program.rates[0]
    return Parts(_joined(factors, image, 1.0), _joined(logs, image, 0.0), level=level, rate=rate)


def exponent(program: MapProgram, projections: Any) -> Exponent | None:
    """What the features are the exponentials of, if they are one exponential of each projection."""
    if not program.exponential or program.auxiliary:
        return None
    levels: Any = program.constants[0]
    if program.squares[0]:
        levels = levels + program.squares[0] * square_lengths(projections)
    return Exponent(program.slopes[0], levels, program.rates[0])


# -- programs that are kept -----------------------------------------------------------------------------------------


@cache
def kept() -> dict[str, Any]:
    """The kept programs, by names of families: kernel, and text of the columns of a program for each sign s and side."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@lru_cache(maxsize=512)
def kept_program(name: str, sign: str, side: str, d: int, A: float) -> MapProgram:  # noqa: N803 - the name of the paper
    """A kept program in R^d, at a parameter A (of those that have one); its numbers are right to some ulps."""
    text = kept()[name]["programs"][sign][side]
    space = {**_FUNCTIONS, "d": d, "A": A}
    columns = [tuple(_number(each, space) for each in text[key]) for key in ("slopes", "squares", "rates", "constants")]
    # with a phase the quadrant of an image is open: NumPy's cosine then takes twice the time
    factors = kept_factors(name, sign, side, {**_FUNCTIONS, "cos": cosine} if text["turned"] else _FUNCTIONS)
    slopes, squares_of, rates, constants = columns
    measured = any(squares_of) or any("length" in (each or "") for each in text["factors"])
    return MapProgram(factors, slopes, squares_of, rates, constants, measured, text["turned"], text["auxiliary"])


def kept_factors(
    name: str, sign: str, side: str, functions: Mapping[str, Any]
) -> tuple[Callable[..., Any] | None, ...]:
    """The factors of a kept program, of the `ARGUMENTS`, in the functions that are given."""
    texts = kept()[name]["programs"][sign][side]["factors"]
    return tuple(each and _evaluated(f"lambda {', '.join(ARGUMENTS)}: {each}", functions) for each in texts)


def _number(text: str, space: dict[str, Any]) -> Any:
    found = complex(_evaluated(text, space))
    return found.real if found.imag == 0 else found


def _evaluated(text: str, space: Mapping[str, Any]) -> Any:
    # text of a file of this package, in no other names than these
    return eval(text, {"__builtins__": {}, **space})  # noqa: S307


# -- arrays ---------------------------------------------------------------------------------------------------------


def _coordinates(auxiliary: int, dimension: int, projections: Any) -> tuple[Any, Array | float]:
    """The projections of R^d and the phases, shape (..., 1, m); 0 if there are none."""
    if not auxiliary:
        return projections, 0.0
    plain: Any
    if isinstance(projections, PhasedOperator):
        plain, own = projections
    else:
        array = np.asarray(projections)
        if array.ndim < 2 or array.shape[-1] != dimension + auxiliary:
            wanted = dimension + auxiliary
            raise ValueError(f"projections must have d + 2 = {wanted} coordinates, got shape {array.shape}")
        plain, own = array[..., :dimension], array[..., dimension:]
    return plain, np.arctan2(own[..., 1], own[..., 0])[..., None, :]


def _sum(*terms: tuple[complex, Any]) -> Any:
    """``sum a x``, without a product by 1 or a term of 0; 0 if there is nothing to add."""
    total: Any = 0.0
    for number, array in terms:
        if number:
            term = array if number == 1 else number * array
            total = term if isinstance(total, float) else total + term
    return total


def _joined(arrays: list[Any], image: Array, nothing: float) -> Array | None:
    """Side by side over all components; None if there is nothing in any of them."""
    if all(each is None or (isinstance(each, float) and each == nothing) for each in arrays):
        return None
    whole = [nothing if each is None else each for each in arrays]
    if len(whole) == 1 and np.shape(whole[0]) == image.shape:
        return np.asarray(whole[0])
    # a copy: logarithms are changed in place
    return np.concatenate([np.broadcast_to(each, image.shape) for each in whole], axis=-1)
