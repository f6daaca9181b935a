"""Bounds of bounded functions that are the same for all draws: waves, signs, error functions, and their products and sums."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.expectation_bounds import turning
from rftheory.prover.sign_ranges import range_of_signs
from rftheory.prover.signs import as_order
from rftheory.prover.texts import lemma

_WITHIN_ONE = ("cos", "sin", "erf", "tanh")


def size(search: Search, inner: Context, term: Term, draws: Iterable[Term]) -> Theorem:
    """``|t| <= B`` with a bound that has no draw in it; Unproved where none is seen."""
    names = frozenset(draw.data for draw in draws)
    found = _size(search, inner, term, names)
    return as_order(search, inner, found, "<=")


def between(search: Search, inner: Context, term: Term, draws: Sequence[Term]) -> tuple[Theorem, Theorem]:
    """``low <= t`` and ``t <= high``; exact for signs, else bounds of sums are added, and even powers are not negative."""
    with suppress(Unproved):
        return range_of_signs(search, inner, term)
    if term.op == "+":
        parts = [between(search, inner, part, draws) for part in term.args]
        found = []
        for side in (0, 1):
            ends = [part[side].judgement.args[side] for part in parts]
            end = rat(sum(one.data for one in ends)) if all(one.op == "rat" for one in ends) else total(ends)
            sides = (end, term) if side == 0 else (term, end)
            make_defined(search, inner, end)
            rows = [row(part[side]) for part in parts]
            found.append(_order(search, inner, *sides, rows))
        return found[0], found[1]
    if term.variables.isdisjoint(draw.data for draw in draws):
        same = search.infer("WEAKEN", inner, of=search.infer("REFL", inner, term=term), to="<=")
        return same, same
    above = size(search, inner, term, draws)
    bound = above.judgement.args[1]
    signs = [axiom(search, inner, name, term) for name in ("abs.below", "abs.above")]
    under = rat(-bound.data) if bound.op == "rat" else neg(bound)
    low = _order(search, inner, under, term, [row(signs[0]), row(above)])
    high = _order(search, inner, term, bound, [row(signs[1]), row(above)])
    if term.op == "pow" and term.data % 2 == 0:
        low = search.infer("DEF", inner, judgement=make("<=", (ZERO, term)))
    return low, high


def _order(search: Search, inner: Context, lhs: Term, rhs: Term, rows: list[dict[str, Any]]) -> Theorem:
    return as_order(search, inner, search.infer("POS", inner, lhs=lhs, rhs=rhs, rows=rows, eqs=[]), "<=")


def _size(search: Search, inner: Context, term: Term, names: frozenset[Any]) -> Theorem:
    whole = make("abs", (term,))
    if term.variables.isdisjoint(names):
        value = rat(abs(term.data)) if term.op == "rat" else whole
        same = prove_equal(search, inner, whole, value)
        return search.infer("WEAKEN", inner, of=same, to="<=")
    if term.op in _WITHIN_ONE:
        low, high = (axiom(search, inner, f"{term.op}.{end}", *term.args) for end in ("low", "high"))
        rows = [row(h=[minus(ONE, whole)], q=Fraction(1, 2)), row(low, high, q=Fraction(1, 2))]
        eqs = [axiom(search, inner, "abs.real", term)]
        return search.infer("POS", inner, lhs=whole, rhs=ONE, rows=rows, eqs=eqs)
    if term.op == "sgn":
        return instantiated(search, inner, lemma(search, "sign_means__at_most_one"), list(term.args))
    if term.op == "exp":
        return turning(search, inner, term)
    if term.op == "neg":
        same = axiom(search, inner, "abs.neg", *term.args)
        return search.infer("CHAIN", inner, links=[same, _size(search, inner, term.args[0], names)])
    if term.op == "+":
        first = axiom(search, inner, "abs.triangle", *term.args)
        parts = [_size(search, inner, part, names) for part in term.args]
        bound = total([part.judgement.args[1] for part in parts])
        make_defined(search, inner, bound)
        rows = [row(first), *(row(part) for part in parts)]
        return search.infer("POS", inner, lhs=whole, rhs=bound, rows=rows, eqs=[])
    if term.op == "dot":
        return _of_direction(search, inner, term)
    if term.op in ("*", "pow"):
        return _of_product(search, inner, term, names)
    raise Unproved(f"no bound for all draws of {shown(term)}")


def _of_direction(search: Search, inner: Context, term: Term) -> Theorem:
    """``|s.x| <= 1/2 + |x|^2/2`` for a point s of the sphere."""
    below = axiom(search, inner, "dot.cauchy_schwarz", *term.args)
    unit, other = term.args if term.args[0].op == "var" and _is_unit(search, inner, term.args[0]) else term.args[::-1]
    if not _is_unit(search, inner, unit):
        raise Unproved(f"no bound for all draws of {shown(term)}")
    length = search.infer("HYP", inner, fact=make("=", (make("norm2", (unit,)), ONE)))
    whole, bound = make("abs", (term,)), add(HALF, mul(HALF, make("norm2", (other,))))
    rows = [row(h=[minus(ONE, whole)], q=Fraction(1, 2)), row(below, q=Fraction(1, 2))]
    eqs = [axiom(search, inner, "abs.real", term), length]
    return search.infer("POS", inner, lhs=whole, rhs=bound, rows=rows, eqs=eqs)


def _is_unit(search: Search, inner: Context, vector: Term) -> bool:
    return search.attempt("HYP", inner, fact=make("=", (make("norm2", (vector,)), ONE))) is not None


def _of_product(search: Search, inner: Context, term: Term, names: frozenset[Any]) -> Theorem:
    """One factor after the other."""
    factors = term.args if term.op == "*" else (term.args[0],) * term.data
    last, found = factors[0], _size(search, inner, factors[0], names)
    for factor in factors[1:]:
        other = _size(search, inner, factor, names)
        bounds = [one.judgement.args[1] for one in (found, other)]
        bound = rat(bounds[0].data * bounds[1].data) if all(b.op == "rat" for b in bounds) else times(*bounds)
        last = mul(last, factor)
        signs = [prove_order(search, inner, ZERO, one, False) for one in (make("abs", (factor,)), bounds[0])]
        rows = [row(found, signs[0]), row(signs[1], other)]
        eqs = [axiom(search, inner, "abs.product", *last.args)]
        found = search.infer("POS", inner, lhs=make("abs", (last,)), rhs=bound, rows=rows, eqs=eqs)
    if last is term:
        return found
    same = search.infer("RING", inner, lhs=term, rhs=last, eqs=[])
    turned = search.infer("CONG", inner, eq=same, term=make("abs", (term,)), paths=[[0]])
    return search.infer("CHAIN", inner, links=[turned, found])
