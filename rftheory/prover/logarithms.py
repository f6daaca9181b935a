"""Limits at 0 of powers times powers of a logarithm that has its pole there."""

from __future__ import annotations

from rftheory.prover.words import *

#: powers of the variable and of its logarithm that are told apart
_MOST = 12


def beside_pole(search: Search, context: Context, over: Term, step: dict[str, Any]) -> Theorem:
    """The limit at 0 from above of a sum of ``c x^p log(s x)^k``, where p is at least 1 for k > 0.

    Such a product is ``c x^(p - 1) (x^(1/k) log x + x^(1/k) log s)^k``.
    """
    inner, (x,), body = opened(search, context, over)
    poles = dict.fromkeys(part for part in parts_of([body]) if part.op == "log" and x.data in part.variables)
    if len(poles) != 1:
        return search.infer("LIMIT", context, **step)
    (pole,) = poles
    ring = Ring(dict.fromkeys([*atoms_of([body, *pole.args]), x]))
    scale = ring.coefficients(ring.form(*pole.args), x, 1)
    if scale is None or scale[0] is not ZERO or x.data in scale[1].variables:
        return search.infer("LIMIT", context, **step)
    search.use(context, prove_order(search, context, ZERO, scale[1], True))
    logarithms = [make("log", (one,)) for one in (x, scale[1])]
    split = axiom(search, inner, "log.product", x, scale[1])
    same = search.infer("RING", inner, lhs=pole.args[0], rhs=mul(x, scale[1]), eqs=[])
    make_defined(search, inner, pole, *split.judgement.args)
    eqs = [search.infer("CONG", inner, eq=same, term=pole, paths=[[0]]), split]
    parts, ends, summands = list[Theorem](), list[Theorem](), list[Term]()
    for k, p, c in _monomials(ring, body, x, pole):
        if not k or not p:
            summands.append(times(c, *_power(x, p), *_power(pole, k)))
            continue
        root = make("rpow", (x, rat(Fraction(1, k))))
        vanishing = plus(*[times(root, one) for one in logarithms])
        summands.append(times(c, *_power(x, p - 1), raised(vanishing, k)))
        parts.append(search.infer("LIMTABLE", context, entry="power.log", numbers=[root.args[1]], premises=[]))
        ends.append(axiom(search, context, "rpow.of_zero", root.args[1]))
        eqs.append(prove_equal(search, inner, raised(root, k), x))
    shape = plus(*summands)
    make_defined(search, inner, shape)
    moved = {**step, "over": make("int", (*over.args[:2], close(shape, (x,)))), "parts": parts, "eqs": ends}
    found = search.infer("LIMIT", context, **moved)
    identity = search.infer("RING", inner, lhs=shape, rhs=body, eqs=eqs)
    return search.infer("TRANSPORT", context, of=found, eqs=[identity], paths=[[2]])


def _power(base: Term, exponent: int) -> list[Term]:
    return [raised(base, exponent)] if exponent else []


def _monomials(ring: Ring, body: Term, x: Term, pole: Term) -> Iterator[tuple[int, int, Term]]:
    """The powers of a logarithm and of the variable, and their coefficient."""
    for k, front in enumerate(ring.coefficients(ring.form(body), pole, _MOST) or ()):
        found = ring.coefficients(ring.form(front), x, _MOST)
        if found is None or any(x.data in c.variables for c in found):
            raise Unproved(f"no polynomial in a logarithm and its variable: {shown(body)}")
        yield from ((k, p, c) for p, c in enumerate(found) if c is not ZERO)
