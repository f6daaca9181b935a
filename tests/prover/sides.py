"""What a translated claim means at a point of its domain, beside what SymPy's expression means there, by the definitions.

The kernel's terms are evaluated by `rftheory.meaning.values`, SymPy's by the balls of `rftheory.numbers`: expectations are
quadratures on one side and closed forms on the other. So laws are what they are called; `judges.translation` compares the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flint
import sympy as sp

from rftheory.inputs.kernels import theta
from rftheory.judges.both_forms import BothForms, NotCompared
from rftheory.kernel.terms import Term
from rftheory.meaning.balls import Undecided, Undefined
from rftheory.meaning.values import Meaning, Point, Stack, precision
from rftheory.numbers.balls import ball
from rftheory.numbers.walker import UnsupportedExpression
from rftheory.prover.spec import ClaimEntry
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain

PRECISION = 192


def forms(entry: ClaimEntry, claim: Claim, point: Mapping[sp.Symbol, sp.Basic]) -> BothForms:
    """Both forms at a point, if nothing in it may be any: balls know no law or draw that we choose."""
    scope = entry.setting.scope()
    if scope.functions or scope.draws:
        raise NotCompared("functions or draws that may be any")
    with precision(PRECISION):
        return BothForms(entry, claim, point, PRECISION, least=1)


def agreement(expr: sp.Expr, term: Term, point: Mapping[sp.Symbol, sp.Basic], values: Point, stack: Stack = ()) -> str:
    """ "equal", "different" (certainly), or why it is not known."""
    try:
        here = flint.acb(ball(expr, point, PRECISION))
    except (UnsupportedExpression, ValueError, ArithmeticError) as error:
        return f"SymPy: {type(error).__name__}"
    there = _value(term, values, stack)
    if there is None or not here.is_finite():
        return "no value" if here.is_finite() else "SymPy: no number"
    if not here.overlaps(there.ball):
        return "different"
    wide = max(float(b.rad()) for b in (there.ball.real, there.ball.imag, here.real, here.imag))
    return "equal" if wide <= 1e-3 * (1e-3 + float(abs(here).mid())) else "wide"


def _value(term: Term, values: Point, stack: Stack) -> Any:
    with precision(PRECISION):
        try:
            return Meaning(values).of(term, stack)
        except (Undefined, Undecided):
            return None


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
