"""Signs proved from the domain: sufficient rules only, so that an unknown sign stays unknown.

``sign_of`` answers with a set of possible signs {-1, 0, 1}; everything it excludes is proved. It knows the ranges and
conditions of the domain, sums and products, real exponentials, even powers, ``e^u - 1``, and sines and cosines on arcs.
"""

from __future__ import annotations

from functools import lru_cache

import sympy as sp
from sympy.core.function import AppliedUndef

from rftheory.evidence.bessel import sign_of_bessel, sign_of_gap
from rftheory.evidence.expansion import expanded
from rftheory.evidence.known_signs import (
    ANY,
    NEGATIVE,
    NONNEGATIVE,
    NONPOSITIVE,
    POSITIVE,
    ZERO,
    Signs,
    from_conditions,
    of_circular,
    of_range,
    proportional,
    sign_of_number,
)
from rftheory.evidence.sum_forms import (
    least,
    rearrangements,
    sign_of_angle_difference,
    sign_of_exponentials,
    sign_of_root_sum,
)
from rftheory.evidence.sum_signs import opened, sign_of_product, sign_of_sum, stand_in_for
from rftheory.numbers.self_conjugate import is_self_conjugate
from rftheory.rules.frames import MembersExpectation
from rftheory.rules.nodes import Expectation, MeanOfSamples, Probability, SquaredLength, hidden_symbols, sources
from rftheory.rules.variates import Count, UnitVariate
from rftheory.statements.domain import Domain, Range

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
    if isinstance(expr, sp.conjugate):
        return is_nonzero(expr.args[0], domain)
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
    return any(proportional(expr, expanded(c.lhs - c.rhs)) for c in domain.conditions if isinstance(c, sp.Ne))


def sign_of(expr: sp.Expr, domain: Domain) -> Signs:
    """The possible signs of a real expression on the domain (ANY if nothing is proved, or if it is not real)."""
    return _sign_of(sp.sympify(expr), domain)


@lru_cache(maxsize=16384)
def _sign_of(expr: sp.Expr, domain: Domain) -> Signs:
    if isinstance(expr, (sp.Sum, sp.Product, sp.Integral)) and {i[0] for i in expr.limits} & hidden_symbols(expr):
        return ANY
    # a sum in which only draws are left has no symbols either
    if expr.is_number and not (expr.has(sp.Sum, sp.Product) and sources(expr)):
        return sign_of_number(expr)
    signs = ANY & from_conditions(expr, domain)
    if len(signs) > 1:
        signs &= _structural(expr, domain)
    if len(signs) > 1 and isinstance(expr, sp.Add):
        signs &= _of_sum(expr, domain)
    if len(signs) > 1 and isinstance(expr, sp.Add):
        signs &= _of_linear(expr, domain)
    return signs


def _of_linear(expr: sp.Add, domain: Domain) -> Signs:
    """A linear expression in parameters, each at the end of its range where it is smaller."""
    known = least(expr, domain.ranges)
    if known is None:
        return ANY
    lowest, strict = sign_of_number(known[0]), known[1]
    if lowest == POSITIVE or (lowest == ZERO and strict):
        return POSITIVE
    return NONNEGATIVE if lowest <= NONNEGATIVE else ANY


def _structural(expr: sp.Expr, domain: Domain) -> Signs:
    if isinstance(expr, (SquaredLength, UnitVariate, Probability, Count)):
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
        return of_circular(expr, domain)
    if isinstance(expr, sp.re):
        return _of_real_part(expr.args[0], domain)
    if isinstance(expr, sp.log):
        return sign_of(expr.args[0] - 1, domain) if is_positive(expr.args[0], domain) else ANY
    if isinstance(expr, sp.gamma):
        return POSITIVE if is_positive(expr.args[0], domain) else ANY
    if isinstance(expr, sp.factorial):
        return POSITIVE if is_nonnegative(expr.args[0], domain) else ANY
    if isinstance(expr, sp.RisingFactorial):
        return POSITIVE if is_positive(expr.args[0], domain) and is_nonnegative(expr.args[1], domain) else ANY
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
    length = POSITIVE if low is -sp.oo or high is sp.oo else sign_of(high - low, domain)
    if not length <= NONNEGATIVE:
        return ANY
    # neither what its symbol assumes nor what is known of a parameter of its name is known of the variable
    own = stand_in_for(variable, expr.function)
    inside = Range(own, None if low is -sp.oo else low, None if high is sp.oo else high, "()")
    signs = sign_of(expr.function.xreplace({variable: own}), domain.with_ranges(inside))
    # what is positive everywhere inside has a positive integral
    return signs if length == POSITIVE and len(signs) == 1 else signs | ZERO


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
        by_assumption = base.is_extended_nonnegative and not base.is_number
        rooted = expr.exp.is_Rational and bool(by_assumption or is_nonnegative(base, domain or Domain(())))
        if domain and is_real(expr.exp, domain) and is_positive(base, domain):
            return True
        return is_real(base, domain) and (bool(expr.exp.is_integer) or rooted)
    if isinstance(expr, (sp.Sum, sp.Product)):
        return is_real(expr.function, domain)
    if isinstance(expr, sp.Integral):
        return is_real(expr.function, domain)
    if isinstance(expr, (sp.log, sp.gamma)):
        return domain is not None and is_positive(expr.args[0], domain)
    if isinstance(expr, (sp.hyper, sp.besseli)):
        return all(is_real(part, domain) for part in _numbers_of(expr)) and _has_real_values(expr, domain)
    if isinstance(expr, (Expectation, MeanOfSamples, sp.conjugate)):
        return is_real(expr.args[0], domain)
    if isinstance(expr, MembersExpectation):
        return all(is_real(sample, domain) for sample in expr.samples)
    return isinstance(expr, _REAL_FUNCTIONS) and is_real(expr.args[0], domain)


def _numbers_of(function: sp.Expr) -> tuple[sp.Expr, ...]:
    return (*function.ap, *function.bq, function.argument) if isinstance(function, sp.hyper) else function.args


def _has_real_values(function: sp.Expr, domain: Domain | None) -> bool:
    """A power series with real coefficients at a real number; ``I_nu`` of a real order has a factor ``z^nu``."""
    if isinstance(function, sp.hyper):
        return len(function.ap) <= len(function.bq)
    return bool(function.order.is_integer) or (domain is not None and is_nonnegative(function.argument, domain))


def _of_symbol(symbol: sp.Symbol, domain: Domain) -> Signs:
    if symbol.is_positive:
        return POSITIVE
    if symbol.is_negative:
        return NEGATIVE
    signs = NONNEGATIVE if symbol.is_nonnegative else ANY
    entry = isinstance(symbol, sp.Indexed)
    name = symbol.base.label if entry else symbol
    for item in domain.ranges:
        # what is said of a vector is said of its entries, and not of a number of its name
        if item.symbol == name and bool(item.shape) == entry:
            signs &= of_range(item, lambda end: sign_of(end, Domain(())))
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


def _of_sum(expr: sp.Add, domain: Domain) -> Signs:
    for candidate in rearrangements(expr, domain):
        of_terms = [sign_of(term, domain) if not isinstance(term, sp.Add) else ANY for term in _terms(candidate)]
        for good, strict in ((NONNEGATIVE, POSITIVE), (NONPOSITIVE, NEGATIVE)):
            if all(s <= good for s in of_terms):
                return strict if any(s == strict for s in of_terms) else good
    signs = sign_of_gap(expr)
    for of_form in (sign_of_exponentials, sign_of_angle_difference, sign_of_root_sum):
        signs &= of_form(expr, lambda part: sign_of(part, domain), lambda part: is_real(part, domain))
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
    signs = sign_of_number(constant)
    # a sum of numbers is itself a sum: it is represented by its sign
    return [*rest, sp.Integer(next(iter(signs)))] if len(signs) == 1 else [*rest, constant]
