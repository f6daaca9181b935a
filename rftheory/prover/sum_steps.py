"""How lines about sums, integrals and power series are proved from what holds inside, or of their first terms."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.chains.chain import Chain
from rftheory.chains.reasons import By, Inside, Series
from rftheory.chains.series import BelowTaylor
from rftheory.prover.binomials import expanded
from rftheory.prover.integral_steps import other_integrand
from rftheory.prover.series_integrals import member_of
from rftheory.prover.texts import lemma
from rftheory.prover.translate import translate
from rftheory.statements.domain import Range

# -- below binders --------------------------------------------------------------------------------------------------


@step(Inside, "binder")
def below_binders(walk: Walk, reason: Inside, number: int) -> Theorem:
    """From a sum or an integral, or a multiple of one, to another one over the same ranges, by a chain for (parts of) bodies."""
    if reason.node is not None:
        return other_integrand(walk, reason, number)
    chain = reason.of
    assert isinstance(chain, Chain)
    before, after = (walk.chain.lines[place].expr for place in (number - 1, number))
    start, end, limits = _around(chain, before, after)
    first, second = (translate(binder, walk.setting) for binder in (start, end))
    found = _each(walk, chain, (first, second), limits)
    line, target = (walk.line(place) for place in (number - 1, number))
    if found.judgement.op == "=" and first in parts_of([line]):
        return put(walk, number, found)
    if found.judgement.op == "=" or before == start or not before.has(start):
        return in_lines(walk, number, found, chain.relation()[0] in "=<")
    place = sp.Dummy("t", real=True)
    factor = walk.term(sp.diff(before.xreplace({start: place}), place))
    sign = prove_sign(walk.search, walk.context, factor)
    if sign is None:
        raise Unproved(f"no sign of the factor {shown(factor)}")
    relation = walk.chain.lines[number].relation
    smaller, larger = (line, target) if relation[0] == "<" else (target, line)
    return weakened(walk, by_rows(walk, smaller, larger, [[found, sign]]), relation)


def _around(chain: Chain, before: sp.Expr, after: sp.Expr) -> tuple[sp.Expr, sp.Expr, list[sp.Tuple]]:
    """The sums or integrals of both ends of a chain, or around these, and the limits of the binder, the inner ones first."""
    for whole, body in ((before, chain.start), (after, chain.end)):
        for node in _binders(whole):
            # a sum of sums is written as one sum
            inner = body.limits if isinstance(body, node.func) else ()
            function = body.function if inner else body
            if node.function == function and node.limits[: len(inner)] == inner != node.limits:
                limits = node.limits[len(inner) :]
                return node.func(chain.start, *limits), node.func(chain.end, *limits), list(limits)
    for node in _binders(before):
        if node.function.has(chain.start):
            return node, node.xreplace({chain.start: chain.end}), list(node.limits)
    raise Unproved("no sum or integral of what the chain starts or ends with")


def _binders(expr: sp.Expr) -> list[sp.Expr]:
    return sorted(expr.atoms(sp.Sum, sp.Integral), key=sp.default_sort_key)


def _each(walk: Walk, chain: Chain, sides: tuple[Term, Term], limits: Sequence[sp.Tuple]) -> Theorem:
    """The relation of two terms from that of parts of their bodies, for each value of what the binders around bind."""
    lower, upper = sides if chain.relation()[0] in "=<" else sides[::-1]
    if not limits:
        inside = walk.inner(chain)
        if inside.judgement.op == "=" and inside.judgement.args[0] is not lower:
            inside = walk.search.infer("CONG", walk.context, eq=inside, term=lower, paths=[])
        return between(walk, lower, inside, upper)
    search, context, infinite = walk.search, walk.context, lower.op == "int" or lower.args[1] is OO
    if lower.op == "sum":
        make_defined(search, context, *sides)
    inner, variables, body = opened(search, context, sides[0])
    symbol, low, high = (None if part.is_infinite else part for part in limits[-1])
    own = Range(symbol, low, high, integer=True) if lower.op == "sum" else Range(symbol, low, high, "()")
    setting = walk.setting.within(inner, {symbol: variables[0]}, domain=walk.setting.domain.with_ranges(own))
    within = Walk(walk.prover, setting, None)
    order = _each(within, chain, (body, instantiate(sides[1].args[2], variables)), limits[:-1])
    if order.judgement.op == "=":
        if infinite:
            search.use(context, prove_convergent(search, context, lower))
        found: Theorem = walk.run.infer("CONG", context, eq=order, term=lower, paths=[[2]])
        if infinite:
            search.use(context, walk.run.infer("L1", context, of=found, term=upper))
        return found
    l1 = [prove_convergent(search, context, side) for side in sides] if infinite else []
    for converges in l1:
        search.use(context, converges)
    return walk.search.infer("COMPARE", context, lower=lower, upper=upper, by=order, l1=l1, strict=[], at=[])


# -- the first terms of a series ------------------------------------------------------------------------------------


def expanded_series(walk: Walk, function: Term) -> Theorem:
    """``F = sum_k t_k``."""
    _, (k,) = open_binder(walk.context, make("sum", (ZERO, OO, ZERO)))
    series = make("sum", (ZERO, OO, close(member_of(function, k), (k,))))
    walk.search.use(walk.context, prove_convergent(walk.search, walk.context, series))
    return walk.equal(function, series)


def split_after(walk: Walk, series: Term, degree: int) -> Theorem:
    """``sum_k t_k`` as the terms up to a degree and the rest."""
    step_ = {"whole": series, "last": rat(degree), "following": rat(degree + 1), "orders": [], "l1": []}
    found = walk.run.infer("SPLIT", walk.context, **step_)
    for part in found.judgement.args[1].args:
        if part.args[1] is OO:
            walk.search.use(walk.context, walk.run.infer("L1", walk.context, of=found, term=part))
        else:
            make_defined(walk.search, walk.context, part)
    return found


def nonnegative_rest(walk: Walk, rest: Term) -> Theorem:
    context, _, body = opened(walk.search, walk.context, rest)
    make_real(walk.search, context, body)
    walk.search.use(context, prove_order(walk.search, context, ZERO, body, False))
    return walk.run.infer("DEF", walk.context, judgement=make("<=", (ZERO, rest)))


@step(By, BelowTaylor)
def below_first_terms(walk: Walk, reason: By, number: int) -> Theorem:
    """``0F1(; b; z)`` is at most its terms up to n and ``t_(n+1) F``."""
    function, target = walk.line(number - 1), walk.line(number)
    if function.op != "pfq" or function.data != (0, 1):
        raise Unproved("the line is no function 0F1")
    make_defined(walk.search, walk.context, *function.args)
    values = [*function.args, rat(reason.what.degree)]
    found = instantiated(walk.run, walk.context, lemma(walk.run, "series_bounds__below_terms"), values)
    return in_lines(walk, number, between(walk, function, found, target), True)


@step(Series, "binomial")
def binomial(walk: Walk, reason: Series, number: int) -> Theorem:
    """A power of a sum by the binomial theorem."""
    power, a, b, n, target = (walk.term(reason.of[name]) for name in ("power", "first", "second", "count", "value"))
    found = expanded(walk.search, walk.context, a, b, n, target)
    same = walk.equal(power, found.judgement.args[0])
    eq = walk.run.infer("CHAIN", walk.context, links=[same, found])
    return put(walk, number, eq)
