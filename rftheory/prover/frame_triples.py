"""Three members of a frame: their sum has the length of a normal vector in three times the dimensions, and a uniform direction.

The directions are turned so that the first one is that of the sum; the squares of the lengths are chi-square draws, and so is
their sum.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

from rftheory.prover.frame_tools import *
from rftheory.prover.frame_forms import tilted
from rftheory.prover.one_length import one_length_mean

COUNT = 3


@general
def three_lengths_mean(search: Search) -> Theorem:
    """``E exp(sum_i (1 - g) r_i^2/2 + r_i u_i.z)`` over three lengths and directions."""
    return _Proof(search).whole()


class _Proof:
    def __init__(self, search: Search):
        self.search = search
        self.context = declared(search, declare("int", low=rat(COUNT)), POSITIVE, vector_of(0))
        self.d, self.g, self.z = (self.context.variable(place) for place in range(3))
        self.chi, self.sphere = make("chi", (self.d,)), make("sphere", (self.d,))

    def body(self, lengths: Sequence[Term], s: Term) -> Term:
        """``exp(sum (1 - g) r_i^2/2 + rho s.z)``, ``rho^2 = sum r_i^2``."""
        tilts = [tilted(self.g, r) for r in lengths]
        return exp(plus(*tilts, make("*", (self.rho(lengths), make("dot", (s, self.z))))))

    def rho(self, lengths: Sequence[Term]) -> Term:
        return make("sqrt", (plus(*[power(r, 2) for r in lengths]),))

    def whole(self) -> Theorem:
        search, context = self.search, self.context
        found = self.over_lengths(self.over_squares())
        laws = [*[self.chi] * COUNT, make("ortho", (rat(COUNT), self.d))]
        one = mean_of(context, laws, lambda *draws: self.body(draws[:-1], make("at", (draws[-1], ONE))))
        alone = search.infer("SUBFRAME", context, term=one, member=COUNT, indices=[ONE], differ=[], l1=[found])
        found = chained(search, context, alone, found)
        term = mean_of(
            context,
            laws,
            lambda *draws: exp(
                plus(
                    *[tilted(self.g, r) for r in draws[:-1]],
                    *[
                        make("*", (r, make("dot", (make("at", (draws[-1], rat(n + 1))), self.z))))
                        for n, r in enumerate(draws[:-1])
                    ],
                )
            ),
        )
        return self.turned(term, found)

    # -- one length -------------------------------------------------------------------------------------------------

    def over_squares(self) -> Theorem:
        """The mean over three chi-square draws, from that over one length."""
        search, context = self.search, self.context
        total = make("+", (self.d,) * COUNT)
        found = instance(search, context, one_length_mean(search), total, self.d, self.g, self.z)
        back = found
        for rule, parameters in (
            ("IMAGE", {"way": "norm"}),
            ("GRAMLAW", {"vectors": [], "table": [], "rank": 0, "gram": []}),
            ("IMAGE", {"way": "parts"}),
        ):
            here = back.judgement.args[0]
            if rule == "GRAMLAW":
                self.define_square(here)
            link = search.infer(rule, context, term=here, member=0, l1=[], **parameters)
            turned = search.infer("SYM", context, of=link)
            back = chained(search, context, turned, back)
        laws = [*[make("chi2", (self.d,))] * COUNT, self.sphere]
        wanted = mean_of(context, laws, lambda *draws: self.body([_root(c) for c in draws[:-1]], draws[-1]))
        inner, (*squares, _), body = opened(search, context, wanted)
        other = instantiate(back.judgement.args[0].args[-1], [*squares, inner.variable(inner.size - 1)])
        make_defined(search, inner, other)
        eqs = [axiom(search, inner, "sqrt.square", c) for c in (*squares, plus(*squares))]
        rho = self.rho([_root(c) for c in squares])
        under = search.infer("RING", inner, lhs=rho.args[0], rhs=plus(*squares), eqs=eqs)
        same = search.infer("CONG", inner, eq=under, term=rho, paths=[[0]])
        exponent = search.infer("RING", inner, lhs=body.args[0], rhs=other.args[0], eqs=[same, *eqs])
        equal = search.infer("CONG", inner, eq=exponent, term=body, paths=[[0]])
        return pulled(search, context, wanted, back, equal)

    def define_square(self, term: Term) -> None:
        """The body is defined for each square of the length."""
        search, context = self.search, self.context
        law = make("chi2", term.args[0].args)
        inner, (c, s), _ = opened(search, context, make("E", (law, self.sphere, ZERO)))
        make_defined(
            search, inner, exp(plus(tilted(self.g, _root(c)), make("*", (_root(c), make("dot", (s, self.z))))))
        )

    # -- three lengths ----------------------------------------------------------------------------------------------

    def over_lengths(self, found: Theorem) -> Theorem:
        """From the squares to the lengths, one by one: the length is that of a normal vector."""
        search, context = self.search, self.context
        square, normal = make("chi2", (self.d,)), make("normal", (self.d,))
        for place in range(COUNT):
            for law, rule, parameters in (
                (normal, "GRAMLAW", {"vectors": [], "table": [], "rank": 0, "gram": []}),
                (self.chi, "IMAGE", {"way": "norm"}),
            ):
                laws = [*[self.chi] * place, law, *[square] * (COUNT - 1 - place), self.sphere]
                _, draws, _ = opened(search, context, make("E", (*laws, ZERO)))
                lengths = [_length(draw, one) for draw, one in zip(draws[:-1], laws[:-1], strict=True)]
                term = make("E", (*laws, close(self.body(lengths, draws[-1]), draws)))
                link = search.infer(rule, context, term=term, member=place, l1=[found], **parameters)
                found = chained(search, context, link, found)
        return found

    # -- directions -------------------------------------------------------------------------------------------------

    def turned(self, term: Term, found: Theorem) -> Theorem:
        """The direction of the sum is the first one: a table whose first column is ``r_i/rho``."""
        search, context = self.search, self.context
        inner, (r1, r2, r3, u), _ = opened(search, context, term)
        rho, flat = self.rho((r1, r2, r3)), self.rho((r1, r2))
        over, down = inv(rho), inv(flat)
        table = [
            [times(r1, over), make("neg", (times(r2, down),)), make("neg", (times(r1, r3, over, down),))],
            [times(r2, over), times(r1, down), make("neg", (times(r2, r3, over, down),))],
            [times(r3, over), ZERO, times(flat, over)],
        ]
        eqs = [axiom(search, inner, "sqrt.square", root.args[0]) for root in (rho, flat)]
        orth = []
        for i, j in combinations_with_replacement(range(COUNT), 2):
            total = make("+", [make("*", pair) for pair in zip(table[i], table[j], strict=True)])
            make_defined(search, inner, total)
            orth.append(search.infer("RING", inner, lhs=total, rhs=ONE if i == j else ZERO, eqs=eqs))
        images = self.images(inner, u, table)
        turned = exp(
            plus(
                *[tilted(self.g, r) for r in (r1, r2, r3)],
                *[make("*", (r, make("dot", (image, self.z)))) for r, image in zip((r1, r2, r3), images, strict=True)],
            )
        )
        make_defined(search, inner, turned)
        dots = self.dots(inner, images)
        other = self.body((r1, r2, r3), make("at", (u, ONE)))
        same = search.infer("RING", inner, lhs=turned.args[0], rhs=other.args[0], eqs=[*eqs, *dots])
        there = search.infer("CONG", inner, eq=same, term=turned, paths=[[0]])
        moved = pulled(search, context, make("E", (*term.args[:-1], close(turned, (r1, r2, r3, u)))), found, there)
        link = search.infer("TURN", context, term=term, member=COUNT, table=table, orth=orth, l1=[moved])
        return chained(search, context, link, moved)

    def images(self, inner: Context, u: Term, table: Sequence[Sequence[Term]]) -> list[Term]:
        found = []
        for row in table:
            parts = [make("vscale", (entry, make("at", (u, rat(n + 1))))) for n, entry in enumerate(row)]
            found.append(make("vadd", (make("vadd", (parts[0], parts[1])), parts[2])))
        return found

    def dots(self, inner: Context, images: Sequence[Term]) -> list[Theorem]:
        """The products of the images with z, written out."""
        found = []
        for image in images:
            for total in (image, image.args[0]):
                found.append(axiom(self.search, inner, "dot.sum", *total.args, self.z))
            for part in (*image.args[0].args, image.args[1]):
                found.append(axiom(self.search, inner, "dot.scale", *part.args, self.z))
        return found


def _root(c: Term) -> Term:
    return make("sqrt", (c,))


def _length(draw: Term, law: Term) -> Term:
    """A length, of a draw of it, of a vector, or of its square."""
    if law.op == "chi2":
        return _root(draw)
    return _root(make("norm2", (draw,))) if law.op == "normal" else draw
