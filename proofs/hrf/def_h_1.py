"""Definition H.1 (97)-(100): the hybrid Gaussian-mixture estimator, read as unbiased.

``sum_ij lambda_ij^ SM^ij + lambda_0^ SM^0`` with coefficients that sum to one and are independent of the base
estimators ("all estimators considered in this paper are unbiased", Sec. 1). Its mean is SM(x, y) if every base estimator is
unbiased; those of (91), (92) are not for the complex A of (85) (see eq-89). With the bilinear squares of (16), or with real A, it is
unbiased whatever the coefficients estimate. By (98) the additional base has the coefficient ``1 - sum_ij lambda_ij``: where the
windows of several pairs of centres meet that is negative. Sec. 2.2 asks lambda_1, ..., lambda_p alone to be in [0, 1].
"""

from rftheory.proofs.hrf._clusters import *
from rftheory.proofs.hrf._complex import ARBITRARY, IMAGES_AND_SIZE, INPUTS, inner
from rftheory.estimators.hybrids import Mixed
from rftheory.hybrids.bipolar import Hybrid
from rftheory.hybrids.clustered import WindowCoefficient
from rftheory.proofs.hrf.eq_89 import estimator
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
        "Any number of pairs: the hybrid is SM^0 + sum_ij lambda_ij^ (SM^ij - SM^0), and every term has mean zero.",
    ),
)

_FIRST, _SECOND = Variate("lambda_11", DRAW), Variate("lambda_12", DRAW)


def _mixture(prefactor: str) -> Hybrid:
    family = complex_family(prefactor)
    return Hybrid((family, Hyperbolic()), (WindowCoefficient(family),))


def _estimator(prefactor: str) -> sp.Expr:
    """(97) with one pair of centres."""
    return _mixture(prefactor).estimator((W, V), T, PAIR.x, PAIR.y, m, n)


def _default() -> sp.Expr:
    """An unbiased additional base, for inputs that are known by x.y only: any real A will do."""
    family = RealMatrix(prefactor_kind="norm")
    first, second = family.transformed(INPUTS.x, INPUTS.y)
    return family.prefactor(INPUTS.x, INPUTS.y) * SampleMean(sp.exp(V.dot(first + second)), m)


_other_root = sp.Symbol("b_2", positive=True)
DOMAIN = INPUTS_AND_WIDTH.with_ranges(replace(RATIO_ROOT, symbol=_other_root))

_first = window(real_family)
#: lambda_ij of (93) for two pairs of centres, A = b I and A = b_2 I.
_windows = _first, _first.subs(ratio_root, _other_root)

#: The coefficient of the additional base, by (98).
_lambda_0 = 1 - sp.Add(*_windows)


def _above_minus_one() -> Chain:
    chain = Chain(_lambda_0)
    for number, root in enumerate((_other_root, ratio_root)):
        square = (root * x_norm - y_norm / root) ** 2 + 4 * x_norm * y_norm * sp.cos(theta / 2) ** 2
        rest = _windows[0] if number == 0 else sp.Integer(0)
        chain = chain.ge(-number - rest, [1 - sp.exp(-square / (2 * tau**2))], "a window is at most 1")
    return chain


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
real = estimator(RealMatrix(prefactor_kind="norm"), INPUTS)
any_complex = estimator(ARBITRARY, INPUTS)
both_images = IMAGES_AND_SIZE.where(*REAL_IMAGES.conditions)
softmax = sp.exp(inner)
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
CLAIMS = (
    unbiased,
    _rest_of_the_weight,
    _rest_of_the_weight.corrected(
        "lambda_0, two pairs: with two pairs of centres lambda_0 >= -1: each window is at most 1 (near x = y = 0 all "
        "windows are near 1)",
        ge(_lambda_0, -1),
        proof=_above_minus_one(),
        tex=r"n_q n_k = 2:\ \lambda_0 = 1 - \lambda_{1,1} - \lambda_{1,2} \ge -1",
    ),
    unbiased.corrected(
        "bilinear squares: with bilinear squares in (91), (92), (95), (96) the hybrid of (97) has mean SM(x, y)",
        eq(Expectation(_estimator("bilinear")), kernel()),
        tex=r"\mathbb{E}[\widehat{SM}^{E,\Lambda}(x,y)] = \mathrm{SM}(x,y),\ \Psi\ \mathrm{with}\ (A^{i,j}x)^2",
    ),
    unbiased.corrected(
        "one more pair, any complex A: with bilinear squares E[lambda_ij^ (SM^ij - SM^0)] = 0 for any A and any "
        "independent coefficient",
        eq(Expectation(LAMBDA_HAT * (any_complex - _default())), 0),
        both_images,
        tex=r"\mathbb{E}[\hat\lambda_{i,j}(\widehat{SM}^{i,j} - \widehat{SM}^0)] = 0,\ \Psi\ \mathrm{with}\ (A^{i,j}x)^2",
    ),
    unbiased.corrected(
        "one more pair, any real A: with norms, E[lambda_ij^ SM^ij] = E[lambda_ij^] SM(x, y) for any real A and any "
        "independent coefficient",
        eq(Expectation(LAMBDA_HAT * real), Expectation(LAMBDA_HAT) * softmax),
        with_size(REAL_IMAGES),
        tex=r"\mathbb{E}[\hat\lambda_{i,j}\widehat{SM}^{i,j}] = \mathbb{E}[\hat\lambda_{i,j}]\,\mathrm{SM},\ A^{i,j}\ \mathrm{real}",
    ),
    unbiased.corrected(
        "two pairs: two pairs and the additional base, coefficients of any law that sum to one: the mean is SM(x, y)",
        eq(Expectation(_FIRST * any_complex + _SECOND * real + (1 - _FIRST - _SECOND) * _default()), softmax),
        both_images,
        tex=r"\mathbb{E}[\hat\lambda_{1,1}\widehat{SM}^{1,1} + \hat\lambda_{1,2}\widehat{SM}^{1,2} + \hat\lambda_0\widehat{SM}^0] = SM",
    ),
)


def simulations() -> list[MomentCheck]:
    diagonal = ((1j, 0, 0), (0, 0.5j, 0), (0, 0, 0.75))
    width = {**SMALL_POINT, tau: 2}
    cases = (("bilinear squares", ComplexExponential(diagonal)), ("unbiased", drawn_family("norm")))
    return [
        MomentCheck(
            f"mean, {claim}",
            Mixed(Hybrid((family, Hyperbolic()), (WindowCoefficient(family),))),
            "mean",
            kernel(),
            width,
            claim=claim,
        )
        for claim, family in cases
    ]
