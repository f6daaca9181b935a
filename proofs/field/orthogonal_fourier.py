r"""Orthogonal Fourier features: their variance over that of independent ones is 1 - c/d, with a factor for the remainder.

With t = z^2 = |x - y|^2, for every d >= m >= 2 and at every distance,

    Var_ort/Var_iid = 1 - ((m-1)/d) t^2 exp(-t)/(1 - exp(-t))^2 (1 + e),   |e| <= (t^2 + 8t + 8) exp(2t)/(4d).

So orthogonal projections are better where the bound of e is below 1, and in the plane at every distance. They do not dominate:
for d = 4 and z = 7/2 they are worse, and where the sign changes first is known for every d up to 64 (`simrf.zcrit`).
"""

from rftheory.proofs.crt._orthogonal import kummer
from rftheory.proofs.simrf._gap import FOURIER, WAVE, Z2, mse, orthogonal
from rftheory.vocabulary import *
from rftheory.proofs.crt._orthogonal_waves import t
from rftheory.proofs.crt.theorem_4_1_trig import in_the_plane
from rftheory.proofs.simrf import corollary_4_6
from rftheory.proofs.simrf.corollary_4_6 import APART, exact_ratio, ratio
from rftheory.proofs.simrf.zcrit import strict_tangent

STATEMENT = statement(
    "inequality",
    "Yu et al. 2016 (1610.09072), on the variance of orthogonal features",
    "The variance of orthogonal Fourier features is 1 - c/d of that of independent ones, with a remainder",
    reading="m projections of one orthogonal frame of R^d, chi lengths, Gaussian kernel; 2 <= m <= d and x != y.",
    notes=(
        "The factor 1 + e with its bound is ours: the paper has a remainder for bounded distances without a constant.",
    ),
)

DOMAIN = APART
_ABOVE, _BELOW = (
    next(one for one in corollary_4_6.CLAIMS if one.name == name) for name in ("from above", "from below")
)
_share = (m - 1) / d * Z2**2 * sp.exp(-Z2) / (1 - sp.exp(-Z2)) ** 2
_slack = (Z2**2 + 8 * Z2 + 8) * sp.exp(2 * Z2) / (4 * d)
_upper, _lower = 1 - _share * (1 - _slack), 1 - _share * (1 + _slack)
_PLANE = Domain((Range(t, 0, None, "()", typical=(0, 6), awkward=(sp.Rational(1, 1000), 2, 40)),))
#: what two independent pairs of projections exceed two orthogonal ones by, in the plane
_gap = sp.exp(-t) - kummer(-t, sp.Integer(2))


def _in_the_plane() -> Chain:
    chain = Chain(_gap).by(in_the_plane, {in_the_plane.domain.symbols[0]: t / 2})
    (tangent_at,) = strict_tangent().domain.symbols
    return chain.use(strict_tangent(), {tangent_at: t / 2}).gt(0)


CLAIMS = (
    claim(
        "from above: e >= -(t^2 + 8t + 8) exp(2t)/(4d)", le(ratio, _upper), proof=Chain(ratio).use(_ABOVE).le(_upper)
    ),
    claim("from below: e <= (t^2 + 8t + 8) exp(2t)/(4d)", ge(ratio, _lower), proof=Chain(ratio).use(_BELOW).ge(_lower)),
    claim(
        "exact: for every d the ratio is 1 - 2(m-1) (exp(-t) - 1F1(d; d/2; -t/2))/(1 - exp(-t))^2",
        eq(ratio, exact_ratio),
    ).drawn(
        # z = 1, m = 3 and d = 6
        Coupled(FOURIER),
        "mse",
        {x_norm: sp.Rational(1, 2), y_norm: sp.Rational(1, 2), theta: sp.pi, m: 3, d: 6},
        exact_ratio * (1 - sp.exp(-Z2)) ** 2 / (2 * m),
    ),
    claim("plane: for d = 2 orthogonal projections are better at every distance", gt(_gap, 0), _PLANE, _in_the_plane()),
)
TWINS = (
    claim(
        "dominates: orthogonal projections are better at every distance, d >= m >= 2",
        le(mse(orthogonal(WAVE)), mse(SampleMean(WAVE, m))),
    ),
    claim("wrong constant: 1 - 2c/d, without a remainder", le(ratio, 1 - 2 * _share)),
    claim("no remainder: 1 - c/d at every distance", le(ratio, 1 - _share)),
)
