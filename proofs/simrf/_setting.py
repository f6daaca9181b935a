"""What the statements of SimRF share: parameter ranges. Estimators are of the Gaussian kernel K = exp(-|x - y|^2/2).

Positive features enter through v = |x + y|, Fourier features through z = |x - y|; a pair (w_i, w_j) of a coupling through
its angle and its two independent chi_d lengths.
"""

from rftheory.vocabulary import *

#: |x + y| and |x - y|
v, z = sp.symbols("v z", positive=True)

_TINY, _LARGE, _NEAR = sp.Rational(1, 1000), sp.Integer(10), sp.Rational(1, 10000)
X_NORM = Range(x_norm, 0, None, "[)", typical=(0, 2), awkward=(0, _TINY, _LARGE))
Y_NORM = Range(y_norm, 0, None, "[)", typical=(0, 2), awkward=(0, _TINY, _LARGE))
THETA = Range(theta, 0, sp.pi, "[]", typical=(0, 3), awkward=(0, _NEAR, sp.pi - _NEAR, sp.pi))
V = Range(v, 0, None, "()", typical=(0, 3), awkward=(_TINY, 5))
Z = Range(z, 0, None, "()", typical=(0, 3), awkward=(_TINY, 5))
#: couplings of several directions need d >= 2
D = Range(d, 2, None, integer=True, typical=(2, 12), awkward=(2, 3, 64))
M = Range(m, 1, None, integer=True, typical=(1, 12), awkward=(1,))
SEVERAL = Range(m, 2, None, integer=True, typical=(2, 12), awkward=(2,))

#: what is said of couplings whose resultants w_i + w_j are not isotropic
BEYOND = (
    "beyond 'all couplings we consider', whose resultants are isotropic: a Gaussian vector and its mirror image have a sum "
    "that is not; Def. 1.1 and Theorem 3.4 do not repeat the restriction"
)
#: what is said of rotations that are products of k = 3 blocks HD
PROXY = (
    "the paper calls it a proxy, 'approximately sampled', and an approximate implementation: its rows take finitely many values, "
    "so that projections are not Gaussian, and features are a little biased"
)

#: any two inputs of R^d; the angle of a zero vector may be any
PAIRS = Domain((X_NORM, Y_NORM, THETA, D))
SUMS = Domain((V, D))
DIFFERENCES = Domain((Z, D))
