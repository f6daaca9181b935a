"""Means of functions of one or two projections ``w.x``, ``w.y`` of one normal vector, by numbers in a frame of x and y.

In the frame whose first axis is p, a combination of x and y, the projections are ``C g`` with independent standard normal g (rule
GRAMLAW): ``x = (x.p/|p|, D/|p|)`` with the area D of x and y. The axis is the vector of a sign where there is one, so that the sign is
one of a number. Two vectors take two dimensions; where their angle is 0 or pi, one.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.defined import at_most
from rftheory.kernel.rules.redrawn import Redrawn
from rftheory.prover import table
from rftheory.prover.expectation_arcs import angle, rational_root, two_dimensions
from rftheory.prover.learn import known_of
from rftheory.prover.texts import lemma

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator

#: the multiples of the two vectors in a combination
_Combination = Mapping[Term, Term]


def mean(integrator: Integrator, context: Context, term: Term, factor: Factor, draw: Term) -> Theorem:
    """``E f = closed`` over one normal vector; f has an exponential, projections, a squared length, signs, error functions."""
    # an odd power comes first: the other sign, if its power is even, is then one of a cut, and vanishes
    powers = sorted(
        ((part, k) for part, k in factor.parts.items() if part.op == "sgn"), key=lambda item: item[1] % 2 == 0
    )
    signs = [combination(part.args[0], draw) for part, _ in powers]
    plain = [m for m in (*factor.exponent, *factor.parts) if _is_polynomial(m, draw)]
    if len(signs) + len(plain) != len(factor.exponent) + len(factor.parts):
        raise Unproved(f"no table of means over normal for such a body: {shown(term)}")
    dots = [part for part in parts_of(plain) if part.op == "dot" and draw in part.args]
    vectors = dict.fromkeys(_vector(dot, draw) for dot in dots)
    vectors |= dict.fromkeys(vector for one in signs for vector in one)
    errors = [combination(part.args[0], draw) for part in factor.parts if part.op in ("erf", "tanh")]
    if any(part.op == "tanh" for part in factor.parts) and (signs or any(one != errors[0] for one in errors)):
        raise Unproved(f"no table of means over normal for functions of two forms: {shown(term)}")
    axis = signs[0] if signs else errors[0] if errors else {next(iter(vectors)): ONE} if vectors else {}
    return _Frame(integrator, context, term, list(vectors), axis).mean()


def _is_polynomial(term: Term, draw: Term) -> bool:
    """Whether what is random in a term are products of projections and squared lengths, or bounded functions of sums of these."""
    if draw.data not in term.variables or term.op in ("dot", "norm2"):
        return True
    return term.op in ("*", "pow", "erf", "tanh", "+", "neg") and all(_is_polynomial(arg, draw) for arg in term.args)


def _vector(monomial: Term, draw: Term) -> Term:
    other = monomial.args[1 if monomial.args[0] is draw else 0]
    if draw not in monomial.args or draw.data in other.variables:
        raise Unproved(f"no projection: {shown(monomial)}")
    return other


def combination(form: Term, draw: Term) -> _Combination:
    """The multiples of the vectors in a linear form; what is added to it is no part of the direction."""
    dots = [atom for atom in atoms_of([form]) if atom.op == "dot" and draw in atom.args]
    ring = Ring([atom for atom in atoms_of([form]) if atom not in dots] + dots)
    found: dict[Term, Term] = {}
    whole = ring.form(form)
    for dot in dots:
        parts = ring.coefficients(whole, dot, 1)
        if parts is None or any(draw.data in part.variables for part in parts[1:]):
            raise Unproved(f"the sign of what is not linear: {shown(form)}")
        found[_vector(dot, draw)] = parts[1]
    if not found:
        raise Unproved(f"the sign of no projection: {shown(form)}")
    return found


class _Frame:
    """One mean, the vectors that it speaks of, and the combination that is the first axis."""

    def __init__(self, integrator: Integrator, context: Context, term: Term, vectors: list[Term], axis: _Combination):
        self.it, self.search, self.context, self.term = integrator, integrator.search, context, term
        self.vectors, self.axis = vectors, axis
        (self.size,) = term.args[0].args

    def mean(self) -> Theorem:
        if len(self.vectors) < 2:
            return self._in_frame(
                self.context, [[self._length(self.context, v)] for v in self.vectors], len(self.vectors), []
            )
        if len(self.vectors) > 2:
            names = ", ".join(map(shown, self.vectors))
            raise Unproved(f"no table of means for products with {len(self.vectors)} vectors: {names}")
        return self._pair()

    # -- tables -------------------------------------------------------------------------------------------------------

    def _length(self, context: Context, vector: Term) -> Term:
        return self._root(context, make("norm2", (vector,)))

    def _root(self, context: Context, square: Term) -> Term:
        """A term whose square is the value of a squared length: of any sign where that is a square, else the root."""
        known = known_of(self.search, context, [square])
        form, ring, parts = known.form(square), known.ring, list[Term]()
        for poly, sign in ((form.num, 1), (form.den, -1)):
            content, factors = ring.factors(poly)
            if content < 0 or any(m % 2 for _, m in factors) or rational_root(content) is None:
                root = make("sqrt", (ring.fraction(form),))
                make_real(self.search, context, root)
                return root
            parts += [] if content == 1 else [raised(rat(rational_root(content) or 0), sign)]
            parts += [raised(ring.term(factor), sign * m // 2) for factor, m in factors]
        return product(parts)

    def _in_frame(
        self, context: Context, entries: list[list[Term]], rank: int, equations: Sequence[Theorem]
    ) -> Theorem:
        """The mean by independent numbers: ``w.x_i`` is the i-th row of the table times them."""
        it, search = self.it, self.search
        make_real(search, context, *(entry for one in entries for entry in one))
        gram = []
        for i, x in enumerate(self.vectors):
            for j in range(i, len(self.vectors)):
                sum_ = plus(*[mul(*pair) for pair in zip(entries[i], entries[j], strict=True)])
                left = make("norm2", (x,)) if i == j else make("dot", (x, self.vectors[j]))
                make_defined(search, context, sum_)
                gram.append(self._equal(context, left, sum_, equations))
        rest = make("chi2", (plus(self.size, rat(-rank)) if rank else self.size,))
        moved = Redrawn(context, self.term, {0: [GAUSS] * rank + [rest]})
        vector, (*drawn, remainder) = moved.values[0], moved.parts[0]
        images: dict[Term, Term] = {}
        for x, one in zip(self.vectors, entries, strict=True):
            image = plus(*[mul(entry, g) for entry, g in zip(one, drawn, strict=True)])
            images |= {make("dot", pair): image for pair in ((vector, x), (x, vector))}
        square = plus(*[power(g, 2) for g in drawn], remainder)
        images |= {make("norm2", (vector,)): square, make("dot", (vector, vector)): square}
        value = it.mean(context, moved.by(images.get))
        found = it.infer(
            "GRAMLAW", context, term=self.term, member=0, vectors=self.vectors, table=entries, rank=rank, gram=gram, l1=[value]
        )  # fmt: skip
        return it.chain(context, [found, value])

    def _equal(self, context: Context, left: Term, right: Term, equations: Sequence[Theorem]) -> Theorem:
        eqs = [*known_of(self.search, context, [left, right]).equations([left, right]), *equations]
        found = self.search.attempt("RING", context, lhs=left, rhs=right, eqs=eqs)
        return found or prove_equal(self.search, context, left, right)

    # -- two vectors ----------------------------------------------------------------------------------------------------

    def _pair(self) -> Theorem:
        """By the angle where one is known: between 0 and pi there are two dimensions, and at the ends the vectors are parallel."""
        it, context = self.it, self.context
        x, y = self.vectors
        a, b = (self._length(context, v) for v in (x, y))
        t, product_ = angle(self.search, context, x, y, a, b)
        given = self._given(context, a, b, t, product_)
        if self._fits(context, given):
            return self._generic(context, given)
        run = self.search.run
        facts = [make("<=", (t, ZERO)), make("<", (ZERO, t)), make("<", (t, PI)), make("<=", (PI, t))]
        flat, between = run.declare(context, facts[0]), run.declare(context, facts[1])
        inner, turned = run.declare(between, facts[2]), run.declare(between, facts[3])
        if not self._fits(inner, given):
            raise Unproved(f"two vectors take two dimensions, and it is not known that {shown(self.size)} is not 1")
        middle = self._generic(inner, given)
        value = middle.judgement.args[1]
        ends = [self._parallel(flat, given, 1, value), self._parallel(turned, given, -1, value)]
        rest = it.infer("CASES", between, of=[middle, ends[1]])
        return it.infer("CASES", context, of=[ends[0], rest])

    def _given(self, context: Context, a: Term, b: Term, t: Term, product_: Theorem) -> tuple[Any, ...]:
        x, y = self.vectors
        squares = [self._equal(context, make("norm2", (v,)), power(one, 2), []) for v, one in ((x, a), (y, b))]
        return x, y, a, b, t, *squares, product_

    def _fits(self, context: Context, given: tuple[Any, ...]) -> bool:
        """Whether there are two dimensions, which is listed."""
        if at_most(self.search.kernel, context, ZERO, make("+", (self.size, rat(-2)))):
            return True
        with suppress(Unproved):
            two_dimensions(self.it, context, self.size, given)
            return True
        self.search.check_limit()
        return False

    def _generic(self, context: Context, given: tuple[Any, ...]) -> Theorem:
        x, y, a, b, t, *equations = given
        cosine, sine = make("cos", (t,)), make("sin", (t,))
        with suppress(Unproved):
            self.search.use(context, prove_order(self.search, context, ZERO, sine, True))
        area = product([a, b, sine])
        circle = table.axiom(self.search, context, "circle", t)
        p, q = (self.axis.get(v, ZERO) for v in (x, y))
        if ZERO in (p, q):
            # along x or y
            first, second = (
                ([a, ZERO], [mul(b, cosine), mul(b, sine)])
                if q is ZERO
                else ([mul(a, cosine), mul(a, sine)], [b, ZERO])
            )
            return self._with_arc(context, t, self._in_frame(context, [first, second], 2, [circle, *equations]))
        square = total(
            [
                product([power(p, 2), power(a, 2)]),
                product([TWO, p, q, a, b, cosine]),
                product([power(q, 2), power(b, 2)]),
            ]
        )
        self.search.use(context, self._positive(context, square, given, p, q, area))
        length = make("sqrt", (square,))
        along = [
            total([product([p, power(a, 2)]), product([q, a, b, cosine])]),
            total([product([p, a, b, cosine]), product([q, power(b, 2)])]),
        ]
        across = [product([q, area]), product([rat(-1), p, area])]
        entries = [[product([u, inv(length)]) for u in pair] for pair in zip(along, across, strict=True)]
        root = table.axiom(self.search, context, "sqrt.square", square)
        return self._in_frame(context, entries, 2, [circle, root, *equations])

    def _with_arc(self, context: Context, t: Term, found: Theorem) -> Theorem:
        """The value with the angle in the place of the arc of its cotangent."""
        arcs = [part for part in parts_of([found.judgement.args[1]]) if part.op == "atan"]
        links = [found]
        for one in arcs:
            known = instantiated(self.search, context, lemma(self.search, "sign_means__cotangent"), [t])
            (own,), (other,) = one.args, known.judgement.args[0].args
            try:
                equal = prove_equal(self.search, context, own, other)
            except Unproved:
                # an arc of error functions
                continue
            same = self.it.infer("CONG", context, eq=equal, term=one, paths=[[0]])
            turned = self.it.chain(context, [same, known])
            links.append(self.it.infer("CONG", context, eq=turned, term=links[-1].judgement.args[1], paths=[]))
        return self.it.chain(context, links)

    def _positive(
        self, context: Context, square: Term, given: tuple[Any, ...], p: Term, q: Term, area: Term
    ) -> Theorem:
        """``0 < |p x + q y|^2 = (p a + q b cos t)^2 + (q b sin t)^2``."""
        _, _, a, b, t, *_ = given
        cosine, sine = make("cos", (t,)), make("sin", (t,))
        circle = table.axiom(self.search, context, "circle", t)
        side = product([q, b, sine])
        apart = prove_nonzero(self.search, context, side)
        rows = [row(h=[total([product([p, a]), product([q, b, cosine])])]), row(h=[side]) | {"nz": [apart]}]
        return self.search.infer("POS", context, lhs=ZERO, rhs=square, rows=rows, eqs=[circle])

    def _parallel(self, context: Context, given: tuple[Any, ...], way: int, value: Term) -> Theorem:
        """The vectors have one direction (way 1) or opposite ones (way -1); the value is the same term."""
        search, it = self.search, self.it
        x, y, a, b, t, *equations = given
        pair = (t, ZERO) if way > 0 else (PI, t)
        first = search.infer("HYP", context, fact=make("<=", pair))
        second = prove_order(search, context, pair[1], pair[0], False)
        equal = it.infer("ANTISYM", context, first=first, second=second)
        equal = equal if way > 0 else it.infer("SYM", context, of=equal)
        cosine = it.infer("CONG", context, eq=equal, term=make("cos", (t,)), paths=[[0]])
        cosine = it.chain(context, [cosine, table.axiom(search, context, "cos.0" if way > 0 else "cos.1")])
        sine = it.infer("CONG", context, eq=equal, term=make("sin", (t,)), paths=[[0]])
        sine = it.chain(context, [sine, table.axiom(search, context, "sin.0" if way > 0 else "sin.1")])
        entries = [[a], [b if way > 0 else neg(b)]]
        found = self._in_frame(context, entries, 1, [cosine, sine, *equations])
        here = found.judgement.args[1]
        make_defined(search, context, value)
        return it.chain(context, [found, self._with_values(context, here, value, [cosine, sine, equal])])

    def _with_values(self, context: Context, here: Term, value: Term, ends: Sequence[Theorem]) -> Theorem:
        """The value with the cosine and the sine of the end in it."""
        links = list[Theorem]()
        for end in ends:
            reached = links[-1].judgement.args[1] if links else value
            if end.judgement.args[0] in parts_of([reached]):
                links.append(self.it.infer("CONG", context, eq=end, term=reached, paths=[]))
        reached = links[-1].judgement.args[1] if links else value
        last = prove_equal(self.search, context, here, reached)
        return self.it.chain(
            context, [last, *([self.it.infer("SYM", context, of=self.it.chain(context, links))] if links else [])]
        )
