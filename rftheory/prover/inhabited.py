"""Points of contexts: a claim about nothing is no claim."""

from __future__ import annotations

import sympy as sp

from rftheory.prover.words import *
from rftheory.kernel.rules.analysis import of_members
from rftheory.kernel.rules.instances import seen_at
from rftheory.kernel.terms import RELATIONS, bound
from rftheory.kernel.text import context_entries
from rftheory.prover.instances import shown_fact
from rftheory.prover.point_values import value_at
from rftheory.prover.setting import Setting
from rftheory.prover.translate import Scope
from rftheory.statements.admission import witness
from rftheory.statements.claims import Claim


def prove_inhabited(run: Any, setting: Setting, claim: Claim) -> Theorem:
    """That the context of a claim has a point: the one that its domain names or that is found."""
    point = witness(claim.domain)
    if point is None:
        raise Unproved("no point of the domain is known")
    numbers, arrays = _numbers(setting, point), _arrays(setting, point)
    roomier = _roomier(setting.context, numbers)
    try:
        return point_of(run, setting.context, numbers, arrays)
    except Unproved:
        if roomier == numbers:
            raise
        return point_of(run, setting.context, roomier, arrays)


def point_of(
    run: Any, context: Context, numbers: dict[int, Term], arrays: Mapping[int, Sequence[Term]] | None = None
) -> Theorem:
    """That a context has a point with these numbers, and arrays for vectors, by the places of its variables."""
    return _with_members(run, context, numbers) or _at_point(run, context, numbers, arrays or {})


def _roomier(context: Context, numbers: dict[int, Term]) -> dict[int, Term]:
    """The same numbers with a dimension that is a parameter large enough for the vectors."""
    vectors = [declaration for declaration in context.declarations if declaration.data[0] == "vec"]
    sizes = {one.args[0].data[0] for one in vectors if one.args[0].op == "var"}
    least = rat(len(vectors))
    small = {place for place in sizes if numbers[place].op == "rat" and numbers[place].data < least.data}
    return {place: least if place in small else number for place, number in numbers.items()}


def _with_members(run: Any, context: Context, numbers: dict[int, Term]) -> Theorem | None:
    """A point where all members of a family are equal, and masses are those of a geometric law (rule FAMILIES).

    None if no entry speaks of a family, or of a sequence whose sum is 1.
    """
    tags = {place: one.data[0] for place, one in enumerate(context.declarations)}
    met = {tags[place] for entry in context_entries(context) for place, _ in entry.variables}
    summed = [place for place, tag in tags.items() if tag == "seq" and _is_summed(context, place)]
    if not summed and not met & {"reals", "ints", "vecs"}:
        return None
    masses = run.declare(EMPTY, declare("int", low=ZERO))
    k = masses.variable(0)
    mass = make("rpow", (HALF, make("+", (k, ONE))))
    make_real(run, masses, mass)
    real = run.infer("DEF", masses, judgement=make("real", (mass,)))
    members = {place: run.infer("ALL", EMPTY, of=real) for place in summed}
    single = EMPTY
    for entry in context_entries(of_members(search_of(run).kernel, context, members)):
        make_defined(run, single, *(entry.args if entry.sort == "decl" or entry.op in RELATIONS else ()))
        single = run.declare(single, entry)
        if entry.sort == "decl" and entry.data[0] in ("real", "int"):
            numbers.setdefault(single.size - 1, ONE)
    sequences = [{"place": place, "real": found} for place, found in members.items()]
    found: Theorem = run.infer("FAMILIES", context, of=_at_point(run, single, numbers, {}), sequences=sequences)
    return found


def _is_summed(context: Context, place: int) -> bool:
    """Whether a fact says that the members of a sequence from 0 on add up to 1."""
    body = make("at", (context.variable(place), bound(0, "int")))
    return make("=", (make("sum", (ZERO, OO, body)), ONE)) in context.facts


def _at_point(run: Any, context: Context, numbers: dict[int, Term], arrays: Mapping[int, Sequence[Term]]) -> Theorem:
    """``arrays`` are vectors whose coordinates the point has; all of one vector may have to be equal (rule INHABIT)."""
    has_functions = any(declaration.data[0] == "fun" for declaration in context.declarations)
    level = {place: [_mean(values)] * len(values) for place, values in arrays.items() if values}
    ways: list[tuple[Mapping[int, Sequence[Term]], bool, Term]] = []
    for held in (arrays, level, {}) if arrays else ({},):
        ways += [(held, True, ONE), (held, False, ONE)]
    if has_functions:
        ways.append((arrays, True, HALF))
    for held, simple, constant in ways[:-1]:
        with suppress(Unproved, Refused):
            return _inhabited(run, context, numbers, _vectors(context, numbers, held, simple), constant)
    held, simple, constant = ways[-1]
    return _inhabited(run, context, numbers, _vectors(context, numbers, held, simple), constant)


def _mean(values: Sequence[Term]) -> Term:
    """The mean of some numbers, as one number where they are rational."""
    if all(value.op == "rat" for value in values):
        return rat(sum((value.data for value in values), Fraction(0)) / len(values))
    return product([rat(Fraction(1, len(values))), total(list(values))])


def _inhabited(
    run: Any, context: Context, numbers: dict[int, Term], vectors: dict[int, list[Term]], constant: Term
) -> Theorem:
    """``constant`` is the value of all functions."""
    values: list[Term] = []
    for place, declaration in enumerate(context.declarations):
        tag = declaration.data[0]
        if tag in ("real", "int"):
            values.append(numbers[place])
        elif tag == "vec":
            values += vectors[place]
        elif tag in ("seq", "fun"):
            values.append(ONE if tag == "seq" else constant)
        elif tag == "law":
            values.append(make("normal", (substitute(declaration.args[0], numbers),)))
    shapes = {place: tuple(found) for place, found in vectors.items()}
    tags = {place: declaration.data[0] for place, declaration in enumerate(context.declarations)}
    shapes |= {place: (ONE if tag == "seq" else constant,) for place, tag in tags.items() if tag in ("seq", "fun")}
    premises = _premises(run, context, numbers, shapes)
    try:
        found: Theorem = run.infer("INHABIT", context, values=values, premises=premises)
    except Refused as error:
        raise Unproved(f"INHABIT: {error}") from error
    return found


def _numbers(setting: Setting, point: Mapping[sp.Basic, sp.Expr]) -> dict[int, Term]:
    """Closed terms for the parameters; a dimension that is no parameter is large enough for the vectors."""
    empty = Scope({})
    numbers = {}
    for symbol, variable in setting.symbols.items():
        if symbol in point and variable.data[1] in ("real", "int"):
            numbers[variable.data[0]] = empty.term(sp.sympify(point[symbol]))
    vectors = sum(declaration.data[0] == "vec" for declaration in setting.context.declarations)
    for place, declaration in enumerate(setting.context.declarations):
        if declaration.data[0] in ("real", "int") and place not in numbers:
            numbers[place] = rat(max(1, vectors))
    return numbers


def _arrays(setting: Setting, point: Mapping[sp.Basic, sp.Expr]) -> dict[int, list[Term]]:
    """The coordinates of parameters that are vectors, as closed terms."""
    empty, found = Scope({}), {}
    for symbol, variable in setting.symbols.items():
        values = point.get(symbol)
        if isinstance(values, sp.Tuple) and variable.sort == "vec":
            found[variable.data[0]] = [empty.term(sp.sympify(value)) for value in values]
    return found


def _vectors(
    context: Context, numbers: Mapping[int, Term], arrays: Mapping[int, Sequence[Term]], simple: bool
) -> dict[int, list[Term]]:
    """Coordinates of vectors with the products that the facts ask for, one after the other (Cholesky).

    ``simple`` puts a rational number for a coordinate that is seen to be one.
    """
    gram: dict[tuple[int, int], Term] = {}
    for fact in context.facts:
        if fact.op == "=" and fact.args[0].op in ("dot", "norm2"):
            places = [arg.data[0] for arg in fact.args[0].args if arg.op == "var"]
            if len(places) == len(fact.args[0].args):
                value = substitute(fact.args[1], dict(numbers))
                gram[places[0], places[-1]] = gram[places[-1], places[0]] = value
    rows: dict[int, list[Term]] = {}
    for place, declaration in enumerate(context.declarations):
        if declaration.data[0] != "vec":
            continue
        size = substitute(declaration.args[0], dict(numbers))
        if size.op != "rat" or size.data.denominator != 1:
            raise Unproved("the dimension of a vector is not a number at the point")
        count, row = int(size.data), list[Term]()
        if not any(place in pair for pair in gram):
            known = list(arrays.get(place, []))
            rows[place] = known if len(known) == count else [ONE] * count
            continue
        # vectors of another space have no products with this one
        for number, (other, earlier) in enumerate((o, r) for o, r in rows.items() if (place, o) in gram):
            if number >= count:
                break
            known = [product([a, b]) for a, b in zip(row, earlier, strict=False)]
            gap = minus(gram.get((place, other), ZERO), total(known)) if known else gram.get((place, other), ZERO)
            below = earlier[number]
            row.append(ZERO if ZERO in (gap, below) else _settled(product([gap, make("inv", (below,))]), simple))
        if len(row) < count:
            square = gram.get((place, place), ONE)
            rest = minus(square, total([power(c, 2) for c in row])) if row else square
            row.append(_settled(make("sqrt", (rest,)), simple))
        rows[place] = row + [ZERO] * (count - len(row))
    return rows


def _settled(coordinate: Term, simple: bool) -> Term:
    """A number, written as a rational one if it seems to be one."""
    found = value_at(coordinate, (), {}) if simple else None
    if found is None:
        return coordinate
    guess = Fraction(complex(found).real).limit_denominator(1000)
    # the root of what should be zero is only as small as the root of a rounding error
    near = 1e-12 * (1 + abs(found)) if guess else 1e-7
    return rat(guess) if abs(found - guess) < near else coordinate


def _premises(
    run: Any, context: Context, numbers: Mapping[int, Term], shapes: Mapping[int, tuple[Term, ...]]
) -> list[Theorem]:
    premises: list[Theorem] = []
    for coordinate in (one for shape in shapes.values() for one in shape):
        make_defined(run, EMPTY, coordinate)
        make_real(run, EMPTY, coordinate)
    place = 0
    for entry in context_entries(context):
        seen = substitute(seen_at(entry, shapes), dict(numbers))
        if entry.sort == "prop":
            premises += shown_fact(run, EMPTY, seen)
            continue
        tag = entry.data[0]
        if tag in ("real", "int"):
            for fact in end_facts(seen, numbers[place]):
                premises += shown_fact(run, EMPTY, fact)
        place += 1
    return premises
