"""Euler's beta integral: powers of sine and cosine over a quarter turn, and over a half turn where the cosine's is even."""

from __future__ import annotations

from rftheory.kernel.contexts import Context, close
from rftheory.kernel.terms import ONE, PI, ZERO, Term, make, rat
from rftheory.kernel.theorems import Theorem
from rftheory.prover.convergence import combined, opened, prove_convergent
from rftheory.prover.ends import changed
from rftheory.prover.equal import prove_equal
from rftheory.prover.failure import Unproved
from rftheory.prover.integrands import Monomial, plain
from rftheory.prover.search import Search, shown
from rftheory.prover.signs import prove_order
from rftheory.prover.table import axiom
from rftheory.prover.terms import HALF, product

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
        search.use(context, prove_order(search.run, context, ZERO, number, True))
    inner, (x,), body = opened(search, context, shape)
    powers = [
        make("rpow", (make(op, (x,)), make("+", (make("*", (rat(2), number)), rat(-1)))))
        for op, number in (("sin", a), ("cos", b))
    ]
    l1 = prove_convergent(search.run, context, shape)
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
    orders = [
        prove_order(search.run, context, *pair, strict=False) for pair in ((ZERO, QUARTER_TURN), (QUARTER_TURN, PI))
    ]
    l1 = prove_convergent(search.run, context, term)
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
    same = prove_equal(search.run, inner, same_body, body)
    back = search.infer("SYM", inner, of=same)
    eq = search.infer("CONG", context, eq=back, term=other, paths=[[2]])
    mirrored = search.infer("CHAIN", context, links=[moved, eq])
    value = beta_value(search, context, first)
    twice = make("*", (rat(2), value.judgement.args[1]))
    joined = search.infer("RING", context, lhs=split.judgement.args[1], rhs=twice, eqs=[value, mirrored])
    return search.infer("CHAIN", context, links=[split, joined])
