r"""Concentration of sample means: exponential bounds for ``P(mean - mu >= eps)`` and what they ask of one sample.

Events are relations between a sample mean T of iid copies of Z (times a constant) and numbers:
``Ge(T - mu, eps)``, ``Ge(mu - T, eps)`` or ``Ge(|T - mu|, eps)``. A rule gives the bound together with its hypotheses,
which whoever applies it has to prove (the prover): that mu is the mean, that Z stays between its bounds,
that eps > 0. That the copies are independent is what a `SampleMean` says.

    Hoeffding   a <= Z <= b                  exp(-2 m eps^2 / (b - a)^2)
    Bernstein   0 <= Z <= b, Var Z <= s      exp(-m eps^2 / (2 (s + b eps / 3)))
    Chernoff    any Z, theta >= 0            (exp(-theta (mu + eps)) E exp(theta Z))^m, one-sided

Two-sided events have twice the bound. With Z in [0, b], ``Var Z <= b mu`` always, so s may be left out.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from rftheory.rules.chi_square import NoncentralChiSquare
from rftheory.rules.gaussian import bilinear_square, constant_and_exponent, exponent_parts
from rftheory.rules.nodes import Expectation, Probability, SampleMean, sources
from rftheory.rules.propositions import Equality, Inequality


@dataclass(frozen=True)
class Deviation:
    """``side * (factor * mean - centre) >= epsilon``, or ``|factor * mean - centre| >= epsilon`` for side 0."""

    mean: SampleMean
    factor: sp.Expr
    centre: sp.Expr
    epsilon: sp.Expr
    side: int

    @property
    def sample(self) -> sp.Expr:
        """One sample Z, of which the event bounds the mean."""
        return self.factor * self.mean.sample

    @property
    def size(self) -> sp.Expr:
        return self.mean.size

    @property
    def sides(self) -> int:
        """In how many directions the event looks."""
        return 1 if self.side else 2


def deviation(event: sp.Rel) -> Deviation:
    """The parts of an event about one sample mean.

    Raises:
        ValueError: if it is of another shape.
    """
    if not isinstance(event, sp.Ge):
        raise ValueError(f"event must be Ge(deviation, epsilon), got {event}")
    left, epsilon = event.args
    two_sided = isinstance(left, sp.Abs)
    inner = left.args[0] if two_sided else left
    means = inner.atoms(SampleMean)
    if len(means) != 1 or sources(epsilon):
        raise ValueError(f"event must be about one sample mean, got {event}")
    mean = means.pop()
    slot = sp.Dummy("mean")
    linear = inner.xreplace({mean: slot})
    factor = sp.diff(linear, slot)
    if factor.has(slot) or sources(factor):
        raise ValueError(f"event must be linear in its sample mean, got {event}")
    centre = -linear.subs(slot, 0)
    if sources(centre):
        raise ValueError(f"event must compare the sample mean with a number, got {event}")
    side = 0 if two_sided else 1
    if factor.could_extract_minus_sign():
        factor, centre, side = -factor, -centre, -side
    return Deviation(mean, factor, centre, epsilon, side)


@dataclass(frozen=True)
class TailRule:
    """A bound of the probability of an event, and the hypotheses under which it holds."""

    name: str
    event: sp.Rel
    bound: sp.Expr
    hypotheses: tuple[Equality | Inequality, ...]
    #: parameters for all values of which, from 0 to a largest one, the hypotheses have to hold
    whole: tuple[tuple[sp.Symbol, sp.Expr], ...] = ()


def _of_mean(parts: Deviation) -> tuple[Equality | Inequality, ...]:
    return (Equality(Expectation(parts.sample), parts.centre), Inequality(parts.epsilon, ">", sp.Integer(0)))


def _number(name: str, value: sp.Expr) -> sp.Expr:
    """A parameter of a rule, which must not be random."""
    value = sp.sympify(value)
    if sources(value):
        raise ValueError(f"{name} must not be random, got {value}")
    return value


def hoeffding(event: sp.Rel, lower: sp.Expr, upper: sp.Expr) -> TailRule:
    """Hoeffding (1963), Theorem 2, for iid samples with ``lower <= Z <= upper`` and mean mu."""
    parts, lower, upper = deviation(event), _number("lower", lower), _number("upper", upper)
    bound = parts.sides * sp.exp(-2 * parts.size * parts.epsilon**2 / (upper - lower) ** 2)
    bounds = (
        Inequality(lower, "<=", parts.sample),
        Inequality(parts.sample, "<=", upper),
        Inequality(lower, "<", upper),
    )
    return TailRule("Hoeffding", event, bound, (*_of_mean(parts), *bounds))


def bernstein(event: sp.Rel, upper: sp.Expr, variance: sp.Expr | None = None) -> TailRule:
    """Bernstein's inequality for iid samples with ``0 <= Z <= upper``, mean mu and a bound of the variance."""
    parts, upper = deviation(event), _number("upper", upper)
    spread = upper * parts.centre if variance is None else _number("variance", variance)
    bound = parts.sides * sp.exp(-parts.size * parts.epsilon**2 / (2 * (spread + upper * parts.epsilon / 3)))
    bounds = [
        Inequality(sp.Integer(0), "<=", parts.sample),
        Inequality(parts.sample, "<=", upper),
        Inequality(sp.Integer(0), "<", upper),
    ]
    if variance is not None:
        second = Expectation(parts.sample**2)
        bounds += [Inequality(second - parts.centre**2, "<=", spread), Inequality(spread, ">=", sp.Integer(0))]
    return TailRule("Bernstein", event, bound, (*_of_mean(parts), *bounds))


def chernoff(event: sp.Rel, rate: sp.Expr) -> TailRule:
    """Chernoff's bound with the rate theta >= 0, for a one-sided event.

    Raises:
        ValueError: if the event looks in both directions.
    """
    parts, rate = deviation(event), _number("rate", rate)
    if not parts.side:
        raise ValueError(f"event must be one-sided for Chernoff's bound, got {event}")
    signed = parts.side * rate
    level = parts.centre + parts.side * parts.epsilon
    bound = (sp.exp(-signed * level) * Expectation(sp.exp(signed * parts.sample))) ** parts.size
    return TailRule("Chernoff", event, bound, (Inequality(rate, ">=", sp.Integer(0)),))


@dataclass(frozen=True)
class QuadraticExponential:
    """``Z = constant * exp(a |w|^2 + w.u)``: a, ``u^2`` and d."""

    constant: sp.Expr
    curvature: sp.Expr
    square: sp.Expr
    dimension: sp.Expr

    @property
    def largest(self) -> sp.Expr:
        """The least upper bound ``constant * exp(-u^2/(4a))`` of Z, for a < 0 and constant > 0."""
        return self.constant * sp.exp(-self.square / (4 * self.curvature))

    def exceedance(self, level: sp.Expr) -> sp.Expr:
        """``P(Z >= level)`` for a < 0, constant > 0 and level > 0.

        With ``w0 = -u/(2a)``, ``a |w|^2 + w.u = a |w - w0|^2 - u^2/(4a)``: the event is a ball around w0.
        """
        radius = sp.log(level / self.constant) / self.curvature + self.square / (4 * self.curvature**2)
        return NoncentralChiSquare(radius, self.dimension, self.square / (4 * self.curvature**2))


def quadratic_exponential(sample: sp.Expr) -> QuadraticExponential:
    """One sample as the exponential of a quadratic function of one projection.

    Raises:
        ValueError: if it is of another shape.
    """
    constant, exponent = constant_and_exponent(sample)
    parts = exponent_parts(exponent)
    if len(parts.squares) != 1 or parts.phases:
        raise ValueError(f"not the exponential of a quadratic function of one projection: {sample}")
    ((length, curvature),) = parts.squares.items()
    square = bilinear_square(parts.linear)
    return QuadraticExponential(constant * sp.exp(parts.constant), curvature, square, length.dimension)


def one_sample_tail(sample: sp.Expr, level: sp.Expr) -> sp.Expr:
    """``P(Z >= level)`` of one sample ``Z = c exp(a |w|^2 + w.u)`` with a < 0 < c, level > 0."""
    return quadratic_exponential(sample).exceedance(level)


def probability(event: sp.Rel) -> Probability:
    """The probability of an event, which must be about one sample mean."""
    deviation(event)
    return Probability(event)
