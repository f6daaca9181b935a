"""Logarithms, powers and roots of complex numbers with a positive real part, and their conjugates.

By the polar form of the logarithm (`polar`), the logarithm of the conjugate is the conjugate of the logarithm, powers with real
exponents likewise, and the root has a positive real part. All is proved once, for ``u + i v`` with u > 0, and used elsewhere as
an instance.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover import table
from rftheory.prover.learn import known_of
from rftheory.prover.texts import lemma

if TYPE_CHECKING:
    from rftheory.prover.learn import Known


def _prove_conjugate(search: Search, context: Context, product: Term, value: Term, known: Theorem) -> Theorem:
    """``conj(e log z) = e log(conj z)`` for real e."""
    factors = product.args
    first = table.axiom(search, context, "conj.product", *factors)
    eqs = [table.axiom(search, context, "conj.real", factors[0]), known]
    last = search.infer("RING", context, lhs=first.judgement.args[1], rhs=value, eqs=eqs)
    return search.infer("CHAIN", context, links=[first, last])


# -- at numbers of a context ----------------------------------------------------------------------------------------


def conjugate(search: Search, context: Context, inner: Term) -> Theorem:
    """``conj(f(b)) = f(conj b)`` for a logarithm, a root or a power of a number with a positive real part."""
    if inner.op == "rpow":
        return _of_power(search, context, inner)
    base, (real_part, imaginary) = inner.args[0], _right_parts(search, context, inner.args[0])
    general = lemma(search, f"half_plane__conjugate_{'logarithm' if inner.op == 'log' else 'root'}")
    found = instantiated(search, context, general, [real_part, imaginary])
    mirrored = found.judgement.args[1].args[0]
    make_defined(search, context, make("conj", (inner,)), *found.judgement.args)
    ring = known_of(search, context, [mirrored])
    plain = ring.ring.fraction(ring.form(mirrored))
    links = []
    written = found.judgement.args[0].args[0].args[0]
    if base is not written:
        same = prove_equal(search, context, base, written)
        links.append(search.infer("CONG", context, eq=same, term=make("conj", (inner,)), paths=[[0, 0]]))
    links.append(found)
    if plain is not mirrored:
        make_defined(search, context, make(inner.op, (plain,)))
        same = prove_equal(search, context, mirrored, plain)
        links.append(search.infer("CONG", context, eq=same, term=found.judgement.args[1], paths=[[0]]))
    return search.infer("CHAIN", context, links=links)


def _of_power(search: Search, context: Context, inner: Term) -> Theorem:
    """``conj(b^e) = exp(e conj(log b)) = (conj b)^e``."""
    base, exponent = inner.args
    logarithm = make("log", (base,))
    known = conjugate(search, context, logarithm)
    mirrored = known.judgement.args[1].args[0]
    make_real(search, context, exponent)
    search.use(context, prove_nonzero(search, context, mirrored))
    whole = table.axiom(search, context, "rpow.exp", base, exponent)
    below = table.axiom(search, context, "rpow.exp", mirrored, exponent)
    product, value = (side.judgement.args[1].args[0] for side in (whole, below))
    links = [
        search.infer("CONG", context, eq=whole, term=make("conj", (inner,)), paths=[[0]]),
        table.axiom(search, context, "conj.exp", product),
    ]
    same = _prove_conjugate(search, context, product, value, known)
    links.append(search.infer("CONG", context, eq=same, term=links[-1].judgement.args[1], paths=[[0]]))
    return search.infer("CHAIN", context, links=[*links, search.infer("SYM", context, of=below)])


def learn_lengths(known: Known) -> None:
    """The root of a square length: ``sqrt(b conj b) = sqrt b sqrt(conj b)``."""
    search, context = known.search, known.context
    found = [atom for atom in known.atoms if atom.op == "sqrt"]
    numbers = [atom for atom in found if IMAG in atoms_of(atom.args)]
    for atom in [atom for atom in found if atom not in numbers and atom not in known.values]:
        for number in numbers:
            (base,) = number.args
            if not search.points(context).differ(atom.args[0], make("*", (base, make("conj", (base,))))):
                with suppress(Unproved):
                    mirrored = conjugate(search, context, number)
                    known.give(_root_of_length(search, context, number, mirrored, atom.args[0]))
                    break


def _root_of_length(search: Search, context: Context, root: Term, mirrored: Theorem, length: Term) -> Theorem:
    """``sqrt b conj(sqrt b) = |sqrt b|^2`` is not negative, and its square is ``b conj b``."""
    value, size = mirrored.judgement.args[1], power(make("abs", (root,)), 2)
    same = prove_equal(search, context, make("*", (root.args[0], value.args[0])), length)
    eqs = [
        search.infer("SYM", context, of=table.axiom(search, context, "abs.square", root)),
        mirrored,
        *(table.axiom(search, context, "sqrt.square", *term.args) for term in (root, value)),
    ]
    square = search.infer("RING", context, lhs=power(size, 2), rhs=same.judgement.args[0], eqs=eqs)
    premises = [
        search.infer("DEF", context, judgement=make("<=", (ZERO, size))),
        search.infer("CHAIN", context, links=[square, same]),
    ]
    found = table.axiom(search, context, "sqrt.unique", length, size, premises=premises)
    last = search.infer("RING", context, lhs=size, rhs=make("*", (root, value)), eqs=eqs[:2])
    return search.infer("CHAIN", context, links=[found, last])


def real_part_of_root(search: Search, context: Context, root: Term) -> Theorem:
    """``0 < re(sqrt b)`` for a number b with a positive real part."""
    base = root.args[0]
    found = instantiated(
        search, context, lemma(search, "half_plane__root_to_the_right"), list(_right_parts(search, context, base))
    )
    written = found.judgement.args[1].args[0].args[0]
    if base is written:
        return found
    same = prove_equal(search, context, written, base)
    last = search.infer("CONG", context, eq=same, term=found.judgement.args[1], paths=[[0, 0]])
    return search.infer("CHAIN", context, links=[found, last])


def _right_parts(search: Search, context: Context, number: Term) -> tuple[Term, Term]:
    """The real and the imaginary part of a number as terms; the first one is positive, or this is Unproved."""
    parts = complex_parts(search, context, number)
    prove_order(search, context, ZERO, parts[0], True)
    return parts


def complex_parts(search: Search, context: Context, number: Term) -> tuple[Term, Term]:
    """The real and the imaginary part of a number as terms; Unproved if they are not seen."""
    known = known_of(search, context, [number])
    parts = known.ring.coefficients(known.form(number), IMAG, 1)
    if parts is None:
        raise Unproved("a complex divisor")
    make_real(search, context, *parts)
    return parts[0], parts[1]
