"""Powers of complex numbers with exponents ``k`` and ``k/2`` for integers k >= 0, by induction.

``(a b)^k = a^k b^k``, ``(1/a)^k = 1/a^k`` and ``a^(k/2) = (sqrt a)^k`` hold on every branch, so a power whose root is known as
a quotient is the quotient of powers. The theorems are proved once, for ``a = u + i v`` that is not 0.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.known import integer
from rftheory.kernel.values import nonneg
from rftheory.prover import table
from rftheory.prover.learn import known_of
from rftheory.prover.texts import lemma


def _power(base: Term, exponent: Term) -> Term:
    return make("rpow", (base, exponent))


def _half(k: Term) -> Term:
    return make("*", (HALF, k))


# -- at numbers of a context ----------------------------------------------------------------------------------------


def power_by_root(search: Search, context: Context, atom: Term) -> Theorem:
    """``b^e`` as a product of powers of the factors of ``sqrt b``, where an equation of the context says what that is."""
    base, exponent = atom.args
    root = make("sqrt", (base,))
    of_root = [eq for eq in search.listed_equations(context) if root in eq.judgement.args]
    if not of_root:
        raise Unproved("no root is known")
    value = of_root[0] if of_root[0].judgement.args[0] is root else search.infer("SYM", context, of=of_root[0])
    known = known_of(search, context, [exponent])
    twice = known.ring.fraction(known.form(make("*", (rat(2), exponent))))
    if not (integer(search.kernel, context, twice) and nonneg(search.kernel, context, twice)):
        raise Unproved("an exponent that is no half of an integer")
    links = []
    if exponent is not _half(twice):
        same = search.infer("RING", context, lhs=exponent, rhs=_half(twice), eqs=[])
        links.append(search.infer("CONG", context, eq=same, term=atom, paths=[[1]]))
    links.append(_at_numbers(search, context, lemma(search, "root_powers__power_of_root"), [base, ONE], twice))
    links.append(search.infer("CONG", context, eq=value, term=_power(root, twice), paths=[[0]]))
    links.append(_apart(search, context, links[-1].judgement.args[1]))
    return search.infer("CHAIN", context, links=links)


def _apart(search: Search, context: Context, power: Term) -> Theorem:
    """``r^k`` by the factors of r; those that are roots with the exponent ``k/2``."""
    base, k = power.args
    if base.op == "*":
        rest = base.args[1] if len(base.args) == 2 else make("*", base.args[1:])
        split = make("*", (base.args[0], rest))
        links = []
        if split is not base:
            same = search.infer("RING", context, lhs=base, rhs=split, eqs=[])
            links.append(search.infer("CONG", context, eq=same, term=power, paths=[[0]]))
        links.append(
            _at_numbers(search, context, lemma(search, "root_powers__power_of_product"), [base.args[0], rest], k)
        )
        parts = [_apart(search, context, _power(factor, k)) for factor in (base.args[0], rest)]
        for place, part in enumerate(parts):
            links.append(search.infer("CONG", context, eq=part, term=links[-1].judgement.args[1], paths=[[place]]))
        return search.infer("CHAIN", context, links=links)
    if base.op == "inv":
        first = _at_numbers(search, context, lemma(search, "root_powers__power_of_inverse"), [base.args[0], ONE], k)
        part = _apart(search, context, _power(base.args[0], k))
        last = search.infer("CONG", context, eq=part, term=first.judgement.args[1], paths=[[0]])
        return search.infer("CHAIN", context, links=[first, last])
    if base.op == "sqrt":
        return search.infer(
            "SYM",
            context,
            of=_at_numbers(search, context, lemma(search, "root_powers__power_of_root"), [base.args[0], ONE], k),
        )
    return search.infer("REFL", context, term=power)


def _at_numbers(search: Search, context: Context, law: Theorem, numbers: Sequence[Term], k: Term) -> Theorem:
    """A law for ``a = re a + i im a`` and k, written with a again."""
    parts, written = list[Term](), list[Theorem]()
    for number in numbers:
        search.use(context, nonzero := prove_nonzero(search, context, number))
        same = table.axiom(search, context, "re.im", number)
        split = same.judgement.args[1]
        parts += [split.args[0], split.args[1].args[1]]
        back = search.infer("SYM", context, of=same)
        search.use(context, search.infer("CHAIN", context, links=[back, nonzero]))
        written.append(back)
    found = instantiated(search, context, law, [*parts, k])
    first, last = found.judgement.args
    start, end = (_written(search, context, side, written) for side in (first, last))
    turned = [search.infer("SYM", context, of=link) for link in reversed(start)]
    return search.infer("CHAIN", context, links=[*turned, found, *end])


def _written(search: Search, context: Context, side: Term, equations: Sequence[Theorem]) -> list[Theorem]:
    """A side with numbers in the place of their parts."""
    links, here = list[Theorem](), side
    for eq in equations:
        make_defined(search, context, here)
        if (link := search.attempt("CONG", context, eq=eq, term=here, paths=[])) is not None:
            links.append(link)
            here = link.judgement.args[1]
    return links
