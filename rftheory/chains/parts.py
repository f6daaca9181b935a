"""Lines that use theorems, or change a part of the line before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, cast

import sympy as sp

from rftheory.chains import computed
from rftheory.chains.binding import placed
from rftheory.chains.lines import Lines
from rftheory.chains.pairs import pair_sum
from rftheory.chains.reasons import By, Expansion, Inside, Order, Symmetry, Tail, Use, Values
from rftheory.rules.integrated import RULES
from rftheory.rules.propositions import Inequality
from rftheory.statements.claims import Claim
from rftheory.statements.domain import Range

if TYPE_CHECKING:
    from rftheory.chains.chain import Chain


class Parts(Lines):
    """Lines by theorems and by what changes inside."""

    # -- equal lines that a rule computes -------------------------------------------------------------------------------

    def computed(self, rule: Callable[..., sp.Expr], words: str = "", **options: Any) -> Self:
        """What a rule makes of the last line; the chain as it is if that is the same."""
        expr = computed.granting(rule)(self.end, **options)
        if expr == self.end:
            return self
        return self._with("=", expr, words or computed.words_of(rule, self.end))

    def expectations(self) -> Self:
        """Everything random integrated: linearity and independence, signs, frames, counts, Gaussian exponentials."""
        chain = self
        for rule in RULES:
            chain = chain.computed(rule)
        return chain

    # -- theorems -------------------------------------------------------------------------------------------------------

    def use(self, what: Any, at: Values | None = None) -> Self:
        """The line again; a claim, at values of its parameters, or a fact (`Use`) is known from here on."""
        return self._with("=", self.end, f"with {name_of(what)}", Use(what, at))

    def note(self, order: Inequality, parts: Sequence[sp.Expr]) -> Self:
        """No line: an order, whose gap is the sum of ``parts`` with signs, is known from here on."""
        made = object.__new__(type(self))
        object.__setattr__(made, "lines", self.lines)
        object.__setattr__(made, "notes", (*self.notes, Use(Order(order, tuple(parts)))))
        return made

    def by(self, what: Any, at: Values | None = None) -> Self:
        """The left side of a claim, at values of its parameters, gives place to the right side; or a bound of a power series."""
        if not isinstance(what, Claim):
            relation, target = what.of(self.end)
            return self._with(relation, target, name_of(what), By(what))
        return self._with("=", computed.replaced_by(self.end, what, at), what.name, By(what, at))

    def principal_root(self, target: sp.Expr, power: sp.Pow, root: sp.Expr, real_part: sp.Expr) -> Self:
        """``target``, in which ``power = base^(n/2)`` is ``root^n``: root^2 = base, and Re root, in the form given, is positive."""
        return self._with("=", target, f"{root} is the principal root of {power.base}", By((power, root, real_part)))

    # -- parts ----------------------------------------------------------------------------------------------------------

    def inside(
        self, inner: Chain, outer: Callable[[sp.Expr], sp.Expr], words: str = "monotone", *, strict: bool = False
    ) -> Self:
        """``outer(b)`` after ``outer(a)``, where a chain leads from a to b and ``outer`` does not decrease."""
        variable = sp.Dummy("t", real=True)
        target = placed(sp.sympify(outer(variable)), {variable: inner.end})
        return self._with(weak(inner, strict), target, f"{words}: {because(inner)}", Inside(inner, outer))

    def rewrite(self, old: sp.Expr, new: sp.Expr, words: str = "") -> Self:
        """A part replaced by an equal one."""
        reason = Inside(cast("Chain", type(self)(old).eq(new, words)))
        return self._with("=", self._put(old, new), words or f"{old} = {new}", reason)

    def backwards(self, inner: Chain) -> Self:
        """The start of a chain of equalities that ends with this line."""
        words = "; ".join(line.words for line in reversed(inner.lines[1:]))
        return self._with("=", inner.start, f"backwards: {words}", Inside(inner, lambda t: t, backwards=True))

    def under(
        self,
        inner: Chain,
        index: Range | None = None,
        last: sp.Expr | None = None,
        *,
        pairs: sp.Expr | None = None,
        target: sp.Expr | None = None,
        strict: bool = False,
    ) -> Self:
        """The sum or integral of the end of a chain, after that of its start.

        It is the one whose body the chain starts with; with ``index`` and ``last`` the sum over this index, with ``pairs`` that over
        all i < j <= pairs, and with ``target`` what is written out.
        """
        if target is None:
            if index is not None:
                target = sp.Sum(inner.end, (index.symbol, index.low, last))
            elif pairs is not None:
                target = pair_sum(inner.end, pairs)
            else:
                old, new = computed.over(self.end, inner)
                target = self._put(old, new)
        return self._with(weak(inner, strict), target, f"for each: {because(inner)}", Inside(inner))

    def integrand(self, function: sp.Expr, node: sp.Integral | None = None, factor: sp.Expr | int = 1) -> Self:
        """``factor int f`` for ``int g``, f the ``function``: g = factor f between the ends."""
        node, number = computed.integral_in(self.end, node), sp.sympify(factor)
        target = self._put(node, number * sp.Integral(function, *node.limits))
        inner = cast("Chain", type(self)(node.function).eq(number * function))
        return self._with("=", target, "equal everywhere between the ends", Inside(inner, node=node))

    def termwise(
        self,
        target: sp.Expr,
        index: Range,
        terms: Mapping[sp.Expr, sp.Expr],
        inner: Chain,
        strict_at: int | None = None,
    ) -> Self:
        """``target``, whose power series bounds that of the last line term by term.

        Args:
            target: like the last line a linear combination of the functions in ``terms``.
            index: of the terms that the chain compares; smaller ones are compared one by one.
            terms: the k-th term of each function.
            inner: a chain from the k-th term of the last line to that of ``target``.
            strict_at: an index at which the terms differ, for a strict bound.
        """
        shown = ", ".join(f"{f} = sum {t}" for f, t in terms.items())
        reason = Inside(inner, expansion=Expansion(index.symbol, terms, int(sp.sympify(index.low)), strict_at))
        relation = weak(inner, False)
        relation = relation if strict_at is None else relation[0]
        return self._with(relation, target, f"term by term: {shown}; {because(inner)}", reason)

    def for_each(self, lemma: Claim, at: Values | None = None, target: sp.Expr | None = None) -> Self:
        """The mean of the other side of an order that holds for each draw, for all lengths, or for each angle.

        Without ``at`` the parameters are those at which the left side of the lemma is the body of the mean, where that is seen.
        """
        assert isinstance(lemma.proposition, Inequality)
        at = computed.values_in_mean(self.end, lemma) if at is None else at
        relation: str = lemma.proposition.relation
        if target is None:
            relation, target = computed.mean_of_other_side(self.end, lemma, at)
        return self._with(relation, target, f"for each draw: {lemma.name}", Inside(lemma, at=at))

    # -- sums over pairs, tails, limits -----------------------------------------------------------------------------------

    def symmetry(self, size: sp.Expr, diagonal: sp.Expr) -> Self:
        """The sum over pairs of a symmetric body as half of that over all i, j without the diagonal."""
        target = computed.over_square(self.end, size, diagonal)
        return self._with("=", target, "symmetric in both indices", Symmetry(size, diagonal))

    def tail(self, rule: Any, proved: Sequence[Claim] = ()) -> Self:
        """The bound of a rule of concentration or of moments; ``proved`` claims say what it asks for."""
        relation, target = computed.of_rule(rule)
        return self._with(relation, target, rule.name, Tail(rule, tuple(proved)))


def weak(inner: Chain, strict: bool) -> str:
    """The relation of a chain, weak unless it is known to stay strict."""
    relation = inner.relation()
    return relation if strict or relation in ("=", "->") else relation[0] + "="


def because(inner: Chain) -> str:
    return "; ".join(line.words for line in inner.lines[1:])


def name_of(what: Any) -> str:
    """What a theorem is called where it is shown."""
    if isinstance(what, Claim):
        return f"the lemma {what.name}"
    return f"{what} >= 1" if isinstance(what, sp.Basic) else computed.WORDS[type(what).__name__]
