r"""What follows from the components of a feature map: its program in numpy (`families.programs`), and the wave of one sample.

A component is a function xi(u, w) of one input and one projection, written in SymPy through ``w.u``, ``|w|^2``, a phase b and ``|u|^2``.
It is split into ``factor exp(slope w.u + square |w|^2 + rate |u|^2 + constant)``, where the factor is what is no such exponential (a
sine, a cosine), so that the logarithms stay finite where the features overflow. Coefficients are exact; each is rounded once.

*Counts.* Features of counts are products over coordinates of ``u_l^(w_l)`` and a weight of the count w_l. Powers, factorials and sums of
positive terms overflow there long before their product does: the logarithm of the weight is an expression of its own, and compiled.

*Waves.* Let ``c`` be the coefficient of |w|^2 in ``xi(x, w) xi(y, w)`` and ``b = sqrt(1 - 2c)``. The samples of `reduction` are
read off the coefficients: one exponential of slope b on both sides (exp), two of slopes b and -b (cosh), a sine and a cosine of
``b w.u``, or one cosine with a phase (cos); their rates and constants must be those of the kernel, so that the sample is unbiased.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import sympy as sp

from rftheory import kernels
from rftheory.arrays import SIDES, Array
from rftheory.families.programs import ARGUMENTS, MapProgram
from rftheory.families.reduction import Wave
from rftheory.kernels import Space
from rftheory.rules.nodes import Form, Phase, Projection, SquaredLength

if TYPE_CHECKING:
    from rftheory.families.discretely_induced import DiscreteFamily
    from rftheory.families.family import Family

_IMAGE, _LENGTH, _TURN, _SIZE = _ARGUMENTS = sp.symbols(ARGUMENTS, real=True)
_DIMENSION = sp.Symbol("d", positive=True)
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
    point = family.parameters(np.zeros(dimension), np.zeros(dimension))
    # powers of numbers to the d are integers of any size: d is put in after logarithms are taken, if none of its powers is left
    later = {key: value for key, value in point.items() if value == dimension and key == kernels.d}
    found = split(family, side, point | dict.fromkeys(later, _DIMENSION))
    if any(each.factor.has(_DIMENSION) for each in found):
        found = split(family, side, point)
    elif later:
        found = tuple(Component(*(part.subs(_DIMENSION, dimension) for part in each)) for each in found)
    left = set().union(*(part.free_symbols for component in found for part in component)) - {*_ARGUMENTS}
    if left:
        raise ValueError(f"features need numerical {', '.join(sorted(map(str, left)))}")
    return found


def split(family: Family, side: str, point: Mapping[sp.Symbol, sp.Expr]) -> tuple[Component, ...]:
    """The components of one side, split, with the values of some symbols; others stay, if they are known to be positive."""
    found = []
    for expr in family.components(_PROJECTION, _INPUT, side):
        bound = expr.subs(point)
        nodes = {
            node: _ARGUMENTS[(Form, SquaredLength, Phase).index(type(node))]
            for node in bound.atoms(Form, SquaredLength, Phase)
        }
        found.append(_split(bound.xreplace(nodes)))
    return tuple(found)


@lru_cache(maxsize=512)
def program_of(family: Family, dimension: int, side: str) -> MapProgram:
    """The components of one side as numpy has them.

    Raises:
        ValueError: as `components`.
    """
    exact = components(family, dimension, side)
    factors, turned = factors_of(exact, family.auxiliary)
    functions = tuple(None if factor == 1 else function(factor, _ARGUMENTS) for factor in factors)
    slopes, squares_of, rates, constants = (tuple(_number(value) for value in column) for column in columns_of(exact))
    measured = any(each.square or each.factor.has(_LENGTH) for each in exact)
    return MapProgram(functions, slopes, squares_of, rates, constants, measured, turned, family.auxiliary)


def factors_of(exact: Sequence[Component], auxiliary: int) -> tuple[list[sp.Expr], bool]:
    """The factors, and whether their image has the phase in it already."""
    alone = [each.factor.subs(_IMAGE, _IMAGE - _TURN) for each in exact]
    turned = bool(auxiliary) and not any(e.slope or f.has(_TURN) for e, f in zip(exact, alone, strict=True))
    return alone if turned else [each.factor for each in exact], turned


def columns_of(exact: Sequence[Component]) -> list[list[sp.Expr]]:
    """Slopes, squares, rates and constants."""
    return [[getattr(each, name) for each in exact] for name in ("slope", "square", "rate", "constant")]


class _LogOfSum(sp.Function):
    """The logarithm of a sum, from those of its terms."""


class _LogOfFactorial(sp.Function):
    """The logarithm of a factorial."""


def _log_of_factorial(k: Array) -> Array:
    from scipy.special import gammaln

    return np.asarray(gammaln(k + 1))


#: what numpy has by other names
_FUNCTIONS = {
    "_LogOfSum": lambda *logs: np.logaddexp.reduce(np.broadcast_arrays(*logs)),
    "_LogOfFactorial": _log_of_factorial,
}


@lru_cache(maxsize=512)
def log_weight(family: DiscreteFamily) -> Callable[[Array], Array]:
    """``log weight(k)`` of counts k of any shape, in float64.

    Raises:
        ValueError: for parameters that are still symbols; the function, for a weight that is not positive.
    """
    count = sp.Dummy("k", integer=True, nonnegative=True)
    expr = logarithm(family.weight(count))
    check_numbers(expr, count)
    program = function(expr, (count,))

    def logs(counts: Array) -> Array:
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.broadcast_to(program(counts.astype(float)), counts.shape)
        wrong = ~np.isfinite(found)
        if wrong.any():
            raise ValueError(f"all weights must be finite and > 0, got none at the count {counts[wrong].flat[0]}")
        return found

    return logs


@lru_cache(maxsize=512)
def log_prefactor(family: DiscreteFamily, size: int) -> float:
    """``log prefactor(size)``; errors as `log_weight`."""
    expr = logarithm(family.prefactor(sp.Integer(size)))
    check_numbers(expr)
    return float(expr)


def check_numbers(expr: sp.Expr, *arguments: sp.Symbol) -> None:
    """
    Raises:
        ValueError: for parameters that are still symbols.
    """
    for symbol in sorted(expr.free_symbols - {*arguments}, key=str):
        raise ValueError(f"{symbol} must be a number here, got {symbol}; bind it with at(...)")


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
    program = sp.lambdify((*arguments, *constants), body, [_FUNCTIONS, "numpy"])
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
        if isinstance(part, sp.exp):
            total += part.args[0]
        elif _has_logarithm(part):
            total += logarithm(part)
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
    """Whether this is a number that is neither zero nor negative, or a positive expression in parameters."""
    if not number.is_number:
        return bool(number.is_positive) and not number.has(*_ARGUMENTS)
    value = complex(sp.N(number, 30))
    return bool(value.imag or value.real > 0)


def logarithm(expr: sp.Expr) -> sp.Expr:
    """A logarithm in which powers, products, factorials and sums of positive terms are not formed."""
    if isinstance(expr, sp.exp):
        return expr.args[0]
    if expr.is_Mul and not expr.is_number:
        return sp.Add(*map(logarithm, expr.args))
    if isinstance(expr, sp.factorial):
        return _LogOfFactorial(expr.args[0])
    if expr.is_Add and not expr.is_number and all(term.is_positive for term in expr.args):
        return _LogOfSum(*map(logarithm, expr.args))
    base, power = expr.as_base_exp()
    if power != 1 and (base.is_positive or not expr.is_extended_real):
        return power * logarithm(base)
    return sp.log(expr)


def _number(value: sp.Expr) -> complex:
    found = complex(sp.N(value, 30))
    return found.real if found.imag == 0 else found
