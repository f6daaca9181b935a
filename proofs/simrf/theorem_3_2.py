r"""Theorem 3.2 (11): the mean squared error of positive random features is a function of the RF-conformity.

    MSE = exp(-2|x|^2 - 2|y|^2)/m ((exp(2 v^2) - exp(v^2)) + (m - 1)(rho - exp(v^2))),   v = |x + y|,

with rho of Def. 3.1 (10), a function of the lengths |w_i + w_j|. It holds for all couplings of the paper, whose resultants are
isotropic (App. A.1; `simrf.isotropy`), and fails for a geometrical coupling of which they are not: ``w_1 = r_1 U, w_2 = r_2 F U``,
F the flip of the first coordinate, independent chi lengths (Definition 1.1). In the plane ``U = (cos a, sin a)`` has ``U.F U = -cos
2a``: the angle is uniform as that of independent directions, |w_1 + w_2| has the law of independent projections, and (10) is
exp(v^2). For x + y along the axis of the mirror F U has the image -U.(x + y), so that ``E b_1 b_2`` is that of opposite directions,
which is less.

(11) holds for every coupling with Gaussian marginals with ``rho = 1/(m(m-1)) sum_(i != j) E exp((w_i + w_j).(x + y))``. That this is
(10) needs isotropic resultants (`simrf.def-3.1`, `simrf.isotropy`).

Several blocks: m = n s projections in n independent blocks of s have ``rho = ((s - 1) rho_s + (m - s) exp(v^2))/(m - 1)``,
where rho_s is that of a block: in (11) the factor m - 1 becomes s - 1.
"""

import numpy as np

from rftheory.proofs.simrf._setting import *
from rftheory.couplings.coupling import Coupling, chi_lengths
from rftheory.inputs.coordinates import i, j
from rftheory.proofs.simrf._coupled import (
    FAMILY,
    MOMENT_ARRAY,
    MOMENTS,
    W,
    decay,
    error,
    pair_average,
    printed_error,
    sample,
    simplex_moment,
)
from rftheory.proofs.simrf._draws import positive_at

STATEMENT = statement(
    "identity",
    "Theorem 3.2 (11), (30), (34)",
    "The MSE of positive features depends on the RF-conformity",
    reading="Any joint law of m >= 2 projections with Gaussian marginals whose resultants w_i + w_j are isotropic, as App. "
    "A.1 says of all couplings of the paper, for each of their lengths; rho is (10). (30), with E b_i b_j in rho, is "
    "judged for every coupling with Gaussian marginals.",
    notes=(
        "rho divides by m - 1, so m >= 2; for m = 1 the second term is absent and the MSE does not depend on a coupling.",
        "App. A.1 refers to (74), the error of Fourier features, where (30) is meant.",
    ),
)

_RHO, _STEP, _SIZE = (
    sp.Symbol("rho", positive=True),
    sp.Symbol("epsilon", positive=True),
    sp.Symbol("s", integer=True, positive=True),
)
_ANY = PAIRS.with_ranges(SEVERAL, Range(m, 2, None, integer=True, typical=(2, 5), awkward=(2,)), MOMENT_ARRAY)
_COUPLED = PAIRS.with_ranges(SEVERAL)
_SIMPLEX = Domain((*(Range(t, 0, None, "[)", typical=(0, 4), awkward=(0, 9)) for t in (v2, z2)), D, SEVERAL)).where(
    sp.Le(m, d)
)
_DRAWN = {x_norm: sp.Rational(1, 5), y_norm: sp.Rational(1, 4), theta: sp.Rational(1, 2)}
_VALUES = tuple(Range(s, 0, None, "()", typical=(1, 3), awkward=(sp.Rational(1, 100),)) for s in (_RHO, _STEP))
_INCREASING = _COUPLED.with_ranges(*_VALUES)
#: the order of a term of (10), and the angle of U with the axis of the mirror
_k = sp.Symbol("k", integer=True, nonnegative=True)
_PLANE = Domain(_SIMPLEX.ranges[:2])
_TWO = sp.Integer(2)
#: |w_i + w_j| for resultants that are not random, an array
_RESULTANTS = sp.IndexedBase("w", real=True)
DOMAIN = PAIRS.with_ranges(
    Range(m, 2, None, integer=True, typical=(2, 5), awkward=(2,)),
    Range(_RESULTANTS.label, 0, None, "[)", typical=(0, 3), awkward=(0,), shape=(m, m)),
)


#: The estimator of one orthogonal frame, m <= d.
orthogonal_estimator = FAMILY.prefactor(PAIR.x, PAIR.y) * OrthogonalMean(FAMILY.kernel_sample(W, PAIR.x, PAIR.y), m, d)


#: E b_1 b_2 of the mirrored pair for x + y along the axis: the images r_1 U.z and -r_2 U.z are those of opposite directions.
_opposite_images = AngleExpectation([sample(SPLIT)] * 2, _TWO, sp.Integer(-1))

_moment = 2**_k * chi_moment(2 * _k, _TWO)
#: (10) of the mirrored pair of the plane: |w_1 + w_2| is sqrt(2) times a chi length.
_mirrored_conformity = sp.Sum(v2**_k * _moment / (2 ** (2 * _k) * sp.factorial(_k) * sp.gamma(_k + 1)), (_k, 0, sp.oo))


#: E b_i b_j of a resultant of the length w_ij in a uniform direction, by `simrf.def-3.1` the series (10).
_isotropic_moment = direction_exponential(PAIR.z.square * _RESULTANTS[i, j] ** 2, d)


square = PAIR.z.square
higher = printed_error(_RHO + _STEP)
_tex = r"\mathrm{MSE}(\widehat{K}) = \frac{e^{-2x^2-2y^2}}{m}\left((e^{2v^2}-e^{v^2})+(m-1)(\rho(x,y)-e^{v^2})\right)"


class MirroredPair(Coupling):
    """Two projections of the plane along U and its mirror image, the first coordinate flipped."""

    def __repr__(self) -> str:
        return "MirroredPair()"

    def draw_columns(self, generator: np.random.Generator, m: int, d: int, replicates: int) -> np.ndarray:
        angle = generator.uniform(0, 2 * np.pi, replicates)
        along, across = np.cos(angle), np.sin(angle)
        directions = np.stack([np.stack([along, -along]), np.stack([across, across])])
        return directions * chi_lengths(generator, m, d, replicates)


_square = PAIR.z.square
CLAIMS = (
    claim(
        "error with (10): the MSE is (11), where each w_i + w_j has a uniform direction, for each length of it",
        eq(error(_isotropic_moment), printed_error(pair_average(_isotropic_moment))),
        print="restored",
        tex=_tex,
    )
    # whole matrices in R^3, with (10) in closed form
    .drawn(
        Coupled(FAMILY, Orthogonal()),
        "mse",
        {**_DRAWN, m: 3, d: 3},
        printed_error(orthogonal_conformity(_square, d)),
        name="orthogonal projections",
    )
    .drawn(
        Coupled(FAMILY, Simplex()),
        "mse",
        {**_DRAWN, m: 2, d: 3},
        printed_error(simplex_conformity(_square, d)),
        name="simplex projections",
    ),
    step(
        "error: (30) for every coupling with Gaussian marginals: (11), rho the average of E exp((w_i + w_j).(x + y))",
        eq(error(), printed_error(pair_average(MOMENTS[i, j]))),
        _ANY,
        location="(30)",
        print="restored",
        tex=r"\rho(x, y) = \frac{1}{m(m-1)} \sum_{i, j \ne i} \mathbb{E}\left[e^{(w_i + w_j)^\top (x + y)}\right]",
    ).drawn(
        # the mirrored pair at x = y = e_1/4: its error, which is not that of (10)
        positive_at(MirroredPair(), (sp.Rational(1, 4), sp.Integer(0))),
        "mse",
        {m: 2, v2: sp.Rational(1, 4), z2: 0},
        printed_error(angle_conformity(v2, _TWO, sp.Integer(-1)), SPLIT),
        dimension=2,
    ),
    claim(
        "error with (10), a mirrored pair: w_1 = r_1 U, w_2 = r_2 F U in the plane, x + y along the axis of the mirror F: the "
        "MSE is (11) with rho of (10)",
        eq(error(_opposite_images, SPLIT).subs(m, 2), printed_error(_mirrored_conformity, SPLIT).subs(m, 2)),
        _PLANE,
        tex=_tex,
    ).false(
        at={v2: 1, z2: 1},
        because="(10) knows the lengths of the resultants alone, the MSE depends on their directions as well",
        remark=BEYOND,
    ),
    claim(
        "increasing: the MSE is an increasing function of the RF-conformity",
        lt(printed_error(_RHO), higher),
        _INCREASING,
        Chain(printed_error(_RHO)).lt(higher, [decay(), (m - 1) / m, _STEP]),
    ),
    lemma(
        "simplex projections: (11) with the number that all pairs of a simplex block share, m <= d",
        eq(error(simplex_moment(SPLIT), SPLIT), printed_error(simplex_moment(SPLIT), SPLIT)),
        _SIMPLEX,
    ),
)
