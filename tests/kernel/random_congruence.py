"""Random instances of congruence and transport; many of them break a condition."""

from __future__ import annotations

import rftheory.kernel.rules  # noqa: F401  (registers the rules)
from rftheory.kernel.contexts import Context, close, open_binder
from rftheory.kernel.defined import require_well_formed
from rftheory.kernel.terms import ONE, TWO, ZERO, Term, make, rat
from rftheory.kernel.theorems import Kernel, Theorem
from tests.kernel.entries import (
    NUMBERS,
    Instance,
    Rng,
    declared,
    hyp,
    relation,
    some_context,
    term,
    variables,
    with_fact,
)


def _equality(rng: Rng, kernel: Kernel, context: Context, old: Term) -> Theorem:
    """An equality of a part: of a fact of the context, of two ends that meet, or of algebra."""
    for fact in context.facts:
        if fact.op == "=" and fact.args[0] is old:
            return hyp(kernel, context, fact)
    if old.op == "var" and old.data[0] < context.size and len(ends := context.declarations[old.data[0]].args) == 2:
        orders = [make("<=", pair) for pair in ((old, ends[1]), (ends[0], old))]
        if ends[0] is ends[1] and all(kind == "closed" for kind in context.declarations[old.data[0]].data[1:]):
            return kernel.infer(
                "ANTISYM", context, first=hyp(kernel, context, orders[0]), second=hyp(kernel, context, orders[1])
            )
    new = rng.choice([make("+", (old, ZERO)), make("*", (ONE, old)), make("neg", (make("neg", (old,)),))])
    return kernel.infer("RING", context, lhs=old, rhs=new, eqs=[])


def _path(rng: Rng, root: Term, wanted: Term | None = None) -> list[int]:
    """A way from the root to some part."""
    path: list[int] = []
    while root.args and (rng.random() < 0.75 or root.sort == "prop"):
        path.append(rng.randrange(len(root.args)))
        root = root.args[path[-1]]
    return path


def _part(kernel: Kernel, context: Context, root: Term, path: list[int]) -> tuple[Context, Term]:
    """What lies at the end of a path, in the context that the binders on it open."""
    from rftheory.kernel.contexts import bodies
    from rftheory.kernel.terms import bound_tags, inside

    for number in path:
        tags = bound_tags(root.op, root.args, root.data)
        first = len(root.args) - inside(root.op)
        if tags and number >= first:
            inner, _, held = bodies(context, root)
            require_well_formed(kernel, inner)
            context, root = inner, held[number - first]
        else:
            root = root.args[number]
    return context, root


def _with_binder(rng: Rng, kernel: Kernel, context: Context) -> Term:
    """A term, often with a finite sum or product of terms in it."""
    leaves = variables(context)
    if rng.random() < 0.4:
        return term(rng, leaves, 3)
    low, high = rng.choice([(ONE, rat(3)), (TWO, TWO), (rat(-1), ONE), (ZERO, rat(-1))])
    range_ = make(rng.choice(("sum", "sum", "prod")), (low, high, ZERO))
    _, (index,) = open_binder(context, range_)
    body = term(rng, [*leaves, index, index], 2)
    whole = make(range_.op, (low, high, close(body, (index,))))
    return rng.choice([whole, make("+", (whole, rng.choice(leaves))), make("exp", (whole,))])


def congruence(rng: Rng) -> Instance:
    kernel = Kernel()
    context = some_context(rng, kernel, 2, 1)
    context = with_fact(
        rng, kernel, context, make("=", (rng.choice(variables(context)), term(rng, variables(context), 1)))
    )
    whole = _with_binder(rng, kernel, context)
    path = _path(rng, whole)
    inner, old = _part(kernel, context, whole, path)
    if rng.random() < 0.15:
        inner = rng.choice([context, declared(kernel, inner, make("=", (old, rng.choice(NUMBERS))))])
    if rng.random() < 0.2:
        path = _path(rng, whole)
    eq = _equality(rng, kernel, inner, old)
    return kernel, context, "CONG", {"eq": eq, "term": whole, "paths": [path] if rng.random() < 0.8 else []}


def transport(rng: Rng) -> Instance:
    kernel = Kernel()
    context = some_context(rng, kernel, 2, 0)
    whole = rng.choice(
        [relation(rng, variables(context), depth=2), make("real", (_with_binder(rng, kernel, context),))]
        + [make(rng.choice(("<=", "=")), (_with_binder(rng, kernel, context), rng.choice(NUMBERS)))]
    )
    context = declared(kernel, context, whole)
    path = _path(rng, whole)
    inner, old = _part(kernel, context, whole, path)
    if rng.random() < 0.2:
        inner = declared(kernel, inner, make("=", (old, rng.choice(NUMBERS))))
    eq = _equality(rng, kernel, inner, old)
    parameters = {"of": hyp(kernel, context, whole), "eqs": [eq], "paths": [path] if rng.random() < 0.8 else []}
    return kernel, context, "TRANSPORT", parameters
