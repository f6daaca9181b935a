"""Means of signs of projections: ``E sgn(w.x) sgn(w.y) = 1 - 2 theta/pi``.

In a frame of x and y the projections are ``a g`` and ``b (cos theta g + sin theta h)``; this takes two dimensions, which an
angle between 0 and pi gives. At its ends the vectors are parallel.
"""

from __future__ import annotations

from rftheory.prover.words import *
from rftheory.kernel.defined import at_most
from rftheory.prover import table
from rftheory.prover.expectation_arcs import HALF_PI, angle, arc, length
from rftheory.prover.expectation_sign_pairs import Signs
from rftheory.prover.learn import known_of

if TYPE_CHECKING:
    from rftheory.prover.expectation_terms import Factor
    from rftheory.prover.expectations import Integrator


def mean(integrator: Integrator, context: Context, term: Term, factor: Factor, draw: Term) -> Theorem:
    """``E f = closed`` where f is a product of powers of signs of projections of one normal vector."""
    signs = list(factor.parts.items())
    if factor.exponent or len(signs) > 2 or any(sign.op != "sgn" for sign, _ in signs):
        raise Unproved(f"no table of means for {shown(term)}")
    vectors = [_vector(sign.args[0], draw) for sign, _ in signs]
    return _Hyperplanes(integrator, context, term).mean(vectors, [k for _, k in signs])


def _vector(projection: Term, draw: Term) -> Term:
    if projection.op == "dot" and draw in projection.args:
        other = projection.args[1 if projection.args[0] is draw else 0]
        if draw.data not in other.variables:
            return other
    raise Unproved("the sign of no projection")


class _Hyperplanes:
    """One mean over one normal vector."""

    def __init__(self, integrator: Integrator, context: Context, term: Term):
        self.it, self.context, self.term = integrator, context, term
        self.search, self.run = integrator.search, integrator.search.run
        self.signs = Signs(integrator)
        (self.size,) = term.args[0].args
        self.signs.bounded(context, term)

    def mean(self, vectors: Sequence[Term], powers: Sequence[int]) -> Theorem:
        if len(vectors) == 1 and powers[0] % 2 == 0:
            return self._even(self.context, self.term, vectors[0], powers[0])
        if len(vectors) == 2 and powers[0] == powers[1] and powers[0] in (1, 2):
            return self._pair(vectors[0], vectors[1], powers[0])
        if sum(powers) % 2:
            return self._odd()
        raise Unproved(f"no table of means for {shown(self.term)}")

    # -- one vector -------------------------------------------------------------------------------------------------

    def _odd(self) -> Theorem:
        """The mean of an odd function: -w has the law of w."""
        it, context, term = self.it, self.context, self.term
        mirrored = it.infer("IMAGE", context, term=term, member=0, way="reflect", l1=[])
        linear = it.infer("LIN", context, terms=[term], coefficients=[rat(-1)], l1=[])
        inner, draws = it.opened(context, term)
        turned, plain = (
            instantiate(side.args[-1], draws) for side in (mirrored.judgement.args[1], linear.judgement.args[0])
        )
        equations = []
        for atom in atoms_of([turned]):
            same = self._bilinear(inner, atom.args[0])
            moved = it.infer("CONG", inner, eq=same, term=atom, paths=[[0]])
            (value,) = moved.judgement.args[1].args
            equations.append(it.chain(inner, [moved, table.axiom(self.search, inner, "sgn.neg", *value.args)]))
        identity = it.infer("RING", inner, lhs=turned, rhs=plain, eqs=equations)
        end = mirrored.judgement.args[1]
        self.search.use(context, it.infer("L1", context, of=mirrored, term=end))
        same = it.infer("CONG", context, eq=identity, term=end, paths=[[1]])
        negative = it.chain(context, [mirrored, same, linear])
        return it.infer("RING", context, lhs=term, rhs=ZERO, eqs=[negative])

    def _bilinear(self, inner: Context, projection: Term) -> Theorem:
        """``(-w).x = -(w.x)``."""
        first, second = projection.args
        turned = first if first.op == "vscale" else second
        plain = make("dot", tuple(arg.args[1] if arg is turned else arg for arg in projection.args))
        target = make("neg", (plain,))
        equations = known_of(self.search, inner, [projection, target]).equations([projection, target])
        return self.it.infer("RING", inner, lhs=projection, rhs=target, eqs=equations)

    def _even(self, context: Context, term: Term, x: Term, order: int) -> Theorem:
        """``E sgn(w.x)^n = 1`` for even n."""
        it = self.it
        a, square = length(self.search, context, x)
        gram = it.chain(context, [square, it.infer("RING", context, lhs=power(a, 2), rhs=make("*", (a, a)), eqs=[])])
        found = it.infer("GRAMLAW", context, term=term, member=0, vectors=[x], table=[[a]], rank=1, gram=[gram], l1=[])
        links = [found, self._kept_draws(context, found.judgement.args[1], 1)]
        here = links[-1].judgement.args[1]
        inner, (g,) = it.opened(context, here)
        body = instantiate(here.args[1], (g,))
        value = self._sign_of_multiple(inner, body.args[0], a, g)
        identity = it.infer("CONG", inner, eq=value, term=body, paths=[[0]])
        links.append(it.infer("CONG", context, eq=identity, term=here, paths=[[1]]))
        links.append(self.signs.square(context, order))
        return it.chain(context, links)

    def _kept_draws(self, context: Context, term: Term, count: int) -> Theorem:
        """Without the rest of the squared length."""
        self.signs.bounded(context, term)
        found = self.it.infer("BLOCK", context, term=term, keep=list(range(count)), l1=[])
        self.search.use(context, self.it.infer("L1", context, of=found, term=found.judgement.args[1]))
        return found

    def _sign_of_multiple(self, inner: Context, sign: Term, positive: Term, other: Term) -> Theorem:
        """``sgn(c f) = sgn f`` for c > 0."""
        it, search = self.it, self.search
        order = prove_order(self.run, inner, ZERO, positive, True)
        whole = make("*", (positive, other))
        links = []
        if sign.args[0] is not whole:
            same = prove_equal(self.run, inner, sign.args[0], whole)
            links.append(it.infer("CONG", inner, eq=same, term=sign, paths=[[0]]))
        links.append(table.axiom(search, inner, "sgn.product", positive, other))
        one = table.axiom(search, inner, "sgn.positive", positive, premises=[order])
        here = links[-1].judgement.args[1]
        links.append(it.infer("RING", inner, lhs=here, rhs=make("sgn", (other,)), eqs=[one]))
        return it.chain(inner, links)

    # -- two vectors ------------------------------------------------------------------------------------------------

    def _pair(self, x: Term, y: Term, order: int) -> Theorem:
        context = self.context
        (a, square_a), (b, square_b) = length(self.search, context, x), length(self.search, context, y)
        t, inner_product = angle(self.search, context, x, y, a, b)
        slope = make("*", (rat(-2), make("inv", (PI,)), t))
        value = ONE if order == 2 else make("+", (ONE, slope))
        return self._cases((x, y, a, b, t, square_a, square_b, inner_product), order, value)

    def _cases(self, given: tuple[Any, ...], order: int, value: Term) -> Theorem:
        """The angle is 0, pi, or between."""
        it, t = self.it, given[4]
        if t in (ZERO, PI):
            return self._parallel(self.context, given, order, value, 1 if t is ZERO else -1)
        if t is HALF_PI:
            return self._generic(self.context, given, order, value)
        facts = [[make("<=", (t, ZERO)), make("<", (ZERO, t))], [make("<", (t, PI)), make("<=", (PI, t))]]
        above, between = (self.run.declare(self.context, fact) for fact in facts[0])
        inner, end = (self.run.declare(between, fact) for fact in facts[1])
        flat = self._parallel(above, given, order, value, 1)
        turned = self._parallel(end, given, order, value, -1)
        middle = self._generic(inner, given, order, value)
        rest = it.infer("CASES", between, of=[middle, turned])
        return it.infer("CASES", self.context, of=[flat, rest])

    def _parallel(self, context: Context, given: tuple[Any, ...], order: int, value: Term, way: int) -> Theorem:
        """The vectors are parallel (way 1) or opposite (way -1)."""
        it, search = self.it, self.search
        x, y, a, b, t, *_ = given
        pair = (t, ZERO) if way > 0 else (PI, t)
        if t in (ZERO, PI):
            equal = it.infer("REFL", context, term=t)
        else:
            first = search.infer("HYP", context, fact=make("<=", pair))
            second = prove_order(self.run, context, pair[1], pair[0], False)
            equal = it.infer("ANTISYM", context, first=first, second=second)
            equal = equal if way > 0 else it.infer("SYM", context, of=equal)
        cosine = it.infer("CONG", context, eq=equal, term=make("cos", (t,)), paths=[[0]])
        cosine = it.chain(context, [cosine, table.axiom(search, context, "cos.0" if way > 0 else "cos.1")])
        other = make("neg", (a,)) if way > 0 else a
        v = make("vadd", (make("vscale", (b, x)), make("vscale", (other, y))))
        size = make("norm2", (v,))
        eqs = [cosine, *known_of(search, context, [size]).equations([size])]
        nothing = it.infer("RING", context, lhs=size, rhs=ZERO, eqs=eqs)
        inner, (w,) = it.opened(context, self.term)
        body = instantiate(self.term.args[1], (w,))
        projections = [atom for atom in atoms_of([body])]
        of_x = next(atom for atom in projections if _vector(atom.args[0], w) is x)
        of_y = next(atom for atom in projections if atom is not of_x)
        zero = table.axiom(search, inner, "dot.of_zero", v, w, premises=[nothing])
        ratio = make("*", (b, make("inv", (a,))))
        target = make("*", (ratio, of_x.args[0]))
        target = target if way > 0 else make("*", (ratio, make("neg", (of_x.args[0],))))
        terms = [zero.judgement.args[0], *(s.args[0] for s in (of_x, of_y))]
        eqs = [*known_of(search, inner, terms).equations(terms), zero]
        same = it.infer("RING", inner, lhs=of_y.args[0], rhs=target, eqs=eqs)
        links = [it.infer("CONG", inner, eq=same, term=of_y, paths=[[0]])]
        links.append(self._sign_of_multiple(inner, links[-1].judgement.args[1], ratio, target.args[1]))
        eqs = [it.chain(inner, links)]
        if way < 0:
            eqs.insert(0, table.axiom(search, inner, "sgn.neg", of_x.args[0]))
        even = power(of_x, 2 * order)
        front = rat(way if order == 1 else 1)
        identity = it.infer("RING", inner, lhs=body, rhs=make("*", (front, even)), eqs=eqs)
        one = make("E", (*self.term.args[:-1], close(even, (w,))))
        self.signs.bounded(context, one)
        mean = self._even(context, one, x, 2 * order)
        it.kept(context, mean)
        linear = it.infer("LIN", context, terms=[one], coefficients=[front], l1=[mean]) if front is not ONE else None
        whole = make("E", (*self.term.args[:-1], close(make("*", (front, even)), (w,))))
        moved = it.infer("CONG", context, eq=identity, term=self.term, paths=[[1]])
        if linear is None:
            plain = it.infer("RING", inner, lhs=make("*", (front, even)), rhs=even, eqs=[])
            search.use(context, it.infer("L1", context, of=moved, term=whole))
            linear = it.infer("CONG", context, eq=plain, term=whole, paths=[[1]])
        last = it.infer("RING", context, lhs=linear.judgement.args[1], rhs=value, eqs=[equal, mean])
        return it.chain(context, [moved, linear, last])

    def _generic(self, context: Context, given: tuple[Any, ...], order: int, value: Term) -> Theorem:
        """An angle between 0 and pi."""
        it, search = self.it, self.search
        x, y, a, b, t, square_a, square_b, dot = given
        two_dimensions(self.it, context, self.size, given)
        sine, cosine = make("sin", (t,)), make("cos", (t,))
        positive = prove_order(self.run, context, ZERO, sine, True)
        search.use(context, positive)
        entries = [[a, ZERO], [make("*", (b, cosine)), make("*", (b, sine))]]
        circle = table.axiom(search, context, "circle", t)
        gram = []
        for i, j, known in ((0, 0, square_a), (0, 1, dot), (1, 1, square_b)):
            total = make("+", [make("*", (entries[i][k], entries[j][k])) for k in range(2)])
            left = make("norm2", ((x, y)[i],)) if i == j else make("dot", (x, y))
            gram.append(it.infer("RING", context, lhs=left, rhs=total, eqs=[circle, known]))
        found = it.infer(
            "GRAMLAW", context, term=self.term, member=0, vectors=[x, y], table=entries, rank=2, gram=gram, l1=[]
        )
        links = [found, self._kept_draws(context, found.judgement.args[1], 2)]
        here = links[-1].judgement.args[1]
        inner, (g, h) = it.opened(context, here)
        k = make("*", (cosine, make("inv", (sine,))))
        body = instantiate(here.args[2], (g, h))
        images = ((a, g), (make("*", (b, sine)), make("+", (make("*", (k, g)), h))))
        first = make("+", (make("*", (a, g)), make("*", (ZERO, h))))
        equations = []
        for atom in atoms_of([body]):
            front, image = images[0 if atom.args[0] is first else 1]
            equations.append(self._sign_of_multiple(inner, atom, front, image))
        theorem = self.signs.pair() if order == 1 else self.signs.squares()
        known = instantiated(self.run, context, theorem, [k])
        target = instantiate(known.judgement.args[0].args[2], (g, h))
        identity = it.infer("RING", inner, lhs=body, rhs=target, eqs=equations)
        links.append(it.infer("CONG", context, eq=identity, term=here, paths=[[2]]))
        links.append(known)
        if order == 1:
            angle = instantiated(self.run, context, arc(self.signs), [t])
            links.append(it.infer("RING", context, lhs=known.judgement.args[1], rhs=value, eqs=[angle]))
        return it.chain(context, links)


def two_dimensions(it: Integrator, context: Context, d: Term, given: tuple[Any, ...]) -> None:
    """List ``0 <= d - 2``: in one dimension two vectors are parallel."""
    search, rest = it.search, make("+", (d, rat(-2)))
    if at_most(search.kernel, context, ZERO, rest):
        return
    try:
        order = prove_order(search.run, context, TWO, d, False)
    except Unproved:
        order = _from_angle(it, context, d, given)
    search.use(context, it.infer("POS", context, lhs=ZERO, rhs=rest, rows=[row(order)], eqs=[]))


def _from_angle(it: Integrator, context: Context, d: Term, given: tuple[Any, ...]) -> Theorem:
    search, run = it.search, it.search.run
    wanted = make("<=", (TWO, d))
    low, high = (run.declare(context, fact) for fact in (make("<", (d, TWO)), wanted))
    small = search.infer("HYP", low, fact=make("<", (d, TWO)))
    cases = []
    for number in (ONE, TWO):
        inner = run.declare(low, make("=", (d, number)))
        equal = search.infer("HYP", inner, fact=make("=", (d, number)))
        if number is TWO:
            nothing = it.infer("CHAIN", inner, links=[it.infer("SYM", inner, of=equal), small])
        else:
            nothing = _in_one_dimension(it, inner, d, given, equal)
        cases.append(it.infer("ABSURD", inner, of=nothing, judgement=wanted))
    first = it.infer("CASES", low, of=cases)
    return it.infer("CASES", context, of=[first, search.infer("HYP", high, fact=wanted)])


def _in_one_dimension(it: Integrator, context: Context, d: Term, given: tuple[Any, ...], equal: Theorem) -> Theorem:
    """``0 < (a b sin t)^2 = 0``."""
    search = it.search
    x, y, a, b, t, square_a, square_b, dot = given
    equations = []
    for v, w in ((x, x), (y, y), (x, y)):
        coordinates = table.axiom(search, context, "dot.coordinates", v, w, d)
        whole = coordinates.judgement.args[1]
        one = it.infer("CONG", context, eq=equal, term=whole, paths=[[1]])
        single = it.infer("SINGLE", context, term=one.judgement.args[1])
        equations.append(it.chain(context, [coordinates, one, single]))
    squares = [table.axiom(search, context, "norm2.dot", v) for v in (x, y)]
    sine = make("sin", (t,))
    area = power(make("*", (a, b, sine)), 2)
    circle = table.axiom(search, context, "circle", t)
    gram = make(
        "+", (make("*", (make("norm2", (x,)), make("norm2", (y,)))), make("neg", (power(make("dot", (x, y)), 2),)))
    )
    first = it.infer("RING", context, lhs=area, rhs=gram, eqs=[square_a, square_b, dot, circle])
    second = it.infer("RING", context, lhs=gram, rhs=ZERO, eqs=[*equations, *squares])
    positive = prove_order(search.run, context, ZERO, area, True)
    return it.infer("CHAIN", context, links=[positive, first, second])
