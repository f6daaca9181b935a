"""Moments of one sample, and of two coupled ones, by the rules; what they need to be finite, and what no rule integrates."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

import sympy as sp

from rftheory.deriving.refusals import Obstacle
from rftheory.rules.angles import AngleExpectation, angle_terms, integrate_angles
from rftheory.rules.counts import integrate_counts
from rftheory.rules.expectation import expand_expectation, expand_products
from rftheory.rules.frames import FrameExpectation
from rftheory.rules.gaussian import (
    MOST_TERMS,
    constant_and_exponent,
    exponent_parts,
    integrate_gaussian,
    terms_of,
    to_exponentials,
)
from rftheory.rules.nodes import Expectation, Form, Phase, SquaredLength, projections, sources
from rftheory.rules.orthant import integrate_signs
from rftheory.rules.orthogonal import integrate_frames

#: what a factor may be a polynomial in
_FORMS = (Form, SquaredLength, Phase)
#: of what powers are integrated, and the largest one
_POWERS, _MOST_POWER = (Form, SquaredLength), 8


@dataclass(frozen=True)
class Moment:
    """One moment: its definition, and its closed form where there is one.

    Args:
        definition: an expectation.
        value: the closed form; None if it is not known, or infinite.
        conditions: what has to be positive for it to be finite.
        divergent: the numbers among these that are not positive: the moment is infinite.
        obstacles: what the rules do not integrate.
    """

    definition: sp.Expr
    value: sp.Expr | None
    conditions: tuple[sp.Expr, ...] = ()
    divergent: tuple[sp.Expr, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()


@dataclass
class _Conditions:
    """Grants what is asked to be positive, and keeps account of it."""

    needed: list[sp.Expr] = field(default_factory=list)
    failed: list[sp.Expr] = field(default_factory=list)

    def __call__(self, expr: sp.Expr) -> bool:
        expr = sp.expand(expr)
        if expr.is_positive:
            return True
        kept = self.failed if expr.is_nonpositive else self.needed
        if expr not in kept:
            kept.append(expr)
        return kept is self.needed


def moment(definition: sp.Expr) -> Moment:
    """A moment of independent projections or counts, in the products of the inputs."""
    conditions = _Conditions()

    def integrated() -> sp.Expr:
        expanded = integrate_signs(expand_expectation(definition), conditions)
        expanded = integrate_gaussian(integrate_counts(expanded, conditions), conditions)
        return expanded.replace(lambda e: isinstance(e, Expectation), lambda e: _differentiated(e, conditions))

    return _moment(definition, integrated, conditions)


def _differentiated(node: Expectation, positive: Callable[[sp.Expr], bool]) -> sp.Expr:
    """``E q^n exp(...)`` as n-th derivatives of ``E exp(t q + ...)`` at t = 0, q = w.u or |w|^2: means are analytic in t there."""
    whole = []
    for term in sp.Add.make_args(expand_products(to_exponentials(node.args[0]))):
        parts = (factor.as_base_exp() for factor in sp.Mul.make_args(term))
        powers = {base: power for base, power in parts if isinstance(base, _POWERS)}
        if not all(power.is_Integer and power > 0 for power in powers.values()) or sum(powers.values()) > _MOST_POWER:
            return node
        names = {base: sp.Dummy("t", real=True) for base in powers}
        rest = term / sp.Mul(*(base**power for base, power in powers.items()))
        value = integrate_gaussian(
            Expectation(rest * sp.exp(sp.Add(*(t * base for base, t in names.items())))),
            partial(_at_zero, positive, names.values()),
        )
        if value.atoms(Expectation):
            return node
        for base, power in powers.items():
            value = sp.diff(value, names[base], int(power)).xreplace({names[base]: sp.Integer(0)})
        whole.append(value)
    return sp.expand(sp.Add(*whole))


def _at_zero(positive: Callable[[sp.Expr], bool], symbols: Iterable[sp.Symbol], gap: sp.Expr) -> bool:
    return positive(gap.xreplace(dict.fromkeys(symbols, sp.Integer(0))))


def coupled_moment(first: sp.Expr, second: sp.Expr, dimension: sp.Expr, cosine: sp.Expr | None) -> Moment:
    """``E Z_1 Z_2`` of two members of an orthogonal frame (no cosine), or of two projections at a fixed angle."""
    conditions = _Conditions()
    definition: sp.Expr
    if cosine is None:
        definition = FrameExpectation([first, second], dimension)
    else:
        definition = AngleExpectation([first, second], dimension, cosine)

    def integrated() -> sp.Expr:
        value = integrate_frames(definition, conditions) if cosine is None else definition
        if value.has(FrameExpectation):
            value = AngleExpectation([first, second], dimension, sp.Integer(0))
        return integrate_angles(value, conditions)

    return _moment(definition, integrated, conditions)


def _moment(definition: sp.Expr, integrated: Callable[[], sp.Expr], conditions: _Conditions) -> Moment:
    for node in definition.atoms(Expectation, FrameExpectation, AngleExpectation):
        for sample in node.args[:1] if isinstance(node, Expectation) else node.samples:
            count = terms_of(sample)
            if count > MOST_TERMS:
                why = f"a sum of up to {count} exponentials, more than the {MOST_TERMS} that are integrated"
                return Moment(definition, None, obstacles=(Obstacle(str(sample), why),))
    try:
        value = integrated()
    except ValueError as reason:
        factors = [o for node in definition.atoms(Expectation) for o in _factors(node.args[0])]
        return Moment(definition, None, obstacles=tuple(factors) or (Obstacle(str(definition), str(reason)),))
    needed, failed = tuple(conditions.needed), tuple(conditions.failed)
    if failed:
        return Moment(definition, None, needed, failed)
    left = value.atoms(Expectation, FrameExpectation, AngleExpectation)
    if left:
        found = [obstacle for node in sorted(left, key=str) for obstacle in _obstacles(node)]
        return Moment(definition, None, needed, (), tuple(dict.fromkeys(found)))
    return Moment(definition, value, needed)


# -- what is not integrated --------------------------------------------------------------------------------------


def _obstacles(node: sp.Expr) -> list[Obstacle]:
    if isinstance(node, FrameExpectation | AngleExpectation):
        found = [obstacle for sample in node.samples for obstacle in _factors(sample)]
        return found or [Obstacle(str(node), _reason(node))]
    return _factors(node.args[0]) or [Obstacle(str(node.args[0]), "no rule integrates a product of this shape")]


def _reason(node: FrameExpectation | AngleExpectation) -> str:
    try:
        list(angle_terms(AngleExpectation(node.samples, node.dimension, sp.Integer(0))))
    except ValueError as error:
        return str(error)
    return "no rule integrates this pair of exponentials"


def _factors(sample: sp.Expr) -> list[Obstacle]:
    """The factors of the terms of a sample that are no exponentials of linear forms, |w|^2 and phases."""
    found = []
    for term in sp.Add.make_args(expand_products(to_exponentials(sample))):
        for factor in sp.Mul.make_args(term):
            if not sources(factor):
                continue
            why = _why_not(factor)
            if why:
                found.append(Obstacle(str(factor), why))
    return found


def _why_not(factor: sp.Expr) -> str:
    base, power = factor.as_base_exp()
    if isinstance(base, sp.exp) and not power.is_Integer:
        return "a power of an exponential that is no integer has branches"
    if isinstance(base, sp.exp) or isinstance(factor, sp.exp):
        try:
            _, exponent = constant_and_exponent(factor)
            parts = exponent_parts(exponent)
        except ValueError:
            return "its exponent is not linear in w.u, |w|^2 and the phase"
        if not all((c / sp.I).is_Integer for c in parts.phases.values()):
            return "its phase makes no whole number of turns"
        return ""
    if factor.is_polynomial(*factor.atoms(*_FORMS)):
        return (
            f"a polynomial in w.u or |w|^2, which is integrated for one projection and up to degree {_MOST_POWER} alone"
        )
    if len(projections(factor)) > 1:
        return "a function of several projections at once"
    return f"{type(base).__name__} of a random quantity is none of exp, cos, sin, cosh, sinh, sign"
