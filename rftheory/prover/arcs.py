"""Strict bounds of sine and cosine: ``-1 < cos a < 1`` where ``sin a`` does not vanish, and the other way round."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.integrands import plain
from rftheory.prover.learn import Known
from rftheory.prover.table import positive_arc

_OTHER = {"sin": "cos", "cos": "sin"}


def strict_bound(search: Search, context: Context, order: Theorem, atom: Term) -> Theorem:
    """The bound -1 or 1 of a sine or cosine, strict if the other one of the two has a strict sign: ``(1 - c)(1 + c) = s^2``."""
    if order.judgement.op != "<=" or atom.op not in _OTHER:
        return order
    other = make(_OTHER[atom.op], atom.args)
    sign = prove_sign(search, context, other)
    if sign is None or sign.judgement.op != "<":
        return order
    smaller, larger = order.judgement.args
    u = minus(larger, smaller)
    v = make("+", (ONE, atom)) if larger is ONE else minus(ONE, atom)
    try:
        known = Known(search, context, [u, other])
        nonzero = search.infer("NZ", context, u=u, v=v, signs=[sign, sign], eqs=known.equations([u, v, other]))
        first = search.infer("POS", context, lhs=ZERO, rhs=u, rows=[row(order)], eqs=[])
        strict = search.infer("ANTISYM", context, first=first, second=nonzero)
        return search.infer("POS", context, lhs=smaller, rhs=larger, rows=[row(strict)], eqs=[])
    except Unproved:
        search.check_time()
        return order


def turned_arc(search: Search, context: Context, atom: Term) -> Theorem | None:
    """``sin a < 0`` for a between -pi and 0 from ``0 < sin(-a)``, ``cos a < 0`` for a beyond pi/2 from ``0 < cos(pi - a)``."""
    guess = search.points(context).signs(atom.args[0] if atom.op == "sin" else atom)
    if guess is not None and 1 in guess:
        return None
    back = make("neg", atom.args)
    turned = plain([back] if atom.op == "sin" else [PI, back])
    sign = positive_arc(search, context, make(atom.op, (turned,)))
    if sign is None:
        return None
    mirrored = make("neg", (sign.judgement.args[1],))
    eqs = [prove_equal(search, context, atom, mirrored)]
    return search.infer("POS", context, lhs=atom, rhs=ZERO, rows=[row(sign)], eqs=eqs)
