r"""How many Fourier features for an error of eps at N pairs of inputs at once.

A sample cos(w.(x - y)) of a sine and a cosine lies in [-1, 1], so that by Hoeffding

    P(|K_hat - K| >= eps) <= 2 exp(-m eps^2/2)

for m projections, and the error is below eps at N pairs at once but for a probability eta once ``m eps^2 >= 2 log(2N/eta)``.
This is the first half of Claim 1 of Rahimi and Recht; the second, a net of the differences with E|w|^2 = d for the slope, is
open here (RF-9).
"""

from rftheory.proofs.crt._setting import *
from rftheory.rules.concentration import hoeffding

STATEMENT = statement(
    "inequality",
    "Rahimi and Recht 2007, Claim 1, at finitely many pairs; 1506.02785",
    "Fourier features for an error of eps at finitely many pairs at once",
    reading="The Gaussian kernel, a sine and a cosine of m projections. N pairs of inputs, given before the projections are drawn.",
    not_drawn="bounds of probabilities that are far above them",
)

_eps, _eta = sp.symbols("epsilon eta", positive=True)
_pairs = sp.Symbol("N", integer=True, positive=True)
_w = Projection("w")
_EPSILON = Range(_eps, 0, None, "()", typical=(0, 1), awkward=(sp.Rational(1, 100), 2))
DOMAIN = PAIRS.with_ranges(M, _EPSILON)
_MANY = Domain(
    (
        M,
        _EPSILON,
        Range(_eta, 0, 1, "()", typical=(0, 1), awkward=(sp.Rational(1, 1000),)),
        Range(_pairs, 1, None, integer=True, typical=(1, 9), awkward=(1, 1000)),
    )
)


def deviates(estimator: sp.Expr) -> sp.Rel:
    """|K_hat - K| >= eps."""
    return sp.Ge(sp.Abs(estimator - kernel), _eps, evaluate=False)


_waves = deviates(SampleMean(sp.cos(_w.dot(PAIR.delta)), m))


_bound = 2 * sp.exp(-m * _eps**2 / 2)
_needed = 2 * sp.log(2 * _pairs / _eta)
_union = _pairs * _bound


def enough(share: sp.Expr) -> Domain:
    """Where m eps^2 is a share of what is needed."""
    return _MANY.where(
        sp.Ge(m * _eps**2, share * _needed), words=by_definition("m: as many projections as the claim asks for")
    )


_exponent = Chain(-m * _eps**2 / 2).le(-sp.log(2 * _pairs / _eta))
CLAIMS = (
    claim(
        "one pair: P(|K_hat - K| >= eps) <= 2 exp(-m eps^2/2)",
        le(Probability(_waves), _bound),
        proof=Chain(Probability(_waves)).tail(hoeffding(_waves, sp.Integer(-1), sp.Integer(1))).eq(_bound),
    ),
    claim(
        "many pairs: m eps^2 >= 2 log(2N/eta): the N bounds add up to eta at most",
        le(_union, _eta),
        enough(sp.Integer(1)),
        Chain(_union).inside(_exponent, lambda z: 2 * _pairs * sp.exp(z)).eq(_eta),
    ),
    claim("slope: E |w|^2 = d", eq(Expectation(_w.squared_length(d)), d), Domain((D,))),
)
TWINS = (
    claim("wrong constant: m eps^2 >= log(2N/eta) is enough", le(_union, _eta), enough(sp.Rational(1, 2))),
    claim("dropped hypothesis: for any m", le(_union, _eta), _MANY),
)
