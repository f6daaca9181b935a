"""Logarithms, powers and roots of complex numbers with a positive real part, and their conjugates.

By the polar form of the logarithm (`polar`), the logarithm of the conjugate is the conjugate of the logarithm, powers with real
exponents likewise, and the root has a positive real part. All is proved once, for ``u + i v`` with u > 0, and used elsewhere as
an instance.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.prover import table
from rftheory.prover.learn import known_of
from rftheory.prover.polar import polar_logarithm

if TYPE_CHECKING:
    from rftheory.prover.learn import Known


def _complex(u: Term, v: Term) -> Term:
    return make("+", (u, make("*", (IMAG, v))))


class _HalfPlane:
    """The theorems, each made when it is asked for first."""

    def __init__(self, search: Search):
        self.search, self.run = search, search.run
        right = self.run.declare(EMPTY, declare("real", low=ZERO, closed="()"))
        self.context = self.run.declare(right, declare("real"))
        self.u, self.v = (self.context.variable(place) for place in range(2))
        self.number = _complex(self.u, self.v)
        self.mirrored = _complex(self.u, make("neg", (self.v,)))
        for number in (self.number, self.mirrored):
            search.use(self.context, prove_nonzero(self.run, self.context, number))

    def _infer(self, name: str, **parameters: Any) -> Theorem:
        return self.search.infer(name, self.context, **parameters)

    def _axiom(self, schema: str, *terms: Term) -> Theorem:
        return table.axiom(self.search, self.context, schema, *terms)

    # -- the logarithm ----------------------------------------------------------------------------------------------

    def _arc(self) -> Term:
        return make("atan", (make("*", (self.v, make("inv", (self.u,)))),))

    def polar(self) -> Theorem:
        return instantiated(self.run, self.context, polar_logarithm(self.search), [self.u, self.v])

    def conjugate_log(self) -> Theorem:
        """``conj(log z) = log(conj z)``."""
        below, polar = self._below(), self.polar()
        value = below.judgement.args[1]
        term = make("conj", (make("log", (self.number,)),))
        links = [self._infer("CONG", eq=polar, term=term, paths=[[0]])]
        links.append(prove_equal(self.run, self.context, links[0].judgement.args[1], value))
        return self._infer("CHAIN", links=[*links, self._infer("SYM", of=below)])

    def _below(self) -> Theorem:
        """The polar form at ``u - i v``; that the arc is odd is listed."""
        below = instantiated(self.run, self.context, self.polar(), [self.u, make("neg", (self.v,))])
        arc = below.judgement.args[1].args[1].args[1]
        moved = self._infer("RING", lhs=arc.args[0], rhs=make("neg", self._arc().args), eqs=[])
        odd = [self._infer("CONG", eq=moved, term=arc, paths=[[0]]), self._axiom("atan.neg", *self._arc().args)]
        self.search.use(self.context, self._infer("CHAIN", links=odd))
        return below

    # -- the root ---------------------------------------------------------------------------------------------------

    def _root(self, number: Term) -> Theorem:
        """``sqrt z = exp(log z/2)``."""
        links = [self._axiom("sqrt.rpow", number), self._axiom("rpow.exp", number, HALF)]
        return self._infer("CHAIN", links=links)

    def conjugate_root(self) -> Theorem:
        """``conj(sqrt z) = sqrt(conj z)``."""
        root = self._root(self.number)
        below = self._root(self.mirrored)
        term = make("conj", (make("sqrt", (self.number,)),))
        links = [self._infer("CONG", eq=root, term=term, paths=[[0]])]
        exponent = root.judgement.args[1].args[0]
        links.append(self._axiom("conj.exp", exponent))
        conj = _prove_conjugate(
            self.search, self.context, exponent, below.judgement.args[1].args[0], conjugate_logarithm(self.search)
        )
        links.append(self._infer("CONG", eq=conj, term=links[-1].judgement.args[1], paths=[[0]]))
        return self._infer("CHAIN", links=[*links, self._infer("SYM", of=below)])

    def real_part_of_root(self) -> Theorem:
        """``0 < re(sqrt z)``: a positive number times the cosine of half of an arc."""
        run, context = self.run, self.context
        root = self._root(self.number)
        written = self._infer("CONG", eq=self.polar(), term=root.judgement.args[1], paths=[[0, 1]])
        root = self._infer("CHAIN", links=[root, written])
        exponent = root.judgement.args[1].args[0]
        parts = self._axiom("re.exp", exponent)
        half = make("*", (HALF, self._arc()))
        angle = prove_equal(run, context, make("im", (exponent,)), half)
        make_real(run, context, make("re", (exponent,)))
        links = [self._infer("CONG", eq=root, term=make("re", (make("sqrt", (self.number,)),)), paths=[[0]]), parts]
        links.append(self._infer("CONG", eq=angle, term=parts.judgement.args[1], paths=[[1, 0]]))
        value = links[-1].judgement.args[1]
        positive = prove_order(run, context, ZERO, value, True)
        back = self._infer("SYM", of=self._infer("CHAIN", links=links))
        return self._infer("CHAIN", links=[positive, back])


@general
def conjugate_logarithm(search: Search) -> Theorem:
    """``conj(log(u + i v)) = log(u - i v)`` for u > 0."""
    return _HalfPlane(search).conjugate_log()


@general
def conjugate_root(search: Search) -> Theorem:
    """``conj(sqrt(u + i v)) = sqrt(u - i v)`` for u > 0."""
    return _HalfPlane(search).conjugate_root()


@general
def root_to_the_right(search: Search) -> Theorem:
    """``0 < re(sqrt(u + i v))`` for u > 0."""
    return _HalfPlane(search).real_part_of_root()


def _prove_conjugate(search: Search, context: Context, product: Term, value: Term, known: Theorem) -> Theorem:
    """``conj(e log z) = e log(conj z)`` for real e."""
    factors = product.args
    first = table.axiom(search, context, "conj.product", *factors)
    eqs = [table.axiom(search, context, "conj.real", factors[0]), known]
    last = search.infer("RING", context, lhs=first.judgement.args[1], rhs=value, eqs=eqs)
    return search.infer("CHAIN", context, links=[first, last])


# -- at numbers of a context ----------------------------------------------------------------------------------------


def conjugate(search: Search, context: Context, inner: Term) -> Theorem:
    """``conj(f(b)) = f(conj b)`` for a logarithm, a root or a power of a number with a positive real part.

    Raises:
        Unproved: if the real part of b is not seen to be positive.
    """
    if inner.op == "rpow":
        return _of_power(search, context, inner)
    base, (real_part, imaginary) = inner.args[0], _right_parts(search, context, inner.args[0])
    general = conjugate_logarithm if inner.op == "log" else conjugate_root
    found = instantiated(search, context, general(search), [real_part, imaginary])
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
    found = instantiated(search, context, root_to_the_right(search), list(_right_parts(search, context, base)))
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
