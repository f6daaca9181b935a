"""Whether an expression has a finite value everywhere on a domain: structural rules, each with what it asks.

An equality claims that both sides are numbers, an order that they are real numbers. A divisor must be proved nonzero, the
argument of a logarithm too, a gamma function must be off its poles, a series must converge absolutely, an integrand and a
random number must be absolutely integrable (`convergence`, `existence`). Principal values, ``0^0 = 1``, an empty sum is 0.
What is not proved is named; it is never assumed.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import lru_cache

import sympy as sp
from sympy.core.function import AppliedUndef

from rftheory.evidence.integrated import integrate
from rftheory.evidence.known_signs import ANY
from rftheory.evidence.lower_bounds import is_above, is_at_least, is_never_zero, is_size, is_square
from rftheory.evidence.sign import POSITIVE, is_positive, is_real, sign_of
from rftheory.evidence.unproved import Unproved
from rftheory.evidence.zero import is_proved_nonzero
from rftheory.rules.chi_square import NoncentralChiSquare
from rftheory.rules.nodes import Form, Phase
from rftheory.rules.tables import Coordinate, Drawn
from rftheory.rules.tabulated import Tabulated
from rftheory.rules.variates import MASS, Variate
from rftheory.statements.domain import Domain

#: functions with a value at every number, and those that are used at real numbers only
_ENTIRE = (sp.Add, sp.Mul, sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.Abs, sp.re, sp.im, sp.conjugate)
_ON_THE_LINE = (sp.tanh, sp.atan, sp.erf, sp.sign, sp.floor, sp.ceiling, sp.Max, sp.Min)
#: draws; what is asked of their laws is asked where they are averaged (`existence`)
_DRAWS = (Form, Phase, Variate, Coordinate)

Missing = Callable[[sp.Expr, Domain], str]
_RULES: dict[type, Missing] = {}


def require_defined(expr: sp.Expr, domain: Domain) -> None:
    """Refuse an expression that is not proved to have a finite value at every point of the domain."""
    gap = missing(sp.sympify(expr), domain)
    if gap:
        raise Unproved(f"not shown to be defined on the domain: {gap}")


def require_real(expr: sp.Expr, domain: Domain) -> None:
    """Refuse a side of an order that is not proved to be real."""
    expr = sp.sympify(expr)
    forms = (lambda e: e, lambda e: integrate(e, domain))
    if not any(is_real(form(expr), domain) or sign_of(form(expr), domain) != ANY for form in forms):
        raise Unproved(f"an order between numbers that are not shown to be real: {expr}")


def rule(*kinds: type) -> Callable[[Missing], Missing]:
    """Register what is asked of nodes of these kinds."""

    def registered(ask: Missing) -> Missing:
        _RULES.update(dict.fromkeys(kinds, ask))
        return ask

    return registered


@lru_cache(maxsize=32768)
def missing(expr: sp.Expr, domain: Domain) -> str:
    """What is not shown of the definedness of an expression, in words; empty if it is defined on the whole domain."""
    if isinstance(expr, sp.Symbol):
        return "" if expr in domain.symbols else f"{expr} is no parameter"
    if expr.is_Number or isinstance(expr, sp.NumberSymbol) or expr is sp.I:
        exact = expr.is_Rational or isinstance(expr, sp.NumberSymbol) or expr is sp.I
        return "" if exact else f"{expr} is no exact number"
    for kind, ask in _RULES.items():
        if isinstance(expr, kind):
            return ask(expr, domain)
    return f"no rule says where {type(expr).__name__} is defined: {expr}"


def first_missing(parts: object, domain: Domain) -> str:
    """The first thing that is missing in some expressions."""
    return next(filter(None, (missing(part, domain) for part in parts)), "")  # type: ignore[attr-defined]


def not_shown(holds: bool, what: str) -> str:
    return "" if holds else f"{what} is not proved"


# -- arithmetic ---------------------------------------------------------------------------------------------------


@rule(*_ENTIRE)
def _parts(expr: sp.Expr, domain: Domain) -> str:
    return first_missing(expr.args, domain)


@rule(*_ON_THE_LINE)
def _real_parts(expr: sp.Expr, domain: Domain) -> str:
    gap = first_missing(expr.args, domain)
    return gap or next((f"that {a} is real is not proved, in {expr}" for a in expr.args if not is_real(a, domain)), "")


@rule(sp.Pow)
def _power(expr: sp.Pow, domain: Domain) -> str:
    base, exponent = expr.base, expr.exp
    gap = first_missing((base, exponent), domain)
    if gap or exponent.is_Rational and exponent >= 0:
        return gap
    if is_never_zero(base, domain):
        return ""
    if not is_real(exponent, domain):
        return f"{base} != 0 is not proved, the base of a complex power"
    return not_shown(is_at_least(exponent, 0, domain), f"{base} != 0")


@rule(sp.log)
def _logarithm(expr: sp.log, domain: Domain) -> str:
    return first_missing(expr.args, domain) or not_shown(
        is_never_zero(expr.args[0], domain), f"{expr.args[0]} != 0, the argument of a logarithm,"
    )


@rule(sp.tan)
def _tangent(expr: sp.tan, domain: Domain) -> str:
    return first_missing(expr.args, domain) or not_shown(
        is_proved_nonzero(sp.cos(expr.args[0]), domain), f"cos({expr.args[0]}) != 0"
    )


@rule(sp.acos, sp.asin)
def _arc(expr: sp.Expr, domain: Domain) -> str:
    inner = expr.args[0]
    inside = is_at_least(1 - inner, 0, domain) and is_at_least(1 + inner, 0, domain)
    return missing(inner, domain) or not_shown(inside, f"-1 <= {inner} <= 1")


# -- special functions --------------------------------------------------------------------------------------------


@rule(sp.gamma)
def _gamma(expr: sp.gamma, domain: Domain) -> str:
    inner = expr.args[0]
    off_poles = is_above(inner, 0, domain) or (inner.is_Rational and not inner.is_Integer)
    return missing(inner, domain) or not_shown(off_poles, f"{inner} > 0, the argument of a gamma function,")


@rule(sp.factorial)
def _factorial(expr: sp.factorial, domain: Domain) -> str:
    inner = expr.args[0]
    return missing(inner, domain) or not_shown(is_at_least(inner, 0, domain), f"{inner} >= 0, under a factorial,")


@rule(sp.binomial, sp.RisingFactorial, sp.FallingFactorial)
def _with_a_count(expr: sp.Expr, domain: Domain) -> str:
    count = expr.args[1]
    whole = bool(count.is_integer) and is_at_least(count, 0, domain)
    return first_missing(expr.args, domain) or not_shown(whole, f"that {count} is an integer >= 0")


@rule(sp.besseli, sp.besselj)
def _bessel(expr: sp.Expr, domain: Domain) -> str:
    order, argument = expr.args
    if gap := first_missing(expr.args, domain):
        return gap
    positive = is_real(order, domain) and sign_of(argument, domain) == POSITIVE
    entire = bool(order.is_integer) or (is_at_least(order, 0, domain) and is_at_least(argument, 0, domain))
    return not_shown(positive or entire, f"an integer order or {argument} > 0 of a Bessel function")


@rule(sp.hyper)
def _hypergeometric(expr: sp.hyper, domain: Domain) -> str:
    upper, lower, argument = expr.ap, expr.bq, expr.argument
    if gap := first_missing((*upper, *lower, argument), domain):
        return gap
    for parameter in lower:
        if not (is_above(parameter, 0, domain) or (parameter.is_Rational and not parameter.is_Integer)):
            return f"that the lower parameter {parameter} is none of 0, -1, -2, ... is not proved"
    if len(upper) <= len(lower) or any((-a).is_integer and is_at_least(-a, 0, domain) for a in upper):
        return ""
    return not_shown(
        len(upper) == len(lower) + 1 and is_inside_unit_disc(argument, domain),
        f"|{argument}| < 1, where {expr} converges,",
    )


def is_inside_unit_disc(expr: sp.Expr, domain: Domain) -> bool:
    """Whether ``|z| < 1`` is proved."""
    if is_real(expr, domain):
        return all(
            any(is_positive(form(gap), domain) for form in (sp.factor, sp.expand)) for gap in (1 - expr, 1 + expr)
        )
    return is_positive(sp.expand(1 - expr * sp.conjugate(expr), complex=True), domain)


@rule(NoncentralChiSquare)
def _noncentral(expr: NoncentralChiSquare, domain: Domain) -> str:
    place, dimension, square = expr.args
    if gap := first_missing(expr.args, domain):
        return gap
    known = is_real(place, domain) and is_positive(dimension, domain)
    square = is_at_least(square, 0, domain) or is_square(square, domain)
    return not_shown(known and square, f"that the arguments of {expr} are real, positive and >= 0")


@rule(Tabulated)
def _tabulated(expr: Tabulated, domain: Domain) -> str:
    """Every entry that is asked for is looked up: the arguments range over finitely many integers."""
    for values in _all_values(expr.free_symbols, domain):
        if values is None:
            return (
                f"which entries of {expr} are meant, as its arguments range over infinitely many integers, is not known"
            )
        entry = expr.xreplace(values)
        if not (entry.is_Integer if expr.is_integer else entry.is_Rational):
            return f"{expr} has no entry at {values}"
    return ""


def _all_values(symbols: set[sp.Basic], domain: Domain) -> Iterator[dict[sp.Basic, sp.Integer] | None]:
    """All values of some integer parameters that the domain allows; None if there are infinitely many, or too many."""
    items = [item for item in domain.ranges if item.symbol in symbols]
    finite = all(
        item.integer
        and not item.shape
        and all(end is not None and sp.sympify(end).is_Integer for end in (item.low, item.high))
        for item in items
    )
    if len(items) != len(symbols) or not finite:
        yield None
        return
    about = [condition for condition in domain.conditions if condition.free_symbols <= symbols]
    for numbers in itertools.product(
        *(range(int(sp.sympify(item.low)), int(sp.sympify(item.high)) + 1) for item in items)
    ):
        values = {item.symbol: sp.Integer(number) for item, number in zip(items, numbers, strict=True)}
        if not any(condition.xreplace(values) == sp.false for condition in about):
            yield values


# -- names --------------------------------------------------------------------------------------------------------


@rule(sp.Indexed)
def _coordinate(expr: sp.Indexed, domain: Domain) -> str:
    item = next((item for item in domain.ranges if item.symbol == expr.base.label), None)
    if item is None or len(item.shape) != len(expr.indices):
        return f"{expr} is no coordinate of a parameter"
    for index, size in zip(expr.indices, item.shape, strict=True):
        inside = (
            bool(index.is_integer)
            and is_at_least(index, 1, domain)
            and is_at_least(sp.sympify(size) - index, 0, domain)
        )
        if not inside:
            return f"1 <= {index} <= {size} is not proved in {expr}"
    return ""


@rule(Drawn)
def _of_table(expr: Drawn, domain: Domain) -> str:
    index, count = expr.index, len(expr.laws)
    if index is None:
        return not_shown(count == 1, f"that {expr} is a number")
    inside = bool(index.is_integer) and is_at_least(index, 1, domain) and is_at_least(count - index, 0, domain)
    return not_shown(inside, f"1 <= {index} <= {count} in {expr}")


@rule(*_DRAWS)
def _draw(expr: sp.Expr, domain: Domain) -> str:
    return number_missing(expr.index, domain) if isinstance(expr, Coordinate) else ""


def number_missing(index: sp.Expr, domain: Domain) -> str:
    """What is missing to the number of a coordinate, or of a count: an integer >= 1."""
    return missing(index, domain) or not_shown(is_size(index, domain), f"that the number {index} is an integer >= 1")


@rule(AppliedUndef)
def _any_function(expr: AppliedUndef, domain: Domain) -> str:
    """A real function that may be any, at real numbers; masses at counts."""
    if gap := first_missing(expr.args, domain):
        return gap
    if expr.func == MASS:
        return not_shown(
            bool(expr.args[0].is_integer) and is_at_least(expr.args[0], 0, domain), f"a count {expr.args[0]}"
        )
    return not_shown(all(is_real(part, domain) for part in expr.args), f"that {expr.args} are real")


@rule(sp.Piecewise)
def _cases(expr: sp.Piecewise, domain: Domain) -> str:
    for value, condition in expr.args:
        part = domain
        if isinstance(condition, sp.Rel):
            if gap := first_missing(condition.args, domain):
                return gap
            part = domain.where(condition)
        if gap := missing(value, part):
            return gap
    return not_shown(expr.args[-1][1] == sp.true, f"that the cases of {expr} are all cases")
