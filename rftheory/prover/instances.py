"""Theorems of one context at values in another, and points of a context."""

from __future__ import annotations

import sympy as sp

from rftheory.prover.words import *
from rftheory.kernel.rules.structure import decided
from rftheory.kernel.text import context_entries

if TYPE_CHECKING:
    from rftheory.prover.chains import Walk
    from rftheory.prover.setting import Setting


def instance(walk: Walk, setting: Setting, theorem: Theorem, values: Mapping[sp.Basic, sp.Expr]) -> Theorem:
    """A theorem of a lemma's setting at values of its parameters; vectors are found by their tables, or by their names alone."""
    chosen: dict[int, Term] = {}
    own = walk.setting.symbols
    for symbol, variable in setting.symbols.items():
        place = variable.data[0]
        if symbol in values:
            chosen[place] = walk.term(values[symbol])
        elif symbol in own:
            chosen[place] = own[symbol]
    vectors = walk.setting.scope().vectors
    for named, variable in setting.scope().vectors.items():
        if variable.op == "var" and named in vectors:
            chosen.setdefault(variable.data[0], vectors[named])
    held = labelled(walk.setting)
    for key, variable in labelled(setting).items():
        if variable.data[0] not in chosen and key in held:
            chosen[variable.data[0]] = held[key]
    combined = {("vector", key[1]): key for key in walk.setting.scope().combined}
    for key, variable in labelled(setting).items():
        if variable.data[0] not in chosen and key in combined:
            chosen[variable.data[0]] = walk.setting.scope().vector(combined[key])
    missing = [setting.names[place] for place in range(setting.context.size) if place not in chosen]
    if missing:
        raise Unproved(f"no value for {', '.join(missing)} of a lemma")
    return instantiated(walk.search, walk.context, theorem, [chosen[place] for place in range(setting.context.size)])


def labelled(setting: Setting) -> dict[tuple[str, str], Term]:
    """The vectors, functions and free draws of a setting by their labels."""
    scope = setting.scope()
    found = {("vector", name): variable for (_, name), variable in scope.vectors.items()}
    found |= {("function", name): variable for name, variable in scope.functions.items()}
    found |= {("draw", name): draw.variable for name, draw in scope.draws.items()}
    if scope.size is not None and scope.size not in setting.symbols:
        found["size", ""] = scope.term(scope.size)
    return {key: term for key, term in found.items() if term.op == "var"}


def at_values(run: Any, context: Context, theorem: Theorem, values: list[Term]) -> Theorem:
    """INST with the premises that it asks for, each proved."""
    if theorem.context is context and all(value is context.variable(k) for k, value in enumerate(values)):
        return theorem
    premises = entry_instances(run, context, theorem.context, values)
    try:
        return run.infer("INST", context, of=theorem, values=values, premises=premises)
    except Refused as error:
        raise Unproved(f"INST: {error}") from error


def entry_instances(run: Any, context: Context, of: Context, values: list[Term]) -> list[Theorem]:
    """What the entries of a context say of values in another one, as far as the kernel does not see it itself."""
    found: list[Theorem] = []
    by_place = dict(enumerate(values))
    place = 0
    for entry in context_entries(of):
        if entry.sort == "decl":
            declared, value = substitute(entry, by_place), values[place]
            place += 1
            if declared.data[0] in ("real", "int"):
                make_defined(run, context, value)
                make_real(run, context, value)
                for fact in end_facts(declared, value):
                    found += shown_fact(run, context, fact)
        else:
            found += shown_fact(run, context, substitute(entry, by_place))
    return found


def _differing(run: Any, context: Context, first: Term, second: Term) -> Theorem:
    """``first != second``: two numbers that balls tell apart, or one is less than the other."""
    search = search_of(run)
    if not (first.variables or second.variables):
        found = search.by_balls(context, make("!=", (first, second)))
        if found is not None:
            return found
    for sides in ((first, second), (second, first)):
        try:
            order = prove_order(run, context, *sides, strict=True)
        except Unproved:
            continue
        apart = search.infer("WEAKEN", context, of=order, to="!=")
        return apart if sides[0] is first else search.infer("SYM", context, of=apart)
    raise Unproved(f"not shown to differ: {shown(first)} and {shown(second)}")


def shown_fact(run: Any, context: Context, fact: Term) -> list[Theorem]:
    """A theorem for a fact; none where the kernel decides it."""
    search = search_of(run)
    if decided(search.kernel, context, fact):
        return []
    if fact.op in ("<=", "<"):
        for side in fact.args:
            make_defined(run, context, side)
            make_real(run, context, side)
        smaller, larger = fact.args
        return [prove_order(run, context, smaller, larger, strict=fact.op == "<")]
    if fact.op == "=":
        return [prove_equal(run, context, *fact.args)]
    if fact.op == "!=":
        first, second = fact.args
        if second.op == "rat" and second.data == 0:
            return [prove_nonzero(run, context, first)]
        return [_differing(run, context, first, second)]
    if fact.op in ("def", "real", "l1"):
        (make_real if fact.op == "real" else make_defined)(run, context, fact.args[0])
        return []
    if fact.op == "all":
        inner = run.declare(context, fact.args[0])
        (body,) = bodies(context, fact)[2]
        (held,) = shown_fact(run, inner, body) or [run.infer("DEF", inner, judgement=body)]
        return [run.infer("ALL", context, of=held)]
    raise Unproved(f"not shown at the values: {shown(fact)}")
