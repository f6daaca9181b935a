"""Means over the direction ``u = w/|w|`` of a normal vector w: products and signs of ``u.x``, ``exp(u.z)`` and ``cos(u.z)``."""

from __future__ import annotations

from rftheory.prover.frame_tools import pulled
from rftheory.prover.words import *
from rftheory.kernel.substitution import replace
from rftheory.prover.expectation_planes import combination
from rftheory.prover.learn import known_of
from rftheory.prover.sizes import size
from rftheory.prover.texts import lemma

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator

_FUNCTIONS = {"exp": "exponential", "cos": "wave"}


def is_of_direction(factor: Factor, draw: Term) -> bool:
    """Whether something in a factor is divided by a length of the draw."""
    return not factor.exponent and any(
        part.op in _FUNCTIONS or _power_of_length(part, draw) or (part.op == "sgn" and _has_divisor(part))
        for part in factor.parts
    )


def _has_divisor(term: Term) -> bool:
    return any(part.op == "inv" for part in parts_of([term]))


def _over_length(term: Term, draw: Term) -> Term:
    """A linear form of w from one of its direction."""
    length = make("sqrt", (make("norm2", (draw,)),))
    ring = Ring([*atoms_of([term]), length])
    return ring.fraction(ring.form(times(term, length)))


def mean(it: Integrator, context: Context, term: Term, factor: Factor, draw: Term) -> Theorem:
    """``E f(w/|w|) = closed`` over one normal vector: of an exponential or a wave, or of what is homogeneous."""
    functions = [part for part in factor.parts if part.op in _FUNCTIONS]
    if functions and factor.parts == {functions[0]: 1}:
        return _of_function(it, context, term, functions[0], draw)
    lengths = {part: _power_of_length(part, draw) * k for part, k in factor.parts.items()}
    others = [raised(_plain(part, draw), k) for part, k in factor.parts.items() if not lengths[part]]
    degree = sum(k for part, k in factor.parts.items() if part.op == "dot")
    plain = all(part.op in ("dot", "sgn") for part in factor.parts if not lengths[part])
    if not plain or sum(lengths.values()) != degree:
        raise Unproved(f"no table of means over a direction for such a body: {shown(term)}")
    return _Homogeneous(it, context, term, product(others), degree, draw).mean()


def _plain(part: Term, draw: Term) -> Term:
    """The sign of a product with w in the place of one with the direction."""
    return make("sgn", (_over_length(part.args[0], draw),)) if part.op == "sgn" and _has_divisor(part) else part


class _Homogeneous:
    """``E f(w)/|w|^k = E f(w)/E |w|^k`` for a homogeneous f of degree k, as length and direction of w are independent."""

    def __init__(self, it: Integrator, context: Context, term: Term, body: Term, degree: int, draw: Term):
        self.it, self.search, self.context, self.term = it, it.search, context, term
        self.degree, self.body = degree, lambda vector: substitute(body, {draw.data[0]: vector})
        self.laws = [make(law, term.args[0].args) for law in ("chi", "sphere")]

    def mean(self) -> Theorem:
        it, search, context = self.it, self.search, self.context
        normal = it.mean(context, mean_of(context, self.term.args[:1], self.body))
        power_ = it.mean(
            context, mean_of(context, self.laws[:1], lambda r: raised(r, self.degree) if self.degree else ONE)
        )
        on_sphere = mean_of(context, self.laws[1:], self.body)
        inner, draws = it.opened(context, on_sphere)
        bound = size(search, inner, instantiate(on_sphere.args[-1], draws), draws)
        search.use(context, it.infer("DOM", context, term=on_sphere, bound=bound, l1=[]))
        joint = it.infer("INDEP", context, first=power_.judgement.args[0], second=on_sphere, l1=[power_])
        search.use(context, it.infer("L1", context, of=joint, term=joint.judgement.args[0]))
        polar = self._polar(normal.judgement.args[0], joint.judgement.args[0], normal)
        search.use(context, prove_nonzero(search, context, power_.judgement.args[1]))
        value = times(normal.judgement.args[1], inv(power_.judgement.args[1]))
        make_defined(search, context, value)
        eqs = [power_, normal, polar, joint] if self.degree else [normal, polar, joint, power_]
        sphere = it.kept(context, it.infer("RING", context, lhs=on_sphere, rhs=value, eqs=eqs))
        apart = mean_of(context, self.laws, lambda _, s: self.body(s))
        block = it.infer("BLOCK", context, term=apart, keep=[1], l1=[sphere])
        search.use(context, it.infer("L1", context, of=block, term=apart))
        return it.chain(context, [self._polar(self.term, apart, block), block, sphere])

    def _polar(self, term: Term, other: Term, l1: Theorem) -> Theorem:
        """``E f(w) = E g(r, s)`` with ``w = r s``, where ``f(r s) = g(r, s)``."""
        it, search, context = self.it, self.search, self.context
        search.use(context, it.infer("L1", context, of=l1, term=l1.judgement.args[0]))
        drawn = mean_of(context, self.laws, lambda r, s: instantiate(term.args[-1], (make("vscale", (r, s)),)))
        inner, (r, s) = it.opened(context, drawn)
        bodies_ = [instantiate(one.args[-1], (r, s)) for one in (drawn, other)]
        make_defined(search, inner, *bodies_)
        same = it.infer("RING", inner, lhs=bodies_[0], rhs=bodies_[1], eqs=self._on_rays(inner, bodies_[0], r, s))
        link = it.infer("CONG", context, eq=it.infer("SYM", inner, of=same), term=other, paths=[[2]])
        search.use(context, it.infer("L1", context, of=link, term=drawn))
        image = it.infer("IMAGE", context, term=term, member=0, way="polar", l1=[link])
        return it.chain(context, [image, it.infer("SYM", context, of=link)])

    def _on_rays(self, inner: Context, body: Term, r: Term, s: Term) -> list[Theorem]:
        """What lengths, products and signs of ``r s`` are."""
        search, whole = self.search, make("vscale", (r, s))
        found = list[Theorem]()
        square = make("norm2", (whole,))
        for part in parts_of([body]):
            if part.op == "dot" and whole in part.args:
                found.append(
                    prove_equal(
                        search, inner, part, mul(r, make("dot", tuple(s if a is whole else a for a in part.args)))
                    )
                )
            if part is make("sqrt", (square,)):
                found.append(prove_equal(search, inner, part, r))
            if part is square:
                found.append(prove_equal(search, inner, part, power(r, 2)))
            if part.op == "sgn":
                found += self._sign(inner, part.args[0], whole, r, s)
        return found

    def _sign(self, inner: Context, argument: Term, whole: Term, r: Term, s: Term) -> list[Theorem]:
        """``sgn(f(r s)) = sgn(f(s))`` for a linear f and r > 0."""
        search = self.search
        if _has_divisor(argument):
            own = replace(_over_length(argument, whole), whole, s)
            make_defined(search, inner, own)
            same = prove_equal(search, inner, argument, own)
            return [search.infer("CONG", inner, eq=same, term=make("sgn", (argument,)), paths=[[0]])]
        own = replace(argument, whole, s)
        make_defined(search, inner, own)
        same = prove_equal(search, inner, argument, mul(r, own))
        positive = prove_order(search, inner, ZERO, r, True)
        links = [
            search.infer("CONG", inner, eq=same, term=make("sgn", (argument,)), paths=[[0]]),
            axiom(search, inner, "sgn.product", r, own),
        ]
        value = axiom(search, inner, "sgn.positive", r, premises=[positive])
        last = search.infer("RING", inner, lhs=links[-1].judgement.args[1], rhs=make("sgn", (own,)), eqs=[value])
        return [search.infer("CHAIN", inner, links=[*links, last])]


def _of_function(it: Integrator, context: Context, term: Term, part: Term, draw: Term) -> Theorem:
    """An exponential or a cosine of ``u.z``."""
    search = it.search
    (size,) = term.args[0].args
    inner, (w,) = it.opened(context, term)
    multiples = combination(_over_length(part.args[0], draw), draw)
    make_real(search, context, *multiples.values())
    first, *others = (vector if c is ONE else make("vscale", (c, vector)) for vector, c in multiples.items())
    z = first
    for other in others:
        z = make("vadd", (z, other))
    found = instantiated(search, context, lemma(search, f"directions__{_FUNCTIONS[part.op]}"), [size, z])
    it.kept(context, found)
    body, written = (instantiate(one.args[-1], (w,)) for one in (term, found.judgement.args[0]))
    make_defined(search, inner, body, written)
    sides = [body.args[0], written.args[0]]
    equations = known_of(search, inner, sides).equations(sides)
    same = it.infer("RING", inner, lhs=sides[0], rhs=sides[1], eqs=equations)
    found = pulled(search, context, term, found, it.infer("CONG", inner, eq=same, term=body, paths=[[0]]))
    value = found.judgement.args[1]
    known = known_of(search, context, [value.args[-1]])
    plain = known.ring.fraction(known.form(value.args[-1]))
    make_defined(search, context, plain)
    same = it.infer("RING", context, lhs=value.args[-1], rhs=plain, eqs=known.equations([value.args[-1], plain]))
    return it.chain(context, [found, it.infer("CONG", context, eq=same, term=value, paths=[[1]])])


def _power_of_length(part: Term, draw: Term) -> int:
    """k of ``|w|^(-k)``; 0 for anything else."""
    inside = part.args[0] if part.op == "inv" else part
    base, k = (inside.args[0], inside.data) if inside.op == "pow" else (inside, 1)
    square = make("norm2", (draw,))
    if part.op != "inv" or base not in (square, make("sqrt", (square,))):
        return 0
    return int(2 * k if base is square else k)
