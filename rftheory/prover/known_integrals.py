"""Euler's beta integral, over a quarter or a half turn; integrals over the line of powers times ``exp(-q x^2 + b x)``."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.terms import bound
from rftheory.prover.convergence import combined
from rftheory.prover.ends import changed
from rftheory.prover.integrals import integral_value
from rftheory.prover.integrands import Monomial, plain
from rftheory.prover.ring import Form

QUARTER_TURN = make("*", (HALF, PI))


def beta_value(search: Search, context: Context, term: Term) -> Theorem:
    """``int c sin^p cos^q = value`` from 0 to pi/2 or to pi; Unproved for others."""
    if term.args[0] is not ZERO or term.args[1] not in (PI, QUARTER_TURN):
        raise Unproved(f"not over a quarter or half turn: {shown(term)}")
    if term.args[1] is PI:
        return _half_turn(search, context, term)
    _, (x,), body = opened(search, context, term)
    read = Monomial(x)
    read.read(body)
    sine, cosine = make("sin", (x,)), make("cos", (x,))
    if read.exponents or set(read.powers) - {sine, cosine}:
        raise Unproved(f"no powers of sine and cosine: {shown(term)}")
    p, q = (plain([ZERO, *read.powers.get(part, [])]) for part in (sine, cosine))
    bare = make("*", (make("rpow", (sine, p)), make("rpow", (cosine, q))))
    form = combined(search, context, term, [(product(read.constants), bare)])
    shape = make("int", (ZERO, QUARTER_TURN, close(bare, (x,))))
    value = _euler(search, context, shape, p, q)
    last = search.infer("CONG", context, eq=value, term=form.judgement.args[1], paths=[])
    return search.infer("CHAIN", context, links=[form, last])


def _euler(search: Search, context: Context, shape: Term, p: Term, q: Term) -> Theorem:
    """``int sin^p cos^q = gamma(a) gamma(b) / (2 gamma(a + b))``, a = (p+1)/2 and b = (q+1)/2."""
    a, b = (plain([make("*", (HALF, make("+", (number, ONE))))]) for number in (p, q))
    for number in (a, b):
        search.use(context, prove_order(search, context, ZERO, number, True))
    inner, (x,), body = opened(search, context, shape)
    powers = [
        make("rpow", (make(op, (x,)), make("+", (make("*", (rat(2), number)), rat(-1)))))
        for op, number in (("sin", a), ("cos", b))
    ]
    l1 = prove_convergent(search, context, shape)
    links, here = [], body
    for place, power in enumerate(powers):
        same = search.infer("RING", inner, lhs=here.args[place].args[1], rhs=power.args[1], eqs=[])
        links.append(search.infer("CONG", inner, eq=same, term=here, paths=[[place, 1]]))
        here = links[-1].judgement.args[1]
    same = search.infer("CHAIN", inner, links=links)
    as_table = search.infer("TRANSPORT", context, of=l1, eqs=[same], paths=[[0, 2]])
    search.use(context, as_table)
    turned = search.infer("CONG", context, eq=same, term=shape, paths=[[2]])
    found = axiom(search, context, "beta.integral", a, b)
    gammas = [make("gamma", (number,)) for number in (a, b, make("+", (a, b)))]
    value = product([HALF, *gammas[:2], make("inv", (gammas[2],))])
    integral = as_table.judgement.args[0]
    solved = search.infer("RING", context, lhs=integral, rhs=value, eqs=[found])
    return search.infer("CHAIN", context, links=[turned, solved])


def _half_turn(search: Search, context: Context, term: Term) -> Theorem:
    """Both quarters; the second one is the first one mirrored."""
    orders = [prove_order(search, context, *pair, strict=False) for pair in ((ZERO, QUARTER_TURN), (QUARTER_TURN, PI))]
    l1 = prove_convergent(search, context, term)
    split = search.infer(
        "SPLIT", context, whole=term, last=QUARTER_TURN, following=QUARTER_TURN, orders=orders, l1=[l1]
    )
    first, second = split.judgement.args[1].args
    for part in (first, second):
        search.use(context, search.infer("L1", context, of=split, term=part))
    _, (u,), _ = opened(search, context, make("int", (ZERO, QUARTER_TURN, ZERO)))
    map_ = make("+", (PI, make("neg", (u,))))
    moved = changed(search, context, second, make("int", (ZERO, QUARTER_TURN, close(map_, (u,)))))
    other = moved.judgement.args[1]
    search.use(context, search.infer("L1", context, of=moved, term=other))
    inner, _, body = opened(search, context, other)
    _, _, same_body = opened(search, context, first)
    same = prove_equal(search, inner, same_body, body)
    back = search.infer("SYM", inner, of=same)
    eq = search.infer("CONG", context, eq=back, term=other, paths=[[2]])
    mirrored = search.infer("CHAIN", context, links=[moved, eq])
    value = beta_value(search, context, first)
    twice = make("*", (rat(2), value.judgement.args[1]))
    joined = search.infer("RING", context, lhs=split.judgement.args[1], rhs=twice, eqs=[value, mirrored])
    return search.infer("CHAIN", context, links=[split, joined])


# -- integrals over the line -----------------------------------------------------------------------------------------


def line_form(search: Search, context: Context, term: Term) -> Theorem:
    """``int g`` as a combination of integrals ``int x^n exp(-q x^2)`` over the line."""
    from rftheory.prover.convergence import in_summands

    if term.args[0] is not MINUS_OO or term.args[1] is not OO:
        raise Unproved(f"not over the line: {shown(term)}")
    _, (x,), body = opened(search, context, term)
    try:
        return _monomial(search, context, term, x, body)
    except Unproved as error:
        search.check_limit()
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
    make_real(search, context, q)
    positive = prove_order(search, context, ZERO, q, True)
    if b is not ZERO:
        return _moved(search, context, term, q, b)
    c = product([*read.constants, *([make("exp", (fixed,))] if fixed is not ZERO else [])])
    make_defined(search, context, c)
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
    make_defined(search, context, centre)
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
    values = [integral_value(search, context, part) for part in (other, second)]
    here = split
    for eq in (turned, *values):
        step = search.infer("CONG", context, eq=eq, term=here.judgement.args[1], paths=[])
        here = search.infer("CHAIN", context, links=[here, step])
    return here
