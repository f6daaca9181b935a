"""Rigorous comparison of two expressions at points of a claim's domain, shared by the judges."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache

import sympy as sp
from flint import acb, ctx

from rftheory.numbers.balls import UnsupportedExpression, compare, enclose, prepared
from rftheory.numbers.enclosure import Enclosure, Separation
from rftheory.numbers.search import OPPOSITE
from rftheory.numbers.trial_laws import TRIAL_MASSES, drawn_number, with_free_laws
from rftheory.numbers.work import limited
from rftheory.rules.nodes import Expectation, Form, Phase, SampleMean, SquaredLength, sources
from rftheory.rules.propositions import Equality, Inequality, Point, Relation
from rftheory.rules.variates import MASS, Variate
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain

#: identities are enclosed to this relative radius
RELATIVE_RADIUS = sp.Rational(1, 10**30)
#: evaluations at all edges of a domain, and bits of the balls that look for a place
_EVALUATIONS, _BITS = 15_000, 64


def distance(first: Enclosure, second: Enclosure) -> Enclosure:
    """An enclosure of the distance of two values."""
    precision = max(first.precision, second.precision)
    with ctx.workprec(precision):
        return Enclosure(abs(acb(first.value) - acb(second.value)), precision)


def with_free_moments(*expressions: sp.Expr) -> tuple[sp.Expr, ...]:
    """Moments of variates of unknown law, and free draws, become exact numbers, the same ones in every expression.

    What is claimed for every law holds for the laws that are tried, and an identity between random variables draw by draw, so
    any values may be tried that one draw can have. A sample mean is tried with one draw. A moment or a form of which no value
    is known to be possible stays as it is, and then nothing is compared.
    """
    # together: forms of a vector whose length occurs on one side only are drawn with that length on both
    return tuple(_fixed(sp.Tuple(*(prepared(sp.sympify(e)) for e in expressions))))


def _fixed(expr: sp.Tuple) -> sp.Tuple:
    expr = with_free_laws(expr).replace(MASS, TRIAL_MASSES)
    if not sources(expr):
        return expr
    kept = {node: sp.Dummy() for node in expr.atoms(Expectation)}
    drawn = expr.xreplace(kept).replace(SampleMean, lambda sample, size: sample)
    drawn = drawn.xreplace(_drawn_vectors(drawn))
    drawn = drawn.replace(lambda e: isinstance(e, (Phase, Variate)), lambda e: drawn_number(str(e)))
    return drawn.xreplace({dummy: node for node, dummy in kept.items()})


def _drawn_vectors(expr: sp.Basic) -> dict[sp.Expr, sp.Expr]:
    """Forms and squared lengths of one drawn vector each: ``w = sum_k c_k u_k + rest``, the rest orthogonal to all u_k.

    What relates the length of a projection and its forms then holds as it does for every vector: that they are those of
    vectors which depend on each other, or of as many as there are dimensions, where there is no rest. Forms of vectors of
    different spaces have no products, and stay as they are.
    """
    values: dict[sp.Expr, sp.Expr] = {}
    drawn = expr.atoms(Form, SquaredLength)
    for name in sorted({node.projection for node in drawn}):
        own = [node for node in drawn if node.projection == name]
        forms = sorted((node for node in own if isinstance(node, Form)), key=lambda form: form.sort_key())
        if len({form.space for form in forms}) > 1:
            continue
        weights = {form: drawn_number(str(form)) for form in forms}
        for form in forms:
            values[form] = sp.Add(*(c * f.space.gram(f.vector, form.vector) for f, c in weights.items()))
        inside = sp.Add(*(c * values[f] for f, c in weights.items()))
        for length in (node for node in own if isinstance(node, SquaredLength)):
            room = sp.Max(0, sp.Min(1, length.dimension - len(forms)))
            values[length] = inside + drawn_number(str(length)) * room
    return values


def points_of(claim: Claim, count: int, seed: int) -> list[Point]:
    """The points at which a claim is tried: its stated counterexample first, then those of its domain."""
    stated = [claim.counterexample] if claim.counterexample is not None else []
    for point in stated:
        refusal = claim.domain.refusal(point)
        if refusal:
            raise ValueError(f"the counterexample of {claim.name!r} is outside its domain: {refusal}")
    return [*stated, *(dict(point) for point in _points(claim.domain, count, seed))]


@lru_cache(maxsize=512)
def _points(domain: Domain, count: int, seed: int) -> tuple[Point, ...]:
    """The points of a domain, which many claims and judges share."""
    return tuple(domain.points(count, seed))


def separated_at_an_edge(claim: Claim) -> Separation | None:
    """A point at the edges of the domain with balls that exclude an equality or inequality.

    Points without a value are passed over: a tail of a mean of several samples may have one for one sample only.
    """
    proposition = claim.proposition
    if not isinstance(proposition, Equality | Inequality):
        return None
    left, right = with_free_moments(proposition.left, proposition.right)
    relation = proposition.relation if isinstance(proposition, Inequality) else None
    with limited(_EVALUATIONS):
        points = (point for point in claim.domain.edge_points() if claim.domain.contains(point))
        point = next((point for point in points if _fails(left, relation, right, point)), None)
    if point is None:
        return None
    with suppress(UnsupportedExpression):
        a, b = (enclose(side, point, RELATIVE_RADIUS) for side in (left, right))
        return None if a.overlaps(b) else Separation(point, a, b)
    return None


def _fails(left: sp.Expr, relation: Relation | None, right: sp.Expr, point: Point) -> bool:
    """Whether balls of few bits exclude a relation, by default equality, at a point; not so where one side has no value."""
    with suppress(UnsupportedExpression):
        if relation is not None:
            return compare(left, right, point, _BITS) == OPPOSITE[relation]
        return not enclose(left, point, max_precision=_BITS).overlaps(enclose(right, point, max_precision=_BITS))
    return False
