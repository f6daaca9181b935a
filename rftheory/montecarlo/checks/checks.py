"""A simulation check: which estimator, which of its moments, at which point, and the value that is claimed for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import mpmath
import numpy as np
import sympy as sp

from rftheory.inputs.arrays import Array, check_count, check_pair
from rftheory.inputs.kernels import EQUAL_PAIR, PAIR, Pair, d, m, n, x_norm
from rftheory.montecarlo import quantities
from rftheory.montecarlo.estimators.estimator import Estimator
from rftheory.montecarlo.estimators.moments import DIGITS
from rftheory.montecarlo.ranges import Ends
from rftheory.montecarlo.readings import MeanOf, Reading
from rftheory.montecarlo.setting import Draws
from rftheory.numbers.balls import real_ball
from rftheory.numbers.multiprecision import value as multiprecision_value
from rftheory.numbers.walker import UnsupportedExpression
from rftheory.rules.chi_square import NoncentralChiSquare
from rftheory.rules.propositions import Exact, exact

#: mean: Re E K_hat; mse: E |K_hat - K(x, y)|^2 with the kernel of the estimator; second_moment: E |K_hat|^2;
#: probability: of a deviation (`simulate.tails`)
Quantity = Literal["mean", "mse", "second_moment", "probability"]

_VARIABLES: dict[str, quantities.Quantity] = {
    "mean": quantities.MEAN,
    "mse": quantities.MSE,
    "second_moment": quantities.SECOND_MOMENT,
}

#: two exact expressions that agree to this many digits, evaluated with more, are the same value
_EXACT = sp.Float(10, DIGITS) ** (10 - DIGITS)

#: variables whose spread is less than this part of the error that is looked for are constants
_ROUNDING = 2.0**-12
#: bits at which integrals are enclosed: far more than DIGITS digits
_INTEGRAL_BITS = 8 * DIGITS


@dataclass(frozen=True)
class Level:
    """The minimum detectable error wanted (relative), and the most draws that one check may take."""

    error: float
    budget: int


LEVELS = {"quick": Level(0.10, 4_000_000), "standard": Level(0.02, 16_000_000), "full": Level(0.01, 120_000_000)}


@dataclass(frozen=True)
class MomentCheck:
    """``quantity`` of ``estimator`` equals ``expected`` (or is at most that) at ``point``.

    Args:
        name: shown in reports; unique within a statement.
        estimator: what is drawn.
        quantity: "mean", "mse" (about the kernel of the estimator) or "second_moment".
        expected: the claimed value, an expression in the symbols of ``point``.
        point: exact numbers for x_norm, y_norm, theta (or r, theta), and m, n and parameters where they occur.
        claim: the name of the claim of the statement that it tests.
        pair: the formal inputs whose invariants ``point`` gives; by default the general or the equal-length pair.
        dimension: d of the drawn inputs, >= 2; by default that of the point, 3 where it gives none.
        reduced: whether images are drawn in place of whole projections, an exact law (`montecarlo.samplers`).
        relation: "=" for an exact value; "<=" for a bound, which is rejected only from above.
    """

    name: str
    estimator: Estimator
    quantity: Quantity
    expected: sp.Expr
    point: Mapping[sp.Symbol, Exact]
    claim: str = ""
    pair: Pair | None = None
    dimension: int = 0
    reduced: bool = False
    relation: Literal["=", "<="] = "="

    @property
    def one_sided(self) -> bool:
        """Whether the claimed value is an upper bound, so that only larger values speak against it."""
        return self.relation == "<="

    def __post_init__(self) -> None:
        if self.relation not in ("=", "<="):
            raise ValueError(f"relation must be one of =, <=, got {self.relation!r}")
        if self.quantity not in get_args(Quantity):
            raise ValueError(f"quantity must be one of {', '.join(get_args(Quantity))}, got {self.quantity!r}")
        # a frozen object is made with what follows from what it is given
        object.__setattr__(self, "point", {symbol: exact(value) for symbol, value in self.point.items()})
        object.__setattr__(self, "dimension", self.dimension or int(self.point.get(d, 3)))
        # two vectors with a given Gram matrix need a plane; inputs that an estimator brings do not
        if self.dimension < 2 and self.estimator.inputs is None:
            raise ValueError(f"dimension must be >= 2, got {self.dimension}")

    @cached_property
    def configuration(self) -> Configuration:
        """What is drawn; checks of equal configurations share their draws."""
        bound = self.estimator.at(self.point)
        sizes = [check_count(str(s), int(self.point.get(s, sp.Integer(1)))) for s in (m, n)]
        dimension = self.dimension if bound.inputs is None else len(bound.inputs[0])
        return Configuration(bound, self._invariants(bound), dimension, sizes[0], sizes[1], self.reduced)

    def _invariants(self, bound: Estimator) -> tuple[sp.Expr, sp.Expr, sp.Expr]:
        """x.x, x.y and y.y, exact."""
        if bound.inputs is not None:
            u, v = bound.inputs
            if len(u) != len(v):
                raise ValueError(f"x and y must have the same dimension, got {len(u)} and {len(v)}")
            products = [sp.Add(*(a * b for a, b in zip(s, t, strict=True))) for s, t in ((u, u), (u, v), (v, v))]
        else:
            pair = self.pair or (PAIR if x_norm in self.point else EQUAL_PAIR)
            products = [sp.sympify(e).subs(self.point) for e in (pair.x.square, pair.x.dot(pair.y), pair.y.square)]
        for name, value in zip(("x.x", "x.y", "y.y"), products, strict=True):
            if value.free_symbols or not sp.N(value).is_finite:
                raise ValueError(f"check {self.name!r}: {name} must be a finite number at its point, got {value}")
        return products[0], products[1], products[2]

    @cached_property
    def value(self) -> float:
        """The claimed value in float64."""
        return self.evaluate(self.expected)

    def evaluate(self, expr: sp.Expr) -> float:
        """An expression at the point of the check."""
        real, imaginary = sp.N(self._exact(expr), DIGITS).as_real_imag()
        # conjugate exponentials leave a rounding residue of the working precision
        residue = abs(real) * sp.Float(10, DIGITS) ** (10 - DIGITS)
        if not (real.is_finite and imaginary.is_finite) or abs(imaginary) > residue:
            raise ValueError(f"check {self.name!r}: a finite real number is needed, got {real} + {imaginary} i")
        return float(real)

    def claims(self, expr: sp.Expr) -> bool:
        """Whether an expression has the claimed value at the point of the check, to all digits carried."""
        try:
            value = self._exact(expr)
        except ValueError:
            return False
        difference = sp.N(abs(value - self._exact(self.expected)), DIGITS)
        # a form that divides by zero at the point has no value there
        return bool(difference.is_number and difference.is_finite and difference < _EXACT * self.scale)

    def _exact(self, expr: sp.Expr) -> sp.Expr:
        """The value at the point; with coordinates or integrals, as a number of DIGITS digits."""
        expr = sp.sympify(expr)
        if not expr.has(sp.Indexed, NoncentralChiSquare, sp.Integral):
            return expr.subs(self.point).doit()
        try:
            if expr.has(sp.Integral):
                # SymPy would look for an antiderivative first
                ball = real_ball(expr, self.point, _INTEGRAL_BITS)
                if not ball.rad() < 10 ** (1 - DIGITS) * (1 + abs(ball.mid())):
                    raise ValueError(f"check {self.name!r}: {expr} is known too poorly: {ball}")
                return sp.Rational(ball.mid().str(2 * DIGITS, radius=False))
            with mpmath.workdps(DIGITS):
                return sp.sympify(+mpmath.mpmathify(multiprecision_value(expr, self.point, DIGITS)))
        except UnsupportedExpression as reason:
            raise ValueError(f"check {self.name!r}: no value of {expr}: {reason}") from reason

    @property
    def scale(self) -> float:
        """What relative errors refer to: the claimed value, or the kernel where that is zero."""
        kernel = self.configuration.kernel
        return abs(self.value) or (kernel if self.quantity == "mean" else kernel**2)

    @property
    def centre(self) -> float:
        """A number near the mean of the tested variable, from which sums are taken."""
        return self.value

    def reading(self, column: int) -> Reading:
        """How the mean of the tested variable is read off the draws."""
        rounding = _ROUNDING * min(level.error for level in LEVELS.values()) * self.scale
        return MeanOf(column, self.range, rounding)

    @property
    def range(self) -> Ends | None:
        """Ends of what the tested variable of each draw obeys, if they are known."""
        configuration = self.configuration
        ends = configuration.estimator.bounds(*configuration.plain_inputs)
        if ends is None:
            return None
        low, high = ends
        if self.quantity != "mean":
            centre = configuration.kernel if self.quantity == "mse" else 0.0
            low, high = 0.0, max(abs(low - centre), abs(high - centre)) ** 2
        return np.array([low]), np.array([high])

    @property
    def variable(self) -> quantities.Quantity:
        """The variable of a draw whose mean is tested."""
        return _VARIABLES[self.quantity]

    def values(self, draws: Array) -> Array:
        """The tested variable of each draw of the estimator."""
        return self.variable.values(Draws(draws[None]), np.array([self.configuration.kernel]))[0]


@dataclass(frozen=True)
class Configuration:
    """An estimator with all parameters fixed, the invariants x.x, x.y, y.y of its inputs, d, m, n, and how it is drawn."""

    estimator: Estimator
    invariants: tuple[sp.Expr, sp.Expr, sp.Expr]
    dimension: int
    m: int
    n: int
    reduced: bool = False

    @cached_property
    def kernel(self) -> float:
        """The kernel that the estimator is meant for, at the inputs."""
        xx, xy, yy = self.invariants
        exponent = xy if self.estimator.kernel == "softmax" else xy - (xx + yy) / 2
        return float(sp.N(sp.exp(exponent), DIGITS))

    @cached_property
    def plain_inputs(self) -> tuple[Array, Array]:
        """Inputs in R^d with these invariants, x along the first axis (or the estimator's own inputs)."""
        if self.estimator.inputs is not None:
            return check_pair(*([float(e) for e in side] for side in self.estimator.inputs))
        xx, xy, yy = self.invariants
        if sp.N(xx) <= 0:
            raise ValueError(f"x must not be zero, got x.x = {xx}")
        along = xy / sp.sqrt(xx)
        # sin^2 of the angle may cancel to a tiny negative number
        across = sp.sqrt(sp.Max(0, sp.N(yy - along**2, DIGITS)))
        x, y = np.zeros((2, self.dimension))
        x[0], y[:2] = float(sp.N(sp.sqrt(xx), DIGITS)), [float(sp.N(e, DIGITS)) for e in (along, across)]
        return check_pair(x, y)

    def inputs(self, generator: np.random.Generator) -> tuple[Array, Array]:
        """The inputs in a random orientation; inputs that belong to the estimator stay as they are."""
        x, y = self.plain_inputs
        if self.estimator.inputs is not None:
            return x, y
        rotation = np.linalg.qr(generator.standard_normal((self.dimension, self.dimension)))[0]
        return rotation @ x, rotation @ y

    @cached_property
    def label(self) -> str:
        """A stable text of all that matters, from which the random stream is derived."""
        said = (self.estimator, self.invariants, self.dimension, self.m, self.n)
        return repr((*said, "reduced") if self.reduced else said)
