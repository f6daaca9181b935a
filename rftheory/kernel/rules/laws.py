"""Laws: independence, finite laws, densities, and the table T13.

The draws of a block are independent; its laws are terms of the context, so no law depends on a draw of its own block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod

from rftheory.kernel.contexts import Context, bodies, close, open_binder
from rftheory.kernel.defined import defined, defined_inside, is_index, is_law
from rftheory.kernel.known import dimension
from rftheory.kernel.refused import demand
from rftheory.kernel.rules.conditions import less
from rftheory.kernel.rules.linear import converges, equal, need, plus, ready, times, with_body
from rftheory.kernel.schemas import NAT, STEP, TERM
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import ONE, OO, TWO, ZERO, Term, make, power, rat
from rftheory.kernel.theorems import Cited, Kernel, Steps, Terms, rule

Numbers = Sequence[int]
HALF = rat(Fraction(1, 2))
#: factors of a product whose mean is the sum over pairings, and powers in the table of moments
MAX_FACTORS, MAX_MOMENT = 8, 40


def laws_of(term: Term) -> list[Term]:
    demand(term.op == "E", "no mean")
    return list(term.args[:-1])


def law_at(term: Term, member: int, *operators: str) -> Term:
    """One law of a block, if it is of this kind."""
    laws = laws_of(term)
    demand(0 <= member < len(laws) and laws[member].op in operators, f"no law {operators} at this place")
    return laws[member]


def require_vectors(kernel: Kernel, context: Context, vectors: Terms, size: Term) -> None:
    """Vectors of the context, of one dimension."""
    for one in vectors:
        demand(defined(kernel, context, one) and dimension(kernel, context, one) is size, "no vector of this space")


# -- blocks ---------------------------------------------------------------------------------------------------------


@rule("INDEP", first=TERM, second=TERM, l1=[STEP])
def independent(kernel: Kernel, context: Context, first: Term, second: Term, l1: Steps) -> Term:
    """``E_(B B') f g = E_B f E_B' g``: f has only the draws of B, g only those of B'."""
    laws = laws_of(first), laws_of(second)
    for term in (first, second):
        need(kernel, context, term, l1)
    joint = make("E", (*laws[0], *laws[1], ZERO))
    _, draws = open_binder(context, joint)
    size = len(laws[0])
    product = times(instantiate(first.args[-1], draws[:size]), instantiate(second.args[-1], draws[size:]))
    return equal(with_body(joint, close(product, draws)), times(first, second))


@rule("BLOCK", term=TERM, keep=[NAT], l1=[STEP])
def block(kernel: Kernel, context: Context, term: Term, keep: Numbers, l1: Steps) -> Term:
    """The same mean over some of the draws, in another order: the others do not occur."""
    laws = laws_of(term)
    demand(0 < len(set(keep)) == len(keep) and {*keep} <= {*range(len(laws))}, "these are no members of the block")
    _, draws, (body,) = bodies(context, term)
    kept = [draws[number] for number in keep]
    used = {draw.data for number, draw in enumerate(draws) if number not in keep}
    demand(body.variables.isdisjoint(used), "a draw that is left out occurs")
    result = make("E", (*[laws[number] for number in keep], close(body, tuple(kept))))
    if not converges(kernel, context, term, l1):
        need(kernel, context, result, l1)
        demand(ready(kernel, context, term), "a law that is left out is not known to be one")
    return equal(term, result)


@rule("NEST", term=TERM, first=[STEP], whole=[STEP])
def nested(kernel: Kernel, context: Context, term: Term, first: Steps, whole: Steps) -> Term:
    """``E_B E_B' f = E_(B B') f``: the laws of B' are free of B.

    ``first``: the inner mean converges for all draws of B; ``whole``: so does ``E_B E_B' |f|`` or ``E_(B B') f``.
    """
    laws = laws_of(term)
    inner, draws, (second,) = bodies(context, term)
    for law in laws_of(second):
        demand(law.variables.isdisjoint(draw.data for draw in draws), "an inner law depends on an outer draw")
    need(kernel, inner, second, first)
    _, further, (body,) = bodies(inner, second)
    joint = make("E", (*laws, *laws_of(second), close(body, (*draws, *further))))
    if not converges(kernel, context, joint, whole):
        magnitude = with_body(second, make("abs", (second.args[-1],)))
        need(kernel, context, with_body(term, close(magnitude, draws)), whole)
    return equal(term, joint)


# -- sums and integrals over a law ----------------------------------------------------------------------------------


@rule("FINITE", term=TERM, l1=[STEP])
def mean_of_points(kernel: Kernel, context: Context, term: Term, l1: Steps) -> Term:
    """The mean over signs, a finite law or a mass function as a sum."""
    law = law_at(term, 0, "sign", "finite", "mass")
    body = term.args[-1]
    demand(len(term.args) == 2 and is_law(kernel, context, law), "the block is not one law")
    if law.op == "mass":
        low, high, mass = law.args
        _, (k,) = open_binder(context, make("sum", law.args))
        result = make("sum", (low, high, close(times(instantiate(mass, [k]), instantiate(body, [k])), (k,))))
        if not (converges(kernel, context, term, l1) or high is not OO and defined_inside(kernel, context, term)):
            need(kernel, context, result, l1)
        return equal(term, result)
    signs = (rat(-1), HALF, ONE, HALF)
    places = law.args or signs
    values = [instantiate(body, [place]) for place in places[::2]]
    demand(all(defined(kernel, context, value) for value in values), "the body has no value at a point of the law")
    return equal(term, plus(*[times(mass, value) for mass, value in zip(places[1::2], values, strict=True)]))


@rule("DENSITY", term=TERM, l1=[STEP])
def by_density(kernel: Kernel, context: Context, term: Term, l1: Steps) -> Cited:
    """The mean over gauss, chi, chi2 (d >= 1) or uniform as an integral of the body times the density."""
    law = law_at(term, 0, "gauss", "chi", "chi2", "uniform")
    demand(len(term.args) == 2 and is_law(kernel, context, law), "the block is not one law")
    _, (x,) = open_binder(context, term)
    low, high = law.args if law.op == "uniform" else (make("-oo") if law.op == "gauss" else ZERO, OO)
    if law.op in ("chi", "chi2"):
        demand(is_index(kernel, context, law.args[0], ONE, None), "a point has no density")
    value = times(instantiate(term.args[-1], [x]), density(law, x))
    result = make("int", (low, high, close(value, (x,))))
    if not converges(kernel, context, term, l1):
        need(kernel, context, result, l1)
        demand(law.op != "chi2" or defined_inside(kernel, context, term), "the body is not known to be defined at 0")
    return equal(term, result), (f"law.{law.op}",)


def density(law: Term, x: Term) -> Term:
    square = make("exp", (times(rat(Fraction(-1, 2)), power(x, 2)),))
    if law.op == "gauss":
        return times(square, make("inv", (make("sqrt", (times(TWO, make("pi")),)),)))
    if law.op == "uniform":
        return make("inv", (plus(law.args[1], make("neg", (law.args[0],))),))
    half = times(HALF, law.args[0])
    gamma = make("gamma", (half,))
    if law.op == "chi":
        scale = times(make("rpow", (TWO, plus(half, rat(-1)))), gamma)
        return times(make("rpow", (x, plus(law.args[0], rat(-1)))), square, make("inv", (scale,)))
    scale = times(make("rpow", (TWO, half)), gamma)
    decay = make("exp", (times(rat(Fraction(-1, 2)), x),))
    return times(make("rpow", (x, plus(half, rat(-1)))), decay, make("inv", (scale,)))


# -- the table of normal laws (T13) and of moments ------------------------------------------------------------------


@rule("GAUSS", law=TERM, rate=[TERM], tilt=[TERM], turn=[TERM], bounds=[STEP])
def exponential(
    kernel: Kernel, context: Context, law: Term, rate: Terms, tilt: Terms, turn: Terms, bounds: Steps
) -> Cited:
    """``E exp(a norm2 w + dot w x + imag dot w y) = (1 - 2a)^(-d/2) exp((x + iy).(x + iy)/(2(1 - 2a)))``, re a < 1/2.

    a: ``rate``, x: ``tilt``, y: ``turn``, each given or not. gauss: a, complex z: ``exp(a g^2 + z g)``; chi2: ``exp(a c)``.
    """
    demand(law.op in ("normal", "gauss", "chi2") and is_law(kernel, context, law), "no normal law")
    demand(max(len(part) for part in (rate, tilt, turn)) == 1, "at least one part, at most one of each kind")
    demand(law.op == "normal" or not turn, "a turn is for normal vectors")
    demand(law.op != "chi2" or not tilt, "no tilt of a chi-square law")
    shape = make("E", (law, ZERO))
    _, (w,) = open_binder(context, shape)
    square = make("norm2", (w,)) if law.op == "normal" else power(w, 2) if law.op == "gauss" else w
    size = ONE if law.op == "gauss" else law.args[0]
    parts, factors = [], []
    scale = HALF
    for a in rate:
        below = any(less(kernel, context, part, HALF, bounds) for part in (a, make("re", (a,))))
        demand(below, "the real part of the rate is not known to be below 1/2")
        base = plus(ONE, times(rat(-2), a))
        parts.append(times(a, square))
        factors.append(make("rpow", (base, times(rat(Fraction(-1, 2)), size))))
        scale = make("inv", (times(TWO, base),))
    if law.op == "gauss":
        demand(all(defined(kernel, context, z) for z in tilt), "the tilt is not known to be defined")
        parts += [times(z, w) for z in tilt]
        squares = [power(z, 2) for z in tilt]
    else:
        require_vectors(kernel, context, (*tilt, *turn), size)
        parts += [make("dot", (w, x)) for x in tilt] + [times(make("imag"), make("dot", (w, y))) for y in turn]
        squares = [make("norm2", (x,)) for x in tilt] + [make("neg", (make("norm2", (y,)),)) for y in turn]
        squares += [times(TWO, make("imag"), make("dot", (x, y))) for x in tilt for y in turn]
    if squares:
        factors.append(make("exp", (times(plus(*squares), scale),)))
    mean = with_body(shape, close(make("exp", (plus(*parts),)), (w,)))
    return equal(mean, times(*factors)), (f"law.exponential.{law.op}",)


@rule("MOMENT", law=TERM, order=NAT, vectors=[TERM])
def moment(kernel: Kernel, context: Context, law: Term, order: int, vectors: Terms) -> Cited:
    """Moments: of products ``dot w x_1 ... dot w x_n`` (sum over pairings), of powers of gauss, chi2 and uniform draws."""
    demand(is_law(kernel, context, law), "no law")
    demand(law.op == "normal" or not vectors, "vectors are for normal vectors")
    shape = make("E", (law, ZERO))
    _, (w,) = open_binder(context, shape)
    if law.op == "normal":
        demand(0 < len(vectors) == order <= MAX_FACTORS, "one factor a vector, at most eight")
        require_vectors(kernel, context, vectors, law.args[0])
        body = times(*[make("dot", (w, x)) for x in vectors])
        sums = [times(*[make("dot", pair) for pair in pairs]) for pairs in _pairings(list(vectors))]
        value = plus(*sums) if sums else ZERO
    else:
        demand(0 < order <= MAX_MOMENT, "the order is out of the table")
        body, value = power(w, order), _moment_of_number(law, order)
    return equal(with_body(shape, close(body, (w,))), value), (f"law.moment.{law.op}",)


def _pairings(vectors: list[Term]) -> Iterator[list[tuple[Term, Term]]]:
    """All ways to put an even number of vectors into pairs."""
    if not vectors:
        yield []
        return
    first, rest = vectors[0], vectors[1:]
    for number, partner in enumerate(rest):
        for others in _pairings(rest[:number] + rest[number + 1 :]):
            yield [(first, partner), *others]


def _moment_of_number(law: Term, order: int) -> Term:
    if law.op == "gauss":
        return rat(prod(range(1, order, 2))) if order % 2 == 0 else ZERO
    if law.op == "chi2":
        return times(*[plus(law.args[0], rat(2 * number)) if number else law.args[0] for number in range(order)])
    demand(law.op == "uniform", "the moments of this law are not in the table")
    low, high = law.args
    powers = [times(power(low, number), power(high, order - number)) for number in range(order + 1)]
    return times(rat(Fraction(1, order + 1)), plus(*powers))
