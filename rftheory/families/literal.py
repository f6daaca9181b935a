r"""Families that state their components in SymPy: the map as it is written, and whether it is one of known data.

A component is a function xi(u, w) of one input and one projection, through ``w.u``, ``|w|^2``, a phase b and ``|u|^2``. It is evaluated as
it stands, so it may overflow; exact numbers become float64 once. Components that are those of a wave (`families.waves`) are found by
writing them: the coefficient of |w|^2 in the logarithm gives A, and the components of each wave with this A are compared with those
that are stated, up to their order and the sign of w.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import sympy as sp
from numpy.typing import ArrayLike

from rftheory.families.waves import Wave, split
from rftheory.inputs.arrays import SIDES, Array, check_inputs, check_side, images, square_lengths, squares
from rftheory.inputs.kernels import Space
from rftheory.rules.nodes import Form, Phase, Projection, SquaredLength

if TYPE_CHECKING:
    from rftheory.families.family import Family

_IMAGE, _LENGTH, _TURN, _SIZE = _ARGUMENTS = sp.symbols("image length turn size", real=True)
#: the input of a component, and its projection
_INPUT = Space("input of a component", lambda first, second: _SIZE, "u").vector("u")
_PROJECTION = Projection("w")


class Literal(NamedTuple):
    """A map by the functions of its components, for both sides."""

    functions: dict[str, tuple[Callable[..., Any], ...]]
    auxiliary: int
    positive: bool

    @property
    def blocks(self) -> int:
        """The number of features per projection."""
        return len(self.functions["x"])

    def log_features(
        self, inputs: ArrayLike, projections: Any, side: str = "x", change: float = 0.0
    ) -> tuple[Array, Array]:
        """As `AnyFamily.log_features`; all but the change is in the factor."""
        u = check_inputs(inputs)
        plain, turn = split(projections, u.shape[1], self.auxiliary)
        image, size = images(u, plain), squares(u)
        lengths = square_lengths(plain)[..., None, :]
        found = [f(image, lengths, turn, size, u.shape[1]) for f in self.functions[check_side(side)]]
        factor = np.concatenate([np.broadcast_to(each, image.shape) for each in found], axis=-1)
        return factor, change * size - np.log(image.shape[-1]) / 2


@lru_cache(maxsize=512)
def map_of(family: Family) -> Literal:
    """The map of a family by its components.

    Raises:
        ValueError: for parameters that are still symbols.
    """
    exact = {side: _written(family, side) for side in SIDES}
    both = [each for own in exact.values() for each in own]
    dimension = sp.sympify(family.dimension)
    left = set().union(*(each.free_symbols for each in both)) - {*_ARGUMENTS, dimension}
    if left:
        raise ValueError(f"features need numerical {', '.join(sorted(map(str, left)))}")
    arguments = (*_ARGUMENTS, dimension if dimension.is_Symbol else sp.Dummy())
    functions = {side: tuple(_function(each, arguments) for each in own) for side, own in exact.items()}
    return Literal(functions, 2 if has_phase(family) else 0, all(each.is_positive for each in both))


@lru_cache(maxsize=512)
def has_phase(family: Family) -> bool:
    """Whether the components have a random phase."""
    return any(each.has(Phase) for side in SIDES for each in family.components(_PROJECTION, _INPUT, side))


@lru_cache(maxsize=512)
def data_of(family: Family) -> tuple[Wave | None, sp.Expr]:
    """The wave and A of stated components; None and 0 if they are those of no wave."""
    unknown = None, sp.Integer(0)
    try:
        stated = [_written(family, side) for side in SIDES]
    except ValueError:
        return unknown
    if family.takes_real_part or stated[0] != stated[1]:
        return unknown
    exponent = sp.expand(sp.expand_log(sp.log(stated[0][0]), force=True))
    A = exponent.coeff(_LENGTH)
    if not (A.is_extended_real and (1 - 4 * A).is_positive):
        return unknown
    for wave in ("exp", "cosh", "cos"):
        made = _made(family, wave, A)
        for turned in (made, [each.subs(_IMAGE, -_IMAGE) for each in made]):
            if _same(stated[0], turned):
                return wave, A
    return unknown


def _made(family: Family, wave: Wave, A: sp.Expr) -> list[sp.Expr]:  # noqa: N803 - the name of the papers
    """The components of these data, for the kernel of the family."""
    from rftheory.families import family as families

    phase = has_phase(family) and wave == "cos"
    given = {"kernel": family.kernel, "wave": wave, "A": A, "phase": phase, "dimension": family.dimension}
    return _written(type("Known", (families.Family,), given)(), "x")


def _same(first: list[sp.Expr], second: list[sp.Expr]) -> bool:
    """Whether components agree, in some order."""
    left = list(second)
    for each in first:
        own = next((other for other in left if _equal(each**2, other**2)), None)
        if own is None:
            return False
        left.remove(own)
    return not left


def _equal(first: sp.Expr, second: sp.Expr) -> bool:
    """Whether two expressions are equal; most that are not have other values at a point, and need no algebra."""
    symbols = sorted((first + second).free_symbols, key=str)
    # numbers from 2 on are dimensions, too
    point = {symbol: 2 + place for place, symbol in enumerate(symbols)}
    try:
        gap, size = (abs(complex(sp.N(each.subs(point), 30))) for each in (first - second, abs(first) + abs(second)))
    except (TypeError, OverflowError):
        gap = size = 0.0
    # values of equal ones differ by roundings of 30 digits
    return not gap > 1e-15 * size and sp.simplify(first - second) == 0


def _written(family: Family, side: str) -> list[sp.Expr]:
    """The components of one side in the symbols of this module."""
    found = []
    for expr in family.components(_PROJECTION, _INPUT, side):
        kinds = (Form, SquaredLength, Phase)
        found.append(expr.xreplace({node: _ARGUMENTS[kinds.index(type(node))] for node in expr.atoms(*kinds)}))
    return found


def _function(expr: sp.Expr, arguments: tuple[sp.Symbol, ...]) -> Callable[..., Any]:
    """An expression in float64; its exact constants are rounded once, to the nearest float64."""
    constants: dict[sp.Symbol, complex] = {}

    def named(node: sp.Expr) -> sp.Expr:
        if node.is_number and not node.is_Integer:
            value, name = complex(sp.N(node, 30)), sp.Dummy("constant")
            constants[name] = value if value.imag else value.real
            return name
        return node if not node.args else node.func(*(named(part) for part in node.args))

    body = named(expr)
    program = sp.lambdify((*arguments, *constants), body, "numpy")
    return lambda *values: program(*values, *constants.values())
