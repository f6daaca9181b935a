"""Expressions of SymPy with finite sums in the place of means, integrals and infinite sums (see `places`).

A walk of its own over random nodes, in balls: which sources an expectation binds (those that it names outside of inner ones, in
the order of their names), and what each of them is in the means that it stands in (`rules.nodes`, `rules.frames`, ...).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

import sympy as sp
from flint import arb, ctx, fmpq
from sympy.core.function import AppliedUndef

from rftheory.kernels import theta, x_norm, y_norm
from rftheory.meaning import places
from rftheory.meaning.places import DRAWS, WEIGHTS, Path
from rftheory.numbers.ball_arithmetic import Ball, BallArithmetic, exact_integer
from rftheory.numbers.conditions import piecewise
from rftheory.numbers.series import coordinate
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression, compile_for, number, parameters
from rftheory.propositions import Point
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.chi_square import NoncentralChiSquare
from rftheory.rules.frames import FrameExpectation, MembersExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, Form, MeanOfSamples, Phase, Probability, SquaredLength
from rftheory.rules.sources import SOURCES, source_of
from rftheory.rules.tables import Coordinate
from rftheory.rules.uniform import LargestDeviation
from rftheory.rules.variates import MASS, Count, UnitVariate, Variate

Environment = Mapping[sp.Symbol, Any]
#: the coordinates of the vectors of each Gram table, by table and name
Vectors = Mapping[tuple[sp.Basic, str], Sequence[Ball]]


@dataclass(frozen=True)
class _Source:
    """What is drawn under one name: the kind of its law, its place in the block, and how many members a sample of it has."""

    law: str
    place: int
    family: int = 0
    #: the cosine between two directions
    cosine: Ball | None = None


@dataclass(frozen=True)
class _State:
    """Where the walk is: the vectors, what is drawn there, and of which member of a mean."""

    vectors: Vectors = field(default_factory=dict)
    #: the dimension of the pairs in a largest deviation
    size: int = 1
    sources: Mapping[str, _Source] = field(default_factory=dict)
    draw: int = 0
    path: Path = ()


_STATE = [_State()]


@contextmanager
def _state(**changes: Any) -> Iterator[None]:
    _STATE.append(replace(_STATE[-1], **changes))
    try:
        yield
    finally:
        _STATE.pop()


def compared(expr: sp.Expr, point: Point, vectors: Vectors, size: int, precision: int) -> Ball:
    """The value of an expression with finite sums in the place of means, integrals and infinite sums.

    Raises:
        UnsupportedExpression: if a part is not known here.
    """
    plain = _of_any_functions(sp.sympify(expr))
    symbols = tuple(symbol for symbol in parameters(plain) if symbol in point)
    missing = [symbol for symbol in parameters(plain) if symbol not in point]
    if missing:
        raise UnsupportedExpression(f"no value for {', '.join(map(str, missing))}")
    with ctx.workprec(precision), _state(vectors=vectors, size=size, sources={}, draw=0, path=()):
        values = [number(sp.sympify(point[symbol]), _COMPARED) for symbol in symbols]
        return compile_for(plain, symbols, _COMPARED)(*values)


def _of_any_functions(expr: sp.Expr) -> sp.Expr:
    """Functions and masses that may be any, as the polynomials and powers that stand for them."""

    def chosen(node: AppliedUndef) -> sp.Expr:
        if node.func == MASS:
            return sp.Rational(1, 3) * sp.Rational(2, 3) ** node.args[0]
        first, second, third = (sp.Rational(c.numerator, c.denominator) for c in places.image(str(node.func)))
        return first + second * node.args[0] + third * node.args[0] ** 2

    return expr.replace(lambda node: isinstance(node, AppliedUndef), chosen) if expr.atoms(AppliedUndef) else expr


def _ball(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def _whole(value: Ball, what: object) -> int:
    found = exact_integer(value)
    if found is None or abs(found) > places.MOST:
        raise UnsupportedExpression(f"{what} is no integer, or a large one")
    return found


# -- sources --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Use:
    node: sp.Expr
    mean: sp.Expr | None
    ends: Mapping[sp.Basic, sp.Expr]


def _uses(expr: sp.Basic, mean: sp.Expr | None, ends: Mapping[sp.Basic, sp.Expr]) -> Iterator[_Use]:
    if isinstance(expr, (Expectation, Probability, MembersExpectation)):
        return
    if isinstance(expr, SOURCES) or (isinstance(expr, OrthogonalMean) and mean is not None):
        yield _Use(expr, mean, ends)
        return
    if isinstance(expr, LargestDeviation):
        yield from _uses(expr.gap, mean, ends)
        return
    if isinstance(expr, MeanOfSamples):
        yield from _uses(expr.sample, expr, ends)
        return
    if isinstance(expr, (sp.Sum, sp.Product)):
        ends = {**ends, **{limit[0]: limit[2] for limit in expr.limits}}
    for part in expr.args:
        yield from _uses(part, mean, ends)


_LAWS: tuple[tuple[Any, str], ...] = (
    ((Form, SquaredLength), "normal"), (Phase, "uniform"), (Count, "mass"), ((Coordinate, Variate), "gauss"),
    (OrthogonalMean, "frame"),
)  # fmt: skip


class _Masses(NamedTuple):
    """Counts of one source: their law, and how many samples there are (0: one that is in no mean)."""

    source: _Source
    law: sp.Lambda
    samples: int


def _sources(
    exprs: Sequence[sp.Basic], sub: SubEvaluator, mean: sp.Expr | None
) -> tuple[dict[str, _Source], list[_Masses]]:
    """What is drawn in a block, by name, and the counts among it."""
    by_name: dict[str, list[_Use]] = {}
    for expr in exprs:
        for use in _uses(expr, mean, {}):
            by_name.setdefault(source_of(use.node), []).append(use)
    found: dict[str, _Source] = {}
    masses: list[_Masses] = []
    place = 0
    for name in sorted(by_name):
        uses = by_name[name]
        node, around = uses[0].node, uses[0].mean
        law = next((law for kinds, law in _LAWS if isinstance(node, kinds)), None)
        if law is None:
            raise UnsupportedExpression(f"{type(node).__name__}: {node}")
        family, cosine = _family(uses, sub), None
        if law == "normal" and isinstance(around, (OrthogonalMean, FrameExpectation)):
            law = "frame"
        if law == "normal" and isinstance(around, AngleExpectation):
            cosine = sub(around.cosine)
        found[name] = _Source(law, place, family, cosine)
        if isinstance(node, Count):
            size = _whole(sub(around.size), around) if isinstance(around, MeanOfSamples) else 0
            masses.append(_Masses(found[name], node.law, size))
        place += 1 if cosine is None else 2
    return found, masses


def _family(uses: Sequence[_Use], sub: SubEvaluator) -> int:
    """How many members a sample has: the end of the range of the index, or the largest one; 0 for one number alone."""
    sizes = set()
    for use in uses:
        if isinstance(use.node, (Count, Coordinate)):
            index = use.node.index
            sizes.add(_whole(sub(use.ends.get(index, index)), index))
    largest = max(sizes, default=0)
    literal = all(use.node.index.is_Integer for use in uses if isinstance(use.node, (Count, Coordinate)))
    return 0 if literal and largest == 1 else largest


def _weight(masses: Sequence[_Masses], draw: int, sub: SubEvaluator) -> Ball:
    """The weight of a draw: of its counts it is the product of their masses."""
    weight: Ball = _ball(WEIGHTS[draw])
    for source, law, samples in masses:
        family = range(1, max(samples, 1) * max(source.family, 1) + 1)
        for path in [(source.place, member) for member in family] if samples or source.family else [(source.place,)]:
            weight = weight * sub(_of_any_functions(law(sp.Integer(places.count("mass", draw, path)))))
    return weight


def _over_draws(exprs: Sequence[sp.Basic], sub: SubEvaluator, value: Callable[[], Ball], mean: Any = None) -> Ball:
    found, masses = _sources(exprs, sub, mean)
    total: Ball = arb(0)
    for draw in DRAWS:
        with _state(sources=found, draw=draw, path=()):
            total = total + _weight(masses, draw, sub) * value()
    return total


# -- what is drawn ----------------------------------------------------------------------------------------------------


def _at(name: str) -> tuple[_Source, int, Path]:
    """A source with the number of the draw and the place of the member; outside of all means everything is one draw."""
    state = _STATE[-1]
    if name not in state.sources:
        return _Source(f"free {name}", 0), 0, state.path
    source = state.sources[name]
    return source, state.draw, (source.place, *state.path)


def _projected(name: str, width: int) -> list[Ball]:
    source, draw, path = _at(name)
    if source.cosine is None:
        return [_ball(places.number(source.law, draw, (*path, k))) for k in range(1, width + 1)]
    member, (first, second) = (
        path[-1],
        ([_ball(places.number("ortho", draw, (source.place + 1, j, k))) for k in range(1, width + 1)] for j in (1, 2)),
    )
    length = _ball(places.share(f"chi {width}", draw, (source.place, member)))
    if member == 1:
        return [length * entry for entry in first]
    sine = _COMPARED.rational_power(1 - source.cosine**2, sp.Rational(1, 2))
    return [length * (source.cosine * a + sine * b) for a, b in zip(first, second, strict=True)]


def _form(node: Form, sub: SubEvaluator, environment: Environment) -> Ball:
    vector = _STATE[-1].vectors[node.args[2], node.vector]
    total: Ball = arb(0)
    for drawn, entry in zip(_projected(node.projection, len(vector)), vector, strict=True):
        total = total + drawn * entry
    return total


def _squared_length(node: SquaredLength, sub: SubEvaluator, environment: Environment) -> Ball:
    total: Ball = arb(0)
    for entry in _projected(node.projection, _whole(sub(node.dimension), node.dimension)):
        total = total + entry**2
    return total


def _phase(node: Phase, sub: SubEvaluator, environment: Environment) -> Ball:
    source, draw, path = _at(node.name)
    share = _ball(places.share(source.law, draw, path))
    return share if source.law.startswith("free") else 2 * arb.pi() * share


def _in_family(node: Count | Coordinate, sub: SubEvaluator) -> tuple[_Source, int, Path]:
    source, draw, path = _at(source_of(node))
    if source.family:
        member, index = path[-1] if len(path) > 1 else 1, _whole(sub(node.index), node.index)
        path = (source.place, (member - 1) * source.family + index)
    return source, draw, path


def _count(node: Count, sub: SubEvaluator, environment: Environment) -> Ball:
    source, draw, path = _in_family(node, sub)
    return arb(places.count(source.law, draw, path))


def _coordinate(node: Coordinate, sub: SubEvaluator, environment: Environment) -> Ball:
    source, draw, path = _in_family(node, sub)
    return _ball(places.number(source.law, draw, path))


def _variate(node: Variate, sub: SubEvaluator, environment: Environment) -> Ball:
    source, draw, path = _at(node.name)
    return image_of(node, _ball(places.number(source.law, draw, path)))


def image_of(node: Variate, drawn: arb) -> arb:
    """What stands for the function that makes a variate of a Gaussian number; in [0, 1] for one that lies there."""
    first, second, third = map(_ball, places.image(node.name))
    if isinstance(node, UnitVariate):
        square = drawn * drawn
        return first * (1 + second * square) / (1 + square)
    return first + second * drawn + third * drawn * drawn


# -- means --------------------------------------------------------------------------------------------------------------


def _expectation(node: Expectation, sub: SubEvaluator, environment: Environment) -> Ball:
    return _over_draws(node.args, sub, lambda: sub(node.args[0]))


def _probability(node: Probability, sub: SubEvaluator, environment: Environment) -> Ball:
    event = node.event
    name, turned = _EVENTS[type(event)]
    left, right = event.args[::-1] if turned else event.args
    return _over_draws(event.args, sub, lambda: sub(right) - sub(left) + _ball(places.RELATIONS[name]))


_EVENTS: dict[type, tuple[str, bool]] = {
    sp.Ge: ("<=", True), sp.Gt: ("<", True), sp.Le: ("<=", False), sp.Lt: ("<", False), sp.Eq: ("=", False),
    sp.Ne: ("!=", False),
}  # fmt: skip


def _members(node: MembersExpectation, sub: SubEvaluator, environment: Environment) -> Ball:
    def value() -> Ball:
        product: Ball = arb(1)
        for member, sample in enumerate(node.samples, 1):
            with _state(path=(member,)):
                product = product * sub(sample)
        return product

    return _over_draws(node.samples, sub, value, node)


def _mean(node: MeanOfSamples, sub: SubEvaluator, environment: Environment) -> Ball:
    size = _whole(sub(node.size), node.size)
    path = _STATE[-1].path
    # a mean inside of a mean is the value of one block of its own
    path = (*path, 0) if path else path
    total: Ball = arb(0)
    for member in range(1, size + 1):
        with _state(path=(*path, member)):
            total = total + sub(node.sample)
    return total / size


def _largest(node: LargestDeviation, sub: SubEvaluator, environment: Environment) -> Ball:
    """At one choice of the vectors, whose lengths go with the radii."""
    size, radius = _STATE[-1].size, sub(node.radius)
    x, y = ([radius * _ball(places.number("ball", 0, (place, k))) for k in range(1, size + 1)] for place in (0, 1))
    lengths = [sum((a * a for a in vector), start=arb(0)).sqrt() for vector in (x, y)]
    cosine = sum((a * b for a, b in zip(x, y, strict=True)), start=arb(0)) / (lengths[0] * lengths[1])
    tables = {form.args[2] for form in node.gap.atoms(Form)}
    vectors = {(table, name): vector for table in tables for name, vector in (("x", x), ("y", y))}
    with _state(vectors={**_STATE[-1].vectors, **vectors}):
        return abs(sub(node.gap, {**environment, x_norm: lengths[0], y_norm: lengths[1], theta: cosine.acos()}))


def _squared_distance(node: NoncentralChiSquare, sub: SubEvaluator, environment: Environment) -> Ball:
    centre = _STATE[-1].vectors[node, "c"]
    total: Ball = arb(0)
    for draw in DRAWS:
        gap = sub(node.args[0])
        for k, entry in enumerate(centre, 1):
            gap = gap - (_ball(places.number("normal", draw, (0, k))) - entry) ** 2
        total = total + _ball(WEIGHTS[draw]) * gap
    return total


# -- sums and integrals ---------------------------------------------------------------------------------------------------


def _folded(node: Any, sub: SubEvaluator, start: Callable[[], Ball], join: Callable[[Ball, Ball], Ball]) -> Ball:
    """A sum or a product, the last limit outermost."""

    def inside(limits: Sequence[sp.Tuple], bound: Mapping[sp.Basic, Any]) -> Ball:
        if not limits:
            return sub(node.function, bound)
        index, low, high = limits[-1]
        first = _whole(sub(low, bound), low)
        last = first + places.MEMBERS - 1 if high is sp.oo else _whole(sub(high, bound), high)
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
            at = [first + length * _ball(share) for share in places.SHARES]
        elif low is not -sp.oo:
            at = [sub(low, bound) + _ball(distance) for distance in places.DISTANCES]
        elif high is not sp.oo:
            at = [sub(high, bound) - _ball(distance) for distance in places.DISTANCES]
        else:
            at = [_ball(place) for place in places.ANYWHERE]
        total: Ball = arb(0)
        for weight, place in zip(WEIGHTS, at, strict=True):
            total = total + _ball(weight) * inside(limits[:-1], {**bound, variable: place})
        return length * total

    return inside(tuple(node.limits), {})


_COMPARED = BallArithmetic(
    binders={
        "Form": _form,
        "SquaredLength": _squared_length,
        "Phase": _phase,
        "Count": _count,
        "Coordinate": _coordinate,
        "Variate": _variate,
        "UnitVariate": _variate,
        "InnerVariate": _variate,
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
        "Indexed": coordinate,
        "Piecewise": piecewise,
    }  # fmt: skip
)
