"""What is random in an expression of SymPy: which sources an expectation binds, and what is drawn of each of them.

A walk of its own (see `compared_expressions`): an expectation binds the sources that it names outside of inner ones, in the order of
their names, and each is what `rules.nodes`, `rules.frames`, ... say that it is in the mean that it stands in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

import sympy as sp
from flint import arb, fmpq
from sympy.core.function import AppliedUndef

from rftheory.meaning import places
from rftheory.meaning.places import DRAWS, WEIGHTS, Path
from rftheory.numbers.ball_arithmetic import Ball, BallArithmetic, exact_integer
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.frames import FrameExpectation, MembersExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, Form, MeanOfSamples, Phase, Probability, SquaredLength
from rftheory.rules.sources import SOURCES, source_of
from rftheory.rules.tables import Coordinate, Member, Sign
from rftheory.rules.uniform import LargestDeviation
from rftheory.rules.variates import MASS, Count, UnitVariate, Variate

Environment = Mapping[sp.Symbol, Any]
#: the coordinates of the vectors of each Gram table, by table and name
Vectors = Mapping[tuple[sp.Basic, str], Sequence[Ball]]


@dataclass(frozen=True)
class Source:
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
    sources: Mapping[str, Source] = field(default_factory=dict)
    draw: int = 0
    path: Path = ()


STATE = [_State()]
_BALLS = BallArithmetic()


@contextmanager
def state(**changes: Any) -> Iterator[None]:
    STATE.append(replace(STATE[-1], **changes))
    try:
        yield
    finally:
        STATE.pop()


def of_any_functions(expr: sp.Expr) -> sp.Expr:
    """Functions and masses that may be any, as the polynomials and powers that stand for them."""

    def chosen(node: AppliedUndef) -> sp.Expr:
        if node.func == MASS:
            return sp.Rational(1, 3) * sp.Rational(2, 3) ** node.args[0]
        first, second, third = (sp.Rational(c.numerator, c.denominator) for c in places.image(str(node.func)))
        return first + second * node.args[0] + third * node.args[0] ** 2

    return expr.replace(lambda node: isinstance(node, AppliedUndef), chosen) if expr.atoms(AppliedUndef) else expr


def of_fraction(value: Fraction) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


def whole(value: Ball, what: object) -> int:
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
    (OrthogonalMean, "frame"), (Sign, "sign"),
)  # fmt: skip


class _Masses(NamedTuple):
    """Counts of one source: their law, and how many samples there are (0: one that is in no mean)."""

    source: Source
    law: sp.Lambda
    samples: int


def _sources(
    exprs: Sequence[sp.Basic], sub: SubEvaluator, mean: sp.Expr | None
) -> tuple[dict[str, Source], list[_Masses]]:
    """What is drawn in a block, by name, and the counts among it."""
    by_name: dict[str, list[_Use]] = {}
    for expr in exprs:
        for use in _uses(expr, mean, {}):
            by_name.setdefault(source_of(use.node), []).append(use)
    found: dict[str, Source] = {}
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
        found[name] = Source(law, place, family, cosine)
        if isinstance(node, Count):
            size = whole(sub(around.size), around) if isinstance(around, MeanOfSamples) else 0
            masses.append(_Masses(found[name], node.law, size))
        place += 1 if cosine is None else 2
    return found, masses


def _family(uses: Sequence[_Use], sub: SubEvaluator) -> int:
    """How many members a sample has: the end of the range of the index, or the largest one; 0 for one number alone."""
    sizes = set()
    for use in uses:
        if isinstance(use.node, (Count, Member)):
            index = use.node.index
            sizes.add(whole(sub(use.ends.get(index, index)), index))
    largest = max(sizes, default=0)
    literal = all(use.node.index.is_Integer for use in uses if isinstance(use.node, (Count, Member)))
    return 0 if literal and largest == 1 else largest


def _weight(masses: Sequence[_Masses], draw: int, sub: SubEvaluator) -> Ball:
    """The weight of a draw: of its counts it is the product of their masses."""
    weight: Ball = of_fraction(WEIGHTS[draw])
    for source, law, samples in masses:
        family = range(1, max(samples, 1) * max(source.family, 1) + 1)
        for path in [(source.place, member) for member in family] if samples or source.family else [(source.place,)]:
            weight = weight * sub(of_any_functions(law(sp.Integer(places.count("mass", draw, path)))))
    return weight


def over_draws(exprs: Sequence[sp.Basic], sub: SubEvaluator, value: Callable[[], Ball], mean: Any = None) -> Ball:
    found, masses = _sources(exprs, sub, mean)
    total: Ball = arb(0)
    for draw in DRAWS:
        with state(sources=found, draw=draw, path=()):
            total = total + _weight(masses, draw, sub) * value()
    return total


# -- what is drawn ----------------------------------------------------------------------------------------------------


def _at(name: str) -> tuple[Source, int, Path]:
    """A source with the number of the draw and the place of the member; outside of all means everything is one draw."""
    here = STATE[-1]
    if name not in here.sources:
        return Source(f"free {name}", 0), 0, here.path
    source = here.sources[name]
    return source, here.draw, (source.place, *here.path)


def _projected(name: str, width: int) -> list[Ball]:
    source, draw, path = _at(name)
    if source.cosine is None:
        return [of_fraction(places.number(source.law, draw, (*path, k))) for k in range(1, width + 1)]
    member, (first, second) = (
        path[-1],
        (
            [of_fraction(places.number("ortho", draw, (source.place + 1, j, k))) for k in range(1, width + 1)]
            for j in (1, 2)
        ),
    )
    length = of_fraction(places.share(f"chi {width}", draw, (source.place, member)))
    if member == 1:
        return [length * entry for entry in first]
    sine = _BALLS.rational_power(1 - source.cosine**2, sp.Rational(1, 2))
    return [length * (source.cosine * a + sine * b) for a, b in zip(first, second, strict=True)]


def form(node: Form, sub: SubEvaluator, environment: Environment) -> Ball:
    vector = STATE[-1].vectors[node.args[2], node.vector]
    total: Ball = arb(0)
    for drawn, entry in zip(_projected(node.projection, len(vector)), vector, strict=True):
        total = total + drawn * entry
    return total


def squared_length(node: SquaredLength, sub: SubEvaluator, environment: Environment) -> Ball:
    total: Ball = arb(0)
    for entry in _projected(node.projection, whole(sub(node.dimension), node.dimension)):
        total = total + entry**2
    return total


def phase(node: Phase, sub: SubEvaluator, environment: Environment) -> Ball:
    source, draw, path = _at(node.name)
    share = of_fraction(places.share(source.law, draw, path))
    return share if source.law.startswith("free") else 2 * arb.pi() * share


def _in_family(node: Count | Member, sub: SubEvaluator) -> tuple[Source, int, Path]:
    source, draw, path = _at(source_of(node))
    if source.family:
        member, index = path[-1] if len(path) > 1 else 1, whole(sub(node.index), node.index)
        path = (source.place, (member - 1) * source.family + index)
    return source, draw, path


def count_of(node: Count, sub: SubEvaluator, environment: Environment) -> Ball:
    source, draw, path = _in_family(node, sub)
    return arb(places.count(source.law, draw, path))


def coordinate_of(node: Member, sub: SubEvaluator, environment: Environment) -> Ball:
    source, draw, path = _in_family(node, sub)
    return of_fraction(places.number(source.law, draw, path))


def variate(node: Variate, sub: SubEvaluator, environment: Environment) -> Ball:
    source, draw, path = _at(node.name)
    chosen = places.share if source.law.startswith("free") else places.number
    return _image_of(node, of_fraction(chosen(source.law, draw, path)))


def _image_of(node: Variate, drawn: arb) -> arb:
    """What stands for the function that makes a variate of a Gaussian number; in [0, 1] for one that lies there."""
    first, second, third = map(of_fraction, places.image(node.name))
    if isinstance(node, UnitVariate):
        square = drawn * drawn
        return first * (1 + second * square) / (1 + square)
    return first + second * drawn + third * drawn * drawn
