"""Lower bounds that follow from what a domain states: signs in several forms, linear steps, cosines between their ends."""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp

from rftheory.evidence.integrated import integrate
from rftheory.evidence.known_signs import stated
from rftheory.evidence.sign import NEGATIVE, NONNEGATIVE, NONPOSITIVE, POSITIVE, is_real, sign_of
from rftheory.evidence.zero import has_nonzero_factors, is_proved_nonzero
from rftheory.rules.nodes import Expectation
from rftheory.statements.domain import Domain


def is_at_least(expr: sp.Expr, low: sp.Expr | int, domain: Domain) -> bool:
    """Whether ``expr >= low`` is proved, in one of several forms or by what the domain states."""
    gap = sp.sympify(expr) - low
    if any(sign_of(form(gap), domain) <= NONNEGATIVE for form in (lambda e: e, sp.expand, sp.factor)):
        return True
    return _is_bounded_below(gap, domain) or any(sign_of(rest, domain) <= NONNEGATIVE for rest in _reduced(gap, domain))


def is_above(expr: sp.Expr, low: sp.Expr | int, domain: Domain) -> bool:
    """Whether ``expr > low`` is proved, in one of several forms or by what the domain states."""
    gap = sp.sympify(expr) - low
    if any(sign_of(form(gap), domain) == POSITIVE for form in (lambda e: e, sp.expand, sp.factor)):
        return True
    return any(sign_of(rest, domain) == POSITIVE for rest in _reduced(gap, domain))


def is_square(expr: sp.Expr, domain: Domain) -> bool:
    """Whether an expression is linear in a cosine and >= 0 at both of its ends, like ``a^2 + 2 a b cos t + b^2``."""
    return any(
        _is_linear(expr, cosine)
        and is_real(cosine, domain)
        and all(is_at_least(sp.factor(end), 0, domain) for end in _at_ends(expr, cosine))
        for cosine in expr.atoms(sp.cos)
    )


def _is_inside_ends(expr: sp.Expr, domain: Domain) -> bool:
    """Linear in a cosine strictly between -1 and 1, >= 0 at both ends and not zero at both: positive in between."""
    for cosine in expr.atoms(sp.cos):
        if not _is_linear(expr, cosine):
            continue
        ends = _at_ends(expr, cosine)
        if (
            all(is_at_least(end, 0, domain) for end in ends)
            and is_above(sum(ends, start=sp.Integer(0)), 0, domain)
            and all(is_above(1 - sign * cosine, 0, domain) for sign in (1, -1))
        ):
            return True
    return False


def _at_ends(expr: sp.Expr, cosine: sp.Expr) -> list[sp.Expr]:
    return [expr.xreplace({cosine: sp.Integer(sign)}) for sign in (1, -1)]


def _is_bounded_below(gap: sp.Expr, domain: Domain) -> bool:
    """``q + sum_k q_k f_k >= 0`` for products f_k of sines and cosines and rational q >= sum_k |q_k|."""
    least = sp.Integer(0)
    for term in sp.Add.make_args(gap):
        coefficient, rest = term.as_coeff_Mul(rational=True)
        waves = sp.Mul.make_args(rest)
        if rest == 1:
            least += coefficient
        elif all(isinstance(f, (sp.sin, sp.cos)) and is_real(f, domain) for f in waves):
            least -= abs(coefficient)
        else:
            return False
    return bool(least >= 0)


def _is_linear(expr: sp.Expr, part: sp.Expr) -> bool:
    name = sp.Dummy()
    return sp.diff(expr.xreplace({part: name}), name, 2).expand() == 0


def _reduced(gap: sp.Expr, domain: Domain, depth: int = 2) -> Iterator[sp.Expr]:
    """The rest of a linear expression, after positive multiples of what the domain states to be >= 0 are taken off.

    A multiple of something positive is taken off but for its sign: the rest only has to be >= 0 then.
    """
    symbols = gap.free_symbols
    for known, signs in stated(domain):
        if not (signs <= NONNEGATIVE or signs <= NONPOSITIVE) or not known.free_symbols & symbols:
            continue
        nonnegative = known if signs <= NONNEGATIVE else -known
        found = (_ratio(gap, nonnegative, s) for s in nonnegative.free_symbols & symbols)
        for ratio in sorted({ratio for ratio in found if ratio is not None}):
            rest = sp.expand(gap - ratio * nonnegative)
            strict = signs in (POSITIVE, NEGATIVE) and sign_of(rest, domain) <= NONNEGATIVE
            yield sp.Integer(1) if strict else rest
            if depth > 1:
                yield from _reduced(rest, domain, depth - 1)


def _ratio(gap: sp.Expr, known: sp.Expr, symbol: sp.Symbol) -> sp.Rational | None:
    """The positive rational multiple of what is known that takes a symbol out of an expression."""
    first, second = sp.diff(gap, symbol), sp.diff(known, symbol)
    if first == second:
        return sp.Integer(1)
    if first.is_Rational and second.is_Rational and second != 0 and first / second > 0:
        return first / second
    return None


def is_size(expr: sp.Expr, domain: Domain) -> bool:
    """Whether an expression is proved an integer >= 1."""
    return bool(sp.sympify(expr).is_integer) and is_at_least(expr, 1, domain)


def is_never_zero(expr: sp.Expr, domain: Domain) -> bool:
    """Nonzero as it stands, or once its expectations are integrated by the rules."""
    if is_proved_nonzero(expr, domain) or _is_stated(expr, domain):
        return True
    if not expr.has(sp.I, Expectation) and (is_above(expr, 0, domain) or is_above(-expr, 0, domain)):
        return True
    if _is_inside_ends(expr, domain):
        return True
    return expr.has(sp.exp, Expectation) and has_nonzero_factors(integrate(expr, domain), domain)


def _is_stated(expr: sp.Expr, domain: Domain) -> bool:
    """Whether the domain states that a sum is not zero, whatever its index is called."""
    if not expr.has(sp.Sum):
        return False
    form = expr.as_dummy()
    return any(0 not in signs and known.as_dummy() == form for known, signs in stated(domain))
