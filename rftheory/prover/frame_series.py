"""Exponentials over two lengths and two orthogonal directions, ``E exp(.. + c X)`` for complex c, as an integral over an angle.

``cosh(c X)`` is a series in ``c^2 X^2``; its members are integrated by `frame_blocks` and summed under the integral over the
angle. The same sums with ``|c|`` converge, which is what the exchanges need. -u has the law of u, so exp may take the place
of cosh.
"""

from __future__ import annotations

from rftheory.prover.frame_tools import *
from rftheory.prover.frame_blocks import along, block_moment, blocks, lengths_of
from rftheory.prover.frame_forms import TwoLengths, angle_density
from rftheory.prover.series import sum_value


class FrameBlock:
    """The terms, for numbers d, g_1, g_2, a_1, a_2, b, z, p, q; c = p + i q."""

    def __init__(self, variables: Sequence[Term], square: Term | None = None):
        self.variables = tuple(variables)
        self.d, *_, self.z, p, q = variables
        self.c = make("+", (p, make("*", (IMAG, q))))
        self.laws = blocks(self.d)
        #: ``c^2``, or its size
        self.square = power(self.c, 2) if square is None else square

    def sized(self) -> FrameBlock:
        """The same with ``|c^2|``."""
        return FrameBlock(self.variables, make("abs", (self.square,)))

    def lengths(self, n: Term) -> TwoLengths:
        """The terms of `frame_lengths` with an index of its own."""
        d, *rest = self.variables[:6]
        return TwoLengths(d, n, *rest)

    @property
    def of(self) -> TwoLengths:
        return self.lengths(ZERO)

    def x(self, x: Term, y: Term, u: Term) -> Term:
        return along(lengths_of(self.of, x, y), u, self.z)

    # -- members of the two series ----------------------------------------------------------------------------------

    def member(self, n: Term, x: Term, y: Term, u: Term) -> Term:
        """``exp(..) (c X)^(2n)/(2n)!``, the power of c apart."""
        numbers = times(make("rpow", (QUARTER, n)), gamma(HALF), inv(gamma(plus(n, HALF))), inv(gamma(plus(n, ONE))))
        rest = make("*", (numbers, self.of.tilt(x, y), even_power(self.x(x, y, u), n)))
        return make("*", (make("rpow", (self.square, n)), rest))

    def angle_member(self, n: Term, phi: Term) -> Term:
        """A term of the series of `function`, times the density."""
        d = self.d
        numbers = times(
            gamma(plus(d, n)), inv(gamma(d)), gamma(half(d)), inv(gamma(plus(half(d), n))), inv(gamma(plus(n, ONE)))
        )
        powers = make("rpow", (half(make("norm2", (self.z,))), n)), make("rpow", (self.of.width(phi), n))
        return make("*", (make("rpow", (self.square, n)), make("*", (angle_density(d, phi), numbers, *powers))))

    def function(self, phi: Term) -> Term:
        """``1F1(d; d/2; c^2 z^2 V/2)``."""
        place = make("*", (HALF, self.square, make("norm2", (self.z,)), self.of.width(phi)))
        return make("pfq", (self.d, half(self.d), place), (1, 1))

    def down(self) -> Term:
        """``(g_1 g_2)^(-d/2)``."""
        _, g1, g2 = self.variables[:3]
        return times(*[make("rpow", (g, times(rat(Fraction(-1, 2)), self.d))) for g in (g1, g2)])


PARAMETERS = (DIMENSION, POSITIVE, POSITIVE, REAL, REAL, REAL, vector_of(0), REAL, REAL)


def summed(search: Search, context: Context, series: Term, value: Term) -> Theorem:
    """``sum = c pfq(..)`` for the value that is given, as far as the argument of the function is seen to be the same."""
    found = sum_value(search, context, series)
    here = found.judgement.args[1]
    (old,) = [atom for atom in atoms_of([here]) if atom.op == "pfq"]
    (new,) = [atom for atom in atoms_of([value]) if atom.op == "pfq"]
    links = [found]
    for place, (first, second) in enumerate(zip(old.args, new.args, strict=True)):
        if first is not second:
            same = same_inside(search, context, first, second)
            step = search.infer("CONG", context, eq=same, term=old, paths=[[place]])
            step = search.infer("CONG", context, eq=step, term=links[-1].judgement.args[1], paths=[])
            links.append(step)
            old = make("pfq", (*old.args[:place], second, *old.args[place + 1 :]), old.data)
    make_defined(search, context, value)
    here = links[-1].judgement.args[1]
    if here is not value:
        links.append(prove_equal(search, context, here, value))
    return chained(search, context, *links)


# -- over the angle -------------------------------------------------------------------------------------------------


@general
def angle_series(search: Search) -> Theorem:
    """``sum_n int members = int density 1F1``, for complex c."""
    context = declared(search, *PARAMETERS)
    of = FrameBlock([context.variable(place) for place in range(9)])
    small, value = _under_angle(search, context, of)
    large, _ = _under_angle(search, context, of.sized())
    arc, (phi,), series = opened(search, context, small)
    within, (n,), member = opened(search, arc, series)
    size = _size(search, within, member, of.sized().angle_member(n, phi))
    l1 = search.infer("DEF", context, judgement=make("l1", (large,)))
    whole = search.infer("TRANSPORT", context, of=l1, eqs=[size], paths=[[0, 2, 2]])
    swap = search.infer("SWAP", context, term=small, first=[], whole=[whole], other=[])
    return chained(search, context, search.infer("SYM", context, of=swap), value)


def _under_angle(search: Search, context: Context, of: FrameBlock) -> tuple[Term, Theorem]:
    """``int sum_n members``, and that it is ``int density 1F1``."""
    whole = integral_of(context, ZERO, PI, lambda phi: make("*", (angle_density(of.d, phi), of.function(phi))))
    arc, (phi,), _ = opened(search, context, make("int", (ZERO, PI, ZERO)))
    _nonnegative_width(search, arc, of, phi)
    search.use(context, prove_convergent(search, context, whole))
    series = series_of(arc, lambda n: of.angle_member(n, phi))
    value = summed(search, arc, series, make("*", (angle_density(of.d, phi), of.function(phi))))
    small = make("int", (ZERO, PI, close(series, (phi,))))
    return small, pulled(search, context, small, refl(search, context, whole), value)


def _nonnegative_width(search: Search, arc: Context, of: FrameBlock, phi: Term) -> None:
    """V is a sum of two squares, by the half of the angle."""
    _, g1, g2, a1, a2, b = of.variables[:6]
    width, part = of.of.width(phi), half(phi)
    sine, cosine = make("sin", (part,)), make("cos", (part,))
    roots = [make("sqrt", (g,)) for g in (g1, g2)]
    squares = plus(
        power(plus(times(a1, inv(roots[0]), cosine), times(a2, inv(roots[1]), sine)), 2),
        power(times(b, inv(roots[1]), sine), 2),
    )
    doubled = search.infer("RING", arc, lhs=phi, rhs=plus(part, part), eqs=[])
    eqs = []
    for op in ("sin", "cos"):
        first = search.infer("CONG", arc, eq=doubled, term=make(op, (phi,)), paths=[[0]])
        eqs.append(search.infer("CHAIN", arc, links=[first, axiom(search, arc, f"{op}.sum", part, part)]))
    eqs += [axiom(search, arc, "circle", part), *(axiom(search, arc, "sqrt.square", g) for g in (g1, g2))]
    make_defined(search, arc, squares)
    make_defined(search, arc, width)
    same = search.infer("RING", arc, lhs=squares, rhs=width, eqs=eqs)
    sign = search.infer("DEF", arc, judgement=make("<=", (ZERO, squares)))
    search.use(arc, search.infer("CHAIN", arc, links=[sign, same]))


def _size(search: Search, context: Context, member: Term, sized: Term) -> Theorem:
    """``c r = |s|`` for a member ``s = k^n r`` with ``c = |k|^n``, 0 <= r."""
    front, rest = member.args
    parts = axiom(search, context, "abs.product", front, rest)
    sign = prove_order(search, context, ZERO, rest, False)
    eqs = [axiom(search, context, "abs.rpow", *front.args), axiom(search, context, "abs.same", rest, premises=[sign])]
    make_defined(search, context, sized)
    return search.infer("RING", context, lhs=sized, rhs=make("abs", (member,)), eqs=[parts, *eqs])


# -- over the block -------------------------------------------------------------------------------------------------


@general
def block_series(search: Search) -> Theorem:
    """``sum_n E members = (g_1 g_2)^(-d/2) int density 1F1``."""
    context = declared(search, *PARAMETERS)
    of = FrameBlock([context.variable(place) for place in range(9)])
    total = instance(search, context, angle_series(search), *of.variables)
    index, (n,), _ = opened(search, context, make("sum", (ZERO, OO, ZERO)))
    each = _each(search, index, of, n)
    whole = make("sum", (ZERO, OO, close(each.judgement.args[0], (n,))))
    return pulled(search, context, whole, scaled(search, context, total, of.down()), each)


def _each(search: Search, index: Context, of: FrameBlock, n: Term) -> Theorem:
    """``E member = (g_1 g_2)^(-d/2) int angle member``."""
    d, *rest = of.variables[:7]
    moment = instance(search, index, block_moment(search), d, n, *rest)
    member = mean_of(index, of.laws, lambda *draws: of.member(n, *draws))
    opened(search, index, member)
    front = make("rpow", (of.square, n))
    below = times(make("rpow", (QUARTER, n)), gamma(HALF), inv(gamma(plus(n, HALF))), inv(gamma(plus(n, ONE))))
    known = pulled(search, index, member, scaled(search, index, moment, times(front, below)))
    angle = integral_of(index, ZERO, PI, lambda phi: of.angle_member(n, phi))
    (bare,) = [atom for atom in atoms_of([known.judgement.args[1]]) if atom.op == "int"]
    search.use(index, search.infer("L1", index, of=known, term=bare))
    rest_ = times(
        front, make("rpow", (half(make("norm2", (of.z,))), n)), gamma(plus(d, n)), inv(gamma(d)), gamma(half(d)),
        inv(gamma(plus(half(d), n))), inv(gamma(plus(n, ONE))),
    )  # fmt: skip
    there = pulled(search, index, angle, scaled(search, index, refl(search, index, bare), rest_))
    square = make("norm2", (of.z,))
    halves = axiom(search, index, "rpow.product", HALF, square, n)
    quarter = axiom(search, index, "rpow.product", QUARTER, TWO, n)
    plain = search.infer("RING", index, lhs=make("*", (QUARTER, TWO)), rhs=HALF, eqs=[])
    simple = search.infer("CONG", index, eq=plain, term=quarter.judgement.args[0], paths=[[0]])
    quarter = search.infer("CHAIN", index, links=[search.infer("SYM", index, of=simple), quarter])
    eqs = [there, halves, quarter, axiom(search, index, "gamma.half")]
    target = make("*", (of.down(), angle))
    make_defined(search, index, target)
    last = search.infer("RING", index, lhs=known.judgement.args[1], rhs=target, eqs=eqs)
    return chained(search, index, known, last)


@general
def cosh_mean(search: Search) -> Theorem:
    """``E exp(..) cosh(c X) = (g_1 g_2)^(-d/2) int density 1F1``."""
    context = declared(search, *PARAMETERS)
    of = FrameBlock([context.variable(place) for place in range(9)])
    total = instance(search, context, block_series(search), *of.variables)
    series = total.judgement.args[0]
    index, (n,), _ = opened(search, context, series)
    opened(search, context, make("E", (*of.laws, ZERO)))
    # the sum of the means of the sizes
    large = FrameBlock((*of.variables[:7], make("abs", (of.c,)), ZERO))
    bound = instance(search, context, block_series(search), *large.variables)
    within, draws, member = opened(search, index, instantiate(series.args[2], (n,)))
    sized = _size(search, within, member, of.sized().member(n, *draws))
    size = axiom(search, within, "abs.power", of.c, numbers=[2])
    square = search.infer("RING", within, lhs=large.square, rhs=of.sized().square, eqs=[size])
    same = search.infer("CONG", within, eq=square, term=large.member(n, *draws), paths=[[0, 0]])
    same = search.infer("CHAIN", within, links=[same, sized])
    l1 = search.infer("L1", context, of=bound, term=bound.judgement.args[0])
    whole = search.infer("TRANSPORT", context, of=l1, eqs=[same], paths=[[0, 2, 3]])
    # cosh as a series
    block, (x, y, u), _ = opened(search, context, make("E", (*of.laws, ZERO)))
    wave = make("*", (of.c, of.x(x, y, u)))
    sums = series_of(block, lambda k: of.member(k, x, y, u))
    named = axiom(search, block, "cosh.series", wave)
    value = summed(search, block, sums, make("*", (of.of.tilt(x, y), named.judgement.args[0])))
    last = search.infer("CONG", block, eq=named, term=value.judgement.args[1], paths=[[1]])
    value = chained(search, block, value, last)
    swap = search.infer("SWAP", context, term=series, first=[], whole=[whole], other=[value])
    found = chained(search, context, search.infer("SYM", context, of=swap), total)
    wanted = mean_of(
        context,
        of.laws,
        lambda x, y, u: make("*", (of.of.tilt(x, y), make("cosh", (make("*", (of.c, of.x(x, y, u))),)))),
    )
    return pulled(search, context, wanted, found, search.infer("SYM", block, of=value))
