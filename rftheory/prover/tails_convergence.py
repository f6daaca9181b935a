"""Convergence of means of unknown variates: by what is declared of them, by bounds of the body, by means of squares."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.values import nonneg, real
from rftheory.prover.atom_signs import values_of_functions
from rftheory.prover.learn import known_of
from rftheory.prover.ring import Form


def converges(search: Search, context: Context, term: Term) -> Theorem:
    """``l1 (E f)``."""
    inner, draws, (body,) = bodies(context, term)
    make_defined(search, inner, body)
    ways: list[Callable[[], Theorem]] = [
        lambda: _as_declared(search, context, term, inner, body),
        lambda: _by_size(search, context, term, inner, body),
        lambda: _by_squares(search, context, term, inner, draws, body),
    ]
    for way in ways:
        with suppress(Unproved):
            return way()
        search.check_limit()
    raise Unproved(f"not known to converge: {shown(term)}")


def _as_declared(search: Search, context: Context, term: Term, inner: Context, body: Term) -> Theorem:
    """The body of a mean that is said to converge, written in another way."""
    for fact in context.facts:
        if fact.op != "l1" or fact.args[0].op != "E" or fact.args[0].args[:-1] != term.args[:-1]:
            continue
        (other,) = bodies(context, fact.args[0])[2]
        if other.op != body.op or other.variables != body.variables:
            continue
        with suppress(Unproved):
            given = search.infer("HYP", context, fact=fact)
            same = _same(search, inner, other, body)
            return search.infer("TRANSPORT", context, of=given, eqs=[same], paths=[[0, len(term.args) - 1]])
    raise Unproved("not declared to converge")


def _same(search: Search, context: Context, first: Term, second: Term) -> Theorem:
    """Two exponentials by their exponents, others as they are."""
    if first.op == second.op == "exp":
        same = search.infer("RING", context, lhs=first.args[0], rhs=second.args[0], eqs=[])
        return search.infer("CONG", context, eq=same, term=first, paths=[[0]])
    return prove_equal(search, context, first, second)


# -- bodies that are bounded ----------------------------------------------------------------------------------------


def _by_size(search: Search, context: Context, term: Term, inner: Context, body: Term) -> Theorem:
    bound = size_of(search, inner, context.size, body)
    return search.infer("DOM", context, term=term, bound=bound, l1=[])


def size_of(search: Search, context: Context, size: int, term: Term) -> Theorem:
    """``|t| <= B`` with B in the first ``size`` variables."""
    make_defined(search, context, term)
    here = make("abs", (term,))
    if all(place < size for place, _ in term.variables):
        same = search.infer("REFL", context, term=here)
        return search.infer("WEAKEN", context, of=same, to="<=")
    op, args = term.op, term.args
    if op == "ap":
        return _of_value(search, context, term)
    if op == "exp":
        with suppress(Unproved):
            make_real(search, context, args[0])
    if op == "exp" and real(search.kernel, context, args[0]):
        order = _below(search, context, size, args[0])
        through = search.infer("MONO", context, order=order, function="exp", number=0, exponent=[], premises=[])
        same = axiom(search, context, "abs.same", term)
        return search.infer("CHAIN", context, links=[same, through])
    joined = _joined(search, context, size, term) if op == "*" else None
    if joined is not None:
        return joined
    if op in ("+", "*", "neg", "pow"):
        parts = [size_of(search, context, size, arg) for arg in args]
        return _composed(search, context, term, parts)
    raise Unproved(f"no bound of {shown(term)}")


def _joined(search: Search, context: Context, size: int, term: Term) -> Theorem | None:
    """The bound of a product with its random exponentials as one; None if there are not two of them."""
    random = [arg for arg in term.args if arg.op == "exp" and any(place >= size for place, _ in arg.variables)]
    if len(random) < 2:
        return None
    exponents = [arg.args[0] for arg in random]
    whole = make("+", exponents)
    split = axiom(search, context, "exp.prod", whole, *exponents, numbers=[1] * len(random))
    others = [arg for arg in term.args if arg not in random]
    other = make("*", (*others, make("exp", (whole,)))) if others else make("exp", (whole,))
    same = search.infer("RING", context, lhs=term, rhs=other, eqs=[split])
    moved = search.infer("CONG", context, eq=same, term=make("abs", (term,)), paths=[[0]])
    return search.infer("CHAIN", context, links=[moved, size_of(search, context, size, other)])


def _below(search: Search, context: Context, size: int, term: Term) -> Theorem:
    """``t <= B`` with B in the first ``size`` variables, for a real term."""
    try:
        inside = size_of(search, context, size, term)
    except Unproved:
        return quadratic_bound(search, context, size, term)
    above = axiom(search, context, "abs.above", term)
    return search.infer("CHAIN", context, links=[above, inside])


def _composed(search: Search, context: Context, term: Term, parts: list[Theorem]) -> Theorem:
    op, bounds = term.op, [part.judgement.args[1] for part in parts]
    here = make("abs", (term,))
    if op == "neg":
        return search.infer("CHAIN", context, links=[axiom(search, context, "abs.neg", *term.args), parts[0]])
    if op == "+":
        first = axiom(search, context, "abs.triangle", *term.args)
        rows: list[dict[str, Any]] = [row(part) for part in parts]
        rows.append(row(first))
        return _weak(search, context, search.infer("POS", context, lhs=here, rhs=total(bounds), rows=rows, eqs=[]))
    numbers = [term.data] if op == "pow" else []
    same = axiom(search, context, "abs.power" if op == "pow" else "abs.product", *term.args, numbers=numbers)
    many = parts * term.data if op == "pow" else parts
    value, found = ONE, None
    for part in many:
        found = part if found is None else _product(search, context, found, part)
        value = part.judgement.args[1] if value is ONE else make("*", (value, part.judgement.args[1]))
    if found is None:
        raise Unproved("an empty product")
    left = search.infer("RING", context, lhs=same.judgement.args[1], rhs=found.judgement.args[0], eqs=[])
    return search.infer("CHAIN", context, links=[same, left, found])


def _product(search: Search, context: Context, first: Theorem, second: Theorem) -> Theorem:
    """``a b <= A B`` from ``0 <= a <= A``, ``0 <= b <= B``: ``A B - a b = A (B - b) + b (A - a)``."""
    (a, upper), (b, other) = first.judgement.args, second.judgement.args
    positive = search.infer("DEF", context, judgement=make("<=", (ZERO, b)))
    at_least = search.infer("DEF", context, judgement=make("<=", (ZERO, a)))
    above = _weak(search, context, search.infer("CHAIN", context, links=[at_least, first]))
    rows = [row(above, second), row(positive, first)]
    sides = make("*", (a, b)), make("*", (upper, other))
    return _weak(search, context, search.infer("POS", context, lhs=sides[0], rhs=sides[1], rows=rows, eqs=[]))


def _weak(search: Search, context: Context, order: Theorem) -> Theorem:
    return order if order.judgement.op == "<=" else search.infer("WEAKEN", context, of=order, to="<=")


def _of_value(search: Search, context: Context, term: Term) -> Theorem:
    """A value of a function that lies between 0 and a number, or between two."""
    orders = list(values_of_functions(search, context, term))
    below = [order for order in orders if order.judgement.args[1] is term and order.judgement.args[0].op == "rat"]
    above = [order for order in orders if order.judgement.args[0] is term and order.judgement.args[1].op == "rat"]
    if not below or not above or below[0].judgement.args[0].data < 0:
        raise Unproved(f"no bound of {shown(term)}")
    search.use(context, below[0])
    if not nonneg(search.kernel, context, term):
        raise Unproved(f"no bound of {shown(term)}")
    same = axiom(search, context, "abs.same", term)
    return _weak(search, context, search.infer("CHAIN", context, links=[same, above[0]]))


# -- products of square integrable functions ------------------------------------------------------------------------


def _by_squares(
    search: Search, context: Context, term: Term, inner: Context, draws: tuple[Term, ...], body: Term
) -> Theorem:
    """``|f g| <= (f^2 + g^2)/2`` where the means of both squares are declared to converge."""
    outer = [f for f in body.args if all(place < context.size for place, _ in f.variables)] if body.op == "*" else []
    factors = [f for f in (body.args if body.op == "*" else ()) if f not in outer]
    if outer or len(factors) != 2:
        raise Unproved("no product of two functions")
    given, means = [], []
    for factor in factors:
        mean = make("E", (*term.args[:-1], close(power(factor, 2), draws)))
        given.append(search.infer("HYP", context, fact=make("l1", (mean,))))
        means.append(mean)
    linear = search.infer("LIN", context, terms=means, coefficients=[HALF, HALF], l1=given)
    bound = instantiate(linear.judgement.args[0].args[-1], draws)
    sizes = [make("abs", (factor,)) for factor in factors]
    eqs = [axiom(search, inner, "abs.product", *body.args), *(axiom(search, inner, "abs.real", f) for f in factors)]
    gap = make("+", (sizes[0], make("neg", (sizes[1],))))
    rows = [row(h=[gap], q=Fraction(1, 2))]
    order = search.infer("POS", inner, lhs=make("abs", (body,)), rhs=bound, rows=rows, eqs=eqs)
    return search.infer("DOM", context, term=term, bound=_weak(search, inner, order), l1=[linear])


# -- bounded exponentials of quadratic forms -------------------------------------------------------------------------


def quadratic_bound(search: Search, context: Context, size: int, exponent: Term) -> Theorem:
    """``e <= B`` with B in the first ``size`` variables: the square ``|w + v/(2a)|^2`` is not negative."""
    w, rate, vectors = _quadratic(exponent, size)
    outer = next(place for place in context.prefixes if place.size == size)
    make_real(search, outer, rate, *vectors.values())
    falls = prove_order(search, outer, rate, ZERO, True)
    half = make("inv", (make("*", (rat(2), rate)),))
    make_defined(search, outer, half)
    moved, parts = w, []
    for vector, c in vectors.items():
        factor = product([half, *([c] if c is not ONE else [])])
        make_real(search, outer, factor)
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
    make_defined(search, outer, bound)
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
