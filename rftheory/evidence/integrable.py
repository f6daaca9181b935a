"""Whether a definite integral is proved to converge absolutely: sufficient rules for one real variable.

On a bounded interval the integrand has to be continuous at both ends too. On a half-line or the whole line every term has
to be a constant times a power, bounded factors and ``exp(-q x^r + ...)``, where r > 0 is the largest power in the exponent
and q > 0; at 0 the power is above -1.
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.lower_bounds import is_above
from rftheory.evidence.sign import NEGATIVE, NONNEGATIVE, POSITIVE, is_nonzero, is_real, sign_of
from rftheory.evidence.sum_signs import opened
from rftheory.statements.domain import Domain, Range

_ENTIRE = (sp.Add, sp.Mul, sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.Symbol)
_BOUNDED = (sp.sin, sp.cos, sp.atan, sp.tanh, sp.erf)


def own_variable(low: sp.Expr, domain: Domain) -> sp.Symbol:
    """A new symbol for the variable of an integral, positive where the interval is."""
    above_zero = low != -sp.oo and sign_of(low, domain) <= NONNEGATIVE
    return sp.Dummy("variable", positive=True) if above_zero else sp.Dummy("variable", real=True)


def between(variable: sp.Symbol, low: sp.Expr, high: sp.Expr, domain: Domain, closed: str = "()") -> Domain:
    """The domain with a new real variable between two ends, infinite ones included."""
    ends = (None if low == -sp.oo else low, None if high == sp.oo else high)
    return domain.with_ranges(Range(variable, *ends, closed))


def is_integrable(node: sp.Integral, domain: Domain) -> bool:
    """Whether an integral over one variable is proved to converge absolutely, its ends in order."""
    if len(node.limits) != 1 or len(node.limits[0]) != 3:
        return False
    variable, low, high = node.limits[0]
    if low in (sp.oo, sp.zoo, sp.nan) or high in (-sp.oo, sp.zoo, sp.nan):
        return False
    bounded = low != -sp.oo and high != sp.oo
    if bounded:
        if sign_of(high - low, domain) != POSITIVE:
            return False
        own = sp.Dummy("variable", real=True)
        return is_continuous(node.function.xreplace({variable: own}), own, between(own, low, high, domain, "[]"))
    own = own_variable(low, domain)
    inside = between(own, low, high, domain)
    body = sp.expand(sp.expand_power_base(node.function.xreplace({variable: own})))
    return all(_decays(term, own, low, high, inside) for term in sp.Add.make_args(body))


def falls(expr: sp.Expr, variable: sp.Symbol, domain: Domain) -> bool:
    """Whether every term is a power times ``exp(-q x^r + ...)``, q, r > 0, so that it tends to 0 at infinity."""
    own = sp.Dummy("variable", positive=True)
    body = sp.expand(sp.expand_power_base(expr.xreplace({variable: own})))
    one = sp.Integer(1)
    inside = between(own, one, sp.oo, domain)
    return all(_decays(term, own, one, sp.oo, inside) for term in sp.Add.make_args(body))


def is_continuous(expr: sp.Expr, variable: sp.Symbol, domain: Domain) -> bool:
    """Whether an expression is proved continuous in a real variable on its range, as it is in the domain."""
    if not expr.has(variable):
        return True
    if isinstance(expr, sp.Sum):
        finite = not any(limit.has(sp.oo, variable) for limit in expr.limits)
        return finite and is_continuous(opened(expr), variable, domain)
    if isinstance(expr, sp.hyper):
        parameters = (*expr.ap, *expr.bq)
        poles = all(sign_of(b, domain) == POSITIVE for b in expr.bq)
        entire = poles and len(expr.ap) <= len(expr.bq) and not any(p.has(variable) for p in parameters)
        return entire and is_continuous(expr.argument, variable, domain)
    if isinstance(expr, (sp.atan, sp.tanh, sp.erf, sp.Abs)):
        return is_real(expr.args[0], domain) and is_continuous(expr.args[0], variable, domain)
    if isinstance(expr, sp.Pow) and not isinstance(expr, sp.exp):
        return is_continuous(expr.base, variable, domain) and _is_continuous_power(expr, variable, domain)
    if isinstance(expr, sp.log):
        return sign_of(expr.args[0], domain) == POSITIVE and is_continuous(expr.args[0], variable, domain)
    return isinstance(expr, _ENTIRE) and all(is_continuous(part, variable, domain) for part in expr.args)


def _is_continuous_power(expr: sp.Pow, variable: sp.Symbol, domain: Domain) -> bool:
    base, exponent = expr.base, expr.exp
    if exponent.has(variable):
        return (
            sign_of(base, domain) == POSITIVE
            and is_real(exponent, domain)
            and is_continuous(exponent, variable, domain)
        )
    if exponent.is_Integer or (exponent.is_integer and sign_of(exponent, domain) <= NONNEGATIVE):
        return not exponent.is_negative or is_nonzero(base, domain)
    signs = sign_of(base, domain)
    if not is_real(exponent, domain) or not signs <= NONNEGATIVE:
        return False
    # 0^e is continuous from above for e > 0, and 1 everywhere for e = 0
    return signs == POSITIVE or sign_of(exponent, domain) <= NONNEGATIVE


def _decays(term: sp.Expr, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, inside: Domain) -> bool:
    power, exponent = sp.Integer(0), sp.Integer(0)
    for factor in sp.Mul.make_args(term):
        if not factor.has(variable):
            continue
        base, degree = factor.as_base_exp()
        if isinstance(factor, sp.exp):
            exponent += factor.exp
        elif base == variable and not degree.has(variable) and is_real(degree, inside):
            power += degree
        elif not (
            isinstance(factor, _BOUNDED) and is_real(factor.args[0], inside) and _is_bounded(factor, variable, inside)
        ):
            return False
    if low == -sp.oo:
        whole = power.is_Integer and power >= 0
    else:
        whole = sign_of(low, inside) == POSITIVE or (low == 0 and is_above(power, -1, inside))
    return bool(whole) and _falls(exponent, variable, low, high, inside)


def _is_bounded(factor: sp.Expr, variable: sp.Symbol, inside: Domain) -> bool:
    return is_continuous(factor.args[0], variable, inside)


def _falls(exponent: sp.Expr, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, inside: Domain) -> bool:
    """Whether an exponent, a sum of powers of the variable, falls like a negative multiple of the largest power."""
    degrees: dict[sp.Expr, sp.Expr] = {}
    for part in sp.Add.make_args(sp.expand(exponent)):
        constant, rest = part.as_independent(variable, as_Add=False)
        base, degree = rest.as_base_exp()
        if rest == 1:
            base, degree = variable, sp.Integer(0)
        if base != variable or not degree.is_Rational or degree < 0:
            return False
        degrees[degree] = degrees.get(degree, sp.Integer(0)) + constant
    highest = max(degrees, default=sp.Integer(0))
    if highest == 0 or not all(is_real(constant, inside) for constant in degrees.values()):
        return False
    leading = degrees[highest]
    if not any(sign_of(form, inside) == NEGATIVE for form in (leading, sp.factor(leading))):
        return False
    # towards -oo a power has to be even
    whole = all(degree.is_Integer for degree in degrees)
    return high == sp.oo and (low != -sp.oo or (whole and highest % 2 == 0))
