"""Draws: which random sources an expression names, what their laws are, and the block that binds them.

What the nodes mean is written down in `random_terms`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sympy as sp

from rftheory.kernel.substitution import abstract
from rftheory.kernel.terms import ONE, OO, PI, TWO, ZERO, Term, draw_tag, make, power, rat, var
from rftheory.prover.failure import Unproved
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.frames import MembersExpectation, OrthogonalMean
from rftheory.rules.nodes import (
    Expectation,
    Form,
    MeanOfSamples,
    Phase,
    Probability,
    SampleMean,
    SquaredLength,
    hidden_symbols,
    sources,
)
from rftheory.rules.sources import SOURCES, source_of
from rftheory.rules.tables import Coordinate, Sign
from rftheory.rules.uniform import LargestDeviation
from rftheory.rules.variates import COUNT, Count, Variate

if TYPE_CHECKING:
    from rftheory.prover.translate import Scope


@dataclass(frozen=True)
class Draw:
    """What is drawn from one source: a variable, or a family of samples, of members of a family, or of both."""

    variable: Term
    #: whether it is a family with a place for each sample
    sampled: bool = False
    #: how many members one sample has
    size: Term | None = None
    #: the samples themselves, where they are made of several draws
    made: tuple[Term, ...] = ()
    #: the mean over a frame of which a sample is the value, where only values are drawn
    value_of: sp.Expr | None = None

    def at(self, member: Term | None, index: Term | None) -> Term:
        """The draw of a sample, and of a member of it."""
        if self.made:
            assert member is not None
            return self.made[int(member.data) - 1]
        index = None if self.size is None else index
        place = index
        if self.sampled:
            if member is None:
                raise Unproved("a source is drawn alone and in a sample mean")
            place = member
            if index is not None and self.size is not None:
                place = make("+", (make("*", (make("+", (member, rat(-1))), self.size)), index))
        return self.variable if place is None else make("at", (self.variable, place))


@dataclass(frozen=True)
class Use:
    """One random node, the mean that it stands in (kind, size, dimension), and the ranges of the indices around it."""

    node: sp.Expr
    mean: tuple[object, ...] | None
    limits: Mapping[sp.Basic, sp.Tuple]


def uses(
    expr: sp.Basic, mean: tuple[object, ...] | None = None, limits: Mapping[sp.Basic, sp.Tuple] = {}
) -> Iterator[Use]:  # noqa: B006
    """The random nodes of an expression, outside of inner expectations."""
    if isinstance(expr, (Expectation, Probability, MembersExpectation)):
        return
    if isinstance(expr, SOURCES):
        yield Use(expr, mean, limits)
        return
    if isinstance(expr, LargestDeviation):
        inside = list(uses(expr.gap, mean, limits))
        if any(isinstance(use.node, OrthogonalMean) for use in inside):
            raise Unproved(f"a largest deviation of a mean of sample means: {expr}")
        yield from inside
        return
    if isinstance(expr, MeanOfSamples):
        if mean is not None:
            yield _value_of_frame(expr, mean, limits)
            return
        yield from uses(expr.sample, (type(expr), *expr.args[1:]), limits)
        return
    if isinstance(expr, (sp.Sum, sp.Product)):
        limits = {**limits, **{limit[0]: limit for limit in expr.limits}}
    elif bound := getattr(expr, "bound_symbols", ()):
        limits = {**limits, **{symbol: sp.Tuple(symbol, sp.nan, sp.nan) for symbol in bound}}
    for arg in expr.args:
        if isinstance(arg, sp.Basic):
            yield from uses(arg, mean, limits)


def _value_of_frame(expr: MeanOfSamples, mean: tuple[object, ...], limits: Mapping[sp.Basic, sp.Tuple]) -> Use:
    """A real mean over a frame inside of a mean of independent samples: one draw of its values for each sample."""
    own = isinstance(expr, OrthogonalMean) and mean[0] is SampleMean and len(sources(expr)) == 1
    if not own or (expr.free_symbols | hidden_symbols(expr)) & limits.keys():
        raise Unproved(f"a mean of sample means: {expr}")
    if expr.has(sp.I) or expr.is_extended_real is False:
        raise Unproved(f"a mean of sample means that are not real: {expr}")
    return Use(expr, mean, limits)


# -- blocks ---------------------------------------------------------------------------------------------------------------


def block(scope: Scope, expressions: Sequence[sp.Basic], frame: tuple[object, ...] | None = None) -> Block:
    """The block of all sources that some expressions name; ``frame`` is the mean that they stand in."""
    by_name: dict[str, list[Use]] = {}
    for expr in expressions:
        for use in uses(expr, frame):
            by_name.setdefault(source_of(use.node), []).append(use)
    laws: list[Term] = []
    draws = dict(scope.draws)
    for name in sorted(by_name):
        new, made = _laws(scope, name, by_name[name])
        variables = [var(scope.place + len(laws) + number, draw_tag(law)) for number, law in enumerate(new)]
        draws[name] = made(*variables)
        laws += new
    end = scope.place + len(laws)
    return Block(tuple(laws), scope.having(draws=draws, member=None, place=end), tuple(range(scope.place, end)))


@dataclass(frozen=True)
class Block:
    """Laws, the scope inside of their block, and the numbers of its variables."""

    laws: tuple[Term, ...]
    scope: Scope
    places: tuple[int, ...]

    def close(self, op: str, *inside: Term, data: object = None) -> Term:
        return make(op, (*self.laws, *(abstract(body, self.places) for body in inside)), data)


def _laws(scope: Scope, name: str, found: Sequence[Use]) -> tuple[list[Term], Callable[..., Draw]]:
    """The laws of a source, and what its draws are, given their variables."""
    means = {use.mean for use in found}
    if len(means) > 1:
        raise Unproved(f"{name} is drawn in means of different kinds, or alone and in a mean")
    (mean,) = means
    if isinstance(found[0].node, OrthogonalMean):
        return _laws_of_values(scope, name, found)
    law, size = _single_law(scope, name, found)
    if mean is None:
        return [law if size is None else make("iid", (size, law))], lambda drawn: Draw(drawn, size=size)
    kind, *numbers = mean
    number = scope.term(numbers[0])
    if kind is OrthogonalMean and law.op == "normal":
        return [make("frame", (number, *law.args))], lambda drawn: Draw(drawn, sampled=True)
    if kind is AngleExpectation and law.op == "normal":
        cosine = scope.term(numbers[2])
        pair = [make("iid", (TWO, make("chi", law.args))), make("ortho", (TWO, *law.args))]
        return pair, lambda lengths, directions: Draw(lengths, made=at_angle(lengths, directions, cosine))
    if size is not None:
        number = make("*", (number, size))
    return [make("iid", (number, law))], lambda drawn: Draw(drawn, sampled=True, size=size)


def _laws_of_values(scope: Scope, name: str, found: Sequence[Use]) -> tuple[list[Term], Callable[..., Draw]]:
    """The law of independent values of one mean over a frame, of which nothing else is named."""
    nodes = {use.node for use in found}
    if len(nodes) > 1:
        raise Unproved(f"{name} is the source of different means over a frame")
    (node,), (_, number) = nodes, found[0].mean or ()
    inside = block(scope, (node,))
    law = inside.close("image", inside.scope.term(node))
    return [make("iid", (scope.term(number), law))], lambda drawn: Draw(drawn, sampled=True, value_of=node)


def _single_law(scope: Scope, name: str, found: Sequence[Use]) -> tuple[Term, Term | None]:
    """The law of one draw, or of one member of a family and how many there are."""
    nodes = [use.node for use in found]
    if all(isinstance(node, (Form, SquaredLength)) for node in nodes):
        return make("normal", (dimension_of_draw(scope, name, found),)), None
    if all(isinstance(node, Phase) for node in nodes):
        return make("uniform", (ZERO, make("*", (TWO, PI)))), None
    if all(isinstance(node, Variate) for node in nodes) and len(set(nodes)) == 1:
        return make("gauss"), None
    for kind, law in ((Coordinate, "gauss"), (Sign, "sign")):
        if all(isinstance(node, kind) for node in nodes):
            return make(law), _size(scope, name, found)
    if all(isinstance(node, Count) for node in nodes) and len({node.law for node in nodes}) == 1:
        return mass(scope, nodes[0].law), _size(scope, name, found)
    raise Unproved(f"{name} is the source of {', '.join(sorted({type(node).__name__ for node in nodes}))}")


def dimension_of_draw(scope: Scope, name: str, found: Sequence[Use]) -> Term:
    """The dimension of a projection: that of the vectors that it meets, of its length, and of the frame it belongs to."""
    sizes = {scope.term(use.node.dimension) for use in found if isinstance(use.node, SquaredLength)}
    of_spaces = {scope.dimension_of(use.node.args[2]) for use in found if isinstance(use.node, Form)}
    sizes |= {size for size in of_spaces if size is not None}
    sizes |= {scope.term(use.mean[2]) for use in found if use.mean is not None and len(use.mean) > 2}
    if len(sizes) != 1:
        raise Unproved(f"{name} has {'different dimensions' if sizes else 'no dimension'}")
    return sizes.pop()


def mass(scope: Scope, law: sp.Lambda) -> Term:
    """The law of counts 0, 1, ... with these masses."""
    inner, count = scope.bind(COUNT, "int")
    return make("mass", (ZERO, OO, abstract(inner.term(law(COUNT)), [count.data[0]])))


def _size(scope: Scope, name: str, found: Sequence[Use]) -> Term | None:
    """How many members a family has: the end of the range of its indices, which starts at 1; None for the first alone."""
    sizes, literal = set(), 0
    for use in found:
        index = use.node.index
        if index.is_Integer and index >= 1:
            literal = max(literal, int(index))
        elif index in use.limits and use.limits[index][1] == 1:
            sizes.add(use.limits[index][2])
        else:
            raise Unproved(f"{name}[{index}] is not a member of a family that starts at 1")
    if len(sizes) + (literal > 0) != 1:
        raise Unproved(f"{name} is indexed over different ranges: {sizes or literal}")
    return scope.term(sizes.pop()) if sizes else rat(literal) if literal > 1 else None


def at_angle(lengths: Term, directions: Term, cosine: Term) -> tuple[Term, Term]:
    """Two vectors whose directions have a given cosine, from an orthonormal pair."""
    (r_1, u_1), (r_2, u_2) = ((make("at", (lengths, rat(j))), make("at", (directions, rat(j)))) for j in (1, 2))
    sine = make("sqrt", (make("+", (ONE, make("neg", (power(cosine, 2),)))),))
    turned = make("vadd", (make("vscale", (cosine, u_1)), make("vscale", (sine, u_2))))
    return make("vscale", (r_1, u_1)), make("vscale", (r_2, turned))
