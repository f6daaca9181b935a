r"""Chains about power series in u^2, and those of two projections at a fixed cosine c among them.

``E exp((w_1 + w_2).u)`` is an average over an angle phi of ``1F1(d; d/2; u^2/2 (1 + c sin phi))`` (`rules.angles`). Its power series in
u^2 is integrated term by term: the argument is bounded over phi, so the series converges uniformly. What remains of the angle are
the moments ``M_k = E (1 + c sin phi)^k``; bounds on them follow from bounds that hold for every ``s = sin phi`` in (0, 1].
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from rftheory.evidence.chain_words import *
from rftheory.evidence.angle_averages import (
    SINE,
    in_sine,
    inside_average,
    integrand,
    require_angle,
    require_no_sine,
    require_sines,
    sine,
    sine_average,
)
from rftheory.evidence.deciding import require_proved
from rftheory.evidence.membership import is_index_range, is_restricted
from rftheory.evidence.series_steps import SeriesBound
from rftheory.evidence.series_terms import require_series, split_function
from rftheory.rules.angles import AngleExpectation, integrate_angles, right_angles


@dataclass(frozen=True)
class Expansions:
    """Functions with their k-th terms, for an index k from 0 on, in a variable in which these are monomials."""

    terms: Mapping[sp.Expr, sp.Expr]
    index: sp.Symbol
    variable: sp.Symbol

    def term(self, expr: sp.Expr) -> sp.Expr:
        """The k-th term of a linear combination of the functions.

        Raises:
            Unproved: if it is none, with coefficients that depend neither on the variable nor on the index.
        """
        term, rest = self.split(expr)
        if rest != 0:
            raise Unproved(f"{expr} is not a linear combination of {list(self.terms)}")
        return term

    def split(self, expr: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
        """The k-th term of the functions in an expression, and a polynomial in the variable besides."""
        names = {function: sp.Dummy() for function in self.terms}
        form = sp.sympify(expr).xreplace(names)
        coefficients = {function: sp.diff(form, name) for function, name in names.items()}
        rest = sp.expand(form - sp.Add(*(c * names[function] for function, c in coefficients.items())))
        fixed = (self.variable, self.index, *names.values())
        unseen = {self.variable, self.index} & hidden_symbols(form)
        if unseen or any(c.has(*fixed) for c in coefficients.values()) or rest.has(self.index, *names.values()):
            raise Unproved(f"{expr} is not a linear combination of {list(self.terms)} and a polynomial")
        if not rest.is_polynomial(self.variable):
            raise Unproved(f"{rest} is no polynomial in {self.variable}")
        return sp.Add(*(c * self.terms[function] for function, c in coefficients.items())), rest


class AngleSeries(SeriesBound):
    """A chain that may pass from functions of u^2 to their coefficients."""

    def __init__(self, start: sp.Expr, domain: Domain, sines: Claim, reason: str = "definition"):
        """``sines`` is the proved value of ``int_0^pi sin^(n-1)``, n = 1, 2, ... (`rules.sine-powers`)."""
        super().__init__(start, domain, reason)
        require_sines(sines)

    def integrated(self) -> Self:
        """Two projections at an angle in closed form, an integral over phi."""
        for node in self.end.atoms(AngleExpectation):
            require_angle(node, self.facts)
        expr = integrate_angles(self.end, partial(is_positive, domain=self.facts))
        if expr == self.end:
            raise Unproved(f"no expectation over two projections at an angle is integrated in {self.end}")
        return self._add("=", expr, "over the lengths and the direction: E_phi 1F1(d; d/2; u^2/2 (1 + c sin phi))")

    def at_right_angles(self) -> Self:
        """Two members of an orthogonal frame as two projections at an angle."""
        expr = right_angles(self.end)
        if expr == self.end:
            raise Unproved(f"no expectation over two members of an orthogonal frame in {self.end}")
        return self._add("=", expr, "two members of an orthogonal frame have the cosine 0")

    # -- limits -------------------------------------------------------------------------------------------------

    def limit_at_zero(self, numerator: sp.Expr, denominator: sp.Expr, series: Expansions, number: int) -> Self:
        """Pass to the limit of a quotient of two power series as the variable tends to 0.

        All terms of both before the given one vanish, and that of the denominator, a power of the variable or a
        combination of the same functions, is not zero: the limit is the quotient of these terms.
        """
        self.algebra(numerator / denominator, "as a quotient of power series")
        if number < 0 or is_restricted(series.variable, self.domain):
            raise Unproved(f"no term {number}, or {series.variable} is restricted by more than its range")
        degree = self._require_terms(series, self.domain)
        whole = replace(self.domain, ranges=(*self.domain.ranges, Range(series.index, 0, None, integer=True)))
        first = self._leading(numerator, series, number, degree, whole)
        if denominator == series.variable ** (degree * number):
            last = denominator
        else:
            last = self._leading(denominator, series, number, degree, whole)
        value = placed(first / last, {series.variable: 1})
        if sign_of(placed(last, {series.variable: 1}), self.domain) != POSITIVE:
            raise Unproved(f"the leading coefficient of {denominator} is not proved positive")
        reason = f"quotient of the terms {number} of the power series, the first that do not vanish"
        return self._pass_to(series.variable, sp.Integer(0), value, reason)

    def _leading(self, expr: sp.Expr, series: Expansions, number: int, degree: int, whole: Domain) -> sp.Expr:
        term, rest = series.split(expr)
        _require_monomial(term, series, degree, whole)
        powers = [power for (power,) in sp.Poly(rest, series.variable).monoms()] if rest != 0 else []
        if any(power % degree for power in powers):
            raise Unproved(f"{rest} is no polynomial in {series.variable}^{degree}")

        def at(index: int) -> sp.Expr:
            own = rest.coeff(series.variable, degree * index) * series.variable ** (degree * index)
            return self.in_moments(placed(term, {series.index: index})) + own

        for lower in range(number):
            if not decide_equal(at(lower), sp.Integer(0), self.domain).zero:
                raise Unproved(f"the term {lower} of {expr} is not decided zero: {at(lower)}")
        return at(number)

    # -- monotone quotients -------------------------------------------------------------------------------------

    def quotient_falls(
        self,
        parts: tuple[sp.Expr, sp.Expr],
        ends: tuple[sp.Symbol, sp.Symbol],
        series: Expansions,
        size: Sequence[sp.Expr],
        index: Range,
        chain: Callable[[Domain], Derivation],
        single: Mapping[int, Callable[[Domain], Derivation]],
    ) -> Self:
        """From ``N(t)/D(t)`` to ``N(s)/D(s)`` for 0 < s < t, where the quotients a_k/b_k of coefficients do not increase.

        With ``D > 0`` term by term from some term on and no terms of N before,
        ``N(s) D(t) - N(t) D(s) = sum_(j<k) (a_j b_k - a_k b_j) (s^j t^k - s^k t^j) >= 0`` (Biernacki and Krzyz 1955), and it is
        positive as soon as one of the comparisons is strict.

        Args:
            parts: N and D in the variable of the series.
            ends: t and s, parameters of this chain.
            series: the terms of the functions in N and D, which are power series in the variable.
            size: factors of the k-th term of D, positive for the indices below.
            index: the indices k for which ``chain`` leads from ``a_(k+1) b_k`` up to ``a_k b_(k+1)``, on the domain with
                the index and the variable.
            single: chains for the indices before, on the domain with the variable; where a_k and b_k vanish, none.
        """
        last, first = ends
        for gap in (first, last - first):
            if sign_of(gap, self.facts) != POSITIVE:
                raise Unproved(f"{gap} is not proved positive")
        variable, (above, below) = series.variable, parts
        if variable in names_of(self.domain):
            raise Unproved(f"{variable} is a parameter of the chain")
        at_last, at_first = (placed(above / below, {variable: end}) for end in ends)
        if not decide_equal(self.end, at_last, self.facts).zero:
            raise Unproved(f"{self.end} is not decided to be {at_last}")
        item = Range(variable, 0, None, "()")
        open_domain = Domain((*(r for r in self.domain.ranges if r.symbol not in ends), item), self._conditions(ends))
        indexed = replace(open_domain, ranges=(*open_domain.ranges, index))
        if not is_as_assumed(item, open_domain):
            raise Unproved(f"{variable} is not what its symbol assumes for all positive numbers")
        degree = self._require_terms(series, open_domain)
        if not is_index_range(index, self.domain) or index.symbol != series.index or sp.sympify(index.low) < 0:
            raise Unproved(f"{index.describe()} does not range over the indices of the series")
        n, b = (series.term(part) for part in parts)
        for term in (n, b):
            _require_monomial(
                term, series, degree, replace(open_domain, ranges=(*open_domain.ranges, replace(index, low=0)))
            )
        strict = [self._compared(chain(indexed), (n, b), size, series.index, None, indexed)]
        for number in range(int(sp.sympify(index.low))):
            if number in single:
                inner = single[number](open_domain)
                strict.append(self._compared(inner, (n, b), size, series.index, number, open_domain))
                continue
            terms = [self.in_moments(placed(part, {series.index: number})) for part in (n, b)]
            if strict[1:] or not all(decide_equal(term, sp.Integer(0), open_domain).zero for term in terms):
                raise Unproved(f"the terms {number} of numerator and denominator are not decided zero: {terms}")
        relation = "<" if any(strict) else "<="
        return self._add(relation, at_first, f"power series, quotients of coefficients fall: {n} over {b}")

    def _conditions(self, ends: tuple[sp.Symbol, sp.Symbol]) -> tuple[sp.Basic, ...]:
        return tuple(c for c in self.domain.conditions if not c.has(*ends))

    def _compared(
        self,
        chain: Derivation,
        terms: tuple[sp.Expr, sp.Expr],
        size: Sequence[sp.Expr],
        index: sp.Symbol,
        number: int | None,
        domain: Domain,
    ) -> bool:
        """Whether the comparison is strict; refused unless the chain makes it and the factors of b_k are positive."""
        if chain.domain != domain or chain.relation() not in ("<", "<=", "="):
            raise Unproved("the chain of coefficients must lead upwards on the domain with the index")
        n, b = terms
        wanted = [placed(n, {index: index + i}) * placed(b, {index: index + 1 - i}) for i in (1, 0)]
        at = {} if number is None else {index: sp.Integer(number)}
        alone, product = (self.in_moments(placed(part, at)) for part in (b, sp.Mul(*size)))
        if not decide_equal(alone, product, domain).zero:
            raise Unproved(f"the coefficient {alone} of the denominator is not decided the product of {size}")
        for place, product in zip((chain.start, chain.end), wanted, strict=True):
            one, other = (self.in_moments(placed(side, at)) for side in (place, product))
            decision = decide_equal(one, other, domain)
            if not decision.zero:
                raise Unproved(f"{place} is not decided the product {product} of coefficients ({decision.reason})")
        for factor in size:
            if sign_of(sp.gammasimp(placed(factor, at)) if at else factor, chain.facts) != POSITIVE:
                raise Unproved(f"{factor} is not proved positive")
        self._resting_on(chain)
        return chain.relation() == "<"

    # -- averages over the angle --------------------------------------------------------------------------------

    def average(self, lemma: Claim) -> Self:
        """From a combination of the M_k up or down to the average of the other side of a lemma in `sine`.

        The lemma is an inequality on the domain of this chain with `SINE`; one side is this combination before it is
        averaged, the other one a polynomial in `sine`, whose average is known.
        """
        proposition = lemma.proposition
        require_no_sine(self.end, self.domain)
        if not isinstance(proposition, Inequality) or lemma.domain != self.domain.with_ranges(SINE):
            raise Unproved(f"{lemma.name} is not an inequality for every sine on this domain")
        require_proved(lemma)
        if not decide_equal(integrand(self.end), proposition.left, lemma.domain).zero:
            raise Unproved(f"{proposition.left} is not decided what is averaged in {self.end}")
        weak = proposition.relation[0] + "="
        return self._add(weak, sine_average(proposition.right), f"for every sine: {lemma.name}")

    def moments(self) -> Self:
        """The M_k of given numbers k, multiplied out, by the moments of the sine."""
        return self._add("=", self.in_moments(self.end), "E sin(phi)^p, from the integrals of powers of the sine")

    def in_moments(self, expr: sp.Expr) -> sp.Expr:
        """An expression with every M_k of a given number k in closed form."""

        def known(node: sp.Basic) -> bool:
            return isinstance(node, sp.Integral) and in_sine(node).is_polynomial(sine)

        return expr.replace(known, lambda node: sine_average(in_sine(node)))

    # -- checks -------------------------------------------------------------------------------------------------

    def _require_terms(self, series: Expansions, domain: Domain) -> int:
        """Check the terms of all functions; the common degree of their arguments in the variable."""
        degrees = set()
        for function, term in series.terms.items():
            if isinstance(function, sp.Integral):
                require_no_sine(function + term, domain)
                inner, single = inside_average(function, term)
                require_series({inner: single}, series.index, domain.with_ranges(SINE))
            else:
                inner = function
                require_series({inner: term}, series.index, domain)
            degrees.add(sp.degree(sp.expand(split_function(inner)[1].args[-1]), series.variable))
        if len(degrees) != 1 or not (degree := int(degrees.pop())) > 0:
            raise Unproved(f"the functions {list(series.terms)} are not power series in one power of {series.variable}")
        return degree


def _require_monomial(term: sp.Expr, series: Expansions, degree: int, domain: Domain) -> None:
    """Refuse a k-th term that is no monomial of the degree ``degree * k`` in the variable."""
    alone = placed(term, {series.variable: 1}) * series.variable ** (degree * series.index)
    if not decide_equal(term, alone, domain).zero:
        raise Unproved(f"{term} is not a monomial of degree {degree} {series.index} in {series.variable}")
