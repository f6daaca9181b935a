"""Section 1: the moment generating function of the softmax estimator of FAVOR+ (positive features) is not finite.

One sample is ``Z = exp(w.(x + y) - (|x|^2 + |y|^2)/2)``, log-normal unless x + y = 0. For z > 0 and every q > 0
``exp(t z) >= (t z/q)^q``, because ``exp(u/q) >= u/q``; and the mean of the power,
``(t exp(q |x+y|^2/2 - (|x|^2 + |y|^2)/2)/q)^q``, exceeds every bound as q grows. So E exp(t Z) is above every number, for every
t > 0. If x + y = 0 then Z is a number, and ``E exp(t Z) = exp(t Z)``.
"""

from rftheory.vocabulary import *
from rftheory.proofs.crt._sums import W

STATEMENT = statement(
    "claim",
    "Sec. 1",
    "The moment generating function of positive features is not finite",
    reading="For every t > 0, E exp(t Z) of one sample Z of the softmax kernel is above every number R. (For t "
    "<= 0 it is at most 1.) The mean of M samples has the M-th power of the function of one sample at "
    "t/M. v2 = |x + y|^2, z2 = |x - y|^2.",
    not_drawn="no number of draws tells that a mean is not finite",
)

_t, _R, _q, _z = sp.symbols("t R q z", positive=True)
_TIMES = Range(_t, 0, None, "()", typical=(0, 2), awkward=(1, sp.Rational(1, 10)))
_BOUND = Range(_R, 1, None, "[)", typical=(1, 100), awkward=(10,))
_POWER = Range(_q, 0, None, "()", typical=(1, 20), awkward=(1, 100))
_TEX = r"\mathbb{E} \exp(t \widehat{K}^{+}_{\mathrm{sfm}}(x, y)) = \infty"

_SUM = Range(v2, 0, None, typical=(0, 4), awkward=(0, 1, 100))
_NOT_OPPOSITE = Range(v2, 0, None, "()", typical=(0, 4), awkward=(sp.Rational(1, 1000), 100))
_DIFFERENCE = Range(z2, 0, None, typical=(0, 4), awkward=(0, 100))

#: (|x|^2 + |y|^2)/2.
_norms = (SPLIT.x.square + SPLIT.y.square) / 2

#: One sample of the softmax kernel: exp(w.x - |x|^2/2) exp(w.y - |y|^2/2).
_sample = sp.exp(W.dot(SPLIT.z) - _norms)

#: t Z/q, and its q-th power, below exp(t Z)
DOMAIN = Domain((_TIMES, _POWER, Range(_z, 0, None, "()", typical=(0, 4), awkward=(1, 10))))
#: every q from an explicit one on
_LARGE = Domain(
    (_NOT_OPPOSITE, _DIFFERENCE, _TIMES, _BOUND, _POWER),
    (sp.Ge(_q * v2 / 4 + sp.log(v2 / 4) + 1, sp.log(_R) - sp.log(_t) + _norms),),
    words=by_definition("the explicit q from which on the bound is above R^q"),
)

#: log (E (t Z/q)^q) / q.
_rate = _q * v2 / 2 - _norms + sp.log(_t) - sp.log(_q)

#: E (t Z/q)^q.
_power = Expectation((_t / _q) ** _q * sp.exp(_q * (W.dot(SPLIT.z) - _norms)))

_gap, _domain = _q * v2 / 4 - sp.log(_q) - sp.log(v2 / 4), Domain((_NOT_OPPOSITE, _POWER))
#: log u <= u - 1 at u = q v2/4.
_tangent = lemma(
    "logarithm: q v2/4 - log(q v2/4) is at least 1",
    ge(_gap, 1),
    _domain,
    Chain(_gap).valley(_q, 4 / v2, v2 / (4 * _q)).eq(1),
)


def _above() -> Chain:
    """-log q is above its tangent at q = 4/|x + y|^2."""
    inner = Chain(_rate).use(_tangent)
    inner = inner.ge(_q * v2 / 4 + sp.log(v2 / 4) + 1 - _norms + sp.log(_t)).ge(sp.log(_R))
    return Chain(_power).eq(sp.exp(_q * _rate)).inside(inner, lambda e: sp.exp(_q * e)).eq(_R**_q)


def _below() -> Chain:
    """exp(u) >= u at u = t z/q."""
    gap = _t * _z / _q - sp.log(_t * _z / _q)
    inner = Chain(gap).valley(_z, _q / _t, _t / (_q * _z)).gt(0)
    chain = Chain(sp.exp(_t * _z)).eq(sp.exp(_q * gap) * (_t * _z / _q) ** _q)
    return chain.inside(inner, lambda e: sp.exp(_q * e) * (_t * _z / _q) ** _q, strict=True).eq((_t * _z / _q) ** _q)


power = (_t * _z / _q) ** _q
not_finite = claim(
    "not finite: E exp(t Z) > R for all inputs, t > 0 and R",
    gt(Expectation(sp.exp(_t * _sample)), _R),
    Domain((_SUM, _DIFFERENCE, _TIMES, _BOUND)),
    tex=_TEX,
).false(
    at={v2: 0, z2: 0, _t: 1, _R: 10},
    because="for x + y = 0 the estimator is the constant exp(x.y), and so E exp(t Z) is finite",
    remark="for y = -x the estimator is the constant exp(x.y), and E exp(t Z) is finite",
)
CLAIMS = (
    not_finite,
    _tangent,
    lemma("power below: (t z/q)^q is at most exp(t z), for all z > 0", ge(sp.exp(_t * _z), power), proof=_below()),
    not_finite.corrected(
        "not finite where x + y is not zero: E (t Z/q)^q, which is at most E exp(t Z), is at least R^q for every R, "
        "for all q from an explicit one on",
        ge(_power, _R**_q),
        _LARGE,
        proof=_above(),
        tex=_TEX + r" \text{ if } x + y \neq 0",
    ),
)
