"""A limit of the work of one enclosure, counted in evaluations (of integrands, of terms of sums): the same on every machine.

A quadrature that subdivides forever, as at a pole at the end of its interval, and sums of many integrals end with an
`UnsupportedExpression` that says so. Values that are kept are charged what they cost, so that what was computed before
changes no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from flint import acb, ctx

from rftheory.numbers.ball_parts import Ball
from rftheory.numbers.walker import UnsupportedExpression

#: evaluations within one enclosure or comparison, over all of its precisions
MOST_EVALUATIONS = 200_000
#: from this precision (bits) on, a quadrature that ends without any bound is not tried with more
_ENOUGH = 100
#: values kept before a memory is emptied
_MEMORY_SIZE = 8192

#: values with the evaluations that they cost
Memory = dict[Hashable, tuple[Ball, int]]


class _Work:
    """Evaluations made, and the number of them at which the enclosure under way is given up."""

    made = 0
    end: int | None = None
    most = MOST_EVALUATIONS


@contextmanager
def limited(most: int | None = None) -> Iterator[None]:
    """One enclosure with a limit of its own; those that it makes on its way share it."""
    if _Work.end is not None:
        yield
        return
    _Work.most = MOST_EVALUATIONS if most is None else most
    _Work.end = _Work.made + _Work.most
    try:
        yield
    finally:
        _Work.end = None


def spend(count: int, what: object) -> None:
    """Charge evaluations.

    Raises:
        UnsupportedExpression: if the enclosure under way has made more than its limit.
    """
    _Work.made += count
    if _Work.end is not None and _Work.made > _Work.end:
        raise UnsupportedExpression(f"no enclosure after {_Work.most} evaluations: {what}")


def left() -> int:
    """How many evaluations the enclosure under way may still make."""
    return MOST_EVALUATIONS if _Work.end is None else _Work.end - _Work.made


def quadrature(integrand: Callable[[acb, bool], acb], low: acb, high: acb, what: object) -> acb:
    """flint's rigorous adaptive quadrature, its evaluations charged.

    Raises:
        UnsupportedExpression: if the enclosure under way has made more than its limit, or if there is no bound however
            short the intervals become, as beside a pole.
    """
    spend(0, what)
    used, refused = 0, None

    def counted(t: acb, analytic: bool) -> acb:
        nonlocal used, refused
        used += 1
        if refused is None:
            try:
                return integrand(t, analytic)
            except UnsupportedExpression as reason:
                # flint lets no exception through
                refused = reason
        return acb("nan")

    value = acb.integral(counted, low, high, eval_limit=left() + 1)
    spend(used, what)
    if refused is not None:
        raise refused
    if used > ctx.prec and ctx.prec >= _ENOUGH and not value.is_finite():
        raise UnsupportedExpression(f"no enclosure after {used} evaluations, a pole in or at the interval: {what}")
    return value


def kept(memory: Memory, key: Hashable, value: Callable[[], Ball], what: object) -> Ball:
    """A value from the memory, or a new one that goes there, at the precision of flint's context."""
    full = (key, ctx.prec)
    if full in memory:
        found, cost = memory[full]
        spend(cost, what)
        return found
    if len(memory) >= _MEMORY_SIZE:
        memory.clear()
    before = _Work.made
    found = value()
    memory[full] = found, _Work.made - before
    return found
