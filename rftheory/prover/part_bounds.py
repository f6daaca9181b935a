"""Functions below exponentials: what is known of the parts of a gap, listed for its sign (theme ``exponential_bounds``)."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.atom_signs import mono
from rftheory.prover.ring import Ring, rows_of
from rftheory.prover.texts import lemma

#: the lemmas of an atom by its operator: of any argument, of one from 0 on, of a positive one, of one up to 0
_ANYWHERE = {"cosh": ("hyperbolic_cosine",)}
_FROM_ZERO = {"sinh": ("hyperbolic_sine", "sine_above"), "erf": ("error_function",)}
_ABOVE_ZERO = {"erf": ("mills_above", "mills_below")}
_UP_TO_ZERO = {"erf": ("error_function_left",)}


def list_bounds(search: Search, context: Context, *terms: Term) -> bool:
    """List what is known of the parts of terms; whether anything new is listed."""
    before = search.uses
    atoms = list(dict.fromkeys(part for part in parts_of(terms) if part.sort == "scalar" and part.args))
    for atom in atoms:
        for name, values in (*_of_atom(search, context, atom), *_of_pair(search, context, atom, atoms)):
            with suppress(Unproved):
                found = instantiated(search, context, lemma(search, f"exponential_bounds__{name}"), values)
                make_defined(search, context, *found.judgement.args)
                search.use(context, found)
    for order in _of_conditions(search, context, [atom for atom in atoms if atom.op == "exp"]):
        make_defined(search, context, *order.judgement.args)
        search.use(context, order)
    return search.uses > before


def _of_conditions(search: Search, context: Context, exponentials: Sequence[Term]) -> Iterator[Theorem]:
    """Conditions ``a <= b`` through exponentials, ``exp(c a) <= exp(c b)``, with multiples c of a in the exponents that occur."""
    for fact in context.facts:
        if fact.op not in ("<=", "<"):
            continue
        given = search.infer("HYP", context, fact=fact)
        ring = Ring(atoms_of([*fact.args, *(one.args[0] for one in exponentials)]))
        rows = [
            dict(rows_of(ring.form(one).num))
            for one in (minus(fact.args[1], fact.args[0]), *(e.args[0] for e in exponentials))
        ]
        first = next((monomial for monomial in rows[0] if any(monomial)), None)
        multiples = dict.fromkeys(abs(one[first] / rows[0][first]) for one in rows[1:] if first in one)
        for c in multiples:
            sides = [mul(rat(c), side) for side in fact.args]
            scaled = search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=[row(given, q=c)], eqs=[])
            yield mono(search, context, scaled, "exp")


def _of_atom(search: Search, context: Context, atom: Term) -> Iterator[tuple[str, list[Term]]]:
    """The lemmas about one function, with their values."""
    argument = atom.args[-1]
    yield from ((name, [argument]) for name in _ANYWHERE.get(atom.op, ()))
    if atom.op == "bessel_i" and atom.args[0] is ZERO:
        yield "bessel_zero", [argument]
    if atom.op == "pfq" and atom.data == (0, 1) and _known(search, context, ZERO, argument):
        yield "below_exponential", list(atom.args)
    if atom.op in _FROM_ZERO and _known(search, context, ZERO, argument):
        yield from ((name, [argument]) for name in _FROM_ZERO[atom.op])
    if atom.op in _ABOVE_ZERO and _known(search, context, ZERO, argument, strict=True):
        yield from ((name, [argument]) for name in _ABOVE_ZERO[atom.op])
    if atom.op in _UP_TO_ZERO and _known(search, context, argument, ZERO):
        yield from ((name, [argument]) for name in _UP_TO_ZERO[atom.op])


def _of_pair(search: Search, context: Context, atom: Term, atoms: Sequence[Term]) -> Iterator[tuple[str, list[Term]]]:
    """``gamma(a + 1/2) <= sqrt a gamma(a)``, and the same of a + 1/2; sinh of half of the gap of two exponents."""
    for other in atoms if atom.op in ("gamma", "exp") else ():
        if other.op != atom.op or other is atom:
            continue
        gap = minus(*other.args, *atom.args)
        ring = Ring(atoms_of([gap]))
        plain = ring.fraction(ring.form(gap))
        if atom.op == "gamma" and plain is HALF:
            yield "gamma_half_step", list(atom.args)
            yield "gamma_half_step", list(other.args)
        if atom.op == "exp" and _known(search, context, ZERO, plain):
            yield "hyperbolic_sine", [product([HALF, plain])]


def _known(search: Search, context: Context, smaller: Term, larger: Term, strict: bool = False) -> bool:
    try:
        search.use(context, prove_order(search, context, smaller, larger, strict))
    except Unproved:
        search.check_limit()
        return False
    return True
