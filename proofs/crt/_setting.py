"""What the statements of CRT share: parameter ranges and the pairs of inputs.

Estimators are of the Gaussian kernel K(x, y) = exp(-|x - y|^2/2). Exponential features depend on the inputs through
their Gram matrix (`kernels.PAIR`); discretely-induced ones through their coordinates (`coordinates`).
"""

from rftheory.vocabulary import *
from rftheory.inputs.kernels import gaussian_kernel as _gaussian_kernel
from rftheory.inputs.kernels import p

_TINY, _LARGE, _NEAR = sp.Rational(1, 1000), sp.Integer(20), sp.Rational(1, 10000)
X_NORM = Range(x_norm, 0, None, "[)", typical=(0, 2), awkward=(0, _TINY, _LARGE))
Y_NORM = Range(y_norm, 0, None, "[)", typical=(0, 2), awkward=(0, _TINY, _LARGE))
THETA = Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, _NEAR, sp.pi - _NEAR, sp.pi))
D = Range(d, 1, None, integer=True, typical=(1, 12), awkward=(1, 64))
M = Range(m, 1, None, integer=True, typical=(1, 12), awkward=(1,))
#: real A of finite variance
REAL_A = Range(
    A, None, sp.Rational(1, 8), "()", typical=(-2, 0), awkward=(-20, 0, sp.Rational(1, 8) - sp.Rational(1, 1000))
)
RATE = Range(lam, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100), 10))
SUCCESS = Range(p, 0, 1, "()", typical=(0, 1), awkward=(sp.Rational(1, 100), sp.Rational(99, 100)))

#: any two inputs; the angle of a zero vector may be any
PAIRS = Domain((X_NORM, Y_NORM, THETA))
#: the same with the dimension
PAIRS_IN_D = Domain((X_NORM, Y_NORM, THETA, D))

#: K(x, y) = exp(-|x - y|^2/2).
kernel = _gaussian_kernel(PAIR.x, PAIR.y)
