"""Values of single atoms, one function at a time, and atoms that are one because their arguments are equal."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover import binders, powers, radicals, table
from rftheory.prover.bessel import learn_bessel
from rftheory.prover.ring import RING

if TYPE_CHECKING:
    from rftheory.prover.learn import Known

#: operators whose atoms have their own ways
_OWN = RING | {"var", "imag", "pi", "exp", "sin", "cos"}


def learn_facts(known: Known) -> None:
    """Equations of the context, listed ones and those of ends that meet: values of atoms, or of powers of them."""
    for theorem in _equations(known):
        left, right = theorem.judgement.args
        if _is_simpler(right, left):
            known.facts[left] = theorem
        elif _is_simpler(left, right):
            known.facts[right] = known.search.infer("SYM", known.context, of=theorem)
        else:
            known.others.append(theorem)


def _equations(known: Known) -> Iterator[Theorem]:
    """The equations of scalars that are known in a context."""
    search, context = known.search, known.context
    for fact in context.facts:
        if fact.op == "=" and fact.args[0].sort == "scalar":
            yield search.infer("HYP", context, fact=fact)
    yield from search.listed_equations(context)
    for place, declaration in enumerate(context.declarations):
        if declaration.data[1:] == ("closed", "closed") and declaration.args[-1] is declaration.args[-2]:
            ends = end_facts(declaration, context.variable(place))[::-1]
            first, second = (search.infer("HYP", context, fact=fact) for fact in ends)
            yield search.infer("ANTISYM", context, first=first, second=second)


def _is_simpler(value: Term, atom: Term) -> bool:
    """Whether an equation is read as the value of an atom."""
    if atom.op in RING - {"pow"} or (atom.op == "pow" and atom.args[0].op in RING) or atom.op == "imag":
        return False
    return atom not in atoms_of([value]) and (value.depth < atom.depth or atom.op == "var" or value.op in RING)


def learn_atom(known: Known, atom: Term) -> None:
    """What the table says of one atom; nothing if it stays a generator."""
    if atom in known.facts:
        known.give(known.facts[atom])
        return
    if not bound_tags(atom.op, atom.args, atom.data) and _learn_literal(known, atom):
        return
    find = _LEARN.get(atom.op)
    if find is None:
        return
    try:
        find(known, atom)
    except Unproved:
        known.search.check_limit()


def _learn_literal(known: Known, atom: Term) -> bool:
    """Arguments that are calculated to be rational numbers are written as such."""
    for number, arg in enumerate(atom.args):
        if arg.sort == "scalar" and arg.op in RING - {"rat"}:
            ring = Ring(atoms_of([arg]))
            form = ring.form(arg)
            if not (form.num.is_constant() and form.den.is_constant()):
                continue
            value = ring.fraction(form)
            same = known.search.infer("RING", known.context, lhs=arg, rhs=value, eqs=[])
            known.give(known.search.infer("CONG", known.context, eq=same, term=atom, paths=[[number]]))
            return True
    return False


def _gamma(known: Known, atom: Term) -> None:
    """Gamma of halves of integers, from 1 and 1/2; else a generator."""
    theorem = table.special_value(known.search, known.context, atom)
    (argument,) = atom.args
    if theorem is not None:
        known.give(theorem)
    elif argument.op == "rat" and argument.data.denominator <= 2 and 1 < argument.data <= 20:
        lowest = rat(Fraction(1, argument.data.denominator))
        for step in _shifted(known, atom, make("gamma", (lowest,)), int(argument.data - lowest.data)):
            known.give(step)


def _series(known: Known, atom: Term) -> None:
    """Hypergeometric series that are exponentials or geometric."""
    from rftheory.prover.series import named

    theorem = named(known.search, known.context, atom)
    if theorem is not None:
        known.give(theorem)


def _by_table(find: Callable[[Search, Context, Term], Theorem | None]) -> Callable[[Known, Term], None]:
    def learn(known: Known, atom: Term) -> None:
        theorem = find(known.search, known.context, atom)
        if theorem is not None:
            known.give(theorem)

    return learn


_LEARN: dict[str, Callable[[Known, Term], None]] = {
    "sqrt": radicals.learn_root, "root": radicals.learn_root, "log": radicals.learn_logarithm,
    "abs": radicals.learn_absolute, "rpow": powers.learn_power,
    **dict.fromkeys(("sinh", "cosh", "tanh"), _by_table(table.hyperbolic)),
    **dict.fromkeys(("conj", "re", "im"), _by_table(table.part)),
    **dict.fromkeys(("dot", "norm2"), _by_table(table.vector)),
    **dict.fromkeys(("atan", "erf", "sgn"), _by_table(table.special_value)),
    **dict.fromkeys(("bessel_i", "bessel_j"), learn_bessel),
    "pfq": _series, "gamma": _gamma, **dict.fromkeys(("sum", "prod", "int", "E"), binders.learn_binder),
}  # fmt: skip


# -- atoms that are one ---------------------------------------------------------------------------------------------


def learn_equal_atoms(known: Known) -> None:
    """Atoms of one function with equal arguments: the later one gets the earlier one as its value."""
    from rftheory.prover.half_plane import learn_lengths

    radicals.learn_common_roots(known)
    learn_lengths(known)
    by_function: dict[tuple[object, ...], list[Term]] = {}
    for atom in list(known.atoms):
        if atom.op not in _OWN and atom not in known.values and atom.args:
            by_function.setdefault((atom.op, atom.data, len(atom.args)), []).append(atom)
    for atoms in by_function.values():
        first: list[Term] = []
        for atom in atoms:
            theorem = next(_same(known, atom, first), None)
            if theorem is None:
                first.append(atom)
            else:
                known.give(theorem)
        if first and first[0].op == "gamma":
            _learn_shifts(known, first)


def _same(known: Known, atom: Term, others: list[Term]) -> Iterator[Theorem]:
    """``atom = other`` for others whose arguments are proved equal."""
    for other in others:
        for equal in (equal_by_arguments, _opposite)[: 1 + (atom.op == "abs")]:
            try:
                yield equal(known, atom, other)
            except Unproved:
                known.search.check_limit()


def _opposite(known: Known, atom: Term, other: Term) -> Theorem:
    """``|a| = |b|`` for ``a = -b``."""
    opposite = make("abs", (make("neg", other.args),))
    links = [] if atom is opposite else [equal_by_arguments(known, atom, opposite)]
    links.append(table.axiom(known.search, known.context, "abs.neg", *other.args))
    return known.search.infer("CHAIN", known.context, links=links)


def equal_by_arguments(known: Known, atom: Term, other: Term) -> Theorem:
    """Two terms of one function, their arguments exchanged one after the other; inside binders as well."""
    if bound_tags(atom.op, atom.args, atom.data):
        return _equal_binders(known, atom, other)
    return _exchanged(known.search, known.context, atom, other, prove_equal)


def alike_atoms(search: Search, context: Context, terms: Sequence[Term], others: Sequence[Term]) -> list[Theorem]:
    """``atom = other`` for atoms of terms and of others that differ in how their arguments are written alone.

    Nothing is learnt of an atom, so that this is quick where atoms have long values.
    """
    found = []
    known = atoms_of(others)
    for atom in atoms_of(terms):
        if atom in known or not atom.args or bound_tags(atom.op, atom.args, atom.data):
            continue
        for other in known:
            if (atom.op, atom.data, len(atom.args)) == (other.op, other.data, len(other.args)):
                with suppress(Unproved):
                    found.append(_exchanged(search, context, atom, other, _alike))
                    break
    return found


@goal
def _alike(search: Search, context: Context, first: Term, second: Term) -> Theorem:
    """``first = second`` by RING over atoms that are alike."""
    eqs = alike_atoms(search, context, [first], [second])
    return search.infer("RING", context, lhs=first, rhs=second, eqs=eqs)


def _exchanged(
    search: Search, context: Context, atom: Term, other: Term, prove: Callable[[Search, Context, Term, Term], Theorem]
) -> Theorem:
    links, here = [], atom
    for number, (a, b) in enumerate(zip(atom.args, other.args, strict=True)):
        if a is b:
            continue
        if a.sort != "scalar" or b.sort != "scalar":
            raise Unproved("other vectors")
        if search.points(context).differ(a, b):
            raise Unproved("other arguments")
        link = search.infer("CONG", context, eq=prove(search, context, a, b), term=here, paths=[[number]])
        links.append(link)
        here = link.judgement.args[1]
    return links[0] if len(links) == 1 else search.infer("CHAIN", context, links=links)


def _equal_binders(known: Known, atom: Term, other: Term) -> Theorem:
    """Two binders over the same range whose bodies are equal inside."""

    search, context = known.search, known.context
    count = 2 if atom.op in ("D", "P") else 1
    links, here = [], atom
    for number, (a, b) in enumerate(zip(atom.args[:-count], other.args[:-count], strict=True)):
        if a is not b:
            if a.sort != "scalar" or b.sort != "scalar":
                raise Unproved("other ranges or laws")
            eq = prove_equal(search, context, a, b)
            links.append(search.infer("CONG", context, eq=eq, term=here, paths=[[number]]))
            here = links[-1].judgement.args[1]
    inner, _, first = bodies(context, here)
    _, _, second = bodies(context, other)
    if not is_well_formed(search.kernel, inner):
        raise Unproved("the inside is not known to be well-formed")
    for number, (a, b) in enumerate(zip(first, second, strict=True)):
        if a is not b:
            eq = prove_equal(search, inner, a, b)
            path = [len(atom.args) - count + number]
            links.append(search.infer("CONG", context, eq=eq, term=here, paths=[path]))
            here = links[-1].judgement.args[1]
    if here is not other:
        raise Unproved("the binders differ")
    return links[0] if len(links) == 1 else search.infer("CHAIN", context, links=links)


def _learn_shifts(known: Known, atoms: list[Term]) -> None:
    """Gamma at arguments that differ by integers, from the one with the least argument."""
    from rftheory.prover.learn import known_of

    search, context = known.search, known.context
    for atom in atoms:
        for other in atoms:
            if other is atom or atom in known.values or other in known.values:
                continue
            gap = minus(atom.args[0], other.args[0])
            form = known_of(search, context, [gap]).form(gap)
            if not (form.num.is_constant() and form.den.is_constant() and form.num):
                continue
            shift = form.num.leading_coefficient() / form.den.leading_coefficient()
            if shift.q == 1 and 0 < shift.p <= 40:
                for theorem in _shifted(known, atom, other, int(shift.p)):
                    known.give(theorem)


def _shifted(known: Known, atom: Term, lowest: Term, shift: int) -> Iterator[Theorem]:
    """``gamma(a + n) = ...`` down to gamma(a), as values of one after the other."""
    search, context = known.search, known.context
    argument = lowest.args[0]
    for step in range(shift):
        here = argument if step == 0 else make("+", (argument, rat(step)))
        raised = table.gamma_step(search, context, here)
        top = make("+", (argument, rat(step + 1)))
        if raised.judgement.args[0].args[0] is not top:
            same = prove_equal(search, context, top, raised.judgement.args[0].args[0])
            first = search.infer("CONG", context, eq=same, term=make("gamma", (top,)), paths=[[0]])
            raised = search.infer("CHAIN", context, links=[first, raised])
        yield raised
    top = make("+", (argument, rat(shift)))
    if atom.args[0] is not top:
        same = prove_equal(search, context, atom.args[0], top)
        yield search.infer("CONG", context, eq=same, term=atom, paths=[[0]])
