"""Limits of quotients of which both sides go to 0, by derivatives: once, or until the divisor has another limit."""

from __future__ import annotations

import sympy as sp

from rftheory.prover.words import *
from rftheory.chains.reasons import Passage
from rftheory.kernel.rules.slopes import Slopes
from rftheory.prover.chains import Walk
from rftheory.prover.graphs import make_smooth
from rftheory.prover.learn import Known

if TYPE_CHECKING:
    from rftheory.prover.limit_steps import Approach

#: derivatives of one quotient
MAX_DEPTH = 8


def by_derivatives(
    limit: Approach, near: Walk, around: Walk, f: Term, g: Term, passed: Callable[[Term, Term], Theorem]
) -> Theorem:
    """The limit of ``f inv(g)``, from that of the quotient of the derivatives, which ``passed`` finds (rule LHOPITAL)."""
    limits, slopes, rates = [], [], []
    x, premises = near.setting.symbols[limit.limit.variable], limit.premises(around)
    for part in (f, g):
        value = limit.of_term(near, around, part)
        zero = around.equal(value.judgement.args[1], ZERO)
        limits.append(limit.run.infer("LIMEQ", around.context, of=value, eq=zero))
        make_smooth(near, part, x)
        rate = Slopes(near.search.kernel, x, premises).of(near.context, part)
        make_defined(limit.run, near.context, rate)
        over = make("int", (*limit.ends, close(part, (x,))))
        slopes.append(limit.run.infer("DERIV", around.context, over=over, premises=premises))
        rates.append(instantiate(slopes[-1].judgement.args[3], (x,)))
    make_real(limit.run, near.context, g)
    apart = prove_nonzero(limit.run, near.context, rates[1])
    near.search.use(near.context, apart)
    found: Theorem = limit.run.infer(
        "LHOPITAL", around.context, limits=limits, slopes=slopes, apart=[apart], quotient=passed(rates[0], rates[1])
    )
    return found


def by_quotient(limit: Approach, near: Walk, around: Walk, reason: Passage, number: int) -> Theorem:
    """f/g, both going to 0, by their derivatives; perhaps under a root."""
    assert reason.quotient is not None
    f, g = (near.term(sp.sympify(part)) for part in reason.quotient)
    x = near.setting.symbols[limit.limit.variable]

    def passed(rise: Term, run: Term) -> Theorem:
        return limit.of_term(near, around, make("*", (rise, make("inv", (run,)))))

    found = by_derivatives(limit, near, around, f, g, passed)
    term = instantiate(found.judgement.args[2], (x,))
    if reason.outer is not None:
        term = make("sqrt", (term,))
        sign = prove_sign(limit.run, near.context, term.args[0])
        if sign is not None:
            near.search.use(near.context, sign)
        found = limit.by_structure(near, around, close(term, (x,)), [found])
    return limit.transported(found, near.equal(term, near.line(number - 1)))


def of_quotient(limit: Approach, near: Walk, around: Walk, f: Term, g: Term, depth: int = 0) -> Theorem:
    """The limit of ``f inv(g)``, both of which go to 0: they are differentiated and cancelled in turn."""
    x, point = near.setting.symbols[limit.limit.variable], limit.prop.args[0]
    quotient = make("*", (f, make("inv", (g,))))
    make_defined(limit.run, near.context, quotient)
    end = instantiate(close(g, (x,)), (point,))
    make_defined(limit.run, around.context, end)
    try:
        around.equal(end, ZERO)
    except Unproved:
        return limit.of_term(near, around, quotient)
    if depth >= MAX_DEPTH:
        raise Unproved("the divisor and its derivatives go to 0")

    def passed(rise: Term, run: Term) -> Theorem:
        num, den = _cancelled(near, rise, run)
        found = of_quotient(limit, near, around, num, den, depth + 1)
        whole = make("*", (rise, make("inv", (run,))))
        return limit.transported(found, near.equal(make("*", (num, make("inv", (den,)))), whole))

    return by_derivatives(limit, near, around, f, g, passed)


def _cancelled(near: Walk, num: Term, den: Term) -> tuple[Term, Term]:
    """A fraction in lowest terms."""
    whole = make("*", (num, make("inv", (den,))))
    make_defined(near.run, near.context, whole)
    ring = Known(near.search, near.context, [whole]).ring
    form = ring.lowest(ring.form(whole))
    return ring.term(form.num), ring.term(form.den)
