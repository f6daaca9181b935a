"""What is seen of the values of terms without search: lower bounds, that they are not zero, that they are real.

Every function here answers False (or None) where nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod

from rftheory.kernel.contexts import Context, bodies, end_facts
from rftheory.kernel.known import integer, is_said, kept, orders, told
from rftheory.kernel.terms import ZERO, Term
from rftheory.kernel.theorems import Kernel

#: a rational lower bound and whether it is strict
Low = tuple[Fraction, bool]
#: functions with real values, for real arguments if they ask for such
OF_REAL = {"tanh", "atan", "erf", "sgn"}
_REAL = {"rat", "pi", "abs", "re", "im", "norm2", "dot", "coord", "at", "ap", "P", "max"} | OF_REAL


# -- lower bounds ---------------------------------------------------------------------------------------------------


def low(kernel: Kernel, context: Context, term: Term) -> Low | None:
    """A rational lower bound of a term that is seen without search, and whether it is strict."""
    return kept(kernel, context, "low", term, lambda: _low(kernel, context, term))


def _low(kernel: Kernel, context: Context, term: Term) -> Low | None:
    bounds = (_low_by_structure(kernel, context, term), *_low_by_order(kernel, context, term))
    return max((bound for bound in bounds if bound is not None), default=None)


def _low_by_order(kernel: Kernel, context: Context, term: Term) -> Iterator[Low | None]:
    ends = end_facts(context.declarations[term.data[0]], term) if term.op == "var" else []
    for order in (*ends, *orders(kernel, context, lambda fact: fact.args[1] is term)):
        if order.args[1] is term and order.args[0] is not term:
            below = low(kernel, context, order.args[0]) if _is_simpler(order.args[0], term) else None
            if below is not None:
                yield below[0], below[1] or order.op == "<"


def _is_simpler(term: Term, other: Term) -> bool:
    """An order that ends the search for lower bounds."""
    if term.op == other.op == "var":
        return bool(term.data[0] < other.data[0])
    return term.depth < other.depth or (term.op == "rat" and other.op != "rat")


def _low_by_structure(kernel: Kernel, context: Context, term: Term) -> Low | None:
    op, args, zero = term.op, term.args, Fraction(0)
    if op == "rat":
        return term.data, False
    if op == "pi":
        return Fraction(3), True
    if op in ("+", "*"):
        held = [part for part in (low(kernel, context, arg) for arg in args) if part is not None]
        if len(held) < len(args):
            return None
        if op == "+":
            return sum((q for q, _ in held), zero), any(strict for _, strict in held)
        if any(q < 0 for q, _ in held):
            return None
        product = prod((q for q, _ in held), start=Fraction(1))
        positive = all(q > 0 or strict for q, strict in held)
        return product, positive if product == 0 else any(strict for _, strict in held)
    if op in ("exp", "cosh"):  # exp x > 0, cosh x >= 1
        return (Fraction(op == "cosh"), op == "exp") if real(kernel, context, args[0]) else None
    if op == "abs":
        from rftheory.kernel.defined import defined

        return zero, defined(kernel, context, args[0]) and nonzero(kernel, context, args[0])
    if op == "dot":
        return (zero, False) if args[0] is args[1] else None
    if op == "pow":
        return _low_of_power(kernel, context, term)
    if op in ("sqrt", "root", "inv", "gamma", "rpow"):
        return _low_of_root(kernel, context, term)
    if op in ("norm2", "P"):
        return zero, False
    if op in ("E", "int", "sum", "prod"):
        inner, _, (body,) = bodies(context, term)
        return (zero, False) if nonneg(kernel, inner, body) else None
    return None


def _low_of_power(kernel: Kernel, context: Context, term: Term) -> Low | None:
    (base,), n = term.args, term.data
    below = low(kernel, context, base)
    if below is not None and below[0] >= 0:
        return below[0] ** n, n > 0 and below[1]
    if n % 2 == 0 and real(kernel, context, base):
        return Fraction(0), nonzero(kernel, context, base)
    return None


def _low_of_root(kernel: Kernel, context: Context, term: Term) -> Low | None:
    """Roots, inverses and real powers of what is not negative are not negative."""
    base = term.args[0]
    if term.op == "rpow" and not real(kernel, context, term.args[1]):
        return None
    if term.op in ("inv", "gamma"):
        return (Fraction(0), True) if positive(kernel, context, base) else None
    return (Fraction(0), positive(kernel, context, base)) if nonneg(kernel, context, base) else None


def nonneg(kernel: Kernel, context: Context, term: Term) -> bool:
    below = low(kernel, context, term)
    return below is not None and below[0] >= 0


def positive(kernel: Kernel, context: Context, term: Term) -> bool:
    below = low(kernel, context, term)
    return below is not None and (below[0] > 0 or (below[0] == 0 and below[1]))


def nonzero(kernel: Kernel, context: Context, term: Term) -> bool:
    """Whether a term that is defined is seen not to vanish."""
    return kept(kernel, context, "nonzero", term, lambda: _nonzero(kernel, context, term))


def _nonzero(kernel: Kernel, context: Context, term: Term) -> bool:
    op, args = term.op, term.args
    if op == "rat":
        return bool(term.data != 0)
    if op in ("exp", "pi", "imag", "inv", "gamma"):
        return True
    if op in ("neg", "pow", "root", "sqrt", "conj", "abs", "*") and all(nonzero(kernel, context, arg) for arg in args):
        return True
    if op == "rpow" and nonzero(kernel, context, args[0]):
        return True
    if told(kernel, context, "!=", term, ZERO) or told(kernel, context, "!=", ZERO, term):
        return True
    return told(kernel, context, "<", term, ZERO) or positive(kernel, context, term)


# -- real and integer -----------------------------------------------------------------------------------------------


def real(kernel: Kernel, context: Context, term: Term) -> bool:
    """Whether a term that is defined is seen to be real."""
    return kept(kernel, context, "real", term, lambda: _real(kernel, context, term))


def _real(kernel: Kernel, context: Context, term: Term) -> bool:
    op, args = term.op, term.args
    if op in _REAL:
        return True
    if op == "var":
        return term.data[1] in ("real", "int")
    if op in ("+", "*", "neg", "inv", "pow", "exp", "sin", "cos", "sinh", "cosh", "gamma", "pfq", "conj"):
        if all(real(kernel, context, arg) for arg in args):
            return True
    elif op in ("sqrt", "root", "log"):
        if real(kernel, context, args[0]) and nonneg(kernel, context, args[0]):
            return True
    elif op == "rpow":
        if real(kernel, context, args[0]) and (nonneg(kernel, context, args[0]) or integer(kernel, context, args[1])):
            return True
    elif op in ("bessel_i", "bessel_j"):
        order, place = args
        known_order = integer(kernel, context, order) or (
            real(kernel, context, order) and nonneg(kernel, context, place)
        )
        if real(kernel, context, place) and known_order:
            return True
    elif op in ("E", "int", "sum", "prod"):
        inner, _, (body,) = bodies(context, term)
        if real(kernel, inner, body):
            return True
    return is_said(kernel, context, term, "real", "int?") or any(
        True for _ in orders(kernel, context, lambda fact: term in fact.args)
    )
