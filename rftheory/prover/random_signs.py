"""Signs and absolute values of linear forms of draws: ``|a| = a sgn a``, and ``sgn(c f) = sgn f`` or ``-sgn f`` for a c of known sign.

Signs of signs, of ``c|a| - t`` and of products, as events are about them, are those of linear forms again.
"""

from __future__ import annotations

import itertools

from rftheory.prover.words import *
from rftheory.prover.learn import Known, known_of
from rftheory.prover.ring import Form, Ring, rational, rows_of
from rftheory.prover.texts import lemma

_LINEAR = frozenset({"+", "*", "neg", "dot", "var", "vadd", "vscale"})


def is_linear(term: Term, is_random: Callable[[Term], bool]) -> bool:
    """Whether what is random in a term are sums and multiples of draws and of their products with vectors, also over a length."""
    if not is_random(term) or (term.op == "inv" and term.args[0].op == "sqrt" and term.args[0].args[0].op == "norm2"):
        return True
    return term.op in _LINEAR and all(is_linear(arg, is_random) for arg in term.args)


def plain_form(search: Search, context: Context, term: Term, is_random: Callable[[Term], bool]) -> Theorem | None:
    """An absolute value by its sign, and signs and error functions of plain linear forms; None if it is so, or no form is known."""
    op = term.op
    if op not in ("abs", "sgn", "erf", "tanh"):
        return None
    (argument,) = term.args
    linear = is_linear(argument, is_random)
    if op in ("erf", "tanh"):
        return plain_argument(search, context, term) if linear else None
    event = of_event(search, context, term, is_random) if op == "sgn" and not linear else None
    if event is not None:
        return event
    # over its length a form is one factor
    if argument.op == "*" and sum(is_random(arg) and arg.op != "inv" for arg in argument.args) > 1:
        return of_product(search, context, term)
    if op == "abs" and _around_absolute(search, context, argument, is_random):
        return of_absolute(search, context, term)
    # a hyperplane is one as it stands
    if not linear or (op == "sgn" and argument.op == "dot"):
        return None
    return of_absolute(search, context, term) if op == "abs" else plain_sign(search, context, term, is_random)


def of_absolute(search: Search, context: Context, term: Term) -> Theorem:
    """``|a| = a sgn a``."""
    make_real(search, context, *term.args)
    return search.infer("SYM", context, of=axiom(search, context, "sgn.abs", *term.args))


def cube(search: Search, context: Context, sign: Term) -> Theorem:
    """``(sgn a)^3 = sgn a``."""
    return instantiated(search, context, lemma(search, "sign_means__cube"), list(sign.args))


def of_product(search: Search, context: Context, term: Term) -> Theorem:
    """``|a b| = |a| |b|``, and the same of a sign."""
    first, *others = term.args[0].args
    rest = product(others)
    make_real(search, context, first, rest)
    found = axiom(search, context, f"{term.op}.product", first, rest)
    whole = mul(first, rest)
    if whole is term.args[0]:
        return found
    same = search.infer("RING", context, lhs=term.args[0], rhs=whole, eqs=[])
    return search.infer("CHAIN", context, links=[search.infer("CONG", context, eq=same, term=term, paths=[[0]]), found])


def of_event(search: Search, context: Context, term: Term, is_random: Callable[[Term], bool]) -> Theorem | None:
    """A sign by signs of less: of a sign itself, of ``c|a| + r`` by those of ``c a - r`` and ``c a + r`` for r < 0; None for others."""
    (argument,) = term.args
    if argument.op == "sgn":
        return instantiated(search, context, lemma(search, "sign_means__repeated"), list(argument.args))
    plain = plain_sign(search, context, term, is_random)
    if plain is not None:
        return plain
    found = _around_absolute(search, context, argument, is_random)
    if found is None:
        return None
    absolute, c, rest = found
    slope = prove_sign(search, context, c)
    if slope is None or slope.judgement.op != "<":
        return None
    turned = slope.judgement.args[1] is ZERO
    front, level = (neg(c), rest) if turned else (c, neg(rest))
    value = instantiated(search, context, lemma(search, "sign_means__of_absolute"), [*absolute.args, front, level])
    (written,) = value.judgement.args[0].args
    same = prove_equal(search, context, argument, neg(written) if turned else written)
    links = [search.infer("CONG", context, eq=same, term=term, paths=[[0]])]
    if turned:
        links.append(axiom(search, context, "sgn.neg", written))
        value = search.infer("CONG", context, eq=value, term=links[-1].judgement.args[1], paths=[[0]])
    return search.infer("CHAIN", context, links=[*links, value])


def of_ordered(
    search: Search, context: Context, signs: Iterable[Term], is_random: Callable[[Term], bool]
) -> Theorem | None:
    """``sgn a sgn b = 1 + sgn a - sgn b`` for two signs with a < b whose gap is not random; None if there are none.

    So for an a and a b/c with a c of known sign.
    """
    for pair in itertools.combinations(signs, 2):
        first, last = (one.args[0] for one in pair)
        if "+" not in (first.op, last.op):
            continue  # two hyperplanes
        known = known_of(search, context, [first, last])
        found = _aligned(known, first, last, is_random)
        if found is None:
            continue
        gap, factor, moved = found
        sign = prove_sign(search, context, gap)
        way = sign and prove_sign(search, context, factor)
        if sign is None or way is None or {sign.judgement.op, way.judgement.op} != {"<"}:
            continue
        low, high = (first, moved) if sign.judgement.args[0] is ZERO else (moved, first)
        make_real(search, context, factor, moved)
        search.use(context, prove_order(search, context, low, high, True))
        both = instantiated(search, context, lemma(search, "sign_means__ordered"), [low, high])
        if moved is last:
            return both
        whole = mul(factor, moved)
        same = search.infer("RING", context, lhs=last, rhs=whole, eqs=known.equations([last, whole]))
        name = "sgn.positive" if way.judgement.args[0] is ZERO else "sgn.negative"
        eqs = [
            search.infer("CONG", context, eq=same, term=pair[1], paths=[[0]]),
            axiom(search, context, "sgn.product", factor, moved),
            axiom(search, context, name, factor, premises=[way]),
            both,
        ]
        own = pair[1] if name == "sgn.positive" else neg(pair[1])
        ends = (pair[0], own) if low is first else (own, pair[0])
        value = add(ONE, ends[0], neg(ends[1]))
        value = value if own is pair[1] else neg(value)
        return search.infer("RING", context, lhs=mul(*pair), rhs=value, eqs=eqs)
    return None


def _aligned(
    known: Known, first: Term, last: Term, is_random: Callable[[Term], bool]
) -> tuple[Term, Term, Term] | None:
    """``b/c - a``, c and ``b/c`` where that makes the random parts of a and b equal; None where nothing that is not random does."""
    ring, forms = known.ring, [known.form(term) for term in (first, last)]
    if any(is_random(g) for form in forms for g in ring.generators_of(form.den)):
        return None
    parts = [ring.zero, ring.zero]
    for place, form in enumerate(forms):
        for powers, q in rows_of(form.num):
            if any(e and is_random(g) for e, g in zip(powers, ring.generators, strict=False)):
                parts[place] += ring.ctx.from_dict({powers: rational(q)})
    if not all(parts):
        return None
    factor = ring.fraction(ring.lowest(Form(parts[1] * forms[0].den, parts[0] * forms[1].den)))
    moved = ring.fraction(ring.lowest(Form(forms[1].num * parts[0], parts[1] * forms[0].den)))
    if is_random(factor):
        return None
    moved = last if factor is ONE else moved
    return ring.fraction(ring.lowest(known.form(minus(moved, first)))), factor, moved


def of_exponential(search: Search, context: Context, term: Term, is_random: Callable[[Term], bool]) -> Theorem | None:
    """``exp(c |a| + r)`` by the sign of a linear form a; None if no absolute value of one is in the exponent."""
    (argument,) = term.args
    found = _around_absolute(search, context, argument, is_random)
    if found is None:
        return None
    absolute, c, rest = found
    known = known_of(search, context, [argument])
    whole = add(mul(c, absolute), rest)
    make_real(search, context, whole, argument)
    same = search.infer("RING", context, lhs=argument, rhs=whole, eqs=known.equations([argument, whole]))
    moved = search.infer("CONG", context, eq=same, term=term, paths=[[0]])
    value = instantiated(
        search, context, lemma(search, "sign_means__exponential_of_absolute"), [*absolute.args, c, rest]
    )
    return search.infer("CHAIN", context, links=[moved, value])


def _around_absolute(
    search: Search, context: Context, argument: Term, is_random: Callable[[Term], bool]
) -> tuple[Term, Term, Term] | None:
    """``|a|``, c and r of ``c |a| + r`` with a linear form a and a c that is not random; None for others."""
    absolute = next((part for part in parts_of([argument]) if part.op == "abs" and is_random(part)), None)
    if absolute is None or not is_linear(absolute.args[0], is_random):
        return None
    known = known_of(search, context, [argument])
    ring, form = known.ring, known.form(argument)
    place = ring.generators.index(absolute) if absolute in ring.generators else None
    if place is None or absolute in ring.generators_of(form.den):
        return None
    parts: list[dict[tuple[int, ...], Any]] = [{}, {}]
    for monomial, q in rows_of(form.num):
        if monomial[place] > 1:
            return None
        parts[monomial[place]][(*monomial[:place], 0, *monomial[place + 1 :])] = rational(q)
    rest, c = (ring.fraction(ring.lowest(Form(ring.ctx.from_dict(part), form.den))) for part in parts)
    return None if is_random(c) else (absolute, c, rest)


def plain_argument(search: Search, context: Context, term: Term) -> Theorem | None:
    """``f(t)`` with its argument multiplied out; None if it is plain."""
    (argument,) = term.args
    known = known_of(search, context, [argument])
    return _at_argument(known, term, known.ring.fraction(known.form(argument)))


def _at_argument(known: Known, term: Term, plain: Term) -> Theorem | None:
    """``f(t) = f(s)`` with an s that is equal to t; None if it is t."""
    (argument,), search, context = term.args, known.search, known.context
    if plain is argument:
        return None
    make_real(search, context, argument, plain)
    same = search.infer("RING", context, lhs=argument, rhs=plain, eqs=known.equations([argument, plain]))
    return search.infer("CONG", context, eq=same, term=term, paths=[[0]])


def plain_sign(search: Search, context: Context, term: Term, is_random: Callable[[Term], bool]) -> Theorem | None:
    """``sgn t`` with its argument multiplied out, without what is zero in it and without a factor of known sign; None if it is plain."""
    (argument,) = term.args
    known = known_of(search, context, [argument])
    ring, form = known.ring, known.form(argument)
    plain = ring.fraction(form)
    first = _at_argument(known, term, plain)
    links = [] if first is None else [first]
    factor, rest = _apart(ring, form, is_random)
    sign = None if factor is ONE else prove_sign(search, context, factor)
    if sign is not None and sign.judgement.op == "<":
        whole = mul(factor, rest)
        make_real(search, context, rest)
        apart = _at_argument(known, make("sgn", (plain,)), whole)
        links += [] if apart is None else [apart]
        links.append(axiom(search, context, "sgn.product", factor, rest))
        name = "sgn.positive" if sign.judgement.args[0] is ZERO else "sgn.negative"
        value = axiom(search, context, name, factor, premises=[sign])
        end = make("sgn", (rest,))
        target = end if name == "sgn.positive" else mul(rat(-1), end)
        links.append(search.infer("RING", context, lhs=links[-1].judgement.args[1], rhs=target, eqs=[value]))
    if not links:
        return None
    return links[0] if len(links) == 1 else search.infer("CHAIN", context, links=links)


def _apart(ring: Ring, form: Form, is_random: Callable[[Term], bool]) -> tuple[Term, Term]:
    """A factor of a form in which nothing is random, and the rest: its monomial, or the powers in all monomials, over what divides."""
    rows = list(rows_of(form.num))
    if not rows or any(map(is_random, ring.generators_of(form.den))):
        return ONE, ring.fraction(form)
    random = [is_random(g) for g in ring.generators] + [False] * (len(rows[0][0]) - len(ring.generators))
    shared = tuple(0 if r else min(powers) for r, *powers in zip(random, *(m for m, _ in rows), strict=True))
    content = rational(rows[0][1] if len(rows) == 1 else Fraction(1))
    factor = ring.fraction(type(form)(ring.ctx.from_dict({shared: content}), form.den))
    left = {tuple(e - s for e, s in zip(m, shared, strict=True)): rational(q) / content for m, q in rows}
    return factor, ring.term(ring.ctx.from_dict(left))
