"""The geometry behind the Gaussian forms of one projection, in balls: lengths, products and areas of vectors.

For two named vectors u, v everything is read from ``|u|``, ``|v|`` and from ``|u||v| + u.v``, ``|u||v| - u.v`` and
``u^2 v^2 - (u.v)^2`` written with half angles and squared sines, so that nothing cancels where the vectors become
parallel, opposite or equal (theta = 0 and theta = pi are the points where the estimators are judged).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import sympy as sp
from flint import arb

from rftheory.numbers.ball_arithmetic import Ball, absolute, nonnegative_root
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.rules.nodes import Form


@lru_cache(maxsize=256)
def _planar(u: Form, v: Form) -> tuple[sp.Expr, ...]:
    """``|u|, |v|, |u||v| + u.v, |u||v| - u.v`` and ``u^2 v^2 - (u.v)^2`` of two vectors, in stable form."""
    space = u.space
    uu, vv, uv = (space.gram(a.vector, b.vector) for a, b in ((u, u), (v, v), (u, v)))
    lengths = sp.sqrt(uu), sp.sqrt(vv)
    product = lengths[0] * lengths[1]
    total = sp.expand(_cosines(product + uv, lambda t: 2 * sp.cos(t / 2) ** 2 - 1))
    difference = sp.expand(_cosines(product - uv, lambda t: 1 - 2 * sp.sin(t / 2) ** 2))
    area = sp.expand(uu * vv - uv**2).replace(
        lambda e: isinstance(e, sp.Pow) and isinstance(e.base, sp.cos) and e.exp == 2,
        lambda e: 1 - sp.sin(e.base.args[0]) ** 2,
    )
    return (*lengths, total, difference, sp.expand(area))


def _cosines(expr: sp.Expr, rule: Callable[[sp.Expr], sp.Expr]) -> sp.Expr:
    return expr.replace(lambda e: isinstance(e, sp.cos), lambda e: rule(e.args[0]))


class FormGeometry:
    """Lengths and products of real combinations of the vectors of some forms of one projection.

    A combination is a mapping from the form to its real ball coefficient.

    Raises:
        UnsupportedExpression: if the forms belong to vectors of different spaces.
    """

    def __init__(self, forms: tuple[Form, ...], sub: SubEvaluator):
        if len({form.space for form in forms}) > 1:
            raise UnsupportedExpression(f"forms of vectors of different spaces: {', '.join(map(str, forms))}")
        self.forms = forms
        self._sub = sub
        self._plane = tuple(_real(sub(e)) for e in _planar(*forms)) if len(forms) == 2 else None

    def dot(self, p: Mapping[Form, arb], q: Mapping[Form, arb]) -> arb:
        total = arb(0)
        for f, a in p.items():
            for g, b in q.items():
                if not (a.is_zero() or b.is_zero()):
                    total += a * b * _real(self._sub(f.space.gram(f.vector, g.vector)))
        return total

    def length(self, p: Mapping[Form, arb]) -> arb:
        used = [(f, a) for f, a in p.items() if not a.is_zero()]
        if not used:
            return arb(0)
        if len(used) == 1:
            form, a = used[0]
            return absolute(a) * _real(self._sub(sp.sqrt(form.space.gram(form.vector, form.vector))))
        if self._plane is not None:
            return self._planar_length(self._plane, *(p[form] for form in self.forms))
        return nonnegative_root(self.dot(p, p))

    def _planar_length(self, plane: tuple[arb, ...], a: arb, b: arb) -> arb:
        """``|a u + b v|^2 = (|a||u| - |b||v|)^2 + 2 |a b| (|u||v| +- u.v)``, the sign that of a b."""
        lu, lv, total, difference, _ = plane
        product = a * b
        if product.contains(0):
            return nonnegative_root(self.dot(*[dict(zip(self.forms, (a, b), strict=True))] * 2))
        gap = absolute(absolute(a) * lu - absolute(b) * lv)
        rest = 2 * absolute(product) * (total if product > 0 else difference)
        return nonnegative_root(gap**2 + rest)

    def area(self, p: Mapping[Form, arb], q: Mapping[Form, arb]) -> arb:
        """The area of the parallelogram of two combinations."""
        if self._plane is not None:
            u, v = self.forms
            zero = arb(0)
            turn = p.get(u, zero) * q.get(v, zero) - p.get(v, zero) * q.get(u, zero)
            return absolute(turn) * nonnegative_root(self._plane[4])
        return nonnegative_root(self.dot(p, p) * self.dot(q, q) - self.dot(p, q) ** 2)


def _real(value: Ball) -> arb:
    """A Gram entry: real by definition, whatever rounding left in its imaginary part."""
    return value if isinstance(value, arb) else value.real
