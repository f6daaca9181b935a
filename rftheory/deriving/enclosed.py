"""Maps without a closed form as statements: their moments at a few pairs of inputs, enclosed from the definition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy as sp
from flint import acb, arb, ctx

from rftheory.deriving.feature_map import FeatureMap
from rftheory.deriving.forms import Forms, drawing_points
from rftheory.deriving.refusals import UnknownFeature
from rftheory.inputs.kernels import Space, d
from rftheory.numbers.balls import ball
from rftheory.numbers.planes import BITS
from rftheory.numbers.walker import UnsupportedExpression
from rftheory.rules.planes import PlaneExpectation
from rftheory.rules.propositions import Inequality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain

#: x.x, x.y and y.y of the pairs that are saved, and the dimension
_PAIRS = (
    (sp.Rational(1, 4), sp.Rational(1, 5), sp.Rational(9, 16)),
    (sp.Integer(1), sp.Rational(-1, 2), sp.Rational(1, 2)),
)
_DIMENSION = sp.Integer(3)
#: the numbers of a statement are rounded to this many digits, which its radius allows for
_DIGITS = 10
MEAN, SECOND = "mean", "second moment"


@dataclass(frozen=True)
class At:
    """``E Z`` or ``E |Z|^2`` at a pair of inputs, within ``radius`` of ``value``.

    Args:
        what: "mean" or "second moment".
        gram: x.x, x.y and y.y.
        value, radius: exact numbers.
        parameters: symbols with their exact values.
    """

    what: str
    gram: tuple[sp.Expr, sp.Expr, sp.Expr]
    value: sp.Expr = sp.Integer(0)
    radius: sp.Expr = sp.Integer(0)
    parameters: tuple[tuple[sp.Symbol, sp.Expr], ...] = ()


def _moment_at(features: FeatureMap, at: At) -> PlaneExpectation:
    """The moment from its definition."""
    table = dict(zip(("xx", "xy", "yy"), at.gram, strict=True))
    text = ", ".join(f"{a}.{b} = {table[a + b]}" for a, b in ("xx", "xy", "yy"))
    space = Space(f"inputs with {text}", lambda a, b: table["".join(sorted(a + b))], "xy")
    sample = features.sample(space.vector("x"), space.vector("y"))
    sample = features.square(sample) if at.what == SECOND else sample
    return PlaneExpectation(sample.subs({**dict(at.parameters), d: _DIMENSION}))


def enclosed_claims(features: FeatureMap, values: Sequence[At]) -> list[Claim]:
    """One claim for each value: ``|E Z - value| <= radius``, which is false of another value."""

    def claim(number: int, at: At) -> Claim:
        def within(value: sp.Expr) -> Inequality:
            return Inequality(sp.Abs(_moment_at(features, at) - value), "<=", at.radius)

        return Claim(
            name=f"{at.what} {number}",
            says=f"the {at.what} at x.x = {at.gram[0]}, x.y = {at.gram[1]}, y.y = {at.gram[2]}",
            proposition=within(at.value),
            domain=Domain(()),
            mutants=(within(at.value + 4 * at.radius), within(at.value - 4 * at.radius)),
        )

    return [claim(number, at) for number, at in enumerate(values, 1)]


def values_of(forms: Forms) -> tuple[At, ...]:
    """The moments of a map that can be enclosed.

    Raises:
        UnknownFeature: if there is none, with the reason.
    """
    if forms.features.law is not None:
        raise UnknownFeature("there is no closed form of the mean, and moments of counts are not enclosed")
    own = forms.features.parameters
    point = drawing_points(forms)[0] if own else {}
    parameters = tuple((symbol, point[symbol]) for symbol in own)
    found, reason = [], ""
    for gram in _PAIRS:
        for what in (MEAN, SECOND):
            at = At(what, gram, parameters=parameters)
            try:
                middle, radius = _rounded(ball(_moment_at(forms.features, at), {}, BITS))
                found.append(At(what, gram, middle, radius, parameters))
            except UnsupportedExpression as error:
                reason = str(error)
    if not found:
        raise UnknownFeature(f"there is no closed form of the mean to be stated, and no enclosure of it: {reason}")
    return tuple(found)


def _rounded(value: arb | acb) -> tuple[sp.Rational, sp.Rational]:
    """A short number near a ball, and a power of ten within which the ball certainly lies.

    Raises:
        UnsupportedExpression: for a ball that is no real number.
    """
    if not isinstance(value, arb) or not value.is_finite():
        raise UnsupportedExpression(f"the value {value} is not real and finite")
    middle = sp.Rational(f"{float(value.mid()):.{_DIGITS}g}")
    with ctx.workprec(BITS):
        off = abs(value - arb(int(middle.p)) / int(middle.q))
        radius = sp.Rational(1, 10**18)
        while not 2 * off < arb(int(radius.p)) / int(radius.q):
            radius *= 10
            if radius > 1:
                raise UnsupportedExpression(f"the enclosure {value} is too wide to be stated")
    return middle, radius
