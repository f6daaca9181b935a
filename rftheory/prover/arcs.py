"""Strict bounds of sine and cosine: ``-1 < cos a < 1`` where ``sin a`` does not vanish, and the other way round."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.integrands import plain
from rftheory.prover.learn import Known

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
        search.check_limit()
        return order


def sign_of_sine(search: Search, context: Context, atom: Term) -> Theorem | None:
    """``sin a < 0`` for a between -pi and 0, from ``0 < sin(-a)``."""
    guess = search.points(context).signs(atom.args[0])
    if atom.op != "sin" or guess is None or 1 in guess:
        return None
    turned = plain([make("neg", atom.args)])
    sign = prove_sign(search, context, make("sin", (turned,)))
    if sign is None or sign.judgement.args[0] is not ZERO:
        return None
    mirrored = axiom(search, context, "sin.neg", turned)
    same = search.infer("RING", context, lhs=atom.args[0], rhs=make("neg", (turned,)), eqs=[])
    eq = search.infer("CONG", context, eq=same, term=atom, paths=[[0]])
    return search.infer("POS", context, lhs=atom, rhs=ZERO, rows=[row(sign)], eqs=[eq, mirrored])
