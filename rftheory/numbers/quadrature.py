"""Rigorous values of one-sample expectations, without the closed forms that they are to check.

A function of one direction u is a function of ``w.u = |u| g`` and is integrated directly. Where that loses more than
half of the working precision (oscillation), and for several directions, an exponential polynomial is integrated term by
term: ``exp(w.p + i w.q)`` depends on an orthonormal frame of p and q, and each coordinate is a one-dimensional
quadrature. Products of two signs are averaged over the direction of a projection (`circle`).
"""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp
from flint import acb, arb, ctx

from rftheory.numbers.analytic import over_unit_interval
from rftheory.numbers.ball_arithmetic import Ball, BallArithmetic, around_zero, ball_key, demoted
from rftheory.numbers.circle import mean_sign, mean_sign_product
from rftheory.numbers.counts import as_series
from rftheory.numbers.directions import over_direction
from rftheory.numbers.forms import FormGeometry
from rftheory.numbers.gaussian_integrals import exponential_moment, trapezoid
from rftheory.numbers.generating import exponential_of_sample
from rftheory.numbers.growth import growth
from rftheory.numbers.integrand import (
    IMAGE,
    ExponentialTerm,
    OneDirection,
    SignProduct,
    exponential_terms,
    one_direction,
    sign_product,
)
from rftheory.numbers.kinks import kinked_moment
from rftheory.numbers.planes import BITS, over_plane, summands, without_maxima
from rftheory.numbers.polynomial_moments import length_power_moment, polynomial_moment
from rftheory.numbers.quadratic import frame_slopes, phase_moment, quadratic_moment
from rftheory.numbers.random_signs import over_signs
from rftheory.numbers.tables import table_average
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression, compile_for
from rftheory.numbers.work import Memory, kept
from rftheory.rules.expectation import expand_expectation
from rftheory.rules.gaussian import MOST_TERMS
from rftheory.rules.nodes import Expectation, Form, Phase, sources
from rftheory.rules.tables import Sign
from rftheory.rules.variates import Count, Variate

_MEMORY: Memory = {}
#: the growth rate from which the peaks of an integrand are too far apart for one quadrature to be cheap
_LONG = 400


_PLAIN = BallArithmetic()


def expectation(node: Expectation, sub: SubEvaluator, environment: Mapping[sp.Symbol, Ball]) -> Ball:
    """The ball of an `Expectation` node at the parameters of ``environment``, at the precision of flint's context.

    Raises:
        UnsupportedExpression: for variates of unknown law and shapes of integrand that are not listed above.
    """
    integrand = without_maxima(node.args[0])

    def value() -> Ball:
        found = demoted(_expectation(integrand, sub))
        # rounding leaves an imaginary part even where the integrand is real
        return acb(found).real if integrand.is_extended_real else found

    return kept(_MEMORY, (node, tuple(ball_key(v) for v in environment.values())), value, node)


def _expectation(integrand: sp.Expr, sub: SubEvaluator) -> Ball:
    if integrand.atoms(Variate):
        raise UnsupportedExpression(f"E[{integrand}]: the law of a variate is unknown")
    if integrand.atoms(Count):
        return sub(as_series(integrand))
    if integrand.atoms(Sign):
        return over_signs(integrand, sub)
    if (value := over_direction(integrand, sub)) is not None:
        return value
    if any(hasattr(part, "random_source") for part in integrand.atoms(sp.Expr)):
        return table_average(integrand, sub)
    signs = sign_product(integrand)
    if signs is not None and len(signs.odd) <= 2:
        return _signs(signs, sub)
    single = one_direction(integrand)
    if single is not None:
        value = _integrate_direction(single, sub, exponential_terms(integrand) is None)
        if value is not None and (value.rel_accuracy_bits() > ctx.prec // 2 or exponential_terms(integrand) is None):
            return value
    value = _integrate_exponentials(integrand, sub)
    if value is None:
        value = exponential_of_sample(integrand, sub)
    return _by_parts(integrand, sub) if value is None else value


def _by_parts(integrand: sp.Expr, sub: SubEvaluator) -> Ball:
    """Term by term where there is more than one, else over the plane of two vectors."""
    parts = summands(integrand)
    if len(parts) > MOST_TERMS:
        raise UnsupportedExpression(f"E[{integrand}]: a sum of {len(parts)} terms")
    if len(parts) > 1:
        return demoted(sum((sub(expand_expectation(Expectation(part))) for part in parts), arb(0)))
    phases = integrand.atoms(Phase)
    if len(phases) == 1 and sources(integrand) == {next(iter(phases)).name}:
        return _over_phase(integrand, next(iter(phases)), sub)
    for moment in (polynomial_moment, length_power_moment):
        if (value := moment(integrand, sub)) is not None:
            return value
    try:
        with ctx.workprec(BITS):
            return over_plane(integrand, sub)
    except UnsupportedExpression as reason:
        raise UnsupportedExpression(
            f"E[{integrand}]: neither one direction nor an exponential polynomial; over the plane: {reason}"
        ) from None


def _over_phase(integrand: sp.Expr, phase: Phase, sub: SubEvaluator) -> Ball:
    """``E f(b)`` of one phase, for a function that is analytic but for poles of logarithms at the ends."""
    part = sp.Dummy("part", positive=True)
    return over_unit_interval(integrand.xreplace({phase: 2 * sp.pi * part}), part, sub, integrand)


def _integrate_direction(single: OneDirection, sub: SubEvaluator, at_any_cost: bool = True) -> Ball | None:
    """``E f(w.u)``, one quadrature over the real line; None if it is long and need not be paid."""
    direction = {form: _real_part(sub(c), form) for form, c in single.direction}
    length = FormGeometry(tuple(direction), sub).length(direction)
    if length.is_zero():
        # the image of a direction without length is 0, whatever may be of the growth elsewhere
        return sub(single.function.xreplace({IMAGE: sp.Integer(0)}))
    scaled = sp.Dummy("length", nonnegative=True)
    gaussian = sp.Dummy("g", real=True)
    function = single.function.xreplace({IMAGE: scaled * gaussian})

    def with_length(part: sp.Expr) -> Ball:
        return sub(part, {scaled: length})

    bound = growth(function, gaussian, with_length)
    if not at_any_cost and not bound.rate < _LONG:
        return None
    names = tuple(sorted(single.function.free_symbols - {IMAGE}, key=lambda s: s.sort_key()))
    values = [sub(s) for s in names]
    density = 1 / (2 * arb.pi()).sqrt()
    if bound.turn is not None:
        program = compile_for(single.function, (*names, IMAGE), _PLAIN)
        return trapezoid(
            lambda t: density * (-t * t / 2).exp() * program(*values, length * t),
            density * bound.constant,
            bound.rate,
            bound.turn,
        )
    return kinked_moment(single.function, length, arb(0), 0, sub)


def _real_part(value: Ball, form: Form) -> arb:
    if isinstance(value, acb):
        raise UnsupportedExpression(f"the coefficient of {form} in a real direction is complex")
    return value


def _projections(terms: tuple[ExponentialTerm, ...]) -> set[str]:
    forms = {form.projection for term in terms for form, _ in term.exponent}
    return forms | {length.projection for term in terms for length, _ in term.squares}


def _integrate_exponentials(integrand: sp.Expr, sub: SubEvaluator) -> Ball | None:
    """The expectation of an exponential polynomial term by term, or None if the integrand is not one."""
    terms = exponential_terms(integrand)
    if terms is None:
        return None
    forms = {form for term in terms for form, _ in term.exponent}
    geometries = {
        name: FormGeometry(tuple(sorted((f for f in forms if f.projection == name), key=lambda f: f.sort_key())), sub)
        for name in sorted(_projections(terms))
    }
    total: Ball = arb(0)
    for term in terms:
        value = sub(term.coefficient)
        for name, geometry in geometries.items():
            own = [(form, c) for form, c in term.exponent if form.projection == name]
            squares = [(length, a) for length, a in term.squares if length.projection == name]
            if len(squares) > 1:
                raise UnsupportedExpression(f"one projection in several dimensions: {squares}")
            if squares:
                (length, a), *_ = squares
                value = value * quadratic_moment(sub(a), sub(length.dimension), own, geometry, sub)
            elif own:
                value = value * _moment({form: sub(c) for form, c in own}, geometry)
        for _, rate in term.phases:
            value = value * phase_moment(acb(sub(rate)))
        total = demoted(total + value)
    return total


def _moment(coefficients: Mapping[Form, Ball], geometry: FormGeometry) -> Ball:
    """``E exp(w.(p + iq))``: the product over the coordinates of an orthonormal frame of p and q."""
    values = {form: acb(value) for form, value in coefficients.items()}
    slopes = frame_slopes(values, geometry)
    if slopes is None:
        parts = ({form: getattr(value, part) for form, value in values.items()} for part in ("real", "imag"))
        return _moment_near_one(sum((geometry.length(part) for part in parts), arb(0)))
    value: Ball = arb(1)
    for slope in slopes:
        value = value * exponential_moment(slope)
    # the imaginary part of E exp(i w.q), E sin(w.q), is an odd function's
    return acb(value).real if all(part.real.is_zero() for part in values.values()) else value


def _moment_near_one(reach: arb) -> acb:
    """``|E exp(Z) - 1| <= E |Z| exp|Z| <= 8 rho`` for ``|Z| <= rho max(|g|, |g'|)``, rho <= 1.

    ``E |g| exp|g| = 2 (exp(1/2) Phi(1) + 1/sqrt(2 pi)) < 4`` for each of the two standard normal g, g'.
    """
    if not reach <= 1:
        return acb("nan")
    slack = around_zero(8 * reach)
    return acb(1 + slack, slack)


def _signs(signs: SignProduct, sub: SubEvaluator) -> Ball:
    """``E c prod sign(w.u_k)``, two odd powers at most; an even one is 1 unless its vector vanishes."""
    arguments = (*signs.odd, *signs.even)
    forms = tuple(dict.fromkeys(form for argument in arguments for form, _ in argument))
    if len({form.projection for form in forms}) > 1:
        raise UnsupportedExpression("signs of different projections in one expectation")
    geometry = FormGeometry(forms, sub)
    vectors = [{**dict.fromkeys(forms, arb(0)), **{f: _real_part(sub(c), f) for f, c in a}} for a in arguments]
    lengths = [geometry.length(vector) for vector in vectors]
    if any(length.is_zero() for length in lengths):
        return arb(0)
    if not all(length > 0 for length in lengths):
        return demoted(sub(signs.constant) * around_zero(arb(1)))
    if not signs.odd:
        return sub(signs.constant)
    if len(signs.odd) == 1:
        return demoted(sub(signs.constant) * mean_sign())
    u, v = vectors[:2]
    return demoted(sub(signs.constant) * mean_sign_product(geometry.dot(u, v), geometry.area(u, v)))
