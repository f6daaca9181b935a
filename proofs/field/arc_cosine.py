r"""Arc-cosine kernels of degree 0, 1, 2: ``2 E s(w.x) s(w.y)`` of steps, ramps and squared ramps, at the angle t of x and y.

    E step(w.x) step(w.y)   = J_0(t)/(2 pi),                J_0 = pi - t,
    E relu(w.x) relu(w.y)   = |x| |y| J_1(t)/(2 pi),        J_1 = sin t + (pi - t) cos t,
    E relu(w.x)^2 relu(w.y)^2 = |x|^2 |y|^2 J_2(t)/(2 pi),  J_2 = 3 sin t cos t + (pi - t)(1 + 2 cos^2 t).

The second moment of one feature of degree 1, for ``2 relu(w.x) relu(w.y)``, is twice the kernel of degree 2: what features of degree 1
are in error is a difference of arc-cosine kernels.
"""

from rftheory.vocabulary import *

STATEMENT = statement(
    "identity",
    "Cho and Saul 2009, (3) to (6)",
    "Arc-cosine kernels of degree 0, 1 and 2, and the variance of one ramp feature",
    reading="One projection, x and y not zero, at an angle strictly between 0 and pi.",
    cells=(("arc-cosine", "iid"),),
)

DOMAIN = Domain(
    (
        Range(x_norm, 0, None, "()", typical=(0, 2), awkward=(10,)),
        Range(y_norm, 0, None, "()", typical=(0, 2), awkward=(10,)),
        Range(theta, 0, sp.pi, "()"),
    )
)

_w = Projection("w")
_x, _y = _w.dot(PAIR.x), _w.dot(PAIR.y)
_c, _s, _left = sp.cos(theta), sp.sin(theta), sp.pi - theta
_lengths = x_norm * y_norm


def mean(degree: int) -> sp.Expr:
    """E relu(w.x)^n relu(w.y)^n, of steps for n = 0."""
    if degree == 0:
        return Expectation(sp.Heaviside(_x) * sp.Heaviside(_y))
    return Expectation(relu(_x) ** degree * relu(_y) ** degree)


_kernels = (
    _left / (2 * sp.pi),
    _lengths * (_s + _left * _c) / (2 * sp.pi),
    _lengths**2 * (3 * _s * _c + _left * (1 + 2 * _c**2)) / (2 * sp.pi),
)
_feature = 2 * relu(_x) * relu(_y)
_variance = _lengths**2 / sp.pi * (2 * (3 * _s * _c + _left * (1 + 2 * _c**2)) - (_s + _left * _c) ** 2 / sp.pi)

CLAIMS = (
    claim("squares: degree 2", eq(mean(2), _kernels[2])),
    claim("ramps: degree 1", eq(mean(1), _kernels[1])),
    claim("steps: degree 0", eq(mean(0), _kernels[0])),
    claim(
        "variance: of 2 relu(w.x) relu(w.y), twice the kernel of degree 2 less the square of that of degree 1",
        eq(Expectation(_feature**2) - Expectation(_feature) ** 2, _variance),
    ),
)
TWINS = (
    claim(
        "wrong constant: 1 + cos^2 t in degree 2",
        eq(mean(2), _lengths**2 * (3 * _s * _c + _left * (1 + _c**2)) / (2 * sp.pi)),
    ),
    claim("wrong side: t for pi - t in degree 1", eq(mean(1), _lengths * (_s + theta * _c) / (2 * sp.pi))),
)
