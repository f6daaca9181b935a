"""Whether random quantities have finite means: how large they may be, law by law.

For w ~ N(0, I_d) a function of at most the size ``(1 + |w|)^p exp(a |w|^2 + b |w|)`` is integrable for Re(1 - 2a) > 0. The
rate a is read off the expression: forms and exponentials of forms have none, products add their rates, a sum has those of its
terms. Several members of a block are bounded by the member with the larger value. A variate of unknown law has the moments
that it declares. A function of independent counts is averaged over each of them, as an absolutely convergent series.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import sympy as sp
from sympy.core.function import AppliedUndef

from rftheory.evidence.convergence import series_missing
from rftheory.evidence.defined import not_shown
from rftheory.evidence.integrable import BOUNDED
from rftheory.evidence.known_signs import stated
from rftheory.evidence.lower_bounds import is_above, is_at_least
from rftheory.evidence.sign import NONNEGATIVE, is_positive, is_real
from rftheory.evidence.sum_signs import opened
from rftheory.evidence.unproved import Unproved
from rftheory.rules.counts import factored
from rftheory.rules.expectation import expand_products
from rftheory.rules.frames import OrthogonalMean
from rftheory.rules.gaussian import bilinear_square, to_exponentials
from rftheory.rules.nodes import Form, Phase, SampleMean, SquaredLength, sources
from rftheory.rules.tables import Coordinate, Drawn
from rftheory.rules.variates import COUNT, DRAW, MASS, Count, UnitVariate, Variate
from rftheory.statements.domain import Domain, Range

#: quadratic rates by projection; under a squared length, the power with which it stands in a denominator
Rates = dict[str | SquaredLength, sp.Expr]
_PLAIN = (Form, Phase, SquaredLength, Coordinate, Drawn, UnitVariate)


def integrable_missing(expr: sp.Expr, domain: Domain, known: Domain | None = None) -> str:
    """What is missing to the absolute integrability of a defined random quantity.

    ``known`` is the domain with what is known of every draw.
    """
    if not _drawn_from_laws(expr):
        return ""  # finitely many values
    try:
        if expr.atoms(Count):
            return _over_counts_missing(expr, domain)
        if any(not isinstance(v, UnitVariate) for v in expr.atoms(Variate)):
            return _over_variates_missing(expr, domain)
        for rates in growth(expr, known or domain):
            for name, rate in rates.items():
                if isinstance(name, SquaredLength):
                    # E |w|^(-2k) is finite for d > 2k
                    if not is_above(name.dimension, 2 * rate, domain):
                        return f"{name.dimension} > {2 * rate}, for a finite mean of {expr}, is not proved"
                elif rate != 0 and not is_positive(sp.re(sp.expand(1 - 2 * rate)), domain):
                    return f"{1 - 2 * rate} > 0, for a finite mean of {expr}, is not proved"
    except (Unproved, ValueError) as gap:
        return f"a finite mean of {expr} is not proved ({gap})"
    return ""


def _drawn_from_laws(expr: sp.Expr) -> bool:
    """Whether anything is random besides entries of finite tables."""
    return bool(sources(expr.xreplace({node: sp.Integer(1) for node in expr.atoms(Drawn)})))


def growth(expr: sp.Expr, domain: Domain) -> list[Rates]:
    """Rates such that the absolute value is at most a sum of ``(1 + |w|)^p exp(sum_w a_w |w|^2 + b |w|)`` over them.

    Raises:
        Unproved: for a shape that the rules do not know.
    """
    if not sources(expr) or isinstance(expr, _PLAIN):
        return [{}]
    if isinstance(expr, sp.exp):
        return [_rates_of_exponent(expr.exp, domain)]
    if isinstance(expr, BOUNDED) and is_real(expr.args[0], domain):
        return [{}]
    if isinstance(expr, (sp.cos, sp.sin, sp.cosh, sp.sinh)):
        return growth(to_exponentials(expr), domain)
    if isinstance(expr, sp.Add):
        return [rates for part in expr.args for rates in growth(part, domain)]
    if isinstance(expr, sp.Mul):
        total: list[Rates] = [{}]
        for part in expr.args:
            total = [_added(a, b) for a in total for b in growth(part, domain)]
        return total
    if isinstance(expr, (sp.Abs, sp.conjugate, sp.re, sp.im)):
        return growth(expr.args[0], domain)
    if isinstance(expr, (SampleMean, OrthogonalMean)):
        return growth(expr.sample, domain)
    if (
        isinstance(expr, sp.Sum)
        and not expr.has(sp.oo)
        and not any(sources(end) for _, *ends in expr.limits for end in ends)
    ):
        return growth(opened(expr), domain)
    if isinstance(expr, sp.Pow):
        return _growth_of_power(expr, domain)
    if isinstance(expr, sp.log):
        return _growth_of_logarithm(expr.args[0], domain)
    raise Unproved(f"how {type(expr).__name__} grows is not known to the rules")


def _growth_of_power(expr: sp.Pow, domain: Domain) -> list[Rates]:
    base, exponent = expr.base, expr.exp
    if sources(exponent):
        raise Unproved(f"the exponent of {expr} is random")
    if is_at_least(exponent, 0, domain):
        return [{name: rate * exponent for name, rate in rates.items()} for rates in growth(base, domain)]
    if isinstance(base, sp.exp) and exponent.is_Integer:
        return [_rates_of_exponent(base.exp * exponent, domain)]
    if isinstance(base, SquaredLength):
        return [{base: -exponent}]
    fixed = sp.Add(*(part for part in sp.Add.make_args(base) if not sources(part)))
    if is_positive(fixed, domain) and is_at_least(base - fixed, 0, domain):
        return [{}]
    raise Unproved(f"a bound of {base} from below")


def _growth_of_logarithm(number: sp.Expr, domain: Domain) -> list[Rates]:
    """``1 <= I_0(z) <= exp(|z|)``, and ``1 - k exp(-q)`` between 1 - k and 1 for q >= 0, 0 <= k < 1.

    For k = 1 and ``q >= c |w|^2``, c > 0, the logarithm is at most ``1/(c |w|^2)`` in size, which is integrable for d >= 3.
    """
    if isinstance(number, sp.besseli) and number.order == 0 and is_real(number.argument, domain):
        return growth(number.argument, domain)
    coefficient, exponent = _one_minus_exponential(number)
    if exponent is None or not is_real(exponent, domain):
        raise Unproved(f"how log({number}) grows is not known to the rules")
    if is_at_least(exponent, 0, domain) and coefficient.is_Rational and 0 <= coefficient < 1:
        return [{}]
    if coefficient == 1 and _is_clear_of_zero(exponent, domain):
        return [{}]
    lengths = [length for length in exponent.atoms(SquaredLength) if is_at_least(length.dimension, 3, domain)]
    for length in lengths:
        scale = sp.expand(exponent).coeff(length)
        if coefficient == 1 and is_positive(scale, domain) and is_at_least(exponent - scale * length, 0, domain):
            return [{}]
    raise Unproved(f"how log({number}) grows is not known to the rules")


def _is_clear_of_zero(total: sp.Expr, domain: Domain) -> bool:
    """Whether what the domain states keeps every term of a sum above one positive number."""
    if not (isinstance(total, sp.Sum) and len(total.limits) == 1):
        return False
    _, low, high = total.limits[0]
    body = opened(total)
    margins = (sp.expand(body - known) for known, signs in stated(domain) if signs <= NONNEGATIVE)
    return is_at_least(high, low, domain) and any(m.is_number and is_positive(m, domain) for m in margins)


def _one_minus_exponential(number: sp.Expr) -> tuple[sp.Expr, sp.Expr | None]:
    """k and q of ``1 - k exp(-q)``."""
    coefficient, rest = (1 - number).as_coeff_Mul()
    return (coefficient, -rest.exp) if isinstance(rest, sp.exp) else (coefficient, None)


def _rates_of_exponent(exponent: sp.Expr, domain: Domain) -> Rates:
    rates: Rates = {}
    for term in sp.Add.make_args(expand_products(exponent)):
        random = [factor for factor in sp.Mul.make_args(term) if sources(factor)]
        rest = sp.Mul(*(factor for factor in sp.Mul.make_args(term) if not sources(factor)))
        if not random:
            continue
        node = random[0]
        if len(random) > 1:
            raise Unproved(f"the exponent {exponent} is a product of draws")
        if isinstance(node, SquaredLength):
            rates = _added(rates, {node.projection: rest})
        elif isinstance(node, sp.Pow) and node.exp == 2 and isinstance(node.base, (Form, Coordinate)):
            name, scale = _square_of(node.base)
            if is_real(rest, domain) and is_at_least(-rest, 0, domain):
                continue
            rates = _added(rates, {name: rest * scale if is_real(rest, domain) else sp.Abs(rest) * scale})
        elif not (isinstance(node, (Form, Coordinate, Phase, UnitVariate, Drawn)) or _is_bounded(node, domain)):
            raise Unproved(f"the exponent {exponent} is not linear in the draws")
    return rates


def _is_bounded(node: sp.Expr, domain: Domain) -> bool:
    """A bounded function at a real number, or an exponential with negative rates of all projections in it."""
    if not isinstance(node, sp.exp):
        return isinstance(node, BOUNDED) and is_real(node.args[0], domain)
    rates = _rates_of_exponent(node.exp, domain)
    return set(rates) == set(sources(node)) and all(is_positive(-sp.re(rate), domain) for rate in rates.values())


def _square_of(node: Form | Coordinate) -> tuple[str, sp.Expr]:
    """``(w.u)^2 <= |u|^2 |w|^2``."""
    if isinstance(node, Coordinate):
        return node.random_source, sp.Integer(1)
    return node.projection, bilinear_square({node: sp.Integer(1)})


def _added(first: Rates, second: Mapping[str | SquaredLength, sp.Expr]) -> Rates:
    return {name: first.get(name, sp.Integer(0)) + second.get(name, sp.Integer(0)) for name in {*first, *second}}


# -- counts -------------------------------------------------------------------------------------------------------


def _over_counts_missing(expr: sp.Expr, domain: Domain) -> str:
    for term in sp.Add.make_args(expand_products(_averaged(expr))):
        parts = factored(term)
        if parts is None:
            return f"a finite mean of {term} over counts is not known to the rules"
        # what is declared counts for a law that may be any only; of a given law it is asked
        any_law = [count for count in term.atoms(Count) if count.law(COUNT).func == MASS]
        declared = [sp.cancel(count.law(COUNT) * f) for count in any_law for f in count.finite]
        for part in parts.parts:
            if any(not sp.cancel(part.terms / f).has(COUNT) for f in declared):
                continue
            inside = domain
            body = part.terms
            if part.index is not None:
                size = Range(part.index, part.low, part.high, integer=True)
                inside = domain.with_ranges(size)
            if gap := series_missing(body, COUNT, inside.with_ranges(Range(COUNT, 0, None, integer=True))):
                return gap
    return ""


def _averaged(expr: sp.Expr) -> sp.Expr:
    """Sample means, to the power that they have, are products of samples: those of one sample decide (Hoelder)."""
    return expr.replace(SampleMean, lambda sample, size: sample)


# -- variates -----------------------------------------------------------------------------------------------------


def _over_variates_missing(expr: sp.Expr, domain: Domain) -> str:
    """Independent variates and projections: each factor of each term must have a finite mean of its own."""
    plain = expr.xreplace({node: node.sample for node in expr.atoms(SampleMean)})
    for term in sp.Add.make_args(expand_products(plain)):
        groups: dict[str, list[sp.Expr]] = {}
        for factor in _split(term):
            names = sources(factor)
            if len(names) > 1 and factor.atoms(Variate):
                return f"a finite mean of {factor}, in which {', '.join(sorted(names))} meet, is not known to the rules"
            groups.setdefault(min(names, default=""), []).append(factor)
        for name, factors in groups.items():
            if gap := _group_missing(name, sp.Mul(*factors), domain):
                return gap
    return ""


def _split(term: sp.Expr) -> Iterable[sp.Expr]:
    for factor in sp.Mul.make_args(term):
        if isinstance(factor, sp.exp) and factor.atoms(Variate):
            yield from (sp.exp(part) for part in sp.Add.make_args(expand_products(factor.exp)))
        else:
            yield factor


def _group_missing(name: str, function: sp.Expr, domain: Domain) -> str:
    variates = [v for v in function.atoms(Variate) if not isinstance(v, UnitVariate) and v.name == name]
    if not variates:
        return integrable_missing(function, domain) if name else ""
    (variate,) = variates
    coefficient, rest = function.as_independent(variate, as_Add=False)
    shown = rest.xreplace({variate: DRAW})
    known = any(_follows(shown, declared) for declared in variate.finite)
    squares = sp.Mul.make_args(shown)
    product = len(squares) == 2 and all(any(_follows(part**2, f) for f in variate.finite) for part in squares)
    return not_shown(known or product, f"a finite mean of {rest} (declare it: Variate({name!r}, ...))")


def _follows(function: sp.Expr, declared: sp.Expr) -> bool:
    """Whether ``E |f| < oo`` follows from that of a declared function: the same up to a factor, or a lower power."""
    if function == declared or not sp.cancel(function / declared).has(DRAW):
        return True
    (base, power), (of_base, most) = function.as_base_exp(), declared.as_base_exp()
    whole = power.is_Integer and most.is_Integer and 0 <= power <= most
    return bool(base == of_base and whole and (base == DRAW or isinstance(base, AppliedUndef)))
