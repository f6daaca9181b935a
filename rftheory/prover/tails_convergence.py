"""Convergence of means of unknown variates: by what is declared of them, by bounds of the body, by means of squares."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from rftheory.kernel.contexts import Context, bodies, close
from rftheory.kernel.defined import nonneg, real
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import ONE, ZERO, Term, make, power
from rftheory.kernel.theorems import Theorem
from rftheory.prover.definite import make_defined, make_real
from rftheory.prover.equal import prove_equal
from rftheory.prover.failure import Unproved
from rftheory.prover.function_values import values_of_functions
from rftheory.prover.quadratic_bounds import quadratic_bound
from rftheory.prover.search import Search, row, shown
from rftheory.prover.table import axiom
from rftheory.prover.terms import HALF, total


def converges(search: Search, context: Context, term: Term) -> Theorem:
    """``l1 (E f)``."""
    inner, draws, (body,) = bodies(context, term)
    make_defined(search.run, inner, body)
    ways: list[Callable[[], Theorem]] = [
        lambda: _as_declared(search, context, term, inner, body),
        lambda: _by_size(search, context, term, inner, body),
        lambda: _by_squares(search, context, term, inner, draws, body),
    ]
    for way in ways:
        with suppress(Unproved):
            return way()
        search.check_time()
    raise Unproved(f"not known to converge: {shown(term)}")


def _as_declared(search: Search, context: Context, term: Term, inner: Context, body: Term) -> Theorem:
    """The body of a mean that is said to converge, written in another way."""
    for fact in context.facts:
        if fact.op != "l1" or fact.args[0].op != "E" or fact.args[0].args[:-1] != term.args[:-1]:
            continue
        (other,) = bodies(context, fact.args[0])[2]
        if other.op != body.op or other.variables != body.variables:
            continue
        with suppress(Unproved):
            given = search.infer("HYP", context, fact=fact)
            same = _same(search, inner, other, body)
            return search.infer("TRANSPORT", context, of=given, eqs=[same], paths=[[0, len(term.args) - 1]])
    raise Unproved("not declared to converge")


def _same(search: Search, context: Context, first: Term, second: Term) -> Theorem:
    """Two exponentials by their exponents, others as they are."""
    if first.op == second.op == "exp":
        same = search.infer("RING", context, lhs=first.args[0], rhs=second.args[0], eqs=[])
        return search.infer("CONG", context, eq=same, term=first, paths=[[0]])
    return prove_equal(search.run, context, first, second)


# -- bodies that are bounded ----------------------------------------------------------------------------------------


def _by_size(search: Search, context: Context, term: Term, inner: Context, body: Term) -> Theorem:
    bound = size_of(search, inner, context.size, body)
    return search.infer("DOM", context, term=term, bound=bound, l1=[])


def size_of(search: Search, context: Context, size: int, term: Term) -> Theorem:
    """``|t| <= B`` with B in the first ``size`` variables."""
    make_defined(search.run, context, term)
    here = make("abs", (term,))
    if all(place < size for place, _ in term.variables):
        same = search.infer("REFL", context, term=here)
        return search.infer("WEAKEN", context, of=same, to="<=")
    op, args = term.op, term.args
    if op == "ap":
        return _of_value(search, context, term)
    if op == "exp":
        with suppress(Unproved):
            make_real(search.run, context, args[0])
    if op == "exp" and real(search.kernel, context, args[0]):
        order = _below(search, context, size, args[0])
        through = search.infer("MONO", context, order=order, function="exp", number=0, exponent=[], premises=[])
        same = axiom(search, context, "abs.same", term)
        return search.infer("CHAIN", context, links=[same, through])
    joined = _joined(search, context, size, term) if op == "*" else None
    if joined is not None:
        return joined
    if op in ("+", "*", "neg", "pow"):
        parts = [size_of(search, context, size, arg) for arg in args]
        return _composed(search, context, term, parts)
    raise Unproved(f"no bound of {shown(term)}")


def _joined(search: Search, context: Context, size: int, term: Term) -> Theorem | None:
    """The bound of a product with its random exponentials as one; None if there are not two of them."""
    random = [arg for arg in term.args if arg.op == "exp" and any(place >= size for place, _ in arg.variables)]
    if len(random) < 2:
        return None
    exponents = [arg.args[0] for arg in random]
    whole = make("+", exponents)
    split = axiom(search, context, "exp.prod", whole, *exponents, numbers=[1] * len(random))
    others = [arg for arg in term.args if arg not in random]
    other = make("*", (*others, make("exp", (whole,)))) if others else make("exp", (whole,))
    same = search.infer("RING", context, lhs=term, rhs=other, eqs=[split])
    moved = search.infer("CONG", context, eq=same, term=make("abs", (term,)), paths=[[0]])
    return search.infer("CHAIN", context, links=[moved, size_of(search, context, size, other)])


def _below(search: Search, context: Context, size: int, term: Term) -> Theorem:
    """``t <= B`` with B in the first ``size`` variables, for a real term."""
    try:
        inside = size_of(search, context, size, term)
    except Unproved:
        return quadratic_bound(search, context, size, term)
    above = axiom(search, context, "abs.above", term)
    return search.infer("CHAIN", context, links=[above, inside])


def _composed(search: Search, context: Context, term: Term, parts: list[Theorem]) -> Theorem:
    op, bounds = term.op, [part.judgement.args[1] for part in parts]
    here = make("abs", (term,))
    if op == "neg":
        return search.infer("CHAIN", context, links=[axiom(search, context, "abs.neg", *term.args), parts[0]])
    if op == "+":
        first = axiom(search, context, "abs.triangle", *term.args)
        rows: list[dict[str, Any]] = [row(part) for part in parts]
        rows.append(row(first))
        return _weak(search, context, search.infer("POS", context, lhs=here, rhs=total(bounds), rows=rows, eqs=[]))
    numbers = [term.data] if op == "pow" else []
    same = axiom(search, context, "abs.power" if op == "pow" else "abs.product", *term.args, numbers=numbers)
    many = parts * term.data if op == "pow" else parts
    value, found = ONE, None
    for part in many:
        found = part if found is None else _product(search, context, found, part)
        value = part.judgement.args[1] if value is ONE else make("*", (value, part.judgement.args[1]))
    if found is None:
        raise Unproved("an empty product")
    left = search.infer("RING", context, lhs=same.judgement.args[1], rhs=found.judgement.args[0], eqs=[])
    return search.infer("CHAIN", context, links=[same, left, found])


def _product(search: Search, context: Context, first: Theorem, second: Theorem) -> Theorem:
    """``a b <= A B`` from ``0 <= a <= A``, ``0 <= b <= B``: ``A B - a b = A (B - b) + b (A - a)``."""
    (a, upper), (b, other) = first.judgement.args, second.judgement.args
    positive = search.infer("DEF", context, judgement=make("<=", (ZERO, b)))
    at_least = search.infer("DEF", context, judgement=make("<=", (ZERO, a)))
    above = _weak(search, context, search.infer("CHAIN", context, links=[at_least, first]))
    rows = [row(above, second), row(positive, first)]
    sides = make("*", (a, b)), make("*", (upper, other))
    return _weak(search, context, search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=rows, eqs=[]))


def _weak(search: Search, context: Context, order: Theorem) -> Theorem:
    return order if order.judgement.op == "<=" else search.infer("WEAKEN", context, of=order, to="<=")


def _of_value(search: Search, context: Context, term: Term) -> Theorem:
    """A value of a function that lies between 0 and a number, or between two."""
    orders = list(values_of_functions(search, context, term))
    below = [order for order in orders if order.judgement.args[1] is term and order.judgement.args[0].op == "rat"]
    above = [order for order in orders if order.judgement.args[0] is term and order.judgement.args[1].op == "rat"]
    if not below or not above or below[0].judgement.args[0].data < 0:
        raise Unproved(f"no bound of {shown(term)}")
    search.use(context, below[0])
    if not nonneg(search.kernel, context, term):
        raise Unproved(f"no bound of {shown(term)}")
    same = axiom(search, context, "abs.same", term)
    return _weak(search, context, search.infer("CHAIN", context, links=[same, above[0]]))


# -- products of square integrable functions ------------------------------------------------------------------------


def _by_squares(
    search: Search, context: Context, term: Term, inner: Context, draws: tuple[Term, ...], body: Term
) -> Theorem:
    """``|f g| <= (f^2 + g^2)/2`` where the means of both squares are declared to converge."""
    outer = [f for f in body.args if all(place < context.size for place, _ in f.variables)] if body.op == "*" else []
    factors = [f for f in (body.args if body.op == "*" else ()) if f not in outer]
    if outer or len(factors) != 2:
        raise Unproved("no product of two functions")
    given, means = [], []
    for factor in factors:
        mean = make("E", (*term.args[:-1], close(power(factor, 2), draws)))
        given.append(search.infer("HYP", context, fact=make("l1", (mean,))))
        means.append(mean)
    linear = search.infer("LIN", context, terms=means, coefficients=[HALF, HALF], l1=given)
    bound = instantiate(linear.judgement.args[0].args[-1], draws)
    sizes = [make("abs", (factor,)) for factor in factors]
    eqs = [axiom(search, inner, "abs.product", *body.args), *(axiom(search, inner, "abs.real", f) for f in factors)]
    gap = make("+", (sizes[0], make("neg", (sizes[1],))))
    rows = [row(h=[gap], q=Fraction(1, 2))]
    order = search.infer("POS", inner, lhs=make("abs", (body,)), rhs=bound, rows=rows, eqs=eqs)
    return search.infer("DOM", context, term=term, bound=_weak(search, inner, order), l1=[linear])
