"""Probabilities of deviations of sample means: Chernoff's bound from Markov's inequality, and unions of two sides.

An event ``eps <= T`` about m iid samples is ``eps <= a s + c`` with the sum s of all samples, a and c free of draws. For
``0 <= l`` and ``r = l a`` it implies ``exp(l (eps - c)) <= exp(r s)``, the product of the ``exp(r Z_i)``, of which the mean is
a power: ``P(eps <= T) <= (E exp(r Z))^m / exp(l (eps - c))``.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.substitution import abstract, replace
from rftheory.prover.signs import as_order

if TYPE_CHECKING:
    from rftheory.prover.chains import Walk


@dataclass(frozen=True)
class Event:
    """``level <= a s + c`` with the sum s of the samples of one iid family or frame; ``within`` is the context of the draws."""

    context: Context
    term: Term
    level: Term
    within: Context
    #: the random side, and the sum in it
    side: Term
    sum: Term
    factor: Term
    rest: Term

    @property
    def size(self) -> Term:
        return self.sum.args[1]

    def sample(self, draw: Term) -> Term:
        """One sample, as a function of its draw."""
        family = self.within.variable(self.within.size - 1)
        inner, (k,) = open_binder(self.within, self.sum)
        return replace(instantiate(self.sum.args[2], [k]), make("at", (family, k)), draw)

    def mean(self, function: Any) -> Term:
        """``E function(Z)`` over the law of one sample."""
        law = self.term.args[0]
        block = make("E", (law.args[1] if law.op == "iid" else make("normal", law.args[1:]), ZERO))
        _, draws = open_binder(self.context, block)
        return make("E", (block.args[0], close(function(self.sample(*draws)), draws)))


def event_of(search: Search, context: Context, term: Term) -> Event:
    """The parts of an event about one mean of samples."""
    make_defined(search, context, term)
    if term.op != "P" or term.data != "<=" or len(term.args) != 3 or term.args[0].op not in ("iid", "frame"):
        raise Unproved("no event about one family of samples")
    within, _, (level, side) = bodies(context, term)
    size = term.args[0].args[0]
    sums = [part for part in _parts(side) if part.op == "sum" and part.args[:2] == (ONE, size)]
    if len(set(sums)) != 1 or not is_outer(context, level):
        raise Unproved("no event about one mean of samples")
    rest = replace(side, sums[0], ZERO)
    factor = minus(replace(side, sums[0], ONE), rest)
    if not (is_outer(context, rest) and is_outer(context, factor)):
        raise Unproved("an event that has its samples outside of their sum")
    return Event(context, term, level, within, side, sums[0], factor, rest)


def _parts(term: Term) -> list[Term]:
    """What stands outside of binders."""
    found = [term]
    if not bound_tags(term.op, term.args, term.data):
        for arg in term.args:
            found += _parts(arg)
    return found


def is_outer(context: Context, term: Term) -> bool:
    """Whether a term is free of draws that are opened in a context."""
    return all(place < context.size for place, _ in term.variables)


# -- Markov, Chernoff -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tilt:
    """``exp(r s)`` for a sum s of samples, ``r = l a`` with the factor a of s in an event."""

    rate: Term
    sum: Term
    factor: Term

    def product(self, within: Context) -> Term:
        """``prod_i exp(r Z_i)``."""
        _, (k,) = open_binder(within, self.sum)
        member = make("*", (self.rate, instantiate(self.sum.args[2], [k])))
        return make("prod", (*self.sum.args[:2], abstract(make("exp", (member,)), [k.data[0]])))


def chernoff(walk: Walk, event: Event, scale: Term, rate: Term) -> Theorem:
    """``P <= rpow(E exp(r Z), m) * inv exp(l (eps - c))`` for ``0 <= l`` and ``r = l a``."""
    tilt = Tilt(rate, event.sum, event.factor)
    body = tilt.product(event.within)
    make_defined(walk.search, event.within, body)
    mean = make("E", (event.term.args[0], close(body, (event.within.variable(event.within.size - 1),))))
    return by_markov(walk, event, scale, [tilt], _mean_of_product(walk, event, mean, rate))


def by_markov(walk: Walk, event: Event, scale: Term, tilts: Sequence[Tilt], value: Theorem) -> Theorem:
    """``P <= b inv exp(l (eps - c))`` from ``E prod exp(r Z_i) = b``, or at most that; with several sums a product of products."""
    search, context, mean = walk.search, event.context, value.judgement.args[0]
    level = make("exp", (make("*", (scale, minus(event.level, event.rest))),))
    _, _, (body,) = bodies(context, mean)
    make_defined(search, event.within, level, body)
    larger = make("P", (*mean.args[:-1], level, mean.args[-1]), "<=")
    make_defined(search, context, larger)
    outside = _contrary(walk, event, scale, tilts, level, body)
    smaller = search.infer("UNION", context, event=event.term, parts=[larger], outside=outside)
    sign = search.infer("DEF", event.within, judgement=make("<=", (ZERO, body)))
    make_real(search, context, level)
    positive = search.infer("DEF", context, judgement=make("<", (ZERO, level)))
    markov = search.infer("MARKOV", context, term=mean, level=level, sign=sign, orders=[positive], l1=[value])
    search.use(context, search.infer("L1", context, of=value, term=mean))
    return search.infer("CHAIN", context, links=[smaller, markov, _over_level(search, value, markov)])


def _over_level(search: Search, value: Theorem, markov: Theorem) -> Theorem:
    """The bound with what the mean is, or is at most."""
    context, bound = value.context, markov.judgement.args[1]
    if value.judgement.op == "=":
        return search.infer("CONG", context, eq=value, term=bound, paths=[[0]])
    sign = search.infer("DEF", context, judgement=make("<", (ZERO, bound.args[1])))
    larger = make("*", (value.judgement.args[1], bound.args[1]))
    search.use(context, search.infer("WEAKEN", context, of=value, to="def right"))
    return search.infer("POS", context, lhs=bound, rhs=larger, rows=[row(sign, value)], eqs=[])


def _mean_of_product(walk: Walk, event: Event, mean: Term, rate: Term) -> Theorem:
    """``E prod exp(r Z_i) = rpow(E exp(r Z), m)``; over a frame it is at most that."""
    search, context = walk.search, event.context
    one = event.mean(lambda z: make("exp", (make("*", (rate, z)),)))
    make_defined(search, context, one)
    if event.term.args[0].op == "frame":
        from rftheory.prover.frame_chernoff import product_over_frame

        return product_over_frame(search, event, mean, one, rate)
    links = [search.infer("IIDPROD", context, term=mean, l1=[])]
    product = links[0].judgement.args[1]
    links.append(search.infer("MEMBERS", context, term=product, part="constant", count=0))
    power = links[-1].judgement.args[1]
    search.use(context, search.infer("WEAKEN", context, of=links[-1], to="def right"))
    same = prove_equal(search, context, power.args[1], event.size)
    links.append(search.infer("CONG", context, eq=same, term=power, paths=[[1]]))
    return search.infer("CHAIN", context, links=links)


def _contrary(walk: Walk, event: Event, scale: Term, tilts: Sequence[Tilt], level: Term, body: Term) -> Theorem:
    """``T < eps`` where the product of the exponentials is below its level."""
    search = walk.search
    inner = search.run.declare(event.within, make("<", (body, level)))
    given = search.infer("HYP", inner, fact=make("<", (body, level)))
    back = _as_products(search, inner, tilts, body)
    exponent = back[0].judgement.args[0].args[0]
    wanted = make("<", (event.side, event.level))
    cases = [search.infer("HYP", search.run.declare(inner, wanted), fact=wanted)]
    for fact in (make("=", (event.side, event.level)), make("<", (event.level, event.side))):
        place = search.run.declare(inner, fact)
        order = search.infer("HYP", place, fact=fact)
        if fact.op == "=":
            order = search.infer("WEAKEN", place, of=search.infer("SYM", place, of=order), to="<=")
        sign = prove_order(search, place, ZERO, scale, False)
        eqs = [eq for tilt in tilts for eq in _rates(walk, event, scale, tilt)]
        grown = search.infer("POS", place, lhs=level.args[0], rhs=exponent, rows=[row(sign, order)], eqs=eqs)
        grown = as_order(search, place, grown, "<=")
        through = search.infer("MONO", place, order=grown, function="exp", number=0, exponent=[], premises=[])
        loop = search.infer("CHAIN", place, links=[through, *back, given])
        cases.append(search.infer("ABSURD", place, of=loop, judgement=wanted))
    return search.infer("CASES", inner, of=cases)


def _as_products(search: Search, inner: Context, tilts: Sequence[Tilt], body: Term) -> list[Theorem]:
    """``exp(r s) = prod exp(r Z_i)``; of several sums the product of that."""
    found = []
    for tilt in tilts:
        linear = search.infer("LIN", inner, terms=[tilt.sum], coefficients=[tilt.rate], l1=[])
        whole = search.infer("MEMBERS", inner, term=linear.judgement.args[0], part="exp", count=0)
        inside = search.infer("CONG", inner, eq=linear, term=whole.judgement.args[0], paths=[[0]])
        found.append([search.infer("SYM", inner, of=inside), whole])
    if len(found) == 1:
        return found[0]
    parts = [search.infer("CHAIN", inner, links=links) for links in found]
    exponents = [part.judgement.args[0].args[0] for part in parts]
    apart = search.infer(
        "ATOM", inner, schema="exp.prod", terms=[total(exponents), *exponents], numbers=[1] * len(parts), premises=[]
    )
    return [apart, search.infer("RING", inner, lhs=apart.judgement.args[1], rhs=body, eqs=parts)]


def _rates(walk: Walk, event: Event, scale: Term, tilt: Tilt) -> list[Theorem]:
    """``r = l a``, where RING does not see it."""
    product = make("*", (scale, tilt.factor))
    search = walk.search
    if search.attempt("RING", event.context, lhs=tilt.rate, rhs=product, eqs=[]) is not None:
        return []
    return [prove_equal(search, event.context, tilt.rate, product)]


# -- two sides ------------------------------------------------------------------------------------------------------


def two_sides(walk: Walk, term: Term) -> tuple[Theorem, Term, Term]:
    """``P(eps <= |t|) <= P(eps <= t) + P(eps <= -t)``, and both parts."""
    search, context = walk.search, walk.context
    make_defined(search, context, term)
    within, draws, (level, side) = bodies(context, term)
    if term.data != "<=" or side.op != "abs":
        raise Unproved("no event about an absolute value")
    inside = side.args[0]
    make_real(search, within, inside)
    sides = (inside, make("neg", (inside,)))
    parts = [make("P", (*term.args[:-1], close(one, draws)), "<=") for one in sides]
    make_defined(search, context, *parts)
    inner, below = within, []
    for one in sides:
        fact = make("<", (one, level))
        inner = search.run.declare(inner, fact)
        below.append(fact)
    cases = []
    for fact, smaller in zip((make("<=", (ZERO, inside)), make("<=", (inside, ZERO))), below, strict=True):
        place = search.run.declare(inner, fact)
        name = "abs.same" if fact.args[0] is ZERO else "abs.opposite"
        given = search.infer("HYP", place, fact=fact)
        same = search.infer("ATOM", place, schema=name, terms=[inside], numbers=[], premises=[given])
        held = search.infer("HYP", place, fact=smaller)
        cases.append(search.infer("CHAIN", place, links=[same, held]))
    outside = search.infer("CASES", inner, of=cases)
    return search.infer("UNION", context, event=term, parts=parts, outside=outside), parts[0], parts[1]
