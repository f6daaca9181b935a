r"""App. A.9, last sentence: "in the RFF setting, ORFs will always outperform IIDRFs when d -> oo".

The sentence is drawn from the sign of the term in 1/d of (27), at a fixed z = |x - y|. Read so it is true, and for all z up to any bound
at once: the gap is positive for 0 < z^2 <= T once ``4d > (T^2 + 8T + 8) exp(2T)``. Read for all z at once it is false: for d = 64 the
gap is negative at z = 7.
"""

from rftheory.proofs.simrf._gap import FOURIER, Z2, closed_gap, mse_of_independent
from rftheory.vocabulary import *
from rftheory.proofs.crt._orthogonal_waves import t
from rftheory.proofs.simrf._draws import Drawn
from rftheory.proofs.simrf._gap_signs import gap
from rftheory.proofs.simrf.zcrit import diverges

STATEMENT = statement(
    "claim",
    "App. A.9, last sentence",
    "Orthogonal Fourier features always outperform independent ones when d is large",
    reading="For every z = |x - y| > 0 there is a dimension beyond which the MSE of ORFs is less than that of "
    "IIDRFs, 2 <= m <= d: the limit d -> oo is taken at fixed z, as in (27). That one dimension would do "
    "for every z is judged as a step.",
    notes=("How large d must be grows with z: z_crit(d) is in `simrf.zcrit`, 6.909 for d = 64.",),
)

_LARGE = Range(d, 64, None, integer=True, typical=(64, 80), awkward=(64, 65, 128))
DOMAIN = Domain((Range(t, 0, None, "()", typical=(0, 60), awkward=(sp.Rational(1, 1000), 49)), _LARGE))

zero = sp.Integer(0)
at_each = replace(
    diverges(), name="at every distance", says="MSE_IID > MSE_ORF for 0 < z^2 <= T once 4d > (T^2 + 8T + 8) exp(2T)"
)
tex = r"\mathrm{MSE}(\widehat{K}_{\mathrm{ORF}}) < \mathrm{MSE}(\widehat{K}_{\mathrm{IIDRF}})"
at_once = step(
    "for all distances at once: from d = 64 on the gap is positive for every z > 0",
    gt(gap(t), zero),
    location="App. A.9, last sentence, 'always'",
    tex=tex + r" \quad (\forall z > 0,\ d \ge 64)",
).false(
    at={t: 49, d: 64},
    because="for d = 64 and z = 7 the gap is negative",
    remark="the limit d -> oo is at each distance z; it is not uniform: for d = 64 and z = 7 the gap is negative",
)
CLAIMS = (
    # beyond the dimension that is needed there: the error of ORFs is a fifth of that of IIDRFs
    at_each.drawn(
        Coupled(FOURIER, Orthogonal()),
        "mse",
        Drawn(sp.Rational(1, 10), 6, 6).at(fourier=True),
        mse_of_independent(FOURIER.real_second_moment(PAIR.x, PAIR.y)) - closed_gap(-Z2),
        reduced=True,
    ),
    at_once,
    at_once.corrected_by(
        at_each,
        name="for bounded distances",
        needs=("z bounded, d large for that bound",),
        tex=tex + r" \quad (0 < z^2 \le T,\ 4d > (T^2 + 8T + 8) e^{2T})",
    ),
)
