"""Sums, integrals and expectations: linear in their bodies; short sums with literal ends are written out."""

from __future__ import annotations

from flint import fmpq, fmpq_mpoly

from rftheory.prover.words import *
from rftheory.prover.ring import Form

if TYPE_CHECKING:
    from rftheory.prover.learn import Known

#: members of a sum that is written out; summands of a body
MAX_MEMBERS, MAX_SUMMANDS = 16, 24


def learn_binder(known: Known, atom: Term) -> None:
    """A short literal range member by member, else the body as a combination."""
    search, context = known.search, known.context
    if atom.op == "int" or atom.args[1] is OO:
        from rftheory.prover.convergence import in_summands, value

        for find in (lambda: value(search.run, context, atom), lambda: in_summands(search, context, atom)):
            with suppress(Unproved):
                found = find()
                if found is not None:
                    known.give(found)
                return
            search.check_limit()
    if atom.op in ("sum", "prod"):
        low, high = atom.args[:2]
        if low is high:
            known.give(search.infer("SINGLE", context, term=atom))
            return
        if low.op == high.op == "rat" and -1 <= high.data - low.data < MAX_MEMBERS:
            if high.data < low.data:
                known.give(search.infer("NULL", context, term=atom))
                return
            following = rat(low.data + 1)
            step = {"whole": atom, "last": low, "following": following, "orders": [], "l1": []}
            known.give(search.infer("SPLIT", context, **step))
            return
    if atom.op == "prod":
        from rftheory.prover.finite_products import product_value
        from rftheory.prover.rising import rising_value

        with suppress(Unproved):
            known.give(rising_value(search, context, atom))
            return
        search.check_limit()
        known.give(product_value(search, context, atom))
        return
    with suppress(Unproved):
        from rftheory.prover.binomial_moments import moment_value

        known.give(moment_value(search, context, atom))
        return
    search.check_limit()
    if atom.op == "sum" and atom.args[1] is not OO:
        from rftheory.prover.telescopes import telescoped

        with suppress(Unproved):
            known.give(telescoped(search, context, atom))
            return
        search.check_limit()
    theorem = _combined(known, atom)
    if theorem is not None:
        known.give(theorem)


def _combined(known: Known, atom: Term) -> Theorem | None:
    """``B f = sum c_i B f_i`` for monomials f_i in what depends on the bound variables."""
    from rftheory.prover.learn import known_of

    search, context = known.search, known.context
    inner, variables, (body,) = bodies(context, atom)
    if not is_well_formed(search.kernel, inner):
        raise Unproved("the inside is not known to be well-formed")
    places = {variable.data[0] for variable in variables}
    inside = known_of(search, inner, [body])
    parts = _parts(inside.ring, inside.form(body), places)
    if len(parts) > MAX_SUMMANDS:
        raise Unproved("a body of too many summands")
    if parts == [(ONE, body)]:
        if body is ONE:
            return search.infer("CONST", context, over=atom, value=ONE)
        return _swapped(known, atom, body, places)
    if not parts:
        zero = make(atom.op, (*atom.args[:-1], ZERO), atom.data)
        constant = search.infer("CONST", context, over=atom, value=ZERO)
        if atom is zero:
            return constant
        same = search.infer("RING", inner, lhs=body, rhs=ZERO, eqs=inside.equations([body]))
        first = search.infer("CONG", context, eq=same, term=atom, paths=[[len(atom.args) - 1]])
        return search.infer("CHAIN", context, links=[first, constant])
    terms = [make(atom.op, (*atom.args[:-1], close(part, variables)), atom.data) for _, part in parts]
    for coefficient, part in parts:
        make_defined(search, context, coefficient)
        make_defined(search, inner, part)
    make_defined(search, context, *terms)
    linear = search.infer("LIN", context, terms=terms, coefficients=[c for c, _ in parts], l1=[])
    whole = linear.judgement.args[0]
    if whole is atom:
        return linear
    _, _, (combined,) = bodies(context, whole)
    same = search.infer("RING", inner, lhs=body, rhs=combined, eqs=inside.equations([body, combined]))
    first = search.infer("CONG", context, eq=same, term=atom, paths=[[len(atom.args) - 1]])
    return search.infer("CHAIN", context, links=[first, linear])


def _swapped(known: Known, atom: Term, body: Term, places: set[int]) -> Theorem | None:
    """Finite sums inside of each other in one order: outside is the index that more factors of the member have,
    of two with equally many the one whose factors speak of the earlier variables.

    What is free of the inner index then comes out of the inner sum, and sums over one range meet as factors.
    """
    search, context = known.search, known.context
    parts = body.args if body.op == "*" else (body,)
    sums = [part for part in parts if part.op == "sum" and part.args[1] is not OO]
    if atom.op != "sum" or atom.args[1] is OO:
        return None
    declared = bodies(context, atom)[0].declarations
    indices = {place for place, one in enumerate(declared) if one.data == ("int", "closed", "closed")}
    for inside in sums:
        ends, rest = inside.args[:2], [part for part in parts if part is not inside]
        if any(place in places for end in ends for place, _ in end.variables):
            continue
        member = inside.args[2].args if inside.args[2].op == "*" else inside.args[2:]
        inner = [factor for factor in member if (0, "int") in factor.loose]
        outer = [f for f in (*member, *rest) if any(place in places for place, _ in f.variables)]
        count, met = _weight(indices - places, outer)
        met -= any((0, "int") in factor.loose for factor in outer)
        here, there = (*_weight(indices, inner), repr(ends)), (count, met, repr(atom.args[:2]))
        if (*here, _named(inner, indices)) < (*there, _named(outer, indices)):
            first = _drawn_in(known, atom, body, inside, rest)
            link = search.infer("SWAP", context, term=first.judgement.args[1], first=[], whole=[], other=[])
            return search.infer("CHAIN", context, links=[first, link])
    return None


def _weight(indices: set[int], factors: list[Term]) -> tuple[int, int]:
    """How many factors have an index, and how many other indices meet it there; more come first."""
    met = {place for factor in factors for place, _ in factor.variables if place in indices}
    return -len(factors), -len(met) - sum(factor.op == "sum" for factor in factors)


def _named(factors: list[Term], indices: set[int]) -> list[list[int]]:
    """What tells two indices of equal weight: the variables that the factors of each speak of."""
    return sorted(sorted(place for place, _ in factor.variables if place not in indices) for factor in factors)


def _drawn_in(known: Known, atom: Term, body: Term, inside: Term, rest: list[Term]) -> Theorem:
    """The sum with its other factors drawn into the one inside."""
    search, context = known.search, known.context
    if not rest:
        return search.infer("REFL", context, term=atom)
    inner, _, _ = bodies(context, atom)
    factor = rest[0] if len(rest) == 1 else make("*", rest)
    make_defined(search, inner, inside)
    linear = search.infer("LIN", inner, terms=[inside], coefficients=[factor], l1=[])
    first = search.infer("RING", inner, lhs=body, rhs=linear.judgement.args[1], eqs=[])
    same = search.infer("CHAIN", inner, links=[first, search.infer("SYM", inner, of=linear)])
    return search.infer("CONG", context, eq=same, term=atom, paths=[[2]])


def _parts(ring: Ring, form: Form, places: set[int]) -> list[tuple[Term, Term]]:
    """Coefficients that are free of the bound variables, and what they belong to."""
    bound = [bool(places & {place for place, _ in g.variables}) for g in ring.generators]
    outer_den, inner_den = ring.one, ring.one
    _, factors = ring.factors(form.den)
    for poly, multiplicity in factors:
        if any(degree and is_bound for degree, is_bound in zip(poly.degrees(), bound, strict=False)):
            inner_den = inner_den * poly**multiplicity
        else:
            outer_den = outer_den * poly**multiplicity
    lead = form.den.leading_coefficient() / (outer_den * inner_den).leading_coefficient()
    whole, rest = divmod(form.num, inner_den) if inner_den != ring.one else (form.num, ring.zero)
    found: list[tuple[Term, Term]] = []
    for num, den in ((whole, ring.one), (rest, inner_den)):
        groups: dict[tuple[int, ...], dict[tuple[int, ...], fmpq]] = {}
        for exponents, q in num.to_dict().items():
            inner = tuple(e if is_bound else 0 for e, is_bound in zip(exponents, bound, strict=False))
            outer = tuple(0 if is_bound else e for e, is_bound in zip(exponents, bound, strict=False))
            groups.setdefault(inner, {})[outer] = q / lead
        for inner, outer_rows in groups.items():
            monomial: fmpq_mpoly = ring.ctx.from_dict({inner: 1}) if ring.generators else ring.one
            coefficient = ring.fraction(ring.lowest(Form(ring.ctx.from_dict(outer_rows), outer_den)))
            found.append((coefficient, ring.fraction(ring.lowest(Form(monomial, den)))))
    return found
