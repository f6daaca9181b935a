r"""App. B.1, Sec. 4.2: "PRFs tend to perform worse at large sigma"; products of Givens rotations cost O(d log d).

Inputs are scaled by sigma. Of one and the same pair of inputs positive features with independent projections have, from the definition,

    MSE/K^2 = (exp(sigma^2 |x + y|^2) - 1)/m,

which increases with sigma: relative to the kernel they do worse, for every pair with x + y != 0. The MSE itself is K^2 times that, and
tends to 0 with sigma -> oo where |x - y| > |x + y|: there the kernel vanishes faster.

A butterfly of Givens rotations turns d/2 pairs of coordinates in each of p stages, d = 2^p, at 6 operations a pair.
"""

import numpy as np

from rftheory.proofs.simrf._setting import *
from rftheory.inputs.arrays import Array
from rftheory.inputs.kernels import gaussian_kernel
from rftheory.proofs.crt._counted import Tally, counted, fitted, grid
from rftheory.proofs.simrf._coupled import FAMILY, error, sample

STATEMENT = statement(
    "claim",
    "App. B.1, Sec. 4.2",
    "Positive features do worse on data that are scaled up; Givens rotations in O(d log d)",
    reading="'Roughly speaking, PRFs tend to perform worse at large sigma': the MSE of IIDRFs, of which B.1 speaks, over K^2, at any two "
    "inputs that are scaled by sigma, does not decrease with sigma. Operations: those of a butterfly of Givens "
    "rotations (Dao et al., 2019), d = 2^p, each addition and multiplication one of them.",
    notes=(
        "The MSE itself is K(x, y)^2 (exp(v^2) - 1)/m: for |x - y| > |x + y| it falls to zero as sigma grows, with K.",
        "O(d log d) is so if there are O(d log d) rotations, as in a butterfly; that many do not suffice for a Haar rotation, "
        "of which they are a proxy.",
        "What the classification gains or loses by sigma (Fig. 10) is measured on data of UCI: not comparable.",
    ),
    id="simrf.sec-B.1",
)

DOMAIN = PAIRS.with_ranges(M, Range(sigma, 1, None, "[)", typical=(1, 2), awkward=(1, 4)))
SCALED = make_pair(sigma * x_norm, sigma * y_norm, theta, "scaled")
#: d = 2^p
_p = sp.Symbol("p", integer=True, positive=True)
_POWERS = Domain((Range(_p, 1, None, integer=True, typical=(1, 10), awkward=(1, 2, 12)),))


def relative_error(pair: Pair) -> sp.Expr:
    """MSE/K^2 of independent projections, from the definition."""
    return error(Expectation(sample(pair)) ** 2, pair) / gaussian_kernel(pair.x, pair.y) ** 2


def _closed(pair: Pair) -> sp.Expr:
    return (sp.exp(pair.z.square) - 1) / m


_form = (x_norm + y_norm * sp.cos(theta)) ** 2 + y_norm**2 * sp.sin(theta) ** 2
_not_negative = lemma(
    "square: |x + y|^2 is not negative", ge(PAIR.z.square, 0), PAIRS, Chain(PAIR.z.square).ge(sp.Integer(0), [_form])
)


def _worse() -> Chain:
    square = PAIR.z.square
    further = Chain(square).use(_not_negative).le(SCALED.z.square, [sigma - 1, sigma + 1, square])
    chain = Chain(relative_error(PAIR)).eq(_closed(PAIR))
    chain = chain.inside(further, lambda t: (sp.exp(t) - 1) / m)
    return chain.backwards(Chain(relative_error(SCALED)).eq(_closed(SCALED)))


def butterfly(x: Array, cosines: Array, sines: Array) -> Array:
    """Stages of Givens rotations of x in place, shape (d,): the pairs of coordinates that are 1, 2, 4, ... apart.

    Args:
        cosines: shape (p, d/2), d = 2^p.
        sines: the same.
    """
    for stage, (cosine, sine) in enumerate(zip(cosines, sines, strict=True)):
        pairs = x.reshape(-1, 2, 2**stage)
        first, second = pairs[:, 0].ravel(), pairs[:, 1].ravel()
        turned = cosine * first - sine * second, sine * first + cosine * second
        pairs[:, 0], pairs[:, 1] = (part.reshape(pairs[:, 0].shape) for part in turned)
    return x


@cache
def operations() -> sp.Expr:
    """Those of runs, for d = 2^p."""

    def run(p: int) -> int:
        tally, normals = Tally(), np.random.default_rng(np.random.SeedSequence(0))
        x, cosines, sines = (
            counted(normals.standard_normal(shape), tally) for shape in ((2**p,), *[(p, 2**p // 2)] * 2)
        )
        butterfly(x, cosines, sines)
        return tally.operations

    return fitted(run, [2**_p * _p, 2**_p, _p, sp.Integer(1)], grid({_p: range(1, 7)}))


CLAIMS = (
    claim(
        "worse at large sigma: MSE/K^2 at (sigma x, sigma y) is at least that at (x, y) for sigma >= 1",
        le(relative_error(PAIR), relative_error(SCALED)),
        proof=_worse(),
        location="App. B.1",
    ).drawn(
        # at two scales, 1 and 2, against K^2 (exp(sigma^2 v^2) - 1)/m
        Regular(FAMILY),
        "mse",
        [
            {x_norm: s * sp.Rational(1, 5), y_norm: s * sp.Rational(1, 4), theta: sp.Rational(1, 2), m: 8, d: 3}
            for s in (1, 2)
        ],
        gaussian_kernel(PAIR.x, PAIR.y) ** 2 * _closed(PAIR),
    ),
    claim(
        "Givens rotations: a butterfly takes at most 4 d log_2 d operations",
        le(operations(), 4 * 2**_p * _p),
        _POWERS,
        Chain(operations()).lt(4 * 2**_p * _p),
        location="Sec. 4.2",
    ),
)
