"""Refutation by a sibling: a claim of the same file about the same expression that the kernel has replayed.

By its certificate the sibling says on its domain what the expression is (its value, a bound of it, its limit or derivative). What
another claim says of the same expression is refuted at a point of both domains where balls show that both cannot be so.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import islice

import sympy as sp

from rftheory.judges.comparison import RELATIVE_RADIUS, points_of, with_free_moments
from rftheory.numbers.balls import UnsupportedExpression, compare, enclose
from rftheory.numbers.enclosure import Separation
from rftheory.rules.propositions import Derivative, Inequality, Limit, Point, Proposition, sides
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain

#: points of both domains that are tried, the stated counterexample first
_POINTS = 12


def refuted_by(claim: Claim, replayed: Iterable[Claim], seed: int) -> tuple[Claim, Separation] | None:
    """The first replayed sibling that excludes a claim, with the value or bound that it proves and the claimed one, in this order."""
    for sibling in replayed:
        if _subject(sibling) == _subject(claim) and (found := _excluded(claim, sibling, seed)) is not None:
            return sibling, found
    return None


def _subject(claim: Claim) -> Hashable:
    """What a claim is about; two with the same subject say of the same number what it is."""
    said = claim.proposition
    if isinstance(said, Limit):
        # from where a limit is approached is a matter of the whole domain
        return Limit, said.expr, said.variable, said.point, said.side, claim.domain
    return (Derivative, said.function, said.variable) if isinstance(said, Derivative) else sp.sympify(said.left)


def _excluded(claim: Claim, sibling: Claim, seed: int) -> Separation | None:
    subject, _ = sides(claim.proposition)
    proved, said = (_value(each.proposition) for each in (sibling, claim))
    _, proved, said = with_free_moments(getattr(claim.proposition, subject), proved, said)
    relations = _relation(sibling.proposition), _relation(claim.proposition)
    for point in islice(_common(claim, sibling, seed), _POINTS):
        try:
            if _is_excluded(proved, said, relations, point):
                first, second = (enclose(side, point, RELATIVE_RADIUS) for side in (proved, said))
                return Separation(point, first, second)
        except UnsupportedExpression:
            continue
    return None


def _is_excluded(proved: sp.Expr, said: sp.Expr, relations: tuple[str, str], point: Point) -> bool:
    """Whether no number is in the one relation to what is proved and in the other to what is said."""
    first, second = (relation[0] for relation in relations)
    if first == second:
        # bounds from one side agree with each other
        return first == "=" and not enclose(proved, point, RELATIVE_RADIUS).overlaps(
            enclose(said, point, RELATIVE_RADIUS)
        )
    order = compare(proved, said, point)
    return (order == ">" and first != "<" and second != ">") or (order == "<" and first != ">" and second != "<")


def _value(proposition: Proposition) -> sp.Expr:
    """What is said of the subject: its value, or a bound of it."""
    value = proposition.right if isinstance(proposition, Inequality) else getattr(proposition, sides(proposition)[1])
    return sp.sympify(value)


def _relation(proposition: Proposition) -> str:
    return proposition.relation if isinstance(proposition, Inequality) else "="


def _common(claim: Claim, sibling: Claim, seed: int) -> Iterator[Point]:
    """Points of both domains: those of the claim, then those of the sibling."""
    yield from (point for point in points_of(claim, _POINTS, seed) if _has(sibling.domain, point))
    yield from (point for point in points_of(sibling, _POINTS, seed) if _has(claim.domain, point))


def _has(domain: Domain, point: Point) -> bool:
    try:
        return not domain.refusal(point)
    except UnsupportedExpression:
        return False
