"""Change of measure: ``E_Omega f = E_Psi (p_Omega/p_Psi) f`` for every proposal Psi that covers Omega.

A law on the points 1, ..., N is known by its weights, an `IndexedBase` or any function of the index; the proposal may be
given up to its normalisation. For w ~ N(0, I_d) the proposals are N(u, s^2 I_d): there ``w = u + s g`` with a standard
normal g, and ``(p_Omega/p_Psi)(w) = s^d exp((|g|^2 - |w|^2)/2)``. A weighted sample is written in g, so that it is
a function of a standard projection again.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp

from rftheory.inputs.coordinates import total
from rftheory.inputs.kernels import Vector
from rftheory.rules.frames import FrameExpectation, OrthogonalMean
from rftheory.rules.nodes import Expectation, Form, Probability, Projection, SampleMean, SquaredLength, sources

#: the weight of, or the value at, the point with a given index
OnPoints = Callable[[sp.Expr], sp.Expr]


def density(weights: OnPoints, at: sp.Expr, index: sp.Symbol, size: sp.Expr) -> sp.Expr:
    """The probability of one point under the law on 1, ..., size with the given positive weights."""
    return weights(at) / total(weights(index), index, size)


def importance_mean(
    target: OnPoints, proposal: OnPoints, values: OnPoints, index: sp.Symbol, inner: sp.Symbol, size: sp.Expr
) -> sp.Expr:
    """``E_Psi[(p_Omega/p_Psi) f]`` as it is drawn: points with the probabilities of Psi, values with their ratios.

    Args:
        target: p_Omega; the weights need not sum to one.
        proposal: p_Psi up to its normalisation, positive.
        values: f.
        index: the summation index of the mean.
        inner: another index, for the normalisation of Psi.
        size: the number of points.
    """
    chance = density(proposal, index, inner, size)
    # an index of its own: the normalisations of the draw and of the ratio would cancel unseen
    other = sp.Symbol(f"{inner.name}_2", integer=True, positive=True)
    ratio = target(index) / density(proposal, index, other, size)
    return total(chance * (ratio * values(index)), index, size)


def weighted_sample(
    sample: sp.Expr,
    projection: Projection,
    shift: Vector,
    scale: sp.Expr | int = 1,
    dimension: sp.Expr | None = None,
) -> sp.Expr:
    """``(p_Omega/p_Psi)(w) f(w)`` for w ~ Psi = N(u, s^2 I_d), in terms of the standard normal ``g = (w - u)/s``.

    Args:
        sample: f(w), for the projection w ~ N(0, I_d).
        projection: the projection w; the result is a function of g under the same name.
        shift: u, in the space of the forms of the sample.
        scale: s > 0.
        dimension: d; needed if s is not 1.

    Raises:
        ValueError: if u is not real or s is not positive, or s is not 1 while d is missing; if the sample is a mean of several
            draws, or its forms are of another space than the shift.
    """
    scale = sp.sympify(scale)
    if any(projection.name in sources(mean.sample) for mean in sample.atoms(SampleMean, OrthogonalMean)):
        raise ValueError(f"sample must be a function of one draw, got the mean {sample}")
    if not all(sp.sympify(c).is_extended_real for c in shift.coefficients.values()):
        raise ValueError(f"shift must be a real vector, got {shift}")
    if not scale.is_positive:
        raise ValueError(f"scale must be > 0, got {scale}")
    if scale != 1 and dimension is None:
        raise ValueError(f"dimension must be given for a scale other than 1, got scale = {scale}")
    return _weight(projection, shift, scale, dimension) * _moved(sample, projection, shift, scale)


def _weight(projection: Projection, shift: Vector, scale: sp.Expr, dimension: sp.Expr | None) -> sp.Expr:
    """``s^d exp((|g|^2 - |u + s g|^2)/2)``."""
    exponent = -shift.square / 2 - scale * projection.dot(shift)
    if scale == 1 or dimension is None:
        return sp.exp(exponent)
    return scale**dimension * sp.exp(exponent + (1 - scale**2) / 2 * projection.squared_length(dimension))


def _moved(sample: sp.Expr, projection: Projection, shift: Vector, scale: sp.Expr) -> sp.Expr:
    """The sample at ``w = u + s g``."""
    # expectations inside of the sample are numbers: what they call w is not the w that is drawn here
    numbers = {node: sp.Dummy() for node in sample.atoms(Expectation, FrameExpectation, Probability)}
    sample = sample.xreplace(numbers)
    values: dict[sp.Expr, sp.Expr] = {}
    for form in sample.atoms(Form):
        if form.projection == projection.name:
            if form.space != shift.space:
                raise ValueError(f"vectors of different spaces: {form.space.name} and {shift.space.name}")
            values[form] = scale * form + shift.dot(shift.space.vector(form.vector))
    for length in sample.atoms(SquaredLength):
        if length.projection == projection.name:
            values[length] = shift.square + 2 * scale * projection.dot(shift) + scale**2 * length
    return sample.xreplace(values).xreplace({dummy: node for node, dummy in numbers.items()})


def change_of_measure(
    projection: Projection, shift: Vector, scale: sp.Expr | int = 1, dimension: sp.Expr | None = None
) -> Callable[[sp.Expr], sp.Expr]:
    """The rule that takes every expectation over a projection by drawing from N(u, s^2 I_d) instead of N(0, I_d)."""

    def rule(expr: sp.Expr) -> sp.Expr:
        return expr.replace(
            lambda e: isinstance(e, Expectation) and projection.name in sources(e.args[0]),
            lambda e: Expectation(weighted_sample(e.args[0], projection, shift, scale, dimension)),
        )

    return rule
