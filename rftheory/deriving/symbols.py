"""The symbols in which a feature map is written: one input u, a projection w, a phase b, counts k.

``w.dot(u)``, ``w.square`` and ``u.square`` are all that a feature of Gaussian projections may depend on; ``u[l]`` and ``k[l]``, under
`total` and `product` over the coordinate l, all that a feature of counts may. A map is written in u once; x and y take its place.
"""

from __future__ import annotations

import sympy as sp

from rftheory.inputs.coordinates import l, product, total
from rftheory.inputs.kernels import PAIR, Pair, Space, Vector, d
from rftheory.rules.nodes import Form, Phase, Projection, SquaredLength
from rftheory.rules.variates import COUNT, MASS, Counts

__all__ = ["b", "d", "k", "l", "product", "total", "u", "v", "w"]

#: products of the inputs; no name that a person gives a symbol has a point in it
uu, xx, yy = (sp.Symbol(f"{name}.{name}", nonnegative=True) for name in "uxy")
xy = sp.Symbol("x.y", real=True)
_INPUT = Space("input of a feature map", lambda first, second: uu, "u")
_GRAM = Space(
    "pair of inputs of a feature map",
    lambda first, second: {"xx": xx, "xy": xy, "yy": yy}["".join(sorted(first + second))],
    "xy",
)

#: the coordinates of u, in features of counts
INPUT = sp.IndexedBase("u", real=True)
#: two inputs known through x.x, x.y and y.y
GRAM = Pair(_GRAM.vector("x"), _GRAM.vector("y"))
#: the products as functions of norms and angle, in which statements are made
PLACES = {xx: PAIR.x.square, xy: PAIR.x.dot(PAIR.y), yy: PAIR.y.square}


class _Input(Vector):
    """The input of a feature map: a formal vector, with coordinates for features of counts."""

    def __getitem__(self, index: sp.Expr | int) -> sp.Expr:
        return INPUT[index]


class NormalProjection(Projection):
    """A projection w ~ N(0, I_d), with its squared length in the dimension d."""

    @property
    def square(self) -> SquaredLength:
        """``|w|^2``."""
        return self.squared_length(d)


u = _Input(_INPUT, {"u": sp.Integer(1)})
#: two independent projections
w, v = NormalProjection("w"), NormalProjection("v")
#: the phase of a projection, uniform on the circle
b = Phase("b")
#: iid counts; their law is the one that `derive` is given
k = Counts("k", sp.Lambda(COUNT, MASS(COUNT)))


def placed(feature: sp.Expr, vector: Vector) -> sp.Expr:
    """A feature of u at another formal vector."""
    known: dict[sp.Expr, sp.Expr] = {uu: vector.square}
    for form in feature.atoms(Form):
        if form.space == _INPUT:
            known[form] = Projection(form.projection).dot(vector)
    return feature.xreplace(known)


def is_of_input(form: Form) -> bool:
    """Whether a form is that of u."""
    return bool(form.space == _INPUT)
