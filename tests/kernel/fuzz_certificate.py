"""Random instances of LEMMA: entries of one context cited in it, in one that goes on with it, and in others."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

from rftheory.kernel.contexts import EMPTY
from rftheory.kernel.terms import declare, make, rat
from rftheory.kernel.theorems import Kernel
from tests.kernel.harness import Instance


def lemma(rng: random.Random) -> Instance:
    """A fact of a random context is proved as an entry; it is cited where it holds and where it need not."""
    kernel = Kernel()
    low = rat(Fraction(rng.randint(-3, 3), rng.randint(1, 2)))
    outer = kernel.declare(EMPTY, declare("real", low=rng.choice([None, low]), closed=rng.choice(["[]", "()"])))
    x = outer.variable(0)
    sides = [x, make("pow", (x,), 2), make("neg", (x,)), rat(rng.randint(-2, 2)), low]
    facts = [make(rng.choice(["=", "!=", "<=", "<"]), rng.sample(sides, 2)) for _ in range(2)]
    proved = kernel.declare(outer, facts[0])
    kernel.lemmas["entry"] = kernel.infer("HYP", proved, fact=facts[0])
    further = kernel.declare(kernel.declare(proved, facts[1]), declare("int"))
    # the other contexts lack the fact, or have it after another
    other = kernel.declare(kernel.declare(outer, facts[1]), declare("real"))
    context = rng.choice([proved, proved, further, further, outer, other])
    return kernel, context, "LEMMA", {"claim": rng.choice(["entry"] * 9 + ["other"])}


FUZZ: dict[str, Callable[[random.Random], Instance]] = {"LEMMA": lemma}
