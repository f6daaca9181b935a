"""Balls of numbers: terms without variables, by an allowlist of operators, at a precision.

The value of a term that is defined lies in its ball. A ball that is not finite is refused wherever it occurs, so that what
has no value cannot come back as a number.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

import flint
from flint import acb, arb, fmpq

from rftheory.kernel.refused import MAX_EXPONENT, Refused, demand
from rftheory.kernel.terms import Term

#: caps: bits of precision, members of a finite sum, values of one difference
MAX_PRECISION, MAX_MEMBERS, MAX_VALUES = 4_096, 10_000, 200_000


def _real_power(base: acb, power: acb) -> acb:
    """The power by the value of a real exponent; at a base that may be 0 only what is exact."""
    exponent = power.real
    if not base.contains(0):
        return (acb(exponent) * base.log()).exp()
    whole = exponent.unique_fmpz() if exponent.is_exact() else None
    if whole is not None and exponent == whole and 0 <= whole <= MAX_EXPONENT:
        return base ** int(whole) if whole else acb(1)
    if base.is_zero() and exponent > 0:
        return acb(0)
    raise Refused("a real power of what may be 0 has no ball")


def _on_reals(function: Callable[[arb], arb]) -> Callable[[acb], acb]:
    """A function of real arguments: what a ball has beside the real axis is not the value."""
    return lambda z: acb(function(z.real))


_FUNCTIONS: dict[str, Callable[..., acb]] = {
    "pi": acb.pi, "imag": lambda: acb(0, 1), "+": lambda *z: sum(z, acb(0)), "*": lambda *z: prod(z, start=acb(1)),
    "neg": lambda z: -z, "inv": lambda z: 1 / z, "exp": acb.exp, "log": acb.log, "sqrt": acb.sqrt, "sin": acb.sin,
    "cos": acb.cos, "sinh": acb.sinh, "cosh": acb.cosh, "gamma": acb.gamma, "conj": acb.conjugate, "rpow": _real_power,
    "abs": lambda z: acb(abs(z)), "re": lambda z: acb(z.real), "im": lambda z: acb(z.imag), "tanh": _on_reals(arb.tanh),
    "atan": _on_reals(arb.atan), "erf": _on_reals(arb.erf), "sgn": _on_reals(arb.sgn),
    "bessel_i": lambda order, z: z.bessel_i(order), "bessel_j": lambda order, z: z.bessel_j(order),
}  # fmt: skip
#: operators with a literal, which comes first
_LITERAL: dict[str, Callable[..., acb]] = {
    "rat": lambda q: acb(fmpq(q.numerator, q.denominator)),
    "pow": lambda n, z: z**n if n else acb(1),
    "root": lambda n, z: acb(0) if z.is_zero() else z.root(n),
    "pfq": lambda n, *z: z[-1].hypgeom(list(z[: n[0]]), list(z[n[0] : sum(n)])),
}


def difference(larger: Term, smaller: Term, prec: int) -> acb:
    """The ball of a difference of two numbers; flint's precision is afterwards what it was."""
    if type(prec) is not int or not 2 <= prec <= MAX_PRECISION:
        raise Refused(f"a precision is a number of bits from 2 to {MAX_PRECISION}")
    memo: dict[tuple[Term, tuple[int, ...]], acb] = {}
    before = flint.ctx.prec
    try:
        flint.ctx.prec = prec
        return _finite(_ball(larger, (), memo) - _ball(smaller, (), memo))
    finally:
        flint.ctx.prec = before


def _finite(ball: acb) -> acb:
    demand(ball.is_finite(), "a ball is not finite")
    return ball


def _ball(term: Term, inner: tuple[int, ...], memo: dict[tuple[Term, tuple[int, ...]], acb]) -> acb:
    """The ball of a term; ``inner`` has the indices of the sums and products around it, the innermost last."""
    key = (term, inner if term.loose else ())
    if key not in memo:
        if len(memo) >= MAX_VALUES:
            raise Refused(f"more than {MAX_VALUES} balls")
        if term.op == "bound":
            memo[key] = acb(inner[-1 - term.data[0]])
        elif term.op in ("sum", "prod") and term.args[1].op != "oo":
            first, last = (_ball(end, inner, memo).unique_fmpz() for end in term.args[:2])
            if first is None or last is None or last - first >= MAX_MEMBERS:
                raise Refused("the ends of a finite sum are not seen, or too far apart")
            members = [_ball(term.args[2], (*inner, index), memo) for index in range(int(first), int(last) + 1)]
            memo[key] = _finite(_FUNCTIONS["+" if term.op == "sum" else "*"](*members))
        elif term.op in _FUNCTIONS or term.op in _LITERAL:
            args = [_ball(arg, inner, memo) for arg in term.args]
            memo[key] = _finite(
                _FUNCTIONS[term.op](*args) if term.data is None else _LITERAL[term.op](term.data, *args)
            )
        else:
            raise Refused(f"{term.op} has no ball")
    return memo[key]
