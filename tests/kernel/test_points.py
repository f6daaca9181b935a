"""Random contexts: their points by the kernel, and by the evaluator."""

from __future__ import annotations

import random
from fractions import Fraction

from rftheory.kernel.contexts import end_facts
from rftheory.kernel.refused import Refused
from rftheory.kernel.rules.analysis import of_members
from rftheory.kernel.substitution import substitute
from rftheory.kernel.theorems import Kernel
from rftheory.meaning.balls import exact
from rftheory.meaning.judgements import judge
from tests.kernel.random_steps import some_place
from tests.kernel.steps import Place

VALUES = [*(["0", "1", "-1", "2", "1/2", "-3/2"] * 2), "imag", ["inv", "0"]]


def test_random_points_of_inhabited_contexts() -> None:
    """Whatever INHABIT takes for a point satisfies every entry there."""
    rng, found = random.Random(5), 0
    for _ in range(400):
        try:
            place = some_place("structure", "(x <D>) (y <D>) {||(? <F>)|(? <F>) (? <F>)}", rng)
            context, numbers = place.context, [place.term(rng.choice(VALUES)) for _ in range(2)]
            place.infer("INHABIT", values=numbers, premises=[])
        except Refused:
            continue
        found += 1
        for place, declaration in enumerate(context.declarations):
            at = dict(enumerate(numbers))
            for fact in (*end_facts(declaration, context.variable(place)), *context.facts):
                assert judge(substitute(fact, at), None, []) is True
    assert found > 40


def _some_fact(rng: random.Random) -> str:
    """A fact about the members of a family of d >= 1 integers."""
    sides = ["(at w 1)", "(at w d)", str(rng.randint(-2, 3)), "d", "(* 2 (at w 1))", "(sum (k 1 d) (at w k))"]
    relation, (first, second) = rng.choice(["<=", "<", "=", "!="]), rng.sample(sides, 2)
    if rng.random() < 0.5:
        first = rng.choice(["(at w k)", "(+ k (at w k))"])
        return f"(all (k int (closed 1) (closed d)) ({relation} {first} {second}))"
    return f"({relation} {first} {second})"


def test_facts_hold_of_a_constant_family_where_they_hold_of_its_member() -> None:
    """Random contexts: the entries of the one with a single member, judged there, say the same of the family."""
    rng, met = random.Random(7), {True: 0, False: 0}
    for _ in range(120):
        kernel = Kernel()
        try:
            made = Place(kernel).within(f"(d int (closed 1)) (w (ints d)) {_some_fact(rng)}").context
        except Refused:
            continue

        alone, size, value = of_members(kernel, made, {}), rng.choice([1, 2, 3]), rng.randint(-2, 3)
        number, members = exact(Fraction(value)), [exact(Fraction(value))] * size
        first = judge(made.facts[0], made, [exact(Fraction(size)), members])
        second = judge(alone.facts[0], alone, [exact(Fraction(size)), number])
        assert first is second
        met[bool(first)] += 1
    assert min(met.values()) > 10
