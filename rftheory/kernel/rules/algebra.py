"""Identities, orders from squares and products, divisors, and signs of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from rftheory.kernel.balls import difference
from rftheory.kernel.contexts import Context
from rftheory.kernel.defined import defined
from rftheory.kernel.polynomials import Quotient, Ring, negated
from rftheory.kernel.refused import Refused, demand
from rftheory.kernel.schemas import NAT, RATIONAL, STEP, TERM
from rftheory.kernel.terms import ZERO, Term, make, rat
from rftheory.kernel.theorems import Kernel, Theorem, rule
from rftheory.kernel.values import nonzero, real

Steps = Sequence[Theorem]


def _require_scalars(kernel: Kernel, context: Context, *terms: Term) -> None:
    for term in terms:
        if term.sort != "scalar" or not defined(kernel, context, term):
            raise Refused("a side is no scalar that is known to be defined")


def _within(context: Context, steps: Steps, *relations: str) -> list[Term]:
    """Premises with one of these relations."""
    judgements = [step.within(context) for step in steps]
    for judgement in judgements:
        if judgement.op not in relations:
            raise Refused(f"a premise {judgement.op} where {' '.join(relations)} is wanted")
    return judgements


def _ring(kernel: Kernel, context: Context, terms: Sequence[Term], premises: Sequence[Term], eqs: Steps) -> Ring:
    """The ring over the atoms of terms and premises, all of them defined, with the equations learnt in order."""
    learnt = _within(context, eqs, "=", "!=", "<")
    sides = [side for judgement in (*premises, *learnt) for side in judgement.args]
    ring = Ring([*terms, *sides], lambda atom: nonzero(kernel, context, atom))
    for judgement in learnt:
        ring.learn(judgement)
    return ring


def _require_identity(held: bool) -> None:
    demand(held, "no identity: the difference does not reduce to 0")


@rule("RING", lhs=TERM, rhs=TERM, eqs=[STEP])
def by_ring(kernel: Kernel, context: Context, lhs: Term, rhs: Term, eqs: Steps) -> Term:
    """``lhs = rhs``: both defined, and equal as quotients of polynomials over their atoms, modulo the equations."""
    _require_scalars(kernel, context, lhs, rhs)
    ring = _ring(kernel, context, (lhs, rhs), (), eqs)
    _require_identity(ring.is_zero(ring.gap(lhs, rhs)))
    return make("=", (lhs, rhs))


@rule("POS", lhs=TERM, rhs=TERM, rows=[{"q": RATIONAL, "h": [TERM], "signs": [STEP], "nz": [STEP]}], eqs=[STEP])
def by_positive_rows(
    kernel: Kernel, context: Context, lhs: Term, rhs: Term, rows: list[dict[str, Any]], eqs: Steps
) -> Term:
    """``lhs <= rhs`` or ``lhs < rhs``: the difference is a sum of rows that are not negative.

    A row is ``q h^2 prod (b - a)`` with q > 0, real h and premises ``a <= b`` or ``a < b``; with a premise ``a = b`` it is
    0, and h enters as it is. The identity makes the difference real, not the sides: one of them must be known to be.
    """
    _require_scalars(kernel, context, lhs, rhs)
    demand(real(kernel, context, lhs) or real(kernel, context, rhs), "neither side of an order is known to be real")
    signs = [_within(context, row["signs"], "<=", "<", "=") for row in rows]
    holders = [h for row in rows for h in row["h"]]
    _require_scalars(kernel, context, *holders)
    ring = _ring(kernel, context, (lhs, rhs, *holders), [sign for row in signs for sign in row], eqs)
    values, strict = [], False
    for row, premises in zip(rows, signs, strict=True):
        values.append(_row(kernel, context, ring, row, premises))
        apart = _nonzero_by(context, row["nz"])
        nowhere_0 = all(h in apart or nonzero(kernel, context, h) for h in row["h"])
        strict |= nowhere_0 and all(premise.op == "<" for premise in premises)
    _require_identity(ring.is_zero(ring.total([ring.gap(rhs, lhs), *map(negated, values)])))
    return make("<" if strict else "<=", (lhs, rhs))


def _row(kernel: Kernel, context: Context, ring: Ring, row: dict[str, Any], premises: Sequence[Term]) -> Quotient:
    """The value of a row that is not negative."""
    if type(row["q"]) is not Fraction or row["q"] <= 0:
        raise Refused("the number of a row is a positive rational")
    vanishes = any(premise.op == "=" for premise in premises)
    if not vanishes and not all(real(kernel, context, h) for h in row["h"]):
        raise Refused("a factor that is squared is not known to be real")
    factors = [ring.value(h) for h in row["h"] for _ in range(1 if vanishes else 2)]
    return ring.product([ring.value(rat(row["q"])), *factors, *(ring.gap(*premise.args[::-1]) for premise in premises)])


def _nonzero_by(context: Context, steps: Steps) -> set[Term]:
    """The terms that theorems say do not vanish."""
    sides = [premise.args for premise in _within(context, steps, "!=", "<") if ZERO in premise.args]
    return {side for pair in sides for side in pair if side is not ZERO}


@rule("NZ", u=TERM, v=TERM, signs=[STEP], eqs=[STEP])
def by_product(kernel: Kernel, context: Context, u: Term, v: Term, signs: Steps, eqs: Steps) -> Term:
    """``u != 0``, as ``u v`` is, up to its sign, a product of differences that do not vanish (of none of them: 1)."""
    _require_scalars(kernel, context, u, v)
    premises = _within(context, signs, "!=", "<")
    ring = _ring(kernel, context, (u, v), premises, eqs)
    differences = ring.product([ring.gap(*premise.args[::-1]) for premise in premises])
    product = ring.product([ring.value(u), ring.value(v)])
    # a != b tells no sign
    _require_identity(any(ring.is_zero(ring.total([product, part])) for part in (differences, negated(differences))))
    return make("!=", (u, ZERO))


@rule("NUM", judgement=TERM, prec=NAT)
def by_balls(kernel: Kernel, context: Context, judgement: Term, prec: int) -> Term:
    """``s != t``, ``s < t`` or ``s <= t`` between numbers, as the ball of the difference excludes 0; never an equation."""
    if judgement.op not in ("!=", "<", "<="):
        raise Refused(f"{judgement.op} is not told by balls")
    smaller, larger = judgement.args
    _require_scalars(kernel, context, smaller, larger)
    if judgement.op != "!=" and not (real(kernel, context, smaller) and real(kernel, context, larger)):
        raise Refused("a side of an order is not known to be real")
    ball = difference(larger, smaller, prec)
    if ball.contains(0) if judgement.op == "!=" else not ball.real > 0:
        raise Refused("the ball of the difference does not tell")
    return judgement
