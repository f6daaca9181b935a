"""Integrals: which converge, and the values of Euler's.

What is continuous on a closed bounded interval is integrable; ``c x^p exp(-q x^r)`` over (0, oo) is by the table, and its
integral is a gamma function; powers of sine and cosine over a quarter turn give a beta function. Sums are taken apart.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover.convergence import by_summands, combined
from rftheory.prover.integrands import Monomial, decay_of, plain
from rftheory.prover.texts import lemma


@goal
def prove_convergent_integral(search: Search, context: Context, term: Term) -> Theorem:
    """``l1 int``; Unproved if no proof is found."""
    low, high = term.args[:2]
    reasons = []
    from rftheory.prover.known_integrals import line_l1

    finds = (_continuous,) if low.sort == high.sort == "scalar" else (_as_euler_l1, line_l1)
    if _is_tail(term):
        finds = (*finds, lambda *goal: search.infer("L1", context, of=_from_zero(*goal), term=term))
    for find in (*finds, _by_series) if _has_series(term) else finds:
        try:
            return find(search, context, term)
        except Unproved as error:
            search.check_limit()
            reasons.append(str(error))
    found = by_summands(search, context, term)
    if found is None:
        raise Unproved(f"not known to converge: {shown(term)} ({'; '.join(reasons)})")
    return found


def _continuous(search: Search, context: Context, term: Term) -> Theorem:
    """Continuous on the closed interval."""
    over = make("cont", term.args, ("closed", "closed"))
    make_defined(search, context, term.args[0])
    make_defined(search, context, term.args[1])
    opened(search, context, over)
    cont = search.infer("CONT", context, over=over, given=[], premises=[])
    order = prove_order(search, context, term.args[0], term.args[1], strict=False)
    return search.infer("INTEGRABLE", context, cont=cont, premises=[order])


def _by_series(search: Search, context: Context, term: Term) -> Theorem:
    from rftheory.prover.series_integrals import integral_of_series

    return search.infer("L1", context, of=integral_of_series(search, context, term), term=term)


def _as_euler_l1(search: Search, context: Context, term: Term) -> Theorem:
    return search.infer("L1", context, of=_in_euler_form(search, context, term), term=term)


@goal
def integral_value(search: Search, context: Context, term: Term) -> Theorem:
    """``int = value`` for Euler's integrals of the gamma function and sums of them; Unproved for others.

    Euler's integrals with a constant factor; sums part by part; series member by member.
    """
    from rftheory.prover.series_integrals import integral_of_series

    if (idle := _without_idle(search, context, term)) is not None:
        value = integral_value(search, context, idle.judgement.args[1])
        return search.infer("CHAIN", context, links=[idle, value])
    if _has_series(term):
        return integral_of_series(search, context, term)
    return _elementary(search, context, term)


def _without_idle(search: Search, context: Context, term: Term) -> Theorem | None:
    """The same integral where a series of ``c + 0 x`` is one of c; None if there is none."""
    inner, (x,), body = opened(search, context, term)
    for part in body.args if body.op == "*" else (body,):
        simple = plain([part.args[-1]]) if part.op == "pfq" and x.data in part.args[-1].variables else x
        if x.data not in simple.variables:
            same = search.infer("RING", inner, lhs=part.args[-1], rhs=simple, eqs=[])
            return search.infer(
                "CONG", context, eq=same, term=term, paths=[[2, *_path(body, part), len(part.args) - 1]]
            )
    return None


def _path(body: Term, part: Term) -> list[int]:
    return [] if body is part else [body.args.index(part)]


def _has_series(term: Term) -> bool:
    body = term.args[2]
    return any(part.op == "pfq" and bool(part.loose) for part in (body.args if body.op == "*" else (body,)))


def _is_tail(term: Term) -> bool:
    """Whether an integral is over (a, oo) with an a that is not 0."""
    return term.args[0].sort == "scalar" and term.args[0] is not ZERO and term.args[1] is OO


def _from_zero(search: Search, context: Context, term: Term) -> Theorem:
    """``int_a^oo f(x) dx = int_0^oo f(u + a) du``, where the second one has a value."""
    from rftheory.prover.ends import changed

    shape = make("int", (ZERO, OO, ZERO))
    _, (u,), _ = opened(search, context, shape)
    make_defined(search, context, term.args[0])
    over = make("int", (ZERO, OO, close(add(u, term.args[0]), (u,))))

    def converges(other: Term) -> Theorem:
        return search.infer("L1", context, of=integral_value(search, context, other), term=other)

    return changed(search, context, term, over, converges)


def _elementary(search: Search, context: Context, term: Term) -> Theorem:
    from rftheory.prover.convergence import in_summands
    from rftheory.prover.known_integrals import beta_value, line_form

    if _is_tail(term):
        moved = _from_zero(search, context, term)
        value = integral_value(search, context, moved.judgement.args[1])
        return search.infer("CHAIN", context, links=[moved, value])
    if term.args[1] is not OO:
        return beta_value(search, context, term)
    if term.args[0] is MINUS_OO:
        return each_value(search, context, line_form(search, context, term))
    try:
        form = _in_euler_form(search, context, term)
    except Unproved:
        search.check_limit()
        sum_ = in_summands(search, context, term)
        if sum_ is None:
            raise
        return each_value(search, context, sum_)
    return each_value(search, context, form)


def each_value(search: Search, context: Context, form: Theorem) -> Theorem:
    """The values of all integrals in a combination."""
    from rftheory.prover.known_integrals import line_value

    links = [form]
    for atom in atoms_of([form.judgement.args[1]]):
        if atom.op == "int":
            value = _table_value(search, context, atom)
            if value is None and atom is form.judgement.args[0]:
                value = line_value(search, context, atom)
            value = value or integral_value(search, context, atom)
            here = links[-1].judgement.args[1]
            links.append(search.infer("CONG", context, eq=value, term=here, paths=[]))
    return search.infer("CHAIN", context, links=links)


# -- the form c x^p exp(-q x^r) -------------------------------------------------------------------------------------


def _in_euler_form(search: Search, context: Context, term: Term) -> Theorem:
    """``int g = c int_0^oo x^p exp(-q x^r)``, or the like with powers of sine and cosine over a quarter turn."""
    low, high = term.args[:2]
    if low is not ZERO or high is not OO:
        raise Unproved(f"not over the positive numbers: {shown(term)}")
    _, (x,), body = opened(search, context, term)
    read = Monomial(x)
    read.read(body)
    if set(read.powers) - {x} or not read.exponents:
        raise Unproved(f"no integral of Euler: {shown(term)}")
    fixed, q, r = decay_of(x, read.exponents)
    if fixed is not ZERO:
        read.constants.append(make("exp", (fixed,)))
    p = plain([ZERO, *read.powers.get(x, [])])
    c = product(read.constants)
    make_defined(search, context, c)
    shape = _decaying(p, q, r)
    premises = _numbers_in_range(search, context, p, q, r)
    l1 = search.infer("INTEGRABLE_TABLE", context, entry="gamma", numbers=[p, q, r], power=0, premises=premises)
    if l1.judgement.args[0] is term:
        return search.infer("REFL", context, term=term)
    search.use(context, l1)
    _, _, (held,) = bodies(context, shape)
    return combined(search, context, term, [(c, held)])


def _decaying(p: Term, q: Term, r: Term) -> Term:
    """``int_0^oo x^p exp(-q x^r)`` as the table writes it."""
    from rftheory.kernel.rules.limits import decay
    from rftheory.kernel.terms import bound

    x = bound(0, "real")
    return make("int", (ZERO, OO, make("*", (make("rpow", (x, p)), decay(x, q, r)))))


def _numbers_in_range(search: Search, context: Context, p: Term, q: Term, r: Term) -> list[Theorem]:
    make_real(search, context, p, q, r)
    return [
        prove_order(search, context, rat(-1), p, True),
        *(prove_order(search, context, ZERO, number, True) for number in (q, r)),
    ]


# -- Euler's integral of the gamma function -------------------------------------------------------------------------


def _table_value(search: Search, context: Context, term: Term) -> Theorem | None:
    """The value of an integral as the table writes it, from the theorem for all p, q, r."""
    if term.args[0] is not ZERO or term.args[1] is not OO or term.args[2].op != "*" or len(term.args[2].args) != 2:
        return None
    first, second = term.args[2].args
    if first.op != "rpow" or second.op != "exp" or second.args[0].op != "neg":
        return None
    (rate,) = second.args[0].args
    if rate.op != "*" or rate.args[1].op != "rpow":
        return None
    values = [first.args[1], rate.args[0], rate.args[1].args[1]]
    if _decaying(*values) is not term:
        return None
    return instantiated(search, context, lemma(search, "integrals__gamma_theorem"), values)
