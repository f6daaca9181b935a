r"""Exponentials over an orthogonal frame. For k members of it, a common rate a with Re(1 - 2a) > 0 and any complex u,

    E exp(sum_i a |w_i|^2 + sum_i w_i.u) = (1 - 2a)^(-kd/2) 1F1(kd/2; d/2; u^2 / (2 (1 - 2a))),

because ``sum_i w_i = rho U`` with a uniform direction U and ``rho^2 = sum_i |w_i|^2``, the squared length of a Gaussian
vector in kd dimensions. A frame has the same law with -w_i in place of w_i, so signs of single u do not matter. Members have
independent phases b_i, so that a product with a whole number n_i != 0 of turns of one of them, exp(i n_i b_i), averages to 0.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import sympy as sp

from rftheory.rules.expectation import expand_products
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.gaussian import (
    GaussianExponent,
    Positive,
    bilinear_square,
    constant_and_exponent,
    convergence_gap,
    exponent_parts,
    is_of_one_space,
    positive_by_assumption,
    to_exponentials,
)
from rftheory.rules.nodes import Form


@dataclass(frozen=True)
class FrameTerm:
    """``coefficient * exp(sum_i rates_i |w_i|^2 + ratios_i w_i.u)`` with ``u = sum_j direction_j u_j``."""

    coefficient: sp.Expr
    rates: tuple[sp.Expr, ...]
    ratios: tuple[sp.Expr, ...]
    direction: dict[Form, sp.Expr]


def frame_exponential(rate: sp.Expr, square: sp.Expr, members: sp.Expr | int, dimension: sp.Expr) -> sp.Expr:
    """``E exp(sum_i a |w_i|^2 + w_i.u)`` over so many members of a frame, ``square = u^2`` (bilinear)."""
    gap, half = convergence_gap(sp.sympify(rate)), sp.sympify(dimension) / 2
    return gap ** (-members * half) * sp.hyper([members * half], [half], square / (2 * gap))


def frame_terms(node: FrameExpectation) -> Iterator[FrameTerm]:
    """The samples multiplied out into products of exponentials of one common direction.

    Products that a phase averages to 0 are left out.

    Raises:
        ValueError: if a sample is not a sum of exponentials, or there are several directions or dimensions, or a phase
            makes no whole number of turns or comes with |w|^2.
    """
    for choice in itertools.product(*map(_multiplied_out, node.samples)):
        parts = [part for _, part in choice]
        if _turning(parts):
            continue
        constant = sp.Mul(*(c for c, _ in choice), *(sp.exp(part.constant) for part in parts))
        direction = next((part.linear for part in parts if part.linear), {})
        if not is_of_one_space(direction):
            raise ValueError(f"vectors of several spaces, or several projections: {direction}")
        rates = tuple(_rate(part, node.dimension) for part in parts)
        yield FrameTerm(constant, rates, tuple(_ratio(part.linear, direction) for part in parts), direction)


@lru_cache(maxsize=1024)
def _multiplied_out(sample: sp.Expr) -> tuple[tuple[sp.Expr, GaussianExponent], ...]:
    """The constants and exponents of a sum of exponentials: a power of a sample occurs in many moments."""
    terms = (constant_and_exponent(t) for t in sp.Add.make_args(expand_products(to_exponentials(sample))))
    return tuple((constant, exponent_parts(exponent)) for constant, exponent in terms)


def _turning(parts: list[GaussianExponent]) -> bool:
    """Whether some phase of a member turns, a whole number of times."""
    orders = [c / sp.I for part in parts for c in part.phases.values()]
    if not all(order.is_Integer for order in orders):
        raise ValueError(f"phases that make no whole number of turns: {parts}")
    if orders and any(part.squares for part in parts):
        raise ValueError(f"phases with exponentials of |w|^2, which might not converge: {parts}")
    return bool(orders)


def _rate(part: GaussianExponent, dimension: sp.Expr) -> sp.Expr:
    if any(square.dimension != dimension for square in part.squares):
        raise ValueError(f"not an exponential over a frame in dimension {dimension}: {part}")
    return sp.Add(*part.squares.values())


def _ratio(linear: dict[Form, sp.Expr], direction: dict[Form, sp.Expr]) -> sp.Expr:
    if not linear:
        return sp.Integer(0)
    ratios = {sp.cancel(linear[f] / direction[f]) if f in direction else None for f in linear}
    if len(ratios) != 1 or None in ratios or len(linear) != len(direction):
        raise ValueError(f"several directions in one frame: {linear} and {direction}")
    return ratios.pop()


def integrate_frames(expr: sp.Expr, positive: Positive = positive_by_assumption) -> sp.Expr:
    """Apply the rule to the expectations over frames whose members have equal rates, and images up to signs.

    ``positive`` has to prove Re(1 - 2a) > 0; the others are left as they are.
    """
    return expr.replace(lambda e: isinstance(e, FrameExpectation), lambda e: _integrate(e, positive))


def _integrate(node: FrameExpectation, positive: Positive) -> sp.Expr:
    total = []
    try:
        for term in frame_terms(node):
            value = _moment(term, node.dimension, positive)
            if value is None:
                return node
            total.append(term.coefficient * value)
    except ValueError:
        return node
    return sp.Add(*total)


def _moment(term: FrameTerm, dimension: sp.Expr, positive: Positive) -> sp.Expr | None:
    if len({sp.expand(rate) for rate in term.rates}) > 1 or not all(ratio in (1, -1) for ratio in term.ratios):
        return None
    if not positive(sp.re(convergence_gap(term.rates[0]))):
        return None
    square = bilinear_square(term.direction)
    return frame_exponential(term.rates[0], square, len(term.rates), dimension)
