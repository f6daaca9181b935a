"""How lines that use lemmas are proved: equations put in, facts noted, powers, values of parameters."""

from __future__ import annotations

from rftheory.prover.frame_tools import bind_alike
from rftheory.prover.step_words import *
from rftheory.chains.reasons import By, Order, Use
from rftheory.prover.translate import translate
from rftheory.statements.claims import Claim

# -- what a theorem says besides ------------------------------------------------------------------------------------


def _use_values(walk: Walk, theorem: Theorem) -> None:
    """What a theorem speaks of has a value: its integrals, series and expectations converge."""
    for side in theorem.judgement.args:
        for part in _binders(side):
            with suppress(Refused):
                found = walk.run.infer("L1", walk.context, of=theorem, term=part)
                walk.search.use(walk.context, found)


def _binders(term: Term) -> Iterator[Term]:
    """Integrals, infinite sums and expectations outside of others."""
    if term.op in ("int", "E") or (term.op == "sum" and term.args[1] is OO):
        yield term
    elif not bound_tags(term.op, term.args, term.data):
        for arg in term.args:
            yield from _binders(arg)


# -- equations ------------------------------------------------------------------------------------------------------


@step(By, Claim)
def by_equation(walk: Walk, reason: By, number: int) -> Theorem:
    """The left side of a lemma, up to equal parts, gives place to its right side."""
    lemma = walk.lemma(reason.what, reason.at)
    _use_values(walk, lemma)
    left = lemma.judgement.args[0]
    bare = translate(walk.chain.lines[number - 1].expr, walk.setting)
    same = [(part, _same(walk, part, left)) for part in dict.fromkeys(_parts(bare, left.op)) if part is not left]
    line = walk.line(number - 1)
    links: list[Theorem] = []
    here = line
    for _, found in [*same, (left, lemma)]:
        if found is None:
            continue
        make_defined(walk.search, walk.context, here)
        link = walk.run.infer("CONG", walk.context, eq=found, term=here, paths=[])
        links.append(link)
        here = link.judgement.args[1]
    if here is line:
        return walk.equal(line, walk.line(number))
    links.append(walk.equal(here, walk.line(number)))
    found_: Theorem = walk.run.infer("CHAIN", walk.context, links=links)
    return found_


def _parts(term: Term, op: str) -> Iterator[Term]:
    """Closed parts with an operator; inside of binders too."""
    if term.op == op and not term.loose:
        yield term
    for arg in term.args:
        yield from _parts(arg, op)


def _same(walk: Walk, part: Term, left: Term) -> Theorem | None:
    """``part = left`` if that is seen; for integrals and sums inside of them."""
    try:
        if bound_tags(part.op, part.args, part.data):
            return same_binder(walk.run, walk, part, left)
        make_defined(walk.search, walk.context, part)
        return _by_arguments(walk, part, left) or prove_equal(walk.search, walk.context, part, left)
    except (Unproved, Refused):
        return None


def _by_arguments(walk: Walk, first: Term, second: Term) -> Theorem | None:
    """Equality of two functions by that of their arguments; what is known of their values plays no part. None if it fails."""
    if (first.op, first.data, len(first.args)) != (second.op, second.data, len(second.args)) or not first.args:
        return None
    if first.op in ("+", "*", "neg", "inv", "pow"):
        return None
    links, here = list[Theorem](), first
    for number, (one, other) in enumerate(zip(first.args, second.args, strict=True)):
        if one is other:
            continue
        try:
            same = prove_equal(walk.search, walk.context, one, other)
        except Unproved:
            return None
        links.append(walk.run.infer("CONG", walk.context, eq=same, term=here, paths=[[number]]))
        here = links[-1].judgement.args[1]
    found: Theorem | None = walk.run.infer("CHAIN", walk.context, links=links) if links else None
    return found


def same_binder(run: Any, walk: Walk, part: Term, known: Term) -> Theorem:
    """Equal bodies over one range: what is known of one integral, sum or expectation holds of the other."""
    if not bind_alike(part, known):
        raise Unproved("the ranges are not the same")
    inner, _, (body,) = bodies(walk.context, part)
    other = bodies(walk.context, known)[2][0]
    base = walk.context
    for entry in (*inner.declarations[base.size :], *inner.facts[len(base.facts) :]):
        base = run.declare(base, entry)
    make_defined(run, inner, body, other)
    eq = prove_equal(run, inner, other, body)
    last = len(part.args) - 1
    with suppress(Refused):
        l1 = walk.search.listed(walk.context, make("l1", (known,)))
        if l1 is not None:
            walk.search.use(walk.context, run.infer("TRANSPORT", walk.context, of=l1, eqs=[eq], paths=[[0, last]]))
    found = run.infer("CONG", walk.context, eq=eq, term=known, paths=[[last]])
    return run.infer("SYM", walk.context, of=found)


# -- facts ----------------------------------------------------------------------------------------------------------


@note(Order)
def by_parts(walk: Walk, use: Use, number: int) -> None:
    """An order whose gap is a sum of parts with signs, noted for what follows."""
    order = use.what.order
    smaller, larger = (walk.term(sp.sympify(side)) for side in (order.left, order.right))
    rows = []
    for part in use.what.parts:
        term = walk.term(sp.sympify(part))
        sign = prove_sign(walk.search, walk.context, term)
        if sign is not None and sign.judgement.args[0] is ZERO:
            rows.append([sign])
        else:
            walk.equal(term, ZERO)
    walk.search.use(walk.context, by_rows(walk, smaller, larger, rows))


# -- roots ----------------------------------------------------------------------------------------------------------


@step(By, tuple)
def by_principal_root(walk: Walk, reason: By, number: int) -> Theorem:
    """``sqrt(base) = root``, as the square of the root is the base and its real part is positive."""
    power, root, real_part = map(sp.sympify, reason.what)
    value, base = walk.term(root), walk.term(power.base)
    square = walk.equal(make("pow", (value,), 2), base)
    part = make("re", (value,))
    shown = walk.term(real_part)
    sign = between(walk, ZERO, prove_order(walk.search, walk.context, ZERO, shown, True), part)
    found = walk.run.infer(
        "ATOM", walk.context, schema="sqrt.unique.right", terms=[base, value], numbers=[], premises=[sign, square]
    )
    walk.search.use(walk.context, found)
    return walk.generic(number)
