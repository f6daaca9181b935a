"""The principal logarithm on the right half-plane: ``log(u + iv) = log(u^2 + v^2)/2 + i atan(v/u)`` for u > 0."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.texts import lemma

# -- logarithms of a statement ----------------------------------------------------------------------------------------


def logarithm_value(search: Search, context: Context, atom: Term) -> Theorem | None:
    """The logarithm of a number with a positive real part; None if that is not seen."""
    (base,) = atom.args
    ring = Ring([*atoms_of([base]), IMAG])
    parts = ring.coefficients(ring.form(base), IMAG, 1)
    if parts is None or not all(is_real(search, context, part) for part in parts):
        return None
    u, v = parts
    sign = prove_sign(search, context, u)
    if sign is None or sign.judgement.op != "<" or sign.judgement.args[0] is not ZERO:
        return None
    found = instantiated(search, context, lemma(search, "polar__polar_logarithm"), [u, v])
    same = search.infer("RING", context, lhs=base, rhs=found.judgement.args[0].args[0], eqs=[])
    make_defined(search, context, found.judgement.args[1])
    first = search.infer("CONG", context, eq=same, term=atom, paths=[[0]])
    return search.infer("CHAIN", context, links=[first, found])
