"""Random nodes as blocks of the kernel: which draws an expectation binds, and what their laws are.

What today's nodes mean, in kernel terms:

* ``Form(w, x, table)`` is ``dot w x``: w is a draw of ``normal d``, x a vector of R^d that is known through the table of
  products of its space alone. In the context x is a variable ``vec d`` with the facts ``norm2 x = g_xx``, ``dot x y = g_xy``.
  The dimension of a space is the one that is named with a projection which its vectors meet (`SquaredLength`, frames, angles),
  else the parameter d of the domain, else an integer d >= 1 of its own: the statement holds in every dimension in which such
  vectors exist. Vectors of different spaces have no products that anybody knows.
* ``Expectation(Z)`` binds every source that Z names outside of inner expectations; sources of different names are
  independent, so they are one block, in the order of their names.
* ``SampleMean(Z, m)`` is ``inv m * sum_(i=1)^m Z(at w i)`` over ``iid m L`` for every source of Z, phases and variates too;
  means that name one source share its draws, so they must have one size. In an `OrthogonalMean` the projection is drawn
  from ``frame m d``, other sources are iid.
* ``SampleMean(Z, n)`` over ``Z = f(F)`` for one real ``F = OrthogonalMean(..)``, independent blocks, is over ``iid n (image
  ((w (frame d d))) F)``: what is drawn is the value of F in each block, since nothing else of the blocks is named.
* ``FrameExpectation(Z_1, ..., Z_k; d)`` is the expectation over ``frame k d`` with ``at w j`` in Z_j; in
  ``AngleExpectation(Z_1, Z_2; d, c)`` the directions have the cosine c: with an orthonormal pair u of ``ortho 2 d`` and
  lengths r of ``iid 2 (chi d)`` these are ``r_1 u_1`` and ``r_2 (c u_1 + sqrt(1 - c^2) u_2)``.
* ``Phase`` is uniform on (0, 2 pi); outside of every expectation it is any number of [0, 2 pi).
* ``Count w[l]`` is ``at w l`` of ``iid n (mass 0 oo p_k)``, where n is the end of the
  range of the index l; m samples of n counts each are a family of m n, sample i having those from (i - 1) n + 1 on.
  ``Coordinate w[l]`` and ``Sign w[l]`` likewise are ``at w l`` of ``iid n gauss`` and ``iid n sign``.
* ``Variate`` has any law on R: it is ``ap Q g`` for a Borel function Q of the context and g of ``gauss`` (every law on R is
  the image of N(0, 1) under its quantile function). What it declares finite is the fact ``l1 (E gauss f(ap Q g))``, values in
  [0, 1] are facts about Q(t) for all t.
  Outside of every expectation g is any number.
* ``NoncentralChiSquare(x, d, nu)`` is ``P(norm2(w - c) <= x)`` for a vector c of the context with ``norm2 c = nu``.
* A projection outside of every expectation ("for every draw") is a variable of the context with the facts of all draws.
* ``Probability`` binds as an expectation does. ``LargestDeviation`` is a maximum over x, y of the ball; there the products of
  x and y, and so their lengths and the cosine of their angle times both, are those of the bound vectors.
"""

from __future__ import annotations

import sympy as sp
from sympy.core.function import AppliedUndef

from rftheory.prover.words import *
from rftheory.inputs.kernels import theta, x_norm, y_norm
from rftheory.kernel.substitution import abstract
from rftheory.prover.draws import Block, block
from rftheory.rules.angles import AngleExpectation
from rftheory.rules.chi_square import NoncentralChiSquare
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, Form, MeanOfSamples, Phase, Probability, SquaredLength
from rftheory.rules.sources import source_of
from rftheory.rules.tables import Coordinate, Drawn, Member, Sign
from rftheory.rules.tabulated import Tabulated
from rftheory.rules.uniform import LargestDeviation
from rftheory.rules.variates import Count, Variate

if TYPE_CHECKING:
    from rftheory.prover.translate import Scope


def _drawn(scope: Scope, node: sp.Expr, index: Term | None = None) -> Term:
    name = source_of(node)
    if name not in scope.draws:
        raise Unproved(f"{name} is random outside of an expectation")
    return scope.draws[name].at(scope.member, index)


def _form(scope: Scope, node: Form) -> Term:
    return make("dot", (_drawn(scope, node), scope.vector((node.args[2], node.vector))))


def _squared_length(scope: Scope, node: SquaredLength) -> Term:
    return make("norm2", (_drawn(scope, node),))


def _member(scope: Scope, node: Count | Member) -> Term:
    return _drawn(scope, node, scope.term(node.index))


def _variate(scope: Scope, node: Variate) -> Term:
    return make("ap", (_function(scope, node.name), _drawn(scope, node)))


def _applied(scope: Scope, node: sp.Function) -> Term:
    """A function, or a sequence of masses, that may be any."""
    function = _function(scope, str(node.func))
    return make("at" if function.sort == "seq" else "ap", (function, *(scope.term(arg) for arg in node.args)))


def _function(scope: Scope, name: str) -> Term:
    if name not in scope.functions:
        raise Unproved(f"a function outside of the setting: {name}")
    return scope.functions[name]


def _expectation(scope: Scope, node: Expectation) -> Term:
    inside = block(scope, node.args)
    return inside.close("E", inside.scope.term(node.args[0]))


def _probability(scope: Scope, node: Probability) -> Term:
    inside = block(scope, node.event.args)
    event = inside.scope.relation(node.event)
    return inside.close("P", *event.args, data=event.op)


def _value(scope: Scope, node: OrthogonalMean) -> Term:
    """The value of a mean over a frame in one sample of a mean."""
    drawn = _drawn(scope, node)
    if scope.draws[source_of(node)].value_of != node:
        raise Unproved(f"a mean of sample means: {node}")
    return drawn


def _mean(scope: Scope, node: MeanOfSamples) -> Term:
    if isinstance(node, OrthogonalMean) and scope.member is not None:
        return _value(scope, node)
    inner, i = scope.fresh("int")
    body = inner.having(member=i).term(node.sample)
    size = scope.term(node.size)
    return make("*", (make("inv", (size,)), make("sum", (ONE, size, abstract(body, [i.data[0]])))))


def _product_of_members(inside: Block, samples: Sequence[sp.Expr]) -> Term:
    factors = [inside.scope.having(member=rat(j)).term(sample) for j, sample in enumerate(samples, 1)]
    return make("*", factors) if len(factors) > 1 else factors[0]


def _of_frame(scope: Scope, node: FrameExpectation) -> Term:
    mean = (OrthogonalMean, sp.Integer(len(node.samples)), node.dimension)
    inside = block(scope, node.samples, mean)
    return inside.close("E", _product_of_members(inside, node.samples))


def _of_angle(scope: Scope, node: AngleExpectation) -> Term:
    inside = block(scope, node.samples, (AngleExpectation, sp.Integer(2), node.dimension, node.cosine))
    return inside.close("E", _product_of_members(inside, node.samples))


def _largest(scope: Scope, node: LargestDeviation) -> Term:
    """``max |gap|`` over the vectors x and y of a ball."""
    if scope.dimension is None:
        raise Unproved(f"{node} has no dimension")
    tables = sorted({form.args[2] for form in node.gap.atoms(Form)}, key=str)
    x, y = (var(scope.place + j, "vec") for j in (0, 1))
    lengths = {symbol: make("sqrt", (make("norm2", (vector,)),)) for symbol, vector in ((x_norm, x), (y_norm, y))}
    cosine = sp.Dummy("x.y", real=True)
    gap = node.gap.replace(
        lambda e: isinstance(e, sp.Mul) and {x_norm, y_norm, sp.cos(theta)} <= set(e.args),
        lambda e: cosine * e / (x_norm * y_norm * sp.cos(theta)),
    )
    symbols = {key: value for key, value in scope.symbols.items() if key != theta} | lengths
    vectors = {**scope.vectors, **{(table, name): v for table in tables for name, v in (("x", x), ("y", y))}}
    inner = scope.having(symbols={**symbols, cosine: make("dot", (x, y))}, vectors=vectors, place=scope.place + 2)
    ball = (scope.dimension, scope.term(node.radius))
    body = abstract(make("abs", (inner.term(gap),)), [x.data[0], y.data[0]])
    return make("max", (*ball, *ball, body), 2)


def _squared_distance(scope: Scope, node: NoncentralChiSquare) -> Term:
    """``P(|w - c|^2 <= x)`` for the vector c of the setting with the square that is named."""
    assert scope.dimension is not None
    w = var(scope.place, "vec")
    distance = make("norm2", (make("vadd", (w, make("vscale", (rat(-1), scope.vector((node, "c")))))),))
    inside = Block((make("normal", (scope.dimension,)),), scope, (scope.place,))
    return inside.close("P", distance, scope.term(node.args[0]), data="<=")


def _refused(what: str) -> Callable[[Scope, sp.Basic], Term]:
    def refuse(_: Scope, node: sp.Basic) -> Term:
        raise Unproved(f"{what}: {node}")

    return refuse


OF_KIND: dict[type[sp.Basic], Callable[[Scope, sp.Basic], Term]] = {
    Form: _form, SquaredLength: _squared_length, Phase: _drawn, Count: _member, Coordinate: _member, Sign: _member, Variate: _variate,
    AppliedUndef: _applied, Expectation: _expectation, Probability: _probability, MeanOfSamples: _mean,
    FrameExpectation: _of_frame, AngleExpectation: _of_angle, LargestDeviation: _largest,
    Drawn: _refused("a table of data"), Tabulated: _refused("a table of numbers"),
    NoncentralChiSquare: _squared_distance,
}  # fmt: skip
