"""Does any ball miss? Random expressions of all functions and operations that balls know, held against mpmath.

    python benchmarks/special_functions.py [--expressions 5000] [--seed 0] [--json FILE]

Parameters are integers, half integers and rationals of both signs, zero, complex numbers, and numbers at or very near to poles, cuts and
circles of convergence. Half of the expressions are evaluated at balls around the point. mpmath computes the same tree by itself with 60
and 120 digits, then with more until two values agree; where they never do, nothing is compared. Where mpmath names a pole, no ball at
the point itself may be finite. A table by function; the exit code is 1 if a ball misses.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Literal

import mpmath
import numpy as np
import sympy as sp
from flint import acb, arb, ctx

from benchmarks._expressions import SHAPES, Draws, expressions
from benchmarks._measuring import parser, print_table, report
from benchmarks._reference import Undefined, agreed
from rftheory.numbers.ball_arithmetic import Ball
from rftheory.numbers.balls import BALLS, UnsupportedExpression
from rftheory.numbers.walker import compile_for, evaluate
from rftheory.numbers.work import limited

TAKES_MINUTES = True
#: bits of working precision
PRECISIONS = (24, 53, 100, 200)
Outcome = Literal["held", "refused", "not compared", "missed"]


def enclosed(expr: sp.Expr, draws: Draws, widened: bool) -> Ball:
    """The ball of an expression at its point, or at balls that contain it."""
    symbols = tuple(sorted(expr.free_symbols, key=str))
    with ctx.workprec(int(draws.generator.choice(PRECISIONS))), limited():
        balls = [evaluate(draws.point[s], {}, BALLS) for s in symbols]
        if widened:
            balls = [
                b if s in draws.exact else _around(b, draws.generator) for s, b in zip(symbols, balls, strict=True)
            ]
        return compile_for(expr, symbols, BALLS)(*balls)


def _around(value: Ball, generator: np.random.Generator) -> Ball:
    """A ball that contains the value, not in its middle."""
    radius = arb(2) ** int(generator.integers(-40, 1))

    def wide(part: arb) -> arb:
        return part + radius * float(generator.uniform(-0.99, 0.99)) + arb(0, radius)

    return wide(value) if isinstance(value, arb) else acb(wide(value.real), wide(value.imag))


def contains(value: Ball, true: mpmath.mpc, slack: mpmath.mpf) -> bool:
    """Whether a ball has a common point with the number that mpmath knows up to the slack."""
    with ctx.workprec(2000):
        parts = [_exact(part) + arb(0, _exact(slack).abs_upper()) for part in (true.real, true.imag)]
        return bool(acb(value).overlaps(acb(*parts)))


def _exact(number: mpmath.mpf) -> arb:
    sign, mantissa, exponent, _ = number._mpf_
    return arb((-int(mantissa) if sign else int(mantissa), int(exponent)))


def outcome(expr: sp.Expr, draws: Draws) -> tuple[Outcome, str]:
    """How one expression ends, with the ball and the value where they are apart."""
    widened = bool(draws.generator.random() < 0.5)
    try:
        value = enclosed(expr, draws, widened)
    except UnsupportedExpression:
        return "refused", ""
    if not value.is_finite():
        return "refused", ""
    try:
        true = agreed(expr, draws.point)
    except Undefined as reason:
        return ("not compared", "") if widened else ("missed", f"{value.str(20)} where mpmath has none: {reason}")
    if true is None:
        return "not compared", ""
    if contains(value, *true):
        return "held", ""
    return "missed", f"{value.str(20)} without {mpmath.nstr(true[0], 20)}"


def measured(count: int, seed: int) -> dict[str, object]:
    """Outcomes by function, and the misses in full."""
    by_function: dict[str, Counter[str]] = {name: Counter() for name in SHAPES}
    misses = []
    for name, expr, draws in expressions(count, seed):
        found, text = outcome(expr, draws)
        by_function[name][found] += 1
        if found == "missed":
            point = {str(s): str(v) for s, v in draws.point.items() if s in expr.free_symbols}
            misses.append({"expression": str(expr), "point": point, "found": text})
    total = sum(by_function.values(), Counter())
    return {
        "expressions": count,
        "seed": seed,
        **{kind: total[kind] for kind in ("held", "refused", "not compared", "missed")},
        "by_function": {name: dict(found) for name, found in by_function.items()},
        "misses": misses,
    }


def main(arguments: list[str] | None = None) -> int:
    parsed = parser(__doc__)
    parsed.add_argument("--expressions", type=int, default=5_000)
    parsed.add_argument("--seed", type=int, default=0)
    options = parsed.parse_args(arguments)
    start = time.perf_counter()
    figures = measured(options.expressions, options.seed)
    kinds = ("held", "refused", "not compared", "missed")
    rows = [(name, *(found.get(kind, 0) for kind in kinds)) for name, found in figures["by_function"].items()]
    print_table("random expressions in balls against mpmath", ("function", *kinds), rows)
    for miss in figures["misses"]:
        print(f"MISSED: {miss['expression']} at {miss['point']}: {miss['found']}")
    report({**figures, "seconds": round(time.perf_counter() - start, 1)}, options.json)
    return 1 if figures["misses"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
