"""Conjugates of logarithms, powers and roots, one step further inside."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.half_plane import complex_parts, conjugate
from rftheory.prover.learn import known_of
from rftheory.prover.radicals import imaginary_root, split
from rftheory.prover.root_powers import power_by_root


def conjugate_off_cut(search: Search, context: Context, inner: Term) -> Theorem | None:
    """``conj(f(b)) = f(conj b)`` where the real part of b is positive; else a quotient of a root, or powers of other numbers."""
    if inner.op == "sqrt" and is_real(search, context, inner.args[0]):
        parts = split(search, context, inner.args[0])
        if parts.sign == -1 and not parts.left:
            value = imaginary_root(search, context, inner, parts)
            return search.infer("CONG", context, eq=value, term=make("conj", (inner,)), paths=[[0]])
    for find in (conjugate, _conjugate_by_size) if inner.op == "sqrt" else (conjugate,):
        try:
            return find(search, context, inner)
        except Unproved:
            search.check_limit()
    if inner.op == "rpow":
        try:
            apart = power_by_root(search, context, inner)
        except Unproved:
            return None
        return search.infer("CONG", context, eq=apart, term=make("conj", (inner,)), paths=[[0]])
    return None


def _conjugate_by_size(search: Search, context: Context, root: Term) -> Theorem:
    """``conj(sqrt b) = |b|/sqrt b`` for b that is not 0, on either side of the cut; ``|b|`` of a complex b as a root."""
    (base,) = root.args
    apart = prove_nonzero(search, context, root)
    search.use(context, apart)
    size = make("abs", (base,))
    value = make("*", (size, make("inv", (root,))))
    eqs = [
        apart,
        axiom(search, context, "abs.sqrt", base),
        axiom(search, context, "sqrt.square", size),
        axiom(search, context, "abs.square", root),
    ]
    found = search.infer("RING", context, lhs=make("conj", (root,)), rhs=value, eqs=eqs)
    if is_real(search, context, base):
        return found
    last = search.infer("CONG", context, eq=_size_as_root(search, context, base), term=value, paths=[[0]])
    return search.infer("CHAIN", context, links=[found, last])


def _size_as_root(search: Search, context: Context, number: Term) -> Theorem:
    """``|u + i v| = sqrt(u^2 + v^2)``."""
    size = make("abs", (number,))
    real_part, imaginary = complex_parts(search, context, number)
    known = known_of(search, context, [real_part, imaginary])
    length = make("+", (power(real_part, 2), power(imaginary, 2)))
    length = known.ring.fraction(known.form(length))
    parts = axiom(search, context, "abs.parts", number)
    same = prove_equal(search, context, parts.judgement.args[1], length)
    premises = [
        search.infer("DEF", context, judgement=make("<=", (ZERO, size))),
        search.infer("CHAIN", context, links=[parts, same]),
    ]
    return search.infer("SYM", context, of=axiom(search, context, "sqrt.unique", length, size, premises=premises))
