"""Integrals, sums and expectations as linear, monotone maps.

A binder term is an ``int``, a ``sum`` or an ``E``. It has a value exactly where its body is defined for all values that it
runs through, its range is not backwards (its laws are laws), and it converges absolutely: for ``int``, ``E`` and infinite
sums ``def T`` and ``l1 T`` say the same, and an equality with T on one side proves ``l1 T`` (rule L1).
"""

from __future__ import annotations

from collections.abc import Iterable

from rftheory.kernel.contexts import Context, bodies, close, open_binder
from rftheory.kernel.defined import at_most, defined, is_index, is_law, is_well_formed
from rftheory.kernel.known import integer
from rftheory.kernel.refused import demand
from rftheory.kernel.rules.conditions import at_or_below, less
from rftheory.kernel.schemas import NAT, STEP, TERM, TEXT
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import MINUS_OO, ONE, OO, ZERO, Term, bound_tags, make, rat
from rftheory.kernel.theorems import Kernel, Steps, Terms, Theorem, rule
from rftheory.kernel.values import nonneg, real

BINDERS = ("int", "sum", "E")


# -- what the rules of sums and expectations share ------------------------------------------------------------------


def times(*factors: Term) -> Term:
    return factors[0] if len(factors) == 1 else make("*", factors)


def plus(*terms: Term) -> Term:
    return terms[0] if len(terms) == 1 else make("+", terms)


def equal(first: Term, second: Term) -> Term:
    return make("=", (first, second))


def with_body(term: Term, body: Term) -> Term:
    """The same binder over another body, which is closed already."""
    return make(term.op, (*term.args[:-1], body), term.data)


def is_binder(term: Term, *operators: str) -> None:
    demand(term.op in (operators or BINDERS), f"{term.op} is none of {operators or BINDERS}")


def is_finite(term: Term) -> bool:
    """Finite sums and products: they have a value where each member has one."""
    return term.op in ("sum", "prod") and term.args[1] is not OO


def speaks_of(judgement: Term, term: Term) -> bool:
    """Whether a true judgement has the term as a part outside binders: then the term has a value, as its whole has one."""
    if judgement.op not in ("l1", "def", "real", "int?", "=", "!=", "<=", "<"):
        return False
    left, seen = list(judgement.args), set()
    while left:
        part = left.pop()
        if part is term:
            return True
        if part not in seen and not bound_tags(part.op, part.args, part.data):
            seen.add(part)
            left += part.args
    return False


def converges(kernel: Kernel, context: Context, term: Term, steps: Iterable[Theorem] = ()) -> bool:
    """Whether a binder term has a value: by a premise about it, or by definedness."""
    found = [speaks_of(step.within(context), term) for step in steps]
    return any(found) or (is_well_formed(kernel, context) and defined(kernel, context, term))


def need(kernel: Kernel, context: Context, term: Term, steps: Iterable[Theorem] = ()) -> None:
    demand(converges(kernel, context, term, steps), f"this {term.op} is not known to converge")


def ready(kernel: Kernel, context: Context, term: Term) -> bool:
    """Whether a binder has a meaning whatever its body is: the laws are laws, the range is not backwards."""
    if defined(kernel, context, term):
        return True
    if term.op == "E":
        return all(is_law(kernel, context, law) for law in term.args[:-1])
    if is_finite(term):
        return defined(kernel, context, make("sum", (*term.args[:2], ZERO)))
    kind = integer if term.op == "sum" else real
    ends = [end for end in term.args[:2] if end.sort == "scalar"]
    if not all(defined(kernel, context, end) and kind(kernel, context, end) for end in ends):
        return False
    return len(ends) < 2 or at_most(kernel, context, *ends)


def successor(first: Term) -> list[Term]:
    """The ways to write the integer after another one that are accepted as such."""
    forms = [plus(first, ONE)]
    if first.op == "rat":
        forms.append(rat(first.data + 1))
    if first.op == "+" and len(first.args) == 2 and first.args[1] is rat(-1):
        forms.append(first.args[0])
    return forms


# -- the rules ------------------------------------------------------------------------------------------------------


@rule("L1", of=STEP, term=TERM)
def convergence(kernel: Kernel, context: Context, of: Theorem, term: Term) -> Term:
    """What a theorem speaks of has a value: ``l1 T``; of a finite sum: ``def T``."""
    is_binder(term)
    demand(speaks_of(of.within(context), term), "the theorem does not speak of this term")
    return make("def" if is_finite(term) else "l1", (term,))


@rule("LIN", terms=[TERM], coefficients=[TERM], l1=[STEP])
def linear(kernel: Kernel, context: Context, terms: Terms, coefficients: Terms, l1: Steps) -> Term:
    """``B(sum c_i f_i) = sum c_i B f_i``; a coefficient that is the number 1 is not written."""
    demand(len(terms) == len(coefficients) > 0, "as many coefficients as terms")
    first = terms[0]
    is_binder(first)
    inner, variables = open_binder(context, with_body(first, ZERO))
    members, values = [], []
    for term, coefficient in zip(terms, coefficients, strict=True):
        demand((term.op, term.args[:-1]) == (first.op, first.args[:-1]), "the terms have different binders")
        demand(defined(kernel, context, coefficient), "a coefficient is not known to be defined")
        need(kernel, context, term, l1)
        factor = () if coefficient is ONE else (coefficient,)
        members.append(times(*factor, instantiate(term.args[-1], variables)))
        values.append(times(*factor, term))
    inner.require(plus(*members))
    return equal(with_body(first, close(plus(*members), variables)), plus(*values))


@rule("CONST", over=TERM, value=TERM)
def constant(kernel: Kernel, context: Context, over: Term, value: Term) -> Term:
    """The mean of a constant; its sum and its integral over a finite range."""
    is_binder(over)
    low, high = over.args[:2]
    demand(over.op == "E" or not {low, high} & {OO, MINUS_OO}, "an infinite range")
    demand(defined(kernel, context, value), "the constant is not known to be defined")
    demand(ready(kernel, context, over), "the laws or the range have no meaning")
    if over.op == "E":
        return equal(with_body(over, value), value)
    unit = (ONE,) if over.op == "sum" else ()
    return equal(with_body(over, value), times(value, plus(high, make("neg", (low,)), *unit)))


@rule("NULL", term=TERM)
def null(kernel: Kernel, context: Context, term: Term) -> Term:
    """The integral from a to a is 0; the sum over an empty range (from s to s - 1, as successors are written) is 0."""
    is_binder(term, "int", "sum", "prod")
    low, high = term.args[:2]
    kind = real if term.op == "int" else integer
    demand(high is not OO and defined(kernel, context, high) and kind(kernel, context, high), "the end has no meaning")
    demand(defined(kernel, context, low) and kind(kernel, context, low), "the end has no meaning")
    demand(low is high if term.op == "int" else low in successor(high), "the range is not seen to be empty")
    return equal(term, ONE if term.op == "prod" else ZERO)


@rule("SINGLE", term=TERM)
def single(kernel: Kernel, context: Context, term: Term) -> Term:
    """A sum or a product with one member."""
    is_binder(term, "sum", "prod")
    low, high = term.args[:2]
    demand(low is high and defined(kernel, context, low) and integer(kernel, context, low), "not one member")
    member = instantiate(term.args[2], [low])
    demand(defined(kernel, context, member), "the member is not known to be defined")
    return equal(term, member)


@rule("SPLIT", whole=TERM, last=TERM, following=TERM, orders=[STEP], l1=[STEP])
def split(kernel: Kernel, context: Context, whole: Term, last: Term, following: Term, orders: Steps, l1: Steps) -> Term:
    """A range in two: up to ``last`` and from ``following`` on (the successor; for integrals the same point)."""
    is_binder(whole, "int", "sum", "prod")
    low, high, body = whole.args
    follows = following is last if whole.op == "int" else following in successor(last)
    demand(follows, "the second part does not follow the first")
    for point in (last, following):
        demand(defined(kernel, context, point) and real(kernel, context, point), "the point is not known to be real")
        demand(whole.op == "int" or integer(kernel, context, point), "the point is not known to be an integer")
    for pair in ((low, following), (last, high)):
        demand(at_or_below(kernel, context, *pair, orders), "the point is not in the range")
    parts = make(whole.op, (low, last, body)), make(whole.op, (following, high, body))
    if not converges(kernel, context, whole, l1):
        for part in parts:
            need(kernel, context, part, l1)
        if whole.op == "int":
            demand(defined(kernel, context, instantiate(body, [last])), "the body has no value at the point")
    return equal(whole, make("*" if whole.op == "prod" else "+", parts))


@rule("DOM", term=TERM, bound=STEP, l1=[STEP])
def dominated(kernel: Kernel, context: Context, term: Term, bound: Theorem, l1: Steps) -> Term:
    """``l1 B f`` from ``abs f <= g`` (or ``f <= g``, f not negative) and ``l1 B g``; g may be a constant under laws."""
    is_binder(term)
    inner, variables, (body,) = bodies(context, term)
    judgement = bound.within(inner)
    demand(judgement.op in ("<=", "<"), "the bound is no order")
    smaller, larger = judgement.args
    above_zero = smaller is body and is_well_formed(kernel, inner) and nonneg(kernel, inner, body)
    demand(above_zero or smaller is make("abs", (body,)), "the order does not bound the absolute value of the body")
    places = {variable.data for variable in variables}
    if not (term.op == "E" and larger.variables.isdisjoint(places) and ready(kernel, context, term)):
        need(kernel, context, with_body(term, close(larger, variables)), l1)
    return make("def" if is_finite(term) else "l1", (term,))


@rule("COMPARE", lower=TERM, upper=TERM, by=STEP, l1=[STEP], strict=[STEP], at=[TERM])
def compared(
    kernel: Kernel, context: Context, lower: Term, upper: Term, by: Theorem, l1: Steps, strict: Steps, at: Terms
) -> Term:
    """``B f <= B g`` from ``f <= g`` inside; products of members that are not negative as well.

    Strict: under laws from ``f < g``; for an integral also from a < b; for a sum from ``f < g`` at one index of the range.
    """
    is_binder(lower, *BINDERS, "prod")
    low, high = lower.args[:2]
    demand((lower.op, lower.args[:-1]) == (upper.op, upper.args[:-1]), "the terms have different binders")
    inner, _, (first,) = bodies(context, lower)
    _, _, (second,) = bodies(context, upper)
    judgement = by.within(inner)
    demand(judgement.op in ("<=", "<") and judgement.args == (first, second), "no order of the two bodies")
    for term in (lower, upper):
        need(kernel, context, term, l1)
    if lower.op == "prod":
        demand(is_well_formed(kernel, inner) and nonneg(kernel, inner, first), "a factor may be negative")
        demand(not (strict or at), "products are compared weakly")
        return make("<=", (lower, upper))
    is_strict = lower.op == "E" and judgement.op == "<"
    if at:
        demand(lower.op == "sum" and len(at) == len(strict) == 1, "one index, one strict order there")
        demand(is_index(kernel, context, at[0], low, None if high is OO else high), "the index is not in the range")
        there = make("<", [instantiate(term.args[-1], at) for term in (lower, upper)])
        demand(strict[0].within(context) is there, "no strict order at the index")
        is_strict = True
    elif lower.op == "int" and judgement.op == "<":
        is_strict = less(kernel, context, low, high, strict)
    return make("<" if is_strict else "<=", (lower, upper))


@rule("MEMBERS", term=TERM, part=TEXT, count=NAT)
def members(kernel: Kernel, context: Context, term: Term, part: str, count: int) -> Term:
    """Finite products: ``product`` of products (of ``count`` factors), ``constant`` factors; ``exp`` of a finite sum."""
    demand(is_finite(term) and defined(kernel, context, term), "no finite sum or product with a value")
    low, high, body = term.args
    if part == "exp":
        demand(term.op == "sum", "the exponent is no sum")
        return equal(make("exp", (term,)), make("prod", (low, high, make("exp", (body,)))))
    demand(term.op == "prod", "no product")
    if part == "product":
        demand(body.op == "*" and len(body.args) == count, "the member is no product")
        return equal(term, make("*", [with_body(term, factor) for factor in body.args]))
    demand(part == "constant" and not body.loose, "the member is not constant")
    demand(defined(kernel, context, body), "the factor is not known to be defined")
    return equal(term, make("rpow", (body, plus(high, make("neg", (low,)), ONE))))
