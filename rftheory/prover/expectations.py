"""Expectations in closed form: the body expanded, its summands integrated one by one, by linearity and independence."""

from __future__ import annotations

import weakref

from rftheory.prover.words import *
from rftheory.kernel.known import known
from rftheory.kernel.terms import inside
from rftheory.prover import (
    expectation_bounds,
    expectation_cubes,
    expectation_laws,
    expectation_normal,
    expectation_products,
    expectation_sums,
    expectation_uniform,
    sizes,
    tails_convergence,
)
from rftheory.prover.expectation_steps import Steps, home, renamed
from rftheory.prover.expectation_terms import Expansion, Factor, nested
from rftheory.prover.search import MEAN_STEPS


def is_random(term: Term) -> bool:
    """Whether a term has an expectation or a probability inside."""
    return term.op in ("E", "P") or any(is_random(arg) for arg in term.args)


def closed_form(run: Any, context: Context, term: Term) -> Theorem:
    """``term = closed``."""
    return integrator_of(run).closed(context, term)


def make_convergent(run: Any, context: Context, term: Term) -> None:
    """List ``l1`` of an expectation."""
    integrator_of(run).mean(context, term)


def make_laws(run: Any, context: Context, term: Term) -> None:
    """List what shows that the laws of a probability are laws."""
    for law in term.args[:-2]:
        expectation_laws.make_law(integrator_of(run), context, law)


_integrators: weakref.WeakKeyDictionary[Any, Integrator] = weakref.WeakKeyDictionary()


def integrator_of(run: Any) -> Integrator:
    """The one integrator of a run."""
    found = _integrators.get(run)
    if found is None:
        found = _integrators[run] = Integrator(search_of(run))
    return found


class Integrator(Steps):
    """Means that were found, by context and term."""

    def __init__(self, search: Search):
        super().__init__(search)
        self._means: dict[tuple[Context, Term], Theorem] = {}
        self._failed: dict[tuple[Context, Term], str] = {}

    # -- terms with expectations ------------------------------------------------------------------------------------

    def closed(self, context: Context, term: Term) -> Theorem:
        """``term = closed``: every expectation in it is exchanged for its value."""
        if term.op == "E":
            return self.mean(context, term)
        if term.op == "P":
            with suppress(Unproved):
                return self._probability(context, term)
            self.search.check_limit()
        links, here = list[Theorem](), term
        for number in range(len(term.args)):
            arg = here.args[number]
            if not is_random(arg) or arg.sort != "scalar":
                continue
            where, held = context, arg
            if bound_tags(term.op, term.args, term.data) and number >= len(term.args) - inside(term.op):
                where, _, opened = bodies(context, here)
                held = opened[number - len(term.args)]
            equation = self.closed(where, held)
            if equation.judgement.args[0] is equation.judgement.args[1]:
                continue
            self.define(context, here)
            links.append(self.infer("CONG", context, eq=equation, term=here, paths=[[number]]))
            here = links[-1].judgement.args[1]
        return self.chain(context, links) if links else self.infer("REFL", context, term=term)

    def _probability(self, context: Context, term: Term) -> Theorem:
        """The probability of an order by the mean of its indicator, if that has a value."""
        make_laws(self.search, context, term)
        inner, _, sides = bodies(context, term)
        make_real(self.search, inner, *sides)
        indicator = self.infer("INDICATOR", context, event=term)
        found = self.closed(context, indicator.judgement.args[1])
        if is_random(found.judgement.args[1]):
            raise Unproved(f"no value of a probability: {shown(term)}")
        return self.chain(context, [indicator, found])

    def mean(self, context: Context, term: Term) -> Theorem:
        """``E f = closed``, listed as convergent; itself where only convergence is known."""
        before: Context | None = context
        while before is not None:
            if (before, term) in self._means:
                return self._means[before, term]
            before = before.parent
        if (context, term) in self._failed:
            raise Unproved(self._failed[context, term])
        self.search.allow(MEAN_STEPS)
        place = self._place(context, term)
        try:
            found = self._mean(place, term)
        except Unproved as error:
            self._failed[context, term] = str(error)
            raise
        self._means[place, term] = self.kept(place, found)
        return found

    def _place(self, context: Context, term: Term) -> Context:
        """Where a mean is found once for all: its home, if its laws are seen to be laws there."""
        place = home(context, term)
        try:
            for law in term.args[:-1]:
                expectation_laws.make_law(self, place, law)
        except Unproved:
            return context
        return place

    def _mean(self, context: Context, term: Term) -> Theorem:
        for law in term.args[:-1]:
            expectation_laws.make_law(self, context, law)
        self._constants(context, term.args[-1])
        inner, draws = self.opened(context, term)
        body = instantiate(term.args[-1], draws)
        make_defined(self.search, inner, body)
        expansion = Expansion(self.search, inner, draws)
        try:
            identity, summands = expansion.normal_form(body)
            if expectation_cubes.is_joint(term.args[:-1], summands):
                return expectation_cubes.average(self, context, term)
            members = [self._product_mean(context, term, draws, factors) for _, factors in summands]
            return self._linear(context, term, identity, [c for c, _ in summands], members)
        except Unproved as reason:
            if not known(self.search.kernel, context, make("l1", (term,))):
                self.search.use(context, self._bounded(context, term, reason))
            return self.infer("REFL", context, term=term)

    def _constants(self, context: Context, body: Term) -> None:
        """List what parts that are free of draws need to be defined; the coefficients of vectors are real."""
        seen, todo = set[Term](), [body]
        while todo:
            part = todo.pop()
            if part in seen or part.sort == "law":
                continue
            seen.add(part)
            if part.op == "vscale" and not part.args[0].loose:
                make_real(self.search, context, part.args[0])
            if part.sort == "scalar" and not part.loose:
                make_defined(self.search, context, part)
            todo += [arg for arg in part.args if part.sort == "vec" or part.loose]

    def _linear(
        self,
        context: Context,
        term: Term,
        identity: Theorem | None,
        coefficients: Sequence[Term],
        members: Sequence[Theorem],
    ) -> Theorem:
        """From the means of the summands to that of the sum."""
        make_defined(self.search, context, *coefficients)
        means = [member.judgement.args[0] for member in members]
        if len(members) == 1 and coefficients[0] is ONE:
            links = [members[0]]
        else:
            linear = self.infer("LIN", context, terms=means, coefficients=list(coefficients), l1=list(members))
            values = [
                product([*([c] if c is not ONE else []), member.judgement.args[1]])
                for c, member in zip(coefficients, members, strict=True)
            ]
            value = total([v for v in values if v is not ZERO])
            self.define(context, value)
            links = [linear, self.ring(context, linear.judgement.args[1], value, members)]
        return self.chain(context, [*self.expanded(context, term, links[0], identity), *links])

    # -- products ---------------------------------------------------------------------------------------------------

    def _product_mean(self, context: Context, term: Term, draws: Sequence[Term], factors: Sequence[Factor]) -> Theorem:
        """The mean over the whole block of a product of factors with different draws."""
        laws = term.args[:-1]
        if not factors:
            return self.infer("CONST", context, over=make("E", (*laws, ZERO)), value=ONE)
        kept: list[int] = []
        parts = []
        for factor in factors:
            members = [number for number, draw in enumerate(draws) if draw.data[0] in factor.draws]
            own = tuple(draws[number] for number in members)
            one = make("E", (*(laws[number] for number in members), close(factor.term(), own)))
            parts.append(self._group(context, one, factor, own))
            kept += members
        found = parts[-1]
        for part in reversed(parts[:-1]):
            found = self._independent(context, part, found)
        if kept == list(range(len(laws))):
            return found
        whole = make("E", (*laws, close(nested([factor.term() for factor in factors]), tuple(draws))))
        block = self.infer("BLOCK", context, term=whole, keep=kept, l1=[found])
        return self.kept(context, self.chain(context, [block, found]))

    def _independent(self, context: Context, first: Theorem, second: Theorem) -> Theorem:
        terms = [found.judgement.args[0] for found in (first, second)]
        joint = self.infer("INDEP", context, first=terms[0], second=terms[1], l1=[first, second])
        value = product([found.judgement.args[1] for found in (first, second)])
        links = [joint, self.ring(context, joint.judgement.args[1], value, [first, second])]
        return self.kept(context, self.chain(context, links))

    def _group(self, context: Context, term: Term, factor: Factor, draws: Sequence[Term]) -> Theorem:
        """The mean of one factor over its own draws."""
        place = self._place(context, term)
        if (place, term) in self._means:
            return self._means[place, term]
        _, fresh = open_binder(place, make("E", (*term.args[:-1], ZERO)))
        moved = renamed(factor, dict(zip(draws, fresh, strict=True)))
        found = self.kept(place, self._by_law(place, term, moved, fresh))
        self._means[place, term] = found
        return found

    def _by_law(self, context: Context, term: Term, factor: Factor, draws: Sequence[Term]) -> Theorem:
        from rftheory.prover import chi_means, expectation_wedges, frames

        laws = term.args[:-1]
        try:
            if len(laws) == 1 and laws[0].op == "mass":
                return expectation_products.over_counts(self, context, term)
            if any(part.op == "prod" for part in factor.parts) and laws[0].op == "iid":
                return expectation_products.mean(self, context, term, factor, draws)
            if len(laws) == 1 and laws[0].op == "image":
                return expectation_laws.of_image(self, context, term)
            if chi_means.is_length_power(term, factor, draws[0]):
                return chi_means.mean(self, context, term, factor)
            if frames.is_pair(term, factor):
                return frames.mean(self, context, term, factor, draws)
            if any(law.op == "iid" for law in laws) or any(part.op == "sum" for part in factor.parts):
                return expectation_sums.mean(self, context, term, factor, draws)
            if all(law.op == "gauss" for law in laws) and expectation_wedges.is_wedge(term, factor, draws):
                return expectation_wedges.mean(self, context, term, factor, draws)
            if all(law.op == "gauss" for law in laws) and expectation_wedges.is_quadratic(factor, draws):
                return expectation_wedges.of_exponential(self, context, term, factor, draws)
            if laws[0].op == "gauss" and expectation_wedges.is_error_function(factor, draws[0]):
                return expectation_wedges.of_error_function(self, context, term, factor, draws[0])
            if len(laws) == 1 and laws[0].op in ("normal", "gauss", "chi2"):
                return expectation_normal.mean(self, context, term, factor, draws[0])
            if len(laws) == 1 and laws[0].op == "sign":
                return expectation_laws.of_sign(self, context, term, factor, draws[0])
            if len(laws) == 1 and laws[0].op == "uniform":
                return expectation_uniform.mean(self, context, term, factor, draws[0])
            raise Unproved(f"no table of means over {' '.join(law.op for law in laws)}: {shown(term)}")
        except Unproved as reason:
            return self._open(context, term, factor, reason)

    def _open(self, context: Context, term: Term, factor: Factor, reason: Unproved) -> Theorem:
        """A mean that stays as it is, if it is seen to converge."""
        if not known(self.search.kernel, context, make("l1", (term,))):
            try:
                converges = expectation_bounds.convergent(self, context, term, factor)
            except Unproved:
                converges = self._bounded(context, term, reason)
            self.search.use(context, converges)
        return self.infer("REFL", context, term=term)

    def _bounded(self, context: Context, term: Term, reason: Unproved) -> Theorem:
        """``l1`` by what is declared, or by a bound of the body, as one for all draws."""
        with suppress(Unproved):
            return tails_convergence.converges(self.search, context, term)
        self.search.check_limit()
        inner, draws, (body,) = bodies(context, term)
        try:
            return self.infer("DOM", context, term=term, bound=sizes.size(self.search, inner, body, draws), l1=[])
        except Unproved:
            raise reason from None
