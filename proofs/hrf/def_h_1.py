"""Definition H.1 (97)-(100): the hybrid Gaussian-mixture estimator, read as unbiased.

``sum_ij lambda_ij^ SM^ij + lambda_0^ SM^0`` with coefficients that sum to one and are independent of the base
estimators ("all estimators considered in this paper are unbiased", Sec. 1). Its mean is SM(x, y) if every base estimator is
unbiased; those of (91), (92) are not for the complex A of (85) (see eq-89). With the bilinear squares of (16), or with real A, it is
unbiased whatever the coefficients estimate. By (98) the additional base has the coefficient ``1 - sum_ij lambda_ij``: where the
windows of several pairs of centres meet that is negative. Sec. 2.2 asks lambda_1, ..., lambda_p alone to be in [0, 1].
"""

from rftheory.proofs.hrf._clusters import *
from rftheory.families.hybrids.bipolar import Hybrid
from rftheory.families.hybrids.clustered import WindowCoefficient
from rftheory.montecarlo.estimators.hybrids import Mixed
from rftheory.proofs.hrf.eq_93 import window

STATEMENT = statement(
    "identity",
    "Definition H.1 (97)-(100)",
    "The hybrid Gaussian-mixture estimator is unbiased",
    id="hrf.def-H.1",
    reading="For any centres: with the base and coefficient features (91), (92), (95), (96) as printed the mean "
    "is SM(x, y) (Sec. 1: all estimators of the paper are unbiased), judged for one pair of centres r_j = b^2 r_i, A = i b I of (85), "
    "with SM^{++} as additional base.",
    notes=(
        "By (98) the coefficient of the additional base is one minus the sum of the others, so no sum can be dropped.",
    ),
)


def _mixture(prefactor: str) -> Hybrid:
    family = complex_family(prefactor)
    return Hybrid((family, Hyperbolic()), (WindowCoefficient(family),))


def _estimator(prefactor: str) -> sp.Expr:
    """(97) with one pair of centres."""
    return _mixture(prefactor).estimator((W, V), T, PAIR.x, PAIR.y, m, n)


_other_root = sp.Symbol("b_2", positive=True)
DOMAIN = INPUTS_AND_WIDTH.with_ranges(replace(RATIO_ROOT, symbol=_other_root))

_first = window(real_family)
#: lambda_ij of (93) for two pairs of centres, A = b I and A = b_2 I.
_windows = _first, _first.subs(ratio_root, _other_root)

#: The coefficient of the additional base, by (98).
_lambda_0 = 1 - sp.Add(*_windows)

_rest_of_the_weight = claim(
    "lambda_0: the coefficient of the additional base is not negative (two pairs of centres)",
    ge(_lambda_0, 0),
    location="(98)",
    tex=r"\lambda_0(x,y) = 1 - \sum_{i,j}\lambda_{i,j}(x,y) \in [0, 1]",
).false(
    at=point(x=1, y=1, ratio=1, tau=1, m=1) | {theta: sp.pi, _other_root: sp.Integer(2)},
    because="where the windows of two pairs of centres overlap their coefficients add up to more than 1",
    remark="lambda_0 in [0, 1], which Sec. 2.2 asks of lambda_1, ..., lambda_p alone: where the windows of two pairs of centres overlap "
    "their coefficients add up to more than 1",
)

domain = with_size(INPUTS_AND_WIDTH, N)
unbiased = claim(
    "unbiased: the hybrid of (97) with the printed features has mean SM(x, y)",
    eq(Expectation(_estimator("norm")), kernel()),
    domain,
    tex=r"\mathbb{E}[\widehat{SM}^{E,\Lambda}(x,y)] = \mathrm{SM}(x,y),\ \Psi\ \mathrm{with}\ \|A^{i,j}x\|^2",
).false(
    at=point(x=1, y=1, theta=0, ratio=1, tau=1, m=1, n=1),
    because="the base estimators (91), (92) are biased for complex A: norms stand for bilinear squares",
    error="misprint",
    survives="yes: with the bilinear squares of (16), and as printed for the real A of the experiments",
    cause="hrf.eq-89: (90)",
)
diagonal = ((1j, 0, 0), (0, 0.5j, 0), (0, 0, 0.75))
width = {**SMALL_POINT, tau: 2}
CLAIMS = (
    unbiased.drawn(
        Mixed(Hybrid((drawn_family("norm"), Hyperbolic()), (WindowCoefficient(drawn_family("norm")),))), "mean", width
    ),
    _rest_of_the_weight,
    unbiased.corrected(
        "bilinear squares: with bilinear squares in (91), (92), (95), (96) the hybrid of (97) has mean SM(x, y)",
        eq(Expectation(_estimator("bilinear")), kernel()),
        tex=r"\mathbb{E}[\widehat{SM}^{E,\Lambda}(x,y)] = \mathrm{SM}(x,y),\ \Psi\ \mathrm{with}\ (A^{i,j}x)^2",
    ).drawn(
        Mixed(Hybrid((ComplexExponential(diagonal), Hyperbolic()), (WindowCoefficient(ComplexExponential(diagonal)),))),
        "mean",
        width,
    ),
)
