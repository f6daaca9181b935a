"""Expressions of SymPy with finite sums in the place of means, integrals and infinite sums (see `places`), in balls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sympy as sp
from flint import arb, ctx

from rftheory.inputs.kernels import theta, x_norm, y_norm
from rftheory.meaning import places
from rftheory.meaning.drawn_sources import (
    STATE,
    Environment,
    Vectors,
    coordinate_of,
    count_of,
    form,
    of_any_functions,
    of_fraction,
    over_draws,
    phase,
    squared_length,
    state,
    variate,
    whole,
)
from rftheory.meaning.places import DRAWS, WEIGHTS
from rftheory.numbers.ball_arithmetic import Ball, BallArithmetic
from rftheory.numbers.conditions import piecewise
from rftheory.numbers.series import coordinate
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression, compile_for, number, parameters
from rftheory.numbers.work import limited, spend
from rftheory.rules.chi_square import NoncentralChiSquare
from rftheory.rules.frames import MembersExpectation
from rftheory.rules.nodes import Expectation, Form, MeanOfSamples, Probability
from rftheory.rules.propositions import Point
from rftheory.rules.uniform import LargestDeviation


def compared(expr: sp.Expr, point: Point, vectors: Vectors, size: int, precision: int) -> Ball:
    """The value of an expression with finite sums in the place of means, integrals and infinite sums.

    Raises:
        UnsupportedExpression: if a part is not known here.
    """
    plain = of_any_functions(sp.sympify(expr))
    symbols = tuple(symbol for symbol in parameters(plain) if symbol in point)
    missing = [symbol for symbol in parameters(plain) if symbol not in point]
    if missing:
        raise UnsupportedExpression(f"no value for {', '.join(map(str, missing))}")
    with (
        ctx.workprec(precision),
        limited(places.EVALUATIONS),
        state(vectors=vectors, size=size, sources={}, draw=0, path=()),
    ):
        values = [number(sp.sympify(point[symbol]), _COMPARED) for symbol in symbols]
        return compile_for(plain, symbols, _COMPARED)(*values)


# -- means --------------------------------------------------------------------------------------------------------------


def _expectation(node: Expectation, sub: SubEvaluator, environment: Environment) -> Ball:
    return over_draws(node.args, sub, lambda: sub(node.args[0]))


def _probability(node: Probability, sub: SubEvaluator, environment: Environment) -> Ball:
    event = node.event
    name, turned = _EVENTS[type(event)]
    left, right = event.args[::-1] if turned else event.args
    return over_draws(event.args, sub, lambda: sub(right) - sub(left) + of_fraction(places.RELATIONS[name]))


_EVENTS: dict[type, tuple[str, bool]] = {
    sp.Ge: ("<=", True), sp.Gt: ("<", True), sp.Le: ("<=", False), sp.Lt: ("<", False), sp.Eq: ("=", False),
    sp.Ne: ("!=", False),
}  # fmt: skip


def _members(node: MembersExpectation, sub: SubEvaluator, environment: Environment) -> Ball:
    def value() -> Ball:
        product: Ball = arb(1)
        for member, sample in enumerate(node.samples, 1):
            with state(path=(member,)):
                product = product * sub(sample)
        return product

    return over_draws(node.samples, sub, value, node)


def _mean(node: MeanOfSamples, sub: SubEvaluator, environment: Environment) -> Ball:
    size = whole(sub(node.size), node.size)
    path = STATE[-1].path
    # a mean inside of a mean is the value of one block of its own
    path = (*path, 0) if path else path
    total: Ball = arb(0)
    for member in range(1, size + 1):
        with state(path=(*path, member)):
            total = total + sub(node.sample)
    return total / size


def _largest(node: LargestDeviation, sub: SubEvaluator, environment: Environment) -> Ball:
    """At some choices of the vectors, whose lengths go with the radii."""
    total: Ball = arb(0)
    for draw in DRAWS:
        total = total + of_fraction(WEIGHTS[draw]) * _deviation(node, sub, environment, draw)
    return total


def _deviation(node: LargestDeviation, sub: SubEvaluator, environment: Environment, draw: int) -> Ball:
    size, radius = STATE[-1].size, sub(node.radius)
    x, y = (
        [radius * of_fraction(places.number("ball", draw, (place, k))) for k in range(1, size + 1)] for place in (0, 1)
    )
    lengths = [sum((a * a for a in vector), start=arb(0)).sqrt() for vector in (x, y)]
    cosine = sum((a * b for a, b in zip(x, y, strict=True)), start=arb(0)) / (lengths[0] * lengths[1])
    tables = {form.args[2] for form in node.gap.atoms(Form)}
    vectors = {(table, name): vector for table in tables for name, vector in (("x", x), ("y", y))}
    with state(vectors={**STATE[-1].vectors, **vectors}):
        return abs(sub(node.gap, {**environment, x_norm: lengths[0], y_norm: lengths[1], theta: cosine.acos()}))


def _squared_distance(node: NoncentralChiSquare, sub: SubEvaluator, environment: Environment) -> Ball:
    centre = STATE[-1].vectors[node, "c"]
    total: Ball = arb(0)
    for draw in DRAWS:
        gap = sub(node.args[0])
        for k, entry in enumerate(centre, 1):
            gap = gap - (of_fraction(places.number("normal", draw, (0, k))) - entry) ** 2
        total = total + of_fraction(WEIGHTS[draw]) * gap
    return total


# -- sums and integrals ---------------------------------------------------------------------------------------------------


def _folded(node: Any, sub: SubEvaluator, start: Callable[[], Ball], join: Callable[[Ball, Ball], Ball]) -> Ball:
    """A sum or a product, the last limit outermost."""

    def inside(limits: Sequence[sp.Tuple], bound: Mapping[sp.Basic, Any]) -> Ball:
        if not limits:
            spend(1, node)
            return sub(node.function, bound)
        index, low, high = limits[-1]
        first = whole(sub(low, bound), low)
        last = first + places.MEMBERS - 1 if high is sp.oo else whole(sub(high, bound), high)
        if last - first > places.MOST:
            raise UnsupportedExpression(f"a sum of {last - first} terms")
        value = start()
        for k in range(first, last + 1):
            value = join(value, inside(limits[:-1], {**bound, index: arb(k)}))
        return value

    return inside(tuple(node.limits), {})


def _sum(node: sp.Sum, sub: SubEvaluator, environment: Environment) -> Ball:
    return _folded(node, sub, lambda: arb(0), lambda a, b: a + b)


def _product(node: sp.Product, sub: SubEvaluator, environment: Environment) -> Ball:
    return _folded(node, sub, lambda: arb(1), lambda a, b: a * b)


def _integral(node: sp.Integral, sub: SubEvaluator, environment: Environment) -> Ball:
    def inside(limits: Sequence[sp.Tuple], bound: Mapping[sp.Basic, Any]) -> Ball:
        if not limits:
            return sub(node.function, bound)
        variable, low, high = limits[-1]
        length: Ball = arb(1)
        if low is not -sp.oo and high is not sp.oo:
            first, length = sub(low, bound), sub(high, bound) - sub(low, bound)
            at = [first + length * of_fraction(share) for share in places.SHARES]
        elif low is not -sp.oo:
            at = [sub(low, bound) + of_fraction(distance) for distance in places.DISTANCES]
        elif high is not sp.oo:
            at = [sub(high, bound) - of_fraction(distance) for distance in places.DISTANCES]
        else:
            at = [of_fraction(place) for place in places.ANYWHERE]
        total: Ball = arb(0)
        for weight, place in zip(WEIGHTS, at, strict=True):
            total = total + of_fraction(weight) * inside(limits[:-1], {**bound, variable: place})
        return length * total

    return inside(tuple(node.limits), {})


_COMPARED = BallArithmetic(
    binders={
        "Form": form,
        "SquaredLength": squared_length,
        "Phase": phase,
        "Count": count_of,
        "Coordinate": coordinate_of,
        "Sign": coordinate_of,
        "Variate": variate,
        "UnitVariate": variate,
        "InnerVariate": variate,
        "Expectation": _expectation,
        "Probability": _probability,
        "FrameExpectation": _members,
        "AngleExpectation": _members,
        "SampleMean": _mean,
        "OrthogonalMean": _mean,
        "LargestDeviation": _largest,
        "NoncentralChiSquare": _squared_distance,
        "Sum": _sum,
        "Product": _product,
        "Integral": _integral,
        "Piecewise": piecewise,
    },  # fmt: skip
    functions={"Indexed": coordinate},
)
