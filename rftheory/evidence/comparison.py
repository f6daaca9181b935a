"""Rigorous comparison of two expressions at points of a claim's domain, shared by the judges."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import sympy as sp

from rftheory.evaluate.balls import Enclosure, enclose
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.nodes import Expectation, Form, SampleMean, Variate, sources
from rftheory.statements.claims import Claim, Point

#: identities are enclosed to this relative radius
RELATIVE_RADIUS = sp.Rational(1, 10**30)


@dataclass(frozen=True)
class Separation:
    """Two disjoint enclosures at one point."""

    point: Point
    left: Enclosure
    right: Enclosure


def with_free_moments(*expressions: sp.Expr) -> tuple[sp.Expr, ...]:
    """Moments of variates of unknown law, and free draws, become exact numbers, the same ones in every expression.

    An identity that is claimed for every law is polynomial in these moments, and an identity between random
    variables holds draw by draw, so any values may be tried. A sample mean is tried with one draw.
    """
    return tuple(_fixed(expand_expectation(sp.sympify(e))) for e in expressions)


def _fixed(expr: sp.Expr) -> sp.Expr:
    expr = expr.replace(lambda e: isinstance(e, Expectation) and bool(e.atoms(Variate)), _stand_in)
    if not sources(expr):
        return expr
    kept = {node: sp.Dummy() for node in expr.atoms(Expectation)}
    drawn = expr.xreplace(kept).replace(SampleMean, lambda sample, size: sample)
    drawn = drawn.replace(lambda e: isinstance(e, (Form, Variate)), _stand_in)
    return drawn.xreplace({dummy: node for node, dummy in kept.items()})


def _stand_in(node: sp.Expr) -> sp.Rational:
    """A number drawn from the name of a moment or form, between 1/512 and 1."""
    digest = hashlib.sha256(str(node).encode()).digest()
    return sp.Rational(1 + digest[0], 257 + digest[1])


def separation_at(left: sp.Expr, right: sp.Expr, point: Point) -> Separation | None:
    """The two enclosures if they are disjoint, else None."""
    a, b = enclose(left, point, RELATIVE_RADIUS), enclose(right, point, RELATIVE_RADIUS)
    return None if a.overlaps(b) else Separation(point, a, b)


def points_of(claim: Claim, count: int, seed: int) -> list[Point]:
    """The points at which a claim is tried: its stated counterexample first, then those of its domain."""
    stated = [claim.counterexample] if claim.counterexample is not None else []
    for point in stated:
        refusal = claim.domain.refusal(point)
        if refusal:
            raise ValueError(f"the counterexample of {claim.name!r} is outside its domain: {refusal}")
    return [*stated, *claim.domain.points(count, seed)]


def first_separation(left: sp.Expr, right: sp.Expr, claim: Claim, seed: int, count: int) -> Separation | None:
    """The first point of the claim's domain at which the two expressions are proved different."""
    for point in points_of(claim, count, seed):
        found = separation_at(left, right, point)
        if found is not None:
            return found
    return None
