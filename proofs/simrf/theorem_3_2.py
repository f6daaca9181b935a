r"""Theorem 3.2 (11): the mean squared error of positive random features is a function of the RF-conformity.

    MSE = exp(-2|x|^2 - 2|y|^2)/m ((exp(2 v^2) - exp(v^2)) + (m - 1)(rho - exp(v^2))),   v = |x + y|,

for every coupling with Gaussian marginals, with ``rho = 1/(m(m-1)) sum_(i != j) E exp((w_i + w_j).(x + y))``. That this is the
series (10) needs isotropic resultants (`simrf.def-3.1`, `simrf.isotropy`); (11) does not.

Several blocks: m = n s projections in n independent blocks of s have ``rho = ((s - 1) rho_s + (m - s) exp(v^2))/(m - 1)``,
where rho_s is that of a block: in (11) the factor m - 1 becomes s - 1.
"""

from __future__ import annotations

import sympy as sp

from proofs.simrf._coupled import (
    FAMILY,
    MOMENT_ARRAY,
    MOMENTS,
    W,
    decay,
    error,
    over_pairs,
    pair_average,
    printed_error,
    simplex_moment,
)
from proofs.simrf._draws import doubled, positive_error
from proofs.simrf._setting import PAIRS, SEVERAL, D
from rftheory.conformity.closed_forms import independent_conformity, orthogonal_conformity, simplex_conformity
from rftheory.coordinates import i, j
from rftheory.couplings.orthogonal import Orthogonal
from rftheory.couplings.simplex import Simplex
from rftheory.evidence.bounds import Bound
from rftheory.kernels import PAIR, SPLIT, Pair, d, gaussian_kernel, m, n, theta, v2, x_norm, y_norm, z2
from rftheory.rules.frames import OrthogonalMean
from rftheory.rules.nodes import SampleMean, mean_squared_error
from rftheory.simulate.checks import MomentCheck
from rftheory.simulate.coupled import Coupled
from rftheory.statements.claims import Claim, Equality, Inequality, Statement
from rftheory.statements.domain import Domain, Range

STATEMENT = Statement(
    id="simrf.theorem-3.2",
    paper="simrf",
    location="Theorem 3.2 (11), (30), (34)",
    kind="identity",
    title="The MSE of positive features depends on the RF-conformity",
    reading="Any joint law of m >= 2 projections with Gaussian marginals for which the E b_i b_j are finite; rho is the average of "
    "E exp((w_i + w_j).(x + y)) over ordered pairs i != j.",
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
_FRAMES = _COUPLED.where(sp.Le(m, d))
_SIMPLEX = Domain((*(Range(t, 0, None, "[)", typical=(0, 4), awkward=(0, 9)) for t in (v2, z2)), D, SEVERAL)).where(
    sp.Le(m, d)
)
_DRAWN = {x_norm: sp.Rational(1, 5), y_norm: sp.Rational(1, 4), theta: sp.Rational(1, 2)}
_VALUES = tuple(Range(s, 0, None, "()", typical=(1, 3), awkward=(sp.Rational(1, 100),)) for s in (_RHO, _STEP))
_INCREASING = _COUPLED.with_ranges(*_VALUES)
_BLOCKS = PAIRS.with_ranges(
    _VALUES[0],
    Range(_SIZE, 2, None, integer=True, typical=(2, 6), awkward=(2,)),
    Range(n, 1, None, integer=True, typical=(1, 4), awkward=(1,)),
)
_ORTHOGONAL_BLOCKS = PAIRS.with_ranges(Range(n, 1, None, integer=True, typical=(1, 4), awkward=(1,)))


def _error_of(estimator: sp.Expr) -> sp.Expr:
    return mean_squared_error(estimator, gaussian_kernel(PAIR.x, PAIR.y))


def orthogonal_estimator() -> sp.Expr:
    """The estimator of one orthogonal frame, m <= d."""
    return FAMILY.prefactor(PAIR.x, PAIR.y) * OrthogonalMean(FAMILY.kernel_sample(W, PAIR.x, PAIR.y), m, d)


def block_average(conformity: sp.Expr, size: sp.Expr, blocks: sp.Expr) -> sp.Expr:
    """The pair average over independent blocks with the given one in each: pairs in one block, pairs in two."""
    pairs = blocks * size * (size - 1), blocks * (blocks - 1) * size**2
    count = blocks * size
    return (pairs[0] * conformity + pairs[1] * independent_conformity(PAIR.z.square)) / (count * (count - 1))


def error_of_blocks(conformity: sp.Expr, size: sp.Expr, blocks: sp.Expr, pair: Pair = PAIR) -> sp.Expr:
    """(11) for blocks of which each has the given conformity."""
    square = pair.z.square
    bracket = sp.exp(2 * square) - sp.exp(square) + (size - 1) * (conformity - sp.exp(square))
    return decay(pair) / (blocks * size) * bracket


def claims() -> list[Claim]:
    square = PAIR.z.square
    higher = printed_error(_RHO + _STEP)
    blocks = SampleMean(OrthogonalMean(FAMILY.kernel_sample(W, PAIR.x, PAIR.y), d, d), n)
    return [
        Claim(
            name="error",
            says="(11) for every coupling with Gaussian marginals",
            proposition=Equality(error(), printed_error(pair_average(MOMENTS[i, j]))),
            domain=_ANY,
        ),
        Claim(
            name="increasing",
            says="the MSE is an increasing function of the RF-conformity",
            proposition=Inequality(printed_error(_RHO), "<", higher),
            domain=_INCREASING,
            proof=lambda: Bound(printed_error(_RHO), _INCREASING).at_most(higher, [decay(), (m - 1) / m, _STEP]),
            mutants=(Inequality(higher, "<", printed_error(_RHO)),),
        ),
        Claim(
            name="independent projections",
            says="(11) with rho = exp(v^2)",
            role="lemma",
            proposition=Equality(
                _error_of(FAMILY.estimator(W, PAIR.x, PAIR.y, m)), printed_error(independent_conformity(square))
            ),
            domain=_COUPLED,
        ),
        Claim(
            name="orthogonal projections",
            says="(11) with rho = 1F1(d; d/2; v^2/2), m <= d",
            role="lemma",
            proposition=Equality(_error_of(orthogonal_estimator()), printed_error(orthogonal_conformity(square, d))),
            domain=_FRAMES,
        ),
        Claim(
            name="simplex projections",
            says="(11) with the number that all pairs of a simplex block share, m <= d",
            role="lemma",
            proposition=Equality(error(simplex_moment(SPLIT), SPLIT), printed_error(simplex_moment(SPLIT), SPLIT)),
            domain=_SIMPLEX,
        ),
        Claim(
            name="blocks",
            says="n independent blocks of s projections: (11) with the average over pairs has s - 1 in place of m - 1",
            role="lemma",
            proposition=Equality(
                printed_error(block_average(_RHO, _SIZE, n)).subs(m, n * _SIZE), error_of_blocks(_RHO, _SIZE, n)
            ),
            domain=_BLOCKS,
        ),
        Claim(
            name="orthogonal blocks",
            says="n independent orthogonal frames of d projections",
            role="lemma",
            proposition=Equality(
                _error_of(FAMILY.prefactor(PAIR.x, PAIR.y) * blocks),
                error_of_blocks(orthogonal_conformity(square, d), d, n),
            ),
            domain=_ORTHOGONAL_BLOCKS,
        ),
        Claim(
            name="pairs",
            says="there are m(m - 1) ordered pairs",
            role="lemma",
            proposition=Equality(over_pairs(sp.Integer(1)), m * (m - 1)),
            domain=Domain((SEVERAL,)),
        ),
    ]


def simulations() -> list[MomentCheck]:
    """Whole matrices in R^3 at two angles; images alone of two blocks of d projections."""
    square = PAIR.z.square
    cases = (
        ("orthogonal projections", Orthogonal(), orthogonal_conformity(square, d), 3),
        ("simplex projections", Simplex(), simplex_conformity(square, d), 2),
    )
    checks = [
        MomentCheck(
            f"{claim}, m = {size}, d = 3",
            Coupled(FAMILY, coupling),
            "mse",
            printed_error(conformity),
            {**_DRAWN, m: sp.Integer(size), d: sp.Integer(3)},
            claim=claim,
            dimension=3,
        )
        for claim, coupling, conformity, size in cases
    ]
    orthogonal, simplex = (
        error_of_blocks(pair, d, sp.Integer(2))
        for pair in (orthogonal_conformity(square, d), simplex_conformity(square, d))
    )
    for point in doubled(largest=12):
        checks.append(positive_error(Orthogonal(), point, orthogonal, "orthogonal blocks", "orthogonal blocks"))
    for point in doubled():
        checks.append(positive_error(Simplex(), point, simplex, "blocks", "simplex blocks"))
    return checks
