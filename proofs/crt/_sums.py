"""Two inputs known through their norms and the length v = |x + y| of their sum, on which GERF with s = +1 depend.

v takes every value with | |x| - |y| | <= v <= |x| + |y| (in R^1 only the two ends), so ``x.y = (v^2 - |x|^2 - |y|^2)/2``.
"""

from rftheory.proofs.crt._setting import X_NORM, Y_NORM, D
from rftheory.vocabulary import *
from rftheory.inputs.kernels import gaussian_kernel

#: the length of x + y
v = sp.Symbol("v", positive=True)


def sums(length: sp.Expr) -> Pair:
    """Two inputs with a sum of this length."""
    table = {"xx": x_norm**2, "yy": y_norm**2, "xy": (length**2 - x_norm**2 - y_norm**2) / 2}
    space = Space(f"inputs with |x + y| = {length}", lambda a, b: table["".join(sorted(a + b))], "xy")
    return Pair(space.vector("x"), space.vector("y"))


#: what `triangle` stands for
TRIANGLE = by_definition("the length is that of x + y, for x and y of these lengths")


def triangle(length: sp.Expr) -> tuple[sp.Basic, ...]:
    """Which norms two inputs with a sum of this length may have."""
    return sp.Le(length, x_norm + y_norm), sp.Ge(length, x_norm - y_norm), sp.Ge(length, y_norm - x_norm)


SUM_PAIR = sums(v)

V = Range(v, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 1000), 10))
#: |x|, |y|, |x + y| of two inputs that are not opposite (one of them may be zero), and d
SUMS = Domain((X_NORM, Y_NORM, V, D), triangle(v), words=TRIANGLE)

W = Projection("w")
OPRF = OptimalPositive(square=v**2)


def sample(family: GeneralizedExponential) -> sp.Expr:
    """One sample of a GERF estimator of K."""
    return family.sample(W, SUM_PAIR.x, SUM_PAIR.y)


#: K(x, y) in |x|, |y| and v.
kernel = gaussian_kernel(SUM_PAIR.x, SUM_PAIR.y)


def second_moment(family: GeneralizedExponential) -> sp.Expr:
    """The closed form of E Z^2 of a GERF with real A and s = +1."""
    return family.real_second_moment(SUM_PAIR.x, SUM_PAIR.y)
