"""Means over one normal law: exponentials of quadratic forms (GAUSS), products (MOMENT)."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover import table
from rftheory.prover.learn import known_of

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator


def mean(integrator: Integrator, context: Context, term: Term, factor: Factor, draw: Term) -> Theorem:
    """``E f = closed`` over one draw of `normal`, `gauss` or `chi2`; f as a factor of a summand."""
    law = term.args[0]
    square = make("norm2", (draw,)) if law.op == "normal" else None
    plain = law.op != "normal" or all(monomial is square or monomial.op == "dot" for monomial in factor.exponent)
    if factor.exponent and not factor.parts and plain:
        return _exponential(integrator, context, term, factor.exponent, draw)
    if factor.parts and not factor.exponent:
        if law.op == "normal" and (
            set(map(_kind, factor.parts)) == {"dot"} or [*map(_kind, factor.parts)] == ["norm2"]
        ):
            return _product(integrator, context, term, factor.parts, draw)
        if list(factor.parts) == [draw]:
            return integrator.by_rule("MOMENT", context, term, law=law, order=factor.parts[draw], vectors=[])
    from rftheory.prover import expectation_cuts, expectation_directions, expectation_planes

    if law.op == "normal" and expectation_directions.is_of_direction(factor, draw):
        return expectation_directions.mean(integrator, context, term, factor, draw)
    if law.op == "normal":
        return expectation_planes.mean(integrator, context, term, factor, draw)
    if law.op == "gauss":
        return expectation_cuts.mean(integrator, context, term, factor, draw)
    raise Unproved(f"no table of means over {law.op} for such a body")


def _kind(part: Term) -> str:
    return str(part.op)


# -- exponentials ---------------------------------------------------------------------------------------------------


def _exponential(
    integrator: Integrator, context: Context, term: Term, exponent: Mapping[Term, Term], draw: Term
) -> Theorem:
    law = term.args[0]
    square = make("norm2", (draw,)) if law.op == "normal" else power(draw, 2) if law.op == "gauss" else draw
    rate = [exponent[square]] if square in exponent else []
    others = {monomial: c for monomial, c in exponent.items() if monomial is not square}
    bounds = [order for a in rate for order in _below_half(integrator, context, a)]
    if law.op != "normal":
        if not {*others} <= {draw}:
            raise Unproved("an exponent that is not quadratic")
        tilts = [*others.values()]
        found = integrator.infer("GAUSS", context, law=law, rate=rate, tilt=tilts, turn=[], bounds=bounds)
        return integrator.moved(context, term, found)
    vectors = {_vector(monomial, draw): c for monomial, c in others.items()}
    parts = {vector: complex_parts(integrator, context, c) for vector, c in vectors.items()}
    tilt = _combined({vector: first for vector, (first, _, _) in parts.items()})
    turn = _combined({vector: second for vector, (_, second, _) in parts.items()})
    found = integrator.infer("GAUSS", context, law=law, rate=rate, tilt=tilt, turn=turn, bounds=bounds)
    found = integrator.moved(context, term, found, [eq for _, _, eqs in parts.values() for eq in eqs])
    if rate:
        found = _plain_base(integrator, context, found)
    if not vectors:
        return found
    equations = [eq for _, _, eqs in parts.values() for eq in eqs]
    return _with_table(integrator, context, found, vectors, equations, bool(rate))


def _below_half(integrator: Integrator, context: Context, a: Term) -> list[Theorem]:
    if a.op == "rat":
        return []
    search = integrator.search
    if table.is_real(search, context, a):
        return [prove_order(search, context, a, HALF, True)]
    return [prove_order(search, context, make("re", (a,)), HALF, True)]


def _vector(monomial: Term, draw: Term) -> Term:
    """The vector x of ``dot w x``."""
    if monomial.op == "dot" and draw in monomial.args:
        first, second = monomial.args
        other = second if first is draw else first
        if draw.data not in other.variables:
            return other
    raise Unproved("an exponent that is not quadratic")


def complex_parts(integrator: Integrator, context: Context, c: Term) -> tuple[Term, Term, list[Theorem]]:
    """Real a, b with ``c = a + imag b``, and the equations that say so where it is not seen."""
    search = integrator.search
    if IMAG not in parts_of([c]) and table.is_real(search, context, c):
        return c, ZERO, []
    known = known_of(search, context, [c])
    found = known.ring.coefficients(known.form(c), IMAG, 1)
    if found is not None and all(table.is_real(search, context, part) for part in found):
        return found[0], found[1], known.equations([c])
    make_defined(search, context, c)
    equations = [table.axiom(search, context, f"{op}.conj", c) for op in ("re", "im")]
    return make("re", (c,)), make("im", (c,)), equations


def _combined(parts: Mapping[Term, Term]) -> list[Term]:
    """The sum of multiples of vectors; none if all are zero."""
    found: Term | None = None
    for vector, c in parts.items():
        if c is ZERO:
            continue
        scaled = vector if c is ONE else make("vscale", (c, vector))
        found = scaled if found is None else make("vadd", (found, scaled))
    return [] if found is None else [found]


def _plain_base(integrator: Integrator, context: Context, found: Theorem) -> Theorem:
    """The value with ``1 - 2a`` as a fraction in lowest terms."""
    search, value = integrator.search, found.judgement.args[1]
    power_ = value if value.op == "rpow" else value.args[0]
    base = power_.args[0]
    known = known_of(search, context, [base])
    plain = known.ring.fraction(known.form(base))
    if plain is base:
        return found
    integrator.define(context, value, found)
    same = search.infer("RING", context, lhs=base, rhs=plain, eqs=known.equations([base, plain]))
    changed = search.infer("CONG", context, eq=same, term=value, paths=[])
    return integrator.chain(context, [found, changed])


def _with_table(
    integrator: Integrator,
    context: Context,
    found: Theorem,
    vectors: Mapping[Term, Term],
    equations: Sequence[Theorem],
    has_rate: bool,
) -> Theorem:
    """The exponent of the value, ``sum c_i c_j <x_i, x_j>``, by the products that the context knows."""
    value = found.judgement.args[1]
    exponential = value.args[1] if has_rate else value
    here = exponential.args[0].args[0] if has_rate else exponential.args[0]
    terms = [] if has_rate else [HALF]
    items = list(vectors.items())
    for number, (x, c) in enumerate(items):
        terms.append(product([power(c, 2), make("norm2", (x,))]))
        terms += [product([TWO, c, d, make("dot", (x, y))]) for y, d in items[number + 1 :]]
    target = total(terms) if has_rate else make("*", (HALF, total(terms[1:])))
    search = integrator.search
    parts = [eq.judgement.args[1] for eq in equations]
    known = known_of(search, context, [here, target, *parts])
    simple = known.form(target)
    if len(simple.num) + len(simple.den) <= 4 * len(terms) + 8:
        target = known.ring.fraction(simple)
    make_defined(search, context, target)
    try:
        same = known.ring_equation(here, target)
    except Unproved:
        own = known.equations([here, target, *parts])
        same = search.infer("RING", context, lhs=here, rhs=target, eqs=[*equations, *own])
    path = [[1, 0, 0]] if has_rate else [[0]]
    integrator.define(context, value)
    links = [found, search.infer("CONG", context, eq=same, term=value, paths=path)]
    if target is ZERO and not has_rate:
        links.append(table.axiom(search, context, "exp.prod", ZERO))
    return search.infer("CHAIN", context, links=links)


# -- products -------------------------------------------------------------------------------------------------------


def _product(integrator: Integrator, context: Context, term: Term, parts: Mapping[Term, int], draw: Term) -> Theorem:
    law = term.args[0]
    if list(parts) == [make("norm2", (draw,))]:
        return _square_length(integrator, context, term)
    vectors = [_vector(part, draw) for part, k in parts.items() for _ in range(k)]
    found = integrator.infer("MOMENT", context, law=law, order=len(vectors), vectors=vectors)
    return integrator.moved(context, term, found)


def _square_length(integrator: Integrator, context: Context, term: Term) -> Theorem:
    """Powers of ``norm2 w``: the law of it is chi2."""
    law = term.args[0]
    other = make("E", (make("chi2", law.args), ZERO))
    _, _, (body,) = bodies(context, term)
    order = body.data if body.op == "pow" else 1
    found = integrator.infer("MOMENT", context, law=other.args[0], order=order, vectors=[])
    _, (square,) = open_binder(context, other)
    plain = make("E", (other.args[0], close(raised(square, order), (square,))))
    found = integrator.kept(context, integrator.moved(context, plain, found))
    link = integrator.infer("GRAMLAW", context, term=term, member=0, vectors=[], table=[], rank=0, gram=[], l1=[found])
    if link.judgement.args[1] is not found.judgement.args[0]:
        raise Unproved("a power of a squared length")
    return integrator.search.infer("CHAIN", context, links=[link, found])
