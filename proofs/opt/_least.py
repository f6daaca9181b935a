"""The least error for different laws of x_1 and x_2: two inputs of each, any scalar representation, symmetric or not.

With ``F_i = alpha_i^(1/2) phi_1(x_i, w)``, ``G_j = beta_j^(1/2) phi_2(y_j, w)`` and T = E F G' the matrix of the kernel between the two
laws, ``E K^2`` is the sum of the squares of T, and ``E q = E |F| |G|`` is at least the nuclear norm of T, the square of which is
that sum plus ``2 |det T|``. In the complex numbers ``(F_1 + i F_2) (G_1 - i G_2) = c - i s`` this is the triangle inequality. It
is an equality where all these numbers have one direction: where G is a multiple >= 0 of F turned by one angle.
"""

from rftheory.proofs.opt._setting import *

_BOTH = (1, 2)
#: the weights of the inputs, and the features, of their own on each side
_TWO_INPUTS = Domain(
    (
        NUMBER_OF_POINTS,
        Range(omega.label, shape=(N,), **WEIGHTS),
        *(Range(base.label, shape=(2,), **WEIGHTS) for base in (alpha, beta)),
        *(Range(base.label, shape=(2, N), typical=(-2, 2)) for base in (f, g)),
    )
)
_OTHER = Range(h, 1, None, integer=True, typical=(1, 3), awkward=(1,))
_AT_POINT = _TWO_INPUTS.with_ranges(POINT).where(sp.Le(k, N))
_AT_POINTS = _AT_POINT.with_ranges(_OTHER).where(sp.Le(h, N))


def _second_moment(weights: sp.IndexedBase, features: sp.IndexedBase, at: sp.Expr) -> sp.Expr:
    return sp.Add(*(weights[i] * features[i, at] ** 2 for i in _BOTH))


def _importance(at: sp.Expr = k) -> sp.Expr:
    return sp.sqrt(_second_moment(alpha, f, at) * _second_moment(beta, g, at))


def _part(i: int, j: int, at: sp.Expr) -> sp.Expr:
    """F_i G_j."""
    return sp.sqrt(alpha[i] * beta[j]) * f[i, at] * g[j, at]


def _turned(at: sp.Expr) -> tuple[sp.Expr, sp.Expr]:
    """c and s."""
    return _part(1, 1, at) + _part(2, 2, at), _part(1, 2, at) - _part(2, 1, at)


#: c c' + s s' of two points.
_aligned = sp.Add(*(first * second for first, second in zip(_turned(k), _turned(h), strict=True)))


def _kernel(i: int, j: int) -> sp.Expr:
    return kernel(f[i, k], g[j, k])


_mean_squared_kernel = sp.Add(*(alpha[i] * beta[j] * _kernel(i, j) ** 2 for i in _BOTH for j in _BOTH))

#: (E_Omega q)^2 - E K^2.
_optimum = over_points(omega[k] * _importance()) ** 2 - _mean_squared_kernel

_determinant = _kernel(1, 1) * _kernel(2, 2) - _kernel(1, 2) * _kernel(2, 1)
#: 2 det T.
_least = 2 * sp.sqrt(alpha[1] * alpha[2] * beta[1] * beta[2]) * _determinant

_product = sp.Mul(*(_second_moment(*side, at) for side in ((alpha, f), (beta, g)) for at in (k, h)))
#: (q q')^2 >= (c c' + s s')^2.
_two_points = lemma(
    "at two points: q(w)^2 q(w')^2 is at least (c c' + s s')^2, the gap being (c s' - s c')^2",
    ge(_product, _aligned**2),
    _AT_POINTS,
    Chain(_product).ge(_aligned**2),
)


def _chain() -> Chain:
    """(E q)^2 = sum over two points of q q', each at least c c' + s s'."""
    product = _importance(k) * _importance(h)
    row = over_points(omega[h] * product, h)
    inner = Chain(omega[h] * product).use(_two_points)
    inner = inner.ge(omega[h] * _aligned, [omega[h], product - _aligned])
    of_row = Chain(row).under(inner, _OTHER, N)
    outer = Chain(omega[k] * row).inside(of_row, lambda t: omega[k] * t)
    squares = Chain(over_points(omega[k] * row)).under(outer, POINT, N)
    return Chain(_optimum).inside(squares, lambda t: t - _mean_squared_kernel).eq(_least)


# -- when it is attained --------------------------------------------------------------------------------------------

_TURN = sp.Symbol("t", real=True)
_MULTIPLE = sp.IndexedBase("lambda", nonnegative=True)
_TURNED = Domain(
    (
        NUMBER_OF_POINTS,
        Range(omega.label, shape=(N,), **WEIGHTS),
        *(Range(base.label, shape=(2,), **WEIGHTS) for base in (alpha, beta)),
        Range(f.label, shape=(2, N), typical=(-2, 2)),
        Range(_MULTIPLE.label, 0, None, "[)", shape=(N,), typical=(0, 2)),
        Range(_TURN, typical=(-3, 3), awkward=(0,)),
    )
)


def _with_turned(expr: sp.Expr) -> sp.Expr:
    """With ``G = lambda R F``, R the rotation by t."""
    first, second = (sp.sqrt(alpha[i]) * f[i, k] for i in _BOTH)
    cos, sin = sp.cos(_TURN), sp.sin(_TURN)
    turned = (cos * first - sin * second, sin * first + cos * second)
    return expr.xreplace({g[j, k]: _MULTIPLE[k] * turned[j - 1] / sp.sqrt(beta[j]) for j in _BOTH})


def _where_turned() -> Chain:
    """q = lambda |F|^2 at each point, as a rotation leaves lengths as they are."""
    importance, squared = _with_turned(_importance()), _with_turned(_mean_squared_kernel)
    aligned = Chain(omega[k] * importance).eq(omega[k] * _MULTIPLE[k] * _second_moment(alpha, f, k), "equal squares")
    mean = Chain(over_points(omega[k] * importance)).under(aligned, POINT, N)
    chain = Chain(_with_turned(_optimum)).inside(mean, lambda t: t**2 - squared)
    return chain.eq(_with_turned(_least))


def claims(printed: Claim) -> list[Claim]:
    return [
        printed.corrected(
            "least error: two inputs of each law, any scalar features phi_1, phi_2 and any Omega: the optimal variance is "
            "at least 2 (alpha_1 alpha_2 beta_1 beta_2)^(1/2) (K_11 K_22 - K_12 K_21), and with -phi_2(y_2, .) for "
            "phi_2(y_2, .) its negative: the squared nuclear norm of K less E K^2",
            ge(_optimum, _least),
            _TWO_INPUTS,
            _chain(),
            tex=r"\hat{\mathcal{V}}_\Psi \ge 2\sqrt{\alpha_1\alpha_2\beta_1\beta_2}\,|K_{11}K_{22} - K_{12}K_{21}|",
        ),
        printed.corrected(
            "least error, attained: it is attained where the features of x_2 are multiples >= 0 of those of x_1, turned by "
            "one angle",
            eq(_with_turned(_optimum), _with_turned(_least)),
            _TURNED,
            _where_turned(),
            tex=r"\hat{\mathcal{V}}_\Psi = 2\sqrt{\alpha_1\alpha_2\beta_1\beta_2}\,|K_{11}K_{22} - K_{12}K_{21}|",
        ),
        _two_points,
    ]
