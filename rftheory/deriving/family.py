"""A feature map as a family, so that it can be drawn, coupled and tested like any other one.

The features are those of the expression, evaluated literally: exact numbers become float64 once, as constants of the compiled function.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import sympy as sp

from rftheory.deriving.feature_map import FeatureMap
from rftheory.deriving.kernel import KernelName
from rftheory.deriving.refusals import UnknownFeature
from rftheory.deriving.symbols import INPUT, placed, uu
from rftheory.families.discretely_induced import DiscretelyInduced
from rftheory.families.family import Family
from rftheory.inputs.arrays import Array, check_side
from rftheory.inputs.coordinates import l
from rftheory.inputs.kernels import Vector, d
from rftheory.rules.nodes import Form, Phase, Projection, SquaredLength
from rftheory.rules.variates import Count


@dataclass(frozen=True)
class DerivedFamily(Family):
    """A feature map of one Gaussian projection and one phase at most.

    Args:
        features_of: the map.
        kernel: the kernel that its errors are about.
    """

    features_of: FeatureMap
    kernel: KernelName = "gaussian"
    #: values of parameters
    point: tuple[tuple[sp.Symbol, sp.Expr], ...] = ()

    #: errors under couplings are derived, not read off
    wave = None

    def __post_init__(self) -> None:
        if not self.features_of.coupled():
            raise ValueError(f"features must depend on one Gaussian projection, got {self.features_of}")
        phases = {phase for f in self._both for phase in f.atoms(Phase)}
        if len(phases) > 1:
            raise ValueError(f"features must depend on one phase at most, got {sorted(map(str, phases))}")

    @property
    def _both(self) -> tuple[sp.Expr, ...]:
        return (*self.features_of.first, *self.features_of.second)

    @property
    def takes_real_part(self) -> bool:
        return self.features_of.takes_real_part()

    def prefactor(self, x: Vector, y: Vector) -> sp.Expr:
        return sp.Integer(1)

    def kernel_sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        return _renamed(self._bound(self.features_of.complex_sample(x, y)), projection)

    def sample(self, projection: Projection, x: Vector, y: Vector) -> sp.Expr:
        return _renamed(self._bound(self.features_of.sample(x, y)), projection)

    def components(self, projection: Projection, u: Vector, side: str = "x") -> tuple[sp.Expr, ...]:
        return tuple(_renamed(placed(self._bound(f), u), projection) for f in self._side(side))

    def parameters(self, x: Array, y: Array) -> dict[sp.Symbol, sp.Expr]:
        return {d: sp.Integer(len(x))}

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> DerivedFamily:
        known = {*self.features_of.parameters, d}
        values = {s: sp.sympify(value) for s, value in point.items() if s in known}
        return replace(self, point=tuple(sorted({**dict(self.point), **values}.items(), key=str)))

    def _side(self, side: str) -> tuple[sp.Expr, ...]:
        return self.features_of.first if check_side(side) == "x" else self.features_of.second

    def _bound(self, expr: sp.Expr) -> sp.Expr:
        return expr.subs(dict(self.point))


def _renamed(expr: sp.Expr, projection: Projection) -> sp.Expr:
    """The same expression of another projection; its phase goes with it."""
    name = sp.core.symbol.Str(projection.name)
    nodes: dict[sp.Expr, sp.Expr] = {}
    for node in expr.atoms(Form, SquaredLength):
        nodes[node] = node.func(name, *node.args[1:])
    for phase in expr.atoms(Phase):
        nodes[phase] = Phase(f"b_{projection.name}")
    return expr.xreplace(nodes)


@dataclass(frozen=True)
class DerivedCounts(DiscretelyInduced):
    """``scale exp(-|u|^2/2) prod_l u_l^(w_l) weight(w_l)``, with the weight and the scale of one coordinate read off an expression."""

    weights: sp.Lambda = sp.Lambda(sp.Symbol("k"), sp.Integer(1))
    scale: sp.Expr = sp.Integer(1)

    @classmethod
    def of(cls, features: FeatureMap) -> DerivedCounts:
        """The family of one feature, the same on both sides."""
        if features.law is None or len(features.first) != 1 or not features.is_symmetric:
            raise UnknownFeature("one feature of counts, the same on both sides, can be drawn")
        coordinate = sp.Dummy("coordinate", positive=True)
        count = sp.Symbol("k", integer=True, nonnegative=True)
        rest, weight = sp.Integer(1), sp.Integer(1)
        for factor in sp.Mul.make_args(features.first[0].xreplace({uu: sp.Sum(INPUT[l] ** 2, (l, 1, d))})):
            if isinstance(factor, sp.Product) and len(factor.limits) == 1 and tuple(factor.limits[0][1:]) == (1, d):
                index = factor.limits[0][0]
                body = factor.function.xreplace({INPUT[index]: coordinate})
                weight *= body.replace(lambda e: isinstance(e, Count), lambda e: count)
            else:
                rest *= factor
        # a sample has its square: the sign does not matter
        weight = sp.Abs(sp.powsimp(sp.expand_power_base(weight) / coordinate**count))
        scale = rest * sp.exp(sp.Sum(INPUT[l] ** 2, (l, 1, d)) / 2)
        if weight.has(coordinate) or scale.has(INPUT) or weight.has(INPUT):
            raise UnknownFeature("only features exp(-|u|^2/2) prod_l u_l^(k_l) weight(k_l) of counts can be drawn")
        return cls(features.law, weights=sp.Lambda(count, weight), scale=scale)

    def prefactor(self, size: sp.Expr) -> sp.Expr:
        return self.scale.subs(d, size)

    def weight(self, count: sp.Expr) -> sp.Expr:
        return self.weights(count)

    def at(self, point: Mapping[sp.Symbol, sp.Expr]) -> DerivedCounts:
        values = {s: value for s, value in point.items() if isinstance(value, sp.Expr) and s != d}
        return replace(
            self,
            masses=sp.Lambda(self.masses.variables, self.masses.expr.subs(values)),
            weights=sp.Lambda(self.weights.variables, self.weights.expr.subs(values)),
            scale=self.scale.subs(values),
        )
