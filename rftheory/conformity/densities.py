r"""Densities of the resultant length |w_1 + w_2| of two projections, in log space  (Reid et al. 2023, (18), (20)).

Independent projections: ``w^(d-1) e^(-w^2/4) / (2^(d-1) Gamma(d/2))``, a chi_d variable times sqrt(2). Orthogonal ones: chi_2d.
At any other angle (20) is the average of chi_2d variables times ``sqrt(1 + c sin phi)`` over the phi of `closed_forms`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import gammaln, logsumexp

from rftheory.conformity.geometry import Geometry, geometry_of
from rftheory.couplings.coupling import Coupling
from rftheory.families.arrays import Array, check_count

#: (0, pi/2) is cut into panels [a, 2a] towards both ends, each with so many Gauss nodes: peaks inside, whose width is a part
#: of about d^(-1/2) of their distance from an end, and edges of every width are met
_PANELS, _NODES = 40, 48


def log_resultant_density(coupling: Coupling | Geometry | str, w: ArrayLike, d: int) -> Array:
    """log of the density of |w_1 + w_2| at w > 0 of any shape, for two projections of one block.

    Closed forms for independent and orthogonal projections; otherwise quadrature of (20) without a proved bound (the tests
    compare it with balls).

    Raises:
        ValueError: unless w > 0, and as `geometry.geometry_of`.
    """
    geometry, length = geometry_of(coupling, d), np.asarray(w, dtype=float)
    if not ((length > 0) & np.isfinite(length)).all():
        raise ValueError(f"w must be > 0, got {length[~((length > 0) & np.isfinite(length))].flat[0]}")
    if geometry.block == 1:
        return log_chi_density(length / np.sqrt(2), d) - np.log(2) / 2
    if geometry.cosine == 0:
        return log_chi_density(length, 2 * d)
    return _angle(length, d, float(geometry.cosine))


def log_chi_density(w: Array, degrees: int) -> Array:
    """log of the density of a chi variable."""
    half = check_count("degrees", degrees) / 2
    return (degrees - 1) * np.log(w) - w**2 / 2 - (half - 1) * np.log(2) - gammaln(half)


def _angle(length: Array, d: int, cosine: float) -> Array:
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    ends = np.pi / 4 * 2.0 ** -np.arange(_PANELS)
    near = (ends[:, None] / 4 * (3 + nodes)).ravel()
    measure = np.tile(np.log((ends[:, None] / 4 * weights).ravel()), 2)
    # sin(phi), and 1 - sin(phi) = 2 sin(pi/4 - phi/2)^2, without cancellation at either end
    sine = np.concatenate([np.sin(near), np.cos(near)])
    rest = np.concatenate([2 * np.sin(np.pi / 4 - near / 2) ** 2, 2 * np.sin(near / 2) ** 2])
    weight = measure + (d - 1) * np.log(sine) + np.log(2 / np.sqrt(np.pi)) + gammaln((d + 1) / 2) - gammaln(d / 2)
    log_width = np.log((1 + cosine) - cosine * rest) / 2
    rows = []
    for part in np.array_split(length.ravel(), max(1, length.size // 256)):
        scaled = np.exp(np.log(part[:, None]) - log_width)
        rows.append(logsumexp(weight - log_width + log_chi_density(scaled, 2 * d), axis=1))
    return np.concatenate(rows).reshape(length.shape)
