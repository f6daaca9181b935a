"""Equal lines that say by themselves how one is made of the other: factors drawn inside, integrals of sums, only values."""

from __future__ import annotations

from rftheory.prover.step_words import *
from rftheory.prover.integral_steps import joined, same, turned
from rftheory.prover.translate import translate


def by_structure(walk: Walk, number: int) -> Theorem | None:
    """A line without a reason, from the line before it; None if none of these ways leads there."""
    for prove in (_into_sum, _into_integral, _sum_outside, _at_values):
        try:
            return prove(walk, number)
        except (Unproved, Refused):
            walk.search.check_limit()
    return None


def _factors(walk: Walk, number: int, binder: type[sp.Expr]) -> tuple[sp.Expr, sp.Expr]:
    """A line as a factor and a sum or integral, where the next line is such a one."""
    before, after = (walk.chain.lines[place].expr for place in (number - 1, number))
    factors = sp.Mul.make_args(before)
    node = next((factor for factor in factors if isinstance(factor, binder)), None)
    if node is None or node == before or not isinstance(after, binder):
        raise Unproved("no factor before a binder")
    return sp.Mul(*(factor for factor in factors if factor is not node)), node


def _into_sum(walk: Walk, number: int) -> Theorem:
    """A factor is drawn into a finite sum, through sums of sums."""
    factor, node = _factors(walk, number, sp.Sum)
    c, term = (walk.term(part) for part in (factor, node))
    target = walk.line(number)
    return between(walk, walk.line(number - 1), _drawn_in(walk.search, walk.context, c, term, target), target)


@goal
def _drawn_in(search: Search, context: Context, c: Term, term: Term, target: Term) -> Theorem:
    """``c sum f = sum c f``."""
    make_defined(search, context, term)
    linear = search.infer("LIN", context, terms=[term], coefficients=[c], l1=[])
    inner, _, body = opened(search, context, linear.judgement.args[0])
    _, _, member = opened(search, context, term)
    _, _, wanted = opened(search, context, target)
    if member.op == wanted.op == "sum" and c is not ONE:
        eq = _drawn_in(search, inner, c, member, wanted)
    else:
        eq = prove_equal(search, inner, body, wanted)
    whole = linear.judgement.args[0]
    search.use(context, search.infer("L1", context, of=linear, term=whole))
    last = search.infer("CONG", context, eq=eq, term=whole, paths=[[2]])
    back = search.infer("SYM", context, of=linear)
    return search.infer("CHAIN", context, links=[back, last])


def _into_integral(walk: Walk, number: int) -> Theorem:
    """``c int f = int c f``."""
    factor, node = _factors(walk, number, sp.Integral)
    new = translate(walk.chain.lines[number].expr, walk.setting)
    found = turned(walk, same(walk, new, walk.term(node), walk.term(factor)))
    return joined(walk, walk.equal(walk.line(number - 1), found.judgement.args[0]), found)


def _sum_outside(walk: Walk, number: int) -> Theorem:
    """The integral of a finite sum is the sum of the integrals; so for sums of sums."""
    nodes = walk.chain.lines[number - 1].expr.atoms(sp.Integral)
    sums = [node for node in nodes if isinstance(node.function, sp.Sum)]
    if len(sums) != 1:
        raise Unproved(f"{len(sums)} integrals of sums in the line")
    return put(walk, number, _outside(walk.search, walk.context, walk.term(sums[0])))


@goal
def _outside(search: Search, context: Context, old: Term) -> Theorem:
    _, _, body = opened(search, context, old)
    if body.op != "sum" or body.args[1] is OO:
        raise Unproved("the integrand is no finite sum")
    # each member, for its index
    summed = make("sum", (*body.args[:2], ZERO))
    make_defined(search, context, summed)
    outer, (k,), _ = opened(search, context, summed)
    member, (x,), _ = opened(search, outer, make("int", (*old.args[:2], ZERO)))
    whole = instantiate(instantiate(old.args[2], (x,)).args[2], (k,))
    integral = make("int", (*old.args[:2], close(whole, (x,))))
    make_defined(search, member, whole)
    l1 = prove_convergent(search, outer, integral)
    search.use(outer, l1)
    found = search.infer("SWAP", context, term=old, first=[], whole=[], other=[l1])
    if whole.op != "sum" or whole.args[1] is OO:
        return found
    inner = _outside(search, outer, integral)
    result = found.judgement.args[1]
    make_defined(search, context, result)
    last = search.infer("CONG", context, eq=inner, term=result, paths=[[2]])
    return search.infer("CHAIN", context, links=[found, last])


def _at_values(walk: Walk, number: int) -> Theorem:
    """Parameters whose ends meet give place to their values."""
    here = walk.line(number - 1)
    links: list[Theorem] = []
    for place, declaration in enumerate(walk.context.declarations):
        if declaration.data[1:] != ("closed", "closed") or declaration.args[-1] is not declaration.args[-2]:
            continue
        variable = walk.context.variable(place)
        orders = [walk.run.infer("HYP", walk.context, fact=fact) for fact in end_facts(declaration, variable)[::-1]]
        value = walk.run.infer("ANTISYM", walk.context, first=orders[0], second=orders[1])
        if variable.data in here.variables:
            links.append(walk.run.infer("CONG", walk.context, eq=value, term=here, paths=[]))
            here = links[-1].judgement.args[1]
    for part in dict.fromkeys(_numbers(here)):
        link = _valued(walk, part, here)
        if link is not None:
            links.append(link)
            here = link.judgement.args[1]
    if not links:
        raise Unproved("nothing has one value only")
    links.append(walk.equal(here, walk.line(number)))
    return walk.search.infer("CHAIN", walk.context, links=links)


def _numbers(term: Term) -> Iterator[Term]:
    """The largest parts that are numbers, but not written as one."""
    if term.sort == "scalar" and not (term.variables or term.loose):
        if term.op not in ("rat", "pi", "imag"):
            yield term
        return
    for arg in term.args:
        yield from _numbers(arg)


def _valued(walk: Walk, part: Term, line: Term) -> Theorem | None:
    """A number that is rational, or i times one, written so in a line; None if it is not seen to be one."""
    values = walk.search.points(walk.context).values(part)
    if not values:
        return None
    over, up = (Fraction(side).limit_denominator(1000) for side in (values[0].real, values[0].imag))
    guess = rat(over) if not up else product([IMAG] if up == 1 else [rat(up), IMAG])
    if (over and up) or guess is part:
        return None
    try:
        same = walk.equal(part, guess)
        return walk.run.infer("CONG", walk.context, eq=same, term=line, paths=[])
    except (Unproved, Refused):
        return None
