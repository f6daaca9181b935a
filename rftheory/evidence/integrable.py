"""Whether integrals are proved to exist: absolutely integrable, sufficient rules for one real variable.

An integrand must be continuous on the closed interval, or be a product of such a function and powers above -1 of the distance
to an end; on a half-line or the whole line every term must be a product of powers, bounded factors and exponentials whose
exponent, a sum of powers of the variable, falls to minus infinity.
"""

from __future__ import annotations

import sympy as sp

from rftheory.evidence.defined import first_missing, missing, not_shown, rule
from rftheory.evidence.lower_bounds import is_above, is_at_least
from rftheory.evidence.sign import NEGATIVE, NONNEGATIVE, is_positive, is_real, sign_of
from rftheory.evidence.sum_signs import StandIn, stand_in_for
from rftheory.evidence.zero import is_proved_nonzero
from rftheory.rules.expectation import expand_products
from rftheory.statements.domain import Domain, Range

#: functions that are bounded on the real line
BOUNDED = (sp.sin, sp.cos, sp.tanh, sp.atan, sp.erf, sp.sign)
#: functions that are continuous wherever they are defined (other nodes may jump)
_CONTINUOUS = (
    *(sp.Add, sp.Mul, sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.atan, sp.erf, sp.Abs, sp.re, sp.im),
    *(sp.conjugate, sp.gamma, sp.hyper, sp.besseli, sp.besselj, sp.Symbol, sp.Indexed, sp.IndexedBase, sp.Tuple),
)


def own_variable(low: sp.Expr, domain: Domain) -> sp.Symbol:
    """A new symbol for the variable of an integral, positive where the interval is."""
    above_zero = low != -sp.oo and sign_of(low, domain) <= NONNEGATIVE
    return sp.Dummy("variable", positive=True) if above_zero else sp.Dummy("variable", real=True)


def between(variable: sp.Symbol, low: sp.Expr, high: sp.Expr, domain: Domain, closed: str = "()") -> Domain:
    """The domain with a new real variable between two ends, infinite ones included."""
    ends = (None if low == -sp.oo else low, None if high == sp.oo else high)
    return domain.with_ranges(Range(variable, *ends, closed))


def falls(expr: sp.Expr, variable: sp.Symbol, domain: Domain) -> bool:
    """Whether every term tends to 0 at infinity: an exponential of what falls there, times powers and bounded factors."""
    own = sp.Dummy("variable", positive=True)
    body = sp.expand(sp.expand_power_base(expr.xreplace({variable: own})))
    inside = between(own, sp.Integer(1), sp.oo, domain)
    return not any(_tail_missing(term, own, sp.Integer(1), sp.oo, inside, domain) for term in sp.Add.make_args(body))


@rule(sp.Integral)
def _of_integral(node: sp.Integral, domain: Domain) -> str:
    if len(node.limits) > 1:
        return f"absolute integrability of {node} over several variables"
    variable, *ends = node.limits[0]
    if len(ends) != 2:
        return f"{node} has no ends"
    low, high = ends
    if gap := first_missing((end for end in ends if end not in (sp.oo, -sp.oo)), domain):
        return gap
    if high in (-sp.oo,) or low is sp.oo or not all(end in (sp.oo, -sp.oo) or is_real(end, domain) for end in ends):
        return f"that {low} and {high} are real ends of {node}, in this order, is not proved"
    own = stand_in_for(variable, node.function)
    while own in domain.symbols:
        own = StandIn(f"{own.name}_", real=True)
    body = node.function.xreplace({variable: own})
    if low is -sp.oo or high is sp.oo:
        return _on_half_lines(body, own, low, high, domain)
    if is_at_least(high - low, 0, domain):
        return _on_interval(body, own, low, high, domain)
    return not_shown(is_at_least(low - high, 0, domain), f"{low} <= {high}") or _on_interval(
        body, own, high, low, domain
    )


def _on_interval(body: sp.Expr, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, domain: Domain) -> str:
    """Continuous on the closed interval; else continuous but for integrable powers at the ends."""
    closed = domain.with_ranges(Range(variable, low, high))
    gap = missing(body, closed) or _not_continuous(body, variable, closed)
    if not gap:
        return ""
    inside = domain.with_ranges(Range(variable, low, high, "()"))
    if open_gap := missing(body, inside):
        return open_gap
    rest: list[sp.Expr] = []
    singular: list[sp.Expr] = []
    for factor in sp.Mul.make_args(body):
        whole = not (missing(factor, closed) or _not_continuous(factor, variable, closed))
        (rest if whole else singular).append(factor)
    # two powers at one end might add up
    known = [_integrable_ends(factor, variable, low, high, domain) for factor in singular]
    ends = [end for found in known for end in found]
    simple = all(known) and len(set(ends)) == len(ends)
    return "" if simple else f"absolute integrability of {body} from {low} to {high} is not proved ({gap})"


def _integrable_ends(
    factor: sp.Expr, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, domain: Domain
) -> tuple[str, ...]:
    """The ends at which a factor is a power above -1 of the distance, if it is that; both for a sine over its arc."""
    base, exponent = factor.as_base_exp()
    if exponent.has(variable) or not is_real(exponent, domain) or not is_positive(exponent + 1, domain):
        return ()
    if base == sp.sin(variable) and (low, high) == (0, sp.pi):
        return "low", "high"
    for name, end in (("low", low), ("high", high)):
        quotient = sp.cancel(base / (variable - end))
        if not quotient.has(variable) and is_proved_nonzero(quotient, domain):
            return (name,)
    return ()


def _not_continuous(expr: sp.Expr, variable: sp.Symbol, domain: Domain) -> str:
    """What may jump in a defined expression as the variable moves; empty if it is continuous."""
    if not expr.has(variable):
        return ""
    for part in sp.preorder_traversal(expr):
        if not part.has(variable) or isinstance(part, _CONTINUOUS):
            continue
        if isinstance(part, (sp.Sum, sp.Product)) and not part.has(sp.oo):
            return f"continuity of {part} in {variable}" if any(limit.has(variable) for limit in part.limits) else ""
        base = part.base if isinstance(part, sp.Pow) else part.args[0] if isinstance(part, sp.log) else None
        if base is None:
            return f"continuity of {type(part).__name__} in {variable}"
        whole = isinstance(part, sp.Pow) and part.exp.is_integer and not part.exp.has(variable)
        if not whole and not is_at_least(base, 0, domain):
            return f"{base} >= 0, under a root or logarithm that could jump,"
        moving = isinstance(part, sp.Pow) and part.exp.has(variable)
        if moving and not is_positive(base, domain):
            return f"{base} > 0, under a power with a variable exponent,"
    return ""


def _on_half_lines(body: sp.Expr, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, domain: Domain) -> str:
    inside = between(variable, low, high, domain)
    if gap := missing(body, inside):
        return gap
    for term in sp.Add.make_args(expand_products(body)):
        if gap := _tail_missing(term, variable, low, high, inside, domain):
            return f"absolute integrability of {term} from {low} to {high} is not proved ({gap})"
    return ""


def _tail_missing(
    term: sp.Expr, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, inside: Domain, domain: Domain
) -> str:
    exponent, power_at_low, order = sp.Integer(0), sp.Integer(0), sp.Integer(0)
    for factor in sp.Mul.make_args(term):
        base, power = factor.as_base_exp()
        if not factor.has(variable):
            continue
        if isinstance(factor, sp.exp):
            exponent += factor.exp
        elif _is_multiple(base, variable, domain) and _is_constant_power(power, variable, low, domain):
            # away from 0 every real power is as tame as a polynomial
            power_at_low += power if low == 0 else sp.Integer(0)
        elif (size := _exponential_order(factor, variable)) is not None:
            order = max(order, size)
        elif not _is_tame(factor, variable, inside):
            return f"the growth of {factor}"
    exponent = sp.expand(exponent)
    if low == 0:
        # exp(a log t) is t^a
        logarithm = sp.log(variable)
        power_at_low += exponent.coeff(logarithm)
        exponent = sp.expand(exponent - exponent.coeff(logarithm) * logarithm)
    if power_at_low != 0 and not (is_real(power_at_low, domain) and is_above(power_at_low, -1, domain)):
        return f"{power_at_low} > -1"
    return _falling_missing(exponent, variable, low, high, domain, order)


def _exponential_order(factor: sp.Expr, variable: sp.Symbol) -> sp.Expr | None:
    """e such that ``0F1(; b; z(t))``, at most exp(c |z|^(1/2)) in size, is at most exp(c |t|^e), z a polynomial."""
    if not (isinstance(factor, sp.hyper) and not factor.ap and len(factor.bq) == 1) or factor.bq.has(variable):
        return None
    inner = sp.expand(factor.argument)
    return sp.Rational(sp.degree(inner, variable), 2) if inner.is_polynomial(variable) else None


def _is_constant_power(power: sp.Expr, variable: sp.Symbol, low: sp.Expr, domain: Domain) -> bool:
    """A real exponent, over places that are all positive but for the end 0."""
    positive = low == 0 or (low is not -sp.oo and is_positive(low, domain))
    return positive and not power.has(variable) and is_real(power, domain)


def _is_multiple(base: sp.Expr, variable: sp.Symbol, domain: Domain) -> bool:
    """``c t`` with c > 0: its powers are those of c times those of t."""
    factor = base / variable
    return not factor.has(variable) and is_positive(factor, domain)


def _falling_missing(
    exponent: sp.Expr, variable: sp.Symbol, low: sp.Expr, high: sp.Expr, domain: Domain, order: sp.Expr
) -> str:
    """An exponent that is a polynomial and falls to minus infinity at every infinite end, faster than ``-|t|^order``."""
    to_the_left, to_the_right = low is -sp.oo, high is sp.oo
    steep = exponent.coeff(sp.exp(variable))
    if steep != 0 and sign_of(steep, domain) == NEGATIVE:
        # falls faster than every polynomial to the right, and vanishes to the left
        exponent, to_the_right = sp.expand(exponent - steep * sp.exp(variable)), False
        if exponent.is_polynomial(variable) and not to_the_left:
            return ""
    degrees = _degrees(exponent, variable)
    highest = max(degrees or {}, default=sp.Integer(0))
    # a power that is none of an integer is no real number to the left of 0
    if degrees is None or highest <= order or (to_the_left and not all(degree.is_Integer for degree in degrees)):
        return f"exp({exponent}) falls fast enough"
    leading = degrees[highest]
    leading = leading if is_real(leading, domain) else sp.re(leading)
    signs = [leading] if to_the_right else []
    signs += [leading * (-1) ** highest] if to_the_left else []
    falls = all(any(sign_of(form(s), domain) == NEGATIVE for form in (lambda e: e, sp.factor)) for s in signs)
    return "" if falls else f"exp({exponent}) falls fast enough"


def _degrees(exponent: sp.Expr, variable: sp.Symbol) -> dict[sp.Rational, sp.Expr] | None:
    """The coefficients of a sum of rational powers >= 0 of the variable, by the power; None for anything else."""
    degrees: dict[sp.Rational, sp.Expr] = {}
    for part in sp.Add.make_args(sp.expand(exponent)):
        constant, rest = part.as_independent(variable, as_Add=False)
        base, degree = (variable, sp.Integer(0)) if rest == 1 else rest.as_base_exp()
        if base != variable or not degree.is_Rational or degree < 0:
            return None
        degrees[degree] = degrees.get(degree, sp.Integer(0)) + constant
    return degrees


def _is_tame(factor: sp.Expr, variable: sp.Symbol, inside: Domain) -> bool:
    """Continuous on the closed half-line and at most a polynomial in size."""
    if factor.is_polynomial(variable):
        return True
    return isinstance(factor, BOUNDED) and all(is_real(a, inside) and a.is_polynomial(variable) for a in factor.args)
