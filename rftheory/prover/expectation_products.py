"""Products over families of independent draws, and means over counts as series."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.substitution import replace
from rftheory.prover import table
from rftheory.prover.convergence import value
from rftheory.prover.finite_products import factors_of, product_value
from rftheory.prover.learn import known_of
from rftheory.prover.ring import Form

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator


def over_counts(integrator: Integrator, context: Context, term: Term) -> Theorem:
    """``E f = sum p_k f(k) = closed`` over one count."""
    search, law = integrator.search, term.args[0]
    inner, (k,) = integrator.opened(context, make("sum", law.args))
    mass = instantiate(law.args[2], (k,))
    series = make("sum", (*law.args[:2], close(make("*", (mass, instantiate(term.args[1], (k,)))), (k,))))
    try:
        summed = _series(integrator, context, series)
    except Unproved:
        search.check_limit()
        summed = _simplified(integrator, context, series)
    finite = integrator.infer("FINITE", context, term=term, l1=[summed])
    return integrator.chain(context, [finite, summed, *_as_bessel(integrator, context, summed.judgement.args[1])])


def _as_bessel(integrator: Integrator, context: Context, closed: Term) -> list[Theorem]:
    """``0F1(1; z) = I_0(2 sqrt z)``."""
    it, search, links, here = integrator, integrator.search, list[Theorem](), closed
    for atom in atoms_of([closed]):
        if atom.op != "pfq" or atom.data != (0, 1) or atom.args[0] is not ONE:
            continue
        try:
            known = known_of(search, context, [atom.args[1]])
            place = product([TWO, *_roots(search, context, known.ring.fraction(known.form(atom.args[1])))])
            make_defined(search, context, place)
            series = table.axiom(search, context, "bessel_i.series", ZERO, place)
            same = prove_equal(search, context, series.judgement.args[1], atom)
        except Unproved:
            search.check_limit()
            continue
        named = it.infer("SYM", context, of=it.chain(context, [series, same]))
        make_defined(search, context, here)
        links.append(it.infer("CONG", context, eq=named, term=here, paths=[]))
        here = links[-1].judgement.args[1]
    return links


def _roots(search: Search, context: Context, square: Term) -> list[Term]:
    """The factors of ``sqrt z``: even powers as absolute values, one root of the others in lowest terms."""
    found, left = list[Term](), list[Term]()
    for base, k in factors_of(square, 1):
        if k % 2 == 0 and base.op != "rat":
            found.append(raised(make("abs", (base,)), k // 2))
        else:
            left.append(raised(base, k))
    if not left:
        return found
    root = make("sqrt", (product(left),))
    known = known_of(search, context, [root])
    return [known.ring.fraction(known.form(root)), *found]


def _series(integrator: Integrator, context: Context, series: Term) -> Theorem:
    """``sum = closed``, listed as convergent."""
    search = integrator.search
    if series.args[1] is OO:
        search.use(context, prove_convergent(search, context, series))
    else:
        make_defined(search, context, series)
    return value(search.run, context, series)


def _simplified(integrator: Integrator, context: Context, series: Term) -> Theorem:
    """The same after the members are written as fractions in lowest terms."""
    search = integrator.search
    inner, (k,) = integrator.opened(context, series)
    member = instantiate(series.args[2], (k,))
    make_defined(search, inner, member)
    known = known_of(search, inner, [member])
    plain = _with_powers(known.ring.fraction(known.form(member)))
    simple = make("sum", (*series.args[:2], close(plain, (k,))))
    if simple is series:
        raise Unproved("no simpler series")
    make_defined(search, inner, plain)
    same = prove_equal(search, inner, plain, member)
    found = _series(integrator, context, simple)
    back = integrator.infer("CONG", context, eq=same, term=simple, paths=[[2]])
    return integrator.chain(context, [integrator.infer("SYM", context, of=back), found])


def _with_powers(member: Term) -> Term:
    """A product with ``b^e`` for ``exp(e log b)``."""
    exponents: dict[Term, list[Term]] = {}
    others = []
    for base, k in factors_of(member, 1):
        parts = [g for g in atoms_of(base.args) if g.op == "log"] if base.op == "exp" else []
        if len(parts) != 1:
            others.append(raised(base, k))
            continue
        ring = Ring(atoms_of(base.args))
        form = ring.form(base.args[0])
        rest, remainder = divmod(form.num, ring.gen(parts[0]))
        if remainder or parts[0] in ring.generators_of(rest) or parts[0] in ring.generators_of(form.den):
            others.append(raised(base, k))
            continue
        exponent = ring.fraction(Form(rest, form.den))
        exponents.setdefault(parts[0].args[0], []).append(make("*", (rat(k), exponent)))
    powers = []
    for base, found in exponents.items():
        ring = Ring(atoms_of(found))
        powers.append(make("rpow", (base, ring.fraction(ring.form(total(found))))))
    return product([*powers, *others])


def mean(integrator: Integrator, context: Context, term: Term, factor: Factor, draws: Sequence[Term]) -> Theorem:
    """``E prod_i f(w_i) = prod_i E f(w)``, over the whole of one family."""
    if len(draws) != 1 or any(part.op != "prod" for part in factor.parts):
        raise Unproved("a product over a family with other factors")
    size = term.args[0].args[0]
    inner, opened = integrator.opened(context, term)
    body = instantiate(term.args[-1], opened)
    parts = [part for part, k in factor.parts.items() for _ in range(k)]
    parts += [_exponential(integrator, inner, monomial, c) for monomial, c in factor.exponent.items()]
    if any(part.args[:2] != (ONE, size) for part in parts):
        raise Unproved("a product that does not go over the whole family")
    within, (i,) = integrator.opened(inner, make("sum", (ONE, size, ZERO)))
    member = product([instantiate(part.args[2], (i,)) for part in parts])
    whole = make("prod", (ONE, size, close(member, (i,))))
    identity = _as_one(integrator, inner, body, whole, parts)
    term_of_product = make("E", (*term.args[:-1], close(whole, opened)))
    return _independent(integrator, context, term, term_of_product, identity)


def _exponential(integrator: Integrator, inner: Context, monomial: Term, c: Term) -> Term:
    """``prod exp(c f)`` for ``exp(c sum f)``."""
    if monomial.op != "sum":
        raise Unproved("an exponent that is no sum over the family")
    within, (i,) = integrator.opened(inner, monomial)
    exponent = product([*([c] if c is not ONE else []), instantiate(monomial.args[2], (i,))])
    return make("prod", (*monomial.args[:2], close(make("exp", (exponent,)), (i,))))


def _as_one(integrator: Integrator, inner: Context, body: Term, whole: Term, parts: Sequence[Term]) -> Theorem | None:
    """``body = prod f_1 ... f_k`` as one product."""
    if body is whole:
        return None
    it, search = integrator, integrator.search
    make_defined(search, inner, whole)
    split = it.infer("MEMBERS", inner, term=whole, part="product", count=len(parts)) if len(parts) > 1 else None
    equations = [] if split is None else [split]
    for part in parts:
        if part.args[2].op == "exp":
            total_of = make("sum", (*part.args[:2], part.args[2].args[0]))
            make_defined(search, inner, total_of)
            equations.append(it.infer("SYM", inner, of=it.infer("MEMBERS", inner, term=total_of, part="exp", count=0)))
    make_defined(search, inner, *parts)
    exponentials = [eq.judgement.args[1] for eq in equations if eq.judgement.args[1].op == "exp"]
    known = known_of(search, inner, [body, *exponentials]) if exponentials else None
    more = known.equations([body, *exponentials]) if known is not None else []
    return it.infer("RING", inner, lhs=body, rhs=whole, eqs=[*more, *equations[::-1]])


def _independent(
    integrator: Integrator, context: Context, term: Term, whole: Term, identity: Theorem | None
) -> Theorem:
    it = integrator
    size, law = term.args[0].args
    within, (i,) = it.opened(context, make("sum", (ONE, size, ZERO)))
    _, (family,) = open_binder(within, make("E", (*term.args[:-1], ZERO)))
    at = make("at", (family, i))
    body = instantiate(instantiate(whole.args[-1], (family,)).args[2], (i,))
    _, (draw,) = open_binder(within, make("E", (law, ZERO)))
    one = make("E", (law, close(replace(body, at, draw), (draw,))))
    found = it.mean(within, one)
    links = [it.infer("IIDPROD", context, term=whole, l1=[found])]
    if links[0].judgement.args[1].args[2] is not close(one, (i,)):
        raise Unproved("another mean of one member")
    here = links[0].judgement.args[1]
    make_defined(it.search.run, context, here)
    links.append(it.infer("CONG", context, eq=found, term=here, paths=[[2]]))
    links += _taken_apart(it, context, links[-1].judgement.args[1])
    return it.chain(context, [*it.expanded(context, term, links[0], identity), *links])


def _taken_apart(it: Integrator, context: Context, whole: Term) -> list[Theorem]:
    """A product of exponentials, constants and other members as a product of products."""
    make_defined(it.search.run, context, whole)
    try:
        return [product_value(it.search, context, whole)]
    except Unproved:
        it.search.check_limit()
        return []
