"""How a goal is tried, and claims with chains for a prover that may have a fault."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import suppress

import sympy as sp

import rftheory.prover.all_steps  # noqa: F401  (registers the steps of chains)
from rftheory.chains.chain import Chain
from rftheory.inputs.coordinates import d
from rftheory.inputs.kernels import PAIR, theta, x_norm, y_norm
from rftheory.kernel.contexts import Context
from rftheory.kernel.terms import Term
from rftheory.kernel.text import Entry, print_term
from rftheory.kernel.theorems import Theorem
from rftheory.meaning.judgements import judge
from rftheory.prover.convergence import prove_convergent
from rftheory.prover.definite import make_defined, make_real
from rftheory.prover.equal import prove_equal
from rftheory.prover.expectations import closed_form, is_random, make_convergent
from rftheory.prover.failure import Unproved
from rftheory.prover.instances import shown_fact
from rftheory.prover.search import search_of
from rftheory.prover.signs import prove_order
from rftheory.prover.trace import Trace
from rftheory.rules.nodes import Expectation, Projection
from rftheory.rules.propositions import Equality, Inequality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Domain, Range
from tests.kernel.points import points


def tried(run: Trace, context: Context, goal: Term) -> Theorem | None:
    """The theorem that a chain of one line would have; None where the prover gives up or has another one."""
    try:
        found = line_of(run, context, goal)
    except Exception:  # Unproved, Refused, or a search that a fault has broken
        return None
    return found if found.judgement is goal else None


def line_of(run: Trace, context: Context, goal: Term) -> Theorem:
    """What a chain of one line would show, with the means on both sides in closed form.

    Raises:
        Unproved, Refused: if there is no proof.
    """
    if goal.op == "l1":
        if is_random(goal.args[0]):
            with suppress(Unproved):
                make_convergent(run, context, *goal.args)
        return search_of(run).listed(context, goal) or prove_convergent(run, context, *goal.args)
    first, second = goal.args
    for side in goal.args:
        make_defined(run, context, side)
        if goal.op in ("<", "<="):
            make_real(run, context, side)
    if goal.op == "!=":
        # what the kernel decides by itself is not shown
        return next(iter(shown_fact(run, context, goal)), None) or run.infer("DEF", context, judgement=goal)
    if goal.op != "=":
        return prove_order(run, context, first, second, goal.op == "<")
    if not any(map(is_random, goal.args)):
        return prove_equal(run, context, first, second)
    left, right = (closed_form(run, context, side) for side in goal.args)
    middle = prove_equal(run, context, left.judgement.args[1], right.judgement.args[1])
    return run.infer("CHAIN", context, links=[left, middle, run.infer("SYM", context, of=right)])


def require_true(held: Theorem | Entry, rng: random.Random, count: int = 2) -> None:
    """Fail if a judgement is false at one of some points of its context."""
    for point in points(held.context, rng, count):
        found = judge(held.judgement, held.context, point)
        assert found is not False, f"{print_term(held.judgement)} is false at {point}"


# -- claims -----------------------------------------------------------------------------------------------------------

a, b, c = sp.symbols("a b c", real=True)
_PLANE = Domain((Range(a), Range(b)))
_ABOVE = Domain((Range(a, 1), Range(b)))
_LENGTHS = (Range(x_norm, 0, None, "()"), Range(y_norm, 0, None, "()"))
_PAIRS = Domain((*_LENGTHS, Range(theta, 0, sp.pi), Range(d, 2, integer=True)))
_w = Projection("w")
MEAN = Expectation(sp.exp(_w.dot(PAIR.x)))


def _lemma() -> Claim:
    domain = Domain((Range(c, 1),))
    return Claim("lemma", "", Inequality(c**3, ">=", c), domain, Chain(c**3).ge(c, [c, c - 1, c + 1]))


def _by_lemma() -> Chain:
    return Chain(a**3 + b**2).use(_lemma(), {c: a}).ge(a + b**2, [a**3 - a])


def claims() -> Mapping[str, Claim]:
    """Claims that are true, with their chains."""
    square = Inequality(2 * a * b, "<=", a**2 + b**2)
    found = [
        Claim("gap", "", square, _PLANE, Chain(2 * a * b).le(a**2 + b**2, [(a - b) ** 2])),
        Claim("lemma used", "", Inequality(a**3 + b**2, ">=", a + b**2), _ABOVE, _by_lemma),
        Claim("tangent", "", Inequality(sp.exp(a), ">=", 1 + a), _PLANE, Chain(sp.exp(a)).tangent(a, sp.Integer(0))),
        Claim(
            "root", "", Equality(sp.sqrt(a**2 + 2 * a * b**2 + b**4), a + b**2), _ABOVE,
            Chain(sp.sqrt(a**2 + 2 * a * b**2 + b**4)).eq(a + b**2),
        ),
        Claim(
            "mean", "", Equality(MEAN, sp.exp(x_norm**2 / 2)), _PAIRS,
            Chain(MEAN).eq(sp.exp(x_norm**2 / 2)),
        ),
    ]  # fmt: skip
    return {claim.name: claim for claim in found}
