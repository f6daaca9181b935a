"""Whole turns: ``exp(2 i pi k) = 1`` for integers k >= 0, by induction."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.known import integer
from rftheory.prover import table
from rftheory.prover.learn import Known
from rftheory.prover.texts import lemma

#: turns are looked for in powers up to this one
MAX_TIMES = 24


def learn_turns(known: Known, atom: Term) -> bool:
    """``exp(b)^m = 1`` for ``m b = 2 i pi k`` with an integer k; whether that is what the exponent is."""
    search, context, (base,) = known.search, known.context, atom.args
    parts = atoms_of([base])
    if PI not in parts or IMAG not in parts:
        return False
    ring = Ring(parts)
    form = ring.form(base)
    if not form.den.is_constant() or len(form.num) != 1:
        return False
    ((exponents, coefficient),) = form.num.to_dict().items()
    degrees = dict(zip(ring.generators, map(int, exponents), strict=True))
    q = Fraction(int(coefficient.p), int(coefficient.q))
    # the least m for which m q is an even number
    times = q.denominator * (1 if q.numerator % 2 == 0 else 2)
    counts = [raised(part, n) for part, n in degrees.items() if n and part not in (PI, IMAG)]
    if degrees[PI] != 1 or degrees[IMAG] != 1 or q < 0 or times > MAX_TIMES or len(counts) != 1:
        return False
    if not integer(search.kernel, context, counts[0]):
        return False
    half = rat(times * q / 2)
    try:
        found = instantiated(search, context, lemma(search, "turns__whole_turns"), [product([half, *counts])])
    except Unproved:
        search.check_limit()
        return False
    turns = found.judgement.args[0]
    apart = table.axiom(search, context, "exp.prod", *turns.args, base, numbers=[times])
    known.give(search.infer("CHAIN", context, links=[search.infer("SYM", context, of=apart), found]))
    return True
