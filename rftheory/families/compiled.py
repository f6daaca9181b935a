r"""What follows from the components of a feature map: the map in numpy, by its parts, and the wave of one sample.

A component is a function xi(u, w) of one input and one projection, written in SymPy through ``w.u``, ``|w|^2``, a phase b and ``|u|^2``.
It is split into ``factor exp(slope w.u + square |w|^2 + rate |u|^2 + constant)``, where the factor is what is no such exponential (a
sine, a cosine), so that the logarithms stay finite where the features overflow. Coefficients are exact; each is rounded once.

*Waves.* Let ``c`` be the coefficient of |w|^2 in ``xi(x, w) xi(y, w)`` and ``b = sqrt(1 - 2c)``. The samples of `reduction` are
read off the coefficients: one exponential of slope b on both sides (exp), two of slopes b and -b (cosh), a sine and a cosine of
``b w.u``, or one cosine with a phase (cos); their rates and constants must be those of the kernel, so that the sample is unbiased.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.arrays import SIDES, Array, check_inputs, check_side, images, square_lengths, squares
from rftheory.families.parts import Exponent, Parts
from rftheory.families.phases import PhasedOperator
from rftheory.families.reduction import Wave
from rftheory.kernels import Space
from rftheory.rules.nodes import Form, Phase, Projection, SquaredLength

if TYPE_CHECKING:
    from rftheory.families.family import Family

_IMAGE, _LENGTH, _TURN, _SIZE = _ARGUMENTS = sp.symbols("image length turn size", real=True)
#: the input of a component, and its projection
_INPUT = Space("input of a component", lambda first, second: _SIZE, "u").vector("u")
_PROJECTION = Projection("w")


class Component(NamedTuple):
    """``factor exp(slope w.u + square |w|^2 + rate |u|^2 + constant)``, exact; the factor is 1 if it is not there."""

    factor: sp.Expr
    slope: sp.Expr
    square: sp.Expr
    rate: sp.Expr
    constant: sp.Expr


class Program(NamedTuple):
    """The same for all components of one side, in float64."""

    factors: tuple[Callable[..., Any] | None, ...]
    slopes: tuple[complex, ...]
    squares: tuple[complex, ...]
    rates: tuple[float, ...]
    constants: tuple[complex, ...]
    #: whether |w|^2 occurs
    measured: bool
    #: whether the phase is always added to the image
    turned: bool

    @property
    def exponential(self) -> bool:
        """Whether this is one exponential."""
        return self.factors == (None,)


def parts(family: Family, inputs: ArrayLike, projections: Any, side: str = "x") -> Parts:
    """The features of a family by their parts; arguments as `Family.features`."""
    u = check_inputs(inputs)
    program = program_of(family, u.shape[1], check_side(side))
    plain, turn = _coordinates(family, u.shape[1], projections)
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
    rate = 0.0
    if common:
        level, rate = program.constants[0] + level, program.rates[0]
    return Parts(_joined(factors, image, 1.0), _joined(logs, image, 0.0), level=level, rate=rate)


def exponent(family: Family, projections: Any, dimension: int, side: str = "x") -> Exponent | None:
    """What the features are the exponentials of, if they are one exponential of each projection."""
    program = program_of(family, dimension, check_side(side))
    if not program.exponential or family.auxiliary:
        return None
    levels: Any = program.constants[0]
    if program.squares[0]:
        levels = levels + program.squares[0] * square_lengths(projections)
    return Exponent(program.slopes[0], levels, program.rates[0])


@lru_cache(maxsize=512)
def shape(family: Family) -> tuple[int, int]:
    """The number of components, and of the normal coordinates that make a phase."""
    found = [family.components(_PROJECTION, _INPUT, side) for side in SIDES]
    return len(found[0]), 2 if any(component.has(Phase) for side in found for component in side) else 0


@lru_cache(maxsize=512)
def components(family: Family, dimension: int, side: str) -> tuple[Component, ...]:
    """The components of one side in R^d, split.

    Raises:
        ValueError: for parameters that are still symbols.
    """
    found = []
    point = family.parameters(np.zeros(dimension), np.zeros(dimension))
    for expr in family.components(_PROJECTION, _INPUT, side):
        bound = expr.subs(point)
        nodes = {
            node: _ARGUMENTS[(Form, SquaredLength, Phase).index(type(node))]
            for node in bound.atoms(Form, SquaredLength, Phase)
        }
        component = _split(bound.xreplace(nodes))
        left = set().union(*(part.free_symbols for part in component)) - {*_ARGUMENTS}
        if left:
            raise ValueError(f"features need numerical {', '.join(sorted(map(str, left)))}")
        found.append(component)
    return tuple(found)


@lru_cache(maxsize=512)
def program_of(family: Family, dimension: int, side: str) -> Program:
    """The components of one side as numpy has them.

    Raises:
        ValueError: as `components`.
    """
    exact = components(family, dimension, side)
    alone = [each.factor.subs(_IMAGE, _IMAGE - _TURN) for each in exact]
    turned = bool(family.auxiliary) and not any(e.slope or f.has(_TURN) for e, f in zip(exact, alone, strict=True))
    factors = alone if turned else [each.factor for each in exact]
    functions = tuple(None if factor == 1 else function(factor, _ARGUMENTS) for factor in factors)
    columns = [
        tuple(_number(getattr(each, name)) for each in exact) for name in ("slope", "square", "rate", "constant")
    ]
    measured = any(each.square or each.factor.has(_LENGTH) for each in exact)
    slopes, squares_of, rates, constants = columns
    real_rates = tuple(float(np.real(rate)) for rate in rates)
    return Program(functions, slopes, squares_of, real_rates, constants, measured, turned)


def function(expr: sp.Expr, arguments: tuple[sp.Symbol, ...]) -> Callable[..., Any]:
    """An expression in float64; its exact constants are rounded once, to the nearest float64."""
    constants: dict[sp.Symbol, float | complex] = {}

    def named(node: sp.Expr) -> sp.Expr:
        if node.is_number and not node.is_Integer:
            name = sp.Dummy("constant")
            constants[name] = _number(node)
            return name
        return node if not node.args else node.func(*(named(part) for part in node.args))

    body = named(expr)
    program = sp.lambdify((*arguments, *constants), body, "numpy")
    return lambda *values: program(*values, *constants.values())


@lru_cache(maxsize=512)
def wave(family: Family, dimension: int) -> tuple[Wave, float] | None:
    """The wave of one sample and c, the coefficient of |w|^2; None if it is none of `reduction`."""
    try:
        sides = [components(family, dimension, side) for side in ("x", "y")]
    except ValueError:
        return None
    pairs = list(zip(*sides, strict=True))
    rates = {sp.expand(first.square + second.square) for first, second in pairs}
    norms = {each.rate for pair in pairs for each in pair}
    gains = {sp.expand_log(first.constant + second.constant, force=True) for first, second in pairs}
    if not len(rates) == len(norms) == len(gains) == 1:
        return None
    (rate,), (norm,), (gain,) = rates, norms, gains
    if not (rate.is_extended_real and (1 - 2 * rate).is_positive):
        return None
    slope = sp.sqrt(1 - 2 * rate)
    gain = gain - sp.Rational(dimension, 2) * sp.log(1 - 2 * rate)
    level = norm + (sp.Rational(1, 2) if family.kernel == "gaussian" else 0)
    kind = _kind(pairs, slope, bool(family.auxiliary))
    half = sp.Rational(1, 2)
    wanted = {"exp": (-half, 0), "cosh": (-half, -sp.log(2)), "cos": (half, sp.log(2) if family.auxiliary else 0)}
    if kind is None or not all(_same(*both) for both in zip((level, gain), wanted[kind], strict=True)):
        return None
    return kind, float(rate)


def _kind(pairs: list[tuple[Component, Component]], slope: sp.Expr, phase: bool) -> Wave | None:
    """Which samples these are up to their rates and constants."""
    factors = [each.factor for pair in pairs for each in pair]
    slopes = [each.slope for pair in pairs for each in pair]
    wave = slope * _IMAGE
    if phase:
        same = len(pairs) == 1 and not any(slopes) and all(_same(f, sp.cos(wave + _TURN)) for f in factors)
        return "cos" if same else None
    if not any(slopes):
        found = {type(pair[0].factor) for pair in pairs}
        known = all(f.func in (sp.sin, sp.cos) and _same(f.args[0], wave) for f in factors)
        same = all(first.factor == second.factor for first, second in pairs)
        return "cos" if known and same and len(pairs) == 2 and found == {sp.sin, sp.cos} else None
    if any(f != 1 for f in factors):
        return None
    if len(pairs) == 1 and _same(*slopes):
        return "exp" if _same(slopes[0] ** 2, slope**2) else None
    signs = [slopes[0], slopes[0], -slopes[0], -slopes[0]]
    square = len(pairs) == 2 and _same(slopes[0] ** 2, slope**2)
    return "cosh" if square and all(_same(*both) for both in zip(slopes, signs, strict=True)) else None


def _same(first: sp.Expr, second: sp.Expr) -> bool:
    return bool(sp.simplify(first - second) == 0)


def _split(expr: sp.Expr) -> Component:
    """One component of the symbols of this module."""
    rest, total = sp.Integer(1), sp.Integer(0)
    for part in sp.Mul.make_args(sp.powsimp(expr)):
        if part.is_number and _has_logarithm(part):
            total += _logarithm(part)
        elif isinstance(part, sp.exp):
            total += part.args[0]
        else:
            rest *= part
    total = sp.expand(total)
    coefficients = [total.coeff(symbol) for symbol in (_IMAGE, _LENGTH, _SIZE)]
    affine = sp.Add(*(c * s for c, s in zip(coefficients, (_IMAGE, _LENGTH, _SIZE), strict=True)))
    constant = sp.expand(total - affine)
    if constant.free_symbols & {*_ARGUMENTS} or any(c.free_symbols & {*_ARGUMENTS} for c in coefficients):
        # exponentials of something else are factors
        zero = sp.Integer(0)
        return Component(expr, zero, zero, zero, zero)
    slope, square, rate = coefficients
    return Component(rest, slope, square, rate, constant)


def _has_logarithm(number: sp.Expr) -> bool:
    """Whether a number is neither zero nor negative."""
    value = complex(sp.N(number, 30))
    return bool(value.imag or value.real > 0)


def _logarithm(number: sp.Expr) -> sp.Expr:
    """A logarithm, of a power that of its base."""
    base, power = number.as_base_exp()
    return power * sp.log(base) if base.is_positive or not number.is_extended_real else sp.log(number)


def _number(value: sp.Expr) -> complex:
    found = complex(sp.N(value, 30))
    return found.real if found.imag == 0 else found


def _coordinates(family: Family, dimension: int, projections: Any) -> tuple[Any, Array | float]:
    """The projections of R^d and the phases, shape (..., 1, m); 0 if there are none."""
    if not family.auxiliary:
        return projections, 0.0
    plain: Any
    if isinstance(projections, PhasedOperator):
        plain, own = projections
    else:
        array = np.asarray(projections)
        if array.ndim < 2 or array.shape[-1] != dimension + family.auxiliary:
            wanted = dimension + family.auxiliary
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
