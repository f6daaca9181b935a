"""Means over one normal number of powers times bounded functions: waves ``exp(i t g)``, error functions, and products of these.

By parts (Stein) ``E g^n F = (n - 1) E g^(n - 2) F + E g^(n - 1) F'``, down to the mean of F, which is a lemma of the theme
``error_functions`` or that of an exponential; the derivative of an error function is an exponential of a square.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.rules.laws import density
from rftheory.prover.ends import changed, derivative, limit_at
from rftheory.prover.expectation_signs import halves
from rftheory.prover.learn import known_of
from rftheory.prover.signs import as_order
from rftheory.prover.sizes import size
from rftheory.prover.texts import lemma

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator

#: a function of the draw
_Function = Callable[[Term], Term]


def is_bounded(factor: Factor, draw: Term) -> bool:
    """Whether a factor is a power of the draw times error functions, or times an exponential of a multiple of it."""
    kinds = {part.op for part in factor.parts if part is not draw}
    return (
        bool(kinds) and kinds <= {"erf", "tanh"} and not factor.exponent or not kinds and [*factor.exponent] == [draw]
    )


def mean(it: Integrator, context: Context, term: Term, factor: Factor, draw: Term) -> Theorem:
    """``E g^n F(g) = closed`` over one draw of `gauss`; the exponent of a wave is known to be imaginary."""
    n = factor.parts.get(draw, 0)
    bounded = [raised(part, k) for part, k in factor.parts.items() if part is not draw]
    bounded += [exp(mul(c, draw)) for c in factor.exponent.values()]
    function: _Function = lambda x: substitute(product(bounded), {draw.data[0]: x})  # noqa: E731
    own = mean_of(context, [GAUSS], lambda g: times(_power(g, n), function(g)))
    _converges(it, context, own, n)
    found = _by_parts(it, context, own, n, function) if n else _without_power(it, context, own)
    it.kept(context, found)
    if own is term:
        return found
    inner, draws = it.opened(context, term)
    body, written = (instantiate(one.args[1], draws) for one in (term, own))
    make_defined(it.search, inner, body)
    identity = it.infer("RING", inner, lhs=body, rhs=written, eqs=known_of(it.search, inner, [body]).equations([body]))
    return it.chain(context, [*it.expanded(context, term, found, identity), found])


def _power(g: Term, n: int) -> Term:
    return raised(g, n) if n else ONE


# -- convergence ------------------------------------------------------------------------------------------------------


def _converges(it: Integrator, context: Context, term: Term, n: int) -> None:
    """List that ``E g^n F`` has a value: ``|p F| <= 1 + p^2`` for ``|F| <= 1``."""
    search = it.search
    inner, (g,) = it.opened(context, term)
    body = instantiate(term.args[1], (g,))
    if not n:
        search.use(context, it.infer("DOM", context, term=term, bound=size(search, inner, body, [g]), l1=[]))
        return
    p, function = _power(g, n), product(body.args[1:])
    sizes = [make("abs", (part,)) for part in (p, function)]
    eqs = [axiom(search, inner, "abs.product", p, function), axiom(search, inner, "abs.real", p)]
    if body.args[1:] != (function,):
        same = it.infer("RING", inner, lhs=body, rhs=mul(p, function), eqs=[])
        eqs.append(it.infer("CONG", inner, eq=same, term=make("abs", (body,)), paths=[[0]]))
    positive = it.infer("DEF", inner, judgement=make("<=", (ZERO, sizes[0])))
    rows = [row(h=[minus(sizes[0], HALF)]), row(q=Fraction(3, 4)), row(positive, size(search, inner, function, [g]))]
    above = make("+", (ONE, power(p, 2)))
    bound = it.infer("POS", inner, lhs=make("abs", (body,)), rhs=above, rows=rows, eqs=eqs[::-1])
    l1 = [it.mean(context, make("E", (GAUSS, close(above, (g,)))))]
    search.use(context, it.infer("DOM", context, term=term, bound=as_order(search, inner, bound, "<="), l1=l1))


# -- values -----------------------------------------------------------------------------------------------------------


def _without_power(it: Integrator, context: Context, term: Term) -> Theorem:
    """The mean of one error function of ``b + k g``, or of a product of two that have no shift."""
    search = it.search
    inner, (g,) = it.opened(context, term)
    body = instantiate(term.args[1], (g,))
    if any(part.op != "erf" for part in _errors(body)):
        return _of_odd(it, context, term)
    found = [_shift_and_slope(it, inner, part.args[0], g) for part in _errors(body)]
    if len(found) > 2 or (len(found) == 2 and any(shift is not ZERO for shift, _ in found)):
        raise Unproved(f"no table of means over gauss for such a body: {shown(term)}")
    values = [*found[0]] if len(found) == 1 else [slope for _, slope in found]
    make_real(search, context, *values)
    name = "shifted" if len(found) == 1 else "product"
    theorem = it.kept(context, instantiated(search, context, lemma(search, f"error_functions__{name}"), values))
    written = instantiate(theorem.judgement.args[0].args[1], (g,))
    eqs = []
    for own, other in zip(_errors(body), _errors(written), strict=True):
        same = prove_equal(search, inner, own.args[0], other.args[0])
        eqs.append(it.infer("CONG", inner, eq=same, term=own, paths=[[0]]))
    identity = it.infer("RING", inner, lhs=body, rhs=written, eqs=eqs)
    return it.chain(context, [*it.expanded(context, term, theorem, identity), theorem])


def _of_odd(it: Integrator, context: Context, term: Term) -> Theorem:
    """The mean of an odd product of functions without shifts, which is 0."""
    search = it.search
    inner, (g,) = it.opened(context, term)
    mirror = it.kept(context, it.infer("IMAGE", context, term=term, member=0, way="reflect", l1=[]))
    body, other = (instantiate(one.args[1], (g,)) for one in mirror.judgement.args)
    eqs = []
    for own, turned in zip(_errors(body), _errors(other), strict=True):
        (argument,), opposite = own.args, neg(*own.args)
        make_real(search, inner, argument, opposite, *turned.args)
        same = search.attempt("RING", inner, lhs=turned.args[0], rhs=opposite, eqs=[])
        if same is None or len(_errors(body)) % 2 == 0:
            raise Unproved(f"no table of means over gauss for such a body: {shown(term)}")
        eqs.append(it.infer("CONG", inner, eq=same, term=turned, paths=[[0]]))
        eqs.append(axiom(search, inner, f"{own.op}.neg", argument))
    negative = it.infer("LIN", context, terms=[term], coefficients=[rat(-1)], l1=[])
    scaled = instantiate(negative.judgement.args[0].args[1], (g,))
    identity = it.infer("RING", inner, lhs=other, rhs=scaled, eqs=eqs)
    same = it.infer("CONG", context, eq=identity, term=mirror.judgement.args[1], paths=[[1]])
    back = it.chain(context, [mirror, same, negative])
    return it.infer("RING", context, lhs=term, rhs=ZERO, eqs=[back])


def _errors(body: Term) -> list[Term]:
    """The error functions of a product, as often as they stand in it."""
    factors = body.args if body.op == "*" else (body,)
    return [one for part in factors for one in ((part.args[0],) * part.data if part.op == "pow" else (part,))]


def _shift_and_slope(it: Integrator, inner: Context, argument: Term, g: Term) -> tuple[Term, Term]:
    known = known_of(it.search, inner, [argument])
    found = known.ring.coefficients(known.form(argument), g, 1)
    if found is None or any(g.data in part.variables for part in found):
        raise Unproved(f"an error function of what is not linear: {shown(argument)}")
    return found[0], found[1]


def _by_parts(it: Integrator, context: Context, term: Term, n: int, function: _Function) -> Theorem:
    """``E g^n F`` by the means with lower powers."""
    search = it.search
    shape = integral_of(context, MINUS_OO, OO, function)
    slope = derivative(search, context, shape)
    rate: _Function = lambda x: instantiate(slope.judgement.args[3], (x,))  # noqa: E731
    edge = mean_of(context, [GAUSS], lambda g: times(_power(g, n - 1), rate(g)))
    lower = [mean_of(context, [GAUSS], lambda g: times(_power(g, n - 2), function(g)))] if n > 1 else []
    values = [it.mean(context, one) for one in (*lower, edge)]
    coefficients = [ONE, *([rat(1 - n)] if lower else []), rat(-1)]
    linear = it.infer("LIN", context, terms=[term, *lower, edge], coefficients=coefficients, l1=[])
    joined = linear.judgement.args[0]
    search.use(context, it.infer("L1", context, of=linear, term=joined))
    zero = _of_derivative(it, context, joined, n, function)
    back = it.chain(context, [it.infer("SYM", context, of=linear), zero])
    fronts = [*([rat(n - 1)] if lower else []), ONE]
    target = plus(*[times(c, value.judgement.args[1]) for c, value in zip(fronts, values, strict=True)])
    make_defined(search, context, target)
    return it.infer("RING", context, lhs=term, rhs=target, eqs=[back, *values])


def _of_derivative(it: Integrator, context: Context, joined: Term, n: int, function: _Function) -> Theorem:
    """``E (g^n F - (n - 1) g^(n - 2) F - g^(n - 1) F') = 0``, the integral of the derivative of ``-g^(n - 1) F phi``."""
    search = it.search
    links = halves(it, context, joined, ZERO)
    values = []
    for part, sign in zip(links[-1].judgement.args[1].args, (-1, 1), strict=True):
        steps = []
        if sign < 0:
            steps.append(changed(search, context, part, integral_of(context, ZERO, OO, neg)))
            search.use(context, it.infer("L1", context, of=steps[0], term=steps[0].judgement.args[1]))
        here = steps[0].judgement.args[1] if steps else part
        values.append(it.chain(context, [*steps, _half_of_derivative(it, context, here, n, function, sign)]))
    zero = it.infer("RING", context, lhs=links[-1].judgement.args[1], rhs=ZERO, eqs=values)
    return it.chain(context, [*links, zero])


def _half_of_derivative(
    it: Integrator, context: Context, part: Term, n: int, function: _Function, sign: int
) -> Theorem:
    """The integral over the half-line of one sign, from the value at 0 and ``|x^(n - 1) F phi| <= x^(n - 1) phi``."""
    search = it.search
    inner, (x,), body = opened(search, context, part)
    image = x if sign > 0 else neg(x)
    front, bounded = times(_power(x, n - 1), density(GAUSS, x)), function(image)
    whole = mul(rat(-(sign**n)), mul(front, bounded))
    over = make("int", (ZERO, OO, close(whole, (x,))))
    slope = derivative(search, context, over)
    same = prove_equal(search, inner, instantiate(slope.judgement.args[3], (x,)), body)
    slope = it.infer("TRANSPORT", context, of=slope, eqs=[same], paths=[[3]])
    positive = prove_order(search, inner, ZERO, front, True)
    whole_size = make("abs", (whole,))
    make_defined(search, inner, whole_size)
    eqs = [
        axiom(search, inner, "abs.product", *whole.args),
        axiom(search, inner, "abs.product", front, bounded),
        axiom(search, inner, "abs.same", front),
        prove_equal(search, inner, make("abs", whole.args[:1]), ONE),
    ]
    order = it.infer(
        "POS", inner, lhs=whole_size, rhs=front, rows=[row(positive, size(search, inner, bounded, [x]))], eqs=eqs
    )
    bound = make("int", (ZERO, OO, close(front, (x,))))
    falls = limit_at(search, context, bound, "oo", ZERO)
    start = mul(whole.args[0], density(GAUSS, ZERO), function(ZERO)) if n == 1 else ZERO
    ends = [
        limit_at(search, context, over, "above", start),
        it.infer("SQUEEZE", context, over=over, side="oo", orders=[order], limits=[falls], premises=[]),
    ]
    l1 = it.infer("DEF", context, judgement=make("l1", (part,)))
    return it.infer("FTC", context, slope=slope, limits=ends, l1=l1)
