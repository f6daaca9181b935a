"""What a translated claim means at a point of its domain, beside what SymPy's expression means there.

The kernel's terms are evaluated by `rftheory.meaning.values`, SymPy's by the balls of `rftheory.numbers`: they share no code
with the translation, and expectations are quadratures on one side and closed forms on the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import flint
import sympy as sp

from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import Term, rat
from rftheory.kernels import d, theta
from rftheory.meaning.balls import Num, exact, of_ball
from rftheory.meaning.values import value
from rftheory.numbers.balls import ball
from rftheory.numbers.walker import UnsupportedExpression
from rftheory.propositions import Limit
from rftheory.prover.spec import ClaimEntry
from rftheory.rules.chi_square import NoncentralChiSquare
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain

PRECISION = 192


class NoPoint(Exception):
    """The point has no counterpart: no such vectors in this dimension, or laws that nothing evaluates."""


def number(expr: sp.Expr) -> Num:
    """An exact SymPy number as a number of the evaluator."""
    if expr.is_Rational:
        return exact(Fraction(int(expr.p), int(expr.q)))
    return of_ball(flint.acb(ball(expr, {}, PRECISION)))


def _array(value: sp.Basic) -> Any:
    return [_array(part) for part in value] if isinstance(value, sp.Tuple) else number(value)


def _coordinates(table: sp.Matrix) -> list[list[sp.Expr]]:
    """Vectors with these products: the rows of a Cholesky factor without its columns of zeros."""
    rows: list[list[sp.Expr]] = []
    for i in range(table.rows):
        row: list[sp.Expr] = []
        for k in range(len(rows[0]) if rows else 0):
            pivot = next(other for other in rows if other[k] != 0 and not any(other[k + 1 :]))
            rest = table[i, rows.index(pivot)] - sum(a * b for a, b in zip(row, pivot, strict=False))
            row.append(sp.simplify(rest / pivot[k]))
        rest = sp.simplify(table[i, i] - sum(a * a for a in row))
        if rest != 0:
            rows = [[*other, sp.Integer(0)] for other in rows]
            row.append(sp.sqrt(rest))
        rows.append(row)
    return rows


def _vectors(entry: ClaimEntry, point: Mapping[sp.Symbol, sp.Basic], size: int | None) -> dict[Term, list[Num]]:
    """Values of the vectors of each Gram table, in the dimension that the point gives, or in as few as they need."""
    scope, found, widths = entry.setting.scope(), {}, [1]
    spaces: dict[sp.Basic, list[str]] = {}
    for space, name in scope.vectors:
        spaces.setdefault(space, []).append(name)
    for space, names in spaces.items():
        if isinstance(space, NoncentralChiSquare):
            table = sp.Matrix([[space.args[2]]]).subs(dict(point))
        elif any(name.startswith("e_") for name in names):
            table = sp.eye(len(names))
        else:
            table = space.space.table(tuple(names)).subs(dict(point))
        rows = _coordinates(table)
        widths.append(len(rows[0]))
        found.update({scope.vectors[space, name]: row for name, row in zip(names, rows, strict=True)})
    width = max(widths) if size is None else size
    if width < max(widths):
        raise NoPoint("no such vectors in this dimension")
    return {v: [number(c) for c in row] + [exact(0)] * (width - len(row)) for v, row in found.items()}


def kernel_point(entry: ClaimEntry, point: Mapping[sp.Symbol, sp.Basic]) -> list[Any]:
    """The values of the variables of the entry's context at a point of the domain."""
    setting, scope = entry.setting, entry.setting.scope()
    if scope.functions or scope.draws:
        raise NoPoint("functions or draws that may be any")
    size = None if scope.size is None or (scope.size == d and d not in point) else int(scope.size.subs(dict(point)))
    values: dict[Term, Any] = dict(_vectors(entry, point, size))
    for symbol, variable in setting.symbols.items():
        if symbol in point:
            values[variable] = _array(point[symbol])
    fresh = setting.symbols.get(d)
    if fresh is not None and fresh not in values:
        values[fresh] = exact(max(len(vector) for vector in values.values() if isinstance(vector, list)))
    return [values[setting.context.variable(place)] for place in range(setting.context.size)]


def sides(entry: ClaimEntry, claim: Claim, point: Mapping[sp.Symbol, sp.Basic]) -> list[tuple[sp.Expr, Term]]:
    """The expressions of a claim, each with its term, for a point."""
    proposition, args = claim.proposition, entry.prop.args
    if isinstance(proposition, Limit):
        at = point[proposition.variable]
        if not at.is_Rational:
            raise NoPoint("a limit at an irrational point")
        body = instantiate(args[2], [rat(Fraction(int(at.p), int(at.q)))])
        return [(sp.sympify(proposition.expr), body), (sp.sympify(proposition.value), args[1])]
    turned = getattr(proposition, "relation", "<=") in (">=", ">")
    pair = (proposition.right, proposition.left) if turned else (proposition.left, proposition.right)
    return [(sp.sympify(expr), term) for expr, term in zip(pair, args, strict=True)]


def agreement(expr: sp.Expr, term: Term, point: Mapping[sp.Symbol, sp.Basic], values: list[Any]) -> str:
    """ "equal", "different" (certainly), or why it is not known."""
    try:
        here = flint.acb(ball(expr, point, PRECISION))
    except (UnsupportedExpression, ValueError, ArithmeticError) as error:
        return f"SymPy: {type(error).__name__}"
    there = value(term, values, PRECISION)
    if there is None or not here.is_finite():
        return "no value" if here.is_finite() else "SymPy: no number"
    if not here.overlaps(there.ball):
        return "different"
    wide = max(float(b.rad()) for b in (there.ball.real, there.ball.imag, here.real, here.imag))
    return "equal" if wide <= 1e-3 * (1e-3 + float(abs(here).mid())) else "wide"


def small_points(domain: Domain, count: int, seed: int) -> list[dict[sp.Symbol, sp.Basic]]:
    """Points with the least dimensions and numbers of samples, and with parallel vectors where the domain has them."""
    found = []
    for point in domain.points(count, seed=seed)[-count:]:
        least = {
            item.symbol: sp.sympify(item.low)
            for item in domain.ranges
            if item.integer and not item.shape and item.low is not None and sp.sympify(item.low).is_Integer
        }
        sized = [item for item in domain.ranges if set(map(sp.sympify, item.shape)) & set(least)]
        angles = [{theta: sp.Integer(0)}, {theta: sp.pi}, {}] if theta in point else [{}]
        tries = [{**point, **(least if not sized else {}), **angle} for angle in angles]
        found.append(next((p for p in tries if domain.contains(p)), dict(point)))
    return found
