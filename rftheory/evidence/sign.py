"""Signs proved from the domain: sufficient rules only, so that an unknown sign stays unknown.

``sign_of`` answers with a set of possible signs {-1, 0, 1}; everything it excludes is proved. It knows the ranges and
conditions of the domain, sums and products, real exponentials, even powers, ``e^u - 1``, and sines and cosines on arcs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import sympy as sp
from sympy.core.function import AppliedUndef

from rftheory.evaluate.balls import decide_relation
from rftheory.evidence.bessel import sign_of_bessel, sign_of_gap
from rftheory.evidence.monotone import sign_of_angle_difference
from rftheory.evidence.radicals import sign_of_root_sum
from rftheory.evidence.rearrangements import rearrangements
from rftheory.evidence.self_conjugate import is_self_conjugate
from rftheory.evidence.sum_signs import opened, sign_of_product, sign_of_sum
from rftheory.rules.nodes import Expectation, Probability, SquaredLength, UnitVariate
from rftheory.statements.domain import Domain, Range

Signs = frozenset[int]
ANY: Signs = frozenset({-1, 0, 1})
POSITIVE: Signs = frozenset({1})
NEGATIVE: Signs = frozenset({-1})
ZERO: Signs = frozenset({0})
NONNEGATIVE: Signs = frozenset({0, 1})
NONPOSITIVE: Signs = frozenset({-1, 0})
#: functions that are real on the real line
_REAL_FUNCTIONS = (sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.erf, sp.atan, sp.Abs)


def is_positive(expr: sp.Expr, domain: Domain) -> bool:
    return sign_of(expr, domain) == POSITIVE


def is_nonnegative(expr: sp.Expr, domain: Domain) -> bool:
    return sign_of(expr, domain) <= NONNEGATIVE


def is_nonzero(expr: sp.Expr, domain: Domain) -> bool:
    """Proved not to vanish on the domain: a sign, a nonzero factor by factor, or a complex exponential."""
    # a sum in which the imaginary unit stands has no sign that could be seen; looking for one takes long
    if not (isinstance(expr, sp.Add) and expr.has(sp.I)) and 0 not in sign_of(expr, domain):
        return True
    if isinstance(expr, sp.exp) or expr is sp.I:
        return True
    if isinstance(expr, sp.Mul):
        return all(is_nonzero(factor, domain) for factor in expr.args)
    if isinstance(expr, sp.Pow):
        return is_nonzero(expr.base, domain)
    if isinstance(expr, sp.Product):
        return not expr.has(sp.oo) and is_nonzero(opened(expr), domain)
    if isinstance(expr, sp.Add) and expr.has(sp.I):
        real, imaginary = expr.as_real_imag()
        # parts that still hold an imaginary unit would be split for ever
        if (
            not (real.has(sp.I) or imaginary.has(sp.I))
            and is_real(real)
            and is_real(imaginary)
            and is_nonzero(real**2 + imaginary**2, domain)
        ):
            return True
    return any(_proportional(expr, sp.expand(c.lhs - c.rhs)) for c in domain.conditions if isinstance(c, sp.Ne))


def sign_of(expr: sp.Expr, domain: Domain) -> Signs:
    """The possible signs of a real expression on the domain (ANY if nothing is proved, or if it is not real)."""
    return _sign_of(sp.sympify(expr), domain)


@lru_cache(maxsize=16384)
def _sign_of(expr: sp.Expr, domain: Domain) -> Signs:
    if expr.is_number:
        return _sign_of_number(expr)
    signs = ANY & _from_conditions(expr, domain)
    if len(signs) > 1:
        signs &= _structural(expr, domain)
    if len(signs) > 1 and isinstance(expr, sp.Add):
        signs &= _of_sum(expr, domain)
    return signs


def _sign_of_number(expr: sp.Expr) -> Signs:
    if expr.is_extended_real is False:
        return ANY
    for relation, signs in ((expr > 0, POSITIVE), (expr < 0, NEGATIVE)):
        if relation is sp.true or (relation is not sp.false and decide_relation(relation, {}) is True):
            return signs
    return ZERO if expr.is_zero else ANY


def _negate(signs: Signs) -> Signs:
    return frozenset(-s for s in signs)


def _proportional(expr: sp.Expr, known: sp.Expr) -> int:
    """The sign of q when ``expr = q * known`` for a nonzero real number q, else 0."""
    if known != 0 and expr in (known, -known):
        return 1 if expr == known else -1
    if known == 0 or len(sp.Add.make_args(sp.expand(expr))) != len(sp.Add.make_args(known)):
        return 0
    if expr.has(sp.log, sp.atan):
        # cancellation is slow here
        first, second = (sp.expand(e).as_coefficients_dict() for e in (expr, known))
        ratios = {first[term] / second[term] for term in second} if first.keys() == second.keys() else {sp.nan}
        ratio = ratios.pop() if len(ratios) == 1 else sp.nan
    else:
        ratio = sp.cancel(expr / known)
    if not ratio.is_number:
        return 0
    return 1 if ratio.is_positive else -1 if ratio.is_negative else 0


@lru_cache(maxsize=1024)
def _known(domain: Domain) -> tuple[tuple[sp.Expr, frozenset[sp.Basic], Signs], ...]:
    """Expressions whose sign the domain states, as they stand and multiplied out, with their free symbols."""
    both = ((form, signs) for gap, signs in _stated(domain) for form in (gap, sp.expand(gap)))
    return tuple((form, frozenset(form.free_symbols), signs) for form, signs in dict.fromkeys(both))


def _stated(domain: Domain) -> Iterator[tuple[sp.Expr, Signs]]:
    """The conditions of the domain, and the distances to the ends of its ranges."""
    for condition in domain.conditions:
        gap = condition.lhs - condition.rhs
        if isinstance(condition, sp.StrictGreaterThan):
            yield gap, POSITIVE
        elif isinstance(condition, sp.GreaterThan):
            yield gap, NONNEGATIVE
        elif isinstance(condition, sp.StrictLessThan):
            yield gap, NEGATIVE
        elif isinstance(condition, sp.LessThan):
            yield gap, NONPOSITIVE
        elif isinstance(condition, sp.Ne):
            yield gap, frozenset({-1, 1})
        elif isinstance(condition, sp.Eq):
            yield gap, ZERO
    for item in (i for i in domain.ranges if not i.shape):
        if item.low is not None:
            yield item.symbol - item.low, NONNEGATIVE if item.closed[0] == "[" else POSITIVE
        if item.high is not None:
            yield item.symbol - item.high, NONPOSITIVE if item.closed[1] == "]" else NEGATIVE


def _from_conditions(expr: sp.Expr, domain: Domain) -> Signs:
    signs, names = ANY, expr.free_symbols
    for known, known_names, stated in _known(domain):
        if known_names != names:
            continue
        factor = _proportional(expr, known)
        if factor:
            signs &= stated if factor > 0 else _negate(stated)
    return signs


def _structural(expr: sp.Expr, domain: Domain) -> Signs:
    if isinstance(expr, (SquaredLength, UnitVariate, Probability)):
        return NONNEGATIVE
    if isinstance(expr, sp.Integral):
        return _of_integral(expr, domain)
    if isinstance(expr, Expectation):
        # what has one sign for every draw has it on average
        signs = sign_of(expr.args[0], domain)
        return ANY if {-1, 1} <= signs else signs
    if isinstance(expr, (sp.Symbol, sp.Indexed)):
        return _of_symbol(expr, domain)
    if isinstance(expr, (sp.Sum, sp.Product)):
        of_node = sign_of_sum if isinstance(expr, sp.Sum) else sign_of_product
        return of_node(expr, lambda part: sign_of(part, domain)) if is_real(expr, domain) else ANY
    if isinstance(expr, sp.Mul):
        return _of_product(expr, domain)
    if isinstance(expr, sp.Pow) and not isinstance(expr, sp.exp):
        return _of_power(expr, domain)
    if isinstance(expr, (sp.exp, sp.cosh)):
        return POSITIVE if is_real(expr.args[0], domain) else ANY
    if isinstance(expr, (sp.sinh, sp.tanh, sp.erf, sp.atan)):
        return sign_of(expr.args[0], domain) if is_real(expr.args[0]) else ANY
    if isinstance(expr, sp.Abs):
        inner = expr.args[0]
        return POSITIVE if is_nonzero(inner, domain) else NONNEGATIVE
    if isinstance(expr, (sp.sin, sp.cos)):
        return _of_circular(expr, domain)
    if isinstance(expr, sp.re):
        return _of_real_part(expr.args[0], domain)
    if isinstance(expr, sp.log):
        return sign_of(expr.args[0] - 1, domain) if is_positive(expr.args[0], domain) else ANY
    if isinstance(expr, sp.gamma):
        return POSITIVE if is_positive(expr.args[0], domain) else ANY
    if isinstance(expr, sp.factorial):
        return POSITIVE if is_nonnegative(expr.args[0], domain) else ANY
    if isinstance(expr, AppliedUndef):
        return POSITIVE if expr.is_positive else NONNEGATIVE if expr.is_nonnegative else ANY
    if isinstance(expr, sp.besseli):
        return sign_of_bessel(expr, lambda part: sign_of(part, domain), is_real(expr.argument, domain))
    return ANY


def _of_real_part(number: sp.Expr, domain: Domain) -> Signs:
    """The real part of a principal square root is nonnegative, and positive off the cut."""
    if not (isinstance(number, sp.Pow) and number.exp == sp.Rational(1, 2)):
        return ANY
    real, imaginary = number.base.as_real_imag()
    off_cut = is_positive(real, domain) or is_nonzero(imaginary, domain)
    return POSITIVE if off_cut and is_real(real) and is_real(imaginary) else NONNEGATIVE


def _of_integral(expr: sp.Integral, domain: Domain) -> Signs:
    """An integral from low to high >= low has the sign that its integrand has in between, or vanishes."""
    if len(expr.limits) != 1 or len(expr.limits[0]) != 3:
        return ANY
    variable, low, high = expr.limits[0]
    if any(condition.has(variable) for condition in domain.conditions):
        return ANY  # what is known of a parameter of the same name
    if not sign_of(high - low, domain) <= NONNEGATIVE:
        return ANY
    return sign_of(expr.function, domain.with_ranges(Range(variable, low, high))) | ZERO


def is_real(expr: sp.Expr, domain: Domain | None = None) -> bool:
    """Real wherever it is defined, by SymPy's assumptions on the symbols (every parameter declares its own).

    On a domain, roots of what is proved nonnegative there, and real powers of what is proved positive, are real as well.
    """
    if expr.is_extended_real:
        return True
    if isinstance(expr, (sp.Add, sp.Mul)):
        if all(is_real(part, domain) for part in expr.args):
            return True
        return is_self_conjugate(expr, lambda part: is_real(part, domain))
    if isinstance(expr, sp.Pow) and not isinstance(expr, sp.exp):
        base = expr.base
        rooted = expr.exp.is_Rational and bool(
            base.is_extended_nonnegative or (domain and is_nonnegative(base, domain))
        )
        if domain and is_real(expr.exp, domain) and is_positive(base, domain):
            return True
        return is_real(base, domain) and (bool(expr.exp.is_Integer) or rooted)
    if isinstance(expr, (sp.Sum, sp.Product)):
        return is_real(expr.function, domain)
    if isinstance(expr, sp.log):
        return domain is not None and is_positive(expr.args[0], domain)
    return isinstance(expr, _REAL_FUNCTIONS) and is_real(expr.args[0], domain)


def _of_symbol(symbol: sp.Symbol, domain: Domain) -> Signs:
    if symbol.is_positive:
        return POSITIVE
    if symbol.is_negative:
        return NEGATIVE
    signs = NONNEGATIVE if symbol.is_nonnegative else ANY
    name = symbol.base.label if isinstance(symbol, sp.Indexed) else symbol
    for item in domain.ranges:
        if item.symbol == name:
            signs &= _of_range(item)
    return signs


def _of_range(item: Range) -> Signs:
    signs = ANY
    if item.low is not None and item.low >= 0:
        signs &= POSITIVE if item.low > 0 or item.closed[0] == "(" else NONNEGATIVE
    if item.high is not None and item.high <= 0:
        signs &= NEGATIVE if item.high < 0 or item.closed[1] == ")" else NONPOSITIVE
    return signs


def _of_product(expr: sp.Expr, domain: Domain) -> Signs:
    signs = POSITIVE
    for factor in expr.args:
        of_factor = sign_of(factor, domain)
        if of_factor == ANY and not is_real(factor):
            return ANY
        signs = frozenset(a * b for a in signs for b in of_factor)
    return signs


def _of_power(expr: sp.Pow, domain: Domain) -> Signs:
    base, exponent = expr.base, expr.exp
    signs = sign_of(base, domain)
    if exponent.is_even and is_real(base, domain):
        return POSITIVE if 0 not in signs or is_nonzero(base, domain) else NONNEGATIVE
    if exponent.is_Integer and is_real(base, domain):
        return signs
    if signs == POSITIVE and is_real(exponent):
        return POSITIVE
    if signs <= NONNEGATIVE and is_nonnegative(exponent, domain):
        return NONNEGATIVE
    return ANY


def _of_circular(expr: sp.Expr, domain: Domain) -> Signs:
    """sin and cos of ``q t + c`` with t in a bounded range, when the argument stays on an arc of one sign."""
    argument = expr.args[0]
    symbols = argument.free_symbols
    items = [item for item in domain.ranges if item.symbol in symbols]
    if len(symbols) != 1 or len(items) != 1 or items[0].low is None or items[0].high is None:
        return ANY
    if sp.diff(argument, items[0].symbol, 2) != 0:
        return ANY
    ends = [(argument.subs(items[0].symbol, v)) for v in (items[0].low, items[0].high)]
    opened = {e for e, c in zip(ends, items[0].closed, strict=True) if c in "()"}
    low, high = sorted(ends, key=lambda v: sp.N(v, 30))
    offset = sp.pi / 2 if isinstance(expr, sp.cos) else sp.Integer(0)  # cos t = sin(t + pi/2)
    for k in (-2, -1, 0, 1, 2):
        left, right = k * sp.pi - offset, (k + 1) * sp.pi - offset
        if sp.simplify(low - left) >= 0 and sp.simplify(right - high) >= 0:
            inside = (low != left or low in opened) and (high != right or high in opened)
            signs = POSITIVE if inside else NONNEGATIVE
            return signs if k % 2 == 0 else _negate(signs)
    return ANY


def _of_sum(expr: sp.Add, domain: Domain) -> Signs:
    for candidate in rearrangements(expr, domain):
        of_terms = [sign_of(term, domain) if not isinstance(term, sp.Add) else ANY for term in _terms(candidate)]
        for good, strict in ((NONNEGATIVE, POSITIVE), (NONPOSITIVE, NEGATIVE)):
            if all(s <= good for s in of_terms):
                return strict if any(s == strict for s in of_terms) else good
    signs = _exponential_minus_one(expr, domain) & sign_of_gap(expr)
    signs &= sign_of_angle_difference(expr, lambda part: sign_of(part, domain))
    signs &= sign_of_root_sum(expr, lambda part: sign_of(part, domain), lambda part: is_real(part, domain))
    over, under = sp.fraction(sp.together(expr))
    if len(signs) > 1 and under != 1 and is_real(over) and is_real(under):
        below = sign_of(under, domain)
        if 0 not in below:
            signs &= frozenset(a * b for a in sign_of(over, domain) for b in below)
    return signs


def _terms(total: sp.Expr) -> list[sp.Expr]:
    """The terms of a sum, all numbers taken together."""
    terms = sp.Add.make_args(total)
    numbers = [term for term in terms if term.is_number]
    if len(numbers) < 2:
        return list(terms)
    constant = sp.Add(*numbers)
    rest = [term for term in terms if not term.is_number]
    signs = _sign_of_number(constant)
    # a sum of numbers is itself a sum: it is represented by its sign
    return [*rest, sp.Integer(next(iter(signs)))] if len(signs) == 1 else [*rest, constant]


def _exponential_minus_one(expr: sp.Add, domain: Domain) -> Signs:
    """``c e^u - b e^v`` is positive where c >= b > 0 and u >= v, one of them strictly: exponentials are increasing."""
    if len(expr.args) != 2:
        return ANY
    (c1, u), (c2, v) = (_as_exponential(term) for term in expr.args)
    if not (is_real(u, domain) and is_real(v, domain)) or c1 is None or c2 is None or not c1 * c2 < 0:
        return ANY
    rising = sign_of(u - v, domain) & sign_of(sp.expand(u - v), domain)
    if c1 + c2 == 0:
        return rising if c1 > 0 else _negate(rising)
    larger = 1 if c1 + c2 > 0 else -1  # which term has the larger coefficient in absolute value: that of its sign
    first = 1 if c1 * larger > 0 else -1
    ahead = rising if first > 0 else _negate(rising)
    return (POSITIVE if larger > 0 else NEGATIVE) if ahead <= NONNEGATIVE else ANY


def _as_exponential(term: sp.Expr) -> tuple[sp.Expr | None, sp.Expr]:
    coefficient, rest = term.as_coeff_Mul()
    if rest == 1:
        return coefficient, sp.Integer(0)
    if isinstance(rest, sp.exp):
        return coefficient, rest.exp
    return None, sp.Integer(0)
