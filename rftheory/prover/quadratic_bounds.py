"""Exponentials of quadratic forms that are bounded: ``exp(a |w|^2 + w.v + c) <= exp(c - |v|^2/(4a))`` for a < 0."""

from __future__ import annotations

from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import ONE, ZERO, Term, make, power, rat
from rftheory.kernel.theorems import Theorem
from rftheory.prover.definite import make_defined, make_real
from rftheory.prover.failure import Unproved
from rftheory.prover.learn import known_of
from rftheory.prover.ring import Form, Ring, atoms_of
from rftheory.prover.search import Search, row, shown
from rftheory.prover.signs import prove_order
from rftheory.prover.terms import product, total


def quadratic_bound(search: Search, context: Context, size: int, exponent: Term) -> Theorem:
    """``e <= B`` with B in the first ``size`` variables: the square ``|w + v/(2a)|^2`` is not negative."""
    w, rate, vectors = _quadratic(exponent, size)
    outer = next(place for place in context.prefixes if place.size == size)
    make_real(search.run, outer, rate, *vectors.values())
    falls = prove_order(search.run, outer, rate, ZERO, True)
    half = make("inv", (make("*", (rat(2), rate)),))
    make_defined(search.run, outer, half)
    moved, parts = w, []
    for vector, c in vectors.items():
        factor = product([half, *([c] if c is not ONE else [])])
        make_real(search.run, outer, factor)
        parts.append(make("vscale", (factor, vector)))
        moved = make("vadd", (moved, parts[-1]))
    square = make("norm2", (moved,))
    rest = _free(exponent, w)
    far = total([product([power(c, 2), make("norm2", (v,))]) for v, c in vectors.items()])
    cross = [
        product([rat(2), c, e, make("dot", (v, u))])
        for n, (v, c) in enumerate(vectors.items())
        for u, e in list(vectors.items())[n + 1 :]
    ]
    bound = make(
        "+", (rest, make("neg", (product([make("inv", (make("*", (rat(4), rate)),)), total([far, *cross])]),)))
    )
    make_defined(search.run, outer, bound)
    positive = search.infer("DEF", context, judgement=make("<=", (ZERO, square)))
    terms = [exponent, bound, square]
    eqs = known_of(search, context, terms).equations(terms)
    rows = [row(falls, positive)]
    return search.infer("POS", context, lhs=exponent, rhs=bound, rows=rows, eqs=eqs)


def _quadratic(exponent: Term, size: int) -> tuple[Term, Term, dict[Term, Term]]:
    """The draw w, the coefficient of ``|w|^2``, and those of the vectors in products with w."""
    ring = Ring(atoms_of([exponent]))
    form = ring.form(exponent)
    squares = [a for a in ring.generators if a.op == "norm2" and a.args[0].op == "var" and a.args[0].data[0] >= size]
    if len(squares) != 1:
        raise Unproved(f"no quadratic form of one draw: {shown(exponent)}")
    (w,) = squares[0].args
    found = {atom: _coefficient(ring, form, atom) for atom in ring.generators if w.data in atom.variables}
    vectors = {}
    for atom, c in found.items():
        if atom is squares[0]:
            continue
        others = [arg for arg in atom.args if arg is not w] if atom.op == "dot" and w in atom.args else []
        if len(others) != 1 or w.data in others[0].variables:
            raise Unproved(f"no quadratic form of one draw: {shown(exponent)}")
        vectors[others[0]] = c
    for term in (*found.values(), *vectors):
        if any(place >= size for place, _ in term.variables):
            raise Unproved(f"a quadratic form with random coefficients: {shown(exponent)}")
    return w, found[squares[0]], vectors


def _coefficient(ring: Ring, form: Form, atom: Term) -> Term:
    """The coefficient of an atom that occurs linearly."""
    parts = ring.coefficients(form, atom, 1)
    if parts is None:
        raise Unproved("no quadratic form")
    return parts[1]


def _free(exponent: Term, w: Term) -> Term:
    """What is free of the draw."""
    ring = Ring(atoms_of([exponent]))
    form = ring.form(exponent)
    places = [ring.place[atom] for atom in ring.generators if w.data in atom.variables]
    rows = {m: q for m, q in form.num.to_dict().items() if not any(m[place] for place in places)}
    return ring.fraction(ring.lowest(Form(ring.ctx.from_dict(rows), form.den))) if rows else ZERO
