r"""Certified values of ``E h(w.x, w.y)`` where no rule gives a closed form.

The two images are those of a standard normal vector of the plane of x and y, in polar coordinates ``rho (cos phi, sin phi)``:

    E h = (1/(2 pi)) int dphi int_0^oo h(rho |x| cos phi, rho |y| cos(phi - theta)) rho exp(-rho^2/2) drho.

The lines w.x = 0 and w.y = 0 cut the circle into four sectors, inside of which absolute values are linear and signs constant:
h is analytic there. Both integrals are flint's rigorous ones. With ``|h(s, t)| <= C exp(a|s| + b|t|)`` and ``rho <= exp(rho)``, what is
beyond R is at most ``C int_R^oo exp((a|x| + b|y| + 1) rho - rho^2/2) drho`` (`numbers.gaussian_integrals.cut_off_bound`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sympy as sp
from flint import acb, arb, ctx

from rftheory.numbers.ball_arithmetic import Ball, BallArithmetic, around_zero, ball_key
from rftheory.numbers.cells import over_cells
from rftheory.numbers.forms import FormGeometry
from rftheory.numbers.gaussian_integrals import cut_off_bound
from rftheory.numbers.growth import Growth, growth
from rftheory.numbers.walker import SubEvaluator, UnsupportedExpression, compile_for
from rftheory.numbers.work import Memory, kept, left, spend
from rftheory.rules.expectation import expand_expectation, expand_products
from rftheory.rules.gaussian import MOST_TERMS, terms_of, to_exponentials
from rftheory.rules.nodes import Expectation, Form, sources
from rftheory.rules.piecewise import step_by_sign
from rftheory.rules.planes import PlaneExpectation

_MEMORY: Memory = {}
_PLAIN = BallArithmetic()
#: the images: symbols of no name that a claim may have
_S, _T = sp.Dummy("s", real=True), sp.Dummy("t", real=True)
#: bits at which planes are integrated
BITS = 64
#: the accuracy that is asked of both integrals, and evaluations of the inner one: at a wide angle it cannot be sharp
_SHARP, _EVALUATIONS = arb(2) ** -40, 400
#: so many evaluations with few bits are charged as one
_CHEAP = 5


def plane_expectation(node: PlaneExpectation, sub: SubEvaluator, environment: Mapping[sp.Symbol, Any]) -> Ball:
    """The ball of a `PlaneExpectation`: as that of an `Expectation` if there is one, else over the plane, about 1e-12 wide.

    Raises:
        UnsupportedExpression: for functions of more than the two images, and for those that no rule bounds.
    """
    sample = without_maxima(node.args[0])

    def value() -> Ball:
        try:
            if terms_of(sample) > MOST_TERMS:
                raise UnsupportedExpression(f"a sum of more than {MOST_TERMS} exponentials")
            return sub(expand_expectation(Expectation(sample)))
        except UnsupportedExpression as reason:
            try:
                with ctx.workprec(BITS):
                    return over_plane(sample, sub)
            except UnsupportedExpression as second:
                raise UnsupportedExpression(f"{reason}; over the plane of x and y: {second}") from None

    return kept(_MEMORY, (node, tuple(ball_key(v) for v in environment.values())), value, node)


def without_maxima(expr: sp.Expr) -> sp.Expr:
    """``max(p, q) = (p + q + |p - q|)/2``, ``min`` with the other sign, a step by the sign of its argument, products factor by factor."""

    def rewritten(node: sp.Max | sp.Min) -> sp.Expr:
        value, way = node.args[0], 1 if isinstance(node, sp.Max) else -1
        for other in node.args[1:]:
            value = (value + other + way * sp.Abs(value - other)) / 2
        return value

    plain = expr.replace(lambda e: isinstance(e, sp.Max | sp.Min), rewritten)
    plain = plain.replace(lambda e: isinstance(e, sp.Heaviside), step_by_sign)
    return plain.replace(lambda e: isinstance(e, sp.Abs | sp.sign), _factor_by_factor)


def _factor_by_factor(node: sp.Abs | sp.sign) -> sp.Expr:
    """The absolute value or the sign of a product of real numbers."""
    factors = sp.Mul.make_args(node.args[0])
    if len(factors) == 1 or not all(factor.is_extended_real for factor in factors):
        return node
    return sp.Mul(*(f if isinstance(f, sp.sign) and isinstance(node, sp.sign) else node.func(f) for f in factors))


def summands(sample: sp.Expr) -> tuple[sp.Expr, ...]:
    """The terms of a sample with the maxima written out, each of which may be of fewer vectors."""
    return sp.Add.make_args(expand_products(to_exponentials(without_maxima(sample))))


def over_plane(sample: sp.Expr, sub: SubEvaluator) -> arb:
    """``E h(w.x, w.y)``; parameters of h have the values that ``sub`` gives them.

    Raises:
        UnsupportedExpression: for functions of more than the two images, and for those that no rule bounds.
    """
    forms = tuple(sorted(sample.atoms(Form), key=lambda form: str(form.vector)))
    function = sample.xreplace(dict(zip(forms, (_S, _T), strict=False)))
    if len(forms) != 2 or sources(function) or len({form.projection for form in forms}) > 1:
        raise UnsupportedExpression(f"{sample} is not a function of the images of two vectors alone")
    if (count := terms_of(sample, euler=False)) > MOST_TERMS:
        raise UnsupportedExpression(f"no growth bound for a sum of up to {count} products")
    first, second = ({form: arb(1)} for form in forms)
    geometry = FormGeometry(forms, sub)
    lengths = [geometry.length(first), geometry.length(second)]
    angle = arb.atan2(geometry.area(first, second), geometry.dot(first, second))
    constant, rate = _bound(function, lengths, sub)
    if any(
        factor.has(_S) and factor.has(_T)
        for term in sp.Add.make_args(expand_products(function))
        for factor in _split(term)
    ):
        return over_cells(function, (_S, _T), lengths, angle, (constant, rate), sub)
    end = (rate + 1) + (2 * arb.const_log2() * BITS).sqrt()
    end = arb(end.abs_upper().ceil().unique_fmpz() or 0) + 1
    names = tuple(sorted(function.free_symbols - {_S, _T}, key=lambda symbol: symbol.sort_key()))
    given = {name: sub(name) for name in names}
    total = sum((_sector(function, given, signs, ends, lengths, angle, end) for signs, ends in _sectors(angle)), acb(0))
    if not total.imag.contains(0):
        raise UnsupportedExpression(f"the mean of {sample} is not real")
    value: arb = total.real / (2 * arb.pi()) + around_zero(cut_off_bound(constant, rate + 1, end))
    return value


def _sectors(angle: arb) -> Iterator[tuple[tuple[int, int], tuple[arb, arb]]]:
    """The signs of cos(phi) and cos(phi - theta), and where they hold."""
    half = arb.pi() / 2
    ends = (-half, angle - half, half, angle + half, 3 * half)
    for signs, low, high in zip(((1, -1), (1, 1), (-1, 1), (-1, -1)), ends[:-1], ends[1:], strict=True):
        yield signs, (low, high)


def _sector(
    function: sp.Expr,
    given: Mapping[sp.Symbol, Ball],
    signs: tuple[int, int],
    ends: tuple[arb, arb],
    lengths: list[arb],
    angle: arb,
    end: arb,
) -> acb:
    program, values = compile_for(_inside(function, signs), (*given, _S, _T), _PLAIN), list(given.values())
    used, most = 0, _CHEAP * left()

    def over_lengths(phi: acb, analytic: bool) -> acb:
        if used > most:
            # what goes on out of reach of an exception ends soon
            return acb("nan")
        first, second = lengths[0] * phi.cos(), lengths[1] * (phi - angle).cos()

        def integrand(rho: acb, analytic: bool) -> acb:
            nonlocal used
            used += 1
            return acb(program(*values, rho * first, rho * second)) * rho * (-rho * rho / 2).exp()

        return acb.integral(integrand, acb(0), acb(end), rel_tol=_SHARP, abs_tol=_SHARP, eval_limit=_EVALUATIONS)

    value = acb.integral(over_lengths, acb(ends[0]), acb(ends[1]), rel_tol=_SHARP, abs_tol=_SHARP)
    spend(used // _CHEAP, function)
    return value


def _inside(function: sp.Expr, signs: tuple[int, int]) -> sp.Expr:
    """Absolute values and signs of multiples of one image, in a sector."""
    of = dict(zip((_S, _T), signs, strict=True))

    def sign_of(argument: sp.Expr) -> sp.Expr:
        coefficient, rest = argument.as_coeff_Mul()
        if rest not in of:
            number, image = argument.as_independent(_S, _T, as_Add=False)
            if image not in of or not number.is_real:
                raise UnsupportedExpression(f"the sign of {argument} changes inside of a sector")
            coefficient, rest = number, image
        return sp.sign(coefficient) * of[rest]

    flat = function.replace(lambda e: isinstance(e, sp.Abs) and e.has(_S, _T), lambda e: sign_of(e.args[0]) * e.args[0])
    return flat.replace(lambda e: isinstance(e, sp.sign) and e.has(_S, _T), lambda e: sign_of(e.args[0]))


def _bound(function: sp.Expr, lengths: list[arb], sub: SubEvaluator) -> tuple[arb, arb]:
    """C and the rate in rho of a bound of |h|, the sum of those of its terms."""
    constant, rate = arb(0), arb(0)
    for term in sp.Add.make_args(expand_products(function)):
        size, steep = arb(1), arb(0)
        factors = _split(term)
        for image, length in zip((_S, _T), lengths, strict=True):
            own = sp.Mul(*(f for f in factors if f.has(image) and not f.has(_T if image is _S else _S)))
            found = growth(own, image, sub) if own != 1 else Growth(arb(1), arb(0), arb(0))
            size, steep = size * found.constant, steep + found.rate * length
        for factor in factors:
            if factor.has(_S) and factor.has(_T):
                if not (isinstance(factor, sp.Abs) and factor.args[0].is_extended_real):
                    raise UnsupportedExpression(f"no growth bound for {factor}, a function of both images")
                inner = _bound(factor.args[0], lengths, sub)
                size, steep = size * inner[0], steep + inner[1]
        rest = sp.Mul(*(f for f in factors if not f.has(_S, _T)))
        constant, rate = constant + abs(acb(sub(rest))) * size, rate.max(steep)
    return constant.abs_upper(), rate.abs_upper()


def _split(term: sp.Expr) -> tuple[sp.Expr, ...]:
    """The factors."""
    return sp.Mul.make_args(sp.expand(term, power_exp=True, mul=False, multinomial=False))
