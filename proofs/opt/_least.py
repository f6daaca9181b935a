"""The least error for different laws of x_1 and x_2: two inputs of each, any scalar representation, symmetric or not.

With ``F_i = alpha_i^(1/2) phi_1(x_i, w)``, ``G_j = beta_j^(1/2) phi_2(y_j, w)`` and T = E F G' the matrix of the kernel between the two
laws, ``E K^2`` is the sum of the squares of T, and ``E q = E |F| |G|`` is at least the nuclear norm of T, the square of which is
that sum plus ``2 |det T|``. In the complex numbers ``(F_1 + i F_2) (G_1 - i G_2) = c - i s`` this is the triangle inequality. It
is an equality where all these numbers have one direction: where G is a multiple >= 0 of F turned by one angle.

Symmetric features attain it as well. Both laws on the two inputs x, y: let ``h_i = (alpha_i beta_i)^(1/4) phi(x_i, .)`` on two
points; where ``h_1(w_1) h_1(w_2) = h_2(w_1) h_2(w_2)`` the features are aligned, and every pair of vectors of the plane is so after
a rotation, which leaves the kernel as it is.
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


#: the roots of the roots of the weights of x and y under both laws
_A = sp.symbols("a_1 a_2", positive=True)
_B = sp.symbols("b_1 b_2", positive=True)
#: h_1 = (m n, p q) and h_2 = (m p, n q): all pairs of vectors with one product of their coordinates
_m, _n, _p, _q = sp.symbols("m n p q", real=True)
_SYMMETRIC = Domain(
    (
        *(Range(s, 0, None, "()", typical=(sp.Rational(1, 2), 2), awkward=(1,)) for s in (*_A, *_B)),
        *(Range(s, typical=(-2, 2), awkward=(0,)) for s in (_m, _n, _p, _q)),
    )
)
_VECTORS = sp.symbols("a b c d", real=True)
_ROTATED = Domain((*(Range(s, typical=(-2, 2)) for s in _VECTORS), Range(_TURN, typical=(-3, 3))))


def _symmetric_optimum() -> tuple[sp.Expr, sp.Expr]:
    """(E q)^2 - E K^2 of symmetric features on two points of weight 1, and 2 (alpha_1 alpha_2 beta_1 beta_2)^(1/2) det K."""
    phi = [[_m * _n, _p * _q], [_m * _p, _n * _q]]
    phi = [[entry / (a * b) for entry in row] for row, a, b in zip(phi, _A, _B, strict=True)]
    sides = [
        [sum(w**4 * row[at] ** 2 for w, row in zip(weights, phi, strict=True)) for at in (0, 1)] for weights in (_A, _B)
    ]
    products = [[first[0] * second[0] + first[1] * second[1] for second in phi] for first in phi]
    mean = sum(sp.sqrt(first * second) for first, second in zip(*sides, strict=True))
    squares = sum(_A[i] ** 4 * _B[j] ** 4 * products[i][j] ** 2 for i in (0, 1) for j in (0, 1))
    determinant = products[0][0] * products[1][1] - products[0][1] ** 2
    return mean**2 - squares, 2 * (sp.Mul(*_A) * sp.Mul(*_B)) ** 2 * determinant


def _rotation() -> tuple[sp.Expr, sp.Expr]:
    """The difference of the products of coordinates of (a, b) and (c, d), both turned by t."""
    a, b, c, d = _VECTORS
    cos, sin = sp.cos(_TURN), sp.sin(_TURN)
    products = [(cos * u - sin * v) * (sin * u + cos * v) for u, v in ((a, b), (c, d))]
    turned = (a**2 - b**2 - c**2 + d**2) / 2 * sp.sin(2 * _TURN) + (a * b - c * d) * sp.cos(2 * _TURN)
    return products[0] - products[1], turned


def claims(printed: Claim) -> list[Claim]:
    optimum, least = _symmetric_optimum()
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
        printed.corrected(
            "least error, symmetric features: both laws on x and y: symmetric features on two points with h_1(w_1) "
            "h_1(w_2) = h_2(w_1) h_2(w_2) attain it",
            eq(optimum, least),
            _SYMMETRIC,
            tex=r"\hat{\mathcal{V}}_\Psi = 2\sqrt{\alpha_1\alpha_2\beta_1\beta_2}\,(K(x,x)K(y,y) - K(x,y)^2)",
        ),
        lemma(
            "rotation of features: turned by t, (a, b) and (c, d) have products of coordinates that differ by u sin 2t + v "
            "cos 2t: there is a t where they are one, and no kernel is left out",
            Equality(*_rotation()),
            _ROTATED,
        ),
        _two_points,
    ]
