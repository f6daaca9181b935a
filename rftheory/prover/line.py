"""Integrals over the line of powers times ``exp(-q x^2 + b x)``: moved to their vertex, then both halves."""

from __future__ import annotations

from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import MINUS_OO, OO, ZERO, Term, bound, make, rat
from rftheory.kernel.theorems import Theorem
from rftheory.prover.convergence import combined, opened
from rftheory.prover.definite import make_defined, make_real
from rftheory.prover.ends import changed
from rftheory.prover.failure import Unproved
from rftheory.prover.integrals import integral_value
from rftheory.prover.integrands import Monomial
from rftheory.prover.ring import Form, Ring, atoms_of
from rftheory.prover.search import Search, shown
from rftheory.prover.signs import prove_order
from rftheory.prover.terms import product, total


def line_form(search: Search, context: Context, term: Term) -> Theorem:
    """``int g`` as a combination of integrals ``int x^n exp(-q x^2)`` over the line."""
    from rftheory.prover.convergence import in_summands

    if term.args[0] is not MINUS_OO or term.args[1] is not OO:
        raise Unproved(f"not over the line: {shown(term)}")
    _, (x,), body = opened(search, context, term)
    try:
        return _monomial(search, context, term, x, body)
    except Unproved as error:
        search.check_time()
        found = in_summands(search, context, term)
        if found is None:
            raise error
        return found


def _monomial(search: Search, context: Context, term: Term, x: Term, body: Term) -> Theorem:
    read = Monomial(x)
    read.read(body)
    n = Ring([]).form(total(read.powers.get(x, []))) if not atoms_of(read.powers.get(x, [])) else None
    if set(read.powers) - {x} or not read.exponents or n is None or not n.num.is_constant():
        raise Unproved(f"no power and exponential: {shown(term)}")
    degree = n.num.leading_coefficient() / n.den.leading_coefficient() if n.num else 0
    if degree != int(degree) or degree < 0:
        raise Unproved(f"no natural power: {shown(term)}")
    q, b, fixed = _quadratic(x, read.exponents)
    make_real(search.run, context, q)
    positive = prove_order(search.run, context, ZERO, q, True)
    if b is not ZERO:
        return _moved(search, context, term, q, b)
    c = product([*read.constants, *([make("exp", (fixed,))] if fixed is not ZERO else [])])
    make_defined(search.run, context, c)
    l1 = search.infer("INTEGRABLE_TABLE", context, entry="gauss", numbers=[q], power=int(degree), premises=[positive])
    if l1.judgement.args[0] is term:
        search.use(context, l1)
        return search.infer("REFL", context, term=term)
    search.use(context, l1)
    _, _, held = opened(search, context, l1.judgement.args[0])
    return combined(search, context, term, [(c, held)])


def _quadratic(x: Term, exponents: list[Term]) -> tuple[Term, Term, Term]:
    """q, b and f of an exponent ``-q x^2 + b x + f``."""
    whole = total(exponents)
    ring = Ring([*atoms_of([whole]), x])
    form = ring.form(whole)
    parts, turned = (ring.coefficients(Form(num, form.den), x, 2) for num in (form.num, -form.num))
    if parts is None or turned is None or any(x.data in g.variables for g in ring.generators if g is not x):
        raise Unproved(f"no quadratic exponent: {shown(whole)}")
    return turned[2], parts[1], parts[0]


def _moved(search: Search, context: Context, term: Term, q: Term, b: Term) -> Theorem:
    """x = u + b/(2q)."""
    centre = make("*", (b, make("inv", (make("*", (rat(2), q)),))))
    make_defined(search.run, context, centre)
    over = make("int", (MINUS_OO, OO, make("+", (bound(0, "real"), centre))))
    return changed(search, context, term, over)


def line_l1(search: Search, context: Context, term: Term) -> Theorem:
    """Convergence over the line, or over a half of it."""
    low, high, body = term.args
    if low is MINUS_OO and high is OO:
        return search.infer("L1", context, of=line_form(search, context, term), term=term)
    point = low if high is OO else high
    if point.sort == "end" or (low is not MINUS_OO and high is not OO):
        raise Unproved(f"no half of the line: {shown(term)}")
    whole = make("int", (MINUS_OO, OO, body))
    l1 = search.infer("L1", context, of=line_form(search, context, whole), term=whole)
    split = search.infer("SPLIT", context, whole=whole, last=point, following=point, orders=[], l1=[l1])
    return search.infer("L1", context, of=split, term=term)


def line_value(search: Search, context: Context, term: Term) -> Theorem:
    """``int x^n exp(-q x^2)`` over the line by its two halves."""
    l1 = search.infer("L1", context, of=line_form(search, context, term), term=term)
    split = search.infer("SPLIT", context, whole=term, last=ZERO, following=ZERO, orders=[], l1=[l1])
    first, second = split.judgement.args[1].args
    for part in (first, second):
        search.use(context, search.infer("L1", context, of=split, term=part))
    over = make("int", (ZERO, OO, make("neg", (bound(0, "real"),))))
    turned = changed(search, context, first, over)
    other = turned.judgement.args[1]
    search.use(context, search.infer("L1", context, of=turned, term=other))
    values = [integral_value(search.run, context, part) for part in (other, second)]
    here = split
    for eq in (turned, *values):
        step = search.infer("CONG", context, eq=eq, term=here.judgement.args[1], paths=[])
        here = search.infer("CHAIN", context, links=[here, step])
    return here
