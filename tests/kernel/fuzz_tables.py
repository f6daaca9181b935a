"""Random instances of the axioms of the table: conditions are facts of the context, terms complex, zero, at ends."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import rftheory.kernel.rules.tables  # noqa: F401  (registers ATOM)
from rftheory.kernel.contexts import EMPTY, Context
from rftheory.kernel.refused import Refused
from rftheory.kernel.tables import ENTRIES, NUMBERS, REST, TableAxiom, instance
from rftheory.kernel.terms import IMAG, ONE, PI, Term, declare, make, power, rat, var
from rftheory.kernel.theorems import Kernel
from tests.kernel.harness import Instance

VECTORS = frozenset("uvw")
#: variables of every context: a dimension, then reals, integers, vectors, a matrix
DIMENSION = var(0, "int")
REALS = [var(place, "real") for place in (1, 2, 3)]
INTS = [var(place, "int") for place in (4, 5)]
VECS = [var(place, "vec") for place in (6, 7, 8)]
_BASE = [
    declare("int", low=ONE, high=rat(4)),
    *(declare("real") for _ in REALS),
    *(declare("int", low=rat(-3), high=rat(6)) for _ in INTS),
    *(declare("vec", DIMENSION) for _ in VECS),
]


def context_of(kernel: Kernel, rng: random.Random, count: int = len(_BASE)) -> Context:
    """The base, or its scalars only, sometimes with ends of its reals."""
    context = EMPTY
    for entry in _BASE[:count]:
        if entry.data == ("real", "none", "none") and rng.random() < 0.3:
            entry = rng.choice(
                [
                    declare("real", low=rat(0), closed="()"),
                    declare("real", low=rat(0)),
                    declare("real", low=rat(-1), high=ONE, closed=rng.choice(["[]", "()", "[)"])),
                    declare("real", high=rat(0)),
                ]
            )
        context = kernel.declare(context, entry)
    return context


def a_scalar(rng: random.Random, depth: int = 1) -> Term:
    kind = rng.random()
    if kind < 0.45 or depth == 0:
        return rng.choice([*REALS, *REALS, *INTS])
    if kind < 0.6:
        return rat(Fraction(rng.choice([0, 0, 6, -6, 12, -18, 3, -3, 14]), 6))
    if kind < 0.64:
        return rng.choice([PI, IMAG, make("*", (rat(Fraction(1, 2)), IMAG))])
    if kind < 0.85:
        imaginary = make("*", (IMAG, a_scalar(rng, 0)))
        return make("+", (a_scalar(rng, 0), imaginary)) if rng.random() < 0.7 else imaginary
    inner = a_scalar(rng, depth - 1)
    return rng.choice(
        [make("neg", (inner,)), power(inner, 2), make("abs", (inner,)), make("exp", (inner,)), make("re", (inner,))]
    )


def a_vector(rng: random.Random) -> Term:
    plain = rng.choice(VECS)
    kind = rng.random()
    if kind < 0.7:
        return plain
    return make("vadd", (plain, rng.choice(VECS))) if kind < 0.85 else make("vscale", (rng.choice(REALS), plain))


def an_instance(rng: random.Random, entry: TableAxiom, simple: float = 0.5) -> Instance:
    """An instance of an axiom; a condition that is no fact of the context is left out now and then."""
    kernel = Kernel()
    only_scalars = VECTORS.isdisjoint(entry.variables)
    context = context_of(kernel, rng, 6 if only_scalars else len(_BASE))
    letters = [name for name in entry.variables if name in NUMBERS]
    names = [name for name in entry.variables if name not in NUMBERS and name != REST]
    numbers = [rng.choice([0, 1, 2, 2, 3, 3, 4, 5]) if name == "n" else rng.choice([2, 2, 3, 4, 5]) for name in letters]
    plain = rng.random() < simple
    reals = rng.sample([*REALS, *INTS[:1]], 4)
    terms: dict[str, Term] = {}
    for name in names:
        if name in VECTORS:
            terms[name] = a_vector(rng)
        elif name == "d":
            terms[name] = DIMENSION
        elif name == "k":
            terms[name] = rng.choice([*INTS, *INTS, ONE, REALS[0]])
        else:
            terms[name] = reals.pop() if plain and reals else a_scalar(rng)
    rest = [a_scalar(rng) for _ in range(rng.randint(2, 4))] if REST in entry.variables else []
    counts = dict(zip(letters, numbers, strict=True))
    for pattern in entry.conditions:
        condition = instance(pattern, terms, counts, rest)
        if condition.op == "dim" or rng.random() < 0.03:
            continue
        try:
            context = kernel.declare(context, condition)
        except Refused:
            continue
    context = _helped(kernel, context, rng, entry, terms, counts, rest)
    parameters = {"schema": entry.name, "terms": [*terms.values(), *rest], "numbers": numbers, "premises": []}
    return kernel, context, "ATOM", parameters


def _helped(
    kernel: Kernel,
    context: Context,
    rng: random.Random,
    entry: TableAxiom,
    terms: dict[str, Term],
    counts: dict[str, int],
    rest: list[Term],
) -> Context:
    """Facts ``def`` and ``!= 0`` that let the sides of the conclusion be defined, where that is possible."""
    if rng.random() < 0.9:
        conclusion = instance(entry.conclusion, terms, counts, rest)
        for part in subterms(conclusion):
            if part.loose:
                continue
            fact = None
            if part.op == "inv" or (part.op == "log" and rng.random() < 0.5):
                fact = make("!=", (part.args[0], rat(0)))
            elif part.op in (
                "rpow",
                "gamma",
                "log",
                "bessel_i",
                "bessel_j",
                "coord",
                "pfq",
                "tanh",
                "atan",
                "erf",
                "sgn",
            ):
                fact = make("def", (part,))
            elif part.op == "int":
                fact = make("l1", (part,))
            try:
                context = kernel.declare(context, fact) if fact is not None else context
            except Refused:
                continue
    return context


def subterms(term: Term) -> list[Term]:
    """The parts of a term, the innermost first."""
    return list(dict.fromkeys([part for arg in term.args for part in subterms(arg)] + [term]))


def of_table(rng: random.Random) -> Instance:
    return an_instance(rng, rng.choice(list(ENTRIES.values())))


def of_exponents(rng: random.Random) -> Instance:
    """``exp x = prod exp(b_j)^k_j``, mostly with the true sum, written in another way."""
    kernel = Kernel()
    context = context_of(kernel, rng, 6)
    parts = [a_scalar(rng) for _ in range(rng.randint(1, 3))]
    numbers = [rng.choice([1, 1, -1, 2, -2, 3]) for _ in parts]
    total = make("+", [*(make("*", (part, rat(k))) for part, k in zip(parts, numbers, strict=True)), rat(0)])
    if rng.random() < 0.2:
        total = make("+", (total, rng.choice([ONE, *REALS])))
    return kernel, context, "ATOM", {"schema": "exp.prod", "terms": [total, *parts], "numbers": numbers, "premises": []}


FUZZ: dict[str, Callable[[random.Random], Instance]] = {"ATOM": of_table, "ATOM exp.prod": of_exponents}
