"""Two events about one normal vector have the same probability: an exponential is large, and a distance is small.

``t <= k exp(a w^2 + w.z)`` with a < 0 < k, t is ``|w - c|^2 <= r`` with ``c^2 = z^2/(4 a^2)``, for any c of this length: as means
of signs, both depend on the products of w with one vector and on its length only, so on one Gaussian number and one chi-square
one, and there the signs agree.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import pulled
from rftheory.prover.words import *
from rftheory.kernel.substitution import replace
from rftheory.prover.texts import lemma

if TYPE_CHECKING:
    from rftheory.prover.chains import Walk


def same_probability(walk: Walk, first: Term, second: Term) -> Theorem:
    """``P(t <= Z) = P(|w - c|^2 <= r)``."""
    search, context = walk.search, walk.context
    sample, distance = (_as_mean(search, context, event) for event in (first, second))
    sample = _of_one_draw(search, context, sample)
    if [side.judgement.args[1].args[0].op for side in (sample, distance)] != ["normal", "normal"]:
        raise Unproved("no events about one normal vector")
    return _Proof(search, context, sample, distance).whole()


def _as_mean(search: Search, context: Context, event: Term) -> Theorem:
    make_defined(search, context, event)
    return search.infer("INDICATOR", context, event=event)


def _of_one_draw(search: Search, context: Context, found: Theorem) -> Theorem:
    """``P = E f(w)`` from a mean over a family with one member."""
    term = found.judgement.args[1]
    if term.args[0].op != "iid":
        return found
    search.use(context, search.infer("L1", context, of=found, term=term))
    inner, draws, body = opened(search, context, term)
    plain = body
    for atom in [part for part in _scalars(body) if part.op == "sum"]:
        single = search.infer("SINGLE", inner, term=atom)
        plain = replace(plain, atom, single.judgement.args[1])
        same = search.infer("CONG", inner, eq=single, term=body, paths=[])
        there = search.infer("CONG", context, eq=same, term=term, paths=[[1]])
        found = search.infer("CHAIN", context, links=[found, there])
    here = make("E", (*term.args[:-1], close(plain, draws)))
    search.use(context, search.infer("L1", context, of=found, term=here))
    alone = search.infer("IID", context, term=here, member=0, indices=[ONE], differ=[], l1=[])
    return search.infer("CHAIN", context, links=[found, alone])


def _scalars(term: Term) -> list[Term]:
    """The parts outside of binders, each once."""
    return list(parts_of([term], lambda part: part.op in ("sum", "E", "int", "prod")))


class _Proof:
    """Both means over the length along one vector, and the square of the rest."""

    def __init__(self, search: Search, context: Context, sample: Theorem, distance: Theorem):
        self.search, self.context, self.sample, self.distance = search, context, sample, distance
        self.inner, (self.w,), self.body = opened(search, context, sample.judgement.args[1])
        (self.exponential,) = [part for part in _scalars(self.body) if part.op == "exp" and self.w in _scalars(part)]
        (exponent,) = self.exponential.args
        square = make("norm2", (self.w,))
        parts = exponent.args if exponent.op == "+" else (exponent,)
        squares = [part for part in parts if square in _scalars(part)]
        rest = [part for part in parts if part not in squares]
        if len(squares) != 1 or any(part.op != "dot" or self.w not in part.args for part in rest):
            raise Unproved("no exponential of a square and of products with vectors")
        #: a, and the vectors of which z is the sum
        self.rate = replace(squares[0], square, ONE)
        self.vectors = [part.args[part.args[0] is self.w] for part in rest]
        self.vector = self.vectors[0]
        for vector in self.vectors[1:]:
            self.vector = make("vadd", (self.vector, vector))
        self.root = make("sqrt", (make("norm2", (self.vector,)),))

    def whole(self) -> Theorem:
        search, context = self.search, self.context
        first = self.of_sample()
        second = self.of_distance()
        left, right = (found.judgement.args[1] for found in (first, second))
        same = self.same_signs(left, right)
        search.use(context, search.infer("L1", context, of=second, term=right))
        found = search.infer("REFL", context, term=right)
        middle = pulled(search, context, left, found, same)
        return search.infer("CHAIN", context, links=[first, middle, search.infer("SYM", context, of=second)])

    def of_sample(self) -> Theorem:
        """``P = E`` over the length along z and the rest."""
        search, inner, w = self.search, self.inner, self.w
        square = make("norm2", (w,))
        here = self.exponential.args[0]
        there = make("+", (product([self.rate, square]), make("dot", (self.vector, w))))
        eqs = [axiom(search, inner, "dot.symmetric", w, vector) for vector in self.vectors]
        total = self.vectors[0]
        for vector in self.vectors[1:]:
            eqs.append(axiom(search, inner, "dot.sum", total, vector, w))
            total = make("vadd", (total, vector))
        make_defined(search, inner, there)
        same = search.infer("RING", inner, lhs=here, rhs=there, eqs=eqs)
        return self.along(self.sample, self.vector, self.root, same)

    def of_distance(self) -> Theorem:
        """The same for ``|w - c|^2``."""
        search, context = self.search, self.context
        inner, (w,), body = opened(search, context, self.distance.judgement.args[1])
        distances = [p for p in _scalars(body) if p.op == "norm2" and p.args[0] is not w and w in _scalars(p)]
        if len(distances) != 1 or distances[0].args[0].op != "vadd" or distances[0].args[0].args[0] is not w:
            raise Unproved("no distance from one vector")
        far = distances[0].args[0].args[1]
        if far.op != "vscale" or far.args[0] is not rat(-1):
            raise Unproved("no distance from one vector")
        centre = far.args[1]
        parts = make("norm2", (w,)), product([rat(-2), make("dot", (w, centre))]), make("norm2", (centre,))
        plain = make("+", parts)
        make_defined(search, inner, plain)
        same = prove_equal(search, inner, distances[0], plain)
        shift = product([rat(Fraction(-1, 2)), make("inv", (self.rate,)), self.root])
        make_defined(search, context, shift)
        return self.along(self.distance, centre, shift, same)

    def along(self, found: Theorem, vector: Term, length: Term, same: Theorem) -> Theorem:
        """``P = E f`` with equals in the body, and w.x as a length times a Gaussian number."""
        search, context = self.search, self.context
        term = found.judgement.args[1]
        search.use(context, search.infer("L1", context, of=found, term=term))
        _, _, body = opened(search, context, term)
        moved = search.infer("CONG", same.context, eq=same, term=body, paths=[])
        there = search.infer("CONG", context, eq=moved, term=term, paths=[[1]])
        plain = there.judgement.args[1]
        square = make("norm2", (vector,))
        gram = prove_equal(search, context, square, make("*", (length, length)))
        self.define_along(plain, vector, length)
        law = search.infer(
            "GRAMLAW", context, term=plain, member=0, vectors=[vector], table=[[length]], rank=1, gram=[gram],
            l1=[there],
        )  # fmt: skip
        return search.infer("CHAIN", context, links=[found, there, law])

    def define_along(self, plain: Term, vector: Term, length: Term) -> None:
        """What the body becomes is defined."""
        _, (w,), body = opened(self.search, self.context, plain)
        laws = (make("gauss"), make("chi2", (make("+", (plain.args[0].args[0], rat(-1))),)))
        inner, (g, rest), _ = opened(self.search, self.context, make("E", (*laws, ZERO)))
        image = make("*", (length, g))
        for pair in ((w, vector), (vector, w)):
            body = replace(body, make("dot", pair), image)
        square = make("+", (make("pow", (g,), 2), rest))
        make_defined(self.search, inner, replace(body, make("norm2", (w,)), square))

    # -- the signs --------------------------------------------------------------------------------------------------

    def same_signs(self, left: Term, right: Term) -> Theorem:
        """The bodies are equal: ``log Z - log t = -a (r - |w - c|^2)``."""
        search = self.search
        inner, _, first = opened(search, self.context, left)
        second = instantiate(right.args[-1], [inner.variable(inner.size - 2), inner.variable(inner.size - 1)])
        make_defined(search, inner, second)
        (one,), (other,) = ([p for p in _scalars(body) if p.op == "sgn"] for body in (first, second))
        same = self.same_sign(inner, one.args[0], other.args[0])
        found = search.infer("CONG", inner, eq=same, term=first, paths=[])
        if found.judgement.args[1] is not second:
            raise Unproved("signs in other places")
        return found

    def same_sign(self, inner: Context, here: Term, gap: Term) -> Theorem:
        """``sgn F = sgn G`` for ``F = k exp(e) - t`` and ``-a G = e - log(t/k)``."""
        search = self.search
        (growth,) = [part for part in _scalars(here) if part.op == "exp"]
        (log,) = [part for part in atoms_of([gap]) if part.op == "log"]
        scale = minus(replace(here, growth, ONE), replace(here, growth, ZERO))
        pace, sides = neg(self.rate), minus(growth.args[0], log)
        for positive in (scale, pace):
            search.use(inner, prove_order(search, inner, ZERO, positive, True))
        eqs = [search.infer("HYP", inner, fact=fact) for fact in inner.facts if fact.op == "="]
        make_defined(search, inner, mul(pace, gap), sides)
        search.use(inner, search.infer("RING", inner, lhs=mul(pace, gap), rhs=sides, eqs=eqs))
        general = lemma(search, "exact_tails__same_sign")
        found = instantiated(search, inner, general, [scale, pace, growth.args[0], log, gap])
        (plain,) = found.judgement.args[0].args
        make_defined(search, inner, plain)
        named = axiom(search, inner, "exp.log", log.args[0])
        same = search.infer("RING", inner, lhs=here, rhs=plain, eqs=[named])
        moved = search.infer("CONG", inner, eq=same, term=make("sgn", (here,)), paths=[[0]])
        return search.infer("CHAIN", inner, links=[moved, found])
