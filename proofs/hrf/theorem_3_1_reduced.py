"""Theorem 3.1, the words before (23): with shared projections the error "is further reduced".

Read: sharing the projections of P and T gives a strictly smaller mean squared error, whatever the coefficient and the
inputs. The two errors differ by ``(4/m) SM^2 sin^2((|x|^2 - |y|^2)/2) E[lambda_hat (1 - lambda_hat)]``, and nothing
makes ``E[lambda_hat (1 - lambda_hat)]`` positive. Section 2.2 asks for coefficients lambda with values in [0, 1], not for such
estimators: the Gaussian coefficient (20) with M = I, in (0, 1] for all inputs, is estimated by a mean of cosines, and where that
is negative often enough sharing costs accuracy. An estimator in [0, 1], such as the angular one, never loses.
"""

from rftheory.proofs.hrf._setting import *
from rftheory.chains.reasons import Unit
from rftheory.proofs.hrf.eq_20 import WIDTH, Linearised, c, linearised
from rftheory.rules.variates import UnitVariate

STATEMENT = statement(
    "claim",
    "Theorem 3.1, D.1",
    "Shared projections reduce the error of the hybrid",
    reading="For every coefficient lambda with values in [0, 1] (Sec. 2.2), every estimator of it that is "
    "independent of P and T, and all x, y: shared projections have the smaller MSE.",
    notes=("For equal norms, and for the angular coefficient with n = 1, the two errors are equal.",),
)

#: the coefficient (20) with M = I, of width c
DOMAIN = PAIRS.with_ranges(N, WIDTH).where(sp.Ne(c, 0))
_FREQUENCY = sp.sin((x_norm**2 - y_norm**2) / 2) ** 2
#: the width that is drawn
_WIDTH = sp.Rational(1, 2)
#: an estimator of any law in [0, 1]
_UNIT = UnitVariate("lambda_hat")

#: lambda_hat of (20) with trigonometric features: the mean of cos(tau_j.(x + y)/c).
_gaussian_coefficient = linearised(Trigonometric())


def _errors(coefficient: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    return tuple(mean_squared_error(hybrid(coefficient, shared=shared), kernel()) for shared in (True, False))


def _saving(mixed: sp.Expr) -> sp.Expr:
    return 4 / m * kernel() ** 2 * _FREQUENCY * mixed


def _unit_gap() -> Chain:
    shared, independent = _errors(_UNIT)
    chain = Chain(shared).expectations().use(Unit(_UNIT))
    closed = Chain(independent).expectations().end
    mixed = Expectation(_UNIT * (1 - _UNIT))
    chain = chain.eq(closed - _saving(mixed), "the covariance of P and T")
    chain = chain.le(closed, words="0 <= lambda_hat <= 1")
    return chain.eq(independent, "independent projections")


shared, independent = _errors(_gaussian_coefficient)
free_shared, free_independent = _errors(LAMBDA_HAT)
mixed = expand_expectation(Expectation(LAMBDA_HAT * (1 - LAMBDA_HAT)))
unit_shared, unit_independent = _errors(_UNIT)
reduced = claim(
    "reduced: sharing the projections reduces the error (Gaussian coefficient (20), M = I, with values in (0, 1])",
    lt(shared, independent),
    tex=r"\mathrm{MSE}(\widehat{SM}^{hyb}) < \mathbb{E}[\hat\lambda^2]\mathrm{MSE}(\widehat{SM}^{++}) + "
    r"\mathbb{E}[(1-\hat\lambda)^2]\mathrm{MSE}(\widehat{SM}^{trig})",
    quote="apply the exact same sets of random projections, the mean squared error of the hybrid estimator is "
    "further reduced",
).false(
    at={x_norm: 1, y_norm: sp.Rational(1, 2), theta: sp.pi / 2, m: 1, n: 1, c: sp.Rational(1, 2)},
    because="E[lambda_hat (1 - lambda_hat)] can be negative for lambda in [0, 1]; sharing then increases the error",
    error="condition missing",
    survives="yes: (23) holds, and for the angular hybrid sharing never costs accuracy",
)
CLAIMS = (
    reduced,
    reduced.corrected(
        "difference: the saving is (4/m) SM^2 sin^2((|x|^2-|y|^2)/2) E[l(1-l)], of the sign of E[l(1-l)]",
        eq(free_independent - free_shared, _saving(mixed)),
        PAIRS,
        tex=r"\mathrm{MSE}_{ind} - \mathrm{MSE}_{shared} = \tfrac{2}{m}\mathrm{SM}^2(1-\cos(\|x\|^2-\|y\|^2))\,"
        r"\mathbb{E}[\hat\lambda(1-\hat\lambda)]",
    ),
    reduced.corrected(
        "coefficients in [0, 1]: an estimator lambda_hat with values in [0, 1] never loses by sharing",
        le(unit_shared, unit_independent),
        PAIRS,
        proof=_unit_gap(),
        needs=("0 <= lambda_hat <= 1 almost surely",),
        tex=r"0 \le \hat\lambda \le 1 \Rightarrow \mathrm{MSE}_{shared} \le \mathrm{MSE}_{ind}",
    ),
)


def simulations() -> list[MomentCheck]:
    """The Gaussian hybrid with shared projections, at a point where sharing costs accuracy."""
    # real numbers written with complex exponentials
    shared, independent = (sp.re(Chain(error).expectations().end) for error in _errors(_gaussian_coefficient))
    drawn = Bipolar(Hyperbolic(), Trigonometric(), Linearised(Trigonometric(), _WIDTH), shared=True)
    # the bound as a value: draws that lie above reject every smaller value as well
    cases = (("difference", shared), ("reduced", independent))
    at = {**SHARING_POINT, c: _WIDTH}
    return [MomentCheck(f"mse, {claim}", drawn, "mse", value, at, claim=claim) for claim, value in cases]
