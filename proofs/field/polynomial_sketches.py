r"""Sketches of the polynomial kernel (x.y)^n by products of n projections: real signs, fourth roots of unity, Gaussian numbers.

One factor ``(s.x)(s.y)`` has the mean x.y whatever unit numbers s has, and the second moment

    |x|^2 |y|^2 + 2 (x.y)^2 - 2 sum_i x_i^2 y_i^2   for signs,
    |x|^2 |y|^2 + (x.y)^2 - sum_i x_i^2 y_i^2       for fourth roots of unity, of ``(s.x) conj(s.y)``,
    |x|^2 |y|^2 + 2 (x.y)^2                         for Gaussian numbers;

that of a product of n independent factors is the power n. So signs are never worse than Gaussian numbers, and roots of unity
are better than signs exactly where ``sum_i x_i^2 y_i^2 < (x.y)^2``: for inputs without negative coordinates always, for
orthogonal ones never.
"""

import itertools

from rftheory.vocabulary import *
from rftheory.inputs.kernels import Space

STATEMENT = statement(
    "identity",
    "Wacker, Kanagawa and Filippone 2022 (2201.08712), on variances of real and complex sketches",
    "Second moments of polynomial sketches: signs, fourth roots of unity, Gaussian numbers",
    reading="One factor of a product sketch in R^3, all values of its projection counted; a product of n has the power n.",
    cells=(("polynomial-sketch", "iid", "one factor in R^3, of which the others are copies"),),
    not_drawn="finite averages over all values of a sign vector, and one Gaussian moment",
)

_x, _y = (sp.symbols(f"{name}_1:4", real=True) for name in "xy")
DOMAIN = Domain(tuple(Range(s, typical=(-2, 2), awkward=(0,)) for s in (*_x, *_y)))


def _dot(first: tuple[sp.Expr, ...], second: tuple[sp.Expr, ...]) -> sp.Expr:
    return sp.Add(*(a * b for a, b in zip(first, second, strict=True)))


def second_moment(units: tuple[sp.Expr, ...]) -> sp.Expr:
    """The mean of ``|s.x|^2 |s.y|^2`` over all s with entries that are units."""
    vectors = list(itertools.product(units, repeat=3))
    forms = [(_dot(s, _x), _dot(s, _y)) for s in vectors]
    return sp.Add(*(a * sp.conjugate(a) * b * sp.conjugate(b) for a, b in forms)) / len(vectors)


signs, roots = second_moment((1, -1)), second_moment((1, -1, sp.I, -sp.I))
_SPACE = Space("inputs", lambda a, b: _dot(*({"x": _x, "y": _y}[name] for name in (a, b))), names="xy")
_w = Projection("w")
gaussian = Expectation(_w.dot(_SPACE.vector("x")) ** 2 * _w.dot(_SPACE.vector("y")) ** 2)

_product, _square = _dot(_x, _x) * _dot(_y, _y), _dot(_x, _y) ** 2
_shared = sp.Add(*(a**2 * b**2 for a, b in zip(_x, _y, strict=True)))
_of_signs, _of_roots = _product + 2 * _square - 2 * _shared, _product + _square - _shared
_NO_NEGATIVE = Domain(tuple(Range(s, 0, None, typical=(0, 2), awkward=(0,)) for s in (*_x, *_y)))

CLAIMS = (
    claim("signs: |x|^2 |y|^2 + 2 (x.y)^2 - 2 sum_i x_i^2 y_i^2", eq(signs, _of_signs)),
    claim("roots of unity: |x|^2 |y|^2 + (x.y)^2 - sum_i x_i^2 y_i^2", eq(roots, _of_roots)),
    claim("Gaussian numbers: |x|^2 |y|^2 + 2 (x.y)^2", eq(gaussian, _product + 2 * _square)),
    claim("signs are better: than Gaussian numbers, for all inputs", le(signs, gaussian)),
    claim(
        "who wins: signs have (x.y)^2 - sum_i x_i^2 y_i^2 more than roots of unity",
        eq(signs - roots, _square - _shared),
    ),
    claim(
        "no negative coordinates: then roots of unity are never worse than signs",
        le(roots, signs),
        _NO_NEGATIVE,
        Chain(roots).eq(_of_roots).le(_of_signs).eq(signs),
    ),
)
TWINS = (
    claim("dropped hypothesis: roots of unity are never worse than signs", le(roots, signs)),
    claim(
        "wrong constant: signs have |x|^2 |y|^2 + 2 (x.y)^2 - sum_i x_i^2 y_i^2",
        eq(signs, _product + 2 * _square - _shared),
    ),
)
