"""Limits of a function at the ends of an interval, from inside; changes of variables."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from rftheory.prover.words import *
from rftheory.kernel.rules.limits import Limits
from rftheory.kernel.rules.slopes import Slopes
from rftheory.prover.graphs import make_smooth


def _not_empty(search: Search, context: Context, over: Term) -> list[Theorem]:
    """That the lower end is below the upper one."""
    low, high = over.args[:2]
    if low.sort == "end" or high.sort == "end":
        return []
    make_real(search, context, low, high)
    return [prove_order(search, context, low, high, strict=True)]


def smooth(search: Search, context: Context, over: Term, *, strict: bool = True) -> None:
    """List what derivatives and continuity of a body ask for."""
    inner, (x,), body = opened(search, context, over)
    here = SimpleNamespace(run=search.run, context=inner, search=search)
    make_smooth(cast(Any, here), body, x, strict=strict)


def derivative(search: Search, context: Context, over: Term) -> Theorem:
    """``D (low high) f f'`` with the derivative that the kernel computes."""
    smooth(search, context, over)
    inner, (x,), body = opened(search, context, over)
    premises = _not_empty(search, context, over)
    try:
        slope = Slopes(search.kernel, x, premises).of(inner, body)
    except Refused as error:
        raise Unproved(f"no derivative: {error}") from error
    make_defined(search, inner, slope)
    return search.infer("DERIV", context, over=over, premises=premises)


def limit_at(search: Search, context: Context, over: Term, side: str, target: Term | None = None) -> Theorem:
    """The limit of a body at the end of its interval that a side names; ``target`` is what it is to be."""
    found = _limit(search, context, over, side)
    value = found.judgement.args[1]
    if target is None or value is target:
        return found
    if value.sort == "end" or target.sort == "end":
        raise Unproved(f"{shown(over)} does not tend to {shown(target)}")
    make_defined(search, context, value)
    return search.infer("LIMEQ", context, of=found, eq=prove_equal(search, context, value, target))


def _limit(search: Search, context: Context, over: Term, side: str) -> Theorem:
    premises = _not_empty(search, context, over)
    if side in ("above", "below"):
        kinds = ("closed", "open") if side == "above" else ("open", "closed")
        closed = make("cont", over.args, kinds)
        with suppress(Unproved):
            smooth(search, context, closed, strict=False)
            cont = search.infer("CONT", context, over=closed, given=[], premises=[])
            point = over.args[0 if side == "above" else 1]
            return search.infer("LIMCONT", context, of=cont, point=point, side=side, premises=premises)
        search.check_limit()
    smooth(search, context, over)
    eqs: list[Theorem] = []
    step: dict[str, Any] = {"over": over, "side": side, "parts": [], "eqs": eqs, "premises": premises}
    for _ in range(8):
        found = search.attempt("LIMIT", context, **step)
        if found is not None:
            return found
        if not _prepared(search, context, over, side, eqs):
            break
    if side == "oo":
        return _decaying(search, context, over, step)
    if side == "above" and over.args[0] is ZERO:
        from rftheory.prover.logarithms import beside_pole

        return beside_pole(search, context, over, step)
    return search.infer("LIMIT", context, **step)


def _decaying(search: Search, context: Context, over: Term, step: dict[str, Any]) -> Theorem:
    """``c x^p exp(-q x^r)`` goes to 0 at infinity."""
    from rftheory.prover.integrands import Monomial, decay_of, plain

    inner, (x,), body = opened(search, context, over)
    read = Monomial(x)
    read.read(body)
    if set(read.powers) - {x}:
        return search.infer("LIMIT", context, **step)
    fixed, q, r = decay_of(x, read.exponents)
    p = plain([ZERO, *read.powers.get(x, [])])
    constant = product([*read.constants, make("exp", (fixed,))])
    make_real(search, context, p, q, r)
    premises = [prove_order(search, context, ZERO, number, strict=True) for number in (q, r)]
    falls = search.infer("LIMTABLE", context, entry="power.exp", numbers=[p, q, r], premises=premises)
    shape = instantiate(falls.judgement.args[2], (x,))
    whole = make("*", (constant, shape))
    make_defined(search, inner, whole)
    make_defined(search, context, constant)
    nothing = prove_equal(search, context, make("*", (constant, ZERO)), ZERO)
    moved = {**step, "over": make("int", (*over.args[:2], close(whole, (x,)))), "parts": [falls], "eqs": [nothing]}
    found = search.infer("LIMIT", context, **moved)
    same = prove_equal(search, inner, whole, body)
    return search.infer("TRANSPORT", context, of=found, eqs=[same], paths=[[2]])


def _prepared(search: Search, context: Context, over: Term, side: str, eqs: list[Theorem]) -> bool:
    """What the limits of parts need to be seen: that one is zero, positive, or not zero; whether there is more."""
    from rftheory.prover.generalised import parts_within

    inner, (x,), body = opened(search, context, over)
    point = over.args[0 if side in ("above", "-oo") else 1]
    limits = Limits(search.kernel, context, inner, x, {x: point})
    limits.equal = {eq.judgement.args[0]: eq.judgement.args[1] for eq in eqs}
    uses, count = search.uses, len(eqs)
    with suppress(Refused):
        limits.of(body)
    divisors = {part.args[0] for part in parts_within([body], frozenset({"inv", "log"}))}
    for part, value in list(limits.parts.items()):
        if value is ZERO and part in divisors:
            sign = prove_sign(search, inner, part)
            if sign is not None:
                search.use(inner, sign)
        if value.sort == "end" or value.op in ("rat", "var") or value in limits.equal:
            continue
        with suppress(Unproved):
            make_defined(search, context, value)
            eqs.append(prove_equal(search, context, value, ZERO))
            continue
        with suppress(Unproved):
            sign = prove_sign(search, context, value)
            search.use(context, sign if sign is not None else prove_nonzero(search, context, value))
    return search.uses > uses or len(eqs) > count


# -- change of variables --------------------------------------------------------------------------------------------


def changed(
    search: Search,
    context: Context,
    integral: Term,
    over: Term,
    converges: Callable[[Term], Theorem] | None = None,
    form: Term | None = None,
) -> Theorem:
    """``int_a^b g(x) dx = int_c^d g(f(u)) |f'(u)| du``: ``over`` is an integral from c to d with the map f for its body.

    The map is monotone, and one of the two integrals converges; ``converges`` may show it of the second one. ``form`` may be
    another form of f', with u bound.
    """
    slope = derivative(search, context, over)
    inner, (u,), f = opened(search, context, over)
    rate = instantiate(slope.judgement.args[3], (u,))
    sign = prove_sign(search, inner, rate) if form is None else _sign_of_form(search, inner, rate, form, u)
    if sign is None or sign.judgement.op != "<":
        raise Unproved(f"no sign of the slope {shown(rate)}")
    rises = sign.judgement.args[0] is ZERO
    make_real(search, inner, f)
    ends = integral.args[:2] if rises else integral.args[1::-1]
    sides = ["-oo" if over.args[0].sort == "end" else "above", "oo" if over.args[1].sort == "end" else "below"]
    limits = [limit_at(search, context, over, side, end) for side, end in zip(sides, ends, strict=True)]
    _carried(search, opened(search, context, integral)[0], inner, f)
    weight = rate if rises else make("neg", (rate,))
    body = make("*", (instantiate(integral.args[2], (f,)), weight))
    other = make("int", (*over.args[:2], close(body, (u,))))
    try:
        l1 = prove_convergent(search, context, integral)
    except Unproved as error:
        search.check_limit()
        try:
            l1 = prove_convergent(search, context, other) if converges is None else converges(other)
        except Unproved as last:
            raise (error if converges is None else last) from None
    return search.infer("SUBST", context, integral=integral, slope=slope, sign=sign, limits=limits, l1=l1)


def _sign_of_form(search: Search, inner: Context, rate: Term, form: Term, u: Term) -> Theorem | None:
    """The sign of what is equal to a term."""
    other = instantiate(form, (u,))
    make_defined(search, inner, other)
    sign = prove_sign(search, inner, other)
    if sign is None:
        return prove_sign(search, inner, rate)
    same = prove_equal(search, inner, other, rate)
    if sign.judgement.args[0] is ZERO:
        return search.infer("CHAIN", inner, links=[sign, same])
    return search.infer("CHAIN", inner, links=[search.infer("SYM", inner, of=same), sign])


def _carried(search: Search, old: Context, inner: Context, f: Term) -> None:
    """List for ``x = f(u)`` what definedness of an integrand rests on."""
    values = [inner.variable(place) for place in range(inner.size - 1)]
    for theorem in list(search.kernel.listed.get(old, {}).values()):
        with suppress(Unproved):
            search.use(inner, instantiated(search, inner, theorem, [*values, f]))
        search.check_limit()


@goal
def reflected(search: Search, context: Context, integral: Term) -> Theorem:
    """``int_a^b g(x) dx = int_a^b g(a + b - u) du``."""
    low, high, _ = integral.args
    _, (u,), _ = opened(search, context, make("int", (low, high, ZERO)))
    map_ = make("+", (low, high, make("neg", (u,))))
    return changed(search, context, integral, make("int", (low, high, close(map_, (u,)))))
