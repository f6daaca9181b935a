"""Hoeffding's lemma for a law on two points, proved on the kernel's terms: convexity of a gap in the rate."""

from __future__ import annotations

from fractions import Fraction

from rftheory.kernel.contexts import EMPTY, close
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.terms import MINUS_OO, ONE, OO, ZERO, Term, declare, make, power, rat
from rftheory.kernel.theorems import Theorem
from rftheory.prover.definite import make_defined
from rftheory.prover.equal import prove_equal
from rftheory.prover.search import Search, row
from rftheory.prover.table import axiom
from rftheory.prover.terms import HALF, minus


def two_points(search: Search) -> Theorem:
    """``1 - p + p exp(h) <= exp(p h + h^2/8)`` for p in [0, 1] and real h.

    The gap of the logarithms and its slope vanish at h = 0; its second derivative is the square of ``1/2 - q``, with the share
    ``q = p exp(h) / (1 - p + p exp(h))``.
    """
    return search.once((EMPTY, "two points"), lambda: _two_points(search))


def _two_points(search: Search) -> Theorem:
    outer = search.run.declare(EMPTY, declare("real", low=ZERO, high=ONE))
    inner = search.run.declare(outer, declare("real"))
    p, h = outer.variable(0), inner.variable(1)
    grown = make("exp", (h,))
    base = make("+", (minus(ONE, p), make("*", (p, grown))))
    positive = _positive_base(search, p, h, base)
    search.use(inner, positive)
    exponent = make("+", (make("*", (p, h)), make("*", (rat(Fraction(1, 8)), power(h, 2)))))
    gap = minus(exponent, make("log", (base,)))
    make_defined(search.run, inner, gap)
    first = _slope(search, h, gap)
    second = _slope(search, h, instantiate(first.judgement.args[3], (h,)))
    bend = instantiate(second.judgement.args[3], (h,))
    share = make("*", (p, grown, make("inv", (base,))))
    half = minus(HALF, share)
    sign = search.infer("POS", inner, lhs=ZERO, rhs=bend, rows=[row(h=[half])], eqs=[])
    step = {"slope": first, "second": second, "sign": sign, "cont": [], "premises": []}
    tangent = search.infer("TANGENT", inner, point=ZERO, **step)
    search.use(inner, search.infer("WEAKEN", inner, of=tangent, to="real left"))
    at_zero = instantiate(close(base, (h,)), (ZERO,))
    one = search.infer(
        "RING", inner, lhs=at_zero, rhs=ONE, eqs=[prove_equal(search.run, inner, make("exp", (ZERO,)), ONE)]
    )
    search.use(
        inner,
        search.infer(
            "CHAIN",
            inner,
            links=[search.infer("DEF", inner, judgement=make("<", (ZERO, ONE))), search.infer("SYM", inner, of=one)],
        ),
    )
    start = prove_equal(search.run, inner, tangent.judgement.args[0], ZERO)
    above = search.infer("CHAIN", inner, links=[search.infer("SYM", inner, of=start), tangent])
    logarithm = make("log", (base,))
    order = search.infer("POS", inner, lhs=logarithm, rhs=exponent, rows=[row(above)], eqs=[])
    through = search.infer("MONO", inner, order=order, function="exp", number=0, exponent=[], premises=[])
    back = search.infer("SYM", inner, of=axiom(search, inner, "exp.log", base))
    links = [back, through] if back.judgement.args[0] is base else [axiom(search, inner, "exp.log", base), through]
    return search.infer("CHAIN", inner, links=links)


def _positive_base(search: Search, p: Term, h: Term, base: Term) -> Theorem:
    """``(1 + e)(1 - p + p e) = e + (1 - p) + p e^2`` with ``e = exp h``."""
    inner = EMPTY.extended(declare("real", low=ZERO, high=ONE), declare("real"))
    grown = make("exp", (h,))
    over = make("inv", (make("+", (ONE, grown)),))
    positive, divisor = (search.infer("DEF", inner, judgement=make("<", (ZERO, t))) for t in (grown, over))
    low, high = (search.infer("HYP", inner, fact=make("<=", sides)) for sides in ((ZERO, p), (p, ONE)))
    rows = [row(positive, divisor), row(high, divisor), row(low, divisor, h=[grown])]
    return search.infer("POS", inner, lhs=ZERO, rhs=base, rows=rows, eqs=[])


def _slope(search: Search, h: Term, function: Term) -> Theorem:
    outer = EMPTY.extended(declare("real", low=ZERO, high=ONE))
    inner = outer.extended(declare("real"))
    make_defined(search.run, inner, function)
    found = search.infer("DERIV", outer, over=make("int", (MINUS_OO, OO, close(function, (h,)))), premises=[])
    make_defined(search.run, inner, instantiate(found.judgement.args[3], (h,)))
    return found
