"""Features with a random length s, whose square T has the law of a mixture of Gaussian kernels (`rftheory.families.mixtures`).

At a fixed s moments are those of Gaussian projections, sums of ``c exp(-s^2 g + h)``. Over T each exponential has the average
``E exp(-T g)``, which is K at ``r^2 = 2 g``: finite wherever g >= 0, as it is for differences, sums and norms of the inputs, and of a
rational quadratic kernel for ``g > -alpha``, too.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import sympy as sp

from rftheory.deriving.feature_map import Given
from rftheory.deriving.kernel import Recognised
from rftheory.deriving.moments import Moment
from rftheory.deriving.refusals import Obstacle, UnknownFeature
from rftheory.deriving.result import Derived
from rftheory.deriving.symbols import xx, xy, yy
from rftheory.deriving.tidy import by_exponent
from rftheory.families.mixtures.kernels import mixture_classes, mixture_of
from rftheory.families.mixtures.mixture import Mixture

#: the length of a projection
SCALE = sp.Symbol("s", positive=True)


def mixture_named(law: Any) -> Mixture | None:
    """The mixture that a law names; None for those of Gaussian projections and of counts.

    Raises:
        UnknownFeature: for parameters that are none, and for scales of each coordinate.
    """
    head = re.match(r"[a-z-]+", law.strip().lower()) if isinstance(law, str) else None
    if head is None or head[0] not in mixture_classes():
        return None
    try:
        found = mixture_of(law)
    except ValueError as error:
        raise UnknownFeature(str(error)) from None
    if found is None or found.transform(sp.Integer(1)) is None:
        raise UnknownFeature(f"law must be that of one length s for each projection in closed form, got {law!r}")
    return found


def with_scale(given: Given | None) -> Given | None:
    """A feature, or several, in which the symbol s, whatever it was declared, is the length."""
    if isinstance(given, (tuple, list, sp.Tuple)):
        return tuple(with_scale(each) for each in given)
    if not isinstance(given, sp.Basic):
        return given
    return given.xreplace({each: SCALE for each in given.free_symbols if str(each) == str(SCALE)})


def mixed(given: Derived, mixture: Mixture) -> Derived:
    """What is known of a map at a fixed length, averaged over the law of its square."""
    if SCALE not in given.parameters:
        raise UnknownFeature(f"law {str(mixture)!r} is that of a length s, which no feature has: write s*w.u")
    mean, second = (_averaged(part, mixture) for part in (given.mean, given.second))
    return replace(
        given, mean=mean, second=second, kernel=_recognised(given, mixture), orthogonal=None, angle=None, given=given, law=str(mixture)
    )  # fmt: skip


def _averaged(part: Moment, mixture: Mixture) -> Moment:
    """The average of a moment; an obstacle where an exponential has none that is finite everywhere, or none that is known."""
    if part.value is None:
        return part
    total, conditions = [], list(part.conditions)
    for exponent, weight in by_exponent(part.value).items():
        rate = -sp.expand(exponent).coeff(SCALE, 2)
        rest = sp.expand(exponent + SCALE**2 * rate)
        bound = mixture.exponential_moments
        if not _nonnegative(rate) and bound:
            conditions.append(rate + sp.nsimplify(bound))
        if rest.has(SCALE) or weight.has(SCALE) or not (bound or _nonnegative(rate)):
            why = f"no average over s is known that is finite for all inputs; E exp(-s^2 t) is for t >= 0 of the law of {mixture}"
            return replace(part, value=None, obstacles=(Obstacle(str(weight * sp.exp(exponent)), why),))
        total.append(weight * sp.exp(rest) * (mixture.transform(rate) if rate != 0 else 1))
    return replace(part, value=sp.Add(*total), conditions=tuple(conditions))


def _nonnegative(rate: sp.Expr) -> bool:
    """Whether ``a x.x + 2b x.y + c y.y`` is >= 0 for all inputs."""
    a, twice, c = (sp.expand(rate).coeff(product) for product in (xx, xy, yy))
    if sp.expand(rate - a * xx - twice * xy - c * yy) != 0 or any(part.has(xx, xy, yy) for part in (a, twice, c)):
        return False
    return bool(a.is_nonnegative and c.is_nonnegative and sp.expand(4 * a * c - twice**2).is_nonnegative)


def _recognised(given: Derived, mixture: Mixture) -> Recognised:
    """The kernel of the mixture where the mean at a fixed length is a Gaussian one; of scaled inputs in words."""
    if given.mean.value is None:
        return Recognised(None)
    for square in {-2 * sp.expand(exponent).coeff(SCALE, 2).coeff(xx) for exponent in by_exponent(given.mean.value)}:
        wave = sp.exp(-(SCALE**2) * square * (xx - 2 * xy + yy) / 2)
        if sp.simplify(given.mean.value - wave) == 0:
            return Recognised(str(mixture)) if square == 1 else Recognised(
                None, otherwise=f"the {mixture} kernel of the inputs times {sp.sqrt(square)}"
            )  # fmt: skip
    return Recognised(None)
