"""Roots, logarithms and absolute values: factors with a sign are drawn out, what is left is one generator."""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover import table
from rftheory.prover.atom_signs import product_as_exponential
from rftheory.prover.splits import RootSplit as RootSplit
from rftheory.prover.splits import split as split

if TYPE_CHECKING:
    from rftheory.prover.learn import Known


# -- roots ----------------------------------------------------------------------------------------------------------


def root_of(degree: int, base: Term) -> Term:
    return make("sqrt", (base,)) if degree == 2 else make("root", (base,), degree)


def degree_of(atom: Term) -> int:
    return 2 if atom.op == "sqrt" else int(atom.data)


def learn_root(known: Known, atom: Term) -> None:
    """A root as a product of roots of factors."""
    search, context, degree, (base,) = known.search, known.context, degree_of(atom), atom.args
    if atom.op == "root" and degree == 2:
        known.give(search.infer("SYM", context, of=table.axiom(search, context, "sqrt.root", base)))
        return
    as_power = _root_as_power(known, base) if degree == 2 else None
    if as_power is not None:
        known.give(as_power)
        return
    parts = split(search, context, base)
    if parts.zero:
        known.give(
            table.root_unique(search, context, atom, ZERO, prove_equal(search, context, power(ZERO, degree), base))
        )
        return
    if parts.sign == -1 and not parts.left and degree == 2:
        known.give(imaginary_root(search, context, atom, parts))
        return
    if parts.left or parts.sign == -1:
        _learn_other_root(known, atom, parts)
        return
    root = product([_root_of_part(degree, part, m) for part, m in parts.positive])
    if root is atom:
        known.give(table.root_power(search, context, atom))
        return
    squared = prove_equal(search, context, power(root, degree), base)
    known.give(table.root_unique(search, context, atom, root, squared))


def _root_as_power(known: Known, base: Term) -> Theorem | None:
    """``sqrt(b) = exp(log(b)/2)`` for a complex b that does not vanish, beside other powers of it."""
    search, context = known.search, known.context
    bases = [other.args[0] for other in known.atoms if other.op == "rpow"]
    beside = any(other is base or not search.points(context).differ(other, base) for other in bases)
    if not beside or table.is_real(search, context, base):
        return None
    try:
        search.use(context, prove_nonzero(search, context, base))
    except Unproved:
        return None
    links = [table.axiom(search, context, "sqrt.rpow", base), table.axiom(search, context, "rpow.exp", base, HALF)]
    return search.infer("CHAIN", context, links=links)


def imaginary_root(search: Search, context: Context, atom: Term, parts: RootSplit) -> Theorem:
    """``sqrt(-a) = i sqrt(a)`` for a that is not negative."""
    size = product([raised(part, m) for part, m in parts.positive])
    same = prove_equal(search, context, atom.args[0], make("neg", (size,)))
    first = search.infer("CONG", context, eq=same, term=atom, paths=[[0]])
    return search.infer("CHAIN", context, links=[first, table.axiom(search, context, "sqrt.negative", size)])


def _root_of_part(degree: int, part: Term, m: int) -> Term:
    whole, rest = divmod(m, degree)
    factors = [raised(part, whole)] if whole else []
    if rest:
        factors.append(raised(_single_root(degree, part), rest))
    return product(factors)


def _single_root(degree: int, part: Term) -> Term:
    """The root of a factor; of exponentials and roots it is another one."""
    if part.op == "exp":
        return make("exp", (make("*", (rat(Fraction(1, degree)), part.args[0])),))
    if part.op in ("sqrt", "root"):
        return root_of(degree * degree_of(part), part.args[0])
    return root_of(degree, part)


def _learn_other_root(known: Known, atom: Term, parts: RootSplit) -> None:
    """What is left under the root has no sign that is known: its root is a generator."""
    search, context, degree, (base,) = known.search, known.context, degree_of(atom), atom.args
    sign = prove_sign(search, context, base)
    if sign is None and parts.positive and table.is_real(search, context, base):
        _draw_out(known, atom, parts)
        return
    left = root_of(degree, parts.rest())
    drawn = [(part, m) for part, m in parts.positive if abs(m) >= degree or m < 0]
    if not drawn and not parts.positive:
        left = atom if left is atom or parts.rest().depth >= base.depth else left
    if left is atom or sign is None or sign.judgement.args[0] is not ZERO:
        known.give(table.root_power(search, context, atom))
        return
    rest = prove_sign(search, context, parts.rest())
    if rest is None or rest.judgement.args[0] is not ZERO:
        known.give(table.root_power(search, context, atom))
        return
    search.use(context, rest)
    root = product([*(_root_of_part(degree, part, m) for part, m in parts.positive), left])
    if root is atom:
        known.give(table.root_power(search, context, atom))
        return
    known.give(table.root_unique(search, context, atom, root, prove_equal(search, context, power(root, degree), base)))


def _draw_out(known: Known, atom: Term, parts: RootSplit) -> None:
    """``root(a b) = root(a) root(b)`` for a that is not negative, whatever the sign of b."""
    search, context, degree = known.search, known.context, degree_of(atom)
    factors = [product([raised(part, m) for part, m in parts.positive]), parts.rest()]
    eq = prove_equal(search, context, atom.args[0], make("*", factors))
    schema, numbers = ("sqrt.product", []) if degree == 2 else ("root.product", [degree])
    apart = table.axiom(search, context, schema, *factors, numbers=numbers)
    known.give(
        search.infer("CHAIN", context, links=[search.infer("CONG", context, eq=eq, term=atom, paths=[[0]]), apart])
    )


def learn_common_roots(known: Known) -> None:
    """Roots of one number as powers of the root of the common degree."""
    by_base: dict[Term, list[Term]] = {}
    for atom in known.atoms:
        if atom.op in ("sqrt", "root") and atom not in known.values:
            by_base.setdefault(atom.args[0], []).append(atom)
    for base, atoms in by_base.items():
        degrees = {degree_of(atom) for atom in atoms}
        common = max(degrees)
        if len(degrees) == 1 or any(common % degree for degree in degrees):
            continue
        top = root_of(common, base)
        for atom in atoms:
            if atom is not top:
                search, context, degree = known.search, known.context, degree_of(atom)
                value = raised(top, common // degree)
                whole = search.infer(
                    "RING", context, lhs=power(value, degree), rhs=base, eqs=[table.root_power(search, context, top)]
                )
                known.give(table.root_unique(search, context, atom, value, whole))


# -- logarithms -----------------------------------------------------------------------------------------------------


def learn_logarithm(known: Known, atom: Term) -> None:
    """The logarithm of a product of positive numbers as a sum."""
    search, context, (base,) = known.search, known.context, atom.args
    if not table.is_real(search, context, base):
        from rftheory.prover.polar import logarithm_value

        polar = logarithm_value(search, context, atom)
        if polar is not None:
            known.give(polar)
        return
    whole = product_as_exponential(search, context, base) if base.op == "prod" else None
    if whole is not None:
        known.give(table.log_of_exp(search, context, atom, whole))
        return
    parts = split(search, context, base, strict=True)
    if parts.left or parts.sign == -1 or parts.zero:
        return
    summands = [_logarithm_of_part(part, m) for part, m in parts.positive]
    value = total(summands)
    if value is atom:
        return
    same = prove_equal(search, context, base, make("exp", (value,)))
    known.give(table.log_of_exp(search, context, atom, same))


def _logarithm_of_part(part: Term, m: int) -> Term:
    if part.op == "exp":
        inner, q = part.args[0], Fraction(m)
    elif part.op in ("sqrt", "root"):
        inner, q = make("log", (part.args[0],)), Fraction(m, degree_of(part))
    else:
        inner, q = make("log", (part,)), Fraction(m)
    return inner if q == 1 else make("*", (rat(q), inner))


# -- absolute values ------------------------------------------------------------------------------------------------


def learn_absolute(known: Known, atom: Term) -> None:
    """``|u|`` is u or -u where the sign is known; else its square is that of u."""
    search, context, (inner,) = known.search, known.context, atom.args
    sign = prove_sign(search, context, inner)
    if sign is not None:
        known.give(table.absolute(search, context, inner, sign))
        return
    parts = split(search, context, inner)
    if parts.zero:
        return
    rest = product([raised(part, m) for part, m in parts.left])
    if parts.positive or parts.sign == -1:
        factor = product([raised(part, m) for part, m in parts.positive])
        factor = factor if parts.sign == 1 else make("neg", (factor,))
        eq = prove_equal(search, context, inner, make("*", (factor, rest)))
        known.give(table.absolute_of_product(search, context, atom, eq))
        return
    factors = [raised(part, m) for part, m in parts.left]
    if len(factors) > 1:
        eq = prove_equal(search, context, inner, make("*", factors))
        known.give(table.absolute_of_product(search, context, atom, eq))
        return
    known.give(table.absolute_square(search, context, inner))
