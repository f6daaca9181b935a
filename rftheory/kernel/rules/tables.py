"""Instances of the named axioms of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rftheory.kernel.contexts import Context, bodies
from rftheory.kernel.defined import defined, require_well_formed
from rftheory.kernel.known import dimension
from rftheory.kernel.refused import Refused, demand
from rftheory.kernel.rules.algebra import by_ring
from rftheory.kernel.rules.structure import decided
from rftheory.kernel.schemas import INT, STEP, TERM, TEXT
from rftheory.kernel.substitution import instantiate
from rftheory.kernel.tables import ENTRIES, NUMBERS, REST, instance
from rftheory.kernel.terms import ONE, ZERO, Term, make, power, rat
from rftheory.kernel.theorems import Cited, Kernel, Steps, Terms, rule
from rftheory.kernel.values import real

Special = Callable[[Kernel, Context, Terms, Sequence[int], Steps], Term]


@rule("ATOM", schema=TEXT, terms=[TERM], numbers=[INT], premises=[STEP])
def by_table(
    kernel: Kernel, context: Context, schema: str, terms: Terms, numbers: Sequence[int], premises: Steps
) -> Cited:
    """An axiom of the table for these terms and literal numbers; each premise is a condition of it."""
    for term in terms:
        demand(defined(kernel, context, term), "a term of an instance is not known to be defined")
    demand(all(type(number) is int for number in numbers), "a number of an instance is no integer")
    if schema in SPECIAL:
        found = SPECIAL[schema](kernel, context, terms, numbers, premises)
    else:
        found = _by_entry(kernel, context, schema, terms, numbers, premises)
    sides = found.args if found.op in ("=", "!=", "<=", "<") else found.args[:1]
    demand(all(defined(kernel, context, side) for side in sides), "a side of an axiom is not known to be defined")
    return found, (f"atom.{schema}",)


def _by_entry(
    kernel: Kernel, context: Context, schema: str, terms: Terms, numbers: Sequence[int], premises: Steps
) -> Term:
    if schema not in ENTRIES:
        raise Refused(f"no axiom {schema!r}")
    entry = ENTRIES[schema]
    letters = [name for name in entry.variables if name in NUMBERS]
    names = [name for name in entry.variables if name not in NUMBERS and name != REST]
    further = len(terms) - len(names)
    if len(numbers) != len(letters) or further < 0 or (further > 0 and REST not in entry.variables):
        raise Refused(f"{schema} takes {entry.variables}")
    demand(all(number >= 0 for number in numbers), "a number of an instance is negative")
    given, counts = dict(zip(names, terms, strict=False)), dict(zip(letters, numbers, strict=True))
    rest = list(terms[len(names) :])
    asked = [instance(pattern, given, counts, rest) for pattern in entry.conditions]
    spare = {premise.within(context) for premise in premises}
    for condition in asked:
        serving = {judgement for judgement in spare if _serves(judgement, condition)}
        spare -= serving
        if not serving and not decided(kernel, context, condition):
            raise Refused(f"a condition of {schema} ({condition.op}) is not known")
    demand(not spare, "a premise that no condition asks for")
    return instance(entry.conclusion, given, counts, rest)


def _serves(judgement: Term, condition: Term) -> bool:
    """Whether a premise is a condition, or plainly stronger."""
    stronger = (judgement.op, condition.op) in (("<", "<="), ("<", "!="), ("!=", "!="))
    sides = (condition.args, condition.args[::-1]) if condition.op == "!=" else (condition.args,)
    return judgement is condition or (stronger and judgement.args in sides)


# -- axioms that are no patterns ------------------------------------------------------------------------------------


def _exp_of_sum(kernel: Kernel, context: Context, terms: Terms, numbers: Sequence[int], premises: Steps) -> Term:
    """``exp x = prod exp(b_j)^k_j``: terms x, b_1, ..., numbers k_j, and ``x = sum k_j b_j`` by RING with the premises."""
    whole, *parts = terms or [ZERO]
    if not terms or len(parts) != len(numbers) or 0 in numbers:
        raise Refused("exp.prod takes a term, and parts with numbers that are not 0")
    multiples = [make("*", (rat(k), part)) for k, part in zip(numbers, parts, strict=True)]
    total = make("+", multiples) if len(multiples) > 1 else multiples[0] if multiples else ZERO
    by_ring(kernel, context, whole, total, list(premises))
    factors = []
    for k, part in zip(numbers, parts, strict=True):
        factor = make("exp", (part,))
        factor = power(factor, abs(k)) if abs(k) != 1 else factor
        factors.append(make("inv", (factor,)) if k < 0 else factor)
    product = make("*", factors) if len(factors) > 1 else factors[0] if factors else ONE
    return make("=", (make("exp", (whole,)), product))


def _maximum(kernel: Kernel, context: Context, terms: Terms) -> Term:
    """The first term, a maximum over balls whose radii are real (so that 0 is in each of them)."""
    demand(bool(terms) and terms[0].op == "max", "the first term is a maximum")
    demand(all(real(kernel, context, radius) for radius in terms[0].args[1:-1:2]), "a radius is not known to be real")
    return terms[0]


def _max_member(kernel: Kernel, context: Context, terms: Terms, numbers: Sequence[int], premises: Steps) -> Term:
    """``F(x) <= max F``: terms the maximum and the vectors; premises ``norm2 x_i <= R_i^2`` for each of them."""
    largest, vectors = _maximum(kernel, context, terms), terms[1:]
    if len(vectors) != largest.data or len(premises) != largest.data or numbers:
        raise Refused("a vector and a premise for each ball")
    for vector, size, radius, premise in zip(vectors, largest.args[::2], largest.args[1::2], premises, strict=False):
        demand(dimension(kernel, context, vector) is size, "a vector is not known to have the dimension of its ball")
        if not _serves(premise.within(context), make("<=", (make("norm2", (vector,)), power(radius, 2)))):
            raise Refused("a premise does not put its vector into its ball")
    return make("<=", (instantiate(largest.args[-1], vectors), largest))


def _max_bound(kernel: Kernel, context: Context, terms: Terms, numbers: Sequence[int], premises: Steps) -> Term:
    """``max F <= M`` (or ``<``: it is attained): terms the maximum and M; the premise in the context inside the maximum."""
    largest = _maximum(kernel, context, terms)
    if len(terms) != 2 or len(premises) != 1 or numbers:
        raise Refused("a maximum, a bound, and a premise")
    inner, _, (body,) = bodies(context, largest)
    require_well_formed(kernel, inner)
    judgement = premises[0].within(inner)
    if judgement.op not in ("<=", "<") or judgement.args != (body, terms[1]):
        raise Refused("the premise is no bound of the body")
    return make(judgement.op, (largest, terms[1]))


SPECIAL: dict[str, Special] = {"exp.prod": _exp_of_sum, "max.member": _max_member, "max.bound": _max_bound}
