r"""Random Maclaurin features of the softmax kernel exp(x.y): finite variance, or not, by the law of the degree.

A degree n is drawn with probability p_n, and a product sketch of ``(x.y)^n`` divided by ``n! p_n``. A factor of the sketch has
the mean s = x.y and a second moment q^2 (`field.polynomial-sketches`), so one feature has the mean ``sum_n s^n/n! = exp(s)``
and the second moment ``sum_n q^(2n)/(n!^2 p_n)``:

    I_0(2q/(1-p)^(1/2))/p          for the geometric law p (1-p)^n,
    exp(lam + q^2/lam)             for the Poisson law, least at lam = q: exp(2q),
    I_0(2 r^(1/2))/(1 - q^2/r)     for p_n ~ r^n/n!^2 and q^2 < r, and infinite for q^2 >= r.

So the geometric law, of the first paper on these features, serves the exponential for all inputs; it is never better than the
Poisson law with lam = q. A law that falls like 1/n!^2, as the coefficients of the second moment do, has no variance for long
inputs.
"""

from rftheory.vocabulary import *
from rftheory.inputs.kernels import p
from rftheory.rules.variates import Counts

STATEMENT = statement(
    "identity",
    "Kar and Karnick 2012 (1201.6530); Macformer (2408.11656)",
    "Second moments of random Maclaurin features for the exponential, finite or not, by the law of the degree",
    reading="One feature; s = x.y is the mean and q^2 the second moment of one factor of a sketch, q >= |s|.",
    cells=(("random-maclaurin", "iid"),),
    not_drawn="sketches of a random degree are no family of the simulator; the series are enclosed",
)

_q, _r = sp.symbols("q r", positive=True)
_s = sp.Symbol("s", real=True)
_h = sp.Symbol("h", nonnegative=True)
_n = sp.Symbol("n", integer=True, nonnegative=True)
_Q = Range(_q, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 1000), 8))
_S = Range(_s, typical=(-2, 2), awkward=(0, 5))
_RATE = Range(lam, 0, None, "()", typical=(0, 3), awkward=(sp.Rational(1, 100), 10))
_SUCCESS = Range(p, 0, 1, "()", typical=(0, 1), awkward=(sp.Rational(1, 100), sp.Rational(99, 100)))
_R = Range(_r, 0, None, "()", typical=(1, 9), awkward=(100,))

DOMAIN = Domain((_Q, _SUCCESS))
_POISSON = Domain((_Q, _RATE))
#: q^2/r = 1 + h
_LONG = Domain(
    (
        _R,
        Range(_h, 0, None, "[)", typical=(0, 2), awkward=(0,)),
        Range(_n, 0, None, integer=True, typical=(0, 9), awkward=(0,)),
    )
)

geometric, poisson = (
    sp.Lambda(COUNT, p * (1 - p) ** COUNT),
    sp.Lambda(COUNT, sp.exp(-lam) * lam**COUNT / sp.factorial(COUNT)),
)
#: without its constant 1/I_0(2 r^(1/2))
_falling = _r**_n / sp.factorial(_n) ** 2


def feature(law: sp.Lambda, factor: sp.Expr) -> sp.Expr:
    """``factor^n/(n! p_n)`` at a random degree n."""
    degree = Counts("n", law)[1]
    return factor**degree / sp.factorial(degree) / law(degree)


_of_geometric, _of_poisson = (Expectation(feature(law, _q) ** 2) for law in (geometric, poisson))
_bessel = sp.besseli(0, 2 * sp.sqrt(_r))
_of_falling = sp.Sum(_bessel * _q ** (2 * _n) / (sp.factorial(_n) ** 2 * _falling), (_n, 0, sp.oo))
_term = _bessel * (1 + _h) ** _n
_least = sp.exp(2 * _q)

CLAIMS = (
    claim(
        "geometric: E Z^2 = I_0(2q/(1-p)^(1/2))/p, finite for all inputs and every p",
        eq(_of_geometric, sp.besseli(0, 2 * _q / sp.sqrt(1 - p)) / p),
    ),
    claim("unbiased: E Z = exp(s)", eq(Expectation(feature(geometric, _s)), sp.exp(_s)), Domain((_S, _SUCCESS))),
    claim("Poisson: E Z^2 = exp(lam + q^2/lam)", eq(_of_poisson, sp.exp(lam + _q**2 / lam)), _POISSON),
    claim("least: the least over lam is exp(2q), at lam = q", ge(_of_poisson, _least), _POISSON),
    claim(
        "geometric is no better: for no p is E Z^2 less than exp(2q)",
        ge(_of_geometric, _least),
        proof=Chain(_of_geometric).ge(_least, [Expectation((feature(geometric, _q) - sp.exp(_q)) ** 2)]),
    ),
    claim(
        "falling law: for p_n = r^n/(n!^2 I_0(2 r^(1/2))) and q^2 < r it is I_0(2 r^(1/2))/(1 - q^2/r)",
        eq(_of_falling, _bessel / (1 - _q**2 / _r)),
        Domain((_Q, _R)).where(sp.Lt(_q**2, _r), words=by_definition("where the series converges")),
    ),
    claim(
        "infinite: for q^2 = (1 + h) r with h >= 0 the term of degree n is I_0(2 r^(1/2)) (1 + h)^n, at least I_0: no sum",
        ge(_term, _bessel),
        _LONG,
    ),
)
TWINS = (
    claim("wrong constant: I_0(2q)/p", eq(_of_geometric, sp.besseli(0, 2 * _q) / p)),
    claim("geometric is better: E Z^2 < exp(2q) for some p", lt(_of_geometric, _least)),
    claim("falling terms: these terms fall below 1/(n + 1)", le(_term, _bessel / (_n + 1)), _LONG),
)
