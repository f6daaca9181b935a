"""Bounds of the mean of a chi length by its other moments: ``d^2/(d+1) <= (E r)^2 <= d``."""

from rftheory.proofs.simrf._setting import *
from rftheory.chains.integrals import euler_gamma

_EXACT = Domain((D,))
_r = sp.Symbol("r", real=True)
MEAN = chi_moment(1, d)

#: ``E r^3 - (E r^2)^2/E r``.
excess = (d + 1) * MEAN - d**2 / MEAN

#: ``E r^2 - (E r)^2``.
variance = d - MEAN**2


def _square(form: sp.Expr, middle: sp.Expr, power: int) -> Chain:
    """That a form is ``E r^p (r - a)^2``, which is not negative."""
    density = chi_density(_r, d)
    integral = sp.Integral(density * _r**power * (_r - middle) ** 2, (_r, 0, sp.oo))
    back = Chain(integral)
    back = back.integrand(sp.expand(density * _r**power * (_r**2 - 2 * middle * _r + middle**2)))
    back = back.computed(euler_gamma).eq(form)
    return Chain(form).backwards(back).ge(sp.Integer(0))


#: (E r)^2 >= d^2/(d+1).
long_enough = lemma(
    "mean length: E r (r - a)^2 >= 0 at a = E r^2/E r: (d+1) E r >= d^2/E r for a chi length",
    ge(excess, 0),
    _EXACT,
    _square(excess, d / MEAN, 1),
)

#: (E r)^2 <= d.
short_enough = lemma(
    "variance: E (r - E r)^2 = d - (E r)^2 >= 0 for a chi length", ge(variance, 0), _EXACT, _square(variance, MEAN, 0)
)
