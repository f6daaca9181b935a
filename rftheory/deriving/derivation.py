"""``derive``: a feature map given as an expression, integrated by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy as sp

from rftheory.deriving.domains import domain, gap_of
from rftheory.deriving.feature_map import FeatureMap, Given
from rftheory.deriving.forms import cosine
from rftheory.deriving.kernel import Recognised, recognise
from rftheory.deriving.moments import Moment, coupled_moment, moment
from rftheory.deriving.refine import has_units, substitutions, without_branches
from rftheory.deriving.refusals import UnknownFeature
from rftheory.deriving.result import Derived
from rftheory.deriving.scales import mixed, mixture_named, with_scale
from rftheory.deriving.symbols import GRAM
from rftheory.deriving.text import parse
from rftheory.deriving.tidy import tidy
from rftheory.inputs.coordinates import x, y
from rftheory.inputs.kernels import d
from rftheory.rules.nodes import Expectation


def derive(
    f1: Given | str,
    f2: Given | str | None = None,
    law: Any = "gaussian",
    *,
    real_part: bool = True,
    where: Sequence[sp.Basic] = (),
) -> Derived:
    """The kernel that a feature map estimates, and the errors of the estimate.

    >>> derive("exp(w*x - x**2/2)").kernel.name
    'softmax'
    >>> derive("sqrt(2)*cos(s*w.x + b)", law="matern(5/2)").kernel.name
    'matern(5/2)'

    One sample is ``Z = sum_i f1_i(x, w) f2_i(y, w)``, with the closed forms of E Z, E |Z|^2 and, where Z is a sum of exponentials of one
    direction, of E Z_1 Z_2 for orthogonal and simplex projections.

    Args:
        f1: a feature in `u`, `w`, `b` (`rftheory.deriving`), or a tuple of the features of one projection; or text such as
            ``"exp(w*x - x**2)"``.
        f2: that of the other argument of the kernel; by default f1.
        law: "gaussian"; or that of the counts k: "poisson", "geometric", a family of counts, or ``Lambda(k, p_k)``; or that of a
            random length s, one for each projection, by the kernel of its waves: "matern(5/2)", "laplace", "rational-quadratic(2)".
        real_part: whether complex samples are replaced by their real parts; otherwise moments are E Z and E |Z|^2.
        where: further relations between the parameters, such as ``A < sp.Rational(1, 8)``.

    Raises:
        UnknownFeature: (a `ValueError`) for unknown symbols, floats, coordinates, a missing f2, and an infinite mean.
    """
    first = parse(f1) if isinstance(f1, str) else f1
    second = parse(f2) if isinstance(f2, str) else f2
    mixture = mixture_named(law)
    if mixture is not None:
        return mixed(derive(with_scale(first), with_scale(second), real_part=real_part, where=where), mixture)
    return _derived(FeatureMap.of(first, second, law, real_part), tuple(where))


def _derived(features: FeatureMap, where: tuple[sp.Basic, ...]) -> Derived:
    counts = features.law is not None
    pair = (x, y) if counts else (GRAM.x, GRAM.y)
    sample = features.sample(*pair)
    known = tuple(gap for relation in where if (gap := gap_of(relation)) is not None)
    mean = _refined(Expectation(sample), known, features, lambda z: moment(Expectation(z)), sample)
    if mean.divergent:
        raise UnknownFeature(
            f"the mean is infinite: Re(1 - 2a) = {mean.divergent[0]} must be positive, where a is the coefficient of +|w|^2 in the "
            "exponent of f1 f2, the sum of those of both; features fall in |w| where it is negative"
        )
    square = _refined(
        Expectation(features.square(sample)), known, features, lambda z: moment(Expectation(features.square(z))), sample
    )
    on_mean = domain(features.parameters, mean.conditions, where, counts)
    on_second = domain(features.parameters, (*mean.conditions, *square.conditions), where, counts)
    recognised = Recognised(None)
    if mean.value is not None:
        recognised = recognise(mean.value, on_mean, features.parameters, counts)
    orthogonal = angle = None
    if features.coupled():
        orthogonal, angle = (
            _refined(None, known, features, lambda z, at=at: _pair(z, features, at), sample) for at in (None, cosine)
        )
    needed = tuple(dict.fromkeys(c for found in (mean, orthogonal, angle) if found for c in found.conditions))
    on_pairs = domain(features.parameters, needed, where, counts, smallest=2)
    return Derived(features, mean, square, recognised, (on_mean, on_second, on_pairs), orthogonal, angle)


def _pair(sample: sp.Expr, features: FeatureMap, at: sp.Expr | None) -> Moment:
    partner = sample if features.is_real(sample) else without_branches(sp.conjugate(sample))
    return coupled_moment(sample, partner, d, at)


def _refined(
    definition: sp.Expr | None, known: tuple[sp.Expr, ...], features: FeatureMap, of: Any, sample: sp.Expr
) -> Moment:
    """A moment of a sample; with parameters in terms of what its convergence needs to be positive, so that roots are simple."""
    found: Moment = of(without_branches(sample))
    conditions = tuple(c for c in found.conditions if not _implied(c, known))
    there, back = substitutions((*found.conditions, *known))
    whole = definition if definition is not None else found.definition
    value = found.value
    if value is not None:
        simple: Moment = of(without_branches(sample.subs(there))) if there else found
        value = tidy(simple.value) if simple.value is not None else None
        if value is None or has_units(value):
            value = tidy(found.value)
        else:
            value = tidy(value.subs(back))
    return Moment(whole, value, conditions, found.divergent, found.obstacles)


def _implied(condition: sp.Expr, known: tuple[sp.Expr, ...]) -> bool:
    return any((condition / gap).is_positive for gap in known)
