"""Lemma 2.4 (13): ``E exp(w.z) = exp(sum_i z_i^2 / 2)`` for every complex vector z and ``w ~ N(0, I_d)``.

The square is bilinear, without conjugate. With ``z = a + i b`` it is ``|a|^2 - |b|^2 + 2 i a.b``, so the lemma
depends on the norms and the angle of the real vectors a and b alone (named x and y here). Appendix A factors the
expectation over the coordinates (28) and compares two analytic functions of one variable (29); both agree on the real
and imaginary axes.
"""

from rftheory.proofs.hrf._setting import *

STATEMENT = statement(
    "identity",
    "Lemma 2.4 (13), App. A (28)-(29)",
    "Gaussian exponentials of complex vectors",
    not_drawn="the mean of one complex exponential; estimators that it makes unbiased are drawn in hrf.eq-14 and "
    "hrf.eq-15",
)

_W = Projection("w")
_real, _imaginary = sp.symbols("z_re z_im", real=True)
_first = _real + sp.I * _imaginary
_COORDINATE = (Range(_real, typical=(-2, 2)), Range(_imaginary, typical=(-2, 2)))


def _split_products(a: str, b: str) -> sp.Expr:
    """Gram table of the first unit vector e and of vectors x, y orthogonal to it."""
    if "e" in (a, b):
        return sp.Integer(1 if a == b else 0)
    return PAIR.x.space.gram(a, b)


_SPLIT = Space("first coordinate and the others", _split_products, "exy")

z = PAIR.x + PAIR.y * sp.I
square = x_norm**2 - y_norm**2 + 2 * sp.I * x_norm * y_norm * sp.cos(theta)
e, others = _SPLIT.vector("e"), _SPLIT.vector("x") + _SPLIT.vector("y") * sp.I
whole = Expectation(sp.exp(_W.dot(e * _first + others)))
parts = Expectation(sp.exp(_W.dot(e * _first))) * Expectation(sp.exp(_W.dot(others)))
CLAIMS = (
    claim(
        "(13): E exp(w.z) = exp(z^2/2) for z = x + i y, any real x, y of any dimension",
        eq(Expectation(sp.exp(_W.dot(z))), sp.exp(square / 2)),
        Domain((X_NORM, Y_NORM, THETA)),
        location="(13)",
    ),
    step(
        "(28): one coordinate factors off; d - 1 times this is the printed product",
        eq(whole, parts),
        Domain((X_NORM, Y_NORM, THETA, *_COORDINATE)),
        location="App. A (28)",
    ),
    step(
        "(29): E exp(g z) = exp(z^2/2) for one standard normal g and complex z",
        eq(Expectation(sp.exp(_W.dot(e * _first))), sp.exp(_first**2 / 2)),
        Domain(_COORDINATE),
        location="App. A (29)",
    ),
)
